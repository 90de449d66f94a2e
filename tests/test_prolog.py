"""Games in Prolog: real SWI-Prolog plays them as our own games are played, and no program hurts us, whatever it does."""

from __future__ import annotations

import gc
import itertools
import json
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runner import assert_one_sentence, run
from prolog_for_tests import ALPHABETA, MINIMAX, OTHER_ALPHABETA, OTHER_WORDS, TICTACTOE, TREE, tree_program

import zermelo
from zermelo import GameError, MoveError, PositionError, RuleError, find
from zermelo.advice import AdviceError, find_table, load, read
from zermelo.errors import ZermeloError
from zermelo.files import FilesOffError, files_off, programs_off
from zermelo.game import watchdog
from zermelo.games.outside import prolog_process
from zermelo.games.outside.prolog_process import quoted

DATA = Path(__file__).parent / "data"
HEAD = "max_to_move(a). min_to_move(b). start(a).\n"
needs_prolog = pytest.mark.skipif(shutil.which("swipl") is None, reason="SWI-Prolog is not installed")


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def written(text, name="game.pl"):
        Path(name).write_text(text, encoding="utf-8")
        return name

    return written


@pytest.fixture
def before():
    """The children of other tests, some of which are kept by what a failing test has left."""
    return set(children())


def random_tree(dice, depth):
    if depth == 0 or dice.random() < 0.15:
        return dice.randint(-9, 9)
    return [random_tree(dice, depth - 1) for _ in range(dice.randint(1, 4))]


