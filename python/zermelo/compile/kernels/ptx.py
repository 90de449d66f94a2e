"""Kernels as PTX, the language that drivers of NVIDIA's GPUs compile; made by LLVM, without a GPU, and kept in the cache by architecture."""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

from zermelo.compile import cache
from zermelo.compile.fingerprint import fingerprint
from zermelo.compile.kernels.text import RECURSIVE
from zermelo.compile.native import versions
from zermelo.errors import CompileError
from zermelo.game.calls import steadily
from zermelo.game.protocol import Game

ARCHITECTURES = (70, 75, 80, 86, 89, 90)
"""Compute capabilities, times ten, that LLVM knows; a newer GPU runs the code of the last."""
RECURSIVE_CODE = "// recursive"
"""The first line of PTX in which a function calls itself."""
_LEVEL = 3
_PROVIDED = ("vprintf",)


def architecture(capability: int) -> int:
    """The latest architecture whose code a GPU with this compute capability runs."""
    return max(each for each in ARCHITECTURES if each <= capability)


def kept_ptx(game: Game, rules: Sequence[str], kind: str, make: Callable[[], str], capability: int) -> str:
    """The PTX of a kernel around some rules, from the cache if it has it; `make` writes its text, and `kind` tells kernels apart."""
    try:
        shaped = (fingerprint(game, list(rules), {}), repr(game.rules.bounds), *_own_versions(), *versions())
        built = cache.key(kind, str(architecture(capability)), *shaped)
    except (ImportError, PackageNotFoundError) as error:
        raise CompileError("rules", "class", f"llvmlite cannot be used ({error}); install it again") from error
    name = f"{game.title()}_gpu_{built}"
    text = cache.read(name)
    if text is None:
        text = steadily(lambda: to_ptx(make(), capability))
        cache.write(name, text)
    return text


def to_ptx(text: str, capability: int = 90) -> str:
    """Optimise and compile a module for one kind of GPU."""
    llvm = _llvm()
    machine = llvm.Target.from_triple("nvptx64-nvidia-cuda").create_target_machine(
        cpu=f"sm_{architecture(capability)}", opt=_LEVEL
    )
    module = llvm.parse_assembly(f'target datalayout = "{machine.target_data}"\ntarget triple = "nvptx64-nvidia-cuda"\n{text}')
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=_LEVEL)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    made: str = machine.emit_assembly(module)
    missing = sorted({*re.findall(r"^\.extern \.func .*?(\w+)\s*$", made, re.M)} - {*_PROVIDED})
    if missing:
        raise CompileError("rules", "class", f"a GPU has no function {', '.join(missing)}")
    return f"{RECURSIVE_CODE}\n{made}" if text.startswith(RECURSIVE) else made


@functools.cache
def _own_versions() -> list[str]:
    """What shapes the text of kernels besides the rules."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return [hashlib.sha256(file.read_bytes()).hexdigest() for file in files]


def _llvm() -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm
