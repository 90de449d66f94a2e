"""Chess engines that speak UCI, the universal chess interface: Stockfish, Ethereal, Lc0 and hundreds of others.

    we send                                          the engine answers
    uci                                              id name ..., option name ..., uciok
    setoption name Hash value 64
    isready                                          readyok
    ucinewgame
    position startpos moves e2e4 e7e5
    go nodes 10000                                   info depth 1 score cp 30 nodes 20 pv g1f3 ..., bestmove g1f3

Every question has all moves of the game, so the engine knows about repetitions. Castling is the move of the king, e1g1. If the question is
cancelled, the engine is told to `stop` and answers at once with the best that it has.
"""

import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from zermelo.agents.asking import Cancelled, Late
from zermelo.agents.programs.agent import ProgramAgent, Running, built_in, for_both
from zermelo.agents.programs.process import Broken, Process
from zermelo.agents.programs.uci_info import Info, read
from zermelo.errors import AgentError, MoveError, nearest
from zermelo.files import check_allowed
from zermelo.game import Position
from zermelo.games.chess.san import uci as squares_only
from zermelo.limit import Limit, memory_size
from zermelo.report import Report, plain
from zermelo.search.cancel import current

SECONDS = 1.0
"""The limit of an engine if users give none."""
_BOUNDS = re.compile(r"^spin\b.*\bmin (-?\d{1,18}) max (-?\d{1,18})\b", re.ASCII)
_STOPS = 1.0
"""Seconds in which an engine must answer after `stop`."""
_SHARE = 0.8
"""The most that a move may take of the time on the clock."""
_OWN = ("elo", "threads", "options")
Value = str | int | float | bool
"""What an option may be set to."""


@dataclass(frozen=True, repr=False)
class UciAgent(ProgramAgent):
    """A chess engine; see the top of this file."""

    elo: int | None = None
    threads: int | None = None
    options: tuple[tuple[str, Value], ...] = ()

    CALLED = "uci"
    LIMITS = ("depth", "nodes", "seconds", "memory")
    OTHERS = ("patience", *_OWN)
    FAREWELL = ("quit",)

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("elo", "threads"):
            value = getattr(self, name)
            if value is not None and (type(value) is not int or not 1 <= value <= 1 << 31):
                raise AgentError(f"{name}={value!r:.60} must be a whole number of at least 1")
        for name, given in self.options:
            text = f"{name}{given}"
            if not isinstance(given, str | int | float) or not isinstance(name, str) or not name or not text.isprintable():
                raise AgentError(f"options: {name!r:.60} must be a name with a number or a text, not {given!r:.60}")

    @property
    def name(self) -> str:
        """What the engine calls itself; empty before it was first asked."""
        return self.running.name

    def arguments(self) -> dict[str, Any]:
        own: dict[str, Any] = {"elo": self.elo, "threads": self.threads, "options": dict(self.options) or None}
        return super().arguments() | {name: value for name, value in own.items() if value is not None}

    def changed(self, **parameters: Any) -> ProgramAgent:
        own = {name: value for name, value in parameters.items() if name in _OWN}
        if "options" in own:
            own["options"] = _pairs(own["options"])
        others = {name: value for name, value in parameters.items() if name not in _OWN}
        if others.get("memory") is not None:
            others["memory"] = memory_size(others["memory"])
        return replace(self, running=Running(), **own) if not others else replace(super().changed(**others), **own)

    def check_game(self, position: Position) -> None:
        if built_in(position.game) not in ("chess", "chess960"):
            raise AgentError(
                f"uci is for chess engines and does not play {position.game}; command(...) asks a program about any game"
            )

    # Before the first move

    def introduce(self, process: Process, position: Position) -> None:
        deadline = self.deadline(position)
        process.tell("uci")
        known: dict[str, str] = {}
        while (text := _line(process, deadline)) != "uciok":
            if text.startswith("id name "):
                self.running.name = text.removeprefix("id name ").strip()
            elif text.startswith("option name "):
                option, _, kind = text.removeprefix("option name ").partition(" type ")
                known[option.strip()] = kind
        shuffled = {"UCI_Chess960": True} if built_in(position.game) == "chess960" else {}
        for option, value in (self._wanted() | shuffled).items():
            process.tell(self._setting(known, option, value))
        process.tell("ucinewgame", "isready")
        while _line(process, deadline) != "readyok":
            pass

    def _wanted(self) -> dict[str, Value]:
        """The options to set, as engines call them."""
        memory = None if self.limit.memory is None else max(1, self.limit.memory >> 20)
        strength = {} if self.elo is None else {"UCI_LimitStrength": True, "UCI_Elo": self.elo}
        usual = {"Hash": memory, "Threads": self.threads}
        return {name: value for name, value in usual.items() if value is not None} | strength | dict(self.options)

    def _setting(self, known: Mapping[str, str], option: str, value: Value) -> str:
        """The line that sets an option, if the engine has it and the number is within its bounds."""
        name = next((each for each in known if each.lower() == option.lower()), None)
        if name is None:
            raise AgentError(f"{self}: {self.name or 'the engine'} has no option `{option}`.{nearest(option, known)}")
        bounds = _BOUNDS.search(known[name])
        if bounds is not None and not isinstance(value, str) and not int(bounds[1]) <= value <= int(bounds[2]):
            raise AgentError(f"{self}: {name} must be a number from {bounds[1]} to {bounds[2]}, not {value}")
        return f"setoption name {name} value {str(value).lower() if isinstance(value, bool) else value}"

    # Moves

    def ask(self, process: Process, position: Position) -> Iterator[Report]:
        deadline, started = self.deadline(position), time.perf_counter()
        process.tell(_position(position), self._go(position))
        found, shown, stopped = Info(), Info(), None
        while True:
            try:
                words = _line(process, deadline, stopped is None).split()
            except Cancelled:
                scope = current()
                stopped = scope.reason if scope is not None else "stop"
                process.tell("stop")
                deadline = time.monotonic() + _STOPS
                continue
            except Late:
                if stopped is not None:
                    raise Cancelled from None
                raise
            if words[:1] == ["bestmove"]:
                break
            if words[:1] == ["info"]:
                found = read(words).after(found)
                if found.line and found.depth != shown.depth and found.line[0] != "0000":
                    shown = found
                    yield self._found(position, found.line[0], found, started, None)
        if len(words) < 2 or words[1] in ("(none)", "0000"):
            raise Broken("found no move")
        yield self._found(position, words[1], found, started, stopped)

    def _go(self, position: Position) -> str:
        """The question, with all limits."""
        limit, parts = self.limit, ["go"]
        parts += [] if limit.depth is None else [f"depth {limit.depth}"]
        parts += [] if limit.nodes is None else [f"nodes {limit.nodes}"]
        if self.left and limit.seconds is None:
            for colour, seconds in zip("wb", self.left, strict=True):
                parts += [f"{colour}time {_milliseconds(seconds)}"]
            if self.increment > 0:
                parts += [f"{colour}inc {_milliseconds(self.increment)}" for colour in "wb"]
        elif (most := self.seconds()) is not None:
            parts += [f"movetime {_milliseconds(min(most, _SHARE * self.left[position.player]) if self.left else most)}"]
        return " ".join(parts)

    def seconds(self) -> float | None:
        limited = self.limit.depth or self.limit.nodes or self.limit.seconds or self.left
        return self.limit.seconds if limited else SECONDS

    def _found(self, position: Position, best: str, info: Info, started: float, stopped: str | None) -> Report:
        first = self.move(position, best)
        line = _named(position, info.line) if info.line[:1] == (best,) else (position.name(first),)
        value = None if info.score is None else info.score.value
        known: dict[str, Any] = {"depth": info.depth or 0, "nodes": info.nodes or 1, "stopped": stopped}
        if info.score is not None and value is not None:
            known |= {"value": plain(value), "values": for_both(position, value), "score": info.score, "plies": info.score.plies}
        return self.report(position, line, started, **known)


