"""`zermelo calibrate`: tests whether every level is stronger than the one below, or how strong an agent is."""

import re
from collections.abc import Iterator
from typing import Annotated, Any

from cyclopts import Parameter

from zermelo.arena import Record
from zermelo.arena.calibration import MARK, Calibration, Ladder, Step, cost
from zermelo.arena.placement import Placement, Standing
from zermelo.cli.contest import ClusterAddress, MoreJobs, more_workers, waiting
from zermelo.cli.failures import INTERRUPTED
from zermelo.cli.options import BackendName, GameText, Json, Seed, count
from zermelo.cli.output import Answer
from zermelo.cli.paint import reply
from zermelo.cli.progress import progress
from zermelo.errors import LimitError
from zermelo.games import find

_MARK = f"{100 * MARK:.0f} %"


def calibrate(
    game: GameText,
    /,
    *,
    levels: Annotated[str, Parameter(help="The lowest and the highest level: 1-10 by default.")] = "1-10",
    agent: Annotated[
        str | None,
        Parameter(
            help="Play this agent against each level instead, to see how strong it is: strong(nodes=500), my_agents.py:center."
        ),
    ] = None,
    games: Annotated[int, Parameter(converter=count, help="Games of each pair: 100 by default.")] = 100,
    seed: Seed = 1,
    backend: BackendName = None,
    jobs: MoreJobs = None,
    cluster: ClusterAddress = None,
    json: Json = False,
) -> Answer | int:
    """Play each level against the one below, or an agent against each level.

    A level should win at least 60 % of the decided games against the one below; the exit code is 1 if one does not.
    With --agent, the agent plays each level, and the answer says up to which level it wins at least half of the decided games.
    Openings are random, and each is played twice with sides swapped.
    The highest levels take about a second for a move, so 100 games take hours; --levels 1-7 takes minutes.
    Ctrl-C stops and prints the pairs that are finished.

        zermelo calibrate connect4 --levels 1-7
        zermelo calibrate othello --levels 4-6 --games 200 --seed 7
        zermelo calibrate my_game.py --levels 1-3 --games 20 --json
        zermelo calibrate tictactoe --agent my_agents.py:center --levels 1-3 --games 10
    """
    if agent is not None:
        return _place(Placement(find(game), agent, *bounds(levels), games=games, seed=seed, backend=backend), json, jobs, cluster)
    calibration = Calibration(find(game), *bounds(levels), games=games, seed=seed, backend=backend)
    played: dict[int, int] = {}
    with progress("playing", calibration.work, counted=False) as step:  # a game of a high level takes a thousand times as long

        def hear(number: int, _: Record) -> None:
            played[number] = played.get(number, 0) + 1
            step(f"level {number} against {number - 1} · {played[number]} of {calibration.games}", advance=cost(number))

        ladder = calibration.play(hear, jobs=more_workers(jobs, cluster), cluster=cluster, tell=waiting(step))
    code = INTERRUPTED if ladder.stopped else 0 if ladder.passed else 1
    return reply(json, told(calibration, ladder), render(calibration, ladder), code=code)


def _place(placement: Placement, json: bool, jobs: int | None, cluster: str | None) -> Answer | int:
    """Play an agent against the levels and print how strong it is."""
    with progress("playing", placement.total) as step:

        def hear(number: int, _: Record) -> None:
            step(f"{placement.agent} against level {number}", advance=1)

        standing = placement.play(hear, jobs=more_workers(jobs, cluster), cluster=cluster, tell=waiting(step))
    data = {
        "game": str(placement.game),
        "agent": standing.agent,
        "levels": [placement.lowest, placement.highest],
        "games": placement.games,
        "seed": placement.seed,
        "level": standing.level,
        "seconds": round(standing.seconds, 6),
        "stopped": standing.stopped,
        "pairs": [
            {name: value for name, value in each.to_json().items() if name not in ("below", "passed")} for each in standing.steps
        ],
    }
    lines = [f"{placement.game} · {standing.agent} · {placement.games} games a level, sides swapped · {standing.seconds:.1f} s"]
    lines.append(f"  {'against':<13}{'wins':>6}{'draws':>7}{'losses':>8}{'decided':>9}   {'95 % interval':<17}ms/move")
    lines += [f"  {f'level {each.level}':<13}{counts(each)}" for each in standing.steps]
    code = INTERRUPTED if standing.stopped else 0
    return reply(json, data, "\n".join([*lines, where(placement, standing)]), code=code)


def where(placement: Placement, standing: Standing) -> str:
    """Where an agent stands among the levels, in words."""
    if standing.stopped:
        return f"Interrupted after {len(standing.steps)} of {placement.highest - placement.lowest + 1} levels."
    if standing.level is None:
        return f"It won less than half of its decided games against level {placement.lowest}."
    above = "" if standing.level == placement.highest else f", and less against level {standing.level + 1}"
    return f"It won at least half of its decided games up to level {standing.level}{above}."


def bounds(text: str) -> tuple[int, int]:
    """The lowest and the highest level of a text such as 1-10."""
    match = re.fullmatch(r"\s*(\d{1,9})\s*-\s*(\d{1,9})\s*", text, re.ASCII)
    if match is None:
        raise LimitError(f"--levels takes the lowest and the highest level, such as 1-10, not `{text}`")
    return int(match[1]), int(match[2])


def told(calibration: Calibration, ladder: Ladder) -> dict[str, Any]:
    """The result as JSON."""
    return {
        "game": str(calibration.game),
        "levels": [calibration.lowest, calibration.highest],
        "games": calibration.games,
        "seed": calibration.seed,
        "mark": MARK,
        "passed": ladder.passed,
        "seconds": round(ladder.seconds, 6),
        "stopped": ladder.stopped,
        "pairs": [step.to_json() for step in ladder.steps],
    }


def render(calibration: Calibration, ladder: Ladder) -> str:
    """The result as text: one row for each pair, and a summary."""
    games = f"{calibration.games} games a pair, sides swapped"
    lines = [f"{calibration.game} · {games} · seed {calibration.seed} · {ladder.seconds:.1f} s"]
    lines.append(
        f"  {'levels':<13}{'wins':>6}{'draws':>7}{'losses':>8}{'decided':>9}   {'95 % interval':<17}ms/move   {_MARK} mark"
    )
    return "\n".join([*lines, *map(row, ladder.steps), *remarks(calibration, ladder)])


def row(step: Step) -> str:
    """One level against the one below."""
    return f"  {pair(step):<13}{counts(step)}   {'reached' if step.passed else 'missed'}"


def counts(step: Step) -> str:
    """The numbers of a row."""
    low, high = step.interval
    result, share = step.result, "none" if step.share is None else f"{step.share:.1%}"
    measured = f"{f'{low:.1%} to {high:.1%}':<16}{1000 * step.seconds_per_move:>8.2f}"
    return f"{result.wins:>6}{result.draws:>7}{result.losses:>8}{share:>9}   {measured}"


def remarks(calibration: Calibration, ladder: Ladder) -> Iterator[str]:
    """The result of the table in words."""
    missed = [pair(step) for step in ladder.steps if not step.passed]
    if missed:
        yield f"Below {_MARK} of decided games: {', '.join(missed)}."
    else:
        yield f"Each of these levels won at least {_MARK} of its decided games against the one below."
    if ladder.stopped:
        yield f"Interrupted after {len(ladder.steps)} of {calibration.highest - calibration.lowest} pairs."


def pair(step: Step) -> str:
    return f"{step.level} against {step.level - 1}"
