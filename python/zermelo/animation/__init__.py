"""Recordings of searches: what an agent does at a position, step by step, for the library, web pages and notebooks.

>>> import zermelo
>>> from zermelo.animation import record
>>> recording = record(zermelo.TreeGame([[3, 12], [2, 4]]).start(), zermelo.alphabeta())
>>> for step in recording.steps:
...     if step.kind == "cut":
...         print(step.text)
Alpha cutoff: 2 ≤ 3. MAX already has 3 elsewhere and will not come here, so 1 more move is not searched.

`recording.save("tree.html")` writes a self-contained page that plays it.

`search` records tree searches; `uct` records UCT, through the hooks of `uct_observer`. `baseline` counts the nodes of a plain
search, for comparison. `lessons` are prepared recordings for courses. What is not a search of a tree is put together with
`round_builder` and `table_picture`, as in `hidden`. The steps themselves are made in `trees/player`.
"""

from zermelo.animation.search import record, watch
from zermelo.trees.player.recording import Recording, Round, replay
from zermelo.trees.player.step import Step

__all__ = ["Recording", "Round", "Step", "record", "replay", "watch"]
