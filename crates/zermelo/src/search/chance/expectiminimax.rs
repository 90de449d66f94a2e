//! Expectiminimax: minimax in which dice, cards and the like have their turn, too. The contract and the numbered steps are those
//! of the Python twin.

use std::sync::Arc;

use super::expectation::{Expectation, within};
use super::expectimaxn::ExpectimaxN;
use super::star::probes;
use crate::game::{CHANCE, Game, Move, NO_MOVE, Outcome, Player, mix};
use crate::search::control::first_move;
use crate::search::score::shallower;
use crate::search::{
    Bound, Control, Entry, Found, Halt, Job, Lines, Ordering, Pruning, Searcher, Spot, Task, Tracer, TranspositionTable, Tree,
    Why, Window,
};

const MAX_LINE: usize = 256;

/// Searches from one root, one depth after another; what it learns stays for the next.
pub struct Expectiminimax<'a, G: Game, T> {
    pub(super) game: &'a G,
    pub(super) control: Control,
    pub(super) tracer: T,
    pub(super) worth: Expectation,
    pub(super) max: Player,
    /// Moves of each outcome that are searched in advance.
    pub(super) probes: usize,
    prunes: bool,
    table: Option<Arc<TranspositionTable>>,
    ordering: Ordering,
    moves: Vec<Move>,
    /// The outcomes of the chance nodes on the way here, bounds on the value of each, and the order in which they are looked at.
    pub(super) chances: Vec<(Move, f64)>,
    pub(super) lows: Vec<f64>,
    pub(super) highs: Vec<f64>,
    pub(super) order: Vec<usize>,
    pub(super) lines: Lines,
    last_line: Vec<Move>,
}

/// Where a search stands: everything about a node but its position and its window.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) choice: Move,
    pub(super) depth: u32,
    pub(super) ply: u32,
    /// Whether the path so far is the last iteration's line.
    pub(super) follow: bool,
}

/// The result of searching the moves of a player, or the outcomes of chance.
pub(super) struct Choice {
    pub(super) value: f64,
    pub(super) choice: Move,
    pub(super) why: Why,
    /// Whether everything was searched, except what a cutoff skips.
    pub(super) whole: bool,
}

/// Searches with numbers if one side's gain is the other's loss, with one value for each player otherwise.
pub fn run<G: Game, T: Tracer>(task: Task<'_, G, T>) -> Result<(), Halt> {
    if task.game.facts().two_sided() { task.deepen(Expectiminimax::new) } else { task.deepen(ExpectimaxN::new) }
}

impl<'a, G: Game, T: Tracer> Expectiminimax<'a, G, T> {
    pub fn new(game: &'a G, job: &Job, control: Control, tracer: T) -> Self {
        let pruning = job.options.pruning;
        Self {
            game,
            control,
            tracer,
            worth: Expectation::new(game, 0),
            max: 0,
            probes: probes(pruning),
            prunes: pruning != Pruning::None,
            table: job.table.clone(),
            ordering: Ordering::new(&job.options, game.facts().players),
            moves: Vec::new(),
            chances: Vec::new(),
            lows: Vec::new(),
            highs: Vec::new(),
            order: Vec::new(),
            lines: Lines::default(),
            last_line: Vec::new(),
        }
    }

    /// Value of `s` for MAX; within the window it is what plain expectiminimax finds, outside it bounds that value.
    pub(super) fn search(&mut self, s: &G::State, place: Place, window: Window) -> Result<f64, Halt> {
        let Place { choice, depth, ply, .. } = place;
        let Window { alpha, beta } = window;

        // 1. Count the node.
        self.control.enter(ply)?;
        self.lines.clear(ply);
        let player = self.game.to_move(s)?;
        self.tracer.enter(choice, player, alpha, beta);

        // 2. Is the game over, or the depth used up?
        let outcome = self.game.outcome(s)?;
        if outcome != Outcome::Ongoing {
            let value = self.worth.ended(self.game, s, outcome, ply)?;
            return Ok(self.leave(value, Why::End));
        }
        if depth == 0 {
            self.control.horizon = true;
            let value = self.worth.guessed(self.game, s)?;
            return Ok(self.leave(value, Why::Horizon));
        }

        // 3. Is a better value known elsewhere than any that is possible here? Nothing beats winning with the next move.
        let (floor, ceiling) = self.worth.reach(ply);
        if alpha >= ceiling || beta <= floor {
            return Ok(self.leave(if alpha >= ceiling { ceiling } else { floor }, Why::Soonest));
        }

        // 4. Does the table know enough? Never at the root, which must find a move.
        let key = self.key(s, player, ply)?;
        let entry = self.probe(key);
        if let Some(known) = entry.filter(|_| ply > 0).and_then(|entry| self.enough(entry, depth, window)) {
            return Ok(self.leave(known, Why::Table));
        }

        // 5. Players choose, chance averages.
        let horizon_elsewhere = std::mem::take(&mut self.control.horizon);
        let found = if player != CHANCE {
            self.choose(s, player, place, window, entry, (0, usize::MAX))?
        } else if self.prunes {
            self.starred(s, place, window)?
        } else {
            self.average(s, place)?
        };

        // 6. Remember the result; one that did not meet the depth limit is final.
        self.remember(key, depth, &found, Bound::of(found.value, window));
        self.control.horizon |= horizon_elsewhere;
        Ok(self.leave(found.value, found.why))
    }

