"""Recordings as files for papers and lectures: one step as SVG, PDF or TikZ, all steps as slides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.errors import ZermeloError
from zermelo.trees.drawing.drawn_still import draw_still, slide
from zermelo.trees.drawing.figure import to_svg
from zermelo.trees.drawing.pdf import to_pdf
from zermelo.trees.drawing.tikz import to_tikz
from zermelo.trees.player.stills import still_at, stills

if TYPE_CHECKING:
    from zermelo.trees.player.recording import Recording


MOST_SHAPES = 300_000
"""The most nodes that slides show on all pages together: a file of about 100 MB."""


def step_svg(recording: Recording, number: int) -> str:
    return to_svg(draw_still(still_at(recording, number)))


def step_pdf(recording: Recording, number: int) -> bytes:
    return to_pdf([draw_still(still_at(recording, number))])


def step_tikz(recording: Recording, number: int) -> str:
    return to_tikz(still_at(recording, number))


def slides(recording: Recording) -> bytes:
    """A PDF file with a page for each step."""
    steps = sum(1 for _ in recording.steps)
    shapes = sum(len(made.steps) * len(made.nodes) for made in recording.rounds)
    if shapes > MOST_SHAPES:
        raise ZermeloError(
            f"{steps:,} steps of so large a tree are too many for slides; record a smaller search, or save one step"
        )
    return to_pdf([slide(still, steps) for still in stills(recording)])
