"""Whist: `rules` is the game, `hands` has the cards, how they are written, read and drawn, `open_hands` what a search knows of them."""
