//! Between the flat record and the crate's board.
//!
//! `read` cannot fail, so a record without a legal board becomes a game that is over and keeps its record: nothing
//! can be played and nothing can go wrong. If the player to move could take the king, it is won by that player: this is
//! the result of passing in check, so a search that tries a null move sees that it loses. Anything else that is wrong (no
//! king, two kings, pawns on the last rank, castling without a rook, a clock beyond 100) is a draw. An en passant
//! square that is impossible is ignored, because a null move leaves one behind.

use cozy_chess::{BitBoard, Board, BoardBuilder, BoardBuilderError, Color, File, Move as Step, Piece, Rank, Square};
use cozy_chess::{get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves};

use crate::game::{Facts, Field, Outcome, Player};

/// The game is drawn after this many plies without a capture or a pawn move.
pub const LAST_CLOCK: u8 = 100;
/// The move number does not grow beyond this, so that it fits its field.
pub const LAST_NUMBER: u16 = i16::MAX as u16;

/// Where each field of the record lies.
#[derive(Debug)]
pub struct Fields {
    board: Field,
    castling: Field,
    passant: Field,
    clock: Field,
    number: Field,
    turn: Field,
    /// In Chess960, the files of the rooks with which White and Black may castle on either side, or -1.
    rooks: Option<Field>,
}

impl Fields {
    /// The fields that `games/chess.py` declares, if they are all there.
    pub fn find(facts: &Facts) -> Option<Self> {
        let field = |name: &str, length: usize| facts.field(name).filter(|field| field.length == length).cloned();
        Some(Self {
            board: field("board", Square::NUM)?,
            castling: field("castling", 1)?,
            passant: field("passant", 1)?,
            clock: field("clock", 1)?,
            number: field("number", 1)?,
            turn: field("turn", 1)?,
            rooks: field("rooks", 4),
        })
    }

    /// Whether records say where the castling rooks stand.
    #[inline]
    pub fn has_rooks(&self) -> bool {
        self.rooks.is_some()
    }

    /// The board of a record, or the outcome that a record without a legal board stands for.
    pub fn read(&self, record: &[u8]) -> Result<Board, Outcome> {
        let builder = self.describe(record).ok_or(Outcome::Draw)?;
        build(&builder)
            .ok_or_else(|| if can_take_king(&builder) { Outcome::Win(builder.side_to_move as Player) } else { Outcome::Draw })
    }

    pub fn write(&self, position: &Board, size: usize) -> Vec<u8> {
        let Self { board, castling, passant, clock, number, turn, rooks } = self;
        let mut record = vec![0; size];
        for color in Color::ALL {
            for piece in Piece::ALL {
                let value = if color == Color::White { 1 + piece as i64 } else { -1 - piece as i64 };
                for square in position.colored_pieces(color, piece) {
                    board.set(&mut record, square as usize, value);
                }
            }
        }
        let right = |color, bit: i64| {
            let rights = position.castle_rights(color);
            i64::from(rights.short.is_some()) * bit + i64::from(rights.long.is_some()) * 2 * bit
        };
        castling.set(&mut record, 0, right(Color::White, 1) + right(Color::Black, 4));
        if let Some(rooks) = rooks {
            for (index, color) in [(0, Color::White), (2, Color::Black)] {
                let rights = position.castle_rights(color);
                rooks.set(&mut record, index, rights.short.map_or(-1, |file| file as i64));
                rooks.set(&mut record, index + 1, rights.long.map_or(-1, |file| file as i64));
            }
        }
        passant.set(&mut record, 0, passant_square(position).map_or(-1, |square| square as i64));
        clock.set(&mut record, 0, i64::from(position.halfmove_clock()));
        number.set(&mut record, 0, i64::from(position.fullmove_number()));
        turn.set(&mut record, 0, position.side_to_move() as i64);
        record
    }

    /// Who is to move; the first player if the record does not say.
    pub fn turn(&self, record: &[u8]) -> Player {
        Player::from(self.turn.get(record, 0) == 1)
    }

    /// The same record with another player to move.
    pub fn with_turn(&self, mut record: Vec<u8>, player: Player) -> Vec<u8> {
        self.turn.set(&mut record, 0, i64::from(player));
        record
    }

    /// The record as the crate's own description of a board, if its numbers are valid.
    fn describe(&self, record: &[u8]) -> Option<BoardBuilder> {
        let Self { board, castling, passant, clock, number, turn, rooks } = self;
        let mut builder = BoardBuilder::empty();
        for (index, place) in builder.board.iter_mut().enumerate() {
            *place = read_piece(board.get(record, index))?;
        }
        builder.side_to_move = read_color(turn.get(record, 0))?;
        let rights = castling.get(record, 0);
        for (bit, color) in [(0, Color::White), (2, Color::Black)] {
            let right = |bit: u32, usual: File| {
                let file = rooks.as_ref().map(|rooks| rooks.get(record, bit as usize));
                let place = file.map_or(Some(usual), |file| usize::try_from(file).ok().and_then(File::try_index));
                place.filter(|_| rights >> bit & 1 == 1)
            };
            let castle = builder.castle_rights_mut(color);
            (castle.short, castle.long) = (right(bit, File::H), right(bit + 1, File::A));
            if rooks.is_some() {
                continue;
            }
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
}

/// The square that a pawn has just skipped, if another can take it there.
pub fn passant_square(board: &Board) -> Option<Square> {
    let color = board.side_to_move();
    let target = Square::new(board.en_passant()?, Rank::Sixth.relative_to(color));
    let takers = get_pawn_attacks(target, !color) & board.colored_pieces(color, Piece::Pawn);
    takers.into_iter().any(|from| board.is_legal(Step { from, to: target, promotion: None })).then_some(target)
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

/// The board, if it is a legal position.
fn build(builder: &BoardBuilder) -> Option<Board> {
    let board = match builder.build() {
        Err(BoardBuilderError::InvalidEnPassant) => BoardBuilder { en_passant: None, ..builder.clone() }.build(),
        other => other,
    };
    board.ok().filter(|board| !get_king_moves(board.king(Color::White)).has(board.king(Color::Black)))
}

/// Whether the player to move attacks a king, in a description that may not be a legal position.
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
