// A board without a mouse: arrow keys go from square to square, Enter and the space bar point at one, Escape cancels.

import { middle } from "./geometry.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SIDES = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

export const keys = {
  key(event) {
    const name = event.target.dataset?.square;
    if (event.key === "Escape") { this.from = null; this.reset(); return; }
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (this.offers.length && this.$refs.offers.contains(event.target)) { this.browse(event); return; }
    if (this.slide(event)) return;
    if (name && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      this.point(name);
    } else if (name && ARROWS[event.key]) {
      event.preventDefault();
      this.walk(name, ...ARROWS[event.key]);
    }
  },
  // Among the moves that are offered: arrow keys and Tab go round
  browse(event) {
    const step = event.key === "Tab" ? (event.shiftKey ? -1 : 1) : ARROWS[event.key]?.[0] + ARROWS[event.key]?.[1];
    if (!step) return;
    event.preventDefault();
    const buttons = [...this.$refs.offers.querySelectorAll("button")], at = buttons.indexOf(document.activeElement);
    buttons[(at + step + buttons.length) % buttons.length].focus();
  },
  slide(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.side(SIDES[event.key])) return false;
    event.preventDefault();
    return true;
  },
  focus(name, really = true) {
    for (const spot of this.spots.values()) spot.setAttribute("tabindex", "-1");
    const spot = this.spots.get(name);
    spot.setAttribute("tabindex", "0");
    if (really) spot.focus();
  },
  walk(name, right, down) {
    const slant = right ? 3 : 0.9; // rows may be shifted, as in draughts: up and down go to the nearest square of the next row
    const [x, y] = middle(this.places.find((each) => each.name === name));
    let best = null, least = Infinity;
    for (const place of this.places) {
      const [dx, dy] = middle(place).map((each, at) => each - [x, y][at]);
      const along = dx * right + dy * down, aside = Math.abs(dx * down) + Math.abs(dy * right);
      const way = along + (aside < 1.1 * along ? slant : 3) * aside;
      if (along > 1 && way < least) { least = way; best = place.name; }
    }
    if (best) this.focus(best);
  },
};
