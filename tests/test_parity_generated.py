"""Parity on generated searches: any algorithm, any of its options, any limit, many games, interrupted anywhere.

Options are drawn from what the algorithms' rows declare, so a new technique is tried without a new test. Those that many others rest
on, such as the table, are drawn more often than not, because defects hide where techniques meet. Most positions are of games made of
noise, in a form that is small enough for a long search in Python. Everything in the reports is compared but the time and the name of
the backend.

Each search is drawn from its number, so it can be tried again: `differs(drawn("alphabeta", 17))`. With ZERMELO_LONG=1 there are 20,000
searches, new ones each time. A search that differs is told with as few options as it needs.
"""

from __future__ import annotations

import random
from functools import cache
from typing import NamedTuple

import pytest
from chance_for_tests import Gamble
from long_runs import LONG
from multiplayer_for_tests import Brawl, Crowd
from sampling import SPECIFICATION, backends, game, told, wander, with_backend

import zermelo
from zermelo.engine.algorithms import MAKERS
from zermelo.errors import ZermeloError

FIRST = random.SystemRandom().randrange(10**9) if LONG else 0
"""The number of the first search."""
SEARCHES, MORE, INTERRUPTED, STOPPED = (1000, 130, 200, 600) if LONG else (20, 4, 4, 8)
"""How many there are of each algorithm, and how many more for each of its options; searches that are stopped are of all together."""
NUMBERS = (0, 1, 2, 5, 30, 0.3)
LIKELY = dict(
    table=0.8,
    deepening=0.6,
    exact=0.6,
    ordering=0.6,
    pruning=0.8,
    pvs=0.4,
    null_move=0.4,
    reductions=0.4,
    futility=0.4,
    repetition=0.8,
)
"""How likely an option is drawn; otherwise UNLIKELY."""
UNLIKELY = 0.25
ENABLERS = dict(table=True, exact=False)
"""What other options ask for; added where they are refused without."""
NOT_DRAWN = {
    "depth",
    "nodes",
    "playouts",
    "games",
    "seconds",
    "memory",
    "book",
    "tables",
    "backend",
    "threads",
    "lecture",
    "where",
    "batch",
    "leaf_games",
    "wide",
}
"""`lecture` is a name for other options; batches have tests of their own (`test_uct_batches`), as they exclude other techniques."""
KEEPS_ALL = "1MB"
"""A table that is small, because the twin clears it for each search, and yet never full."""
ENOUGH = 500 if LONG else 250
"""Nodes, where a game is too large to be searched to the end in Python."""
MOST = 2000 if LONG else 700
"""Nodes, where it is small; some searches that are not exact never end by themselves."""
MOST_INTERRUPTED = 120
TREE = 80
"""Nodes of trees that are compared."""

NOISE = {
    "thicket": game("thicket"),
    **{f"crowd({seats})": Crowd(seats) for seats in (1, 2, 3, 4)},
    "crowd(4, teams)": Crowd(4, teams=(0, 1, 0, 1)),
    **{f"gamble({seats})": Gamble(seats) for seats in (1, 2, 3)},
    "brawl": Brawl(3),
    "desperate brawl": Brawl(3, desperate=True),
}
"""Each seed is another random tree."""
SMALL = ("nim([2,1,3],misere=True)", "grundy(9)", "climb", "race", "harvest", "thirds", "strip", "tree")
LARGE = (
    "tictactoe",
    "connect(rows=4,cols=5,line=3)",
    "isolation(rows=3,cols=3,moves=king,start=free)",
    "hex(size=3)",
    "othello(size=4,discs=True)",
    "boxes",
    "pig(goal=12)",
    "pig(goal=6,players=3)",
    "rolit(players=3)",
    "einstein",
    "breakthrough(rows=5,cols=4)",
    "ataxx(size=4)",
    "chase",
    "chase",
)
MANY = ("crowd(3)", "crowd(4)", "crowd(4, teams)", "brawl")
MEANT = {
    "expectiminimax": ("gamble(1)", "gamble(2)", "gamble(2)", "gamble(3)", "race", "pig(goal=12)", "pig(goal=6,players=3)"),
    **dict.fromkeys(("paranoid", "bestreply", "bestreplyplus"), MANY),
    "maxn": (*MANY, "desperate brawl"),
}
"""Games with what an algorithm is for: chance, or many players. Most of its searches are of these."""
COMPILED = (*NOISE, *SMALL, *LARGE) if LONG else ("thicket", "crowd(3)", "gamble(2)")
"""Compiling takes longer than searching."""

