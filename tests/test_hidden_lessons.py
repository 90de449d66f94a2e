"""Lessons on hidden information: their numbers beside theory and beside programs written here, and nothing hidden is shown too early."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from xml.etree import ElementTree

import pytest
from animation_for_tests import UNSEEN, watched
from cli_runner import run

import zermelo
from zermelo.animation.hidden import belief as belief_lesson, coin, heat_map, regret as regret_lesson
from zermelo.animation.hidden.coin import HiddenCoin
from zermelo.animation.hidden.regret_observer import ObservedRegrets
from zermelo.animation.lessons import LESSONS, lesson
from zermelo.animation.table_picture import table_picture
from zermelo.search.hidden.regret import RegretMinimiser
from zermelo.search.hidden.sequence_form import sequence_form

NAMES = ("fusion", "regret", "belief")


def texts(recording, kind=None):
    return [step.text for step in recording.steps if kind in (None, step.kind)]


# All of them


@pytest.mark.parametrize("name", NAMES)
def test_every_step_and_every_node_is_reached(name):
    recording = lesson(name).record()
    for made in recording.rounds:
        assert all(0 <= step.node < len(made.nodes) for step in made.steps)
        assert made.parents[0] == -1
        assert all(parent < index for index, parent in enumerate(made.parents))
    for watcher in watched(recording):
        assert [node.move for node in watcher.nodes if node.s == UNSEEN] == []
    counts = [step.nodes for step in recording.steps]
    assert counts == sorted(counts)


@pytest.mark.parametrize("name", ["regret", "belief"])
def test_pictures_are_drawn_and_all_are_used(name):
    data = lesson(name).record().to_json()
    boards = data["boards"]
    assert boards["kind"] == "own"
    assert len(boards["list"]) == len(boards["texts"]) == len(set(boards["list"]))
    used = [
        value
        for made in data["rounds"]
        for step in made["steps"]
        for _, field, value in zip(step[4][::3], step[4][1::3], step[4][2::3], strict=True)
        if field == "p"
    ]
    assert set(used) == set(range(len(boards["list"])))
    for made, later in pairwise(data["rounds"]):
        assert max(step[4][-1] for step in made["steps"]) < min(step[4][-1] for step in later["steps"]), "each round has its own"
    for svg in boards["list"]:
        assert {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(svg).iter()} <= {
            "svg", "title", "rect", "text", "g", "path", "polygon",
        }  # fmt: skip


def test_a_lesson_is_a_search_or_is_made():
    assert {name for name, each in LESSONS.items() if each.make is not None} >= set(NAMES)
    assert LESSONS["alphabeta"].make is None
    assert lesson("regret").position().game == zermelo.find("kuhn")


# Strategy fusion


def payoff(side, choice, named):
    return 0.5 if choice == "take" else 1 if named == side else -1


def test_the_coin_keeps_all_laws():
    assert zermelo.check(HiddenCoin(), examples=10, portrait=False).ok


def test_fusion_compares_the_mean_of_the_best_with_the_best_of_the_means():
    sides, plans = ("heads", "tails"), [("take", ""), ("guess", "heads"), ("guess", "tails")]
    known = [max(payoff(side, *plan) for plan in plans) for side in sides]
    means = {plan: sum(payoff(side, *plan) for side in sides) / 2 for plan in plans}
    heads, tails, fused, honest = lesson("fusion").record().rounds
    assert [made.tree.root.value for made in (heads, tails)] == known == [1, 1]
    assert fused.tree.root.value == sum(known) / 2 == 1
    assert honest.tree.root.value == max(means.values()) == 0.5
    assert {child.move: child.value for child in fused.tree.root.children} == {"take": 0.5, "guess": 1}
    assert {child.move: child.value for child in honest.tree.root.children} == {"take": 0.5, "guess": 0}
    naming = honest.tree.root.children[1].children
    assert {child.move: child.value for child in naming} == {plan[1]: mean for plan, mean in means.items() if plan[1]}
    assert [[child.move for child in made.tree.root.children if child.best] for made in (heads, fused, honest)] == [
        ["guess"],
        ["guess"],
        ["take"],
    ]
    ends = [sorted(node.value for node in made.nodes if node.kind == "end") for made in (fused, honest)]
    assert ends[0] == ends[1], "the same leaves, in another order"


def test_fusion_tells_what_pimc_and_the_solver_say():
    start = HiddenCoin().start()
    for side in ("heads", "tails"):
        position = start.play(side)
        agent = zermelo.pimc("minimax()", worlds=2)
        report, later = agent(position), agent(position.play("guess"))
        assert (report.move, report.value, later.value) == ("guess", 1, 0)
    told = texts(lesson("fusion").record())
    assert f"So {agent} takes {report.move}, with value 1." in told[-10]
    share = zermelo.equilibrium(HiddenCoin(), by="cfr", iterations=1000)(position)["take"]
    assert f"plays take with probability {share:.4f}." in told[-1]
    assert told[-1].endswith(f"{agent} knows it, too: after guess it says 0.")


def test_fusion_computes_its_numbers(monkeypatch):
    """With a fee instead of a sure payoff, naming any side is best; so nothing in the sentences is typed in."""
    monkeypatch.setattr(coin, "SURE", -0.25)
    *_, fused, honest = lesson("fusion").record().rounds
    assert (fused.tree.root.value, honest.tree.root.value) == (1, 0)
    assert "The best response on the sequence form is guess, worth 0; guess is worth 0." in [step.text for step in honest.steps]
    assert "plays take with probability 0.0005." in honest.steps[-1].text


# Regret: counterfactual regret minimisation of Kuhn poker once more, in fractions


HISTORIES = {"": 0, "p": 1, "b": 1, "pb": 0}
"""Who is to move."""


def gain(cards, history):
    """What the first player gets; None if the game goes on."""
    if history in HISTORIES:
        return None
    if history in ("bp", "pbp"):
        return 1 if history == "bp" else -1
    stake = 1 if history == "pp" else 2
    return stake if cards[0] > cards[1] else -stake


class FractionCFR:
    """Each player in turn looks back; strategies, regrets and sums by (player, card, history)."""

    def __init__(self):
        sets = [(player, card, history) for history, player in HISTORIES.items() for card in range(3)]
        self.strategy = {each: [Fraction(1, 2)] * 2 for each in sets}
        self.regret = {each: [Fraction(0)] * 2 for each in sets}
        self.total = {each: [Fraction(0)] * 2 for each in sets}
        self.value = {}

    def iterate(self):
        for player in range(2):
            self.value = {each: [Fraction(0)] * 2 for each in self.strategy if each[0] == player}
            reached = {}
            for cards in permutations(range(3), 2):
                self.walk(cards, "", Fraction(1), Fraction(1, 6), player, reached)
            for each, values in self.value.items():
                mean = sum(share * value for share, value in zip(self.strategy[each], values, strict=True))
                for move in range(2):
                    self.regret[each][move] += values[move] - mean
                    self.total[each][move] += reached[each] * self.strategy[each][move]
            for each in self.value:
                positive = [max(number, Fraction(0)) for number in self.regret[each]]
                whole = sum(positive)
                self.strategy[each] = [number / whole for number in positive] if whole else [Fraction(1, 2)] * 2

    def walk(self, cards, history, own, others, player, reached):
        """What a position is worth to the player who looks back."""
        worth = gain(cards, history)
        if worth is not None:
            return worth if player == 0 else -worth
        mover = HISTORIES[history]
        here, found = (mover, cards[mover], history), Fraction(0)
        for move, letter in enumerate("pb"):
            share = self.strategy[here][move]
            if mover == player:
                below = self.walk(cards, history + letter, own * share, others, player, reached)
                self.value[here][move] += others * below
                reached[here] = own
            else:
                below = self.walk(cards, history + letter, own, others * share, player, reached)
            found += share * below
        return found

    def name(self, here):
        """As the lesson names an information set."""
        words = " ".join({"p": "pass", "b": "bet"}[letter] for letter in here[2])
        return "JQK"[here[1]] + (f" after {words}" if words else "")

    def average(self, here):
        whole = sum(self.total[here])
        return self.total[here][1] / whole if whole else Fraction(1, 2)


def signed(number):
    return f"{'+' if number > 0 else ''}{number}".replace("-", "−")


def table_rows(text):
    """The rows of a table of the lesson, by player and name."""
    found, player = {}, ""
    for line in text.splitlines()[2:]:
        cells = re.split(r"\s{2,}", line.strip().removeprefix("> "))
        if cells in (["first"], ["second"]):
            player = cells[0]
        elif len(cells) == 5:
            found[player, cells[0]] = cells[1:]
    return found


def test_regrets_and_strategies_are_those_of_an_independent_program():
    """After each of the two iterations: regrets of all information sets, the strategy and the average."""
    oracle, recording = FractionCFR(), lesson("regret").record()
    for made in recording.rounds[:2]:
        oracle.iterate()
        rows = table_rows(made.pictures[-1].text)
        assert len(rows) == 12
        for here, regrets in oracle.regret.items():
            shown = rows[("first", "second")[here[0]], oracle.name(here)]
            assert shown == [*map(signed, regrets), str(oracle.strategy[here][1]), str(oracle.average(here))], here


def test_the_first_regrets_can_be_checked_by_hand():
    """The first player has the jack, and everybody plays at random. Bet: 1 or −2, so −1/2. Pass: −1 or, after a bet, −1 or −2, so −5/4.

    Each of two deals has probability 1/6, so the values are −1/6 and −5/12, their mean is −7/24, and the regrets are 1/8 and −1/8.
    """
    bet = 2 * Fraction(1, 6) * (Fraction(1, 2) * 1 + Fraction(1, 2) * -2)
    fold = 2 * Fraction(1, 6) * (Fraction(1, 2) * -1 + Fraction(1, 2) * (Fraction(1, 2) * -1 + Fraction(1, 2) * -2))
    mean = (bet + fold) / 2
    assert (bet, fold, mean, bet - mean) == (Fraction(-1, 6), Fraction(-5, 12), Fraction(-7, 24), Fraction(1, 8))
    told = texts(lesson("regret").record())
    assert (
        "The first player with J: chance and the second player lead here with probability 1/3. "
        "Weighted by that, pass is worth −5/12 and bet is worth −1/6; as it is played now, −7/24."
    ) in told
    regrets = "pass adds −1/8 (−5/12 instead of −7/24), in all −1/8; bet adds +1/8 (−1/6 instead of −7/24), in all +1/8."
    assert f"The first player with J, regrets: {regrets}" in told


def test_watching_changes_nothing():
    start = zermelo.find("kuhn").start()
    form = sequence_form(start.rules, start.state, 100)
    for variant in ("cfr", "cfr+", "dcfr"):
        plain, seen = RegretMinimiser(form, variant), ObservedRegrets(form, variant)
        looks = []
        seen.on_look = looks.append
        for _ in range(20):
            plain.iterate()
            seen.iterate()
        assert (plain.regret, plain.total, plain.strategy, plain.reach) == (seen.regret, seen.total, seen.strategy, seen.reach)
        assert [look.player for look in looks] == 20 * [0, 1]


def test_observed_values_explain_the_regrets():
    """In `cfr`, what is added to a regret is the value of the move less that of the strategy, to the last bit or nearly so."""
    start = zermelo.find("kuhn").start()
    form = sequence_form(start.rules, start.state, 100)
    seen, before = ObservedRegrets(form, "cfr"), [0.0] * form.size

    def look(look):
        for here in form.sets_of(look.player):
            for sequence in here.sequences:
                added = look.value[sequence] - look.mean(here)
                assert look.regret[sequence] == pytest.approx(before[sequence] + added, abs=1e-12)
        before[:] = look.regret

    seen.on_look = look
    for _ in range(30):
        seen.iterate()


def test_the_average_approaches_the_equilibrium_of_theory():
    """Kuhn's value of −1/18, a king that is bet three times as often as a jack, bluffs and calls in a third of all cases."""
    last = lesson("regret").record().rounds[-1]
    stages = [step for step in last.steps if step.kind == "stage"]
    worth = [float(re.search(r"worth (−?[\d.]+)", step.text)[1].replace("−", "-")) for step in stages]
    gains = [float(re.search(r"exploitability is ([\d.]+)\.", step.text)[1]) for step in stages]
    assert [step.nodes for step in stages] == [10, 100, 1000]
    assert worth[-1] == pytest.approx(-1 / 18, abs=2e-4)
    assert gains == sorted(gains, reverse=True)
    assert gains[-1] < 0.002
    for step, shown, gain_shown in zip(stages, worth, gains, strict=True):
        found = zermelo.equilibrium("kuhn", by="cfr", iterations=step.nodes).about  # the twin in Rust
        assert (shown, gain_shown) == pytest.approx((found["values"][0], found["exploitability"]), abs=6e-5)
    rows = table_rows(last.pictures[-2].text)
    jack, king = float(rows["first", "J"][3]), float(rows["first", "K"][3])
    assert king == pytest.approx(3 * jack, abs=0.02)
    assert float(rows["second", "J after pass"][3]) == pytest.approx(1 / 3, abs=0.01)
    assert float(rows["second", "Q after bet"][3]) == pytest.approx(1 / 3, abs=0.01)
    assert f"{king / jack:.1f}" in last.steps[-1].text


