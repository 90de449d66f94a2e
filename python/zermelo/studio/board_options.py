"""Switches for boards: animation, sound, and letters on pieces. The browser of the visitor keeps them; the server never learns them."""

from nicegui import ui

from zermelo.studio.elements import ASSETS


class BoardOptions(ui.element, component=ASSETS / "board_options.js"):
    """A fold with the switches. They apply to every board of the page, and to those of other pages in the same browser."""