FOUND = [
    ("alphabeta(windows=True, memory=1MB, deepening=True, nodes=132)", "thicket", 9),
    ("alphabeta(memory=1MB, reductions=True, inner_deepening=True, exact=False)", "thicket", 0),
    ("alphabeta(windows=True, memory=1MB, deepening=True, singular=True)", "crowd(1)", 793297),
    ("alphabeta(mtdf=True, memory=1MB, null_move=True, exact=False, nodes=317)", "crowd(2)", 506125),
]
"""Searches that once differed, or did not end."""


class Search(NamedTuple):
    """What is asked of the specification and of its twin."""

    name: str
    given: dict
    """Options and limits."""
    position: zermelo.Position
    tree: int
    """Nodes of the tree."""
    backend: str

    @property
    def agent(self):
        declared, given = MAKERS[self.name].declared, self.given
        remembers = "memory" in declared and ("table" not in declared or given.get("table"))
        return MAKERS[self.name](**given, **({"memory": KEEPS_ALL} if remembers else {}))

    @property
    def is_refused(self):
        return refused(self.agent, self.position, self.tree)


# Positions


def position_of(text, seed=0, plies=0):
    """A position in which a player is to move, after so many moves at random, or after fewer."""
    start = NOISE[text].seeded(seed) if text in NOISE else game(text).start()
    position = wander(start, plies, random.Random(seed))
    while position.player < 0 and not position.over:
        position = position.advance(position.choices[0])
    return position_of(text, seed, plies - 1) if position.over else position


def some_tree(chance):
    """A game that is nothing but its tree, with chance nodes or without."""

    def grown(depth):
        if depth == 0 or chance.random() < 0.2:
            return str(chance.randint(-4, 4))
        inner = ", ".join(grown(depth - 1) for _ in range(chance.randint(1, 3)))
        return f"{{{inner}}}" if chance.random() < dice else f"[{inner}]"

    dice = chance.choice((0, 0, 0.3))
    return zermelo.TreeGame(f"[{grown(3)}, {grown(2)}]").start()


@cache
def suitable(name):
    """(noise, other games) that an algorithm takes."""
    fits = [text for text in (*NOISE, *SMALL, *LARGE) if not refused(MAKERS[name](), position_of(text))]
    return [text for text in fits if text in NOISE], [text for text in fits if text not in NOISE]


def some_position(name, chance):
    """(position, whether it can be searched to the end, where)."""
    noise, others = suitable(name)
    kind = chance.random()
    position = some_tree(chance) if kind < 0.15 else None
    if position is not None and not refused(MAKERS[name](), position):
        return position, True, "interpreted"
    meant = MEANT.get(name, ()) if chance.random() < 0.6 else ()
    text = chance.choice(meant or (noise if kind < 0.75 else others))
    seed = chance.randrange(10**6)
    if text == "thicket" and chance.random() < 0.7:
        position = game(text).seeded(seed, plies=chance.randint(4, 11), width=chance.randint(2, 12))
        return position, False, chance.choice(("compiled", "interpreted"))
    position = position_of(text, seed, chance.choice((0, 0, 1, 2, 3) if text in NOISE else range(7)))
    wanted = [each for each in backends(position.game) if each != "compiled" or text in COMPILED]
    return position, text not in LARGE, chance.choice(wanted)


# Agents


def contrary(game, s, player):
    """An evaluation that does not add up to zero."""
    return 0.25 + 0.125 * player - game.evaluate(s, player)


def narrow(game, s, player):
    """One that claims to keep to the bounds."""
    return 0.5 - 0.25 * game.evaluate(s, player)


narrow.bounded = True


