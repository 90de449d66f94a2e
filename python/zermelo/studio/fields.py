"""Headings, buttons, fields and labels in the style of the studio."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui


def heading(words: str = "", level: int = 2) -> ui.html:
    return ui.html(words, tag=f"h{level}", sanitize=False)


def button(words: str, action: Callable[[], object], main: bool = False) -> ui.button:
    """A button; the `main` one of its group is filled."""
    made = ui.button(words, on_click=action, color=None)
    return made.props("unelevated no-caps").classes("main") if main else made.props("flat no-caps").classes("plain")


def code_field(label: str, value: str = "", placeholder: str = "") -> ui.input:
    """A field for a game, moves or an agent, in a typewriter font."""
    return ui.input(label, value=value, placeholder=placeholder).props("outlined dense").classes("mono")


def position_field(value: str = "", rows: int = 8) -> ui.textarea:
    field = ui.textarea("Position, as the terminal prints it", value=value)
    return field.props(f"outlined dense rows={rows}").classes("mono")


def error_label() -> ui.label:
    """A label for an error, which screen readers read out at once."""
    return ui.label().classes("error").props('role="alert"')


def status_label(kind: str) -> ui.label:
    """A label whose changes screen readers read out; `kind` is a class of the style sheet."""
    return ui.label().classes(kind).props('role="status" aria-live="polite"')


def typed(*fields: ui.input | ui.textarea) -> list[str]:
    """The texts of fields."""
    return [str(field.value or "") for field in fields]
