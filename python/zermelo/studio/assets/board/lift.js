// A piece that follows the pointer: a copy of it, while the piece itself is pale on its square.

import { middle, toPicture } from "./geometry.js";
import { copyOf, group } from "./pieces.js";

export class Lift {
  constructor(items, layer) {
    this.items = items;
    this.picture = layer.ownerSVGElement;
    this.copy = copyOf(items);
    this.from = this.at = middle(group(items).box);
    layer.append(this.copy);
    for (const { shape } of items) shape.classList.add("lifted");
  }

  follow(event) { this.move(toPicture(this.picture, event.clientX, event.clientY)); }

  move([x, y]) {
    this.at = [x, y];
    this.copy.setAttribute("transform", `translate(${x - this.from[0]} ${y - this.from[1]})`);
  }

  end() {
    this.copy.remove();
    for (const { shape } of this.items) shape.classList.remove("lifted");
  }
}
