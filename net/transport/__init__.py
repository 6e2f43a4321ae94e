"""ZeroMQ sockets: the guest's and the host's, and what guards them."""