    /// The best of a player's moves, or `among` some of them; with a window, it stops at the first move that is too good.
    pub(super) fn choose(
        &mut self,
        s: &G::State,
        player: Player,
        place: Place,
        window: Window,
        entry: Option<Entry>,
        among: (usize, usize),
    ) -> Result<Choice, Halt> {
        let Place { depth, ply, follow, .. } = place;
        let sign = if player == self.max { 1.0 } else { -1.0 };
        let seen = |window: Window| if sign > 0.0 { window } else { window.turned() };
        let (start, all) = self.list_moves(s, player, place, entry)?;
        let (first, end) = (all.min(start + among.0), all.min(start.saturating_add(among.1)));
        let Window { alpha: mut low, beta: high } = seen(window);
        let (floor, ceiling) = self.worth.reach(ply);
        let reach = if sign > 0.0 { ceiling } else { -floor };
        let enough = if reach < high { reach } else { high };
        let mut found = Choice { value: f64::NEG_INFINITY, choice: NO_MOVE, why: Why::Open, whole: (first, end) == (start, all) };
        for index in first..end {
            let choice = self.moves[index];
            let follow = follow && self.last_line.get(ply as usize) == Some(&choice);
            let below = Place { choice, depth: shallower(depth), ply: ply + 1, follow };
            let window = if self.prunes { seen(Window { alpha: low, beta: high }) } else { Window::OPEN };
            let child = self.game.after(s, choice)?;
            let value = sign * self.search(&child, below, window)?;
            if value > found.value {
                (found.value, found.choice) = (value, choice);
            }
            if value > low {
                low = value;
                self.lines.lead(ply, choice);
            }
            if ply == 0 {
                self.control.note(choice, value, self.lines.get(0));
            }
            if self.prunes && low >= enough {
                if index + 1 < end {
                    found.why = if low >= high { Why::Cut } else { Why::Soonest };
                    self.tracer.prune(&self.moves[index + 1..end]);
                }
                self.ordering.cut(choice, Spot::at(player, ply), depth, Some(&[]));
                found.whole = true;
                break;
            }
        }
        self.moves.truncate(start);
        found.value *= sign;
        Ok(found)
    }

    /// Pushes the moves, the most promising first, and returns where they are.
    fn list_moves(&mut self, s: &G::State, player: Player, place: Place, entry: Option<Entry>) -> Result<(usize, usize), Halt> {
        let start = self.moves.len();
        self.game.moves(s, &mut self.moves)?;
        if self.ordering.sorts() {
            let last = if place.follow { self.last_line.get(place.ply as usize).copied() } else { None };
            let first = last.unwrap_or_else(|| entry.map_or(NO_MOVE, |entry| entry.choice));
            self.ordering.sort(self.game, s, &mut self.moves[start..], Spot { first, ..Spot::at(player, place.ply) })?;
        }
        Ok((start, self.moves.len()))
    }

    /// The average over all outcomes of chance, without pruning.
    fn average(&mut self, s: &G::State, place: Place) -> Result<Choice, Halt> {
        let start = self.chances.len();
        self.game.chances(s, &mut self.chances)?;
        let mut total = 0.0;
        for index in start..self.chances.len() {
            let (choice, probability) = self.chances[index];
            let child = self.game.after(s, choice)?;
            let below = Place { choice, ply: place.ply + 1, follow: false, ..place };
            total += probability * self.search(&child, below, Window::OPEN)?;
        }
        self.chances.truncate(start);
        let (floor, ceiling) = self.worth.reach(place.ply);
        Ok(Choice { value: within(total, floor, ceiling), choice: NO_MOVE, why: Why::Open, whole: true })
    }

