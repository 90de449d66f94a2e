"""Go: `rules` is the game, `board` writes, reads and draws its board."""
