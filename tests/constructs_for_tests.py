"""Small evaluations, one construct or one tricky combination each, for tests of the compiler.

Every body is that of `evaluate(self, s, player)` in the game of `tests/sandbox.py`, whose head has what they use. A body may fail in
some states, never in all. Below, a line that begins with ## is the name of the body that follows.
"""

from __future__ import annotations

NUMBERS = """
## floor division of negatives
return (-7) // 2 + s.a // -3 + (-s.a) // 3 + s.b // -2

## modulo of negatives
return (-7) % 3 + s.a % -3 * 10 + (-s.a) % 5 * 100 + 7 % -5 * 1000

## divmod of negatives
q, r = divmod(s.a, -3)
return 10 * q + r

## floor division and modulo of floats
return (s.a / 2) // 1.5 + (s.a / 2) % 1.5 + (-s.a / 4) % 2.5 + (-s.a / 4) // -0.75

## divmod of floats
q, r = divmod(s.a / 3, 0.5)
return q + r

## round half to even
return round(s.a / 2) + 10 * round(0.5) + 100 * round(1.5) + 1000 * round(2.5) + 10000 * round(-0.5) + round(-2.5)

## round to digits
return round(s.a / 7, 2) + round(2.675, 2) + round(s.a * 1.5, -1)

## round a whole number to tens
return round(s.a, -1) + round(15, -1) + round(25, -1) + round(s.b, 0)

## int of a float goes towards zero
return int(s.a / 2) + 100 * int(-2.7) + 1000 * int(2.7)

## floor, ceil, trunc
return math.floor(s.a / 2) + 10 * math.ceil(s.a / 2) + 100 * math.trunc(s.a / 2)

## truth is a number
return (s.a > 0) + (s.b > 0) * 2 + True * 4 - False + sum([s.a == 1, s.b == 2, True])

## arithmetic of truth
flag = s.a > 1
return flag + flag + (flag << 3) - (not flag) + (flag & (s.b > 1)) + (flag | False) + (flag ^ True) * 7

## not of numbers
return (not s.a) + 2 * (not not s.b) + 4 * (not 0.0) + 8 * (not [])

## values of and and or
return (s.a and s.b) + 1000 * (s.a or 5) + (0 or 0 or 7) + (s.b and 0 or 3)

## and and or with containers
return len(s.row[:0] or [1, 2, 3]) + len(s.row and [1]) + len([] and s.row)

## and or of int and float
return (s.a or 0.5) + (s.b and 2.5)

## ternary of int and float
return (1 if s.a > 0 else 0.5) + (s.b if s.b > 5 else 2.25)

## ternary in a ternary
return 1 if s.a < 0 else (2 if s.a == 0 else 3) if s.b < 5 else 4

## comparisons in a chain
return (0 < s.a < 5 != s.b) + 2 * (s.a <= s.b <= 70) + 4 * (s.a == s.a == 1) + 8 * (-200 < s.a > s.b < 100)

## a chain asks its middle once
calls = []
def middle():
    calls.append(1)
    return s.a
inside = 0 < middle() < 10
return 10 * len(calls) + inside

## comparisons of int and float
return (s.a == s.a / 1) + 2 * (s.a < s.a + 0.5) + 4 * (s.a >= 2.5)

## bits of negatives
return (s.a & 0xF) + (s.a | 1) + (s.a ^ -1) + ~s.a + (s.a >> 1) + (-s.a >> 3)

## bit_count
return s.a.bit_count() + 10 * (-s.a).bit_count() + 100 * s.row[1].bit_count() + (0).bit_count()

## int.bit_count as a function
return int.bit_count(s.a) + sum(map(int.bit_count, s.row))

## bit_length
return s.a.bit_length() + 100 * (-s.a).bit_length() + s.c.bit_length() * 10000 + (0).bit_length()

## shift right by much
return (s.a >> 70) + (s.c >> 100) + ((1 << 40) >> 80) + (s.b >> 63) + (s.b >> 64)

## shift nothing left by much
return (0 << 64) + (0 << abs(s.b)) + ((s.a - s.a) << 90)

## shift left within bounds
return (1 << (s.b % 20)) + (s.a << 3) + (-s.a << 2)

## the lowest bit
x = abs(s.a) & -abs(s.a)
return x.bit_length()

## bits one by one
mask, total = s.a & 0xFF, 0
while mask:
    low = mask & -mask
    total = 3 * total + low.bit_length()
    mask ^= low
return total

## bits in a text
return bin(s.a & 0xFF).count("1")

## powers
return s.a**2 + 2**3 + (-2) ** 3 - 2**2 + s.a**0 + 4**0.5 + 2**-1

## power with a modulus
return pow(s.a, 3, 7) + pow(2, 10, 1000)

## abs, min, max of several
return abs(s.a) + min(s.a, s.b, 3) * 10 + max(s.a, 2.5) * 100 + min(3, s.a / 2)

## sum with a start
return sum(s.row, 100) + sum([], 5) + sum((0.5, 1), 1)

## gcd and isqrt
return math.gcd(s.a, s.b) + 1000 * math.isqrt(abs(s.a)) + math.comb(5, 2) + math.hypot(3, 4)

## infinity as a start
best = math.inf
for x in s.row:
    if x < best:
        best = x
return best

## float infinity by its text
best = float("-inf")
for x in s.row:
    best = max(best, x)
return best

## whole numbers of truth, float, text of a constant
return int(True) + int("12") + float("2.5") + int(2.9) + bool(s.a) + float(s.a)

## hexadecimal, octal, underscores
return 0xFF + 0o17 + 0b101 + 1_000 + s.a

## augmented assignment of every kind
x = s.a
x += 5
x -= 1
x *= 3
x //= 2
x %= 100
x <<= 2
x >>= 1
x |= 8
x &= 0xFF
x ^= 3
return x

## augmented true division and power
x = s.a
x /= 4
x **= 2
return x

## a number that becomes a float
x = s.a
if s.b > 0:
    x = x / 2
return x

## large products under a modulus
x = abs(s.a) + 1
for _ in range(50):
    x = x * 31 % 1000003
return x

## a sum beyond 64 bits in between
return (s.c + s.c - s.c) // (abs(s.c) // 1000 + 1)

## a product beyond 64 bits in between
return s.c * s.c % 1009

## hash by primes
h = 7
for x in s.row:
    h = (h * 1000003 ^ x) & 0xFFFFFFFF
return h % 100000

## signs
return (s.a > 0) - (s.a < 0) + 3 * ((s.b > 0) - (s.b < 0)) + int(math.copysign(2, s.a))

## operator functions
return operator.add(s.a, 2) + operator.mul(s.b, 3) + operator.neg(s.a) + operator.xor(5, 3)

## is_integer and conversions
return (s.a / 2).is_integer() + int(float(s.a)) + round(float(s.b))

## numerator and real
return s.a.numerator + s.a.real + s.b.imag + s.a.denominator
"""

