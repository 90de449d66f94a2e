"""Battleship: `rules` is the game, `board` has the seas, how they are written, read and drawn."""
