"""Random playouts: random moves until the game ends, chosen uniformly or by the game's own `playout`."""

from zermelo.errors import LimitError
from zermelo.game import CHANCE, Random, Rules, State, draw

MAX_PLAYOUT = 100_000
"""A longer playout is considered endless."""


def playout(rules: Rules, s: State, random: Random) -> tuple[tuple[float, ...], int]:
    """Utilities at the end of one random game, and its length in plies."""
    for plies in range(MAX_PLAYOUT):
        utilities = rules.utilities(s)
        if utilities is not None:
            return utilities, plies
        if rules.to_move(s) == CHANCE:
            s = rules.play(s, draw(rules.chances(s), random))
        else:
            s = rules.play(s, random_move(rules, s, random))
    raise LimitError(f"a random playout did not end within {MAX_PLAYOUT} plies")


def random_move(rules: Rules, s: State, random: Random) -> int:
    """A move chosen by the game's own `playout`, or uniformly."""
    if rules.game.defines("playout"):
        return rules.playout(s, random.dice())
    moves = rules.moves(s)
    return moves[random.below(len(moves))]
