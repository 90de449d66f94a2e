"""Minimax and alpha-beta, for one player or for two with opposite interests.

Read `minimax` first: it is the lecture's pseudocode. `search` is alpha-beta with every technique, each in a file of its own:
`windows`, `aspiration` and `mtdf` choose the window at the root, `inner_deepening` finds a first move, `null_move`, `reductions`
and `futility` skip what is unlikely to matter, `forced` what cannot, `quiescence` and `singular` look beyond the depth limit. `multi_pv` finds several
lines, `variation` continues the principal variation from the transposition table, and `minimal` counts the minimal tree.
"""