@cache
def values_of(parameter):
    """Values that a parameter takes, by its declaration, except for its default."""
    if isinstance(parameter.default, bool):
        return (not parameter.default,)
    if parameter.name == "evaluate":
        return contrary, narrow
    if parameter.words:
        return tuple(word for word in parameter.words if word not in (parameter.default, "none"))
    found = []
    for value in NUMBERS:
        try:
            found.append(parameter.read(parameter.name, value))
        except ZermeloError:
            continue
    return tuple(dict.fromkeys(value for value in found if value != parameter.default))


def drawable(maker):
    batched = {"exploration"} if maker.row.name == "montecarlo" else set()  # which it takes only in batches
    return {name: parameter for name, parameter in maker.declared.items() if name not in NOT_DRAWN | batched}


def some_value(parameter, chance):
    words = [word for word in parameter.words or () if word not in ("none", "all")]
    if parameter.name == "ordering" and chance.random() < 0.5:
        return "+".join(chance.sample(words, chance.randint(2, 3)))
    return chance.choice(values_of(parameter))


def some_limits(maker, small, chance):
    """A depth, a number of nodes or playouts, both or neither; a depth is enough for techniques that need some plies."""
    kind = chance.choice(("depth", "nodes", "both", "neither") if small else ("depth", "nodes", "both"))
    limits = {}
    if kind in ("depth", "both") and "depth" in maker.declared:
        limits["depth"] = chance.randint(1, 7 if small else 6)
    if "nodes" in maker.declared:
        limits["nodes"] = chance.randint(1, ENOUGH) if kind in ("nodes", "both") else MOST if small else ENOUGH
    if not small and not limits and "depth" in maker.declared:
        limits["depth"] = 3
    if "playouts" in maker.declared:
        limits["playouts"] = chance.randint(1, chance.choice((12, 120, 300)))
    return limits | ({"games": chance.randint(1, 8)} if "games" in maker.declared else {})


@cache
def numbers(name):
    """The first searches of an algorithm, and later ones with the options that none of these has."""
    end = FIRST + SEARCHES + MORE * len(drawable(MAKERS[name]))
    found = list(range(FIRST, end))
    missing = set(drawable(MAKERS[name])) - {each for number in found for each in drawn(name, number).given}
    for number in range(end, end + 2000):
        if not missing:
            break
        if given := missing & set(drawn(name, number).given):
            found.append(number)
            missing -= given
    return found


def drawn(name, number, **fixed):
    """The search of an algorithm that belongs to a number."""
    chance, maker = random.Random(f"{name} {number}"), MAKERS[name]
    search = None
    while search is None or search.is_refused:
        position, small, backend = some_position(name, chance)
        search = Search(name, {**some_limits(maker, small, chance), **fixed}, position, 0, backend)
    if chance.random() < 0.3 and not refused(search.agent, position, TREE):
        search = search._replace(tree=TREE)
    options = drawable(maker)
    names = [each for each in options if chance.random() < LIKELY.get(each, UNLIKELY)]
    chance.shuffle(names)
    for each in names:
        option = {each: some_value(options[each], chance)}
        for more in ({}, {name: value for name, value in ENABLERS.items() if name in options}):
            wanted = search._replace(given={**search.given, **option, **more})
            if not wanted.is_refused:
                search = wanted
                break
    if search.given.get("nodes") == MOST and getattr(
        search.agent.options, "exact", True
    ):  # it comes to its end without a limit, too
        search.given.pop("nodes")
    return search


def refused(agent, position, tree=0):
    return isinstance(outcome(lambda: agent.task(position, tree)), str)


# What they say


def outcome(action):
    """What an action returns, or the error that it raises."""
    try:
        return action()
    except ZermeloError as error:
        return f"{type(error).__name__}: {error}"


def told_by(agent, position, backend, tree):
    """All that an agent says of a position and, going on with what it remembers, of the one after its move."""
    agent = with_backend(agent.remembering(), backend)
    found = [told(report) for report in agent.reports(position, tree)]
    after = position.play(found[-1]["move"])
    while not after.over and after.player < 0:
        after = after.advance(after.choices[0])
    return found if after.over else [*found, *(told(report) for report in agent.reports(after, tree))]


