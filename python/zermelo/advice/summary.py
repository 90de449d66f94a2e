"""A verification in words: what the command prints and what notebooks show, fact by fact and failure by failure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.advice.verification import Failure, Length, Verification

KINDS = {
    "no_rule": "no rule applies",
    "no_advice": "no advice can be followed",
    "drawn": "the game is drawn",
    "lost": "the game is lost",
    "endless": "the game never ends",
}
"""The ways to fail, in words."""
_LONGEST_LINE = 40


def verdict(found: Verification) -> str:
    """Whether it does what it promises."""
    return "does what it promises" if found.ok else f"fails in {positions(found.worthy - found.secured)}"


def facts(found: Verification) -> dict[str, str]:
    """What there is to say, one fact a line."""
    goal = {"win": "won", "draw": "not lost"}[found.aim]
    told = {"positions": f"{found.positions:,} {found.about}"}
    if found.optimal is not None or found.verdicts:
        told["worth it"] = f"{found.worthy:,} are {goal} with best play"
    told["secured"] = f"{found.secured:,}, against every defence"
    lengths = {
        "longest": (found.worst, "against the longest defence"),
        "best defence": (found.best_defence, "against best replies"),
        "optimum": (found.optimal, "with best play on both sides"),
    }
    for name, (length, against) in lengths.items():
        if length is not None:
            told[name] = f"{_moves(length)} {against}"
    if found.worst is not None and found.aim == "draw":
        told.pop("best defence", None)
    for who, verdicts in found.verdicts.items():
        if "them to move" in found.verdicts:  # elsewhere tables advise on what is lost as well, and promise nothing by it
            wrong = "all right" if verdicts.wrong == 0 else f"{verdicts.wrong:,} wrong"
            told["verdicts" if who == "us to move" else ""] = f"{verdicts.positions:,} positions with {who}: {wrong}"
    told["advice"] = " · ".join(f"{name} {number:,}" for name, number in found.advice.items())
    told["asked"] = f"{found.asked:,} times, {found.nodes:,} nodes, {found.seconds:.1f} s"
    return told


def blame(failure: Failure) -> str:
    """From how many positions, and by whose advice."""
    blamed = ", ".join(f"{name} {number:,}" for name, number in failure.advice.items() if name)
    return f"from {positions(failure.count)}{f' (by {blamed})' if blamed else ''}"


def line(kind: str, failure: Failure) -> str:
    """The moves of the example, and how they end."""
    shown = failure.example.line[:_LONGEST_LINE]
    more = " ..." if len(shown) < len(failure.example.line) else ""
    ending = f"  {failure.example.result}" if failure.example.result else "  and so on" if kind == "endless" else ""
    return (" ".join(shown) + more or "at once") + ending


def example(kind: str, failure: Failure, margin: str) -> str:
    """The example as text: the position, and its moves beside or below it."""
    board = failure.example.position
    if "\n" not in board:
        return f"{board}   {line(kind, failure)}"
    drawn = "\n".join(f"{margin}{row}" for row in board.splitlines())
    return f"\n{drawn}\n{margin}{line(kind, failure)}"


def positions(number: int) -> str:
    return f"{number:,} position{'' if number == 1 else 's'}"


def _moves(length: Length) -> str:
    return f"at most {length.worst} moves, {length.mean:.2f} on average,"
