"""The experiment `multiplayer`: max^n, paranoid, best-reply, BRS+ and UCT in pairs, at equal time or equal nodes.

In a game of four, two seats belong to the first algorithm and two to the second. All six seatings are used in turn, and each is
followed by its opposite from the same opening, so that neither seats nor chance favour an algorithm. The score
of a game is the first algorithm's share of the winners: 1 or 0 for one winner, 1/2 without a winner or with one on each side.

All algorithms get techniques that help without changing their values: deepening, ordering by principal variation, killers and
history, and max^n its strongest pruning. UCT cuts its random games short and evaluates; it takes no limit on nodes, so it takes
part at equal time only.

With the setting `agent`, that agent, such as `my_agents.py:center`, plays against each of the algorithms instead.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from zermelo.agents.own import OwnAgent
from zermelo.agents.programs.agent import ProgramAgent
from zermelo.agents.registry import agent as make_agent
from zermelo.arena.experiments.experiment import Chart, Experiment, ExperimentError, Row
from zermelo.arena.match import fresh
from zermelo.arena.openings import opening
from zermelo.arena.result import interval
from zermelo.engine import MAKERS, Agent, check_agent, think
from zermelo.errors import LimitError
from zermelo.game import Game, Random
from zermelo.games import catalog
from zermelo.limit import Limit

GAMES: dict[str, dict[str, bool | int]] = {"chinesecheckers": {"holes": 73}, "focus": {"short": True}, "rolit": {}}
"""The games, with parameters that make them shorter."""
ORDERING = "pv+killers+history"
"""Cheap orderings; a game's own `order` and a table save nodes but cost more time here."""
AT_BEST = {"ordering": ORDERING, "pruning": "speculative", "cutoff": 10}
"""Techniques, for the algorithms that have them."""
MOST_PLIES = 1000


