"""All endgame tables by material: how long they take, how large they are, and whether published mates come out.

    python benches/tables.py                        chess of 3 and 4 pieces, checkers of 2 to 4
    python benches/tables.py --checkers 5           one more piece in checkers
    python benches/tables.py --mates FILE           also look up positions of a file in EPD with `dm` fields
    python benches/tables.py --folder TABLES        keep the tables there

`cargo run --release --example probe` says how long a look in a table takes.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
import time
from pathlib import Path

import zermelo
from zermelo._core import TableFile, TableSet, build_tables, table_names, verify_table


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--checkers", type=int, default=4, help="the most pieces in checkers")
    parser.add_argument("--threads", type=int, default=2, help="how many threads work")
    parser.add_argument("--verify", action="store_true", help="check every value against its successors")
    parser.add_argument("--mates", type=Path, help="a file of chess positions in EPD with `dm` fields")
    parser.add_argument("--folder", type=Path, help="where the tables are kept")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.folder or Path(temporary)
        for game, most in (("checkers", given.checkers), ("chess", 4)):
            for pieces in range(2 if game == "checkers" else 3, most + 1):
                report(folder, game, pieces, given.threads, given.verify)
        if given.mates:
            compare(folder, given.mates)


def report(folder: Path, game: str, pieces: int, threads: int, verify: bool) -> None:
    """Builds all tables with so many pieces and prints what came of it."""
    names, began, busy = table_names(game, pieces), time.perf_counter(), time.process_time()
    build_tables(folder, game, names, threads=threads)
    seconds, processor = time.perf_counter() - began, time.process_time() - busy
    files = [TableFile(folder / f"{game}-{name}.table") for name in names]
    sides = [side for file in files for side in json.loads(file.facts)["sides"]]
    counts = [sum(side[key] for side in sides) for key in ("win", "draw", "loss")]
    longest = max(file_longest(file) for file in files)
    size = sum(file.size for file in files) / 1e6
    print(f"{game}, {pieces} pieces: {len(names)} tables, {seconds:.1f} s ({processor:.1f} s of processors), {size:.2f} MB")
    print(f"  won {counts[0]}, drawn {counts[1]}, lost {counts[2]}, longest win {longest} plies", flush=True)
    if verify:
        began = time.perf_counter()
        for name in names:
            verify_table(folder, game, name, threads=threads)
        print(f"  verified in {time.perf_counter() - began:.1f} s", flush=True)


def file_longest(file: TableFile) -> int:
    return int(json.loads(file.facts)["longest_win"])


def compare(folder: Path, mates: Path) -> None:
    """Prints the positions of a file whose distance to mate is not the one that the file gives."""
    game, tables, same, other = zermelo.find("chess"), TableSet(folder, "chess"), 0, 0
    for fen, text in re.findall(r"^(\S+ \S+ \S+ \S+) dm (-?\d+);", mates.read_text(), re.MULTILINE):
        moves, found = int(text), tables.ask(game.read(f"{fen} 0 1").pack())
        expected = (0, 0) if moves == 0 else (1, 2 * moves - 1) if moves > 0 else (-1, -2 * moves)
        same, other = same + (found == expected), other + (found != expected)
        if found != expected:
            print(f"  {fen}: {found}, where {expected} was given")
    print(f"{mates.name}: {same} positions as given, {other} not")


if __name__ == "__main__":
    main()
