"""Steps as SVG, PDF and TikZ, and lessons as slides: complete, well formed, and readable by the programs they are for.

Where pdftotext, qpdf or pdflatex are installed, they are asked; the structure is checked without them.
"""

from __future__ import annotations

import pathlib
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
import zlib
from math import hypot

import pytest
from cli_runner import assert_one_sentence, run
from trees_for_tests import at, hostile

import zermelo
from zermelo.animation import record, replay
from zermelo.animation.lessons import LESSONS, lesson
from zermelo.errors import ZermeloError
from zermelo.trees.drawing.drawn_still import PAGE
from zermelo.trees.drawing.figure import Figure, Path, Text, ellipse
from zermelo.trees.drawing.pdf import to_pdf
from zermelo.trees.drawing.pdf_fonts import FONTS, SHAPES, SYMBOLS, WIDTHS, runs, text_width, wrapped
from zermelo.trees.drawing.read_svg import UnreadableSvgError, read_svg
from zermelo.trees.drawing.svg_paths import read_path
from zermelo.trees.drawing.tikz import escape
from zermelo.trees.player import export
from zermelo.trees.player.stills import still_at, stills

SVG = "{http://www.w3.org/2000/svg}"
FEW = ("alphabeta", "checkers", "uct", "maxn", "chance", "regret", "belief")


@pytest.fixture(scope="module")
def recorded():
    known = {}

    def get(name):
        if name not in known:
            known[name] = lesson(name).record()
        return known[name]

    return get


def middle(recording):
    return (1 + sum(1 for _ in recording.steps)) // 2


# PDF


class Pdf:
    """A PDF file, taken apart by the table at its end alone."""

    def __init__(self, data):
        assert data.startswith(b"%PDF-1.4\n")
        assert data.endswith(b"%%EOF\n")
        table = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", data)[1])
        head, size = re.match(rb"xref\n0 (\d+)\n", data[table:]), None
        size = int(head[1])
        rows = data[table + head.end() : table + head.end() + 20 * size]
        assert rows[:20] == b"0000000000 65535 f \n"
        starts = [int(rows[20 * row : 20 * row + 10]) for row in range(1, size)]
        ends = [*starts[1:], table]
        self.objects = {}
        for number, (start, end) in enumerate(zip(starts, ends, strict=True), 1):
            match = re.fullmatch(rb"(\d+) 0 obj\n(.*)\nendobj\n", data[start:end], re.DOTALL)
            assert int(match[1]) == number
            self.objects[number] = match[2]
        assert b"/Root 1 0 R" in data[table:]
        for body in self.objects.values():
            outside = body.partition(b"stream\n")[0]
            assert {int(each) for each in re.findall(rb"(\d+) 0 R", outside)} <= set(self.objects)

    @property
    def pages(self):
        kids = re.search(rb"/Kids \[(.*?)\]", self.objects[2])[1]
        return [self.objects[int(number)] for number in re.findall(rb"(\d+) 0 R", kids)]

    def content(self, page):
        body = self.objects[int(re.search(rb"/Contents (\d+) 0 R", page)[1])]
        length, stream = int(re.search(rb"/Length (\d+)", body)[1]), body.partition(b"stream\n")[2].removesuffix(b"\nendstream")
        assert len(stream) == length
        return zlib.decompress(stream).decode("latin-1")

    def text(self, page):
        """What is written on a page, by the encodings of its fonts."""
        back = {
            6: {code: letter for letter, (code, _) in SYMBOLS.items()},
            7: {code: letter for letter, (code, _) in SHAPES.items()},
        }
        lines = []
        for block in re.findall(r"BT\n(.*?)\nET", self.content(page), re.DOTALL):
            line = ""
            for font, string in re.findall(r"/F(\d) \S+ Tf \(((?:[^()\\]|\\.)*)\) Tj", block):
                codes = re.sub(r"\\(\d{3}|.)", lambda found: chr(int(found[1], 8)) if found[1].isdigit() else found[1], string)
                line += "".join(back.get(int(font), {}).get(ord(code)) or bytes([ord(code)]).decode("cp1252") for code in codes)
            lines.append(line)
        return lines


def assert_drawing_is_sound(content):
    """Every state that is saved is restored, every path is painted, every text is closed."""
    words = re.sub(r"\((?:[^()\\]|\\.)*\)|[\[\]]", " ", content).split()
    depth = 0
    for word in words:
        depth += (word == "q") - (word == "Q")
        assert depth in (0, 1)
    assert depth == 0
    assert words.count("BT") == words.count("ET")
    assert words.count("q") == sum(words.count(paint) for paint in ("B", "f", "S"))
    numbers = [word for word in words if re.match(r"^[-\d.]", word)]
    assert all(re.fullmatch(r"-?\d+(\.\d+)?", word) for word in numbers), "PDF knows no exponents"


@pytest.mark.parametrize("name", LESSONS)
def test_every_lesson_is_a_pdf_of_one_page(name, recorded):
    recording = recorded(name)
    data = recording.step_pdf(middle(recording))
    pdf = Pdf(data)
    (page,) = pdf.pages
    assert_drawing_is_sound(pdf.content(page))
    still = still_at(recording, middle(recording))
    told = pdf.text(page)
    for node in still.nodes.values():
        for content in (*node.value, *node.move):
            assert content in told
    assert data == recording.step_pdf(middle(recording)), "the same step gives the same bytes"


@pytest.mark.parametrize("name", ["alphabeta", "belief", "maxn"])
def test_slides_have_a_page_for_each_step_with_its_sentence(name, recorded):
    recording = recorded(name)
    pdf = Pdf(recording.slides())
    steps = list(recording.steps)
    assert len(pdf.pages) == len(steps)
    for number, (page, step) in enumerate(zip(pdf.pages, steps, strict=True), 1):
        assert b"/MediaBox [0 0 %d %d]" % PAGE in page
        told = pdf.text(page)
        assert f"step {number} of {len(steps)}" in told
        assert step.text in re.sub(r"\s+", " ", " ".join(told))
        assert_drawing_is_sound(pdf.content(page))


def test_nothing_on_a_slide_lies_outside_it(recorded):
    from zermelo.trees.drawing.drawn_still import slide

    wide, high = PAGE
    for name in FEW:
        recording = recorded(name)
        steps = sum(1 for _ in recording.steps)
        for still in stills(recording):
            for part in slide(still, steps).parts:
                if isinstance(part, Text):
                    assert 0 <= part.y <= high, (name, still.number, part.content)
                    left = part.x - {"start": 0, "middle": 0.5, "end": 1}[part.anchor] * text_width(
                        part.content, part.size, part.bold, part.mono
                    )
                    assert left >= -1, (name, still.number, part)
                    assert left + text_width(part.content, part.size, part.bold, part.mono) <= wide + 1, (
                        name,
                        still.number,
                        part,
                    )
                else:
                    for _, numbers in part.commands:
                        assert all(-1 <= x <= wide + 1 for x in numbers[::2])
                        assert all(-1 <= y <= high + 1 for y in numbers[1::2])


def test_letters_are_found_in_the_fonts_that_have_them():
    told = [(FONTS[run.font], run.codes) for run in runs("α ≥ −∞ é★", bold=True)]
    assert told == [
        ("Symbol", b"a"), ("Helvetica-Bold", b" "), ("Symbol", b"\xb3"), ("Helvetica-Bold", b" "), ("Symbol", b"-\xa5"),
        ("Helvetica-Bold", b" \xe9"), ("ZapfDingbats", b"H"),
    ]  # fmt: skip
    assert [run.codes for run in runs("名")] == [b"?"]
    assert all(len(each) == 256 - 32 for each in WIDTHS.values())
    assert text_width("mmm", 10) == pytest.approx(3 * 8.33)
    assert text_width("iii", 10, mono=True) == text_width("mmm", 10, mono=True) == 18


def test_widths_are_those_of_the_fonts():
    """Matplotlib brings Adobe's tables of the standard fonts with it."""
    matplotlib = pytest.importorskip("matplotlib")
    tables = pathlib.Path(matplotlib.get_data_path()) / "fonts" / "pdfcorefonts"
    for name, mine in (("Helvetica", WIDTHS["plain"]), ("Helvetica-Bold", WIDTHS["bold"])):
        rows = re.findall(r"^C (\d+) ; WX (\d+) ;", (tables / f"{name}.afm").read_text(encoding="latin-1"), re.MULTILINE)
        known = {int(code): int(width) for code, width in rows if 32 <= int(code) < 127 and int(code) not in (39, 96)}
        assert len(known) == 93  # but for the quotes, whose places differ
        assert {code: mine[code - 32] for code in known} == known
    for name, mine in (("Symbol", SYMBOLS), ("ZapfDingbats", SHAPES)):
        rows = re.findall(r"^C (\d+) ; WX (\d+) ;", (tables / f"{name}.afm").read_text(encoding="latin-1"), re.MULTILINE)
        known = {int(code): int(width) for code, width in rows}
        assert [known[code] for code, _ in mine.values()] == [width for _, width in mine.values()]


