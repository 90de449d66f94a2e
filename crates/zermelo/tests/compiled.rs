//! Compiled rules, played here by C functions in Rust: whatever they answer, the search survives it and names the rule.

mod common;

use common::{answer, facts, job, search};
use zermelo::compile::{Compiled, Evaluation, FAILED, Functions, IMPOSSIBLE, WINNER_SHIFT, Written};
use zermelo::game::{Facts, Game};
use zermelo::search::control::{Halt, Job};

/// A record of three bytes: how much is left, who is to move, and which rule goes wrong when two are left.
unsafe fn record<'a>(state: *const u8) -> &'a [u8] {
    // SAFETY: records have eight bytes.
    unsafe { std::slice::from_raw_parts(state, 8) }
}

unsafe extern "C" fn moves(state: *const u8, out: *mut i32) -> i32 {
    // SAFETY: the caller's record and its room for moves.
    let (s, out) = unsafe { (record(state), std::slice::from_raw_parts_mut(out, 4)) };
    let fault = if s[0] == 2 { s[2] } else { 0 };
    let (yielded, count) = match fault {
        1 => ([1, 2, 0, 0], FAILED),
        2 => ([2, 1, 0, 0], 2),
        3 => ([1, 1, 0, 0], 2),
        4 => ([0, 0, 0, 0], 0),
        _ => ([1, 2, 0, 0], i32::from(s[0].min(2))),
    };
    out.copy_from_slice(&yielded);
    count
}

unsafe extern "C" fn play(state: *mut u8, choice: i32) -> i32 {
    // SAFETY: the caller's record.
    let s = unsafe { std::slice::from_raw_parts_mut(state, 8) };
    if s[0] == 2 && s[2] == 6 {
        s[0] = 77; // what a failed move leaves behind must not show
        return FAILED;
    }
    s[0] -= choice as u8;
    s[1] = if s[0] == 2 && s[2] == 7 { 9 } else { 1 - s[1] };
    0
}

unsafe extern "C" fn winner(state: *const u8) -> i32 {
    // SAFETY: the caller's record.
    let s = unsafe { record(state) };
    match (s[0], s[2]) {
        (2, 8) => FAILED,
        (2, 9) => 5 + WINNER_SHIFT,
        (0, _) => i32::from(1 - s[1]) + WINNER_SHIFT,
        _ => -2 + WINNER_SHIFT,
    }
}

unsafe extern "C" fn evaluate(state: *const u8, player: i32, out: *mut f64) -> i32 {
    // SAFETY: the caller's record and its number.
    let (s, out) = unsafe { (record(state), &mut *out) };
    *out = match (s[0], s[2]) {
        (2, 10) => f64::NAN,
        (2, 11) => f64::INFINITY,
        (2, 12) => return FAILED,
        _ => f64::from(s[0]) * if player == 0 { 1.0 } else { -1.0 },
    };
    0
}

fn functions() -> Functions {
    Functions {
        moves,
        play,
        winner: Some(winner),
        over: None,
        utility: None,
        to_move: None,
        chances: None,
        evaluation: Evaluation::Whole(evaluate),
        noisy: None,
        exchange: None,
        threatened: None,
        forced: None,
        at_most: None,
        plies_left: None,
        hide: None,
        guess: None,
        order: None,
        playout: None,
        key: None,
        written: Written::default(),
    }
}

fn countdown() -> Compiled<64> {
    let facts = Facts { max_moves: 4, ..facts(1.0, &[("left", 1, 1), ("turn", 1, 1), ("fault", 1, 1)]) };
    // SAFETY: the functions are those of this game and write at most four moves.
    unsafe { Compiled::new(facts, functions(), None) }
}

#[test]
fn rules_behind_pointers_are_searched() {
    let game = countdown();
    for (left, value) in [(3, -1.0), (4, 1.0), (5, 1.0), (6, -1.0)] {
        let report = answer(&game, &game.read(&[left, 0, 0, 0, 0, 0, 0, 0]), &job("alphabeta"));
        assert_eq!(report.found.score.unwrap().signum(), value);
    }
}

#[test]
fn every_fault_names_its_rule_and_the_state_it_was_asked_about() {
    let game = countdown();
    let table: [(u8, &str, i32); 11] = [
        (1, "moves", FAILED),
        (2, "moves", IMPOSSIBLE),
        (3, "moves", IMPOSSIBLE),
        (4, "moves", IMPOSSIBLE),
        (6, "play", FAILED),
        (7, "to_move", IMPOSSIBLE),
        (8, "winner", FAILED),
        (9, "winner", FAILED),
        (10, "evaluate", IMPOSSIBLE),
        (11, "evaluate", IMPOSSIBLE),
        (12, "evaluate", FAILED),
    ];
    for algorithm in ["minimax", "alphabeta"] {
        for (fault, rule, code) in table {
            let depth = (rule == "evaluate").then_some(2);
            let end = search(&game, &game.read(&[4, 0, fault, 0, 0, 0, 0, 0]), &Job { depth, ..job(algorithm) });
            let Err(Halt::Rule(found)) = end else { panic!("fault {fault} went unnoticed") };
            assert_eq!((found.rule, found.code, found.state[0]), (rule, code, 2), "fault {fault}");
        }
    }
}

/// Yields what is left, and the player; only one number when two are left and the fault is 13.
unsafe extern "C" fn features(state: *const u8, player: i32, out: *mut f64) -> i32 {
    // SAFETY: the caller's record and its room for two numbers.
    let (s, out) = unsafe { (record(state), std::slice::from_raw_parts_mut(out, 2)) };
    out.copy_from_slice(&[f64::from(s[0]), f64::from(player)]);
    if (s[0], s[2]) == (2, 13) { 1 } else { 2 }
}

#[test]
fn features_are_weighed_and_seen_from_one_player() {
    let fields = [("left", 1, 1), ("turn", 1, 1), ("fault", 1, 1)];
    for (viewpoint, expected) in [(None, [8.0, 8.5]), (Some(0), [8.0, -8.0]), (Some(1), [-8.5, 8.5])] {
        let facts = Facts { max_moves: 4, weights: vec![2.0, 0.5], viewpoint, ..facts(1.0, &fields) };
        let functions = Functions { evaluation: Evaluation::Features(features), ..functions() };
        // SAFETY: the functions are those of this game and write at most four moves and two features.
        let game: Compiled<64> = unsafe { Compiled::new(facts, functions, None) };
        let s = game.read(&[4, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!([0, 1].map(|player| game.evaluate(&s, player).unwrap()), expected);
        let fault = game.evaluate(&game.read(&[2, 0, 13, 0, 0, 0, 0, 0]), 0).unwrap_err();
        assert_eq!((fault.rule, fault.code), ("evaluate", FAILED));
    }
}

#[test]
fn a_game_that_fits_no_buffer_is_refused() {
    let large = Facts { size: 65, ..countdown().facts().clone() };
    // SAFETY: it is never asked anything.
    let made = std::panic::catch_unwind(|| unsafe { Compiled::<64>::new(large, functions(), None) });
    assert!(made.is_err());
}
