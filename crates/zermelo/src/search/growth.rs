//! The tree that Monte-Carlo search grows, in fixed memory. See `search/growth.py`.
//!
//! A node is a row of slots: a head, then one slot a move. Rows lie one behind the other. When there is no room for another one,
//! the least visited nodes are forgotten and the others move together (`recycle`); their moves stay, as leaves. Threads share the
//! tree without locks; only recycling needs everybody else to pause, which is the caller's business.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

use super::rates::Rates;
use super::sampling::Sampling;
use crate::game::{CHANCE, Move, Player};
use crate::memory::{Filling, zeroed};

/// No node.
pub const NOWHERE: u32 = 0;
/// Somebody is about to put a node here.
const BUSY: u32 = u32::MAX;
/// Where the first row begins; slot 0 is nowhere.
const FIRST: usize = 1;
/// Cache lines that a node of usual size begins with.
#[cfg(target_arch = "x86_64")]
const ROW_LINES: usize = 4;
/// Proofs are kept by number; no more than so many different ones, and no more than fit into an eighth of the memory.
const MOST_PROOFS: usize = 1 << 18;
/// Bytes of one, in the list, in the map and in a thread's own list, with room to grow.
const PROOF: usize = 512;
/// What is kept when memory runs out, of what there is room for: one part in so many.
const KEPT: usize = 2;

/// A move, or the head of a node: then the fields are passes, player, number of moves, first move to try, and where the
/// last try went (while memory is tidied up, where the node goes).
struct Slot {
    total: AtomicU64,
    visits: AtomicU32,
    choice: AtomicI32,
    node: AtomicU32,
    proof: AtomicU32,
}

/// Statistics that only some techniques need.
pub struct Extra {
    amaf_total: AtomicU64,
    guess: AtomicU64,
    amaf_visits: AtomicU32,
}

impl Extra {
    /// A move was played here or later, and came to this.
    #[inline]
    pub fn learn<const SHARED: bool>(&self, rate: f64) {
        add::<SHARED>(&self.amaf_total, rate);
        bump::<SHARED>(&self.amaf_visits);
    }

    /// Visits and sum of rates of the move played here or later.
    #[inline]
    #[must_use]
    pub fn amaf(&self) -> (u32, f64) {
        (self.amaf_visits.load(Relaxed), f64::from_bits(self.amaf_total.load(Relaxed)))
    }

    /// What evaluations make of the move.
    #[inline]
    #[must_use]
    pub fn guess(&self) -> f64 {
        f64::from_bits(self.guess.load(Relaxed))
    }

    /// Evaluations have changed.
    pub fn set_guess(&self, guess: f64) {
        self.guess.store(guess.to_bits(), Relaxed);
    }
}

/// A move of the tree, for people to look at.
#[derive(Clone, Copy, Debug)]
pub struct Grown {
    /// The place in the list of the move before; -1 at the root.
    pub parent: i32,
    /// The move.
    pub choice: Move,
    /// How often it was tried.
    pub visits: u32,
    /// Sum of rates for whoever made it.
    pub total: f64,
    /// What it is worth to the player at the root, where that is proven.
    pub proof: Option<f64>,
}

/// A node with its moves.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    head: &'a Slot,
    edges: &'a [Slot],
}

impl<'a> Row<'a> {
    /// Who is to move.
    #[inline]
    #[must_use]
    pub fn player(self) -> Player {
        self.head.choice.load(Relaxed)
    }

    /// The node that the last try led to, which is where the next one goes more often than not.
    #[inline]
    #[must_use]
    pub fn habit(self) -> u32 {
        self.head.total.load(Relaxed) as u32
    }

    /// One more try of any move; their number.
    #[inline]
    pub fn pass<const SHARED: bool>(self) -> u32 {
        bump::<SHARED>(&self.head.visits)
    }

    /// The place of the move whose turn it is to be tried for the first time, at this pass.
    #[inline]
    #[must_use]
    pub fn untried(self, passes: u32) -> Option<usize> {
        let (turn, count) = (passes as usize - 1, self.edges.len());
        (turn < count).then(|| {
            let place = self.head.proof.load(Relaxed) as usize + turn;
            if place < count { place } else { place - count }
        })
    }

