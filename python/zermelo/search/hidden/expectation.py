"""What each move is worth on average, one ply ahead, over the worlds that a player believes possible."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.game import Rules
from zermelo.search.hidden.ismcts import World


def expected_values(rules: Rules, worlds: Sequence[World], player: int) -> list[tuple[int, float]]:
    """For each legal move the mean value of the position after it: the utility if the game is over there, else the evaluation."""
    moves = rules.moves(worlds[0].state)
    totals, whole = [0.0] * len(moves), 0.0
    for world in worlds:
        whole += world.weight
        for place, move in enumerate(moves):
            after = rules.play(world.state, move)
            utilities = rules.utilities(after)
            value = rules.evaluate(after, player) if utilities is None else utilities[player]
            totals[place] += world.weight * value
    return [(move, total / whole) for move, total in zip(moves, totals, strict=True)]
