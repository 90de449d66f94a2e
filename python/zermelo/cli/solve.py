"""`zermelo solve`: finds out who wins with best play."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter
from rich.text import Text

from zermelo.cli import options, paint
from zermelo.cli.equilibrium import Wanted, approach
from zermelo.cli.failures import INTERRUPTED
from zermelo.cli.output import Answer, check_out, note, save
from zermelo.cli.progress import status
from zermelo.cli.thinking import think
from zermelo.engine import check_minimax_game
from zermelo.engine.agent import SearchAgent
from zermelo.engine.equilibrium import SOLVERS as EQUILIBRIA
from zermelo.engine.solution import solution
from zermelo.errors import AgentError
from zermelo.facade import solver
from zermelo.game import Position
from zermelo.limit import Limit
from zermelo.report import Report, plain, worth
from zermelo.score import counted
from zermelo.search.score import bound

_SOLUTION_NODES, _MEMORY = 10_000, "256MB"
By = Literal["alphabeta", "proof", "cfr", "cfr+", "dcfr", "external", "outcome"]


def solve(
    game: options.GameText,
    /,
    *,
    position: options.PositionText = None,
    moves: options.MovesText = None,
    by: Annotated[
        By | None,
        Parameter(
            help="alphabeta: who wins, and how soon. proof: only who wins, by proof-number search, usually in less time. cfr, cfr+, dcfr: an "
            "equilibrium, by counterfactual regret minimisation, if players do not see everything; external and outcome: the same by samples. By default the one that fits the game."
        ),
    ] = None,
    iterations: Annotated[
        int | None,
        Parameter(converter=options.whole_from(1, 10**9), help="Iterations towards an equilibrium: 1000 by default."),
    ] = None,
    plot: Annotated[Path | None, Parameter(help="Draw the exploitability by iterations to a .png, .svg or .pdf file.")] = None,
    seconds: options.Seconds = None,
    memory: Annotated[
        str | None,
        Parameter(
            help="Size of the transposition table: 256MB by default; for external and outcome, of the information sets that they meet: 1GB."
        ),
    ] = None,
    out: Annotated[
        Path | None,
        Parameter(
            help="Write the solution tree (one move for the winner, every reply) to a .svg, .dot, .json or .txt file; the policy of an "
            "equilibrium to a .json file."
        ),
    ] = None,
    size: Annotated[
        int | None,
        Parameter(converter=options.whole_from(1, options.MOST_NODES), help="Node limit of the solution tree: 10000 by default."),
    ] = None,
    backend: options.BackendName = None,
    json: options.Json = False,
) -> Answer | int:
    """Find out who wins with best play.

    Searches to the end of the game and prints a win, a draw or a loss for the player to move, and the number of plies.
    With --by proof a win or a loss is proven, but not necessarily the shortest.
    With chance or more than two players it prints what the position is worth to each player.
    With --seconds the search may end without an answer; the exit code is then 1.
    Ctrl-C stops the search and prints what was found so far.
    If players do not see everything, it looks for an equilibrium: how often to make each move, and what a perfect opponent gains
    against that (exploitability).

        zermelo solve tictactoe
        zermelo solve kuhn --by cfr+ --iterations 20000
        zermelo solve leduc --out leduc.json
        zermelo solve "connect(rows=4,cols=5)" --memory 1GB
        zermelo solve "nim([3,4,5])" --json
        zermelo solve tictactoe --moves "a1 b1" --out solution.json
        zermelo solve connect4 --moves "5 5 5 5 5 7 7 5 1 7 1 7 6 6 3 4" --by proof
        zermelo solve connect4 --moves "4 4 4 4 4 2" --seconds 30
    """
    here = options.open_position(game, position, moves)
    if by in EQUILIBRIA or (by is None and here.game.hides):
        return approach(here, Wanted(by or "cfr+", iterations, seconds, memory, size, out, plot, backend, json))
    if out is not None:
        check_out(out)
    if iterations is not None or plot is not None:
        raise AgentError("--iterations and --plot are for equilibria; add --by cfr+")
    if out is not None:
        check_minimax_game(here, "a solution tree")
    if here.game.hides:
        raise AgentError(
            f"{by} sees everything, but {here.game} hides something from its players; use --by cfr+, which looks for an equilibrium"
        )
    elsewhere: str = getattr(here.game, "seen_elsewhere", "")
    if elsewhere:
        note(elsewhere)
    options.refuse_chance(here)
    agent = solver(here, by, seconds, _MEMORY if memory is None else memory, backend)
    options.prepare(here, [agent], backend)
    if not json:
        paint.console().print(paint.board(here))
    found = think(here, agent, f"solving {here.game}", enough=proven)
    code = INTERRUPTED if found.stopped == "interrupt" else 0 if proven(found) else 1
    if not json:
        _print(here, found)
    if out is not None and code == 0:
        code = _write_solution(here, agent, found, out, size or _SOLUTION_NODES)
    return Answer(found.to_json() | _verdict(here, found), code) if json else code


def proven(found: Report) -> bool:
    """Whether a report proves the value."""
    return found.score is not None and found.score.is_proven


def _verdict(here: Position, found: Report) -> dict[str, Any]:
    """The keys that `solve` adds to those of a report."""
    if not proven(found):
        return {"outcome": None, "plies": None}
    assert found.value is not None
    outcome = "win" if found.value > 0 else "loss" if found.value < 0 else "draw"
    if not _is_decided(here, found):
        return {"outcome": outcome, "plies": _length(here, found.line)}
    return {"outcome": outcome, "plies": found.plies if found.exact else None}


def _is_decided(here: Position, found: Report) -> bool:
    """Whether a player wins, so that the distance matters."""
    return found.value is not None and abs(found.value) >= bound(here.rules)


def _length(here: Position, line: tuple[str, ...]) -> int | None:
    """Length of a line that reaches the end of the game."""
    return len(line) if here.play(*line).over else None


def _after(here: Position, found: Report, plies: int | None) -> str:
    """The distance in words: exact, or at most so many plies if the search did not look for the shortest win."""
    if plies is not None:
        return f" in {counted(plies)}"
    most = found.plies or _length(here, found.line)
    return f" in at most {counted(most)}" if most is not None and _is_decided(here, found) else ""


def _print(here: Position, found: Report) -> None:
    verdict = _verdict(here, found)
    if verdict["outcome"] is None:
        sentence = "Not solved within the time limit." if found.stopped == "seconds" else "Not solved: interrupted."
        details = Text(f"It searched {paint.speed(found)}.")
    elif found.values is not None and not (here.rules.two_sided and not here.game.defines("chances")):
        each = ", ".join(f"{worth(plain(value))} to {name}" for name, value in zip(here.game.players, found.values, strict=True))
        sentence = f"With best play it is worth {each}{', on average' if here.game.defines('chances') else ''}."
        details = paint.report(found, here.game.players)
    else:
        sentence = f"A {verdict['outcome']} for {found.player}{_after(here, found, verdict['plies'])}."
        details = paint.report(found, here.game.players)
    paint.console().print(Text(sentence, style="bold"), details, sep="\n")


def _write_solution(here: Position, solver: SearchAgent, found: Report, out: Path, size: int) -> int:
    """Write the solution tree of the winner; Ctrl-C here loses the file, not the answer."""
    loses = found.value is not None and found.value < 0 and len(here.game.players) == 2
    player = 1 - here.player if loses else here.player
    try:
        with status("writing the solution"):
            tree = solution(here, replace(solver, limit=Limit(memory=solver.limit.memory)), size, player)
    except KeyboardInterrupt:
        note(f"interrupted, so {out} was not written")
        return INTERRUPTED
    save(tree, out)
    if tree.truncated:
        note(f"{out} has only a part of the solution, which proves nothing; try --size {10 * size}")
    return 0
