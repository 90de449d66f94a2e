"""`zermelo lesson`: prepared lessons on search, as text, as an animated page, as slides, or one step as a picture."""

import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from zermelo.animation import Recording
from zermelo.animation.lessons import LESSONS, lesson as find
from zermelo.cli.options import Json, whole_from
from zermelo.cli.output import PAGES, Answer, check_out, note, program, save_page
from zermelo.cli.paint import console, entry, reply
from zermelo.errors import ZermeloError
from zermelo.files import write_whole
from zermelo.trees.player.step import PICTURE

WIDTH = 100
"""Width of a line of text."""
PICTURES: dict[str, Callable[[Recording, int], str | bytes]] = {
    ".svg": Recording.step_svg,
    ".pdf": Recording.step_pdf,
    ".tex": Recording.step_tikz,
}
"""What writes one step, by the end of the file's name."""
SLIDES = (".pdf", ".html")


def lesson(
    name: Annotated[str | None, Parameter(name="NAME", help="Name of the lesson; without it all lessons are listed.")] = None,
    /,
    *,
    html: Annotated[Path | None, Parameter(help="Write an HTML page that plays the lesson step by step; it is one file.")] = None,
    step: Annotated[
        int | None,
        Parameter(
            converter=whole_from(1, 1_000_000), help="A step to write with --out, counted from 1 as in the printed lesson."
        ),
    ] = None,
    out: Annotated[Path | None, Parameter(help="Write the picture of one step to a .svg, .pdf or .tex (TikZ) file.")] = None,
    slides: Annotated[
        Path | None,
        Parameter(help="Write all steps to a .pdf file, one a page, or to an .html page that opens as a presentation."),
    ] = None,
    json: Json = False,
) -> Answer | int:
    """Show a search step by step, with an explanation.

    A lesson is a small tree or position, a search of it, and a short text.
    The steps are printed, or written to an HTML page with --html or to slides with --slides.
    With --step and --out the picture of one step is written, for papers and slides of your own.

        zermelo lesson
        zermelo lesson alphabeta
        zermelo lesson checkers --html checkers.html
        zermelo lesson alphabeta --step 18 --out cutoff.tex
        zermelo lesson uct --slides uct.pdf
    """
    if (step is None) != (out is None):
        raise ZermeloError("--step and --out belong together: --step 18 --out step.pdf writes the picture of step 18")
    for path, suffixes in ((html, PAGES), (out, tuple(PICTURES)), (slides, SLIDES)):
        if path is not None:
            check_out(path, suffixes)
    if name is None:
        if out is not None or slides is not None:
            raise ZermeloError(f"name a lesson to write: {', '.join(LESSONS)}")
        return _listed(json)
    recording = find(name).record()
    if html is not None:
        save_page(recording, html)
    if out is not None and step is not None:
        write_whole(out, PICTURES[out.suffix.lower()](recording, step))
        note(f"wrote step {step} to {out}")
    if slides is not None:
        as_page = slides.suffix.lower() in PAGES
        write_whole(slides, recording.to_html(present=True) if as_page else recording.slides())
        note(f"wrote {sum(1 for _ in recording.steps)} steps to {slides}")
    if json:
        return Answer(recording.to_json())
    if html is None and out is None and slides is None:
        _tell(recording)
    return 0


def _listed(json: bool) -> Answer | int:
    """All lessons, by name."""
    facts, width = ("name", "title", "about", "agent"), max(map(len, LESSONS))
    rows = [{fact: getattr(each, fact) for fact in facts} for each in LESSONS.values()]
    how = f"\n`{program()} lesson NAME` prints the steps of a lesson; --html FILE writes an animated page, --slides FILE slides."
    return reply(json, {"lessons": rows}, *(entry(each.name, width, each.title) for each in LESSONS.values()), how)


def _tell(recording: Recording) -> None:
    """Print a lesson: its text, and for every round the tree, unless it has no values, and the steps with their pictures."""
    out = console()
    out.print(f"{recording.title}\n\n{textwrap.fill(recording.about, WIDTH)}")
    number = 0
    for made in recording.rounds:
        tree = made.outline or made.tree
        out.print("" if tree.root.value is None else f"\n{tree}\n")
        for step in made.steps:
            number += 1
            out.print(f"{number:4}  {step.text}")
            for _, name, value in step.changes:
                if name == PICTURE and isinstance(value, int) and made.pictures[value].text:
                    out.print(f"\n{textwrap.indent(made.pictures[value].text, '      ')}\n")
