//! Rules written in Python and compiled to C functions.
//!
//! A state is the flat record itself, kept in a buffer of `N` bytes of which the game uses the first `facts.size`.
//! Every function returns a code. Below zero it failed, and nothing that it wrote is used: the same question goes to the rules
//! as they are written ([`ByRecord`]), which answer it or say what is wrong. So compiled code may give up where Python would not,
//! for instance at numbers of more than 64 bits.

mod by_record;
mod evaluation;
mod functions;
mod lists;
mod record;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

pub use by_record::ByRecord;
pub use evaluation::{Evaluation, GivenEvaluation, MOST_FEATURES};
pub use functions::{Ask, AskMoves, AskNumber, Functions, WINNER_SHIFT, Written};

use self::record::Record;
use crate::game::{Answer, CHANCE, Facts, Fault, Game, Move, NO_MOVE, Outcome, Player, hash_record, read_int};
use crate::search::score::UNLIMITED;

/// Size classes of state buffers; a game takes the smallest that holds its record.
pub const SIZES: [usize; 5] = [64, 256, 1024, 4096, 16384];

/// The rule raised an exception, or a checked limit was passed.
pub const FAILED: i32 = -1;
/// The answer is invalid: out of range, out of order, or not a number.
pub const IMPOSSIBLE: i32 = -10;

/// A game with compiled rules and states of at most `N` bytes.
pub struct Compiled<const N: usize> {
    facts: Facts,
    functions: Functions,
    turn: Option<(usize, usize)>,
    /// The rules as they are written.
    written: Option<Arc<dyn ByRecord>>,
    fallbacks: AtomicU64,
}

impl<const N: usize> Compiled<N> {
    /// A game from its compiled rules.
    ///
    /// # Safety
    /// The functions must be compiled from the game that `facts` describe, stay loaded as long as this value lives,
    /// and write no more than `facts.max_moves` moves. `play` must leave the record as it was if it fails.
    ///
    /// # Panics
    /// When the record does not fit the buffer.
    pub unsafe fn new(facts: Facts, functions: Functions, written: Option<Arc<dyn ByRecord>>) -> Self {
        assert!(facts.size <= N, "the record must fit its buffer");
        let turn = if functions.to_move.is_some() { None } else { facts.field("turn").map(|turn| (turn.offset, turn.size)) };
        Self { facts, functions, turn, written, fallbacks: AtomicU64::new(0) }
    }

    /// What the rules as they are written answer where compiled code has failed.
    #[cold]
    fn asked<T>(&self, s: &Record<N>, fault: Box<Fault>, question: impl FnOnce(&dyn ByRecord, &[u8]) -> Answer<T>) -> Answer<T> {
        match &self.written {
            Some(rules) => {
                self.fallbacks.fetch_add(1, Ordering::Relaxed);
                question(&**rules, s.bytes(self.facts.size))
            }
            None => Err(fault),
        }
    }

    #[cold]
    fn asked_outcome(&self, s: &Record<N>, fault: Box<Fault>) -> Answer<Outcome> {
        self.asked(s, fault, |rules, record| by_record::outcome(rules, &self.facts, record))
    }

    #[cold]
    fn fault(&self, rule: &'static str, s: &Record<N>, choice: Move, code: i32) -> Box<Fault> {
        Fault::new(rule, self.write(s), choice, code)
    }

    #[inline]
    fn player(&self, rule: &'static str, s: &Record<N>, player: i64) -> Answer<Player> {
        if (0..self.facts.players as i64).contains(&player) || player == i64::from(CHANCE) {
            Ok(player as Player)
        } else {
            Err(self.fault(rule, s, NO_MOVE, IMPOSSIBLE))
        }
    }

    #[inline]
    fn number(&self, rule: &'static str, ask: AskNumber, s: &Record<N>, argument: i32) -> Answer<f64> {
        let mut value = 0.0;
        // SAFETY: see `new`.
        let code = unsafe { ask(s.as_ptr(), argument, &raw mut value) };
        if code < 0 || value.is_nan() {
            let choice = if matches!(rule, "order" | "exchange") { argument } else { NO_MOVE };
            return Err(self.fault(rule, s, choice, if code < 0 { code } else { IMPOSSIBLE }));
        }
        Ok(value)
    }
}

