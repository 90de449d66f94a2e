"""The driver of NVIDIA's GPUs, called directly: its library comes with every driver, so nothing else has to be installed.

Only what kernels need: find a device, take and give back its memory, copy, load a kernel, run it. All work is put in order by streams: that of
one stream is done one after another, that of several at once. The functions are those of the CUDA Driver API. Errors of the driver become GpuError, with a sentence that says what to do.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import functools
import sys
from collections.abc import Sequence
from typing import Any

from zermelo.errors import GpuError

_OUT_OF_MEMORY, _NO_DEVICE, _BAD_PTX, _OLD_DRIVER, _TIMEOUT, _BAD_ADDRESS, _NOT_READY = 2, 100, 218, 222, 702, 700, 600
_REFUSED = (1, "cuLaunchKernel")  # an invalid argument, where the arguments are ours: a thread needs more memory than there is
_TOLD = {
    _OUT_OF_MEMORY: "the GPU has too little free memory for this; use fewer positions at a time, or where='cpu'",
    _NO_DEVICE: "there is no GPU on this machine; use where='cpu'",
    _BAD_PTX: "the GPU's driver refuses the compiled rules; a newer driver may take them, or use where='cpu'",
    _OLD_DRIVER: "the GPU's driver is too old for the compiled rules; install a newer one, or use where='cpu'",
    701: "the compiled rules need more registers than the GPU has for one block; use where='cpu'",
    _TIMEOUT: "the GPU's driver stopped a kernel that took too long; use where='cpu'",
    _BAD_ADDRESS: "a kernel read memory that is not its own, which is a fault of Zermelo; use where='cpu'",
}
_LEAST_CAPABILITY = 70
SIZES = (128, 256)
"""Threads in a block."""
_MAJOR, _MINOR, _PROCESSORS = 75, 76, 16
_STACK, _JIT_REGISTERS, _REGISTERS = 0, 0, 4
_BESIDE_OTHERS = 1  # a stream that does not wait for others


class Driver:
    """The library of the driver."""

    def __init__(self) -> None:
        name = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
        try:
            self.library = ctypes.CDLL(name)
        except OSError:
            raise GpuError("there is no driver of an NVIDIA GPU on this machine; use where='cpu'") from None
        self.call("cuInit", 0)

    def call(self, name: str, *arguments: Any) -> None:
        """Call a function of the driver; GpuError if it fails."""
        self.check(getattr(self.library, name)(*arguments), name)

    def address(self, name: str) -> int:
        """The address of a function of the driver."""
        return ctypes.cast(getattr(self.library, name), ctypes.c_void_p).value or 0

    def check(self, code: int, name: str) -> None:
        """Raise GpuError if a function answered with an error."""
        if code:
            text = ctypes.c_char_p()
            self.library.cuGetErrorString(code, ctypes.byref(text))
            if (code, name) == _REFUSED:
                raise GpuError("the compiled rules need more memory for each thread than this GPU gives; use where='cpu'")
            said = (text.value or b"unknown error").decode(errors="replace")
            raise GpuError(_TOLD.get(code, f"the GPU's driver failed in {name}: {said}; use where='cpu'"))


class Buffer:
    """Memory of the device; given back when the object goes."""

    def __init__(self, device: Device, size: int) -> None:
        self.device, self.size, self.pointer = device, size, ctypes.c_uint64()
        device.call("cuMemAlloc_v2", ctypes.byref(self.pointer), ctypes.c_size_t(max(size, 8)))

    def __del__(self) -> None:
        if self.pointer.value:
            self.device.enter()
            self.device.driver.library.cuMemFree_v2(self.pointer)


class HostBuffer:
    """Memory of this machine that the device can write to while a program goes on; given back when the object goes."""

    def __init__(self, device: Device, size: int) -> None:
        self.device, self.size, self.pointer = device, max(size, 8), ctypes.c_void_p()
        device.call("cuMemHostAlloc", ctypes.byref(self.pointer), ctypes.c_size_t(self.size), 0)
        self.bytes = (ctypes.c_char * self.size).from_address(self.pointer.value or 0)

    def __del__(self) -> None:
        if self.pointer.value:
            self.device.enter()
            self.device.driver.library.cuMemFreeHost(self.pointer)


class Stream:
    """Copies and kernels in the order in which they are asked for."""

    def __init__(self, device: Device) -> None:
        self.device, self._stream = device, ctypes.c_void_p()
        device.call("cuStreamCreate", ctypes.byref(self._stream), _BESIDE_OTHERS)

    @property
    def number(self) -> int:
        """What the driver knows it by."""
        return self._stream.value or 0

    def write(self, buffer: Buffer, data: Any) -> None:
        """Copy bytes, or an array of NumPy, to the device."""
        source, size = _address(data)
        self.device.call("cuMemcpyHtoDAsync_v2", buffer.pointer, source, ctypes.c_size_t(size), self._stream)

    def read(self, buffer: Buffer, into: Any) -> None:
        """Copy to an array of NumPy when all that was asked for is done."""
        target, size = _address(into)
        self.device.call("cuMemcpyDtoHAsync_v2", target, buffer.pointer, ctypes.c_size_t(size), self._stream)
        self.wait()

    def fetch(self, buffer: Buffer, size: int, into: HostBuffer) -> None:
        """Copy so many bytes later, when it is their turn."""
        self.device.call("cuMemcpyDtoHAsync_v2", into.pointer, buffer.pointer, ctypes.c_size_t(size), self._stream)

    def clear(self, buffer: Buffer, size: int) -> None:
        """Set the first bytes to 0."""
        self.device.call("cuMemsetD8Async", buffer.pointer, ctypes.c_ubyte(0), ctypes.c_size_t(size), self._stream)

    def start(self, kernel: LoadedKernel, blocks: int, threads: int, arguments: Sequence[Any]) -> None:
        """Start a kernel. Arguments are buffers, whole numbers, or None for no address; buffers must stay until it is done."""
        values = [ctypes.c_uint64(_word(argument)) for argument in arguments]
        pointers = (ctypes.c_void_p * len(values))(*(ctypes.addressof(value) for value in values))
        self.device.call("cuLaunchKernel", kernel.function, blocks, 1, 1, threads, 1, 1, 0, self._stream, pointers, None)

    @property
    def busy(self) -> bool:
        """Whether something is not done yet."""
        self.device.enter()
        code = self.device.driver.library.cuStreamQuery(self._stream)
        if code not in (0, _NOT_READY):
            self.device.driver.check(code, "cuStreamQuery")
        return bool(code)

    def wait(self) -> None:
        """Wait until all is done."""
        self.device.call("cuStreamSynchronize", self._stream)

    def __del__(self) -> None:
        if self._stream.value:
            self.device.enter()
            self.device.driver.library.cuStreamDestroy_v2(self._stream)


class LoadedKernel:
    """A kernel on the device."""

    def __init__(self, device: Device, ptx: str, name: str, registers: int = 0) -> None:
        """`registers` is the most of them that a thread may have; 0 for any number."""
        self.device, self.module, self.function = device, ctypes.c_void_p(), ctypes.c_void_p()
        self._source = ptx, name
        options, values = (ctypes.c_int * 1)(_JIT_REGISTERS), (ctypes.c_void_p * 1)(registers)
        text, number = ctypes.c_char_p(ptx.encode()), 1 if registers else 0
        device.call("cuModuleLoadDataEx", ctypes.byref(self.module), text, number, options, values)
        device.call("cuModuleGetFunction", ctypes.byref(self.function), self.module, name.encode())

    def attribute(self, number: int) -> int:
        found = ctypes.c_int()
        self.device.call("cuFuncGetAttribute", ctypes.byref(found), number, self.function)
        return found.value

    def within(self, registers: int) -> LoadedKernel:
        """The same kernel with at most so many registers for a thread; what does not fit is kept in memory."""
        return self if self.attribute(_REGISTERS) <= registers else LoadedKernel(self.device, *self._source, registers)

    def blocks(self, threads: int) -> int:
        """How many blocks of so many threads the whole device runs at once."""
        found = ctypes.c_int()
        self.device.call(
            "cuOccupancyMaxActiveBlocksPerMultiprocessor", ctypes.byref(found), self.function, threads, ctypes.c_size_t(0)
        )
        if found.value == 0:
            raise GpuError("the compiled rules need more registers or memory than one block of this GPU has; use where='cpu'")
        return found.value * self.device.processors

    def arrangement(self) -> tuple[int, int]:
        """Blocks, and threads in each, with which most threads run at once."""
        found = [(self.blocks(threads), threads) for threads in SIZES]
        return max(found, key=lambda each: (each[0] * each[1], each[1]))


class Device:
    """One GPU, with its memory and kernels."""

    def __init__(self, driver: Driver, number: int = 0) -> None:
        self.driver, device, self._context = driver, ctypes.c_int(), ctypes.c_void_p()
        driver.call("cuDeviceGet", ctypes.byref(device), number)
        self._device = device
        driver.call("cuDevicePrimaryCtxRetain", ctypes.byref(self._context), device)
        name = ctypes.create_string_buffer(256)
        driver.call("cuDeviceGetName", name, 256, device)
        self.name = name.value.decode(errors="replace")
        self.capability = 10 * self._attribute(_MAJOR) + self._attribute(_MINOR)
        self.processors = self._attribute(_PROCESSORS)
        if self.capability < _LEAST_CAPABILITY:
            raise GpuError(
                f"{self.name} is too old: it has compute capability {self.capability / 10}, and at least 7.0 is needed; use where='cpu'"
            )
        self._kernels: dict[tuple[str, str], LoadedKernel] = {}

    def _attribute(self, number: int) -> int:
        found = ctypes.c_int()
        self.driver.call("cuDeviceGetAttribute", ctypes.byref(found), number, self._device)
        return found.value

    @property
    def context(self) -> int:
        """What the driver knows it by."""
        return self._context.value or 0

    def enter(self) -> None:
        """Let the thread at hand work with this device."""
        self.driver.library.cuCtxSetCurrent(self._context)

    def call(self, name: str, *arguments: Any) -> None:
        """Call a function of the driver for this device, from any thread."""
        self.enter()
        self.driver.call(name, *arguments)

    def kernel(self, ptx: str, name: str) -> LoadedKernel:
        """A kernel, loaded once; the driver compiles it then, and keeps what it compiled for later processes."""
        if (ptx, name) not in self._kernels:
            self._kernels[ptx, name] = LoadedKernel(self, ptx, name)
        return self._kernels[ptx, name]

    def allow_stack(self, size: int) -> None:
        """Let each thread have so many bytes for functions that call themselves."""
        self.call("cuCtxSetLimit", _STACK, ctypes.c_size_t(size))

    def free_memory(self) -> int:
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        self.call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
        return free.value


@functools.cache
def device() -> Device:
    """The first GPU of this machine; GpuError if there is none, or none that can be used."""
    driver = Driver()
    number = ctypes.c_int()
    driver.call("cuDeviceGetCount", ctypes.byref(number))
    if number.value == 0:
        raise GpuError(_TOLD[_NO_DEVICE])
    return Device(driver)


def _address(data: Any) -> tuple[ctypes.c_void_p, int]:
    if isinstance(data, bytes):
        return ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p), len(data)
    return ctypes.c_void_p(data.ctypes.data), data.nbytes


def _word(argument: Any) -> int:
    if isinstance(argument, Buffer):
        return argument.pointer.value
    return 0 if argument is None else int(argument) & (1 << 64) - 1
