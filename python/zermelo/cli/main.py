"""Runs one command: from its words to its exit code."""

import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, redirect_stdout

from zermelo.cli import failures
from zermelo.cli.application import application
from zermelo.cli.output import Answer, note
from zermelo.errors import ZermeloWarning
from zermelo.startup import raise_on_interrupt


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    tokens = list(sys.argv[1:] if argv is None else argv)
    debug = "--debug" in tokens
    try:
        raise_on_interrupt()
        _replace_unprintable()
        with _notes():
            return _run([token for token in tokens if token != "--debug"])
    except BrokenPipeError:
        return failures.broken_pipe()
    except BaseException as error:  # rules may raise anything
        return failures.tell(error, debug)


def _run(tokens: list[str]) -> int:
    if tokens[:1] == ["help"]:
        tokens = [*tokens[1:], "--help"]
    with _quiet_stdout(tokens):
        result = application(*tokens[:1])(tokens, exit_on_error=False, print_error=False, result_action="return_value")
    if isinstance(result, Answer):
        print(result)
    if sys.stdout is not None:
        sys.stdout.flush()  # a closed pipe is noticed here, not when the interpreter exits
    return result.code if isinstance(result, Answer) else int(result or 0)


def _quiet_stdout(tokens: list[str]) -> AbstractContextManager[object]:
    """With `--json`, send what the rules of a game print to stderr; the answer is written afterwards."""
    wants_json = "--json" in tokens and not {"--help", "-h", "--version"} & set(tokens)
    return redirect_stdout(sys.stderr) if wants_json else nullcontext()


def _replace_unprintable() -> None:
    """Replace characters that the terminal cannot show, and bytes of a pipe that are not UTF-8."""
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
        warnings.simplefilter("always", ZermeloWarning)
        warnings.showwarning = show
        yield
