//! Chess, on the bitboards of the crate `cozy-chess`. The face, and everything for people, is `games/chess.py`.
//!
//! Records number squares from a1 = 0 to h8 = 63, as the crate does; a move is `(from * 64 + to) * 8 + promotion`, with
//! promotion 0 or 2 to 5 for knight, bishop, rook, queen. The crate writes castling as the king taking its own rook; here it
//! is the king's own step, e1g1, and `steps.rs` translates.
//!
//! *Records that are no chess.* `read` cannot refuse, so a record for which there is no board becomes a game that is over
//! and keeps its record ([`Odd`]): nothing can be played and nothing can go wrong. If the player to move could take the
//! king, it is won by that player: this is what passing in check comes to, so a search that tries a null move learns
//! that it loses. Whatever else is wrong (no king, two kings, pawns on the last rank, castling without a rook, a clock
//! beyond 100) is a draw. A passant square that cannot be is taken for none: passing leaves one behind.

mod steps;
mod taste;

use std::collections::HashMap;

use cozy_chess::{BitBoard, Board, BoardBuilder, BoardBuilderError, Color, File, Piece, Rank, Square};
use cozy_chess::{get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves};

use crate::game::{Answer, Facts, Fault, Field, Game, Move, Outcome, Player, hash_record, mix};

/// The rules, with where each field of the record lies.
#[derive(Debug)]
pub struct Chess {
    facts: Facts,
    fields: Fields,
    /// Whether the game ends as soon as nobody has the men to mate.
    material: bool,
}

#[derive(Debug)]
struct Fields {
    board: Field,
    castling: Field,
    passant: Field,
    clock: Field,
    number: Field,
    turn: Field,
}

/// A position: a board, or a record that is none.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    odd: Option<Box<Odd>>,
}

/// A record that is no chess position, and how the game that it stands for has ended.
#[derive(Clone, Debug)]
struct Odd {
    record: Vec<u8>,
    outcome: Outcome,
}

/// The game is drawn after so many half-moves without a capture or a pawn's move.
const LAST_CLOCK: u8 = 100;
/// From here on positions that differ in the clock alone have different keys. Before, at least twenty plies are left until
/// the game is drawn, which is more than searches look ahead by full width; and if every clock made a new position, a
/// table would hardly ever find one again.
const CLOCK_MATTERS: u8 = 80;
const LAST_NUMBER: u16 = i16::MAX as u16;
const NOT_LEGAL: i32 = 1;

impl Chess {
    /// The game, if the record has the fields it should.
    #[must_use]
    pub fn new(parameters: &HashMap<String, i64>, facts: Facts) -> Option<Self> {
        let field = |name: &str, length: usize| facts.field(name).filter(|field| field.length == length).cloned();
        let fields = Fields {
            board: field("board", Square::NUM)?,
            castling: field("castling", 1)?,
            passant: field("passant", 1)?,
            clock: field("clock", 1)?,
            number: field("number", 1)?,
            turn: field("turn", 1)?,
        };
        let material = parameters.get("material").is_none_or(|&value| value != 0);
        Some(Self { facts, fields, material })
    }

    /// The record as the crate's own description of a board, if its numbers mean something.
    fn describe(&self, record: &[u8]) -> Option<BoardBuilder> {
        let Fields { board, castling, passant, clock, number, turn } = &self.fields;
        let mut builder = BoardBuilder::empty();
        for (index, place) in builder.board.iter_mut().enumerate() {
            *place = read_piece(board.get(record, index))?;
        }
        builder.side_to_move = read_color(turn.get(record, 0))?;
        let rights = castling.get(record, 0);
        for (bit, color) in [(0, Color::White), (2, Color::Black)] {
            let right = |bit: u32, file: File| (rights >> bit & 1 == 1).then_some(file);
            let castle = builder.castle_rights_mut(color);
            (castle.short, castle.long) = (right(bit, File::H), right(bit + 1, File::A));
            let home = Square::new(File::E, Rank::First.relative_to(color));
            if (castle.short.is_some() || castle.long.is_some()) && builder.square(home) != Some((Piece::King, color)) {
                return None;
            }
        }
        builder.en_passant = usize::try_from(passant.get(record, 0)).ok().and_then(Square::try_index);
        builder.halfmove_clock = u8::try_from(clock.get(record, 0)).ok().filter(|&clock| clock <= LAST_CLOCK)?;
        builder.fullmove_number = u16::try_from(number.get(record, 0)).ok().filter(|&number| number > 0)?;
        Some(builder)
    }

