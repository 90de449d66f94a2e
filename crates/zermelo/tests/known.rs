//! Known numbers, from the same file as the Python tests: tests/data/known.json.

mod common;

use std::collections::HashSet;
use std::sync::Arc;

use common::{TicTacToe, answer, connect, counts, job, number};
use zermelo::game::{Game, Outcome};
use zermelo::search::Filling;
use zermelo::search::control::Stop;
use zermelo::search::perft::perft;
use zermelo::search::transposition_table::TranspositionTable;

fn perfts<G: Game>(game: &G, root: &G::State, deepest: u32) -> Vec<u64> {
    (1..=deepest).map(|depth| perft(game, root, depth, &Stop::default()).unwrap()).collect()
}

#[test]
fn tictactoe_perft() {
    let (game, start) = TicTacToe::new();
    assert_eq!(perfts(&game, &start, 9), counts("perft", "tictactoe"));
    assert_eq!(perft(&game, &start, 0, &Stop::default()).unwrap(), 1);
}

#[test]
fn minimax_enters_every_node_of_tictactoe() {
    let (game, start) = TicTacToe::new();
    let report = answer(&game, &start, &job("minimax"));
    assert_eq!(report.nodes as i64, number("tictactoe", "minimax_nodes"));
    assert_eq!(report.found.score, Some(number("tictactoe", "value") as f64));
    assert!(report.exact);
}

#[test]
fn alphabeta_solves_tictactoe_with_fewer_nodes_and_with_a_table_with_fewer_still() {
    let (game, start) = TicTacToe::new();
    let plain = answer(&game, &start, &job("alphabeta"));
    let table = answer(
        &game,
        &start,
        &zermelo::search::control::Job {
            table: TranspositionTable::new(1 << 20, Filling::Sparse).map(Arc::new),
            ..job("alphabeta")
        },
    );
    assert_eq!((plain.found.score, table.found.score), (Some(0.0), Some(0.0)));
    assert!(table.nodes < plain.nodes && (plain.nodes as i64) < number("tictactoe", "minimax_nodes"));
}

#[test]
fn connect4_perft() {
    let (game, start) = connect(6, 7, 4);
    assert_eq!(perfts(&game, &game.read(&start), 7), counts("perft", "connect4")[..7]);
}

#[test]
fn connect4_positions_by_ply() {
    let (game, start) = connect(6, 7, 4);
    let mut layer = HashSet::from([start]);
    let mut found = Vec::new();
    for _ in 0..=6 {
        found.push(layer.len() as u64);
        layer = layer.iter().flat_map(|record| children(&game, record)).collect();
    }
    assert_eq!(found, counts("positions_by_ply", "connect4")[..7]);
}

fn children<G: Game>(game: &G, record: &[u8]) -> Vec<Vec<u8>> {
    let s = game.read(record);
    assert_eq!(game.write(&s), record, "a record is read and written without loss");
    let mut moves = Vec::new();
    game.choices(&s, &mut moves).unwrap();
    moves.into_iter().map(|choice| game.write(&game.after(&s, choice).unwrap())).collect()
}

/// Lines are found by shifting bits; here by walking the cells.
#[test]
fn connect_finds_the_lines_that_a_walk_finds() {
    for (rows, cols, line) in [(6, 7, 4), (4, 4, 3), (1, 5, 3), (7, 1, 2), (2, 20, 4), (8, 6, 5)] {
        let (game, start) = connect(rows, cols, line);
        let mut random = zermelo::search::random::Random::new(7);
        for _ in 0..200 {
            let mut s = game.read(&start);
            while game.outcome(&s).unwrap() == Outcome::Ongoing {
                let mut moves = Vec::new();
                game.moves(&s, &mut moves).unwrap();
                game.play(&mut s, moves[random.below(moves.len())]).unwrap();
                assert_eq!(game.outcome(&s).unwrap(), walked(&game.write(&s), rows, cols, line));
            }
        }
    }
}

fn walked(record: &[u8], rows: i64, cols: i64, line: i64) -> Outcome {
    let at = |row: i64, col: i64| {
        let inside = (0..rows).contains(&row) && (0..cols).contains(&col);
        if inside { record[(row * cols + col) as usize] } else { 0 }
    };
    for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
        for (up, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let stone = at(row, col);
            if stone != 0 && (0..line).all(|step| at(row + step * up, col + step * right) == stone) {
                return Outcome::Win(i32::from(stone) - 1);
            }
        }
    }
    if record[..(rows * cols) as usize].contains(&0) { Outcome::Ongoing } else { Outcome::Draw }
}
