"""Retrograde analysis: solve every state of a game at once, from its ends backwards.

A search asks forwards what a position is worth. Retrograde analysis (Ströhlein 1970; Thompson 1986) asks backwards which
positions lead to an end that is already solved. It needs memory for all states, but solves each of them, even in games with
cycles. This is the specification; the twin is in the crate's module `tablebases`.

1. **Reach.** From the starting states, follow every move until no new state is found. States are compared by their packed record,
   so positions with the same `key` stay apart and each has its own distance. A game may define a method `endings` that yields
   more starting states.
2. **Count.** Each state begins with as many open moves as it has moves.
3. **Work back.** Ends have distance 0. If a move leads to a state that the opponent has lost, the player to move wins, one ply
   farther away. The first such move found is the nearest, because distances are processed in order. A move to a state that the
   opponent wins closes one move; when the last move is closed, the state is lost, and that move was the farthest. Players need
   not alternate: if the same player moves again, a win stays a win and a loss a loss.
4. **The rest is drawn.** No player can force an end from there, whether the game can go on for ever or ends in a draw.

In a one-player game a win is a solution, and its distance is the shortest one. States that are left have no solution.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from zermelo.errors import TablebaseError
from zermelo.game import CHANCE, Game, Rules, State
from zermelo.search import Verdict, score


def solve(game: Game) -> dict[bytes, Verdict]:
    """The value of every state that can be reached, for the player to move, by packed record.

    >>> from zermelo import Nim
    >>> solved = solve(Nim([1, 2]))
    >>> len(solved), solved[Nim([1, 2]).start().state.pack()]
    (8, Verdict(outcome=1, plies=3))
    """
    check_game(game)
    return work_back(reach(game.rules, starts(game)))


def check_game(game: Game) -> None:
    """Raise an error if a game cannot have a tablebase; the message says what to use instead."""
    rules = game.rules
    if rules.players > 2:
        raise TablebaseError(f"tablebases need one or two players, but {game} has {rules.players}; search it with maxn()")
    if game.defines("chances"):
        raise _has_chance(game)
    if rules.players == 2 and not rules.zero_sum:
        raise TablebaseError(f"tablebases need a zero-sum game, but {game} has zero_sum = False; search it with maxn()")


def _has_chance(game: Game) -> TablebaseError:
    return TablebaseError(f"tablebases need a game without chance, but {game} has chance nodes; search it with expectiminimax()")


def starts(game: Game) -> list[State]:
    """The starting states: the start of the game, and the states of its method `endings`, if it has one."""
    more: Iterable[State] = getattr(game, "endings", lambda: ())()
    return [game.layout.start(), *more]


@dataclass
class Graph:
    """States by number, and the states that their moves lead to."""

    records: list[bytes] = field(default_factory=list)
    movers: list[int] = field(default_factory=list)
    ends: list[int | None] = field(default_factory=list)
    """The outcome of a finished state for the player to move; None if the game is not over."""
    moves: list[list[int]] = field(default_factory=list)


def reach(rules: Rules, first: list[State]) -> Graph:
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
    for record in graph.records:  # the list grows during the loop
        s = rules.layout.unpack(record)
        mover, utilities = rules.to_move(s), rules.utilities(s)
        if mover == CHANCE:
            raise _has_chance(rules.game)
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
            f"tablebases know only wins, draws and losses, but {rules.game} can end with a utility of {utility:g}; "
            "search it with alphabeta()"
        )
    return 0


def work_back(graph: Graph) -> dict[bytes, Verdict]:
    """Solve each state, from the ends backwards."""
    verdicts: list[Verdict | None] = [None] * len(graph.records)
    before: list[list[int]] = [[] for _ in graph.records]
    for state, moves in enumerate(graph.moves):
        for after in moves:
            before[after].append(state)
    still_open = [len(moves) for moves in graph.moves]
    decided = [state for state, end in enumerate(graph.ends) if end]
    for state in decided:
        verdicts[state] = Verdict(graph.ends[state] or 0, 0)
    for state in decided:  # the list grows during the loop, nearest first
        known = verdicts[state]
        assert known is not None
        for earlier in before[state]:
            wins = (known.outcome > 0) == (graph.movers[earlier] == graph.movers[state])
            still_open[earlier] -= not wins
            if verdicts[earlier] is None and (wins or still_open[earlier] == 0):
                verdicts[earlier] = Verdict(1 if wins else -1, known.plies + 1)
                decided.append(earlier)
    return {record: verdict or Verdict(0, 0) for record, verdict in zip(graph.records, verdicts, strict=True)}
