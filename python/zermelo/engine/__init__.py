"""The one door to search.

`algorithm` is what the engine knows of one algorithm, and `algorithms` has a row for each, with the maker of its agents (`maker`). `agent` is what
an agent is, `requirements` what each algorithm needs of a game. `search` is a search under way and `montecarlo` one that plays random games; `backends` finds the
fastest rules that a game has. `memory` keeps a transposition table or tree from one search to the next, `tablebases_and_books` lets searches ask opening books and
tablebases, and `solution` builds the tree that proves a result.
"""

from zermelo.engine import algorithms as algorithms  # the rows are there whatever is imported first
