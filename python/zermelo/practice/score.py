"""What a student has answered, by kind and level, and as a text to hand in."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from zermelo.practice.answers import Given
from zermelo.practice.questions import Question


@dataclass(frozen=True)
class Answered:
    """A question that was answered."""

    question: Question
    right: bool
    given: str


@dataclass
class PracticeScore:
    answered: list[Answered] = field(default_factory=list)

    def add(self, asked: Question, given: Given, right: bool) -> None:
        self.answered.append(Answered(asked, right, asked.answer.told(given)))

    def of(self, kind: str) -> tuple[int, int]:
        """How many questions of a kind were right, and how many were answered."""
        return _count(each for each in self.answered if each.question.kind == kind)

    @property
    def total(self) -> tuple[int, int]:
        return _count(self.answered)

    def __str__(self) -> str:
        """The text to hand in: the sums, every answer, and the addresses that repeat the questions."""
        sets = dict.fromkeys((each.question.kind, each.question.level, each.question.seed) for each in self.answered)
        lines = ["Practice with Zermelo", "", _told("in all", *self.total)]
        for kind, level, seed in sets:
            same = [each for each in self.answered if _set(each) == (kind, level, seed)]
            lines.append(_told(f"{kind}, level {level}, seed {seed}", *_count(same)))
        lines += ["", "answers:"]
        for number, each in enumerate(self.answered, 1):
            asked = each.question
            result = "right" if each.right else "wrong"
            correct = "" if each.right else f"; right is {asked.answer}"
            place = f"{asked.kind}, level {asked.level}, seed {asked.seed}, question {asked.number}"
            lines.append(f"{number:3}. {place}: {result}, {each.given}{correct}")
        lines += ["", "the same questions:"]
        lines += [f"  {address(kind, level, seed)}" for kind, level, seed in sets]
        return "\n".join(lines) + "\n"


def address(kind: str, level: int, seed: int) -> str:
    """The address of a set of questions in the studio."""
    return f"/practice?seed={seed}&kind={kind}&level={level}"


def _set(each: Answered) -> tuple[str, int, int]:
    return each.question.kind, each.question.level, each.question.seed


def _count(answered: Iterable[Answered]) -> tuple[int, int]:
    results = [each.right for each in answered]
    return sum(results), len(results)


def _told(what: str, right: int, asked: int) -> str:
    return f"{what}: {right} of {asked} right"
