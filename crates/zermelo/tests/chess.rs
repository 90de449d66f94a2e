//! What the rules of chess promise in Rust: known numbers, records without loss, and no panic whatever a record holds.

mod common;

use std::collections::HashMap;

use common::{counts, facts};
use zermelo::game::{Game, Outcome};
use zermelo::games::chess::Chess;
use zermelo::search::control::Stop;
use zermelo::search::perft::perft;
use zermelo::search::random::Random;

const BACK_RANK: [u8; 8] = [4, 2, 3, 5, 6, 3, 2, 4];
const FIELDS: [(&str, usize, usize); 6] =
    [("board", 1, 64), ("castling", 1, 1), ("passant", 1, 1), ("clock", 2, 1), ("number", 2, 1), ("turn", 1, 1)];
const TURN: usize = 70;

/// The game and its start, with the record that `games/chess.py` declares.
fn chess() -> (Chess, Vec<u8>) {
    let game = Chess::new(&HashMap::new(), facts(1.0, &FIELDS), None).unwrap();
    let mut record = vec![0; game.facts().size];
    for (file, piece) in BACK_RANK.into_iter().enumerate() {
        (record[file], record[8 + file]) = (piece, 1);
        (record[48 + file], record[56 + file]) = (1_u8.wrapping_neg(), piece.wrapping_neg());
    }
    (record[64], record[65], record[68]) = (15, 255, 1);
    (game, record)
}

/// Records of random games, of two hundred plies at most.
fn walk(game: &Chess, start: &[u8], games: u32) -> Vec<Vec<u8>> {
    let mut random = Random::new(3);
    let mut found = Vec::new();
    for _ in 0..games {
        let mut s = game.read(start);
        let mut moves = Vec::new();
        for _ in 0..200 {
            found.push(game.write(&s));
            moves.clear();
            game.choices(&s, &mut moves).unwrap();
            if moves.is_empty() {
                break;
            }
            s = game.after(&s, moves[random.below(moves.len())]).unwrap();
        }
    }
    found
}

#[test]
fn perft_of_the_start() {
    let (game, start) = chess();
    let found: Vec<u64> = (1..=4).map(|depth| perft(&game, &game.read(&start), depth, &Stop::default()).unwrap()).collect();
    assert_eq!(found, counts("perft", "chess")[..4]);
}

#[test]
fn records_are_read_and_written_without_loss() {
    let (game, start) = chess();
    for record in walk(&game, &start, 100) {
        assert_eq!(game.write(&game.read(&record)), record);
    }
}

#[test]
fn moves_are_ascending_and_counted_as_they_are_listed() {
    let (game, start) = chess();
    for record in walk(&game, &start, 100) {
        let (s, mut moves) = (game.read(&record), Vec::new());
        game.choices(&s, &mut moves).unwrap();
        assert!(moves.is_sorted_by(|left, right| left < right));
        assert_eq!(game.count(&s, &mut Vec::new()).unwrap(), moves.len() as u64);
        assert_eq!(moves.is_empty(), game.outcome(&s).unwrap() != Outcome::Ongoing);
    }
}

/// Whatever is not listed is refused, and what is refused leaves the position alone.
#[test]
fn only_listed_moves_can_be_played() {
    let (game, start) = chess();
    for record in walk(&game, &start, 3).into_iter().step_by(60) {
        let (s, mut moves) = (game.read(&record), Vec::new());
        game.moves(&s, &mut moves).unwrap();
        for choice in -1..=(1 << 15) {
            let mut child = s.clone();
            let played = game.play(&mut child, choice).is_ok();
            assert_eq!(played, moves.binary_search(&choice).is_ok(), "{choice} {record:?}");
            assert!(played || game.write(&child) == record);
        }
    }
}

/// The turn is passed in place; a record with the other player on turn must come to the same.
#[test]
fn passing_is_what_the_record_says() {
    let (game, start) = chess();
    for record in walk(&game, &start, 100) {
        let (s, mut turned) = (game.read(&record), record.clone());
        turned[TURN] ^= 1;
        let (expected, mut passed) = (game.read(&turned), s.clone());
        game.set_turn(&mut passed, i32::from(turned[TURN]));
        assert_eq!(game.key(&passed).unwrap(), game.key(&expected).unwrap());
        assert_eq!(game.outcome(&passed).unwrap(), game.outcome(&expected).unwrap());
        let (mut left, mut right) = (Vec::new(), Vec::new());
        game.moves(&passed, &mut left).unwrap();
        game.moves(&expected, &mut right).unwrap();
        assert_eq!(left, right);
        game.set_turn(&mut passed, i32::from(record[TURN]));
        assert_eq!(game.to_move(&passed).unwrap(), game.to_move(&s).unwrap());
    }
}

/// Records that are anything at all: each is a game that goes on with moves, or one that is over, and no rule fails.
#[test]
fn no_record_is_too_odd() {
    let (game, start) = chess();
    let mut random = Random::new(11);
    let records = walk(&game, &start, 100);
    let mut ongoing = 0;
    for round in 0..10_000 {
        let mut record = records[random.below(records.len())].clone();
        for _ in 0..random.below(4) + usize::from(round % 100 == 0) * 500 {
            let (at, value) = (random.below(record.len()), random.below(15) as u8);
            record[at] = if random.below(8) == 0 { random.below(256) as u8 } else { value.wrapping_sub(7) };
        }
        let (s, mut moves) = (game.read(&record), Vec::new());
        game.choices(&s, &mut moves).unwrap();
        let outcome = game.outcome(&s).unwrap();
        assert_eq!(moves.is_empty(), outcome != Outcome::Ongoing);
        ongoing += u32::from(outcome == Outcome::Ongoing);
        assert_eq!(game.evaluate(&s, 0).unwrap(), -game.evaluate(&s, 1).unwrap());
        let _ = (game.key(&s).unwrap(), game.write(&s), game.to_move(&s).unwrap());
        for choice in moves {
            let mut child = game.after(&s, choice).unwrap();
            let _ = (game.noisy(&s, choice).unwrap(), game.order(&s, choice).unwrap(), game.outcome(&child).unwrap());
            let player = game.to_move(&child).unwrap();
            game.set_turn(&mut child, 1 - player);
            let _ = (game.outcome(&child).unwrap(), game.key(&child).unwrap());
        }
    }
    assert!(ongoing > 500, "most of the records should be odd, but not all");
}
