//! Chess, on the bitboards of the crate `cozy-chess`. Display and notation are in the Python game.
//!
//! Records number squares from a1 = 0 to h8 = 63, as the crate does; `steps.rs` says how moves are numbered.
//! If a record says where the castling rooks stand (`rooks`), it is Chess960, and castling is the king taking its own rook.
//! Records that are not a legal chess position are games that are over; see `records.rs`.

mod evaluation;
mod exchange;
mod features;
mod records;
mod steps;

use std::collections::HashMap;

use cozy_chess::{BitBoard, Board, Move as Step, Piece};

use self::evaluation::{FEATURES, Placed};
use self::records::{Fields, LAST_CLOCK, LAST_NUMBER, passant_square};
use crate::compile::GivenEvaluation;
use crate::game::{Answer, Facts, Fault, Game, Move, Outcome, Player, hash_record, mix};

/// The rules, with where each field of the record lies.
pub struct Chess {
    facts: Facts,
    fields: Fields,
    /// Whether the game ends as soon as neither side has the pieces to mate.
    material: bool,
    /// What each feature counts; zeros if it is not evaluated by features.
    weights: [f64; FEATURES],
    /// An evaluation of the user.
    given: Option<GivenEvaluation>,
}

/// A position: a board with what its evaluation needs, or a record that is not a legal position.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    placed: Placed,
    odd: Option<Box<Odd>>,
}

impl Position {
    /// Plays a legal step.
    fn take(&mut self, step: Step) {
        let castles = self.board.colors(self.board.side_to_move()).has(step.to);
        if !castles {
            self.placed = self.placed.after(&self.board, step);
        }
        self.board.play_unchecked(step);
        if castles {
            self.placed = Placed::on(&self.board);
        }
        if self.board.fullmove_number() > LAST_NUMBER {
            self.board.set_fullmove_number(LAST_NUMBER);
        }
    }
}

/// A record that is not a legal position, and the outcome that it stands for.
#[derive(Clone, Debug)]
struct Odd {
    record: Vec<u8>,
    outcome: Outcome,
}

/// From here on positions that differ in the clock alone have different keys. Before, at least twenty plies are left until
/// the game is drawn, which is more than searches look ahead by full width; and if every clock made a new position, a
/// transposition table would hardly ever find one again.
const CLOCK_MATTERS: u8 = 80;
const NOT_LEGAL: i32 = 1;

impl Chess {
    /// The game, if the record has the fields it should.
    pub fn new(parameters: &HashMap<String, i64>, facts: Facts, given: Option<GivenEvaluation>) -> Option<Self> {
        let fields = Fields::find(&facts)?;
        let material = parameters.get("material").is_none_or(|&value| value != 0);
        let weights = if facts.weights.is_empty() { [0.0; FEATURES] } else { facts.weights.as_slice().try_into().ok()? };
        Some(Self { facts, fields, material, weights, given })
    }

    /// Whether the game is a draw although there are moves.
    #[inline]
    fn is_drawn(&self, board: &Board) -> bool {
        board.halfmove_clock() >= LAST_CLOCK || (self.material && is_dead(board))
    }

    /// A step as the crate writes it.
    #[inline]
    fn towards_rook(&self, board: &Board, step: Step) -> Option<Step> {
        if self.fields.has_rooks() { Some(step) } else { steps::towards_rook(board, step) }
    }

    fn fault(&self, rule: &'static str, s: &Position, choice: Move) -> Box<Fault> {
        Fault::new(rule, self.write(s), choice, NOT_LEGAL)
    }
}

impl Game for Chess {
    type State = Position;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn read(&self, record: &[u8]) -> Position {
        match self.fields.read(record) {
            Ok(board) => Position { placed: Placed::on(&board), board, odd: None },
            Err(outcome) => {
                let odd = Some(Box::new(Odd { record: record.to_vec(), outcome }));
                Position { board: Board::startpos(), placed: Placed::default(), odd }
            }
        }
    }

