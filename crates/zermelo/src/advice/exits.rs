//! Where a plan may lead against all replies: every position in which the plan has ended, and every end of the game.
//!
//! A plan is followed as agents follow it: we play the moves of the plan, and they may reply with any legal move. If the plan
//! has ended, or has no answer to a reply, the advice table is asked again at our turn; at their turn, they first make any legal
//! move.

use super::Halt;
use super::expert::standing;
use super::inference::{NO_PARENT, Twig};
use crate::game::{Game, Move, Player};

/// Where a plan has led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Our turn; the table is asked again.
    Ask,
    /// Their turn; we wait for a reply.
    Wait,
    /// The game is over: 1 for won, 0 for drawn, -1 for lost.
    Over(i8),
}

/// One way through a plan.
pub struct Way<'a, S> {
    pub end: End,
    pub state: &'a S,
    /// All moves on the way.
    pub line: &'a [Move],
    /// How many of them are ours.
    pub moves: u32,
    /// How good their replies are.
    pub defence: Defence,
}

/// Whether all replies have the best value (true if values are unknown), and whether each is the first of the best.
#[derive(Clone, Copy, Debug)]
pub struct Defence {
    pub is_best: bool,
    pub is_first: bool,
}

/// A number that orders positions for a player; greater is better.
pub type Ranking<'a, S> = &'a (dyn Fn(&S, Player) -> i32 + Sync);

/// Called with every way through a plan.
pub type Visit<'a, S> = &'a mut dyn FnMut(Way<'_, S>);

pub struct Follower<'a, G: Game> {
    game: &'a G,
    ranking: Option<Ranking<'a, G::State>>,
    us: Player,
    tree: &'a [Twig],
    child: Vec<u32>,
    sibling: Vec<u32>,
    line: Vec<Move>,
}

impl<'a, G: Game> Follower<'a, G> {
    pub fn new(game: &'a G, ranking: Option<Ranking<'a, G::State>>, us: Player, tree: &'a [Twig]) -> Self {
        let (mut child, mut sibling) = (vec![NO_PARENT; tree.len()], vec![NO_PARENT; tree.len()]);
        for (index, twig) in tree.iter().enumerate().skip(1).rev() {
            sibling[index] = std::mem::replace(&mut child[twig.parent as usize], index as u32);
        }
        Self { game, ranking, us, tree, child, sibling, line: Vec::new() }
    }

    /// Visits every way through the plan, with replies in move order.
    pub fn follow(&mut self, root: &G::State, visit: Visit<'_, G::State>) -> Result<(), Halt> {
        self.line.clear();
        self.step(0, root, 0, Defence { is_best: true, is_first: true }, visit)
    }

    /// Visits the position after every reply, without a plan.
    pub fn wait(&mut self, root: &G::State, visit: Visit<'_, G::State>) -> Result<(), Halt> {
        self.line.clear();
        self.replies(NO_PARENT, root, 0, Defence { is_best: true, is_first: true }, visit)
    }

    fn step(&mut self, at: u32, s: &G::State, moves: u32, defence: Defence, visit: Visit<'_, G::State>) -> Result<(), Halt> {
        let child = self.child.get(at as usize).copied().unwrap_or(NO_PARENT);
        let over = standing(self.game, s, self.us)?;
        let ours = self.game.to_move(s)? == self.us;
        if over.is_some() || child == NO_PARENT {
            let end = over.map_or(if ours { End::Ask } else { End::Wait }, End::Over);
            visit(Way { end, state: s, line: &self.line, moves, defence });
            return Ok(());
        }
        if !ours {
            return self.replies(at, s, moves, defence, visit);
        }
        let choice = self.tree[child as usize].choice;
        let after = self.game.after(s, choice)?;
        self.line.push(choice);
        self.step(child, &after, moves + 1, defence, visit)?;
        self.line.pop();
        Ok(())
    }

    fn replies(&mut self, at: u32, s: &G::State, moves: u32, defence: Defence, visit: Visit<'_, G::State>) -> Result<(), Halt> {
        let mut legal = Vec::new();
        self.game.moves(s, &mut legal)?;
        let states: Vec<G::State> = legal.iter().map(|&choice| self.game.after(s, choice)).collect::<Result<_, _>>()?;
        let them = 1 - self.us;
        let ranks: Vec<i32> = states.iter().map(|after| self.ranking.map_or(0, |ranking| ranking(after, them))).collect();
        let best = ranks.iter().copied().max();
        let first = ranks.iter().position(|&rank| Some(rank) == best);
        for (index, (&choice, after)) in legal.iter().zip(&states).enumerate() {
            let is_best = defence.is_best && Some(ranks[index]) == best;
            let is_first = defence.is_first && first == Some(index);
            self.line.push(choice);
            self.step(self.branch(at, choice), after, moves, Defence { is_best, is_first }, visit)?;
            self.line.pop();
        }
        Ok(())
    }

    /// The twig that a reply leads to; [`NO_PARENT`] if the plan does not contain the reply.
    fn branch(&self, at: u32, choice: Move) -> u32 {
        let mut child = self.child.get(at as usize).copied().unwrap_or(NO_PARENT);
        while child != NO_PARENT && self.tree[child as usize].choice != choice {
            child = self.sibling[child as usize];
        }
        child
    }
}
