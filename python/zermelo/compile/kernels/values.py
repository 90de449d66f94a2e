"""The kernel of evaluations: what each of many positions is worth to a player.

A finished game is worth `WON` if the player has won, `-WON` if the player has lost, and its utility otherwise, as `Position.evaluate` says.
"""

from __future__ import annotations

from zermelo.compile.kernels.pattern_values import pattern_value, shape
from zermelo.compile.kernels.text import Kernel, Parameter, real
from zermelo.game.evaluation import LARGEST
from zermelo.game.position import WON
from zermelo.game.protocol import Game

PARAMETERS: list[Parameter] = [
    ("ptr", "states"),  # positions
    ("i64", "count"),
    ("i64", "viewer"),  # the player for whom they are evaluated
    ("ptr", "weights"),  # of features
    ("ptr", "patterns"),  # where the table of each begins, its first cell, and their number
    ("ptr", "cells"),
    ("ptr", "tables"),
    ("ptr", "values"),
    ("ptr", "failures"),  # for each position a byte: whether a rule failed
]


def rules_needed(game: Game) -> list[str]:
    """The rules that evaluations ask."""
    evaluation = game.rules.evaluation
    ends = ["winner"] if game.defines("winner") else ["over", "utility"]
    if evaluation is None:
        return ends
    mover = ["to_move"] if game.defines("to_move") else []
    return [*ends, *(["pattern_cells", "pattern_stage", *mover] if evaluation.patterns is not None else [evaluation.rule])]


def shape_of(game: Game) -> str:
    """What is written into the kernel besides the rules."""
    reader = game.rules.reader
    return f"values {game.rules.viewpoint} {'' if reader is None else shape(reader)}"


def kernel_text(game: Game, gpu: bool = True) -> str:
    """The whole module; its entry is `values`."""
    kernel = Kernel(game, rules_needed(game))
    return kernel.text(_thread(kernel) + kernel.entry("values", PARAMETERS, gpu), gpu)


def _thread(kernel: Kernel) -> str:
    given = ", ".join(f"{kind} %{name}" for kind, name in PARAMETERS)
    (low, high), reader = kernel.game.rules.bounds, kernel.game.rules.reader
    features = max(1, len(kernel.game.rules.weights) if reader is None else reader.patterns.cells)
    return f"""
define internal void @thread_values({given}, i64 %me, i64 %step) {{
{kernel.places()}  %number = alloca i64
  %value = alloca double
  %features = alloca [{features} x double]
  %symbols = alloca [{features} x i32]
  store i64 %me, ptr %number
  br label %next
next:
  %n = load i64, ptr %number
  %after = add i64 %n, %step
  store i64 %after, ptr %number
  %is_left = icmp slt i64 %n, %count
  br i1 %is_left, label %begin, label %out
begin:
  %offset = mul i64 %n, {kernel.game.layout.size}
  %state = getelementptr i8, ptr %states, i64 %offset
{kernel.copy("%s", "%state")}
{kernel.ask_over()}
  br i1 %over, label %finished, label %unfinished
finished:
{_worth(kernel)}
  %won_it = fcmp oge double %worth, {real(high)}
  %lost_it = fcmp ole double %worth, {real(low)}
  %lost_value = select i1 %lost_it, double {real(-WON)}, double %worth
  %end_value = select i1 %won_it, double {real(WON)}, double %lost_value
  br label %store_it
unfinished:
{_evaluated(kernel)}
  %not_low = fcmp oge double %seen_value, {real(-LARGEST)}
  %not_high = fcmp ole double %seen_value, {real(LARGEST)}
  %is_sound = and i1 %not_low, %not_high
  br i1 %is_sound, label %sound, label %failed, !prof !0
sound:
{_for_player(kernel)}
  br label %store_it
store_it:
  %result = phi double [%end_value, %{"finished" if kernel.has_winner else "worth_known"}], [%own_value, %sound]
  %value_at = getelementptr double, ptr %values, i64 %n
  store double %result, ptr %value_at
  br label %next
failed:
  %failure_at = getelementptr i8, ptr %failures, i64 %n
  store i8 1, ptr %failure_at
  br label %next
out:
  ret void
}}
"""


def _worth(kernel: Kernel) -> str:
    """What a finished game is worth to the player: the double %worth."""
    if kernel.has_winner:
        return f"""  %winner64 = sext i32 %winner to i64
  %is_mine = icmp eq i64 %winner64, %viewer
  %is_drawn = icmp slt i32 %winner, 0
  %if_decided = select i1 %is_mine, double {real(kernel.game.rules.bounds[1])}, double {real(-1.0)}
  %worth = select i1 %is_drawn, double {real(0.0)}, double %if_decided"""
    low, high = kernel.game.rules.bounds
    return f"""{kernel.ask("utility", "utility", "ptr %s, i64 %viewer, ptr %value")}
  %worth = load double, ptr %value
  %not_under = fcmp oge double %worth, {real(low)}
  %not_over = fcmp ole double %worth, {real(high)}
  %within = and i1 %not_under, %not_over
  br i1 %within, label %worth_known, label %failed, !prof !0
worth_known:"""


def _evaluated(kernel: Kernel) -> str:
    """The evaluation for the player who is asked: the double %seen_value."""
    evaluation, viewpoint = kernel.game.rules.evaluation, kernel.game.rules.viewpoint
    seen = "%viewer" if viewpoint is None else str(viewpoint)
    if evaluation is None:
        return f"  %seen_value = fadd double {real(0.0)}, {real(0.0)}"
    if kernel.game.rules.reader is not None:
        return pattern_value(kernel, kernel.game.rules.reader, seen)
    if evaluation.weights is None:
        return f"""{kernel.ask("done", "evaluate", f"ptr %s, i64 {seen}, ptr %value")}
  %seen_value = load double, ptr %value"""
    weights = len(kernel.game.rules.weights)
    return f"""{kernel.ask("yielded", "features", f"ptr %s, i64 {seen}, ptr %features", weights)}
  br label %sum
sum: ; from left to right, as everywhere
  %index = phi i64 [0, %yielded_good], [%index1, %add]
  %seen_value = phi double [{real(0.0)}, %yielded_good], [%more, %add]
  %is_summed = icmp eq i64 %index, {weights}
  br i1 %is_summed, label %summed, label %add
add:
  %weight_at = getelementptr double, ptr %weights, i64 %index
  %feature_at = getelementptr double, ptr %features, i64 %index
  %weight = load double, ptr %weight_at
  %feature = load double, ptr %feature_at
  %share = fmul double %weight, %feature
  %more = fadd double %seen_value, %share
  %index1 = add i64 %index, 1
  br label %sum
summed:"""


def _for_player(kernel: Kernel) -> str:
    """The same for the player: where one viewpoint stands for both, what is good for one is bad for the other."""
    if kernel.game.rules.viewpoint is None:
        return f"  %own_value = fadd double %seen_value, {real(-0.0)}"  # which changes nothing
    return f"""  %is_viewpoint = icmp eq i64 %viewer, {kernel.game.rules.viewpoint}
  %turned = fsub double {real(0.0)}, %seen_value
  %own_value = select i1 %is_viewpoint, double %seen_value, double %turned"""
