//! ISMCTS: UCT whose nodes are information sets (Cowling, Powley and Whitehouse 2012).

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::information::Sight;
use crate::game::{CHANCE, Game, Move, Outcome, Player};
use crate::search::montecarlo::rollout::Rollout;
use crate::search::montecarlo::scale::Rates;
use crate::search::{Control, Found, Halt, Report, Sampled, Task, Trial};

const FIRST_REPORT: u64 = 1 << 10;
/// Information sets that are kept; from there on random games begin.
const MOST_SETS: usize = 1 << 22;

/// Keys are hashes already.
#[derive(Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

struct Node {
    /// Where its moves begin.
    first: u32,
    count: u32,
    visits: u32,
    /// The move that is tried first.
    start: u32,
}

struct Edge {
    choice: Move,
    visits: u32,
    total: f64,
}

struct Search<'a, G: Game> {
    game: &'a G,
    players: usize,
    control: Control,
    rollout: Rollout,
    exploration: f64,
    worlds: Vec<(G::State, Vec<Sight>)>,
    /// Sums of their weights.
    sums: Vec<f64>,
    /// By the number of the information set, with that of its player.
    known: HashMap<u64, u32, BuildHasherDefault<AsItIs>>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Sums of all players' rates, by the move at the root.
    totals: Vec<Rates>,
    path: Vec<(u32, u32, Player)>,
    sights: Vec<Sight>,
    moves: Vec<Move>,
    playouts: u64,
    deepest: u32,
}

/// Searches by the limits of the job and emits reports; the last one is the answer.
pub fn run<G: Game, T>(task: Task<'_, G, T>) -> Result<(), Halt> {
    let Task { game, root, job, control, emit, .. } = task;
    let players = game.facts().players;
    let mut worlds = Vec::new();
    let mut sums: Vec<f64> = Vec::new();
    for (record, weight) in &job.worlds {
        let s = game.read(record);
        let sights = (0..players as Player).map(|player| Sight::of(game, &s, player)).collect::<Result<_, _>>()?;
        worlds.push((s, sights));
        sums.push(sums.last().copied().unwrap_or(0.0) + weight);
    }
    let mut search = Search {
        game,
        players,
        control,
        rollout: Rollout::new(game, &job.sampling, job.sampling.general.seed),
        exploration: job.sampling.general.exploration,
        worlds,
        sums,
        known: HashMap::default(),
        nodes: Vec::new(),
        edges: Vec::new(),
        totals: Vec::new(),
        path: Vec::new(),
        sights: Vec::new(),
        moves: Vec::new(),
        playouts: 0,
        deepest: 0,
    };
    let player = game.to_move(root)?;
    let sight = search.worlds[0].1[player as usize];
    search.add(root, player, sight)?;
    search.totals = vec![Rates::default(); search.edges.len()];
    let mut due = FIRST_REPORT;
    while job.playouts != Some(search.playouts) {
        match search.iterate() {
            Err(Halt::Stopped) => break,
            end => end?,
        }
        if search.playouts == due {
            due *= 2;
            search.report(player, emit);
        }
    }
    search.report(player, emit);
    Ok(())
}

