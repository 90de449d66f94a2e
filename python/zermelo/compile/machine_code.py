"""The machine code of compiled rules: made by LLVM, kept as text, loaded in every later process without compiling again."""

from __future__ import annotations

import base64
import json
import struct
from dataclasses import dataclass
from typing import Any

LEVEL = 3
"""How hard LLVM optimises."""
LARGE, LEVEL_IF_LARGE = 130_000, 2
"""From so many characters on it takes too long for what it gains."""


@dataclass(frozen=True)
class MachineCode:
    """The C functions of a module."""

    symbols: dict[str, str]
    """For each rule the name of its C function."""
    code: bytes
    """An object file."""
    needs: list[str]
    """Functions of other libraries that the code calls."""
    allocating: list[str]
    """Rules that make lists, sets or dictionaries of their own; all others need no memory."""

    def to_text(self) -> str:
        kept = {"symbols": self.symbols, "needs": self.needs, "allocating": self.allocating}
        return json.dumps({**kept, "code": base64.b64encode(self.code).decode()})

    @staticmethod
    def from_text(text: str) -> MachineCode:
        kept = json.loads(text)
        return MachineCode(kept["symbols"], base64.b64decode(kept["code"]), kept["needs"], kept["allocating"])

    def load(self) -> dict[str, int]:
        """The address of each function, valid until the process ends; LookupError if something it needs is missing."""
        llvm = _llvm()
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine())
        missing = [name for name in self.needs if not llvm.address_of_symbol(name)]
        if missing:  # LLVM would end the process
            raise LookupError(f"no library has {', '.join(missing)}")
        engine.add_object_file(llvm.ObjectFileRef.from_data(self.code))
        engine.finalize_object()
        addresses = {rule: engine.get_function_address(symbol) for rule, symbol in self.symbols.items()}
        if not all(addresses.values()):
            raise LookupError("a function is missing from its object file")
        engine.detach()  # never freed: searches hold the addresses
        return addresses


def build(text: str, symbols: dict[str, str], allocating: list[str]) -> MachineCode:
    """Optimise and compile a module that is written in LLVM's own language."""
    llvm = _llvm()
    machine = _machine()
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{machine.triple}"\n'
    module = llvm.parse_assembly(head + text)
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=LEVEL if len(text) < LARGE else LEVEL_IF_LARGE)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    code: bytes = machine.emit_object(module)
    return MachineCode(symbols, code, outside_symbols(code), allocating)


def outside_symbols(code: bytes) -> list[str]:
    """The functions that an object file calls but does not contain; none if it is not in the format of Linux (ELF, 64 bits)."""
    if not code.startswith(b"\x7fELF\x02"):
        return []
    llvm = _llvm()
    sections = {section.name(): section.data() for section in llvm.ObjectFileRef.from_data(code).sections()}
    names = sections[b".strtab"]
    entries = struct.iter_unpack("=IBBHQQ", sections[b".symtab"])
    undefined = [names[at : names.index(b"\0", at)].decode() for at, _, _, section, _, _ in entries if section == 0]
    return [name for name in undefined if name and name != "_GLOBAL_OFFSET_TABLE_"]


def _llvm() -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


def _machine() -> Any:
    llvm = _llvm()
    target = llvm.Target.from_default_triple()
    features = llvm.get_host_cpu_features().flatten()
    return target.create_target_machine(cpu=llvm.get_host_cpu_name(), features=features, opt=LEVEL, jit=True)