def test_the_tree_shows_the_strategy_and_what_it_is_worth():
    recording = lesson("regret").record()
    for made, watcher in zip(recording.rounds, watched(recording), strict=True):
        assert len(made.nodes) == 58
        assert sum(node.kind == "end" for node in made.nodes) == 30
        for index, node in enumerate(made.nodes):
            below = [number for number, parent in enumerate(made.parents) if parent == index]
            if not below:
                continue
            shares = [made.nodes[child].probability for child in below]
            if node.kind != "chance":
                shares = [float(Fraction(watcher.nodes[child].m.split()[1])) for child in below]
            assert sum(shares) == pytest.approx(1, abs=0.002)
            mean = sum(share * made.nodes[child].value for share, child in zip(shares, below, strict=True))
            assert node.value == pytest.approx(mean, abs=0.003)


def test_the_positions_of_an_information_set_are_marked_together():
    made = lesson("regret").record().rounds[0]
    step = next(step for step in made.steps if step.kind == "regret" and "with K after pass bet" in step.text)
    noted = {node: text for node, field, text in step.changes if field == "n"}
    assert len(noted) == 2
    assert set(noted.values()) == {"regret\npass −1/4\nbet +1/4"}


def test_amounts_are_fractions_where_they_are_simple():
    assert [regret_lesson.amount(number) for number in (1 / 3, -11 / 48, 0.0, 1, 0.123456)] == [
        "1/3",
        "−11/48",
        "0",
        "1",
        "0.123",
    ]


