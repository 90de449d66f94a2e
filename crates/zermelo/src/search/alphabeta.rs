//! Alpha-beta: fail-soft negamax. See `search/alphabeta.py`, whose promise and numbered steps these are.

use super::Searcher;
use super::aspiration::aspire;
use super::control::{Control, Found, Halt};
use super::minimax::Lines;
use super::mtdf::mtdf;
use super::options::Options;
use super::ordering::Ordering;
use super::score;
use super::table::{Bound, Entry, Table};
use super::trace::{Tracer, Tree, Why};
use super::windows::narrow;
use crate::game::{Game, Move, NO_MOVE, Outcome, Player, mix};

const MAX_LINE: usize = 256;

/// Inner deepening: from this depth on, with so much less depth.
const INNER_DEPTH: u32 = 4;
const INNER_LESS: u32 = 2;

/// Searches from one root, one depth after another; what it learns stays for the next.
pub struct AlphaBeta<'a, G: Game, T> {
    pub(super) game: &'a G,
    pub(super) control: Control,
    pub(super) moves: Vec<Move>,
    pub(super) lines: Lines,
    pub(super) bound: f64,
    tracer: T,
    table: Option<Table>,
    options: Options,
    ordering: Ordering,
    max: Player,
    last_line: Vec<Move>,
    last_value: Option<f64>,
}

/// An open interval, from the view of the player to move.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: f64,
    pub(super) beta: f64,
}

/// Where a search stands: everything about a node but its position and its window.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The move that led here.
    pub(super) choice: Move,
    /// Who is to move.
    pub(super) player: Player,
    pub(super) depth: u32,
    pub(super) ply: u32,
    /// Whether the path so far is the last iteration's line.
    pub(super) follow: bool,
}

impl<'a, G: Game, T: Tracer> AlphaBeta<'a, G, T> {
    /// A search that has not begun.
    pub fn new(game: &'a G, control: Control, tracer: T, table: Option<Table>, options: Options) -> Self {
        Self {
            game,
            control,
            moves: Vec::new(),
            lines: Lines::default(),
            bound: game.facts().bound(),
            tracer,
            table,
            options,
            ordering: Ordering::new(options, game.facts().players),
            max: 0,
            last_line: Vec::new(),
            last_value: None,
        }
    }

    /// The root's value: with a full window, or with narrow ones around the last iteration's value.
    fn root_value(&mut self, root: &G::State, depth: u32) -> Result<(f64, Vec<Move>), Halt> {
        let place = Place { choice: NO_MOVE, player: self.max, depth, ply: 0, follow: true };
        let (guess, options) = (self.last_value, self.options);
        let mut within = |alpha, beta| {
            let value = self.search(root, place, Window { alpha, beta })?;
            if options.windows && value <= 0.0 {
                // No more than a bound: of the best so far, only the move is worth telling.
                self.control.best = self.control.best.take().map(|best| Found { score: None, line: Vec::new(), ..best });
            }
            Ok((value, self.lines.get(0).to_vec()))
        };
        match guess {
            _ if options.windows => narrow(within),
            guess if options.mtdf => mtdf(guess.unwrap_or(0.0), within),
            Some(guess) if options.aspiration => aspire(guess, within),
            _ => within(f64::NEG_INFINITY, f64::INFINITY),
        }
    }

    /// Value of `s` for the player to move; within the window it is exact, outside it bounds the true value.
    pub(super) fn search(&mut self, s: &G::State, place: Place, window: Window) -> Result<f64, Halt> {
        let Place { choice, player, depth, ply, follow } = place;
        let Window { alpha, beta } = window;

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
            let value =
                if self.options.quiescence { self.quiesce(s, player, 0, ply, window)? } else { self.game.evaluate(s, player)? };
            return Ok(self.leave(player, value, Why::Horizon));
        }

        // 3. Is a sooner win known elsewhere than any that is possible from here? Nothing beats winning with the next move.
        let most = score::soonest(ply);
        if alpha >= most || beta <= -most {
            return Ok(self.leave(player, if alpha >= most { most } else { -most }, Why::Soonest));
        }

