//! An expert: an advice table's words bound to the rules of one game. It decides which facts hold and which moves a constraint
//! allows. The twin of `python/zermelo/advice/expert.py`.

use super::table::{Facts, Moves};
use super::vocabulary::{BuiltIn, Word, WordFault};
use super::{Buffer, Halt, Library};
use crate::game::{Game, Move, NO_MOVE, Outcome, Player, Raised};

/// Answers of the rules about one position; each is asked for when first needed, then kept.
#[derive(Debug, Default)]
pub struct Scene {
    record: Buffer,
    is_written: bool,
    over: Option<Option<i8>>,
    is_ours: Option<bool>,
}

/// Buffers for one node.
#[derive(Debug, Default)]
pub struct Workspace {
    pub here: Scene,
    /// Moves that a constraint allows.
    pub allowed: Vec<Move>,
    legal: Vec<Move>,
}

impl Workspace {
    /// Empty buffers, for records of `size` bytes.
    pub fn new(size: usize) -> Self {
        Self { here: Scene { record: Buffer::new(size), ..Scene::default() }, ..Self::default() }
    }

    /// Clears the buffers for another position.
    pub fn clear(&mut self) {
        (self.here.is_written, self.here.over, self.here.is_ours) = (false, None, None);
    }
}

/// Evaluates words at the positions of one tree.
pub struct Expert<'a, G: Game> {
    pub game: &'a G,
    pub library: &'a Library,
    root: Buffer,
    us: Player,
}

impl<'a, G: Game> Expert<'a, G> {
    pub fn new(game: &'a G, library: &'a Library) -> Self {
        Self { game, library, root: Buffer::new(game.facts().size), us: 0 }
    }

    /// A new tree begins here; the player to move is "us".
    pub fn begin(&mut self, root: &G::State) -> Result<(), Halt> {
        self.us = self.game.to_move(root)?;
        self.game.write_into(root, self.root.bytes_mut());
        Ok(())
    }

    /// Whether a condition or a goal holds.
    pub fn holds(&self, facts: &Facts, s: &G::State, here: &mut Scene) -> Result<bool, Halt> {
        match facts {
            Facts::Fact(word) => self.fact(*word, s, here),
            Facts::Not(part) => Ok(!self.holds(part, s, here)?),
            Facts::All(parts) => unanimous(parts, true, |part| self.holds(part, s, here)),
            Facts::Any(parts) => unanimous(parts, false, |part| self.holds(part, s, here)),
        }
    }

    fn fact(&self, word: usize, s: &G::State, here: &mut Scene) -> Result<bool, Halt> {
        let answer = match self.library.words[word] {
            Word::BuiltIn(known) => return self.built_in(known, s, here),
            // SAFETY: the function was compiled for records of this game; both are such records, and aligned.
            Word::Fact(ask) => Ok(unsafe { ask(self.record(s, here).as_ptr()) }),
            // SAFETY: as above.
            Word::Comparison(ask) => Ok(unsafe { ask(self.record(s, here).as_ptr(), self.root.bytes().as_ptr()) }),
            Word::Asked => match &self.library.source {
                Some(source) => source.fact(word, self.record(s, here), self.root.bytes()),
                None => Ok(-1),
            },
            Word::Kind(_) => Ok(-1),
        };
        match answer {
            Ok(0) => Ok(false),
            Ok(1) => Ok(true),
            _ => Err(self.fault(word, s, here, NO_MOVE, answer)),
        }
    }

    fn built_in(&self, word: BuiltIn, s: &G::State, here: &mut Scene) -> Result<bool, Halt> {
        Ok(match word {
            BuiltIn::True | BuiltIn::Legal => true,
            BuiltIn::False | BuiltIn::None => false,
            BuiltIn::Won => self.standing(s, here)? == Some(1),
            BuiltIn::Lost => self.standing(s, here)? == Some(-1),
            BuiltIn::Drawn => self.standing(s, here)? == Some(0),
            BuiltIn::Over => self.standing(s, here)?.is_some(),
            BuiltIn::UsToMove => self.is_ours(s, here)?,
            BuiltIn::ThemToMove => !self.is_ours(s, here)?,
        })
    }

    /// 1, 0 or -1 for a game that we have won, drawn or lost; None while it goes on.
    #[inline]
    pub fn standing(&self, s: &G::State, here: &mut Scene) -> Result<Option<i8>, Halt> {
        if here.over.is_none() {
            here.over = Some(standing(self.game, s, self.us)?);
        }
        Ok(here.over.flatten())
    }

    #[inline]
    pub fn is_ours(&self, s: &G::State, here: &mut Scene) -> Result<bool, Halt> {
        if here.is_ours.is_none() {
            here.is_ours = Some(self.game.to_move(s)? == self.us);
        }
        Ok(here.is_ours == Some(true))
    }

