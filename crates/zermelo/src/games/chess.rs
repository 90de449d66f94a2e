//! Chess, on the bitboards of the crate `cozy-chess`. The face, and everything for people, is `games/chess.py`.
//!
//! Records number squares from a1 = 0 to h8 = 63, as the crate does; a move is `(from * 64 + to) * 8 + promotion`, with
//! promotion 0 or 2 to 5 for knight, bishop, rook, queen. The crate writes castling as the king taking its own rook; here it
//! is the king's own step, e1g1, and `castling` and `towards_rook` translate.
//!
//! *Records that are no chess.* `read` cannot refuse, so a record for which there is no board becomes a game that is over
//! and keeps its record ([`Odd`]): nothing can be played and nothing can go wrong. If all that is wrong is that the player
//! to move could take the king, it is won by that player: this is what passing in check comes to, so a search that
//! tries a null move learns that it loses. Whatever else is wrong (no king, two kings, pawns on the last rank, castling
//! without a rook, a clock beyond 100) is a draw. A passant square that cannot be is taken for none: passing leaves one behind.

use std::collections::HashMap;

use cozy_chess::{BitBoard, Board, BoardBuilder, BoardBuilderError, Color, File, Piece, Rank, Square};
use cozy_chess::{get_king_moves, get_pawn_attacks};

use super::chesstaste;
use crate::game::{Answer, Facts, Fault, Field, Game, Move, NO_MOVE, Outcome, Player, hash_record, mix};

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
        } else if board.halfmove_clock() >= LAST_CLOCK || (self.material && is_dead(board)) {
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
            list_moves(&s.board, out);
        }
        Ok(())
    }

    fn chances(&self, _: &Position, _: &mut Vec<(Move, f64)>) -> Answer<()> {
        Ok(()) // never asked: there is no chance
    }

    fn play(&self, s: &mut Position, choice: Move) -> Answer<()> {
        let step = read_move(choice).map(|step| towards_rook(&s.board, step)).filter(|_| s.odd.is_none());
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
        let value = if s.odd.is_none() { chesstaste::evaluate(&s.board) } else { 0.0 };
        Ok(if player == 0 { value } else { -value })
    }

    #[inline]
    fn noisy(&self, s: &Position, choice: Move) -> Answer<bool> {
        Ok(read_move(choice).is_some_and(|step| chesstaste::noisy(&s.board, step)))
    }

    #[inline]
    fn order(&self, s: &Position, choice: Move) -> Answer<f64> {
        Ok(read_move(choice).map_or(0.0, |step| chesstaste::order(&s.board, step)))
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

/// Whether there would be a position if the other player were to move: then the one who is can take the king.
fn can_take_king(builder: &BoardBuilder) -> bool {
    build(&BoardBuilder { side_to_move: !builder.side_to_move, en_passant: None, ..builder.clone() }).is_some()
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

/// Appends all legal moves, ascending. Pieces are few, so they are put in their order where they are inserted.
fn list_moves(board: &Board, out: &mut Vec<Move>) {
    let mut rows = [(Square::A1, BitBoard::EMPTY); 32];
    let mut count = 0;
    let pawns = board.pieces(Piece::Pawn);
    board.generate_moves(|moves| {
        let to = if moves.piece == Piece::King { castling(board, moves.from, moves.to) } else { moves.to };
        let mut at = count;
        while at > 0 && rows[at - 1].0 > moves.from {
            rows[at] = rows[at - 1];
            at -= 1;
        }
        if at > 0 && rows[at - 1].0 == moves.from {
            // Taking in passing comes separately.
            rows[at - 1].1 |= to;
            rows.copy_within(at + 1..count + 1, at);
            return false;
        }
        rows[at] = (moves.from, to);
        count += 1;
        false
    });
    for &(from, to) in &rows[..count] {
        let promotes = pawns.has(from);
        for target in to {
            let number = ((from as Move) << 6 | target as Move) << 3;
            if promotes && matches!(target.rank(), Rank::First | Rank::Eighth) {
                out.extend([number | 2, number | 3, number | 4, number | 5]);
            } else {
                out.push(number);
            }
        }
    }
}

/// The king's targets, with castling as its own step instead of the rook's square.
#[inline]
fn castling(board: &Board, king: Square, targets: BitBoard) -> BitBoard {
    let rooks = targets & board.colors(board.side_to_move());
    if rooks.is_empty() {
        return targets;
    }
    rooks.into_iter().fold(targets ^ rooks, |targets, rook| {
        let file = if rook.file() > king.file() { File::G } else { File::C };
        targets | Square::new(file, king.rank()).bitboard()
    })
}

/// A move's squares and promotion; None for a number that is no move at all.
#[inline]
fn read_move(choice: Move) -> Option<cozy_chess::Move> {
    let number = usize::try_from(choice).ok().filter(|_| choice != NO_MOVE)?;
    let promotion = match number & 7 {
        0 => None,
        kind @ 2..=5 => Piece::try_index(kind - 1),
        _ => return None,
    };
    Some(cozy_chess::Move { from: Square::try_index(number >> 9)?, to: Square::index(number >> 3 & 63), promotion })
}

/// Castling as the crate has it; other moves stay as they are.
#[inline]
fn towards_rook(board: &Board, step: cozy_chess::Move) -> cozy_chess::Move {
    let rank = step.from.rank();
    let file = match (step.from.file(), step.to.file()) {
        (File::E, File::G) => File::H,
        (File::E, File::C) => File::A,
        _ => return step,
    };
    if step.to.rank() != rank || !board.pieces(Piece::King).has(step.from) {
        return step;
    }
    cozy_chess::Move { to: Square::new(file, rank), ..step }
}
