"""The kernel of random games: each thread plays game after game, one ply at a time, and counts how they end.

Threads of one group (a warp) run fast only while they are at the same place of the code. So all of them meet before every ply, and a thread
whose game is over waits; after every few plies such threads count their games and begin the next ones together.

Which game has which number, and what the table holds, says `search/montecarlo/random_games.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.compile.kernels.endings import no_utilities, points_counted, told, utilities, utility_places, wins_counted
from zermelo.compile.kernels.text import Kernel, Parameter
from zermelo.game.constants import ONGOING
from zermelo.game.protocol import Game
from zermelo.search.montecarlo.random_games import HEAD, ROW

PARAMETERS: list[Parameter] = [
    ("ptr", "states"),  # positions
    ("i64", "per"),  # games from each
    ("ptr", "firsts"),  # first moves that are told apart, ascending
    ("i64", "kinds"),  # their number; below zero if positions are told apart instead
    ("ptr", "table"),
    ("ptr", "details"),  # where each game is told, or null
    ("ptr", "failures"),  # how many games failed, and which; last, how many threads came to their end
    ("i64", "room"),  # how many of them may be noted
    ("i64", "begin"),  # the number of the first game
    ("i64", "count"),
    ("i64", "seed"),
    ("i64", "cap"),
    ("i64", "bins"),  # lengths that are told apart, or 0
    ("i64", "lanes"),  # how many of the 32 threads of a group play
    ("i64", "stretch"),  # plies after which finished games are counted; their threads wait until then
]


@dataclass(frozen=True)
class Form:
    """What a kernel does besides counting results: all that it need not do makes it faster."""

    policy: str
    """How moves are chosen."""
    counts: bool = True
    """Whether decisions, their moves, and the moves of each player are counted."""
    details: bool = False
    """Whether each game is told, with its trace."""
    quits: bool = False
    """Whether a thread ends where a rule fails. Such a kernel is faster, but its results count only if all threads come to their end."""

    @property
    def name(self) -> str:
        return f"games by {self.policy}{' with counts' * self.counts}{' and details' * self.details}{' that quit' * self.quits}"


_OVER, _FAILED, _IDLE = 1, 2, 3
"""The phases of a thread whose game does not go on; it is 0 while it does."""


def rules_needed(game: Game, policy: str) -> list[str]:
    """The rules that random games ask."""
    ends = ["winner"] if game.defines("winner") else ["over", "utility"]
    chance = [rule for rule in ("to_move", "chances") if game.defines(rule)]
    return ["moves", "play", *ends, *chance, *([policy] if policy != "moves" else [])]


def kernel_text(game: Game, form: Form, gpu: bool = True) -> str:
    """The whole module; its entry is `games`."""
    kernel = Kernel(game, rules_needed(game, form.policy), form.quits and gpu)
    return kernel.text(_thread(kernel, form) + kernel.entry("games", PARAMETERS, gpu, "table"), gpu)


def _thread(kernel: Kernel, form: Form) -> str:
    """One thread: games `first`, `first + step` and so on.

    What changes with every ply is in variables that LLVM keeps in registers. Sums over all games of the thread are seldom asked for; they are
    volatile, so that they take no registers.
    """
    given = ", ".join(f"{kind} %{name}" for kind, name in PARAMETERS)
    players, head, row = kernel.players, len(HEAD) + kernel.players, len(ROW) + 3 * kernel.players
    seats = [f"made{player}" for player in range(players - 1)] if form.counts else []
    counted = ["plies", *seats, *(["decisions", "choices", "single"] if form.counts else [])]
    numbers = [*counted, "steps", "opening", "drawn", "ending", "most", "left", "phase"]
    return f"""
