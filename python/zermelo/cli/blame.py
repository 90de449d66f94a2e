"""Shows a mistake in an advice table in its line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from zermelo.advice.errors import AdviceError
from zermelo.cli.output import harmless


@contextmanager
def shown_in_its_file() -> Iterator[None]:
    """Print the line of an advice table in which an error is, before the error itself."""
    try:
        yield
    except AdviceError as error:
        if error.snippet:
            print(harmless(error.snippet), file=sys.stderr)
        raise
