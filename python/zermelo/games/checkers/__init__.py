"""Checkers, or English draughts: `rules` is the game, `pdn` its notation and its board as text and as a picture."""
