//! What a game is: the trait [`Game`], which all rules implement and all searches use.
//!
//! A state has the form that suits the rules: a bitboard, a flat record, a Python object. A search only copies it, plays moves on it and
//! asks questions about it. Outside, states are records: flat arrays of bytes whose [`Field`]s the game declares in its [`Facts`].
//! A rule that breaks its contract answers with a [`Fault`], which names the rule, the state and the move.

mod facts;
mod hashing;
pub mod patterns;

use std::any::Any;
use std::sync::Arc;

pub use self::facts::{Facts, Field, read_int};
pub use self::hashing::{hash_record, hash_salted, mix};
use crate::search::Random;
use crate::search::score::UNLIMITED;

/// A move, as a number; people only see names.
pub type Move = i32;
/// A player, from 0, or [`CHANCE`].
pub type Player = i32;

/// The player to move at a chance node.
pub const CHANCE: Player = -3;
/// No move: at the root, or in a fault that does not concern a move.
pub const NO_MOVE: Move = -1;
/// Evaluations beyond this are refused: a proven win must outrank every guess.
pub const MAX_EVALUATION: f64 = 1e8;

/// Whether a game is over, and with which result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Ongoing,
    Draw,
    Win(Player),
    /// Over; ask for each player's utility.
    Scored,
}

/// An exception of any kind.
pub type Raised = Arc<dyn Any + Send + Sync>;

/// A rule that broke its contract. Python asks the interpreted rule again for the full message.
#[derive(Clone, Debug)]
pub struct Fault {
    pub rule: &'static str,
    /// The state it was asked about.
    pub state: Vec<u8>,
    /// The move, or [`NO_MOVE`].
    pub choice: Move,
    /// What went wrong, as a number.
    pub code: i32,
    /// What the rule raised, if it raised. Only the backend knows the type.
    pub raised: Option<Raised>,
}

impl Fault {
    /// A fault without an exception.
    pub fn new(rule: &'static str, state: Vec<u8>, choice: Move, code: i32) -> Box<Self> {
        Box::new(Self { rule, state, choice, code, raised: None })
    }
}

/// The result of asking a rule.
pub type Answer<T> = Result<T, Box<Fault>>;

/// The rules of a game. States are values; `play` writes to a copy, as it does in Python.
pub trait Game: Send + Sync {
    type State: Clone + Send + Sync;

    /// What the game declares.
    fn facts(&self) -> &Facts;
    fn read(&self, record: &[u8]) -> Self::State;
    fn write(&self, s: &Self::State) -> Vec<u8>;
    /// Writes a state's record to a buffer.
    #[inline]
    fn write_into(&self, s: &Self::State, out: &mut [u8]) {
        out.copy_from_slice(&self.write(s));
    }
    /// The player to move, or [`CHANCE`].
    fn to_move(&self, s: &Self::State) -> Answer<Player>;
    /// Whether the game is over, and with which result.
    fn outcome(&self, s: &Self::State) -> Answer<Outcome>;
    /// Appends the legal moves of an unfinished position, ascending, at least one.
    fn moves(&self, s: &Self::State, out: &mut Vec<Move>) -> Answer<()>;
    /// Plays a move in place.
    fn play(&self, s: &mut Self::State, choice: Move) -> Answer<()>;
    /// Plays a move that `moves` has just listed for this state, so that it need not be checked again.
    #[inline]
    fn play_listed(&self, s: &mut Self::State, choice: Move) -> Answer<()> {
        self.play(s, choice)
    }
    /// The evaluation of an unfinished position for a player.
    fn evaluate(&self, s: &Self::State, player: Player) -> Answer<f64>;

    /// The value of a position that is [`Outcome::Scored`] for a player; never called if the game has a winner.
    fn utility(&self, _s: &Self::State, _player: Player) -> Answer<f64> {
        Ok(0.0)
    }

    /// Appends the outcomes of a chance node with their probabilities; never called in a game without chance.
    fn chances(&self, _s: &Self::State, _out: &mut Vec<(Move, f64)>) -> Answer<()> {
        Ok(())
    }

    /// Blots out what a player does not see.
    fn hide(&self, s: &mut Self::State, player: Player) -> Answer<()> {
        let mut record = self.write(s);
        self.facts().blot(&mut record, player);
        *s = self.read(&record);
        Ok(())
    }

    /// A hash of what a player sees.
    #[inline]
    fn view_hash(&self, s: &Self::State, player: Player) -> Answer<u64> {
        let mut seen = self.copy(s);
        self.hide(&mut seen, player)?;
        Ok(hash_record(&self.write(&seen)))
    }

    /// Fills in at random what a player does not see; false if it did not work out. Never called in a game without `guess`.
    fn guess(&self, _s: &mut Self::State, _player: Player, _dice: i64) -> Answer<bool> {
        Ok(false)
    }

    /// Whether quiescence search must look at a move.
    fn noisy(&self, _s: &Self::State, _choice: Move) -> Answer<bool> {
        Ok(false)
    }

    /// The order of a move; greater ones are searched first.
    fn order(&self, _s: &Self::State, _choice: Move) -> Answer<f64> {
        Ok(0.0)
    }

    /// What a move gains or loses by the captures that follow on its square, in the units of `evaluate`.
    fn exchange(&self, _s: &Self::State, _choice: Move) -> Answer<f64> {
        Ok(0.0)
    }

    /// Whether `exchange` is negative; a game may know that sooner than by how much.
    #[inline]
    fn loses_exchange(&self, s: &Self::State, choice: Move) -> Answer<bool> {
        Ok(self.exchange(s, choice)? < 0.0)
    }

