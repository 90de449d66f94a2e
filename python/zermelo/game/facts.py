"""What Rust has to know about a game besides its rules: players, bounds, and the layout of its state."""

from typing import Any

from zermelo.game.constants import HEURISTICS
from zermelo.game.protocol import Game


def facts(game: Game) -> dict[str, Any]:
    """The declarations of a game, in the form that Rust reads."""
    rules, layout = game.rules, game.layout
    return {
        "players": rules.players,
        "low": rules.bounds[0],
        "high": rules.bounds[1],
        "zero_sum": rules.zero_sum,
        "has_winner": rules.has_winner,
        "max_moves": game.max_moves,
        "size": layout.size,
        "fields": [(name, layout.offsets[name], field.size, field.length or 1) for name, field in layout.fields.items()],
        "bounded": game.bounded_evaluation,
        "shared": game.bounded_evaluation or not game.defines("evaluate"),
        "teams": list(game.teams),
        "defined": [rule for rule in HEURISTICS if game.defines(rule)],
    }
