"""The Advice Language: knowledge in tables that people can read, change and check, apart from the engine that applies it.

    table krk for chess using KingAndRook
    rule edge:  if their_king_on_edge  then mate_in_2, squeeze
    advice squeeze:
        better:   room_smaller and not rook_exposed
        us:       depth = 0 and rook_move

| file            | holds                                                                             |
|-----------------|-----------------------------------------------------------------------------------|
| `table`         | tables, rules, advice and their trees of facts and moves, as plain data             |
| `tokens`        | texts as words and signs, each with its place                                     |
| `language`      | how tables are written and read                                                   |
| `knowledge`     | the words that a table uses: methods of a class                                   |
| `library`       | where tables and knowledge are found                                              |
| `check`         | what can be wrong with a table, told before it is used                             |
| `expert`        | a table bound to a game: which facts hold, which moves are meant                   |
| `inference`     | from a table and a position to a plan: the specification                           |
| `forcing`       | plans: one move for us, every allowed reply for them; `picture` draws them          |
| `explanation`   | why this plan, and why no other                                                   |
| `guidance`      | which moves a table would think of, for searches                                  |
| `agent`         | an agent that plays by advice                                                     |

Other files are knowledge about one game each, beside the tables that use them.
"""

from __future__ import annotations

from zermelo.advice.catalog import find as find_table
from zermelo.advice.catalog import names
from zermelo.advice.check import check
from zermelo.advice.errors import AdviceError
from zermelo.advice.expert import Expert
from zermelo.advice.explanation import Explanation
from zermelo.advice.forcing import ForcingTree
from zermelo.advice.guidance import advised_moves
from zermelo.advice.inference import Consultation, consult
from zermelo.advice.knowledge import Knowledge
from zermelo.advice.language import facts, load, moves, read
from zermelo.advice.table import Advice, Fact, Kind, Rule, Table, at, below

__all__ = [
    "Advice",
    "AdviceError",
    "Consultation",
    "Expert",
    "Explanation",
    "Fact",
    "ForcingTree",
    "Kind",
    "Knowledge",
    "Rule",
    "Table",
    "advised_moves",
    "at",
    "below",
    "check",
    "consult",
    "facts",
    "find_table",
    "load",
    "moves",
    "names",
    "read",
]
