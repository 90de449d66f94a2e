"""Checkers, or English draughts: `rules` is the game, `pdn` its usual notation."""
