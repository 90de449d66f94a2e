//! Alpha-beta: fail-soft negamax. The contract and the numbered steps are those of the Python twin.

use std::sync::Arc;

use super::multi_pv::find_several;
use super::technique::{Candidate, Maybe, Node, Place, Valued};
use super::{Learned, Techniques};
use crate::game::{Game, Move, NO_MOVE, Outcome, Player, mix};
use crate::search::known::known;
use crate::search::threads::Company;
use crate::search::{
    Bound, Control, Cut, Entry, Found, Halt, Job, Lines, Options, Ordering, Searcher, Spot, Tracer, TranspositionTable, Tree,
    Why, Window, score,
};

/// Searches from one root, one depth after another; keeps what it learns for the next depth.
pub struct AlphaBeta<'a, G: Game, T> {
    pub(super) game: &'a G,
    pub(super) control: Control,
    pub(super) moves: Vec<Move>,
    pub(super) lines: Lines,
    pub(super) bound: f64,
    pub(super) options: Options,
    pub(super) techniques: Techniques,
    pub(super) learned: Learned,
    asks_quiet: bool,
    asks_threat: bool,
    pub(super) max: Player,
    pub(super) depth: u32,
    tracer: T,
    /// The least ply at which the table answers. It does not know which moves from the root lead back to a position before it.
    answered: u32,
    pub(super) table: Option<Arc<TranspositionTable>>,
    pub(super) ordering: Ordering,
    /// The quiet moves that have been tried at each node of the path.
    quiet_moves: Vec<Move>,
    company: Company,
    pub(super) set_aside: Vec<Move>,
    /// The last iteration's lines with their values.
    pub(super) last: Vec<(Vec<Move>, f64)>,
    /// The line that is being followed.
    pub(super) last_line: Vec<Move>,
    /// Its value.
    pub(super) guess: Option<f64>,
}

impl<'a, G: Game, T: Tracer> AlphaBeta<'a, G, T> {
    pub fn new(game: &'a G, job: &Job, control: Control, tracer: T) -> Self {
        let options = job.options;
        let mut made = Self {
            game,
            control,
            moves: Vec::new(),
            lines: Lines::default(),
            bound: game.facts().bound(),
            options,
            techniques: job.techniques,
            learned: Learned::default(),
            asks_quiet: Self::asks_quiet(job.techniques),
            asks_threat: Self::asks_threat(job.techniques) && game.facts().has_threatened,
            answered: if job.history.is_empty() { 1 } else { 2 },
            max: 0,
            depth: 0,
            tracer,
            table: job.table.clone(),
            ordering: Ordering::new(&options, game.facts().players),
            quiet_moves: Vec::new(),
            company: Company::default(),
            set_aside: Vec::new(),
            last: Vec::new(),
            last_line: Vec::new(),
            guess: None,
        };
        made.begin(&job.history);
        made
    }

    /// The same, as one of several threads.
    pub fn together(self, company: &Company) -> Self {
        Self { company: company.clone(), ..self }
    }

    /// The root's value within a window, and its line.
    pub(super) fn within(&mut self, root: &G::State, depth: u32, alpha: f64, beta: f64) -> Result<Valued, Halt> {
        let place = Place { choice: NO_MOVE, player: self.max, depth, ply: 0, follow: true, excluded: NO_MOVE, reduced: 0 };
        let value = self.search(root, place, Window { alpha, beta })?;
        Ok((value, self.lines.get(0).to_vec()))
    }

