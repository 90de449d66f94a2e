//! The verifier: an advice table plays against every defence from every position of a set. The twin of
//! `python/zermelo/advice/verification/specification.py`.

use super::exact::Exact;
use super::failures::{Example, Finder, Kind};
use super::fixpoint::{ASK, Naming, Secured, Stops, Verdict};
use super::graph::{Explored, Forgotten, Graph, Workers, write_plain};
use super::{Buffer, Halt, Library, Ranking, failures};
use crate::game::{Game, Player};
use crate::tablebases::positions::Positions;

/// What is to be verified.
#[derive(Clone, Debug, Default)]
pub struct Job {
    /// Records of the positions, one after another, each with "us" to move; with `everything`, the positions to start from.
    pub seeds: Vec<u8>,
    /// Records of positions with "them" to move, whose value the table is checked on as well.
    pub replies: Vec<u8>,
    /// Whether every unfinished position that can occur counts, with the player to move as "us".
    pub everything: bool,
    /// Fields that only count; they are reset.
    pub forgotten: Vec<Forgotten>,
    /// Whether a draw is enough.
    pub draws: bool,
    /// Whether to solve the positions first, for which all positions that can occur are explored.
    pub exact: bool,
    /// The most positions to explore.
    pub most: usize,
}

/// What is known of one position of the set; -1 means unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Row {
    /// With best play: n + 1 for a win in n plies, -(n + 1) for a loss, 0 for a draw or if unknown.
    pub value: i32,
    /// Our moves to the end against the longest defence, if it is secured.
    pub worst: i32,
    /// The same against best replies; among equally good ones, the one that takes longest.
    pub hardest: i32,
    /// The same against the first of the best replies.
    pub first: i32,
    /// The same against best replies; among equally good ones, the one that takes shortest.
    pub kindest: i32,
    /// The number of the kind of failure.
    pub failure: i32,
    /// The number of the table that the plan comes from.
    pub table: i32,
    pub advice: i32,
}

/// The result of a verification.
#[derive(Debug, Default)]
pub struct Verified {
    /// Records of the set, one after another.
    pub records: Vec<u8>,
    pub rows: Vec<Row>,
    /// For each position with "them" to move: whether every reply leads to a plan or to a win, and its value as above, for "us".
    pub replies: Vec<(bool, i32)>,
    /// For each kind of failure that occurs: the kind, an example, and the table and the advice that cause it.
    pub examples: Vec<(Kind, Example)>,
    /// How many positions fail because of each (table, advice); (-1, -1) stands for no advice.
    pub blamed: Vec<(Kind, i32, i32, usize)>,
    /// Positions that were explored.
    pub explored: usize,
    /// Positions in which the table was asked.
    pub asked: usize,
    /// Positions entered by inference.
    pub nodes: u64,
}

/// Plays a table against every defence from every position.
pub fn verify<G: Game>(game: &G, library: &Library, job: &Job, workers: Workers<'_>) -> Result<Verified, Halt> {
    if job.exact { solved(game, library, job, workers) } else { unsolved(game, library, job, workers) }
}

/// Verifies without solving the positions; names are records.
fn unsolved<G: Game>(game: &G, library: &Library, job: &Job, workers: Workers<'_>) -> Result<Verified, Halt> {
    let size = game.facts().size;
    let write = |s: &G::State, out: &mut Vec<u8>| {
        let mut record = Buffer::new(size);
        write_plain(game, s, &job.forgotten, &mut record);
        out.extend_from_slice(record.bytes());
    };
    let naming = Naming { size, write: &write, read: &|record| game.read(record) };
    let seeds = gather(&[&job.seeds], &job.forgotten, size);
    let starts: Vec<Vec<u8>> = (0..seeds.len()).map(|index| seeds.record(index).to_vec()).collect();
    Verifier { game, library, job, workers, naming, ranking: None, value: &|_, _| 0 }.run(&starts, &[])
}