    #[inline]
    fn record<'h>(&self, s: &G::State, here: &'h mut Scene) -> &'h [u8] {
        if !here.is_written {
            self.game.write_into(s, here.record.bytes_mut());
            here.is_written = true;
        }
        here.record.bytes()
    }

    /// Fills the workspace with the moves of an unfinished position that a constraint allows, in the order in which to try them.
    pub fn allowed(&self, moves: &Moves, s: &G::State, depth: u32, workspace: &mut Workspace) -> Result<(), Halt> {
        workspace.legal.clear();
        workspace.allowed.clear();
        if moves.allows(depth) != Some(false) {
            self.game.moves(s, &mut workspace.legal)?;
            self.list(moves, s, depth, &mut workspace.here, &workspace.legal, &mut workspace.allowed)?;
        }
        Ok(())
    }

    /// Appends the moves that a constraint allows.
    fn list(
        &self,
        moves: &Moves,
        s: &G::State,
        depth: u32,
        here: &mut Scene,
        legal: &[Move],
        out: &mut Vec<Move>,
    ) -> Result<(), Halt> {
        match moves {
            Moves::At(_) | Moves::Below(_) => {
                if moves.allows(depth) == Some(true) {
                    out.extend_from_slice(legal);
                }
            }
            Moves::Kind(word) => self.list_kind(*word, s, here, legal, out)?,
            Moves::Filter(parts) => {
                if parts.iter().any(|part| part.allows(depth) == Some(false)) {
                    return Ok(());
                }
                let mut others = parts.iter().filter(|part| part.allows(depth).is_none());
                let Some(first) = others.next() else {
                    out.extend_from_slice(legal);
                    return Ok(());
                };
                let mut found = Vec::new();
                self.list(first, s, depth, here, legal, &mut found)?;
                for part in others {
                    let mut kept = Vec::with_capacity(found.len());
                    for choice in found {
                        if self.means(part, s, depth, here, choice)? {
                            kept.push(choice);
                        }
                    }
                    found = kept;
                }
                out.append(&mut found);
            }
            Moves::Then(parts) => {
                let start = out.len();
                for part in parts {
                    let before = out.len();
                    self.list(part, s, depth, here, legal, out)?;
                    if before > start {
                        let fresh: Vec<Move> = out.drain(before..).collect();
                        for choice in fresh {
                            if !out[start..].contains(&choice) {
                                out.push(choice);
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn list_kind(&self, word: usize, s: &G::State, here: &mut Scene, legal: &[Move], out: &mut Vec<Move>) -> Result<(), Halt> {
        if let Word::BuiltIn(known) = self.library.words[word] {
            if known == BuiltIn::Legal {
                out.extend_from_slice(legal);
            }
            return Ok(());
        }
        let mut ranked: Vec<(i32, Move)> = Vec::with_capacity(legal.len());
        for &choice in legal {
            let rank = self.rank(word, s, here, choice)?;
            if rank > 0 {
                ranked.push((rank, choice));
            }
        }
        ranked.sort_by_key(|&(rank, _)| std::cmp::Reverse(rank)); // stable: ties stay in the order of moves
        out.extend(ranked.into_iter().map(|(_, choice)| choice));
        Ok(())
    }

    /// Whether a constraint allows a legal move.
    fn means(&self, moves: &Moves, s: &G::State, depth: u32, here: &mut Scene, choice: Move) -> Result<bool, Halt> {
        Ok(match moves {
            Moves::At(number) => depth == *number,
            Moves::Below(number) => depth < *number,
            Moves::Kind(word) => match self.library.words[*word] {
                Word::BuiltIn(known) => known == BuiltIn::Legal,
                _ => self.rank(*word, s, here, choice)? > 0,
            },
            Moves::Filter(parts) => unanimous(parts, true, |part| self.means(part, s, depth, here, choice))?,
            Moves::Then(parts) => unanimous(parts, false, |part| self.means(part, s, depth, here, choice))?,
        })
    }

    fn rank(&self, word: usize, s: &G::State, here: &mut Scene, choice: Move) -> Result<i32, Halt> {
        let answer = match self.library.words[word] {
            // SAFETY: as in `fact`.
            Word::Kind(ask) => Ok(unsafe { ask(self.record(s, here).as_ptr(), choice) }),
            Word::Asked => match &self.library.source {
                Some(source) => source.kind(word, self.record(s, here), choice),
                None => Ok(-1),
            },
            _ => Ok(-1),
        };
        match answer {
            Ok(code) if code >= 0 => Ok(code),
            _ => Err(self.fault(word, s, here, choice, answer)),
        }
    }

    #[cold]
    fn fault(&self, word: usize, s: &G::State, here: &mut Scene, choice: Move, answer: Result<i32, Raised>) -> Halt {
        let (code, raised) = answer.map_or_else(|raised| (-1, Some(raised)), |code| (code, None));
        let (state, root) = (self.record(s, here).to_vec(), self.root.bytes().to_vec());
        Halt::Word(Box::new(WordFault { word, state, root, choice, code, raised }))
    }
}

/// `answer` if all parts give it, else the opposite. Parts are asked in order, up to the first that disagrees.
fn unanimous<P>(parts: &[P], answer: bool, mut ask: impl FnMut(&P) -> Result<bool, Halt>) -> Result<bool, Halt> {
    for part in parts {
        if ask(part)? != answer {
            return Ok(!answer);
        }
    }
    Ok(answer)
}

/// 1, 0 or -1 for a game that a player has won, drawn or lost; None while it goes on. Two players only.
#[inline]
pub fn standing<G: Game>(game: &G, s: &G::State, player: Player) -> Result<Option<i8>, Halt> {
    Ok(match game.outcome(s)? {
        Outcome::Ongoing => None,
        Outcome::Draw => Some(0),
        Outcome::Win(winner) => Some(if winner == player { 1 } else { -1 }),
        Outcome::Scored => {
            let edge = game.utility(s, player)? - game.utility(s, 1 - player)?;
            Some(i8::from(edge > 0.0) - i8::from(edge < 0.0))
        }
    })
}
