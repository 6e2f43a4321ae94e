"""Which tables there are on this network, and where a host can be reached."""
