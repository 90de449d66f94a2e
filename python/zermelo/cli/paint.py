"""Reports and boards as text for a console, and the consoles.

Rich decides whether there are colours: on a terminal, and not when NO_COLOR is set. The text is the same with and without them.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from zermelo.cli.board import show
from zermelo.cli.colours import QUIET as QUIET, paint as paint
from zermelo.cli.output import Answer, harmless
from zermelo.game import Position
from zermelo.game.evaluation import Evaluation
from zermelo.play import why
from zermelo.play.explain import explain
from zermelo.report import Line, Report, count, worth

_WHY_STOPPED = {"seconds": "time was up", "nodes": "all nodes were used", "interrupt": "interrupted", "stop": "on request"}


class Terminal(Console):
    """A console whose texts cannot move the cursor, set the title or change colours; Rich itself still can."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for part in super().render(renderable, options):
            yield part if part.control else Segment(harmless(part.text), part.style)


def console(stderr: bool = False) -> Console:
    """A terminal that prints text as it is, without wrapping, highlighting or markup."""
    return Terminal(stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=True)


def say(out: Console, told: Text | str) -> None:
    """Print text; on a terminal a long line is wrapped between words."""
    out.print(told, soft_wrap=not out.is_terminal)


def reply(json: bool, data: dict[str, Any] | list[Any], *texts: Text | str, code: int = 0) -> Answer | int:
    """What a command returns: `data` with --json; else it prints the texts, each on lines of its own, and returns the exit code."""
    if json:
        return Answer(data, code)
    console().print(*texts, sep="\n")
    return code


def entry(name: str, width: int, about: str) -> Text:
    """A row of a list: a name, and what it is."""
    return Text.assemble((f"{name:<{width}}", "bold cyan"), f"  {about}")


def board(position: Position) -> Text:
    """The board of a position: in colours on a terminal, else as plain text."""
    return show(position, console())


def report(found: Report, players: Sequence[str]) -> Text:
    """A report as lines, one for each fact."""
    facts = {
        **({} if found.why is None else {"agent": f"{found.agent}: {found.why}"}),
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
    """The lines of play in a report, one for each row."""
    width = max(len(line.move) for line in found.lines)
    rows = [
        Text.assemble(
            (f"  {rank}  ", QUIET), (f"{line.move:<{width}}", "bold"), f"  {value(line)}  ", (" ".join(line.line), QUIET)
        )
        for rank, line in enumerate(found.lines, 1)
    ]
    return Text("\n").join(rows)


def choices(found: Report, most: int = 10) -> Text:
    """The statistics of a Monte-Carlo search, one move in each row."""
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
    """The number of random games and their speed, and how many were cut off."""
    assert found.playouts is not None
    text = f"{count(found.playouts)} at random"
    text += f", {count(found.playouts / found.seconds)} playouts/s" if found.seconds > 0 else ""
    return f"{text}; {count(found.capped)} were cut off" if found.capped else text


def reasons(position: Position, found: Report) -> Text:
    """Why this move and not another, one sentence in each row."""
    return Text("\n").join(Text(f"  {reason}.") for reason in why.reasons(position, found))


def explanation(position: Position, found: Report, by: Evaluation | None) -> Text:
    """The share of each feature in the evaluation."""
    whose = position.turn if by is None else f"{position.turn} by {by}"
    rows = str(explain(position, found, by)).splitlines()
    return Text("\n").join([Text(f"  evaluation for {whose}", QUIET), *(Text(f"  {row}") for row in rows)])


def summary(found: Report, players: Sequence[str], most: int = 10) -> Text:
    """A report in two lines."""
    if found.value is None and found.stopped is None:  # an agent that does not search has no value and no line
        return headline(found, players)
    line = " ".join(found.line[:most]) + (" ..." if len(found.line) > most else "")
    took = f"nodes {speed(found)}" if found.playouts is None else f"games {playouts(found)}"
    facts = f" · value {value(found)} · {depth(found)} · {took}"
    return Text.assemble(headline(found, players), facts, (f"\n  line {line}", QUIET))


def headline(found: Report, players: Sequence[str]) -> Text:
    """The player and the move."""
    return Text.assemble(paint(found.player, players), " plays ", (found.move, "bold"))


def value(found: Report | Line) -> str:
    """The value for the player to move; a proven value says so."""
    if found.value is None:
        return "unknown"
    mean = isinstance(found, Report) and found.playouts is not None and not found.exact
    return f"{found.value:+.3f} (mean)" if mean else worth(found.value, found.score)


def depth(found: Report) -> str:
    return "to the end" if found.depth is None else f"depth {found.depth}"


def speed(found: Report) -> str:
    text = f"{count(found.nodes)} in {found.seconds:.2f} s"
    return f"{text}, {count(found.nodes_per_second)} nodes/s" if found.seconds > 0 else text
