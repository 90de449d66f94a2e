"""Watch the search: what an agent does at a position, step by step, in the library, on a page and in a notebook.

>>> import zermelo
>>> from zermelo.animation import record
>>> recording = record(zermelo.TreeGame([[3, 12], [2, 4]]).start(), zermelo.alphabeta())
>>> for step in recording.steps:
...     if step.kind == "cut":
...         print(step.text)
Alpha cutoff: 2 ≤ 3. MAX already has 3 elsewhere and will not come here, so 1 more move is not looked at.

`recording.save("tree.html")` writes a page that plays it, and needs nothing else.
"""

from __future__ import annotations

from zermelo.animation.search import record, watch
from zermelo.trees.player.recording import Recording, Round, replay
from zermelo.trees.player.step import Step

__all__ = ["Recording", "Round", "Step", "record", "replay", "watch"]
