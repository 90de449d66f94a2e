//! What the searches promise, on a game made of noise: agreement, limits, and a table that only saves work.

mod common;

use std::sync::Arc;

use common::{Thicket, answer, job, search, search_until};
use zermelo::search::Filling;
use zermelo::search::control::{Halt, Job, Reason, Stop};
use zermelo::search::montecarlo::options::FinalMove;
use zermelo::search::options::{Options, Orderings, Pruning, Value};
use zermelo::search::score::{self, UNLIMITED, WIN};
use zermelo::search::transposition_table::{Bound, Entry, TranspositionTable};

fn table(size: usize) -> Option<Arc<TranspositionTable>> {
    (size > 0).then(|| Arc::new(TranspositionTable::new(size, Filling::Sparse).unwrap()))
}

/// The job with these techniques switched on.
fn with(techniques: &[&str], mut job: Job) -> Job {
    for name in techniques {
        job.set(name, &Value::Bool(true)).unwrap();
    }
    job
}

const ORDERED: Orderings =
    Orderings { pv: true, exchange: false, order: true, killers: true, replies: false, history: true, ads: false };
const DEPTHS: [Option<u32>; 6] = [Some(1), Some(2), Some(3), Some(4), Some(5), None];

#[test]
fn alphabeta_gives_the_move_the_value_and_the_line_of_minimax() {
    let game = Thicket::new(Some(6));
    for (seed, depth) in (0..200).flat_map(|seed| DEPTHS.map(|depth| (seed, depth))) {
        let root = Thicket::seeded(seed);
        let plain = answer(&game, &root, &Job { depth, ..job("minimax") });
        let clever = answer(&game, &root, &Job { depth, ..job("alphabeta") });
        assert_eq!(clever.found.score, plain.found.score, "seed {seed}, depth {depth:?}");
        assert_eq!(clever.found.line, plain.found.line);
        assert_eq!(clever.found.choice, clever.found.line[0]);
        assert!(clever.nodes <= plain.nodes);
    }
}

#[test]
fn a_table_of_any_size_changes_no_value() {
    let game = Thicket::new(Some(6));
    let mut saved = 0;
    for (seed, depth) in (0..200).flat_map(|seed| DEPTHS.map(|depth| (seed, depth))) {
        let root = Thicket::seeded(seed);
        let plain = answer(&game, &root, &Job { depth, ..job("alphabeta") });
        for size in [1, 500, 1 << 16] {
            let report = answer(&game, &root, &Job { depth, table: table(size), ..job("alphabeta") });
            assert_eq!(report.found.score, plain.found.score, "seed {seed}, depth {depth:?}, {size} bytes");
            saved += u32::from(report.nodes < plain.nodes);
        }
    }
    assert!(saved > 100, "thickets are meant to have transpositions");
}

#[test]
fn no_technique_changes_a_value() {
    let game = Thicket::new(Some(6));
    let ordered = Options { ordering: ORDERED, ..Options::default() };
    let techniques: [(bool, &[&str], usize); 5] = [
        (false, &[], 0),
        (true, &[], 0),
        (false, &["aspiration"], 1 << 16),
        (false, &["mtdf"], 1 << 16),
        (true, &["aspiration", "inner_deepening"], 1 << 16),
    ];
    for (seed, depth) in (0..100).flat_map(|seed| DEPTHS.map(|depth| (seed, depth))) {
        let root = Thicket::seeded(seed);
        let plain = answer(&game, &root, &Job { depth, ..job("minimax") });
        for (pvs, names, size) in techniques {
            let options = Options { pvs, deepening: depth.is_some(), ..ordered };
            let asked = with(names, Job { depth, options, table: table(size), ..job("alphabeta") });
            assert_eq!(answer(&game, &root, &asked).found.score, plain.found.score, "seed {seed}, {:?}", asked.techniques);
        }
    }
}

/// Lines of quiescence search go beyond the depth limit; what continues them must not count below zero.
#[test]
fn quiescence_and_a_table_go_together() {
    let game = Thicket::new(Some(9));
    for (seed, depth) in (0..100).flat_map(|seed| [1, 2, 3].map(|depth| (seed, Some(depth)))) {
        let root = Thicket::seeded(seed);
        let plain = answer(&game, &root, &with(&["quiescence"], Job { depth, ..job("alphabeta") }));
        let asked = with(&["quiescence"], Job { depth, table: table(1 << 16), ..job("alphabeta") });
        let table = answer(&game, &root, &asked);
        assert_eq!(table.found.score, plain.found.score, "seed {seed}, depth {depth:?}");
    }
}

