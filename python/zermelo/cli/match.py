"""`zermelo match`: finds out which of two agents is stronger."""

from collections.abc import Iterator
from typing import Annotated

from cyclopts import Parameter

from zermelo.agents.registry import agent
from zermelo.arena import Match, Record, Result
from zermelo.cli.failures import INTERRUPTED
from zermelo.cli.options import BackendName, GameText, Json, Seed, count, whole_from
from zermelo.cli.output import Answer
from zermelo.cli.paint import reply
from zermelo.cli.progress import progress
from zermelo.games import find
from zermelo.limit import MAX_PLY
from zermelo.score import counted


def match(
    game: GameText,
    first: Annotated[
        str, Parameter(name="FIRST", help='An agent, "alphabeta(depth=4)", or one of your own, my_agents.py:center.')
    ],
    second: Annotated[str, Parameter(name="SECOND", help='Its opponent: "strong(seconds=0.1)", "random".')],
    /,
    *,
    games: Annotated[int, Parameter(converter=count, help="Number of games, even: 20 by default.")] = 20,
    seed: Seed = 1,
    opening: Annotated[
        int, Parameter(converter=whole_from(0, MAX_PLY), help="Random plies at the start of a game: 4 by default.")
    ] = 4,
    plies: Annotated[int, Parameter(converter=count, help="Longer games count as draws: 1000 plies by default.")] = 1000,
    backend: BackendName = None,
    records: Annotated[bool, Parameter(help="Print every game: opening, moves, result.")] = False,
    json: Json = False,
) -> Answer | int:
    """Play a match between two agents.

    Every game starts with random plies. Each opening is played twice with sides swapped, so that neither agent has an advantage.
    The score counts a win as 1 and a draw as 1/2, and is given with its 95 % interval.
    Ctrl-C ends the match and prints the result so far.

        zermelo match connect4 "alphabeta(depth=4)" "alphabeta(depth=2)" --games 40
        zermelo match tictactoe "alphabeta()" random --games 10 --seed 7 --json
        zermelo match othello "strong(nodes=2000)" "alphabeta(depth=2)" --games 10 --opening 6 --records
        zermelo match tictactoe my_agents.py:center "my_agents.py:Search(depth=2)"
    """
    contest = Match(find(game), agent(first, backend), agent(second, backend), games, seed, opening, plies)
    points = [0.0]
    with progress("playing", games) as step:

        def hear(record: Record) -> None:
            points.append(record.points)
            step(f"playing · {sum(points):g} of {len(points) - 1}", advance=1)

        result = contest.play(hear)
    told = {"records": [record.to_json() for record in result.records]} if records else {}
    lines = [*(map(line, result.records) if records else ()), render(contest, result)]
    return reply(json, header(contest) | result.to_json() | told, *lines, code=INTERRUPTED if result.stopped else 0)


def header(contest: Match) -> dict[str, str | int]:
    """What was played, as JSON."""
    return {
        "game": str(contest.game),
        "first": str(contest.first),
        "second": str(contest.second),
        "seed": contest.seed,
        "opening": len(contest.openings[0].history),
        "openings": len(contest.openings),
    }


def render(contest: Match, result: Result) -> str:
    """The result as a small table with remarks."""
    width = max(map(len, result.agents))
    lines = [f"{contest.game} · {len(result.records)} games, sides swapped · seed {contest.seed} · {result.seconds:.1f} s"]
    lines.append(f"  {'':<{width}}  {'wins':>6}{'draws':>7}{'losses':>8}{'score':>8}   95 % interval")
    for name, wins, draws, losses, share, least, most in result.scores():
        lines.append(f"  {name:<{width}}  {wins:>6}{draws:>7}{losses:>8}{share:>8.1%}   {least:.1%} to {most:.1%}")
    return "\n".join([*lines, *remarks(contest, result)])


def remarks(contest: Match, result: Result) -> Iterator[str]:
    """What the table does not show."""
    if result.decided is not None:
        elo = "" if result.elo is None else f" The score corresponds to {result.elo:+.0f} Elo."
        yield f"Decided games: {result.wins + result.losses}, of which {contest.first} won {result.decided:.1%}.{elo}"
    if result.unfinished:
        yield f"Games that were not over after {counted(contest.plies)} and count as draws: {result.unfinished}."
    if len(contest.openings) < contest.games // 2:
        length = counted(len(contest.openings[0].history))
        yield (
            f"Different openings of {length} in this game: {len(contest.openings)}. "
            "They were used again, so deterministic agents repeated games."
        )
    if result.stopped:
        yield f"Interrupted after {len(result.records)} of {contest.games} games."


def line(record: Record) -> str:
    """One game on one line; a bar separates the opening from the rest."""
    outcome = {1.0: "won", 0.5: "drawn", 0.0: "lost"}[record.points]
    moves = " ".join([*record.opening, "|", *record.moves])
    return f"{record.pair + 1:>4} as {record.seat}: {outcome:<5} · {moves} · {record.result}"
