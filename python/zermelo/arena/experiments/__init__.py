"""Experiments: many games, counted, kept on disk as they are played, and summed up in a table with intervals.

`experiment` says what one is, `run` plays it, `store` keeps it. Two come with Zermelo, `threat_ads` and `multiplayer`; others are short
files of one's own.
"""

from zermelo.arena.experiments.experiment import Chart, Experiment, ExperimentError
from zermelo.arena.experiments.find import EXPERIMENTS, find
from zermelo.arena.experiments.interval import Cut, cut, student
from zermelo.arena.experiments.positions import at_random, opening, think
from zermelo.arena.experiments.run import Outcome, Run
from zermelo.arena.experiments.store import Store

__all__ = [
    "EXPERIMENTS",
    "Chart",
    "Cut",
    "Experiment",
    "ExperimentError",
    "Outcome",
    "Run",
    "Store",
    "at_random",
    "cut",
    "find",
    "opening",
    "student",
    "think",
]