    /// The key of a position in the table. The value of an end depends on its ply, so an entry is for one ply only.
    #[inline]
    pub(super) fn key(&self, s: &G::State, player: Player, ply: u32) -> Result<u64, Halt> {
        if self.table.is_none() {
            return Ok(0);
        }
        let place = (u64::from(ply) << 16) | ((self.max as u64) << 8) | (player - CHANCE) as u64;
        Ok(mix(self.game.key(s)? ^ mix(place + 1)))
    }

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        self.table.as_ref().and_then(|table| table.probe(key))
    }

    /// The entry's value, if it was searched as deep and answers the question of the window.
    #[inline]
    fn enough(&mut self, entry: Entry, depth: u32, window: Window) -> Option<f64> {
        if !entry.bound.answers(entry.score, window) || !entry.answers(depth, true) {
            return None;
        }
        self.control.horizon |= !entry.is_final;
        Some(entry.score)
    }

    #[inline]
    pub(super) fn remember(&self, key: u64, depth: u32, found: &Choice, bound: Bound) {
        if let Some(table) = &self.table {
            let is_final = !self.control.horizon;
            table.store(key, Entry { choice: found.choice, score: found.value, depth, bound, is_final }, 1);
        }
    }

    /// A line that ended at a table hit, continued by the moves that are known to be worth as much, up to the next chance node.
    fn extend(&self, root: &G::State, value: f64, mut depth: u32, mut line: Vec<Move>) -> Result<Vec<Move>, Halt> {
        let mut s = root.clone();
        for &choice in &line {
            self.game.play(&mut s, choice)?;
            depth = shallower(depth);
        }
        while depth > 0 && line.len() < MAX_LINE && self.game.outcome(&s)? == Outcome::Ongoing && self.game.to_move(&s)? != CHANCE
        {
            depth = shallower(depth);
            let is_worth_it = |child: &G::State| Ok::<_, Halt>(self.known(child, depth, line.len() as u32 + 1)? == Some(value));
            let Some((choice, child)) = self.game.first_to(&s, is_worth_it)? else { break };
            line.push(choice);
            s = child;
        }
        Ok(line)
    }

    /// The value of a position, if no search is needed.
    fn known(&self, s: &G::State, depth: u32, ply: u32) -> Result<Option<f64>, Halt> {
        let outcome = self.game.outcome(s)?;
        if outcome != Outcome::Ongoing {
            return Ok(Some(self.worth.ended(self.game, s, outcome, ply)?));
        }
        if depth == 0 {
            return Ok(Some(self.worth.guessed(self.game, s)?));
        }
        let entry = self.probe(self.key(s, self.game.to_move(s)?, ply)?);
        Ok(entry.filter(|entry| entry.bound == Bound::Exact && entry.answers(depth, true)).map(|entry| entry.score))
    }

    #[inline]
    pub(super) fn leave(&mut self, value: f64, why: Why) -> f64 {
        self.tracer.leave(value, why, &[]);
        value
    }
}

impl<G: Game, T: Tracer> Searcher<G> for Expectiminimax<'_, G, T> {
    fn decide(&mut self, root: &G::State, depth: u32) -> Result<Found, Halt> {
        self.max = self.game.to_move(root)?;
        self.worth = Expectation::new(self.game, self.max);
        self.control.begin();
        self.moves.clear();
        self.chances.clear();
        self.lows.clear();
        self.highs.clear();
        self.order.clear();
        self.ordering.age();
        let place = Place { choice: NO_MOVE, depth, ply: 0, follow: true };
        let value = self.search(root, place, Window::OPEN)?;
        let mut line = self.lines.get(0).to_vec();
        if self.table.is_some() {
            line = self.extend(root, value, depth, line)?;
        }
        self.last_line.clone_from(&line);
        Ok(Found { choice: first_move(self.game, root, &line)?, score: Some(value), line, ..Found::default() })
    }

    fn control(&mut self) -> &mut Control {
        &mut self.control
    }

    fn tree(&self) -> Option<Tree> {
        self.tracer.tree()
    }
}
