"""SWI-Prolog as a child process, and what it said about positions.

One child answers for all games of one program in this process; it is started when it is first asked, and again after it has failed. What a program says is
checked on its way: it may loop, fill the memory, raise errors, call halt, print and read. All of that becomes one sentence that names
the goal, and a child that does not answer is ended. Prolog itself stops a goal after `PATIENCE` seconds; if even that fails,
because the program catches the exception or sleeps, we stop waiting a second later.
"""

import os
import shutil
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TypeVar
from weakref import WeakValueDictionary

from zermelo.errors import GameError, PositionError, RuleError
from zermelo.files import check_allowed
from zermelo.game import watchdog
from zermelo.game.child_process import Broken, ChildProcess, Late

SERVER = Path(__file__).with_name("prolog_server.pl")
MISSING = "games in Prolog need SWI-Prolog: install it (Debian: apt-get install swi-prolog, macOS: brew install swi-prolog)"
MAX_WORTH = 1e8
"""Larger values would look like proven wins."""
LOADING = 10.0
"""Seconds in which a file must be loaded."""
_SPARE = 1.0
"""Seconds that a child has to answer after Prolog's own time limit has passed."""
_STACK, _MEMORY = "512m", 2 << 20
"""Memory that Prolog's stacks may take, and all of Prolog in kilobytes."""
_WITHIN = f'ulimit -v {_MEMORY} 2>/dev/null; exec "$0" "$@"'
_MOST_CHILDREN = 8
"""Children that wait at the same time; the one that was asked least recently ends, and is started again when it is needed."""
_REMEMBERED = 1 << 16
"""Positions whose facts are remembered."""
_Known = TypeVar("_Known")
_FIELD = "\x1f"
_TOLD = 80


@dataclass(frozen=True)
class Program:
    """The text of a program when its file was read, with the files that are loaded after it."""

    files: tuple[tuple[str, str], ...]
    """Whole path and text of each."""

    @property
    def names(self) -> list[str]:
        return [Path(path).name for path, _ in self.files]

    @property
    def name(self) -> str:
        return self.names[0]


@dataclass(frozen=True)
class Facts:
    """What Prolog says about a position."""

    text: str
    """The position as Prolog writes it."""
    turn: int
    successors: tuple[str, ...] = ()
    """Empty where the game is over."""
    value: float = 0.0
    """The value for MAX where the game is over."""


class PrologProcess(ChildProcess):
    """A running SWI-Prolog that waits for questions."""

    error = GameError

    def __init__(self, folder: str) -> None:
        check_allowed(programs=True)
        program = shutil.which("swipl")
        if program is None or os.name != "posix":
            raise GameError(MISSING)
        options = ["-q", "-f", "none", f"--stack-limit={_STACK}", "-g", "zermelo_serve", "-t", "halt", str(SERVER)]
        super().__init__(["swipl", "-c", _WITHIN, program, *options], "/bin/sh", folder if os.path.isdir(folder) else None)

    def ask(self, question: str, seconds: float) -> list[str]:
        """The fields of an answer; Late and Broken if there is none."""
        watchdog.extend(seconds + _SPARE)
        self.tell(f"{question}.")
        return self.line(time.monotonic() + seconds).decode(errors="replace").split(_FIELD)


