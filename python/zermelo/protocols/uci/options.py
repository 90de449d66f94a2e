"""The options that a program may set, as UCI declares them: with a type, a default and bounds.

A value that is not allowed changes nothing and is told as `info string`. Numbers out of bounds are moved to the nearest bound, as other engines
do, because programs keep settings of one engine for the next.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field

from zermelo.errors import nearest
from zermelo.limit import machine_memory
from zermelo.protocols.uci import strength
from zermelo.protocols.uci.questions import UciError

_EMPTY = "<empty>"


@dataclass(frozen=True)
class Option:
    """One option: a number within bounds (spin), a switch (check), a text (string) or an action (button)."""

    name: str
    kind: str
    default: int | bool | str = ""
    least: int = 0
    most: int = 0

    def declaration(self) -> str:
        """The line that tells programs about it."""
        if self.kind == "button":
            return f"option name {self.name} type button"
        default = str(self.default).lower() if isinstance(self.default, bool) else self.default or _EMPTY
        bounds = f" min {self.least} max {self.most}" if self.kind == "spin" else ""
        return f"option name {self.name} type {self.kind} default {default}{bounds}"

    def read(self, text: str) -> int | bool | str:
        """The value that a text gives."""
        if self.kind == "check":
            if text.lower() not in ("true", "false"):
                raise UciError(f"{self.name} must be true or false, not `{text[:60]}`")
            return text.lower() == "true"
        if self.kind == "spin":
            try:
                return max(self.least, min(self.most, int(text)))
            except ValueError:
                raise UciError(f"{self.name} must be a whole number, not `{text[:60]}`") from None
        return "" if text == _EMPTY else text


def declared() -> tuple[Option, ...]:
    """All options. How much memory and how many threads there are depends on the machine."""
    megabytes = max(1, min(machine_memory() >> 21, 1 << 16))
    return (
        Option("Hash", "spin", min(64, megabytes), 1, megabytes),
        Option("Clear Hash", "button"),
        Option("Threads", "spin", 1, 1, os.cpu_count() or 1),
        Option("MultiPV", "spin", 1, 1, 256),
        Option("Ponder", "check", False),
        Option("Move Overhead", "spin", 20, 0, 5000),
        Option("UCI_Chess960", "check", False),
        Option("UCI_AnalyseMode", "check", False),
        Option("UCI_LimitStrength", "check", False),
        Option("UCI_Elo", "spin", strength.MOST, strength.LEAST, strength.MOST),
        Option("OwnBook", "check", False),
        Option("BookFile", "string"),
        Option("TablebasePath", "string"),
    )


@dataclass
class Options:
    """The values of all options."""

    declared: tuple[Option, ...] = field(default_factory=declared)
    values: dict[str, int | bool | str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.values = {each.name: each.default for each in self.declared if each.kind != "button"} | self.values

    def number(self, name: str) -> int:
        return int(self.values[name])

    def is_on(self, name: str) -> bool:
        return self.values[name] is True

    def text(self, name: str) -> str:
        return str(self.values[name])

    def set(self, words: Sequence[str]) -> str:
        """Set the option of `setoption name NAME value VALUE`, whose name may have spaces; the name of what was set."""
        if words[:1] != ["name"]:
            raise UciError("`setoption` needs a name, such as: setoption name Hash value 128")
        at = words.index("value") if "value" in words else len(words)
        wanted, text = " ".join(words[1:at]), " ".join(words[at + 1 :])
        found = next((each for each in self.declared if each.name.lower() == wanted.lower()), None)
        if found is None:
            raise UciError(f"there is no option `{wanted[:60]}`.{nearest(wanted, [each.name for each in self.declared])}")
        if found.kind != "button":
            self.values[found.name] = found.read(text)
        return found.name