impl<const N: usize> Game for Compiled<N> {
    type State = Record<N>;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn fallbacks(&self) -> u64 {
        self.fallbacks.load(Ordering::Relaxed)
    }

    fn read(&self, record: &[u8]) -> Record<N> {
        assert_eq!(record.len(), self.facts.size, "a record has its game's size");
        Record::copy_of(record.as_ptr(), self.facts.size)
    }

    fn write(&self, s: &Record<N>) -> Vec<u8> {
        s.bytes(self.facts.size).to_vec()
    }

    #[inline]
    fn write_into(&self, s: &Record<N>, out: &mut [u8]) {
        out.copy_from_slice(s.bytes(self.facts.size));
    }

    #[inline]
    fn to_move(&self, s: &Record<N>) -> Answer<Player> {
        let player = match (self.turn, self.functions.to_move) {
            (Some((offset, size)), _) => read_int(&s.bytes(self.facts.size)[offset..offset + size]),
            // SAFETY: see `new`.
            (None, Some(ask)) => match unsafe { ask(s.as_ptr()) } {
                code if code < 0 => {
                    return self.asked(s, self.fault("to_move", s, NO_MOVE, code), |rules, record| rules.to_move(record));
                }
                player => i64::from(player - WINNER_SHIFT),
            },
            (None, None) => 0,
        };
        self.player("to_move", s, player).or_else(|fault| self.asked(s, fault, |rules, record| rules.to_move(record)))
    }

    #[inline]
    fn outcome(&self, s: &Record<N>) -> Answer<Outcome> {
        if let Some(ask) = self.functions.winner {
            // SAFETY: see `new`.
            let code = unsafe { ask(s.as_ptr()) };
            return match code - WINNER_SHIFT {
                -2 => Ok(Outcome::Ongoing),
                -1 => Ok(Outcome::Draw),
                winner if code >= 0 && (0..self.facts.players as i32).contains(&winner) => Ok(Outcome::Win(winner)),
                _ => self.asked_outcome(s, self.fault("winner", s, NO_MOVE, code.min(FAILED))),
            };
        }
        // SAFETY: see `new`.
        let code = self.functions.over.map_or(0, |ask| unsafe { ask(s.as_ptr()) });
        match code {
            0 => Ok(Outcome::Ongoing),
            1 => Ok(Outcome::Scored),
            _ => self.asked_outcome(s, self.fault("over", s, NO_MOVE, code.min(FAILED))),
        }
    }

    #[inline]
    fn utility(&self, s: &Record<N>, player: Player) -> Answer<f64> {
        let Some(ask) = self.functions.utility else { return Ok(0.0) }; // a game with a winner
        match self.number("utility", ask, s, player) {
            Ok(value) if (self.facts.low..=self.facts.high).contains(&value) => Ok(value),
            Ok(_) => self.asked(s, self.fault("utility", s, NO_MOVE, IMPOSSIBLE), |rules, record| rules.utility(record, player)),
            Err(fault) => self.asked(s, fault, |rules, record| rules.utility(record, player)),
        }
    }

    #[inline]
    fn moves(&self, s: &Record<N>, out: &mut Vec<Move>) -> Answer<()> {
        match self.list_moves("moves", self.functions.moves, s, out) {
            Ok(0) => self.asked(s, self.fault("moves", s, NO_MOVE, IMPOSSIBLE), |rules, record| rules.moves(record, out)),
            Ok(_) => Ok(()),
            Err(fault) => self.asked(s, fault, |rules, record| rules.moves(record, out)),
        }
    }

    #[inline]
    fn moves_out_of_turn(&self, s: &Record<N>, out: &mut Vec<Move>) -> Answer<()> {
        match self.list_moves("moves", self.functions.moves, s, out) {
            Ok(_) => Ok(()),
            Err(fault) => self.asked(s, fault, |rules, record| rules.moves_out_of_turn(record, out)),
        }
    }

