"""What the service answers: a request becomes a position and an agent, and these become plain values for JSON.

Nothing here knows of HTTP. Everything runs in a thread of a lane (`lanes`), where files are off and time is limited.
"""

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from zermelo.agents.auto import DEFAULT, AutoAgent
from zermelo.agents.levels import LevelAgent
from zermelo.engine import Agent, SearchAgent, check_agent, open_backend
from zermelo.errors import GameError, LimitError, MoveError, PositionError
from zermelo.game import CHANCE, Game, Position
from zermelo.game.calls import make, parse_call
from zermelo.game.constants import HEURISTICS
from zermelo.game.listing import row
from zermelo.games import catalog
from zermelo.hosting.limits import Limits, forgetful, is_brief, make_within_limits
from zermelo.report import Report
from zermelo.service.asked import Asked
from zermelo.service.lanes import Job

_KEPT_POSITIONS, _KEPT_AGENTS, _KEPT_GAMES = 512, 256, 64
_LONG = 300
"""A line of more moves is not kept: its positions would take too much memory."""
_SIGHT = 3
"""A client who plays sends the line of its last request and a few moves more: so many are looked for."""
_MOST_REPLIES = 200
"""Moves of agents in one answer; a player who is out of the game would else see the rest of it at once."""


class Kept:
    """A dictionary of a fixed size for several threads: what was used last stays."""

    def __init__(self, most: int) -> None:
        self.most, self._found, self._lock = most, OrderedDict[Any, Any](), threading.Lock()

    def get(self, key: Any) -> Any:
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
            return self._found.get(key)

    def put(self, key: Any, value: Any) -> None:
        with self._lock:
            self._found[key] = value
            self._found.move_to_end(key)
            while len(self._found) > self.most:
                self._found.popitem(last=False)

    def __len__(self) -> int:
        return len(self._found)


class Player(NamedTuple):
    """An agent of a request."""

    agent: Agent
    brief: bool
    """Whether it moves within a moment."""


