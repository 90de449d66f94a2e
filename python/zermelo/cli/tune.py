"""`zermelo tune`: better weights for the features of an evaluation."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from zermelo.arena.result import Record
from zermelo.arena.tuning import PatternTuner, Tuned, TunedPatterns, Tuner, TuningPlan
from zermelo.arena.tuning.running import Standing
from zermelo.cli.contest import ClusterAddress, Jobs, Quiet, waiting, workers
from zermelo.cli.match import read_sprt
from zermelo.cli.options import GameText, Json, Seed, count, whole_from
from zermelo.cli.output import Answer, check_out, note
from zermelo.cli.paint import reply
from zermelo.cli.progress import Step, progress
from zermelo.errors import LimitError
from zermelo.game.pattern_file import SUFFIX
from zermelo.games import find

NOT_BETTER = 1
"""The exit code if the new weights were not accepted."""


def tune(
    game: GameText,
    /,
    *,
    by: Annotated[
        Literal["texel", "td", "spsa", "patterns"],
        Parameter(
            help="texel fits the results of games (the default), td learns from one search to the next, spsa tries random steps in games; "
            "patterns fits the tables of a game's patterns to searches and solved endings."
        ),
    ] = "texel",
    games: Annotated[
        int | None,
        Parameter(
            converter=count, help="Games of each round: 1000 by default for texel, 400 for td, 2000 for spsa, 10000 for patterns."
        ),
    ] = None,
    nodes: Annotated[int, Parameter(converter=count, help="Nodes for each move, in all games: 400 by default.")] = 400,
    rounds: Annotated[
        int,
        Parameter(
            converter=whole_from(1, 1000),
            help="Play again with the weights found so far, so many times in all; texel and patterns only.",
        ),
    ] = 1,
    seed: Seed = 1,
    opening: Annotated[
        int,
        Parameter(
            converter=whole_from(1, 4096), help="Random plies at the start of a game, or up to half as many: 8 by default."
        ),
    ] = 8,
    plies: Annotated[int, Parameter(converter=count, help="Longer games count as draws: 400 plies by default.")] = 400,
    evaluate: Annotated[
        str | None, Parameter(help="Start from these weights instead of the game's own: corners=30, or weights.toml.")
    ] = None,
    freeze: Annotated[list[str] | None, Parameter(help="A feature whose weight stays as it is; may be repeated.")] = None,
    limit_change: Annotated[
        float | None, Parameter(help="The greatest change of a weight, as a part of it: 0.5 for half. Weights of 0 are free.")
    ] = None,
    sprt: Annotated[
        str, Parameter(help="The test that new weights must pass against the old ones, as two Elo differences: 0,20 by default.")
    ] = "0,20",
    match: Annotated[int, Parameter(converter=count, help="The most games of that test: 1000 by default.")] = 1000,
    depth: Annotated[
        int, Parameter(converter=whole_from(1, 64), help="Depth of the searches to which patterns are fitted: 4 by default.")
    ] = 4,
    solve: Annotated[
        int,
        Parameter(
            converter=whole_from(0, 1000), help="Patterns are fitted to results with at most so many plies left: 12 by default."
        ),
    ] = 12,
    tables: Annotated[
        str | None,
        Parameter(help="Tablebases that all searches use, by name or folder, or all: results then say more about endings."),
    ] = None,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    state: Annotated[
        Path | None, Parameter(help="Keep every game in this file; the same command goes on where an interrupted one was.")
    ] = None,
    out: Annotated[Path | None, Parameter(help="Write accepted weights to this .toml file, or .patterns file.")] = None,
    force: Annotated[bool, Parameter(help="Write them even if they were not accepted.")] = False,
    quiet: Quiet = False,
    json: Json = False,
) -> Answer | int:
    """Tune the weights of an evaluation.

    The game plays itself, the weights of its features are fitted to the results, and the new weights play a match against the old ones
    at equal nodes. They are written only if they win it; otherwise the exit code is 1.

        zermelo tune tictactoe --games 50 --nodes 20 --match 20 --force --out weights.toml
        zermelo tune othello --out othello.toml --state othello.sqlite
        zermelo tune chess --freeze pawns --rounds 2 --jobs 4
        zermelo tune my_game.py --by spsa --games 4000 --nodes 100
        zermelo tune othello --cluster tcp://192.168.1.5:8786
        zermelo tune "othello(discs=True)" --by patterns --out mine.patterns --state mine.sqlite
    """
    test = read_sprt(sprt)
    if test is None:
        raise LimitError("--sprt takes two Elo differences such as 0,20; without a test no weights are accepted")
    plan = TuningPlan(
        by,
        games,
        nodes,
        rounds,
        seed,
        opening,
        plies,
        tuple(freeze or ()),
        limit_change,
        (test.elo0, test.elo1),
        match,
        depth,
        solve,
        tables,
    )
    tuner = (PatternTuner if by == "patterns" else Tuner)(find(game), plan, evaluate)
    if out is not None:
        check_out(out, (SUFFIX,) if by == "patterns" else (".toml",))
    processes = workers((tuner.agent,), jobs, tuner.total, cluster)
    with Step.none() if quiet else progress("playing", tuner.total) as step:
        hearing = Hearing(step, plan.match)
        found = tuner.run(
            hearing.hear,
            hearing.step_of_match,
            jobs=None if processes == 1 else processes,
            cluster=cluster,
            tell=waiting(step),
            state=state,
        )
    written = out is not None and (found.accepted or force)
    if written and out is not None:
        found.save(out)
        note(f"wrote the weights to {out}")
    code = 0 if found.accepted else NOT_BETTER
    return reply(json, found.to_json(), f"{found}\n{conclusion(found, written)}", code=code)


class Hearing:
    """Shows how far the tuning is: games first, then the match."""

    def __init__(self, step: Step, most: int) -> None:
        self.step, self.most, self.points, self.games = step, most, 0.0, 0

    def hear(self, standing: Standing) -> None:
        loss = "" if standing.loss is None else f" · loss {standing.loss:.4f}"
        self.step(f"playing{loss}", done=standing.done, total=standing.total)

    def step_of_match(self, record: Record) -> None:
        self.points, self.games = self.points + record.points, self.games + 1
        words = f"new against old · {self.points:g} of {self.games}"
        self.step(words, done=self.games, total=self.most, fresh=self.games == 1)


def conclusion(found: Tuned | TunedPatterns, written: bool) -> str:
    """What follows from the match."""
    if found.accepted:
        return "The new weights are stronger."
    if found.match is None:
        return "The games give no reason to change a weight."
    told = "The new weights did not pass their test against the old ones"
    return (
        f"{told}; they were written because of --force." if written else f"{told}, so they are not offered. --force keeps them."
    )
