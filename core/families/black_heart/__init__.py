"""Black Heart: a rummy whose royalty is attended, alone, in teams, and against clockwork."""