# Belief


ROWS, COLS, FLEET = 5, 6, (3, 2)


def places(length):
    """All ways in which a ship may lie, as sets of cells."""
    for row, col, (down, right) in product(range(ROWS), range(COLS), ((1, 0), (0, 1))):
        cells = [(row + number * down, col + number * right) for number in range(length)]
        if cells[-1][0] < ROWS and cells[-1][1] < COLS:
            yield frozenset(row * COLS + col for row, col in cells)


def answers(fleet, shots):
    """What a fleet answers to shots: nothing, a hit, or the ship that is sunk."""
    hit, told = set(), []
    for shot in shots:
        ship = next((ship for ship in fleet if shot in ship), None)
        hit |= {shot} if ship else set()
        told.append("miss" if ship is None else ship if ship <= hit else "hit")
    return told


ALL_FLEETS = [pair for pair in product(places(FLEET[0]), places(FLEET[1])) if not pair[0] & pair[1]]


def playing(monkeypatch, fleets):
    monkeypatch.setattr(belief_lesson, "FLEETS", fleets)
    return belief_lesson.BeliefLesson(zermelo.find(belief_lesson.GAME))


def square(text):
    return (int(text[1:]) - 1) * COLS + "abcdef".index(text[0])


def test_beliefs_are_those_of_all_fleets_that_fit(monkeypatch):
    """Each probability after each shot, beside the enumeration of all fleets on the sea."""
    game = playing(monkeypatch, belief_lesson.FLEETS)
    hidden = (frozenset(map(square, ("e1", "e2", "e3"))), frozenset(map(square, ("b4", "b5"))))
    shots = []
    while True:
        fitting = [fleet for fleet in ALL_FLEETS if answers(fleet, shots) == answers(hidden, shots)]
        expected = [sum(cell in ship for fleet in fitting for ship in fleet) / len(fitting) for cell in range(ROWS * COLS)]
        assert game.known.fleets == len(fitting)
        assert game.known.sea.chances == pytest.approx(expected, abs=1e-12)
        assert 2**game.known.bits == pytest.approx(len(fitting))
        if game.position.over:
            break
        shot = game.known.likeliest
        assert expected[shot] == pytest.approx(max(chance for cell, chance in enumerate(expected) if cell not in shots))
        shots.append(shot)
        game.shoot()
    assert len(shots) == len(set(shots)) == game.shots > 8
    assert set().union(*hidden) <= set(shots)