    fn write(&self, s: &Position) -> Vec<u8> {
        match &s.odd {
            None => self.fields.write(&s.board, self.facts.size),
            Some(odd) => odd.record.clone(),
        }
    }

    #[inline]
    fn to_move(&self, s: &Position) -> Answer<Player> {
        match &s.odd {
            None => Ok(s.board.side_to_move() as Player),
            Some(odd) => Ok(self.fields.turn(&odd.record)),
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

    fn moves(&self, s: &Position, out: &mut Vec<Move>) -> Answer<()> {
        if s.odd.is_none() {
            steps::list(&s.board, self.fields.has_rooks(), out);
        }
        Ok(())
    }

    fn play(&self, s: &mut Position, choice: Move) -> Answer<()> {
        let step = steps::read(choice).filter(|_| s.odd.is_none()).and_then(|step| self.towards_rook(&s.board, step));
        let Some(step) = step.filter(|&step| s.board.is_legal(step)) else { return Err(self.fault("play", s, choice)) };
        s.take(step);
        Ok(())
    }

    #[inline]
    fn play_listed(&self, s: &mut Position, choice: Move) -> Answer<()> {
        let step = steps::read(choice).and_then(|step| self.towards_rook(&s.board, step));
        let Some(step) = step else { return Err(self.fault("play", s, choice)) };
        s.take(step);
        Ok(())
    }

    #[inline]
    fn evaluate(&self, s: &Position, player: Player) -> Answer<f64> {
        if let Some(given) = &self.given {
            return given.ask(&self.facts, &self.write(s), player, self.to_move(s)?);
        }
        let value = if s.odd.is_none() { evaluation::evaluate(&s.board, s.placed, &self.weights) } else { 0.0 };
        Ok(if player == 0 { value } else { -value })
    }

    #[inline]
    fn noisy(&self, s: &Position, choice: Move) -> Answer<bool> {
        Ok(steps::read(choice).is_some_and(|step| evaluation::noisy(&s.board, step)))
    }

    #[inline]
    fn order(&self, s: &Position, choice: Move) -> Answer<f64> {
        Ok(steps::read(choice).map_or(0.0, |step| evaluation::order(&s.board, step)))
    }

    #[inline]
    fn exchange(&self, s: &Position, choice: Move) -> Answer<f64> {
        Ok(steps::read(choice).map_or(0.0, |step| f64::from(exchange::exchange(&s.board, step))))
    }

    #[inline]
    fn loses_exchange(&self, s: &Position, choice: Move) -> Answer<bool> {
        Ok(steps::read(choice)
            .is_some_and(|step| !exchange::takes_no_less(&s.board, step) && exchange::exchange(&s.board, step) < 0))
    }

    #[inline]
    fn threatened(&self, s: &Position) -> Answer<bool> {
        Ok(s.odd.is_none() && !s.board.checkers().is_empty())
    }

    #[inline]
    fn key(&self, s: &Position) -> Answer<u64> {
        let clock = s.board.halfmove_clock();
        Ok(if clock < CLOCK_MATTERS || s.odd.is_some() { self.identity(s) } else { self.identity(s) ^ mix(u64::from(clock)) })
    }

    #[inline]
    fn identity(&self, s: &Position) -> u64 {
        if let Some(odd) = &s.odd {
            return hash_record(&odd.record);
        }
        let usable = s.board.en_passant().is_some() && passant_square(&s.board).is_some();
        if usable { s.board.hash() } else { s.board.hash_without_ep() }
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
        *s = self.read(&self.fields.with_turn(self.write(s), player));
    }
}

/// Whether there is nothing on the board with which either side can mate: besides the kings, one knight, or bishops on squares of one colour.
#[inline]
fn is_dead(board: &Board) -> bool {
    let strong = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if !strong.is_empty() {
        return false;
    }
    let (bishops, dark) = (board.pieces(Piece::Bishop), BitBoard::DARK_SQUARES);
    board.occupied().len() <= 3
        || (board.pieces(Piece::Knight).is_empty() && ((bishops & dark).is_empty() || (bishops - dark).is_empty()))
}
