"""Shuffling: a deck that follows from a seed on every machine, and from shares in which everybody had a hand."""