    /// Value of `s` for the player to move; within the window it is exact, outside it bounds the true value.
    pub(super) fn search(&mut self, s: &G::State, mut place: Place, window: Window) -> Result<f64, Halt> {
        let Place { choice, player, ply, follow, excluded, .. } = place;
        let Window { alpha, beta } = window;

        // 1. Count the node.
        self.control.enter(ply)?;
        let nodes = self.control.nodes;
        self.lines.clear(ply);
        self.enter(choice, player, window);

        // 2. Is the game over, does a tablebase have the value, or is the depth used up?
        if let Some(value) = self.certain(s, player, ply)? {
            return Ok(value);
        }
        if self.is_repeated(s, ply) {
            self.control.horizon = true; // another path to it may not repeat
            return Ok(self.leave(player, 0.0, Why::Repeated));
        }
        let threatened = self.asks_threat && self.game.threatened(s)?;
        let reduced = std::mem::take(&mut place.reduced);
        if threatened {
            place.depth += reduced;
            place.depth += self.deeper(place.depth, ply);
        }
        let depth = place.depth;
        if depth == 0 {
            self.control.horizon = true;
            let value = match self.horizon(s, place, window)? {
                Some(value) => value,
                None => self.game.evaluate(s, player)?,
            };
            return Ok(self.leave(player, value, Why::Horizon));
        }

        // 3. Is a sooner win known elsewhere than any that is possible from here? Nothing beats winning with the next move.
        let most = score::soonest(ply);
        if alpha >= most || beta <= -most {
            return Ok(self.leave(player, if alpha >= most { most } else { -most }, Why::Soonest));
        }

        // 4. Do the moves that a technique lists show that nothing here is good enough, or bad enough?
        let at_root = ply == 0 && excluded == NO_MOVE && self.set_aside.is_empty();
        let whole = if ply > 0 { excluded == NO_MOVE } else { at_root && self.control.among.is_empty() };
        let left = self.plies_left(s, depth)?;
        let kept = whole && left >= self.options.table_depth;
        let key = if kept { self.key(s, player)? } else { 0 };
        let mut node = Node::new(place, window, key, whole, threatened, most);
        let start = self.moves.len();
        let is_listed = self.list_moves(s, &mut node)?;
        if alpha >= node.most || beta <= node.least {
            self.moves.truncate(start);
            return Ok(self.leave(player, if alpha >= node.most { node.most } else { node.least }, Why::Soonest));
        }

        // 5. Does the table know enough? Never at the root, which must find a move. Or is it clear that the value is outside the window?
        node.kept = kept;
        node.entry = if kept { self.probe(key) } else { None };
        if let Some(known) = node.entry.filter(|_| ply >= self.answered).and_then(|entry| self.enough(entry, depth, ply, window))
        {
            self.moves.truncate(start);
            return Ok(self.leave(player, known, Why::Table));
        }
        let on_line = self.last_line.get(ply as usize).filter(|_| follow);
        node.first = on_line.copied().or(node.entry.map(|entry| entry.choice)).unwrap_or(NO_MOVE);
        if let Some(reached) = self.cut(s, &node)? {
            self.lines.clear(ply); // a technique may have searched this very node
            self.moves.truncate(start);
            return Ok(self.leave(player, reached, Why::Early));
        }

        // 6. Order the moves.
        self.prepare(s, &mut node)?;
        self.lines.clear(ply);
        if !is_listed {
            self.game.moves(s, &mut self.moves)?;
        }
        let spot = Spot { player, ply, first: node.first, previous: choice, only_sound: false };
        self.sort_moves(s, start, spot)?;
        if !whole {
            self.leave_out(start, excluded, ply);
        }
        let (in_order, mut end) = (self.moves.len(), self.moves.len());

        // 7. Try every move until one is too good.
        let reaching = self.options.cut == Cut::Reaching;
        let horizon_elsewhere = std::mem::take(&mut self.control.horizon);
        let (mut best, mut best_choice, mut low, mut why) = (f64::NEG_INFINITY, NO_MOVE, alpha, Why::Open);
        let mut index = start;
        let first_quiet = self.quiet_moves.len();
        while index < end {
            let choice = self.moves[index];
            index += 1;
            let later = index > start + 1;
            if later && index <= in_order && self.company.is_at(key, choice, depth) {
                self.moves.push(choice); // another thread searches it now; try it again at the end
                end += 1;
                continue;
            }
            let quiet = !(self.asks_quiet && self.game.noisy(s, choice)?);
            let candidate = Candidate { choice, index: index - 1 - start, quiet };
            if later
                && !score::is_lost(best)
                && let Some(hope) = self.skip(s, &node, candidate, low)?
            {
                best = best.max(hope);
                self.control.horizon = true;
                self.tracer.prune(&[choice]);
                continue;
            }
            let less = if quiet { self.reduction(&node, candidate) } else { 0 };
            let deeper = score::shallower(depth) + u32::from(choice == node.extended);
            let follow = follow && self.last_line.get(ply as usize) == Some(&choice);
            let below = Place { choice, depth: deeper, follow, excluded: NO_MOVE, reduced: 0, ..place };
            self.company.begin(key, choice, depth);
            let value = self.try_move(s, below, less, Window { alpha: low, beta }, later)?;
            self.company.end(key, choice, depth);
            self.searched(s, &node, quiet, value)?;
            if value > best {
                (best, best_choice) = (value, choice);
                if value > low {
                    low = value;
                    self.lines.lead(ply, choice);
                }
            }
            if at_root {
                self.control.note(choice, value, self.lines.get(0));
            }
            if low >= node.most || if reaching { low >= beta } else { low > beta } {
                if index < end {
                    why = if low >= node.most && low < beta { Why::Soonest } else { Why::Cut };
                    self.tracer.prune(&self.moves[index..end]);
                }
                let work = u64::BITS - (self.control.nodes - nodes).leading_zeros();
                let weight = if depth == score::UNLIMITED { work } else { depth };
                let tried = quiet.then_some(&self.quiet_moves[first_quiet..]);
                self.ordering.cut(choice, spot, weight, tried);
                break;
            }
            if quiet {
                self.quiet_moves.push(choice);
            }
        }
        self.quiet_moves.truncate(first_quiet);
        self.moves.truncate(start);
        self.game.credit(s, best_choice)?;

        // 8. Remember the result; one that is proven, or did not meet the depth limit, is final.
        let is_final = score::is_proven(best) || (self.options.exact && !self.control.horizon);
        self.control.horizon = horizon_elsewhere || !is_final;
        if let Some(table) = &self.table
            && kept
        {
            let (bound, depth) = (Bound::of(best, window), if is_final { left } else { depth });
            let entry = Entry { choice: best_choice, score: score::to_table(best, ply), depth, bound, is_final };
            table.store(key, entry, self.control.nodes - nodes);
        }
        Ok(self.leave(player, best, why))
    }

