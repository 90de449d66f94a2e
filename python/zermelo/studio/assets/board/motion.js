// What has changed between two pictures of one game, and the animation of it. Nothing here knows the game: a piece that is gone on one
// square and has come on another has moved, one that has changed on its square was turned over, others were captured or are new.
//
// The new picture is drawn at once. Copies of the pieces move on top of it while the pieces themselves are hidden; so a new position can
// interrupt an animation at any time, and what remains is always the picture of the game.

import { element, middle, union } from "./geometry.js";
import { copyOf, group } from "./pieces.js";

export const DURATION = 180; // milliseconds
const FALL = 320; // of a stone through the whole height of the board
const MOST = 64; // more changes than this are a new picture, not a move
const same = (item) => (other) => other.kind === item.kind && other.at === item.at;

// { moved: [{ from, to, via }], turned: [{ from, to }], come, gone, ground }: groups of shapes, and shapes of the board that pieces now cover.
// `path` are the parts of the move, each a list of places; `steps` is the number of moves between the pictures.
export function compare(before, after, path, steps) {
  const gone = new Map(), come = new Map(), ground = [], shift = drift(before.squares, after.squares);
  for (const [key, now] of after.squares) {
    const then = before.squares.get(shift(key)) || { pieces: [], ground: [] };
    const left = then.pieces.filter((item) => !now.pieces.some(same(item))), added = now.pieces.filter((item) => !then.pieces.some(same(item)));
    if (left.length) gone.set(key, { ...group(left), captured: Boolean(then.place.content) && then.place.content !== now.place.content });
    if (added.length) come.set(key, group(added));
    if (added.length) ground.push(...then.ground.filter((item) => !now.ground.some(same(item))));
  }
  const kept = new Set([...after.squares.keys()].map(shift));
  for (const [key, then] of before.squares)
    if (!kept.has(key) && then.pieces.length) gone.set(`was ${key}`, { ...group(then.pieces), captured: false });
  const moved = [...along(path, gone, come, before, shift), ...(Math.abs(steps) < 2 || slides(path) ? alike(gone, come) : [])];
  const turned = [];
  for (const [key, to] of [...come]) {
    const from = gone.get(key);
    if (!from || !similar(from.box, to.box)) continue;
    turned.push({ from, to });
    gone.delete(key);
    come.delete(key);
  }
  return { moved, turned, come: [...come.values()], gone: [...gone.values()], ground };
}

// A picture may be wider than the one before, with the whole board moved to its middle
function drift(before, after) {
  const keys = [...after.keys()], shared = keys.filter((key) => before.has(key)).length;
  if (!before.size || !after.size || 2 * shared >= Math.min(before.size, after.size)) return (key) => key;
  const corner = (squares) => union([...squares.values()].map(({ place }) => place)), old = corner(before), now = corner(after);
  const places = new Map([...before].map(([key, { place }]) => [`${Math.round(place.x - old.x)},${Math.round(place.y - old.y)}`, key]));
  return (key) => {
    const { x, y } = after.get(key).place;
    return places.get(`${Math.round(x - now.x)},${Math.round(y - now.y)}`) ?? key;
  };
}

// Whether pieces of the game go from square to square: the last move did, or has no squares at all
const slides = (path) => !path.length || path.some((leg) => leg.length > 1);

// Pieces that have gone the way of the move, also if they have changed on it
function along(path, gone, come, before, shift) {
  const found = [];
  for (const leg of path.filter((leg) => leg.length > 1)) {
    const [start, end] = [leg[0].key, leg[leg.length - 1].key], to = come.get(end);
    const source = before.squares.get(shift(start)), from = gone.get(start) || (to && source && stays(source, leg, to));
    if (!to || !from) continue;
    found.push({ from, to, via: leg.slice(1, -1) });
    gone.delete(start);
    come.delete(end);
  }
  return found;
}

// A piece that stays where it is and sends out another one of its kind
function stays(source, leg, to) {
  const piece = source.pieces.length ? group(source.pieces) : null;
  return piece && source.place.content && source.place.content === leg[leg.length - 1].content && piece.kind === to.kind ? piece : null;
}

