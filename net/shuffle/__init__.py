"""The fair shuffle: the host's part, the guest's part, and the audit of a deal that is over."""
