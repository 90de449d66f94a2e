"""The commands as functions: `zermelo.best("connect4")`, `solve`, `check`, `describe`, `playouts`, `perft`, `evaluations`, `match`, `tournament`,
`records`, `tune`, `tree` and `play`.

A game is a text, a `Game` or a `Position`; an agent is a text, an agent, or a function from a position to a move. The results are objects that display themselves in a
terminal and in a notebook.
"""

from collections.abc import Callable, Sequence
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any, Literal

from zermelo.agents.auto import DEFAULT
from zermelo.agents.registry import AnyAgent, agent as make_agent
from zermelo.arena.conditions import Conditions
from zermelo.arena.match import Match
from zermelo.arena.recorded import Recorded
from zermelo.arena.result import Result
from zermelo.arena.sprt import Sprt
from zermelo.arena.standings import Standings
from zermelo.arena.tournament import Tournament
from zermelo.arena.tuning import PatternTuner, Tuned, TunedPatterns, Tuner, TuningPlan
from zermelo.engine import MAKERS, Agent, SearchAgent, alphabeta, check_agent, fits, proof
from zermelo.engine.agent import first_turn
from zermelo.engine.equilibrium import Solver
from zermelo.engine.evaluations import AnyPositions, Values, evaluations as evaluate_all
from zermelo.engine.perft import Perft, perft as count_sequences
from zermelo.engine.policy import Policy
from zermelo.errors import AgentError, GameError, LimitError, nearest
from zermelo.game import Game, Position
from zermelo.games import find
from zermelo.laws import swallowed
from zermelo.limit import Limit
from zermelo.play.clock import TimeControl
from zermelo.portrait.checkup import SHORT, Checkup, checkup
from zermelo.portrait.describe import DEFAULT_LEVELS, LEVEL_GAMES, Plan, portrait as draw_portrait, random_games
from zermelo.portrait.playouts import Playouts, playouts as play_out
from zermelo.portrait.portrait import Comparison, Portrait
from zermelo.report import Report
from zermelo.trees.tree import Tree

AnyGame = str | Game | Position
SOLVERS = {"alphabeta": partial(alphabeta, ordering="all", windows=True), "proof": partial(proof)}
"""What searches to the end of a game, by name."""
NEAR_END = 6
"""With fewer plies left, remembering a position takes longer than searching it."""
_OTHER_SOLVERS = (
    MAKERS["maxn"](ordering="all", deepening=True),
    MAKERS["maxn"](ordering="all"),
    MAKERS["expectiminimax"](ordering="all", deepening=True),
    MAKERS["expectiminimax"](ordering="all"),
)
"""What searches to the end of other games: with more players, with chance, or without zero sum."""
SHOWN = ("alphabeta(depth=3)", "maxn(depth=3)", "expectiminimax(depth=3)", "uct(playouts=200)")
"""The agents whose trees are shown if none is named: the first that fits."""


def best(
    game: AnyGame, agent: AnyAgent | None = None, *, position: str | None = None, moves: str | None = None, **parameters: Any
) -> Report:
    """The best move of a position, and its value.

    By default the agent that fits the game searches for a second; `report.why` says which and why. Further parameters change the
    agent: `depth=8`, `seconds=3`, `lines=3`.

    >>> best("tictactoe", position="x x . / o o . / . . .").move
    'c3'
    """
    here = position_of(game, position, moves)
    backend = parameters.pop("backend", None) if agent is None or isinstance(agent, str) else None
    return agent_of(agent, here, parameters, backend)(here)


def solve(
    game: AnyGame,
    *,
    by: Literal["alphabeta", "proof"] | None = None,
    position: str | None = None,
    moves: str | None = None,
    seconds: float | None = None,
    memory: str = "256MB",
    backend: str | None = None,
) -> Report:
    """Who wins with best play; with chance or more players, what the game is worth. `by="proof"` proves who wins, usually in less
    time, but not how soon; without `by`, the search that fits the game is used.

    >>> print(solve("nim([3,4,5])").score)
    win in 11 plies
    """
    here = position_of(game, position, moves)
    return solver(here, by, seconds, memory, backend)(here)


