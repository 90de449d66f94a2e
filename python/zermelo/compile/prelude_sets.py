"""Sets and dictionaries of compiled rules: ordinary Python on lists, compiled like rules.

Sets keep their entries in the same places as Python's own, so that a loop over a set meets them in the same order.
A set is three lists: `head` (places that were ever used, entries, size of the table less one), `marks` (0 free, 1 used, 2 removed)
and `entries`. A dictionary is its index, its keys and its values; the index has a number that is not used and then, for each place
of a hash table, the number of a key or -1.
"""

from typing import Any

from zermelo.compile.prelude import Entries, Numbers, remove_at

# Sets


def set_look(head: Numbers, marks: Numbers, entries: Entries, wanted: Any) -> int:
    """The place of an entry; if it is not there, -1 less the place where it would go: the last on the way where one was removed."""
    free = -1
    mask = head[2]
    code = hash(wanted)
    at = code & mask
    rest = (code & 0xFFFFFFFFFFFFFFFF) >> 5
    while True:
        last = at + 9 if at + 9 <= mask else at
        for place in range(at, last + 1):
            if marks[place] == 0:
                return -1 - (place if free < 0 else free)
            if marks[place] == 2:
                free = place
            elif entries[place] == wanted:
                return place
        at = (at * 5 + 1 + rest) & mask
        rest >>= 5


def set_place(head: Numbers, marks: Numbers, entries: Entries, entry: Any) -> None:
    """Put in an entry that is certainly not there."""
    mask = head[2]
    code = hash(entry)
    at = code & mask
    rest = (code & 0xFFFFFFFFFFFFFFFF) >> 5
    while True:
        last = at + 9 if at + 9 <= mask else at
        for place in range(at, last + 1):
            if marks[place] == 0:
                marks[place] = 1
                entries[place] = entry
                return
        at = (at * 5 + 1 + rest) & mask
        rest >>= 5


def renewed(entries: Entries, size: int) -> Entries:
    """What a list contains; the list itself gets so many new entries. The compiler has an own version, which copies nothing."""
    old = entries[:]
    entries[:] = [0] * size
    return old


def set_resize(head: Numbers, marks: Numbers, entries: Entries, least: int) -> None:
    size = 8
    while size <= least:
        size *= 2
    old_size = head[2] + 1
    old_marks, old_entries = renewed(marks, size), renewed(entries, size)
    head[2] = size - 1
    head[0] = head[1]
    if head[1] == 0:
        return
    for place in range(old_size):
        if old_marks[place] == 1:
            set_place(head, marks, entries, old_entries[place])


def set_more(used: int) -> int:
    return used * 2 if used > 50000 else used * 4


def set_add(head: Numbers, marks: Numbers, entries: Entries, entry: Any) -> None:
    found = set_look(head, marks, entries, entry)
    if found < 0:
        is_new = marks[-1 - found] == 0
        marks[-1 - found] = 1
        entries[-1 - found] = entry
        head[1] += 1
        if not is_new:
            return
        head[0] += 1
        if head[0] * 5 >= head[2] * 3:
            set_resize(head, marks, entries, set_more(head[1]))


def set_shrink(head: Numbers, marks: Numbers, entries: Entries) -> None:
    """Give places free again if many entries were removed, as Python's own sets do after a difference."""
    if head[0] - head[1] > head[2] // 4:
        set_resize(head, marks, entries, set_more(head[1]))


def set_room(head: Numbers, marks: Numbers, entries: Entries, more: int) -> None:
    """Make room before the keys of a dictionary are added, as Python's own sets do."""
    if (head[0] + more) * 5 >= head[2] * 3:
        set_resize(head, marks, entries, (head[1] + more) * 2)


def set_find(head: Numbers, marks: Numbers, entries: Entries, wanted: Any) -> int:
    return set_look(head, marks, entries, wanted)


def set_discard(head: Numbers, marks: Numbers, entries: Entries, entry: Any) -> None:
    found = set_look(head, marks, entries, entry)
    if found >= 0:
        marks[found] = 2
        head[1] -= 1


def set_clear(head: Numbers, marks: Numbers, entries: Entries) -> None:
    head[0] = head[1] = 0
    head[2] = 7
    marks.clear()
    for _ in range(8):
        marks.append(0)