LISTS = """
## negative indices
return s.row[-1] + 10 * s.row[-2] + 100 * s.row[-len(s.row)] + [1, 2, 3][-1]

## a negative index that is computed
return s.row[-(abs(s.a) % 4) - 1] * 10 + s.row[~(abs(s.b) % 4)]

## slices
return sum(s.row[1:]) + 10 * sum(s.row[:-1]) + 100 * sum(s.row[1:3]) + len(s.row[:])

## slices with steps
return s.row[::2][1] + 10 * s.row[::-1][0] + 100 * s.row[1::2][0] + len(s.row[3:0:-2]) + sum(s.row[-1:-3:-1])

## slices beyond the ends
return len(s.row[2:99]) + len(s.row[-99:2]) + len(s.row[5:]) + len(s.row[3:1]) + len(s.row[:-9])

## slices with computed bounds
k = abs(s.a) % 5
return sum(s.row[:k]) + 7 * sum(s.row[k:]) + len(s.row[k : k + 2])

## slice assignment
row = list(s.row)
row[1:3] = [50, 60]
return sum(x * (i + 1) for i, x in enumerate(row))

## slice assignment that changes the length
row = list(s.row)
row[1:2] = [7, 8, 9]
row[0:0] = [5]
row[-1:] = []
return sum(x * (i + 1) for i, x in enumerate(row)) + len(row)

## slice assignment with a step
row = list(s.row)
row[::2] = [7, 8]
return row[0] + 10 * row[1] + 100 * row[2] + 1000 * row[3]

## deleting
row = list(s.row)
del row[0]
del row[-1:]
return sum(row) + 10 * len(row)

## append, extend, insert
row = []
row.append(s.a)
row.extend(s.row)
row += [1, 2]
row.insert(1, 99)
row.insert(-1, 98)
row.insert(100, 97)
return sum(x * (i + 1) for i, x in enumerate(row))

## pop
row = list(s.row)
last = row.pop()
first = row.pop(0)
middle = row.pop(-1)
return last + 10 * first + 100 * middle + 1000 * len(row)

## remove, reverse, sort, clear
row = [*s.row, 1]
row.remove(1)
row.reverse()
row.sort()
total = sum(x * (i + 1) for i, x in enumerate(row))
row.clear()
return total + len(row)

## index and count
return s.row.index(1) + 10 * s.row.count(1) + 100 * s.row.index(-1) + (5, 6, 5).count(5) + (5, 6, 7).index(7)

## index from a place
return [1, 2, 1, 2, 1].index(1, 1) + 10 * [1, 2, 1].index(1, 1, 3)

## index of what may not be there
try:
    return s.row.index(2)
except ValueError:
    return -5

## a subscript that may be out of range
try:
    return s.row[s.a]
except IndexError:
    return -7

## a key that may be missing
try:
    return WORTH[s.a]
except KeyError:
    return -9

## division that may fail
try:
    x = 100 // s.a
except ZeroDivisionError:
    x = -1
else:
    x += 1000
finally:
    y = 5
return x + y

## an error of one's own, caught
def check(x):
    if x < 0:
        raise ValueError("negative")
    return x
try:
    return check(s.a)
except (ValueError, TypeError):
    return -11

## lists of lists
grid = [[0] * 3 for _ in range(2)]
grid[0][1] = s.a
grid[1][2] = s.b
return sum(map(sum, grid)) + grid[0][1] * 10 + len(grid) + len(grid[0])

## the same row twice
grid = [[0, 0]] * 2
grid[0][1] = s.a
return grid[1][1] * 10 + sum(map(sum, grid))

## an alias sees the change
row = list(s.row)
other = row
other[0] = 55
other.append(1)
return row[0] + len(row)

## a copy does not see the change
row = list(s.row)
copies = [row[:], row.copy(), list(row), [*row], copy.copy(row)]
row[0] = 77
return sum(each[0] for each in copies) + row[0]

## a shallow copy of lists of lists
grid = [[s.a, 2], [3, 4]]
shallow, deep = list(grid), copy.deepcopy(grid)
grid[0][0] = 50
return shallow[0][0] + deep[0][0]

## a function changes its list
row = list(s.row)
fill(row, 3)
return sum(row)

## a function that assigns its argument anew does not change the caller's
def anew(row):
    row = [1, 1]
    return sum(row)
row = [s.a, s.b]
return anew(row) + 10 * sum(row)

## list arithmetic
row = [s.a] * 3 + [s.b] + 2 * [1]
return sum(x * (i + 1) for i, x in enumerate(row)) + len([0] * s.a) + len([1] * -2)

## comparison of lists
row = list(s.row)
return (row == s.row) + 2 * (row < [3, 0]) + 4 * (row != [1, 2]) + 8 * ([1, 2] < [1, 2, 0]) + 16 * (row[:0] == [])

## comparison of tuples
return ((s.a, s.b) < (1, 5)) + 2 * ((s.a, s.b) == (1, 2)) + 4 * (max((s.a, 1), (s.b, 0))[0] > 2)

## truth of containers
return bool(s.row) + 2 * bool([]) + 4 * bool((0,)) + 8 * (not {}) + 16 * (not set()) + 32 * bool("")

## any and all of rows
return any(s.row) + 2 * all(s.row) + 4 * any([]) + 8 * all([]) + 16 * all([s.a, s.b]) + 32 * any(s.row[:1])

## in and not in
return (1 in s.row) + 2 * (s.a in (1, 2, 3)) + 4 * (s.a not in s.row) + 8 * (s.b in [2, 70]) + 16 * (5 in [])

## in a range
return (s.a in range(3)) + 2 * (s.a in range(-7, 8, 2)) + 4 * (s.b not in range(1, 100)) + 8 * (s.a in range(5, 0, -1))

## ranges as things
r = range(2, 20, 3)
return len(r) + r[1] * 10 + r[-1] * 100 + r.index(8) * 1000 + sum(r[1:3]) + (r.stop - r.start) + len(range(5, 0))

## ranges backwards
total = 0
for i in range(len(s.row) - 1, -1, -1):
    total = total * 3 + s.row[i]
return total

## lists of tuples
pairs = [(x, i) for i, x in enumerate(s.row)]
pairs.append((0, 9))
return max(pairs)[1] * 10 + min(pairs)[1] + sum(i for x, i in pairs if x > 0)

## nested lists of the parameters
return sum(sum(row) for row in NESTED) + len(NESTED[3]) + NESTED[s.a % 4 - 4][0]

## list of a state's row, changed
row = s.row[:]
row[0], row[-1] = row[-1], row[0]
return row[0] * 10 + row[-1] + s.row[0]

## a list as a stack
stack, out = [abs(s.a) % 50], 0
while stack:
    n = stack.pop()
    out += n
    if n > 2:
        stack.append(n // 2)
        stack.append(n // 3)
return out

## a deque as a queue
start = s.a % 3
queue, seen = deque([start]), [start]
while queue:
    at = queue.popleft()
    for there in self.near[at]:
        if there not in seen:
            seen.append(there)
            queue.append(there)
return sum(x * (i + 1) for i, x in enumerate(seen))

## a deque from both ends
d = deque(s.row)
d.appendleft(5)
d.append(6)
d.rotate(1)
d.extend([7, 8])
return d.pop() + 10 * d.popleft() + 100 * d[0] + len(d) + d[-1]

## a deque with a bound
d = deque([1, 2, 3], maxlen=3)
d.append(s.a)
return d[0] + 10 * d[-1] + len(d)

## growing while running
row = [abs(s.a) % 5]
for x in row:
    if len(row) < 6:
        row.append(x + 1)
return sum(row)

## zipping rows of different length
return sum(x * y for x, y in zip(s.row, self.small)) + len(list(zip(s.row, [1, 2])))

## turning rows and columns
rows = [s.row[:2], s.row[2:]]
cols = list(zip(*rows))
turned = [list(col)[::-1] for col in cols]
return cols[0][1] + 10 * turned[1][0] + 100 * len(cols)

## flattening
rows = [[1, s.a], [s.b], []]
flat = [x for row in rows for x in row]
other = sum(rows, [])
third = list(chain.from_iterable(rows))
return sum(flat) + 10 * (flat == other == third) + len(list(chain(flat, other)))
"""

SETS_AND_DICTS = """
## a set of constants
return (s.a in PRIMES) + 2 * (s.b in PRIMES) + 4 * len(PRIMES) + max(PRIMES)

## a set of tuples
return ((s.a % 4, s.b % 4) in self.corners) + 2 * ((0, 3) in self.corners) + 4 * len(self.corners)

## making a set
seen = set()
for x in s.row:
    seen.add(x)
seen.discard(50)
return len(seen) + 10 * (1 in seen) + sum(seen)

## set arithmetic
x, y = set(s.row), {1, 2, 3}
return len(x | y) + 10 * len(x & y) + 100 * len(x - y) + 1000 * len(x ^ y)

## set arithmetic in place
x = {1, 2, 3, 4}
x |= {s.a}
x -= {2}
x &= {1, 3, s.a, s.b}
x ^= {1, 99}
return sum(x) + len(x)

## set methods
x = set(s.row)
return (
    x.issubset({s.a, s.b, 1, -1, 5})
    + 2 * x.issuperset({1})
    + 4 * x.isdisjoint({200})
    + 8 * len(x.union([5, 6], (7,)))
    + 100 * len(x.difference(s.row[:1]))
    + sum(x.intersection([1, 2]))
)

## set comparison
x = {s.a, s.b}
return (x == {s.b, s.a}) + 2 * (x <= {s.a, s.b, 9}) + 4 * (x < {s.a, s.b}) + 8 * (x >= {s.a}) + 16 * (x != {1})

## a set comprehension with two loops
return len({x * y for x in s.row for y in range(3)}) + sum({abs(x) % 3 for x in s.row})

## the order of a set of small numbers
order = 0
for x in {3, 1, 4 + s.a % 5, 0, 2}:
    order = 10 * order + x
return order

## the order of a set of larger numbers
order = 0
for x in {33, 1, 65, 8 + s.a % 16, 16, 24}:
    order = (100 * order + x) % 99999989
return order

## the order of a set of negative numbers
order = 0
for x in {-1, -2, -3, 5, -s.b}:
    order = (10 * order + x) % 999983
return order

## the order of a set after removals
x = {7, 15, 23, 31, s.a % 8}
x.remove(15)
x.add(39)
x.add(15)
order = 0
for n in x:
    order = (100 * order + n) % 99999989
return order

## the order of a set from the state
order = 0
for x in set(s.row):
    order = (7 * order + x) % 1000003
return order

## the order of a set that grows
x = set()
for n in range(20 + s.a % 7, 0, -1):
    x.add(n * 5 % 37)
order = 0
for n in x:
    order = (41 * order + n) % 1000003
return order

## the order of a set of tuples of small numbers, sorted
return sum(i * (x + 2 * y) for i, (x, y) in enumerate(sorted({(s.a, 1), (0, 2), (s.b, 0)})))

## pop of a set
x = {s.a}
n = x.pop()
return n + 10 * len(x)

## a frozen set
x = frozenset(s.row)
return len(x) + (frozenset({1, 2}) == {2, 1}) * 10 + (1 in x)

## sets in a set of constants
wins = {frozenset({1, 2}), frozenset({2, 3})}
return (frozenset({s.a, s.b}) in wins) + 2 * any(win <= set(s.row) for win in wins)

## unpacking one from a set
(only,) = {abs(s.a)}
return only

## a dictionary of constants
return WORTH.get(s.a, -1) + WORTH[1] + len(WORTH) + (2 in WORTH) + sum(WORTH.values())

## a dictionary by text
dx, dy = STEPS["north"]
name = "east" if s.a > 0 else "south"
return dx + 10 * dy + STEPS[name][1] * 100 + len(STEPS)

## items of a dictionary
total = 0
for name, (dx, dy) in STEPS.items():
    total = 3 * total + dx - dy + len(name)
return total

## keys, values and the dictionary itself
return sum(WORTH.keys()) + sum(v for v in WORTH.values() if v > 10) + sum(k for k in WORTH) + max(WORTH) + min(WORTH.values())

## a dictionary with a parameter's lists
return sum(len(self.near[i]) * s.row[i] for i in range(4)) + sum(self.near[2])

## a dictionary by a field
return len(self.near[s.a]) if s.a in self.near else -1

## counting by hand
count = {}
for x in s.row:
    count[x] = count.get(x, 0) + 1
return max(count.values()) * 10 + len(count)

## counting by Counter
count = Counter(s.row)
return count[1] + 10 * count[77] + 100 * max(count.values()) + len(count)

## the most common
value, n = Counter([1, 2, 2, s.a]).most_common(1)[0]
return value * 10 + n

## defaultdict
groups = defaultdict(list)
for i, x in enumerate(s.row):
    groups[x % 2].append(i)
return sum(groups[0]) + 10 * sum(groups[1]) + 100 * len(groups[5])

## setdefault
groups = {}
for x in s.row:
    groups.setdefault(abs(x) % 3, []).append(x)
return sum(len(group) * key for key, group in groups.items())

## a dictionary comprehension
place = {x: i for i, x in enumerate(s.row)}
return place[1] + 10 * place[-1] + 100 * len(place)

## a dictionary by pairs
place = {(i, j): i * 2 + j for i in range(2) for j in range(2)}
return place[1, 0] + 10 * place.get((s.a, 0), -1) + ((1, 1) in place)

## the order of a dictionary after deletion
d = {3: 1, 1: 2, 2: 3}
del d[3]
d[3] = s.a
d[1] = 9
order = 0
for key in d:
    order = 10 * order + key
return 100 * order + d[3]

## pop of a dictionary
d = {1: 10, 2: 20}
x = d.pop(1)
y = d.pop(s.a, 5)
return x + y + len(d)

## update and merging
d = {1: 10, 2: 20}
d.update({2: s.a, 3: 30})
e = d | {1: 5}
f = {**e, 4: 1}
return sum(k * v for k, v in f.items()) + len(d)

## dict from pairs and zip
d = dict(zip("abc", self.small))
e = dict([(1, s.a), (2, s.b)])
f = dict(x=1, y=2)
return d["b"] + e[1] * 10 + f["y"] * 100

## dict.fromkeys
seen = dict.fromkeys(s.row, 1)
return sum(seen.values()) + 10 * len(list(seen))

## a dictionary of functions
acts = {0: lambda x: x + 1, 1: lambda x: x * 2, 2: abs}
return acts[abs(s.a) % 3](s.b)

## a dictionary sorted by value
ranked = sorted(WORTH.items(), key=lambda item: -item[1])
return ranked[0][0] + 10 * ranked[-1][1]

## the key of the greatest value
return max(WORTH, key=WORTH.get) * 10 + min(WORTH, key=lambda k: (k % 3, k))

## a dictionary in a dictionary
tree = {"left": {"value": s.a}, "right": {"value": 4}}
return tree["left"]["value"] + 10 * sum(node["value"] for node in tree.values())

## reversed dictionary
back = {v: k for k, v in WORTH.items()}
return back[10] + back.get(s.b * 10, -3)

## comparison of dictionaries
return ({1: s.a} == {1: s.a}) + 2 * ({1: s.a} == {1: 2}) + 4 * ({} == {})
"""

