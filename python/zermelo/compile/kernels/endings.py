"""The ends of random games within their kernel: what an end is worth, who has won, and what is told of each game."""

from __future__ import annotations

from zermelo.compile.kernels.text import Kernel, real
from zermelo.search.montecarlo.random_games import POINT, ROW


def detail_size(players: int) -> int:
    """Bytes about one game: trace, first move, plies, how it ended (the winner, -1 for a draw or points, -2 if given up), utilities."""
    return 32 + 8 * players


def utility_places(kernel: Kernel) -> str:
    return "" if kernel.has_winner else "".join(f"\n  %utility{player} = alloca double" for player in range(kernel.players))


def no_utilities(kernel: Kernel) -> str:
    return "" if kernel.has_winner else "".join(f"\n  store double 0.0, ptr %utility{player}" for player in range(kernel.players))


def utilities(kernel: Kernel) -> str:
    """Ask what the end is worth to each player, within the game's bounds."""
    if kernel.has_winner:
        return ""
    return "".join(
        f"""{kernel.ask(f"worth{player}", "utility", f"ptr %s, i64 {player}, ptr %utility{player}", failed="note_failure")}
  %worth{player}_now = load double, ptr %utility{player}
  %worth{player}_low = fcmp oge double %worth{player}_now, {real(kernel.game.rules.bounds[0])}
  %worth{player}_high = fcmp ole double %worth{player}_now, {real(kernel.game.rules.bounds[1])}
  %worth{player}_fits = and i1 %worth{player}_low, %worth{player}_high
  br i1 %worth{player}_fits, label %worth{player}_on, label %note_failure, !prof !0
worth{player}_on:
"""
        for player in range(kernel.players)
    )


def wins_counted(kernel: Kernel) -> str:
    """Count a win, or a draw."""
    draws, wins = ROW.index("draws"), len(ROW)
    return f"""  %drawn_game = icmp slt i64 %how, 0
  %win_at = add i64 %how, {wins}
  %result_at = select i1 %drawn_game, i64 {draws}, i64 %win_at
  call void @zk_count(ptr %row, i64 %result_at, i64 1)
"""


def points_counted(kernel: Kernel) -> str:
    """Those with the greatest utility win, unless all have it; a won game is shared among them."""
    players = range(kernel.players)
    lines = [f"  call void @zk_count(ptr %row, i64 {ROW.index('games')}, i64 1)"]
    lines += [f"  %points{player} = load double, ptr %utility{player}" for player in players]
    lines += ["  %best_0 = fadd double %points0, 0.0"]
    for player in players[1:]:
        lines += [f"  %above{player} = fcmp ogt double %points{player}, %best_{player - 1}"]
        lines += [f"  %best_{player} = select i1 %above{player}, double %points{player}, double %best_{player - 1}"]
    lines += ["  %winners_0 = add i64 0, 0"]
    for player in players:
        lines += [f"  %top{player} = fcmp oeq double %points{player}, %best_{kernel.players - 1}"]
        lines += [
            f"  %top{player}_64 = zext i1 %top{player} to i64",
            f"  %winners_{player + 1} = add i64 %winners_{player}, %top{player}_64",
        ]
    lines += [
        f"  %no_winner = icmp eq i64 %winners_{kernel.players}, {kernel.players}",
        "  %no_winner64 = zext i1 %no_winner to i64",
    ]
    lines += [f"  call void @zk_count(ptr %row, i64 {ROW.index('draws')}, i64 %no_winner64)"]
    lines += [f"  %share = udiv i64 {POINT}, %winners_{kernel.players}", "  %decided = xor i1 %no_winner, true"]
    for player in players:
        wins, points, values = (len(ROW) + player + part * kernel.players for part in range(3))
        lines += [
            f"  %won{player} = and i1 %top{player}, %decided",
            f"  %won{player}_64 = zext i1 %won{player} to i64",
            f"  call void @zk_count(ptr %row, i64 {wins}, i64 %won{player}_64)",
            f"  %got{player} = mul i64 %top{player}_64, %share",
            f"  call void @zk_count(ptr %row, i64 {points}, i64 %got{player})",
            f"  %value{player}_at = getelementptr i64, ptr %row, i64 {values}",
            f"  %value{player}_before = atomicrmw fadd ptr %value{player}_at, double %points{player} monotonic",
        ]
    return "\n".join([*lines, ""])


def told(kernel: Kernel) -> str:
    """Write down one game."""
    lines = [f"  %detail_offset = mul i64 %n, {detail_size(kernel.players)}"]
    for at, name in enumerate(("trace", "opening", "plies", "ending")):
        wide = name == "trace"
        lines += [
            f"  %{name}_was = load {'i64' if wide else 'i32'}, ptr %{name}",
            f"  %{name}_told = {f'add i64 %{name}_was, 0' if wide else f'sext i32 %{name}_was to i64'}",
            f"  %{name}_byte = add i64 %detail_offset, {8 * at}",
            f"  %{name}_at = getelementptr i8, ptr %details, i64 %{name}_byte",
            f"  store i64 %{name}_told, ptr %{name}_at",
        ]
    for player in range(0 if kernel.has_winner else kernel.players):
        lines += [
            f"  %utility{player}_told = load double, ptr %utility{player}",
            f"  %utility{player}_byte = add i64 %detail_offset, {8 * (4 + player)}",
            f"  %utility{player}_at = getelementptr i8, ptr %details, i64 %utility{player}_byte",
            f"  store double %utility{player}_told, ptr %utility{player}_at",
        ]
    return "\n".join([*lines, ""])
