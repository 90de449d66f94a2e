"""The experiment `threat-ads`: how many nodes does Threat-ADS save in best-reply search?

After Polk and Oommen: one player uses best-reply search, the others play at random. The nodes of its first few turns are counted,
without and with Threat-ADS, in three games, from the start and from the middle of a game. Their settings are not
published: boards, numbers of players, depths and evaluations here are our own, with reasons in
docs/background/experiment-results.md, written before anything was measured. `--grid` shows how much depends on them.

**Paired.** Threat-ADS changes the order of opponents, never the value of a move; but among equally good moves it may find another
one first. Two separate games would then differ, and that difference would hide the effect. So one game is played, the player
without Threat-ADS chooses the moves, and both searches are counted on the same positions.

Every search starts with its own list, in the order of turns. With the setting `keep` it starts with the list that the search of the
last turn left, so that the list lasts for the whole game.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from statistics import median

from zermelo.arena.experiments.experiment import Chart, Experiment, ExperimentError, Row
from zermelo.arena.experiments.interval import cut
from zermelo.arena.openings import at_random, opening
from zermelo.engine import SearchAgent, bestreply, think
from zermelo.errors import GameError
from zermelo.game import Game, Random
from zermelo.games import catalog

BOARDS = ("start", "midgame")
EVALUATIONS = ("relative", "own")
DEPTHS = (2, 3, 4)


@dataclass(frozen=True)
class Plan:
    """The settings of a game, and the published mean nodes without and with Threat-ADS, from the start and the middle."""

    players: int
    turns: int
    """Turns of the best-reply player over which nodes are summed."""
    grid: tuple[int, ...]
    """Numbers of players in the grid."""
    start: tuple[int, int]
    midgame: tuple[int, int]


PLANS = {
    "virus": Plan(4, 10, (3, 4, 6), (264_000, 237_000), (307_000, 275_000)),
    "focus": Plan(4, 3, (3, 4), (6_859_000, 6_443_000), (14_460_000, 13_050_000)),
    "chinesecheckers": Plan(6, 5, (3, 4, 6), (3_485_000, 3_070_000), (8_170_000, 7_680_000)),
}


class ThreatAds(Experiment):
    """Nodes of best-reply search without and with Threat-ADS."""

    name = "threat-ads"
    defaults = {
        "depth": 4,
        "evaluation": "relative",
        "players": 0,  # as in the plan of each game
        "turns": 0,  # likewise
        "midgame": 10,
        "rule": "move_to_front",
        "keep": False,  # the list, from one turn to the next
        "size": 8,  # rows and columns of Virus
        "pattern": "square",  # of Virus
        "backend": "",
    }
    chart = Chart("cut", "low", "high", "nodes saved by Threat-ADS, %", "published_cut", "published")

    def cells(self) -> Iterator[Row]:
        for game, plan in PLANS.items():
            for board in BOARDS:
                players = int(str(self.settings["players"])) or plan.players
                yield cell(game, board, players, self.settings["depth"], self.settings["evaluation"])

    def grid(self) -> Iterator[Row]:
        """All combinations; none is left out of the report."""
        for key in ("depth", "evaluation", "players"):
            if self.settings[key] != self.defaults[key]:
                raise ExperimentError(f"the grid varies {key} itself; leave out {key}={self.settings[key]}")
        for game, plan in PLANS.items():
            for board, players, evaluation, depth in product(BOARDS, plan.grid, EVALUATIONS, DEPTHS):
                yield cell(game, board, players, depth, evaluation)

    def check(self, cell: Row) -> None:
        if not isinstance(self.settings["midgame"], int) or self.settings["midgame"] < 1:
            raise ExperimentError(f"midgame={self.settings['midgame']!r} must be a number of random rounds, at least 1")
        if not isinstance(self.settings["turns"], int) or self.settings["turns"] < 0:
            raise ExperimentError(f"turns={self.settings['turns']!r} must be a number of turns, or 0 for the usual one")
        position = self.rules(cell).start()
        for agent in self.agents(cell):
            agent.check(position)

    def rules(self, cell: Row) -> Game:
        name = str(cell["game"])
        kind: Callable[..., Game] = catalog()[name]
        size, pattern = self.settings["size"], self.settings["pattern"]
        board = {"rows": size, "cols": size, "pattern": pattern} if name == "virus" else {}
        made = kind(players=cell["players"], evaluation=cell["evaluation"], **board)
        if len(made.players) < 3:
            raise GameError(f"Threat-ADS orders opponents, so it needs at least 3 players, not {len(made.players)}")
        return made

    def agents(self, cell: Row) -> tuple[SearchAgent, SearchAgent]:
        """The agents without and with Threat-ADS, for one game."""
        plain = bestreply(depth=int(str(cell["depth"])), backend=self.backend)
        return plain, plain.changed(threat=self.settings["rule"], keep_threat=self.settings["keep"]).remembering()

    def play(self, cell: Row, number: int, random: Random) -> Row:  # noqa: ARG002
        """Nodes of both over the first turns of one game, or to its end if that comes first."""
        most = int(str(self.settings["turns"])) or PLANS[str(cell["game"])].turns
        without, with_ = self.agents(cell)
        rounds = int(str(self.settings["midgame"])) if cell["board"] == "midgame" else 0
        position = opening(self.rules(cell), rounds, random)
        turns, nodes = 0, [0, 0]
        while not position.over and turns < most:
            if position.player != 0:
                position = at_random(position, random)
                continue
            plain, ordered = think(without, position), think(with_, position)
            nodes[0] += plain.nodes
            nodes[1] += ordered.nodes
            turns += 1
            position = position.play(plain.move)
        return {"without": nodes[0], "with": nodes[1], "turns": turns}

    def summarise(self, cell: Row, games: Sequence[Row]) -> Row:
        without, with_ = ([int(str(game[key])) for game in games] for key in ("without", "with"))
        found = cut(without, with_)
        published = getattr(PLANS[str(cell["game"])], str(cell["board"]))
        return {
            "nodes_without": round(sum(without) / len(without)),
            "nodes_with": round(sum(with_) / len(with_)),
            "cut": round(found.cut, 2),
            "low": None if found.low is None else round(found.low, 2),
            "high": None if found.high is None else round(found.high, 2),
            "published_without": published[0],
            "published_with": published[1],
            "published_cut": round(100 * (1 - published[1] / published[0]), 1),
        }

    def remarks(self, rows: Sequence[Row]) -> Iterator[str]:
        better, worse = ([row for row in rows if verdict(row) == sign] for sign in (1, -1))
        unclear = len(rows) - len(better) - len(worse)
        yield (
            f"Threat-ADS saves nodes in {len(better)} of {len(rows)} cells, costs nodes in {len(worse)}, "
            f"and in {unclear} the difference is not significant at 95 %."
        )
        yield "The settings of the published numbers are unknown; these are our own (docs/background/experiment-results.md)."
        if len(rows) > len(PLANS) * len(BOARDS):
            yield from places(rows)


def cell(game: str, board: str, players: int, depth: object, evaluation: object) -> Row:
    return {"game": game, "board": board, "players": players, "depth": int(str(depth)), "evaluation": str(evaluation)}


def verdict(row: Row) -> int:
    """1 if it saves nodes, -1 if it costs nodes, 0 if that is not significant."""
    low, high = row["low"], row["high"]
    if not isinstance(low, int | float) or not isinstance(high, int | float):
        return 0
    return 1 if low > 0 else -1 if high < 0 else 0


def places(rows: Sequence[Row]) -> Iterator[str]:
    """How the published cuts compare with those of the grid."""
    for game, board in product(PLANS, BOARDS):
        here = [row for row in rows if (row["game"], row["board"]) == (game, board)]
        if here:
            found = sorted(float(str(row["cut"])) for row in here)
            published = float(str(here[0]["published_cut"]))
            below = sum(each < published for each in found)
            yield (
                f"{game}, {board}: cuts from {found[0]:.1f} % to {found[-1]:.1f} %, half of them below {median(found):.1f} %; "
                f"the published {published:.1f} % is above {below} of {len(found)}."
            )