define internal void @thread_games({given}, i64 %first, i64 %step) {{
{kernel.places()}{_places("i64", "number", "position", "random", "trace")}{_places("i32", *numbers)}{_places("i1", "carefully")}
{_places("i64", "all_most", *(f"all_{name}" for name in counted))}{utility_places(kernel)}
{_volatile(0, "all_most", *(f"all_{name}" for name in counted))}
  %cap32 = trunc i64 %cap to i32
  %stretch32 = trunc i64 %stretch to i32
  %lane = and i64 %first, 31
  %warp = lshr i64 %first, 5
  %works = icmp ult i64 %lane, %lanes
  %spread = mul i64 %warp, %lanes
  %own = add i64 %spread, %lane
  %mine = select i1 %works, i64 %own, i64 %count
  %warps = lshr i64 %step, 5
  %sparse = mul i64 %warps, %lanes
  %full = icmp uge i64 %lanes, 32
  %begins = select i1 %full, i64 %first, i64 %mine
  %leap = select i1 %full, i64 %step, i64 %sparse
  store i64 %begins, ptr %number
  br label %another
another: ; for the threads whose games are over
  %n0 = load i64, ptr %number
  %none_left = icmp uge i64 %n0, %count
  br i1 %none_left, label %stop, label %start
stop:
  store i32 {_IDLE}, ptr %phase
  br label %burst
start:
  %which0 = udiv i64 %n0, %per
  store i64 %which0, ptr %position
  %offset = mul i64 %which0, {kernel.game.layout.size}
  %from = getelementptr i8, ptr %states, i64 %offset
{kernel.copy("%s", "%from")}
  %id = add i64 %begin, %n0
  %mixed = add i64 %seed, %id
  %luck = call i64 @zk_mix(i64 %mixed)
  store i64 %luck, ptr %random
  store i64 0, ptr %trace
{_set(0, "phase", "steps", "most", *counted)}
{_set(-1, "opening")}{no_utilities(kernel)}
  %group = lshr i64 %id, 5
  %place = and i64 %group, 511
  %careful0 = icmp eq i64 %place, 0
  store i1 %careful0, ptr %carefully
  br label %burst
burst: ; all threads of a group, together
  %phase0 = load i32, ptr %phase
  %idle = icmp eq i32 %phase0, {_IDLE}
  %all_idle = call i1 @zk_all(i1 %idle)
  br i1 %all_idle, label %finish, label %burst_on
burst_on:
  store i32 %stretch32, ptr %left
  br label %ply
ply: ; all threads again; those whose games are over wait
  call void @zk_meet()
  %n = load i64, ptr %number
  %phase1 = load i32, ptr %phase
  %playing = icmp eq i32 %phase1, 0
  br i1 %playing, label %ask_end, label %met
ask_end:
{kernel.ask_over("failed_end")}
  store i32 %winner, ptr %ending
  br i1 %over, label %is_ended, label %ongoing
is_ended:
  store i32 {_OVER}, ptr %phase
  br label %met
failed_end:
  store i32 {_FAILED}, ptr %phase
  br label %met
ongoing:
  store i32 {ONGOING}, ptr %ending
  %taken = load i32, ptr %steps
  call void @zk_increase(ptr %steps, i32 1)
  %late = icmp sge i32 %taken, %cap32
  br i1 %late, label %is_ended, label %met, !prof !1
met: ; a rule may have kept some threads longer than others
  call void @zk_meet()
  %phase3 = load i32, ptr %phase
  %still_playing = icmp eq i32 %phase3, 0
  br i1 %still_playing, label %whose, label %met_again
whose:
{kernel.ask_player()}
  %careful = load i1, ptr %carefully
  br i1 %is_chance, label %throw, label %choose
throw:
{_thrown(kernel)}
choose:
{_by_playout(kernel) if form.policy == "playout" else _by_list(kernel, form.policy)}
tally:
{_tallied(form)}  br label %chosen
chosen:
  %move0 = load i32, ptr %drawn
  %opened = load i32, ptr %opening
  %unopened = icmp slt i32 %opened, 0
  %open = select i1 %unopened, i32 %move0, i32 %opened
  store i32 %open, ptr %opening
  call void @zk_increase(ptr %plies, i32 1)
{"".join(_mover(player) for player in range(len(seats)))}  br label %met_again
failed:
  store i32 {_FAILED}, ptr %phase
  br label %met_again
met_again:
  call void @zk_meet()
  %phase4 = load i32, ptr %phase
  %to_play = icmp eq i32 %phase4, 0
  br i1 %to_play, label %play, label %ply_done
play:
  %move32 = load i32, ptr %drawn
  %move = zext i32 %move32 to i64
{_TRACED if form.details else ""}{kernel.ask("done", "play", "ptr %s, i64 %move", failed="failed_play")}
  br label %ply_done
failed_play:
  store i32 {_FAILED}, ptr %phase
  br label %ply_done
ply_done:
  %left0 = load i32, ptr %left
  %left1 = sub i32 %left0, 1
  store i32 %left1, ptr %left
  %tired = icmp eq i32 %left1, 0
  br i1 %tired, label %pause, label %ply
pause:
  call void @zk_meet()
  %phase2 = load i32, ptr %phase
  switch i32 %phase2, label %burst [i32 {_OVER}, label %ended i32 {_FAILED}, label %note_failure]
ended:
  %which = load i64, ptr %position
  %how32 = load i32, ptr %ending
  %how = sext i32 %how32 to i64
  %is_over = icmp ne i32 %how32, {ONGOING}
  br i1 %is_over, label %worth, label %result, !prof !0
worth:
{utilities(kernel)}  br label %result
result:
  %by_position = icmp slt i64 %kinds, 0
  br i1 %by_position, label %row_found, label %by_move
by_move:
  %opened32 = load i32, ptr %opening
  %opened1 = sext i32 %opened32 to i64
  %kind = call i64 @zk_find(ptr %firsts, i64 %kinds, i64 %opened1)
  br label %row_found
row_found:
  %row_number = phi i64 [%which, %result], [%kind, %by_move]
  %row_offset = mul i64 %row_number, {row}
  %row_start = add i64 %row_offset, %bins
  %row_at = getelementptr i64, ptr %table, i64 %row_start
  %row = getelementptr i64, ptr %row_at, i64 {head}
  %length32 = load i32, ptr %plies
  %length = sext i32 %length32 to i64
  br i1 %is_over, label %count_it, label %give_up, !prof !0
give_up:
  call void @zk_count(ptr %row, i64 {ROW.index("given_up")}, i64 1)
  call void @zk_count(ptr %table, i64 {HEAD.index("given_up")}, i64 1)
  br label %told
count_it:
  call void @zk_count(ptr %row, i64 {ROW.index("plies")}, i64 %length)
{wins_counted(kernel) if kernel.has_winner else points_counted(kernel)}  %has_bins = icmp sgt i64 %bins, 0
  br i1 %has_bins, label %measure, label %sum
measure:
  %last = sub i64 %bins, 1
  %long = icmp sgt i64 %length, %last
  %bounded = select i1 %long, i64 %last, i64 %length
  %bin = add i64 %bounded, {head}
  call void @zk_count(ptr %table, i64 %bin, i64 1)
  br label %sum
sum:
{"".join(_summed(name) for name in counted)}{_MOST_SUMMED if form.counts else ""}  br label %told
told:
{told(kernel) if form.details else ""}  br label %next
note_failure:
  %slot = atomicrmw add ptr %failures, i64 1 monotonic
  %fits = icmp slt i64 %slot, %room
  br i1 %fits, label %note, label %next
note:
  %slot1 = add i64 %slot, 1
  %slot_at = getelementptr i64, ptr %failures, i64 %slot1
  store i64 %n, ptr %slot_at
  br label %next
next:
  %following = add i64 %n, %leap
  store i64 %following, ptr %number
  br label %another
finish:
  %last_place = add i64 %room, 1
  %ends_at = getelementptr i64, ptr %failures, i64 %last_place
  call void @zk_end(ptr %ends_at)
{_handed_in(form, len(seats)) if form.counts else ""}  ret void
}}
"""


_TRACED = """  %trace0 = load i64, ptr %trace
  %move1 = add i64 %move, 1
  %trace1 = xor i64 %trace0, %move1
  %trace2 = mul i64 %trace1, -7046029254386353131
  store i64 %trace2, ptr %trace
