"""What each algorithm needs of a game. A search that cannot work is refused before it begins, in one sentence that says why."""

from zermelo.engine.algorithm import SPECIFICATION, Task
from zermelo.errors import AgentError, PositionError
from zermelo.game import CHANCE, Position
from zermelo.search.alphabeta.options import AlphaBetaOptions, check_alphabeta_options
from zermelo.search.montecarlo.options import MonteCarloOptions, check_montecarlo_options
from zermelo.search.multiplayer.view import check_players
from zermelo.search.parameter import parameters

MOST_PLAYERS = 8
"""Of max^n and Monte-Carlo search: the twins keep values in fixed memory."""


def minimax(task: Task) -> None:
    """One or two players with opposite interests, without chance."""
    check_minimax_game(task.position, task.algorithm.name)
    check_run(task)


def alphabeta(task: Task) -> None:
    minimax(task)
    check_techniques(task)


def minimal(task: Task) -> None:
    minimax(task)
    if task.tree:
        raise AgentError(f"{task.algorithm.name} keeps no tree of what it looked at; alphabeta does")


def proof(task: Task) -> None:
    minimax(task)
    who = task.algorithm.name
    if task.limit.depth is not None:
        raise AgentError(f"{who} always searches to the end of the game and takes no depth; alphabeta does")
    if task.tree:
        raise AgentError(f"{who} keeps no tree of what it looked at; ask for the solution tree instead")


def view(task: Task) -> None:
    """Any number of players, without chance; the view says what else it needs."""
    check_unfinished(task.position)
    check_no_chance(task.position, task.algorithm.name)
    assert task.algorithm.view is not None
    task.algorithm.view.check(task.position, task.algorithm.name)
    if task.techniques.keep_threat and not task.techniques.threat:
        raise AgentError(
            f"{task.algorithm.name}: keep_threat keeps the list of Threat-ADS; add its rule, as in threat=move_to_front"
        )
    check_run(task)
    check_techniques(task)


def maxn(task: Task) -> None:
    check_unfinished(task.position)
    check_no_chance(task.position, task.algorithm.name)
    game, rules, options = task.position.game, task.position.rules, task.techniques
    check_players(task.position, "maxn", MOST_PLAYERS, "paranoid takes any number")
    check_run(task)
    if options.pruning != "none" and not (rules.zero_sum and (game.bounded_evaluation or not game.defines("evaluate"))):
        why = "says zero_sum = False" if not rules.zero_sum else "does not say bounded_evaluation = True"
        raise AgentError(f"maxn: pruning={options.pruning} needs values with bounds that add up to zero, but {game} {why}")
    if options.pruning != "none" and options.ties != "first":
        raise AgentError(f"maxn: pruning={options.pruning} keeps the value only if ties go to the first move; leave ties out")


def expectiminimax(task: Task) -> None:
    """Any number of players, with chance or without."""
    position, options, limit, who = task.position, task.techniques, task.limit, task.algorithm.name
    game, rules = position.game, position.rules
    check_turn(position)
    check_players(position, who, MOST_PLAYERS)
    if not rules.two_sided and (options.pruning != "none" or options.table):
        why = f"has {rules.players} players" if rules.players > 2 else "says zero_sum = False"
        what = "a table" if options.pruning == "none" else f"pruning={options.pruning}"
        raise AgentError(f"{who}: {what} needs one player, or two with zero sum, but {game} {why}; leave it out")
    if options.deepening or (limit.depth, limit.nodes, limit.seconds) != (None, None, None):
        _check_scale(position, who)
    check_run(task)


def _check_scale(position: Position, who: str) -> None:
    """Refuse games whose evaluations are not on the scale of utilities, because a search averages the two."""
    game, (low, high) = position.game, position.rules.bounds
    if game.defines("evaluate") and not game.bounded_evaluation:
        raise AgentError(
            f"{who} averages evaluations and utilities, so they must be on one scale, but {game} does not say "
            "bounded_evaluation = True: keep `evaluate` within `bounds` and say so, or search to the end of the game"
        )
    if not game.defines("evaluate") and not low <= 0 <= high:
        raise AgentError(
            f"{who} averages evaluations and utilities, but {game} has no `evaluate`, and the 0 used instead is outside "
            f"bounds = {game.bounds}: write an `evaluate` that stays within them and say bounded_evaluation = True"
        )


def uct(task: Task) -> None:
    """Any game."""
    position, who = task.position, task.algorithm.name
    assert isinstance(task.options, MonteCarloOptions)
    check_turn(position)
    check_players(position, who, MOST_PLAYERS)
    check_montecarlo_options(task.options, position.game, who)
    if task.limit.depth is not None or task.limit.nodes is not None:
        measure = "playouts" if "playouts" in task.algorithm.parameters else "games"
        raise AgentError(f"{who} is limited by {measure} or seconds, not by depth or nodes")
    check_run(task)


def ismcts(task: Task) -> None:
    uct(task)
    if task.tree:
        raise AgentError("ismcts grows no tree of positions; uct does")


def montecarlo(task: Task) -> None:
    uct(task)
    assert isinstance(task.options, MonteCarloOptions)
    if not task.options.batch:
        for name in ("exploration", "threads"):
            if getattr(task.options, name) != parameters(MonteCarloOptions)[name].default:
                told = f"{name}={getattr(task.options, name)!r}"
                raise AgentError(f"montecarlo takes {told} only in batches; add batch=64, for example")
    if task.tree:
        raise AgentError("montecarlo grows no tree; uct does")


def check_run(task: Task) -> None:
    """Refuse what no look-ahead can do at once."""
    if task.tree and task.options.lines > 1:
        raise AgentError(f"a tree shows the search for one move; leave out lines={task.options.lines}")
    if task.backend == SPECIFICATION and task.options.threads > 1:
        raise AgentError("the specification runs in one thread; leave threads out, or use another backend")


def check_techniques(task: Task) -> None:
    assert isinstance(task.options, AlphaBetaOptions)
    check_alphabeta_options(task.options, task.position.game, task.algorithm.name)


def check_unfinished(position: Position) -> None:
    if position.over:
        raise PositionError(f"the game is over ({position.result}): there is no move to look for")


def check_turn(position: Position) -> None:
    """Refuse positions in which no player chooses."""
    check_unfinished(position)
    if position.player == CHANCE:
        raise PositionError(f"chance is to move in this position of {position.game}, not a player; play an outcome first")


def check_no_chance(position: Position, who: str) -> None:
    if position.game.defines("chances") and not (position.game.chance_first and position.player != CHANCE):
        instead = "" if " " in who else "; expectiminimax takes them"  # a solution tree has no such alternative
        raise AgentError(f"{who} is for games without chance, but {position.game} has chance nodes{instead}")


def check_minimax_game(position: Position, who: str) -> None:
    """Refuse everything but unfinished games of one or two players, zero-sum and without chance."""
    game, rules = position.game, position.rules
    check_unfinished(position)
    if rules.players > 2:
        raise AgentError(f"{who} is for games of at most two players, but {game} has {rules.players}")
    check_no_chance(position, who)
    if rules.players == 2 and not rules.zero_sum:
        raise AgentError(f"{who} is for zero-sum games, but {game} says zero_sum = False")
