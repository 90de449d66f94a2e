"""Experiments: many games, counted, kept on disk as they are played, and summed up in a table with intervals.

`experiment` says what one is, `run` plays it, `store` keeps it. Two come with Zermelo, `threat_ads` and `multiplayer`; others are short
files of one's own.
"""

from zermelo.experiments.experiment import Chart, Experiment, ExperimentError
from zermelo.experiments.find import EXPERIMENTS, find
from zermelo.experiments.interval import Cut, cut, student
from zermelo.experiments.positions import at_random, opening, think
from zermelo.experiments.run import Outcome, Run
from zermelo.experiments.store import Store

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