#[test]
fn nodes_are_counted_and_kept_exactly() {
    let game = Thicket::new(Some(6));
    let root = Thicket::seeded(3);
    let full = answer(&game, &root, &job("minimax")).nodes;
    for nodes in 1..full {
        let report = answer(&game, &root, &Job { nodes: Some(nodes), ..job("minimax") });
        assert_eq!((report.nodes, report.stopped, report.exact), (nodes, Some(Reason::Nodes), false));
    }
    let report = answer(&game, &root, &Job { nodes: Some(full), ..job("minimax") });
    assert_eq!((report.nodes, report.stopped, report.exact), (full, None, true));
}

#[test]
fn deepening_reports_every_depth_and_ends_when_all_is_seen() {
    let game = Thicket::new(Some(6));
    for seed in 0..50 {
        let root = Thicket::seeded(seed);
        let reports =
            search(&game, &root, &Job { options: Options { deepening: true, ..Options::default() }, ..job("alphabeta") })
                .unwrap();
        for (index, report) in reports.iter().enumerate() {
            assert_eq!(report.depth, Some(index as u32 + 1));
            let alone = answer(&game, &root, &Job { depth: report.depth, ..job("minimax") });
            assert_eq!(report.found.score, alone.found.score);
        }
        assert!(reports.len() <= 7 && reports.last().unwrap().exact);
    }
}

#[test]
fn a_stop_that_was_given_before_the_start_leaves_a_legal_move() {
    let stop = Stop::default();
    stop.now(Reason::Interrupt);
    stop.now(Reason::Stop); // the first reason stays
    let reports = search_until(&Thicket::new(Some(6)), &Thicket::seeded(1), &job("alphabeta"), stop).unwrap();
    let report = reports.last().unwrap();
    assert_eq!((report.stopped, report.found.score, report.found.choice), (Some(Reason::Interrupt), None, 0));
}

#[test]
fn a_game_without_end_is_too_deep() {
    let work = || {
        for algorithm in ["minimax", "alphabeta"] {
            let end = search(&Thicket::new(None), &Thicket::seeded(1), &job(algorithm));
            assert!(matches!(end, Err(Halt::TooDeep)));
        }
    };
    std::thread::Builder::new().stack_size(256 << 20).spawn(work).unwrap().join().unwrap();
}

#[test]
fn scores_survive_the_table() {
    for score in [WIN - 3.0, 3.0 - WIN, 0.5, -7.0, 1e8, -1e8] {
        for ply in [0, 1, 100] {
            assert_eq!(score::from_table(score::to_table(score, ply), ply), score);
        }
    }
    assert_eq!(score::to_table(WIN - 7.0, 4), WIN - 3.0);
    assert_eq!(score::from_table(3.0 - WIN, 4), 7.0 - WIN);
}

#[test]
fn sooner_wins_are_better_and_later_losses() {
    assert!(score::terminal(1.0, 1.0, 3) > score::terminal(1.0, 1.0, 5));
    assert!(score::terminal(-1.0, 1.0, 3) < score::terminal(-1.0, 1.0, 5));
    assert_eq!(score::terminal(0.5, 1.0, 3), 0.5);
}

fn entry(score: f64, depth: u32, bound: Bound) -> Entry {
    Entry { choice: 7, score, depth, bound, is_final: false }
}

#[test]
fn a_table_gives_back_what_it_was_given() {
    let table = TranspositionTable::new(1 << 12, Filling::Sparse).unwrap();
    let deepest = Entry { choice: i32::MAX, score: -0.25, depth: UNLIMITED, bound: Bound::Upper, is_final: true };
    table.store(42, deepest, 1);
    assert_eq!(table.probe(42), Some(deepest));
    assert_eq!(table.probe(43), None);
    table.store(43, entry(1.0, 5, Bound::Lower), 1);
    assert_eq!((table.probe(42), table.probe(43)), (Some(deepest), Some(entry(1.0, 5, Bound::Lower))));
}

#[test]
fn a_table_keeps_the_deeper_result_and_the_exact_one() {
    let table = TranspositionTable::new(1 << 12, Filling::Sparse).unwrap();
    let steps = [
        (entry(1.0, 5, Bound::Lower), entry(1.0, 5, Bound::Lower)),
        (entry(2.0, 4, Bound::Exact), entry(1.0, 5, Bound::Lower)),
        (entry(3.0, 5, Bound::Upper), entry(3.0, 5, Bound::Upper)),
        (entry(4.0, 5, Bound::Exact), entry(4.0, 5, Bound::Exact)),
        (entry(5.0, 5, Bound::Lower), entry(4.0, 5, Bound::Exact)),
        (entry(6.0, 6, Bound::Lower), entry(6.0, 6, Bound::Lower)),
    ];
    for (stored, kept) in steps {
        table.store(9, stored, 1);
        assert_eq!(table.probe(9), Some(kept));
    }
}

