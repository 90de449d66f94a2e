"""The text of an LLVM function: blocks of instructions. Nothing here knows what they mean."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Block:
    """Instructions that run one after another, and where they lead."""

    label: str
    phis: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    end: str | None = None

    def text(self) -> str:
        body = "".join(f"  {line}\n" for line in (*self.phis, *self.lines))
        return f"{self.label}:\n{body}  {self.end or 'unreachable'}\n"


class Code:
    """One function of LLVM under construction. `at` is the block that instructions are added to; None where nothing can be reached."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.places: list[str] = []
        """Places on the stack, made when the function is entered."""
        self.count = 0
        self.at: Block | None = None
        self.start(self.block("entry"))

    def block(self, name: str) -> Block:
        self.count += 1
        return Block(f"{name}{self.count}")

    def start(self, block: Block) -> None:
        self.blocks.append(block)
        self.at = block

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def run(self, text: str) -> None:
        """Add an instruction without a result."""
        if self.at is not None:
            self.at.lines.append(text)

    def op(self, text: str) -> str:
        """Add an instruction; its result."""
        if self.at is None:
            return "undef"
        result = self.name()
        self.at.lines.append(f"{result} = {text}")
        return result

    def place(self, type: str) -> str:
        """Room for a value on the stack."""
        result = self.name()
        self.places.append(f"{result} = alloca {type}, align 16")
        return result

    def go(self, target: Block) -> None:
        if self.at is not None:
            self.at.end = f"br label %{target.label}"
            self.at = None

    def fork(self, test: str, yes: Block, no: Block, likely: bool | None = None) -> None:
        if self.at is not None:
            hint = "" if likely is None else ", !prof !0" if likely else ", !prof !1"
            self.at.end = f"br i1 {test}, label %{yes.label}, label %{no.label}{hint}"
            self.at = None

    def leave(self, text: str) -> None:
        if self.at is not None:
            self.at.end = text
            self.at = None

    def text(self) -> str:
        first, *rest = self.blocks
        whole = Block(first.label, first.phis, [*self.places, *first.lines], first.end)
        return "".join(block.text() for block in (whole, *rest))
