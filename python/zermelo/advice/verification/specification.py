"""The specification of the verifier: it plays a table against every defence from every position.

A **stop** is a position in which the table is asked, or one in which a plan has ended and they are to move. A plan is followed as
the agent follows it: we play the moves of the plan, and they may reply with any legal move. Where the plan ends, or does not
contain the reply, the next stop begins. So each stop has **exits**: other stops, or ends of the game. A stop is **secured** if it
has a plan, or waits for their reply, and every exit is a good end or a secured stop. This is a fixpoint, computed from the ends
backwards; one step of it is a whole plan (Bramer 1979). That a position can be won is not enough: this table must win it, in
finitely many plans.

The length is counted in our moves, against two defences. The longest defence lasts as long as possible. The best defence always
chooses a reply with the best value for them, and among losses the latest; if several are equally good, the first in move order.
The result also gives the lengths if they always chose, among equally good replies, the one that takes longest or shortest.

A stop that is not secured **fails** in the nearest way: a position without an applicable rule, one without advice that can be
followed, a draw, or a loss; if none of these can be reached, the game never ends.

The twin, in `crates/zermelo/src/advice`, gives the same rows.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from zermelo.advice.compiled_expert import all_experts
from zermelo.advice.expert import Expert
from zermelo.advice.forcing_tree import Branch
from zermelo.advice.inference import consult
from zermelo.advice.verification.positions import Domain
from zermelo.advice.verification.solved_game import SolvedGame
from zermelo.game import Position

NO_RULE, NO_ADVICE, DRAWN, LOST, ENDLESS = KINDS = ("no_rule", "no_advice", "drawn", "lost", "endless")
"""The kinds of failure, in the order in which they are reported."""
_ENDS = {1: "won", 0: DRAWN, -1: LOST}


Key: TypeAlias = tuple[bytes, bool]
"""A stop: its packed state, and whether the table is asked there (True) or they are to reply (False)."""


class PositionRow(NamedTuple):
    """What is known of one position; -1 means unknown."""

    value: int
    """With best play: n + 1 for a win in n plies, -(n + 1) for a loss, 0 for a draw."""
    worst: int
    """Our moves to the end against the longest defence."""
    hardest: int
    """Our moves against best replies; among equally good ones, the one that takes longest."""
    first: int
    """Our moves against the first of the best replies."""
    kindest: int
    """Our moves against best replies; among equally good ones, the one that takes shortest."""
    failure: int
    """The number of the kind of failure."""
    table: int
    """The number of the table that the plan comes from; `advice` is the number of its advice."""
    advice: int


@dataclass(frozen=True)
class PlanExit:
    """One line through a plan."""

    target: Key | str
    """The next stop, or the result of the game for us."""
    line: tuple[int, ...]
    moves: int
    """The number of our moves."""
    is_best: bool
    """Whether all their replies have the best value."""
    is_first: bool
    """Whether all their replies are the first of the best."""


@dataclass
class PlanStop:
    """A stop, with its exits and what is known of it."""

    verdict: str
    """"plan", "no_rule" or "no_advice"; or "wait"."""
    table: str = ""
    advice: str = ""
    exits: tuple[PlanExit, ...] = ()
    worst: int | None = None
    failure: tuple[int, int, int] | None = None
    """(plies, kind, number of the stop that causes the failure)."""


class VerifierSpecification:
    """Plays a table against every defence. For small games only, because it visits everything more than once."""

    def __init__(self, expert: Expert, domain: Domain, draws: bool) -> None:
        self.expert, self.domain, self.draws = expert, domain, draws
        self.layout = expert.game.layout
        self.solved = SolvedGame(expert.game)
        self.graph = self.solved.graph
        self.stops: dict[Key, PlanStop] = {}
        self.order: list[Key] = []
        """Secured stops, each after all stops that it leads to."""
        self.replies = self._cut(domain.replies)
        self.nodes = 0

    def run(self) -> dict[bytes, PositionRow]:
        seeds = self._cut(self.domain.seeds)
        self.solved.explore([*seeds, *self.replies])
        self.solved.solve()
        if self.domain.everything:
            seeds = [record for record, node in self.graph.items() if node.result is None]
        behind = [after for record in self.replies for after in self.graph[record].after.values()]
        self.ask([*seeds, *(record for record in behind if self.graph[record].result is None)])
        self.secure()
        self.fail()
        return self.rows(list(dict.fromkeys(seeds)))

    def _cut(self, records: bytes) -> list[bytes]:
        size = self.layout.size
        return [self.solved.plain(records[at : at + size]) for at in range(0, len(records), size)]

    # Stops

    def ask(self, seeds: list[bytes]) -> None:
        """Find all stops that can occur, with their exits."""
        waiting = list(dict.fromkeys((seed, True) for seed in seeds))
        for key in waiting:  # the list grows during the loop
            if key not in self.stops:
                stop = self.stops[key] = self.asked(key[0]) if key[1] else self.waited(key[0])
                waiting += [exit.target for exit in stop.exits if not isinstance(exit.target, str)]

    def asked(self, record: bytes) -> PlanStop:
        """A stop in which the table is asked."""
        position = Position(self.expert.game, self.layout.unpack(record))
        found = consult(self.expert, position)
        self.nodes += found.nodes
        if found.tree is None:
            return PlanStop(NO_ADVICE if found.nodes else NO_RULE)
        exits = tuple(self.follow(found.tree.root, record, position.player, PlanExit("", (), 0, True, True)))
        return PlanStop("plan", found.tree.table, found.tree.advice, exits)

    def waited(self, record: bytes) -> PlanStop:
        """A stop in which they are to reply."""
        us = 1 - self.graph[record].mover
        return PlanStop("wait", exits=tuple(self.reply((), record, us, PlanExit("", (), 0, True, True))))

    def follow(self, branch: Branch | None, record: bytes, us: int, way: PlanExit) -> Iterator[PlanExit]:
        """Every line through the rest of a plan; `branch` is None if nothing is left of it."""
        node = self.graph[record]
        if node.result is not None:
            yield replace(way, target=_ENDS[node.result if us == node.mover else -node.result])
        elif branch is None or not branch.children:
            yield replace(way, target=(record, node.mover == us))
        elif node.mover == us:
            (child,) = branch.children
            assert child.move is not None
            onward = replace(way, line=(*way.line, child.move), moves=way.moves + 1)
            yield from self.follow(child, node.after[child.move], us, onward)
        else:
            yield from self.reply(branch.children, record, us, way)

    def reply(self, children: tuple[Branch, ...], record: bytes, us: int, way: PlanExit) -> Iterator[PlanExit]:
        """Every line that begins with a reply, whether the plan contains it or not."""
        after = self.graph[record].after
        ranks = {move: self.solved.rank(after[move], 1 - us) for move in after}
        best = max(ranks, key=lambda move: ranks[move])  # the first of the best
        for move in after:
            below = next((child for child in children if child.move == move), None)
            good, first = way.is_best and ranks[move] == ranks[best], way.is_first and move == best
            onward = PlanExit("", (*way.line, move), way.moves, good, first)
            yield from self.follow(below, after[move], us, onward)

    def is_good(self, target: Key | str) -> bool:
        """Whether a result is what the table promises."""
        return target == "won" or (self.draws and target == DRAWN)

    def judge(self, record: bytes) -> tuple[bool, int]:
        """For a position with them to move: whether every reply leads to a plan or a win, and its value for us."""
        node, us = self.graph[record], 1 - self.graph[record].mover

        def is_won(after: bytes) -> bool:
            if self.graph[after].result is None:
                return self.stops[after, True].verdict == "plan"
            return self.solved.value(after, us) > 0

        return all(map(is_won, node.after.values() if node.result is None else [record])), self.solved.value(record, us)

    # Results

    def secure(self) -> None:
        """Compute the fixpoint: which stops are secured, and our moves against the longest defence."""
        changed = True
        while changed:
            changed = False
            for key, stop in self.stops.items():
                if stop.worst is None and stop.exits:
                    lengths = [length for exit in stop.exits if (length := self._length(exit)) is not None]
                    if len(lengths) == len(stop.exits):
                        stop.worst = max(lengths)
                        self.order.append(key)
                        changed = True

    def _length(self, exit: PlanExit) -> int | None:
        if isinstance(exit.target, str):
            return exit.moves if self.is_good(exit.target) else None
        further = self.stops[exit.target].worst
        return None if further is None else exit.moves + further

    def against(self, uses: Callable[[PlanExit], bool], longest: bool) -> dict[bytes, int]:
        """Our moves to the end if they use only some exits, and among these the longest, or the shortest."""
        found: dict[Key, int] = {}
        for key in self.order:
            ways = [exit for exit in self.stops[key].exits if uses(exit)]
            lengths = [exit.moves + (0 if isinstance(exit.target, str) else found[exit.target]) for exit in ways]
            found[key] = max(lengths) if longest else min(lengths)
        return {record: length for (record, asked), length in found.items() if asked}

    def fail(self) -> None:
        """Find the nearest failure of every stop that is not secured."""
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

    def _failures(self, stop: PlanStop, number: int, keys: list[Key]) -> Iterator[tuple[int, int, int]]:
        if stop.verdict in KINDS:
            yield 0, KINDS.index(stop.verdict), number
        for exit in stop.exits:
            if isinstance(exit.target, str):
                if not self.is_good(exit.target):
                    yield len(exit.line), KINDS.index(exit.target), number
            elif (further := self.stops[exit.target].failure) is not None:
                plies, kind, blamed = further
                culprit = blamed if keys[blamed][1] else number  # blame the plan before a reply, not the reply
                yield len(exit.line) + plies, kind, culprit

    def rows(self, records: list[bytes]) -> dict[bytes, PositionRow]:
        hardest = self.against(lambda exit: exit.is_best, longest=True)
        first = self.against(lambda exit: exit.is_first, longest=True)
        kindest = self.against(lambda exit: exit.is_best, longest=False)
        made: dict[bytes, PositionRow] = {}
        for record in records:
            stop = self.stops[record, True]
            made[record] = PositionRow(
                self.solved.value(record, self.graph[record].mover),
                -1 if stop.worst is None else stop.worst,
                hardest.get(record, -1),
                first.get(record, -1),
                kindest.get(record, -1),
                -1 if stop.failure is None else stop.failure[1],
                *self.source(stop),
            )
        return made

    def source(self, stop: PlanStop) -> tuple[int, int]:
        """The numbers of the table and of the advice that a plan comes from; -1 without a plan."""
        if stop.verdict != "plan":
            return -1, -1
        tables = [expert.table for expert in all_experts(self.expert)]
        number = next(index for index, table in enumerate(tables) if table.name == stop.table)
        return number, [advice.name for advice in tables[number].advice].index(stop.advice)

    def example(self, record: bytes) -> tuple[bytes, tuple[int, ...]]:
        """A position, and the moves from it to the nearest failure; if the game never ends, back to the same position."""
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
        if not isinstance(here, str) and here in passed:  # a cycle: begin where we are to move
            circle = line[list(passed).index(here) :]
            start = next((index for index, ((_, asked), _) in enumerate(circle) if asked), 0)
            line = circle[start:] + circle[:start]
        return line[0][0][0] if line else record, tuple(move for _, moves in line for move in moves)

    def _leads_on(self, exit: PlanExit, failure: tuple[int, int, int]) -> bool:
        plies, kind, _ = failure
        if isinstance(exit.target, str):
            return exit.target == KINDS[kind] and len(exit.line) == plies
        further = self.stops[exit.target].failure
        if further is None or further[1] != kind:
            return False
        return KINDS[kind] == ENDLESS or further[0] + len(exit.line) == plies