COUNTING = """
## a Counter of a generator, a range and nothing
a, b, c = Counter(x % 3 for x in s.row), Counter(range(s.b % 5)), Counter()
return len(a) + 10 * sum(b.values()) + 100 * a[1] + 1000 * c[1] + len(c)

## a Counter does not keep what is asked for
count = Counter(s.row)
x = count[99] + count[-99]
return x + 10 * len(count) + (99 in count) + 100 * (1 in count)

## counting up and down in a Counter
count = Counter()
for x in s.row:
    count[abs(x) % 2] += 1
    count[7] -= x
return count[0] + 10 * count[1] + 100 * count[7] + len(count)

## the order of a Counter
order = 0
for x, n in Counter([3, s.b, 1, 3, s.a, 2, 1]).items():
    order = (order * 31 + 7 * x + n) % 99991
return order

## all of the most common, ties in the order they came
order = 0
for x, n in Counter([5, -2, s.a, 5, 9, -2, s.b, 4]).most_common():
    order = (order * 31 + 7 * x + n) % 99991
return order

## the n most common, and too many, and none
count = Counter(s.row)
return len(count.most_common(2)) + 10 * len(count.most_common(99)) + 100 * len(count.most_common(0)) + len(count.most_common(s.a % 3 - 1))

## the most common of nothing
return Counter(x for x in s.row if x > 1).most_common(1)[0][0]

## a Counter of pairs and of texts
pairs = Counter((x > 0, x % 2) for x in s.row)
words = Counter("big" if x > 1 else "small" for x in s.row)
return pairs[True, 1] + 10 * len(pairs) + 100 * words["small"] + 1000 * words["none"]

## a Counter of constants by the state
count = Counter([1, 1, 2, 70])
return count[s.a] + 10 * count[s.b] + 100 * (s.b in count) + len(count)

## sums and differences of Counters
a, b = Counter(s.row), Counter([1, 1, 2, s.a])
total = a + b
rest = a - b
return sum(total.values()) + 10 * len(rest) + 100 * sum((a & b).values()) + 1000 * sum((a | b).values()) + total[1]

## a Counter plus another in place
a = Counter(s.row)
other = a
a += Counter([1, 5])
a -= Counter([-1, -1])
return sum(other.values()) + 10 * len(other) + 100 * (-1 in other) + a[5]

## update and subtract of a Counter
a = Counter(s.row)
a.update([1, 1, 8])
a.update({8: 3, s.a: 2})
a.subtract(Counter([1, 77]))
return a[1] + 10 * a[8] + 100 * a[77] + sum(k * n for k, n in a.items()) + a.total()

## equal Counters
a, b = Counter(s.row), Counter([s.b, -1, s.a, 1])
b[50] += 0
return (a == b) + 2 * (a == Counter([1])) + 4 * (dict(a) == {s.a: 1}) + 8 * (a <= b) + 16 * (Counter([1]) < a) + 32 * (a != b)

## the elements of a Counter
return sum(x * (i + 1) for i, x in enumerate(Counter([2, s.a, 2, 1]).elements())) + len(list(Counter(s.row).elements()))

## deleting from a Counter
count = Counter(s.row)
del count[1]
del count[55]
x = count.pop(-1)
return len(count) + 10 * x + count.get(1, 5)

## full houses and pairs
dice = [abs(x) % 3 for x in s.row]
counts = Counter(dice)
if sorted(counts.values()) == [2, 2]:
    return 100
return 10 * max(counts.values()) + max(face for face, n in counts.items() if n == max(counts.values()))

## a Counter's greatest by its counts
count = Counter([2, s.a, 2, s.b, 1])
return max(count, key=count.get) + 10 * max(count.items(), key=lambda item: item[1])[0] + min(count, key=lambda x: (count[x], x))

## a copy of a Counter
a = Counter(s.row)
b, c = a.copy(), Counter(a)
a[1] += 5
return a[1] + 10 * b[1] + 100 * c[1] + b[1000]

## a Counter in a helper
def best(counts):
    return max(counts.values(), default=0) + counts[1] + counts[123]
return best(Counter(s.row)) + 10 * best(Counter())

## a defaultdict of numbers
count = defaultdict(int)
for x in s.row:
    count[x] += 1
y = count[99]
return count[1] + 10 * len(count) + 100 * (99 in count) + y + sum(count.values())

## a defaultdict of sets
groups = defaultdict(set)
for i, x in enumerate(s.row):
    groups[x > 0].add(x % 4)
    groups[x > 0].add(i)
return len(groups[True]) + 10 * len(groups[False]) + 100 * len(groups)

## a defaultdict by a lambda
seen = defaultdict(lambda: 5)
rows = defaultdict(lambda: [0, 0])
for x in s.row:
    seen[x] -= 1
    rows[x % 2][x > 0] += 1
return seen[1] + 10 * seen[123] + 100 * len(seen) + sum(r[0] * 3 + r[1] for r in rows.values()) + len(rows)

## a defaultdict of defaultdicts
tree = defaultdict(dict)
for i, x in enumerate(s.row):
    tree[x % 2][i] = x
return sum(len(v) * (k + 1) + sum(v.values()) for k, v in tree.items()) + len(tree)

## a defaultdict never lacks a key
count = defaultdict(int)
try:
    x = count[s.a]
except KeyError:
    x = 50
return x + len(count)

## a defaultdict that grows while it is read
near = defaultdict(list)
for x in s.row:
    near[x % 3].append(x)
total = 0
for k in near:
    if s.a > 2:
        total += len(near[k + 1])
    total += k
return total

## get of a defaultdict keeps nothing
count = defaultdict(int, {1: 2})
x = count.get(s.a, 7)
return x + 10 * len(count) + 100 * (s.a in count)

## fromkeys without a value, with duplicates and of nothing
seen = dict.fromkeys([3, s.a, 3, 1])
empty = dict.fromkeys(s.row[:0], 5)
order = 0
for x in seen:
    order = 10 * order + x
return order + len(seen) + 10 * len(empty) + (seen[3] is None)

## fromkeys with a list that is shared
rows = dict.fromkeys(s.row, [])
rows[1].append(5)
return sum(len(row) for row in rows.values())

## merging dictionaries of both kinds
a, b = {1: s.a, 2: 3}, {2: s.b, 5: 1}
c = a | b
d = b | a
a |= {7: 7}
order = 0
for k, v in list(c.items()) + list(d.items()):
    order = (order * 31 + 5 * k + v) % 99991
return order + len(a) + len(c)

## update by pairs and by names
d = {"x": s.a}
d.update(y=2, x=5)
d.update([("z", s.b)])
d.update()
return d["x"] + 10 * d["y"] + 100 * d["z"] + len(d)

## two stars in a display
base = {"x": s.a, "y": 1}
a = {**base, "y": 2}
b = {"y": 7, **base}
c = {**STEPS, "stay": (0, 0)}
return a["y"] + 10 * b["y"] + 100 * len(c) + len({**{}, **base})

## dictionaries in dictionaries, changed
board = {0: {0: s.a, 1: 2}, 1: {}}
board[1][5] = s.b
board[0][1] += 1
return board[0][1] + 10 * len(board[1]) + sum(sum(row.values()) for row in board.values())

## a dictionary of lists and of sets
hands = {0: [1, 2], 1: []}
hands[1].append(s.a)
hands[0].append(s.b)
marks = {player: set() for player in range(2)}
marks[s.a % 2].add(3)
return sum(hands[0]) + 10 * sum(hands[1]) + len(marks[0]) + 100 * len(marks[1])

## equal dictionaries in another order
a, b = {1: s.a, 2: s.b}, {2: s.b, 1: s.a}
return (a == b) + 2 * (a == {1: s.a}) + 4 * (a != {1: 1, 2: 2}) + 8 * ({} == a) + 16 * (a == {1: 1, 3: 2})

## texts of two choices in a set and a dictionary
x = "one" if s.b > 1 else "two"
seen = {"two" if s.a > 0 else "three", "four"}
table = {"two" if s.a > 0 else "three": 1, "four": s.b}
return (x in seen) + 2 * ("four" in seen) + 4 * ("two" in seen) + 8 * table.get(x, 5) + table["four"]

## pairs of texts and numbers as keys
table = {("north" if x > 0 else "south", i): x for i, x in enumerate(s.row)}
way = "south" if s.a > 1 else "west"
return table.get(("north", 2), 50) + 100 * ((way, 3) in table) + 1000 * (("south", 3) in table) + len(table)

## a fraction in a set of whole numbers
x = {s.a, s.b, 1}
return (s.a / 1 in x) + 2 * (s.b / 2 in {1: s.a, 35: 2}) + 4 * (1 in {s.a > 0}) + 8 * ((s.a / 1, 2) in {(s.a, 2)})
"""

