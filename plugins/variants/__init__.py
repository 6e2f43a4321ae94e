"""Variants: games that are another game with other options, or with other fields of its rule record."""
