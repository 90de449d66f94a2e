"""Functions that compiled rules call: arithmetic, sorting, searching. They are ordinary Python, compiled like rules."""

import math
from typing import Any


class AskPython(BaseException):
    """Compiled code cannot answer this; Python is asked instead."""


Numbers = list[int]
Entries = list[Any]

# Numbers


def power(base: int, exponent: int) -> int:
    if exponent < 0:
        raise AskPython
    result = 1
    for _ in range(exponent):
        result *= base
        if result == 0 or result == 1:
            break
    if result == 1 and base == -1 and exponent % 2:
        return -1
    return result


def power_modulo(base: int, exponent: int, modulus: int) -> int:
    if exponent < 0 or modulus == 0 or abs(modulus) > 3000000000:
        raise AskPython
    result = 1 % modulus
    square = base % modulus
    while exponent > 0:
        if exponent % 2:
            result = result * square % modulus
        square = square * square % modulus
        exponent //= 2
    return result


def float_rest(a: float, b: float) -> float:
    if b == 0:
        raise ZeroDivisionError
    rest = math.fmod(a, b)
    if rest != 0:
        if (b < 0) != (rest < 0):
            rest += b
    else:
        rest = math.copysign(0.0, b)
    return rest


def float_floor(a: float, b: float) -> float:
    if b == 0:
        raise ZeroDivisionError
    rest = math.fmod(a, b)
    quotient = (a - rest) / b
    if rest != 0 and (b < 0) != (rest < 0):
        quotient -= 1.0
    if quotient == 0:
        return math.copysign(0.0, a / b)
    if abs(quotient) > 4e15:
        raise AskPython
    low = float(math.floor(quotient))
    return low + 1.0 if quotient - low > 0.5 else low


def whole_or_none(number: float) -> int:
    if abs(number) > 4e15 or number != math.floor(number):
        raise AskPython
    return int(number)


def gcd(a: int, b: int) -> int:
    a, b = abs(a), abs(b)
    while b:
        a, b = b, a % b
    return a


def isqrt(number: int) -> int:
    if number < 0:
        raise ValueError
    if number > 4000000000000000:
        raise AskPython
    root = int(math.sqrt(number))
    while root * root > number:
        root -= 1
    while (root + 1) * (root + 1) <= number:
        root += 1
    return root


# Sequences


def count(entries: Entries, wanted: Any) -> int:
    total = 0
    for i in range(len(entries)):
        if entries[i] == wanted:
            total += 1
    return total


def contains(entries: Entries, wanted: Any) -> bool:
    for i in range(len(entries)):  # noqa: SIM110
        if entries[i] == wanted:
            return True
    return False


def position(entries: Entries, wanted: Any) -> int:
    for i in range(len(entries)):
        if entries[i] == wanted:
            return i
    raise ValueError


def position_from(entries: Entries, wanted: Any, start: int) -> int:
    return position_between(entries, wanted, start, len(entries))


def position_between(entries: Entries, wanted: Any, start: int, stop: int) -> int:
    if start < 0:
        start = max(start + len(entries), 0)
    if stop < 0:
        stop += len(entries)
    for i in range(start, min(stop, len(entries))):
        if entries[i] == wanted:
            return i
    raise ValueError


def same_entries(one: Entries, other: Entries) -> bool:
    if len(one) != len(other):
        return False
    for i in range(len(one)):  # noqa: SIM110
        if one[i] != other[i]:
            return False
    return True


def list_less(one: Entries, other: Entries) -> bool:
    for i in range(min(len(one), len(other))):
        if one[i] != other[i]:
            return bool(one[i] < other[i])
    return len(one) < len(other)


def list_at_most(one: Entries, other: Entries) -> bool:
    for i in range(min(len(one), len(other))):
        if one[i] != other[i]:
            return bool(one[i] < other[i])
    return len(one) <= len(other)


def width(rows: list[Entries]) -> int:
    least = len(rows[0])
    for i in range(1, len(rows)):
        least = min(least, len(rows[i]))
    return least


