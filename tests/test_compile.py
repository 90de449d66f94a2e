"""Compiling: compiled rules give the answers of plain Python; rules that cannot be compiled are refused with the reason."""

from __future__ import annotations

import linecache
import textwrap

import pytest
from sampling import told
from sandbox import HEURISTICS, assert_agree, bundle, compiled, interpreted, line_of, make, states, write

import zermelo
from zermelo.compile import module, native
from zermelo.engine.backends import available, open_backend
from zermelo.errors import CompileError, CompileWarning
from zermelo.games import load

# What can be compiled: an evaluation each, by what it shows

EXPRESSIONS = {
    "a parameter": "return self.size + s.a",
    "a constant of the class": "return self.step",
    "a constant of the module": "return SIZE * s.a",
    "a fraction": "return self.half * s.a",
    "a table": "return self.small[s.a % 3] + self.lines[s.a % 2][s.b % 3]",
    "a table by a bad index": "return self.small[s.a]",
    "a long table": "return self.long[s.a] + len(self.long)",
    "a table of fractions": "return self.shares[s.a % 3]",
    "rows that differ in length": "return self.jagged[s.a % 4][s.b] + len(self.jagged)",
    "a table of the module": "return sum(TABLE[0]) + TABLE[1][s.a]",
    "a method": "return self.helper(s, 4) + self.helper(s, y=2, x=s.a)",
    "a method of the base class": "return self.inherited(s, 5)",
    "a static method": "return self.static(s.a)",
    "a function of the module": "return double(s.a) + double(3, times=s.b)",
    "rows of the state": "return len(s.row) + s.row[1] + s.row[-1] + sum(s.row) + max(s.row) - min(s.row)",
    "a row by a bad index": "return s.row[s.a]",
    "a slice": "return sum(s.row[1:3])",
    "membership and count": "return s.row.count(1) + (10 if 2 in s.row else 20)",
    "narrow numbers widen": "return s.a * 100 + s.row[0] * s.row[1] + s.a ** 2",
    "narrow numbers in a loop": "n = 0\nfor x in s.row:\n    n = 3 * n + abs(x)\nreturn n",
    "narrow numbers by another name": "row = s.row\nreturn -row[0] + abs(min(s.row))",
    "division": "return s.a // 3 + s.a % 3 + (-s.a) // 4 + s.a / 7",
    "division by zero": "return s.a // s.b + s.a % s.b",
    "fraction by zero": "return s.a / s.b",
    "divmod, abs, round, int": "return divmod(s.a, 3)[0] + abs(s.b) + round(s.a / 4) + int(s.a / 3) + int(s.a > 1)",
    "bits": "return (s.a & 6) + (s.b | 1) - (s.a ^ s.b) + (~s.a << 2) + (s.b >> 1)",
    "comparisons in a row": "return (0 < s.a < 5) + (s.a == s.b) + (not s.a)",
    "and, or": "return (s.a and s.b) + (s.a or 5)",
    "either, or": "return 1 if s.a > 0 else 2 if s.b > 0 else 3",
    "mathematics": "return math.floor(math.sqrt(abs(s.a))) + math.pi",
    "mathematics beyond its domain": "return math.sqrt(s.a)",
    "sum of an expression": "return sum(x * x for x in s.row if x > 0)",
    "any and all": "return any(x > 3 for x in s.row) + all(x > -5 for x in s.row)",
    "min and max of an expression": "return min(x * x for x in s.row) + max(x + 1 for x in s.row)",
    "min of nothing": "return min(x for x in s.row if x > 100)",
    "an expression with a parameter": "return sum(s.row[i] * self.small[i % 3] for i in range(self.size))",
    "an expression in an expression": "return any(all(s.row[cell] == 1 for cell in line) for line in self.lines)",
    "an expression with two loops": "return sum(s.row[cell] for line in self.lines for cell in line)",
    "a list": "values = [x * 2 for x in s.row]\nvalues.append(s.a)\nreturn values[-1] + len(values)",
    "none yet": "best = None\nfor x in s.row:\n    if best is None or x > best:\n        best = x\nreturn best",
    "an assertion": "assert s.a > 0\nreturn 1",
    "an error of its own": "if s.a < 0:\n    raise ValueError('no')\nreturn 1",
    "not a number": "return math.nan if s.a > 0 else 0",
    "without bounds": "return -math.inf if s.a > 0 else 0",
    "too great": "return 1e8 + s.a",
}
STATEMENTS = {
    "while": "a, b = s.a, s.b\nwhile b:\n    a, b = b, a % b\nreturn a",
    "while, break, else": "n = 0\nwhile n < 5:\n    if n == s.a:\n        break\n    n += 1\nelse:\n    n = 50\nreturn n",
    "for over a range": "total = 0\nfor i in range(s.a):\n    total += i\nreturn total",
    "for over a row": "total = 0\nfor x in s.row:\n    if x < 0:\n        continue\n    total += x * x * x\nreturn total",
    "for, else": "for x in s.row:\n    if x == 2:\n        break\nelse:\n    return 1\nreturn 2",
    "for over lines": "n = 0\nfor a, b, c in self.lines:\n    n += s.row[a] == s.row[b] != s.row[c]\nreturn n",
    "for over rows that differ": "n = 0\nfor row in self.jagged:\n    for x in row:\n        n += x == s.a\nreturn n",
    "enumerate": "n = 0\nfor i, x in enumerate(s.row):\n    n += i * x\nreturn n",
    "zip": "n = 0\nfor x, y in zip(s.row, self.small):\n    n += x * y\nreturn n",
    "a generator of the game": "n = 0\nfor move in self.both(s):\n    n += move\nreturn n",
    "a row by another name": "row = s.row\nreturn row[0] * row[0] * row[1]",
    "annotations": "x: int = s.a\ny: float\ny = x / 2\nreturn y",
    "the branch that applies": "if self.kind == 'king':\n    return 1\nelse:\n    return self.words['two']",
    "the branch that does not apply": "if self.kind != 'king':\n    return self.words['two']\nreturn 2",
    "a parameter that is None": "if self.nothing is None:\n    return 5\nreturn self.nothing + 1",
}