def children():
    """The processes that run SWI-Prolog for this one, without those of games that nobody has any more."""
    gc.collect()
    listed = subprocess.run(["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()[1:]]
    return [int(pid) for pid, parent, words in rows if int(parent) == os.getpid() and "swipl" in words.split(None, 1)[0]]


# The same game


@needs_prolog
def test_the_textbook_tree_has_its_value(write):
    position = find(write(TREE)).start()
    for backend in ("interpreted", "python"):
        report = zermelo.minimax(depth=9, backend=backend)(position)
        assert (report.values[0], report.move, report.nodes, report.exact) == (4, "b", 15, True)
    report = zermelo.best("game.pl")
    assert (report.move, report.values[0]) == ("b", 4)


@needs_prolog
def test_tictactoe_is_our_tictactoe(write):
    ours, theirs = find("tictactoe").start(), find(write(TICTACTOE)).start()
    assert zermelo.perft(theirs, 5).nodes == zermelo.perft(ours, 5).nodes == 15_120
    dice = random.Random(17)
    for _ in range(25):
        here, there = ours, theirs
        while not here.over:
            assert [str(int(name)) for name in there.moves] == [str(1 + move) for move in here.rules.moves(here.state)]
            assert there.player == here.player
            number = dice.choice(here.rules.moves(here.state))
            here, there = here.play(number), there.play(str(1 + number))
        assert there.over
        assert there.rules.utilities(there.state) == here.rules.utilities(here.state)


@needs_prolog
@pytest.mark.parametrize("seed", range(6))
def test_trees_have_the_values_of_our_trees(write, seed):
    tree = [random_tree(random.Random(f"{seed} {branch}"), 4) for branch in range(3)]
    ours, theirs = find(f"tree('{json.dumps(tree)}')").start(), find(write(tree_program(tree))).start()
    for agent in (zermelo.minimax(depth=9), zermelo.alphabeta(depth=9)):
        one, other = agent(ours), agent(theirs)
        assert (one.values, one.nodes, one.exact) == (other.values, other.nodes, other.exact)


@needs_prolog
def test_other_notes_use_other_words(write):
    """Values worked out by the same minimax over a copy of the rules in Python."""

    def value(row, player):
        for left, right in itertools.pairwise(row):
            if left == right != "-":
                return 1 if left == "x" else -1
        places = [index for index, cell in enumerate(row) if cell == "-"]
        if not places:
            return 0
        found = [value(row[:i] + player + row[i + 1 :], "o" if player == "x" else "x") for i in places]
        return max(found) if player == "x" else min(found)

    report = zermelo.minimax(depth=9)(find(write(OTHER_WORDS)).start())
    assert report.values[0] == value("----", "x")


@needs_prolog
def test_bounds_make_wins(write):
    game = find(write(TICTACTOE + "bounds(-1, 1).\n"))
    here = game.position("x-[x,x,b,o,o,b,b,b,b]")
    report = zermelo.alphabeta(depth=3)(here)
    assert (report.move, report.plies) == ("3", 1)
    assert find(write(TICTACTOE)).bounds == (-1e8, 1e8)
    for wrong in ("bounds(1, -1).", "bounds(x, 1).", "bounds(_, 1).", "bounds(1, 2) :- fail."):
        with pytest.raises(ZermeloError):
            find(write(TICTACTOE + wrong))


@needs_prolog
def test_a_game_keeps_the_laws(write):
    assert zermelo.check(find(write(TICTACTOE)), examples=20).ok


@needs_prolog
def test_games_are_values_that_travel(write):
    game = find(write(TREE))
    assert find("game.pl") == game != find("game.pl(size=99)")
    assert str(find("game.pl(size=99)")) == "game.pl(size=99)"
    assert find(str(find('game.pl(start="b")'))).position().game.first == "b"
    Path("game.pl").unlink()  # the program was read when the game was made
    twin = pickle.loads(pickle.dumps(game))
    assert twin == game
    assert zermelo.minimax(depth=9)(twin.start()).values[0] == 4


@needs_prolog
def test_files_that_a_program_loads_are_found_beside_it(write, tmp_path):
    write("staticval(b, 5).\n", "values.pl")
    write(f"{HEAD}:- include(values).\nmoves(a, [b]).\n")
    (tmp_path / "below").mkdir()
    os.chdir("below")
    assert zermelo.minimax(depth=2)(find("../game.pl").start()).values[0] == 5


@needs_prolog
def test_matches_in_other_processes(write):
    result = zermelo.match(find(write(TREE)), "alphabeta(depth=3)", "random", games=4, jobs=2)
    assert len(result.records) == 4


@needs_prolog
def test_evaluation_at_the_depth_limit(write):
    whole = TREE + "staticval(a, 0). staticval(b, 7). staticval(c, 8).\n"
    assert zermelo.minimax(depth=1)(find(write(whole)).start()).values[0] == 8
    with pytest.raises(RuleError, match=r"staticval\(d, _\) fails"):
        zermelo.minimax(depth=2)(find("game.pl").start())
    ends = find(write(TREE))
    assert not ends.defines("evaluate")
    assert zermelo.minimax(depth=1)(ends.start()).values[0] == 0


# Positions and moves as text


@needs_prolog
@pytest.mark.parametrize(
    "term",
    ["a", "'A b'", "f(x,'Y')", "[1,2.5,-3]", "'it\\'s'", '"text"', "- 1", "-(-(1))", "1-(2-3)", "a:b:c", "{x,y}", "[]", "'[]'", "f((a,b))",
     "(a:-b)", "'\\n'", "'é\U0001f600'", "f(- 1)", "1r3", "'$VAR'(1)", "\\+a", "[a|b]", "- a", "1.0e10", "f(;)", "'\\x1f\\'", "(;)", "=.."],
)  # fmt: skip
def test_every_ground_term_is_a_position(write, term):
    game = find(write("max_to_move(_). min_to_move(_) :- fail. moves(_, _) :- fail. staticval(_, 0). start(a).\n"))
    state = game.read(term)
    assert game.read(game.show(state)) == state
    again = subprocess.run(
        ["swipl", "-q", "-g", f"A = ({term}), B = ({game.show(state)}), (A == B -> halt(0) ; halt(1))"],
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert again.returncode == 0


@needs_prolog
def test_odd_positions_get_one_sentence(write):
    game = find(write(TREE))
    dice = random.Random(4)
    odd = [
        "",
        " ",
        ".",
        "X",
        "f(",
        "f)",
        "a b",
        "a. b",
        "a.b",
        "'",
        '"',
        "/*",
        "0'",
        "a :- ",
        "\0",
        "\x1f",
        "\n\n",
        "f(_)",
        "_",
        "\ud800",
        "halt",
        "zz",
        "1" * 400,
    ]
    odd += ["".join(dice.choice("abAZ_09 ()[]{},.|'\"\\%/*:-;!~`\n\t") for _ in range(dice.randint(1, 12))) for _ in range(150)]
    for text in odd:
        told = ""
        try:
            assert game.show(game.read(text)) in "abcdefgijklmnop"
        except PositionError as error:
            told = str(error)
        assert "\n" not in told
    assert zermelo.minimax(depth=9)(game.start()).values[0] == 4
    assert game.show(game.read(" b. ")) == game.show(game.read("b % a comment")) == "b"


@needs_prolog
def test_moves_have_different_names(write):
    game = find(
        write(
            "start(s). max_to_move(s). min_to_move(P) :- P \\== s. moves(s, ['A b', 'A b', x, 'X', f('Aa'), f('AA'), L]) :- numlist(1, 60, L). staticval(_, 1)."
        )
    )
    here = game.start()
    assert here.moves == ("'A_b'", "'A_b'#2", "x", "'X'", "f('Aa')", "f('AA')", "7")
    assert [game.parse(here.state, name) for name in here.moves] == list(range(7))
    assert game.parse(here.state, " X ") == 2
    for wrong in ("f('aa')", "nothing", ""):
        with pytest.raises(MoveError):
            game.parse(here.state, wrong)


@needs_prolog
def test_long_positions_say_which_size_they_need(write):
    write(f"{HEAD}moves(a, [L]) :- numlist(1, 200, L). staticval(_, 1).")
    with pytest.raises(GameError, match=r"size=256.*size=1386"):
        zermelo.minimax(depth=2)(find("game.pl").start())
    assert zermelo.minimax(depth=2)(find("game.pl(size=1386)").start()).values[0] == 1


@needs_prolog
def test_a_game_without_a_start_takes_a_position(write):
    game = find(write(TREE.replace("start(a).", "")))
    assert zermelo.minimax(depth=9)(game.position("c")).values[0] == 1
    with pytest.raises(GameError, match="does not say where the game begins"):
        game.start().moves  # noqa: B018


# Programs that do wrong

LATE = {
    "a loop": "moves(a, L) :- moves(a, L).",
    "a loop that catches everything": "moves(a, _) :- catch((repeat, fail), _, (repeat, fail)).",
    "sleep": "moves(a, _) :- sleep(60).",
    "memory that grows": ":- dynamic d/1.\nmoves(a, _) :- numlist(1, 10000, L), repeat, assertz(d(L)), fail.",
}
WRONG = {
    "an exception": ("moves(a, _) :- throw(oops).", r"moves\(a,_\) raises oops"),
    "arithmetic": ("moves(a, [X]) :- X is foo + 1.", "moves.*raises an error: Arithmetic"),
    "no predicate": ("moves(a, L) :- nothing(L).", "calls nothing/1, which is not defined"),
    "a stack": ("moves(a, L) :- deep(L). deep(f(L)) :- deep(L), true.", "more memory|in time|within"),
    "halt": ("moves(a, _) :- halt.", r"moves\(a,_\) raises an error: the program calls halt"),
    "a signal": ("moves(a, _) :- current_prolog_flag(pid, P), format(atom(C), 'kill -9 ~w', [P]), shell(C).", "SIGKILL"),
    "a variable": ("moves(a, [_]).", "has a variable"),
    "an atom": ("moves(a, b).", "does not answer with a list"),
    "an open list": ("moves(a, [b|_]).", "does not answer with a list"),
    "a stream": ("moves(a, [S]) :- current_input(S).", "has no text"),
    "a cycle": ("moves(a, [X]) :- X = f(X).", "contains itself"),
    "nobody on turn": ("moves(a, [c]). moves(c, [b]).", "neither max_to_move"),
    "no value": ("moves(a, [b]). staticval(z, 1).", r"staticval\(b,_\) fails; where the game is over"),
    "a word as value": ("moves(a, [b]). staticval(b, win).", "answers win; a value must be a number"),
    "no number as value": ("moves(a, [b]). staticval(b, _).", "leaves its value unbound"),
    "infinity": ("moves(a, [b]). staticval(b, V) :- V is inf.", "between -1e8 and 1e8"),
    "not a number": ("moves(a, [b]). staticval(b, V) :- V is nan.", "between -1e8 and 1e8"),
    "a huge value": ("moves(a, [b]). staticval(b, 1000000000).", "between -1e8 and 1e8"),
}  # fmt: skip
UNLOADABLE = {
    "a syntax error": (f"{HEAD}moves(a, [b).", "game.pl, line 2: Syntax error"),
    "halt": (f"{HEAD}:- halt.", "line 2: .*the program calls halt"),
    "a missing library": (f"{HEAD}:- use_module(library(nothing)).", "does not exist"),
    "a predicate of Prolog": (f"{HEAD}write(x).", "line 2: No permission to modify static procedure"),
    "nothing": ("", "does not define moves/2"),
    "no value": (f"{HEAD}moves(a, [b]).", "does not define staticval/2"),
    "no turn": ("moves(a, [b]). staticval(b, 1).", "does not define max_to_move/1"),
    "a start that fails": (f"{HEAD.replace('start(a)', 'start(_) :- fail')}moves(a, [b]). staticval(b, 1).", r"start\(_\) fails"),
    "a start that is open": (f"{HEAD.replace('start(a)', 'start(f(_))')}moves(a, [b]). staticval(b, 1).", "has a variable"),
}  # fmt: skip


@needs_prolog
@pytest.mark.parametrize("case", LATE)
def test_programs_that_do_not_answer_are_ended(write, before, monkeypatch, case):
    monkeypatch.setattr(watchdog, "PATIENCE", 0.3)
    monkeypatch.setattr(prolog_process, "_SPARE", 0.5)
    game = find(write(f"max_to_move(a). min_to_move(b).\n{LATE[case]}\nstaticval(b, 3).\n"))
    with pytest.raises(PositionError, match=r"game\.pl: .*does it loop for ever\?"):
        game.position("a")
    assert set(children()) <= before
    assert game.session.value("b") == 3


@needs_prolog
@pytest.mark.parametrize("case", WRONG)
def test_programs_that_do_wrong_get_one_sentence(write, monkeypatch, case):
    monkeypatch.setattr(watchdog, "PATIENCE", 1.0)
    source, told = WRONG[case]
    value = "" if "staticval" in source else "staticval(b, 3).\n"
    with pytest.raises(ZermeloError, match=told) as caught:
        zermelo.minimax(depth=3)(find(write(f"{HEAD}{source}\n{value or 'staticval(never, 0).'}")).start())
    assert "\n" not in str(caught.value)
    assert "game.pl" in str(caught.value)


@needs_prolog
@pytest.mark.parametrize("case", UNLOADABLE)
def test_programs_that_cannot_be_loaded_get_one_sentence(write, case):
    source, told = UNLOADABLE[case]
    with pytest.raises(GameError, match=told) as caught:
        find(write(source))
    assert "\n" not in str(caught.value)


@needs_prolog
def test_a_file_that_loops_is_ended(write, before, monkeypatch):
    monkeypatch.setattr(prolog_process, "LOADING", 0.5)
    with pytest.raises(GameError, match="while the file was loaded, Prolog did not answer"):
        find(write(f"{HEAD}:- repeat, fail.\n"))
    assert set(children()) <= before


@needs_prolog
def test_programs_may_print_and_read(write):
    talk = "write(ok), nl, format(user_output, 'wrong~n', []), format(user_error, 'x~n', []), read(X), X == end_of_file"
    game = find(
        write(
            f"{HEAD}moves(a, [b]) :- {talk}.\nstaticval(b, 2).\n:- write(hello), nl.\n:- initialization((write(hi), read(_), fail)).\n"
        )
    )
    assert zermelo.minimax(depth=2)(game.start()).values[0] == 2


@needs_prolog
def test_wrong_names_and_parameters(write):
    write(TREE)
    Path("binary.pl").write_bytes(b"\xff\xfe\0")
    Path("folder.pl").mkdir()
    for text in ("nothing.pl", "binary.pl", "folder.pl", "game.pl(size=0)", "game.pl(size=9999999)", 'game.pl(size="x")', "game.pl(length=3)",
                 'game.pl(start="f(")', "game.pl(start=[1])", 'game.pl(start="zz")', "game.pl:Game", "game.pl(1,2,3,4)"):  # fmt: skip
        with pytest.raises(GameError) as caught:
            find(text)
        assert "\n" not in str(caught.value)


def test_where_programs_are_off_nothing_is_run(write):
    write(TREE)
    for off in (files_off, programs_off):
        with off("not here"), pytest.raises(FilesOffError, match="not here"):
            find("game.pl")


def test_without_prolog_a_sentence_says_what_to_install(write, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(GameError, match="apt-get install swi-prolog"):
        find(write(TREE))


# The child process


@needs_prolog
def test_a_child_ends_with_its_game(write, before):
    game = find(write(TREE))
    twin = find("game.pl")
    assert len(set(children()) - before) == 1, "equal games share one"
    del game
    assert twin.start().moves == ("b", "c")
    del twin
    gc.collect()
    assert set(children()) <= before


@needs_prolog
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM])
def test_a_child_ends_when_python_is_killed(write, ending):
    program = f"import zermelo, time; g = zermelo.find('{write(TREE)}'); print(g.session._process.child.pid, flush=True); time.sleep(60)"
    python = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    child = int(python.stdout.readline())
    os.kill(child, 0)
    python.send_signal(ending)
    python.wait()
    python.stdout.close()
    for _ in range(200):
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return
        if Path(f"/proc/{child}/stat").read_text(encoding="utf-8").split()[2] == "Z":
            return  # nobody collects it in this container
        subprocess.run(["true"], check=True)
    pytest.fail("Prolog outlives Python")


@needs_prolog
def test_an_interrupted_question_does_not_answer_the_next(write, monkeypatch):
    game = find(write(TREE))
    original = prolog_process.PrologProcess.line
    monkeypatch.setattr(prolog_process.PrologProcess, "line", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        game.session.facts("c")
    monkeypatch.setattr(prolog_process.PrologProcess, "line", original)
    assert game.session.facts("b").successors == ("d", "e")


@needs_prolog
def test_a_child_that_was_killed_is_started_again(write):
    game = find(write(TREE))
    os.kill(game.session._process.child.pid, signal.SIGKILL)
    with pytest.raises(RuleError, match="SIGKILL"):
        game.session.facts("d")
    assert game.session.facts("d").successors == ("i", "j")


def test_quoted_texts_are_plain():
    assert quoted("a'b\\c\n") == "'a\\x27\\b\\x5c\\c\\xa\\'"


# Searches in Prolog


def compared(*words):
    done = run("prolog", *words, "--json")
    found = json.loads(done.out)
    return done, {row["search"]: row for row in found["searches"]}, found


@needs_prolog
def test_searches_in_prolog_find_the_same(write):
    write(TREE + MINIMAX)
    write(ALPHABETA, "search.pl")
    done, rows, found = compared("game.pl", "--with", "search.pl")
    assert (done.code, found["same"]) == (0, True)
    assert [(row["value"], row["best"]) for row in rows.values()] == [(4, "b")] * len(rows)
    assert rows["minimax/3"]["nodes"] == rows["minimax"]["nodes"] == 15
    assert (rows["alphabeta/5"]["nodes"], rows["alphabeta/5"]["leaves"]) == (11, 5)


@needs_prolog
@pytest.mark.parametrize("seed", range(4))
def test_node_counts_agree_on_random_trees(write, seed):
    """Values that all differ leave no ties, where the book's program and ours cut differently."""
    dice = random.Random(seed)
    fresh = iter(dice.sample(range(-5000, 5000), 2000))

    def grown(depth):
        return next(fresh) if depth == 0 or dice.random() < 0.1 else [grown(depth - 1) for _ in range(dice.randint(1, 4))]

    write(tree_program([grown(4) for _ in range(3)]))
    write(
        MINIMAX
        + ALPHABETA.replace(
            "betterof(P, V, _, W, P, V) :- ( min_to_move(P), V > W ; max_to_move(P), V < W ), !.\nbetterof(_, _, Q, W, Q, W).\n",
            "",
        ),
        "search.pl",
    )
    for depth in ([], ["--depth", "9"]):
        done, rows, _ = compared("game.pl", "--with", "search.pl", *depth)
        assert done.code == 0
        assert len({(row["value"], row["best"]) for row in rows.values()}) == 1
        assert rows["minimax/3"]["nodes"] == rows["minimax"]["nodes"]
        assert rows["alphabeta/5"]["nodes"] == rows["alphabeta"]["nodes"]


@needs_prolog
def test_the_book_cuts_off_above_beta_only(write):
    """On trees with many equal values; ours does the same if it is told to."""
    more = 0
    for seed in range(4):
        dice = random.Random(seed)
        write(tree_program([[[[dice.randint(0, 2) for _ in range(3)] for _ in range(3)] for _ in range(3)] for _ in range(3)]))
        write(ALPHABETA, "search.pl")
        done, rows, _ = compared("game.pl", "--with", "search.pl", "--alpha", "-100", "--beta", "100")
        assert done.code == 0
        theirs, ours = rows["alphabeta/5"]["nodes"], rows["alphabeta"]["nodes"]
        assert ours <= theirs <= rows["minimax"]["nodes"]
        more += theirs > ours
        for strict in [row for name, row in rows.items() if "cut=" in name]:
            assert strict["nodes"] == theirs
    assert more


@needs_prolog
def test_searches_of_other_notes(write):
    write(OTHER_WORDS)
    write(OTHER_ALPHABETA, "solver.pl")
    done, rows, _ = compared("game.pl", "--with", "solver.pl", "--alpha", "-100", "--beta", "100")
    assert done.code == 0
    assert rows["alphabeta/5"]["best"] == rows["alphabeta"]["best"]
    assert rows["alphabeta/5"]["nodes"] == rows["alphabeta"]["nodes"]


@needs_prolog
def test_a_depth_limits_searches_in_prolog(write):
    write(TREE + MINIMAX + "staticval(a, 0). staticval(b, 7). staticval(c, 8).\n")
    _, rows, _ = compared("game.pl", "--depth", "1")
    assert [(row["value"], row["best"], row["nodes"]) for row in rows.values()][:2] == [(8, "c", 3)] * 2


@needs_prolog
def test_values_that_differ_are_told(write):
    write(TREE + MINIMAX.replace("V > W", "V < W"))
    done, _, found = compared("game.pl")
    assert (done.code, found["same"]) == (1, False)
    assert "The values differ" in run("prolog", "game.pl").out


@needs_prolog
def test_wrong_searches_get_one_sentence(write, before):
    write(TREE)
    write("minimax(P, B, V) :- minimax(P, B, V).", "loop.pl")
    write("minimax(_, _, _) :- fail.", "fails.pl")
    write("minimax(P, P, V) :- V is oops.", "raises.pl")
    write("minimax(P, P, V) :- nothing(V).", "missing.pl")
    write("minimax(P, P, foo).", "word.pl")
    write("minimax(", "syntax.pl")
    write("alphabeta(P, _, _, P, 1, _).", "six.pl")
    for words in ([], *(["--with", f"{name}.pl"] for name in ("fails", "raises", "missing", "word", "syntax", "six", "nothing"))):
        assert_one_sentence(run("prolog", "game.pl", *words))
    assert_one_sentence(run("prolog", "game.pl", "--with", "loop.pl", "--seconds", "0.3"))
    for words in (
        ["nim"],
        ["game.pl", "--alpha", "3", "--beta", "2"],
        ["game.pl", "--alpha", "1e300"],
        ["game.pl", "--depth", "0"],
    ):
        assert_one_sentence(run("prolog", *words))
    assert set(children()) <= before


# Advice


def test_the_table_of_the_books_is_our_published_one():
    table, ours = load(DATA / "krk.pl"), find_table("krk-published")
    assert (table.rules, table.advice, table.game, table.knowledge) == (ours.rules, ours.advice, ours.game, ours.knowledge)
    assert read(str(table)) == table


def test_advice_in_prolog_may_use_commas_and_name_its_game():
    table = read(
        "% table corners for tictactoe using Lines\nall :: if not (won or lost) then [go, wait].\n"
        "advice(go, won, true, depth = 0 and legal or depth = 2 and legal, nomove).\nadvice(wait, over : not lost : legal : legal).\n"
    )
    assert (table.name, table.game, table.knowledge) == ("corners", "tictactoe", "Lines")
    assert str(table.advice[0].us) == "depth = 0 and legal then depth = 2 and legal"
    assert str(table.rules[0].condition) == "not (won or lost)"


@pytest.mark.parametrize(
    "text",
    ["r :: if true then [a]", "r :: if then [a].", "r :: if true then a.", "r :: if true then [].", "r :: if true then [a. ", "r : if true then [a].\nadvice(a, won : true : legal : legal).",
     "advice(a, won).", "advice(a, won : true : legal).", "advice(a won : true : legal : legal).", "advice(", "advice(a, won : true : depth > 3 : legal).", "advice(a, (won : true : legal : legal).",
     "r :: if true then [a].\n[1,2]."],
)  # fmt: skip
def test_wrong_advice_in_prolog_gets_a_place(text):
    with pytest.raises(AdviceError) as caught:
        read(text)
    assert caught.value.place is not None


def test_advice_in_prolog_is_followed_by_the_commands():
    done = run("advise", str(DATA / "krk.pl"), "8/8/8/3k4/8/8/8/K6R w - - 0 1")
    ours = run("advise", "krk-published", "8/8/8/3k4/8/8/8/K6R w - - 0 1")
    assert (done.code, done.out) == (0, ours.out.replace("krk-published", "krk"))
