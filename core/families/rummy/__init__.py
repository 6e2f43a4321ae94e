"""Rummies: stock and pile, melds on the table, laying off, going out, knocking. Games import a rummy's turn from here."""

from rumpus.core.families.rummy.deal import Draw, MeldAndDiscard, RummyDeal, winner_takes_hands

__all__ = ["Draw", "MeldAndDiscard", "RummyDeal", "winner_takes_hands"]
