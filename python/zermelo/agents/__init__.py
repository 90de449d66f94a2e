"""Agents choose moves. This folder has the agents that are not plain searches, and finds every agent by name.

`registry` reads texts such as `alphabeta(depth=8)`. `levels` are opponents for people. `auto` is the agent that plays when none is named;
`choice` says which agent fits a position and why, after a short trial of the game (`traits`). `own` are the agents that users write, as functions
or classes, and `from_file` finds them in files; `printed` catches what they print. `programs` are programs
outside Python. `advice` and `advised` follow an advice table, `tablebase` plays from tablebases. `policy` plays by
probabilities, from a file or from a solver (`solving`); `worlds` has agents for games that hide something, among them `pimc`.
"""

import zermelo.agents.advice
import zermelo.agents.advised
import zermelo.agents.auto
import zermelo.agents.policy
import zermelo.agents.tablebase
import zermelo.agents.worlds  # these six add themselves to the registry
import zermelo.books
import zermelo.tablebases  # noqa: F401  (these two register how books and tablebases are opened)
