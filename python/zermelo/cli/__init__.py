"""The command line: `zermelo games`, `play`, `best`, `solve`, `check-solution`, `perft`, `check`, `tree`, `bench`, `demo`.

A thin door. Each command is a file of this folder; what they share is in `options` (how games, positions and agents are
asked for), `thinking` (an agent at work, with a status line), `paint`, `board` and `colours` (what it looks like) and `output` (files
and JSON). `play` is the largest: `seats` (who sits where), `sitting` (the game), `words` and `reasons` (what can be asked), `prompt`,
`choosing` and `keys` (how a move is given), `watching`. Whatever goes wrong ends in `failures`, as one sentence on stderr and an exit code:

    0    done                                   2    bad input
    1    the answer is no: a law is broken,     70   a fault of Zermelo itself
         a position could not be solved, a      130  Ctrl-C
         solution does not hold

Answers go to stdout, everything else to stderr. With `--json` stdout gets one object and nothing else, not even what a
game's own rules print.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, redirect_stdout

from zermelo.cli import failures
from zermelo.cli.application import application
from zermelo.cli.output import Answer, note
from zermelo.errors import CompileWarning

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    tokens = list(sys.argv[1:] if argv is None else argv)
    debug = "--debug" in tokens
    try:
        _forgive_odd_characters()
        with _notes():
            return _run([token for token in tokens if token != "--debug"])
    except BrokenPipeError:
        return failures.broken_pipe()
    except (Exception, KeyboardInterrupt, SystemExit) as error:
        return failures.tell(error, debug)


def _run(tokens: list[str]) -> int:
    if tokens[:1] == ["help"]:
        tokens = [*tokens[1:], "--help"]
    with _quiet_stdout(tokens):
        result = application()(tokens, exit_on_error=False, print_error=False, result_action="return_value")
    if isinstance(result, Answer):
        print(result)
    if sys.stdout is not None:
        sys.stdout.flush()  # a closed pipe is noticed here, not when the interpreter exits
    return result.code if isinstance(result, Answer) else int(result or 0)


def _quiet_stdout(tokens: list[str]) -> AbstractContextManager[object]:
    """With `--json`, whatever a game's rules print goes to stderr; the answer is written afterwards."""
    wants_json = "--json" in tokens and not {"--help", "-h", "--version"} & set(tokens)
    return redirect_stdout(sys.stderr) if wants_json else nullcontext()


def _forgive_odd_characters() -> None:
    """A terminal that cannot show a character, or a pipe that is not UTF-8, costs that character and nothing else."""
    for stream in (sys.stdin, sys.stdout):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


@contextmanager
def _notes() -> Iterator[None]:
    """Show warnings as one line each, such as the one about rules that could not be compiled."""

    def show(message: Warning | str, *_: object, **__: object) -> None:
        note(str(message))

    with warnings.catch_warnings():
        warnings.simplefilter("always", CompileWarning)
        warnings.showwarning = show
        yield
