"""Lessons on the order in which moves, and opponents, are tried.

`adaptive_lists` steps through lists that reorder themselves. `observer` records a search together with its move ordering, and
`remarks` puts what it saw into the steps: `cutoff_moves` has the lessons on killer moves and the history heuristic, `threats` the one
on Threat-ADS.
"""
