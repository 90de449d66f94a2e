"""The solution tree: one move for us, every reply for them. It is the plan behind the value of a search.

A search returns a move and a value; the lecture notes count it as a defect of alpha-beta that the plan stays hidden. The solution
tree goes down to the end of the game or to the agent's depth limit. Following it gives at least the value at its root against
every reply; `verify` proves that move by move, without the search that made it.

It is a plan for one player, so it proves a win, or at least a draw. A loss is proved by the opponent's plan, a draw by a plan for
each. An agent with a depth searches one ply less at every move, so that the whole tree has one horizon and its root has the
agent's own value. Positions are compared by the packed state, because a game's `key` may merge mirror images, whose moves differ.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from zermelo.engine.agent import Agent, SearchAgent
from zermelo.engine.requirements import check_minimax_game
from zermelo.errors import LimitError, MoveError, ZermeloError
from zermelo.game import Position
from zermelo.report import plain
from zermelo.search import score
from zermelo.trees.node import TreeNode, mark_best, score_of
from zermelo.trees.tree import Tree


def solution(position: Position, agent: Agent, nodes: int = 10_000, player: int | None = None) -> Tree:
    """The solution tree for a player, by number; by default for the player to move.

    It grows row by row and stops before it exceeds `nodes` nodes. Then it is `truncated`: open positions are "stopped", and
    neither they nor their ancestors have a value.
    """
    check_minimax_game(position, "a solution tree")
    if not isinstance(nodes, int) or isinstance(nodes, bool) or nodes < 1:
        raise LimitError(f"nodes={nodes!r} must be a whole number of at least 1")
    us = position.player if player is None else player
    if us not in range(len(position.game.players)):
        raise ZermeloError(
            f"player={player!r} does not play {position.game}: give a number from 0 to {len(position.game.players) - 1}"
        )
    planner = Planner(position, agent, us)
    twigs = [planner.twig(position)]
    truncated = False
    for twig in twigs:  # the list grows during the loop: row by row
        if planner.is_leaf(twig):
            continue
        truncated = truncated or len(twigs) + planner.width(twig.position) > nodes
        if truncated:
            twig.node.why = "stopped"
            continue
        for move in planner.moves(twig):
            after = planner.twig(twig.position.advance(move), twig.position.name(move), twig)
            twig.node.children.append(after.node)
            twigs.append(after)
    planner.collect(twigs)
    for twig in twigs:
        twig.node.value, twig.node.plies = planner.value(twig)
    root = twigs[0].node
    mark_best(root)
    return Tree(str(position.game), f"solution tree of {agent}", position.game.players[us], root, len(twigs), truncated)


@dataclass(slots=True, eq=False)
class Twig:
    """A node of a tree together with its position."""

    node: TreeNode
    position: Position
    parent: "Twig | None" = None
    ply: int = 0
    score: float | None = None
    """Our score, counted from the root; None if unknown."""
    replies: list[float | None] = field(default_factory=list)
    """The scores of the twigs after it."""


class Judge:
    """Scores for one player, and their backup from the leaves of a solution tree to its root."""

    def __init__(self, position: Position, us: int) -> None:
        self.us = us
        self.bound = score.bound(position.rules)

    def ours(self, position: Position) -> bool:
        return position.player == self.us

    def leaf(self, position: Position, ply: int) -> float:
        """Score of a finished game, or of a position at the depth limit."""
        if position.values is None:
            return position.rules.evaluate(position.state, self.us)
        return score.terminal(position.values[self.us], self.bound, ply)

    def collect(self, twigs: list[Twig]) -> None:
        """Give every inner twig its score: at our turns that of our move, at theirs the least of all replies."""
        for twig in reversed(twigs):
            if twig.replies:
                known = [reply for reply in twig.replies if reply is not None]
                twig.score = min(known) if len(known) == len(twig.replies) else None
            if twig.parent is not None:
                twig.parent.replies.append(twig.score)

    def value(self, twig: Twig) -> tuple[float | None, int | None]:
        """A twig's score as a value and, if proven, the plies from there to the end."""
        if twig.score is None:
            return None, None
        value, plies = score.split(twig.score, self.bound)
        return plain(value), None if plies is None else plies - twig.ply


