"""Colours: players' symbols on text boards, reports, and the consoles they are printed on.

Rich decides whether there are colours at all: on a terminal, and not when NO_COLOR is set. What is printed is the same
text either way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from zermelo.cli.colours import inks
from zermelo.report import Line, Report, count

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from zermelo.game.position import Position

QUIET = "dim"
_WHY_STOPPED = {"seconds": "time was up", "nodes": "all nodes were used", "interrupt": "interrupted", "stop": "on request"}
_WORD = re.compile(r"\S+")


def console(stderr: bool = False) -> Console:
    """A console that prints text as it is: nothing is wrapped, highlighted or taken for markup."""
    from zermelo.cli.terminal import Terminal

    return Terminal(stderr)


def say(out: Console, told: Text | str) -> None:
    """Print words: a line that is too long for the terminal goes on between two of them; elsewhere lines stay as they are."""
    out.print(told, soft_wrap=not out.is_terminal)


def board(position: Position) -> Text:
    """The position as the terminal can show it, or as plain text where there is none."""
    from zermelo.cli.board import show

    return show(position, console())


def paint(text: str, players: Sequence[str]) -> Text:
    """Colour what stands for a player: a name on its own, or a symbol among other symbols.

    A symbol counts only in a word without other letters or digits, so that the "o" in "x to move" stays plain.
    """
    from rich.text import Text

    styles = {name: ink.word for name, ink in inks(players).items()}
    painted = Text(text)
    for word in _WORD.finditer(text):
        if word[0] in styles:
            painted.stylize(styles[word[0]], *word.span())
        elif all(symbol in styles or not symbol.isalnum() for symbol in word[0]):
            for at, symbol in enumerate(word[0], word.start()):
                painted.stylize(styles.get(symbol, QUIET if symbol == "." else ""), at, at + 1)
    return painted


def report(found: Report, players: Sequence[str]) -> Text:
    """A report as lines, one fact each."""
    from rich.text import Text

    facts = {
        "value": value(found),
        "line": " ".join(found.line) or "-",
        "depth": "to the end" if found.depth is None else str(found.depth),
        "nodes": speed(found),
        "backend": found.backend,
    }
    if found.playouts is not None:
        facts["games"] = playouts(found)
    if found.stopped:
        facts["stopped"] = _WHY_STOPPED.get(found.stopped, found.stopped)
    lines = [headline(found, players)]
    lines += [Text.assemble((f"  {name:<8}", QUIET), text) for name, text in facts.items()]
    return Text("\n").join(lines)


def lines(found: Report) -> Text:
    """Several lines, one a row."""
    from rich.text import Text

    width = max(len(line.move) for line in found.lines)
    rows = [
        Text.assemble(
            (f"  {rank}  ", QUIET), (f"{line.move:<{width}}", "bold"), f"  {value(line)}  ", (" ".join(line.line), QUIET)
        )
        for rank, line in enumerate(found.lines, 1)
    ]
    return Text("\n").join(rows)


def choices(found: Report, most: int = 10) -> Text:
    """What Monte-Carlo search knows of each move, one a row."""
    from rich.text import Text

    shown = found.choices[:most]
    width = max(4, *(len(choice.move) for choice in shown))
    rows = [Text(f"  {'move':<{width}}   visits   value    95 % interval", QUIET)]
    for choice in shown:
        if choice.value is None or choice.low is None or choice.high is None:
            told = "   not tried"
        elif choice.proven:
            told = f"  {choice.value:+7.3g}    proven"
        else:
            told = f"  {choice.value:+7.3f}   {choice.low:+.3f} to {choice.high:+.3f}"
        rows.append(Text.assemble("  ", (f"{choice.move:<{width}}", "bold"), f"  {count(choice.visits):>7}{told}"))
    if len(found.choices) > most:
        rows.append(Text(f"  and {len(found.choices) - most} more", QUIET))
    return Text("\n").join(rows)


def playouts(found: Report) -> str:
    """Random games and their speed, and whether some did not end."""
    assert found.playouts is not None
    text = f"{count(found.playouts)} at random"
    text += f", {count(found.playouts / found.seconds)} playouts/s" if found.seconds > 0 else ""
    return f"{text}; {count(found.capped)} did not end and were given up" if found.capped else text


def reasons(position: Position, found: Report) -> Text:
    """Why this move and not another, one sentence a row."""
    from rich.text import Text

    from zermelo.play import why

    return Text("\n").join(Text(f"  {reason}.") for reason in why.reasons(position, found))


def summary(found: Report, players: Sequence[str], most: int = 10) -> Text:
    """A report in two lines, for games in which there is one after every move."""
    from rich.text import Text

    if found.value is None and found.stopped is None:  # an agent that does not search has nothing to tell
        return headline(found, players)
    line = " ".join(found.line[:most]) + (" ..." if len(found.line) > most else "")
    took = f"nodes {speed(found)}" if found.playouts is None else f"games {playouts(found)}"
    facts = f" · value {value(found)} · {depth(found)} · {took}"
    return Text.assemble(headline(found, players), facts, (f"\n  line {line}", QUIET))


def headline(found: Report, players: Sequence[str]) -> Text:
    """Who plays what."""
    from rich.text import Text

    return Text.assemble(paint(found.player, players), " plays ", (found.move, "bold"))


def value(found: Report | Line) -> str:
    """The value for the player to move, in words where it is proven."""
    if found.value is None:
        return "unknown"
    text = f"{found.value:+.6g}" if found.value else "0"
    if isinstance(found, Report) and found.playouts is not None:
        text = f"{found.value:+.3f} (mean)" if not found.exact else f"{text} (proven)"
    if found.plies is not None and found.value:
        text += f" ({'win' if found.value > 0 else 'loss'} in {plies(found.plies)})"
    return text


def depth(found: Report) -> str:
    return "to the end" if found.depth is None else f"depth {found.depth}"


def speed(found: Report) -> str:
    text = f"{count(found.nodes)} in {found.seconds:.2f} s"
    return f"{text}, {count(found.nodes_per_second)} nodes/s" if found.seconds > 0 else text


def plies(number: int) -> str:
    """A number of plies in words.

    >>> plies(1), plies(7)
    ('1 ply', '7 plies')
    """
    return f"{number} {'ply' if number == 1 else 'plies'}"
