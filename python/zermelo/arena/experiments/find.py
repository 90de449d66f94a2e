"""Finds experiments: by name, or in a file, as "my_experiment.py" or "my_experiment.py:MyExperiment"."""

import inspect
from pathlib import Path

from zermelo.arena.experiments.experiment import Experiment, ExperimentError
from zermelo.arena.experiments.multiplayer import Multiplayer
from zermelo.arena.experiments.threat_ads import ThreatAds
from zermelo.errors import nearest
from zermelo.games import load

EXPERIMENTS: dict[str, type[Experiment]] = {kind.name: kind for kind in (ThreatAds, Multiplayer)}


def find(text: str) -> type[Experiment]:
    """The experiment of a name, or the one in a file."""
    if text in EXPERIMENTS:
        return EXPERIMENTS[text]
    path, colon, wanted = text.rpartition(":") if ".py:" in text else (text, "", "")
    if not path.endswith(".py"):
        raise ExperimentError(
            f"there is no experiment `{text}`; there are {', '.join(EXPERIMENTS)}, or give a file such as my_experiment.py."
            f"{nearest(text, EXPERIMENTS)}"
        )
    module = load(Path(path))
    found: dict[str, type[Experiment]] = {
        name: value
        for name, value in vars(module).items()
        if inspect.isclass(value) and issubclass(value, Experiment) and value.__module__ == module.__name__
    }
    if not found:
        raise ExperimentError(f"{path} has no experiment: write a class that derives from zermelo.arena.experiments.Experiment")
    if colon and wanted not in found:
        raise ExperimentError(f"{path} has no experiment `{wanted}`; it has {', '.join(found)}.{nearest(wanted, found)}")
    if not colon and len(found) > 1:
        raise ExperimentError(f"{path} has several experiments; choose one: {', '.join(f'{path}:{name}' for name in found)}")
    return found[wanted] if colon else next(iter(found.values()))
