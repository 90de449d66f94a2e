"""What a search did, as objects that people can read.

`node` is one position of a tree. `tree` is the tree of alpha-beta and its relatives, `multiplayer` that of max^n, and
`montecarlo` that of UCT. `reading` turns the numbers of each search into values. `move_statistics` has the Monte-Carlo results of
each move. `drawing/` turns trees into text and pictures, `player/` into pages that play a search step by step.
"""
