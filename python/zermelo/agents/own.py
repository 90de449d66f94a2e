"""Agents of your own: a function from a position to a move, or an object that can be called like one.

    def center(position):                       an agent
        return "b2" if "b2" in position.moves else position.moves[0]

    class Center:                               an agent with parameters, and with a memory of its own
        def __init__(self, depth=3): ...
        def __call__(self, position): ...

The answer is a move: its name, its number, the position after it, or a report. An agent may also yield answers, better and better ones: the
last one in its time counts. Any other answer is an error of one sentence that names the agent, the position, and what an agent should answer.

*What it keeps.* A class makes a new object for every game and for every seat. An object is copied for them, unless it has a method `fresh(seed)`
that returns an agent for a new game. So nothing goes from one game or seat to another. A function is the same everywhere.

*What it is called with.* Besides the position it gets what its parameters ask for by name: `limit` is a `Limit`, by default one second;
`seconds`, `depth`, `nodes` and `playouts` are the limits that users give; `seed` is a number for random numbers, different in every game
and position, and the same when a match is repeated.

*What it sees.* In a game that hides something the position is what the player to move sees of it (`engine/seen.py`), unless the agent plays as
`cheat(...)`. Its seed follows from that too.

*How long it may take.* 60 seconds for a move, or longer if its limit is; an attribute `patience` of the function or class says otherwise.
"""

from __future__ import annotations

import copy
import inspect
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

import zermelo.game.loading as loading
from zermelo.agents.asking import Cancelled, Late, ask
from zermelo.agents.own_answers import ANSWERS, place, report_of
from zermelo.agents.unsearched import UnsearchedAgent
from zermelo.engine.requirements import check_turn
from zermelo.engine.seen import seen_by_mover
from zermelo.errors import AgentError, AgentWarning, CompileError, RuleError
from zermelo.game import Position, Random
from zermelo.game.places import place_of
from zermelo.limit import Limit
from zermelo.report import Report

PATIENCE = 60.0
"""Seconds for a move, unless the agent says otherwise."""
SECONDS = 1.0
"""The limit of an agent that asks for one if users give none."""
_LIMITS = ("depth", "nodes", "playouts", "seconds")
_REQUIRED = inspect.Parameter.empty
_END = object()