    /// Whether the game is a draw although there are moves.
    #[inline]
    fn is_drawn(&self, board: &Board) -> bool {
        board.halfmove_clock() >= LAST_CLOCK || (self.material && is_dead(board))
    }

    fn fault(&self, rule: &'static str, s: &Position, choice: Move) -> Box<Fault> {
        Box::new(Fault { rule, state: self.write(s), choice, code: NOT_LEGAL })
    }
}

impl Game for Chess {
    type State = Position;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn read(&self, record: &[u8]) -> Position {
        let described = self.describe(record);
        if let Some(board) = described.as_ref().and_then(build) {
            return Position { board, odd: None };
        }
        let outcome = match described {
            Some(builder) if can_take_king(&builder) => Outcome::Win(builder.side_to_move as Player),
            _ => Outcome::Draw,
        };
        Position { board: Board::startpos(), odd: Some(Box::new(Odd { record: record.to_vec(), outcome })) }
    }

    fn write(&self, s: &Position) -> Vec<u8> {
        if let Some(odd) = &s.odd {
            return odd.record.clone();
        }
        let Fields { board, castling, passant, clock, number, turn } = &self.fields;
        let mut record = vec![0; self.facts.size];
        for color in Color::ALL {
            for piece in Piece::ALL {
                let value = if color == Color::White { 1 + piece as i64 } else { -1 - piece as i64 };
                for square in s.board.colored_pieces(color, piece) {
                    board.set(&mut record, square as usize, value);
                }
            }
        }
        let right = |color, bit: i64| {
            let rights = s.board.castle_rights(color);
            i64::from(rights.short.is_some()) * bit + i64::from(rights.long.is_some()) * 2 * bit
        };
        castling.set(&mut record, 0, right(Color::White, 1) + right(Color::Black, 4));
        passant.set(&mut record, 0, passant_square(&s.board).map_or(-1, |square| square as i64));
        clock.set(&mut record, 0, i64::from(s.board.halfmove_clock()));
        number.set(&mut record, 0, i64::from(s.board.fullmove_number()));
        turn.set(&mut record, 0, s.board.side_to_move() as i64);
        record
    }

    #[inline]
    fn to_move(&self, s: &Position) -> Answer<Player> {
        match &s.odd {
            None => Ok(s.board.side_to_move() as Player),
            Some(odd) => Ok(i32::from(self.fields.turn.get(&odd.record, 0) == 1)),
        }
    }

    #[inline]
    fn outcome(&self, s: &Position) -> Answer<Outcome> {
        if let Some(odd) = &s.odd {
            return Ok(odd.outcome);
        }
        let board = &s.board;
        Ok(if !board.generate_moves(|_| true) {
            if board.checkers().is_empty() { Outcome::Draw } else { Outcome::Win(!board.side_to_move() as Player) }
        } else if self.is_drawn(board) {
            Outcome::Draw
        } else {
            Outcome::Ongoing
        })
    }

    fn utility(&self, _: &Position, _: Player) -> Answer<f64> {
        Ok(0.0) // never asked: the game has a winner
    }

    fn moves(&self, s: &Position, out: &mut Vec<Move>) -> Answer<()> {
        if s.odd.is_none() {
            steps::list(&s.board, out);
        }
        Ok(())
    }

    fn chances(&self, _: &Position, _: &mut Vec<(Move, f64)>) -> Answer<()> {
        Ok(()) // never asked: there is no chance
    }

    fn play(&self, s: &mut Position, choice: Move) -> Answer<()> {
        let step = steps::read(choice).filter(|_| s.odd.is_none()).and_then(|step| steps::towards_rook(&s.board, step));
        let played = step.is_some_and(|step| s.board.try_play(step).is_ok());
        if !played {
            return Err(self.fault("play", s, choice));
        }
        if s.board.fullmove_number() > LAST_NUMBER {
            s.board.set_fullmove_number(LAST_NUMBER);
        }
        Ok(())
    }

    #[inline]
    fn evaluate(&self, s: &Position, player: Player) -> Answer<f64> {
        let value = if s.odd.is_none() { taste::evaluate(&s.board) } else { 0.0 };
        Ok(if player == 0 { value } else { -value })
    }

