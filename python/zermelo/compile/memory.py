"""Memory of one call of a rule: lists are made in it, nothing is freed before the call ends.

The caller's stack holds the first bytes; more come from `malloc`. A list is a pointer to its length, its room and its entries.
"""

import re

ROOM = 8192
"""Bytes on the stack for the lists of one call."""
CHUNK = 1 << 16
"""The least number of bytes that are asked of `malloc`."""
MOST = 1 << 26
"""The most bytes that the lists of one call may take."""

TEXT = f"""\
declare ptr @malloc(i64)
declare void @free(ptr)
%Memory = type {{ptr, ptr, ptr, i64, i64, i64}} ; next free byte, end, last chunk, bytes so far (beyond the limit after a failure), depth of calls

define internal ptr @zm_alloc(ptr %memory, i64 %wanted) noinline {{
  %size = add i64 %wanted, 15
  %round = and i64 %size, -16
  %top = load ptr, ptr %memory
  %endat = getelementptr %Memory, ptr %memory, i32 0, i32 1
  %end = load ptr, ptr %endat
  %free = ptrtoint ptr %top to i64
  %last = ptrtoint ptr %end to i64
  %left = sub i64 %last, %free
  %fits = icmp ule i64 %round, %left
  br i1 %fits, label %simple, label %more
simple:
  %after = getelementptr i8, ptr %top, i64 %round
  store ptr %after, ptr %memory
  ret ptr %top
more:
  %sofarat = getelementptr %Memory, ptr %memory, i32 0, i32 3
  %sofar = load i64, ptr %sofarat
  %whole = add i64 %round, 16
  %large = icmp ugt i64 %whole, {CHUNK}
  %ask = select i1 %large, i64 %whole, i64 {CHUNK}
  %spent = add i64 %sofar, %ask
  %much = icmp ugt i64 %round, {MOST}
  %many = icmp ugt i64 %spent, {MOST}
  %over = or i1 %much, %many
  br i1 %over, label %none, label %ask1
ask1:
  %chunk = call ptr @malloc(i64 %ask)
  %failed = icmp eq ptr %chunk, null
  br i1 %failed, label %none, label %got
got:
  store i64 %spent, ptr %sofarat
  %chainat = getelementptr %Memory, ptr %memory, i32 0, i32 2
  %chain = load ptr, ptr %chainat
  store ptr %chain, ptr %chunk
  store ptr %chunk, ptr %chainat
  %first = getelementptr i8, ptr %chunk, i64 16
  %limit = getelementptr i8, ptr %chunk, i64 %ask
  %next = getelementptr i8, ptr %first, i64 %round
  store ptr %next, ptr %memory
  store ptr %limit, ptr %endat
  ret ptr %first
none:
  store i64 {MOST * 2}, ptr %sofarat
  ret ptr null
}}

define internal ptr @zm_grow(ptr %memory, ptr %old, i64 %before, i64 %wanted) noinline {{ ; more room for the last entries, or elsewhere
  %size = add i64 %before, 15
  %round = and i64 %size, -16
  %after = getelementptr i8, ptr %old, i64 %round
  %top = load ptr, ptr %memory
  %islast = icmp eq ptr %after, %top
  br i1 %islast, label %last, label %move
last:
  %size2 = add i64 %wanted, 15
  %round2 = and i64 %size2, -16
  %endat = getelementptr %Memory, ptr %memory, i32 0, i32 1
  %end = load ptr, ptr %endat
  %from = ptrtoint ptr %old to i64
  %to = ptrtoint ptr %end to i64
  %left = sub i64 %to, %from
  %fits = icmp ule i64 %round2, %left
  br i1 %fits, label %stay, label %move
stay:
  %newtop = getelementptr i8, ptr %old, i64 %round2
  store ptr %newtop, ptr %memory
  ret ptr %old
move:
  %got = call ptr @zm_alloc(ptr %memory, i64 %wanted)
  %bad = icmp eq ptr %got, null
  br i1 %bad, label %none, label %copy
copy:
  call void @llvm.memcpy.p0.p0.i64(ptr %got, ptr %old, i64 %before, i1 0)
  ret ptr %got
none:
  ret ptr null
}}

define internal void @zm_free(ptr %memory) {{
  %chainat = getelementptr %Memory, ptr %memory, i32 0, i32 2
  br label %again
again:
  %chunk = load ptr, ptr %chainat
  %done = icmp eq ptr %chunk, null
  br i1 %done, label %out, label %drop
drop:
  %next = load ptr, ptr %chunk
  store ptr %next, ptr %chainat
  call void @free(ptr %chunk)
  br label %again
out:
  ret void
}}
"""