@dataclass(frozen=True, repr=False)
class OwnAgent(UnsearchedAgent):
    """An agent that a user has written; see the top of this file. `own` makes one."""

    target: Any
    """The function, the object, or the class whose objects are called."""
    called: str
    """Its name, as users write it."""
    args: tuple[Any, ...] = ()
    given: tuple[tuple[str, Any], ...] = ()
    """What users gave by name: for a class when an object is made, for a function in each call."""
    limit: Limit = Limit()  # noqa: RUF009  (frozen)
    seed: int = 1
    source: tuple[str, str, str] | None = None
    """Module, file and name of a target in a user's file."""
    told: set[str] = field(default_factory=set, compare=False)
    """What users were told already; all copies share it."""

    # What is called

    @property
    def makes_objects(self) -> bool:
        return inspect.isclass(self.target)

    @cached_property
    def player(self) -> Any:
        """What is called with positions: the function or object, or a new object of the class."""
        if not self.makes_objects:
            return self.target
        given = dict(self.given)
        if "seed" in _named(_parameters(self.target, len(self.args))):
            given.setdefault("seed", self.seed)
        made = self._ask("when it was made", partial(self.target, *self.args, **given))
        return made.fresh(self.seed) if hasattr(made, "fresh") else made

    def fresh(self, seed: int) -> OwnAgent:
        """The agent for a new game: with a new object of its class, or a copy of its object."""
        try:
            target = (
                self.target.fresh(seed)
                if not self.makes_objects and hasattr(self.target, "fresh")
                else copy.deepcopy(self.target)
            )
        except Exception as error:
            raise AgentError(
                f"{self} cannot be copied for a new game ({type(error).__name__}: {error}); "
                "give it a method `fresh(seed)` that returns an agent for a new game"
            ) from error
        return replace(self, target=target, seed=seed)

    def check(self, position: Position) -> None:
        """Refuse a function that cannot be called with a position alone, and what the agent itself refuses."""
        position = seen_by_mover(position)
        self._arguments(position)
        refuses = getattr(self.player, "check", None)
        if callable(refuses):
            try:
                self._ask(place(position), partial(refuses, position))
            except AgentError as error:
                raise error.__cause__ if isinstance(error.__cause__, AgentError) else error from None

    # Limits

    @property
    def wants(self) -> dict[str, inspect.Parameter]:
        """The parameters of the function besides the position."""
        if hasattr(self.target, "reports"):  # it is called with a position alone, as all agents are
            return {}
        return _named(_parameters(self.target.__call__, 2) if self.makes_objects else _parameters(self.target, 1))

    def takes(self, parameter: str) -> bool:
        """Whether users may give it this limit."""
        return parameter in _LIMITS and ("limit" in self.wants or parameter in self.wants or parameter in self._of_class)

    @property
    def _of_class(self) -> dict[str, inspect.Parameter]:
        return _named(_parameters(self.target, 0)) if self.makes_objects else {}

    def changed(self, **parameters: Any) -> OwnAgent:
        """The same agent with other limits, by name."""
        for name in parameters:
            if not self.takes(name):
                raise AgentError(f"{self} takes no `{name}`: it has neither a parameter `{name}` nor a parameter `limit`")
        to_make = {name: value for name, value in parameters.items() if name not in self.wants and "limit" not in self.wants}
        given = tuple((dict(self.given) | to_make).items())
        return replace(self, limit=replace(self.limit, **parameters), given=given)

    def within(self, seconds: float) -> OwnAgent:
        """The same agent in the middle of a game, with at most so many seconds for a move, if it asks for a limit."""
        if "limit" not in self.wants and "seconds" not in self.wants:
            return self
        made = replace(self, limit=replace(self.limit, seconds=min(seconds, self.limit.seconds or seconds)))
        made.__dict__["player"] = self.player  # it goes on with what it keeps
        return made

    def _arguments(self, position: Position) -> dict[str, Any]:
        """What the function gets besides the position."""
        wants, limits = self.wants, {name: getattr(self.limit, name) for name in _LIMITS if getattr(self.limit, name) is not None}
        found: dict[str, Any] = {name: value for name, value in limits.items() if name in wants}
        if "limit" in wants:
            found["limit"] = self.limit if limits else Limit(seconds=SECONDS)
        if "seconds" in wants and wants["seconds"].default is _REQUIRED:
            found.setdefault("seconds", SECONDS)
        if "seed" in wants:
            found["seed"] = Random(self.seed ^ position.stamp).bits() >> 1
        found |= {} if self.makes_objects else dict(self.given)
        for name, parameter in wants.items():
            if parameter.default is _REQUIRED and name not in found:
                raise AgentError(
                    f"{self} needs `{name}` besides the position: give it a default, or write {self.called}({name}=...)"
                )
        return found

    # Answers

    def reports(self, position: Position, tree: int = 0) -> Iterator[Report]:
        """Its answers as reports; none if it is cancelled before the first."""
        if tree and not hasattr(self.player, "reports"):
            raise AgentError(f"{self} shows no tree; choose an agent that searches, such as alphabeta(depth=3)")
        check_turn(position)
        seen, started, last = seen_by_mover(position), time.perf_counter(), None
        try:
            for answer in self._answers(seen, tree):
                took = time.perf_counter() - started
                last = replace(report_of(self, seen, answer, took), root=position.state.pack())
                yield last
        except Cancelled:
            return
        if last is None:
            raise AgentError(f"{self} yielded nothing {place(seen)}, but {ANSWERS}")

    def __call__(self, position: Position) -> Report:
        last = None
        for last in self.reports(position):  # noqa: B007  (the last one counts)
            pass
        if last is None:
            raise AgentError(f"{self} was stopped before it answered {place(seen_by_mover(position))}")
        return last

    def _answers(self, position: Position, tree: int) -> Iterator[Any]:
        """What it answers, or what it yields until its time is up."""
        where, started = place(position), time.monotonic()
        if hasattr(self.player, "reports"):
            answer = self._ask(where, lambda: self.player.reports(position, tree) if tree else self.player.reports(position))
        else:
            answer = self._ask(where, partial(self.player, position, **self._arguments(position)))
        if not isinstance(answer, Iterator):
            yield answer
            return
        timed = not hasattr(self.player, "reports")  # other agents keep to their own limits
        ends: float | None = None
        while ends is None or time.monotonic() < ends:
            try:
                each = self._ask(
                    where, partial(next, answer, _END), None if ends is None else max(0.001, ends - time.monotonic())
                )
            except Late:
                return
            if each is _END:
                return
            yield each
            ends = started + (self.limit.seconds or SECONDS) if timed else None

    @property
    def patience(self) -> float:
        """Seconds for a move."""
        own = getattr(self.target, "patience", None)
        if isinstance(own, int | float) and not isinstance(own, bool) and own > 0:
            return float(own)
        return max(PATIENCE, 2 * (self.limit.seconds or 0) + 10)

    def _ask(self, where: str, function: Callable[[], Any], seconds: float | None = None) -> Any:
        """The answer of users' code; every failure is an AgentError that says where. With `seconds`, no answer in time is Late."""
        most = self.patience if seconds is None else seconds
        try:
            answer, printed = ask(most, function)
        except Late:
            if seconds is not None:
                raise
            problem = (
                f"did not answer within {most:g} s {where}; does it loop for ever? An attribute `patience` gives it more seconds"
            )
            raise AgentError(f"{self} {problem}") from None
        except (RuleError, CompileError, Cancelled):
            raise
        except (Exception, SystemExit) as error:
            words = f": {error}" if str(error) else ""
            place = place_of(error)
            raised = f"raised {type(error).__name__}{words}{f' ({place})' if place else ''} {where}"
            raise AgentError(f"{self} {raised}, but {ANSWERS}".replace("\n", " ")) from error
        if printed and "printed" not in self.told:
            self.told.add("printed")
            shown = printed.strip().partition("\n")[0][:60]
            warnings.warn(
                AgentWarning(f"{self} printed `{shown}` {where}, which is not shown; print to sys.stderr to see it"), stacklevel=2
            )
        return answer

    def __str__(self) -> str:
        return self.called

    def __reduce__(self) -> tuple[Any, ...]:
        """What is in a user's file is found there again; the objects of a class are made anew."""
        source = self.source or loading.origin(self.target)
        target = None if source is not None else self.target
        return _restored, (source, target, self.called, self.args, self.given, self.limit, self.seed)