def differs(search):
    """What the specification and its twin say, if it is not the same."""
    asked = [
        outcome(lambda on=on: told_by(search.agent, search.position, on, search.tree)) for on in (SPECIFICATION, search.backend)
    ]
    return None if asked[0] == asked[1] else asked


def simplest(search):
    """The same search with fewer options and limits, as long as specification and twin still differ."""
    for each in list(search.given):
        simpler = search._replace(given={name: value for name, value in search.given.items() if name != each})
        if each not in ("nodes", "depth") and not simpler.is_refused and differs(simpler):
            search = simpler
    return search


@pytest.mark.parametrize("name", MAKERS)
def test_specification_and_twin_say_the_same(name):
    for number in numbers(name):
        search = drawn(name, number)
        assert differs(search) is None, f"search {number}: {simplest(search)}"


@pytest.mark.parametrize("name", [name for name, maker in MAKERS.items() if "nodes" in maker.declared])
def test_interrupted_at_any_node(name):
    """Around each report, where one depth ends and the next begins, and anywhere else."""
    compared = 0
    for number in range(FIRST, FIRST + INTERRUPTED):
        search = drawn(name, f"{number} interrupted", nodes=MOST_INTERRUPTED)
        counts = {report.nodes for report in with_backend(search.agent, SPECIFICATION).reports(search.position)}
        near = {count + step for count in counts for step in (-1, 0, 1)}
        limits = sorted(near | set(random.Random(number).choices(range(1, max(counts) + 1), k=6)))
        for nodes in [limit for limit in limits if limit > 0]:
            limited = search._replace(given=search.given | {"nodes": nodes})
            assert differs(limited) is None, f"search {number}: {simplest(limited)}"
            compared += 1
    assert compared > 5 * INTERRUPTED


@pytest.mark.parametrize(("agent", "text", "seed"), FOUND)
def test_differences_that_were_found(agent, text, seed):
    """Each was a defect of one of the two."""
    position = position_of(text, seed)
    expected = told_by(zermelo.agent(agent), position, SPECIFICATION, 0)
    for backend in backends(position.game):
        assert told_by(zermelo.agent(agent), position, backend, 0) == expected


def test_stopped_after_a_report():
    """What was said before is the specification's; after the stop there is one more report, with a legal move."""
    names = ("minimax", "alphabeta", "strong", "paranoid", "bestreply", "maxn", "expectiminimax", "uct")
    for index in range(FIRST, FIRST + STOPPED):
        name, number = names[index % len(names)], 1 + index // len(names) % 4
        search = drawn(name, f"{index} stopped", **({"playouts": 2100} if name == "uct" else {"nodes": 300}))
        expected = [told(report) for report in with_backend(search.agent, SPECIFICATION).reports(search.position)]
        for backend in (SPECIFICATION, search.backend):
            running, found = with_backend(search.agent, backend).search(search.position), []
            for report in running:
                found.append(told(report))
                if len(found) == number:
                    running.stop()
            assert found[:number] == expected[:number], search
            last = found[-1]
            assert last["stopped"] in ("stop", expected[-1]["stopped"])
            assert last["move"] in search.position.moves
            assert not (last["exact"] and last["stopped"] == "stop")
            if name == "uct" and not search.given.get("transpositions"):
                assert sum(choice.visits for choice in last["choices"]) >= last["playouts"]
            if backend == SPECIFICATION and last["stopped"] == "stop":  # it stops at the next node
                assert {**last, "stopped": None} == {**expected[number - 1], "stopped": None} or name != "uct"


def test_every_declared_parameter_is_drawn():
    """A parameter for which no value is found would be tried nowhere."""
    possible = {
        (name, each): values_of(parameter) for name, maker in MAKERS.items() for each, parameter in drawable(maker).items()
    }
    assert len(possible) > 50
    assert [each for each, values in possible.items() if not values] == []
    assert {("uct", "rave"), ("alphabeta", "windows"), ("maxn", "pruning"), ("bestreply", "threat")} <= set(possible)
    seen = {(name, each) for name in MAKERS for number in numbers(name) for each in drawn(name, number).given}
    assert set(possible) - seen == set(), "each is tried"
