"""What all kernels share: random numbers, questions to rules with the checks of their answers, and the threads of a GPU."""

from __future__ import annotations

import struct
from collections.abc import Iterable

from zermelo.compile import memory
from zermelo.compile.function import DEPTH
from zermelo.compile.kernels.helpers import ALONE, DRAW, END_ALONE, END_TOGETHER, EXACT, HELPERS, TOGETHER
from zermelo.compile.module import Module, Unit
from zermelo.compile.shapes import SHIFT
from zermelo.errors import CompileError
from zermelo.game.constants import CHANCE, ONGOING
from zermelo.game.protocol import Game

Parameter = tuple[str, str]
"""The type and the name of a parameter."""
RECURSIVE = "; recursive"
"""The first line of a module in which a function calls itself, so that its threads need a larger stack."""
LARGEST = 16384
"""The most bytes of a state."""
DEEPEST = 64
"""How deep a function may call itself in a kernel; deeper calls make the rule fail, and the CPU is asked."""
ROOM = 16384
"""Bytes for the lists of one call; a rule that needs more fails, and the CPU is asked."""
_FRAME = memory.FRAME.replace(str(memory.ROOM), str(ROOM))
_WITHIN_KERNELS = memory.WITHIN_KERNELS.replace(f"ptr %first, i64 {memory.ROOM}", f"ptr %first, i64 {ROOM}").replace(
    "store i64 0, ptr %depthat", f"store i64 {DEPTH - DEEPEST}, ptr %depthat"
)


def real(value: float) -> str:
    """A number as LLVM reads it, exactly."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


class Kernel:
    """The text of one kernel: compiled rules of a game, and a function for one thread that asks them."""

    def __init__(self, game: Game, rules: Iterable[str], quits: bool = False) -> None:
        """With `quits`, a thread of a GPU in which a rule fails just ends. Then the others need not wait for it, which is faster."""
        if game.interpreted:
            raise CompileError("moves", str(game), "the rules are not written in Python")
        if game.layout.size > LARGEST:
            raise CompileError(
                "state", "class", f"a state of {game.layout.size} bytes is too large; at most {LARGEST} can be compiled"
            )
        self.game, self.players, rules = game, len(game.players), [*rules]
        if game.native is not None:  # rules that only ask others, as those of chess, are refused at once
            _compiled(Module(game, rules[:1]))
        self.module = Module(game, rules, quits=quits)
        self.unit = _compiled(self.module)
        self.has_winner = game.defines("winner")
        self.allocates = bool(self.unit.allocating)
        self.recursive = bool(self.module.recursive)
        """Whether a function calls itself, so that the depth of the stack is unknown."""

    # Places

    def places(self) -> str:
        """Room for a state, a list of moves, their probabilities and the lists of rules."""
        lines = [
            f"%s = alloca [{self.game.layout.size} x i8], align 16",
            f"%moves = alloca [{self.game.max_moves} x i32], align 16",
        ]
        if self.game.defines("chances"):
            lines += [f"%odds = alloca [{self.game.max_moves} x double], align 16"]
        if self.allocates:
            lines += [f"%memory = alloca {_FRAME}, align 16"]
        return "".join(f"  {line}\n" for line in lines)

    def copy(self, target: str, source: str) -> str:
        """Copy a state."""
        return (
            f"  call void @llvm.memcpy.p0.p0.i64(ptr align 8 {target}, ptr align 8 {source}, i64 {self.game.layout.size}, i1 0)"
        )

    # Questions

    def ask(self, into: str, rule: str, arguments: str, least: int = 0, failed: str = "failed") -> str:
        """Ask a rule; the answer is the i32 `%into`. Goes to %failed if the rule fails, or answers less than `least`."""
        if rule in self.unit.allocating:
            call = f"""  call void @zk_open(ptr %memory)
  %{into}_code = call i32 @rule_{rule}(ptr %memory, {arguments})
  %{into}_broke = call i1 @zk_close(ptr %memory)
  %{into} = select i1 %{into}_broke, i32 -1, i32 %{into}_code"""
        else:
            call = f"  %{into} = call i32 @rule_{rule}(ptr null, {arguments})"
        return f"""{call}
  %{into}_bad = icmp slt i32 %{into}, {least}
  br i1 %{into}_bad, label %{failed}, label %{into}_good, !prof !1
{into}_good:"""

    def ask_player(self) -> str:
        """Ask who is to move: the i32 %player. Goes to %failed if that is neither a player nor chance."""
        turn = self.game.layout.fields.get("turn")
        if self.game.defines("to_move"):
            found = f"{self.ask('seat', 'to_move', 'ptr %s')}\n  %player = sub i32 %seat, {SHIFT}"
        elif turn is None:
            found = "  %player = add i32 0, 0"
        else:
            way = "trunc i64" if turn.bits == 64 else f"{'sext' if turn.signed else 'zext'} i{turn.bits}"
            found = f"""  %turn_at = getelementptr i8, ptr %s, i64 {self.game.layout.offsets["turn"]}
  %turn = load i{turn.bits}, ptr %turn_at
  %player = {"add i32 %turn, 0" if turn.bits == 32 else f"{way} %turn to i32"}"""
        return f"""{found}
  %is_player = icmp ult i32 %player, {self.players}
  %is_chance = icmp eq i32 %player, {CHANCE}
  %is_either = or i1 %is_player, %is_chance
  br i1 %is_either, label %known_player, label %failed, !prof !0
