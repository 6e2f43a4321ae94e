"""The authoritative table: seats, deals, votes, time. Pure: no socket, no clock of its own."""