LOOPS = """
## for, else without break
for x in s.row:
    if x == 99:
        break
else:
    return 5
return 6

## for, else with break
for i, x in enumerate(s.row):
    if x == 1:
        found = i
        break
else:
    found = -1
return found

## while, else
n = abs(s.a)
while n > 1:
    if n % 7 == 0:
        break
    n -= 1
else:
    n = -3
return n

## for, else in a loop
count = 0
for n in range(2, 20):
    for d in range(2, n):
        if n % d == 0:
            break
    else:
        count += 1
return count + s.a

## break leaves the inner loop only
total = 0
for i in range(4):
    for x in s.row:
        if x == i:
            break
        total += 1
return total

## continue and else
total = 0
for x in s.row:
    if x < 0:
        continue
    total += x
else:
    total += 100
return total

## the loop variable stays
for i in range(3):
    pass
for x in s.row:
    pass
return i * 10 + x

## the loop variable may be assigned
total = 0
for i in range(5):
    total += i
    i = 100
return total + i

## the range is fixed at the start
n, total = 3, 0
for i in range(n):
    n = 10
    total += i
return total + n

## a list is not fixed
row, total = [1, 2, 3, s.a], 0
for x in row:
    total += x
    if x == 1:
        row.pop()
return total

## nested unpacking in a loop
total = 0
for i, (x, (y, z)) in enumerate([(1, (2, s.a)), (s.b, (5, 6))]):
    total += i * x + y * z
return total

## star in a loop
total = 0
for first, *rest in ([1, 2, 3], [s.a], (4, 5)):
    total += first * len(rest) + sum(rest)
return total

## star unpacking
a, *rest = s.row
*most, last = s.row
first, *middle, end = s.row
return a + 10 * len(rest) + 100 * last + 1000 * sum(middle) + end + len(most)

## star unpacking of what is short
a, b, *none = s.a, s.b
return a + b + 10 * len(none)

## star unpacking of a slice and a range
x, *_, y = range(s.b % 5 + 2)
p, *q = s.row[1:3]
return x + 10 * y + 100 * p + 1000 * len(q)

## stars in displays
row = [*s.row, *range(2), 9]
pair = (*s.row[:1], s.b)
united = {*s.row, *self.small}
return sum(row) + pair[0] + len(united) + len([*"ab"])

## swapping
a, b, c = s.a, s.b, 3
a, b, c = c, a, b
return a + 10 * b + 100 * c

## the order of assignment
row = [0, 0, 0]
i = 0
i, row[i] = 1, s.a
return row[0] + 10 * row[1] + 100 * i

## chained assignment
a = b = c = s.a
x = row = [1]
row.append(2)
b += 1
return a + b + c + len(x)

## order of evaluation in an expression
calls = []
def note(x):
    calls.append(x)
    return x
value = note(1) + note(2) * note(3) - (note(4) if note(s.a) > 0 else note(6))
order = 0
for x in calls:
    order = (order * 10 + x) % 100003
return order + value

## order of evaluation in a call
calls = []
def note(x):
    calls.append(x)
    return x
value = keyed(note(7), twice=note(1), y=note(2))
return value * 1000 + calls[0] * 100 + calls[1] * 10 + calls[2]

## order of evaluation of and and or
calls = []
def note(x):
    calls.append(abs(x) % 10)
    return x
value = note(s.a) and note(s.b) or note(5)
order = 0
for x in calls:
    order = 10 * order + x
return order * 1000 + value

## augmented assignment evaluates its place once
calls, row = [], [1, 2, 3]
def place():
    calls.append(1)
    return 1
row[place()] += s.a
return row[1] + 100 * len(calls)

## enumerate from a number
return sum(i * x for i, x in enumerate(s.row, 1)) + sum(i for i, _ in enumerate(self.small, start=5))

## reversed
total = 0
for x in reversed(s.row):
    total = 2 * total + x
for i in reversed(range(3)):
    total = 2 * total + i
for i, x in reversed(list(enumerate(s.row))):
    total += i * x
return total

## zip of three
return sum(x * y + z for x, y, z in zip(s.row, range(9), self.small)) + sum(1 for _ in zip())

## zip of neighbours
return sum(abs(x - y) for x, y in zip(s.row, s.row[1:])) + sum(x == y for x, y in itertools.pairwise(s.row))

## map and filter
return sum(map(abs, s.row)) + len(list(filter(None, s.row))) + sum(filter(lambda x: x > 0, s.row)) + max(map(lambda x: x * x, s.row))

## map of two
return sum(map(lambda x, y: x * y, s.row, self.small)) + sum(map(max, s.row, [0, 0, 0, 0])) + list(map(operator.add, [1, 2], [s.a, 4]))[0]

## min and max with key and default
return (
    max(s.row, key=abs)
    + 10 * min(s.row, key=lambda x: -x)
    + max([], default=5)
    + min((x for x in s.row if x > 500), default=-1)
    + max(range(4), key=lambda i: s.row[i])
)

## min and max keep the first of equals
row = [(1, 0), (1, 1), (0, 2), (0, 3)]
return max(row, key=lambda p: p[0])[1] * 10 + min(row, key=lambda p: p[0])[1]

## sorted
return sum(i * x for i, x in enumerate(sorted(s.row))) + sorted(s.row, reverse=True)[0] * 10 + sorted((3, s.a))[0]

## sorted with a key is stable
row = sorted([13, 21, 11, 23, 22, s.a], key=lambda x: x % 10)
back = sorted([13, 21, 11, 23, 22, s.a], key=lambda x: x % 10, reverse=True)
total = 0
for x in row + back:
    total = (total * 31 + x) % 1000003
return total

## sorted with a tuple as key
row = sorted(s.row, key=lambda x: (x % 2, -x))
return sum(x * (i + 1) for i, x in enumerate(row))

## sorted sets and generators
return sorted({5, 3, s.a})[1] + 10 * sorted(x * x for x in s.row)[0] + sorted(range(3), key=lambda i: -s.row[i])[0]

## sort in place with a key
row = list(s.row)
row.sort(key=abs, reverse=True)
return sum(x * (i + 1) for i, x in enumerate(row))

## sorted pairs
pairs = sorted((x, i) for i, x in enumerate(s.row))
return pairs[0][1] + 10 * pairs[-1][1] + pairs[1][0]

## sorted texts
return sorted(self.letters).index("b") + 10 * len(max(["aa", "b", "ccc"], key=len))

## next
it = iter(s.row)
first = next(it)
second = next(it)
return first + 10 * second + sum(it)

## next with a default
return next((i for i, x in enumerate(s.row) if x > 5), -1) + 10 * next((x for x in s.row if x == 1), 7) + 100 * next(iter([]), 3)

## next of a generator method
found = next(self.positive(s), None)
return -1 if found is None else found

## a row by hand
total, i = 0, 0
while i < len(s.row) and s.row[i] >= 0:
    total += s.row[i]
    i += 1
return total * 10 + i

## while True
n, steps = abs(s.a) + 1, 0
while True:
    if n == 1 or steps > 200:
        break
    n = n // 2 if n % 2 == 0 else 3 * n + 1
    steps += 1
return steps

## walrus in a condition
if (n := s.a + s.b) > 3:
    return n
return -n

## walrus in a while
n, total = abs(s.a), 0
while (n := n // 2) > 0:
    total += n
return total + n

## walrus in a comprehension
row = [y for x in s.row if (y := x * 2) > 0]
return sum(row) + y

## walrus in any
if any((hit := x) > 1 for x in s.row):
    return hit
return -1

## nested comprehension with walrus
return sum(d for x in s.row if (d := abs(x) % 7) for _ in range(d) if d % 2) + len([e for e in range(3) if (f := e)])

## match on numbers
match s.a:
    case 0:
        return 10
    case 1 | 2 | 3:
        return 20
    case n if n < 0:
        return n
    case _:
        return 40

## match on a tuple
match s.a > 0, s.b:
    case True, 2:
        return 1
    case True, y:
        return y
    case False, y if y == 0:
        return 3
    case _:
        return 4

## match on a sequence
match s.row:
    case [0, *rest]:
        return len(rest)
    case [1, second, *_]:
        return second * 10
    case [first, _, _, last]:
        return first * last
return -1

## match on an enum
colour = Colour.RED if s.a > 0 else Colour.BLUE
match colour:
    case Colour.RED:
        return 1
    case Colour.GREEN | Colour.BLUE:
        return 2

## match on a named tuple
match POINTS[s.a % 3]:
    case Point(0, y):
        return y
    case Point(x=2):
        return 22
    case Point(x, y):
        return x * y

## an assertion with a reason
assert s.a < 100, "too many"
return s.a

## pass and ellipsis
if s.a > 0:
    pass
else:
    ...
return 1

## a comparison of None
best = None
for x in s.row[:2]:
    if x > 0 and (best is None or x < best):
        best = x
return -1 if best is None else best

## None or a number
x = maybe(s.a)
if x is None:
    return -1
return x + 1

## None or a number as truth
return (maybe(s.a) or 100) + (self.first_above(s, 0) is not None) * 1000

## None in a list
row = [maybe(x) for x in s.row]
return row.count(None) * 100 + sum(x for x in row if x is not None)

## None in a dictionary
owner = {0: None, 1: 5}
return -1 if owner.get(s.a) is None else owner[s.a]

## None as a default
def near(x, y=None):
    if y is None:
        y = s.b
    return x - y
return near(s.a) + 10 * near(s.a, 3)

## early returns
for x in s.row:
    if x > 100:
        return 1
    for y in s.row:
        if x * y == 2:
            return 2
if s.a < 0:
    return 3
return 4

## a name on both paths
if s.a > 0:
    row = [1, 2]
elif s.a < 0:
    row = s.row
else:
    row = [5]
return sum(row)

## one name, several kinds
x = s.row
x = sum(x)
x = [x, 1]
x = len(x)
return x + s.a

## a range or a list
cells = range(4) if s.a > 0 else [0, 2]
return sum(s.row[i] for i in cells)

## a list or a tuple
row = (1, 2, 3) if s.a > 0 else s.row
return sum(row) + row[0] + len(row)
"""

