"""Pictures of search trees: an outline for terminals, Graphviz's language for programs, SVG for pages.

Each takes a `zermelo.trees.Tree`, whether a search went through it or it is a solution tree, and says the same things in
the same words (`words.py`): who moves, what it is worth, the window, and why a branch was cut.
"""

from __future__ import annotations

from zermelo.trees.drawing.dot import to_dot
from zermelo.trees.drawing.files import save
from zermelo.trees.drawing.outline import to_text
from zermelo.trees.drawing.svg import to_svg

__all__ = ["save", "to_dot", "to_svg", "to_text"]
