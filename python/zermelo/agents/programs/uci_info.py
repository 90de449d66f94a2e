"""What a UCI engine reports while it searches: `info depth 12 score cp 31 nodes 25000 pv e2e4 e7e5`.

`cp` are hundredths of a pawn for the player to move, a guess. `mate 3` is a win in three moves of that player, which are five plies; `mate -3`
is a loss in three, which are six plies. An engine proves mates; how near they are, it may not know exactly.

>>> found = read("info depth 12 multipv 1 score mate 3 nodes 25000 pv e2e4 e7e5".split())
>>> found.depth, found.score, found.line
(12, Score.win(5), ('e2e4', 'e7e5'))
"""

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.score import Score

_PAWN = 100
_NUMBERS = ("depth", "nodes", "multipv")
_MOST_DIGITS = 18


@dataclass(frozen=True)
class Info:
    """One line of a search; what it does not say is None."""

    depth: int | None = None
    nodes: int | None = None
    score: Score | None = None
    line: tuple[str, ...] = ()

    def after(self, before: "Info") -> "Info":
        """What is known after two lines."""
        return Info(
            before.depth if self.depth is None else self.depth,
            before.nodes if self.nodes is None else self.nodes,
            self.score or before.score,
            self.line or before.line,
        )


def read(words: Sequence[str]) -> Info:
    """The words of a line that begins with `info`; nothing of a line on another than the best move, or on a bound."""
    numbers: dict[str, int] = {}
    score, line, at = None, (), 1
    while at < len(words):
        word = words[at]
        value = _number(words, at + 1)
        if word in _NUMBERS and value is not None:
            numbers[word] = value
            at += 1
        elif word == "score":
            score = _score(words[at + 1 : at + 3])
            at += 2
        elif word == "pv":
            return _known(numbers, score, tuple(words[at + 1 :]))
        elif word == "string":
            break
        elif word in ("lowerbound", "upperbound"):
            return Info(nodes=numbers.get("nodes"))
        at += 1
    return _known(numbers, score, line)


def _known(numbers: dict[str, int], score: Score | None, line: tuple[str, ...]) -> Info:
    if numbers.get("multipv", 1) != 1:
        return Info()
    return Info(numbers.get("depth"), numbers.get("nodes"), score, line)


def _score(words: Sequence[str]) -> Score | None:
    value = _number(words, 1)
    if value is None:
        return None
    if words[0] == "cp":
        return Score.guess(value / _PAWN)
    if words[0] == "mate":
        return Score.win(2 * value - 1) if value > 0 else Score.loss(-2 * value)
    return None


def _number(words: Sequence[str], at: int) -> int | None:
    text = words[at] if at < len(words) else ""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS else None
