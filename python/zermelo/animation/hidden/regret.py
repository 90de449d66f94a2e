"""The lesson on counterfactual regret minimisation: two iterations on Kuhn poker step by step, and what comes out of many.

Values in the tree are those of the first player while both play as the labels at the edges say. Regrets and strategies are those of
the specification, which `regret_observer` hands out; `deals` has the tree.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from zermelo.animation.hidden.deals import Deals
from zermelo.animation.hidden.regret_observer import Look, ObservedRegrets
from zermelo.animation.table_picture import table_picture
from zermelo.games.kuhn import BET, MOVES, RANKS, Kuhn
from zermelo.report import plain
from zermelo.search.hidden.best_response import exploitability, values
from zermelo.search.hidden.sequence_form import InformationSet, sequence_form
from zermelo.trees.drawing import words
from zermelo.trees.player.recording import Captions, OwnPicture, Recording, Round
from zermelo.trees.player.step import DONE, LABEL, NOTE, OPEN, STATUS, VALUE, Change

STEPPED = 2
"""Iterations that are shown in full."""
STAGES = (10, 100, 1000)
"""Iterations after which the average strategy is shown."""
MOST = 1000
"""Positions of the sequence form; the game has 58."""
VALUE_OF_THE_GAME = Fraction(-1, 18)
"""What the first player gets in an equilibrium (Kuhn 1950)."""
SIMPLE = 100
"""The largest denominator of fractions that are shown."""
LEGEND = [
    ("max", "the first player is to move; the number is what the first player gets on average"),
    ("min", "the second player is to move"),
    ("chance", "chance deals a card"),
    ("end", "game over"),
]
FOOT = ("pass, bet: their regrets", "now, mean: how often is bet now, and on average")
CAPTIONS = Captions("iteration", "", "looking at", "first player gets", "this set")


def regret() -> Recording:
    lesson = RegretLesson()
    rounds = [lesson.iteration() for _ in range(STEPPED)]
    return Recording("kuhn", "cfr", lesson.players[0], [*rounds, lesson.stages()], captions=CAPTIONS)


class RegretLesson:
    """One run of CFR, and what readers have been shown of it so far."""

    def __init__(self) -> None:
        self.game = Kuhn()
        start = self.game.start()
        self.players = self.game.players
        self.form = sequence_form(start.rules, start.state, MOST)
        self.deals = Deals(start, self.form)
        self.run = ObservedRegrets(self.form, "cfr")
        self.names = [self.describe(here) for here in self.form.sets]
        self.ranked = sorted(range(len(self.form.sets)), key=self.rank)
        self.regret, self.average = list(self.run.regret), self.run.average()
        self.strategy = list(self.run.strategy)
        """What readers see; a step at a time it becomes what the run has."""
        self.builder = self.deals.builder()
        self.written: Callable[[float, bool], str] = amount
        self.shown: dict[tuple[int, str], str] = {}
        """Values and labels of the tree, as they were last written."""

    # Information sets

    def card_and_bets(self, here: InformationSet) -> tuple[int, list[str]]:
        view = self.game.layout.unpack(here.view)
        return int(view.card[here.player]), [MOVES[bet] for bet in view.bets[: view.made]]

    def describe(self, here: InformationSet) -> str:
        card, bets = self.card_and_bets(here)
        return f"{RANKS[card]} after {' '.join(bets)}" if bets else RANKS[card]

    def rank(self, index: int) -> tuple[int, list[str], int]:
        """The order in the table: by player, then by what has been done, then by card."""
        card, bets = self.card_and_bets(self.form.sets[index])
        return self.form.sets[index].player, bets, card

    def full_name(self, index: int) -> str:
        return f"{self.who(self.form.sets[index].player)} with {self.names[index]}"

    def who(self, player: int) -> str:
        return f"The {self.players[player]} player"

    # One iteration

    def iteration(self) -> Round:
        number = self.run.iterations + 1
        self.builder, self.shown = self.deals.builder(), {}
        self.run.on_look = self.look
        text = f"Iteration {number}. The labels say how often each move is played now, and the nodes what the first player then gets."
        text += " In the beginning all moves are equally likely." if number == 1 else ""
        self.step(
            "round", 0, text, *[(index, STATUS, DONE) for index in range(len(self.deals.deals))], *self.redraw(self.strategy)
        )
        self.run.iterate()
        worth, gain = values(self.form, self.average)[0], exploitability(self.form, self.average)
        text = f"Iteration {number} is over. The average strategy so far is worth {amount(worth)} to the first player; "
        text += f"its exploitability is {amount(gain)}."
        self.step("result", 0, text, picture=self.table(f"after iteration {number}"))
        return self.builder.round(f"iteration {number}", "kuhn", "cfr", self.players[0], LEGEND)

    def look(self, look: Look) -> None:
        """One player looks back, from the last information sets to the first, and then changes the own strategy."""
        me, other = self.who(look.player), self.who(1 - look.player)
        text = f"{me} looks back at each own information set, the last ones first. {other} plays as the labels say."
        self.step("look", 0, text)
        own = [index for index, here in enumerate(self.form.sets) if here.player == look.player]
        for index in reversed(own):
            self.regrets_of(index, look)
        for index in own:
            self.strategy_of(index, look)

    def regrets_of(self, index: int, look: Look) -> None:
        """Two steps: what each move is worth, and how much is added to its regret."""
        here, node, name = self.form.sets[index], self.deals.members[index][0], self.full_name(index)
        reach, mean = self.deals.reach(index, look.reach), look.mean(here)
        others = f"chance and {self.who(1 - look.player).lower()}"
        worth = [look.value[sequence] for sequence in here.sequences]
        moves = " and ".join(f"{MOVES[move]} is worth {amount(value)}" for move, value in zip(here.moves, worth, strict=True))
        text = f"{name}: {others} lead here with probability {amount(reach)}. Weighted by that, {moves}; "
        text += f"as it is played now, {amount(mean)}."
        if reach > 0:
            self.step("look", node, text, *self.notes(index, "worth", worth), marked=index)
        told = []
        for move, sequence in zip(here.moves, here.sequences, strict=True):
            self.regret[sequence], self.average[sequence] = look.regret[sequence], look.average[sequence]
            value, added, whole = look.value[sequence], look.value[sequence] - mean, look.regret[sequence]
            told.append(
                f"{MOVES[move]} adds {amount(added, True)} ({amount(value)} instead of {amount(mean)}), in all {amount(whole, True)}"
            )
        text = f"{name}, regrets: {'; '.join(told)}."
        if reach == 0:
            text = f"{name}: {others} never lead here now. So every move counts 0, and no regret is added."
        regrets = [look.regret[sequence] for sequence in here.sequences]
        self.step("regret", node, text, *self.notes(index, "regret", regrets), marked=index)

    def strategy_of(self, index: int, look: Look) -> None:
        here = self.form.sets[index]
        for sequence in here.sequences:
            self.strategy[sequence] = look.strategy[sequence]
        positive = {
            MOVES[move]: self.regret[sequence]
            for move, sequence in zip(here.moves, here.sequences, strict=True)
            if self.regret[sequence] > 0
        }
        shares = " and ".join(
            f"{MOVES[move]} {amount(look.strategy[sequence])}" for move, sequence in zip(here.moves, here.sequences, strict=True)
        )
        if len(positive) == 1:
            why = f"only {next(iter(positive))} has a positive regret, so it is always played"
        elif positive:
            told = " and ".join(f"{name} {amount(gain)}" for name, gain in positive.items())
            why = f"the positive regrets are {told}, so moves are played in this proportion: {shares}"
        else:
            why = f"no move has a positive regret, so all are equally likely: {shares}"
        changes = [*self.notes(index, "", ()), *self.redraw(self.strategy)]
        self.step(
            "strategy", self.deals.members[index][0], f"New strategy. {self.full_name(index)}: {why}.", *changes, marked=index
        )

    # Many iterations

    def stages(self) -> Round:
        self.builder, self.shown, self.run.on_look = self.deals.builder(), {}, None
        self.written = decimal
        text = "From here on only the average strategy is shown, which is the answer: the labels and the tree now belong to it."
        self.step(
            "round", 0, text, *[(index, STATUS, DONE) for index in range(len(self.deals.deals))], *self.redraw(self.average)
        )
        for number in STAGES:
            while self.run.iterations < number:
                self.run.iterate()
            self.regret, self.strategy, self.average = list(self.run.regret), list(self.run.strategy), self.run.average()
            worth, gain = values(self.form, self.average)[0], exploitability(self.form, self.average)
            text = (
                f"After {number:,} iterations the average strategy is worth {worth:.4f} to the first player, and its exploitability "
                f"is {gain:.4f}. In an equilibrium these are {VALUE_OF_THE_GAME} = {float(VALUE_OF_THE_GAME):.4f} and 0."
            ).replace("-", words.MINUS)
            self.step("stage", 0, text, *self.redraw(self.average), picture=self.table(f"after {number:,} iterations"))
        self.step("result", 0, self.bluffs())
        return self.builder.round(f"{STAGES[0]} to {STAGES[-1]} iterations", "kuhn", "cfr", self.players[0], LEGEND)

    def bluffs(self) -> str:
        """What the average strategy does with the best and the worst card."""
        jack, king = self.bets("J", 0), self.bets("K", 0)
        return (
            f"The first player bets with the jack, a bluff, in {jack:.1%} of all cases, and with the king in {king:.1%}: "
            f"{king / jack:.2f} times as often. In an equilibrium it is 3 times. The second player bluffs with the jack in "
            f"{self.bets('J after pass', 1):.1%} and calls with the queen in {self.bets('Q after bet', 1):.1%} of all cases; "
            "in an equilibrium it is a third."
        ).replace("%", " %")

    def bets(self, name: str, player: int) -> float:
        """How often the average strategy bets in an information set."""
        here = next(
            here for here, known in zip(self.form.sets, self.names, strict=True) if (known, here.player) == (name, player)
        )
        return self.average[here.first + here.moves.index(BET)]

    # What is drawn

    def step(
        self, kind: str, node: int, text: str, *changes: Change, marked: int = -1, picture: OwnPicture | None = None
    ) -> None:
        """A step. The table at the root follows it, and all nodes show it."""
        number = max(1, self.run.iterations)
        drawn = picture or self.table(f"iteration {number}", marked)._replace(text="")
        self.builder.step(kind, node, text, number, *changes, self.builder.shows(0, drawn))

    def notes(self, index: int, what: str, numbers: Sequence[float]) -> list[Change]:
        """Marks the positions of an information set, with a number for each move beside them; without numbers the marks go."""
        here, status = self.form.sets[index], OPEN if numbers else DONE
        lines = [f"{MOVES[move]} {amount(number, True)}" for move, number in zip(here.moves, numbers, strict=False)]
        note = "\n".join([what, *lines]) if lines else ""
        return [change for node in self.deals.members[index] for change in ((node, NOTE, note), (node, STATUS, status))]

    def redraw(self, policy: list[float]) -> list[Change]:
        """The values and labels that a policy changes in the tree."""
        changes: list[Change] = []
        for index, worth in enumerate(self.deals.values(policy)):
            self.builder.nodes[index].value = plain(round(worth, 12))
            texts = {VALUE: self.written(worth, False)}
            if self.deals.deals[index].sequence is not None:
                texts[LABEL] = f"{self.deals.deals[index].move} {self.written(self.deals.share(index, policy), False)}"
            for name, text in texts.items():
                if self.shown.get((index, name)) != text:
                    self.shown[index, name] = text
                    changes.append((index, name, text))
        return changes

    def table(self, title: str, marked: int = -1) -> OwnPicture:
        """All information sets: regrets, and how often is bet now and on average."""
        rows: list[tuple[str, ...]] = []
        place = -1
        for index in self.ranked:
            here = self.form.sets[index]
            name = self.players[here.player]
            rows += [] if (name,) in rows else [(name,)]
            place = len(rows) if index == marked else place
            bet = here.first + here.moves.index(BET)
            regrets = (self.written(self.regret[sequence], True) for sequence in here.sequences)
            rows.append(
                (self.names[index], *regrets, self.written(self.strategy[bet], False), self.written(self.average[bet], False))
            )
        return table_picture(title, ("", *MOVES, "now", "mean"), rows, place, FOOT)


def amount(number: float, sign: bool = False) -> str:
    """A number as a simple fraction if it is one, because fractions can be checked by hand.

    >>> amount(-1 / 24), amount(0.25, sign=True), amount(0.1234567), amount(-3e-17)
    ('−1/24', '+1/4', '0.123', '0')
    """
    simple = Fraction(number).limit_denominator(SIMPLE)
    if abs(simple - number) > 1e-9:
        return words.number(number, sign)
    return f"{'+' if sign and simple > 0 else ''}{simple}".replace("-", words.MINUS)


def decimal(number: float, sign: bool = False) -> str:
    """A number with three decimals.

    >>> decimal(1 / 3), decimal(0.0003), decimal(-0.25, sign=True)
    ('0.333', '0', '−0.25')
    """
    return words.number(round(number, 3), sign)
