"""Monte-Carlo search: random games (playouts) estimate what moves are worth.

`playout` is one random game, and `rollout` plays it for a search. `flat` plays many for every move; `uct` grows a `tree` towards
the better moves. `selection` chooses the next move in the tree, `final_move` the move to play, and `scale` maps utilities to
rates from 0 to 1. Each technique has its own file and is switched on in `options`: `solver` proves wins and losses, `rave` learns
from moves played later, `move_averages` from moves played anywhere, and `implicit` backs up evaluations.
"""