def search(ordered: Numbers, wanted: int) -> int:
    low, high = 0, len(ordered) - 1
    while low <= high:
        middle = (low + high) // 2
        if ordered[middle] == wanted:
            return middle
        if ordered[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1


def reverse(entries: Entries) -> None:
    i, j = 0, len(entries) - 1
    while i < j:
        entries[i], entries[j] = entries[j], entries[i]
        i, j = i + 1, j - 1


def move_last(entries: Entries, index: int) -> None:
    """Move the last entry to an index, as `insert` does."""
    last = len(entries) - 1
    if index < 0:
        index += last
    index = min(max(index, 0), last)
    entry = entries[last]
    for i in range(last, index, -1):
        entries[i] = entries[i - 1]
    entries[index] = entry


def rotate(entries: Entries, before: Entries, steps: int) -> None:
    """Turn a list of which there is a copy to the right."""
    size = len(entries)
    for i in range(size):
        entries[(i + steps) % size] = before[i]


def remove_at(entries: Entries, index: int) -> None:
    for i in range(index, len(entries) - 1):
        entries[i] = entries[i + 1]
    entries.pop()


def replace(entries: Entries, start: int, stop: int, others: Entries) -> None:
    """`entries[start:stop] = others`."""
    rest = entries[stop:]
    while len(entries) > start:
        entries.pop()
    for i in range(len(others)):
        entries.append(others[i])
    for i in range(len(rest)):
        entries.append(rest[i])


def sort(entries: Entries, room: Entries) -> None:
    size = len(entries)
    step = 8
    for start in range(0, size, step):
        for i in range(start + 1, min(start + step, size)):
            entry = entries[i]
            j = i
            while j > start and entry < entries[j - 1]:
                entries[j] = entries[j - 1]
                j -= 1
            entries[j] = entry
    while step < size:
        for start in range(0, size, 2 * step):
            middle, stop = min(start + step, size), min(start + 2 * step, size)
            i, j = start, middle
            for at in range(start, stop):
                if j >= stop or (i < middle and not entries[j] < entries[i]):
                    room[at] = entries[i]
                    i += 1
                else:
                    room[at] = entries[j]
                    j += 1
        for at in range(size):
            entries[at] = room[at]
        step *= 2


def sort_down(entries: Entries, room: Entries) -> None:
    """Descending; equal entries stay in their order."""
    reverse(entries)
    sort(entries, room)
    reverse(entries)


def sort_by(entries: Entries, keys: Entries, room: Entries, key_room: Entries) -> None:
    size = len(entries)
    step = 8
    for start in range(0, size, step):
        for i in range(start + 1, min(start + step, size)):
            entry, key = entries[i], keys[i]
            j = i
            while j > start and key < keys[j - 1]:
                entries[j], keys[j] = entries[j - 1], keys[j - 1]
                j -= 1
            entries[j], keys[j] = entry, key
    while step < size:
        for start in range(0, size, 2 * step):
            middle, stop = min(start + step, size), min(start + 2 * step, size)
            i, j = start, middle
            for at in range(start, stop):
                if j >= stop or (i < middle and not keys[j] < keys[i]):
                    room[at], key_room[at] = entries[i], keys[i]
                    i += 1
                else:
                    room[at], key_room[at] = entries[j], keys[j]
                    j += 1
        for at in range(size):
            entries[at], keys[at] = room[at], key_room[at]
        step *= 2


def sort_by_down(entries: Entries, keys: Entries, room: Entries, key_room: Entries) -> None:
    reverse(entries)
    reverse(keys)
    sort_by(entries, keys, room, key_room)
    reverse(entries)


TRUSTED = frozenset({sort, sort_down, sort_by, sort_by_down, reverse})
"""Functions that are compiled without checks."""


def hash_entries(entries: Entries) -> int:
    """Python's own hash of a tuple."""
    total = 2870177450012600261
    for i in range(len(entries)):
        total = (total + hash(entries[i]) * 14029467366897019727) & 0xFFFFFFFFFFFFFFFF
        total = ((total << 31) & 0xFFFFFFFFFFFFFFFF) | (total >> 33)
        total = (total * 11400714785074694791) & 0xFFFFFFFFFFFFFFFF
    total = (total + (len(entries) ^ 2870177450013471926)) & 0xFFFFFFFFFFFFFFFF
    if total == 0xFFFFFFFFFFFFFFFF:
        return 1546275796
    return total - 0x10000000000000000 if total >= 0x8000000000000000 else total
