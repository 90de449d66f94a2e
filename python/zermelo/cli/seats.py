"""Who sits where: people on some seats, agents on the others.

`--as` names the seats of people, once for each or `all`; `--against` the agents, in the order of the seats that are left, and the
last one given takes all that remain. With `--watch` no seat is a person's.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

from zermelo.agents.default import default_agent
from zermelo.cli.output import note
from zermelo.errors import AgentError, GameError, ZermeloError, nearest

if TYPE_CHECKING:
    from zermelo.engine.agent import Agent
    from zermelo.game.position import Position
    from zermelo.game.protocol import Game
    from zermelo.play.transcript import Transcript

EVERYBODY = "all"


def find_seat(game: Game, name: str) -> int:
    """The number of a player, by name; capitals do not matter unless they have to."""
    if name in game.players:
        return game.players.index(name)
    lowered = [player.lower() for player in game.players]
    if lowered.count(name.lower()) != 1:
        seats = ", ".join(game.players)
        raise GameError(f"{game} has no player `{name}`; there are {seats}.{nearest(name, game.players)}")
    return lowered.index(name.lower())


def find_seats(game: Game, names: Sequence[str]) -> frozenset[int]:
    """The numbers of players, by their names or by a word for all of them."""
    if [name.lower() for name in names] == [EVERYBODY] and EVERYBODY not in game.players:
        return frozenset(range(len(game.players)))
    return frozenset(find_seat(game, name) for name in names)


def choose_opponents(against: list[str] | None, level: int | None, seed: int | None) -> list[str]:
    """The opponents that were asked for, by name or by level."""
    if level is None:
        return against or []
    if against:
        raise AgentError(f"--against says who plays you, and so does --level {level}; choose one")
    return [f"level({level}, seed={secrets.randbelow(1_000_000) if seed is None else seed})"]


def seat_opponents(position: Position, texts: list[str], backend: str | None, people: int = 1) -> list[Agent]:
    """An agent for every seat but those of people, in order; the last one given takes the seats that are left."""
    from zermelo.agents.registry import agent
    from zermelo.engine.agent import SearchAgent

    seats = len(position.game.players) - people
    if len(texts) > seats:
        count = "nobody to play against" if seats == 0 else f"{seats} {'opponent' if seats == 1 else 'opponents'}"
        raise AgentError(f"{position.game} has {count}, but --against is given {len(texts)} times")
    chosen = [*texts] or [_default_opponent(position)] * min(seats, 1)
    chosen += chosen[-1:] * (seats - len(chosen))
    opponents = [agent(text, backend) for text in chosen]
    return [each.remembering() if isinstance(each, SearchAgent) else each for each in opponents]


def _default_opponent(position: Position) -> str:
    """A search where one can play the game, else random moves."""
    from zermelo.agents.registry import agent
    from zermelo.engine.agent import check_agent

    text = default_agent(position)
    try:
        check_agent(agent(text), position)
    except AgentError as error:
        note(f"{error}, so you play against random moves")
        return "random"
    return text


def seats_of(played: Transcript) -> tuple[frozenset[int] | None, list[str]]:
    """The people and the agents of a saved game; nobody is known where one of its seats is neither."""
    from zermelo.agents.registry import agent
    from zermelo.play.transcript import PERSON

    people = frozenset(seat for seat, who in enumerate(played.seats) if who == PERSON)
    agents = [who for who in played.seats if who != PERSON]
    try:
        for text in agents:
            agent(text)
    except ZermeloError:
        return None, []
    return (people, agents) if played.seats else (None, [])