def body(rule, text):
    return f"def {rule}:\n" + "\n".join(f"    {line}" for line in text.split("\n"))


@pytest.fixture(scope="module")
def evaluations(tmp_path_factory):
    return bundles(tmp_path_factory.mktemp("evaluations"), "evaluate(self, s, player)", EXPRESSIONS | STATEMENTS)


@pytest.fixture(scope="module")
def plays(tmp_path_factory):
    return bundles(tmp_path_factory.mktemp("plays"), "play(self, s, move)", PLAYS)


def bundles(folder, signature, bodies, size=16):
    """For each body, a game that has it among others, and its number there; a game of its own where the others fail."""
    made = {}
    names = list(bodies)
    for start in range(0, len(names), size):
        group = names[start : start + size]
        game = bundle(folder, signature, [bodies[name] for name in group])
        try:
            open_backend(game, "compiled", HEURISTICS)
            made |= {name: (game, case) for case, name in enumerate(group)}
        except CompileError:
            made |= {name: (make(folder, body(signature, bodies[name])), 0) for name in group}
    return made


@pytest.mark.parametrize("what", EXPRESSIONS | STATEMENTS)
def test_evaluations_compile_and_agree(what, evaluations):
    game, case = evaluations[what]
    assert_agree(game, "evaluate", case)


