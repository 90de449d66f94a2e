"""The dialog with the rules of a game: a picture of the start, the text for players, and notes for programmers."""

import asyncio
from base64 import b64encode
from contextlib import suppress
from html import escape

from nicegui import ui

from zermelo.errors import ZermeloError
from zermelo.game import Game
from zermelo.game.rules_text import picture
from zermelo.game.watchdog import within
from zermelo.studio import descriptions
from zermelo.studio.elements import button, heading

_SECONDS = 10.0
"""Time for drawing the start; games of users may take for ever."""


class RulesDialog:
    """`tell` it which game is meant; it draws the start when it is opened for the first time."""

    def __init__(self) -> None:
        self.game: Game | None = None
        with ui.dialog() as self.dialog, ui.card().classes("form rules"):
            self.title = heading(level=1)
            with ui.element("div").classes("rules-page").props('tabindex="0"'):
                self.start = ui.html("", sanitize=False).classes("rules-start")
                self.text = ui.html("", sanitize=False).classes("rules-text")
            button("Close", self.dialog.close)

    def tell(self, game: Game) -> bool:
        """Write the rules of a game; returns whether there is anything to read."""
        told = descriptions.rules(game)
        self.game, self.start.content = game, ""
        self.title.content, self.text.content = descriptions.title(game), told
        self.dialog._props["aria-label"] = f"Rules of {game}"  # `props` would have to quote the name
        self.dialog.update()
        return bool(told)

    async def open(self) -> None:
        self.dialog.open()
        game = self.game
        if game is not None and not self.start.content:
            drawn = await asyncio.to_thread(start_picture, game)
            if game is self.game:
                self.start.content = drawn


def start_picture(game: Game) -> str:
    """The start as an image, in which no script of a user's game can run; empty if it cannot be drawn."""
    with suppress(ZermeloError):
        drawn = within(_SECONDS, lambda: picture(game))
        whose = f", as {game.players[0]} sees it" if game.hides else ""
        data = b64encode(drawn.encode()).decode()
        return f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(f"The start of {game}{whose}")}">'
    return ""