STARS = """
## a star of a list whose length depends on the state
def total(*xs):
    return sum(xs) + 10 * len(xs)
row = [x for x in s.row if x > 0]
return total(*row) + 100 * total(5, *row, 7) + total(*row, *row)

## a star of a list for named parameters
pair = [s.a] * (2 if s.a < 50 else 3)
return keyed(*pair) + keyed(*pair[:1]) + keyed(7, *pair[1:2], twice=True)

## stars for parameters and for the rest
def split(first, second, *others, scale=1):
    return first + 10 * second + scale * (100 * len(others) + sum(others))
row = list(s.row)
row.append(5)
return split(*row) + split(1, *row, scale=2) + split(1, 2, 3, *row) + split(*s.row)

## too few for a star
def three(x, y, z):
    return x + y + z
row = [1] * (abs(s.a) % 4)
return three(*row)

## the greatest of stars
row = [x for x in s.row if x < 60]
return max(*row) + 10 * min(0, *row) + 100 * max(*row, *s.row, key=abs)

## the greatest of one star
row = [x for x in s.row if x < 0]
return max(*row)

## a star over rows
rows = [s.row[i : i + 2] for i in range(0, 4, 2)]
columns = [list(column) for column in zip(*rows)]
flat = list(chain(*rows))
return sum(columns[0]) + 10 * sum(columns[1]) + 100 * len(columns) + sum(x * (i + 1) for i, x in enumerate(flat))

## a star over nothing
def total(*xs):
    return len(xs)
empty = [x for x in s.row if x > 200]
rows = [[x, 1] for x in s.row if x > 200]
return total(*empty) + 10 * len(list(zip(*rows))) + 100 * total(*[]) + s.a

## a star of a generator
def total(*xs):
    return sum(x * (i + 1) for i, x in enumerate(xs))
return total(*(x + 1 for x in s.row)) + total(*(x for x in s.row if x > 0)) + total(*map(abs, s.row)) + total(*range(s.b % 4))

## a product of ranges that the state chooses
faces = range(1, 3)
throws = sorted(product(*([x] if x > 0 else faces for x in s.row)))
return len(throws) + sum(sum(throw) for throw in throws) + throws[0][1]

## a named tuple from a star
p = Point(*s.row[:2])
q = Point(*[x for x in s.row if x in (1, -1)][:2])
return p.x + 10 * p.y + 100 * q.x + q.y

## a star that is read before it changes
row = list(s.row)
a = [*row, row.pop(), len(row)]
b = (row.pop(), *row, row.pop())
return sum(x * (i + 1) for i, x in enumerate(a)) + 100 * len(b) + sum(b) + len(row)

## any number of arguments handed on
def inner(*xs, scale=1):
    return scale * sum(xs) + len(xs)
def outer(*xs, **more):
    return inner(*xs, **more)
return outer(1, s.a) + outer(*s.row, scale=3) + outer()

## named arguments with two stars
def f(x, /, y=1, **more):
    total = x + 10 * y
    for name, value in more.items():
        total += len(name) * value
    return total
return f(s.a) + f(1, y=s.b, zz=3) + f(2, x=s.a, long=2)

## a name given twice
def f(x, y=2):
    return x + y
options = {"y": 5}
return f(s.a, **options) + f(**{"x": s.b, "y": 1})

## methods of sets with several arguments
x = set(s.row)
y = x.union([5, 6], (7,), {8: 1})
z = x.intersection(s.row[:2], [s.a, 9])
order = 0
for n in sorted(y) + sorted(z) + sorted(x.difference([s.a], (1,))) + sorted(x.symmetric_difference([1, 2, 2])):
    order = (31 * order + n) % 99991
return order + len(x.union()) + len(x.difference({1, 2}, [3]))

## methods that change a set
x = set(s.row)
x.intersection_update([1, -1, s.a])
a = len(x)
x.difference_update([1], {s.b})
b = sum(x)
x.symmetric_difference_update([5, -1, 5])
c = sum(x)
x.update([3], (4,), range(2))
return a + 10 * b + 100 * c + len(x)

## the order of a set after methods
x = {33, 1, 65, 8 + s.a % 16, 16, 24, 97}
order = 0
for y in (x.union([17, 129, 5]), x.intersection([65, 1, 33]), x.difference([1, 16]), x.symmetric_difference([1, 49, 17])):
    for n in y:
        order = (131 * order + n) % 9999991
return order

## the order of a set after changes in place
x = {33, 1, 65, 8 + s.a % 16, 16, 24, 97}
order = 0
x -= {1, 33, 16}
for n in x:
    order = (131 * order + n) % 9999991
x.add(17)
x ^= {17, 49, 129, 65}
for n in x:
    order = (131 * order + n) % 9999991
x &= {24, 97, 129, 49}
for n in x:
    order = (131 * order + n) % 9999991
return order

## the order of a set of a dictionary's keys
keys = {17: 1, 1: 2, 33 + s.a % 16: 3, 2: 4, 18: 5, 34: 6}
order = 0
for n in set(keys):
    order = (131 * order + n) % 9999991
x = {3, 19 + s.a % 2}
x.update(keys)
for n in x:
    order = (131 * order + n) % 9999991
return order

## the order of sets of constants that change
x = {17, 1, 33, 2, 18}
y = {*x, 49, *range(3)}
z = {34, *{17, 1, 33, 2, 18}, s.a % 3}
order = 0
for n in x:
    order = (131 * order + n) % 9999991
x.add(50 + s.a % 3)
for n in [*x, *y, *z]:
    order = (131 * order + n) % 9999991
return order

## the order of a set that takes up what was removed
x = {24, 43, 0, 59, -2 - s.a % 2, 53, 46}
for n in (24, 43, 53):
    x.discard(n)
    x.add(n % 19)
    x.add(n + 32)
x.remove(59)
x.add(27)
order = 0
for n in x:
    order = (131 * order + n) % 9999991
return order

## the union of as many sets as there are
rows = [[x, x + 1] for x in s.row if x > 0]
x = set().union(*rows)
y = {7}
y.update(*rows)
return len(x) + sum(x) + 10 * len(y)
"""

FUNCTIONS = """
## displays as arguments of a helper
def inside(entries, x):
    found = 0
    for i in range(3):
        if x + i in entries:
            found += 1
    return found
low = {1, 2} if s.a > 1 else {3, 4}
return inside({1, 2, 3}, s.a) + 10 * inside({1: 5, 2: 6}, s.b) + 100 * inside([0] * 100, s.a) + 1000 * inside(low, s.b)

## long constants made in a rule
def total(entries, k):
    return sum(entries) + k if s.a > 0 else len(entries)
weights = [i * i for i in range(90)]
pairs = {(a, b) for a in range(9) for b in range(9)}
return total(weights, s.a) + total([1, 2] * 40, s.b) + ((s.a, s.b) in pairs)

## a function inside
def twice(x):
    return 2 * x
return twice(s.a) + twice(twice(1))

## a closure sees later assignments
k = 1
def times(x):
    return k * x
first = times(s.a)
k = 10
return first + times(s.a)

## closures in a loop see the last value
acts = []
for i in range(3):
    acts.append(lambda: i)
return sum(act() for act in acts) + s.a

## closures with a default keep their value
acts = [lambda x, i=i: x + i for i in range(3)]
return sum(act(s.a) for act in acts)

## nonlocal
count = s.a
def tick():
    nonlocal count
    count += 1
    return count
return tick() + 10 * tick() + 100 * count

## a function in a function in a function
def outer(x):
    def inner(y):
        def core(z):
            return x + y + z + s.a
        return core(3)
    return inner(2)
return outer(1)

## shadowing a parameter
def f(s):
    return s + 1
return f(5) + s.a

## shadowing a built-in
max = 7
sum = s.a
return max + sum

## shadowing in a comprehension
x = 100
row = [x for x in s.row]
return x + row[0]

## shadowing a name of the module
SIZE = 50
return SIZE + s.a

## a lambda
double = lambda x, y=3: 2 * x + y
return double(s.a) + double(1, y=5) + (lambda: 4)()

## recursion of an inner function
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
return fib(abs(s.a) % 12)

## recursion of a function of the module
return factorial(abs(s.a) % 9)

## recursion of a method
return self.depth(abs(s.a)) + 10 * self.depth(s.b)

## mutual recursion
def even(n):
    return True if n == 0 else odd(n - 1)
def odd(n):
    return False if n == 0 else even(n - 1)
return even(abs(s.a) % 20) + 2 * odd(7)

## flood fill
seen = set()
def spread_from(cell):
    if cell in seen or not 0 <= cell < 4 or s.row[cell] < 0:
        return
    seen.add(cell)
    spread_from(cell - 1)
    spread_from(cell + 1)
spread_from(0)
return len(seen) * 10 + sum(seen)

## recursion that builds a list
def halves(n):
    if n == 0:
        return []
    return [n] + halves(n // 2)
return sum(halves(abs(s.a))) + len(halves(20))

## recursion with an accumulator
found = []
def subsets(start, total):
    if total == 5:
        found.append(start)
        return
    for k in range(start, 4):
        if total + k + 1 <= 5:
            subsets(k + 1, total + k + 1)
subsets(0, 0)
return len(found) + s.a

## default arguments
def f(x, y=2, z=3):
    return x + 10 * y + 100 * z
return f(s.a) + f(1, 5) + f(1, z=s.b)

## a default is computed once
base = s.a
def f(x, y=base):
    return x + y
base = 1000
return f(1) + base

## a list as a default is shared
def collect(x, row=[]):
    row.append(x)
    return len(row)
return collect(1) + 10 * collect(2) + 100 * collect(3, [0])

## keyword arguments in any order
return keyed(5, twice=s.a > 0, y=s.b) + keyed(s.a, y=1) + keyed(s.b, twice=True)

## keyword-only arguments
def f(x, *, scale=1, shift):
    return x * scale + shift
return f(s.a, shift=1) + f(2, shift=s.b, scale=10)

## star arguments
def total(*xs):
    return sum(xs) + 10 * len(xs)
return total() + total(1, s.a) + total(*s.row) + total(*range(3), 5)

## star arguments of the module
return spread(3, s.a, s.b) + spread(scale=5) + spread(*s.row, scale=2)

## star in a call
pair = (s.a, s.b)
return max(*pair, 3) + min(*s.row) + keyed(*pair)

## double star in a call
options = {"twice": True, "y": 4}
return keyed(s.a, **options)

## double star parameters
def f(**more):
    return more.get("x", 0) + 10 * len(more)
return f(x=s.a, y=2) + f()

## a function as an argument
def apply(f, x):
    return f(f(x))
return apply(lambda x: x + 3, s.a) + apply(abs, s.b) + apply(self.static, 1)

## a function as an answer
def adder(n):
    def add(x):
        return x + n
    return add
plus = adder(s.a)
return plus(10) + adder(1)(2)

## functools.partial and reduce
plus = functools.partial(operator.add, s.a)
return plus(5) + functools.reduce(lambda x, y: x * 3 + y, s.row) + functools.reduce(operator.xor, [1, 2, 4], 0)

## a cached function
return squared(s.a % 10) + squared(3)

## a method by another name
f = self.helper
return f(s, 1) + f(s, 2, y=5)

## a class method and a property
return self.stepped(s.a) + 10 * self.doubled_size + type(self).step

## a method of the base class, through super
return self.twice_inherited(s, 2)

## super right here
return super().inherited(s, 4)

## a pair as an answer
x, y = self.pair(s)
return x - 10 * y + self.pair(s)[0]

## a helper that returns a list
def above(limit):
    return [x for x in s.row if x > limit]
return len(above(0)) + 10 * len(above(50)) + sum(above(-200))

## a generator of the module
return sum(count_up(4)) + 10 * len(list(count_up(abs(s.a) % 10, step=3))) + max(count_up(3))

## a generator that ends early
return sum(self.positive(s)) + 10 * sum(1 for _ in self.positive(s))

## a generator inside
def evens(n):
    for i in range(n):
        if i % 2 == 0:
            yield i
return sum(evens(7)) + len(list(evens(abs(s.a) % 20)))

## yield from
def both():
    yield 5
    yield from s.row
    yield from range(2)
    yield from (x * x for x in (2, 3))
return sum(x * (i + 1) for i, x in enumerate(both()))

## yield in a recursion
def walk(n):
    if n > 0:
        yield n
        yield from walk(n // 2)
        yield from walk(n - 3)
return sum(walk(abs(s.a) % 9)) + len(list(walk(5)))

## generators that are not used up
def endless():
    n = 0
    while True:
        yield n
        n += 1
for x in endless():
    if x * x > abs(s.a):
        break
return x

## two generators at once
left, right = count_up(5), count_up(abs(s.a) % 10, 2)
total = 0
for x, y in zip(left, right):
    total = total * 2 + x * y
return total

## a generator seen through next
numbers = count_up(7 + abs(s.a) % 5, 3)
first = next(numbers)
second = next(numbers)
return first + 10 * second + 100 * sum(numbers) + next(numbers, 7) * 1000

## a generator expression by a name
squares = (x * x for x in s.row)
total = sum(squares)
return total + sum(squares)

## a generator expression sees later changes
k = 1
late = (x * k for x in s.row)
k = 3
return sum(late)

## any stops early
calls = []
def note(x):
    calls.append(x)
    return x > 0
hit = any(note(x) for x in s.row)
return 10 * len(calls) + hit

## all of a generator method
return all(x >= 0 for x in self.positive(s)) + 2 * (1 in self.positive(s))

## unpacking a generator
first, *rest = count_up(4)
a, b = (x + 1 for x in (s.a, s.b))
return first + sum(rest) + a * b

## comprehension of everything
rows = [[i * j for j in range(3) if j != 1] for i in range(3)]
sets = {i % 2 for row in rows for i in row}
table = {i: [x for x in row if x] for i, row in enumerate(rows)}
return sum(map(sum, rows)) + len(sets) * 10 + sum(len(v) for v in table.values()) * 100 + s.a

## comprehension with a condition on both loops
return len([1 for x in s.row if x > 0 for y in s.row if y != x if y > -5])

## comprehension over a dictionary's items
return sum(k * dx for k, (dx, dy) in enumerate(STEPS.values()) if dx or dy > 0)

## comprehension in a comprehension's condition
return sum(x for x in s.row if x in [y * y for y in range(5)])

## an immediately used dictionary
return {True: 5, False: 7}[s.a > 0] + {"a": 1}["a"] + [10, 20][s.b > 1] + (3, 4)[s.a < 0]
"""

