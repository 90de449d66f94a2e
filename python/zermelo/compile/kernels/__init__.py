"""Loops around compiled rules for thousands of threads: what a GPU runs. The text is LLVM's own language, and means the same on every machine.

    text.py      what all kernels share: questions to rules and their checks, and how a GPU or this machine starts them
    helpers.py   functions that they call: random numbers, lists, chance, the threads of a group
    games.py     random games, counted by player, first move and length; endings.py says how they end
    counting.py  perft: the number of move sequences
    values.py    evaluations of many positions; pattern_values.py looks up patterns
    ptx.py       the text of a kernel for one kind of GPU, made by LLVM and kept in the cache; no GPU is needed for it

A kernel is a function for one thread, which takes every n-th piece of the work. On a GPU a few hundred thousand threads run it. Compiled
for this machine's own processor it does the whole work in one thread; the tests compare that with the specification, and with Rust.

A rule that fails anywhere does not stop the others: the kernel notes which game it was, and that game is played again in Rust, which
asks Python where compiled code cannot answer, or says which rule failed, in which line and where.
"""
