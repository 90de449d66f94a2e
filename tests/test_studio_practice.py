"""The page Practice and the tree editor in a real browser: answers by clicking and by keys, the score, and trees that are edited."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest

from zermelo.practice import KINDS, question
from zermelo.practice.answers import number_text

EVIL = '<img src=x onerror="window.harmed=1">'


def asked(visitor, kind, level, seed, number=1):
    """The question that the page shows by now."""
    wanted = question(kind, level, seed, number)
    visitor.wait("tree => document.querySelector('.written')?.innerText == tree", wanted.game.text())
    visitor.wait("() => document.querySelector('.tree .node')")
    return wanted


def click(visitor, node):
    visitor.page.click(f'.tree [data-node="{node}"]')


def until_verdict(visitor, words):
    visitor.wait("words => document.querySelector('.verdict').innerText.includes(words)", words)


def fill(visitor, *texts):
    for place, text in enumerate(texts):
        visitor.page.locator(".fields-of-answer input").nth(place).fill(text)


# Practice


def test_values_are_typed_or_clicked_and_the_score_is_handed_in(visitor):
    visitor.go("/practice?seed=7&kind=minimax&level=2")
    first = asked(visitor, "minimax", 2, 7)
    assert visitor.page.inner_text("h1") == first.text
    assert visitor.page.locator(".node.asked").get_attribute("data-node") == str(first.marked)
    fill(visitor, "three")
    visitor.press("Check")
    visitor.until_told("`three` is not a number")
    fill(visitor, "99")
    visitor.press("Check")
    until_verdict(visitor, f"Not right: the value is {first.answer}, not 99.")
    told = visitor.page.locator(".answer .reasons li").all_inner_texts()
    assert tuple(told) == first.reasons
    visitor.press("Next question")
    second = asked(visitor, "minimax", 2, 7, 2)
    leaf = next(
        node
        for node, count in enumerate(second.game.count)
        if not count and second.game.leaf_text(node) == str(int(second.answer.value))
    )
    click(visitor, leaf)
    visitor.wait("value => document.querySelector('.fields-of-answer input').value == value", str(int(second.answer.value)))
    visitor.page.locator(".fields-of-answer input").first.press("Enter")
    until_verdict(visitor, f"Right: {second.answer}.")
    visitor.wait("() => document.body.innerText.includes('Minimax: 1 of 2')")
    visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.press("Copy the score")
    visitor.until_told("The score is copied")
    assert "minimax, level 2, seed 7: 1 of 2 right" in visitor.page.evaluate("navigator.clipboard.readText()")
    with visitor.page.expect_download() as waiting:
        visitor.press("Download the score")
    text = Path(waiting.value.path()).read_text()
    assert "minimax, level 2, seed 7: 1 of 2 right" in text
    assert "/practice?seed=7&kind=minimax&level=2" in text
    assert f"wrong, 99; right is {first.answer}" in text


def test_windows_and_cutoffs(visitor):
    visitor.go("/practice?seed=7&kind=alphabeta&level=2")
    first = asked(visitor, "alphabeta", 2, 7)
    fill(visitor, number_text(first.answer.alpha))
    visitor.press("β = +∞")
    visitor.press("Check")
    until_verdict(visitor, f"Right: {first.answer}.")
    visitor.press("Next question")
    second = asked(visitor, "alphabeta", 2, 7, 2)
    visitor.press("Check")
    visitor.until_told("click at least one branch that is never searched")
    for node in second.answer.branches:
        click(visitor, node)
        visitor.wait("node => document.querySelector(`[data-node='${node}']`).getAttribute('aria-pressed') == 'true'", str(node))
    assert visitor.page.locator(".edge .stroke").count() == len(second.answer.branches)
    visitor.press("Check")
    until_verdict(visitor, "Right: ")
    assert visitor.page.locator(".node.found").count() == len(second.answer.branches)
    assert "cutoff" in visitor.page.inner_text(".answer .reasons")
    with visitor.page.expect_popup() as opened:
        visitor.page.get_by_role("link", name="Watch this search").click()
    opened.value.wait_for_function("() => document.querySelector('.zp h1')?.innerText.startsWith('tree([[')")
    opened.value.close()


def test_marking_a_branch_marks_all_below_it(visitor):
    visitor.go("/practice?seed=7&kind=alphabeta&level=3&question=2")
    asked(visitor, "alphabeta", 3, 7, 2)
    for node, gone in ((3, 3), (1, 7), (1, 0)):  # a branch with two leaves; the one above it; and back
        click(visitor, node)
        visitor.wait("gone => document.querySelectorAll('.node.gone').length == gone", gone)


@pytest.mark.parametrize("kind", ["move", "maxn", "paranoid"])
def test_moves_are_chosen_with_keys_alone(visitor, kind):
    visitor.go(f"/practice?seed=3&kind={kind}&level=3")
    wanted = asked(visitor, kind, 3, 3)
    wrong = next(node for node in wanted.game.children(0) if node != wanted.answer.branch)
    visitor.page.focus(f'[data-node="{wanted.game.first[0]}"]')
    keys = visitor.page.keyboard
    keys.press("Enter")
    visitor.wait("() => document.querySelectorAll('.node.chosen').length == 1")
    for _ in range(wanted.answer.branch - wanted.game.first[0]):
        keys.press("ArrowRight")
    keys.press(" ")
    visitor.wait("node => document.querySelector('.node.chosen')?.dataset.node == node", str(wanted.answer.branch))
    visitor.page.get_by_role("button", name="Check").focus()
    keys.press("Enter")
    until_verdict(visitor, f"Right: {wanted.answer}.")
    assert visitor.page.locator(f'[data-node="{wrong}"][role="button"]').count() == 0, "it is answered"


def test_chance_takes_fractions(visitor):
    visitor.go("/practice?seed=7&kind=chance&level=1")
    wanted = asked(visitor, "chance", 1, 7)
    fill(visitor, f"{round(wanted.answer.value * 2)}/2")
    visitor.press("Check")
    until_verdict(visitor, f"Right: {wanted.answer}.")


def test_an_address_gives_the_same_questions_and_the_page_keeps_it(visitor):
    visitor.go("/practice?seed=12&kind=move&level=2")
    asked(visitor, "move", 2, 12)
    visitor.press("Level 4")
    asked(visitor, "move", 4, 12)
    visitor.press("Paranoid")
    asked(visitor, "paranoid", 4, 12)
    visitor.page.get_by_label("Seed").fill("77")
    visitor.press("Use this seed")
    asked(visitor, "paranoid", 4, 77)
    visitor.wait("() => location.search == '?seed=77&kind=paranoid&level=4'")
    visitor.page.reload()
    asked(visitor, "paranoid", 4, 77)
    visitor.page.get_by_label("Seed").fill("x")
    visitor.press("Use this seed")
    visitor.until_told("`x` is not a seed; give a whole number from 0 to 999999999")


@pytest.mark.parametrize(
    "query",
    [f"seed={quote(EVIL)}&kind={quote(EVIL)}&level={quote(EVIL)}", "seed=-1&level=99&question=0", f"seed={'9' * 500}", ""],
)
def test_any_address_gives_a_page(visitor, query):
    visitor.go(f"/practice?{query}")
    visitor.wait("() => document.querySelector('.tree .node')")
    assert visitor.page.evaluate("[window.harmed === undefined, document.querySelectorAll('img[src=x]').length]") == [True, 0]


@pytest.mark.parametrize("kind", KINDS)
def test_on_a_phone_the_page_does_not_scroll_sideways(visitor, kind):
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    visitor.go(f"/practice?seed=7&kind={kind}&level=5")
    asked(visitor, kind, 5, 7)
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_everything_that_can_be_clicked_has_a_name(visitor):
    visitor.go("/practice?seed=7&kind=alphabeta&level=3&question=2")
    asked(visitor, "alphabeta", 3, 7, 2)
    nameless = """[...document.querySelectorAll('main [role=button], main button, main a, main input')]
        .filter(e => e.getClientRects().length && !(e.ariaLabel || e.innerText || e.labels?.length)).length"""
    assert visitor.page.evaluate(nameless) == 0
    assert visitor.page.evaluate("[...document.querySelectorAll('.tree [role=button]')].every(e => e.tabIndex == 0)")


# The tree editor


def until_text(visitor, text):
    visitor.wait("text => document.querySelector('.tree-dialog > .mono input')?.value == text", text)


def edit(visitor, tree):
    """Open the editor with a tree."""
    visitor.go(f"/watch?game={quote(tree)}")
    visitor.wait("() => document.querySelector('.zp')")
    visitor.press("Edit the tree")
    visitor.wait("() => document.querySelector('.tree-editor .node')")
    until_text(visitor, tree)


def test_the_text_follows_what_is_clicked(visitor):
    edit(visitor, "[[3, 12], [2, 4]]")
    click(visitor, 3)
    visitor.page.get_by_label("Number for MAX").fill("-5")
    visitor.page.keyboard.press("Enter")
    until_text(visitor, "[[-5, 12], [2, 4]]")
    visitor.wait("() => document.querySelector('.panel .place').innerText == 'branch 1 2'")
    visitor.wait("() => document.activeElement.closest('.panel') && document.activeElement.value == '12'")
    visitor.page.keyboard.type("7")
    visitor.page.keyboard.press("Enter")
    until_text(visitor, "[[-5, 7], [2, 4]]")
    click(visitor, 2)
    visitor.page.click("[data-tool=add]")
    until_text(visitor, "[[-5, 7], [2, 4, 0]]")
    visitor.page.locator(".panel select").select_option(label="chance")
    until_text(visitor, "[[-5, 7], {1/3: 2, 1/3: 4, 1/3: 0}]")
    visitor.page.get_by_label("Probabilities").fill("1/2, 1/4, 1/4")
    visitor.page.keyboard.press("Enter")
    until_text(visitor, "[[-5, 7], {0.5: 2, 0.25: 4, 0.25: 0}]")
    visitor.page.get_by_label("Probabilities").fill("1/2, 1/4, 1/5")
    visitor.press("Set")
    visitor.until_told("add up to 0.95 instead of 1")
    click(visitor, 1)
    visitor.page.click("[data-tool=remove]")
    until_text(visitor, "[{0.5: 2, 0.25: 4, 0.25: 0}]")
    visitor.press("Undo")
    until_text(visitor, "[[-5, 7], {0.5: 2, 0.25: 4, 0.25: 0}]")
    visitor.page.locator(".tree-dialog").get_by_role("button", name="Watch").click()
    visitor.wait("() => document.querySelector('.zp header')?.innerText.includes('expectiminimax()')")
    assert visitor.page.get_by_label("Tree or game").input_value() == "[[-5, 7], {0.5: 2, 0.25: 4, 0.25: 0}]"


def test_the_picture_follows_what_is_typed(visitor):
    edit(visitor, "[[3, 12], [2, 4]]")
    field = visitor.page.get_by_label("The tree as text")
    field.fill("[[(1,2,3),(4,5,6)],[(7,8,9)]]")
    visitor.wait("() => document.querySelectorAll('.tree-editor .own1').length == 2")
    assert visitor.page.locator(".tree-editor .node .value").all_text_contents()[-1] == "(7, 8, 9)"
    visitor.wait("() => document.querySelector('.tree-dialog .q-select').innerText.includes('3 players')")
    assert field.input_value() == "[[(1,2,3),(4,5,6)],[(7,8,9)]]", "nothing is changed under the hands"
    field.fill("[[(1,2,3),(4,5,6)],[(7,8)]]")
    visitor.until_told("the leaf (7, 8) at 2 1, but (1, 2, 3) at 1 1")
    field.fill(f"[[1,{EVIL}]]")
    visitor.until_told("not valid JSON")
    field.fill("[[(1,2,3),(4,5,6)],[(7,8,9)]]")
    visitor.wait("() => !document.querySelector('.tree-dialog .error').innerText")
    visitor.page.locator(".tree-dialog").get_by_role("button", name="Watch").click()
    visitor.wait("() => document.querySelector('.zp header')?.innerText.includes('maxn()')")


def test_players_and_keys(visitor):
    edit(visitor, "[[3, 12], [2, 4]]")
    visitor.page.locator(".tree-dialog .q-select").click()
    visitor.page.get_by_role("option", name="3 players").click()
    until_text(visitor, "[[(3, 0, 0), (12, 0, 0)], [(2, 0, 0), (4, 0, 0)]]")
    visitor.page.focus('.tree-editor [data-node="0"]')
    keys = visitor.page.keyboard
    keys.press("ArrowDown")
    keys.press("ArrowRight")
    keys.press("Enter")
    visitor.wait("() => document.querySelector('.panel .place')?.innerText == 'branch 2'")
    visitor.press("Add a branch")
    until_text(visitor, "[[(3, 0, 0), (12, 0, 0)], [(2, 0, 0), (4, 0, 0), (0, 0, 0)]]")
    visitor.page.focus('.tree-editor [data-node="1"]')
    keys.press("Delete")
    until_text(visitor, "[[(2, 0, 0), (4, 0, 0), (0, 0, 0)]]")


def test_a_game_that_is_no_tree_opens_the_lectures_tree(visitor):
    visitor.go("/watch?game=tictactoe")
    visitor.wait("() => document.querySelector('.zp')")
    visitor.press("Edit the tree")
    until_text(visitor, "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]")
    visitor.press("Cancel")
    visitor.wait("() => !document.querySelector('.tree-dialog')")
