"""What `make test` leaves to `make test-all`, which sets ZERMELO_LONG=1: whole lists, larger boards, more examples."""

from __future__ import annotations

import os

from zermelo.engine.backends import open_backend
from zermelo.game.constants import HEURISTICS

LONG = os.environ.get("ZERMELO_LONG") == "1"


def few(things, number):
    """Every thing in the long tests; otherwise this many of them, spread evenly from the first on."""
    things = list(things)
    assert 0 < number <= len(things), f"{number} of {len(things)} cannot be chosen"
    return things if LONG else [things[index * len(things) // number] for index in range(number)]


def lawful_backends(game):
    """Where the law of backends is tried on a variant of a game: everywhere in the long tests, otherwise without compiling it.

    `test_laws` compiles every built-in game in its usual form.
    """
    heuristics = tuple(name for name in HEURISTICS if game.defines(name))
    return None if LONG else [open_backend(game, "interpreted", heuristics)]
