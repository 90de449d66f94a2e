"""Random walks into a game, and their shrinking by Hypothesis.

A walk is a string of bytes, each of which picks a move. A byte prefers the same moves everywhere, so when Hypothesis drops a
step, the rest of the walk stays similar. An index into the list of moves would mean something else after every change.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from random import Random as Seeds
from tempfile import TemporaryDirectory

from zermelo.game import Random

_PRIME = (1 << 61) - 1
_FACTORS = [Random(byte).bits() for byte in range(256)]
"""Multiplied by a factor, modulo a prime, the numbers of moves are in an arbitrary order."""


def random_walks(longest: int, number: int, seed: int) -> Iterator[bytes]:
    """Walks of at most `longest` steps; half of them have full length."""
    seeds = Seeds(seed)
    for _ in range(number):
        yield seeds.randbytes(longest if seeds.random() < 0.5 else seeds.randrange(longest + 1))


def draw(wanted: Callable[[bytes], bool], longest: int, examples: int, seed: int) -> None:
    """Call a function with walks until it returns True, then with simpler and simpler ones.

    Half of the walks have full length. The same seed draws the same walks.
    """
    from hypothesis import Phase, Verbosity, find, settings, strategies as st  # slow to import
    from hypothesis.errors import Flaky, NoSuchExample

    walks = st.booleans().flatmap(lambda full: st.binary(min_size=longest if full else 0, max_size=longest))
    quiet = settings(
        max_examples=examples,
        database=None,
        deadline=None,
        derandomize=False,
        phases=(Phase.generate, Phase.shrink),
        print_blob=False,
        verbosity=Verbosity.quiet,
    )
    with _notes_elsewhere(), suppress(NoSuchExample, Flaky):
        find(walks, wanted, settings=quiet, random=Seeds(seed))


def pick(choices: Sequence[int], byte: int) -> int:
    """The choice that a byte picks: the first one in the byte's own arbitrary order of all moves."""
    shift = _FACTORS[byte]
    return min(choices, key=lambda choice: (choice + 1) * shift % _PRIME)


@contextmanager
def _notes_elsewhere() -> Iterator[None]:
    """Make Hypothesis save what it finds in the user's modules in a temporary folder, not in the current one."""
    from hypothesis import configuration

    before = vars(configuration).get("__hypothesis_home_directory")
    with TemporaryDirectory() as folder:
        configuration.set_hypothesis_home_dir(folder)
        try:
            yield
        finally:
            configuration.set_hypothesis_home_dir(before)
