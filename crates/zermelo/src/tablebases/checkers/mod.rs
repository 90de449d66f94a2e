//! Endings of checkers, or English draughts: forced captures, men crowned on the far side, and a player who cannot move has lost.
//!
//! A tablebase holds an ending with either side to move: first all positions with the stronger side to move, then the others. If
//! both sides have the same pieces, the first half is enough, because the board is turned so that the side to move goes down it.
//! Draws by lack of progress are not considered.

pub mod board;
pub mod index;
pub mod material;

use std::sync::Arc;

use crate::game::read_int;
use crate::tablebases::checkers::board::{Board, turned};
use crate::tablebases::checkers::index::Slice;
use crate::tablebases::checkers::material::{Army, Material};
use crate::tablebases::{Answer, AnyMaterial, AnyNumbers, DRAW, Ending, Exits, Family, Loaded, Seen, TablebaseError, Verdict};

/// Bytes of the game's record.
const RECORD: usize = 32;

/// The numbering of an ending's positions.
#[derive(Clone, Debug)]
pub struct Numbers {
    material: Material,
    strong: Slice,
    weak: Slice,
}

impl Numbers {
    fn is_even(&self) -> bool {
        self.material.strong == self.material.weak
    }

    #[inline]
    fn board(&self, index: u64) -> Board {
        match index.checked_sub(self.strong.size()) {
            None => self.strong.board(index),
            Some(rest) => self.weak.board(rest),
        }
    }
}

impl AnyNumbers for Numbers {
    type Material = Material;
    type Position = Board;

    fn new(material: Material) -> Self {
        let slice = |one: Army, other: Army| Slice::new([one.men, one.kings, other.men, other.kings]);
        let Material { strong, weak } = material;
        Self { material, strong: slice(strong, weak), weak: slice(weak, strong) }
    }

    fn size(&self) -> u64 {
        self.strong.size() + if self.is_even() { 0 } else { self.weak.size() }
    }

    #[inline]
    fn index(&self, board: &Board) -> Option<u64> {
        let (men, kings) = (board.men.count_ones() as usize, board.kings.count_ones() as usize);
        Some(if (Army { men, kings }) == self.material.strong {
            self.strong.index(board)
        } else {
            self.strong.size() + self.weak.index(board)
        })
    }
}

/// An ending of checkers with the tablebases to which it leads.
pub struct Draughts {
    numbers: Numbers,
    /// By the pieces of the side to move and of the other.
    exits: Vec<Option<Arc<(Numbers, Loaded)>>>,
}

impl Draughts {
    /// The value of a position of a smaller ending.
    #[inline]
    fn exit(&self, board: &Board) -> Verdict {
        if board.men | board.kings == 0 {
            return Verdict { outcome: -1, plies: 0 };
        }
        let sets = [board.men, board.kings, board.their_men, board.their_kings];
        let table = &self.exits[key(sets.map(|set| set.count_ones() as usize))];
        // All exits were loaded, and every number has a position, so there is always an answer.
        table.as_ref().and_then(|table| table.1.verdict(table.0.index(board)?)).unwrap_or(DRAW)
    }
}

const KEYS: usize = (material::MOST + 1).pow(4);

/// A number for men and kings of the side to move and of the other.
#[inline]
fn key(counts: [usize; 4]) -> usize {
    counts.into_iter().fold(0, |key, count| key * (material::MOST + 1) + count)
}

impl Ending for Draughts {
    type Material = Material;

    fn new(material: Material, load: &mut dyn FnMut(Material) -> Answer<Loaded>) -> Answer<Self> {
        let mut exits = vec![None; KEYS];
        for exit in material.exits() {
            let table = Arc::new((Numbers::new(exit), load(exit)?));
            for (mine, yours) in [(exit.strong, exit.weak), (exit.weak, exit.strong)] {
                exits[key([mine.men, mine.kings, yours.men, yours.kings])] = Some(table.clone());
            }
        }
        Ok(Self { numbers: Numbers::new(material), exits })
    }

