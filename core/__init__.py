"""The rules of tables: cards, deals, matches; no game, no socket, no screen."""
