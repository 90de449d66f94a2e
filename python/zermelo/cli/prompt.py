"""Asking for input: a line from a pipe, a line at a plain terminal, or keys on a screen that is redrawn at every key.

All three answer with text. The end of input raises `Quit`.
"""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

from rich.console import Console
from rich.live import Live
from rich.text import Text

from zermelo.cli import keys
from zermelo.cli.choosing import Chooser

_ROOM = 3
"""Lines below a board: the question, what the keys do, and one to spare."""


class Quit(Exception):
    """The person leaves."""


class Prompt:
    """Asks for whole lines."""

    keyboard: keys.Keyboard | None = None
    """The keyboard, if keys can be read one by one."""

    def __init__(self, out: Console) -> None:
        self.out = out

    def fits(self, chooser: Chooser) -> bool:  # noqa: ARG002
        """Whether there are keys, and the screen is large enough for this chooser."""
        return False

    def ask(self, question: str, chooser: Chooser | None = None) -> str:  # noqa: ARG002
        """The person's answer."""
        if sys.stdin is None:
            raise Quit
        if sys.stdin.isatty():
            return self._typed(question)
        self.out.print(question, end="")
        line = sys.stdin.readline()
        self.out.print(line.strip())  # a pipe does not echo its input
        if not line:
            raise Quit
        return line.strip()

    def may_ask(self, question: str) -> str:
        """An optional answer: empty at the end of input, and then nothing is shown."""
        if sys.stdin is None:
            return ""
        if sys.stdin.isatty():
            with suppress(Quit):
                return self._typed(question)
            return ""
        line = sys.stdin.readline().strip()
        if line:
            self.out.print(f"{question}{line}")
        return line

    def _typed(self, question: str) -> str:
        with suppress(ImportError):  # not on every system
            import readline  # noqa: F401  # makes input() remember and edit lines
        try:
            return input(question).strip()
        except EOFError:
            raise Quit from None


class Screen(Prompt):
    """Reads keys: arrows choose, letters are typed."""

    def __init__(self, out: Console, keyboard: keys.Keyboard) -> None:
        super().__init__(out)
        self.keyboard: keys.Keyboard = keyboard

    def ask(self, question: str, chooser: Chooser | None = None) -> str:
        typed, answer = "", None
        live = Live(console=self.out, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False)
        with self.keyboard.holding_interrupts(), live:
            while answer is None:
                live.update(self._picture(question, typed, chooser), refresh=True)
                typed, answer = self._press(typed, chooser)
        return answer

    def may_ask(self, question: str) -> str:
        try:
            answer = self.ask(question)
        except Quit:
            return ""
        if answer:
            self.out.print(f"{question}{answer}")
        return answer

    def fits(self, chooser: Chooser) -> bool:
        lines = chooser.draw("").plain.splitlines()
        return (
            chooser.needs <= self.out.width and sum(1 + len(line) // self.out.width for line in lines) + _ROOM < self.out.height
        )

    def _press(self, typed: str, chooser: Chooser | None) -> tuple[str, str | None]:
        """The text after the next key, and the answer if it is complete."""
        key = self.keyboard.press()
        if key == keys.END_OF_INPUT:
            raise Quit
        if key == keys.ENTER:
            return ("", typed.strip()) if typed.strip() or chooser is None else ("", chooser.enter())
        if key in keys.ARROWS:
            return ("", chooser.arrow(key)) if chooser is not None else (typed, None)
        if key == keys.BACKSPACE:
            return typed[:-1], None
        if key in (keys.ESCAPE, keys.CLEAR):
            if not typed and chooser is not None:
                chooser.escape()
            return "", None
        if key == keys.TAB:
            return self._tab(typed, chooser), None
        return typed + key, None

    def _tab(self, typed: str, chooser: Chooser | None) -> str:
        """The text after Tab, which completes a name or shows what can be chosen."""
        if chooser is not None and not typed:
            chooser.tab()
        return typed if chooser is None else completed(typed, chooser.names)

    def _picture(self, question: str, typed: str, chooser: Chooser | None) -> Text:
        line = Text.assemble(question, typed, (" ", "reverse"))
        if chooser is None:
            return line
        return Text("\n").join([chooser.draw(typed), line, Text(shortened(chooser.advice, self.out.width), "dim")])


@contextmanager
def prompting(out: Console, plain: bool = False) -> Iterator[Prompt]:
    """The best way to ask: with keys if possible, else by lines."""
    if plain or not keys.can_listen(out):
        yield Prompt(out)
        return
    with keys.listening() as keyboard:
        yield Screen(out, keyboard)


def completed(typed: str, names: Iterable[str]) -> str:
    """The beginning of a name, extended as far as all names that begin like it agree.

    >>> completed("h", ["hint", "undo"]), completed("n", ["Nc3", "Nf3"]), completed("b", ["b4", "Bc4"]), completed("", ["b4"])
    ('hint', 'N', 'b', '')
    """
    fitting = [name for name in names if typed and name.lower().startswith(typed.lower())]
    shared = fitting[0] if fitting else typed
    while not all(name.startswith(shared) for name in fitting):
        shared = shared[:-1]
    return shared if len(shared) >= len(typed) else typed


def shortened(advice: str, width: int) -> str:
    """The advice shortened to a line: middle parts are dropped, the last part (help) stays.

    >>> shortened("arrows and Enter · Tab shows where · help", 30)
    'arrows and Enter · help'
    """
    parts = advice.split(" · ")
    while len(parts) > 2 and len(" · ".join(parts)) > width:
        del parts[-2]
    return " · ".join(parts)
