//! How the positions of endings are numbered and what the endings are called, against numbers that others have found.

use zermelo::tablebases::checkers::board::{BOARD, Board, LAST, gather, spread, turned};
use zermelo::tablebases::checkers::index::Slice;
use zermelo::tablebases::checkers::material::Material as Draughts;
use zermelo::tablebases::chess::material::Material as Chess;
use zermelo::tablebases::family::AnyMaterial;

fn perft(board: &Board, depth: u32) -> u64 {
    let mut after = Vec::new();
    board.captures(&mut after);
    if after.is_empty() {
        let mut steps = Vec::new();
        board.steps(&mut steps);
        after.extend(steps.into_iter().map(|(next, _)| next));
    }
    if depth == 1 { after.len() as u64 } else { after.iter().map(|next| perft(next, depth - 1)).sum() }
}

#[test]
fn move_sequences_from_the_start_are_as_many_as_published() {
    let start = Board { men: spread(0xFFF), kings: 0, their_men: spread(0xFFF << 20), their_kings: 0 };
    let published = [7, 49, 302, 1469, 7361, 36768, 179_740, 845_931];
    for (depth, number) in (1..).zip(published) {
        assert_eq!(perft(&start, depth), number, "depth {depth}");
    }
}

#[test]
fn sets_are_read_as_they_were_written() {
    assert_eq!(spread(u32::MAX), BOARD);
    assert_eq!(spread(0xF << 28), LAST);
    for square in 0..32 {
        assert_eq!(gather(spread(1 << square)), 1 << square);
        assert_eq!(turned(spread(1 << square)), spread(1 << (31 - square)));
    }
}

#[test]
fn every_number_has_its_position() {
    for counts in [[0, 1, 0, 1], [1, 0, 1, 0], [2, 1, 1, 0], [1, 1, 2, 0], [0, 2, 2, 0], [3, 0, 1, 0], [2, 0, 2, 0]] {
        let slice = Slice::new(counts);
        for index in 0..slice.size() {
            let board = slice.board(index);
            assert_eq!(slice.index(&board), index, "{counts:?}");
            let sets = [board.men, board.kings, board.their_men, board.their_kings];
            assert_eq!(sets.map(|set| set.count_ones() as usize), counts);
            assert_eq!(sets.iter().fold(0, |all, set| all | set).count_ones() as usize, counts.iter().sum());
            assert_eq!(gather(board.men) & 0xF << 28, 0);
            assert_eq!(gather(board.their_men) & 0xF, 0);
        }
    }
}

#[test]
fn there_are_as_many_positions_as_published() {
    // All pieces of either colour; those with one colour only are no endings but were counted.
    for (pieces, number) in [(2, 6972_u64), (3, 261_224), (4, 7_092_774), (5, 148_688_232), (6, 2_503_611_964)] {
        let mut total = 0;
        for men in 0..=pieces {
            for kings in 0..=pieces - men {
                for theirs in 0..=pieces - men - kings {
                    total += Slice::new([men, kings, theirs, pieces - men - kings - theirs]).size();
                }
            }
        }
        assert_eq!(total, number);
    }
}

#[test]
fn names_of_checkers_are_read_as_they_are_written() {
    for pieces in 2..=6 {
        for material in Draughts::all(pieces) {
            assert_eq!(Draughts::named(&material.to_string()), Some(material));
        }
    }
    assert_eq!(Draughts::named("mkvk"), Draughts::named("KMvK"));
    assert_eq!(Draughts::named("KvKK"), Draughts::named("KKvK"));
    for name in ["", "K", "Kv", "vK", "KQvK", "KvKvK", "KKKKvKKKKK"] {
        assert_eq!(Draughts::named(name), None, "{name}");
    }
}

#[test]
fn exits_of_checkers_come_before() {
    let order: Vec<_> = (2..=5).flat_map(Draughts::all).collect();
    assert_eq!(order.iter().filter(|each| each.pieces() <= 4).count(), 3 + 6 + 14);
    for (at, material) in order.iter().enumerate() {
        for exit in material.exits() {
            assert!(order[..at].contains(&exit), "{material} before {exit}");
        }
    }
}

#[test]
fn names_of_chess_are_read_as_they_are_written() {
    assert_eq!((Chess::all(3).len(), Chess::all(4).len()), (3, 30));
    for material in (3..=4).flat_map(Chess::all) {
        assert_eq!(Chess::named(&material.to_string()), Some(material));
    }
    for (name, usual) in [("KKR", "KRK"), ("knkr", "KRKN"), ("KNBK", "KBNK"), ("KRvKN", "KRKN"), ("KPKQ", "KQKP")] {
        assert_eq!(Chess::named(name).unwrap().to_string(), usual);
    }
    for name in ["", "K", "RK", "KRRRK", "KXK", "KKK", "QKK"] {
        assert_eq!(Chess::named(name), None, "{name}");
    }
}

#[test]
fn exits_of_chess_are_what_is_left() {
    let names = |name: &str| {
        let mut names: Vec<String> = Chess::named(name).unwrap().exits().iter().map(ToString::to_string).collect();
        names.sort();
        names
    };
    assert_eq!(names("KRKN"), ["KNK", "KRK"]);
    assert_eq!(names("KPK"), ["KBK", "KK", "KNK", "KQK", "KRK"]);
    assert_eq!(names("KPKP"), ["KBK", "KBKP", "KNK", "KNKP", "KPK", "KQK", "KQKP", "KRK", "KRKP"]);
}
