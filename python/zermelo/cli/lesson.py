"""`zermelo lesson`: prepared lessons on search, as text or as an animated page."""

import textwrap
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from zermelo.animation import Recording
from zermelo.animation.lessons import LESSONS, lesson as find
from zermelo.cli.options import Json
from zermelo.cli.output import PAGES, Answer, check_out, program, save_page
from zermelo.cli.paint import console, entry, reply

WIDTH = 100
"""Width of a line of text."""


def lesson(
    name: Annotated[str | None, Parameter(name="NAME", help="Name of the lesson; without it all lessons are listed.")] = None,
    /,
    *,
    html: Annotated[Path | None, Parameter(help="Write an HTML page that plays the lesson step by step; it is one file.")] = None,
    json: Json = False,
) -> Answer | int:
    """Show a search step by step, with an explanation.

    A lesson is a small tree or position, a search of it, and a short text.
    The steps are printed, or written to an HTML page with --html.

        zermelo lesson
        zermelo lesson alphabeta
        zermelo lesson checkers --html checkers.html
    """
    if html is not None:
        check_out(html, PAGES)
    if name is None:
        return _listed(json)
    recording = find(name).record()
    if html is not None:
        save_page(recording, html)
    if json:
        return Answer(recording.to_json())
    if html is None:
        _tell(recording)
    return 0


def _listed(json: bool) -> Answer | int:
    """All lessons, by name."""
    facts, width = ("name", "title", "about", "agent"), max(map(len, LESSONS))
    rows = [{fact: getattr(each, fact) for fact in facts} for each in LESSONS.values()]
    how = f"\n`{program()} lesson NAME` prints the steps of a lesson; --html FILE writes an animated page."
    return reply(json, {"lessons": rows}, *(entry(each.name, width, each.title) for each in LESSONS.values()), how)


def _tell(recording: Recording) -> None:
    """Print a lesson: its text, and for every round the tree and the steps."""
    out = console()
    out.print(f"{recording.title}\n\n{textwrap.fill(recording.about, WIDTH)}")
    for made in recording.rounds:
        out.print(f"\n{made.tree}\n")
        for number, step in enumerate(made.steps, 1):
            out.print(f"{number:4}  {step.text}")
