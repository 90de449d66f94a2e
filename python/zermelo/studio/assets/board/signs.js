// Signs of the game on squares. Each has a shape of its own, so that nobody has to tell colours apart.

import { element, middle } from "./geometry.js";

const LETTERS = { check: "!", checkmate: "#" };

export function sign(place) {
  const [x, y] = middle(place), size = Math.min(place.width, place.height), made = element("g", { class: "sign" });
  if (place.sign === "winning line") {
    made.classList.add("won");
    made.append(element("circle", { cx: x, cy: y, r: 0.46 * size, class: "halo" }), element("circle", { cx: x, cy: y, r: 0.46 * size, class: "ring" }));
    return made;
  }
  const [right, top] = [place.x + place.width - 0.17 * size, place.y + 0.17 * size], letter = element("text", { x: right, y: top + 0.1 * size, "font-size": 0.28 * size });
  letter.textContent = LETTERS[place.sign] || "*";
  made.append(
    element("rect", { x: place.x + 1.5, y: place.y + 1.5, width: place.width - 3, height: place.height - 3, rx: 4, class: "frame" }),
    element("circle", { cx: right, cy: top, r: 0.19 * size, class: "badge" }),
    letter,
  );
  return made;
}
