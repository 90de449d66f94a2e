"""The arena: matches between agents, and other measurements of agents and searches.

`match` plays two agents from the random starts of `openings`, and `result` has the score with its interval. `calibration` plays
neighbouring levels against each other, `placement` an agent against the levels. `ablation` measures what each technique saves, `bench` how fast everything is.
A contest is `work` that is done in this process, by a `pool` of processes (`worker`), or on a `cluster` (`remote` runs there, `shipping` sends users' files).
`experiments/` are long runs with tables of results. `ratings` has Elo ratings with intervals, by the model in `plackett_luce`; `sprt` is a test
that stops a match as soon as it is decided.
"""

from zermelo.arena.match import Match
from zermelo.arena.result import Record, Result, interval

__all__ = ["Match", "Record", "Result", "interval"]
