"""Functions that kernels call, in LLVM's own language: random numbers, lists, chance, and the threads of a group."""

HELPERS = """
define internal i64 @zk_mix(i64 %x) alwaysinline { ; SplitMix64, as in game/random.py
  %a = lshr i64 %x, 30
  %b = xor i64 %x, %a
  %c = mul i64 %b, -4658895280553007687
  %d = lshr i64 %c, 27
  %e = xor i64 %c, %d
  %f = mul i64 %e, -7723592293110705685
  %g = lshr i64 %f, 31
  %h = xor i64 %f, %g
  ret i64 %h
}
define internal i64 @zk_bits(ptr %random) alwaysinline {
  %before = load i64, ptr %random
  %now = add i64 %before, -7046029254386353131
  store i64 %now, ptr %random
  %bits = call i64 @zk_mix(i64 %now)
  ret i64 %bits
}
define internal i64 @zk_below(ptr %random, i64 %n) alwaysinline {
  %bits = call i64 @zk_bits(ptr %random)
  %high = lshr i64 %bits, 32
  %product = mul i64 %high, %n
  %below = lshr i64 %product, 32
  ret i64 %below
}
define internal void @zk_increase(ptr %place, i32 %value) alwaysinline {
  %before = load i32, ptr %place
  %after = add i32 %before, %value
  store i32 %after, ptr %place
  ret void
}
define internal void @zk_raise(ptr %place, i32 %value) alwaysinline { ; to at least this value
  %before = load i32, ptr %place
  %less = icmp slt i32 %before, %value
  %after = select i1 %less, i32 %value, i32 %before
  store i32 %after, ptr %place
  ret void
}
define internal void @zk_count(ptr %table, i64 %at, i64 %value) alwaysinline { ; add to a number that other threads add to
  %place = getelementptr i64, ptr %table, i64 %at
  %before = atomicrmw add ptr %place, i64 %value monotonic
  ret void
}
define internal i64 @zk_find(ptr %list, i64 %n, i64 %wanted) noinline { ; its place in an ascending list, or n
entry:
  br label %loop
loop:
  %low = phi i64 [0, %entry], [%low1, %look]
  %high = phi i64 [%n, %entry], [%high1, %look]
  %open = icmp ult i64 %low, %high
  br i1 %open, label %look, label %out
look:
  %sum = add i64 %low, %high
  %middle = lshr i64 %sum, 1
  %place = getelementptr i64, ptr %list, i64 %middle
  %here = load i64, ptr %place
  %less = icmp slt i64 %here, %wanted
  %after = add i64 %middle, 1
  %low1 = select i1 %less, i64 %after, i64 %low
  %high1 = select i1 %less, i64 %high, i64 %middle
  br label %loop
out:
  %inside = icmp ult i64 %low, %n
  br i1 %inside, label %compare, label %nowhere
compare:
  %found_at = getelementptr i64, ptr %list, i64 %low
  %found = load i64, ptr %found_at
  %same = icmp eq i64 %found, %wanted
  %answer = select i1 %same, i64 %low, i64 %n
  ret i64 %answer
nowhere:
  ret i64 %n
}
define internal i1 @zk_ascending(ptr %list, i64 %n) noinline {
entry:
  br label %loop
loop:
  %at = phi i64 [0, %entry], [%next, %more]
  %previous = phi i32 [-1, %entry], [%now, %more]
  %done = icmp eq i64 %at, %n
  br i1 %done, label %out, label %look
look:
  %place = getelementptr i32, ptr %list, i64 %at
  %now = load i32, ptr %place
  %next = add i64 %at, 1
  %good = icmp sgt i32 %now, %previous
  br i1 %good, label %more, label %out
more:
  br label %loop
out:
  %yes = phi i1 [true, %loop], [false, %look]
  ret i1 %yes
}
define internal i1 @zk_contains(ptr %list, i64 %n, i32 %wanted) noinline {
entry:
  br label %loop
loop:
  %at = phi i64 [0, %entry], [%next, %look]
  %done = icmp eq i64 %at, %n
  br i1 %done, label %out, label %look
look:
  %place = getelementptr i32, ptr %list, i64 %at
  %now = load i32, ptr %place
  %next = add i64 %at, 1
  %same = icmp eq i32 %now, %wanted
  br i1 %same, label %out, label %loop
out:
  %yes = phi i1 [false, %loop], [true, %look]
  ret i1 %yes
}
"""

