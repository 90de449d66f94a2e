//! The tree that Monte-Carlo search grows, in fixed memory.
//!
//! A node is a row of slots: a head, then one slot for each move. Rows follow each other. When memory is full,
//! the least visited nodes are dropped and the others move together (`recycle`); their moves stay, as leaves. Threads share the
//! tree without locks. The caller must pause all other threads while memory is recycled.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Rates;
use super::options::Sampling;
use super::proofs::Proofs;
use super::slots::{BUSY, Slot, add};
pub use super::slots::{NOWHERE, Row};
use crate::game::{CHANCE, Move, Player};
use crate::search::memory::{Apart, Filling, zeroed};

/// The longest path. With shared positions, a line of moves may run in a circle.
pub const MAX_PATH: usize = 4096;
/// Where the first row begins; slot 0 stands for no node.
pub(crate) const FIRST: usize = 1;
/// Cache lines that a node of usual size begins with.
#[cfg(target_arch = "x86_64")]
const ROW_LINES: usize = 4;

/// Slots that a thread takes at once, and the least number of such blocks in a tree.
const BLOCK: usize = 1024;
const LEAST_BLOCKS: usize = 64;

/// Slots that belong to one thread. Threads that filled the same cache lines would wait for each other.
#[derive(Default)]
pub struct Block {
    next: usize,
    end: usize,
    tidied: u32,
}

/// A move of the tree, for reports.
#[derive(Clone, Copy, Debug)]
pub struct Grown {
    /// The place in the list of the move before; -1 at the root.
    pub parent: i32,
    pub choice: Move,
    pub visits: u32,
    /// Sum of rates for the player who made it.
    pub total: f64,
    /// Its value for all players, if it is proven.
    pub proof: Option<Rates>,
}

/// The tree.
pub struct UctTree {
    pub(crate) slots: Box<[Slot]>,
    /// What techniques keep with every move, `width` numbers each.
    numbers: Box<[AtomicU64]>,
    width: usize,
    /// In its own cache line, because threads write it often and only read the rest.
    pub(crate) used: Apart<AtomicUsize>,
    pub(crate) full: AtomicBool,
    root: AtomicU32,
    /// How often nodes have been dropped; blocks of before are void.
    pub(crate) tidied: AtomicU32,
    /// What has been proven, by number.
    pub proofs: Proofs,
    /// Nodes by position, if positions are shared.
    shared: Option<Mutex<HashMap<u64, u32>>>,
}

impl UctTree {
    /// An empty tree of at most this many bytes; None if the machine does not have the memory.
    pub fn new(bytes: usize, sampling: &Sampling) -> Option<Self> {
        let width: usize = sampling.techniques.start().iter().map(|technique| technique.needs().numbers).sum();
        let shared = if sampling.general.transpositions { 16 } else { 0 };
        let size = size_of::<Slot>() + width * size_of::<AtomicU64>() + shared;
        let number = ((bytes - bytes / 8) / size).clamp(FIRST + 1, BUSY as usize);
        // SAFETY: all zeros are a valid slot, and there is at least one.
        let slots = unsafe { zeroed::<Slot>(number, Filling::Dense) }?;
        // SAFETY: all zeros are a valid number, and there is at least one.
        let numbers = if width > 0 { unsafe { zeroed::<AtomicU64>(number * width, Filling::Dense) }? } else { Box::default() };
        Some(Self {
            slots,
            numbers,
            width,
            used: Apart(AtomicUsize::new(FIRST)),
            full: AtomicBool::new(false),
            root: AtomicU32::new(NOWHERE),
            tidied: AtomicU32::new(0),
            proofs: Proofs::new(bytes / 8),
            shared: sampling.general.transpositions.then(Mutex::default),
        })
    }

    #[inline]
    pub(crate) fn slot(&self, index: u32) -> &Slot {
        &self.slots[index as usize]
    }

    /// The node where searches begin.
    pub fn root(&self) -> u32 {
        self.root.load(Relaxed)
    }

    /// Sets another root; what it does not lead to is dropped when memory is needed.
    pub fn set_root(&self, node: u32) {
        self.root.store(node, Relaxed);
    }

