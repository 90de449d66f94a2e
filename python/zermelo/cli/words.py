"""What can be said at the board besides moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from zermelo.cli import board, reasons
from zermelo.cli.choosing import Pointing
from zermelo.cli.games import about as about_game
from zermelo.cli.paint import plies
from zermelo.cli.prompt import Quit
from zermelo.errors import ZermeloError
from zermelo.game.board import board_of, touched

if TYPE_CHECKING:
    from zermelo.cli.sitting import Sitting
    from zermelo.game.position import Position

_SHORT = {"q": "quit", "exit": "quit", "?": "help", "h": "help", "u": "undo", "r": "redo"}


def obey(sitting: Sitting, text: str) -> bool:
    """Do what a word says; False where it is none."""
    word, _, rest = text.partition(" ")
    word = _SHORT.get(word.lower(), word.lower())
    if word not in WORDS or (rest.strip() and word not in _WITH_FILE):
        return False
    try:
        WORDS[word](sitting, rest.strip()) if word in _WITH_FILE else WORDS[word](sitting, "")
    except ZermeloError as error:
        sitting.say(str(error))
    return True


def ply(position: Position) -> int:
    """How many moves lie behind a position."""
    count = 0
    while position.parent is not None:
        position, count = position.parent, count + 1
    return count


def show_help(sitting: Sitting, _: str) -> None:
    """Read this again (or ?)."""
    if rules := about_game(type(sitting.game)):
        sitting.say(rules)
    sitting.say("Type the name of a move, or one of these words:")
    for word, function in WORDS.items():
        about = (function.__doc__ or "").strip().rstrip(".")
        name = f"{word} FILE" if word in _WITH_FILE else word
        sitting.say(f"  {name:<10} {about[0].lower()}{about[1:]}")
    if sitting.prompt.keyboard is not None:
        sitting.say(
            "Or use the keys: arrows choose, Enter takes, Esc puts down, Tab shows where you may move or completes a name."
        )
    show_moves(sitting, "")


def show_moves(sitting: Sitting, _: str) -> None:
    """See what you may play."""
    position = sitting.position
    if sitting.ended:
        sitting.say(f"There are no moves: the game is over ({sitting.result}).")
        return
    sitting.say(f"Legal moves: {' '.join(position.moves)}")
    here = board_of(position)
    if isinstance(sitting.choose, Pointing):
        sitting.choose.showing = True
    elif sitting.out.is_terminal and here is not None:
        targets = {square for move in position.choices for square in touched(position, move, here)[:1]}
        sitting.out.print(board.show(position, sitting.out, board.Marks(targets=targets)))


def show_board(sitting: Sitting, _: str) -> None:
    """See the board again."""
    sitting.out.print(board.show(sitting.position, sitting.out))


def hint(sitting: Sitting, _: str) -> None:
    """Ask what a strong player would do, and why."""
    if sitting.ended:
        sitting.say(f"There is no hint: the game is over ({sitting.result}).")
        return
    for line in reasons.hint(sitting.position, sitting.backend):
        sitting.say(line)


def why(sitting: Sitting, _: str) -> None:
    """Ask why an agent made its last move."""
    after = sitting.position
    while after.parent is not None and after.parent.player not in sitting.agents:
        after = after.parent
    before = after.parent
    if before is None or after.move is None:
        sitting.say("No agent has moved yet; `hint` says what you could do, and why.")
        return
    move = before.name(after.move)
    found = sitting.reports.get(ply(before))
    known = found if found is not None and found.move == move else None
    for line in reasons.why(before, move, known, sitting.backend):
        sitting.say(line)


def undo(sitting: Sitting, _: str) -> None:
    """Take back your last move, and the answers to it."""
    if sitting.resigned is not None:
        sitting.resigned = None
        return
    earlier = sitting.position.parent
    while earlier is not None and earlier.player not in (sitting.people or ()):
        earlier = earlier.parent
    if earlier is None:
        sitting.say("There is no move of yours to take back.")
    else:
        sitting.future.append(sitting.position)
        sitting.position = earlier


def redo(sitting: Sitting, _: str) -> None:
    """Play what you took back once more."""
    if sitting.future:
        sitting.position = sitting.future.pop()
    else:
        sitting.say("There is nothing to play again: nothing was taken back, or you have moved since.")


def save(sitting: Sitting, name: str) -> None:
    """Write the game to a .json file, or .pgn for chess."""
    from zermelo.play.transcript import Transcript

    if not name:
        raise ZermeloError("save where? Give the name of a file, as in `save my-game.json`")
    target = Transcript.of(sitting.position, seats(sitting), sitting.result if sitting.ended else None).save(name)
    sitting.say(f"Saved in {target}; `load {target}` or --load {target} brings it back.")


def load(sitting: Sitting, name: str) -> None:
    """Go on with a game that was saved."""
    from zermelo.play.transcript import Transcript

    if not name:
        raise ZermeloError("load what? Give the name of a file, as in `load my-game.json`")
    position = Transcript.load(name).replay(sitting.game)
    sitting.position, sitting.resigned = position, None
    sitting.future.clear()
    sitting.reports.clear()
    sitting.say(f"Loaded {name}: {plies(ply(position))} played, {position.result}.")


def seats(sitting: Sitting) -> list[str]:
    """Who sits where, for a saved game."""
    from zermelo.play.transcript import PERSON

    return [str(sitting.agents[seat]) if seat in sitting.agents else PERSON for seat in range(len(sitting.game.players))]


def resign(sitting: Sitting, _: str) -> None:
    """Give up."""
    if sitting.ended:
        sitting.say(f"It is too late for that: the game is over ({sitting.result}).")
    else:
        sitting.resigned = sitting.position.turn


def leave(_: Sitting, __: str) -> None:
    """Leave the game (or q, Ctrl-C, end of input)."""
    raise Quit


WORDS: dict[str, Callable[[Sitting, str], None]] = {
    "hint": hint,
    "why": why,
    "undo": undo,
    "redo": redo,
    "moves": show_moves,
    "board": show_board,
    "save": save,
    "load": load,
    "resign": resign,
    "help": show_help,
    "quit": leave,
}
_WITH_FILE = ("save", "load")