"""
_MOST_SUMMED = """  %most1 = load i32, ptr %most
  %most64 = sext i32 %most1 to i64
  %most_before = load volatile i64, ptr %all_most
  %more = icmp slt i64 %most_before, %most64
  %most_after = select i1 %more, i64 %most64, i64 %most_before
  store volatile i64 %most_after, ptr %all_most
"""


def _places(kind: str, *names: str) -> str:
    return "".join(f"  %{name} = alloca {kind}\n" for name in names)


def _set(value: int, *names: str) -> str:
    return "\n".join(f"  store i32 {value}, ptr %{name}" for name in names)


def _volatile(value: int, *names: str) -> str:
    return "\n".join(f"  store volatile i64 {value}, ptr %{name}" for name in names)


def _tallied(form: Form) -> str:
    """Count the moves of a decision."""
    if not form.counts:
        return ""
    return """  call void @zk_increase(ptr %decisions, i32 1)
  call void @zk_increase(ptr %choices, i32 %list)
  %single1 = icmp eq i32 %list, 1
  %single32 = zext i1 %single1 to i32
  call void @zk_increase(ptr %single, i32 %single32)
  call void @zk_raise(ptr %most, i32 %list)
"""


def _summed(name: str) -> str:
    return f"""  %{name}_now = load i32, ptr %{name}
  %{name}_64 = sext i32 %{name}_now to i64
  %{name}_before = load volatile i64, ptr %all_{name}
  %{name}_after = add i64 %{name}_before, %{name}_64
  store volatile i64 %{name}_after, ptr %all_{name}