/// Verifies on the graph of all positions, which is solved; names are numbers.
fn solved<G: Game>(game: &G, library: &Library, job: &Job, workers: Workers<'_>) -> Result<Verified, Halt> {
    let size = game.facts().size;
    let all = gather(&[&job.seeds, &job.replies], &job.forgotten, size);
    let count = gather(&[&job.seeds], &job.forgotten, size).len();
    let graph = Graph::explore(game, all, &job.forgotten, job.most, workers)?;
    let exact = Exact::solve(&graph);
    let unfinished = |index: &usize| graph.standing(*index).is_none();
    let starts: Vec<usize> = if job.everything { (0..graph.len()).filter(unfinished).collect() } else { (0..count).collect() };
    let replies = gather(&[&job.replies], &job.forgotten, size);
    let replies = (0..replies.len()).filter_map(|index| graph.positions.find(replies.record(index)));
    let replies: Vec<Reply> = replies.map(|index| judged(&graph, &exact, index)).collect();
    let explored = Explored { game, graph: &graph };
    let read = |name: &[u8]| u32::from_ne_bytes([name[0], name[1], name[2], name[3]]);
    let naming = Naming { size: 4, write: &|s: &u32, out: &mut Vec<u8>| out.extend(s.to_ne_bytes()), read: &read };
    let ranking = |s: &u32, player: Player| exact.rank(*s as usize, player);
    let value = |s: &u32, player: Player| exact.value(*s as usize, player);
    let verifier = Verifier { game: &explored, library, job, workers, naming, ranking: Some(&ranking), value: &value };
    let starts: Vec<Vec<u8>> = starts.into_iter().map(|index| (index as u32).to_ne_bytes().to_vec()).collect();
    Ok(Verified { explored: graph.len(), ..verifier.run(&starts, &replies)? })
}

/// A position with them to move: its value for us, and the names of the unfinished positions after each reply.
struct Reply {
    value: i32,
    lost_at_once: bool,
    after: Vec<[u8; 4]>,
}

fn judged(graph: &Graph, exact: &Exact, index: usize) -> Reply {
    let us = 1 - graph.mover(index);
    let ours = if us == 0 { 1 } else { -1 };
    let over = |&after: &u32| graph.standing(after as usize);
    let bad = |after: &u32| over(after).is_some_and(|standing| standing != ours);
    let going = graph.after(index).iter().filter(|after| over(after).is_none());
    Reply {
        value: exact.value(index, us),
        lost_at_once: graph.standing(index).is_some_and(|standing| standing != ours) || graph.after(index).iter().any(bad),
        after: going.map(|after| after.to_ne_bytes()).collect(),
    }
}

/// Positions, each once, with their counters reset.
fn gather(parts: &[&[u8]], forgotten: &[Forgotten], size: usize) -> Positions {
    let mut positions = Positions::new(size);
    let mut record = vec![0; size];
    for each in parts.iter().flat_map(|records| records.chunks_exact(size)) {
        record.copy_from_slice(each);
        for (offset, bytes) in forgotten {
            record[*offset..*offset + bytes.len()].copy_from_slice(bytes);
        }
        positions.add(&record);
    }
    positions
}

struct Verifier<'a, G: Game> {
    game: &'a G,
    library: &'a Library,
    job: &'a Job,
    workers: Workers<'a>,
    naming: Naming<'a, G::State>,
    ranking: Option<Ranking<'a, G::State>>,
    value: &'a (dyn Fn(&G::State, Player) -> i32 + Sync),
}

