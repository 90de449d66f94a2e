"""Build books: by searching every position near the start, or from the results of games.

**From search.** Every position within some number of plies is searched by an agent, mirror images once. Then values are backed up
by minimax, so positions near the start get the values of the deeper searches behind them. In each position, the moves within a
margin of the best value are kept. The best move has the weight 100; the weight falls to 1 at the margin. If the best value is a
proven win or loss, there is no margin: only moves of the same value are kept. Games with many moves have too many positions: then a book
follows only the best few moves of each position (`widest`), as an agent that compares several lines finds them.

**From games.** An agent plays against itself. To make the games different, one move in four near the start is random. The weight
of a move is the points of the player who made it: 2 for each win, 1 for each draw. Moves that were played too rarely are left
out, and so are moves that did clearly worse than the average of their position.

Ctrl-C ends both. What is complete by then is a book too.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import mean

from zermelo.books.book import Book
from zermelo.books.entry import BookStatistics, key, outlook
from zermelo.engine import Agent, SearchAgent, check_minimax_game, fresh, legal_move, think
from zermelo.errors import AgentError, GameError, LimitError, PositionError
from zermelo.game import CHANCE, Position, Random, draw
from zermelo.report import Report, plain
from zermelo.score import counted
from zermelo.search import score

Step = Callable[[int, int], object]
MOST_POSITIONS = 200_000
"""The most positions of a book from search."""
MOST_WEIGHT = 100
ONE_IN = 4
"""In games for a book, one move in this many is random."""
MOST_PLIES = 1000
"""A longer game counts as a draw."""
CLEARLY = 0.1
"""A move that scores this much less than the average of its position is left out."""


@dataclass(frozen=True)
class BuiltBook:
    """A new book, and how much of the planned work was done."""

    book: Book
    done: int
    """Positions searched, or games played."""
    total: int
    stopped: str | None = None
    """"interrupt" if it was stopped early."""


# From search


@dataclass
class _Node:
    """A position, and the positions after its moves, with one move for each."""

    position: Position
    ply: int
    children: dict[bytes, int] = field(default_factory=dict)
    score: float | None = None
    """Its value for the player to move."""


def from_search(
    start: Position,
    agent: Agent,
    plies: int = 4,
    margin: float = 0.0,
    step: Step = lambda *_: None,
    widest: int | None = None,
) -> BuiltBook:
    """Build a book of every position within some plies. `step` is called with the number of positions searched and the total.

    With `widest`, only so many moves of each position are followed, the best ones; the total then grows while it works.

    >>> from zermelo import alphabeta, find
    >>> book = from_search(find("tictactoe").start(), alphabeta(), plies=2).book
    >>> [move.names for move in book.moves(find("tictactoe").start().play("b2"))]
    [('a1', 'c1', 'a3', 'c3')]
    """
    check_minimax_game(start, "a book from search")
    if plies < 1:
        raise LimitError(f"invalid number of plies {plies}; give 1 or more")
    if not 0 <= margin < math.inf:
        raise LimitError(f"invalid margin {margin:g}; give a number of at least 0")
    searcher = fresh(_comparing(agent, widest), 1)
    nodes = _within(start, plies) if widest is None else {key(start): _Node(start, 0)}
    searched = [node for node in nodes.values() if not node.position.over]
    done, stopped = 0, None
    step(0, len(searched))
    try:
        for node in searched:
            report = think(searcher, node.position)
            node.score = _score(report, agent)
            if widest is not None and node.ply < plies:
                best = [node.position.parse(line.move) for line in report.lines] or [legal_move(agent, node.position, report)]
                searched += [child for child in _follow(nodes, node, best[:widest]) if not child.position.over]
            done += 1
            step(done, len(searched))
    except KeyboardInterrupt:
        stopped = "interrupt"
    words = [f"search, {counted(plies)} deep", f"by {agent}"]
    words += [f"the {widest} best moves of each position"] if widest else []
    words += [f"within {margin:g} of the best"] if margin else []
    words += [f"interrupted after {done} of {len(searched)} positions"] if stopped else []
    book = Book(start.game, [", ".join(words)])
    for node, scores in reversed(_back_up(nodes)):
        for move, statistics in _within_margin(scores, margin, score.bound(start.rules)):
            book.add(node.position, move, statistics)
    if stopped and not book:
        raise KeyboardInterrupt
    return BuiltBook(book, done, len(searched), stopped)


def _within(start: Position, plies: int) -> dict[bytes, _Node]:
    """All positions within some plies, nearest first, mirror images once; with their children, except at the last ply."""
    nodes = {key(start): _Node(start, 0)}
    level = list(nodes.values())
    for _ in range(plies):
        reached: list[_Node] = []
        for node in level:
            reached += _follow(nodes, node, node.position.choices)
        level = reached
    return nodes


def _follow(nodes: dict[bytes, _Node], node: _Node, moves: Sequence[int]) -> list[_Node]:
    """The new positions after some moves; all of them become children."""
    reached: list[_Node] = []
    for move in moves:
        child = node.position.advance(move)
        known = key(child)
        node.children.setdefault(known, move)
        if known not in nodes:
            nodes[known] = _Node(child, node.ply + 1)
            reached.append(nodes[known])
    if len(nodes) > MOST_POSITIONS:
        raise LimitError(
            f"{node.position.game} has more than {MOST_POSITIONS} positions within {counted(node.ply + 1)}; give fewer plies, or only "
            "the best moves of each position (widest)"
        )
    return reached


def _comparing(agent: Agent, widest: int | None) -> Agent:
    """The agent, so that it reports the best `widest` moves."""
    if widest is None:
        return agent
    if widest < 1:
        raise LimitError(f"invalid number of moves {widest}; give 1 or more")
    if not isinstance(agent, SearchAgent) or not agent.takes("lines"):
        raise AgentError(
            f"{agent} does not compare several moves; use an agent that takes lines, such as selective(nodes=100000)"
        )
    return agent.changed(lines=widest)


def _score(report: Report, agent: Agent) -> float:
    """An agent's value of a position for the player to move, on the number line of `search.score`."""
    if report.value is None:
        raise AgentError(f"{agent} gave no value for a position; use an agent that searches, with a larger limit")
    if report.plies is None:
        return report.value
    return score.WIN - report.plies if report.value > 0 else report.plies - score.WIN


