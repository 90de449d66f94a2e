// Pictures write the sign of its player on each piece. Here a relief takes the place of the letter: a shape of its own for every player, so
// that nobody has to tell colours apart. Visitors who prefer the letters can have them back.

import { element } from "./geometry.js";

// Shapes in a square from -1 to 1; `line` is drawn as a line, the others are filled
const CROSS = { line: "M-0.45 -0.45 L0.45 0.45 M0.45 -0.45 L-0.45 0.45" };
const RING = { line: "M0.52 0 A0.52 0.52 0 1 1 -0.52 0 A0.52 0.52 0 1 1 0.52 0 Z" };
const PLUS = { line: "M0 -0.55 V0.55 M-0.55 0 H0.55" };
const STAR = { line: "M0 -0.6 V0.6 M-0.52 -0.3 L0.52 0.3 M-0.52 0.3 L0.52 -0.3" };
const CROWN = { fill: "M-0.62 0.45 L-0.7 -0.4 L-0.28 0 L0 -0.58 L0.28 0 L0.7 -0.4 L0.62 0.45 Z" };
const NUMBERED = [
  RING,
  { fill: "M0.34 0 A0.34 0.34 0 1 1 -0.34 0 A0.34 0.34 0 1 1 0.34 0 Z" },
  { line: "M-0.42 -0.42 H0.42 V0.42 H-0.42 Z" },
  { fill: "M0 -0.55 L0.52 0.38 H-0.52 Z" },
  { line: "M0 -0.6 L0.55 0 L0 0.6 L-0.55 0 Z" },
  CROSS,
  PLUS,
  STAR,
];
const SIGNS = { x: CROSS, o: RING, "+": PLUS, "*": STAR };
const KING = "K";

// `signs`: the number of the player whom each sign stands for; `widest`: the width of the largest square
export function drawReliefs(picture, signs, widest) {
  for (const text of [...picture.querySelectorAll("text")]) {
    const sign = text.textContent.trim(), below = text.previousElementSibling;
    const onPiece = below?.tagName === "circle" || (below?.tagName === "rect" && Number(below.getAttribute("width")) < 0.9 * widest);
    const look = sign === KING && !(sign in signs) ? CROWN : sign in signs ? SIGNS[sign] || NUMBERED[signs[sign] % NUMBERED.length] : null;
    if (!onPiece || !look || text.getAttribute("text-anchor") !== "middle") continue;
    text.classList.add("letter");
    text.after(relief(text, look));
  }
}

function relief(text, look) {
  const [x, y, size] = ["x", "y", "font-size"].map((name) => Number(text.getAttribute(name)));
  const ink = text.getAttribute("fill"), drawn = look.fill ? { d: look.fill, fill: ink } : { d: look.line, fill: "none", stroke: ink, "stroke-width": 0.17, "stroke-linejoin": "round", "stroke-linecap": "round" };
  const made = element("g", { class: "relief", transform: `translate(${x} ${y - 0.33 * size})` });
  const shape = element("path", drawn);
  shape.setAttribute("transform", `scale(${size})`);
  made.append(shape);
  return made;
}
