"""Openings: the first plies of the games of a contest, so that deterministic agents do not repeat the same game.

By default they are random sequences of four moves, the same for the same seed, and all different if the game has enough of them. In games that
hide something they are at most half as long as the shortest of some random games: after the cards are dealt and two bets are made at random, there
would be little left to play. If random sequences keep finding known openings, few are left; then all positions are listed. Openings can also be drawn from an opening book, or read
from a file with an opening on each line: moves by name, or a position as the game writes it; # begins a comment. A file of games in a notation,
such as .pgn or .sgf, or of positions, such as .epd, gives the last position of each game.
"""

from itertools import islice
from pathlib import Path

from zermelo import files
from zermelo.arena.conditions import Conditions
from zermelo.books import Book
from zermelo.errors import PositionError, ZermeloError
from zermelo.game import CHANCE, Game, Position, Random, draw
from zermelo.play.notation.formats import ENDINGS, read_file
from zermelo.play.notation.positions import read_line

OPENING = 4
_GAMES = 64
"""Random games whose shortest limits openings."""
_STALLED = 200
"""Random sequences in a row without a new opening, after which positions are listed."""
_FEW = 10_000
"""The most moves of one ply that are listed."""
_ATTEMPTS = 1000
_MOST_BYTES = 64 << 20


def openings_for(game: Game, conditions: Conditions, number: int, random: Random) -> list[Position]:
    """Different unfinished positions with which the games of a contest begin: `number` of them or, if there are fewer, all."""
    if conditions.openings_file is not None:
        return from_file(game, conditions.openings_file)[:number]
    plies = usual_plies(game) if conditions.opening is None else conditions.opening
    conditions.check_opening(plies)
    if conditions.book is not None:
        return from_book(game, conditions.book, plies, number, random)
    return openings(game.start(), number, plies, random)


def usual_plies(game: Game) -> int:
    """The default length of openings in plies. Outcomes of chance are plies too.

    >>> from zermelo import find
    >>> usual_plies(find("connect4")), usual_plies(find("kuhn")), usual_plies(find("whist"))
    (4, 2, 4)
    """
    if not game.hides:
        return OPENING
    random, start = Random(1), game.start()
    return min(OPENING, *(_length(start, random) // 2 for _ in range(_GAMES)))


def _length(start: Position, random: Random) -> int:
    """The plies of a random game, as far as they matter for openings."""
    return _walk(start, 2 * OPENING, random)[0] + 1


def from_file(game: Game, path: str) -> list[Position]:
    """The openings in a file; an error names the first line that is wrong."""
    if Path(path).suffix.lower() in set(ENDINGS) - {".txt", ".json"}:
        return _from_games(game, path)
    found: dict[Position, None] = {}
    for number, line in enumerate(files.read_text(path, PositionError, _MOST_BYTES).splitlines(), 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        try:
            position = read_line(game, text)
        except ZermeloError as error:
            raise PositionError(f"`{path}`, line {number}, is not an opening of {game}: {error}") from None
        if position.over:
            raise PositionError(f"`{path}`, line {number}: after this opening of {game} the game is over; shorten it")
        found.setdefault(position)
    if not found:
        raise PositionError(f"`{path}` has no openings; write the moves of one on each line")
    return list(found)


def _from_games(game: Game, path: str) -> list[Position]:
    """The last position of each game of a file in a notation."""
    found: dict[Position, None] = {}
    try:
        for number, entry in enumerate(read_file(path, game), 1):
            if entry.position.over:
                raise PositionError(f"`{path}`: after opening {number} of {game} the game is over; shorten it")
            found.setdefault(entry.position)
    except ZermeloError as error:
        raise PositionError(str(error)) from None
    return list(found)


def from_book(game: Game, path: str, plies: int, number: int, random: Random) -> list[Position]:
    """Openings of at most so many plies, drawn by the weights of a book; shorter where the book ends."""
    book = Book.load(path)
    found: dict[Position, None] = {}
    misses = 0
    while len(found) < number and misses < _STALLED:
        position = game.start()
        for _ in range(plies):
            move = book.choose(position, random)
            after = None if move is None else position.play(position.parse(move.name))
            if after is None or after.over:
                break
            position = after
        misses = 0 if position not in found else misses + 1
        found.setdefault(position)
    return list(found)


def openings(start: Position, number: int, plies: int, random: Random) -> list[Position]:
    """Different unfinished positions after random plies, `number` of them or as many as the game has.

    If every game ends within `plies`, openings are as long as the game allows.
    """
    if start.over:
        raise PositionError(f"{start.game} is over at the start ({start.result}): there is nothing to play")
    found: dict[Position, None] = {}
    longest = misses = 0
    while len(found) < number and misses < _STALLED:
        walked, position = _walk(start, plies, random)
        longest = max(longest, walked)
        misses = 0 if walked == plies and position not in found else misses + 1
        if walked == plies:
            found.setdefault(position)
    if not found:
        return openings(start, number, longest, random)
    if len(found) < number:
        found |= _unfinished(start, plies)
    return list(islice(found, number))


def _walk(start: Position, plies: int, random: Random) -> tuple[int, Position]:
    """The length of a random sequence that stops before the game is over, and its last position."""
    position = start
    for walked in range(plies):
        after = at_random(position, random)
        if after.over:
            return walked, position
        position = after
    return plies, position


def at_random(position: Position, random: Random) -> Position:
    """The position after a random move."""
    if position.player == CHANCE:
        return position.advance(draw(position.rules.chances(position.state), random))
    return position.advance(position.choices[random.below(len(position.choices))])


def _unfinished(start: Position, plies: int) -> dict[Position, None]:
    """All unfinished positions after `plies` plies; empty if there are too many."""
    level: dict[Position, None] = {start: None}
    for _ in range(plies):
        children = (position.advance(move) for position in level for move in position.choices)
        level = {position: None for position in islice(children, _FEW) if not position.over}
        if next(children, None) is not None:
            return {}
    return level


def opening(game: Game, rounds: int, random: Random, player: int = 0) -> Position:
    """A position with `player` to move, after `rounds` random moves of each player.

    If others are out of the game, rounds are shorter. If the player is out, or the game is over, it tries again.
    """
    for _ in range(_ATTEMPTS):
        found = _attempt(game.start(), rounds, random, player)
        if found is not None:
            return found
    name = game.players[player]
    raise PositionError(f"after {rounds} random rounds of {game}, {name} had no move in {_ATTEMPTS} attempts; use fewer rounds")


def _attempt(position: Position, rounds: int, random: Random, player: int) -> Position | None:
    """One attempt; None if it fails."""
    turns = 0
    most = (rounds + 1) * len(position.game.players) * 2
    for _ in range(most):
        if position.over:
            return None
        if position.player == player:
            if turns == rounds:
                return position
            turns += 1
        position = at_random(position, random)
    return None