_MORE = TEXT[TEXT.index("more:\n") : TEXT.index("none:\n")]
WITHOUT_HEAP = TEXT.replace(_MORE, "more:\n  %sofarat = getelementptr %Memory, ptr %memory, i32 0, i32 3\n  br label %none\n")
"""The same for a GPU, which has no heap to speak of: lists that need more than the stack has make the call fail."""

FRAME = f"{{ptr, ptr, ptr, i64, i64, i64, [{ROOM} x i8]}}"
"""The memory of one call, on the stack of the C function."""
OPEN = f"""\
  %first = getelementptr i8, ptr %memory, i64 48
  %limit = getelementptr i8, ptr %first, i64 {ROOM}
  store ptr %first, ptr %memory
  %endat = getelementptr %Memory, ptr %memory, i32 0, i32 1
  store ptr %limit, ptr %endat
  %chainat = getelementptr %Memory, ptr %memory, i32 0, i32 2
  store ptr null, ptr %chainat
  %sofarat = getelementptr %Memory, ptr %memory, i32 0, i32 3
  store i64 0, ptr %sofarat
  %depthat = getelementptr %Memory, ptr %memory, i32 0, i32 4
  store i64 0, ptr %depthat
"""
CLOSE = f"""\
  call void @zm_free(ptr %memory)
  %sofar = load i64, ptr %sofarat
  %broke = icmp ugt i64 %sofar, {MOST}
"""

WITHIN_KERNELS = f"""
define internal void @zk_open(ptr %memory) alwaysinline {{
{OPEN}  ret void
}}
define internal i1 @zk_close(ptr %memory) alwaysinline {{
  %sofarat = getelementptr %Memory, ptr %memory, i32 0, i32 3
  %sofar = load i64, ptr %sofarat
  %broke = icmp ugt i64 %sofar, {MOST}
  ret i1 %broke
}}
"""
"""For kernels, which keep one block of memory for all calls of a thread."""

_SMALL = re.compile(r"^  (%\w+) = call ptr @zm_small\(")


def checked(function: str) -> str:
    """The text of a function in which lists of a few bytes are made by `zm_small`: it fails as soon as there is no memory for one.

    Such lists are also made where ways meet, in the middle of a block; so the blocks are parted here, when all of them are known.
    """
    if "@zm_small(" not in function:
        return function
    lines, label, ends = list[str](), "", dict[str, str]()
    for line in function.splitlines():
        lines.append(line.replace("@zm_small(", "@zm_alloc("))
        if line.endswith(":"):
            label = line[:-1]
        if found := _SMALL.match(line):
            ends[label] = f"{found[1][1:]}_fits"
            lines += [f"  {found[1]}_null = icmp eq ptr {found[1]}, null"]
            lines += [f"  br i1 {found[1]}_null, label %no_memory, label %{ends[label]}, !prof !1", f"{ends[label]}:"]
    text = "\n".join([*lines[:-1], "no_memory:", "  ret i32 -1", "}", ""])
    return re.sub(r"(?<=, %)(\w+)(?= ?\])", lambda found: ends.get(found[1], found[1]), text)
