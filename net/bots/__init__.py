"""Bots as guests: the process that plays them, and the host's supervisor of it."""
