"""Retrograde analysis: solve every state of a game at once, from its ends backwards.

Search asks forwards what a position is worth; retrograde analysis (Ströhlein 1970; Thompson 1986) asks backwards which positions
lead to an end that is already known. It takes as much memory as there are states, and in return each of them is solved, cycles
or not. This is the specification; `crates/zermelo/src/tables` is its twin, `reach` and `backward`.

1. **Reach.** From the states to begin with, follow every move until nothing new turns up. States are told apart by their packed
   record, so that positions which a game's `key` takes for one another stay apart and each has a distance of its own. A game that
   begins in one state may yield others to begin with by a method `endings`, which yields states.
2. **Count.** Every state has as many open moves as it has moves.
3. **Work back.** Ends are 0 plies from the end. Whoever has a move to a state that is lost for the opponent wins, one ply further
   away; the first such move to turn up is the nearest, because distances are worked through in order. A move to a state that the
   opponent wins closes one move; when the last is closed the state is lost, and that move was the furthest. Players need not
   alternate: where a player stays on turn, won is won and lost is lost.
4. **What is left is drawn.** Nobody can force an end from there, whether the game goes round in circles or ends in a draw.

With one player a win is a solution and its distance the shortest one; what is left has none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from zermelo.errors import TablebaseError
from zermelo.game.constants import CHANCE
from zermelo.game.protocol import Game
from zermelo.game.record import State
from zermelo.game.rules import Rules
from zermelo.search import score
from zermelo.search.known import Verdict


def solve(game: Game) -> dict[bytes, Verdict]:
    """What every state that can be reached is worth to the player to move, by packed record.

    >>> from zermelo import Nim
    >>> solved = solve(Nim([1, 2]))
    >>> len(solved), solved[Nim([1, 2]).start().state.pack()]
    (8, Verdict(outcome=1, plies=3))
    """
    check_game(game)
    graph = reach(game.rules, starts(game))
    return work_back(graph)


def check_game(game: Game) -> None:
    """Refuse games that cannot be in a table, and say what to use instead."""
    rules = game.rules
    if rules.players > 2:
        raise TablebaseError(f"tables are for one or two players, but {game} has {rules.players}; search it with maxn()")
    if game.defines("chances"):
        raise TablebaseError(f"tables are for games without chance, but {game} has chance nodes; search it with expectiminimax()")
    if rules.players == 2 and not rules.zero_sum:
        raise TablebaseError(f"tables are for zero-sum games, but {game} says zero_sum = False; search it with maxn()")


def starts(game: Game) -> list[State]:
    """The states to begin with: the start, and what the game's own method `endings` yields, if it has one."""
    more: Iterable[State] = getattr(game, "endings", lambda: ())()
    return [game.layout.start(), *more]


@dataclass
class Graph:
    """States by number, and where their moves lead."""

    records: list[bytes] = field(default_factory=list)
    movers: list[int] = field(default_factory=list)
    ends: list[int | None] = field(default_factory=list)
    """What a finished state is worth to the player to move; None while the game goes on."""
    moves: list[list[int]] = field(default_factory=list)


def reach(rules: Rules, first: list[State]) -> Graph:
    """Every state that can be reached."""
    graph = Graph()
    numbers: dict[bytes, int] = {}

    def number(s: State) -> int:
        record = s.pack()
        if record not in numbers:
            numbers[record] = len(graph.records)
            graph.records.append(record)
        return numbers[record]

    for s in first:
        number(s)
    for record in graph.records:  # the list grows on the way
        s = rules.layout.unpack(record)
        mover, utilities = rules.to_move(s), rules.utilities(s)
        if mover == CHANCE:
            raise TablebaseError(
                f"tables are for games without chance, but {rules.game} has chance nodes; search it with expectiminimax()"
            )
        graph.movers.append(mover)
        graph.ends.append(None if utilities is None else outcome(rules, utilities[mover]))
        graph.moves.append([] if utilities is not None else [number(rules.play(s, move)) for move in rules.moves(s)])
    return graph


def outcome(rules: Rules, utility: float) -> int:
    """A utility as win, draw or loss."""
    if abs(utility) >= score.bound(rules):
        return 1 if utility > 0 else -1
    if utility != 0:
        raise TablebaseError(
            f"tables know wins, draws and losses, but {rules.game} may end with a utility of {utility:g}; search it with alphabeta()"
        )
    return 0


def work_back(graph: Graph) -> dict[bytes, Verdict]:
    """What each state is worth, from the ends to the start."""
    verdicts: list[Verdict | None] = [None] * len(graph.records)
    before: list[list[int]] = [[] for _ in graph.records]
    for state, moves in enumerate(graph.moves):
        for after in moves:
            before[after].append(state)
    still_open = [len(moves) for moves in graph.moves]
    decided = [state for state, end in enumerate(graph.ends) if end]
    for state in decided:
        verdicts[state] = Verdict(graph.ends[state] or 0, 0)
    for state in decided:  # the list grows on the way, nearest ends first
        known = verdicts[state]
        assert known is not None
        for earlier in before[state]:
            wins = (known.outcome > 0) == (graph.movers[earlier] == graph.movers[state])
            still_open[earlier] -= not wins
            if verdicts[earlier] is None and (wins or still_open[earlier] == 0):
                verdicts[earlier] = Verdict(1 if wins else -1, known.plies + 1)
                decided.append(earlier)
    return {record: verdict or Verdict(0, 0) for record, verdict in zip(graph.records, verdicts, strict=True)}
