//! Proof-number search, depth first: who wins, not how soon. The numbered steps are those of the Python twin.

use super::proof_table::{Known, NEVER, ProofTable};
use crate::game::{Game, Move, NO_MOVE, Outcome, Player, mix};
use crate::search::deepening::first_move;
use crate::search::known::known as look_up;
use crate::search::score::MAX_PLY;
use crate::search::{Control, Found, Halt, Report, Task, score};

/// From this many visits on, each visit to a move may use twice the limit of the last.
const VISITS: u32 = 8;

/// Decides one root, question after question.
pub struct ProofNumber<'a, G: Game> {
    game: &'a G,
    control: Control,
    table: ProofTable,
    bound: f64,
    us: Player,
    question: u64,
    /// Does the game end with this utility for us, or a greater one?
    goal: f64,
    moves: Vec<Move>,
    children: Vec<Child>,
}

/// A move, and what is known of the position after it, from the view of the player who makes it.
#[derive(Clone, Copy, Debug)]
struct Child {
    choice: Move,
    /// Who moves next.
    player: Player,
    key: u64,
    known: Known,
    visits: u32,
}

/// How far the numbers of a position may rise before another position is more promising.
#[derive(Clone, Copy, Debug)]
struct Limits {
    phi: u32,
    delta: u32,
}

/// Asks questions until the root is decided, and emits a report for each.
pub fn run<G: Game, T>(task: Task<'_, G, T>) -> Result<(), Halt> {
    let table = ProofTable::new(task.job.memory).ok_or(Halt::NoMemory)?;
    ProofNumber::new(task.game, task.control, table).drive(task.root, task.emit)
}

impl<'a, G: Game> ProofNumber<'a, G> {
    fn new(game: &'a G, control: Control, table: ProofTable) -> Self {
        let bound = game.facts().bound();
        let (moves, children) = (Vec::new(), Vec::new());
        Self { game, control, table, bound, us: 0, question: 0, goal: bound, moves, children }
    }

    fn drive(&mut self, root: &G::State, emit: &mut dyn FnMut(Report)) -> Result<(), Halt> {
        match self.answers(root, emit) {
            Ok(found) => emit(Report { stopped: None, ..self.control.report(None, found, true) }),
            Err(Halt::Stopped) => {
                let best = self.control.best.take();
                let depth = if best.is_some() { None } else { Some(0) };
                let found = best.map_or_else(|| first_move(self.game, root, &[]), Ok)?;
                emit(self.control.report(depth, found, false));
            }
            Err(halt) => return Err(halt),
        }
        Ok(())
    }

    /// The value, after all questions.
    fn answers(&mut self, root: &G::State, emit: &mut dyn FnMut(Report)) -> Result<Found, Halt> {
        self.us = self.game.to_move(root)?;
        let key = self.key(root, self.us)?;
        let (mut lower, mut upper, mut value) = (-self.bound, self.bound, 0.0);
        let mut best = Found { choice: NO_MOVE, ..Found::default() };
        let mut proven = false;
        while lower < upper {
            let known = self.search(root, self.us, key, 0, Limits { phi: NEVER, delta: NEVER })?;
            if known.phi == 0 || !proven {
                // A refutation has no best move; use it only if nothing better is known.
                value = known.value;
                best = self.control.best.clone().unwrap_or(best);
            }
            if known.phi == 0 {
                (proven, lower) = (true, self.utility(known.value));
            } else {
                upper = self.utility(known.value);
            }
            if lower < upper {
                emit(Report { stopped: None, ..self.control.report(None, best.clone(), false) });
                self.goal = middle(lower, upper);
                self.question += 1;
            }
        }
        let line = self.line(root, value)?;
        Ok(Found { choice: line.first().copied().unwrap_or(best.choice), score: Some(lower), line, ..Found::default() })
    }

    /// What is known of `s` once its question is decided or one of its numbers has reached its limit.
    fn search(&mut self, s: &G::State, player: Player, key: u64, ply: u32, most: Limits) -> Result<Known, Halt> {
        // 1. Count the node, and look at what its moves lead to.
        self.control.enter(ply)?;
        let before = self.control.nodes;
        let start = self.children.len();
        self.look_ahead(s, player, ply)?;
        let known = loop {
            // 2. Is that enough?
            let (known, leading, second) = self.combine(start);
            let Child { choice, player: mover, key, known: move_known, visits } = self.children[leading];
            if ply == 0 {
                self.control.best = Some(Found { choice, ..Found::default() });
            }
            if known.is_settled() || known.phi >= most.phi || known.delta >= most.delta {
                break known;
            }

            // 3. Follow the most promising move while it stays the most promising and the node stays within its limits.
            let phi = most.phi.min(second + second / 2 + 1);
            let delta = if most.delta < NEVER { most.delta - known.delta + move_known.delta } else { NEVER };
            let (phi, delta) = (widened(phi, visits), widened(delta, visits));
            let after = self.game.after(s, choice)?;
            let stays = mover == player;
            let limits = if stays { Limits { phi, delta } } else { Limits { phi: delta, delta: phi } };
            let found = self.search(&after, mover, key, ply + 1, limits)?;
            let child = &mut self.children[leading];
            child.known = found.above(stays);
            child.visits += 1;
        };
        self.children.truncate(start);

        // 4. Remember it.
        self.table.store(asked(key, self.question), known, self.control.nodes - before);
        Ok(known)
    }