OBJECTS = """
## an enum
colour = Colour.GREEN
return colour.value + 10 * (colour == Colour.GREEN) + 100 * (colour is Colour.RED) + len(Colour)

## an enum by its value
colour = Colour(abs(s.a) % 3 + 1)
return colour.value * 10 + (colour is Colour.RED)

## an enum by its name
return Colour["BLUE"].value + len(Colour.RED.name)

## an enum in a loop
return sum(i * colour.value for i, colour in enumerate(Colour)) + [c for c in Colour].index(Colour.BLUE)

## an enum in a set and a dictionary
bright = {Colour.RED, Colour.GREEN}
points = {Colour.RED: 3, Colour.BLUE: 8}
colour = Colour.RED if s.a > 0 else Colour.BLUE
return (colour in bright) + points[colour] * 10

## an IntEnum
return Rank.TOP - Rank.LOW + (s.a == Rank.LOW) + (s.a > Rank.MID) * 10 + max(Rank) + [0, 10, 20][Rank.LOW]

## a named tuple
p = POINTS[s.a % 3]
x, y = p
return p.x + 10 * p.y + 100 * p[0] + x * y + len(p) + sum(p)

## making a named tuple
p = Point(s.a, y=3)
q = p._replace(x=1)
return p.x + 10 * q.x + 100 * q.y + (p == (s.a, 3))

## a typed named tuple with a method
return sum(card.doubled() for card in CARDS) + CARDS[2].value + len(CARDS[0].name) + Card("new", s.a).doubled()

## looking for a named tuple
card = next(card for card in CARDS if card.name == "king")
return card.value + s.a

## a frozen dataclass
way = WAYS[s.a % 3]
return way.dx + 10 * way.dy + way.cost + way.length * 100

## making a dataclass
way = Way(s.a, 2).turned()
return way.dx + 10 * way.dy + way.cost + (way == Way(-2, s.a))

## a loop over objects
return sum(way.length * s.row[i] for i, way in enumerate(self.ways)) + max(WAYS, key=lambda w: w.cost).dx

## an object that rules make
box = Box(s.a)
bigger = box.grown(3)
bigger.height = 5
return box.area + 100 * bigger.area

## a list of objects
boxes = [Box(x, i) for i, x in enumerate(s.row)]
return sum(box.area for box in boxes) + max(boxes, key=lambda box: box.width).height

## pieces with methods
piece = PIECES[1 if s.a > 0 else 2]
return sum(piece.reach(s.row, 1)) + 100 * piece.worth + len(list(Queen().reach(s.row, 0)))

## what kind of object
pieces = [Pawn(), Queen(), Pawn()]
return sum(isinstance(piece, Queen) for piece in pieces) + 10 * sum(type(piece) is Pawn for piece in pieces)

## arrays of constants
return int(GRID[1, 2]) + GRID.shape[0] * 10 + int(GRID.sum()) * 100 + int(self.array[1][0]) + int(self.array[s.a % 2, 0])

## rows of an array of constants
total = 0
for row in GRID:
    for x in row:
        total = 2 * total + int(x)
return total + len(GRID) + int(GRID[:, 1].max()) + GRID.tolist()[0][2]

## an array as an index
return s.row[self.array[0][0]] + s.row[GRID[0, s.a % 3]]

## texts of constants
return len("north") + "abc".index("c") + ("a" in VOWELS) * 10 + ("x" in "xyz") * 100 + "banana".count("a") + ord("b") - ord("a")

## a letter chosen by a number
letter = "abcd"[s.a % 4]
return ord(letter) + 1000 * (letter == "b") + "dcba".index(letter) + (letter in VOWELS)

## a text in a branch
kind = "big" if s.a > 2 else "small"
if kind == "big":
    return 1
return len(kind)

## texts by split and join
names = "north south east".split()
return len(names) + names.index("south") * 10 + len("-".join(names)) + len("abc".upper()) + "12,3".split(",").index("3")

## a copy of the state
after = s.copy()
after.row[0] = 50
after.a = 3
return s.row[0] + 1000 * after.row[0] + after.a + s.a

## a deep copy of the state
after = copy.deepcopy(s)
after.row[1] += 1
after.turn = 1 - after.turn
return after.row[1] - s.row[1] + 10 * (after.turn != s.turn)

## looking ahead with copies
best = -1000
for i in range(4):
    after = s.copy()
    after.row[i] = 0
    best = max(best, sum(after.row))
return best

## a whole row of a copy
after = s.copy()
after.row = [x + 1 for x in s.row]
after.row[:2] = after.row[2:]
return sum(x * (i + 1) for i, x in enumerate(after.row)) + s.row[0]

## a tuple of rows
mine, yours = (s.row[:2], s.row[2:]) if player == 0 else (s.row[2:], s.row[:2])
return sum(mine) - sum(yours)

## the player
return s.a if player == s.turn else -s.a

## getattr and hasattr by constants
return getattr(s, "a") + getattr(self, "nothing_here", 5) + hasattr(s, "row") + hasattr(self, "missing")

## isinstance of numbers
return isinstance(s.a, int) + 2 * isinstance(s.a / 2, float) + 4 * isinstance(s.row, list)

## itertools
return (
    len(list(combinations(s.row, 2)))
    + sum(x * y for x, y in product((1, 2), s.row))
    + sum(p[0] for p in permutations(range(3)))
    + list(accumulate(s.row))[-1]
    + len(list(takewhile(lambda x: x >= 0, s.row)))
)

## pairs from a list
return sum(abs(x - y) for x, y in combinations(s.row, 2)) + max(x + y for x, y in combinations(self.small, 2))

## islice, repeat, count
total = 0
for i, x in zip(itertools.count(1), s.row):
    total += i * x
return total + sum(itertools.islice(itertools.cycle([1, 2]), 5)) + sum(itertools.repeat(3, 2))

## groups of equals
longest = 0
for value, group in itertools.groupby([1, 1, s.a, 1, 1, 1]):
    longest = max(longest, len(list(group)))
return longest

## a table of directions and a board
size, total = 2, 0
for dr, dc in STEPS.values():
    r, c = 0 + dr, s.a % 2 + dc
    if 0 <= r < size and 0 <= c < size:
        total += s.row[r * size + c] * (1 + r + 2 * c)
return total

## the longest run
best = run = 0
previous = None
for x in s.row:
    run = run + 1 if x == previous else 1
    best = max(best, run)
    previous = x
return best

## lines through a board
lines = [[0, 1], [2, 3], [0, 2], [1, 3]]
for line in lines:
    values = {s.row[i] for i in line}
    if len(values) == 1 and 0 not in values:
        return values.pop()
return -50

## breadth first over a graph with distances
distance = {0: 0}
queue = deque([0])
while queue:
    at = queue.popleft()
    for there in self.near[at]:
        if there not in distance and s.row[there] >= 0:
            distance[there] = distance[at] + 1
            queue.append(there)
return sum(distance.values()) * 10 + len(distance)

## union find
parent = list(range(4))
def root(x):
    while parent[x] != x:
        x = parent[x]
    return x
for a, b in [(0, 1), (2, 3)] + ([(1, 2)] if s.a > 0 else []):
    parent[root(a)] = root(b)
return len({root(x) for x in range(4)})

## a heap of nothing but lists
row = sorted(s.row)
total = 0
while len(row) > 1:
    x, y, *row = row
    row.append(x + y)
    row.sort()
    total += x + y
return total
"""


CHOSEN = """
## functions in a list, chosen by the state
acts = [lambda x: x + 1, lambda x: x * s.b, abs]
return acts[s.a % 3](s.b) + 10 * acts[0](1) + 100 * acts[-1](-2) + sum(act(2) for act in acts) + len(acts)

## functions by text and by a key that may be missing
scores = {"low": lambda row: min(row), "sum": sum, "half": lambda row: sum(row) / 2}
name = "low" if s.a > 1 else "half"
rule = scores[name]
later = {1: lambda: 5, 2: lambda: s.a, 3: lambda: s.a / 2}
return rule(s.row) + scores["sum"]([1, 2]) + 10 * later[s.a % 4]() + len(scores)

## a function chosen by the state, called twice
step = (lambda x: x - 1, lambda x: x + s.a)[s.b % 2]
return step(step(5)) + step(1)

## an index beyond the functions
acts = [lambda: 1, lambda: 2]
try:
    return acts[s.b]()
except IndexError:
    return -5

## functions in a loop over their names
acts = {"a": lambda x: x + 1, "b": lambda x: x * 3}
total = s.a
for name in acts:
    total = acts[name](total)
return total
"""

