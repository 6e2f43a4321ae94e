"""The server process: its loop, its sessions, what it sends to whom."""
