"""What a player may press or type, and what comes of it."""
