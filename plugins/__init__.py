"""The games that come with rumpus, one a file, found by entry point as any plugin is."""
