"""The seats that the options ask for: `--as` names people, `--against` and `--level` their opponents, in the order of the free seats.

The last opponent takes all seats that are left. With `--watch` every seat is an agent's.
"""

import secrets
from collections.abc import Collection, Sequence

from zermelo.agents.auto import DEFAULT, AutoAgent
from zermelo.agents.own import OwnAgent
from zermelo.agents.programs.agent import ProgramAgent
from zermelo.agents.registry import AnyAgent, agent
from zermelo.cli.output import note
from zermelo.engine.agent import Agent, SearchAgent, check_agent, first_turn
from zermelo.errors import AgentError, ZermeloError
from zermelo.files import programs_off
from zermelo.game import Position
from zermelo.play.seats import Seat
from zermelo.play.transcript import PERSON, Transcript


def choose_opponents(against: list[str] | None, level: int | None, seed: int | None) -> list[str]:
    """The opponents that the options name."""
    if level is None:
        return against or []
    if against:
        raise AgentError(f"use either --against or --level {level}, not both")
    return [f"level({level}, seed={secrets.randbelow(1_000_000) if seed is None else seed})"]


def make_opponents(position: Position, against: Sequence[AnyAgent], backend: str | None, people: int = 1) -> list[Agent]:
    """An agent for every seat that is not a person's; none of them shares what it keeps with another."""
    seats = len(position.game.players) - people
    if len(against) > seats:
        count = f"{seats or 'no'} free {'seat' if seats == 1 else 'seats'}"
        raise AgentError(f"{position.game} has {count}, but --against is given {len(against)} times")
    chosen = [agent(each, backend) for each in against] or ([_default_opponent(position, backend)] if seats else [])
    chosen += chosen[-1:] * (seats - len(chosen))
    return [_seated(each) for each in chosen]


def _seated(made: Agent) -> Agent:
    """An agent that keeps what it needs for its own seat, for the moves of one game."""
    if isinstance(made, OwnAgent | ProgramAgent):
        return made.fresh(secrets.randbits(62))
    return made.remembering() if isinstance(made, SearchAgent | AutoAgent) else made


def _default_opponent(position: Position, backend: str | None) -> Agent:
    """The default agent if it can play the game, else random moves."""
    made = DEFAULT.changed(backend=backend)
    if position.over:
        return made
    try:
        check_agent(made, first_turn(position))
    except AgentError as error:
        note(f"{error}, so you play against random moves")
        return agent("random")
    return made


def take_seats(players: int, people: Collection[int], opponents: Sequence[Agent]) -> tuple[Seat, ...]:
    """People on their seats, opponents on the other seats in order."""
    free = iter(opponents)
    agents = [None if player in people else next(free) for player in range(players)]
    return tuple(Seat() if made is None else Seat(str(made), made) for made in agents)


def seats_of(played: Transcript) -> tuple[frozenset[int] | None, list[str]]:
    """The people and the agents of a saved game; (None, []) if a seat has neither a person nor a known agent.

    An agent in a file is not known: nothing that a saved game names is run. Name it with --against.
    """
    agents = [text for text in played.seats if text != PERSON]
    try:
        with programs_off("nothing that a saved game names is run; name the agent with --against"):
            for text in agents:
                agent(text)
    except ZermeloError:
        return None, []
    people = frozenset(player for player, text in enumerate(played.seats) if text == PERSON)
    return (people, agents) if played.seats else (None, [])