MOVES = {
    "yield": "for move in range(4):\n    if s.row[move] > 0:\n        yield move\n        yield move + 4",
    "yield from a range": "yield from range(2, 5)",
    "yield from a table": "yield from self.small",
    "yield from a method": "yield 0\nyield from self.both(s)\nyield 7",
    "yield what a method yields": "for move in self.both(s):\n    yield move + 1",
    "return a list": "return [cell for cell in range(4) if s.row[cell] > 0]",
    "return a range": "return range(s.b % 4)",
    "return in the middle": "if s.a > 2:\n    return\nyield 1",
    "too many": "for move in range(s.a):\n    yield move",
    "not ascending": "yield s.b % 8\nyield 3",
    "negative": "yield s.a",
    "beyond 31 bits": "yield s.c",
    "True": "yield True",
}
PLAYS = {
    "assign": "s.a = move % 100",
    "add": "s.a += 1\ns.row[1] -= 1",
    "overflow": "s.a += move",
    "overflow in a row": "s.row[2] = s.row[0] * 2",
    "bad index": "s.row[move] += 1",
    "last entry": "s.row[-1] = 5",
    "swap": "s.a, s.b = s.b, s.a\ns.row[0], s.row[1] = s.row[1], s.row[0]",
    "chain": "s.a = s.b = move % 7",
    "truth": "s.a = s.b > 1",
    "wide": "s.c = s.a * 10**12",
    "in a function of the module": "put(s, move % 4)",
    "another name": "other = s\nother.a = 3\nother.row[0] = 4",
    "a row by another name": "row = s.row\nrow[0] = 5",
    "too much for a row by another name": "row = s.row\nrow[0] = 300",
}
WINNERS = {
    "a player": "return 0 if s.a > 0 else 1 if s.b > 5 else DRAW if s.c < 0 else ONGOING",
    "no such player": "return s.a",
    "truth": "return s.a > 2",
    "nothing on some paths": "if s.a > 2:\n    return 0",
}


@pytest.fixture(scope="module")
def generators(tmp_path_factory):
    """One game for all that yield: its field `case` says which applies."""
    bodies = [text for text in MOVES.values() if "yield" in text]
    cases = [f"if s.case == {case}:\n" + textwrap.indent(text, "    ") for case, text in enumerate(bodies)]
    return make(tmp_path_factory.mktemp("moves"), body("moves(self, s)", "\n".join(cases))), bodies


@pytest.mark.parametrize("what", MOVES)
def test_moves_compile_and_agree(what, tmp_path, generators):
    text, (game, bodies) = MOVES[what], generators
    if text in bodies:
        assert_agree(game, "moves", bodies.index(text))
    else:
        assert_agree(make(tmp_path, body("moves(self, s)", text)), "moves")


@pytest.mark.parametrize("what", PLAYS)
def test_plays_compile_and_agree(what, plays):
    game, case = plays[what]
    assert_agree(game, "play", case)


@pytest.mark.parametrize("what", WINNERS)
def test_winners_compile_and_agree(what, tmp_path):
    assert_agree(make(tmp_path, body("winner(self, s)", WINNERS[what])), "winner")


def test_the_other_rules_compile_and_agree(tmp_path):
    game = make(
        tmp_path,
        "def key(self, s):\n    return s.a * 256 + s.b + s.c % 3",
        "def order(self, s, move):\n    return move % 5 - s.a / s.b",
        "def noisy(self, s, move):\n    return move % (s.a + 7) == 0",
    )
    for rule in ("key", "order", "noisy"):
        assert_agree(game, rule)


WIDE = {
    "product": "return (s.c * 6364136223846793005 + 1442695040888963407) % 1000",
    "sum": "return (s.c + s.c) % 1000",
    "power": "return 3 ** s.b % 1000",
    "negative power": "return (s.a + 10) ** -2",
    "power by its name": "return pow(s.a + 10, s.b)",
    "shift": "return (1 << abs(s.b)) % 1000",
    "negative shift": "return 100 >> s.b",
    "unbound": "if s.a > 0:\n    x = 5\nreturn x",
}


@pytest.mark.parametrize("what", WIDE)
def test_no_answer_is_silently_another_one(what, tmp_path):
    """Where compiled numbers are not Python's, rules may be refused or fail; they may not answer something else."""
    game = make(tmp_path, body("evaluate(self, s, player)", WIDE[what]))
    assert_never_wrong(game, "evaluate")


@pytest.mark.parametrize("factor", [0x2545F4914F6CDD1D, 0x9E3779B97F4A7C15 >> 1])
def test_under_a_mask_the_low_bits_are_right(factor, tmp_path):
    text = f"return ((s.c & 0xFFFFFFFF) * {factor} & {2**63 - 1}) % 1000003"
    game = make(tmp_path, body("evaluate(self, s, player)", text))
    open_backend(game, "compiled", HEURISTICS)
    assert_agree(game, "evaluate")


