"""The one door to search.

`agent` is what an agent is, `search` a search under way, `montecarlo` one that plays random games, `requirements` what each algorithm needs of a
game. `backends` finds the fastest rules that a game has, `memory` keeps a transposition table or tree from one search to the next,
`knowledge` lets searches ask tablebases, and `solution` builds the tree that proves a result.
"""
