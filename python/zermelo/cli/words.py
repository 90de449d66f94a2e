"""The words that a person can type at the board besides moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from zermelo.cli import board
from zermelo.cli.choosing import Pointing
from zermelo.cli.prompt import Quit
from zermelo.cli.thinking import think
from zermelo.errors import AgentError, ZermeloError
from zermelo.game import touched
from zermelo.game.rules_text import RulesText
from zermelo.play import hints
from zermelo.play.hiding import check_open
from zermelo.play.transcript import Transcript
from zermelo.score import counted

if TYPE_CHECKING:
    from zermelo.cli.playing import Playing

_SHORT = {"q": "quit", "exit": "quit", "?": "help", "h": "help", "u": "undo", "r": "redo"}
_WITH_FILE = ("save", "load")


def obey(playing: Playing, text: str) -> bool:
    """Carry out a word such as `undo`; False if the text is not one of the words."""
    word, _, rest = text.partition(" ")
    word = _SHORT.get(word.lower(), word.lower())
    if word not in WORDS or (rest.strip() and word not in _WITH_FILE):
        return False
    try:
        if word in _WITH_FILE and not rest.strip():
            raise ZermeloError(f"give the name of a file, as in `{word} my-game.json`")
        for line in WORDS[word](playing, rest.strip()) or ():
            playing.say(line)
    except ZermeloError as error:
        message = str(error)
        playing.say(f"{message[0].upper()}{message[1:]}{'' if message[-1] in '.?!' else '.'}")
    return True


def _help(playing: Playing, _: str) -> Iterator[str]:
    """Show this list (or ?)."""
    rules = RulesText.of(playing.session.game)
    yield from (line for line in (rules.sentence, *map(str, rules.paragraphs)) if line)
    yield "Type the name of a move, or one of these words:"
    for word, function in WORDS.items():
        told = (function.__doc__ or "").strip().rstrip(".")
        yield f"  {f'{word} FILE' if word in _WITH_FILE else word:<10} {told[0].lower()}{told[1:]}"
    if playing.prompt.keyboard is not None:
        yield "Or use the keys: arrows and Enter choose, Esc cancels the choice, Tab shows where you may move or completes a name."
    yield from _moves(playing, "")


def _moves(playing: Playing, _: str) -> Iterator[str]:
    """Show the moves that you may play."""
    session, position = playing.session, playing.session.position
    if session.over:
        yield f"There are no moves: the game is over ({session.result})."
        return
    yield f"Legal moves: {' '.join(position.moves)}"
    if isinstance(playing.choose, Pointing):
        playing.choose.showing = True
    elif playing.out.is_terminal and position.board is not None:
        targets = {square for move in position.choices for square in touched(position, move)[:1]}
        playing.out.print(board.show(position, playing.out, board.Marks(targets=targets)))


def _board(playing: Playing, _: str) -> None:
    """Show the board again."""
    playing.out.print(board.show(playing.session.position, playing.out))


def _hint(playing: Playing, _: str) -> Iterator[str]:
    """Ask what a strong player would play, and why."""
    session, position = playing.session, playing.session.position
    if session.over:
        yield f"There is no hint: the game is over ({session.result})."
        return
    first, *rest = hints.hint(position, think(position, hints.adviser(position, playing.backend), "searching"))
    yield f"Hint: {first}"
    yield from (f"  {line}" for line in rest)


def _why(playing: Playing, _: str) -> Iterator[str]:
    """Ask why an agent played its last move."""
    check_open(playing.session, "the reason of a move")
    before, after = playing.session.last_agent_move()
    position, second = before.position, None
    if not hints.has_reasons(before.report):
        with suppress(AgentError):
            second = think(position, hints.adviser(position, playing.backend), "searching")
    first, *rest = hints.explain(position, after.move, before.report, second)
    yield first
    yield from (f"  {line}" for line in rest)


def _undo(playing: Playing, _: str) -> None:
    """Take back your last move, and the answers to it."""
    playing.session.undo()


def _redo(playing: Playing, _: str) -> None:
    """Play the moves again that you took back."""
    playing.session.redo()


def _save(playing: Playing, name: str) -> Iterator[str]:
    """Write the game to a .json file, or .pgn for chess."""
    check_open(playing.session, "a saved game")
    target = playing.session.transcript().save(name)
    yield f"Saved in {target}; `load {target}` or --load {target} goes on with it."


def _load(playing: Playing, name: str) -> Iterator[str]:
    """Go on with a saved game."""
    session = playing.session
    session.load(Transcript.load(name))
    yield f"Loaded {name}: {counted(session.at)} played, {session.result}."


def _resign(playing: Playing, _: str) -> None:
    """Give up the game."""
    playing.session.resign()


def _quit(_: Playing, __: str) -> None:
    """Leave the game (or q, Ctrl-C, end of input)."""
    raise Quit


_IN_ORDER = (_hint, _why, _undo, _redo, _moves, _board, _save, _load, _resign, _help, _quit)
WORDS: dict[str, Callable[[Playing, str], Iterator[str] | None]] = {each.__name__.strip("_"): each for each in _IN_ORDER}
