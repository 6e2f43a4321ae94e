"""What a client needs before there is a table: paths, options, the host's process."""
