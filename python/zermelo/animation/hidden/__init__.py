"""Lessons on hidden information, made by the algorithms themselves and not by a search of a tree.

`fusion` shows why determinising fails, on the game of `coin`. `regret` steps through iterations of counterfactual regret
minimisation, which `regret_observer` reports, on the tree of all deals (`deals`). `belief` shows how a belief narrows, as a
`heat_map`. Each makes a recording, with `round_builder` and the steps of all recordings.
"""
