"""Searches that are themselves written in Prolog, as lecture notes have them: minimax(Pos, Best, Value) and alphabeta(Pos, Alpha, Beta, Best, Value).

They run as they stand. Prolog wraps their predicates while they run: each call of the search is a node, and each call of `staticval` a leaf. With a
depth, `moves` fails so many plies below the root, so that the search values that position instead. A program alphabeta/6 gets the depth as its last argument.
"""

from dataclasses import dataclass

from zermelo.errors import GameError
from zermelo.games.outside.prolog import PrologGame
from zermelo.games.outside.prolog_process import Program, Session, session

SEARCHES = {"minimax": ("minimax/3",), "alphabeta": ("alphabeta/5", "alphabeta/6")}
"""The predicates under which a search may be defined."""
_UNLIMITED = -1


@dataclass(frozen=True)
class PrologSearch:
    """What a search in Prolog found."""

    predicate: str
    value: float
    """For MAX."""
    best: str
    """The position after the best move; empty if the program does not say."""
    nodes: int
    leaves: int
    seconds: float


@dataclass(frozen=True)
class Window:
    """The bounds with which alpha-beta begins."""

    alpha: float
    beta: float


def searches(game: PrologGame, others: Program | None) -> tuple[Session, list[str]]:
    """The Prolog that runs the searches of a game and of other files, and the names of those that are defined there."""
    whole = game.program if others is None else Program((*game.program.files, *others.files))
    asked = session(whole)
    asked.start()
    found = [name for name, predicates in SEARCHES.items() if asked.defined & {*predicates}]
    if not found:
        raise GameError(
            f"{' and '.join(whole.names)} have no search: define minimax(Pos, Best, Value) or alphabeta(Pos, Alpha, Beta, Best, Value), "
            "or give the file that does with --with"
            if others
            else f"{whole.name} has no search; give the file with minimax/3 or alphabeta/5, such as --with search.pl"
        )
    return asked, found


def search(asked: Session, name: str, text: str, window: Window, depth: int | None, seconds: float) -> PrologSearch:
    """Run one search in Prolog from a position, within so many seconds."""
    predicate = next(each for each in SEARCHES[name] if each in asked.defined)
    if predicate.endswith("/6") and depth is None:
        raise GameError(f"{asked.program.name}: {predicate} needs a depth; give one with --depth")
    limit = _UNLIMITED if depth is None else depth
    more = (_number(window.alpha), _number(window.beta), limit)
    value, best, nodes, leaves, took = asked.ask("search", text, *more, before=name, seconds=seconds)
    return PrologSearch(predicate, asked.number(value, "the value of the search"), best, int(nodes), int(leaves), float(took))


def _number(value: float) -> str:
    """A number as Prolog reads it; whole numbers without a point, as the notes write them."""
    return str(int(value)) if value == int(value) else repr(value)
