// What stands on each square of a picture. The picture is the game's own, so its shapes are told apart by where they are and by what
// lies on empty squares: that belongs to the board, such as the square itself, its number, or the hole for a stone. The rest are pieces.

import { element, home, keyOf, shapesIn, union } from "./geometry.js";

const MOSTLY = 0.9; // of all squares: what lies on so many, if nothing says which squares are empty, belongs to the board
const round = (number) => Math.round(number * 4) / 4;

function look(shape) {
  if (shape.tagName === "g") return shape.innerHTML;
  return ["fill", "stroke", "rx", "class"].map((name) => shape.getAttribute(name) || "").join() + (shape.tagName === "text" ? shape.textContent : "");
}

// { places, squares: a map from "x,y" to { place, pieces, ground } }, where each item is { shape, box, right, down, kind, at }
export function readPicture(picture, places, known) {
  const squares = new Map(places.map((place) => [keyOf(place), { place, pieces: [], ground: [] }]));
  const most = { width: Math.max(...places.map((each) => each.width)), height: Math.max(...places.map((each) => each.height)) };
  const found = [];
  for (const item of places.length ? shapesIn(picture, most) : []) {
    const place = home(places, item.box);
    if (!place) continue;
    item.kind = [item.shape.tagName, round(item.box.width), round(item.box.height), look(item.shape)].join(" ");
    item.at = `${round(item.box.x - place.x)},${round(item.box.y - place.y)}`;
    found.push([squares.get(keyOf(place)), item]);
  }
  learnGround(found, places, known);
  for (const [square, item] of found) (known.has(groundKey(item, square.place)) ? square.ground : square.pieces).push(item);
  return { places, squares };
}

function groundKey({ shape, box, at }, { content }) {
  const size = content ? `${at} ${round(box.height)}` : `${round(box.width)} ${round(box.height)}`; // numbers of squares differ in width
  return `${shape.tagName} ${size} ${content ? shape.getAttribute("fill") : ""}`;
}

function learnGround(found, places, known) {
  const counts = new Map();
  for (const [{ place }, item] of found) {
    const key = groundKey(item, place);
    if (place.content === "empty") known.add(key);
    else if (!place.content && ["rect", "polygon", "path", "line"].includes(item.shape.tagName)) counts.set(key, (counts.get(key) || 0) + 1);
  }
  for (const [key, count] of counts) if (count >= MOSTLY * places.length) known.add(key);
}

// Shapes as one thing that moves together
export function group(items) {
  const box = union(items.map((item) => item.box));
  const kind = items.map((item) => `${item.kind} ${round(item.box.x - box.x)} ${round(item.box.y - box.y)}`).join("|");
  return { items, box, kind };
}

// What a player lifts from a square: all of it, or the last one of several equal pieces that lie apart, as in backgammon
export function topPiece({ pieces }) {
  const solid = pieces.filter(({ shape }) => shape.tagName !== "text" && !shape.classList.contains("relief"));
  const last = solid[solid.length - 1];
  if (!last) return pieces;
  const apart = solid.length > 1 && solid.every(({ box }) =>
    round(box.width) === round(last.box.width) && round(box.height) === round(last.box.height) && (box === last.box || !overlap(box, last.box)));
  return apart ? pieces.filter((item) => item === last || overlap(item.box, last.box, 0.5)) : pieces;
}

function overlap(one, other, least = 0.25) {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > least * Math.min(one.width, other.width) && height > least * Math.min(one.height, other.height);
}

// A copy of shapes that can be moved on its own
export function copyOf(items) {
  const made = element("g");
  for (const { shape, right, down } of items) {
    const holder = element("g", { transform: `translate(${right} ${down})` });
    const copy = shape.cloneNode(true);
    copy.classList.remove("away", "lifted");
    holder.append(copy);
    made.append(holder);
  }
  return made;
}
