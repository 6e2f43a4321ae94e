"""Games from the pond."""