def test_the_lesson_tells_the_numbers_of_the_belief():
    recording = lesson("belief").record()
    (made,) = recording.rounds
    assert f"{len(ALL_FLEETS):,} fleets are possible and equally likely: 10.6 bits" in made.steps[0].text
    shots = [square(step.text.split()[3].rstrip(":")) for step in made.steps if step.kind == "shot"]
    assert made.steps[-1].text == "All ships are sunk after 13 shots; the sea has 30 cells."
    assert [step.nodes for step in made.steps if step.kind == "shot"] == list(range(1, len(shots) + 1))
    left = [int(node.v.replace(",", "")) for node in watched(recording)[0].nodes]
    assert left == sorted(left, reverse=True)
    assert (left[0], left[-1]) == (len(ALL_FLEETS), 1)


def cells_of(svg):
    """What is written in the cells of a heat map, by square."""
    found = {}
    for text in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text"):
        x, y = float(text.get("x")), float(text.get("y"))
        if heat_map.EDGE < x < heat_map.EDGE + COLS * heat_map.CELL and heat_map.EDGE < y < heat_map.EDGE + ROWS * heat_map.CELL:
            row = ROWS - 1 - int((y - heat_map.EDGE) // heat_map.CELL)
            found[row * COLS + int((x - heat_map.EDGE) // heat_map.CELL)] = text.text
    return found


def test_each_cell_has_its_number(monkeypatch):
    game = playing(monkeypatch, belief_lesson.FLEETS)
    for _ in range(4):
        written = cells_of(game.known.picture(game.known.likeliest).svg)
        assert len(written) == ROWS * COLS
        for cell, text in written.items():
            sign = game.known.sea.signs[cell]
            assert text == (sign or heat_map.percent(game.known.sea.chances[cell]))
        game.shoot()


def test_nothing_is_shown_of_the_fleet_before_it_is_found(monkeypatch):
    """Two fleets that answer alike so far cannot be told apart: neither in steps nor in pictures nor in what goes to the browser."""
    data = []
    for fleets in ("a5h d5h e1v b4v", "a5h d5h e1v a4h", "a5h d5h c4h f1v"):
        monkeypatch.setattr(belief_lesson, "FLEETS", fleets)
        data.append(belief_lesson.belief().to_json())
    seen = []
    for each in data:
        drawn = each["boards"]
        seen.append([
            (step[:4], [(drawn["list"][value], drawn["texts"][value]) if field == "p" else value
                        for field, value in zip(step[4][1::3], step[4][2::3], strict=True)])
            for step in each["rounds"][0]["steps"]
        ])  # fmt: skip
    for one, other in combinations(seen, 2):
        alike = next(number for number, (step, later) in enumerate(zip(one, other, strict=False)) if step != later)
        assert alike >= 6
        assert one[alike][0][0] == other[alike][0][0] == "shot", "only a shot tells them apart"
        assert one[:alike] == other[:alike]


def test_signs_are_only_where_was_shot(monkeypatch):
    game = playing(monkeypatch, belief_lesson.FLEETS)
    shots = set()
    while not game.position.over:
        assert {cell for cell, sign in enumerate(game.known.sea.signs) if sign} == shots
        shots.add(game.known.likeliest)
        game.shoot()


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_colours_are_told_apart_by_lightness_and_can_be_read():
    fills = [fill for _, fill, _ in heat_map.CLASSES]
    assert all(contrast(one, other) > 1.1 and luminance(one) > luminance(other) for one, other in pairwise(fills))
    for percent in range(101):
        ink = heat_map.LIGHT if percent / 100 >= heat_map.DARK else heat_map.INK
        assert contrast(heat_map.colour(percent / 100), ink) >= 4.5, percent
    assert contrast(heat_map.MISSED, heat_map.INK) >= 4.5


# The command line


def test_pictures_are_printed_as_texts():
    out = run("lesson", "belief").out
    maps = re.findall(
        r"\n       5 (.*)\n       4 (.*)\n       3 (.*)\n       2 (.*)\n       1 (.*)\n            a    b    c", out
    )
    assert len(maps) == 14, "one for each aim, and the end"
    assert "".join(maps[-1]).count("A") == 3
    assert "".join(maps[-1]).count("B") == 2
    assert "[23]" in maps[0][2]
    out = run("lesson", "regret").out
    assert "○ chance −0.056" in out
    assert out.count("pass, bet: their regrets") == 5, "after the iterations 1, 2, 10, 100 and 1000"


def test_a_table_marks_a_row_with_a_sign():
    made = table_picture("title", ("", "n"), [("first",), ("a & b", "1"), ("c", "22")], 2, ("foot",))
    assert made.text.splitlines() == ["title", "          n", "  first", "  a & b   1", "> c      22", "foot"]
    told = [text.text for text in ElementTree.fromstring(made.svg).iter("{http://www.w3.org/2000/svg}text")]
    assert told == ["title", None, "n", "first", "a & b", "1", "▸", "c", "22", "foot"]
