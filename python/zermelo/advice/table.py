"""An advice table as plain data: rules, pieces of advice, and trees of facts and of moves. Nothing here depends on a game.

A **table** is an ordered list of rules. A **rule** has a precondition and either an ordered list of pieces of advice, by name, or
the name of another table to hand over to. A **piece of advice** says which goal to reach (`better`), what must hold all the time
(`holding`), which moves we may make (`us`) and which replies to consider (`them`).

Conditions and goals are trees of facts. Constraints are trees of moves:

| facts               | written        | moves                | written             | means                                     |
|---------------------|----------------|----------------------|---------------------|-------------------------------------------|
| `Fact("won")`       | `won`          | `Kind("rook_move")`  | `rook_move`         | moves of this kind, greatest number first |
| `Not(a)`            | `not a`        | `Depth("<", 3)`      | `depth < 3`         | any move, if the depth allows it          |
| `And((a, b))`       | `a and b`      | `Filter((a, b))`     | `a and b`           | moves of both, in the order of the first  |
| `Or((a, b))`        | `a or b`       | `Then((a, b))`       | `a then b`          | moves of a, then the other moves of b     |

These are frozen dataclasses: compare them, pickle them, walk them. Build them with operators, `Fact("won") | ~Fact("lost")` and
`(at(0) & Kind("legal")).then(at(2) & Kind("checking"))`, or read them from text with `facts` and `moves` of
`zermelo.advice.language`. `str` gives the text in the language. `postfix` is a compact form for other engines: operands first,
then each operator with the number of its operands. Comparison ignores the place in the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, Union

from zermelo import html
from zermelo.advice.errors import SourcePlace

FIRST, FALL_THROUGH = "first", "fall_through"
STRATEGIES = (FIRST, FALL_THROUGH)
"""`first`: only the first rule whose precondition holds is tried, as in Bratko's book. `fall_through`: if all of its advice
fails, the next rule whose precondition holds is tried."""
_Part = TypeVar("_Part")

Step: TypeAlias = tuple[str, str | int]
"""One step of a postfix form: ("fact", name), ("kind", name), ("=", depth), ("<", depth), or ("not", 1), ("and", n), ("or", n),
("then", n), which take the last n values."""


@dataclass(frozen=True)
class _Placed:
    place: SourcePlace | None = field(default=None, compare=False, repr=False, kw_only=True)
    """Its place in the text, if it was read from one."""

    def _repr_html_(self) -> str:
        return html.written(str(self))


class _Facts(_Placed):
    def __and__(self, other: Facts) -> And:
        return And((*_parts(self, And), *_parts(other, And)))

    def __or__(self, other: Facts) -> Or:
        return Or((*_parts(self, Or), *_parts(other, Or)))

    def __invert__(self) -> Not:
        return Not(self)  # type: ignore[arg-type]


class _Moves(_Placed):
    def __and__(self, other: Moves) -> Filter:
        return Filter((*_parts(self, Filter), *_parts(other, Filter)))

    def then(self, other: Moves) -> Then:
        """These moves, followed by the others."""
        return Then((*_parts(self, Then), *_parts(other, Then)))


@dataclass(frozen=True)
class _Named(_Placed):
    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class _Row(_Placed, Generic[_Part]):
    parts: tuple[_Part, ...]
    word: ClassVar[str]
    """The word between the parts."""

    def __str__(self) -> str:
        """The parts, in brackets where they are needed: `and` binds more tightly than `or` and `then`."""
        tight = [f"({part})" if isinstance(part, _Row) and self.word in ("and", part.word) else str(part) for part in self.parts]
        return f" {self.word} ".join(tight)


class Fact(_Named, _Facts):
    """A fact by name."""


@dataclass(frozen=True)
class Not(_Facts):
    """The part does not hold."""

    part: Facts

    def __str__(self) -> str:
        return f"not ({self.part})" if isinstance(self.part, _Row) else f"not {self.part}"


class And(_Row["Facts"], _Facts):
    """All parts hold. They are evaluated in order, up to the first that does not."""

    word = "and"


class Or(_Row["Facts"], _Facts):
    """At least one part holds. They are evaluated in order, up to the first that does."""

    word = "or"


class Kind(_Named, _Moves):
    """Moves of a kind, by name."""


@dataclass(frozen=True)
class Depth(_Moves):
    """Any move, if the depth in plies from the root equals the number, or is less than it."""

    sign: str
    """"=" or "<"."""
    number: int

    def allows(self, depth: int) -> bool:
        return depth == self.number if self.sign == "=" else depth < self.number

    def __str__(self) -> str:
        return f"depth {self.sign} {self.number}"


class Filter(_Row["Moves"], _Moves):
    """Moves that are in all parts, in the order of the first part that is not about depth, or else of the legal moves."""

    word = "and"


class Then(_Row["Moves"], _Moves):
    """All moves of the first part, then the remaining moves of the next, and so on."""

    word = "then"


Facts: TypeAlias = Union[Fact, Not, And, Or]  # noqa: UP007  (classes that refer to each other)
Moves: TypeAlias = Union[Kind, Depth, Filter, Then]  # noqa: UP007
Expression: TypeAlias = Union[Facts, Moves]  # noqa: UP007

TRUE, NONE = Fact("true"), Kind("none")


def at(depth: int) -> Depth:
    """`depth = n`: n plies after the root."""
    return Depth("=", depth)


def below(depth: int) -> Depth:
    """`depth < n`: less than n plies after the root."""
    return Depth("<", depth)


@dataclass(frozen=True)
class Advice(_Placed):
    """A piece of advice: reach `better` while `holding` stays true, with our moves from `us`, against the replies in `them`."""

    name: str
    better: Facts
    holding: Facts = TRUE
    us: Moves = Depth("=", 0)
    them: Moves = NONE

    def __str__(self) -> str:
        lines = [f"advice {self.name}:", f"    better:   {self.better}"]
        if self.holding != TRUE:
            lines.append(f"    holding:  {self.holding}")
        lines.append(f"    us:       {self.us}")
        if self.them != NONE:
            lines.append(f"    them:     {self.them}")
        return "\n".join(lines)


@dataclass(frozen=True)
class Rule(_Placed):
    """If the precondition holds at the root, try these pieces of advice in order, or hand over to another table."""

    name: str
    condition: Facts
    advice: tuple[str, ...] = ()
    """The names of pieces of advice; empty if the rule hands over."""
    table: str | None = None
    """The name of the table to hand over to."""
    mentions: tuple[SourcePlace, ...] = field(default=(), compare=False, repr=False, kw_only=True)
    """The place of each name above."""

    def mentioned(self, index: int) -> SourcePlace | None:
        """Where the rule names a piece of advice, or the other table."""
        return self.mentions[index] if self.mentions else self.place

    def __str__(self) -> str:
        what = f"use {self.table}" if self.table is not None else f"then {', '.join(self.advice)}"
        return f"rule {self.name}: if {self.condition} {what}"


@dataclass(frozen=True)
class AdviceTable(_Placed):
    """An advice table.

    >>> win = Advice("win", better=Fact("won"), us=at(0) & Kind("legal"))
    >>> print(AdviceTable("mate", game="chess", rules=(Rule("always", TRUE, ("win",)),), advice=(win,)))
    table mate for chess
    <BLANKLINE>
    rule always: if true then win
    <BLANKLINE>
    advice win:
        better:   won
        us:       depth = 0 and legal
    """

    name: str
    game: str
    """The game, as `zermelo.find` takes it."""
    rules: tuple[Rule, ...]
    advice: tuple[Advice, ...] = ()
    knowledge: str | type | None = None
    """The class with its words: its name, file.py:Class, or the class itself; None if built-in words are enough."""
    strategy: str = FIRST
    file: str | None = field(default=None, compare=False, kw_only=True)
    """The file that it was read from."""

    def piece(self, name: str) -> Advice:
        """The piece of advice with this name."""
        return next(advice for advice in self.advice if advice.name == name)

    def words(self) -> Iterator[Fact | Kind]:
        """Every mention of a fact or kind of move, in the order of the text: rules first, then advice."""
        trees: list[Expression] = [rule.condition for rule in self.rules]
        for advice in self.advice:
            trees += [advice.better, advice.holding, advice.us, advice.them]
        return (node for tree in trees for node in walk(tree) if isinstance(node, Fact | Kind))

    @property
    def called_knowledge(self) -> str:
        """The name of its knowledge class; empty if there is none."""
        return self.knowledge.__name__ if isinstance(self.knowledge, type) else self.knowledge or ""

    def __str__(self) -> str:
        using = f" using {self.called_knowledge}" if self.knowledge is not None else ""
        parts = [f"table {self.name} for {self.game}{using}"]
        if self.strategy != FIRST:
            parts[0] += f"\nstrategy: {self.strategy}"
        if self.rules:
            parts.append("\n".join(map(str, self.rules)))
        return "\n\n".join([*parts, *map(str, self.advice)])


def postfix(tree: Expression) -> tuple[Step, ...]:
    """The tree in postfix form, operands first. The Rust twin reads this form.

    >>> postfix(Fact("won") | ~Fact("lost") & Fact("over"))
    (('fact', 'won'), ('fact', 'lost'), ('not', 1), ('fact', 'over'), ('and', 2), ('or', 2))
    >>> postfix((at(0) & Kind("legal")).then(below(3)))
    (('=', 0), ('kind', 'legal'), ('and', 2), ('<', 3), ('then', 2))
    """
    match tree:
        case Fact(name):
            return (("fact", name),)
        case Kind(name):
            return (("kind", name),)
        case Depth(sign, number):
            return ((sign, number),)
        case Not(part):
            return (*postfix(part), ("not", 1))
    return (*(step for part in tree.parts for step in postfix(part)), (tree.word, len(tree.parts)))


def walk(tree: Expression) -> Iterator[Expression]:
    """A tree and all its parts, from left to right."""
    yield tree
    for part in (tree.part,) if isinstance(tree, Not) else getattr(tree, "parts", ()):
        yield from walk(part)


def is_about_depth(tree: Moves) -> bool:
    """Whether a constraint depends on depth alone, so that it filters but gives no order."""
    if isinstance(tree, Filter | Then):
        return all(map(is_about_depth, tree.parts))
    return isinstance(tree, Depth)


def _parts(tree: Any, cls: type[Any]) -> tuple[Any, ...]:
    """The parts of a tree of this class, or the tree itself, so that `a & b & c` is one And of three parts."""
    return tree.parts if isinstance(tree, cls) else (tree,)
