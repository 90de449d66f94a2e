"""A verification as text, for the command line and notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.advice.verification.result import FailureSummary, Length, Verification

KINDS = {
    "no_rule": "no rule applies",
    "no_advice": "no advice can be followed",
    "drawn": "the game is drawn",
    "lost": "the game is lost",
    "endless": "the game never ends",
}
"""The kinds of failure, as text."""
_LONGEST_LINE = 40


def verdict(found: Verification) -> str:
    """Whether the table does what it promises."""
    return "does what it promises" if found.ok else f"fails in {positions(found.worthy - found.secured)}"


def facts(found: Verification) -> dict[str, str]:
    """The facts of a verification, by name."""
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
        if "them to move" in found.verdicts:  # other tables give advice in lost positions too
            wrong = "all correct" if verdicts.wrong == 0 else f"{verdicts.wrong:,} wrong"
            told["verdicts" if who == "us to move" else ""] = f"{verdicts.positions:,} positions with {who}: {wrong}"
    told["advice"] = " · ".join(f"{name} {number:,}" for name, number in found.advice.items())
    told["asked"] = f"{found.asked:,} times, {found.nodes:,} nodes, {found.seconds:.1f} s"
    return told


def blame(failure: FailureSummary) -> str:
    """The number of positions that fail, and the advice that caused it."""
    blamed = ", ".join(f"{name} {number:,}" for name, number in failure.advice.items() if name)
    return f"from {positions(failure.count)}{f' (by {blamed})' if blamed else ''}"


def line(kind: str, failure: FailureSummary) -> str:
    """The moves of the example, and the result."""
    shown = failure.example.line[:_LONGEST_LINE]
    more = " ..." if len(shown) < len(failure.example.line) else ""
    ending = f"  {failure.example.result}" if failure.example.result else "  and so on" if kind == "endless" else ""
    return (" ".join(shown) + more or "at once") + ending


def example(kind: str, failure: FailureSummary, margin: str) -> str:
    """The example as text: the position, with the moves beside or below it."""
    board = failure.example.position
    if "\n" not in board:
        return f"{board}   {line(kind, failure)}"
    drawn = "\n".join(f"{margin}{row}" for row in board.splitlines())
    return f"\n{drawn}\n{margin}{line(kind, failure)}"


def positions(number: int) -> str:
    return f"{number:,} position{'' if number == 1 else 's'}"


def _moves(length: Length) -> str:
    return f"at most {length.worst} moves, {length.mean:.2f} on average,"