    #[inline]
    fn set_turn(&self, s: &mut Record<N>, player: Player) {
        if let Some((offset, size)) = self.turn {
            s.set(offset, &i64::from(player).to_ne_bytes()[..size]);
        }
    }

    fn chances(&self, s: &Record<N>, out: &mut Vec<(Move, f64)>) -> Answer<()> {
        let start = out.len();
        self.list_chances(s, out).or_else(|fault| {
            out.truncate(start);
            self.asked(s, fault, |rules, record| rules.chances(record, out))
        })
    }

    #[inline]
    fn copy(&self, s: &Record<N>) -> Record<N> {
        Record::copy_of(s.as_ptr(), self.facts.size)
    }

    #[inline]
    fn play(&self, s: &mut Record<N>, choice: Move) -> Answer<()> {
        // SAFETY: see `new`.
        let code = unsafe { (self.functions.play)(s.as_mut_ptr(), choice) };
        if code >= 0 {
            return Ok(());
        }
        let record = self.asked(s, self.fault("play", s, choice, code), |rules, record| rules.play(record, choice))?;
        *s = self.read(&record);
        Ok(())
    }

    #[inline]
    fn evaluate(&self, s: &Record<N>, player: Player) -> Answer<f64> {
        let by_patterns = matches!(self.functions.evaluation, Evaluation::Patterns(..));
        let mover = if by_patterns { Game::to_move(self, s)? } else { player };
        // SAFETY: see `new`.
        match unsafe { self.functions.evaluation.ask(&self.facts, s.as_ptr(), player, mover) } {
            Ok(value) => Ok(value),
            Err(code) => self.asked(s, self.fault("evaluate", s, NO_MOVE, code), |rules, record| rules.evaluate(record, player)),
        }
    }

    #[inline]
    fn hide(&self, s: &mut Record<N>, player: Player) -> Answer<()> {
        self.facts.blot(s.bytes_mut(self.facts.size), player);
        let code = match self.functions.hide {
            // SAFETY: see `new`.
            Some(ask) => unsafe { ask(s.as_mut_ptr(), player) },
            None => -i32::from(self.facts.has_hide),
        };
        if code >= 0 {
            return Ok(());
        }
        let record = self.asked(s, self.fault("hide", s, NO_MOVE, code), |rules, record| rules.hide(record, player))?;
        *s = self.read(&record);
        Ok(())
    }

    #[inline]
    fn view_hash(&self, s: &Record<N>, player: Player) -> Answer<u64> {
        let mut seen = Game::copy(self, s);
        Game::hide(self, &mut seen, player)?;
        Ok(hash_record(seen.bytes(self.facts.size)))
    }

    #[inline]
    fn guess(&self, s: &mut Record<N>, player: Player, dice: i64) -> Answer<bool> {
        // SAFETY: see `new`.
        let code = self.functions.guess.map_or(FAILED, |ask| unsafe { ask(s.as_mut_ptr(), player, dice) });
        if code >= 0 {
            return Ok(code != 0);
        }
        let guessed = self.asked(s, self.fault("guess", s, NO_MOVE, code), |rules, record| rules.guess(record, player, dice))?;
        if let Some(record) = &guessed {
            *s = self.read(record);
        }
        Ok(guessed.is_some())
    }

    fn noisy(&self, s: &Record<N>, choice: Move) -> Answer<bool> {
        let Some(ask) = self.functions.noisy else {
            let unknown = |rules: &dyn ByRecord, record: &[u8]| rules.noisy(record, choice);
            return if self.functions.written.noisy {
                self.asked(s, self.fault("noisy", s, choice, FAILED), unknown)
            } else {
                Ok(false)
            };
        };
        // SAFETY: see `new`.
        match unsafe { ask(s.as_ptr(), choice) } {
            code if code < 0 => self.asked(s, self.fault("noisy", s, choice, code), |rules, record| rules.noisy(record, choice)),
            answer => Ok(answer != 0),
        }
    }

