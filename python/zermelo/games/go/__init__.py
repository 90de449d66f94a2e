"""Go: `rules` is the game, `board` how a board is written, read and drawn."""