        // 4. Does the table know enough? Never at the root, which must find a move.
        let key = self.key(s, player)?;
        let entry = self.probe(key);
        if let Some(known) = entry.filter(|_| ply > 0).and_then(|entry| self.enough(entry, depth, ply, window)) {
            return Ok(self.leave(player, known, Why::Table));
        }

        // 5. Order the moves.
        let first = self.first_move(s, key, entry, place, window)?;
        let start = self.moves.len();
        self.game.moves(s, &mut self.moves)?;
        self.sort_moves(s, start, player, ply, first)?;
        let end = self.moves.len();

        // 6. Try every move until one is too good.
        let horizon_elsewhere = std::mem::take(&mut self.control.horizon);
        let (mut best, mut best_choice, mut low, mut why) = (f64::NEG_INFINITY, NO_MOVE, alpha, Why::Open);
        for index in start..end {
            let choice = self.moves[index];
            let follow = follow && self.last_line.get(ply as usize) == Some(&choice);
            let value = self.try_move(s, Place { choice, follow, ..place }, Window { alpha: low, beta }, index > start)?;
            if value > best {
                (best, best_choice) = (value, choice);
                if value > low {
                    low = value;
                    self.lines.lead(ply, choice);
                    if ply == 0 {
                        self.control.best = Some(Found { choice, score: Some(best), line: self.lines.get(0).to_vec() });
                    }
                }
            }
            if low >= beta.min(most) {
                if index + 1 < end {
                    why = if low >= beta { Why::Cut } else { Why::Soonest };
                    self.tracer.prune(&self.moves[index + 1..end]);
                }
                self.ordering.cut(choice, player, ply, depth);
                break;
            }
        }
        self.moves.truncate(start);

        // 7. Remember the result; one that is proven, or did not meet the depth limit, is good for every depth.
        let is_final = score::is_proven(best) || !self.control.horizon;
        self.control.horizon = horizon_elsewhere || !is_final;
        if let Some(table) = &self.table {
            let depth = if is_final { score::UNLIMITED } else { depth };
            let bound = match best {
                best if best >= beta => Bound::Lower,
                best if best > alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            table.store(key, Entry { choice: best_choice, score: score::to_table(best, ply), depth, bound });
        }
        Ok(self.leave(player, best, why))
    }

    /// Value of a move for the player who makes it. With `pvs` every move but the first is first asked, with an empty
    /// window, whether it is better at all.
    #[inline(always)]
    fn try_move(&mut self, s: &G::State, place: Place, window: Window, later: bool) -> Result<f64, Halt> {
        let Window { alpha: low, beta } = window;
        let mut child = self.game.copy(s);
        self.game.play(&mut child, place.choice).map_err(|fault| self.game.blame(fault, s))?;
        let player = self.game.to_move(&child)?;
        let stays = player == place.player;
        let below = Place { player, depth: score::shallower(place.depth), ply: place.ply + 1, ..place };
        if later && self.options.pvs {
            let above = low.next_up();
            if above < beta {
                let value = self.turned(&child, Place { follow: false, ..below }, Window { alpha: low, beta: above }, stays)?;
                if value <= low || value >= beta {
                    return Ok(value);
                }
            }
        }
        self.turned(&child, below, window, stays)
    }

    /// A search from the view of the player above, whose turn it may still be.
    #[inline(always)]
    fn turned(&mut self, child: &G::State, place: Place, window: Window, stays: bool) -> Result<f64, Halt> {
        if stays {
            return self.search(child, place, window);
        }
        Ok(-self.search(child, place, Window { alpha: -window.beta, beta: -window.alpha })?)
    }

