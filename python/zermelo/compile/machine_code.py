"""The machine code of compiled rules: made with Numba, kept as text, loaded by LLVM alone.

Numba is slow to import and not needed to run what it has compiled: each function is an object file, and llvmlite, which Numba
is built on, loads it. Rules that use lists or arrays of their own need Numba's memory management; for those Numba is imported.
"""

from __future__ import annotations

import base64
import ctypes
import json
import struct
from dataclasses import dataclass

_DESTRUCTOR = "NRT_MemInfo_call_dtor"
"""Numba's code names this function even in rules that never allocate memory, and so never call it."""
_nothing = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _: None)


@dataclass(frozen=True)
class MachineCode:
    """The C functions of a lowered module."""

    functions: dict[str, tuple[str, bytes]]
    """For each rule the symbol of its C function and the object file that holds it."""
    needs: list[str] | None
    """Functions of other libraries that the code calls; None if the format of object files is not known."""

    def to_text(self) -> str:
        functions = {rule: (symbol, base64.b64encode(code).decode()) for rule, (symbol, code) in self.functions.items()}
        return json.dumps({"functions": functions, "needs": self.needs})

    @staticmethod
    def from_text(text: str) -> MachineCode:
        kept = json.loads(text)
        functions = {rule: (symbol, base64.b64decode(code)) for rule, (symbol, code) in kept["functions"].items()}
        return MachineCode(functions, kept["needs"])

    def load(self) -> dict[str, int]:
        """The address of each function, valid until the process ends; LookupError if something it needs is missing."""
        import llvmlite.binding as llvm

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        if not llvm.address_of_symbol(_DESTRUCTOR):
            llvm.add_symbol(_DESTRUCTOR, ctypes.cast(_nothing, ctypes.c_void_p).value)
        if self.needs is None or not all(map(llvm.address_of_symbol, self.needs)):
            _start_numba()
        missing = [name for name in self.needs or () if not llvm.address_of_symbol(name)]
        if missing:  # LLVM would end the process
            raise LookupError(f"no library has {', '.join(missing)}")
        machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        for _, code in self.functions.values():
            engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        addresses = {rule: engine.get_function_address(symbol) for rule, (symbol, _) in self.functions.items()}
        if not all(addresses.values()):
            raise LookupError("a function is missing from its object file")
        engine.detach()  # never freed: searches hold the addresses
        return addresses


def outside_symbols(code: bytes) -> list[str] | None:
    """The functions that an object file calls but does not contain; None if it is not in the format of Linux (ELF, 64 bits)."""
    import llvmlite.binding as llvm

    if not code.startswith(b"\x7fELF\x02"):
        return None
    sections = {section.name(): section.data() for section in llvm.ObjectFileRef.from_data(code).sections()}
    names = sections[b".strtab"]
    entries = struct.iter_unpack("=IBBHQQ", sections[b".symtab"])
    undefined = [names[at : names.index(b"\0", at)].decode() for at, _, _, section, _, _ in entries if section == 0]
    return [name for name in undefined if llvm.address_of_symbol(name)]  # the others are the linker's own


def _start_numba() -> None:
    """Make Numba tell LLVM about the functions of its runtime."""
    from numba.core.registry import cpu_target

    _ = cpu_target.target_context