def test_lines_of_sentences_are_no_wider_than_the_page():
    text = "MAX already has 3 elsewhere and will not come here, so 2 more moves are not searched. " * 3
    lines = wrapped(text, 19, 400)
    assert " ".join(lines) == text.strip()
    assert max(text_width(line, 19) for line in lines) <= 400


def test_slides_of_a_huge_recording_are_refused(monkeypatch, recorded):
    monkeypatch.setattr(export, "MOST_SHAPES", 100)
    with pytest.raises(ZermeloError, match="too many for slides; record a smaller search"):
        recorded("alphabeta").slides()


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed (apt-get install poppler-utils)")
def test_pdftotext_reads_what_is_written(tmp_path, recorded):
    (tmp_path / "a.pdf").write_bytes(recorded("alphabeta").slides())
    done = subprocess.run(
        ["pdftotext", "-layout", tmp_path / "a.pdf", "-"], capture_output=True, text=True, check=True, timeout=60
    )
    pages = done.stdout.split("\f")[:-1]
    assert done.stderr == ""
    assert len(pages) == 34
    assert "Alpha cutoff: 2 ≤ 3." in pages[17]
    assert "[−∞, +∞]" in pages[0]


@pytest.mark.skipif(shutil.which("qpdf") is None, reason="qpdf is not installed (apt-get install qpdf)")
@pytest.mark.parametrize("name", FEW)
def test_qpdf_finds_no_mistake(name, tmp_path, recorded):
    (tmp_path / "a.pdf").write_bytes(recorded(name).step_pdf(3))
    done = subprocess.run(["qpdf", "--check", tmp_path / "a.pdf"], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def test_y_is_turned_round():
    """PDF counts from the bottom: a red square at the top left is written at the top left."""
    figure = Figure(100, 50, [Path((("M", (0, 0)), ("L", (10, 0)), ("L", (10, 10)), ("L", (0, 10)), ("Z", ())), "#ff0000")])
    pdf = Pdf(to_pdf([figure]))
    assert "1 0 0 rg\n0 50 m\n10 50 l\n10 40 l\n0 40 l\nh\nf" in pdf.content(pdf.pages[0])


# SVG


@pytest.mark.parametrize("name", LESSONS)
def test_every_lesson_is_an_svg_with_all_values(name, recorded):
    recording = recorded(name)
    number = middle(recording)
    root = ElementTree.fromstring(recording.step_svg(number))
    assert root.find(f"{SVG}title").text == recording.title
    assert root.find(f"{SVG}desc").text == list(recording.steps)[number - 1].text
    told = [element.text for element in root.iter(f"{SVG}text")]
    still = still_at(recording, number)
    for node in still.nodes.values():
        for content in (*node.value, *node.move, *node.terms, *([node.window] if node.window and node.form == 0 else [])):
            assert content in told
    assert not root.findall(f".//{SVG}image")


def test_steps_are_counted_from_1_through_all_rounds(recorded):
    recording = recorded("deepening")
    first = len(recording.rounds[0].steps)
    assert still_at(recording, first + 1).text == recording.rounds[1].steps[0].text
    assert [still.number for still in stills(recording)] == list(range(1, 1 + sum(1 for _ in recording.steps)))
    for wrong in (0, -1, 10_000, True, 2.5, "3"):
        with pytest.raises(ZermeloError, match="there is no step"):
            recording.step_svg(wrong)


def test_the_picture_is_that_of_the_step(recorded):
    recording = recorded("alphabeta")
    before, after = (still_at(recording, number) for number in (17, 18))
    assert [node.index for node in after.nodes.values() if node.status == 4 and before.nodes[node.index].status != 4] == [7, 8]
    assert after.nodes[5].note[0] == "alpha cutoff: 2 ≤ 3"
    last = still_at(recording, 34)
    assert [node.index for node in last.nodes.values() if node.best] == [0, 1, 2]
    assert [node.index for node in still_at(recording, 3).nodes.values() if node.on_way] == [0, 1, 2]


def test_names_stay_texts_in_all_formats():
    recording = replay(hostile())
    ElementTree.fromstring(recording.step_svg(2))
    Pdf(recording.step_pdf(2))
    assert_balanced(recording.step_tikz(2))
    assert escape("a_b{}$&#%^~\\<\n") == "a\\_b\\{\\}\\$\\&\\#\\%\\textasciicircum{}\\textasciitilde{}\\textbackslash{}$<$\n"


def test_a_tree_that_grows_shows_only_what_is_there(recorded):
    recording = recorded("uct")
    sizes = [len(still.nodes) for still in stills(recording)]
    assert sizes[0] == 1
    assert sizes == sorted(sizes)
    assert sizes[-1] == len(recording.rounds[0].nodes)
    widths = {node.index: still_at(recording, 200).edge_width(node) for node in still_at(recording, 200).nodes.values()}
    visits = {node.index: node.visits for node in still_at(recording, 200).nodes.values()}
    order = sorted(widths, key=lambda index: visits[index])
    assert [widths[index] for index in order] == sorted(widths.values())


# TikZ


def assert_balanced(text):
    """Braces and brackets are closed in order; escaped ones do not count."""
    stack = []
    for letter in re.sub(r"%.*|\\[{}\\%]", "", text):
        if letter in "{[(":
            stack.append(letter)
        elif letter in "}])":
            assert stack
            if letter == "}":
                assert stack.pop() == "{"
            elif stack[-1] == {"]": "[", ")": "("}[letter]:
                stack.pop()
    assert "{" not in stack


@pytest.mark.parametrize("name", LESSONS)
def test_tikz_has_every_node_and_every_edge(name, recorded):
    recording = recorded(name)
    number = middle(recording)
    text, still = recording.step_tikz(number), still_at(recording, number)
    assert_balanced(text)
    assert text.count("\\begin{tikzpicture}") == text.count("\\end{tikzpicture}") == 1
    assert re.findall(r"\\coordinate \((n\d+)\)", text) == [f"n{index}" for index in still.nodes]
    edges = re.findall(r"\\draw\[(?:ghost|plain|crossed|best|way) edge[^\]]*\] \(\[shift=[^\]]*\](n\d+)\) --.*?(n\d+)\);", text)
    assert sorted(edges) == sorted((f"n{node.parent}", f"n{node.index}") for node in still.nodes.values() if node.parent >= 0)
    used = set(re.findall(r"[\](](n\d+)\)", text))
    assert used <= {f"n{index}" for index in still.nodes}
    styles = set(re.findall(r"^  ([\w ]+)/\.style=", text, re.MULTILINE))
    assert {look for node in still.nodes.values() for look in (node.look,)} <= styles
    for line in text.splitlines():
        if line.startswith(("  \\draw", "  \\node", "  \\coordinate", "    \\path", "    \\node")):
            assert line.endswith(";")
    assert all(letter < "\u0370" or letter.isalpha() for letter in re.sub(r"%.*", "", text)), "signs are LaTeX's own"


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed (apt-get install texlive-pictures)")
@pytest.mark.parametrize("name", FEW)
def test_latex_draws_it(name, tmp_path, recorded):
    recording = recorded(name)
    (tmp_path / "step.tex").write_text(recording.step_tikz(middle(recording)), encoding="utf-8")
    document = "\\documentclass{article}\\usepackage{tikz}\\begin{document}\\input{step}\\end{document}"
    (tmp_path / "all.tex").write_text(document, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout[-2000:]


# Boards


@pytest.mark.parametrize("name", zermelo.catalog())
def test_the_board_of_every_game_is_read(name):
    game = zermelo.catalog()[name]()
    figure = read_svg(game.svg(game.start().state))
    assert figure.parts
    assert_drawing_is_sound(Pdf(to_pdf([figure])).content(Pdf(to_pdf([figure])).pages[0]))


def test_what_is_read_is_what_is_drawn():
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="10 0 100 50"><g transform="translate(5 5) scale(2)" fill="#ff0000">'
        '<rect x="3" y="1" width="4" height="2"/><circle cx="5" cy="5" r="2" fill="none" stroke="#00f" stroke-width="0.5"/>'
        '<text x="1" y="2" font-size="7" text-anchor="end" font-weight="bold">a&lt;b</text></g></svg>'
    )
    square, circle, words = read_svg(text).parts
    assert square == Path((("M", (1, 7)), ("L", (9, 7)), ("L", (9, 11)), ("L", (1, 11)), ("Z", ())), "#ff0000", None, 2.0)
    assert (circle.fill, circle.stroke, circle.width) == (None, "#00f", 1.0)
    for (name, numbers), (known, expected) in zip(circle.commands, ellipse(5, 15, 4, 4), strict=True):
        assert (name, numbers) == (known, pytest.approx(expected))
    assert (words.content, words.x, words.y, words.size, words.anchor, words.bold) == ("a<b", -3, 9, 14, "end", True)


@pytest.mark.parametrize(
    "inner",
    ["<image/>", '<rect fill="url(#none)"/>', '<g transform="rotate(3)"/>', '<path d="M1 2 3"/>', "<text>a<tspan/></text>"],
)
def test_what_is_not_known_is_refused(inner):
    with pytest.raises(UnreadableSvgError):
        read_svg(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{inner}</svg>')
    with pytest.raises(UnreadableSvgError):
        read_svg("no picture")


def test_arcs_are_arcs():
    """Points of the curves lie on the circle, from one end to the other the right way round."""
    for large, sweep, through in ((0, 1, (0, -10)), (0, 0, (0, 10)), (1, 1, (0, -10)), (1, 0, (0, 10))):
        move, *curves = read_path(f"M-10 0A10 10 0 {large} {sweep} 10 0")
        here, near = move[1], 100.0
        for _, (ax, ay, bx, by, x, y) in curves:
            for part in (0.25, 0.5, 0.75, 1.0):
                rest = 1 - part
                px = rest**3 * here[0] + 3 * rest * rest * part * ax + 3 * rest * part * part * bx + part**3 * x
                py = rest**3 * here[1] + 3 * rest * rest * part * ay + 3 * rest * part * part * by + part**3 * y
                assert hypot(px, py) == pytest.approx(10, abs=0.01)
                near = min(near, hypot(px - through[0], py - through[1]))
            here = x, y
        assert here == (10, 0)
        assert near < 0.01
    assert read_path("m1 1 2 0 0 2z")[-2:] == (("L", (3.0, 3.0)), ("Z", ()))


def test_boards_without_a_known_picture_are_texts_or_left_out():
    recording = record(at("tictactoe"), zermelo.minimax(depth=1))
    drawn = still_at(recording, 2).board
    assert [text.content for text in drawn.texts()].count("x") == 1
    recording.rules = type(recording.rules)()
    recording.rules.svg = lambda _: "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><image/></svg>"
    assert still_at(recording, 2).board is None


# The command line


@pytest.mark.parametrize(("ending", "opening"), [(".svg", b"<svg"), (".pdf", b"%PDF"), (".tex", b"% Alpha-beta, step 18")])
def test_a_step_is_written(ending, opening, tmp_path, recorded):
    path = tmp_path / f"step{ending}"
    outcome = run("lesson", "alphabeta", "--step", "18", "--out", str(path))
    assert (outcome.code, outcome.out, outcome.err) == (0, "", f"note: wrote step 18 to {path}\n")
    assert path.read_bytes().startswith(opening)
    write = {".svg": "step_svg", ".pdf": "step_pdf", ".tex": "step_tikz"}[ending]
    data = getattr(recorded("alphabeta"), write)(18)
    assert path.read_bytes() == (data if isinstance(data, bytes) else data.encode())


def test_a_lesson_becomes_slides(tmp_path):
    assert run("lesson", "maxn", "--slides", str(tmp_path / "a.pdf")).code == 0
    assert len(Pdf((tmp_path / "a.pdf").read_bytes()).pages) == sum(1 for _ in lesson("maxn").record().steps)
    assert run("lesson", "maxn", "--slides", str(tmp_path / "a.html")).code == 0
    assert "{keys: document, present: true}" in (tmp_path / "a.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("alphabeta", "--step", "35", "--out", "a.svg"), "there is no step 35: the recording has 34 steps"),
        (("alphabeta", "--step", "3"), "--step and --out belong together"),
        (("alphabeta", "--out", "a.svg"), "--step and --out belong together"),
        (("alphabeta", "--step", "3", "--out", "a.png"), "its name must end in .svg, .pdf, .tex"),
        (("alphabeta", "--slides", "a.pptx"), "its name must end in .pdf, .html"),
        (("--slides", "a.pdf"), "name a lesson to write"),
    ],
)
def test_what_cannot_be_written_is_refused(arguments, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert_one_sentence(run("lesson", *arguments), words)
    assert not list(tmp_path.iterdir())


def test_printed_steps_have_the_numbers_that_the_option_takes():
    out = run("lesson", "deepening").out
    numbers = [int(number) for number in re.findall(r"^ *(\d+)  ", out, re.MULTILINE)]
    assert numbers == list(range(1, 1 + sum(1 for _ in lesson("deepening").record().steps)))
