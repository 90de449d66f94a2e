"""Which games an algorithm fits: what it cannot search is refused before it begins, in one sentence that says why."""

from __future__ import annotations

from zermelo.errors import AgentError, PositionError
from zermelo.game.constants import CHANCE
from zermelo.game.position import Position
from zermelo.limit import Limit
from zermelo.search.multiplayer.view import NOTHING, too_large
from zermelo.search.options import Options

MOST_PLAYERS = MOST_OPPONENTS = 8
"""Of max^n, best-reply and Monte-Carlo search: the twins keep values and lists in fixed memory."""
MOST_SEATS = 128
"""Where moves are numbered by player; the twins' numbers have 31 bits, 24 of which are the move's."""


def check_many(position: Position, who: str, options: Options) -> None:
    """Refuse, with the reason, what the searches for many players cannot play."""
    game, rules = position.game, position.rules
    check_unfinished(position)
    check_no_chance(position, who)
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


def check_turn(position: Position) -> None:
    """Refuse positions in which nobody has a choice."""
    check_unfinished(position)
    if position.player == CHANCE:
        raise PositionError(
            f"chance is to move in this position of {position.game}: there is no move to look for; play an outcome first"
        )


def check_no_chance(position: Position, who: str) -> None:
    if position.game.defines("chances"):
        instead = (
            "" if " " in who else "; expectiminimax takes them"
        )  # for an agent there is another one, for a solution tree none
        raise AgentError(f"{who} is for games without chance, but {position.game} has chance nodes{instead}")


def check_chance(position: Position, options: Options, limit: Limit) -> None:
    """Refuse, with the reason, what expectiminimax cannot play, or not with these options."""
    game, rules, who = position.game, position.rules, "expectiminimax"
    check_turn(position)
    if rules.players > MOST_PLAYERS:
        raise AgentError(f"{who} is for at most {MOST_PLAYERS} players, but {game} has {rules.players}")
    if not rules.two_sided and (options.pruning != "none" or options.table):
        why = f"has {rules.players} players" if rules.players > 2 else "says zero_sum = False"
        what = "a table" if options.pruning == "none" else f"pruning={options.pruning}"
        raise AgentError(f"{who}: {what} is for one player, or two with zero sum, but {game} {why}; leave it out")
    if options.deepening or (limit.depth, limit.nodes, limit.seconds) != (None, None, None):
        check_scale(position, who)


def check_scale(position: Position, who: str) -> None:
    """Refuse games whose evaluations are not on the scale of utilities, where a search would average the two, or prune by it."""
    game, (low, high) = position.game, position.rules.bounds
    if game.defines("evaluate") and not game.bounded_evaluation:
        raise AgentError(
            f"{who} averages evaluations and utilities, so they must be on one scale, but {game} does not say "
            "bounded_evaluation = True: let `evaluate` keep to `bounds` and say so, or search to the end of the game"
        )
    if not game.defines("evaluate") and not low <= 0 <= high:
        raise AgentError(
            f"{who} averages evaluations and utilities, but {game} has no `evaluate`, and the 0 that stands in for it is outside "
            f"bounds = {game.bounds}: write an `evaluate` that keeps to them and say bounded_evaluation = True"
        )


def check_minimax_game(position: Position, who: str) -> None:
    """Refuse everything but unfinished games of one or two players, zero-sum and without chance."""
    game, rules = position.game, position.rules
    check_unfinished(position)
    if rules.players > 2:
        raise AgentError(f"{who} is for games of at most two players, but {game} has {rules.players}")
    check_no_chance(position, who)
    if rules.players == 2 and not rules.zero_sum:
        raise AgentError(f"{who} is for zero-sum games, but {game} says zero_sum = False")


def check_sampling_game(position: Position, who: str) -> None:
    """Refuse finished games, chance at the root, and more players than Monte-Carlo search counts for."""
    check_unfinished(position)
    if position.player == CHANCE:
        raise PositionError(f"chance is to move; {who} finds moves of players: play an outcome first")
    if position.rules.players > MOST_PLAYERS:
        raise AgentError(f"{who} is for at most {MOST_PLAYERS} players, and {position.game} has {position.rules.players}")