def set_size(head: Numbers, marks: Numbers, entries: Entries) -> int:
    return head[1]


def set_entries(head: Numbers, marks: Numbers, entries: Entries, out: Entries) -> None:
    for place in range(head[2] + 1):
        if marks[place] == 1:
            out.append(entries[place])


def set_merge(head: Numbers, marks: Numbers, entries: Entries, head2: Numbers, marks2: Numbers, entries2: Entries) -> None:
    """Add all entries of a second set to a first."""
    if head2[1] == 0:
        return
    if (head[0] + head2[1]) * 5 >= head[2] * 3:
        set_resize(head, marks, entries, (head[1] + head2[1]) * 2)
    is_empty = head[0] == 0
    if is_empty and head[2] == head2[2] and head2[0] == head2[1]:
        for place in range(head2[2] + 1):
            marks[place] = marks2[place]
            entries[place] = entries2[place]
        head[0] = head[1] = head2[1]
        return
    for place in range(head2[2] + 1):
        if marks2[place] == 1:
            if is_empty:
                set_place(head, marks, entries, entries2[place])
            else:
                set_add(head, marks, entries, entries2[place])
    if is_empty:
        head[0] = head[1] = head2[1]


def set_intersection(
    head: Numbers,
    marks: Numbers,
    entries: Entries,
    head2: Numbers,
    marks2: Numbers,
    entries2: Entries,
    head3: Numbers,
    marks3: Numbers,
    entries3: Entries,
) -> None:
    """The third set, which is empty, gets what is in both others."""
    if head2[1] > head[1]:
        set_intersection(head2, marks2, entries2, head, marks, entries, head3, marks3, entries3)
        return
    for place in range(head2[2] + 1):
        if marks2[place] == 1 and set_look(head, marks, entries, entries2[place]) >= 0:
            set_add(head3, marks3, entries3, entries2[place])


def set_difference(
    head: Numbers,
    marks: Numbers,
    entries: Entries,
    head2: Numbers,
    marks2: Numbers,
    entries2: Entries,
    head3: Numbers,
    marks3: Numbers,
    entries3: Entries,
) -> None:
    """The third set, a copy of the first, gets what is not in the second."""
    if head[1] >> 2 > head2[1]:
        for place in range(head2[2] + 1):
            if marks2[place] == 1:
                set_discard(head3, marks3, entries3, entries2[place])
        set_shrink(head3, marks3, entries3)
        return
    set_clear(head3, marks3, entries3)
    for place in range(head[2] + 1):
        if marks[place] == 1 and set_look(head2, marks2, entries2, entries[place]) < 0:
            set_add(head3, marks3, entries3, entries[place])


def set_symmetric(
    head: Numbers,
    marks: Numbers,
    entries: Entries,
    head2: Numbers,
    marks2: Numbers,
    entries2: Entries,
    head3: Numbers,
    marks3: Numbers,
    entries3: Entries,
) -> None:
    """The third set, a copy of the second, gets what is in one of the others only."""
    for place in range(head[2] + 1):
        if marks[place] == 1:
            if set_look(head3, marks3, entries3, entries[place]) >= 0:
                set_discard(head3, marks3, entries3, entries[place])
            else:
                set_add(head3, marks3, entries3, entries[place])


def set_take(head: Numbers, marks: Numbers, entries: Entries, head2: Numbers, marks2: Numbers, entries2: Entries) -> None:
    """Make the first set what the second is."""
    marks.clear()
    for place in range(len(marks2)):
        marks.append(marks2[place])
    for place in range(len(entries2)):
        if place < len(entries):
            entries[place] = entries2[place]
        else:
            entries.append(entries2[place])
    for i in range(3):
        head[i] = head2[i]


def set_search(head: Numbers, marks: Numbers, entries: Entries, rows: list[Entries]) -> int:
    """The number of the row that has the same entries as a set; -1 if there is none."""
    for number in range(len(rows)):
        if len(rows[number]) == head[1]:
            found = 0
            for i in range(len(rows[number])):
                if set_look(head, marks, entries, rows[number][i]) >= 0:
                    found += 1
            if found == head[1]:
                return number
    return -1


