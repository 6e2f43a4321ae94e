"""What host and guest say to each other: records, bytes, limits; no socket."""
