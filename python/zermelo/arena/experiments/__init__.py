"""Experiments: many games, stored on disk as they are played, and summarised in a table with intervals.

`experiment` is the base class, `find` finds one by name, `run` plays it, and `store` keeps its games. `interval` has the statistics
of savings, `factors` those of means and differences, `precision` says how many games are enough. `table` and `plot` are the output.
Zermelo has two experiments, `threat_ads` and `multiplayer`; your own is a short file, such as `examples/my_experiment.py`.
"""

from zermelo.arena.experiments.experiment import Chart, Experiment, ExperimentError
from zermelo.arena.experiments.factors import Mean, average
from zermelo.arena.experiments.find import EXPERIMENTS, find
from zermelo.arena.experiments.interval import Cut, cut, student
from zermelo.arena.experiments.run import Outcome, Run
from zermelo.arena.experiments.store import Store
from zermelo.arena.match import think
from zermelo.arena.openings import at_random, opening

__all__ = [
    "EXPERIMENTS",
    "Chart",
    "Cut",
    "Experiment",
    "ExperimentError",
    "Mean",
    "Outcome",
    "Run",
    "Store",
    "at_random",
    "average",
]
__all__ += ["cut", "find", "opening", "student", "think"]