def set_pop(head: Numbers, marks: Numbers, entries: Entries) -> int:
    """Remove some entry, the one that Python's own sets remove; its place."""
    if head[1] == 0:
        raise KeyError
    place = head[3] & head[2]
    while marks[place] != 1:
        place = place + 1 if place < head[2] else 0
    marks[place] = 2
    head[1] -= 1
    head[3] = place + 1
    return place


def set_misses(head: Numbers, marks: Numbers, entries: Entries, others: Entries) -> bool:
    for i in range(len(others)):  # noqa: SIM110
        if set_look(head, marks, entries, others[i]) >= 0:
            return False
    return True


def set_has(head: Numbers, marks: Numbers, entries: Entries, others: Entries) -> bool:
    for i in range(len(others)):  # noqa: SIM110
        if set_look(head, marks, entries, others[i]) < 0:
            return False
    return True


def set_within(head: Numbers, marks: Numbers, entries: Entries, head2: Numbers, marks2: Numbers, entries2: Entries) -> bool:
    for place in range(head[2] + 1):  # noqa: SIM110
        if marks[place] == 1 and set_look(head2, marks2, entries2, entries[place]) < 0:
            return False
    return True


def set_around(head: Numbers, marks: Numbers, entries: Entries, head2: Numbers, marks2: Numbers, entries2: Entries) -> bool:
    return set_within(head2, marks2, entries2, head, marks, entries)


def set_less(head: Numbers, marks: Numbers, entries: Entries, head2: Numbers, marks2: Numbers, entries2: Entries) -> bool:
    return head[1] < head2[1] and set_within(head, marks, entries, head2, marks2, entries2)


def set_equal(head: Numbers, marks: Numbers, entries: Entries, head2: Numbers, marks2: Numbers, entries2: Entries) -> bool:
    return head[1] == head2[1] and set_within(head, marks, entries, head2, marks2, entries2)


def set_apart(head: Numbers, marks: Numbers, entries: Entries, head2: Numbers, marks2: Numbers, entries2: Entries) -> bool:
    for place in range(head[2] + 1):  # noqa: SIM110
        if marks[place] == 1 and set_look(head2, marks2, entries2, entries[place]) >= 0:
            return False
    return True


# Dictionaries


def dict_find(index: Numbers, keys: Entries, values: Entries, key: Any) -> int:
    mask = len(index) - 2
    at = hash(key) & mask
    while index[1 + at] >= 0:
        if keys[index[1 + at]] == key:
            return index[1 + at]
        at = (at + 1) & mask
    return -1


def dict_put(index: Numbers, keys: Entries, values: Entries, key: Any, value: Any) -> None:
    found = dict_find(index, keys, values, key)
    if found >= 0:
        values[found] = value
        return
    keys.append(key)
    values.append(value)
    if 2 * len(keys) > len(index) - 1:
        size = len(index) - 1
        for _ in range(size):
            index.append(-1)
    dict_index(index, keys)


def dict_count(index: Numbers, keys: Entries, values: Entries, key: Any) -> None:
    """Count a key once more."""
    found = dict_find(index, keys, values, key)
    if found >= 0:
        values[found] += 1
    else:
        dict_put(index, keys, values, key, 1)


def dict_index(index: Numbers, keys: Entries) -> None:
    """Number the keys anew if the index has grown; otherwise number the last one."""
    mask = len(index) - 2
    first = len(keys) - 1
    if index[0] != mask:
        index[0] = mask
        first = 0
        for i in range(1, len(index)):
            index[i] = -1
    for number in range(first, len(keys)):
        at = hash(keys[number]) & mask
        while index[1 + at] >= 0:
            at = (at + 1) & mask
        index[1 + at] = number


def dict_remove(index: Numbers, keys: Entries, values: Entries, key: Any) -> None:
    found = dict_find(index, keys, values, key)
    if found >= 0:
        remove_at(keys, found)
        remove_at(values, found)
        index[0] = 0
        if len(keys) > 0:
            dict_index(index, keys)
        else:
            for i in range(1, len(index)):
                index[i] = -1


def dict_clear(index: Numbers, keys: Entries, values: Entries) -> None:
    keys.clear()
    values.clear()
    index[0] = 0
    for i in range(1, len(index)):
        index[i] = -1


def dict_size(index: Numbers, keys: Entries, values: Entries) -> int:
    return len(keys)
