//! What a Monte-Carlo search may use besides random games.

/// The techniques of one Monte-Carlo search.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// The lecture's constant C before the square root.
    pub exploration: f64,
    /// Play the move with the best value in the end, not the one with most visits.
    pub by_value: bool,
    /// Prove wins and losses.
    pub solver: bool,
    /// Visits for which moves played later count as much as moves played now.
    pub rave: f64,
    /// Below so many visits an ancestor's statistics count.
    pub grave: u32,
    /// Weight of how a move has done anywhere.
    pub history: f64,
    /// Random games prefer moves that have done well.
    pub mast: bool,
    /// Plies after which the evaluation stands in.
    pub cutoff: u32,
    /// Weight of the minimax value of evaluations.
    pub implicit: f64,
    /// Share what different move orders lead to.
    pub transpositions: bool,
    /// Random games for each move, for flat Monte-Carlo.
    pub games: u64,
    /// Plies after which a random game is given up.
    pub cap: u32,
    /// Chooses the luck.
    pub seed: u64,
}

impl Default for Sampling {
    fn default() -> Self {
        Self {
            exploration: 1.0,
            by_value: false,
            solver: false,
            rave: 0.0,
            grave: 0,
            history: 0.0,
            mast: false,
            cutoff: 0,
            implicit: 0.0,
            transpositions: false,
            games: 0,
            cap: 5000,
            seed: 1,
        }
    }
}

impl Sampling {
    /// Switches a technique on, such as `solver` or `rave=1000`; false if there is none of that name.
    pub fn switch_on(&mut self, name: &str) -> bool {
        let (name, value) = name.split_once('=').unwrap_or((name, "1"));
        let Ok(number) = value.parse::<f64>() else {
            return false;
        };
        match name {
            "exploration" => self.exploration = number,
            "final" => self.by_value = number == 1.0,
            "solver" => self.solver = true,
            "rave" => self.rave = number,
            "grave" => self.grave = number as u32,
            "history" => self.history = number,
            "policy" => self.mast = number == 1.0,
            "cutoff" => self.cutoff = number as u32,
            "implicit" => self.implicit = number,
            "transpositions" => self.transpositions = true,
            "games" => self.games = number as u64,
            "cap" => self.cap = number as u32,
            "seed" => self.seed = value.parse().unwrap_or(0), // more bits than a float holds
            _ => return false,
        }
        true
    }

    /// Whether moves carry statistics besides visits and value.
    #[must_use]
    pub fn needs_extras(&self) -> bool {
        self.rave > 0.0 || self.implicit > 0.0
    }

    /// Whether it matters which moves a random game plays.
    #[must_use]
    pub fn remembers_moves(&self) -> bool {
        self.rave > 0.0 || self.learns()
    }

    /// Whether habits are formed.
    #[must_use]
    pub fn learns(&self) -> bool {
        self.history > 0.0 || self.mast
    }
}
