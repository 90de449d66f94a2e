"""A GPU for tests that is this machine: the functions of the driver, written in Python, and kernels compiled for this processor.

`HostLibrary` takes the place of the driver's library, so everything above it is the code that runs on a real GPU. It runs all threads of a launch,
one after another. Kernels are given to it as LLVM's text for this machine, not as PTX.
"""

from __future__ import annotations

import ctypes
import functools
import inspect
import re
import threading
from types import SimpleNamespace

import pytest
from long_runs import LONG

import zermelo.gpu.driver as driver
import zermelo.gpu.loading as loading
from zermelo.compile import machine_code
from zermelo.compile.kernels.helpers import ALONE
from zermelo.compile.kernels.ptx import RECURSIVE_CODE
from zermelo.compile.kernels.text import RECURSIVE

OUT_OF_MEMORY, ILLEGAL_ADDRESS, NOT_FOUND = 2, 700, 500
PROCESSORS, BLOCKS = 2, 1
"""Few threads, each with several pieces of work."""
ATTRIBUTES = {75: 9, 76: 0, 16: PROCESSORS}
"""Compute capability 9.0."""
MODULES = {}
"""Addresses of the functions of each text, which stay loaded."""


def loaded(text, name):
    """The address of a kernel that is compiled for this machine, and the number of its parameters."""
    names = re.findall(r"^define void @(\w+)\(", text, re.MULTILINE)
    if text not in MODULES:
        with pytest.MonkeyPatch.context() as patch:
            for level in () if LONG else ("LEVEL", "LEVEL_IF_LARGE"):
                patch.setattr(machine_code, level, 0)  # which takes a twentieth of the time
            MODULES[text] = machine_code.build(text, {each: each for each in names}, []).load()
    (parameters,) = re.findall(rf"^define void @{name}\((.*?)\) {{", text, re.MULTILINE)
    return MODULES[text][name], len(parameters.split(","))