def _back_up(nodes: dict[bytes, _Node]) -> list[tuple[_Node, dict[int, float]]]:
    """The positions whose moves have all been searched, with the value of each move, farthest from the start first.

    Each position takes the value of its best move, unless its own value is proven. Either all positions at a ply do so, or none,
    because values from searches of different depth cannot be compared.
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
    """The value of the move to a child for the player who makes it; None if it is unknown."""
    mover = position.player
    if child.position.values is not None:
        return score.terminal(child.position.values[mover], score.bound(position.rules), 1)
    if child.score is None:
        return None
    value = score.from_table(child.score, 1)
    return value if child.position.player == mover else -value


def _within_margin(scores: dict[int, float], margin: float, bound: float) -> list[tuple[int, BookStatistics]]:
    best = max(scores.values())
    margin = 0.0 if score.is_proven(best) else margin
    found = []
    for move, value in scores.items():
        if best - value <= margin:
            closeness = 1 - (best - value) / margin if margin else 1.0
            utility, plies = score.split(value, bound)
            found.append((move, BookStatistics(1 + round((MOST_WEIGHT - 1) * closeness), plain(utility), plies)))
    return found


# From games


@dataclass
class _Tally:
    """The results of the moves of a position."""

    position: Position
    moves: dict[bytes, list[int]]
    """The moves that lead to each next position, by its key."""
    results: dict[bytes, list[int]] = field(default_factory=dict)
    """The points of each game in which one of these moves was played."""


def from_play(
    start: Position, agent: Agent, games: int = 100, plies: int = 12, least: int = 2, seed: int = 1, step: Step = lambda *_: None
) -> BuiltBook:
    """Build a book from games of an agent against itself. `step` is called with the number of games played and the total.

    The book has the first `plies` of each game. Moves that were played in fewer than `least` games are left out. With the same
    seed, agents limited by depth or nodes give the same book.
    """
    for name, number in (("games", games), ("plies", plies), ("least", least)):
        if number < 1:
            raise LimitError(f"invalid {name}={number}; give a whole number of at least 1")
    if start.rules.players < 2:
        raise GameError(f"a book from games needs two players or more; {start.game} has one")
    if start.over:
        raise PositionError(f"the game is over ({start.result}), so there is nothing to play")
    random, player, tallies = Random(seed), fresh(agent, seed), dict[bytes, _Tally]()
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
    book = Book(start.game, [f"{done} games of {agent}, {counted(plies)} of each, seed {seed}"])
    for tally in tallies.values():
        for move, statistics in _successes(tally, least):
            book.add(tally.position, move, statistics)
    return BuiltBook(book, done, games, stopped)


def _play(start: Position, agent: Agent, plies: int, random: Random) -> list[Position]:
    played = [start]
    while not played[-1].over and len(played) <= MOST_PLIES:
        position = played[-1]
        if position.player == CHANCE:
            move = draw(position.rules.chances(position.state), random)
        elif len(played) <= plies and random.below(ONE_IN) == 0:
            move = position.choices[random.below(len(position.choices))]
        else:
            move = legal_move(agent, position, think(agent, position))
        played.append(position.advance(move))
    return played


def _count(tallies: dict[bytes, _Tally], played: list[Position], plies: int) -> None:
    """Add the result of a game to its moves near the start, once for each move."""
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
    """2 for a win, 1 for a draw or an unfinished game, 0 for a loss."""
    if end.values is None:
        return 1
    others = max(value for other, value in enumerate(end.values) if other != player)
    return 1 + (end.values[player] > others) - (end.values[player] < others)


def _successes(tally: _Tally, least: int) -> list[tuple[int, BookStatistics]]:
    """The moves that were played often enough and did well enough."""
    average = mean([points for results in tally.results.values() for points in results])
    return [
        (tally.moves[child][0], BookStatistics(sum(results), games=len(results), points=sum(results)))
        for child, results in tally.results.items()
        if len(results) >= least and sum(results) > 0 and mean(results) >= average - 2 * CLEARLY
    ]