#[test]
fn a_full_table_forgets_the_shallowest() {
    let table = TranspositionTable::new(1, Filling::Sparse).unwrap(); // one cluster of four
    for key in 1..=4 {
        table.store(key, entry(0.0, 10 + key as u32, Bound::Exact), 1);
    }
    table.store(5, entry(0.0, 1, Bound::Exact), 1);
    assert_eq!((1..=5).filter(|&key| table.probe(key).is_some()).collect::<Vec<_>>(), [2, 3, 4, 5]);
    table.store(6, entry(0.0, 30, Bound::Exact), 1);
    assert_eq!((1..=6).filter(|&key| table.probe(key).is_some()).collect::<Vec<_>>(), [2, 3, 4, 6]);
}

#[test]
fn what_is_old_is_forgotten_before_what_is_shallow() {
    let table = TranspositionTable::new(1, Filling::Sparse).unwrap();
    for key in 1..=4 {
        table.store(key, entry(0.0, 10, Bound::Exact), 1);
    }
    table.age();
    table.store(1, entry(0.0, 11, Bound::Exact), 1);
    table.store(5, entry(0.0, 3, Bound::Exact), 1);
    table.store(6, entry(0.0, 3, Bound::Exact), 1);
    assert_eq!((1..=6).filter(|&key| table.probe(key).is_some()).collect::<Vec<_>>(), [1, 4, 5, 6]);
}

#[test]
fn an_entry_answers_for_its_own_depth_and_a_final_one_for_more() {
    let guess = entry(3.0, 5, Bound::Exact);
    assert_eq!([4, 5, 6].map(|depth| guess.answers(depth, true)), [false, true, false]);
    assert_eq!([4, 5, 6].map(|depth| guess.answers(depth, false)), [true, true, false]);
    let draw = Entry { is_final: true, ..entry(0.0, 5, Bound::Exact) };
    assert_eq!([4, 5, 6].map(|depth| draw.answers(depth, true)), [false, true, true]);
    let win = Entry { is_final: true, ..entry(WIN - 3.0, 5, Bound::Exact) };
    assert_eq!([2, 3, 5, 6].map(|depth| win.answers(depth, true)), [false, true, true, true]);
}

#[test]
fn threads_agree_with_one_thread() {
    let game = Thicket::new(Some(6));
    let options = Options { ordering: ORDERED, pvs: true, threads: 3, ..Options::default() };
    for (seed, depth) in (0..60).flat_map(|seed| DEPTHS.map(|depth| (seed, depth))) {
        let root = Thicket::seeded(seed);
        let plain = answer(&game, &root, &Job { depth, ..job("minimax") });
        let asked = Job { depth, options, table: table(1 << 16), ..job("alphabeta") };
        assert_eq!(answer(&game, &root, &asked).found.score, plain.found.score, "seed {seed}, depth {depth:?}");
    }
}

#[test]
fn a_table_beyond_all_memory_is_none() {
    for bytes in [usize::MAX, usize::MAX / 4] {
        assert!(std::hint::black_box(TranspositionTable::new(bytes, Filling::Sparse)).is_none()); // or else the compiler spares itself the attempt
    }
}

#[test]
fn options_are_set_by_name_and_have_types() {
    let text = |text: &str| Value::Text(text.into());
    let mut job = job("alphabeta");
    for (name, value) in [
        ("pruning", text("star2.5")),
        ("ordering", text("pv+ads")),
        ("ads", text("move_ahead_3")),
        ("threat", text("")),
        ("exact", Value::Bool(false)),
        ("lines", Value::Int(3)),
        ("exploration", Value::Int(2)),
        ("final", text("value")),
        ("threads", Value::Int(2)),
    ] {
        job.set(name, &value).unwrap();
    }
    assert_eq!((job.options.pruning, job.options.exact, job.options.lines), (Pruning::Star25, false, 3));
    assert!(job.options.ordering.pv && job.options.ordering.ads && !job.options.ordering.history);
    assert_eq!((job.sampling.general.exploration, job.sampling.general.r#final), (2.0, FinalMove::Value));
    assert_eq!((job.options.threads, job.sampling.general.threads), (2, 2));
    assert_eq!(job.set("explore", &Value::Int(1)).unwrap_err(), "unknown option `explore`");
    for (name, value, expected) in [
        ("pvs", Value::Int(1), "True or False"),
        ("exploration", Value::Bool(true), "a number"),
        ("lines", Value::Int(-1), "a whole number"),
        ("ties", text("last"), "one of first, paranoid, average"),
        ("ordering", text("pv+kilers"), "names of orderings"),
        ("threat", text("move_ahead_100"), "move_ahead_k with k from 1 to 99"),
    ] {
        let message = job.set(name, &value).unwrap_err();
        assert!(message.starts_with(&format!("option `{name}` must be ")) && message.contains(expected), "{message}");
    }
}

#[test]
fn an_unknown_algorithm_is_an_error() {
    let halt = search(&Thicket::new(Some(6)), &Thicket::seeded(1), &job("alphabeat")).unwrap_err();
    assert!(matches!(halt, Halt::UnknownAlgorithm(name) if name == "alphabeat"));
}