class Multiplayer(Experiment):
    """Multi-player algorithms against each other."""

    name = "multiplayer"
    games = 60
    together = 2
    defaults = {"players": 4, "seconds": 0.1, "nodes": 0, "rounds": 1, "agent": "", "backend": ""}
    chart = Chart("score", "low", "high", "score of the first, %", zero=50.0)

    def cells(self) -> Iterator[Row]:
        limit = "nodes" if self.settings["nodes"] else "seconds"
        entrants = [name for name, maker in MAKERS.items() if maker.row.many_players and limit in maker.declared]
        own = str(self.settings["agent"])
        pairs = [(own, each) for each in entrants] if own else list(combinations(entrants, 2))
        for game in GAMES:
            for first, second in pairs:
                yield {"game": game, "players": self.settings["players"], "first": first, "second": second}

    def check(self, cell: Row) -> None:
        players, rounds, nodes = (int(str(self.settings[key])) for key in ("players", "rounds", "nodes"))
        if players % 2:
            raise ExperimentError(f"players={players} must be an even number, so that two algorithms share the seats")
        if rounds < 0:
            raise ExperimentError(f"rounds={rounds} must be a whole number of at least 0")
        if nodes < 0:
            raise LimitError(f"nodes={nodes} must be a whole number of at least 1; leave it out to use --seconds")
        Limit(seconds=self.settings["seconds"])
        start = self.rules(cell).start()
        for side in ("first", "second"):
            check_agent(self.agent(str(cell[side])), start)

    def rules(self, cell: Row) -> Game:
        name = str(cell["game"])
        kind: Callable[..., Game] = catalog()[name]
        return kind(players=cell["players"], **GAMES[name])

    def agent(self, name: str) -> Agent:
        """An algorithm with its techniques and the common limit; an agent of one's own gets the limit if it asks for one."""
        nodes, seconds = self.settings["nodes"], self.settings["seconds"]
        limit = {"nodes": nodes} if nodes else {"seconds": seconds}
        if name not in MAKERS:
            made = make_agent(name, self.backend)
            return made.changed(**limit) if isinstance(made, OwnAgent | ProgramAgent) and made.takes(next(iter(limit))) else made
        techniques = {each: value for each, value in AT_BEST.items() if each in MAKERS[name].declared}
        return MAKERS[name](**limit, **techniques, backend=self.backend)

    def source(self) -> str:
        """A hash of the file of the agent, so that results of another version of it are not continued."""
        made = make_agent(str(self.settings["agent"])) if self.settings["agent"] else None
        if not isinstance(made, OwnAgent) or made.source is None:
            return super().source()
        return hashlib.sha256(made.source[0].encode()).hexdigest()[:16]  # the name of the module has a hash of the file

    def play(self, cell: Row, number: int, random: Random) -> Row:
        """One game; the two of a pair have the same opening and opposite seats."""
        game = self.rules(cell)
        pair, swapped = divmod(number, 2)
        first_seats = seating(len(game.players), pair, bool(swapped))
        agents = {side: self.agent(str(cell[side])) for side in ("first", "second")}
        seated = [fresh(agents["first" if seat in first_seats else "second"], seat) for seat in range(len(game.players))]
        position = opening(game, int(str(self.settings["rounds"])), random)
        plies = len(position.history)
        nodes = {"first": 0, "second": 0}
        while not position.over and plies < MOST_PLIES:
            side = "first" if position.player in first_seats else "second"
            report = think(seated[position.player], position)
            nodes[side] += report.nodes
            position = position.play(report.move)
            plies += 1
        return {"points": share(position.values, first_seats), "plies": plies, "result": position.result, **nodes}

    def summarise(self, cell: Row, games: Sequence[Row]) -> Row:  # noqa: ARG002
        points = [float(str(game["points"])) for game in games]
        low, high = interval([points[at : at + 2] for at in range(0, len(points), 2)])
        return {
            "wins": points.count(1.0),
            "draws": len(points) - points.count(1.0) - points.count(0.0),
            "losses": points.count(0.0),
            "score": round(100 * sum(points) / len(points), 2),
            "low": round(100 * low, 2),
            "high": round(100 * high, 2),
            "plies": round(sum(int(str(game["plies"])) for game in games) / len(games)),
        }

    def remarks(self, rows: Sequence[Row]) -> Iterator[str]:
        nodes, seconds = self.settings["nodes"], self.settings["seconds"]
        yield f"Each side had half of the seats and {f'{nodes} nodes' if nodes else f'{seconds} s'} a move."
        for row in rows:
            low, high = float(str(row["low"])), float(str(row["high"]))
            if low > 50 or high < 50:
                better, worse = (row["first"], row["second"]) if low > 50 else (row["second"], row["first"])
                yield f"{row['game']}: {better} beats {worse} (significant at 95 %)."


def seating(players: int, pair: int, swapped: bool) -> frozenset[int]:
    """The seats of the first algorithm: half of them, with player 0, in one game of a pair; the other half in the other.

    >>> [sorted(seating(4, pair, swapped)) for pair in range(3) for swapped in (False, True)]
    [[0, 1], [2, 3], [0, 2], [1, 3], [0, 3], [1, 2]]
    """
    ways = [frozenset((0, *rest)) for rest in combinations(range(1, players), players // 2 - 1)]
    chosen = ways[pair % len(ways)]
    return frozenset(range(players)) - chosen if swapped else chosen


def share(values: tuple[float, ...] | None, seats: frozenset[int]) -> float:
    """The share of the winners on these seats; 1/2 for an unfinished game.

    >>> share((3, -1, -1, -1), frozenset({0, 2})), share((1, 1, -1, -1), frozenset({0, 2})), share(None, frozenset({0, 2}))
    (1.0, 0.5, 0.5)
    """
    if values is None:
        return 0.5
    winners = [seat for seat, value in enumerate(values) if value == max(values)]
    return sum(seat in seats for seat in winners) / len(winners)
