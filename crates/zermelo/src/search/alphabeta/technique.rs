//! What a technique of alpha-beta can do: the hooks that the search calls.
//!
//! A technique is a file that declares its `Options` and implements [`Technique`] for them. `mod.rs` lists it once. Each hook is
//! called for every technique, in the order of that list; one that is off does nothing.

use super::search::{AlphaBeta, Place};
use crate::game::{Game, Move};
use crate::search::{Entry, Halt, Tracer, Window};

/// A value with its line.
pub(super) type Valued = (f64, Vec<Move>);

/// A position whose moves are about to be searched.
pub(super) struct Node {
    pub(super) place: Place,
    pub(super) window: Window,
    pub(super) key: u64,
    /// Whether all moves are searched, and not all but some.
    pub(super) whole: bool,
    /// What the transposition table has about it.
    pub(super) entry: Option<Entry>,
    /// The move to try first, if one is known.
    pub(super) first: Move,
    /// The move to search one ply deeper, if there is one.
    pub(super) extended: Move,
    /// The game's evaluation, if a technique asks for it; else infinity.
    pub(super) evaluation: f64,
}

/// The options of a technique, with what it does when they switch it on.
#[allow(unused_variables)]
pub(super) trait Technique: Copy {
    /// What it learns during a search.
    type Learned: Default;

    /// Whether it must know which moves are quiet. If no technique asks, all moves count as quiet.
    #[inline(always)]
    fn asks_quiet(self) -> bool {
        false
    }
    /// The root's value, if the technique chooses the windows; `guess` is the last iteration's value.
    fn root_value<G: Game, T: Tracer>(
        self,
        search: &mut AlphaBeta<'_, G, T>,
        root: &G::State,
        depth: u32,
        guess: Option<f64>,
    ) -> Result<Option<Valued>, Halt> {
        Ok(None)
    }
    /// The value of a position at the depth limit, instead of its evaluation.
    #[inline(always)]
    fn horizon<G: Game, T: Tracer>(
        self,
        search: &mut AlphaBeta<'_, G, T>,
        s: &G::State,
        place: Place,
        window: Window,
    ) -> Result<Option<f64>, Halt> {
        Ok(None)
    }
    /// A score of at least beta, if that is clear without searching the moves.
    #[inline(always)]
    fn cut<G: Game, T: Tracer>(self, search: &mut AlphaBeta<'_, G, T>, s: &G::State, node: &Node) -> Result<Option<f64>, Halt> {
        Ok(None)
    }
    /// Called before the moves are ordered; may set `first`, `extended` and `evaluation`.
    #[inline(always)]
    fn prepare<G: Game, T: Tracer>(self, search: &mut AlphaBeta<'_, G, T>, s: &G::State, node: &mut Node) -> Result<(), Halt> {
        Ok(())
    }
    /// The most that a quiet move can reach, if that is not above `low`: it is then skipped. Never asked for the first move.
    #[inline(always)]
    fn skip(self, learned: &Self::Learned, node: &Node, low: f64) -> Option<f64> {
        None
    }
    /// Plies by which a quiet move is first searched less deep; `index` is its place in the order.
    #[inline(always)]
    fn reduction(self, node: &Node, index: usize) -> u32 {
        0
    }
    /// Called after a move was searched.
    #[inline(always)]
    fn searched(self, learned: &mut Self::Learned, node: &Node, quiet: bool, value: f64) {}
}
