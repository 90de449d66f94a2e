"""The console that all commands print on. Control characters in texts are shown, never sent to the terminal."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from zermelo.cli.output import harmless


class Terminal(Console):
    """A console whose texts cannot move the cursor, set the title or change colours; Rich itself still can."""

    def __init__(self, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=True)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for part in super().render(renderable, options):
            yield part if part.control else Segment(harmless(part.text), part.style)
