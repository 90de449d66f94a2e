"""Operations on whole dictionaries and counters: ordinary Python, compiled like rules."""

from collections import Counter
from typing import Any

from zermelo.compile.prelude import Entries, Numbers
from zermelo.compile.prelude_sets import dict_find

Counts = Counter[Any]


def dict_equal(index: Numbers, keys: Entries, values: Entries, index2: Numbers, keys2: Entries, values2: Entries) -> bool:
    if len(keys) != len(keys2):
        return False
    for i in range(len(keys)):
        found = dict_find(index2, keys2, values2, keys[i])
        if found < 0 or values2[found] != values[i]:
            return False
    return True


def counter_update(counter: Counts, other: Counts) -> None:
    for key, count in other.items():
        counter[key] = count + counter.get(key, 0)


def counter_subtract(counter: Counts, other: Counts) -> None:
    for key, count in other.items():
        counter[key] = counter.get(key, 0) - count


def keep_positive(counter: Counts) -> None:
    for key in [key for key, count in counter.items() if not count > 0]:
        del counter[key]


def counter_add(one: Counts, other: Counts, result: Counts) -> None:
    for key, count in one.items():
        total = count + other.get(key, 0)
        if total > 0:
            result[key] = total
    for key, count in other.items():
        if key not in one and count > 0:
            result[key] = count


def counter_less_than(one: Counts, other: Counts, result: Counts) -> None:
    for key, count in one.items():
        rest = count - other.get(key, 0)
        if rest > 0:
            result[key] = rest
    for key, count in other.items():
        if key not in one and count < 0:
            result[key] = 0 - count


def counter_most(one: Counts, other: Counts, result: Counts) -> None:
    for key, count in one.items():
        most = max(count, other.get(key, 0))
        if most > 0:
            result[key] = most
    for key, count in other.items():
        if key not in one and count > 0:
            result[key] = count


def counter_least(one: Counts, other: Counts, result: Counts) -> None:
    for key, count in one.items():
        least = min(count, other.get(key, 0))
        if least > 0:
            result[key] = least


def counter_within(one: Counts, other: Counts) -> bool:
    for key, count in one.items():
        if count > other.get(key, 0):
            return False
    for key, count in other.items():  # noqa: SIM110
        if one.get(key, 0) > count:
            return False
    return True


def counter_equal(one: Counts, other: Counts) -> bool:
    return counter_within(one, other) and counter_within(other, one)


def counter_less(one: Counts, other: Counts) -> bool:
    return counter_within(one, other) and not counter_within(other, one)
