"""Dice as small pictures."""

from __future__ import annotations

_PLACES = {"1": "5", "2": "19", "3": "159", "4": "1379", "5": "13579", "6": "134679"}
"""Where the dots of each face are, counted like the keys of a telephone."""


def die(number: str) -> str:
    """One die; its number is told to those who cannot see it."""
    dots = "".join(
        f'<circle cx="{8 + 8 * ((int(place) - 1) % 3)}" cy="{8 + 8 * ((int(place) - 1) // 3)}" r="2.6" fill="#222222"/>'
        for place in _PLACES[number]
    )
    body = '<rect x="1" y="1" width="30" height="30" rx="6" fill="#fffdf6" stroke="#8a8578"/>'
    return f'<svg viewBox="0 0 32 32" role="img" aria-label="{number} on a die">{body}{dots}</svg>'
