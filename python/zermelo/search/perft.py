"""Perft: how many move sequences of a given length there are; the standard check of a move generator.

Finished games are not extended, so they count only at the depth at which they end.
"""

from zermelo.game import Rules, State


def perft(rules: Rules, s: State, depth: int) -> int:
    """Number of sequences of `depth` moves, chance outcomes included."""
    if depth == 0:
        return 1
    choices = rules.choices(s)
    if depth == 1:
        return len(choices)
    return sum(perft(rules, rules.play(s, choice), depth - 1) for choice in choices)