// Equal pieces that are gone here and have come there, the nearest first
function alike(gone, come) {
  const pairs = [];
  for (const [start, from] of gone) for (const [end, to] of come) if (from.kind === to.kind) pairs.push([start, end, distance(from, to)]);
  const found = [];
  for (const [start, end] of pairs.sort((one, other) => one[2] - other[2])) {
    if (!gone.has(start) || !come.has(end)) continue;
    found.push({ from: gone.get(start), to: come.get(end), via: [] });
    gone.delete(start);
    come.delete(end);
  }
  return found;
}

function distance(from, to) {
  const [x, y] = middle(from.box), [u, v] = middle(to.box);
  return Math.hypot(x - u, y - v) + 0.5 * Math.min(Math.abs(x - u), Math.abs(y - v)); // rather in a row or a column
}

const similar = (one, other) => Math.abs(one.width - other.width) <= 0.3 * other.width && Math.abs(one.height - other.height) <= 0.3 * other.height;

export class Motion {
  constructor() { this.running = []; this.hidden = []; this.layer = null; }

  get active() { return this.running.length > 0; }

  // Animate what has changed in a layer of the picture. `dropping`: new stones fall. `held`: where the moved piece was let go, if it was dragged.
  play(plan, layer, { dropping, top, held }) {
    this.stop();
    const { moved, turned, come, gone, ground } = plan;
    if (moved.length + turned.length + come.length + gone.length > MOST) return;
    this.layer = layer;
    if (ground.length) layer.append(copyOf(ground));
    for (const each of gone) this.run(each, [{ opacity: 1 }, { opacity: 0, transform: "scale(0.7)" }]);
    for (const { from, to } of turned) {
      this.run(from, [{ transform: "scaleX(1)" }, { transform: "scaleX(0)", offset: 0.5 }, { transform: "scaleX(0)" }], DURATION, "linear");
      this.run(to, [{ transform: "scaleX(0)" }, { transform: "scaleX(0)", offset: 0.5 }, { transform: "scaleX(1)" }], DURATION, "linear", true);
    }
    for (const each of come) {
      const height = each.box.y + each.box.height - top;
      if (dropping) this.run(each, [{ transform: `translate(0px, ${-height}px)` }, { transform: "none" }], this.time(height, top, layer), "ease-in", true);
      else this.run(each, [{ opacity: 0, transform: "scale(0.4)" }, { opacity: 1, transform: "none" }], DURATION, "ease-out", true);
    }
    for (const { from, to, via } of moved) {
      const [x, y] = middle(to.box), points = [held && from === moved[0].from ? held : middle(from.box), ...via.map(middle), [x, y]];
      const frames = points.map(([right, down]) => ({ transform: `translate(${right - x}px, ${down - y}px)` }));
      this.run(to, frames, DURATION * (1 + 0.5 * via.length), "ease-in-out", true);
    }
    const all = this.running;
    Promise.allSettled(all.map((each) => each.finished)).then(() => { if (this.running === all) this.stop(); });
  }

  // A stone falls the longer the deeper it falls, as real ones do
  time(depth, top, layer) {
    const { y, height } = layer.ownerSVGElement.viewBox.baseVal;
    return DURATION + (FALL - DURATION) * Math.sqrt(Math.min(1, depth / (y + height - top)));
  }

  run({ items }, frames, duration = DURATION, easing = "ease-out", hides = false) {
    const copy = copyOf(items);
    this.layer.append(copy);
    if (hides) for (const { shape } of items) { shape.classList.add("away"); this.hidden.push(shape); }
    this.running.push(copy.animate(frames, { duration, easing, fill: "both" }));
  }

  stop() {
    const ended = this.running;
    this.running = [];
    for (const each of ended) each.cancel();
    for (const shape of this.hidden) shape.classList.remove("away");
    this.hidden = [];
    this.layer?.replaceChildren();
    this.layer = null;
  }
}

export const layerOf = (kind) => element("g", { class: `studio ${kind}`, "aria-hidden": "true" });
