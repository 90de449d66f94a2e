"""The specification of the verifier: plays a table against every defence from every position, as plainly as can be said.

A **stop** is a position in which the table is asked, or one in which a plan has ended and they are to move. Plans are followed as the
agent follows them: our moves are the plan's, and they may reply whatever is legal; where the plan has ended, or has not reckoned
with a reply, there is the next stop. So every stop has **exits**: other stops, or ends of the game. A stop is **secured** when there is
a plan, or we wait for a reply, and all exits are good ends or are secured themselves. That is a fixpoint, found from the ends
backwards, and one step of it is a whole plan (Bramer 1979). It counts for nothing that a position can be won; it must be won by this
table, in finitely many plans.

How long it takes is counted in our moves, against the defence that lasts longest, and against best defence: they always choose a reply
that is worth most to them, and among losses the latest. Where several are equally good, the first in the order of moves is taken; what
it comes to if they always took the one that is hardest, or kindest, to the table is told as well.

Stops that are not secured **fail**, each in the nearest way: a position without a rule, one without advice that can be followed, a
draw, a loss; or, if none of these can be reached, the game never ends.

The twin, in `crates/zermelo/src/advice`, gives the same rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from zermelo.advice.domain import Domain
from zermelo.advice.expert import Expert
from zermelo.advice.forcing import Branch
from zermelo.advice.inference import consult
from zermelo.advice.worth import World
from zermelo.game.position import Position

NO_RULE, NO_ADVICE, DRAWN, LOST, ENDLESS = KINDS = ("no_rule", "no_advice", "drawn", "lost", "endless")
"""Kinds of failure, in the order in which they are told."""
_ENDS = {1: "won", 0: DRAWN, -1: LOST}


Key: TypeAlias = tuple[bytes, bool]
"""A stop: its position, and whether we are asked for a move, and do not wait for one of theirs."""


class Row(NamedTuple):
    """What is known of one position; -1 stands for nothing."""

    value: int
    """With best play: n + 1 for a win in n plies, -(n + 1) for a loss, 0 for a draw."""
    worst: int
    """Our moves to the end against the longest defence."""
    hardest: int
    """The same against best replies, of those that are equally good the one that takes longest."""
    first: int
    """The same against the first of the best replies."""
    kindest: int
    """The same against best replies, of those that are equally good the one that takes shortest."""
    failure: int
    """The number of the kind of failure."""
    table: int
    """The numbers of the table and of the advice that the plan comes from."""
    advice: int


@dataclass(frozen=True)
class Exit:
    """One way through a plan."""

    target: Key | str
    """The next stop, or how the game ended for us."""
    line: tuple[int, ...]
    moves: int
    """Ours."""
    is_best: bool
    """Whether all their replies are worth as much as any."""
    is_first: bool
    """Whether all of them are the first of the best."""


@dataclass
class Stop:
    """A position in which the table is asked, or we wait for a reply, and what comes of it."""

    verdict: str
    """"plan", "no_rule" or "no_advice"; or "wait"."""
    table: str = ""
    advice: str = ""
    exits: tuple[Exit, ...] = ()
    worst: int | None = None
    failure: tuple[int, int, int] | None = None
    """(plies, kind, number of the stop that is to blame)."""


class Specification:
    """A table played against every defence. Small games only: it goes through everything more than once."""

    def __init__(self, expert: Expert, domain: Domain, draws: bool) -> None:
        self.expert, self.domain, self.draws = expert, domain, draws
        self.layout = expert.game.layout
        self.world = World(expert.game)
        self.graph = self.world.graph
        self.stops: dict[Key, Stop] = {}
        self.order: list[Key] = []
        """Stops that are secured, each after all that it leads to."""
        self.replies = self._cut(domain.replies)
        self.nodes = 0

    def run(self) -> dict[bytes, Row]:
        seeds = self._cut(self.domain.seeds)
        self.world.explore([*seeds, *self.replies])
        self.world.solve()
        if self.domain.everything:
            seeds = [record for record, node in self.graph.items() if node.standing is None]
        self.ask(
            [
                *seeds,
                *(
                    after
                    for record in self.replies
                    for after in self.graph[record].after.values()
                    if self.graph[after].standing is None
                ),
            ]
        )
        self.secure()
        self.fail()
        return self.rows(list(dict.fromkeys(seeds)))

    def _cut(self, records: bytes) -> list[bytes]:
        size = self.layout.size
        return [self.world.plain(records[at : at + size]) for at in range(0, len(records), size)]

    # Stops

    def ask(self, seeds: list[bytes]) -> None:
        """Everything that comes up, with its exits."""
        waiting = list(dict.fromkeys((seed, True) for seed in seeds))
        for key in waiting:  # the list grows on the way
            if key not in self.stops:
                stop = self.stops[key] = self.asked(key[0]) if key[1] else self.waited(key[0])
                waiting += [exit.target for exit in stop.exits if not isinstance(exit.target, str)]

    def asked(self, record: bytes) -> Stop:
        """What the table says, and where that leads."""
        position = Position(self.expert.game, self.layout.unpack(record))
        found = consult(self.expert, position)
        self.nodes += found.nodes
        if found.tree is None:
            return Stop(NO_ADVICE if found.nodes else NO_RULE)
        exits = tuple(self.follow(found.tree.root, record, position.player, Exit("", (), 0, True, True)))
        return Stop("plan", found.tree.table, found.tree.advice, exits)

    def waited(self, record: bytes) -> Stop:
        """Where their replies lead."""
        us = 1 - self.graph[record].mover
        return Stop("wait", exits=tuple(self.reply((), record, us, Exit("", (), 0, True, True))))

    def follow(self, branch: Branch | None, record: bytes, us: int, way: Exit) -> Iterator[Exit]:
        """Every way through what is left of a plan; None where nothing is left."""
        node = self.graph[record]
        if node.standing is not None:
            yield replace(way, target=_ENDS[node.standing if us == 0 else -node.standing])
        elif branch is None or not branch.children:
            yield replace(way, target=(record, node.mover == us))
        elif node.mover == us:
            (child,) = branch.children
            assert child.move is not None
            yield from self.follow(
                child, node.after[child.move], us, replace(way, line=(*way.line, child.move), moves=way.moves + 1)
            )
        else:
            yield from self.reply(branch.children, record, us, way)

    def reply(self, children: tuple[Branch, ...], record: bytes, us: int, way: Exit) -> Iterator[Exit]:
        """Every reply, in the plan or not."""
        after = self.graph[record].after
        ranks = {move: self.world.rank(after[move], 1 - us) for move in after}
        best = max(ranks, key=lambda move: ranks[move])  # the first of them
        for move in after:
            below = next((child for child in children if child.move == move), None)
            good, first = way.is_best and ranks[move] == ranks[best], way.is_first and move == best
            onward = Exit("", (*way.line, move), way.moves, good, first)
            yield from self.follow(below, after[move], us, onward)

    def is_good(self, target: Key | str) -> bool:
        """Whether an end is what the table promises."""
        return target == "won" or (self.draws and target == DRAWN)

    def judge(self, record: bytes) -> tuple[bool, int]:
        """Whether a position with them to move counts as won, because every reply leads to a plan or to a win; and its value."""
        node, us = self.graph[record], 1 - self.graph[record].mover

        def is_won(after: bytes) -> bool:
            standing = self.graph[after].standing
            if standing is None:
                return self.stops[after, True].verdict == "plan"
            return standing == (1 if us == 0 else -1)

        return all(map(is_won, node.after.values() if node.standing is None else [record])), self.world.value(record, us)

    # Verdicts

    def secure(self) -> None:
        """The fixpoint: what is secured, and our moves to the end against the longest defence."""
        changed = True
        while changed:
            changed = False
            for key, stop in self.stops.items():
                if stop.worst is None and stop.exits:
                    lengths = [self._length(exit, lambda next: next.worst) for exit in stop.exits]
                    if None not in lengths:
                        stop.worst = max(length for length in lengths if length is not None)
                        self.order.append(key)
                        changed = True

    def _length(self, exit: Exit, rest: Callable[[Stop], int | None]) -> int | None:
        if isinstance(exit.target, str):
            return exit.moves if self.is_good(exit.target) else None
        further = rest(self.stops[exit.target])
        return None if further is None else exit.moves + further

    def against(self, uses: Callable[[Exit], bool], longest: bool) -> dict[bytes, int]:
        """Our moves to the end against defences that use only some exits, and of those the longest, or the shortest."""
        found: dict[Key, int] = {}
        for key in self.order:
            ways = [exit for exit in self.stops[key].exits if uses(exit)]
            lengths = [exit.moves + (0 if isinstance(exit.target, str) else found[exit.target]) for exit in ways]
            found[key] = max(lengths) if longest else min(lengths)
        return {record: length for (record, asked), length in found.items() if asked}

    def fail(self) -> None:
        """The nearest failure of every stop that is not secured."""
        numbers = {key: number for number, key in enumerate(self.stops)}
        keys = list(self.stops)
        changed = True
        while changed:
            changed = False
            for key, stop in self.stops.items():
                if stop.worst is None:
                    nearest = min(self._failures(stop, numbers[key], keys), default=None)
                    changed = changed or nearest != stop.failure
                    stop.failure = nearest
        for key, stop in self.stops.items():
            if stop.worst is None and stop.failure is None:
                stop.failure = (0, KINDS.index(ENDLESS), numbers[key])

    def _failures(self, stop: Stop, number: int, keys: list[Key]) -> Iterator[tuple[int, int, int]]:
        if stop.verdict in KINDS:
            yield 0, KINDS.index(stop.verdict), number
        for exit in stop.exits:
            if isinstance(exit.target, str):
                if not self.is_good(exit.target):
                    yield len(exit.line), KINDS.index(exit.target), number
            elif (further := self.stops[exit.target].failure) is not None:
                plies, kind, blamed = further
                yield len(exit.line) + plies, kind, blamed if keys[blamed][1] else number  # not the reply, but the plan before it

    def rows(self, records: list[bytes]) -> dict[bytes, Row]:
        """What is known of each position of the set."""
        hardest = self.against(lambda exit: exit.is_best, longest=True)
        first = self.against(lambda exit: exit.is_first, longest=True)
        kindest = self.against(lambda exit: exit.is_best, longest=False)
        made: dict[bytes, Row] = {}
        for record in records:
            stop = self.stops[record, True]
            made[record] = Row(
                self.world.value(record, self.graph[record].mover),
                -1 if stop.worst is None else stop.worst,
                hardest.get(record, -1),
                first.get(record, -1),
                kindest.get(record, -1),
                -1 if stop.failure is None else stop.failure[1],
                *self.source(stop),
            )
        return made

    def source(self, stop: Stop) -> tuple[int, int]:
        """The numbers of the table and of the advice that a plan comes from."""
        if stop.verdict != "plan":
            return -1, -1
        from zermelo.advice.compiled import everyone

        tables = [expert.table for expert in everyone(self.expert)]
        number = next(index for index, table in enumerate(tables) if table.name == stop.table)
        return number, [advice.name for advice in tables[number].advice].index(stop.advice)

    def example(self, record: bytes) -> tuple[bytes, tuple[int, ...]]:
        """A position and the moves that lead from it to the nearest failure, or, if there is no end to them, back to itself."""
        passed: dict[Key, tuple[int, ...]] = {}
        here: Key | str = (record, True)
        while not isinstance(here, str) and here not in passed:
            failure = self.stops[here].failure
            assert failure is not None
            onward = next((exit for exit in self.stops[here].exits if self._leads_on(exit, failure)), None)
            if onward is None:
                break
            passed[here] = onward.line
            here = onward.target
        line = list(passed.items())
        if not isinstance(here, str) and here in passed:  # round and round: begin where we are to move
            circle = line[list(passed).index(here) :]
            start = next((index for index, ((_, asked), _) in enumerate(circle) if asked), 0)
            line = circle[start:] + circle[:start]
        return line[0][0][0] if line else record, tuple(move for _, moves in line for move in moves)

    def _leads_on(self, exit: Exit, failure: tuple[int, int, int]) -> bool:
        plies, kind, _ = failure
        if isinstance(exit.target, str):
            return exit.target == KINDS[kind] and len(exit.line) == plies
        further = self.stops[exit.target].failure
        if further is None or further[1] != kind:
            return False
        return KINDS[kind] == ENDLESS or further[0] + len(exit.line) == plies