def test_checks_survive_the_optimiser(tmp_path):
    text = "a = s.c & 0x7FFFFFFFFFFFFFFF\nb = s.c & 0x7FFFFFFFFFFFFFFE\nreturn (a + b) % 1000"
    assert_never_wrong(make(tmp_path, body("evaluate(self, s, player)", text)), "evaluate")


@pytest.mark.parametrize("text", ["s.c += 1", "s.c = s.c * 3", "s.c = -s.c"])
def test_no_field_is_silently_another_number(text, tmp_path):
    assert_never_wrong(make(tmp_path, body("play(self, s, move)", text)), "play")


def assert_never_wrong(game, rule):
    try:
        open_backend(game, "compiled", HEURISTICS)
    except CompileError as refusal:
        refused = refusal.rule
    else:
        refused = None
    assert refused in (None, rule)
    for s in states(game) if refused is None else ():
        for fast, slow in zip(compiled(game, rule, s), interpreted(game, rule, s), strict=True):
            assert fast == slow or "failed when compiled" in str(fast), s


# What cannot be compiled: rule, line and reason

REFUSALS = {
    "with": ("winner", "with open('x'):  # here\n    return 0", "`with` cannot be compiled"),
    "del of a field": ("winner", "del s.a  # here\nreturn 0", "`del s.a` cannot be compiled"),
    "global": ("winner", "global SIZE  # here\nreturn 0", "`global` cannot be compiled"),
    "finally": ("winner", "try:  # here\n    return s.a\nfinally:\n    pass", "`finally` cannot be compiled"),
    "a class inside": ("winner", "class Inside:  # here\n    pass\nreturn 0", "`class` cannot be compiled"),
    "text": ("winner", "return len(f'{s.a}')  # here", "text that depends on the state"),
    "an unknown name": ("winner", "x = 1\nreturn nobody  # here", "there is no `nobody`"),
    "an unknown parameter": ("winner", "x = 1\nreturn self.nobody  # here", "no `self.nobody`"),
    "an unknown field": ("winner", "x = 1\nreturn s.nobody  # here", "the state has no field `nobody`"),
    "a new field": ("winner", "s.nobody = 1  # here\nreturn 0", "the state has no field `nobody`"),
    "a change of the game": ("winner", "self.size = 5  # here\nreturn 0", "may not change `self.size`"),
    "a change of a constant": ("winner", "self.words['two'] = 2  # here\nreturn 0", "may not change constants"),
    "a generator by a name, read twice": (
        "winner",
        "x = (i for i in s.row)  # here\nreturn sum(x) + sum(x)",
        "is an iterator, which can be read only once",
    ),
    "a list of different kinds": ("winner", "return [s.a, [s.b]][0]  # here", "must be of one kind, but here are"),
    "a variable of two kinds": ("winner", "x = 3\nif s.a > 0:\n    x = [s.a]\nreturn x  # here", "`x` may be"),
    "two rows as one list": ("play", "s.row = s.row  # here", "write `s.row = list(s.row)`"),
    "a fraction in a field": ("play", "x = 1\ns.a = move / 2  # here", "may be a fraction; use //"),
    "a fraction in a row": ("play", "x = 1\ns.row[1] = s.a * self.half  # here", "may be a fraction"),
    "a move that is a fraction": ("moves", "x = 1\nyield s.a / 2  # here", "may be a fraction"),
    "a move that is a text": ("moves", "x = 1\nyield 'a1'  # here", "a move must be a whole number, but is a str"),
    "chance": ("winner", "return random.randrange(2) + 0 * s.a  # here", "`randrange` cannot be compiled"),
}
SIGNATURES = {"winner": "winner(self, s)", "play": "play(self, s, move)", "moves": "moves(self, s)"}


def refusal(folder, *rules, heuristics=()):
    """How a game is refused, and the file it is in."""
    path = write(folder, *rules)
    with pytest.raises(CompileError) as caught:
        open_backend(load(path).Sandbox(), "compiled", heuristics)
    error = caught.value
    assert str(error) == f"rule `{error.rule}` cannot be compiled ({error.where}): {error.why}"
    assert "^" in error.marked or error.where == "class"
    return error, path


