"""Evaluations by patterns within a kernel: a configuration's weight is found in tables that come with the positions.

The tables are those of the twin (`crates/zermelo/src/game/patterns.rs`): each order in which the same cells may be read has its copy of the weight.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.compile.kernels.text import Kernel, real
from zermelo.game.pattern_reader import PatternReader

if TYPE_CHECKING:
    import numpy as np

    Whole = np.ndarray[tuple[int, ...], np.dtype[np.int32]]
    Weights = np.ndarray[tuple[int, ...], np.dtype[np.int16]]


def shape(reader: PatternReader) -> str:
    """What of the patterns is written into the kernel."""
    facts = reader.facts()
    return repr((facts[0], reader.patterns.size, len(_copies(reader)), facts[3]))


def tables(reader: PatternReader) -> tuple[Whole, Whole, Weights]:
    """For each pattern where its table begins, its first cell and their number; the cells of all patterns; and the weights."""
    import numpy as np

    copies = _copies(reader)
    firsts = np.cumsum([0, *(len(cells) for _, cells in copies)])
    rows = [(start, first, len(cells)) for (start, cells), first in zip(copies, firsts, strict=False)]
    numbers = np.frombuffer(reader.facts()[2], np.int16).reshape(-1, reader.patterns.size)
    cells = np.array([cell for _, cells in copies for cell in cells], np.int32)
    return np.array(rows, np.int32), cells, np.ascontiguousarray(numbers[:, _readings(reader)])


def _copies(reader: PatternReader) -> list[tuple[int, tuple[int, ...]]]:
    return [(table.start, cells) for table in reader.patterns.tables for cells in table.copies]


def _readings(reader: PatternReader) -> Whole:
    """For each weight of a stage the place of the weight that counts instead: the least, over all orders of reading."""
    import numpy as np

    found, symbols = [], reader.patterns.symbols
    for table in reader.patterns.tables:
        powers = symbols ** np.arange(table.length - 1, -1, -1)
        codes = np.arange(symbols**table.length)
        digits = codes[:, None] // powers % symbols
        found.append(table.start + np.min([codes, *(digits[:, list(tie)] @ powers for tie in table.ties)], axis=0))
    return np.concatenate(found).astype(np.int32)


def pattern_value(kernel: Kernel, reader: PatternReader, seen: str) -> str:
    """Look up the weights: the double %seen_value, for the player `seen`. Needs %features, %symbols, %patterns, %cells and %tables."""
    (symbols, cells, stages), _, _, (unit, low, high) = reader.facts()
    return f"""{kernel.ask_player()}
  %is_seat = icmp sge i32 %player, 0
  %by32 = select i1 %is_seat, i32 %player, i32 0
  %by = zext i32 %by32 to i64
{kernel.ask("yielded", "pattern_cells", "ptr %s, i64 %by, ptr %features", cells)}
{kernel.ask("stage", "pattern_stage", "ptr %s")}
  %stage_fits = icmp slt i32 %stage, {stages}
  br i1 %stage_fits, label %read, label %failed, !prof !0
read:
  %cell = phi i64 [0, %stage_good], [%next_cell, %keep]
  %is_read = icmp eq i64 %cell, {cells}
  br i1 %is_read, label %look_up, label %read_one
read_one:
  %feature_at = getelementptr double, ptr %features, i64 %cell
  %feature = load double, ptr %feature_at
  %not_below = fcmp oge double %feature, {real(0.0)}
  %not_above = fcmp olt double %feature, {real(float(symbols))}
  %inside = and i1 %not_below, %not_above
  br i1 %inside, label %convert, label %failed, !prof !0
convert:
  %symbol = fptosi double %feature to i32
  %again = sitofp i32 %symbol to double
  %is_whole = fcmp oeq double %again, %feature
  br i1 %is_whole, label %keep, label %failed, !prof !0
keep:
  %symbol_at = getelementptr i32, ptr %symbols, i64 %cell
  store i32 %symbol, ptr %symbol_at
  %next_cell = add i64 %cell, 1
  br label %read
look_up:
  %stage64 = zext i32 %stage to i64
  %stage_start = mul i64 %stage64, {reader.patterns.size}
  br label %pattern
pattern:
  %index = phi i64 [0, %look_up], [%next_index, %weigh]
  %total = phi i64 [0, %look_up], [%new_total, %weigh]
  %is_summed = icmp eq i64 %index, {len(_copies(reader))}
  br i1 %is_summed, label %weighed, label %configuration
configuration:
  %row = mul i64 %index, 3
  %start_at = getelementptr i32, ptr %patterns, i64 %row
  %first_at = getelementptr i32, ptr %start_at, i64 1
  %length_at = getelementptr i32, ptr %start_at, i64 2
  %start = load i32, ptr %start_at
  %first = load i32, ptr %first_at
  %length = load i32, ptr %length_at
  br label %digit
digit:
  %place = phi i32 [0, %configuration], [%next_place, %add_digit]
  %code = phi i32 [0, %configuration], [%new_code, %add_digit]
  %is_coded = icmp eq i32 %place, %length
  br i1 %is_coded, label %weigh, label %add_digit
add_digit:
  %which = add i32 %first, %place
  %which_at = getelementptr i32, ptr %cells, i32 %which
  %which_cell = load i32, ptr %which_at
  %digit_at = getelementptr i32, ptr %symbols, i32 %which_cell
  %one_digit = load i32, ptr %digit_at
  %moved = mul i32 %code, {symbols}
  %new_code = add i32 %moved, %one_digit
  %next_place = add i32 %place, 1
  br label %digit
weigh:
  %entry = add i32 %start, %code
  %entry64 = zext i32 %entry to i64
  %weight_place = add i64 %stage_start, %entry64
  %weight_at = getelementptr i16, ptr %tables, i64 %weight_place
  %weight = load i16, ptr %weight_at
  %weight64 = sext i16 %weight to i64
  %new_total = add i64 %total, %weight64
  %next_index = add i64 %index, 1
  br label %pattern
weighed:
  %whole = sitofp i64 %total to double
  %points = fdiv double %whole, {real(unit)}
  %is_low = fcmp olt double %points, {real(low)}
  %not_lower = select i1 %is_low, double {real(low)}, double %points
  %is_high = fcmp ogt double %not_lower, {real(high)}
  %clamped = select i1 %is_high, double {real(high)}, double %not_lower
  %is_own = icmp eq i64 %by, {seen}
  %opposite = fsub double {real(0.0)}, %clamped
  %seen_value = select i1 %is_own, double %clamped, double %opposite"""