class HostLibrary:
    """What the driver's library has, for this machine; `memory` is how many bytes the device has."""

    def __init__(self, memory=1 << 32, capability=90, devices=1, blocks=BLOCKS):
        self.memory, self.devices, self.blocks = memory, devices, blocks
        self.attributes = {**ATTRIBUTES, 75: capability // 10, 76: capability % 10}
        self.buffers, self.modules, self.functions, self.limits, self.launches = {}, [], [], {}, []
        self.streams, self.host, self.made = 0, {}, []
        self.fail = {}
        """Codes with which functions of these names fail."""

    def __getattribute__(self, name):
        found = object.__getattribute__(self, name)
        failures = object.__getattribute__(self, "__dict__").get("fail", {})
        if name not in failures:
            return found

        def failing(*_):
            return failures[name]

        failing.__name__ = name
        return failing

    def function(self, method):
        """The same as a function of C's, which gets words."""
        named = method.__name__
        count = len(inspect.signature(getattr(HostLibrary, named)).parameters) - 1 if named != "cuLaunchKernel" else 11

        def called(*words):
            method = getattr(self, named)
            if named != "cuLaunchKernel":
                return method(*(ctypes.c_size_t(word) for word in words))
            address, blocks, threads, pointers = words[0], words[1], words[4], words[9]
            text, name = self.functions[address - 1]
            places = (ctypes.c_uint64 * (loaded(text, name)[1] - 2)).from_address(pointers)
            return method(ctypes.c_void_p(address), blocks, 1, 1, threads, 1, 1, 0, None, list(places), None)

        made = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_uint64] * count)(called)
        self.made.append(made)  # it must stay
        return made

    def cuInit(self, flags):
        return 0

    def cuGetErrorString(self, code, text):
        text._obj.value = b"a made-up error"
        return 0

    def cuDeviceGetCount(self, count):
        count._obj.value = self.devices
        return 0

    def cuDeviceGet(self, device, number):
        return 0

    def cuDevicePrimaryCtxRetain(self, context, device):
        context._obj.value = 1
        return 0

    def cuDeviceGetName(self, name, size, device):
        name.value = b"this machine"
        return 0

    def cuDeviceGetAttribute(self, found, number, device):
        found._obj.value = self.attributes[number]
        return 0

    def cuCtxSetCurrent(self, context):
        return 0

    def cuStreamCreate(self, stream, flags):
        self.streams += 1
        stream._obj.value = self.streams
        return 0

    def cuStreamDestroy_v2(self, stream):
        return 0

    def cuStreamSynchronize(self, stream):
        return 0

    def cuStreamQuery(self, stream):
        return 0

    def cuCtxSetLimit(self, which, size):
        self.limits[which] = size.value
        return 0

    def cuMemGetInfo_v2(self, free, total):
        free._obj.value = self.memory - sum(map(len, self.buffers.values()))
        total._obj.value = self.memory
        return 0

    def cuMemAlloc_v2(self, pointer, size):
        if sum(map(len, self.buffers.values())) + size.value > self.memory:
            return OUT_OF_MEMORY
        room = (ctypes.c_char * (size.value + 64)).from_buffer(
            bytearray(b"\xa5") * (size.value + 64)
        )  # fresh memory is not empty
        pointer._obj.value = -(-ctypes.addressof(room) // 64) * 64
        self.buffers[pointer._obj.value] = room
        return 0

    def cuMemFree_v2(self, pointer):
        return 0 if self.buffers.pop(pointer.value, None) is not None else ILLEGAL_ADDRESS

    def fits(self, pointer, size):
        return pointer.value in self.buffers and size.value <= len(self.buffers[pointer.value]) - 64

    def cuMemHostAlloc(self, pointer, size, flags):
        room = (ctypes.c_char * size.value).from_buffer(bytearray(b"\xa5") * size.value)
        pointer._obj.value = ctypes.addressof(room)
        self.host[pointer._obj.value] = room
        return 0

    def cuMemFreeHost(self, pointer):
        return 0 if self.host.pop(pointer.value, None) is not None else ILLEGAL_ADDRESS

    def cuMemcpyHtoDAsync_v2(self, target, source, size, stream):
        if not self.fits(target, size):
            return ILLEGAL_ADDRESS
        ctypes.memmove(target.value, as_address(source), size.value)
        return 0

    def cuMemcpyDtoHAsync_v2(self, target, source, size, stream):
        if not self.fits(source, size):
            return ILLEGAL_ADDRESS
        ctypes.memmove(as_address(target), source.value, size.value)
        return 0

    def cuMemsetD8Async(self, target, value, size, stream):
        if not self.fits(target, size):
            return ILLEGAL_ADDRESS
        ctypes.memset(target.value, value.value, size.value)
        return 0

    def cuModuleLoadDataEx(self, module, text, number, options, values):
        self.modules.append(text.value.decode().removeprefix(f"{RECURSIVE_CODE}\n"))
        module._obj.value = len(self.modules)
        return 0

    def cuModuleGetFunction(self, function, module, name):
        text = self.modules[module.value - 1]
        if f"@{name.decode()}(" not in text:
            return NOT_FOUND
        self.functions.append((text, name.decode()))
        function._obj.value = len(self.functions)
        return 0

    def cuFuncGetAttribute(self, found, number, function):
        found._obj.value = 32
        return 0

    def cuOccupancyMaxActiveBlocksPerMultiprocessor(self, found, function, threads, shared):
        found._obj.value = self.blocks
        return 0

    def cuLaunchKernel(self, function, *rest):
        blocks, _, _, threads, _, _, _, _, pointers, _ = rest
        text, name = self.functions[function.value - 1]
        address, count = loaded(text, name)
        words = [ctypes.c_uint64.from_address(each).value for each in pointers]
        assert len(words) + 2 == count, f"{name} has {count} parameters"
        assert blocks > 0 < threads
        self.launches.append((name, blocks, threads))
        ctypes.CFUNCTYPE(None, *[ctypes.c_uint64] * count)(address)(*words, blocks, threads)
        return 0


def as_address(pointer):
    return pointer.value if hasattr(pointer, "value") else pointer


def as_ptx(text):
    return f"{RECURSIVE_CODE}\n{text}" if text.startswith(RECURSIVE) else text


def lend(monkeypatch, library, *makers):
    """Let the driver's library be another one until the end of the test; `makers` are (module, function) that write kernels.

    None stands for a machine without a driver.
    """
    monkeypatch.setattr(driver, "ctypes", as_ctypes(library))
    monkeypatch.setattr(driver, "device", functools.cache(driver.device.__wrapped__))
    monkeypatch.setattr(loading, "kept_ptx", lambda game, rules, kind, make, capability: as_ptx(make()))
    for module, name in makers:
        monkeypatch.setattr(module, name, functools.partial(getattr(module, name), gpu=False))
        monkeypatch.setattr(module, "device", driver.device)
    return library


def as_ctypes(library):
    """Python's `ctypes`, but for what is opened as the driver's library."""

    def open_library(name):
        if library is None:
            raise OSError(f"{name}: cannot open shared object file")
        return library

    def cast(found, kind):
        """The address of a function of the library, for callers that are not Python."""
        return ctypes.cast(library.function(found) if callable(found) and hasattr(found, "__name__") else found, kind)

    return SimpleNamespace(**{**vars(ctypes), "CDLL": open_library, "cast": cast})


class Group:
    """Threads that run at once and meet as those of a GPU do; says if they do not all meet at places of the same kind."""

    def __init__(self, size=32):
        self.size, self.votes, self.places, self.trouble = size, [], [], None
        self.barrier = threading.Barrier(size, action=self.compare)
        self.functions = ctypes.CFUNCTYPE(None)(self.meet), ctypes.CFUNCTYPE(ctypes.c_ubyte, ctypes.c_ubyte)(self.vote)

    def compare(self):
        if len(set(self.places)) > 1:
            self.trouble = f"some threads wait at one place, others at another: {self.places}"
        self.answer, self.places, self.votes = all(self.votes), [], []

    def wait(self, place, *vote):
        if self.trouble is None:
            self.places.append(place)
            self.votes += vote
            try:
                self.barrier.wait(20)
            except threading.BrokenBarrierError:
                self.trouble = self.trouble or f"some threads never come: {self.places}"

    def meet(self):
        self.wait("meet")

    def vote(self, mine):
        self.wait("vote", mine)
        return self.trouble is not None or self.answer  # after trouble, kernels end

    def text(self, text, name):
        """The kernel with this group in place of one thread; its entry `one` gets the number of its thread."""
        meet, vote = (ctypes.cast(each, ctypes.c_void_p).value for each in self.functions)
        together = f"""
define internal void @zk_meet() alwaysinline {{
  call void inttoptr (i64 {meet} to ptr)()
  ret void
}}
define internal i1 @zk_all(i1 %mine) alwaysinline {{
  %vote = zext i1 %mine to i8
  %all = call i8 inttoptr (i64 {vote} to ptr)(i8 %vote)
  %yes = icmp ne i8 %all, 0
  ret i1 %yes
}}
"""
        (parameters,) = re.findall(rf"^define internal void @thread_{name}\((.*?)\) {{", text, re.MULTILINE)
        assert ALONE in text
        return f"{text.replace(ALONE, together)}\ndefine void @one({parameters}) {{\n  call void @thread_{name}({parameters})\n  ret void\n}}\n"

    def run(self, text, name, *arguments):
        """Run a kernel in all threads of the group; what went wrong, or None."""
        words = [
            0 if each is None else each.ctypes.data if hasattr(each, "ctypes") else int(each) & (1 << 64) - 1
            for each in arguments
        ]
        address, count = loaded(self.text(text, name), "one")
        assert len(words) + 2 == count, f"{name} has {count - 2} parameters"
        function = ctypes.CFUNCTYPE(None, *[ctypes.c_uint64] * count)(address)
        threads = [threading.Thread(target=function, args=(*words, me, self.size)) for me in range(self.size)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        return self.trouble
