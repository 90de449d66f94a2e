"""The lesson on adaptive lists: how a list reorders itself when items are asked for, by two rules.

The requests are the lecture's. Its pictures are not part of the notes, so the list is ours: five items in order.
"""

from collections.abc import Sequence

from zermelo.animation.comparisons.joined import conclude
from zermelo.animation.round_builder import RoundBuilder, inner
from zermelo.animation.table_picture import table_picture
from zermelo.score import counted
from zermelo.search.ads import ask, rule_number
from zermelo.trees.player.recording import Captions, OwnPicture, Recording, Round
from zermelo.trees.player.step import DONE, NOTE, OPEN, STATUS, VALUE, Change

GAME = "adaptive list"
ITEMS = (1, 2, 3, 4, 5)
REQUESTS = {"move_to_front": (3, 1, 1, 4), "transposition": (3, 1, 1)}
"""The rules, each with the lecture's requests."""
REPEATED = (5, 5, 5, 5)
MOVES = {"move_to_front": "moves to the front", "transposition": "changes places with the item before it"}
CAPTIONS = Captions("items looked at", "", "after the requests", "the list", "found at")
LEGEND = [("own0", "the list after a request")]


def adaptive_lists() -> Recording:
    """The lesson: one round for each rule, and a last sentence on a request that comes again and again."""
    rounds: list[Round] = []
    looked = 0
    for rule, requests in REQUESTS.items():
        made = ListLesson(rule, looked)
        for item in requests:
            made.request(item)
        rounds.append(made.round())
        looked = made.looked
    costs = {rule: cost(rule, REPEATED) for rule in REQUESTS}
    told = ", ".join(f"{rule} {number}" for rule, number in costs.items())
    asked = ", ".join(map(str, REPEATED))
    made_of_all = Recording(GAME, " and ".join(REQUESTS), "", rounds, captions=CAPTIONS, grows=True)
    return conclude(
        made_of_all,
        f"A list pays when requests come again. For {asked} a list that never moves looks at {cost('', REPEATED)} items, {told}.",
    )


def cost(rule: str, requests: Sequence[int]) -> int:
    """How many items are looked at in all, from the front of the list; without a rule the list stays as it is."""
    items, total = list(ITEMS), 0
    for item in requests:
        total += items.index(item) + 1
        if rule:
            ask(items, item, rule_number(rule))
    return total


class ListLesson:
    """One list, and the requests so far."""

    def __init__(self, rule: str, looked: int) -> None:
        self.rule, self.items = rule, list(ITEMS)
        self.looked = looked
        """Items looked at so far, in all rounds."""
        self.rows: list[tuple[str, str, str]] = []
        self.builder = RoundBuilder(inner(None, "", "own"))
        self.node = 0
        text = f"Rule {rule}: an item that is asked for {MOVES[rule]}. The list is {self.written}."
        self.step(text, picture=False)

    @property
    def written(self) -> str:
        return " ".join(map(str, self.items))

    def request(self, item: int) -> None:
        before, place = list(self.items), self.items.index(item) + 1
        ask(self.items, item, rule_number(self.rule))
        self.looked += place
        self.rows.append((str(item), str(place), self.written))
        self.node = self.builder.add(self.node, inner(str(item), "", "own"))
        what = f"{item} {MOVES[self.rule]}" if self.items != before else f"{item} is at the front already, so nothing moves"
        self.step(f"{item} is asked for and found at place {place}. {what}: {self.written}.")

    def step(self, text: str, picture: bool = True) -> None:
        changes: list[Change] = [(self.node, STATUS, OPEN), (self.node, VALUE, self.written)]
        if picture:
            changes += [
                (self.node, NOTE, f"place {self.rows[-1][1]}"),
                self.builder.shows(self.node, self.table()._replace(text="")),
            ]
        self.builder.step("access", self.node, text, self.looked, *changes)

    def table(self) -> OwnPicture:
        return table_picture(self.rule, ("asked", "found at", "list"), self.rows, len(self.rows) - 1)

    def round(self) -> Round:
        total = sum(int(place) for _, place, _ in self.rows)
        text = f"{counted(len(self.rows), 'request')}, {counted(total, 'item')} looked at."
        done: list[Change] = [(node, STATUS, DONE) for node in range(len(self.builder.nodes))]
        self.builder.step("access", self.node, text, self.looked, *done, self.builder.shows(self.node, self.table()))
        return self.builder.round(self.rule, GAME, self.rule, "", LEGEND)
