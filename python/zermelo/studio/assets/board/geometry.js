// Places in a picture: where shapes are, on which square they lie, and the board seen from the other side.
// A place and a box are { x, y, width, height } in the units of the picture.

const SVG = "http://www.w3.org/2000/svg";
const RIM = 4; // around a picture, for the strokes of its outermost shapes
const LARGE = 1.5; // a shape that is larger than a square by this factor belongs to the board, not to a square

export function element(kind, attributes = {}) {
  const made = document.createElementNS(SVG, kind);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

const round = (number) => Math.round(number * 4) / 4;
// A place by its corner, to find it in another picture: the names of squares may change from move to move
export const keyOf = ({ x, y }) => `${round(x)},${round(y)}`;

export const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];

// How far a shape is moved by its own transform, which is always a translation
function shift(shape) {
  const matrix = shape.transform.baseVal.consolidate()?.matrix;
  return [matrix?.e || 0, matrix?.f || 0];
}

export function boxOf(shape) {
  const { x, y, width, height } = shape.getBBox(), [right, down] = shift(shape);
  return { x: x + right, y: y + down, width, height };
}

export function union(boxes) {
  const left = Math.min(...boxes.map((box) => box.x)), top = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width)), low = Math.max(...boxes.map((box) => box.y + box.height));
  return { x: left, y: top, width: right - left, height: low - top };
}

// Let a picture show what is drawn on it, without empty margins. `kept` is what it has shown before in this game, so that it never jumps.
// The first rectangle is the paper.
export function crop(picture, kept) {
  const paper = picture.querySelector(":scope > rect"), drawn = [...picture.children].filter((each) => each.getBBox && each !== paper);
  const boxes = drawn.map(boxOf).filter((box) => box.width > 0 && box.height > 0);
  if (!boxes.length) return kept;
  const { x, y, width, height } = union(kept ? [kept, ...boxes] : boxes);
  picture.setAttribute("viewBox", [x - RIM, y - RIM, width + 2 * RIM, height + 2 * RIM].join(" "));
  picture.setAttribute("width", width + 2 * RIM);
  picture.setAttribute("height", height + 2 * RIM);
  return { x, y, width, height };
}

export function home(places, box) {
  const [x, y] = middle(box);
  const found = places.find((each) => x > each.x && x < each.x + each.width && y > each.y && y < each.y + each.height);
  return found && box.width <= LARGE * found.width && box.height <= LARGE * found.height ? found : null;
}

// Every shape that the game has drawn, with its box; groups that are larger than a square are opened.
// `right` and `down` are the translation of the groups around it.
export function* shapesIn(parent, most, right = 0, down = 0) {
  for (const shape of parent.children) {
    if (!shape.getBBox || shape.classList.contains("studio")) continue;
    const box = boxOf(shape);
    if (shape.tagName === "g" && (box.width > LARGE * most.width || box.height > LARGE * most.height)) {
      const [across, along] = shift(shape);
      yield* shapesIn(shape, most, right + across, down + along);
    } else yield { shape, right, down, box: { ...box, x: box.x + right, y: box.y + down } };
  }
}

// The places of the squares on a board that is turned
export function turnedPlaces(places) {
  const { x, y, width, height } = union(places);
  return places.map((each) => ({ ...each, x: 2 * x + width - each.x - each.width, y: 2 * y + height - each.y - each.height }));
}

// Turn a picture: everything on a square moves with it, upright, and so do letters and numbers at the edges
export function turn(picture, places) {
  const around = union(places), right = around.x + around.width, low = around.y + around.height;
  const shapes = [...picture.children].filter((shape) => shape.getBBox && !shape.classList.contains("studio"));
  for (const [shape, box] of shapes.map((shape) => [shape, boxOf(shape)])) {
    const [x, y] = middle(box), square = home(places, box);
    const inside = places.some((each) => x > each.x && x < each.x + each.width && y > each.y && y < each.y + each.height);
    if ((inside && !square) || box.width >= around.width) continue;
    const [across, along] = square
      ? [around.x + right - 2 * square.x - square.width, around.y + low - 2 * square.y - square.height]
      : [x > around.x && x < right ? around.x + right - 2 * x : 0, y > around.y && y < low ? around.y + low - 2 * y : 0];
    shape.setAttribute("transform", `translate(${across} ${along}) ${shape.getAttribute("transform") || ""}`);
  }
}

// A point of the screen in the units of a picture
export function toPicture(picture, x, y) {
  const point = new DOMPoint(x, y).matrixTransform(picture.getScreenCTM().inverse());
  return [point.x, point.y];
}