def equilibrium(
    game: AnyGame,
    *,
    by: str = "cfr+",
    iterations: int = 1000,
    position: str | None = None,
    moves: str | None = None,
    backend: str | None = None,
) -> Policy:
    """How often to make each move in a game that hides something, so that no opponent gains much: a policy, found by regret minimisation.

    `policy.about` has the value and the exploitability.

    >>> policy = equilibrium("kuhn", iterations=5000)
    >>> round(policy.about["values"][0], 3), policy.about["exploitability"] < 0.001
    (-0.056, True)
    """
    run = Solver(position_of(game, position, moves), by, backend)
    run.iterate(iterations)
    return run.policy()


def solver(
    position: Position, by: str | None = None, seconds: float | None = None, memory: str = "256MB", backend: str | None = None
) -> SearchAgent:
    """What solves a position: the search that is named, or the one that fits."""
    if by is not None and by not in list(SOLVERS):
        raise AgentError(f"by={by!r} must be {' or '.join(SOLVERS)}")
    made = SOLVERS[by or "alphabeta"](seconds=seconds, memory=memory, backend=backend)
    if made.takes("forced"):
        game = position.game
        points = not position.rules.has_winner  # found with an open window, in which later moves are only tested
        near = NEAR_END if game.defines("plies_left") else 0
        made = made.changed(pvs=points, forced=game.defines("forced"), at_most=game.defines("at_most"), table_depth=near)
    if by is not None or position.over or fits(made, position):
        return made
    others = [each.changed(seconds=seconds, backend=backend) for each in _OTHER_SOLVERS]
    found = next((each for each in others if fits(each, position)), None)
    if found is None:
        raise AgentError(
            f"{position.game} cannot be solved: no search to the end takes a game of {position.rules.players} players"
        )
    return found


def check(game: str | Game, examples: int = 200, *, portrait: bool = True) -> Checkup:
    """Whether a game keeps the laws that searches rely on, what may be a mistake in it, and a short portrait.

    More examples take longer and find more.

    >>> check("nim", examples=20, portrait=False).ok
    True
    """
    with swallowed() as printed:
        made = game_of(game)
    return checkup(made, examples, printed, SHORT if portrait else None)


def describe(
    game: str | Game,
    *others: str | Game,
    games: int | None = None,
    levels: Sequence[int] = DEFAULT_LEVELS,
    level_games: int = LEVEL_GAMES,
    seed: int = 1,
    seconds: float | None = None,
    backend: str | None = None,
    where: Literal["cpu", "gpu"] = "cpu",
) -> Portrait | Comparison:
    """The portrait of a game: balance of the seats, lengths, branching factor, lead changes; several games are compared.

    `games` are played at random (1000 by default) and `level_games` by each of `levels` against itself, for at most `seconds` each.
    `where="gpu"` plays ten million random games on a GPU besides, or `games` there.

    >>> describe("tictactoe", games=200, levels=()).summaries[0].most_choices
    9
    """
    here, there = random_games(where, games)
    plan = Plan(here, tuple(levels), level_games, seed, seconds, backend=backend, gpu_games=there)
    portraits = tuple(draw_portrait(game_of(each), plan) for each in (game, *others))
    return Comparison(portraits) if others else portraits[0]


def playouts(
    game: AnyGame,
    games: int = 1000,
    *,
    seed: int = 1,
    position: str | None = None,
    moves: str | None = None,
    backend: str | None = None,
    where: Literal["cpu", "gpu"] = "cpu",
    policy: Literal["moves", "playout", "forced"] | None = None,
) -> Playouts:
    """Random games from the start or any position: results by player and by first move, lengths and branching factor.

    `where="gpu"` plays them on a GPU, a billion games if you like; game i of a seed is the same game everywhere. A game's own `playout` chooses the
    moves if there is one; `policy="moves"` makes every legal move as likely as any other. The result says which it was.

    >>> found = playouts("tictactoe", 3000)
    >>> found.games, found.moves[0].move
    (3000, 'b2')
    """
    return play_out(position_of(game, position, moves), games, seed, backend, where=where, policy=policy)