    fn size(&self) -> u64 {
        self.numbers.size()
    }

    fn look(&self, index: u64, quiet: &mut Vec<u64>) -> Option<Exits> {
        let board = self.numbers.board(index);
        let mut exits = Exits::default();
        if board.jumpers() != 0 {
            let mut after = Vec::with_capacity(8);
            board.captures(&mut after);
            after.iter().for_each(|next| exits.add(self.exit(next)));
            return Some(exits);
        }
        let mut after = Vec::with_capacity(16);
        board.steps(&mut after);
        for (next, crowned) in &after {
            if *crowned {
                exits.add(self.exit(next));
            } else {
                quiet.extend(self.numbers.index(next));
            }
        }
        Some(exits)
    }

    fn before(&self, index: u64, out: &mut Vec<u64>) {
        let mut boards = Vec::with_capacity(16);
        self.numbers.board(index).unsteps(&mut boards);
        out.extend(boards.iter().filter_map(|board| self.numbers.index(board)));
    }

    fn sides(&self) -> Vec<String> {
        let Material { strong, weak } = self.numbers.material;
        if self.numbers.is_even() { vec![strong.to_string()] } else { vec![strong.to_string(), weak.to_string()] }
    }

    fn side(&self, index: u64) -> usize {
        usize::from(index >= self.numbers.strong.size())
    }

    fn weight(&self, _: u64) -> u64 {
        1
    }
}

/// The endings of checkers, with a first player who goes down the board, or up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Checkers {
    /// Whether the first player goes up the board.
    pub upwards: bool,
}

impl Family for Checkers {
    type Material = Material;
    type Position = Board;
    type Numbers = Numbers;
    type Ending = Draughts;
    const GAME: &'static str = "checkers";
    const MOST: usize = material::MOST;

    fn named(name: &str) -> Answer<Material> {
        let refusal = || format!("`{name}` is not an ending of checkers; write kings and men, such as KKvK or KMvMM, 8 at most");
        Material::named(name).ok_or_else(|| TablebaseError::Unknown(refusal()))
    }

    fn read(&self, record: &[u8]) -> Option<Seen<Material, Board>> {
        if record.len() != RECORD {
            return None;
        }
        let set = |at: usize| read_int(&record[at..at + 8]) as u64 & board::BOARD;
        let turn = usize::from(record[26] == 1);
        let (mine, yours, kings) = (set(8 * turn), set(8 - 8 * turn), set(16));
        let seen = |set: u64| if (turn == 0) == self.upwards { turned(set) } else { set };
        let (men, their_men) = (seen(mine & !kings), seen(yours & !kings));
        let position = Board { men, kings: seen(mine & kings), their_men, their_kings: seen(yours & kings) };
        let clock = read_int(&record[24..26]).max(0) as u32;
        Some(Seen { material: pieces(&position)?, position, clock })
    }

    fn record(&self, material: Material, index: u64) -> Option<Vec<u8>> {
        let board = Numbers::new(material).board(index);
        let shown = |set: u64| if self.upwards { turned(set) } else { set };
        let (mine, yours) = (board.men | board.kings, board.their_men | board.their_kings);
        let mut record = vec![0; RECORD];
        for (at, set) in [mine, yours, board.kings | board.their_kings].into_iter().enumerate() {
            record[8 * at..8 * (at + 1)].copy_from_slice(&shown(set).to_ne_bytes());
        }
        Some(record)
    }
}

/// The pieces on a board; None when a side has none, or there are more than an ending has.
fn pieces(board: &Board) -> Option<Material> {
    let army = |men: u64, kings: u64| Army { men: men.count_ones() as usize, kings: kings.count_ones() as usize };
    let (mine, yours) = (army(board.men, board.kings), army(board.their_men, board.their_kings));
    let material = Material::new(mine, yours);
    (mine.pieces() > 0 && yours.pieces() > 0 && material.pieces() <= material::MOST).then_some(material)
}
