"""Search for games with dice, cards or the like.

`expectation` is the scale on which utilities and evaluations are averaged. `expectiminimax` is for one player or two with
opposite interests, `star` prunes its chance nodes, and `expectimaxn` is for any number of players.
"""
