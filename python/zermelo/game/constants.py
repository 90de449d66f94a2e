"""What rules return besides the numbers of players, and the names of the heuristics."""

DRAW = -1
"""`winner` returns this when the game is over and no player has won."""
ONGOING = -2
"""`winner` returns this while the game is not over."""
CHANCE = -3
"""`to_move` returns this when dice, cards or another random event come next."""

HEURISTICS = ("evaluate", "noisy", "order", "key", "playout", "exchange", "threatened", "forced", "at_most", "plies_left")
"""Methods that guide a search, in contrast to rules. They are compiled only when a search asks for them."""

HIDDEN = -1
"""What `secret` puts in place of numbers that a player does not see; 0 in a row without a sign."""

HIDING = ("hide", "guess")
"""Rules of games in which players do not see everything; compiled when a search asks for them."""

DISPLAY = (
    "show",
    "read",
    "name",
    "parse",
    "squares_of",
    "svg",
    "highlights",
    "title",
    "players",
    "piece_symbols",
    "men",
    "colours",
    "board",
)
"""What people see of a game."""

PATTERNS = (
    "patterns",
    "pattern_cells",
    "pattern_stage",
    "pattern_symbols",
    "pattern_stages",
    "pattern_symmetries",
    "pattern_weights",
)
"""What declares an evaluation by patterns; see `zermelo.game.patterns`."""

NOT_RULES = {*DISPLAY, *PATTERNS, "evaluate", "features", "weights", "bounded_evaluation", "playable", "player_counts"}
"""What a game may override and still play by the same rules."""
