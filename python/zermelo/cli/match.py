"""`zermelo match`: finds out which of two agents is stronger."""

from collections.abc import Iterator
from math import isfinite
from typing import Annotated, Any

from cyclopts import Parameter

from zermelo.agents.registry import agent
from zermelo.arena.match import Match
from zermelo.arena.result import Record, Result
from zermelo.arena.sprt import Sprt
from zermelo.arena.standings import signed
from zermelo.cli import contest as options
from zermelo.cli.contest import waiting, workers
from zermelo.cli.failures import INTERRUPTED
from zermelo.cli.options import BackendName, GameText, Json, Seed, count
from zermelo.cli.output import Answer
from zermelo.cli.paint import reply
from zermelo.cli.progress import Step, progress
from zermelo.errors import LimitError
from zermelo.facade import conditions_of
from zermelo.games import find
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
    opening: options.Opening = None,
    openings: options.OpeningsFile = None,
    book: options.BookFile = None,
    plies: options.Plies = 1000,
    clock: options.Clock = "",
    seconds: options.EqualSeconds = None,
    nodes: options.EqualNodes = None,
    playouts: options.EqualPlayouts = None,
    depth: options.EqualDepth = None,
    tables: options.Tables = None,
    sprt: Annotated[
        str,
        Parameter(
            help="Stop as soon as it is clear whether FIRST is stronger by the second or only by the first of two Elo, such as 0,10."
        ),
    ] = "",
    jobs: options.Jobs = None,
    cluster: options.ClusterAddress = None,
    record: options.RecordFile = None,
    backend: BackendName = None,
    records: Annotated[bool, Parameter(help="Print every game: opening, moves, result.")] = False,
    quiet: options.Quiet = False,
    json: Json = False,
) -> Answer | int:
    """Play a match between two agents.

    Every game starts with random plies. Each opening is played twice with sides swapped, so that neither agent has an advantage.
    The score counts a win as 1 and a draw as 1/2, and is given with its 95 % interval. Where more can be had than a win, as in poker, the mean
    utility of a game is given, too. In a game for two teams each agent plays a whole team.
    An agent that fails, or plays an illegal move, forfeits the game. Ctrl-C ends the match and prints the result so far.

        zermelo match connect4 "alphabeta(depth=4)" "alphabeta(depth=2)" --games 40
        zermelo match tictactoe "alphabeta()" random --games 10 --seed 7 --json
        zermelo match othello "strong()" "alphabeta(ordering=all)" --nodes 2000 --games 10 --opening 6 --records
        zermelo match connect4 "uct()" "strong()" --seconds 0.05 --games 2000 --sprt 0,20 --record match.sqlite
        zermelo match tictactoe my_agents.py:center "my_agents.py:Search(depth=2)"
    """
    more: dict[str, Any] = {"seconds": seconds, "nodes": nodes, "playouts": playouts, "depth": depth}
    more |= {"clock": clock, "openings": openings, "book": book, "tables": tables}
    how = conditions_of(seed, opening, plies, more)
    question = read_sprt(sprt)
    contest = Match(find(game), agent(first, backend), agent(second, backend), games, conditions=how, sprt=question)
    with Step.none() if quiet else progress("playing", games) as step:
        hear = Hearing(step)
        number = workers(contest.contest.agents, jobs, games, cluster)
        result = contest.play(hear, jobs=number, record=record, cluster=cluster, tell=waiting(step))
    told = {"records": [each.to_json() for each in result.records]} if records else {}
    lines = [*(map(line, result.records) if records else ()), render(contest, result)]
    code = INTERRUPTED if result.stopped == "interrupt" else 0
    return reply(json, header(contest) | result.to_json() | told, *lines, code=code)


class Hearing:
    """Shows the standing while a match is played."""

    def __init__(self, step: Step) -> None:
        self.step, self.points, self.games = step, 0.0, 0

    def __call__(self, record: Record) -> None:
        self.points, self.games = self.points + record.points, self.games + 1
        self.step(f"playing · {self.points:g} of {self.games}", advance=1)


def read_sprt(text: str) -> Sprt | None:
    """The test of a text such as 0,10; None for an empty one."""
    if not text.strip():
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise LimitError(f"--sprt takes two Elo differences such as 0,10, not `{text}`") from None
    return Sprt(low, high)


def header(contest: Match) -> dict[str, str | int]:
    """What was played, as JSON."""
    return {
        "game": str(contest.game),
        "first": contest.first,
        "second": contest.second,
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
        yield f"Decided games: {result.wins + result.losses}, of which {contest.first} won {result.decided:.1%}."
    elo, low, high = result.rating
    yield f"Elo difference {signed(elo)} ({signed(low)} to {signed(high)}); {contest.first} is stronger with a likelihood of {result.superiority:.1%}."
    if result.utility is not None:
        mean, least, most = result.utility
        reach = f" ({least:+.3g} to {most:+.3g})" if isfinite(most - least) else ""  # one pair of games says nothing about that
        yield f"Mean utility of {contest.first}: {mean:+.3g} a game{reach}."
    if result.sprt is not None:
        state = result.sprt_state
        verdict = {
            "accepted": f"at least {result.sprt.elo1:g} Elo",
            "rejected": f"at most {result.sprt.elo0:g} Elo",
            None: "not decided",
        }
        yield f"Sequential test: {verdict[state.verdict]} (LLR {state.llr:+.2f}, from {state.lower:.2f} to {state.upper:+.2f})."
    if result.unfinished:
        yield f"Games that were not over after {counted(contest.plies)} and count as draws: {result.unfinished}."
    for name, why, number in result.forfeits():
        yield f"{name} forfeited {counted(number, 'game')}, the first because: {why}"
    for name, number in result.late():
        yield f"{name} lost {counted(number, 'game')} on time."
    if len(contest.openings) < contest.games // 2:
        length = counted(len(contest.openings[0].history))
        yield (
            f"Different openings of {length} in this game: {len(contest.openings)}. "
            "They were used again, so deterministic agents repeated games."
        )
    if result.stopped == "interrupt":
        yield f"Interrupted after {len(result.records)} of {contest.games} games."


def line(record: Record) -> str:
    """One game on one line; a bar separates the opening from the rest."""
    outcome = {1.0: "won", 0.5: "drawn", 0.0: "lost"}[record.points]
    moves = " ".join([*record.opening, "|", *record.moves])
    return f"{record.pair + 1:>4} as {record.seat}: {outcome:<5} · {moves} · {record.result}"