    /// The move to begin with: the last line's, the table's, or that of a shallower search made for the purpose.
    #[inline(always)]
    fn first_move(&mut self, s: &G::State, key: u64, entry: Option<Entry>, place: Place, window: Window) -> Result<Move, Halt> {
        let Place { depth, ply, follow, .. } = place;
        if follow && let Some(&choice) = self.last_line.get(ply as usize) {
            return Ok(choice);
        }
        if entry.is_some() || !self.options.inner_deepening || ply == 0 || !(INNER_DEPTH..score::UNLIMITED).contains(&depth) {
            return Ok(entry.map_or(NO_MOVE, |entry| entry.choice));
        }
        let horizon = self.control.horizon;
        self.tracer.mute(true);
        self.search(s, Place { choice: NO_MOVE, depth: depth - INNER_LESS, follow: false, ..place }, window)?;
        self.tracer.mute(false);
        self.control.horizon = horizon;
        self.lines.clear(ply);
        Ok(self.probe(key).map_or(NO_MOVE, |entry| entry.choice))
    }

    /// Sorts the moves from `start` on.
    #[inline(always)]
    pub(super) fn sort_moves(&mut self, s: &G::State, start: usize, player: Player, ply: u32, first: Move) -> Result<(), Halt> {
        if self.ordering.sorts() {
            self.ordering.sort(self.game, s, &mut self.moves[start..], player, ply, first)?;
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn key(&self, s: &G::State, player: Player) -> Result<u64, Halt> {
        Ok(if self.table.is_some() { mix(self.game.key(s)? ^ mix(player as u64)) } else { 0 })
    }

    #[inline(always)]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        self.table.as_ref().and_then(|table| table.probe(key))
    }

    /// The entry's score, if it was searched deep enough and says what the window asks.
    #[inline]
    fn enough(&mut self, entry: Entry, depth: u32, ply: u32, window: Window) -> Option<f64> {
        if entry.depth < depth {
            return None;
        }
        let known = score::from_table(entry.score, ply);
        let answers = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => known >= window.beta,
            Bound::Upper => known <= window.alpha,
        };
        if !answers {
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
            depth = score::shallower(depth.max(1)); // quiescence makes lines longer than the depth
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

    /// Whether the table, or the end of the game, shows that a move is worth at least this to its player.
    pub(super) fn bears_out(&self, s: &G::State, child: &G::State, value: f64, depth: u32, ply: u32) -> Result<bool, Halt> {
        let (player, mover) = (self.game.to_move(s)?, self.game.to_move(child)?);
        let outcome = self.game.outcome(child)?;
        if outcome != Outcome::Ongoing {
            return Ok(score::terminal(self.game.worth(child, outcome, player)?, self.bound, ply) >= value);
        }
        let entry = self.probe(self.key(child, mover)?);
        Ok(entry.is_some_and(|entry| {
            let known = score::from_table(entry.score, ply);
            entry.depth >= depth
                && if mover == player {
                    entry.bound != Bound::Upper && known >= value
                } else {
                    entry.bound != Bound::Lower && -known >= value
                }
        }))
    }

    #[inline]
    pub(super) fn enter(&mut self, choice: Move, player: Player, window: Window) {
        let Window { alpha, beta } = window;
        let (alpha, beta) = if player == self.max { (alpha, beta) } else { (-beta, -alpha) };
        self.tracer.enter(choice, player, alpha, beta);
    }

    #[inline]
    pub(super) fn leave(&mut self, player: Player, value: f64, why: Why) -> f64 {
        self.tracer.leave(if player == self.max { value } else { -value }, why);
        value
    }
}

impl<G: Game, T: Tracer> Searcher<G> for AlphaBeta<'_, G, T> {
    fn decide(&mut self, root: &G::State, depth: u32) -> Result<Found, Halt> {
        self.max = self.game.to_move(root)?;
        self.control.best = None;
        self.moves.clear();
        self.ordering.age();
        let (value, mut line) = self.root_value(root, depth)?;
        if self.table.is_some() {
            line = self.extend(root, value, depth, line)?;
        }
        self.last_line.clone_from(&line);
        self.last_value = Some(value);
        Ok(Found { choice: line[0], score: Some(value), line })
    }

    fn control(&mut self) -> &mut Control {
        &mut self.control
    }

    fn tree(&self) -> Option<Tree> {
        self.tracer.tree()
    }
}
