"""Pictures of search trees: `outline` for terminals, `dot` for Graphviz, `svg` for pages.

All take a `zermelo.trees.tree.Tree`, of a search or a solution tree, and use the same texts (`words`): the player to move, the
value, the window, and why a branch was cut off. `tidy` places the nodes, `shapes` draws them, and `legend` explains them.

A step of a recording is a `still`. `drawn_still` makes a `figure` of it, which is written as SVG or by `pdf` (with `pdf_fonts`); `tikz` writes it
for LaTeX. `read_svg` (with `svg_paths`) reads boards as figures.
"""

from zermelo.trees.drawing.dot import to_dot
from zermelo.trees.drawing.outline import to_text
from zermelo.trees.drawing.svg import to_svg

__all__ = ["to_dot", "to_svg", "to_text"]
