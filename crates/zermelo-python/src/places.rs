//! Places on a GPU where random games of a search are played while it goes on.
//!
//! Python finds the device, loads the kernel and takes the memory; it gives the addresses of all that, and of the driver's functions. Here kernels are
//! only started and their results read, because a search does that thousands of times a second.

use std::ffi::{c_int, c_uint, c_void};
use std::mem::transmute;
use std::ptr::{null_mut, slice_from_raw_parts};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use zermelo::game::mix;
use zermelo::search::Stop;
use zermelo::search::montecarlo::random_games::{HEAD, Plan, ROW};

const NOT_READY: c_int = 600;
/// Threads of a group, which wait for each other.
const GROUP: u64 = 32;
/// Numbers before a table: how many games failed, and how many threads came to their end.
const NOTES: usize = 2;
/// A kernel is waited for so long without a pause.
const PATIENCE: Duration = Duration::from_micros(300);
const PAUSE: Duration = Duration::from_micros(20);

// Functions of the driver, with the types that its interface gives them.
type Enter = unsafe extern "C" fn(*mut c_void) -> c_int;
type CopyIn = unsafe extern "C" fn(u64, *const c_void, usize, *mut c_void) -> c_int;
type Clear = unsafe extern "C" fn(u64, u8, usize, *mut c_void) -> c_int;
type Count = c_uint;
type Arguments = *mut *mut c_void;
type Launch = unsafe extern "C" fn(
    *mut c_void,
    Count,
    Count,
    Count,
    Count,
    Count,
    Count,
    c_uint,
    *mut c_void,
    Arguments,
    Arguments,
) -> c_int;
type CopyOut = unsafe extern "C" fn(*mut c_void, u64, usize, *mut c_void) -> c_int;
type Query = unsafe extern "C" fn(*mut c_void) -> c_int;

#[derive(Clone, Copy)]
struct Functions {
    enter: Enter,
    send: CopyIn,
    clear: Clear,
    launch: Launch,
    fetch: CopyOut,
    query: Query,
}

/// What a search needs to know of the device and the game.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Facts {
    context: usize,
    kernel: usize,
    /// Threads in a block, and how many threads one launch should have at most.
    threads: u64,
    most: u64,
    /// Bytes of a record, and how many records a place has room for.
    size: usize,
    positions: usize,
    players: usize,
    /// What a win is worth if the game has a winner; a loss is worth -1, a draw 0.
    win: Option<f64>,
    /// Plies between two moments at which finished games are counted, in short games and in long ones, and from when on they are long.
    stretches: (u64, u64, u64),
    longest: u64,
}

/// The addresses of one place: its stream, memory of the device for records and for results, and the same of this machine.
type Addresses = (usize, u64, u64, usize, usize);

/// Places where games can be played, each by a kernel of its own.
pub struct Places {
    functions: Functions,
    facts: Facts,
    places: Vec<Addresses>,
    free: Mutex<Vec<usize>>,
    /// How many threads the kernel of each place has, and for how many positions.
    started: Vec<(AtomicU64, AtomicU64)>,
    is_long: AtomicBool,
    /// Whether a rule has failed; then Python plays, which finds out where.
    has_failed: AtomicBool,
}

enum Started {
    Yes,
    /// The kernel before still runs.
    Busy,
    /// The device failed; Python will find out why.
    Failed,
}

/// What has become of games.
pub enum Ended {
    With(Vec<i64>),
    /// The search has to end.
    Stopped,
    /// The device or a rule failed.
    Failed,
}

/// The same for Python.
#[pyclass(name = "Places", module = "zermelo._core", frozen)]
pub struct PyPlaces(pub Arc<Places>);

#[pymethods]
impl PyPlaces {
    /// `functions` are the addresses of six functions of the driver: they enter its context, copy to the device, clear, launch, copy back and
    /// ask whether a stream is done. All memory must stay as long as a search uses it.
    #[new]
    fn new(functions: [usize; 6], facts: Facts, places: Vec<Addresses>) -> Self {
        let [enter, send, clear, launch, fetch, query] = functions.map(|address| address as *const c_void);
        // SAFETY: the addresses are those of functions with these types, which the driver's interface fixes.
        let functions = unsafe {
            Functions {
                enter: transmute::<*const c_void, Enter>(enter),
                send: transmute::<*const c_void, CopyIn>(send),
                clear: transmute::<*const c_void, Clear>(clear),
                launch: transmute::<*const c_void, Launch>(launch),
                fetch: transmute::<*const c_void, CopyOut>(fetch),
                query: transmute::<*const c_void, Query>(query),
            }
        };
        let started = places.iter().map(|_| Default::default()).collect();
        let free = Mutex::new((0..places.len()).collect());
        let (is_long, has_failed) = (AtomicBool::new(false), AtomicBool::new(false));
        Self(Arc::new(Places { functions, facts, places, free, started, is_long, has_failed }))
    }
}

impl Places {
    /// Begins to play the games of a plan; the number of their place, or None if there is none for them.
    pub fn begin(&self, plan: &Plan) -> Option<usize> {
        let positions = (plan.count / plan.per.max(1)) as usize;
        let has_room = positions <= self.facts.positions && plan.starts.len() <= self.facts.positions * self.facts.size;
        if self.has_failed.load(Relaxed) || !has_room {
            return None;
        }
        for _ in &self.places {
            let number = self.lock().pop()?;
            match self.start(number, positions, plan) {
                Started::Yes => return Some(number),
                Started::Busy => self.lock().insert(0, number), // a search that has ended left its kernel there
                Started::Failed => {
                    self.free(number);
                    self.has_failed.store(true, Relaxed);
                    return None;
                }
            }
        }
        None
    }

