"""The Advice Language: knowledge about a game in tables that people can read, change and check.

    table krk for chess using KingAndRook
    rule edge:  if their_king_on_edge  then mate_in_2, squeeze
    advice squeeze:
        better:   room_smaller and not rook_exposed
        us:       depth = 0 and rook_move

A table says what to aim for. Its words, such as `rook_move`, are methods of a Python class. The engine finds a plan that follows
a table, and explains it. Read the files in this order:

| file                                | holds                                                                       |
|-------------------------------------|-----------------------------------------------------------------------------|
| `table`                             | the data: tables, rules, advice, trees of facts and moves                   |
| `tokens`, `language`, `errors`      | the language: tokenizer, parser, and errors with line and caret             |
| `knowledge`                         | the words of a table, defined as methods of a class                         |
| `catalog`                           | finds tables and knowledge by name or file                                  |
| `check`                             | finds mistakes in a table before it is used                                 |
| `expert`                            | a table bound to a game: which facts hold, which moves are allowed          |
| `inference`                         | the engine: from a table and a position to a plan, or to moves worth trying |
| `forcing_tree`, `forcing_tree_svg`  | plans: one move for us, every allowed reply for them; and their drawing     |
| `explanation`                       | why this plan, and why not another                                          |
| `compiled_expert`                   | the engine in Rust, with the words compiled                                 |
| `verification/`                     | plays a table against every defence                                         |
| `library/`                          | the tables that come with Zermelo (krk, kqk, kpk, ...), and their knowledge |

The agents that play by advice are in `zermelo.agents`: `advice` and `advised`.
"""

from zermelo.advice.catalog import find as find_table, names
from zermelo.advice.check import check
from zermelo.advice.errors import AdviceError
from zermelo.advice.expert import Expert
from zermelo.advice.explanation import Explanation
from zermelo.advice.forcing_tree import ForcingTree
from zermelo.advice.inference import Consultation, advised_moves, consult
from zermelo.advice.knowledge import Knowledge
from zermelo.advice.language import facts, load, moves, read
from zermelo.advice.table import Advice, AdviceTable, Fact, Kind, Rule, at, below

__all__ = ["Advice", "AdviceError", "AdviceTable", "Consultation", "Expert", "Explanation", "Fact", "ForcingTree", "Kind"]
__all__ += ["Knowledge", "Rule", "advised_moves", "at", "below", "check", "consult", "facts", "find_table", "load", "moves"]
__all__ += ["names", "read"]