COPIES = """
## round to digits of many fractions
total = 0
for n in range(-9, 40):
    total += round((s.a + n) / 7, 2) * n + round((s.b - n) / 16, 3) + round(n * s.a / 3, -1) + round(n / 8 + s.a, ndigits=1)
return total

## round ties to digits
return round((s.a % 4) / 8, 2) + 10 * round((s.b % 8) / 16, 3) + 100 * round(s.a + 0.5, 0) + round(s.c, 2) % 1000

## whole fractions
return (s.a / 4).is_integer() + 2 * (s.a * 0.5 + 0.5).is_integer() + 4 * (-s.b / 3).is_integer()

## a deep copy of a board
board = [list(s.row[i : i + 2]) for i in range(0, 4, 2)]
other, same = copy.deepcopy(board), [row[:] for row in board]
board[0][1] = 50
board[1].append(7)
board[0], board[1] = board[1], board[0]
return sum(map(sum, other)) + 10 * sum(map(sum, same)) + sum(sum(row) * (i + 1) for i, row in enumerate(board)) + len(board[0])

## a board of rows that are filled
grid = [[0] * 3 for _ in range(3)]
for i, x in enumerate(s.row):
    grid[i % 3][i // 3] = x
columns = list(map(list, zip(*grid)))
grid[2] = [9, 9, 9]
for row in grid:
    row[0] += 1
return sum(sum(row) * (i + 1) for i, row in enumerate(grid)) + 100 * sum(columns[0]) + sum(grid[i][i] for i in range(3))

## a helper that fills a row of a board
grid = [[0] * 2 for _ in range(2)]
if s.a > 0:
    fill(grid[0], 3)
other = {0: [0, 0], 1: [0, 0]}
if s.b > 5:
    fill(other[1], 4)
return sum(grid[0]) + 10 * sum(grid[1]) + 100 * sum(other[1]) + sum(other[0])

## a board of nothing and rows of different length
rows = [[] for _ in range(3)]
for x in s.row:
    rows[x % 3].append(x)
longest = max(rows, key=len)
return len(longest) + 10 * sum(len(row) for row in rows if row) + sum(longest) + len([[] for _ in range(0)])

## boards in a dictionary and sets in a list
boards = {player: [[0, 0], [0, 0]] for player in range(2)}
boards[s.a % 2][1][0] = s.b
seen = [set() for _ in range(2)]
seen[s.b % 2].add(s.a)
return sum(sum(map(sum, board)) * (i + 1) for i, board in boards.items()) + len(seen[0]) + 10 * len(seen[1])

## slices with a step, backwards and too long
row = list(s.row)
row[::-1] = [1, 2, s.a, 4]
row[1::2] = row[::2]
row[3:0:-2] = (5, s.b)
return sum(x * (i + 1) for i, x in enumerate(row))

## a deque turned both ways
d = deque(s.row)
d.rotate(s.a % 7 - 3)
d.extendleft([7, 8])
e = d.copy()
e.rotate()
f = deque()
f.rotate(3)
return sum(x * (i + 1) for i, x in enumerate(d)) + 10 * e[0] + len(f) + e.popleft()
"""

ROWS = """
## a row of a copy that loses one entry and gets another
after = s.copy()
after.row.remove(1)
after.row.append(after.a % 50 - 7)
return sum(x * (i + 1) for i, x in enumerate(after.row)) + s.row[2]

## a row that is turned by pop and insert
after = s.copy()
after.row.append(after.row.pop(0))
after.row.insert(1, after.row.pop())
last = after.row.pop()
after.row.insert(0, last + len(after.row))
return sum(x * (10**i) for i, x in enumerate(after.row))

## an entry that cannot be removed from a row
after = s.copy()
try:
    after.row.pop()
    after.row.remove(2)
    after.row.append(5)
    after.row.append(6)
except ValueError:
    return len(after.row)
return sum(x * (i + 1) for i, x in enumerate(after.row))

## a row that gets what does not fit
after = s.copy()
after.row.pop(s.a % 4)
after.row.append(s.b * 2)
return sum(after.row)

## a row that is sorted in between
after = s.copy()
after.row.remove(max(after.row))
after.row.sort()
after.a = after.row[0]
after.row.append(99 + (after.a in after.row) - s.turn)
return sum(x * (i + 1) for i, x in enumerate(after.row)) + 10 * after.a
"""

FAILURES = """
## an index that is not there
return s.row[s.a + 1]

## a negative index that is not there
return s.row[-s.b]

## a slice assigned with the wrong length
row = list(s.row)
row[::2] = [1] * (abs(s.a) % 3 + 1)
return sum(row)

## a value that index does not find
return s.row.index(2)

## a key that is missing
return WORTH[s.a]

## a member that cannot be removed
x = {0, 1, 2, 3}
x.remove(s.a)
return len(x)

## nothing to pop
row = [1] * (s.b % 3)
return row.pop()

## nothing to take the greatest of
return max(x for x in s.row if x > s.b)

## nothing next
return next(x for x in s.row if x > 2)

## too few to unpack
x, y = [n for n in s.row if n > 0]
return x * y

## division by nothing, in the middle
total = 0
for x in s.row:
    total += 12 // x
return total

## no number in some states
if s.a > 0:
    return s.a

## not a number in some states
return float("nan") if s.a > 50 else s.a

## too great in some states
return s.c

## a sum of None and a number
return 1 + (maybe(s.a) if s.a < 50 else None)

## an error that is not the one expected
try:
    return s.row[s.a + 1] // s.b
except ZeroDivisionError:
    return -1

## an error raised again
try:
    return WORTH[s.a]
except KeyError:
    if s.b > 5:
        raise
    return -2

## an assertion in a helper
def check(x):
    assert x >= 0
    return x
return check(s.a)

## a recursion that does not end in some states
def down(n):
    return 0 if n == 0 else down(n - 1)
return down(s.a % 128 if s.a >= 0 else s.a)

## a negative shift
return 1 << s.b % 3 - 1

## a square root of a negative number
return math.sqrt(s.b)

## a name that may have no value
for x in s.row:
    if x > 1:
        found = x
return found
"""


TRAPS = """
## is between members of an enum
return (COLOURS[s.a % 3] is COLOURS[s.b % 3]) + 2 * (COLOURS[s.a % 3] is not COLOURS[s.b % 3])

## is between objects
return (NAMED[s.a % 3] is NAMED[s.b % 3]) + 2 * (PIECES[1 + s.a % 2] is PIECES[1 + s.b % 2])

## is between types
return type(PIECES[1 + s.a % 2]) is type(PIECES[1 + s.b % 2])

## is between rows
return (s.row is s.row) + 2 * (s.row is not s.row)

## is with None and without
found = maybe(s.a)
return (found is None) + 2 * (found is not None)

## equal objects that were made
return (Spot(s.a, 1) == Spot(0, 1)) + 2 * (Spot(s.a) != Spot(s.b)) + 4 * (Spot(s.a) == SPOTS[s.b % 3])

## frozen objects in a tuple
return (Way(s.a, 0) in (Way(0, 0), Way(1, 0))) + 2 * (Way(s.a, 1) in WAYS) + 4 * (Way(s.a, 0) in {Way(1, 0), Way(2, 0)})

## frozen objects as keys of constants
return {Way(0, 1): 10, Way(1, 1): 20}.get(Way(s.a, 1), 3)

## frozen objects in a set that is made
seen = set()
seen.add(Score(s.a, 1))
seen.add(Score(0, s.b % 2))
return (Score(0, 1) in seen) + 2 * (Score(s.b, 1) in seen) + 4 * len(seen)

## the place of a frozen object
return [Way(0, 1), Way(1, 1)].index(Way(s.a % 2, 1))

## ordered objects
return (Score(s.a) < Score(s.b)) + 2 * (Score(s.a, 2) <= Score(s.a, 1)) + 4 * (max(Score(s.a), Score(s.b)).points > 3)

## operators of a named tuple
v = Vector(s.a, s.b)
w = v + Vector(1, 2) * 3
return w.q * 1000 + w.r + (2 * v).q

## signs of a named tuple
v = -Vector(s.a, s.b)
return v.q * 100 + v.r + abs(v)

## truth of a named tuple
v = Vector(s.a, s.b)
return (1 if v else 0) + 2 * (not v)

## membership in a named tuple
return (s.b in Vector(s.a, s.b)) + 2 * (s.a in Vector(s.a, s.b))

## entries of a named tuple
return Vector(s.a, s.b)[0] + Vector(s.a, s.b)[1]

## constant named tuples with operators
v = VECTORS[s.a % 3] + VECTORS[s.b % 3]
return 10 * v.q + v.r

## a sum of named tuples
total = sum(VECTORS, Vector(s.a, s.b))
return total.q * 100 + total.r

## a named tuple that is equal in its own way
return (Odd(s.a, 1) == Odd(s.a, 2)) + 2 * (Odd(1, s.a) != Odd(1, s.b)) + 4 * (Odd(s.a, 0) < Odd(0, s.b))

## named tuples that are equal in their own way in a set
return len({Odd(1, s.a), Odd(1, s.b), Odd(2, 0)})

## equal objects in a set
return len({NAMED[s.a % 3], NAMED[s.b % 3]})

## equal objects as constants
return (NAMED[s.a % 3] == NAMED[s.b % 3]) + 2 * (NAMED[s.a % 3] in NAMED[:1]) + (NAMED[s.a % 3] + NAMED[s.b % 3])

## members of an enum in a set
seen = {COLOURS[x % 3] for x in s.row}
return (Colour.RED in seen) + 2 * (Colour.GREEN in seen) + 4 * len(seen)

## members of an enum as keys
worth = {Colour.RED: s.a, Colour.BLUE: s.b}
return worth.get(Colour.RED, 77) + worth[COLOURS[s.b % 3]] + worth.get(Colour.GREEN, 5)

## texts as keys
place = {"x": s.a, "o": s.b}
return place.get("x", 77) + place["o"] + ("x" in place) + ("y" in place) + place.get(WORDS[s.a % 3], 4)

## texts in a set
seen = set()
seen.add(WORDS[s.a % 3])
return ("red" in seen) + 2 * ("green" in seen) + 4 * ("blue" in seen)

## an enum in a tuple as a key
found = {}
for i, x in enumerate(s.row):
    found[COLOURS[x % 3], i % 2] = x
return found.get((Colour.RED, 0), 77) + len(found)

## an iterator is read once
it = iter(s.row)
return sum(a * b for a, b in zip(it, it))

## an iterator that a test has read
it = iter(s.row)
return (1 in it) + 10 * sum(it)

## an iterator that unpacking has read
it = iter(s.row)
a, b, *c = it
return a + len(c) + 10 * len(list(it))

## an iterator in two loops
it = iter(s.row)
total = 0
for x in it:
    total += x
    break
for x in it:
    total += 100 * x
return total

## a set that a loop changes
seen = {1, 2, 3}
total = 0
for x in seen:
    total += x
    if s.a > 2:
        seen.add(x + 10 + s.b)
return total

## a set that a loop leaves when it has changed it
seen = {1, 2, 3}
for x in seen:
    if x == 2:
        seen.discard(3)
        break
return len(seen) + s.a

## small integers of an array
return int(SMALL[s.b % 2]) + 1

## a difference of unsigned integers of an array
return int(BYTES[1] - BYTES[s.b % 2])

## a nan in a list
n = float("nan")
row = [n, s.a * 1.0]
return (n in row) + 2 * (row == [n, s.a * 1.0]) + 4 * row.count(n)

## a truth or a number, asked what it is
x = True if s.a > 0 else s.b
return isinstance(x, bool) * 10 + x

## a truth or a number, asked whether it is True
x = True if s.a > 0 else s.b
return (x is True) * 10 + x

## a list of truths and numbers, asked what they are
row = [True, s.a, False]
return isinstance(row[0], bool) + 10 * isinstance(row[1], bool) + sum(row)

## a whole number or a fraction, asked what it is
x = s.a if s.b > 0 else 0.5
return isinstance(x, int) + 10 * isinstance(x, float) + x // 2

## a large whole number or a fraction
x = s.c if s.a > 0 else 0.5
return x % 10

## a large whole number and a fraction in a list
row = [s.c, 0.5]
return row[0] % 10

## large whole numbers and fractions in a dictionary
found = {1: s.c, 2: 0.5}
return found[1 + s.a % 2] % 10

## a whole number or a fraction that grows
x = 3 if s.a > 0 else 0.5
for i in range(40):
    x *= 3
return x % 1000

## a product without a sign or a fraction
x = (s.c & (2**63 - 1)) * 2 if s.a > 0 else 0.5
return x % 1000

## the least of large numbers from infinity
best = math.inf
for x in (s.c, s.c - s.a):
    best = min(best, x)
return best % 1000

## whole numbers and fractions in one table
table = (1, 0.5, 3, -2)
return sum(table[x % 4] * x for x in s.row) + table[s.a % 4] ** 2 + table[s.b % 4] / 4 - round(table[s.a % 4], 1)

## a quotient of a number that is no fraction
return s.a / (2**53 + 1) > 0

## a sum of truths of an array
return int(TRUTHS[s.a % 3] + TRUTHS[s.b % 3])

## a number in an array with rows
return (s.a in GRID) + 2

## the sum of constant rows of an array
return len(GRID[0] + GRID[1]) + int((GRID[1] * 2)[0]) + s.a

## loops over rows of an array and others
return sum(i * x for i, x in enumerate(self.array[0])) + sum(sum(row) for row in GRID) + s.a

## flags that have no name
return int(Right(s.a & 7) | Right.WRITE) + (Right.READ in Right(s.b & 7))

## a name for a row that is replaced
t = s.copy()
old = t.row
old[1] = 3
t.row = [1, 2, 3, 4]
return old[1] + 10 * t.row[1] + s.row[1]

## a name for a row of another state
t = s.copy()
old = s.row
t.row = [x // 2 for x in old]
return old[0] + 10 * t.row[0]

## a name for a row that a loop replaces
t = s.copy()
seen = t.row
total = 0
for i in range(3):
    total = total * 3 + seen[0]
    t.row = [i, 1, 2, 3]
return total

## rows of an array in loops
return sum(GRID[s.a % 2]) + 10 * len(GRID[s.b % 2]) + 100 * max(x for x in GRID[s.b % 2]) + int(GRID[s.a % 2][1])

## a row of an array equals a number
return bool((GRID[s.a % 2] == 1).any()) + s.b

## a sum of rows of an array
return sum(GRID[s.a % 2] + GRID[s.b % 2])

## order of texts
return (WORDS[s.a % 3] < WORDS[s.b % 3]) + 2 * (min(WORDS[s.a % 3], "h") == "green")
"""


