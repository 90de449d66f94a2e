//! Inference: the twin of `python/zermelo/advice/inference.py`. It enters the same nodes in the same order and finds the same
//! tree.
//!
//! Only the specification also finds the part of a goal that is missing, and an example of each failure. Explanations need
//! these, so they are made by the specification.

use super::Library;
use super::expert::{Expert, Workspace};
use super::table::{Advice, Consequence};
use super::vocabulary::WordFault;
use crate::game::{Game, Move, NO_MOVE};
use crate::search::control::Reason;
use crate::search::{Stop, control};

/// Plies that a tree may have.
pub const MAX_DEPTH: u32 = 200;
/// The twig above the root.
pub const NO_PARENT: u32 = u32::MAX;

/// Why inference cannot go on.
#[derive(Debug)]
pub enum Halt {
    /// As in any search: a rule failed, or the caller said stop.
    Search(control::Halt),
    /// A fact or a kind of move failed.
    Word(Box<WordFault>),
    /// A piece of advice leads to a tree that is too deep: the number of its table, and its own.
    TooDeep(usize, usize),
    /// There are more positions than this limit.
    TooMany(usize),
}

impl From<control::Halt> for Halt {
    fn from(halt: control::Halt) -> Self {
        Self::Search(halt)
    }
}

impl From<Box<crate::game::Fault>> for Halt {
    fn from(fault: Box<crate::game::Fault>) -> Self {
        Self::Search(control::Halt::Rule(fault))
    }
}

/// A node of a plan; parents come first, and children in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Twig {
    /// The number of the twig above, or [`NO_PARENT`].
    pub parent: u32,
    /// The move that leads here, or [`NO_MOVE`] at the root.
    pub choice: Move,
}

/// One piece of advice that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    pub table: usize,
    /// The number of the rule in its table.
    pub rule: usize,
    /// The number of the advice in its table.
    pub advice: usize,
    /// Positions entered for it.
    pub nodes: u64,
}

/// What a table says about a position.
#[derive(Clone, Debug, Default)]
pub struct Consultation {
    /// The advice that was tried, in order. A plan comes from the last.
    pub attempts: Vec<Attempt>,
    /// The plan, root first; empty if there is none.
    pub tree: Vec<Twig>,
    /// Whether it is our turn at each node of the plan; only from `consult_fully`.
    pub ours: Vec<bool>,
    /// Positions entered.
    pub nodes: u64,
    pub stopped: Option<Reason>,
}

/// Asks a table about positions, one after another.
pub struct Inference<'a, G: Game> {
    expert: Expert<'a, G>,
    stop: Stop,
    most: u64,
    nodes: u64,
    tree: Vec<Twig>,
    workspaces: Vec<Workspace>,
    busy: (usize, usize),
}

impl<'a, G: Game> Inference<'a, G> {
    /// An engine for one game and its tables. Each question may enter `most` nodes.
    pub fn new(game: &'a G, library: &'a Library, most: Option<u64>, stop: Stop) -> Self {
        Self {
            expert: Expert::new(game, library),
            stop,
            most: most.unwrap_or(u64::MAX),
            nodes: 0,
            tree: Vec::new(),
            workspaces: Vec::new(),
            busy: (0, 0),
        }
    }

    /// What the first table says about an unfinished position.
    pub fn consult(&mut self, root: &G::State) -> Result<Consultation, Halt> {
        self.expert.begin(root)?;
        self.nodes = 0;
        let mut answer = Consultation::default();
        let mut workspace = self.workspace();
        let found = self.ask(0, root, &mut workspace, &mut answer.attempts);
        self.workspaces.push(workspace);
        match found {
            Ok(true) => answer.tree.clone_from(&self.tree),
            Ok(false) => {}
            Err(Halt::Search(control::Halt::Stopped)) => answer.stopped = self.stop.reason(),
            Err(halt) => return Err(halt),
        }
        answer.nodes = self.nodes;
        Ok(answer)
    }

