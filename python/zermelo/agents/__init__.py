"""Agents choose moves. This folder has the agents that are not plain searches, and finds every agent by name.

`registry` reads texts such as `alphabeta(depth=8)`. `levels` are opponents for people, `default` is the agent that plays when none is
named, `advice` and `advised` follow an advice table, `tablebase` plays from tablebases.
"""

import zermelo.agents.advice
import zermelo.agents.advised
import zermelo.agents.tablebase  # these three add themselves to the registry
import zermelo.books
import zermelo.tablebases  # noqa: F401  (these two register how books and tablebases are opened)
