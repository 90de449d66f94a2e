"""The kernels of perft: one counts the sequences of moves from many positions, the other lists the positions after one ply.

A thread takes position after position. From each it searches depth first, with its own stack in the memory of the device: a frame for each
ply, with the state and the moves that are still to be played. The last ply is counted by the length of its list. After so many steps a thread
stops and goes on in the next launch, so that no launch takes long.

All threads of a group make their steps together. A step plays a move, asks for the moves of the state after it, and lists or counts them.
"""

from __future__ import annotations

from zermelo.compile.kernels.text import Kernel, Parameter
from zermelo.game.protocol import Game

COUNT: list[Parameter] = [
    ("ptr", "states"),  # positions
    ("i64", "count"),
    ("i64", "depth"),  # plies that are counted from each, at least 1
    ("ptr", "results"),  # for each position the number of sequences, or -1 if a rule failed
    ("ptr", "progress"),  # how many positions threads have taken, and how many are done
    ("ptr", "stacks"),  # of all threads
    ("i64", "stride"),  # bytes for each thread
    ("i64", "steps"),  # how many of them it may make in this launch
    ("i64", "is_first"),  # whether this launch begins
]
EXPAND: list[Parameter] = [
    ("ptr", "states"),
    ("i64", "count"),
    ("ptr", "places"),  # for each position where its first child goes, and at the end how many children there are
    ("ptr", "children"),  # positions
    ("ptr", "failures"),  # for each position a byte: whether a rule failed
]
_HEADER = 32
"""Bytes of a thread's memory that say where it is: its position, the sequences counted so far, and the frames on its stack."""
_IDLE, _PLAY, _VISIT, _FAIL, _WAIT = range(5)
"""What a thread does in a step: nothing more, play a move, look at a first state, note that a move failed, or wait for the others."""


def rules_needed(game: Game) -> list[str]:
    """The rules that perft asks."""
    return [
        "moves",
        "play",
        "winner" if game.defines("winner") else "over",
        *(r for r in ("to_move", "chances") if game.defines(r)),
    ]


def kernel_text(game: Game, gpu: bool = True) -> str:
    """The whole module; its entries are `count` and `expand`."""
    kernel = Kernel(game, rules_needed(game))
    entries = kernel.entry("count", COUNT, gpu) + kernel.entry("expand", EXPAND, gpu)
    return kernel.text(_count(kernel) + _expand(kernel) + entries, gpu)


