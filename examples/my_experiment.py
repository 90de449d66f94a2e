"""An experiment of your own: how many nodes does the order of moves save alpha-beta?

zermelo experiment my_experiment.py
zermelo experiment my_experiment.py --games 5 --set depth=4 --only othello
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from zermelo import alphabeta, find
from zermelo.arena.experiments import Chart, Experiment, cut, opening, think
from zermelo.game.random import Random


class Ordering(Experiment):
    """Nodes of alpha-beta without and with the game's own order of moves, on the same random positions."""

    games = 20
    defaults = {"depth": 5}
    chart = Chart("saved", "low", "high", "nodes saved by ordering, %")

    def cells(self) -> Iterator[dict[str, Any]]:
        for game in ("connect4", "othello"):
            yield {"game": game, "depth": self.settings["depth"]}

    def play(self, cell: Mapping[str, Any], number: int, random: Random) -> dict[str, Any]:
        position = opening(find(cell["game"]), 4, random)
        nodes = [think(alphabeta(depth=cell["depth"], ordering=names), position).nodes for names in ("none", "order")]
        return {"without": nodes[0], "with": nodes[1]}

    def summarise(self, cell: Mapping[str, Any], games: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        saved, low, high = cut([game["without"] for game in games], [game["with"] for game in games])
        return {"saved": saved, "low": low, "high": high}
