"""Another machine becomes the host: by takeover when the host is gone, by handover while it is there."""
