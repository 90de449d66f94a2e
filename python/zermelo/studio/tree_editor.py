"""The dialog in which a tree is edited by clicking; the text of the tree follows what is clicked, and the other way round.

`tree_draft` knows what each click changes, `assets/tree_editor.js` draws the tree and sends what is clicked.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from zermelo.errors import GameError
from zermelo.games.tree import SEATS
from zermelo.hosting.limits import MOST_TEXT
from zermelo.studio import elements
from zermelo.studio.frame import Visit
from zermelo.studio.recordings import FIRST_TREE
from zermelo.studio.tree_draft import CHANCE_NODE, LEAF, Path, TreeDraft, typed_tree
from zermelo.studio.tree_picture import picture
from zermelo.trees.drawing import words

_ROOM = 22.0
"""Room below each row of the picture for the buttons of a node."""
_PLAYERS = {0: "MAX and MIN", **{number: f"{number} players" for number in range(2, len(SEATS) + 1)}}


class EditableTree(ui.element, component=elements.ASSETS / "tree_editor.js"):
    def __init__(self, on_choose: Callable[[int], None], on_edit: Callable[[str, int, str], None]) -> None:
        super().__init__()
        self._props |= {"picture": None, "label": "The tree", "selected": -1, "panel": None}
        self.on("choose", lambda event: on_choose(_number(event)))
        self.on("edit", lambda event: on_edit(_text(event, "action"), _number(event), _text(event, "value")))

    def show(self, drawn: dict[str, Any], label: str, selected: int, panel: dict[str, Any] | None) -> None:
        self._props |= {"picture": drawn, "label": label, "selected": selected, "panel": panel}
        self.update()


class TreeEditor:
    """`open` it with a tree; `on_watch` gets the text of the edited tree."""

    def __init__(self, visit: Visit, on_watch: Callable[[str], Awaitable[object]]) -> None:
        self.visit, self.draft = visit, TreeDraft()
        self.on_watch = on_watch
        self.path: Path | None = None
        """The place of the selected node."""
        with ui.dialog().props('aria-label="Edit the tree"') as self.dialog, ui.card().classes("form tree-dialog"):
            with ui.element("div").classes("row"):
                elements.heading("Edit the tree", 1)
                self.players = ui.select(_PLAYERS, value=0, label="Players", on_change=self._set_players).props("outlined dense")
            ui.label(
                "Click a leaf to change its number, or any node to add a branch below it, to remove it or to make it chance."
            ).classes("soft")
            self.tree = EditableTree(self._choose, self._edit)
            self.error = elements.error_label()
            self.text = elements.code_field("The tree as text").props(f"debounce=400 maxlength={MOST_TEXT}")
            self.text.on_value_change(self._typed)
            with ui.element("div").classes("row"):
                elements.button("Watch", self._watch, main=True)
                self.undo = elements.button("Undo", self._undo)
                elements.button("Cancel", self.dialog.close)

    async def open(self, text: str) -> None:
        """Edit a tree; the first one of the lecture if the text is something else."""
        self.error.text = ""
        tree = text if text.strip()[:1] in ("[", "{", "(") else FIRST_TREE
        try:
            self.draft = await self.visit.workers.quick(lambda: TreeDraft(tree))
        except GameError as error:
            self.draft, self.error.text = TreeDraft(), f"{error}; this is another tree"
        self.path = None
        self._show()
        self.dialog.open()

    # What the visitor does

    def _choose(self, node: int) -> None:
        if self._is_there(node):
            self.path = tuple(self.draft.game.path(node))
            self._show()

    def _edit(self, action: str, node: int, value: str) -> None:
        draft = self.draft
        if not self._is_there(node):
            return
        actions: dict[str, Callable[[], None]] = {
            "add": lambda: draft.add(node),
            "remove": lambda: draft.remove(node),
            "numbers": lambda: draft.set_numbers(node, value),
            "odds": lambda: draft.set_odds(node, value),
            "kind": lambda: draft.set_kind(node, value),
        }
        if action in actions:
            self.path = tuple(draft.game.path(node))
            with elements.errors_in(self.error):
                actions[action]()
                if action == "remove":
                    self.path = self.path[:-1]
                self.path = self._next_leaf() if action == "numbers" else self.path
            self._show()

    def _next_leaf(self) -> Path | None:
        """The leaf to the right of the selected one, so that numbers can be typed one after the other."""
        game = self.draft.game
        leaves = sorted(tuple(game.path(node)) for node, count in enumerate(game.count) if not count)
        return next((leaf for leaf in leaves if self.path is not None and leaf > self.path), self.path)

    async def _typed(self) -> None:
        text = str(self.text.value or "")[:MOST_TEXT]
        if text == self.draft.text:
            return
        with elements.errors_in(self.error):
            game = await self.visit.workers.quick(lambda: typed_tree(text))
            if text == str(self.text.value or ""):  # the visitor may have typed on
                self.draft.take(game)
                self._show(text=False)

    def _set_players(self) -> None:
        if int(self.players.value or 0) != self._players:  # else the menu only follows the tree
            with elements.errors_in(self.error):
                self.draft.set_players(int(self.players.value or 0))
            self._show()

    @property
    def _players(self) -> int:
        """The choice of the menu that fits the tree."""
        return self.draft.game.seats if self.draft.several else 0

    def _undo(self) -> None:
        self.draft.undo()
        self.error.text = ""
        self._show()

    async def _watch(self) -> None:
        self.dialog.close()
        await self.on_watch(self.draft.text)

    # What the visitor sees

    def _show(self, text: bool = True) -> None:
        """Show the tree; its text only if the visitor is not typing it."""
        draft = self.draft
        node = -1 if self.path is None else draft.node(self.path)
        self.tree.show(picture(draft.game, room=_ROOM), f"The tree {draft.text}", node, self._panel(node))
        if text:
            self.text.value = draft.text
        self.players.value = self._players

    def _panel(self, node: int) -> dict[str, Any] | None:
        """The fields for the selected node."""
        if node < 0:
            return None
        draft, game = self.draft, self.draft.game
        kind, kinds = draft.kind(node), draft.kinds(node)
        place = f"branch {' '.join(map(str, game.path(node)))}" if node else "root"
        made = {"title": place, "kind": kind, "kinds": list(kinds.items()), "field": "", "value": "", "action": "", "wide": 8}
        if kind == LEAF:
            label = "Numbers of " + ", ".join(game.players) if draft.several else "Number for MAX"
            made |= {"field": label, "value": game.leaf_text(node).strip("()"), "action": "numbers", "wide": 4 + 4 * game.seats}
        elif kind == CHANCE_NODE:
            shares = ", ".join(words.odds(game.odds[child]) for child in game.children(node))
            made |= {"field": "Probabilities", "value": shares, "action": "odds", "wide": 18}
        return made

    def _is_there(self, node: int) -> bool:
        return 0 <= node < len(self.draft.game.parent)


def _number(event: GenericEventArguments) -> int:
    """The node of an event, checked, because a page may send anything; -1 if there is none."""
    value = event.args.get("node") if isinstance(event.args, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else -1


def _text(event: GenericEventArguments, name: str) -> str:
    value = event.args.get(name) if isinstance(event.args, dict) else None
    return value[:MOST_TEXT] if isinstance(value, str) else ""
