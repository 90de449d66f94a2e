"""The solution tree: one move for us, every reply for them. It is what alpha-beta knows and does not tell.

A search answers with a move and a value; the lecture notes count it as alpha-beta's defect that the plan behind the value
stays hidden. The solution tree is that plan. At our turns it has the one move that the agent chooses, at theirs all legal
replies, down to the ends of the game, or to the depth that the agent looks ahead. Whoever follows it gets at least the
value at its root, whatever the opponent does; `verify` proves that move by move, without the search that made it.

An agent with a depth looks one ply less far at every move, so that the whole tree has one horizon and its root has the
agent's own value. Positions that several orders of moves reach are searched once. They are recognised by the packed
state: a game's `key` may fold mirror images together, and a move chosen on one side of the mirror is not the move on the
other.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace

from zermelo.agents import Agent, SearchAgent
from zermelo.errors import AgentError, LimitError, MoveError, PositionError, ZermeloError
from zermelo.position import Position
from zermelo.report import plain
from zermelo.search import score
from zermelo.tree import Tree, TreeNode, mark_best, score_of


def solution(position: Position, agent: Agent, nodes: int = 10_000) -> Tree:
    """The solution tree for the player to move.

    It is grown row by row and stops before it would hold more than `nodes` nodes. Then it is `truncated`: positions that
    were not followed further are "stopped", and neither they nor what depends on them has a value.
    """
    check_fit(position)
    if not isinstance(nodes, int) or isinstance(nodes, bool) or nodes < 1:
        raise LimitError(f"nodes={nodes!r} is no limit: give a whole number of at least 1")
    plan = Plan(position.player, agent)
    root = plan.node(None, position)
    rows: deque[tuple[TreeNode, Position, int]] = deque([(root, position, 0)])
    grown: list[tuple[TreeNode, int]] = []
    held, truncated = 1, False
    while rows:
        node, here, ply = rows.popleft()
        grown.append((node, ply))
        if not plan.leaf(node, here, ply):
            moves = plan.moves(here, ply) if not truncated and held < nodes else ()
            truncated = not moves or held + len(moves) > nodes
            if truncated:
                node.why = "stopped"
                rows.extend(())
                continue
            for move in moves:
                after = here.advance(move)
                node.children.append(plan.node(here.name(move), after))
                rows.append((node.children[-1], after, ply + 1))
            held += len(moves)
    return Tree(str(position.game), f"solution tree of {agent}", position.turn, root, held, truncated)
