// Marks on the squares of a board: what can be played, what was pointed at, the last move, hints, and signs of the game.

import * as choices from "./choices.js";
import { element, middle } from "./geometry.js";
import { sign } from "./signs.js";

const FEW = 24, FEW_PIECES = 9; // with more squares or pieces to choose from, marks would only distract

export const painting = {
  paint() {
    if (!this.spots.size) return;
    const targets = this.path.length ? this.next(this.path) : new Set(), starts = this.moves.length ? this.next([]) : new Set();
    const open = !this.path.length && starts.size <= FEW ? starts : new Set(), puts = choices.puts(this.moves, this.done);
    const pieces = new Set([...open].filter((name) => !puts.has(name)));
    if (pieces.size > FEW_PIECES) pieces.clear();
    const free = this.squares.filter(({ name, content }) => open.has(name) && puts.has(name) && content === "empty").map(({ name }) => name);
    const made = new Set(this.done.flat());
    for (const { name, content, last, sign, to } of this.squares) {
      const spot = this.spots.get(name), column = to !== name && starts.has(to), playable = starts.has(name);
      const set = (mark, on) => spot.classList.toggle(mark, Boolean(on));
      set("last", last);
      set("hint", !this.spent && this.hint.includes(name));
      set("picked", this.path.includes(name));
      set("made", made.has(name));
      set("target", targets.has(name));
      set("start", playable);
      set("column", column);
      set("movable", playable && !puts.has(name));
      set("may", pieces.has(name));
      const may = targets.has(name) ? "you may go here" : this.path.includes(name) ? "picked up" : playable || column ? "can be played" : "";
      spot.setAttribute("aria-label", [name, content, sign, last ? "last move" : "", may].filter(Boolean).join(", "));
    }
    this.marks.replaceChildren(...this.places.filter((place) => place.sign).map(sign));
    (this.arrows || []).forEach((squares, rank) => this.arrow(squares, rank));
    this.dot(targets, "dot");
    this.dot(free, "dot pale");
  },
  // A move that an analysis suggests: an arrow from its first square to its last, or a ring on its only one; the best move is the boldest
  arrow(squares, rank) {
    const ends = [squares[0], squares[squares.length - 1]].map((name) => this.places.find((each) => each.name === name));
    if (ends.some((each) => !each)) return;
    const [from, to] = ends.map(middle), width = Math.min(ends[1].width, ends[1].height), weight = width * (rank ? 0.06 : 0.11), kind = `arrow rank${Math.min(rank, 3)}`;
    const [across, along] = [to[0] - from[0], to[1] - from[1]], length = Math.hypot(across, along);
    if (length < 1) {
      this.marks.append(element("circle", { cx: to[0], cy: to[1], r: width * (0.4 - 0.07 * rank), class: kind, "stroke-width": weight, fill: "none" }));
      return;
    }
    const [x, y] = [across / length, along / length], tip = width * (rank ? 0.2 : 0.28), neck = [to[0] - x * tip, to[1] - y * tip];
    const head = [to, [neck[0] - y * tip * 0.6, neck[1] + x * tip * 0.6], [neck[0] + y * tip * 0.6, neck[1] - x * tip * 0.6]];
    this.marks.append(
      element("line", { x1: from[0], y1: from[1], x2: neck[0], y2: neck[1], class: kind, "stroke-width": weight }),
      element("polygon", { points: head.map((point) => point.join(",")).join(" "), class: kind, "stroke-width": 0 }),
    );
  },
  dot(names, kind) {
    for (const name of names) {
      const [x, y, width, height] = ["x", "y", "width", "height"].map((each) => Number(this.spots.get(name).getAttribute(each)));
      this.marks.append(element("circle", { cx: x + width / 2, cy: y + height / 2, r: Math.min(width, height) * (kind === "dot" ? 0.16 : 0.09), class: kind }));
    }
  },
  // Mark the square that a click under the pointer stands for: in games with dropped stones the one where the stone will land
  aim(name) {
    const square = name && this.squares.find((each) => each.name === name), landing = square && this.dropping && square.to !== name ? square.to : null;
    for (const [each, spot] of this.spots) spot.classList.toggle("aimed", each === landing);
  },
};