def perft(
    game: AnyGame,
    depth: int,
    *,
    divide: bool = False,
    position: str | None = None,
    moves: str | None = None,
    backend: str | None = None,
    where: Literal["cpu", "gpu"] = "cpu",
) -> Perft:
    """The number of move sequences of one length: the standard test of a move generator. `where="gpu"` counts them on a GPU.

    >>> perft("connect4", 4).nodes
    2401
    """
    return count_sequences(position_of(game, position, moves), depth, divide, backend, where)


def match(
    game: str | Game,
    first: AnyAgent,
    second: AnyAgent,
    games: int = 20,
    *,
    seed: int = 1,
    opening: int | None = None,
    plies: int = 1000,
    sprt: tuple[float, float] | None = None,
    jobs: int | None = None,
    record: str | None = None,
    cluster: str | None = None,
    **conditions: Any,
) -> Result:
    """Two agents play each other; every opening is played twice, with sides swapped. Functions and classes of yours are agents, too.

    With `sprt=(0, 10)` the match ends as soon as it is clear whether the first is 10 Elo stronger. `jobs` worker processes play at once; `record` is
    a file for all games, from which an interrupted match goes on. `cluster="tcp://192.168.1.5:8786"` plays on the workers of a scheduler of Dask. Equal limits and the rest are `conditions`: `seconds=0.1`, `nodes=1000`, `clock="1+1"`,
    `openings="file.txt"`, `book="my.book"`, `tables="all"`.

    >>> match("tictactoe", lambda position: position.moves[0], "random", games=4).agents
    ('lambda', 'random(seed=1)')
    """
    how = conditions_of(seed, opening, plies, conditions)
    test = None if sprt is None else Sprt(*sprt)
    return Match(game_of(game), first, second, games, conditions=how, sprt=test).play(jobs=jobs, record=record, cluster=cluster)


def tournament(
    game: str | Game | Sequence[str | Game],
    agents: Sequence[AnyAgent],
    games: int = 2,
    *,
    format: Literal["round-robin", "gauntlet", "swiss"] = "round-robin",
    rounds: int | None = None,
    seed: int = 1,
    opening: int | None = None,
    plies: int = 1000,
    jobs: int | None = None,
    record: str | None = None,
    cluster: str | None = None,
    **conditions: Any,
) -> Standings:
    """Several agents play each other on one game or several, for any number of players; `games` is the number of games of each pairing.

    The other parameters are those of `match`.

    >>> tournament("tictactoe", ["alphabeta()", "random", lambda position: position.moves[0]]).ranked()[0].agent
    'alphabeta()'
    """
    found = [game_of(each) for each in ([game] if isinstance(game, str | Game) else game)]
    how = conditions_of(seed, opening, plies, conditions)
    return Tournament(found, agents, games, format, rounds, how).play(jobs=jobs, record=record, cluster=cluster)


def records(file: str | PathLike[str], *, rules: str | Game | None = None) -> Recorded:
    """The games that a match or a tournament stored with `record=`: standings, single games to replay, and rows for data frames.

    It is a snapshot; while games are being played, ask again. `rules` is the game that was played, if it is not built in.

    >>> import tempfile
    >>> cup = f"{tempfile.mkdtemp()}/cup.sqlite"
    >>> _ = tournament("tictactoe", ["alphabeta()", "random"], record=cup)
    >>> found = records(cup)
    >>> found.standings.ranked()[0].agent, found.game(0).game, len(found.records)
    ('alphabeta()', 'tictactoe', 2)
    """
    return Recorded.read(Path(file), () if rules is None else (rules,))