"""


def _handed_in(form: Form, seats: int) -> str:
    """Add the sums of the thread to the table; the last player has made the moves that no other has."""
    names = ["decisions", "choices", "single", *(f"made{player}" for player in range(seats))]
    places = [*range(3), *range(len(HEAD), len(HEAD) + seats)]
    lines = [f"  %{name}_sum = load volatile i64, ptr %all_{name}" for name in [*names, "plies"]]
    lines += [f"  call void @zk_count(ptr %table, i64 {at}, i64 %{name}_sum)" for at, name in zip(places, names, strict=True)]
    lines += ["  %rest_0 = add i64 %plies_sum, 0"]
    lines += [f"  %rest_{player + 1} = sub i64 %rest_{player}, %made{player}_sum" for player in range(seats)]
    lines += [f"  call void @zk_count(ptr %table, i64 {len(HEAD) + seats}, i64 %rest_{seats})"]
    lines += [
        f"  %most_at = getelementptr i64, ptr %table, i64 {HEAD.index('most')}",
        "  %most2 = load volatile i64, ptr %all_most",
    ]
    return "\n".join([*lines, "  %most3 = atomicrmw max ptr %most_at, i64 %most2 monotonic", ""])


def _mover(player: int) -> str:
    return f"""  %is{player} = icmp eq i32 %player, {player}
  %one{player} = zext i1 %is{player} to i32
  call void @zk_increase(ptr %made{player}, i32 %one{player})
"""


# How a move is chosen


def _thrown(kernel: Kernel) -> str:
    if not kernel.game.defines("chances"):
        return "  br label %failed"
    return f"""{kernel.ask("outcomes", "chances", "ptr %s, ptr %moves, ptr %odds", 1)}
  %outcomes64 = zext i32 %outcomes to i64
  %outcome = call i32 @zk_draw(ptr %moves, ptr %odds, i64 %outcomes64, ptr %random)
  store i32 %outcome, ptr %drawn
  %wrong_chances = icmp slt i32 %outcome, 0
  br i1 %wrong_chances, label %failed, label %met_again, !prof !1"""


def _by_list(kernel: Kernel, rule: str) -> str:
    """Any move of a list."""
    return f"""{kernel.ask("list", rule, "ptr %s, ptr %moves", 1)}
  %listed = zext i32 %list to i64
  %pick = call i64 @zk_below(ptr %random, i64 %listed)
  %pick_at = getelementptr i32, ptr %moves, i64 %pick
  %picked = load i32, ptr %pick_at
  store i32 %picked, ptr %drawn
  br i1 %careful, label %check, label %tally, !prof !1
check:
  %rising = call i1 @zk_ascending(ptr %moves, i64 %listed)
  br i1 %rising, label %tally, label %failed, !prof !0"""


def _by_playout(kernel: Kernel) -> str:
    """The choice of the game's own `playout`; legal moves are only counted in some games."""
    return f"""  %bits = call i64 @zk_bits(ptr %random)
  %dice = lshr i64 %bits, 2
{kernel.ask("picked", "playout", "ptr %s, i64 %dice")}
  store i32 %picked, ptr %drawn
  br i1 %careful, label %check, label %chosen, !prof !1
check:
{kernel.ask("list", "moves", "ptr %s, ptr %moves", 1)}
  %listed = zext i32 %list to i64
  %rising = call i1 @zk_ascending(ptr %moves, i64 %listed)
  %legal = call i1 @zk_contains(ptr %moves, i64 %listed, i32 %picked)
  %good = and i1 %rising, %legal
  br i1 %good, label %tally, label %failed, !prof !0"""