@pytest.mark.parametrize("what", REFUSALS)
def test_what_cannot_be_compiled_is_refused_with_rule_line_and_reason(what, tmp_path):
    rule, text, why = REFUSALS[what]
    error, path = refusal(tmp_path, body(SIGNATURES[rule], text))
    assert (error.rule, error.where) == (rule, line_of(path))
    assert why in error.why
    assert str(tmp_path) not in error.why


def test_all_reasons_come_at_once(tmp_path):
    """Three lines of two rules cannot be compiled, one of them in a helper."""
    path = write(
        tmp_path,
        body("help(self, s)", "return len(f'{s.a}')  # first"),
        body("winner(self, s)", "x = nobody  # second\nreturn self.help(s)"),
        body("play(self, s, move)", "s.a = move / 2  # third"),
    )
    with pytest.raises(CompileError) as caught:
        open_backend(load(path).Sandbox(), "compiled")
    error = caught.value
    reasons = [(error.rule, error.where, error.marked), *((rule, where, marked) for rule, where, _, marked in error.others)]
    assert {(rule, where) for rule, where, _ in reasons} == {
        ("winner", line_of(path, "# first")),
        ("winner", line_of(path, "# second")),
        ("play", line_of(path, "# third")),
    }
    assert str(error).endswith("(and 2 more; `zermelo check --compile` shows all)")
    marked = {where: marked for _, where, marked in reasons}
    line, mark = marked[line_of(path, "# second")].split("\n")
    assert line[mark.index("^") : mark.rindex("^") + 1] == "nobody"


