"""The bots that come with rumpus, one for each kind of game."""
