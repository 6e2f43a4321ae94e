"""How games are tried: simulation, the trial with its invariants, and who is to blame for one that breaks."""
