"""Random bodies of `evaluate` in the game of `tests/sandbox.py` that work with sets, for tests of the compiler.

Entries are numbers around the borders of what has a bit in a compiled set, pairs of such numbers, or words. Half of the programs never
read the order of a set. All end with a number that depends on what the sets contain.
"""

from __future__ import annotations

import random
import textwrap

NUMBERS = ["-300", "-3", "-1", "0", "1", "7", "8", "63", "64", "127", "128", "255", "256", "1000", "s.a", "s.b", "s.a % 7"]
NUMBERS += ["s.row[3]", "s.b + 200", "s.c % 400 - 50", "s.a * 3", "abs(s.b) * 2", "len(x)", "2 ** 40 + s.a", "s.a > 1", "True"]
SIDES = ["-3", "-2", "-1", "0", "1", "5", "12", "13", "14", "s.a", "s.b", "s.a % 16 - 2", "s.row[1]", "s.b > 0", "s.c % 9"]
WORDS = ['"red"', '"green"', '"blue"', "WORDS[s.a % 3]", "self.letters[s.b % 3]", '"b"']
RANGES = ["range(4)", "range(60, 68)", "range(-2, 3)", "range(250, 260)", "s.row", "(s.a, s.b, 5)"]
CHOSEN = "(frozenset({1, 2}), PRIMES, frozenset({-1, -2, 300, 301}), frozenset(range(20)))[s.a % 4]"
NAMES = ["x", "y", "z"]
HELPERS = """\
def grown(entries, item):
    entries.add(item)
    return entries

def without(entries, item):
    return entries - {item}
"""


class Program:
    """One body under construction."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.kind = self.dice.choice(["number", "number", "pair", "word"])
        self.reads_order = self.kind != "word" and self.dice.random() < 0.5
        self.lines: list[str] = []

    def pick(self, choices):
        return self.dice.choice(choices)

    def item(self):
        if self.kind == "word":
            return self.pick(WORDS)
        return self.pick(NUMBERS) if self.kind == "number" else f"({self.pick(SIDES)}, {self.pick(SIDES)})"

    def items(self, least=1):
        return ", ".join(self.item() for _ in range(self.dice.randint(least, 4)))

    def made(self):
        """An expression for a new set."""
        forms = [f"{{{self.items()}}}", f"set([{self.items()}])", f"frozenset(({self.items()},))", "set()"]
        if self.kind == "number":
            forms += [f"{{i for i in {self.pick(RANGES)} if i != s.b}}", f"set({self.pick(RANGES)})", "PRIMES", CHOSEN]
        if self.kind == "pair":
            forms += [f"{{(i, j) for i in {self.pick(RANGES[:3])} for j in (0, s.a % 5)}}", "self.corners"]
        return self.pick(forms)

    def set(self):
        """An expression for a set, new or not."""
        a, b, other = self.pick(NAMES), self.pick(NAMES), self.made()
        op = self.pick(["|", "&", "-", "^"])
        method = self.pick(["union", "intersection", "difference", "symmetric_difference"])
        forms = [a, f"{a} {op} {b}", f"{a} {op} {other}", f"{other} {op} {b}", f"{a}.copy()", f"set({a})", f"{a}.{method}({b})"]
        forms += [f"{a}.{method}([{self.items()}])", f"without({a}, {self.item()})", f"{{*{a}, *{other}}}", self.made()]
        return self.pick(forms)

    def test(self):
        a, b = self.pick(NAMES), self.pick(NAMES)
        other = self.pick([b, self.made()])
        forms = [f"{self.item()} in {a}", f"{self.item()} not in {a}", f"{a} == {other}", f"{a} <= {other}", f"{a} < {other}"]
        forms += [f"{a}.isdisjoint({other})", f"{a}.issubset({other})", f"{a}.issuperset({other})", f"not {a}", f"len({a}) > 2"]
        return self.pick([*forms, f"{a} != {other}", f"{a} in [{b}, {self.made()}]"])

    def value(self):
        """An expression for a number that depends on sets, but not on their order."""
        a = self.pick(NAMES)
        worth = {"number": "e % 1009", "pair": "(e[0] * 31 + e[1]) % 1009", "word": "len(e)"}[self.kind]
        forms = [f"len({a})", f"int({self.test()})", f"sum((i + 1) * ({worth}) for i, e in enumerate(sorted({a})))"]
        forms += [f"sum((i + 1) * ({worth}) for i, e in enumerate(sorted({a}, reverse=True)))", f"any({a}) + 2 * all({a})"]
        if self.kind == "number":
            forms += [f"sum({a}) % 1009", f"(min({a}) % 1009 if {a} else 5)", f"max({a}, default=3) % 1009"]
        if self.kind == "pair":
            forms += [f"(min({a})[1] if {a} else 5)", f"max({a}, default=(3, 4))[0]"]
        return self.pick(forms)

    def change(self):
        a = self.pick(NAMES)
        item, other = self.item(), self.set()
        forms = [f"{a}.add({item})", f"{a}.discard({item})", f"if {item} in {a}:\n    {a}.remove({item})", f"{a}.update({other})"]
        forms += [f"{a} {self.pick(['|', '&', '-', '^'])}= {other}", f"{a}.update([{self.items()}])", f"{a} = {other}"]
        forms += [f"{a}.{self.pick(['difference_update', 'intersection_update'])}({other})", f"{a} = set({other})"]
        forms += [f"{a} = grown({a}, {item})", f"{a} = {self.pick(NAMES)}", f"for i in range(3):\n    {a}.add({item})"]
        forms += [f"if {self.test()}:\n    {a}.add({item})\nelse:\n    {a} = {other}", f"{a}.remove({item})"]
        if self.kind == "number":
            forms += [f"for i in range(s.a % 5):\n    {a}.add(i * {self.pick(['1', '40', '100', 's.b'])})"]
            forms += [f"if len({a}) == 1:\n    total += {a}.pop() % 100"]
        return self.pick([*forms, *forms, f"{a}.clear()"])

    def reading(self):
        """A statement that reads the order of a set."""
        a = self.pick(NAMES)
        worth = {"number": "e % 1009", "pair": "(e[0] * 31 + e[1]) % 1009"}[self.kind]
        forms = [f"for e in {a}:\n    total = (total * 3 + {worth}) % 1000003", f"rows = list({a})\ntotal += len(rows)"]
        forms += [f"for i, e in enumerate({self.set()}):\n    total += i * ({worth})", f"if {a}:\n    {a}.pop()"]
        return self.pick([*forms, f"e = next(iter({a}), None)\ntotal += 0 if e is None else {worth}"])

    def body(self):
        self.lines += [HELPERS, "total = 0", *(f"{name} = set({self.made()})" if name != "x" else "x = set()" for name in NAMES)]
        for _ in range(self.dice.randint(3, 9)):
            kind = self.dice.random()
            if kind < 0.6:
                self.lines.append(self.change())
            elif self.reads_order and kind < 0.75:
                self.lines.append(self.reading())
            else:
                self.lines.append(f"total = (total * 31 + {self.value()}) % 1000003")
        self.lines += [f"total = (total * 31 + {self.value()}) % 1000003" for _ in range(3)]
        return "\n".join([*self.lines, "return total"])


def program(seed: int) -> str:
    """A body that is the same for each seed."""
    return textwrap.dedent(Program(seed).body())