    fn order(&self, s: &Record<N>, choice: Move) -> Answer<f64> {
        let found = match self.functions.order {
            Some(ask) => self.number("order", ask, s, choice),
            None if self.functions.written.order => Err(self.fault("order", s, choice, FAILED)),
            None => Ok(0.0),
        };
        found.or_else(|fault| self.asked(s, fault, |rules, record| rules.order(record, choice)))
    }

    fn exchange(&self, s: &Record<N>, choice: Move) -> Answer<f64> {
        let found = match self.functions.exchange {
            Some(ask) => self.number("exchange", ask, s, choice),
            None if self.functions.written.exchange => Err(self.fault("exchange", s, choice, FAILED)),
            None => Ok(0.0),
        };
        found.or_else(|fault| self.asked(s, fault, |rules, record| rules.exchange(record, choice)))
    }

    fn threatened(&self, s: &Record<N>) -> Answer<bool> {
        let code = match self.functions.threatened {
            // SAFETY: see `new`.
            Some(ask) => unsafe { ask(s.as_ptr()) },
            None => -i32::from(self.functions.written.threatened),
        };
        match code {
            code if code < 0 => {
                self.asked(s, self.fault("threatened", s, NO_MOVE, code), |rules, record| rules.threatened(record))
            }
            answer => Ok(answer != 0),
        }
    }

    fn forced(&self, s: &Record<N>, out: &mut Vec<Move>) -> Answer<()> {
        if self.functions.forced.is_none() && !self.functions.written.forced {
            return Game::moves(self, s, out);
        }
        self.list_forced(s, out).or_else(|fault| self.asked(s, fault, |rules, record| rules.forced(record, out)))
    }

    fn at_most(&self, s: &Record<N>, player: Player) -> Answer<f64> {
        let found = match self.functions.at_most {
            Some(ask) => self.number("at_most", ask, s, player),
            None if self.functions.written.at_most => Err(self.fault("at_most", s, NO_MOVE, FAILED)),
            None => Ok(self.facts.high),
        };
        found.or_else(|fault| self.asked(s, fault, |rules, record| rules.at_most(record, player)))
    }

    fn plies_left(&self, s: &Record<N>) -> Answer<u32> {
        let code = match self.functions.plies_left {
            // SAFETY: see `new`.
            Some(ask) => unsafe { ask(s.as_ptr()) },
            None if self.functions.written.plies_left => FAILED,
            None => return Ok(UNLIMITED),
        };
        u32::try_from(code)
            .or_else(|_| self.asked(s, self.fault("plies_left", s, NO_MOVE, code), |rules, record| rules.plies_left(record)))
    }

    #[inline]
    fn has_playout(&self) -> bool {
        self.functions.playout.is_some() || self.functions.written.playout
    }

    #[inline]
    fn playout(&self, s: &Record<N>, dice: i64) -> Answer<Move> {
        // SAFETY: see `new`.
        match self.functions.playout.map_or(FAILED, |ask| unsafe { ask(s.as_ptr(), dice) }) {
            code if code < 0 => {
                self.asked(s, self.fault("playout", s, NO_MOVE, code), |rules, record| rules.playout(record, dice))
            }
            choice => Ok(choice),
        }
    }

    #[inline]
    fn key(&self, s: &Record<N>) -> Answer<u64> {
        let Some(ask) = self.functions.key else {
            let unknown = |rules: &dyn ByRecord, record: &[u8]| rules.key(record);
            let hash = || Ok(hash_record(s.bytes(self.facts.size)));
            return if self.functions.written.key {
                self.asked(s, self.fault("key", s, NO_MOVE, FAILED), unknown)
            } else {
                hash()
            };
        };
        let mut key = 0_i64;
        // SAFETY: see `new`.
        match unsafe { ask(s.as_ptr(), &raw mut key) } {
            code if code < 0 => self.asked(s, self.fault("key", s, NO_MOVE, code), |rules, record| rules.key(record)),
            _ => Ok(key as u64),
        }
    }
}
