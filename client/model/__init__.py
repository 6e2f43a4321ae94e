"""What this player knows of one table; pure."""
