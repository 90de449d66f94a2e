"""Rows of a state that change their length for a moment: `s.boxes.remove(here)`, then `s.boxes.append(there)`.

A row has its length for good, so it cannot be shorter in the meantime. But some statements in a row, which do nothing else with the
state, may work on a list instead that is written back when it has its length again. What fails on the way, Python is asked.
"""

from __future__ import annotations

import ast
from functools import lru_cache

from zermelo.compile.exceptions import Exceptions
from zermelo.compile.frame import NODES, Frame
from zermelo.compile.source import Refusal
from zermelo.compile.values import Known, RowValue, Run

CHANGES = {"append": 1, "insert": 1, "pop": -1, "remove": -1, "sort": 0, "reverse": 0, "index": 0, "count": 0}
"""Methods of a row, and by how much they change its length."""
READERS = ("len", "min", "max", "sum", "abs", "int", "divmod")
NEVER_INSIDE = (
    *(ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await),
    *(ast.Slice, ast.Starred, ast.IfExp, ast.BoolOp),
)


class RowChanges(Exceptions):
    """Adds changes of the length of a row that other changes undo."""

    def row_window(self, statements: list[ast.stmt]) -> tuple[ast.Attribute, int] | None:
        """A row that these statements change, and after how many of them it has its length again; None if that is not so."""
        row = _first_changed_row(statements[0])
        if row is None or not self.replaces_row(row):
            return None
        balance = 0
        for number, statement in enumerate(statements, 1):
            change = self.length_change(statement, row)
            if change is None:
                return None
            balance += change
            if balance == 0:
                return row, number
        return None

    def keep_names(self, row: RowValue, node: ast.AST) -> None:
        """A new list for a row: Python is asked if a name that is read later means the old one, which would change here."""
        for (frame, name), value in list(self.env.items()):
            if (
                isinstance(value, RowValue)
                and frame is not None
                and (frame is not self.frame or _is_read_after(frame, name, node))
            ):
                self.check(self.code.op(f"icmp ne ptr {value.pointer}, {row.pointer}"), None)

    def replaces_row(self, target: ast.expr) -> bool:
        """Whether an expression is a whole row of a state."""
        if isinstance(target, ast.Tuple | ast.List):
            return any(self.replaces_row(each) for each in target.elts)
        if not isinstance(target, ast.Attribute) or not isinstance(target.value, ast.Name):
            return False
        field = self.module.layout.fields.get(target.attr)
        return field is not None and field.length is not None and self.state_of(self.expr(target.value))

    def length_change(self, statement: ast.stmt, row: ast.Attribute) -> int | None:
        """By how much a statement changes the length of a row; None if it may see or do anything else."""
        if not isinstance(statement, ast.Expr | ast.Assign | ast.AugAssign):
            return None
        parents = {id(child): parent for parent in ast.walk(statement) for child in ast.iter_child_nodes(parent)}
        total = 0
        for node in ast.walk(statement):
            parent = parents.get(id(node))
            match node:
                case ast.Call(func=ast.Attribute(value=owner, attr=name)):
                    if ast.dump(owner) != ast.dump(row) or name not in CHANGES or node.keywords:
                        return None
                    total += CHANGES[name]
                case ast.Call(func=ast.Name(id=name)):
                    if name not in READERS or self.frame.owner(name) is not None or node.keywords:
                        return None
                case ast.Call():
                    return None
                case ast.Attribute(value=ast.Name()) if self.replaces_row(_read(node)):
                    if not _is_used(node, parent):
                        return None
                case ast.Name(ctx=ast.Load()):
                    if not self.is_harmless(node, parent, row):
                        return None
                case _ if isinstance(node, NEVER_INSIDE):
                    return None
        return total

    def is_harmless(self, node: ast.Name, parent: ast.AST | None, row: ast.Attribute) -> bool:
        """Whether a name is that of a number, or that of a state and only its fields are used: of another state, no row."""
        assert isinstance(row.value, ast.Name)
        field = self.module.layout.fields.get(parent.attr) if isinstance(parent, ast.Attribute) else None
        if field is not None and (node.id == row.value.id or field.length is None):
            return self.state_of(self.expr(node))
        if isinstance(parent, ast.Call) and parent.func is node:
            return True
        owner = self.frame.owner(node.id)
        value = Known(0) if owner is None else self.env.get((owner, node.id))
        return value is None or isinstance(value, Known) or self.is_number(value)

    def is_number(self, value: object) -> bool:
        return isinstance(value, Run) and not isinstance(value, RowValue) and value.type.parts in (("i64",), ("i1",), ("double",))

    def change_row(self, row: ast.Attribute, statements: list[ast.stmt]) -> None:
        """Run statements on a list instead of a row, and write it back."""
        assert isinstance(row.value, ast.Name)
        state, place = self.expr(row.value), self.expr(_read(row))
        if not isinstance(state, Run) or not isinstance(place, RowValue):
            return
        if self.module.read_only:
            raise Refusal(row, f"facts and kinds of moves may only read the state, but this changes `{row.attr}`")
        made = self.as_list(place, self.module.twin(row))
        before, self.row_list = self.row_list, (state.operand, row.attr, made)
        asks, self.asks_python = self.asks_python, True
        try:
            for statement in statements:
                self.statement(statement)
            self.replace_row(place, made, row)
        finally:
            self.row_list, self.asks_python = before, asks


def _is_read_after(frame: Frame, name: str, node: ast.AST) -> bool:
    """Whether a name may be read when a statement is done: below it, or in a loop around it."""
    line = getattr(node, "end_lineno", 0)
    loops = [each for each in ast.walk(frame.source.tree) if isinstance(each, ast.For | ast.While)]
    first = min((each.lineno for each in loops if each.lineno <= line <= (each.end_lineno or 0)), default=line + 1)
    names = [each for each in ast.walk(frame.source.tree) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)]
    return any(each.id == name and each.lineno >= first for each in names)


@lru_cache(NODES)
def _first_changed_row(statement: ast.stmt) -> ast.Attribute | None:
    """The row in the first call such as `s.row.append(1)`."""
    for node in ast.walk(statement):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(value=ast.Name()) as row, attr=name)) if CHANGES.get(name):
                return row
    return None


def _read(node: ast.Attribute) -> ast.Attribute:
    """The same place, to be read."""
    return ast.copy_location(ast.Attribute(node.value, node.attr, ast.Load()), node)


def _is_used(node: ast.Attribute, parent: ast.AST | None) -> bool:
    """Whether a row is used for an entry, a method, a number or a question only, so that it gets no second name."""
    match parent:
        case ast.Subscript():
            return parent.value is node
        case ast.Attribute():
            return True
        case ast.Compare(ops=[ast.In() | ast.NotIn()]):
            return node in parent.comparators
        case ast.Call(func=ast.Name(id=name)):
            return name in READERS
    return False