    /// The value of a node where the game is over or, below the root, that a tablebase has; the node is then left.
    #[inline(always)]
    pub(super) fn certain(&mut self, s: &G::State, player: Player, ply: u32) -> Maybe<f64> {
        let outcome = self.game.outcome(s)?;
        if outcome != Outcome::Ongoing {
            let value = score::terminal(self.game.worth(s, outcome, player)?, self.bound, ply);
            return Ok(Some(self.leave(player, value, Why::End)));
        }
        let value = if ply > 0 { known(self.game, &self.control, s, ply) } else { None };
        Ok(value.map(|value| self.leave(player, value, Why::Table)))
    }

    /// Value of a move for the player who makes it. With `pvs`, every move but the first is searched with an empty
    /// window first, to see whether it is better at all; a reduced move likewise, `less` plies less deep.
    #[inline(always)]
    fn try_move(&mut self, s: &G::State, place: Place, less: u32, window: Window, later: bool) -> Result<f64, Halt> {
        let Window { alpha: low, beta } = window;
        let mut child = self.game.copy(s);
        self.game.play_listed(&mut child, place.choice).map_err(|fault| self.game.blame(fault, s))?;
        let player = self.game.to_move(&child)?;
        let stays = player == place.player;
        let below = Place { player, ply: place.ply + 1, ..place };
        let above = low.next_up();
        if less > 0 {
            let reduced = Place { depth: below.depth - less, follow: false, reduced: less, ..below };
            let value = self.turned(&child, reduced, Window { alpha: low, beta: above }, stays)?;
            if value <= low {
                return Ok(value);
            }
        }
        if later && self.options.pvs && above < beta {
            let value = self.turned(&child, Place { follow: false, ..below }, Window { alpha: low, beta: above }, stays)?;
            if value <= low || value >= beta {
                return Ok(value);
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
        Ok(-self.search(child, place, window.turned())?)
    }

    /// Runs a search within the search. It is not recorded and does not change the horizon.
    pub(super) fn aside<V>(&mut self, search: impl FnOnce(&mut Self) -> Result<V, Halt>) -> Result<V, Halt> {
        let horizon = self.control.horizon;
        self.tracer.mute(true);
        let value = search(self)?;
        self.tracer.mute(false);
        self.control.horizon = horizon;
        Ok(value)
    }

    #[inline(always)]
    pub(super) fn sort_moves(&mut self, s: &G::State, start: usize, spot: Spot) -> Result<(), Halt> {
        Ok(self.ordering.sort(self.game, s, &mut self.moves[start..], spot)?)
    }

    /// The plies below a position: the depth or, in a search to the end, what the game says if the table is to know.
    #[inline(always)]
    pub(super) fn plies_left(&self, s: &G::State, depth: u32) -> Result<u32, Halt> {
        let ask = depth == score::UNLIMITED && self.options.table_depth > 0;
        Ok(if ask { self.game.plies_left(s)?.min(depth) } else { depth })
    }

    #[inline(always)]
    pub(super) fn key(&self, s: &G::State, player: Player) -> Result<u64, Halt> {
        let Some(table) = &self.table else { return Ok(0) };
        let key = mix(self.game.key(s)? ^ mix(player as u64));
        table.prefetch(key);
        Ok(key)
    }

    #[inline(always)]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        self.table.as_ref().and_then(|table| table.probe(key))
    }

    /// The entry's score, if it was searched deep enough and answers the question of the window.
    #[inline]
    fn enough(&mut self, entry: Entry, depth: u32, ply: u32, window: Window) -> Option<f64> {
        if !entry.answers(depth, self.options.exact) {
            return None;
        }
        let known = score::from_table(entry.score, ply);
        if !entry.bound.answers(known, window) {
            return None;
        }
        self.control.horizon |= !entry.is_final;
        Some(known)
    }

    #[inline]
    pub(super) fn enter(&mut self, choice: Move, player: Player, window: Window) {
        let Window { alpha, beta } = if player == self.max { window } else { window.turned() };
        self.tracer.enter(choice, player, alpha, beta);
    }

    #[inline]
    pub(super) fn leave(&mut self, player: Player, value: f64, why: Why) -> f64 {
        self.tracer.leave(if player == self.max { value } else { -value }, why, &[]);
        value
    }
}

impl<G: Game, T: Tracer> Searcher<G> for AlphaBeta<'_, G, T> {
    fn decide(&mut self, root: &G::State, depth: u32) -> Result<Found, Halt> {
        self.max = self.game.to_move(root)?;
        self.depth = depth;
        self.control.begin();
        self.moves.clear();
        self.quiet_moves.clear();
        self.ordering.age();
        let number = self.options.lines;
        let moves = if number > 1 { self.count_moves(root)? } else { 1 };
        let found = find_several(number, moves, |index, aside| self.find(root, depth, index, aside))?;
        let all = std::iter::once(&found).chain(&found.others);
        self.last = all.map(|each| (each.line.clone(), each.score.unwrap_or(0.0))).collect();
        Ok(found)
    }

    fn control(&mut self) -> &mut Control {
        &mut self.control
    }

    fn tree(&self) -> Option<Tree> {
        self.tracer.tree()
    }
}
