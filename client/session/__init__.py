"""A sitting at one table: its link, its bot, its failover, its audit."""
