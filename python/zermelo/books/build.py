"""Making books: by searching every position near the start, or from the results of games.

**From search.** Every position within so many plies is listed, mirror images once, and searched by an agent. What a search said
near the start then gives way to what the searches further on say, as in minimax: so the whole book looks deeper than
any of its searches. In each position the moves whose value comes within a margin of the best are kept; the best weighs 100, and
the weight falls to 1 at the margin. Where a win or a loss is proven there is no margin: only the soonest win will do.

**From games.** An agent plays against itself. So that games differ, a move is left to chance one time in four, as long as the book is
to go. A move's weight is what it brought to the player who made it: 2 for each win, 1 for each draw. Moves that were made too
rarely say little and are left out, and so are those that did clearly worse than the position does on average.

Ctrl-C ends either; what is complete by then is a book, too.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import mean
from typing import TYPE_CHECKING

from zermelo.books.book import Book
from zermelo.books.entry import BookStatistics, key, outlook
from zermelo.engine.requirements import check_minimax_game
from zermelo.errors import AgentError, GameError, LimitError, MoveError, PositionError
from zermelo.game.constants import CHANCE
from zermelo.game.position import Position
from zermelo.game.random import Random, draw
from zermelo.report import Report, plain
from zermelo.search import score

if TYPE_CHECKING:
    from zermelo.engine.agent import Agent

Step = Callable[[int, int], object]
MOST_POSITIONS = 200_000
"""A book from search has no more positions than this."""
MOST_WEIGHT = 100
ONE_IN = 4
"""In games for a book, one move in so many is left to chance."""
MOST_PLIES = 1000
"""A game longer than this is taken to be endless, and drawn."""
CLEARLY = 0.1
"""A move that scores so much less than its position does on average is left out."""


@dataclass(frozen=True)
class BuiltBook:
    """A new book, and how much of the work that was to be done went into it."""

    book: Book
    done: int
    """Positions searched, or games played."""
    total: int
    stopped: str | None = None
    """ "interrupt" when it was ended early."""


def _silent(_done: int, _total: int) -> None:
    """Nobody wants to know."""


# From search


@dataclass
class _Node:
    """A position on the way, and those that its moves lead to, one move for each."""

    position: Position
    ply: int
    children: dict[bytes, int] = field(default_factory=dict)
    score: float | None = None
    """What it is worth to the player to move there."""


def from_search(start: Position, agent: Agent, plies: int = 4, margin: float = 0.0, step: Step = _silent) -> BuiltBook:
    """A book of every position within so many plies; `step` hears how many positions are searched, and of how many.

    >>> from zermelo import alphabeta, find
    >>> book = from_search(find("tictactoe").start(), alphabeta(), plies=2).book
    >>> [move.names for move in book.moves(find("tictactoe").start().play("b2"))]
    [('a1', 'c1', 'a3', 'c3')]
    """
    check_minimax_game(start, "a book from search")
    if plies < 1:
        raise LimitError(f"a book of {plies} plies holds nothing: give 1 or more")
    if not 0 <= margin < math.inf:
        raise LimitError(f"a margin of {margin:g} makes no sense: give a number from 0 on")
    nodes = _within(start, plies)
    searched = [node for node in nodes.values() if not node.position.over]
    searcher = _fresh(agent)
    done, stopped = 0, None
    step(0, len(searched))
    try:
        for node in searched:
            node.score = _score(node.position, searcher)
            done += 1
            step(done, len(searched))
    except KeyboardInterrupt:
        stopped = "interrupt"
    words = [f"search, {_plies(plies)} deep", f"by {agent}"]
    words += [f"within {margin:g} of the best"] if margin else []
    words += [f"interrupted after {done} of {len(searched)} positions"] if stopped else []
    book = Book(start.game, [", ".join(words)])
    for node, scores in reversed(_back_up(nodes)):
        for move, worth in _worths(scores, margin, score.bound(start.rules)):
            book.add(node.position, move, worth)
    if stopped and not book:
        raise KeyboardInterrupt
    return BuiltBook(book, done, len(searched), stopped)


def _within(start: Position, plies: int) -> dict[bytes, _Node]:
    """All positions within so many plies, nearest first, images once; those before the last ply with their children."""
    nodes = {key(start): _Node(start, 0)}
    level = list(nodes.values())
    for ply in range(1, plies + 1):
        reached: list[_Node] = []
        for node in level:
            for move in node.position.choices:
                child = node.position.advance(move)
                known = key(child)
                node.children.setdefault(known, move)
                if known not in nodes:
                    nodes[known] = _Node(child, ply)
                    reached.append(nodes[known])
            if len(nodes) > MOST_POSITIONS:
                raise LimitError(f"{start.game} has over {MOST_POSITIONS} positions within {_plies(plies)}: give fewer plies")
        level = reached
    return nodes


def _score(position: Position, agent: Agent) -> float:
    """What an agent says a position is worth to the player to move, on the number line of `search.score`."""
    report = _ask(position, agent)
    if report.value is None:
        raise AgentError(
            f"{agent} did not say what a position is worth: take an agent that searches, and give it enough to do so"
        )
    if report.plies is None:
        return report.value
    return score.WIN - report.plies if report.value > 0 else report.plies - score.WIN


def _back_up(nodes: dict[bytes, _Node]) -> list[tuple[_Node, dict[int, float]]]:
    """The positions whose moves are all searched, with what each move is worth, those furthest from the start first.

    On the way each takes the value of its best move, unless its own was proven: all that are so many plies from the start, or none,
    since what was seen from closer by cannot be compared with what was seen from afar.
    """
    open_plies = [node.ply for node in nodes.values() if node.score is None and not node.position.over]
    last = min(open_plies, default=math.inf) - 1
    complete: list[tuple[_Node, dict[int, float]]] = []
    for node in reversed(nodes.values()):
        scores = {move: _move_score(node.position, nodes[child]) for child, move in node.children.items()}
        known = {move: value for move, value in scores.items() if value is not None}
        if known and len(known) == len(scores):
            complete.append((node, known))
            if node.ply < last and not score.is_proven(node.score or 0.0):
                node.score = max(known.values())
    return complete


def _move_score(position: Position, child: _Node) -> float | None:
    """What the move that leads to a child is worth to the player who makes it; None if that is not known."""
    mover = position.player
    if child.position.values is not None:
        return score.terminal(child.position.values[mover], score.bound(position.rules), 1)
    if child.score is None:
        return None
    value = score.from_table(child.score, 1)
    return value if child.position.player == mover else -value


def _worths(scores: dict[int, float], margin: float, bound: float) -> list[tuple[int, BookStatistics]]:
    """The moves that are good enough, and how good that is."""
    best = max(scores.values())
    margin = 0.0 if score.is_proven(best) else margin
    found = []
    for move, value in scores.items():
        if best - value <= margin:
            closeness = 1 - (best - value) / margin if margin else 1.0
            worth, plies = score.split(value, bound)
            found.append((move, BookStatistics(1 + round((MOST_WEIGHT - 1) * closeness), plain(worth), plies)))
    return found


# From games


@dataclass
class _Tally:
    """How the moves of a position have done."""

    position: Position
    moves: dict[bytes, list[int]]
    """Those that lead to each position that can be reached."""
    results: dict[bytes, list[int]] = field(default_factory=dict)
    """Points of each game in which one of them was played."""


def from_play(
    start: Position, agent: Agent, games: int = 100, plies: int = 12, least: int = 2, seed: int = 1, step: Step = _silent
) -> BuiltBook:
    """A book from so many games of an agent against itself, so many plies deep; `step` hears how many games are played.

    Moves that were made in fewer than `least` games are left out. Agents limited by depth or nodes make the same book again.
    """
    for name, number in (("games", games), ("plies", plies), ("least", least)):
        if number < 1:
            raise LimitError(f"{name}={number} makes no book: give a whole number of at least 1")
    if start.rules.players < 2:
        raise GameError(f"a book from games is for two players or more, but {start.game} is played alone")
    if start.over:
        raise PositionError(f"the game is over ({start.result}): there is nothing to play")
    random, player, tallies = Random(seed), _fresh(agent, seed), dict[bytes, _Tally]()
    done, stopped = 0, None
    step(0, games)
    try:
        for done in range(games):
            _count(tallies, _play(start, player, plies, random), plies)
            step(done + 1, games)
        done = games
    except KeyboardInterrupt:
        if not done:
            raise
        stopped = "interrupt"
    book = Book(start.game, [f"{done} games of {agent}, {_plies(plies)} of each, seed {seed}"])
    for tally in tallies.values():
        for move, worth in _successes(tally, least):
            book.add(tally.position, move, worth)
    return BuiltBook(book, done, games, stopped)


def _play(start: Position, agent: Agent, plies: int, random: Random) -> list[Position]:
    """The positions of one game, the last one included."""
    played = [start]
    while not played[-1].over and len(played) <= MOST_PLIES:
        position = played[-1]
        if position.player == CHANCE:
            move = draw(position.rules.chances(position.state), random)
        elif len(played) <= plies and random.below(ONE_IN) == 0:
            move = position.choices[random.below(len(position.choices))]
        else:
            move = _legal(position, _ask(position, agent), agent)
        played.append(position.advance(move))
    return played


def _count(tallies: dict[bytes, _Tally], played: list[Position], plies: int) -> None:
    """Credit the moves near the start of a game with its result; one that came twice is credited once."""
    credited: set[tuple[bytes, bytes]] = set()
    for position, after in pairwise(played[: plies + 1]):
        if position.player == CHANCE:
            continue
        known, moves = outlook(position)
        made = known, key(after)
        if made not in credited:
            credited.add(made)
            tally = tallies.setdefault(known, _Tally(position, moves))
            tally.results.setdefault(key(after), []).append(_points(played[-1], position.player))


def _points(end: Position, player: int) -> int:
    """2 for a win, 1 for a draw or a game without end, 0 for a loss."""
    if end.values is None:
        return 1
    others = max(value for other, value in enumerate(end.values) if other != player)
    return 1 + (end.values[player] > others) - (end.values[player] < others)


def _successes(tally: _Tally, least: int) -> list[tuple[int, BookStatistics]]:
    """The moves that were made often enough and did well enough."""
    average = mean([points for results in tally.results.values() for points in results])
    return [
        (tally.moves[child][0], BookStatistics(sum(results), games=len(results), points=sum(results)))
        for child, results in tally.results.items()
        if len(results) >= least and sum(results) > 0 and mean(results) >= average - 2 * CLEARLY
    ]


# Agents


def _fresh(agent: Agent, seed: int = 1) -> Agent:
    """The agent as it begins a game; one that searches keeps its table from then on, which is worth most among neighbours."""
    renew: Callable[[int], Agent] | None = getattr(agent, "fresh", None)
    return agent if renew is None else renew(seed)


def _ask(position: Position, agent: Agent) -> Report:
    report = agent(position)
    if report.stopped == "interrupt":  # a search takes Ctrl-C for itself, but it was meant for the book
        raise KeyboardInterrupt
    return report


def _legal(position: Position, report: Report, agent: Agent) -> int:
    try:
        return position.parse(report.move)
    except MoveError as error:
        raise AgentError(f"{agent} broke the rules of {position.game}: {error}") from error


def _plies(number: int) -> str:
    return f"{number} {'ply' if number == 1 else 'plies'}"
