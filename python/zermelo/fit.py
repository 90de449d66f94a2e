"""Which games an algorithm fits: what it cannot search is refused before it begins, in one sentence that says why."""

from __future__ import annotations

from zermelo.errors import AgentError, PositionError
from zermelo.position import Position
from zermelo.search.options import Options
from zermelo.search.view import NOTHING, too_large

MOST_PLAYERS = MOST_OPPONENTS = 8
"""Of max^n and of best-reply search: the twins keep values and lists in fixed memory."""
MOST_SEATS = 128
"""Where moves are numbered by player; the twins' numbers have 31 bits, 24 of which are the move's."""


def check_many(position: Position, who: str, options: Options) -> None:
    """Refuse, with the reason, what the searches for many players cannot play."""
    game, rules = position.game, position.rules
    check_unfinished(position)
    if game.defines("chances"):
        raise AgentError(f"{who} is for games without chance, but {game} has chance nodes")
    if who == "maxn" and rules.players > MOST_PLAYERS:
        raise AgentError(f"maxn is for at most {MOST_PLAYERS} players, but {game} has {rules.players}; paranoid takes any number")
    if who == "bestreply":
        check_opponents(position)
    if who in ("bestreply", "bestreplyplus"):
        if (largest := max(position.choices)) >= NOTHING:
            raise too_large(game, largest)
        if rules.players > MOST_SEATS:
            raise AgentError(
                f"{who} is for at most {MOST_SEATS} players, but {game} has {rules.players}; paranoid takes any number"
            )
    if who == "bestreply" and (not game.out_of_turn or game.defines("to_move") or rules.players < 2):
        why = "for one player" if rules.players < 2 else "one in which moving out of turn is meaningless"
        raise AgentError(f"bestreply lets players move out of turn, but {game} is {why}; bestreplyplus keeps the turn order")
    if options.pruning != "none" and not (rules.zero_sum and (game.bounded_evaluation or not game.defines("evaluate"))):
        why = "says zero_sum = False" if not rules.zero_sum else "does not say bounded_evaluation = True"
        raise AgentError(f"maxn: pruning={options.pruning} needs values with bounds that add up to zero, but {game} {why}")
    if options.pruning != "none" and options.ties != "first":
        raise AgentError(f"maxn: pruning={options.pruning} keeps the value only where ties go to the first move; leave ties out")


def check_opponents(position: Position) -> None:
    """Refuse what best-reply search cannot play for want, or for too many, of opponents."""
    game, players = position.game, position.rules.players
    opponents = players - (game.teams.count(game.teams[position.player]) if game.teams else 1)
    if opponents == 0 and players > 1:
        raise AgentError(f"bestreply needs an opponent, but in {game} everybody is in one team; paranoid needs none")
    if opponents > MOST_OPPONENTS:
        raise AgentError(
            f"bestreply is for at most {MOST_OPPONENTS} opponents, but {game} has {opponents}; paranoid takes any number"
        )


def check_unfinished(position: Position) -> None:
    if position.over:
        raise PositionError(f"the game is over ({position.result}): there is no move to look for")


def check_minimax_game(position: Position, who: str) -> None:
    """Refuse everything but unfinished games of one or two players, zero-sum and without chance."""
    game, rules = position.game, position.rules
    check_unfinished(position)
    if rules.players > 2:
        raise AgentError(f"{who} is for games of at most two players, but {game} has {rules.players}")
    if game.defines("chances"):
        raise AgentError(f"{who} is for games without chance, but {game} has chance nodes")
    if rules.players == 2 and not rules.zero_sum:
        raise AgentError(f"{who} is for zero-sum games, but {game} says zero_sum = False")
