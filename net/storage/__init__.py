"""What outlives a process: the journal, the history, known hosts, signed checkpoints."""
