"""Pictures of trees: complete, readable by the programs they are for, and tidy."""

from __future__ import annotations

import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest
from trees_for_tests import SAMPLES, chain, lecture

from zermelo.trees.drawing import to_dot, to_svg, to_text, words
from zermelo.trees.drawing.svg import Picture
from zermelo.trees.tree import Tree

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(params=SAMPLES, scope="module")
def tree(request):
    return SAMPLES[request.param]()


def test_outline_has_a_line_for_each_node(tree):
    lines = to_text(tree).split("\n")
    assert len(lines) == 1 + len(list(tree.walk()))
    assert sum(line.endswith("★") for line in lines) == sum(node.best for node in tree.walk())
    assert sum("✂" in line for line in lines) == sum(node.kind == "pruned" for node in tree.walk())


def test_outline_of_the_lecture_tree():
    assert to_text(lecture("alphabeta", "python")).split("\n")[5:9] == [
        "│  └─ 3  ■ 8  game over",
        "├─ 2  ▼ MIN 2  [3, +∞]  alpha cutoff: 2 ≤ 3",
        "│  ├─ 1  ■ 2  game over",
        "│  ├─ 2  ✂  pruned",
    ]


def test_dot_has_a_statement_for_each_node_and_edge(tree):
    lines = to_dot(tree).splitlines()
    nodes = list(tree.walk())
    boxes = [line for line in lines if re.match(r"  n\d+ \[label=.*\];$", line)]
    edges = [line for line in lines if re.match(r"  n\d+ -> n\d+ \[label=.*\];$", line)]
    assert (len(boxes), len(edges)) == (len(nodes), len(nodes) - 1)
    assert len(lines) == len(boxes) + len(edges) + 5  # nothing else got in
    for shape, kind in (("triangle", "max"), ("invtriangle", "min"), ("hexagon", "own")):
        assert sum(f"shape={shape}," in line for line in boxes) == sum(
            node.kind == kind and bool(node.children) for node in nodes
        )


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
@pytest.mark.parametrize("name", ["lecture", "wins", "hostile"])
def test_graphviz_reads_what_is_written(name):
    tree = SAMPLES[name]()
    result = subprocess.run(["dot", "-Tplain"], input=to_dot(tree), capture_output=True, text=True, check=True, timeout=60)
    assert result.stderr == ""
    assert len(re.findall("^node ", result.stdout, re.MULTILINE)) == len(list(tree.walk()))


def shapes(root):
    return [element for element in root.iter() if "node" in (element.get("class") or "").split()]


def test_svg_has_one_shape_for_each_node(tree):
    root = ElementTree.fromstring(to_svg(tree))
    nodes = list(tree.walk())
    assert root.get("role") == "img"
    assert root.find(f"{SVG}title").text.startswith(words.short(tree.game))
    width, height = (float(number) for number in root.get("viewBox").split()[2:])
    assert float(root.get("width")) / float(root.get("height")) == pytest.approx(width / height, rel=0.01)
    assert [element.get("class") for element in shapes(root)] == [f"node {node.kind}" for node in nodes]
    assert [element.tag == f"{SVG}polygon" for element in shapes(root)] == [bool(node.children) for node in nodes]
    assert sum("stroke-dasharray" in element.attrib for element in shapes(root)) == sum(node.kind == "pruned" for node in nodes)


def test_max_points_up_and_min_points_down():
    root = ElementTree.fromstring(to_svg(lecture("alphabeta", "python")))
    for element in shapes(root):
        if element.tag == f"{SVG}polygon":
            left, right, tip = ([float(number) for number in corner.split(",")] for corner in element.get("points").split())
            assert left[1] == right[1]
            assert (tip[1] < left[1]) == (element.get("class") == "node max")  # y grows downwards


def test_svg_says_what_was_compared():
    texts = [element.text for element in ElementTree.fromstring(to_svg(lecture("alphabeta", "python"))).iter(f"{SVG}text")]
    assert texts.count("alpha cutoff:") == texts.count("2 ≤ 3") == 1
    assert texts.count("[−∞, +∞]") == texts.count("[3, +∞]") == 2
    assert "alphabeta() · 11 nodes entered · value 3 for MAX" in texts


def test_parents_are_centred_and_everyone_has_the_room_asked_for(tree):
    picture = Picture(tree)
    places = picture.places
    rows = {}
    for index, place in enumerate(places):
        rows.setdefault(place.y, []).append(place)
        children = [other.x for other in places if other.parent == index]
        if children:
            assert place.x == pytest.approx((children[0] + children[-1]) / 2)
    for row in rows.values():
        for one, other in pairwise(row):
            room = picture._extent(one.node, one.depth)[1] + picture._extent(other.node, other.depth)[0]
            assert other.x - one.x >= room - 1e-6


def box_of(element):
    """Left, top, right and bottom of a shape or a text; texts and triangles are taken to be slimmer than they are."""
    number = {name: float(value) for name, value in element.attrib.items() if re.fullmatch(r"-?[\d.]+", value)}
    if element.tag == f"{SVG}polygon":
        corners = [[float(number) for number in corner.split(",")] for corner in element.get("points").split()]
        (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*corners, strict=True))
        return left + 0.2 * (right - left), top, right - 0.2 * (right - left), bottom
    if element.tag == f"{SVG}rect":
        return number["x"], number["y"], number["x"] + number["width"], number["y"] + number["height"]
    width, height = 0.5 * number["font-size"] * len(element.text), 0.7 * number["font-size"]
    left = number["x"] - (0 if element.get("text-anchor") == "start" else width / 2)
    return left, number["y"] - height, left + width, number["y"]


def overlapping(boxes):
    """Pairs of boxes that overlap, found by sweeping from left to right."""
    boxes = sorted(boxes)
    for index, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[index + 1 :]:
            if other[0] >= right:
                break
            if other[1] < bottom and other[3] > top:
                yield (left, top, right, bottom), other


def is_inside(text, frame):
    """Whether the middle of a text is in a frame: then it is the value of that node."""
    x, y = (text[0] + text[2]) / 2, (text[1] + text[3]) / 2
    return frame[0] < x < frame[2] and frame[1] < y < frame[3]


def test_nothing_is_drawn_on_top_of_anything(tree):
    root = ElementTree.fromstring(to_svg(tree))
    drawing = next(group for group in root if group.get("text-anchor") == "middle")
    texts = [box_of(text) for text in drawing.iter(f"{SVG}text")]
    assert len(texts) >= sum(node.kind != "pruned" for node in tree.walk())
    assert list(overlapping(texts)) == []
    frames = [box_of(shape) for shape in shapes(root)]
    outside = [text for text in texts if not any(is_inside(text, frame) for frame in frames)]
    assert list(overlapping(frames + outside)) == []


def test_leaves_are_spaced_evenly():
    leaves = [place.x for place in Picture(lecture("minimax", "python")).places if not place.node.children]
    steps = {round(right - left, 6) for left, right in pairwise(leaves)}
    assert len(steps) == 1


def test_very_deep_trees_can_be_drawn_and_stored():
    deep = chain(5000)
    assert len(shapes(ElementTree.fromstring(to_svg(deep)))) == 5000
    assert to_dot(deep).count("->") == 4999
    assert to_text(deep).count("\n") == 5000
    assert len(to_text(deep)) < 2_000_000  # bars are counted, not drawn, far down
    assert Tree.from_json(deep.to_json()).dumps() == deep.dumps()
