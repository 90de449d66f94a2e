"""Mistakes in a table of advice, shown in the line where they are."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from zermelo.advice.errors import AdviceError
from zermelo.cli.output import harmless


@contextmanager
def shown_in_its_file() -> Iterator[None]:
    """Whatever is wrong with a table is shown in its line first, and then told."""
    try:
        yield
    except AdviceError as error:
        if error.snippet:
            print(harmless(error.snippet), file=sys.stderr)
        raise