class Session:
    """Conversation with the Prolog of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.defined: frozenset[str] = frozenset()
        """The predicates of the interface that it has, such as "moves/2"."""
        self._process: PrologProcess | None = None
        self._owner = os.getpid()
        self._asked = 0.0
        """When a question was last asked."""
        self._lock = threading.RLock()
        self._facts: OrderedDict[str, Facts] = OrderedDict()
        self._values: OrderedDict[str, float | None] = OrderedDict()
        self._names: OrderedDict[str, tuple[str, ...]] = OrderedDict()

    @property
    def is_ours(self) -> bool:
        """Whether it was opened in this process, not in the one that this one is a copy of."""
        return self._owner == os.getpid()

    # Questions

    def facts(self, text: str) -> Facts:
        """All about a position: who is on turn, and its successors or its value."""
        found = self._facts.get(text)
        if found is None:
            written, turn, what, *rest = self.ask("facts", text)
            on_turn = int(turn) if turn != "none" else 0
            if what == "moves" and turn == "none":
                raise RuleError(
                    f"{self.program.name}: neither max_to_move({shortly(written)}) nor min_to_move holds; one of them must"
                )
            if what == "moves":
                found = Facts(written, on_turn, tuple(rest))
            else:
                found = Facts(written, on_turn, (), self.number(rest[0], f"the value of {shortly(written)}"))
            _remember(self._facts, text, found)
        return found

    def value(self, text: str) -> float | None:
        """What `staticval` says of a position; None if it fails."""
        if text not in self._values:
            fields = self.ask("value", text)
            _remember(self._values, text, self.number(fields[0], f"the value of {shortly(text)}") if fields else None)
        return self._values[text]

    def names(self, text: str) -> tuple[str, ...]:
        """What the program calls the moves of a position; empty names if it has no `move_name`."""
        found = self._names.get(text)
        if found is None:
            found = tuple(self.ask("names", text)) if "move_name/3" in self.defined else ("",) * len(self.facts(text).successors)
            _remember(self._names, text, found)
        return found

    def number(self, text: str, what: str) -> float:
        """A number that Prolog wrote, a fraction or a float."""
        try:
            value = float(Fraction(text)) if "/" in text else float(text)
        except (ValueError, OverflowError):
            value = float("nan")
        if not abs(value) < MAX_WORTH:
            raise RuleError(
                f"{self.program.name}: {what} is {text.removesuffix('/1')[:_TOLD]}; values must lie between -1e8 and 1e8"
            )
        return value

    def ask(self, question: str, text: str | None, *more: str | int, before: str = "", seconds: float = 0.0) -> list[str]:
        """The fields of an answer about a position, or about the whole program; every failure is one sentence."""
        seconds = seconds or watchdog.PATIENCE
        given = [before, "" if text is None else quoted(text), *map(str, more), f"{seconds:g}"]
        asked = f"{question}({', '.join(each for each in given if each)})"
        with self._lock:
            self._asked = time.monotonic()
            fields = self._exchange(asked, seconds + _SPARE, question, text)
        if fields[0] != "ok":
            if fields[1] == "time" or any("does it" in each for each in fields[1:]):
                self.end()  # a goal that was stopped may leave threads and much memory behind
            raise self._wrong(fields[1:], seconds)
        return fields[1:]

    # The child

    def start(self) -> None:
        """Start Prolog and load the program, unless it runs already; GameError if the program cannot be loaded."""
        with self._lock:
            if self.runs:
                return
            self._process = PrologProcess(os.path.dirname(self.program.files[0][0]))
            for path, source in self.program.files:
                fields = self._exchange(f"load({quoted(path)}, {quoted(source)})", LOADING, "load", None)
                if fields[0] != "ok":
                    self.end()
                    raise GameError(f"{Path(path).name}{', ' if fields[-1].startswith('line ') else ': '}{fields[-1]}")
            self.defined = frozenset(self._exchange("interface", LOADING, "load", None)[1:])
            self._asked = time.monotonic()
        _end_idle()

    @property
    def runs(self) -> bool:
        """Whether its child is alive and ours."""
        return self._process is not None and self._process.is_ours

    def end_if_idle(self) -> None:
        """End the child, unless it is being asked."""
        if self._lock.acquire(blocking=False):
            try:
                self.end()
            finally:
                self._lock.release()

    def end(self) -> None:
        """End the child; the next question starts another one."""
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def _exchange(self, asked: str, seconds: float, question: str, text: str | None) -> list[str]:
        if question != "load":
            self.start()
        assert self._process is not None
        try:
            return self._process.ask(asked, seconds)
        except Late:
            self.end()
            raise self._silent(
                question, text, f"did not answer within {seconds:g} s and was ended; does it loop for ever?"
            ) from None
        except Broken as broken:
            self.end()
            hint = "; does the program call halt?" if "exit code 0" in str(broken) else ""
            raise self._silent(question, text, f"{broken}{hint}") from None
        except BaseException:  # the answer that is under way would be taken for the next one
            self.end()
            raise

    def _silent(self, question: str, text: str | None, why: str) -> GameError | RuleError:
        name = self.program.name
        if question == "load":
            return GameError(f"{name}: while the file was loaded, Prolog {why}")
        where = "" if text is None else f" when it was asked about {shortly(text)}"
        return RuleError(f"{name}: Prolog {why}" if not where else f"{name}:{where}, Prolog {why}")

    def _wrong(self, told: Sequence[str], seconds: float) -> PositionError | RuleError:
        """The sentence for what Prolog complains about."""
        kind, *words = told
        name = self.program.name
        if kind == "text":
            return PositionError(f"the text is not a position of {name}: {words[0][:1].lower()}{words[0][1:]}")
        if kind == "goal":
            goal, what, hint = words
            what = what.replace("in time;", f"within {seconds:g} s;")
            return RuleError(f"{name}: {goal} {what}{f'; {hint}' if hint else ''}")
        if kind == "time":
            return RuleError(
                f"{name}: the search in Prolog did not end within {seconds:g} s; give it more --seconds, or a --depth"
            )
        return RuleError(f"{name}: {' '.join(words)}")


_sessions: WeakValueDictionary[tuple[int, Program], Session] = WeakValueDictionary()


def session(program: Program) -> Session:
    """The conversation with a program in this process; it ends when no game needs it any more."""
    check_allowed(programs=True)
    key = (os.getpid(), program)
    found = _sessions.get(key)
    if found is None:
        found = _sessions.setdefault(key, Session(program))
    return found


def _end_idle() -> None:
    """End the children that were asked least recently, if there are many."""
    running = sorted((each for each in list(_sessions.values()) if each.runs), key=lambda each: each._asked)
    for each in running[:-_MOST_CHILDREN]:
        each.end_if_idle()


def quoted(text: str) -> str:
    r"""A text as an atom that Prolog reads.

    >>> print(quoted("it's"))
    'it\x27\s'
    """
    plain = "".join(each if each.isalnum() or each in " ()[]{},.:;+-*/=<>_" else f"\\x{ord(each):x}\\" for each in text)
    return f"'{plain}'"


def shortly(text: str) -> str:
    """A position for a sentence."""
    return text if len(text) <= _TOLD else f"{text[:_TOLD]}..."


def _remember(known: OrderedDict[str, _Known], key: str, value: _Known) -> None:
    """Keep an answer; the one that was kept longest makes room."""
    known[key] = value
    if len(known) > _REMEMBERED:
        known.popitem(last=False)