    #[inline]
    fn noisy(&self, s: &Position, choice: Move) -> Answer<bool> {
        Ok(steps::read(choice).is_some_and(|step| taste::noisy(&s.board, step)))
    }

    #[inline]
    fn order(&self, s: &Position, choice: Move) -> Answer<f64> {
        Ok(steps::read(choice).map_or(0.0, |step| taste::order(&s.board, step)))
    }

    #[inline]
    fn key(&self, s: &Position) -> Answer<u64> {
        if let Some(odd) = &s.odd {
            return Ok(hash_record(&odd.record));
        }
        let usable = s.board.en_passant().is_some() && passant_square(&s.board).is_some();
        let hash = if usable { s.board.hash() } else { s.board.hash_without_ep() };
        let clock = s.board.halfmove_clock();
        Ok(if clock < CLOCK_MATTERS { hash } else { hash ^ mix(u64::from(clock)) })
    }

    fn choices(&self, s: &Position, out: &mut Vec<Move>) -> Answer<()> {
        if self.is_drawn(&s.board) { Ok(()) } else { self.moves(s, out) }
    }

    fn count(&self, s: &Position, _: &mut Vec<Move>) -> Answer<u64> {
        let mut total = 0;
        if s.odd.is_none() && !self.is_drawn(&s.board) {
            s.board.generate_moves(|moves| {
                total += moves.len() as u64;
                false
            });
        }
        Ok(total)
    }

    fn set_turn(&self, s: &mut Position, player: Player) {
        if s.odd.is_none() && player == s.board.side_to_move() as Player {
            return;
        }
        if let Some(mut board) = s.board.null_move().filter(|_| s.odd.is_none()) {
            board.set_halfmove_clock(s.board.halfmove_clock());
            board.set_fullmove_number(s.board.fullmove_number());
            s.board = board;
            return;
        }
        let mut record = self.write(s);
        self.fields.turn.set(&mut record, 0, i64::from(player));
        *s = self.read(&record);
    }
}

fn read_piece(value: i64) -> Option<Option<(Piece, Color)>> {
    let color = if value > 0 { Color::White } else { Color::Black };
    match value.unsigned_abs() as usize {
        0 => Some(None),
        number => Some(Some((Piece::try_index(number - 1)?, color))),
    }
}

fn read_color(turn: i64) -> Option<Color> {
    usize::try_from(turn).ok().and_then(Color::try_index)
}

/// The board, unless it is no position of chess.
fn build(builder: &BoardBuilder) -> Option<Board> {
    let board = match builder.build() {
        Err(BoardBuilderError::InvalidEnPassant) => BoardBuilder { en_passant: None, ..builder.clone() }.build(),
        other => other,
    };
    board.ok().filter(|board| !get_king_moves(board.king(Color::White)).has(board.king(Color::Black)))
}

/// Whether the player to move attacks a king, in a description that may be of no position at all.
fn can_take_king(builder: &BoardBuilder) -> bool {
    let color = builder.side_to_move;
    let where_is = |wanted: &dyn Fn((Piece, Color)) -> bool| -> BitBoard {
        Square::ALL.into_iter().filter(|&square| builder.square(square).is_some_and(wanted)).collect()
    };
    let (occupied, kings) = (where_is(&|_| true), where_is(&|man| man == (Piece::King, !color)));
    Square::ALL.into_iter().any(|square| match builder.square(square) {
        Some((piece, owner)) if owner == color => !attacks(piece, color, square, occupied).is_disjoint(kings),
        _ => false,
    })
}

fn attacks(piece: Piece, color: Color, from: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_attacks(from, color),
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, occupied),
        Piece::Rook => get_rook_moves(from, occupied),
        Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        Piece::King => get_king_moves(from),
    }
}

/// The square that a pawn has just skipped, if another can take it there.
fn passant_square(board: &Board) -> Option<Square> {
    let color = board.side_to_move();
    let target = Square::new(board.en_passant()?, Rank::Sixth.relative_to(color));
    let takers = get_pawn_attacks(target, !color) & board.colored_pieces(color, Piece::Pawn);
    takers.into_iter().any(|from| board.is_legal(cozy_chess::Move { from, to: target, promotion: None })).then_some(target)
}

/// Whether there is nothing on the board but kings and one bishop or knight, with which nobody can mate.
#[inline]
fn is_dead(board: &Board) -> bool {
    let strong = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    strong.is_empty() && board.occupied().len() <= 3
}
