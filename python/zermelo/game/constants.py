"""What rules return besides the numbers of players, and the names of the heuristics."""

DRAW = -1
"""`winner` returns this when the game is over and no player has won."""
ONGOING = -2
"""`winner` returns this while the game is not over."""
CHANCE = -3
"""`to_move` returns this when dice, cards or another random event come next."""

HEURISTICS = ("evaluate", "noisy", "order", "key", "playout")
"""Methods that guide a search, in contrast to rules. They are compiled only when a search asks for them."""
