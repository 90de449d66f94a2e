"""How quick the studio is, and whether it gives back what it takes: `python benches/studio.py`, with a browser on the machine.

Eight numbers:
- until the gallery is ready, until a board is ready, and until a click is answered;
- until a tree of 10,000 nodes is drawn, and frames per second while a tree of 1,000 nodes grows;
- whether thirty visitors who play at once against level 3 all get to the end of their games;
- for how long at most a visitor waits for a click while another has the studio do all that it does;
- how much memory the server has after a hundred games, and after a hundred more, beyond what it had before them.

A browser with thirty pages needs far more time than the server that they are from; so the server's own share is told beside it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

MOVES = "document.querySelectorAll('.picks.made button').length - 1"
GALLERY = "(cards => cards.length > 20 && cards.every(card => card.complete))([...document.querySelectorAll('.game-card img')])"
ASKED = "document.querySelector('.board.asked') || document.querySelector('.status')?.innerText.includes('Game over')"


def start() -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, "-m", "zermelo", "studio", "--port", "0", "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    return process, next(word for word in line.split() if word.startswith("http"))


def resident(pid: int) -> float:
    """Megabytes of a process that are in memory."""
    text = Path(f"/proc/{pid}/status").read_text()
    return int(next(line.split()[1] for line in text.splitlines() if line.startswith("VmRSS"))) / 1024


def worked(pid: int) -> float:
    """Seconds of processor time that a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def visit(browser: Browser, address: str, until: str = ASKED) -> Page:
    context = await browser.new_context()
    context.set_default_timeout(120_000)
    page = await context.new_page()
    await page.goto(address)
    await page.wait_for_function(until)
    return page