    /// Appends the moves, up to the first that reaches the player's goal at once; positions that need no search are counted.
    fn look_ahead(&mut self, s: &G::State, player: Player, ply: u32) -> Result<(), Halt> {
        let start = self.moves.len();
        self.game.moves(s, &mut self.moves)?;
        for index in start..self.moves.len() {
            let choice = self.moves[index];
            let after = self.game.after(s, choice)?;
            let mover = self.game.to_move(&after)?;
            let (key, known) = if let Some(value) = self.certain(&after, mover, player)? {
                self.control.enter(ply + 1)?;
                (0, Known::settled(value, self.reached(value, player)))
            } else {
                let key = self.key(&after, mover)?;
                let known = match self.remembered(key, mover) {
                    Some(known) => known,
                    None => Known::open(1, self.count_moves(&after)?),
                };
                (key, known.above(mover == player))
            };
            self.children.push(Child { choice, player: mover, key, known, visits: 0 });
            if known.phi == 0 {
                break;
            }
        }
        self.moves.truncate(start);
        Ok(())
    }

    /// The utility of a player one ply from here, if the game is over or a tablebase has the value.
    fn certain(&self, s: &G::State, mover: Player, player: Player) -> Result<Option<f64>, Halt> {
        let outcome = self.game.outcome(s)?;
        if outcome != Outcome::Ongoing {
            return Ok(Some(score::terminal(self.game.worth(s, outcome, player)?, self.bound, 1)));
        }
        Ok(look_up(self.game, &self.control, s, 1).map(|value| if mover == player { value } else { -value }))
    }

    fn count_moves(&mut self, s: &G::State) -> Result<u32, Halt> {
        let start = self.moves.len();
        self.game.moves(s, &mut self.moves)?;
        let count = self.moves.len() - start;
        self.moves.truncate(start);
        Ok(count as u32)
    }

    /// What is known of a position from what is known of its moves, from `start` on; the move that needs
    /// the least work to show that it is good (the best one among decided moves); and the least phi of the others.
    fn combine(&self, start: usize) -> (Known, usize, u32) {
        let mut leading = start;
        let (mut second, mut delta) = (NEVER, 0_u64);
        for (index, Child { known, .. }) in self.children.iter().enumerate().skip(start) {
            let first = &self.children[leading].known;
            delta += u64::from(known.delta);
            if index == start {
                continue;
            }
            if known.phi < first.phi || (known.phi == first.phi && known.is_settled() && known.value > first.value) {
                second = second.min(first.phi);
                leading = index;
            } else {
                second = second.min(known.phi);
            }
        }
        let Known { phi, value, .. } = self.children[leading].known;
        let known = match phi {
            0 => Known::settled(value, true),
            NEVER => Known::settled(value, false),
            _ => Known::open(phi, delta.min(u64::from(NEVER - 1)) as u32),
        };
        (known, leading, second)
    }

    /// Whether a player with this utility has reached its goal in the question.
    fn reached(&self, value: f64, player: Player) -> bool {
        let utility = self.utility(value);
        if player == self.us { utility >= self.goal } else { utility > -self.goal }
    }

    fn utility(&self, value: f64) -> f64 {
        if score::is_proven(value) { self.bound.copysign(value) } else { value }
    }

    fn key(&self, s: &G::State, player: Player) -> Result<u64, Halt> {
        Ok(mix(self.game.key(s)? ^ mix(player as u64)))
    }

    /// The table's answer to this question. The answer to an earlier question counts if it answers this one, too.
    fn remembered(&self, key: u64, player: Player) -> Option<Known> {
        self.table.probe(asked(key, self.question)).or_else(|| {
            let earlier = (0..self.question).rev().filter_map(|question| self.table.probe(asked(key, question)));
            earlier.filter(Known::is_settled).find(|known| self.reached(known.value, player) == (known.phi == 0))
        })
    }

    /// The line that leads to the value, as far as the table has it.
    fn line(&self, root: &G::State, mut value: f64) -> Result<Vec<Move>, Halt> {
        let (mut s, mut line) = (root.clone(), Vec::new());
        while self.game.outcome(&s)? == Outcome::Ongoing && line.len() < MAX_PLY as usize {
            let Some((choice, after)) = self.game.first_to(&s, |after| self.bears_out(&s, after, value))? else { break };
            value = score::to_table(value, 1);
            if self.game.to_move(&after)? != self.game.to_move(&s)? {
                value = -value;
            }
            line.push(choice);
            s = after;
        }
        Ok(line)
    }

    /// Whether the table, or the end of the game, shows that a move gives its player this utility: at least, or at most if it
    /// loses.
    fn bears_out(&self, s: &G::State, after: &G::State, value: f64) -> Result<bool, Halt> {
        let (player, mover) = (self.game.to_move(s)?, self.game.to_move(after)?);
        if let Some(certain) = self.certain(after, mover, player)? {
            return Ok(certain == value);
        }
        let key = self.key(after, mover)?;
        let loses = value < 0.0 && score::is_proven(value);
        let known = (0..=self.question).filter_map(|question| self.table.probe(asked(key, question)));
        let mut seen = known.filter(Known::is_settled).map(|known| known.above(mover == player));
        Ok(seen.any(|seen| seen.value == value && (if loses { seen.delta } else { seen.phi }) == 0))
    }
}

/// The key of a position in a question.
#[inline]
fn asked(key: u64, question: u64) -> u64 {
    key ^ question.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// A limit; it is raised if a move has been visited too often.
fn widened(limit: u32, visits: u32) -> u32 {
    let least = if visits > VISITS { 1 << (visits - VISITS).min(30) } else { 0 };
    limit.max(least).min(NEVER)
}

/// A goal between two values, above the lower one.
fn middle(lower: f64, upper: f64) -> f64 {
    let half = f64::midpoint(lower, upper);
    if half > lower { half } else { upper }
}