SETS_AS_BITS = """
## borders of what has a bit
seen = {s.a, 255, 256, -1}
seen.add(s.b * 2)
return (255 in seen) + 2 * (256 in seen) + 4 * (-1 in seen) + 8 * (257 in seen) + 16 * (s.b in seen) + 32 * len(seen)

## borders of pairs that have a bit
seen = {(-2, 13), (s.a, s.b), (14, 0), (0, -3)}
tests = [(-2, 13), (-3, 13), (14, 0), (0, -3), (-2, 14), (s.b, s.a), (s.a, s.b)]
return sum(2**i for i, each in enumerate(tests) if each in seen) + 1000 * len(seen)

## two names for one set
one = {s.a}
other = one
other.add(300)
other.add(7)
one.discard(s.a)
return len(one) + 10 * len(other) + 100 * (300 in one) + 1000 * (one == other)

## a function that changes a set
def grow(entries, x):
    entries.add(x)
    entries |= {x + 1, x + 300}
    return len(entries)
seen = {s.b}
size = grow(seen, s.a)
return size * 100 + len(seen) * 10 + (s.a + 1 in seen) + 2 * (s.a + 300 in seen)

## a set that grows beyond its bits
seen = set()
while len(seen) < 9:
    seen.add(len(seen) * 60 - 5)
return sum(i * x for i, x in enumerate(sorted(seen))) + s.a

## a set that a loop reads after bits would have done
seen = {x * 5 % 17 for x in s.row}
seen |= {40, 9, 8}
total = 0
for x in seen:
    total = total * 3 + x
return total % 100003

## a set read in order meets one that is not
mine = {x % 40 for x in s.row}
yours = {8, 16, s.b % 30}
taken = mine | yours
total = 0
for x in mine:
    total = total * 7 + x + (x + 1 in taken) + 2 * (x in yours)
return total % 100003 + len(taken - mine) * 1000000

## the order of a union
both = {s.a % 64, 33} | {1, 65, s.b % 64}
total = 0
for x in both:
    total = (total * 67 + x) % 100003
return total

## sets of both forms are equal
kept = {s.a % 9, 40, 3}
total = 0
for x in kept:
    total = total * 41 + x
loose = {3, 40}
loose.add(s.a % 9)
return (loose == kept) + 2 * (kept <= loose) + 4 * loose.isdisjoint(kept) + 8 * (kept - {40} < loose) + 16 * (total % 1000)

## equality of a set and a frozenset
return ({s.a, 2} == frozenset((2, s.a))) + 2 * (frozenset({s.b}) != {s.a}) + 4 * ({s.a, 2, 3, 5, 7, 11, 127} == PRIMES)

## empty sets
none = set()
also = {x for x in s.row if x > 1000}
return (none == also) + 2 * (not none) + 4 * (s.a in none) + 8 * len(none | also) + 16 * (none <= {s.a}) + 32 * none.isdisjoint(also)

## sets of numbers and of pairs are different
numbers = {s.a % 3, 5}
pairs = {(0, s.b % 3)}
return (numbers == pairs) + 2 * numbers.isdisjoint(pairs) + 4 * (set() == pairs) + 8 * len(numbers)

## removing what is not there
seen = {s.a, 300}
seen.discard(4)
seen.remove(s.b)
return len(seen)

## the one entry of a set
seen = {x for x in s.row if x == s.a or x == 300}
if len(seen) == 1:
    return seen.pop() + 10 * len(seen)
(x,) = {s.b}
return x + 1000

## entries in any order
seen = {s.a, s.b, 77, -300}
return min(seen) + max(seen) * 3 + sum(seen) * 7 + any(seen) + all({s.a, s.b}) * 2 + sum(sorted(seen, reverse=True)[:2])

## pairs sorted
seen = {(s.a, s.b), (s.b, s.a), (3, -2), (3, 20), (-9, 1)}
return sum(i * (3 * x + y) for i, (x, y) in enumerate(sorted(seen)))

## truths among numbers
seen = {s.a > 1, s.b}
return len(seen | {1, 0}) + 10 * (True in seen) + 100 * sum({s.a > 1, s.b > 1, 2})

## words as entries
seen = {WORDS[s.a % 3], "blue"}
seen ^= {"red"}
return len(seen) + 10 * ("red" in seen) + 100 * (WORDS[s.b % 3] in seen) + 1000 * (sorted(seen)[0] == "blue")

## a set in a loop is new each time
total = 0
for i in range(4):
    seen = {i, s.a % 4}
    seen.add(s.b % 4 + 254)
    total = total * 10 + len(seen) + (255 in seen)
return total

## a set minus itself
seen = {s.a, 5, 300}
seen -= seen
other = {s.b, 5, 400}
other ^= other
third = {s.a, 600}
third |= third
third &= third
return len(seen) + 10 * len(other) + 100 * len(third)

## one of some sets of constants
kinds = (frozenset({1, 2}), frozenset({3, 300}), frozenset())
chosen = kinds[s.a % 3]
return len(chosen | {s.b}) + 10 * len(chosen & {2, 300, s.a}) + 100 * chosen.isdisjoint({s.b, 3}) + 1000 * (chosen <= {1, 2, s.b})

## a set among constants
kinds = {frozenset({1, 2}): 5, frozenset({2, 200}): 6, frozenset({0}): 7, frozenset(): 8}
return kinds.get(frozenset(x % 3 for x in s.row if x > 0), 9) + 10 * ({s.a, s.b} in [{1, 2}, {3, -2}, {0}])

## many numbers sorted
rows = [(x * 37 + s.a) % 101 for x in range(40)]
far = [(x * x * 7919 + s.b) % 1000003 for x in range(30)]
twice = [x % 7 for x in range(20)]
return sum(i * x for i, x in enumerate(sorted(rows))) + sum(i * x for i, x in enumerate(sorted(far))) % 99991 + sum(
    i * x for i, x in enumerate(sorted(twice, reverse=True))
)
"""


def _bodies(text: str) -> dict[str, str]:
    """The bodies of a text by name."""
    parts = [part.partition("\n") for part in text.strip("\n").removeprefix("## ").split("\n## ")]
    return {name: body.strip("\n") for name, _, body in parts}


THEMES = (
    NUMBERS,
    LISTS,
    SETS_AND_DICTS,
    SETS_AS_BITS,
    COUNTING,
    LOOPS,
    STARS,
    FUNCTIONS,
    OBJECTS,
    CHOSEN,
    COPIES,
    ROWS,
    TRAPS,
    FAILURES,
)
CONSTRUCTS: dict[str, str] = {name: body for theme in THEMES for name, body in _bodies(theme).items()}
"""The body of each construct, by what it shows."""
assert len(CONSTRUCTS) == sum(theme.count("\n## ") for theme in THEMES), "two bodies have the same name"
