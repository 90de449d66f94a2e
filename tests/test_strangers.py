"""Games as newcomers write them (`tests/strangers`): lawful, right, and the same on every backend.

What is right comes from outside the game's class: a published number, or an oracle in another representation (`tests/strangers_oracles`).
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from math import comb, perm

import pytest
from long_runs import LONG
from strangers_breadth import features
from strangers_cases import CASES, FOLDER, Asked, game, heuristics, walk
from strangers_oracles import base, heaps, puzzles
from strangers_oracles.dice import red_or_black_value

import zermelo
from zermelo import laws
from zermelo.engine.backends import open_backend
from zermelo.game.constants import CHANCE
from zermelo.game.position import Position


@pytest.fixture(params=("interpreted", "compiled"))
def backend(request):
    """Where the rules run. A test says with `name` which game of CASES it is about."""
    return request.param


def about(*names):
    """A test of these games."""
    return pytest.mark.parametrize("name", names)


def solved(text, backend, s=None):
    """The value of a state, the start by default, for its player to move, with best play."""
    made = game(text)
    position = made.start() if s is None else Position(made, s)
    return zermelo.alphabeta(table=True, ordering="all", backend=backend)(position).value


def test_every_game_of_the_folder_has_a_case():
    files = {path.name for path in FOLDER.glob("*.py")}
    assert {case.text.partition(":")[0] for case in CASES.values()} == files
    assert len(files) >= 30


BREADTH = (
    *("constant dict", "constant set", "constant list", "class of Enum", "class of IntEnum", "class of NamedTuple", "@dataclass"),
    *("namedtuple()", "class of nothing", "class of Chomp", "@property", "@classmethod", "@staticmethod", "@cache"),
    *(
        "set()",
        "deque()",
        "Counter()",
        "list()",
        "tuple()",
        "divmod()",
        "sorted()",
        "key=",
        "reverse=",
        "reversed()",
        "enumerate()",
    ),
    *(
        "zip()",
        "zip(*rows)",
        "map()",
        "filter()",
        "next()",
        "min()",
        "max()",
        "sum()",
        "any()",
        "all()",
        "len()",
        "reduce()",
        "default=",
    ),
    *(".index()", ".count()", ".append()", ".pop()", ".popleft()", ".items()", ".get()", ".values()", ".copy()", ".deepcopy()"),
    *(
        ".bit_count()",
        ".bit_length()",
        ".setdefault()",
        ".add()",
        ".update()",
        ".extend()",
        ".sort()",
        ".remove()",
        "takewhile()",
    ),
    *("combinations()", "product()", "super()", "Yield", "YieldFrom", "Lambda", "NamedExpr", "Match", "Try", "Assert", "IfExp"),
    *(
        "ListComp",
        "SetComp",
        "DictComp",
        "GeneratorExp",
        "several for",
        "For else",
        "While else",
        "inner function",
        "default argument",
    ),
    *(
        "keyword-only argument",
        "star parameter",
        "recursion or super",
        "slice",
        "slice with a step",
        "slice assignment",
        "whole row",
    ),
    *("nested unpacking", "star unpacking", "star argument", "BitXor", "Starred"),
)
"""What the games must use together; `strangers_breadth.py` says what the words mean."""


def test_the_games_use_the_breadth_of_ordinary_python():
    used = {word for path in FOLDER.glob("*.py") for word in features(path.read_text())}
    assert sorted(set(BREADTH) - used) == []


# All games


@about(*CASES)
def test_games_keep_every_law(name, backend):
    """Among them: the backend answers what the rules in Python answer, for every rule and heuristic, near the start and on random walks."""
    made = game(CASES[name].text)
    opened = open_backend(made, backend, heuristics(made))
    result = laws.check(made, examples=100 if LONG else 4, backends=[opened])
    assert result.ok, str(result)


@about(*CASES)
def test_games_agree_with_their_oracle_on_random_walks(name, backend):
    """Results, players to move, and everything that moves and chance lead to."""
    case = CASES[name]
    rules, oracle, chance = Asked(case.text, backend), case.oracle, random.Random(name)
    assert oracle.read(rules.start()) == oracle.start()
    for number in range(40 if LONG else 12):
        states = list(walk(rules, chance))
        places = chance.sample(range(len(states)), min(10 if LONG or number < 3 else 1, len(states)))
        for s in [states[place] for place in sorted({*places, len(states) - 1})]:
            position = oracle.read(s)
            assert rules.result(s) == oracle.result(position), s
            if rules.result(s) is None:
                assert rules.player(s) == oracle.player(position), s
                assert_same_following(rules, oracle, s, position)


def assert_same_following(rules, oracle, s, position):
    if rules.player(s) != CHANCE:
        assert Counter(map(oracle.read, rules.after(s))) == Counter(oracle.after(position)), s
        return
    ours, theirs = Counter(), Counter()
    for after, probability in rules.chances(s):
        ours[oracle.read(after)] += probability
    for after, probability in oracle.after(position):
        theirs[after] += probability
    assert dict(ours) == pytest.approx(dict(theirs), rel=1e-12), s


@about(*CASES)
def test_games_have_as_many_lines_as_their_oracle(name, backend):
    case = CASES[name]
    rules = Asked(case.text, backend)
    depths = range(1, case.depth + 1 + LONG)
    assert [rules.perft(depth) for depth in depths] == [base.perft(case.oracle, depth) for depth in depths]


PUBLISHED = {
    "bridg_it_small": 1,  # Gross: the first player wins
    "cram": -1,  # even times even: the second player answers across the middle
    "cram_oblong": 1,  # even times odd: the first player does
    "dodgem": 1,  # Berlekamp, Conway and Guy, Winning Ways
    "fifteen": 0,  # tic-tac-toe
    "hare_and_hounds": 1,  # Gardner, 1963: the hounds win
    "hexapawn": 1,
    "hexapawn_three": -1,  # Gardner, 1962
    "hot": 0,  # tic-tac-toe
    "mu_torere": 0,  # Ascher, 1987
    "pong_hau_ki": 0,  # nobody need lose
    "reversi": -1,  # white wins by 8 discs
}
"""What is known about the value for the first player."""
SOLVED = (
    *(
        "atari_go",
        "chomp",
        "clobber",
        "dots_and_boxes",
        "fox_and_hounds",
        "hanoi",
        "jugs",
        "kalah",
        "kayles",
        "konane",
        "map_col",
    ),
    *("map_painting", "map_snort", "misere_nim", "river_crossing", "sim", "toads_and_frogs", "tron", "wythoff", *PUBLISHED),
)


@about(*SOLVED)
def test_search_finds_the_value_that_is_known_or_that_brute_force_finds(name, backend):
    case = CASES[name]
    value = solved(case.text, backend)
    assert value == PUBLISHED.get(name, value)
    if LONG or name not in PUBLISHED:
        assert value == base.values(case.oracle)[0]


@about("chomp_for_three")
def test_one_of_three_players_gets_what_brute_force_gives(name, backend):
    """Against two that only want to harm."""
    report = zermelo.paranoid(backend=backend)(game(CASES[name].text).start())
    assert report.value == base.paranoid(CASES[name].oracle)


@about("dice_poker_short", "red_or_black")
def test_expectations_are_those_of_brute_force(name, backend):
    case, position = CASES[name], game(CASES[name].text).start()
    if position.player == CHANCE:
        position = position.advance(0)
    report = zermelo.expectiminimax(backend=backend)(position)
    expected = base.values(case.oracle, case.oracle.read(position.state))[0]
    assert report.value == pytest.approx(expected, rel=1e-12)


# Published numbers

TIC_TAC_TOE = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
PERFT = [
    ("quarto", "quarto.py", [16, 16 * 240, 16 * 240 * 210, 146_764_800], 2, 3),
    ("nine_mens_morris", "nine_mens_morris.py", [24, 552, 12_144, 255_024], 3, 4),
    ("ultimate", "ultimate.py", [81, 720, 6_336, 55_080, 473_256], 4, 5),
    ("amazons", "amazons.py:Amazons(size=10)", [2_176, 4_307_152], 1, 1),
    ("fifteen", "fifteen.py", TIC_TAC_TOE, 6, 9),
    ("hot", "hot.py", TIC_TAC_TOE, 6, 9),
    ("gomoku", "gomoku.py", [perm(225, plies) for plies in (1, 2, 3)], 2, 2),
]
"""Name, game, number of lines of each length, and how many of them the interpreted and the compiled rules count in short tests."""


@pytest.mark.parametrize(("name", "text", "counts", "interpreted", "compiled"), PERFT, ids=[row[0] for row in PERFT])
def test_lines_are_as_many_as_published(name, text, counts, interpreted, compiled, backend):
    rules = Asked(text, backend)
    depths = interpreted if backend == "interpreted" else compiled
    assert [rules.perft(depth) for depth in range(1, depths + 1)] == counts[:depths]


@pytest.mark.long
@pytest.mark.parametrize(("name", "text", "counts"), [row[:3] for row in PERFT], ids=[row[0] for row in PERFT])
def test_compiled_rules_count_all_published_lines(name, text, counts, request):
    rules = Asked(text, "compiled")
    assert [rules.perft(depth) for depth in range(1, len(counts) + 1)] == counts


KALAH = {1: "DLWLWD", 2: "WLLLWW", 3: "DWWWWL"}
"""By houses, the value of Kalah with 1, 2, ... 6 seeds in each (Irving, Donkers and Uiterwijk, Solving Kalah, 2000)."""


@pytest.mark.parametrize("houses", KALAH)
@about("kalah")
def test_kalah_has_its_published_values(name, houses, backend):
    text = f"kalah.py:Kalah(houses={houses})"
    rules = Asked(text, backend)
    most = 6 if LONG or backend == "compiled" or houses < 3 else 3
    for seeds, value in list(enumerate(KALAH[houses], 1))[:most]:
        s = rules.start()
        s.pits = ([seeds] * houses + [0]) * 2
        assert solved(text, backend, s) == {"W": 1, "D": 0, "L": -1}[value], seeds


@about("peg15")
def test_peg_solitaire_has_29760_solutions(name, backend):
    rules = Asked("peg15.py", backend)

    @cache
    def sequences(packed, length):
        moves = rules.core.moves(packed) if length and rules.core.utilities(packed) is None else []
        return sum(sequences(rules.core.play(packed, move), length - 1) for move in moves) if length else 1

    assert sequences(rules.start().pack(), 13) == 29_760
    if LONG or backend == "compiled":
        assert rules.perft(13) == 29_760


@about("eight_puzzle")
def test_eight_puzzle_has_181440_states_at_most_31_moves_away(name, backend):
    rules = Asked(CASES[name].text, backend)
    whole = LONG or backend == "compiled"
    goal = rules.start()
    goal.tiles = [1, 2, 3, 4, 5, 6, 7, 8, 0]
    counts = layers(rules, goal, lambda s: tuple(s.tiles), 32 if whole else 14)
    assert counts == list(puzzles.EIGHT_PUZZLE_LAYERS[: len(counts)])
    if whole:
        assert (len(counts) - 1, sum(counts)) == (31, 181_440)


def layers(rules, start, key, most):
    """How many states are first reached after 0, 1, 2 ... moves, at most so many times; `key` is what counts of a state."""
    seen, layer, counts = {key(start)}, [start], []
    while layer and len(counts) < most:
        counts.append(len(layer))
        found = {key(after): after for s in layer for after in rules.after(s)}
        layer = [after for what, after in found.items() if what not in seen]
        seen.update(found)
    return counts


@about("guarini")
def test_the_knights_need_16_moves(name, backend):
    rules = Asked("guarini.py", backend)
    assert solved("guarini.py", backend) == 1
    s = rules.start()
    s.count = 1  # one move fewer
    assert solved("guarini.py", backend, s) == 0


@about("hanoi")
def test_hanoi_has_3_to_the_n_states_and_one_shortest_solution(name, backend):
    rules = Asked("hanoi.py:Hanoi(discs=4)", backend)
    assert sum(layers(rules, rules.start(), lambda s: tuple(s.peg), 99)) == 3**4
    solutions = Counter({rules.start().pack(): 1})
    for _ in range(15):
        after = Counter()
        for packed, ways in solutions.items():
            for move in rules.core.moves(packed):
                after[rules.core.play(packed, move)] += ways
        solutions = after
    ends = {tuple(rules.game.layout.unpack(packed).peg): ways for packed, ways in solutions.items()}
    assert ends[2, 2, 2, 2] == 1


@about("lights_out")
def test_every_pattern_of_nine_lamps_has_one_solution(name, backend):
    rules = Asked("lights_out.py", backend)
    assert layers(rules, rules.start(), lambda s: s.lights, 99) == [comb(9, k) for k in range(10)]
    assert zermelo.alphabeta(table=True, backend=backend)(rules.game.start()).plies == 5


@about("river_crossing", "jugs")
def test_old_puzzles_take_as_many_moves_as_everybody_knows(name, backend):
    plies = zermelo.alphabeta(table=True, backend=backend)(game(CASES[name].text).start()).plies
    assert plies == {"river_crossing": 7, "jugs": 6}[name]


@about("wythoff")
def test_wythoffs_theorem(name, backend):
    rules = Asked("wythoff.py:Wythoff(8,8)", backend)
    for a in range(9):
        for b in range(9 if LONG or backend == "compiled" else a + 1):
            s = rules.start()
            s.heaps = [a, b]
            expected = -1 if heaps.wythoff_is_lost(a, b) else 1
            assert (solved("wythoff.py:Wythoff(8,8)", backend, s) if a or b else -1) == expected, (a, b)


@about("misere_nim")
def test_boutons_theorem(name, backend):
    text = CASES[name].text
    rules = Asked(text, backend)
    for sizes in [(1, 0, 0), (1, 1, 0), (1, 1, 1), (2, 2, 0), (2, 1, 1), (3, 2, 1), (4, 3, 0), (4, 3, 2), (4, 4, 0), (3, 3, 1)]:
        s = rules.start()
        s.heaps = list(sizes)
        assert solved(text, backend, s) == (1 if heaps.misere_nim_is_won(sizes) else -1), sizes


@about("kayles")
def test_kayles_has_its_nim_values(name, backend):
    """Two rows and no more: won unless their values are equal."""
    text = "kayles.py:Kayles(6,6)"
    rules = Asked(text, backend)
    for a in range(1, 7):
        for b in range(a + 1):
            s = rules.start()
            s.pins = [1] * a + [0] * (7 - a) + [1] * b + [0] * (6 - b)
            assert solved(text, backend, s) == (-1 if heaps.KAYLES[a] == heaps.KAYLES[b] else 1), (a, b)


@about("chomp")
def test_chomp_has_as_many_positions_as_staircases_and_the_first_player_wins(name, backend):
    rules = Asked("chomp.py:Chomp(rows=3,cols=4)", backend)
    states = {tuple(rules.start().left): rules.start()}
    todo = list(states.values())
    while todo:
        for after in rules.after(todo.pop()):
            if tuple(after.left) not in states:
                states[tuple(after.left)] = after
                todo += [after] if any(after.left) else []
    assert len(states) == comb(3 + 4, 3)
    assert solved("chomp.py:Chomp(rows=3,cols=4)", backend) == 1


LARGE_WINNERS = [
    ("sim", "sim.py:Sim(points=6)", -1, "Mead, Rosa and Huang, 1974: the second player wins"),
    ("fox_and_hounds", "fox_and_hounds.py:FoxAndHounds(size=8)", -1, "Winning Ways: the hounds win"),
    ("score_four", "score_four.py:ScoreFour(n=3)", 1, "the first player wins"),
]


@pytest.mark.long
@pytest.mark.parametrize(("name", "text", "value"), [row[:3] for row in LARGE_WINNERS], ids=[row[1] for row in LARGE_WINNERS])
def test_larger_games_are_won_by_whom_they_are_known_to_be_won(name, text, value, backend):
    assert solved(text, backend) == value


@about("red_or_black")
def test_red_or_black_is_worth_what_the_well_known_recursion_says(name, backend):
    text = "red_or_black.py:RedOrBlack(red=4,black=4)"
    value = zermelo.expectiminimax(backend=backend)(game(text).start()).value
    assert value == pytest.approx(float(red_or_black_value(4, 4)), rel=1e-12)
    assert float(red_or_black_value(26, 26)) == pytest.approx(2.6245, abs=1e-4)


@pytest.mark.parametrize(("columns", "of_1296"), [((6, 7, 8), 1192), ((4, 6, 8), 1181), ((2, 3, 12), 568)])
@about("cant_stop")
def test_the_published_chances_not_to_bust(name, columns, of_1296, backend):
    """With three runners on these columns, how often four dice allow a step: 92 %, 91 % and 44 %."""
    rules = Asked("cant_stop.py", backend)
    s = rules.start()
    for column in columns:
        s.runner[column - 2] = 1
    safe = sum(probability for after, probability in rules.chances(s) if rules.after(after)[0].turn == s.turn)
    assert safe == pytest.approx(of_1296 / 1296)