    /// Sum of rates, visits and number of the proof of each move.
    #[inline]
    pub fn tries(self) -> impl Iterator<Item = (f64, u32, u32)> + use<'a> {
        self.edges
            .iter()
            .map(|slot| (f64::from_bits(slot.total.load(Relaxed)), slot.visits.load(Relaxed), slot.proof.load(Relaxed)))
    }

    /// One more try of the move at a place: its visits, the move, the node it leads to and the number of its proof.
    #[inline]
    pub fn visit<const SHARED: bool>(self, place: usize) -> (u32, Move, u32, u32) {
        let slot = &self.edges[place];
        let node = slot.node.load(std::sync::atomic::Ordering::Acquire);
        let node = if node == BUSY { NOWHERE } else { node };
        self.head.total.store(u64::from(node), Relaxed);
        (bump::<SHARED>(&slot.visits), slot.choice.load(Relaxed), node, slot.proof.load(Relaxed))
    }

    /// The place of a move.
    #[must_use]
    pub fn place(self, choice: Move) -> Option<usize> {
        self.edges.iter().position(|slot| slot.choice.load(Relaxed) == choice)
    }
}

/// Everybody's utilities that have been proven, by number from 1.
#[derive(Default)]
struct Proofs {
    all: Vec<Rates>,
    numbers: HashMap<[u64; super::rates::MOST_PLAYERS], u32>,
}

/// The tree.
pub struct Growth {
    slots: Box<[Slot]>,
    extras: Option<Box<[Extra]>>,
    used: AtomicUsize,
    full: AtomicBool,
    root: AtomicU32,
    proofs: RwLock<Proofs>,
    most_proofs: usize,
    /// Nodes by position, where positions are shared.
    shared: Option<Mutex<HashMap<u64, u32>>>,
}

impl std::fmt::Debug for Growth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Growth of {} slots, {} in use", self.slots.len(), self.used.load(Relaxed))
    }
}

impl Growth {
    /// An empty tree of at most so many bytes; None when the machine does not have the memory.
    #[must_use]
    pub fn new(bytes: usize, sampling: &Sampling) -> Option<Self> {
        let extra = if sampling.needs_extras() { size_of::<Extra>() } else { 0 };
        let shared = if sampling.transpositions { 16 } else { 0 };
        let most_proofs = (bytes / 8 / PROOF).clamp(16, MOST_PROOFS);
        let number = ((bytes - bytes / 8) / (size_of::<Slot>() + extra + shared)).clamp(FIRST + 1, BUSY as usize);
        // SAFETY: all zeros are a valid slot, and there is at least one.
        let slots = unsafe { zeroed::<Slot>(number, Filling::InOrder) }?;
        // SAFETY: as above.
        let extras = if extra > 0 { Some(unsafe { zeroed::<Extra>(number, Filling::InOrder) }?) } else { None };
        Some(Self {
            slots,
            extras,
            used: AtomicUsize::new(FIRST),
            full: AtomicBool::new(false),
            root: AtomicU32::new(NOWHERE),
            proofs: RwLock::default(),
            most_proofs,
            shared: sampling.transpositions.then(Mutex::default),
        })
    }

    #[inline]
    fn slot(&self, index: u32) -> &Slot {
        &self.slots[index as usize]
    }

    /// The node where searches begin.
    #[must_use]
    pub fn root(&self) -> u32 {
        self.root.load(Relaxed)
    }

    /// Another root; what cannot be reached from it is forgotten when memory is needed.
    pub fn set_root(&self, node: u32) {
        self.root.store(node, Relaxed);
    }

