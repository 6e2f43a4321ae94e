"""Cards, events, charters as text."""