def own(
    target: Any,
    called: str = "",
    args: tuple[Any, ...] = (),
    given: dict[str, Any] | None = None,
    source: tuple[str, str, str] | None = None,
) -> OwnAgent:
    """The agent that calls a function or an object, or objects of a class; raises AgentError if it cannot be one.

    `args` and `given` are the parameters of a class, `given` also those of a function besides the position.

    >>> from zermelo import find
    >>> own(lambda position: position.moves[-1])(find("tictactoe").start()).move
    'c3'
    """
    name = called or name_of(target)
    if not is_called(target if inspect.isclass(target) else type(target)):
        kind = "a class whose objects cannot be called" if inspect.isclass(target) else f"of type {type(target).__name__}"
        raise AgentError(
            f"`{name}` is {kind}: an agent is a text, a function of a position, or a class with `__call__(self, position)`"
        )
    made = OwnAgent(target, name, args, tuple((given or {}).items()), source=source)
    if args and not made.makes_objects:
        raise AgentError(f"{name} takes the position first; give its other parameters by name, as in {name}(depth=3)")
    for word in () if made.makes_objects else given or ():
        if word not in made.wants:
            known = ", ".join(made.wants) or "none"
            raise AgentError(f"{name} has no parameter `{word}` besides the position: its parameters are {known}")
    return made


def name_of(target: Any) -> str:
    """What people call a function, a class or an object.

    >>> name_of(len), name_of(lambda position: 0), name_of(partial(max, key=len))
    ('len', 'lambda', 'max')
    """
    if isinstance(target, partial):
        return name_of(target.func)
    found = getattr(target, "__name__", None)
    if isinstance(found, str):
        return "lambda" if found == "<lambda>" else found
    return type(target).__name__ if not _has_own_text(type(target)) else str(target).partition("\n")[0][:60]


def _has_own_text(cls: type) -> bool:
    return any("__str__" in vars(base) or "__repr__" in vars(base) for base in cls.__mro__[:-1])


def is_called(cls: type) -> bool:
    """Whether objects of a class can be called, or report."""
    return any(name in vars(base) for base in cls.__mro__ for name in ("__call__", "reports"))


def _parameters(function: Callable[..., Any], skip: int) -> list[inspect.Parameter]:
    """The parameters of a function without the first ones; none if Python does not know them, as of some built-in functions."""
    try:
        return list(inspect.signature(function).parameters.values())[skip:]
    except (TypeError, ValueError):
        return []


def _named(parameters: list[inspect.Parameter]) -> dict[str, inspect.Parameter]:
    """Those that can be given by name."""
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return {each.name: each for each in parameters if each.kind in kinds}


def _restored(
    source: tuple[str, str, str] | None, target: Any, called: str, args: tuple[Any, ...], given: Any, limit: Limit, seed: int
) -> OwnAgent:
    """The inverse of `OwnAgent.__reduce__`."""
    return OwnAgent(target if source is None else loading.found(*source), called, args, given, limit, seed, source)