impl<G: Game> Verifier<'_, G> {
    fn run(&self, names: &[Vec<u8>], replies: &[Reply]) -> Result<Verified, Halt> {
        let count = names.len();
        let mut starts = Positions::new(self.naming.size + 1);
        let asked = |name: &[u8]| [name, &[ASK]].concat();
        for name in names {
            starts.add(&asked(name));
        }
        for name in replies.iter().flat_map(|reply| &reply.after) {
            starts.add(&asked(name));
        }
        let (game, draws) = (self.game, self.job.draws);
        let stops = Stops::ask(game, self.library, self.ranking, starts, &self.naming, self.job.most, self.workers)?;
        let secured = Secured::find(&stops, draws);
        let failures = failures::find(&stops, &secured, draws);
        let rows = self.rows(count, &stops, &secured, &failures)?;
        let asks = (0..stops.len()).filter(|&index| !stops.waits(index)).count();
        let mut verified = Verified { asked: asks, nodes: stops.nodes, ..Verified::default() };
        for index in 0..count {
            verified.records.extend(game.write(&(self.naming.read)(stops.name(index))));
        }
        let has_plan = |name: &[u8; 4]| {
            let index = stops.positions.find(&asked(name));
            index.is_some_and(|index| matches!(stops.verdicts[index], Verdict::Plan(..)))
        };
        for reply in replies {
            let won = !reply.lost_at_once && reply.after.iter().all(has_plan);
            verified.replies.push((won, reply.value));
        }
        self.explain(&rows, &stops, &failures, &mut verified)?;
        verified.rows = rows;
        Ok(verified)
    }

    fn rows(
        &self,
        count: usize,
        stops: &Stops,
        secured: &Secured,
        failures: &[Option<failures::Failure>],
    ) -> Result<Vec<Row>, Halt> {
        let hardest = secured.against(stops, |exit| exit.defence.is_best, true);
        let first = secured.against(stops, |exit| exit.defence.is_first, true);
        let kindest = secured.against(stops, |exit| exit.defence.is_best, false);
        let mut rows = Vec::with_capacity(count);
        for index in 0..count {
            let s = (self.naming.read)(stops.name(index));
            let value = (self.value)(&s, self.game.to_move(&s)?);
            let is_secured = secured.worst[index].is_some();
            let known = |length: u32| if is_secured { length as i32 } else { -1 };
            let (table, advice) = plan(stops.verdicts[index]);
            rows.push(Row {
                value,
                worst: known(secured.worst[index].unwrap_or(0)),
                hardest: known(hardest[index]),
                first: known(first[index]),
                kindest: known(kindest[index]),
                failure: failures[index].map_or(-1, |failure| failure.kind as i32),
                table,
                advice,
            });
        }
        Ok(rows)
    }

    /// Examples and blame, for positions that should be secured.
    fn explain(
        &self,
        rows: &[Row],
        stops: &Stops,
        failures: &[Option<failures::Failure>],
        verified: &mut Verified,
    ) -> Result<(), Halt> {
        let finder = Finder { game: self.game, library: self.library, naming: &self.naming, stops, failures };
        let counts = |row: &Row| !self.job.exact || row.value > 0 || (self.job.draws && row.value == 0);
        let failed = |index: &usize| failures[*index].filter(|_| counts(&rows[*index]));
        for &kind in Kind::ALL {
            let of_kind = (0..rows.len())
                .filter_map(|index| failed(&index).filter(|failure| failure.kind == kind).map(|failure| (index, failure)));
            let mut blamed = std::collections::BTreeMap::new();
            let mut nearest: Option<(u32, usize)> = None;
            for (index, failure) in of_kind {
                let (table, advice) = plan(stops.verdicts[failure.blamed as usize]);
                *blamed.entry((table, advice)).or_insert(0) += 1;
                if nearest.is_none_or(|(plies, _)| failure.plies < plies) {
                    nearest = Some((failure.plies, index));
                }
            }
            if let Some((_, index)) = nearest {
                verified.examples.push((kind, finder.example(index as u32)?));
            }
            verified.blamed.extend(blamed.into_iter().map(|((table, advice), number)| (kind, table, advice, number)));
        }
        Ok(())
    }
}

fn plan(verdict: Verdict) -> (i32, i32) {
    match verdict {
        Verdict::Plan(table, advice) => (table as i32, advice as i32),
        Verdict::NoRule | Verdict::NoAdvice | Verdict::Wait => (-1, -1),
    }
}