def tune(
    game: str | Game,
    by: Literal["texel", "td", "spsa", "patterns"] = "texel",
    *,
    evaluate: Any = None,
    jobs: int | None = None,
    cluster: str | None = None,
    state: str | None = None,
    **plan: Any,
) -> Tuned | TunedPatterns:
    """Better weights for the features or patterns of a game, found by playing; `accepted` says whether they won a match against the old ones.

    `evaluate` gives weights to start from; `jobs` worker processes play at once, or the `cluster` at an address; `state` is a file from which an interrupted tuning goes on. The rest
    is the plan: `games=1000`, `nodes=400`, `rounds=1`, `seed=1`, `opening=8`, `plies=400`, `freeze=("corners",)`, `limit_change=0.5`, `sprt=(0, 20)`, `match=1000`,
    `tables="all"`; and for patterns `depth=4` and `solve=12`.

    >>> tune("tictactoe", games=20, nodes=20, opening=3, match=2).accepted
    False
    """
    known = [name for name in TuningPlan.__dataclass_fields__ if name != "by"]
    for name in plan:
        if name not in known:
            raise LimitError(f"a tuning has no option `{name}`; it has {', '.join(known)}.{nearest(name, known)}")
    if "freeze" in plan and not isinstance(plan["freeze"], str):
        plan["freeze"] = tuple(plan["freeze"])
    elif "freeze" in plan:
        plan["freeze"] = (plan["freeze"],)
    tuner = PatternTuner if by == "patterns" else Tuner
    return tuner(game_of(game), TuningPlan(by, **plan), evaluate).run(jobs=jobs, cluster=cluster, state=state)


def conditions_of(seed: int, opening: int | None, plies: int, given: dict[str, Any]) -> Conditions:
    """The conditions of a contest, with limits and files by name."""
    known = ("seconds", "nodes", "playouts", "depth", "clock", "openings", "book", "tables")
    for name in given:
        if name not in known:
            raise LimitError(f"a contest has no condition `{name}`; it has {', '.join(known)}.{nearest(name, known)}")
    limits = tuple((name, given[name]) for name in known[:4] if given.get(name) is not None)
    clock = TimeControl.read(given.get("clock") or "")
    for name in ("openings", "book", "tables"):
        if not isinstance(given.get(name), str | PathLike | None):
            raise LimitError(f"{name}={given[name]!r:.60} must be the name of a file")
    return Conditions(seed, opening, plies, given.get("openings"), given.get("book"), clock, limits, given.get("tables"))


def tree(
    game: AnyGame,
    agent: AnyAgent | None = None,
    nodes: int = 1000,
    *,
    position: str | None = None,
    moves: str | None = None,
) -> Tree:
    """The search tree of an agent at a position, by default of a short search that fits the game; a tree draws itself.

    >>> tree("tree([[3,12],[2,4]])", "alphabeta()").root.value
    3
    """
    here = position_of(game, position, moves)
    Limit(nodes=nodes or 0)  # refuses what is not a number of nodes
    searcher = agent_of(shown(here) if agent is None else agent, here, {})
    *_, report = searcher.reports(here, nodes)
    if report.tree is None:
        raise AgentError(f"{searcher} reports no tree; choose an agent that searches, such as {SHOWN[0]}")
    return report.tree


def shown(position: Position) -> str:
    """The agent whose tree is shown if none is named."""
    here = first_turn(position)
    found = next((text for text in SHOWN if here.over or fits(make_agent(text), here)), None)
    if found is None:
        raise AgentError(f"no search shows a tree of {position.game}, which has {position.rules.players} players; name an agent")
    return found


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


def agent_of(agent: AnyAgent | None, position: Position, parameters: dict[str, Any], backend: str | None = None) -> Agent:
    """The given agent, or the default one, with some parameters changed; raises an error if it cannot search the position."""
    made = DEFAULT.changed(backend=backend) if agent is None else make_agent(agent, backend)
    given = {name: value for name, value in parameters.items() if value is not None}
    if given:
        changed: Callable[..., Agent] | None = getattr(made, "changed", None)
        if changed is None:
            raise AgentError(f"{made} does not search, so it takes no `{next(iter(given))}`")
        limits = given.keys() - {"lines", "memory", "evaluate"}
        made = changed(**{**({"seconds": None} if agent is None and limits else {}), **given})
    check_agent(made, position)
    return made


def evaluations(game: str | Game, positions: AnyPositions, player: int = 0, *, where: Literal["cpu", "gpu"] = "cpu") -> Values:
    """What each of many positions is worth to a player, as an array of NumPy: `position.evaluate(player)`, to the last bit.

    Positions are `Position` objects, packed states (`position.state.pack()`), or an array of bytes with a packed state in each row.
    """
    return evaluate_all(game_of(game), positions, player, where)