    /// Whether there was no room for a node.
    #[inline]
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.full.load(Relaxed)
    }

    /// Another node; none when there is no room.
    pub fn grow<const SHARED: bool>(
        &self,
        player: Player,
        moves: impl ExactSizeIterator<Item = Move>,
        start: usize,
    ) -> Option<u32> {
        let count = moves.len();
        let room = |used: usize| (used + count < self.slots.len()).then_some(used + count + 1);
        let head = if SHARED { self.used.fetch_update(Relaxed, Relaxed, room).ok() } else { self.take(room) };
        let Some(head) = head else {
            self.full.store(true, Relaxed);
            return None;
        };
        for (index, choice) in moves.enumerate() {
            self.clear(head + 1 + index, choice);
        }
        self.clear(head, player);
        self.slots[head].node.store(count as u32, Relaxed);
        self.slots[head].proof.store(start as u32, Relaxed);
        Some(head as u32)
    }

    /// Takes what there is room for, alone.
    fn take(&self, room: impl Fn(usize) -> Option<usize>) -> Option<usize> {
        let used = self.used.load(Relaxed);
        self.used.store(room(used)?, Relaxed);
        Some(used)
    }

    fn clear(&self, index: usize, choice: i32) {
        let slot = &self.slots[index];
        slot.total.store(0, Relaxed);
        slot.visits.store(0, Relaxed);
        slot.choice.store(choice, Relaxed);
        slot.node.store(NOWHERE, Relaxed);
        slot.proof.store(0, Relaxed);
        if let Some(extras) = &self.extras {
            extras[index].amaf_total.store(0, Relaxed);
            extras[index].amaf_visits.store(0, Relaxed);
            extras[index].guess.store(0, Relaxed);
        }
    }

    // Nodes

    /// Who is to move at a node.
    #[inline]
    #[must_use]
    pub fn player(&self, node: u32) -> Player {
        self.slot(node).choice.load(Relaxed)
    }

    /// The moves of a node.
    #[inline]
    #[must_use]
    pub fn edges(&self, node: u32) -> RangeInclusive<u32> {
        node + 1..=node + self.slot(node).node.load(Relaxed)
    }

    /// A node with its moves, for the way down.
    #[inline]
    #[must_use]
    pub fn row(&self, node: u32) -> Row<'_> {
        let (head, rest) = (&self.slots[node as usize], &self.slots[node as usize + 1..]);
        Row { head, edges: &rest[..head.node.load(Relaxed) as usize] }
    }

    /// Tries of any of a node's moves.
    #[inline]
    #[must_use]
    pub fn passes(&self, node: u32) -> u32 {
        self.slot(node).visits.load(Relaxed)
    }

    // Moves

    /// The move.
    #[inline]
    #[must_use]
    pub fn choice(&self, edge: u32) -> Move {
        self.slot(edge).choice.load(Relaxed)
    }

    /// How often a move was tried.
    #[inline]
    #[must_use]
    pub fn visits(&self, edge: u32) -> u32 {
        self.slot(edge).visits.load(Relaxed)
    }

    /// Sum of rates for the player who made the move.
    #[inline]
    #[must_use]
    pub fn total(&self, edge: u32) -> f64 {
        f64::from_bits(self.slot(edge).total.load(Relaxed))
    }

    /// Mean rate of a move that was tried.
    #[must_use]
    pub fn mean(&self, edge: u32) -> f64 {
        self.total(edge) / f64::from(self.visits(edge))
    }

    /// A try came to nothing: the search was stopped.
    pub fn take_back(&self, node: u32, edge: u32) {
        self.slot(node).visits.fetch_sub(1, Relaxed);
        self.slot(edge).visits.fetch_sub(1, Relaxed);
    }

    /// A try came to this.
    #[inline]
    pub fn credit<const SHARED: bool>(&self, edge: u32, rate: f64) {
        add::<SHARED>(&self.slot(edge).total, rate);
    }

    /// The node that a move leads to.
    #[inline]
    #[must_use]
    pub fn node(&self, edge: u32) -> u32 {
        // Acquired, so that whoever finds a node finds it filled.
        match self.slot(edge).node.load(std::sync::atomic::Ordering::Acquire) {
            BUSY => NOWHERE,
            node => node,
        }
    }

    /// Says that a node will be looked at in a moment, so that memory can be on its way.
    #[inline]
    pub fn expect(&self, node: u32) {
        #[cfg(target_arch = "x86_64")]
        for line in 0..ROW_LINES {
            let place = (self.slots.as_ptr() as usize + node as usize * size_of::<Slot>() + line * 64) as *const i8;
            // SAFETY: a hint about an address that is never read through; any address will do.
            unsafe { std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(place) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = node;
    }

    /// Whether the caller may put a node behind a move; nobody else may then.
    #[must_use]
    pub fn reserve<const SHARED: bool>(&self, edge: u32) -> bool {
        !SHARED || self.slot(edge).node.compare_exchange(NOWHERE, BUSY, Relaxed, Relaxed).is_ok()
    }

    /// The node that a move leads to, from now on.
    pub fn set_node(&self, edge: u32, node: u32) {
        self.slot(edge).node.store(node, std::sync::atomic::Ordering::Release);
    }

    /// The techniques' own statistics of a move.
    ///
    /// # Panics
    /// When the tree was made for techniques that need none.
    #[inline]
    #[must_use]
    pub fn extra(&self, edge: u32) -> &Extra {
        &self.extras.as_ref().expect("made with extras")[edge as usize]
    }

    // Proofs

    /// The number of a move's proof; 0 for none.
    #[inline]
    #[must_use]
    pub fn proof(&self, edge: u32) -> u32 {
        self.slot(edge).proof.load(Relaxed)
    }

    /// A move is proven.
    pub fn set_proof(&self, edge: u32, number: u32) {
        self.slot(edge).proof.store(number, Relaxed);
    }

    /// The number of a proof; 0 where there are too many.
    #[must_use]
    pub fn number_of(&self, utilities: &Rates) -> u32 {
        let bits = utilities.map(|utility| (utility + 0.0).to_bits());
        if let Some(&number) = self.proofs.read().unwrap_or_else(PoisonError::into_inner).numbers.get(&bits) {
            return number;
        }
        let mut proofs = self.proofs.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = proofs.numbers.get(&bits) {
            return number;
        }
        if proofs.all.len() >= self.most_proofs {
            return 0;
        }
        proofs.all.push(*utilities);
        let number = proofs.all.len() as u32;
        proofs.numbers.insert(bits, number);
        number
    }

    /// Proofs that a thread has not seen yet.
    pub fn tell_proofs(&self, known: &mut Vec<Rates>) {
        let proofs = self.proofs.read().unwrap_or_else(PoisonError::into_inner);
        known.extend_from_slice(&proofs.all[known.len()..]);
    }

    // Positions that are shared

    /// Nodes by position, to look one up and put one in.
    #[must_use]
    pub fn positions(&self) -> Option<MutexGuard<'_, HashMap<u64, u32>>> {
        self.shared.as_ref().map(|shared| shared.lock().unwrap_or_else(PoisonError::into_inner))
    }

    // For people

    /// The most visited moves, each after the one that leads to it, most visited first. `known` are all proofs so far.
    #[must_use]
    pub fn most_visited(&self, number: usize, known: &[Rates]) -> Vec<Grown> {
        let player = self.player(self.root()) as usize;
        let (mut found, mut waiting, mut order) = (Vec::new(), BinaryHeap::new(), 0_u64);
        let mut offer = |waiting: &mut BinaryHeap<_>, node: u32, parent: i32| {
            for edge in self.edges(node).filter(|&edge| self.visits(edge) > 0) {
                waiting.push((self.visits(edge), Reverse(order), parent, edge));
                order += 1;
            }
        };
        offer(&mut waiting, self.root(), -1);
        while let Some((visits, _, parent, edge)) = waiting.pop().filter(|_| found.len() < number) {
            let proof = known.get((self.proof(edge) as usize).wrapping_sub(1)).map(|utilities| utilities[player]);
            found.push(Grown { parent, choice: self.choice(edge), visits, total: self.total(edge), proof });
            if self.node(edge) != NOWHERE {
                offer(&mut waiting, self.node(edge), found.len() as i32 - 1);
            }
        }
        found
    }

    // Memory

    /// Forgets everything. Nobody else may be at the tree.
    pub fn clear_all(&self) {
        self.used.store(FIRST, Relaxed);
        self.full.store(false, Relaxed);
        self.set_root(NOWHERE);
        if let Some(mut positions) = self.positions() {
            positions.clear();
        }
    }

    /// Forgets the least visited nodes, and all that the root does not lead to. Nobody else may be at the tree.
    pub fn recycle(&self) {
        self.full.store(false, Relaxed);
        self.rows().for_each(|(head, _)| self.slots[head].total.store(0, Relaxed));
        self.mark(0);
        let least = self.threshold();
        self.rows().for_each(|(head, _)| self.slots[head].total.store(0, Relaxed));
        self.mark(least);
        let mut free = FIRST;
        for (head, length) in self.rows() {
            if self.slots[head].total.load(Relaxed) != 0 {
                self.slots[head].total.store(free as u64, Relaxed);
                free += length;
            }
        }
        let forward = |node: u32| if node == NOWHERE { 0 } else { self.slot(node).total.load(Relaxed) as u32 };
        self.set_root(forward(self.root()));
        if let Some(mut positions) = self.positions() {
            positions.retain(|_, node| {
                *node = forward(*node);
                *node != NOWHERE
            });
        }
        let rows: Vec<(usize, usize)> = self.rows().collect();
        for &(head, length) in &rows {
            if self.slots[head].total.load(Relaxed) != 0 {
                for edge in &self.slots[head + 1..head + length] {
                    edge.node.store(forward(edge.node.load(Relaxed)), Relaxed);
                }
            }
        }
        for (head, length) in rows {
            let target = self.slots[head].total.swap(0, Relaxed) as usize;
            if target != 0 {
                for index in 0..length {
                    self.copy(head + index, target + index);
                }
            }
        }
        self.used.store(free, Relaxed);
    }

    /// All rows, by where they begin and how many slots they have.
    fn rows(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let (mut next, end) = (FIRST, self.used.load(Relaxed));
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let head = next;
                next += 1 + self.slots[head].node.load(Relaxed) as usize;
                (head, next - head)
            })
        })
    }

    /// Passes that a marked node must have to be kept, so that there is room again.
    fn threshold(&self) -> u32 {
        let marked = self.rows().filter(|&(head, _)| self.slots[head].total.load(Relaxed) != 0);
        let mut sizes: Vec<(u32, usize)> = marked.map(|(head, length)| (self.slots[head].visits.load(Relaxed), length)).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        let mut room = self.slots.len() / KEPT;
        for (passes, length) in sizes {
            if length > room {
                return passes + 1;
            }
            room -= length;
        }
        0
    }

    /// Marks the root and every node it leads to that has enough passes.
    fn mark(&self, least: u32) {
        let mut waiting = vec![self.root()];
        while let Some(node) = waiting.pop() {
            if node == NOWHERE || self.slot(node).total.swap(1, Relaxed) != 0 {
                continue;
            }
            let below = self.edges(node).map(|edge| self.node(edge));
            waiting.extend(below.filter(|&node| node != NOWHERE && self.passes(node) >= least));
        }
    }

    fn copy(&self, from: usize, to: usize) {
        let (old, new) = (&self.slots[from], &self.slots[to]);
        new.total.store(old.total.load(Relaxed), Relaxed);
        new.visits.store(old.visits.load(Relaxed), Relaxed);
        new.choice.store(old.choice.load(Relaxed), Relaxed);
        new.node.store(old.node.load(Relaxed), Relaxed);
        new.proof.store(old.proof.load(Relaxed), Relaxed);
        if let Some(extras) = &self.extras {
            extras[to].amaf_total.store(extras[from].amaf_total.load(Relaxed), Relaxed);
            extras[to].amaf_visits.store(extras[from].amaf_visits.load(Relaxed), Relaxed);
            extras[to].guess.store(extras[from].guess.load(Relaxed), Relaxed);
        }
    }

    /// Whether chance is to move at a node.
    #[must_use]
    pub fn is_chance(&self, node: u32) -> bool {
        self.player(node) == CHANCE
    }
}

/// One more; the new number. Alone, there is no need for a locked instruction.
#[inline]
fn bump<const SHARED: bool>(number: &AtomicU32) -> u32 {
    if SHARED {
        return number.fetch_add(1, Relaxed) + 1;
    }
    let more = number.load(Relaxed) + 1;
    number.store(more, Relaxed);
    more
}

#[inline]
fn add<const SHARED: bool>(total: &AtomicU64, rate: f64) {
    let sum = |bits: u64| (f64::from_bits(bits) + rate).to_bits();
    if SHARED {
        let _ = total.fetch_update(Relaxed, Relaxed, |bits| Some(sum(bits)));
    } else {
        total.store(sum(total.load(Relaxed)), Relaxed);
    }
}
