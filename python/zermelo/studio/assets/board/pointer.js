// Clicks and drags, with a mouse, a finger or a pen. A piece that is dragged follows the pointer.

import { keyOf, middle } from "./geometry.js";
import { Lift } from "./lift.js";
import { topPiece } from "./pieces.js";

const SLACK = 5; // pixels that a pointer may move in a click
const SWIPE = 24;

export const pointer = {
  square(event) {
    const here = document.elementFromPoint(event.clientX, event.clientY);
    return here?.dataset?.square && this.$refs.holder.contains(here) ? here.dataset.square : null;
  },
  press(event) {
    this.from = event.button === 0 ? this.square(event) : null;
    this.at = event.button === 0 ? [event.clientX, event.clientY] : null;
    this.dragged = false;
  },
  drag(event) {
    if (this.lift && this.from) this.lift.follow(event);
    else if (this.from && Math.hypot(event.clientX - this.at[0], event.clientY - this.at[1]) > SLACK) this.pickUp(event);
  },
  pickUp(event) {
    if (!this.movable(this.from)) return;
    if (this.path[this.path.length - 1] !== this.from) this.path = [this.from];
    this.motion.stop();
    this.paint();
    const place = this.places.find(({ name }) => name === this.from), items = topPiece(this.shown.read.squares.get(keyOf(place)));
    if (!items.length) return;
    this.lift = new Lift(items, this.flying);
    this.lift.follow(event);
    try { this.$refs.holder.setPointerCapture(event.pointerId); } catch { /* the pointer is gone already */ }
  },
  // A finger that drags a piece does not scroll the page
  hold(event) {
    if (this.lift && this.from && event.cancelable) event.preventDefault();
  },
  // Whether there is a piece on a square that can be moved now
  movable(name) {
    if (!this.moves.length || this.waiting || this.offers.length) return false;
    return this.path[this.path.length - 1] === name || this.next([name]).size > 0;
  },
  release(event) {
    const to = this.square(event);
    if (this.at && this.sliding) this.swipe(event.clientX - this.at[0], event.clientY - this.at[1]);
    if (this.lift && this.from) {
      this.dragged = true;
      if (to && to !== this.from && this.path.length) this.point(to);
      else if (!to) this.reset();
      if (this.waiting || this.offers.length) this.lift?.move(middle(this.places.find(({ name }) => name === to)));
    }
    this.letGo();
  },
  letGo() {
    this.from = this.at = null;
    if (!this.waiting && !this.offers.length) this.putBack();
  },
  // The piece in the hand returns to its square
  putBack() {
    this.lift?.end();
    this.lift = null;
  },
  click(event) {
    if (this.dragged) { this.dragged = false; return; }
    const name = event.target.dataset?.square;
    if (name) { this.focus(name, false); this.point(name); }
  },
  swipe(right, down) {
    if (Math.max(Math.abs(right), Math.abs(down)) < SWIPE) return;
    this.side(Math.abs(right) > Math.abs(down) ? (right > 0 ? "right" : "left") : down > 0 ? "down" : "up");
  },
  // Slide everything to a side, if that is a legal move; whether it was
  side(name) {
    const found = !this.waiting && this.moves.some((move) => move.name === name && !move.legs.length);
    if (found) this.send(name);
    return found;
  },
};