    /// Whether there was no room for a node.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.full.load(Relaxed)
    }

    /// Adds a node; None if memory is full.
    pub fn grow<const SHARED: bool>(
        &self,
        block: &mut Block,
        player: Player,
        moves: impl ExactSizeIterator<Item = Move>,
        start: usize,
    ) -> Option<u32> {
        let count = moves.len();
        let head = if SHARED { self.take_of(block, count + 1) } else { self.take(count + 1) };
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

    /// A node with all these moves; those that the given one has keep their statistics. None if memory is full. No other thread may use the
    /// tree meanwhile.
    pub fn complete(&self, node: u32, moves: &[Move]) -> Option<u32> {
        let known = self.edges(node);
        if known.clone().count() == moves.len() {
            return Some(node);
        }
        let whole = self.grow::<false>(&mut Block::default(), self.player(node), moves.iter().copied(), 0)?;
        for edge in self.edges(whole) {
            if let Some(old) = known.clone().find(|&old| self.choice(old) == self.choice(edge)) {
                self.copy(old as usize, edge as usize);
            }
        }
        // So that untried moves are told by their visits.
        self.slot(whole).visits.store(self.passes(node).max(moves.len() as u32), Relaxed);
        Some(whole)
    }

    /// So many slots in a row, for a single thread: where they begin.
    fn take(&self, number: usize) -> Option<usize> {
        let used = self.used.0.load(Relaxed);
        (used + number <= self.slots.len()).then(|| {
            self.used.0.store(used + number, Relaxed);
            used
        })
    }

    /// The same out of a thread's block, or out of a new one. What is left of a block is a row that nothing leads to.
    fn take_of(&self, block: &mut Block, number: usize) -> Option<usize> {
        let tidied = self.tidied.load(Relaxed);
        if block.next + number > block.end || block.tidied != tidied {
            let size = number.max(BLOCK.min(self.slots.len() / LEAST_BLOCKS));
            let room = |used: usize| (used + number <= self.slots.len()).then(|| (used + size).min(self.slots.len()));
            let next = self.used.0.fetch_update(Relaxed, Relaxed, room).ok()?;
            *block = Block { next, end: room(next)?, tidied };
        }
        let head = block.next;
        block.next += number;
        if block.next < block.end {
            self.slots[block.next].node.store((block.end - block.next - 1) as u32, Relaxed);
        }
        Some(head)
    }

    fn clear(&self, index: usize, choice: i32) {
        let slot = &self.slots[index];
        slot.total.store(0, Relaxed);
        slot.visits.store(0, Relaxed);
        slot.choice.store(choice, Relaxed);
        slot.node.store(NOWHERE, Relaxed);
        slot.proof.store(0, Relaxed);
        for number in self.numbers(index as u32) {
            number.store(0, Relaxed);
        }
    }

    // Nodes

    #[inline]
    pub fn player(&self, node: u32) -> Player {
        self.slot(node).choice.load(Relaxed)
    }

    #[inline]
    pub fn edges(&self, node: u32) -> RangeInclusive<u32> {
        node + 1..=node + self.slot(node).node.load(Relaxed)
    }

    /// A node with its moves, for the way down.
    #[inline]
    pub fn row(&self, node: u32) -> Row<'_> {
        let (head, rest) = (&self.slots[node as usize], &self.slots[node as usize + 1..]);
        Row { head, edges: &rest[..head.node.load(Relaxed) as usize] }
    }

    /// Tries of any of a node's moves.
    #[inline]
    pub fn passes(&self, node: u32) -> u32 {
        self.slot(node).visits.load(Relaxed)
    }

    // Moves

    #[inline]
    pub fn choice(&self, edge: u32) -> Move {
        self.slot(edge).choice.load(Relaxed)
    }

    #[inline]
    pub fn visits(&self, edge: u32) -> u32 {
        self.slot(edge).visits.load(Relaxed)
    }

    /// Sum of rates for the player who made the move.
    #[inline]
    pub fn total(&self, edge: u32) -> f64 {
        f64::from_bits(self.slot(edge).total.load(Relaxed))
    }

    pub fn mean(&self, edge: u32) -> f64 {
        self.total(edge) / f64::from(self.visits(edge))
    }

    /// Takes so many tries back, because the search was stopped.
    pub fn take_back(&self, node: u32, edge: u32, number: u32) {
        self.slot(node).visits.fetch_sub(number, Relaxed);
        self.slot(edge).visits.fetch_sub(number, Relaxed);
    }

    /// Takes back a try of a move alone. Its node keeps its passes, so untried moves are told by their visits.
    pub fn take_back_move(&self, edge: u32) {
        self.slot(edge).visits.fetch_sub(1, Relaxed);
    }

    /// Counts so many tries more.
    pub fn visit_again<const SHARED: bool>(&self, node: u32, edge: u32, number: u32) {
        for visits in [&self.slot(node).visits, &self.slot(edge).visits] {
            if SHARED {
                visits.fetch_add(number, Relaxed);
            } else {
                visits.store(visits.load(Relaxed) + number, Relaxed); // a single thread needs no locked instruction
            }
        }
    }

    /// Adds the rate of a try.
    #[inline]
    pub fn credit<const SHARED: bool>(&self, edge: u32, rate: f64) {
        add::<SHARED>(&self.slot(edge).total, rate);
    }

    #[inline]
    pub fn node(&self, edge: u32) -> u32 {
        // Acquired, so that a thread that finds a node finds it filled.
        match self.slot(edge).node.load(std::sync::atomic::Ordering::Acquire) {
            BUSY => NOWHERE,
            node => node,
        }
    }

    /// Prefetches a node that will be read soon.
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

    /// Reserves the place for the node after a move; false if another thread has it.
    pub fn reserve<const SHARED: bool>(&self, edge: u32) -> bool {
        !SHARED || self.slot(edge).node.compare_exchange(NOWHERE, BUSY, Relaxed, Relaxed).is_ok()
    }

    pub fn set_node(&self, edge: u32, node: u32) {
        self.slot(edge).node.store(node, std::sync::atomic::Ordering::Release);
    }

    /// The numbers that techniques keep with a move.
    #[inline]
    pub fn numbers(&self, edge: u32) -> &[AtomicU64] {
        let first = edge as usize * self.width;
        &self.numbers[first..first + self.width]
    }

    // Proofs

    /// The number of a move's proof; 0 for none.
    #[inline]
    pub fn proof(&self, edge: u32) -> u32 {
        self.slot(edge).proof.load(Relaxed)
    }

    /// A move is proven.
    pub fn set_proof(&self, edge: u32, number: u32) {
        self.slot(edge).proof.store(number, Relaxed);
    }

    // Positions that are shared

    /// Nodes by position, to look one up and put one in.
    pub fn positions(&self) -> Option<MutexGuard<'_, HashMap<u64, u32>>> {
        self.shared.as_ref().map(|shared| shared.lock().unwrap_or_else(PoisonError::into_inner))
    }

    // Reports

    /// The most visited moves, each after the one that leads to it, most visited first. `known` are all proofs so far.
    pub fn most_visited(&self, number: usize, known: &[Rates]) -> Vec<Grown> {
        let (mut found, mut waiting, mut order) = (Vec::new(), BinaryHeap::new(), 0_u64);
        let mut offer = |waiting: &mut BinaryHeap<_>, node: u32, parent: i32| {
            for edge in self.edges(node).filter(|&edge| self.visits(edge) > 0) {
                waiting.push((self.visits(edge), Reverse(order), parent, edge));
                order += 1;
            }
        };
        offer(&mut waiting, self.root(), -1);
        while let Some((visits, _, parent, edge)) = waiting.pop().filter(|_| found.len() < number) {
            let proof = known.get((self.proof(edge) as usize).wrapping_sub(1)).copied();
            found.push(Grown { parent, choice: self.choice(edge), visits, total: self.total(edge), proof });
            if self.node(edge) != NOWHERE {
                offer(&mut waiting, self.node(edge), found.len() as i32 - 1);
            }
        }
        found
    }

    pub fn is_chance(&self, node: u32) -> bool {
        self.player(node) == CHANCE
    }
}