def _line(process: Process, deadline: float, cancels: bool = True) -> str:
    """A line of an engine, whose author may write their name in any encoding."""
    return process.line(deadline, cancels).decode(errors="replace").strip()


def _position(position: Position) -> str:
    """The line that tells the whole game."""
    line = position.line()
    first = line[0]
    usual = built_in(first.game) == "chess" and first == first.game.start()
    begin = "startpos" if usual else f"fen {first.game.fen(first.state)}"  # type: ignore[attr-defined]
    moves = [squares_only(after.move) for after in line[1:] if after.move is not None]
    return " ".join(["position", begin, *(["moves", *moves] if moves else [])])


def _named(position: Position, line: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the moves of a line, as far as they are legal."""
    names: list[str] = []
    for text in line:
        try:
            move = position.parse(text)
        except MoveError:
            break
        names.append(position.name(move))
        position = position.advance(move)
    return tuple(names)


def _milliseconds(seconds: float) -> int:
    return max(1, round(1000 * seconds))


def _pairs(options: Mapping[str, Value] | None) -> tuple[tuple[str, Value], ...]:
    if options is not None and not isinstance(options, Mapping):
        raise AgentError(f"options={options!r:.60} must be a dictionary, such as {{'Skill Level': 3}}")
    return tuple((options or {}).items())


def uci(
    program: str,
    nodes: int | None = None,
    seconds: float | None = None,
    depth: int | None = None,
    elo: int | None = None,
    memory: str | int | None = None,
    threads: int | None = None,
    options: Mapping[str, Value] | None = None,
    patience: float | None = None,
) -> UciAgent:
    """Asks a chess engine that speaks UCI, such as `uci("stockfish", nodes=10000)` or `uci("stockfish", elo=1700, seconds=0.1)`.

    Without a limit it searches for one second. `elo` makes an engine play weaker if it has the options UCI_LimitStrength and UCI_Elo, `memory` and
    `threads` are its options Hash and Threads, and `options={"Skill Level": 3}` sets any other. `patience` says after how many seconds
    without an answer it is ended.
    """
    check_allowed(programs=True)
    size = None if memory is None else memory_size(memory)
    limit = Limit(depth=depth, nodes=nodes, seconds=seconds, memory=size)
    return UciAgent(program, limit, patience, elo=elo, threads=threads, options=_pairs(options))
