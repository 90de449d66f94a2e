"""Games with pits and seeds, seen by the player to move."""

from __future__ import annotations

from strangers_oracles.base import Oracle


class Kalah(Oracle):
    """A position is what the player to move has, in the houses and in the store, then what the other has."""

    def __init__(self, houses, seeds):
        self.houses, self.seeds = houses, seeds

    def start(self):
        side = (self.seeds,) * self.houses
        return side, 0, side, 0, 0

    def read(self, s):
        n = self.houses
        sides = [(tuple(s.pits[k : k + n]), s.pits[k + n]) for k in (0, n + 1)]
        return *sides[s.turn], *sides[1 - s.turn], s.turn

    def after(self, position):
        mine, store, yours, other, turn = position
        found = []
        for house, seeds in enumerate(mine):
            if seeds:
                found.append(self.sown(house, list(mine), store, list(yours), other, turn))
        return found

    def sown(self, house, mine, store, yours, other, turn):
        n = self.houses
        track = [*mine, store, *yours]
        seeds, track[house] = track[house], 0
        ends = [(house + 1 + k) % len(track) for k in range(seeds)]
        for pit in ends:
            track[pit] += 1
        last = ends[-1]
        mine, store, yours = track[:n], track[n], track[n + 1 :]
        if last < n and mine[last] == 1 and yours[n - 1 - last]:
            store += 1 + yours[n - 1 - last]
            mine[last] = yours[n - 1 - last] = 0
        if not any(mine) or not any(yours):
            store, other = store + sum(mine), other + sum(yours)
            mine = yours = [0] * n
        if last == n:
            return tuple(mine), store, tuple(yours), other, turn
        return tuple(yours), other, tuple(mine), store, 1 - turn

    def result(self, position):
        mine, store, yours, other, turn = position
        if any(mine) or any(yours):
            return None
        return self.won(None if store == other else turn if store > other else 1 - turn)


class Oware(Oracle):
    """A position is all pits from the one on the left of the player to move, what both have won, and the plies."""

    def __init__(self, houses, seeds, limit):
        self.houses, self.seeds, self.limit = houses, seeds, limit

    def start(self):
        return (self.seeds,) * (2 * self.houses), 0, 0, 0, 0

    def read(self, s):
        n = self.houses
        pits = s.pits if s.turn == 0 else s.pits[n:] + s.pits[:n]
        return tuple(pits), s.won[s.turn], s.won[1 - s.turn], s.ply, s.turn

    def after(self, position):
        pits, mine, yours, ply, turn = position
        n, found = self.houses, []
        for house in range(n):
            new = list(pits)
            seeds, new[house] = new[house], 0
            others = [(house + k) % (2 * n) for k in range(1, 2 * n)]
            for k in range(seeds):
                new[others[k % len(others)]] += 1
            if seeds == 0:
                continue
            last = others[(seeds - 1) % len(others)]
            run = []
            while last >= n and new[last] in (2, 3):
                run.append(last)
                last -= 1
            if sum(new[n:]) > sum(new[p] for p in run):
                gain = sum(new[p] for p in run)
                new = [0 if p in run else seeds for p, seeds in enumerate(new)]
            else:
                gain = 0
            if any(new[n:]):
                found.append((tuple(new[n:] + new[:n]), yours, mine + gain, ply + 1, 1 - turn))
        return found

    def result(self, position):
        pits, mine, yours, ply, turn = position
        n = self.houses
        if max(mine, yours) <= n * self.seeds and ply < self.limit and self.after(position):
            return None
        lead = float(mine + sum(pits[:n]) - yours - sum(pits[n:]))
        return (lead, -lead) if turn == 0 else (-lead, lead)