async def ready(browser: Browser, address: str, times: int, until: str = ASKED) -> list[float]:
    """Seconds from asking for the page to a board that can be clicked, or to something else."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        page = await visit(browser, address, until)
        found.append(time.perf_counter() - began)
        await page.context.close()
    return found


async def clicks(browser: Browser, address: str) -> list[float]:
    """Milliseconds from a click to the move on the page, measured inside the page; both sides are people, so nobody has to think."""
    page = await visit(browser, f"{address}?game=hex&seats=person|person")
    found = []
    for number, square in enumerate(("c3", "d4", "e5", "f6", "g7", "h8", "c7", "d8", "g2", "h3", "b9", "k1"), 1):
        found.append(
            await page.evaluate(
                """([square, number]) => new Promise(done => {
                  const began = performance.now(), list = document.querySelector('.picks.made');
                  const look = new MutationObserver(() => {
                    if (list.querySelectorAll('button').length > number) { look.disconnect(); done(performance.now() - began); }
                  });
                  look.observe(list, {childList: true, subtree: true});
                  document.querySelector(`[data-square="${square}"]`).dispatchEvent(new MouseEvent('click', {bubbles: true}));
                })""",
                [square, number],
            )
        )
    await page.context.close()
    return found


async def game(browser: Browser, address: str) -> int:
    """A whole game against level 3 by clicking; gives its moves."""
    page = await visit(browser, f"{address}?game=tictactoe&seats=person|level(3)")
    while "Game over" not in await page.inner_text(".status"):
        await page.locator(".board.asked .spot.start").first.click()
        await page.wait_for_function(ASKED)
    moves = int(await page.evaluate(MOVES))
    told = await page.locator(".q-notification").count()
    await page.context.close()
    assert 5 <= moves <= 9, moves
    assert told == 0, "somebody got a message"
    return moves


async def drawing(browser: Browser, address: str) -> tuple[int, float]:
    """Seconds for the player to put a tree of 10,000 nodes on the page, all of it, at its last step; and how many nodes it has."""
    page = await visit(browser, f"{address}?game=connect4")
    await page.goto(f"{address}watch?game=connect4&agent=minimax(depth=6)&nodes=10000")
    await page.wait_for_function("document.querySelector('.zp-tree path')")
    nodes, seconds = await page.evaluate(
        """async () => {
          const store = performance.getEntriesByType('resource').find(each => each.name.includes('/store/')).name;
          const text = await (await fetch(store)).text(), host = document.querySelector('.stage');
          const began = performance.now(), data = JSON.parse(text), player = ZermeloPlayer(host, data);
          player.go(player.steps - 1);
          host.querySelector('[aria-label^="Fold what is done"]')?.click();
          player.fit();
          await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
          return [data.rounds[0].parent.length, (performance.now() - began) / 1000];
        }"""
    )
    await page.context.close()
    return int(nodes), float(seconds)


async def frames(browser: Browser, address: str) -> tuple[int, float, float]:
    """Nodes of a tree, frames per second while all its steps are played, and the longest time between two frames in milliseconds."""
    page = await visit(browser, f"{address}?game=connect4")
    await page.goto(f"{address}watch?game=connect4&agent=alphabeta(depth=6)&nodes=1000")
    await page.wait_for_function("document.querySelector('.zp-tree path')")
    nodes, rate, longest = await page.evaluate(
        """async () => {
          const store = performance.getEntriesByType('resource').find(each => each.name.includes('/store/')).name;
          const data = await (await fetch(store)).json(), host = document.querySelector('.stage'), speed = host.querySelector('[aria-label="Speed"]');
          speed.selectedIndex = speed.options.length - 1;
          host.querySelector('[aria-label="Play (space)"]').click();
          const times = [];
          while (times.length < 2 || host.querySelector('[aria-label="Pause (space)"]')) times.push(await new Promise(requestAnimationFrame));
          const gaps = times.slice(1).map((time, index) => time - times[index]), seconds = (times.at(-1) - times[0]) / 1000;
          return [data.rounds[0].parent.length, gaps.length / seconds, Math.max(...gaps)];
        }"""
    )
    await page.context.close()
    return int(nodes), float(rate), float(longest)


async def settled() -> None:
    """A page that is closed is kept for some seconds, should it come back."""
    await asyncio.sleep(8)


async def greedy(browser: Browser, address: str) -> list[Page]:
    """Somebody who plays two strong agents against each other, watches a large search and measures all techniques, in a tab each."""
    context = await browser.new_context()
    pages = [await context.new_page() for _ in range(3)]
    await pages[0].goto(f"{address}?game=connect4&seats=strong(seconds=20)|strong(seconds=20)")
    await pages[1].goto(f"{address}watch?game=chess&agent=alphabeta()")
    await pages[2].goto(f"{address}compare?game=chess")
    await pages[2].get_by_role("spinbutton", name="Depth").fill("12")
    await pages[2].get_by_role("button", name="Run").first.click()
    await pages[0].wait_for_function("document.querySelector('.status').innerText.includes('thinking')")
    return pages


async def measure(visitors: int, games: int, rounds: int) -> None:
    process, address = start()
    program = shutil.which("chromium") or shutil.which("google-chrome")
    try:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            await game(browser, address)
            for name, path, until in (("gallery ready", "games", GALLERY), ("board ready", "?game=connect4", ASKED)):
                times = await ready(browser, address + path, 5, until)
                print(f"{name:17}{statistics.median(times):.2f} s (median of {len(times)}; the slowest {max(times):.2f} s)")
            took = await clicks(browser, address)
            print(f"click answered   {statistics.median(took):.0f} ms (median of {len(took)}; the slowest {max(took):.0f} ms)")
            nodes, seconds = await drawing(browser, address)
            print(f"tree drawn       {seconds:.2f} s for {nodes:,} nodes")
            nodes, rate, longest = await frames(browser, address)
            print(f"animation        {rate:.0f} frames/s for {nodes:,} nodes (longest frame {longest:.0f} ms)")
            began, had = time.perf_counter(), worked(process.pid)
            moves = await asyncio.gather(*(game(browser, address) for _ in range(visitors)))
            took_all, share = time.perf_counter() - began, worked(process.pid) - had
            print(
                f"{visitors} visitors      {sum(moves)} moves, no error, {took_all:.0f} s for all together, {share:.1f} s of the server"
            )
            pages = await greedy(browser, address)
            took = await clicks(browser, address)
            print(f"beside a greedy  {statistics.median(took):.0f} ms (median of {len(took)}; the slowest {max(took):.0f} ms)")
            await pages[0].context.close()
            await settled()
            before = resident(process.pid)
            for number in range(1, rounds + 1):
                for _ in range(0, games, 5):
                    await asyncio.gather(*(game(browser, address) for _ in range(5)))
                await settled()
                after = resident(process.pid)
                print(
                    f"memory           {before:.0f} MB before, {after:.0f} MB after {number * games} games ({after - before:+.1f} MB)"
                )
            await browser.close()
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visitors", type=int, default=30)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=2)
    given = parser.parse_args()
    asyncio.run(measure(given.visitors, given.games, given.rounds))