    fn lock(&self) -> MutexGuard<'_, Vec<usize>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a place free again; its kernel may still run.
    pub fn free(&self, number: usize) {
        self.lock().push(number);
    }

    /// Puts copies and the kernel into the stream of a place, if its last kernel is done.
    fn start(&self, number: usize, positions: usize, plan: &Plan) -> Started {
        let (stream, states, counts, host_states, host_counts) = self.places[number];
        let (functions, facts, stream) = (self.functions, &self.facts, stream as *mut c_void);
        // Fewer threads of a group play if there are too few games for all, because a group waits for its slowest game.
        let mut lanes = GROUP;
        while lanes > 1 && plan.count * GROUP / lanes * 2 <= facts.most {
            lanes /= 2;
        }
        let blocks = (plan.count * GROUP).div_ceil(facts.threads * lanes).clamp(1, facts.most.div_ceil(facts.threads));
        let words = self.words(positions);
        let (short, long, _) = facts.stretches;
        // In the order of `PARAMETERS` in `compile/kernels/games.py`, as `GpuGames.start` in Python gives them.
        let mut values: [u64; 17] = [
            states,
            plan.per,
            0,
            u64::MAX, // positions are told apart
            counts + 8 * NOTES as u64,
            0,
            counts,
            0, // no room for the numbers of failed games
            plan.begin,
            plan.count,
            mix(plan.seed),
            plan.cap.min(facts.longest),
            0,
            lanes,
            if self.is_long.load(Relaxed) { long } else { short },
            1,
            words as u64,
        ];
        let mut arguments = values.each_mut().map(|value| std::ptr::from_mut(value).cast::<c_void>());
        let bytes = 8 * (NOTES + words);
        let (kernel, parameters) = (facts.kernel as *mut c_void, arguments.as_mut_ptr());
        let (blocks32, threads) = (blocks as c_uint, facts.threads as c_uint);
        let good = |code: c_int| if code == 0 { Ok(()) } else { Err(code) };
        let all = || {
            // SAFETY: the stream is idle when anything is written, so nothing else reads or writes the place's memory, which has room for so
            // many positions and for the table of so many; the driver copies arguments before it returns.
            unsafe {
                good((functions.enter)(facts.context as *mut c_void))?;
                good((functions.query)(stream))?;
                std::ptr::copy_nonoverlapping(plan.starts.as_ptr(), host_states as *mut u8, plan.starts.len());
                good((functions.send)(states, host_states as *const c_void, plan.starts.len(), stream))?;
                good((functions.clear)(counts, 0, bytes, stream))?;
                good((functions.launch)(kernel, blocks32, 1, 1, threads, 1, 1, 0, stream, parameters, null_mut()))?;
                good((functions.fetch)(host_counts as *mut c_void, counts, bytes, stream))
            }
        };
        match all() {
            Ok(()) => {
                self.started[number].0.store(blocks * facts.threads, Relaxed);
                self.started[number].1.store(positions as u64, Relaxed);
                Started::Yes
            }
            Err(NOT_READY) => Started::Busy,
            Err(_) => Started::Failed,
        }
    }

    /// Numbers in the table of so many positions.
    fn words(&self, positions: usize) -> usize {
        HEAD + self.facts.players + positions * (ROW + 3 * self.facts.players)
    }

    /// Waits for the games of a place, which is free then.
    pub fn table(&self, number: usize, stop: &Stop) -> Ended {
        let (stream, .., host_counts) = self.places[number];
        let began = Instant::now();
        let code = loop {
            // SAFETY: the stream is one of the driver's, in the context of this thread.
            let code = unsafe { (self.functions.query)(stream as *mut c_void) };
            if code != NOT_READY {
                break code;
            }
            if stop.is_set() {
                self.free(number);
                return Ended::Stopped;
            }
            if began.elapsed() > PATIENCE {
                sleep(PAUSE);
            }
        };
        let (started, positions) = &self.started[number];
        let words = self.words(positions.load(Relaxed) as usize);
        let mut table = if code == 0 {
            // SAFETY: the driver has filled this memory, which is as large; nothing else writes to it before the place is free.
            let found = unsafe { &*slice_from_raw_parts(host_counts as *const i64, NOTES + words) };
            let is_whole = found[0] == 0 && found[1] as u64 == started.load(Relaxed);
            if is_whole { found[NOTES..].to_vec() } else { Vec::new() }
        } else {
            Vec::new()
        };
        self.free(number);
        if table.is_empty() {
            self.has_failed.store(true, Relaxed);
            return Ended::Failed;
        }
        self.complete(&mut table);
        Ended::With(table)
    }

    /// Fills in the utilities, which follow from wins and draws where a game has a winner.
    fn complete(&self, table: &mut [i64]) {
        let players = self.facts.players;
        let (mut games, mut plies) = (0, 0);
        for row in table[HEAD + players..].chunks_exact_mut(ROW + 3 * players) {
            if let Some(win) = self.facts.win {
                let decided: i64 = row[ROW..ROW + players].iter().sum();
                row[0] = row[1] + decided;
                for player in 0..players {
                    let wins = row[ROW + player];
                    let value = wins as f64 * win - (decided - wins) as f64;
                    row[ROW + 2 * players + player] = value.to_bits() as i64;
                }
            }
            games += row[0] as u64;
            plies += row[2] as u64;
        }
        self.is_long.store(plies > self.facts.stretches.2 * games, Relaxed);
    }
}
