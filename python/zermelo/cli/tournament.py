"""`zermelo tournament`: several agents play each other, on one or several games."""

from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from zermelo.agents.registry import agent
from zermelo.arena.dots import Dot, Panel, check_picture, draw_panels
from zermelo.arena.records import GameRecord
from zermelo.arena.tournament import Tournament
from zermelo.cli import contest as options
from zermelo.cli.contest import standings_text, waiting, workers
from zermelo.cli.failures import INTERRUPTED
from zermelo.cli.options import BackendName, GameText, Json, Seed, count
from zermelo.cli.output import Answer
from zermelo.cli.paint import reply
from zermelo.cli.progress import Step, progress
from zermelo.facade import conditions_of
from zermelo.games import find


def tournament(
    game: GameText,
    agents: Annotated[
        list[str],
        Parameter(name="AGENT", help='Two or more agents: "alphabeta(depth=4)", "uct(playouts=100)", my_agents.py:center.'),
    ],
    /,
    *,
    also: Annotated[list[str] | None, Parameter(help="Play this game as well; may be given several times.")] = None,
    format: Annotated[
        Literal["round-robin", "gauntlet", "swiss"],
        Parameter(help="Everybody meets everybody (by default), the first agent meets all others, or equals meet in rounds."),
    ] = "round-robin",
    games: Annotated[
        int, Parameter(converter=count, help="Games of each pairing: 2 by default. Every opening is played on all seats.")
    ] = 2,
    rounds: Annotated[int | None, Parameter(converter=count, help="Rounds of a Swiss tournament.")] = None,
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
    jobs: options.Jobs = None,
    cluster: options.ClusterAddress = None,
    record: options.RecordFile = None,
    plot: Annotated[
        Path | None, Parameter(help="Draw the Elo of all agents with their intervals into this file, .png or .svg.")
    ] = None,
    backend: BackendName = None,
    quiet: options.Quiet = False,
    json: Json = False,
) -> Answer | int:
    """Play a tournament of several agents, and rate them.

    Games may have any number of players: seats are rotated, and the same openings are played by all. One-player games are ranked by what each
    agent gets. Elo is given with its 95 % interval. An agent that fails, or plays an illegal move, forfeits the game.
    Ctrl-C ends the tournament and prints the standings so far.

        zermelo tournament connect4 "alphabeta(depth=2)" "alphabeta(depth=4)" "uct(playouts=200)" --games 20
        zermelo tournament "virus(players=3)" "maxn(depth=2)" "paranoid(depth=2)" "bestreply(depth=2)" --games 12 --json
        zermelo tournament tictactoe random "minimax(depth=1)" "alphabeta()" --also "nim([3,4,5])" --record cup.sqlite
        zermelo tournament connect4 "level(1)" "level(2)" "level(3)" "level(4)" --format swiss --rounds 3 --games 4
    """
    more: dict[str, Any] = {"seconds": seconds, "nodes": nodes, "playouts": playouts, "depth": depth}
    more |= {"clock": clock, "openings": openings, "book": book, "tables": tables}
    how = conditions_of(seed, opening, plies, more)
    played = [find(each) for each in (game, *(also or ()))]
    contest = Tournament(played, [agent(each, backend) for each in agents], games, format, rounds, how)
    if plot is not None:
        check_picture(plot)
    with Step.none() if quiet else progress("playing", contest.total) as step:
        hear = Hearing(contest, step)
        number = workers(contest.contest.agents, jobs, contest.total, cluster)
        standings = contest.play(hear, jobs=number, record=record, cluster=cluster, tell=waiting(step))
    if plot is not None:
        dots = [Dot(each.agent, each.elo, each.low, each.high) for each in standings.ranked()]
        draw_panels([Panel(dots, "Elo", ", ".join(standings.games))], plot)
    code = INTERRUPTED if standings.stopped == "interrupt" else 0
    head = {"game": str(played[0]), "format": format, "seed": seed, "total": contest.total}
    return reply(json, head | standings.to_json(), standings_text(standings), code=code)


class Hearing:
    """Shows who leads while a tournament is played."""

    def __init__(self, contest: Tournament, step: Step) -> None:
        self.names, self.step = contest.names, step
        self.points, self.games = [0.0] * len(self.names), [0] * len(self.names)

    def __call__(self, record: GameRecord) -> None:
        for entrant, gained in zip(record.seats, record.points, strict=True):
            self.points[entrant] += gained
            self.games[entrant] += 1
        best = max(range(len(self.names)), key=lambda each: self.points[each] / max(1, self.games[each]))
        self.step(f"playing · {self.names[best]} leads", advance=1)
