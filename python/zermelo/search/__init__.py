"""Search, the specification: one idea a file, with the same file names as in crates/zermelo/src/search.

The Rust twin of each algorithm enters the same positions in the same order and reports the same value, move and line.

Read `alphabeta/minimax` first, then `alphabeta/search`. The families are folders: `alphabeta/` for two players, `multiplayer/`,
`chance/`, `montecarlo/` and `proof/`. They share these files:

* `control` counts nodes and checks limits, `deepening` is iterative deepening, `cancel` stops searches from another thread;
* `score`, `payoff` and `known` say what positions are worth;
* `options` and `parameter` declare what users can switch on;
* `ordering`, `ads` and `transposition_table` make search faster;
* `trace` records the tree, `perft` counts it, `recursion` raises Python's recursion limit.
"""