DRAW = """
define internal i32 @zk_draw(ptr %list, ptr %odds, i64 %n, ptr %random) noinline { ; an outcome by its probability; below zero if they are no chances
entry:
  %bits = call i64 @zk_bits(ptr %random)
  %top = lshr i64 %bits, 11
  %whole = uitofp i64 %top to double
  %uniform = fmul double %whole, 0x3CA0000000000000
  br label %loop
loop:
  %at = phi i64 [0, %entry], [%next, %more]
  %previous = phi i32 [-1, %entry], [%now, %more]
  %left = phi double [%uniform, %entry], [%rest, %more]
  %total = phi double [0.0, %entry], [%sum, %more]
  %found = phi i32 [-1, %entry], [%chosen, %more]
  %done = icmp eq i64 %at, %n
  br i1 %done, label %checked, label %look
look:
  %place = getelementptr i32, ptr %list, i64 %at
  %now = load i32, ptr %place
  %odd = getelementptr double, ptr %odds, i64 %at
  %share = load double, ptr %odd
  %next = add i64 %at, 1
  %rest = fsub double %left, %share
  %sum = fadd double %total, %share
  %hit = fcmp olt double %rest, 0.0
  %open = icmp slt i32 %found, 0
  %take = and i1 %hit, %open
  %chosen = select i1 %take, i32 %now, i32 %found
  %rises = icmp sgt i32 %now, %previous
  %some = fcmp ogt double %share, 0.0
  %most = fcmp ole double %share, 1.0
  %good1 = and i1 %rises, %some
  %good = and i1 %good1, %most
  br i1 %good, label %more, label %bad
more:
  br label %loop
checked:
  %off = fsub double %total, 1.0
  %under = fcmp ole double %off, 1.0e-9
  %over = fcmp oge double %off, -1.0e-9
  %right = and i1 %under, %over
  br i1 %right, label %give, label %bad
give:
  %none = icmp slt i32 %found, 0
  %answer = select i1 %none, i32 %previous, i32 %found
  ret i32 %answer
bad:
  ret i32 -1
}
"""


TOGETHER = """
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare void @llvm.nvvm.bar.warp.sync(i32) convergent
declare i1 @llvm.nvvm.vote.all.sync(i32, i1) convergent
define internal void @zk_meet() convergent alwaysinline { ; wait for all threads of the group
  call void @llvm.nvvm.bar.warp.sync(i32 -1) convergent
  ret void
}
define internal i1 @zk_all(i1 %mine) convergent alwaysinline { ; whether something is true for all threads of the group
  %all = call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 %mine) convergent
  ret i1 %all
}
"""
ALONE = """
define internal void @zk_meet() alwaysinline {
  ret void
}
define internal i1 @zk_all(i1 %mine) alwaysinline {
  ret i1 %mine
}
"""
"""The same for a machine with one thread."""
END_TOGETHER = """
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1) convergent
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.cttz.i32(i32, i1)
define internal void @zk_end(ptr %place) convergent alwaysinline { ; count the threads that come to their end; one of each group adds for all
  %here = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 true) convergent
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %first = call i32 @llvm.cttz.i32(i32 %here, i1 true)
  %is_first = icmp eq i32 %lane, %first
  br i1 %is_first, label %add, label %out
add:
  %number = call i32 @llvm.ctpop.i32(i32 %here)
  %number64 = zext i32 %number to i64
  %before = atomicrmw add ptr %place, i64 %number64 monotonic
  br label %out
out:
  ret void
}
"""
END_ALONE = """
define internal void @zk_end(ptr %place) alwaysinline {
  %before = atomicrmw add ptr %place, i64 1 monotonic
  ret void
}
"""

EXACT = {
    "declare double @sqrt(double)": """
declare double @llvm.sqrt.f64(double)
define internal double @sqrt(double %x) alwaysinline {
  %root = call double @llvm.sqrt.f64(double %x)
  ret double %root
}
""",
    "declare double @copysign(double, double)": """
declare double @llvm.copysign.f64(double, double)
define internal double @copysign(double %x, double %sign) alwaysinline {
  %signed = call double @llvm.copysign.f64(double %x, double %sign)
  ret double %signed
}
""",
}
"""Functions of C's mathematics that every machine computes alike, by their declarations. A GPU rounds the others otherwise, and does without."""
