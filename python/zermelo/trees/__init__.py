"""What a search looked at, as objects that people can read.

`node` is one position of a tree and `tree` the tree of alpha-beta and its relatives, `multiplayer` that of max^n and `montecarlo` that of UCT.
`move_statistics` tells what random games say of each move. `drawing` turns trees into text and pictures.
"""