def test_a_refusal_is_kept_as_a_build_is(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    path = write(tmp_path, body("winner(self, s)", "return nobody  # here"))
    with pytest.raises(CompileError) as first:
        open_backend(load(path).Sandbox(), "compiled")
    native._refused.clear()
    monkeypatch.setattr(module.Module, "compile", lambda _: pytest.fail("compiled again"))
    with pytest.raises(CompileError) as again:
        open_backend(load(path).Sandbox(), "compiled")
    assert (again.value.args, again.value.where) == (first.value.args, line_of(path))


def test_a_rule_that_calls_itself_compiles_and_agrees(tmp_path):
    count = "def count(self, s, n):\n    return 0 if n <= 0 else 1 + self.count(s, n - 2)"
    game = make(tmp_path, body("evaluate(self, s, player)", "return self.count(s, s.a)"), count)
    assert_agree(game, "evaluate")


@pytest.mark.parametrize("signature", ["winner(self, s, *more)", "winner(self, s, *, more=1)", "winner(self, s, more=1, /)"])
def test_parameters_of_every_kind_compile(signature, tmp_path):
    assert_agree(make(tmp_path, f"def {signature}:\n    return 0 if s.a > 0 else 1"), "winner")


def test_a_class_method_compiles_and_agrees(tmp_path):
    who = "@classmethod\ndef who(cls, s):\n    return s.a > 0"
    assert_agree(make(tmp_path, who, body("winner(self, s)", "return self.who(s)")), "winner")


NO_ANSWER = {
    "winner": "def winner(self, s):\n    x = s.a",
    "evaluate": "def evaluate(self, s, player):\n    x = s.a",
    "key": "def key(self, s):\n    return None",
}


@pytest.mark.parametrize("rule", NO_ANSWER)
def test_a_rule_without_an_answer_is_told_as_in_python(rule, tmp_path):
    assert_agree(make(tmp_path, NO_ANSWER[rule]), rule)


def test_a_state_that_is_too_large_is_refused(tmp_path):
    error, _ = refusal(tmp_path, "def state(self):\n    return dict(a=i8, row=i8[20000], turn=i8)")
    assert (error.rule, error.where) == ("state", "class")
    assert "too large" in error.why


def test_rules_whose_source_is_not_at_hand_are_refused(tmp_path):
    made = {"__name__": "nowhere"}
    text = write(tmp_path, body("moves(self, s)", "yield 1234567")).read_text()  # not like any other, which might be in the cache
    exec(compile(text, "<string>", "exec", dont_inherit=True), made)
    with pytest.raises(CompileError, match="its source cannot be read; write the game in a file or a notebook cell") as caught:
        open_backend(made["Sandbox"](), "compiled")
    assert caught.value.rule == "moves"


# What happens then


def test_rules_that_cannot_be_compiled_are_interpreted_with_a_warning(tmp_path):
    path = write(tmp_path, body("winner(self, s)", "return ONGOING + 0 * len(f'{s.a}')  # here"))
    game = load(path).Sandbox()
    agent = zermelo.minimax(depth=2)
    with pytest.warns(CompileWarning) as caught:
        report = agent(game.start())
    assert report.backend == "interpreted"
    assert told(report) == told(zermelo.minimax(depth=2, backend="python")(game.start()))
    (warning,) = caught
    assert line_of(path) in str(warning.message)
    assert "`winner`" in str(warning.message)
    assert [backend.name for backend in available(game)] == ["interpreted"]


def test_a_heuristic_that_cannot_be_compiled_matters_only_when_a_search_needs_it(tmp_path):
    game = make(tmp_path, body("evaluate(self, s, player)", "return float(f'{s.a}')"))
    assert open_backend(game, "compiled").name == "compiled"
    with pytest.warns(CompileWarning, match="rule `evaluate` cannot be compiled"):
        report = zermelo.minimax(depth=2)(game.start())
    assert (report.backend, report.value) == ("compiled", 0), "the rules stay compiled"
    assert report.nodes == zermelo.minimax(depth=2, backend="python")(game.start()).nodes


# Where a game may live


def test_a_game_in_a_users_file_compiles(tmp_path):
    path = write(tmp_path, body("winner(self, s)", "return 0 if s.turn == 1 else ONGOING"))
    report = zermelo.minimax(backend="compiled")(zermelo.find(f"{path}:Sandbox").start())
    assert (report.value, report.plies) == (1, 1)


def test_a_game_in_a_notebook_cell_compiles(tmp_path):
    """A notebook runs a cell under a name that is not a file and leaves the text with `linecache`."""
    text = write(tmp_path, body("winner(self, s)", "return 0 if s.turn == 1 else ONGOING  # here")).read_text()
    name = "<ipython-input-7-0123456789ab>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    cell = {"__name__": "__main__"}
    exec(compile(text, name, "exec"), cell)
    report = zermelo.minimax(backend="compiled")(cell["Sandbox"]().start())
    assert (report.value, report.plies) == (1, 1)


def test_a_game_that_is_written_anew_in_the_same_cell_compiles_anew(tmp_path):
    name = "<ipython-input-8-0123456789ab>"
    for winner, value in ((0, 1), (1, -1)):
        text = write(tmp_path, body("winner(self, s)", f"return {winner} if s.turn == 1 else ONGOING")).read_text()
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
        cell = {"__name__": "__main__"}
        exec(compile(text, name, "exec"), cell)
        assert zermelo.minimax(backend="compiled")(cell["Sandbox"]().start()).value == value


def test_a_game_of_the_package_compiles_without_a_warning():
    report = zermelo.alphabeta(depth=2)(zermelo.find("nim").start())
    assert report.backend == "compiled"


class Neighbours(zermelo.Game):
    """Lay a stone on two neighbouring cells, one of them empty; `any` stands right in `moves`."""

    def __init__(self):
        self.pairs = ((0, 1), (1, 2), (2, 3))

    def state(self):
        return dict(cells=zermelo.i8[4], turn=zermelo.i8)

    def moves(self, s):
        for pair in range(3):
            if any(s.cells[cell] == 0 for cell in self.pairs[pair]):
                yield pair

    def play(self, s, pair):
        for cell in self.pairs[pair]:
            s.cells[cell] = 1
        s.turn = 1 - s.turn

    def winner(self, s):
        return 1 - s.turn if all(cell == 1 for cell in s.cells) else zermelo.ONGOING


def test_any_in_moves_answers_rather_than_yields():
    start = Neighbours().start()
    counts = {open_backend(start.game, name).core.perft(start.state.pack(), 2) for name in ("compiled", "interpreted")}
    assert counts == {6}
