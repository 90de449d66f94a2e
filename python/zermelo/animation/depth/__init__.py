"""Lessons on how deep a search looks: what deepening costs, what lies beyond the depth limit, and what depth a number of nodes buys.

`deepening` searches Isolation depth by depth, `horizon` shows a move that only delays a loss, `branching` counts nodes.
"""