impl<G: Game> Search<'_, G> {
    /// A new information set.
    fn add(&mut self, s: &G::State, player: Player, sight: Sight) -> Result<(), Halt> {
        self.moves.clear();
        self.game.moves(s, &mut self.moves)?;
        let start = self.rollout.random.below(self.moves.len()) as u32;
        let (first, count) = (self.edges.len() as u32, self.moves.len() as u32);
        self.known.insert(sight.number(player), self.nodes.len() as u32);
        self.nodes.push(Node { first, count, visits: 0, start });
        self.edges.extend(self.moves.iter().map(|&choice| Edge { choice, visits: 0, total: 0.0 }));
        Ok(())
    }

    /// One world, one walk down, one random game, and the way back.
    fn iterate(&mut self) -> Result<(), Halt> {
        self.rollout.played.clear();
        self.path.clear();
        let last = self.sums.len() - 1;
        let drawn = self.rollout.random.uniform() * self.sums[last];
        let number = self.sums.partition_point(|&sum| sum <= drawn).min(last);
        let (world, sights) = &self.worlds[number];
        let s = self.game.copy(world);
        self.sights.clone_from(sights);
        let rates = self.descend(s)?;
        self.rollout.scale.saw(&rates);
        for &(node, place, player) in &self.path {
            self.nodes[node as usize].visits += 1;
            let edge = &mut self.edges[place as usize];
            edge.visits += 1;
            edge.total += rates[player as usize];
        }
        if let Some(&(_, place, _)) = self.path.first() {
            for (total, rate) in self.totals[place as usize].iter_mut().zip(rates) {
                *total += rate;
            }
        }
        self.playouts += 1;
        self.deepest = self.deepest.max(self.path.len() as u32);
        Ok(())
    }

    fn descend(&mut self, mut s: G::State) -> Result<Rates, Halt> {
        let game = self.game;
        loop {
            let outcome = game.outcome(&s)?;
            if outcome != Outcome::Ongoing {
                return Ok(self.rollout.scale.rates(self.rollout.scale.utilities(game, &s, outcome)?));
            }
            let player = game.to_move(&s)?;
            let choice = if player == CHANCE {
                self.rollout.throw(game, &s)?
            } else {
                let sight = self.sights[player as usize];
                let Some(&node) = self.known.get(&sight.number(player)) else {
                    if self.nodes.len() < MOST_SETS {
                        self.add(&s, player, sight)?;
                    }
                    return self.rollout.play(game, &mut s, &mut self.control);
                };
                let place = self.choose(node);
                self.path.push((node, place, player));
                self.edges[place as usize].choice
            };
            s = game.after(&s, choice)?;
            for other in 0..self.players {
                let own = (other as Player == player).then_some(choice);
                self.sights[other] = self.sights[other].after(game, &s, other as Player, own)?;
            }
            self.control.enter(0)?;
        }
    }

    /// A move that was not tried yet, or the one with the greatest upper bound: its place among all.
    fn choose(&self, node: u32) -> u32 {
        let Node { first, count, visits, start } = self.nodes[node as usize];
        if visits < count {
            return first + (start + visits) % count;
        }
        let reach = self.exploration * self.rollout.scale.spread() * f64::from(visits).ln().sqrt();
        let (mut best, mut most) = (0, f64::NEG_INFINITY);
        for (place, edge) in self.edges[first as usize..(first + count) as usize].iter().enumerate() {
            let tries = f64::from(edge.visits);
            let value = edge.total / tries + reach / tries.sqrt();
            if value > most {
                (best, most) = (place as u32, value);
            }
        }
        first + best
    }

    fn report(&self, player: Player, emit: &mut dyn FnMut(Report)) {
        let edges = &self.edges[..self.nodes[0].count as usize];
        let mean = |edge: &Edge| if edge.visits > 0 { edge.total / f64::from(edge.visits) } else { -1.0 };
        let mut best = 0;
        for (place, edge) in edges.iter().enumerate() {
            if (edge.visits, mean(edge)) > (edges[best].visits, mean(&edges[best])) {
                best = place;
            }
        }
        let (chosen, scale) = (&edges[best], &self.rollout.scale);
        let worth = |edge: &Edge| (edge.visits > 0).then(|| scale.utility(mean(edge)));
        let trials = edges.iter().map(|edge| Trial { choice: edge.choice, visits: edge.visits, value: worth(edge), proof: None });
        let trials = trials.collect();
        let everybody = self.totals[best][..self.players].iter();
        let values: Option<Vec<f64>> =
            (chosen.visits > 0).then(|| everybody.map(|total| scale.utility(total / f64::from(chosen.visits))).collect());
        let line = if chosen.visits > 0 { vec![chosen.choice] } else { Vec::new() };
        let score = values.as_ref().map(|values| values[player as usize]);
        let found = Found { choice: chosen.choice, score, line, values, trials, ..Found::default() };
        let sampled = Some(Sampled { playouts: self.playouts, capped: self.rollout.capped, grown: Vec::new() });
        emit(Report { sampled, ..self.control.report(Some(self.deepest), found, false) });
    }
}
