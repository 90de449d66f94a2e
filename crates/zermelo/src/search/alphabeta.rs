//! Alpha-beta: fail-soft negamax. See `search/alphabeta.py`, whose promise and numbered steps these are.

use super::Searcher;
use super::control::{Control, Found, Halt};
use super::minimax::Lines;
use super::score;
use super::table::{Bound, Entry, Table};
use super::trace::{Tracer, Tree, Why};
use crate::game::{Game, Move, NO_MOVE, Outcome, Player, mix};

const MAX_LINE: usize = 256;

/// One search from one root.
pub struct AlphaBeta<'a, G: Game, T> {
    game: &'a G,
    control: Control,
    tracer: T,
    table: Option<Table>,
    bound: f64,
    max: Player,
    moves: Vec<Move>,
    lines: Lines,
}

/// An open interval, from the view of the player to move.
#[derive(Clone, Copy)]
struct Window {
    alpha: f64,
    beta: f64,
}

impl<'a, G: Game, T: Tracer> AlphaBeta<'a, G, T> {
    /// A search that has not begun.
    pub fn new(game: &'a G, control: Control, tracer: T, table: Option<Table>) -> Self {
        let bound = game.facts().bound();
        Self { game, control, tracer, table, bound, max: 0, moves: Vec::new(), lines: Lines::default() }
    }

    /// Value of `s` for `player`, who is to move; within the window it is exact, outside it bounds the true value.
    fn search(&mut self, s: &G::State, player: Player, choice: Move, depth: u32, ply: u32, window: Window) -> Result<f64, Halt> {
        // 1. Count the node.
        self.control.enter(ply)?;
        self.lines.clear(ply);
        self.enter(choice, player, window);

        // 2. Is the game over, or the depth used up?
        let outcome = self.game.outcome(s)?;
        if outcome != Outcome::Ongoing {
            let value = score::terminal(self.game.worth(s, outcome, player)?, self.bound, ply);
            return Ok(self.leave(player, value, Why::End));
        }
        if depth == 0 {
            self.control.horizon = true;
            let value = self.game.evaluate(s, player)?;
            return Ok(self.leave(player, value, Why::Horizon));
        }

        // 3. Does the table know enough? Never at the root, which must find a move.
        let key = if self.table.is_some() { mix(self.game.key(s)?) } else { 0 };
        if let Some(known) = self.known(key, depth, ply, window) {
            return Ok(self.leave(player, known, Why::Table));
        }

        // 4. Try every move until one is too good.
        let Window { alpha, beta } = window;
        let (mut best, mut best_choice, mut low, mut why) = (f64::NEG_INFINITY, NO_MOVE, alpha, Why::Open);
        let start = self.moves.len();
        self.game.moves(s, &mut self.moves)?;
        let end = self.moves.len();
        for index in start..end {
            let choice = self.moves[index];
            let mut child = self.game.copy(s);
            self.game.play(&mut child, choice).map_err(|fault| self.game.blame(fault, s))?;
            let mover = self.game.to_move(&child)?;
            let value = if mover == player {
                self.search(&child, mover, choice, score::shallower(depth), ply + 1, Window { alpha: low, beta })?
            } else {
                -self.search(&child, mover, choice, score::shallower(depth), ply + 1, Window { alpha: -beta, beta: -low })?
            };
            if value > best {
                (best, best_choice) = (value, choice);
                if value > low {
                    low = value;
                    self.lines.lead(ply, choice);
                }
                if ply == 0 {
                    self.control.best = Some(Found { choice, score: Some(best), line: self.lines.get(0).to_vec() });
                }
            }
            if low >= beta {
                if index + 1 < end {
                    why = Why::Cut;
                    self.tracer.prune(&self.moves[index + 1..end]);
                }
                break;
            }
        }
        self.moves.truncate(start);

        // 5. Remember the result.
        if let Some(table) = &self.table {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            table.store(key, Entry { choice: best_choice, score: score::to_table(best, ply), depth, bound });
        }
        Ok(self.leave(player, best, why))
    }

    #[inline]
    fn known(&mut self, key: u64, depth: u32, ply: u32, window: Window) -> Option<f64> {
        let entry = self.table.as_ref()?.probe(key, depth).filter(|_| ply > 0)?;
        let known = score::from_table(entry.score, ply);
        let enough = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => known >= window.beta,
            Bound::Upper => known <= window.alpha,
        };
        if !enough {
            return None;
        }
        self.control.horizon |= entry.depth != score::UNLIMITED;
        Some(known)
    }

    /// A line that ended at a table hit, continued by the moves whose entries bear the value out.
    fn extend(&mut self, root: &G::State, value: f64, mut depth: u32, mut line: Vec<Move>) -> Result<Vec<Move>, Halt> {
        let mut s = root.clone();
        for &choice in &line {
            self.game.play(&mut s, choice)?;
            depth = score::shallower(depth);
        }
        while depth > 0 && line.len() < MAX_LINE && self.game.outcome(&s)? == Outcome::Ongoing {
            depth = score::shallower(depth);
            let value = if self.game.to_move(&s)? == self.max { value } else { -value };
            let mut moves = Vec::new();
            self.game.moves(&s, &mut moves)?;
            let mut next = None;
            for choice in moves {
                let child = self.game.after(&s, choice)?;
                if self.bears_out(&s, &child, value, depth, line.len() as u32 + 1)? {
                    next = Some((choice, child));
                    break;
                }
            }
            let Some((choice, child)) = next else { break };
            line.push(choice);
            s = child;
        }
        Ok(line)
    }

    /// Whether the table, or the end of the game, shows that a move is worth this to its player.
    fn bears_out(&self, s: &G::State, child: &G::State, value: f64, depth: u32, ply: u32) -> Result<bool, Halt> {
        let player = self.game.to_move(s)?;
        let outcome = self.game.outcome(child)?;
        if outcome != Outcome::Ongoing {
            return Ok(score::terminal(self.game.worth(child, outcome, player)?, self.bound, ply) == value);
        }
        let sign = if self.game.to_move(child)? == player { 1.0 } else { -1.0 };
        let Some(table) = &self.table else {
            return Ok(false);
        };
        let entry = table.probe(mix(self.game.key(child)?), depth).filter(|entry| entry.bound == Bound::Exact);
        Ok(entry.is_some_and(|entry| sign * score::from_table(entry.score, ply) == value))
    }

    #[inline]
    fn enter(&mut self, choice: Move, player: Player, window: Window) {
        let Window { alpha, beta } = window;
        let (alpha, beta) = if player == self.max { (alpha, beta) } else { (-beta, -alpha) };
        self.tracer.enter(choice, player, alpha, beta);
    }

    #[inline]
    fn leave(&mut self, player: Player, value: f64, why: Why) -> f64 {
        self.tracer.leave(if player == self.max { value } else { -value }, why);
        value
    }
}

impl<G: Game, T: Tracer> Searcher<G> for AlphaBeta<'_, G, T> {
    fn decide(&mut self, root: &G::State, depth: u32) -> Result<Found, Halt> {
        self.max = self.game.to_move(root)?;
        self.control.best = None;
        self.moves.clear();
        let open = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };
        let value = self.search(root, self.max, NO_MOVE, depth, 0, open)?;
        let mut line = self.lines.get(0).to_vec();
        if self.table.is_some() {
            line = self.extend(root, value, depth, line)?;
        }
        Ok(Found { choice: line[0], score: Some(value), line })
    }

    fn control(&mut self) -> &mut Control {
        &mut self.control
    }

    fn tree(&self) -> Option<Tree> {
        self.tracer.tree()
    }
}
