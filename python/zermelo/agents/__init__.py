"""Agents: what chooses moves, and how people ask for them.

`registry` reads texts such as `alphabeta(depth=8)`. `levels` are opponents for people, `default` is the agent that plays when none is
named, `advice` and `advised` follow an advice table, `tablebase` plays from endgame tables.
"""

from zermelo.agents import advice, advised, tablebase  # noqa: F401  (they add themselves to the registry)
