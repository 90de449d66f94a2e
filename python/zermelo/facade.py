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
from zermelo.errors import AgentError, GameError
from zermelo.game import Game, Position
from zermelo.games import find
from zermelo.laws import CheckResult, check as check_laws
from zermelo.limit import Limit
from zermelo.report import Report
from zermelo.trees.tree import Tree

AnyGame = str | Game | Position
SOLVERS = {"alphabeta": partial(alphabeta, ordering="all", windows=True), "proof": partial(proof)}
"""What searches to the end of a game."""
SHOWN, SHOWN_FOR_MANY = "alphabeta(depth=3)", "maxn(depth=3)"  # whose trees are shown if no agent is named


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
    backend = parameters.pop("backend", None) if agent is None or isinstance(agent, str) else None
    return agent_of(agent, here, parameters, backend)(here)


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
    if by not in list(SOLVERS):
        raise AgentError(f"by={by!r} must be {' or '.join(SOLVERS)}")
    return SOLVERS[by](seconds=seconds, memory=memory, backend=backend)


def check(game: str | Game, examples: int = 200) -> CheckResult:
    """Whether a game keeps the laws that searches rely on; more examples take longer and find more.

    >>> check("nim", examples=20).ok
    True
    """
    return check_laws(game_of(game), examples)


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
    return Match(game_of(game), _agent(first), _agent(second), games, seed, opening, plies).play()


def tree(
    game: AnyGame,
    agent: str | Agent | None = None,
    nodes: int = 1000,
    *,
    position: str | None = None,
    moves: str | None = None,
) -> Tree:
    """The search tree of an agent at a position, by default alphabeta(depth=3) or maxn(depth=3); a tree draws itself.

    >>> tree("tree([[3,12],[2,4]])", "alphabeta()").root.value
    3
    """
    here = position_of(game, position, moves)
    Limit(nodes=nodes or 0)  # refuses what is not a number of nodes
    searcher = agent_of((SHOWN if here.rules.players <= 2 else SHOWN_FOR_MANY) if agent is None else agent, here, {})
    *_, report = searcher.reports(here, nodes)
    if report.tree is None:
        raise AgentError(f"{searcher} reports no tree; choose an agent that searches, such as {SHOWN}")
    return report.tree


def game_of(game: str | Game) -> Game:
    """The game of a text, or the game itself."""
    if not isinstance(game, str | Game):
        raise GameError(f"a game must be a text, such as 'nim', or an object, such as Nim(), not {type(game).__name__}")
    return find(game) if isinstance(game, str) else game


def position_of(game: AnyGame, position: str | None = None, moves: str | None = None) -> Position:
    """The position of a game, after an optional text and moves."""
    made = game.game if isinstance(game, Position) else game_of(game)
    here = game if isinstance(game, Position) and position is None else made.position(position)
    return here if moves is None else here.play(moves)


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
    if not isinstance(agent, str) and (isinstance(agent, type) or not hasattr(agent, "reports")):
        raise AgentError(f"an agent is a text such as 'alphabeta(depth=8)', or has `reports`, unlike {type(agent).__name__}")
    return read_agent(agent, backend) if isinstance(agent, str) else agent
