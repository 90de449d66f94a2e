//! What a technique of alpha-beta can do: the hooks that the search calls.
//!
//! A technique is a file with a type that implements [`Technique`]. `mod.rs` lists it, with the name of the option that switches it
//! on. Each hook is called for every technique that is on, in the order of that list.

use std::cell::Cell;

use super::search::AlphaBeta;
use crate::game::{Game, Move, NO_MOVE, Player};
use crate::search::{Entry, Halt, Ordering, Tracer, Window};

/// A value with its line.
pub(super) type Valued = (f64, Vec<Move>);
pub(super) type Maybe<V> = Result<Option<V>, Halt>;

/// Everything about a node except its position and its window.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) choice: Move,
    pub(super) player: Player,
    pub(super) depth: u32,
    pub(super) ply: u32,
    /// Whether the path so far is the last iteration's line.
    pub(super) follow: bool,
    /// A move that is left out.
    pub(super) excluded: Move,
    /// Plies by which the depth was reduced, which does not hold if the move has made a threat.
    pub(super) reduced: u32,
}

/// A position whose moves are about to be searched.
pub(super) struct Node {
    pub(super) place: Place,
    pub(super) window: Window,
    pub(super) key: u64,
    /// Whether all moves are searched, and not all but some.
    pub(super) whole: bool,
    /// Whether the table keeps the result: all moves are searched, and the end is not too near.
    pub(super) kept: bool,
    /// What the transposition table has about it.
    pub(super) entry: Option<Entry>,
    /// The move to try first, if one is known.
    pub(super) first: Move,
    /// The move to search one ply deeper, if there is one.
    pub(super) extended: Move,
    /// Whether the player to move must answer a threat, if a technique asks for it.
    pub(super) threatened: bool,
    /// The game's evaluation, once a technique has asked for it; before, infinity.
    pub(super) evaluation: Cell<f64>,
    /// No score of this position is less.
    pub(super) least: f64,
    /// No score of this position is greater.
    pub(super) most: f64,
}

impl Node {
    /// A node of which nothing is known but that no win takes less than one ply.
    #[inline(always)]
    pub(super) fn new(place: Place, window: Window, key: u64, whole: bool, threatened: bool, most: f64) -> Self {
        let (kept, entry, first, extended, evaluation) = (false, None, NO_MOVE, NO_MOVE, Cell::new(f64::INFINITY));
        Self { place, window, key, whole, kept, entry, first, extended, threatened, evaluation, least: -most, most }
    }

    /// Whether there is room for a value between alpha and beta.
    #[inline]
    pub(super) fn is_open(&self) -> bool {
        self.window.alpha.next_up() < self.window.beta
    }

    /// What `evaluate` says.
    #[inline]
    pub(super) fn evaluated<G: Game>(&self, game: &G, s: &G::State) -> Result<f64, Halt> {
        if self.evaluation.get() == f64::INFINITY {
            self.evaluation.set(game.evaluate(s, self.place.player)?);
        }
        Ok(self.evaluation.get())
    }
}

/// A move that is about to be searched.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) choice: Move,
    /// Its place in the order.
    pub(super) index: usize,
    /// Whether it is not noisy; if no technique asks, all moves count as quiet.
    pub(super) quiet: bool,
}

/// A technique that is switched on; it may keep what it learns during a search.
#[allow(unused_variables)]
pub(super) trait Technique: Default {
    /// Whether it must know which moves are quiet.
    const ASKS_QUIET: bool = false;
    /// Whether it must know where the player to move must answer a threat.
    const ASKS_THREAT: bool = false;

    /// The root's value and line, if the technique chooses the windows.
    fn root_value<G: Game, T: Tracer>(search: &mut AlphaBeta<'_, G, T>, root: &G::State, depth: u32) -> Maybe<Valued> {
        Ok(None)
    }
    /// Told of the positions before the root, when a search begins.
    fn begin<G: Game>(&mut self, game: &G, history: &[Vec<u8>]) {}
    /// Whether an unfinished position counts as a draw, because it has occurred before.
    fn is_repeated<G: Game>(&mut self, game: &G, s: &G::State, ply: u32) -> bool {
        false
    }
    /// Plies by which a position is searched deeper in which the player to move must answer a threat.
    fn deeper(iteration: u32, depth: u32, ply: u32) -> u32 {
        0
    }
    /// The value of a position at the depth limit, instead of its evaluation.
    fn horizon<G: Game, T: Tracer>(search: &mut AlphaBeta<'_, G, T>, s: &G::State, place: Place, window: Window) -> Maybe<f64> {
        Ok(None)
    }
    /// A bound of the value outside the window, if that is clear without searching the moves.
    fn cut<G: Game, T: Tracer>(search: &mut AlphaBeta<'_, G, T>, s: &G::State, node: &Node) -> Maybe<f64> {
        Ok(None)
    }
    /// Lists the moves to search, if it knows that the others do not matter; may also set `least` and `most`. False if it lists none.
    fn moves<G: Game, T: Tracer>(search: &mut AlphaBeta<'_, G, T>, s: &G::State, node: &mut Node) -> Result<bool, Halt> {
        Ok(false)
    }
    /// Called before the moves are ordered; may set `first`, `extended` and `evaluation`.
    fn prepare<G: Game, T: Tracer>(search: &mut AlphaBeta<'_, G, T>, s: &G::State, node: &mut Node) -> Result<(), Halt> {
        Ok(())
    }
    /// The most that a move is thought to reach, if it is to be skipped. Never asked before a move is known that does not lose.
    fn skip<G: Game>(&self, game: &G, s: &G::State, node: &Node, candidate: Candidate, low: f64) -> Maybe<f64> {
        Ok(None)
    }
    /// Plies by which a quiet move is first searched less deep.
    fn reduction(ordering: &Ordering, node: &Node, candidate: Candidate) -> u32 {
        0
    }
    /// Called after a move was searched.
    fn searched<G: Game>(&mut self, game: &G, s: &G::State, node: &Node, quiet: bool, value: f64) -> Result<(), Halt> {
        Ok(())
    }
}