def frame_size(game: Game) -> int:
    """Bytes of a frame: a state, the number of its moves, how many are played, and the moves."""
    return game.layout.size + 8 + -(-game.max_moves // 2) * 8


def memory_size(game: Game, depth: int) -> int:
    """Bytes that a thread needs to count so many plies."""
    return _HEADER + (depth - 1) * frame_size(game)


def _count(kernel: Kernel) -> str:
    size, frame = kernel.game.layout.size, frame_size(kernel.game)
    given = ", ".join(f"{kind} %{name}" for kind, name in COUNT)
    return f"""
define internal void @thread_count({given}, i64 %me, i64 %step) {{
{kernel.places()}  %dice = alloca i64
  %here = alloca i64
  %total = alloca i64
  %level = alloca i64
  %left = alloca i64
  %phase = alloca i32
  %chosen = alloca i32
  %own = mul i64 %me, %stride
  %mine = getelementptr i8, ptr %stacks, i64 %own
  %total_at = getelementptr i8, ptr %mine, i64 8
  %level_at = getelementptr i8, ptr %mine, i64 16
  %stack = getelementptr i8, ptr %mine, i64 {_HEADER - frame} ; the frame of level 1 is the first
  store i64 %steps, ptr %left
  store i32 {_WAIT}, ptr %phase
  store i64 -1, ptr %here
  store i64 0, ptr %total
  store i64 0, ptr %level
  %begins = icmp ne i64 %is_first, 0
  br i1 %begins, label %round, label %continue
continue:
  %here0 = load i64, ptr %mine
  %total0 = load i64, ptr %total_at
  %level0 = load i64, ptr %level_at
  store i64 %here0, ptr %here
  store i64 %total0, ptr %total
  store i64 %level0, ptr %level
  br label %round
round: ; all threads of a group, together
  call void @zk_meet()
  %left0 = load i64, ptr %left
  %tired = icmp eq i64 %left0, 0
  %phase0 = load i32, ptr %phase
  %idle = icmp eq i32 %phase0, {_IDLE}
  %stops = or i1 %tired, %idle
  %all_stop = call i1 @zk_all(i1 %stops)
  br i1 %all_stop, label %leave, label %take
take:
  %left1 = sub i64 %left0, 1
  store i64 %left1, ptr %left
  br i1 %idle, label %met, label %find
find:
  %here1 = load i64, ptr %here
  %is_free = icmp slt i64 %here1, 0
  br i1 %is_free, label %fetch, label %resume
fetch:
  %fetched = atomicrmw add ptr %progress, i64 1 monotonic
  %is_left = icmp slt i64 %fetched, %count
  br i1 %is_left, label %begin, label %rest
rest:
  store i32 {_IDLE}, ptr %phase
  br label %met
begin:
  store i64 %fetched, ptr %here
  store i64 0, ptr %total
  store i64 0, ptr %level
  store i32 {_VISIT}, ptr %phase
  %offset = mul i64 %fetched, {size}
  %from = getelementptr i8, ptr %states, i64 %offset
{kernel.copy("%s", "%from")}
  br label %met
resume:
  %level1 = load i64, ptr %level
  %top_offset = mul i64 %level1, {frame}
  %top = getelementptr i8, ptr %stack, i64 %top_offset
{kernel.copy("%s", "%top")}
  %played_at = getelementptr i8, ptr %top, i64 {size + 4}
  %played = load i32, ptr %played_at
  %played1 = add i32 %played, 1
  store i32 %played1, ptr %played_at
  %list_at = getelementptr i8, ptr %top, i64 {size + 8}
  %choice_at = getelementptr i32, ptr %list_at, i32 %played
  %choice = load i32, ptr %choice_at
  store i32 %choice, ptr %chosen
  store i32 {_PLAY}, ptr %phase
  br label %met
met:
  call void @zk_meet()
  %phase1 = load i32, ptr %phase
  %to_play = icmp eq i32 %phase1, {_PLAY}
  br i1 %to_play, label %play, label %met_again
play:
  %chosen32 = load i32, ptr %chosen
  %move = zext i32 %chosen32 to i64
{kernel.ask("done", "play", "ptr %s, i64 %move", failed="failed_play")}
  br label %met_again
failed_play: ; but not past the place where the others wait
  store i32 {_FAIL}, ptr %phase
  br label %met_again
met_again:
  call void @zk_meet()
  %phase2 = load i32, ptr %phase
  switch i32 %phase2, label %round [i32 {_PLAY}, label %visit i32 {_VISIT}, label %visit i32 {_FAIL}, label %failed]
visit:
{kernel.ask_over()}
  br i1 %over, label %listed, label %whose
whose:
{kernel.ask_player()}
{_listed(kernel)}
listed:
  %found = phi i32 [0, %{"won" if kernel.has_winner else "ends"}_good], [%list, %list_checked]{_chance_listed(kernel)}
  %level2 = load i64, ptr %level
  %level3 = add i64 %level2, 1
  %is_last = icmp sge i64 %level3, %depth
  br i1 %is_last, label %add, label %push
add:
  %found64 = zext i32 %found to i64
  %total1 = load i64, ptr %total
  %total2 = add i64 %total1, %found64
  store i64 %total2, ptr %total
  br label %pop
push:
  %frame_offset = mul i64 %level3, {frame}
  %frame = getelementptr i8, ptr %stack, i64 %frame_offset
{kernel.copy("%frame", "%s")}
  %number_at = getelementptr i8, ptr %frame, i64 {size}
  %none_at = getelementptr i8, ptr %frame, i64 {size + 4}
  %moves_at = getelementptr i8, ptr %frame, i64 {size + 8}
  store i32 %found, ptr %number_at
  store i32 0, ptr %none_at
  store i64 %level3, ptr %level
  br label %copy
copy:
  %index = phi i32 [0, %push], [%index1, %copy_one]
  %copied = icmp sge i32 %index, %found
  br i1 %copied, label %pop, label %copy_one
copy_one:
  %one_at = getelementptr i32, ptr %moves, i32 %index
  %one = load i32, ptr %one_at
  %place_at = getelementptr i32, ptr %moves_at, i32 %index
  store i32 %one, ptr %place_at
  %index1 = add i32 %index, 1
  br label %copy
pop: ; frames whose moves are all played
  %level4 = load i64, ptr %level
  %is_empty = icmp eq i64 %level4, 0
  br i1 %is_empty, label %finish, label %look
look:
  %last_offset = mul i64 %level4, {frame}
  %last = getelementptr i8, ptr %stack, i64 %last_offset
  %all_at = getelementptr i8, ptr %last, i64 {size}
  %so_far_at = getelementptr i8, ptr %last, i64 {size + 4}
  %all = load i32, ptr %all_at
  %so_far = load i32, ptr %so_far_at
  %is_played = icmp sge i32 %so_far, %all
  br i1 %is_played, label %drop, label %round
drop:
  %level5 = sub i64 %level4, 1
  store i64 %level5, ptr %level
  br label %pop
failed:
  store i64 -1, ptr %total
  br label %finish
finish:
  %position = load i64, ptr %here
  %result_at = getelementptr i64, ptr %results, i64 %position
  %result = load i64, ptr %total
  store i64 %result, ptr %result_at
  call void @zk_count(ptr %progress, i64 1, i64 1)
  store i64 -1, ptr %here
  store i32 {_WAIT}, ptr %phase
  br label %round
leave:
  %here2 = load i64, ptr %here
  %total3 = load i64, ptr %total
  %level6 = load i64, ptr %level
  store i64 %here2, ptr %mine
  store i64 %total3, ptr %total_at
  store i64 %level6, ptr %level_at
  ret void
}}
"""


def _expand(kernel: Kernel) -> str:
    size = kernel.game.layout.size
    given = ", ".join(f"{kind} %{name}" for kind, name in EXPAND)
    return f"""
define internal void @thread_expand({given}, i64 %me, i64 %step) {{
{kernel.places()}  %dice = alloca i64
  %number = alloca i64
  %index = alloca i64
  store i64 %me, ptr %number
  br label %next
next:
  %n = load i64, ptr %number
  %after = add i64 %n, %step
  store i64 %after, ptr %number
  %is_left = icmp slt i64 %n, %count
  br i1 %is_left, label %look, label %out
look:
  %place_at = getelementptr i64, ptr %places, i64 %n
  %place = load i64, ptr %place_at
  %end_at = getelementptr i64, ptr %place_at, i64 1
  %end = load i64, ptr %end_at
  %offset = mul i64 %n, {size}
  %state = getelementptr i8, ptr %states, i64 %offset
  %has_some = icmp slt i64 %place, %end
  br i1 %has_some, label %list_them, label %next
list_them:
{kernel.copy("%s", "%state")}
{kernel.ask_player()}
{_listed(kernel)}
listed:
  %found = phi i32 [%list, %list_checked]{_chance_listed(kernel)}
  %found64 = zext i32 %found to i64
  %room = sub i64 %end, %place
  %fits = icmp eq i64 %found64, %room
  store i64 0, ptr %index
  br i1 %fits, label %each, label %failed
each:
  %i = load i64, ptr %index
  %i1 = add i64 %i, 1
  store i64 %i1, ptr %index
  %is_more = icmp slt i64 %i, %found64
  br i1 %is_more, label %play_it, label %next
play_it:
  %move_at = getelementptr i32, ptr %moves, i64 %i
  %move32 = load i32, ptr %move_at
  %move = zext i32 %move32 to i64
{kernel.copy("%s", "%state")}
{kernel.ask("done", "play", "ptr %s, i64 %move")}
  %child_number = add i64 %place, %i
  %child_offset = mul i64 %child_number, {size}
  %child = getelementptr i8, ptr %children, i64 %child_offset
{kernel.copy("%child", "%s")}
  br label %each
failed:
  %failure_at = getelementptr i8, ptr %failures, i64 %n
  store i8 1, ptr %failure_at
  br label %next
out:
  ret void
}}
"""


def _listed(kernel: Kernel) -> str:
    """List what may be played, and go to %listed from %list_checked, or from %chances_checked; to %failed if the list is not in order."""
    moves = f"""{kernel.ask("list", "moves", "ptr %s, ptr %moves", 1)}
  %listed64 = zext i32 %list to i64
  %rises = call i1 @zk_ascending(ptr %moves, i64 %listed64)
  br i1 %rises, label %list_checked, label %failed, !prof !0
list_checked:
  br label %listed"""
    if not kernel.game.defines("chances"):
        return f"  br i1 %is_chance, label %failed, label %choose, !prof !1\nchoose:\n{moves}"
    return f"""  br i1 %is_chance, label %throw, label %choose
throw:
{kernel.ask("outcomes", "chances", "ptr %s, ptr %moves, ptr %odds", 1)}
  %outcomes64 = zext i32 %outcomes to i64
  store i64 0, ptr %dice
  %drawn = call i32 @zk_draw(ptr %moves, ptr %odds, i64 %outcomes64, ptr %dice) ; which checks that they are chances
  %wrong_chances = icmp slt i32 %drawn, 0
  br i1 %wrong_chances, label %failed, label %chances_checked, !prof !1
chances_checked:
  br label %listed
choose:
{moves}"""


def _chance_listed(kernel: Kernel) -> str:
    return ", [%outcomes, %chances_checked]" if kernel.game.defines("chances") else ""
