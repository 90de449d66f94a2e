"""The commands as functions: `zermelo.best("connect4")`, `zermelo.solve`, `check`, `perft`, `match`, `tree` and `play`.

A game is a text, a `Game` or a `Position`; an agent is a text or an agent. The results are objects that display themselves in a
terminal and in a notebook.
"""

from functools import partial
from typing import Any, Literal

from zermelo.agents.default import default_for
from zermelo.agents.registry import agent as read_agent
from zermelo.arena.match import Match
from zermelo.arena.result import Result
from zermelo.engine import Agent, SearchAgent, alphabeta, check_agent, proof
from zermelo.engine.perft import Perft, perft as count_sequences
from zermelo.errors import AgentError
from zermelo.game import Game, Position
from zermelo.games import find
from zermelo.laws import CheckResult, check as check_laws
from zermelo.report import Report
from zermelo.trees.tree import Tree

AnyGame = str | Game | Position
SOLVERS = {"alphabeta": partial(alphabeta, ordering="all", windows=True), "proof": partial(proof)}
"""What searches to the end of a game."""


def best(
    game: AnyGame, agent: str | Agent | None = None, *, position: str | None = None, moves: str | None = None, **parameters: Any
) -> Report:
    """The best move of a position, and its value.

    By default the strongest agent that fits the game searches for a second. Further parameters change the agent: `depth=8`,
    `seconds=3`, `lines=3`.

    >>> best("tictactoe", position="x x . / o o . / . . .").move
    'c3'
    """
    here = position_of(game, position, moves)
    return agent_of(agent, here, parameters)(here)


def solve(
    game: AnyGame,
    *,
    by: Literal["alphabeta", "proof"] = "alphabeta",
    position: str | None = None,
    moves: str | None = None,
    seconds: float | None = None,
    memory: str = "256MB",
    backend: str | None = None,
) -> Report:
    """Who wins with best play. `by="proof"` proves who wins, usually in less time, but not how soon.

    >>> print(solve("nim([3,4,5])").score)
    win in 11 plies
    """
    here = position_of(game, position, moves)
    return solver(by, seconds, memory, backend)(here)


def solver(by: str, seconds: float | None = None, memory: str = "256MB", backend: str | None = None) -> SearchAgent:
    if by not in SOLVERS:
        raise AgentError(f"by={by!r} must be {' or '.join(SOLVERS)}")
    return SOLVERS[by](seconds=seconds, memory=memory, backend=backend)


def check(game: str | Game, examples: int = 200) -> CheckResult:
    """Whether a game keeps the laws that searches rely on; more examples take longer and find more.

    >>> check("nim", examples=20).ok
    True
    """
    return check_laws(find(game) if isinstance(game, str) else game, examples)


def perft(
    game: AnyGame,
    depth: int,
    *,
    divide: bool = False,
    position: str | None = None,
    moves: str | None = None,
    backend: str | None = None,
) -> Perft:
    """The number of move sequences of one length: the standard test of a move generator.

    >>> perft("connect4", 4).nodes
    2401
    """
    return count_sequences(position_of(game, position, moves), depth, divide, backend)


def match(
    game: str | Game,
    first: str | Agent,
    second: str | Agent,
    games: int = 20,
    *,
    seed: int = 1,
    opening: int = 4,
    plies: int = 1000,
) -> Result:
    """Two agents play each other; every opening is played twice, with sides swapped."""
    made = find(game) if isinstance(game, str) else game
    return Match(made, _agent(first), _agent(second), games, seed, opening, plies).play()


def tree(
    game: AnyGame,
    agent: str | Agent = "alphabeta(depth=3)",
    nodes: int = 1000,
    *,
    position: str | None = None,
    moves: str | None = None,
) -> Tree:
    """The search tree of an agent at a position, as a tree that draws itself.

    >>> tree("tree([[3,12],[2,4]])", "alphabeta()").root.value
    3
    """
    here = position_of(game, position, moves)
    *_, report = agent_of(agent, here, {}).reports(here, nodes)
    assert report.tree is not None
    return report.tree


def position_of(game: AnyGame, position: str | None = None, moves: str | None = None) -> Position:
    """The position of a game, after an optional text and moves."""
    if isinstance(game, Position):
        here = game if position is None else game.game.position(position)
    else:
        here = (find(game) if isinstance(game, str) else game).position(position)
    return here.play(moves) if moves else here


def agent_of(agent: str | Agent | None, position: Position, parameters: dict[str, Any], backend: str | None = None) -> Agent:
    """The given agent, or the default one, with some parameters changed; raises an error if it cannot search the position."""
    made = default_for(position).changed(backend=backend) if agent is None else _agent(agent, backend)
    given = {name: value for name, value in parameters.items() if value is not None}
    if given:
        if not isinstance(made, SearchAgent):
            raise AgentError(f"{made} does not search, so it takes no `{next(iter(given))}`")
        made = made.changed(**{**({"seconds": None} if agent is None else {}), **given})
    check_agent(made, position)
    return made


def _agent(agent: str | Agent, backend: str | None = None) -> Agent:
    return read_agent(agent, backend) if isinstance(agent, str) else agent
