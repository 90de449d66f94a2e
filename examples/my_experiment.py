"""An experiment of your own: how many nodes does the order of moves save alpha-beta?

zermelo experiment my_experiment.py
zermelo experiment my_experiment.py --games 5 --set depth=4 --only othello
zermelo experiment my_experiment.py --only connect4 --within 500
"""

from zermelo import alphabeta, find
from zermelo.arena.experiments import Experiment, opening, think
from zermelo.game.random import Random


class Ordering(Experiment):
    """Nodes of alpha-beta without any order of moves and with the game's own, on the same random positions."""

    factors = {"game": ("connect4", "othello"), "ordering": ("none", "order")}
    paired = True
    games = 20
    defaults = {"depth": 5}

    def measure(self, random: Random, game: str, ordering: str) -> dict[str, int]:
        position = opening(find(game), 4, random)
        return {"nodes": think(alphabeta(depth=self.settings["depth"], ordering=ordering), position).nodes}
