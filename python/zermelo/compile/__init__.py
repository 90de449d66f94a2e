"""From rules in Python to machine code.

`native` is the entrance: it looks a build up in the `cache` by its `fingerprint`, or has it made. `module` compiles some rules with
everything that they call, in passes, until the types of all variables are known; `function` compiles one function. The layers below it
are classes, each of which adds to the one before: `paths` (branches and loops), `lists` and `sequences`, `numbers`, `bits` and `bit_sets`, `iteration`,
`comparison`, `keys` and `lookup`, `sets`, `containers`, `dictionaries`, `sorting` and `methods`, `operators`, `comprehensions`, `displays`, `expressions`,
`functions`, `objects`, `calls`, `patterns`, `exceptions`, `row_changes`, `statements`. They work on `values` with `types`, and write LLVM's own language (`code`,
`memory`, `constants`). `builtin_calls` has Python's own functions; `prelude`, `prelude_sets`, `prelude_bits` and `prelude_dicts` are functions
that compiled rules call; `set_order` knows how Python's own sets have got their order, `iterators` reads iterators that need no state. `shapes` has the C function of each rule, and `machine_code` is the result, which LLVM makes and loads.
"""
