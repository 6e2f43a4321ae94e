"""The command line, and the lobby."""
