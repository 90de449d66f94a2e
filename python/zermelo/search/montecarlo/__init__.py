"""Monte-Carlo search: moves are judged by random games.

`playout` is one random game and `rollout` how a search plays it; `flat` plays many for every move, `uct` grows a `tree` where
the better moves seem to be. `selection` chooses the next move in the tree, `final_move` the one to play in the end, `scale` maps utilities to
rates from 0 to 1. Techniques, each in a file of its own and switched on in `options`: `solver` proves, `rave` learns from moves played later,
`move_averages` from moves played anywhere, `implicit` backs up evaluations.
"""
