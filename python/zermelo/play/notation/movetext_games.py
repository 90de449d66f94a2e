"""Chess games in PGN and checkers in PDN: trees of moves as text (`zermelo.games.shared.movetext`) against the rules.

Every move is checked, also those in variations. A null move, which some annotators write as -- or Z0, passes the turn to the opponent; chess has no such
move, so it may stand only in a variation, and what follows it is checked while the position stays possible.

In PDN Black begins, and the first number of a result belongs to White, as in PGN: 1-0 and 2-0 are wins of White.
"""

import re
from collections import deque
from collections.abc import Iterator
from contextlib import suppress

from zermelo.errors import MoveError, ZermeloError
from zermelo.game import Game, Position
from zermelo.games.checkers.rules import Checkers
from zermelo.games.chess import pgn
from zermelo.games.chess.rules import Chess
from zermelo.games.shared.movetext import DRAUGHTS_RESULTS, RESULTS, Comment, GameText, Variation
from zermelo.games.shared.movetext_reader import Reader
from zermelo.outcome import Outcome
from zermelo.play.notation.entry import Entry, NotationError, Told, begin, only, parsed
from zermelo.play.transcript import Transcript, pgn_result

_OWN_TAGS = ("White", "Black", "Result", "SetUp", "FEN", "Termination", "GameType")
"""Tags that follow from the game itself."""
_NULL_MOVES = ("--", "Z0", "@@@@", "null")
_WHITE_SCORE = {"1-0": 1, "2-0": 1, "0-1": -1, "0-2": -1, "1/2-1/2": 0, "1-1": 0}
_STANDARD = ("", "standard", "chess", "normal", "from position")


def read_pgn(text: str, game: Game | None = None) -> Iterator[Entry]:
    """The games of a PGN file, one by one."""
    chess = only(Chess() if game is None else game, Chess, "PGN")
    for tree in Reader(text, "PGN", RESULTS).games():
        variant = tree.tag("Variant", "Standard")
        if variant.strip().lower() not in _STANDARD:
            raise NotationError(f"{_place(tree)} is of the variant {variant}; only standard chess can be read")
        yield _entry(chess, tree, ("White", "Black"))


def read_pdn(text: str, game: Game | None = None) -> Iterator[Entry]:
    """The games of a PDN file, one by one; only English draughts, which is checkers."""
    checkers = only(Checkers() if game is None else game, Checkers, "PDN")
    for tree in Reader(text, "PDN", DRAUGHTS_RESULTS).games():
        kind = tree.tag("GameType", "21").strip()
        if not re.fullmatch("21(,.*)?", kind):
            raise NotationError(f"{_place(tree)} has GameType {kind}; only 21, English draughts, can be read")
        yield _entry(checkers, tree, ("Black", "White"))


def _entry(game: Game, tree: GameText, colours: tuple[str, str]) -> Entry:
    """The game as the rules see it."""
    where = _place(tree)
    position = begin(game, tree.tag("FEN").strip() or None, where)
    for variation, before in _played(tree, position, where):
        if variation is tree.line:
            position = before
    comments = tuple(" ".join(" ".join(ply.comments).split()) for ply in tree.line.plies)
    remark = " ".join(each.text for each in tree.line.before if isinstance(each, Comment) and each.mark != "%")
    own = {name.lower() for name in _OWN_TAGS}
    tags = {name: value for name, value in reversed(tree.tags) if name.lower() not in own}
    seats = tuple(tree.tag(colour, "?") for colour in colours)
    told = Told(seats, _outcome(tree, colours), dict(reversed(tags.items())), comments, " ".join(remark.split()))
    return Entry(position, told, tree, len(tree.variations()))


def _played(tree: GameText, start: Position, where: str) -> Iterator[tuple[Variation, Position]]:
    """Every variation with its last position, the main line first; an error names the first move that is wrong."""
    waiting = deque([(tree.line, start, _first_ply(start), "")])
    while waiting:
        line, position, ply, kind = waiting.popleft()
        for number, each in enumerate(line.plies, ply):
            waiting += [(inner, position, number, " of a variation") for inner in each.variations]
            told = f"{where}: move {number // 2}{'...' if number % 2 else '.'} {each.move}{kind}"
            if each.move not in _NULL_MOVES:
                position = _advanced(position, each.move, told)
            elif not kind:
                raise NotationError(f"{told} is a null move, which can stand only in a variation")
            else:
                after = _passed(position)
                if after is None:
                    break
                position = after
        yield line, position


def _advanced(position: Position, move: str, told: str) -> Position:
    """The position after a move. Both games find a name among the legal moves, so these are not asked for twice."""
    game, s = position.game, position.state
    if not position.over:
        with suppress(MoveError):
            number = game.parse(s, move)
            return Position(game, game.rules.play(s, number), position, number)
    return parsed(position, move, told)


def _passed(position: Position) -> Position | None:
    """The position with the opponent to move; None if that is impossible."""
    if not isinstance(position.game, Chess):
        raise NotationError(f"a null move is not possible in {position.game}")
    board, turn, rights, _, clock, number = position.game.fen(position.state).split()
    try:
        return position.game.position(" ".join([board, "wb"[turn == "w"], rights, "-", clock, number]))
    except ZermeloError:
        return None


def _first_ply(start: Position) -> int:
    """Twice the number of the first move, plus one for the second player."""
    number = start.state.number if isinstance(start.game, Chess) else 1
    return 2 * int(number) + max(start.player, 0)


def _outcome(tree: GameText, colours: tuple[str, str]) -> Outcome | None:
    result = tree.result or tree.tag("Result", "*")
    if result not in _WHITE_SCORE:
        return None
    score = _WHITE_SCORE[result]
    if score == 0:
        return Outcome(None, "record")
    on_time = tree.tag("Termination").lower() == "time forfeit"
    return Outcome(colours.index("White" if score > 0 else "Black"), "time" if on_time else "record")


def _place(tree: GameText) -> str:
    return f"the game on line {tree.number}"


def write_pgn(entry: Entry) -> str:
    """A chess game as PGN."""
    if isinstance(entry.whole, GameText):
        return _whole(entry)
    told = entry.told
    return Transcript.of(entry.position, told.seats, told.outcome).to_pgn(told.tags, told.comments, told.remark)


def write_pdn(entry: Entry) -> str:
    """PDN (see `zermelo.games.checkers.pdn`): the form of PGN, but Black begins; 1-0 is a win of White."""
    if isinstance(entry.whole, GameText):
        return _whole(entry)
    position, told = entry.position, entry.told
    game, first = position.game, entry.first
    assert isinstance(game, Checkers)
    result, termination = pgn_result(position.outcome or told.outcome)
    tags = {"GameType": "21"} | dict(zip(("Black", "White"), told.seats, strict=False)) | dict(told.tags)
    if first != game.start():
        tags |= {"SetUp": "1", "FEN": game.fen(first.state)}
    result = {"1-0": "0-1", "0-1": "1-0"}.get(result, result)
    whole = pgn.Pgn(tags | {"Termination": termination}, position.history, result, tuple(told.comments), told.remark)
    return pgn.write(whole, black=first.player == 1)


def _whole(entry: Entry) -> str:
    tree, ply = entry.whole, _first_ply(entry.first)
    assert isinstance(tree, GameText)
    return tree.written(ply // 2, ply % 2 == 1)
