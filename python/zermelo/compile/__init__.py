"""From rules in Python to C functions.

`native` is the entrance. `lowering` turns the rules of a class into a module of plain functions, with the help of `source`,
`expressions`, `rewriting`, `folding`, `constants`, `widths`, `assignment` and `wrapping`. `build` compiles that module with Numba.
`machine_code` is the result, which `cache` keeps on disk and LLVM loads, without Numba, in every later process.
"""