class Planner(Judge):
    """Grows a solution tree: the agent's move at our turns, every move at theirs."""

    def __init__(self, position: Position, agent: Agent, us: int) -> None:
        super().__init__(position, us)
        self.agent = agent.remembering() if isinstance(agent, SearchAgent) else agent
        self.horizon = agent.limit.depth if isinstance(agent, SearchAgent) else None
        self.chosen: dict[tuple[bytes, int | None], int] = {}

    def twig(self, position: Position, move: str | None = None, parent: Twig | None = None) -> Twig:
        kind = "end" if position.over else "max" if self.ours(position) else "min"
        node = TreeNode(move, "" if position.over else position.turn, kind, None, None, None, None, "")
        return Twig(node, position, parent, 0 if parent is None else parent.ply + 1)

    def is_leaf(self, twig: Twig) -> bool:
        """Whether the game is over or the depth limit is reached; if so, set the reason and the score."""
        if twig.position.over or twig.ply == self.horizon:
            twig.node.why = "end" if twig.position.over else "depth limit"
            twig.score = self.leaf(twig.position, twig.ply)
        return twig.score is not None

    def width(self, position: Position) -> int:
        """The number of children that a position will have."""
        return 1 if self.ours(position) else len(position.choices)

    def moves(self, twig: Twig) -> tuple[int, ...]:
        return (self.choose(twig),) if self.ours(twig.position) else twig.position.choices

    def choose(self, twig: Twig) -> int:
        """The agent's move, searched once for each position and depth."""
        depth = None if self.horizon is None else self.horizon - twig.ply
        key = (twig.position.state.pack(), depth)
        if key not in self.chosen:
            agent = self.agent
            if isinstance(agent, SearchAgent) and depth is not None:
                agent = replace(agent, limit=replace(agent.limit, depth=depth))
            self.chosen[key] = twig.position.parse(agent(twig.position).move)
        return self.chosen[key]


def verify(solution: Tree, position: Position) -> None:
    """Prove a solution tree move by move, with the rules of the game alone; raises ZermeloError at the first defect.

    We are the player named in the tree. It checks that our turns have exactly one legal move and theirs all legal moves; that
    every line ends with the game or at one common depth limit; that no line gives us less than the root's value; and that every
    value follows from the leaves below.
    """
    check_minimax_game(position, "a solution tree")
    judge = Judge(position, _seat(solution, position))
    if solution.root.value is None:
        raise ZermeloError("the solution tree has no value, because it is truncated; make it again with more nodes")
    promise = score_of(solution.root)
    horizon = _depth(solution.root)
    twigs: list[Twig] = []
    for twig in _follow(solution.root, position):
        _check_moves(twig, judge, horizon)
        if not twig.node.children:
            twig.score = judge.leaf(twig.position, twig.ply)
            if twig.score < promise:
                raise _defect(twig, "we get less than the value of the root")
        twigs.append(twig)
    judge.collect(twigs)
    for twig in twigs:
        if (twig.node.value, twig.node.plies) != judge.value(twig):
            said = "unknown" if twig.node.value is None else f"{twig.node.value:g}"
            said += "" if twig.node.plies is None else f" in {twig.node.plies}"
            raise _defect(twig, f"the value {said} does not follow from the leaves below")


def _seat(solution: Tree, position: Position) -> int:
    """The number of the tree's player; raises ZermeloError if the tree is of another game."""
    game = position.game
    if solution.game != str(game):
        raise ZermeloError(f"this is a solution tree of {solution.game}, not of {game}; name that game")
    if solution.max not in game.players:
        raise ZermeloError(f"the solution tree is for `{solution.max}`, but {game} is played by {' and '.join(game.players)}")
    return game.players.index(solution.max)


def _follow(root: TreeNode, position: Position) -> Iterator[Twig]:
    """Every node with its position, parents first; children are played only after their parent has been checked."""
    stack: list[tuple[TreeNode, Twig | None]] = [(root, None)]
    while stack:
        node, parent = stack.pop()
        here = position if parent is None else parent.position.advance(parent.position.parse(node.move or ""))
        twig = Twig(node, here, parent, 0 if parent is None else parent.ply + 1)
        yield twig
        stack.extend((child, twig) for child in reversed(node.children))


def _check_moves(twig: Twig, judge: Judge, horizon: int) -> None:
    """Raise ZermeloError if a node does not have the right children."""
    node, position = twig.node, twig.position
    kind = "end" if position.over else "max" if judge.ours(position) else "min"
    if node.kind != kind:
        raise _defect(twig, f'the kind of the node is "{node.kind}" instead of "{kind}"')
    if not node.children:
        if not position.over and (node.why != "depth limit" or twig.ply != horizon):
            raise _defect(twig, "the plan ends before the game is over")
        return
    moves: list[int] = []
    for child in node.children:
        try:
            moves.append(position.parse(child.move or ""))
        except MoveError:
            raise _defect(twig, f"`{child.move}` is not a legal move") from None
    if judge.ours(position) and len(moves) != 1:
        raise _defect(twig, f"there are {len(moves)} moves for us instead of one")
    if not judge.ours(position) and sorted(moves) != sorted(position.choices):
        missing = [position.name(move) for move in position.choices if move not in moves]
        wrong = f"the reply {missing[0]} is missing" if missing else "a reply is listed twice"
        raise _defect(twig, wrong)


def _depth(root: TreeNode) -> int:
    """Plies from the root to the deepest leaf; the depth limit, if there is one."""
    row, plies = root.children, 0
    while row:
        row, plies = [child for node in row for child in node.children], plies + 1
    return plies


def _defect(twig: Twig, what: str) -> ZermeloError:
    moves: list[str] = []
    while twig.parent is not None:
        moves.append(str(twig.node.move))
        twig = twig.parent
    place = f"after {' '.join(reversed(moves))}" if moves else "at the root"
    return ZermeloError(f"the solution tree is wrong {place}: {what}")