    /// Whether the player to move must answer a threat.
    fn threatened(&self, _s: &Self::State) -> Answer<bool> {
        Ok(false)
    }

    /// Appends the moves that are worth a search: one that wins at once, or all that do not lose at once; at least one.
    fn forced(&self, s: &Self::State, out: &mut Vec<Move>) -> Answer<()> {
        self.moves(s, out)
    }

    /// The most that an unfinished game can still be worth to a player.
    fn at_most(&self, _s: &Self::State, _player: Player) -> Answer<f64> {
        Ok(self.facts().high)
    }

    /// About how many plies an unfinished game still lasts.
    #[inline]
    fn plies_left(&self, _s: &Self::State) -> Answer<u32> {
        Ok(UNLIMITED)
    }

    /// Equal for positions of equal value: the game's own `key`, or a hash of the state.
    fn key(&self, s: &Self::State) -> Answer<u64> {
        Ok(hash_record(&self.write(s)))
    }

    /// Equal for positions that count as the same when they are repeated: a hash of the record without its counters.
    fn identity(&self, s: &Self::State) -> u64 {
        let mut record = self.write(s);
        for &(start, end) in &self.facts().counters {
            record[start..end].fill(0);
        }
        hash_record(&record)
    }

    /// Whether the game plays its random games by a `playout` of its own.
    #[inline]
    fn has_playout(&self) -> bool {
        false
    }

    /// The move of the game's own `playout`; called only if the game has one.
    fn playout(&self, _s: &Self::State, _dice: i64) -> Answer<Move> {
        Ok(NO_MOVE)
    }

    /// The move that a random game plays: by the game's own `playout`, or any move; `moves` is a buffer.
    #[inline]
    fn random_move(&self, s: &Self::State, random: &mut Random, moves: &mut Vec<Move>) -> Answer<Move> {
        if self.has_playout() {
            return self.playout(s, random.dice());
        }
        moves.clear();
        self.moves(s, moves)?;
        Ok(moves[random.below(moves.len())])
    }

    /// One of the moves that `forced` keeps, for random games; `moves` is a buffer.
    #[inline]
    fn random_forced(&self, s: &Self::State, random: &mut Random, moves: &mut Vec<Move>) -> Answer<Move> {
        moves.clear();
        self.forced(s, moves)?;
        Ok(moves[random.below(moves.len())])
    }

    /// How many questions compiled code has left to the rules as they are written.
    fn fallbacks(&self) -> u64 {
        0
    }

    /// A copy to play on.
    #[inline]
    fn copy(&self, s: &Self::State) -> Self::State {
        s.clone()
    }

    /// Makes another player the one to move, for searches that let a player pass or move out of turn.
    fn set_turn(&self, s: &mut Self::State, player: Player) {
        let mut record = self.write(s);
        if let Some(turn) = self.facts().field("turn") {
            turn.set(&mut record, 0, i64::from(player));
        }
        *s = self.read(&record);
    }

    /// Appends the moves of the player to move, who may be out of the game and have none.
    fn moves_out_of_turn(&self, s: &Self::State, out: &mut Vec<Move>) -> Answer<()> {
        self.moves(s, out)
    }

    /// Called when a search finds this move best, or good enough. Rules ignore the call; a view may use it.
    #[inline]
    fn credit(&self, _s: &Self::State, _choice: Move) -> Answer<()> {
        Ok(())
    }

    #[inline]
    fn after(&self, s: &Self::State, choice: Move) -> Answer<Self::State> {
        let mut child = self.copy(s);
        self.play(&mut child, choice).map_err(|fault| self.blame(fault, s))?;
        Ok(child)
    }

    /// The first move that leads to a position as wanted, and that position.
    fn first_to<E: From<Box<Fault>>>(
        &self,
        s: &Self::State,
        mut wanted: impl FnMut(&Self::State) -> Result<bool, E>,
    ) -> Result<Option<(Move, Self::State)>, E> {
        let mut moves = Vec::new();
        self.moves(s, &mut moves)?;
        for choice in moves {
            let child = self.after(s, choice)?;
            if wanted(&child)? {
                return Ok(Some((choice, child)));
            }
        }
        Ok(None)
    }

    /// A fault of `play` with the position before the move, not the one that the failed move left behind.
    #[cold]
    fn blame(&self, mut fault: Box<Fault>, s: &Self::State) -> Box<Fault> {
        fault.state = self.write(s);
        fault
    }

    /// What a finished position is worth to a player.
    #[inline]
    fn worth(&self, s: &Self::State, outcome: Outcome, player: Player) -> Answer<f64> {
        Ok(match outcome {
            Outcome::Ongoing | Outcome::Draw => 0.0,
            Outcome::Win(winner) if winner == player => self.facts().high,
            Outcome::Win(_) => -1.0,
            Outcome::Scored => return self.utility(s, player),
        })
    }

    /// Everything that `play` accepts in a position: legal moves, or outcomes of chance.
    fn choices(&self, s: &Self::State, out: &mut Vec<Move>) -> Answer<()> {
        if self.outcome(s)? != Outcome::Ongoing {
            return Ok(());
        }
        if self.to_move(s)? != CHANCE {
            return self.moves(s, out);
        }
        let mut chances = Vec::new();
        self.chances(s, &mut chances)?;
        out.extend(chances.into_iter().map(|(outcome, _)| outcome));
        Ok(())
    }

    /// How many choices there are, for games that count them faster than they list them; `room` is a buffer.
    fn count(&self, s: &Self::State, room: &mut Vec<Move>) -> Answer<u64> {
        let start = room.len();
        self.choices(s, room)?;
        let count = room.len() - start;
        room.truncate(start);
        Ok(count as u64)
    }
}