class Answers:
    """What one server answers, within the limits of its owner."""

    def __init__(self, limits: Limits, own: Sequence[Game] = ()) -> None:
        self.limits = limits
        self.own: dict[str, type[Game]] = {}
        """The games that the owner offers, besides the built-in ones."""
        for game in own:
            title = type(game).title()
            if title in catalog() or title in self.own:
                raise GameError(f"two games are called `{title}`; rename the class of one of them")
            self.own[title] = type(game)
        self._games, self._agents, self._positions = Kept(_KEPT_GAMES), Kept(_KEPT_AGENTS), Kept(_KEPT_POSITIONS)

    def games(self) -> dict[str, Any]:
        return {"games": [row(name, game) for name, game in sorted({**catalog(), **self.own}.items())]}

    # What is asked about

    def game(self, text: str) -> Game:
        own = self.own.get(text.partition("(")[0].strip().lower())
        if own is None:
            return self.limits.game(text)
        found: Game | None = self._games.get(text)
        if found is None:
            call = parse_call(text, GameError)
            found = make_within_limits(lambda: make(call, own, GameError), f"`{text}`")
            self.limits.check_size(found)
            self._games.put(text, found)
        return found

    def position(self, asked: Asked) -> Position:
        """The position that a request is about."""
        game, moves = self.game(asked.game), asked.moves
        start = (asked.game, asked.position or "")
        for known in range(len(moves), max(len(moves) - _SIGHT, 0) - 1, -1):
            here: Position | None = self._positions.get((*start, moves[:known]))
            if here is not None:
                break
        else:
            here, known = self.limits.position(game, asked.position or ""), 0
        for number, name in enumerate(moves[known:], known + 1):
            try:
                here = here.advance(here.parse(name))
            except MoveError as error:
                raise MoveError(f"move {number} of {len(moves)}: {error}") from None
        if len(moves) <= _LONG:
            self._positions.put((*start, moves), here)
        return here

    def known_player(self, asked: Asked) -> Player | None:
        """The agent of a request, if it needs no work to find it."""
        if asked.agent is None:
            return Player(DEFAULT if asked.seconds is None else DEFAULT.changed(seconds=self.seconds(asked)), False)
        found: Player | None = self._agents.get(asked.agent)
        return found

    def player(self, asked: Asked) -> Player:
        found = self.known_player(asked)
        if found is None:
            assert asked.agent is not None
            made = forgetful(self.limits.checked_agent(asked.agent))
            found = Player(made, is_brief(made))
            if isinstance(
                made, SearchAgent | AutoAgent | LevelAgent
            ):  # others may remember a game, which is not the next client's
                self._agents.put(asked.agent, found)
        return found

    def seconds(self, asked: Asked) -> float:
        """The time of a search."""
        most = self.limits.seconds
        if asked.seconds is not None and asked.seconds > most:
            raise LimitError(f"`seconds` {asked.seconds:g} is more than this service gives to one search: {most:g}")
        return most if asked.seconds is None else asked.seconds

    # What is answered

    def moves(self, asked: Asked) -> dict[str, Any]:
        here = self.position(asked)
        _refuse_secrets(here, asked)
        return described(here, asked)

    def best(self, asked: Asked, agent: Agent, job: Job) -> dict[str, Any]:
        *_, last = self.reports(asked, agent, job)
        return last.to_json()

    def reports(self, asked: Asked, agent: Agent, job: Job) -> Iterator[Report]:
        """What an agent finds, as it searches."""
        here = self.position(asked)
        _refuse(here)
        check_agent(agent, here)
        yield from _searched(agent, here, job, self.seconds(asked))

    def play(self, asked: Asked, agent: Agent | None, job: Job) -> dict[str, Any]:
        """A player moves, chance and the agent answer; or the agent moves alone."""
        began, most = time.monotonic(), self.seconds(asked)
        seed = secrets.randbits(48) if asked.seed is None else asked.seed
        here = self.position(asked)
        _refuse_secrets(here, asked)
        if agent is not None and not here.over:
            check_agent(agent, here)
        before, mover, last = len(here.line()), None, None
        if asked.move is not None:
            if here.player == CHANCE and not here.over:
                raise MoveError("chance is to move, not a player: ask without `move`, and the server draws its outcome")
            mover = here.player
            here = here.advance(here.parse(asked.move))
        here = _settled(here, seed)
        for turn in range(_MOST_REPLIES if agent is not None else 0):
            late = turn > 0 and time.monotonic() - began >= most
            if here.over or here.player == mover or (mover is None and turn > 0) or late or job.ended:
                break
            assert agent is not None
            *_, last = _searched(agent, here, job, most)
            here = _settled(here.advance(here.parse(last.move)), seed)
        self._keep(asked, here)
        played = list(here.history[before - 1 :])
        report = None if last is None else last.to_json()
        return {**described(here, asked), "played": played, "report": report, "seed": seed}

    def _keep(self, asked: Asked, here: Position) -> None:
        """The client will ask about this position next."""
        history = here.history
        if len(history) <= _LONG:
            self._positions.put((asked.game, asked.position or "", history), here)


def described(here: Position, asked: Asked) -> dict[str, Any]:
    """A position, for JSON."""
    outcome, chance = here.outcome, here.player == CHANCE and not here.over
    return {
        "game": str(here.game),
        "players": list(here.game.players),
        "moves": list(here.history),
        "position": str(here),
        "player": None if here.over or chance else here.player,
        "turn": None if here.over else here.turn,
        "legal": list(here.moves),
        **({"chances": {here.name(move): share for move, share in here.chances}} if chance else {}),
        "over": here.over,
        "result": here.result,
        "outcome": None if outcome is None else outcome.to_json(),
        **({"svg": here._repr_svg_()} if asked.svg else {}),
    }


def _refuse(here: Position) -> None:
    """Refuse to search where no player is to move."""
    if here.over:
        raise PositionError(f"the game is over ({here.result}): there is no move to look for")
    if here.player == CHANCE:
        raise PositionError(
            "chance is to move, not a player: add one of the outcomes in `legal` to `moves`, or let /play draw it"
        )


def _searched(agent: Agent, here: Position, job: Job, seconds: float) -> Iterator[Report]:
    """The reports of an agent; its time begins when the rules are compiled."""
    open_backend(here.game, None, tuple(name for name in HEURISTICS if here.game.defines(name)))
    job.start_clock(seconds)
    yield from agent.reports(here)


def _refuse_secrets(here: Position, asked: Asked) -> None:
    """Refuse to show a whole game that hides something, unless the client knows."""
    if here.game.hides and not asked.open:
        raise GameError(
            f"{here.game} hides something from its players, but the answer has all moves and the whole board, because the server keeps no games: "
            'send "open": true if your program shows people only what they may see'
        )


def _settled(here: Position, seed: int) -> Position:
    """The position after chance has moved, as often as it is to move."""
    while not here.over and here.player == CHANCE:
        here = here.roll(seed)
    return here