known_player:"""

    def ask_over(self, failed: str = "failed") -> str:
        """Ask whether the game is over: the i1 %over, and the i32 %winner, which is below zero in a draw."""
        if not self.has_winner:
            return (
                f"{self.ask('ends', 'over', 'ptr %s', failed=failed)}\n  %over = icmp ne i32 %ends, 0\n  %winner = add i32 -1, 0"
            )
        asked = self.ask("won", "winner", "ptr %s", SHIFT + ONGOING, failed)
        return f"{asked}\n  %winner = sub i32 %won, {SHIFT}\n  %over = icmp ne i32 %winner, {ONGOING}"

    # The whole

    def text(self, body: str, gpu: bool = True) -> str:
        """The module: the rules, what kernels share and the kernels themselves; for a GPU, or for this machine."""
        rules = self.unit.text.replace(memory.TEXT, "").replace("define i32 @c_", "define internal i32 @c_")
        for declared, defined in EXACT.items():
            rules = rules.replace(declared, defined)
        parts = [
            RECURSIVE if self.recursive else "",
            memory.WITHOUT_HEAP,
            rules,
            TOGETHER if gpu else ALONE,
            END_TOGETHER if gpu else END_ALONE,
            _QUIT if self.module.quits else "",
            HELPERS,
            DRAW if self.game.defines("chances") else "",
            _WITHIN_KERNELS if self.allocates else "",
            body,
        ]
        return "\n".join(part for part in parts if part)

    def entry(self, name: str, parameters: list[Parameter], gpu: bool = True, table: str | None = None) -> str:
        """The function that is called from outside; it runs `thread_NAME`, which gets the number of its thread and how many there are.

        `table` is the name of a parameter of which there are `copies` of so many `words`, so that fewer threads write to the same place.
        The function for this machine gets `blocks` and `threads` besides, and runs all their threads, one after another.
        """
        more: list[Parameter] = [("i64", "copies"), ("i64", "words")] if table else []
        passed = ", ".join(f"{kind} %{each}" + ("_own" if each == table else "") for kind, each in parameters)
        own = f"""  %copy = urem i64 %block, %copies
  %from = mul i64 %copy, %words
  %{table}_own = getelementptr i64, ptr %{table}, i64 %from
"""
        given = [*parameters, *more, *([] if gpu else [("i64", "blocks"), ("i64", "threads")])]
        told = ", ".join(f"{kind} %{each}" for kind, each in given)
        body = f"{own if table else ''}  call void @thread_{name}({passed}, i64 %me, i64 %step)\n"
        return (_GPU_ENTRY if gpu else _HOST_ENTRY).format(name=name, given=told, body=body)


def _compiled(module: Module) -> Unit:
    unit = module.compile()
    if unit.reasons:
        raise CompileError.of_reasons([(each.rule, each.where, each.why, each.marked) for each in unit.reasons])
    return unit


_QUIT = """
define internal void @zk_quit() noreturn alwaysinline {
  call void asm sideeffect "exit;", ""()
  unreachable
}
"""
_GPU_ENTRY = """
define ptx_kernel void @{name}({given}) {{
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %nctaid = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %block = zext i32 %ctaid to i64
  %before = mul i32 %ctaid, %ntid
  %me32 = add i32 %before, %tid
  %all = mul i32 %nctaid, %ntid
  %me = zext i32 %me32 to i64
  %step = zext i32 %all to i64
{body}  ret void
}}
"""
_HOST_ENTRY = """
define void @{name}({given}) {{
entry:
  %step = mul i64 %blocks, %threads
  br label %loop
loop:
  %me = phi i64 [0, %entry], [%next, %run]
  %done = icmp uge i64 %me, %step
  br i1 %done, label %out, label %run
run:
  %block = udiv i64 %me, %threads
{body}  %next = add i64 %me, 1
  br label %loop
out:
  ret void
}}
"""