    /// The same, and whose turn it is at each node of the plan.
    pub fn consult_fully(&mut self, root: &G::State) -> Result<Consultation, Halt> {
        let mut answer = self.consult(root)?;
        let game = self.expert.game;
        let us = game.to_move(root)?;
        let mut states: Vec<G::State> = Vec::with_capacity(answer.tree.len());
        for twig in &answer.tree {
            let s = match states.get(twig.parent as usize) {
                Some(parent) => game.after(parent, twig.choice)?,
                None => root.clone(),
            };
            answer.ours.push(game.to_move(&s)? == us);
            states.push(s);
        }
        Ok(answer)
    }

    fn ask(
        &mut self,
        table: usize,
        root: &G::State,
        workspace: &mut Workspace,
        attempts: &mut Vec<Attempt>,
    ) -> Result<bool, Halt> {
        let library = self.expert.library;
        for (rule, each) in library.tables[table].rules.iter().enumerate() {
            if !self.expert.holds(&each.condition, root, &mut workspace.here)? {
                continue;
            }
            let found = match &each.consequence {
                Consequence::Use(other) => self.ask(*other, root, workspace, attempts)?,
                Consequence::Advice(names) => self.attempt(table, rule, names, root, attempts)?,
            };
            if found || !library.tables[table].fall_through {
                return Ok(found);
            }
        }
        Ok(false)
    }

    /// The advice of a rule, in order, up to the first that can be followed.
    fn attempt(
        &mut self,
        table: usize,
        rule: usize,
        names: &[usize],
        root: &G::State,
        attempts: &mut Vec<Attempt>,
    ) -> Result<bool, Halt> {
        let library = self.expert.library;
        for &advice in names {
            let before = self.nodes;
            self.busy = (table, advice);
            self.tree.clear();
            self.tree.push(Twig { parent: NO_PARENT, choice: NO_MOVE });
            let found = self.satisfy(&library.tables[table].advice[advice], root, 0, 0)? && self.tree.len() > 1;
            attempts.push(Attempt { table, rule, advice, nodes: self.nodes - before });
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether there is a forcing tree from here on; if so, it is added below the twig `at`.
    fn satisfy(&mut self, advice: &'a Advice, s: &G::State, at: usize, depth: u32) -> Result<bool, Halt> {
        self.enter(depth)?;
        let mut workspace = self.workspace();
        let expert = &self.expert;
        if !expert.holds(&advice.holding, s, &mut workspace.here)? {
            self.workspaces.push(workspace);
            return Ok(false);
        }
        if expert.holds(&advice.better, s, &mut workspace.here)? {
            self.workspaces.push(workspace);
            return Ok(true);
        }
        let mut found = false;
        if expert.standing(s, &mut workspace.here)?.is_none() {
            let ours = expert.is_ours(s, &mut workspace.here)?;
            expert.allowed(if ours { &advice.us } else { &advice.them }, s, depth, &mut workspace)?;
            for &choice in &workspace.allowed {
                let branch = self.tree.len();
                self.tree.push(Twig { parent: at as u32, choice });
                let after = self.expert.game.after(s, choice)?;
                found = self.satisfy(advice, &after, branch, depth + 1)?;
                if !found {
                    self.tree.truncate(branch);
                }
                if found == ours {
                    break; // one move is enough for us, and one refutation for them
                }
            }
        }
        self.workspaces.push(workspace);
        Ok(found)
    }

    #[inline]
    fn enter(&mut self, depth: u32) -> Result<(), Halt> {
        if self.nodes == self.most {
            self.stop.now(Reason::Nodes);
        }
        if self.stop.is_set() {
            return Err(control::Halt::Stopped.into());
        }
        self.nodes += 1;
        if depth > MAX_DEPTH { Err(Halt::TooDeep(self.busy.0, self.busy.1)) } else { Ok(()) }
    }

    fn workspace(&mut self) -> Workspace {
        let size = self.expert.game.facts().size;
        let mut workspace = self.workspaces.pop().unwrap_or_else(|| Workspace::new(size));
        workspace.clear();
        workspace
    }
}
