"""The analysis of the position on the board: a bar with its evaluation, and the best lines, live while a search goes deeper.

The lines are those of the adviser that also gives hints (`play.hints`). Their first moves are drawn as arrows on the board.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from nicegui import ui

from zermelo.errors import AgentError
from zermelo.game import Game, Position
from zermelo.play import hints
from zermelo.play.scale import Scale
from zermelo.play.session import Ply
from zermelo.report import Line, Report, worth
from zermelo.studio.descriptions import colour
from zermelo.studio.elements import Picks, heading

if TYPE_CHECKING:
    from zermelo.studio.play import Play

_SECONDS = 15.0
"""A search for lines ends after so many seconds, or earlier by the limits of the studio."""
_MOVES = 8
"""Moves of a line that are shown."""


class Analysis:
    """The card with the lines."""

    def __init__(self, page: Play) -> None:
        self.page = page
        with ui.element("section").classes("card"):
            heading("Analysis")
            self.on = ui.switch("Show the best lines", value=False, on_change=lambda: page.change()).props("dense")
            self.depth = ui.label().classes("soft")
            self.lines = Picks("Best lines; press one to play its first move", "choose list", page.move)

    def clear(self) -> None:
        self.depth.text = ""
        self.lines.show([])
        self.page.view.board.draw_arrows([])

    async def follow(self, turn: int) -> None:
        """Search the position on the board as long as the visitor looks at it."""
        page = self.page
        session = page.session
        if session is None or not self.on.value or session.waiting_for != "person" or session.game.title() == "tree":
            self.clear()
            return
        position, seconds = session.position, min(_SECONDS, page.limits.seconds)
        try:
            agent = await page.workers.quick(lambda: hints.analyst(position, seconds))
        except AgentError as error:
            self.depth.text = str(error)
            return

        def hear(found: Report) -> None:
            if page.visit.wants(turn):
                self._show(position, found)

        found = await page.workers.search(page.visit.job(), agent, position, hear, seconds)
        if found is not None:
            hear(found)

    def _show(self, position: Position, found: Report) -> None:
        game, lines = position.game, found.lines or hints.best_choices(found)
        turned = game.rules.two_sided and position.player == 1  # as in the chart, up is good for the first player
        whose = game.players[0 if turned else position.player]
        self.depth.text = f"{hints.effort(found)}; + is good for {whose}" if len(game.players) > 1 else hints.effort(found)
        self.lines.show(
            [{"key": line.move, "number": _value(line, turned), "text": " ".join(line.line[:_MOVES])} for line in lines]
        )
        scene = self.page.scene
        if scene is not None and scene.position is position:
            self.page.view.board.draw_arrows([scene.touched(line.move) for line in lines])


def _value(line: Line, turned: bool) -> str:
    if line.value is None:
        return ""
    value, score = float(f"{line.value:.3g}"), line.score
    return worth(-value, score and -score) if turned else worth(value, score)


def bar(game: Game, ply: Ply) -> str:
    """The evaluation of a position as an upright bar, pale until it is known; empty for games in which there is no single number."""
    if not game.rules.two_sided or game.title() == "tree":
        return ""
    place, told = 0.0, "not known yet"
    if ply.values is not None:
        place = Scale.of(game).place(ply.values[0], ply.proven)
        told = f"{worth(float(f'{ply.values[0]:.3g}'))}{', proven' if ply.proven else ''}"
    label = escape(f"Evaluation for {game.players[0]}: {told}")
    return (
        f'<div class="evaluation-bar{"" if ply.values else " pale"}" role="img" aria-label="{label}" title="{label}" '
        f'style="background:{colour(game, 1)}">'
        f'<div class="share" style="height:{50 + 50 * place:.1f}%;background:{colour(game, 0)}"></div><div class="middle"></div></div>'
    )
