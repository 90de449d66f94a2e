// A board to click on. The picture comes from the game. Its squares come as values and are drawn on top of it:
// { name, x, y, width, height, content: in words, last: part of the last move, to: the square that a click here stands for }.
//
// A move has legs, each a list of squares: one to place a stone, two to move a piece, more to jump on. The player clicks the squares one
// after the other, drags from the first to the last, or goes to them with the arrow keys. Only squares that can still lead to a legal move
// count; any other square cancels the selection.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SIDES = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
const SIDES_OF = new Set(Object.values(SIDES));
const FEW = 24, FEW_PIECES = 9; // with more squares or pieces to choose from, marks would only distract
const same = (a, b) => a.length === b.length && a.every((each, at) => each === b[at]);
const begins = (leg, path) => path.length <= leg.length && path.every((each, at) => each === leg[at]);

export default {
  template: `
    <div class="board" :class="{ asked: moves.length > 0 && !waiting, sliding }" @keydown="key">
      <div ref="holder" class="holder" role="group" :aria-label="label"
        @click="click" @pointerdown="press" @pointermove="drag" @pointerup="release" @pointercancel="letGo"></div>
      <div v-if="offers.length" class="offers" role="dialog" aria-label="Which move?">
        <button v-for="name in offers" :key="name" type="button" @click="send(name)">{{ name }}</button>
        <button type="button" class="quiet" @click="reset">Cancel</button>
      </div>
    </div>`,
  props: { svg: String, squares: Array, moves: Array, hint: Array, label: String, turned: Boolean },
  data: () => ({ done: [], path: [], offers: [], from: null, moved: false, waiting: false }),
  watch: {
    svg: "draw",
    squares: "draw",
    turned: "draw",
    moves() { this.waiting = false; this.reset(); },
    offers(now) { if (now.length) this.$nextTick(() => this.$el.querySelector(".offers button").focus()); },
    hint: "paint",
  },
  computed: {
    // Games in which everything slides to a side: their moves have no squares, but arrow keys and swipes
    sliding() { return this.moves.some((move) => SIDES_OF.has(move.name) && !move.legs.length); },
  },
  mounted() {
    this.draw();
    this.anywhere = (event) => { if (event.target === document.body) this.slide(event); };
    document.addEventListener("keydown", this.anywhere);
  },
  unmounted() { document.removeEventListener("keydown", this.anywhere); },
  methods: {
    draw() {
      const focused = this.$refs.holder.contains(document.activeElement) ? document.activeElement.dataset?.square : null;
      this.$refs.holder.innerHTML = this.svg || "";
      this.spots = new Map();
      const picture = this.$refs.holder.querySelector("svg");
      for (const { name, x, y, width, height } of picture ? this.squares : []) {
        const spot = this.shape("rect", { x, y, width, height, "data-square": name, class: "spot", role: "button", tabindex: "-1", fill: "none" });
        this.spots.set(name, spot);
        picture.append(spot); // on top, so that marks are not hidden
      }
      if (this.turned && this.spots.size) this.turn();
      if (picture) // at most twice its own size
        picture.style.maxWidth = `min(100%, ${2 * Number(picture.getAttribute("width")) || 620}px)`;
      const first = this.spots.get(focused) || this.spots.values().next().value;
      if (first) first.setAttribute("tabindex", "0");
      this.reset();
      if (focused && first) first.focus();
    },
    shape(kind, attributes) {
      const made = document.createElementNS("http://www.w3.org/2000/svg", kind);
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
      return made;
    },
    // The board from the other side: everything on a square moves with it, upright, and so do letters and numbers at the edges
    turn() {
      const places = this.squares;
      const left = Math.min(...places.map((each) => each.x)), right = Math.max(...places.map((each) => each.x + each.width));
      const top = Math.min(...places.map((each) => each.y)), low = Math.max(...places.map((each) => each.y + each.height));
      const shapes = [...this.$refs.holder.querySelector("svg").children].filter((shape) => shape.getBBox && !shape.dataset.square);
      for (const [shape, box] of shapes.map((shape) => [shape, this.box(shape)])) {
        const x = box.x + box.width / 2, y = box.y + box.height / 2;
        const home = places.find((each) => x > each.x && x < each.x + each.width && y > each.y && y < each.y + each.height);
        if (home && (box.width > 1.5 * home.width || box.height > 1.5 * home.height)) continue;
        const [across, down] = home
          ? [left + right - 2 * home.x - home.width, top + low - 2 * home.y - home.height]
          : [x > left && x < right ? left + right - 2 * x : 0, y > top && y < low ? top + low - 2 * y : 0];
        if (box.width < right - left) shape.setAttribute("transform", `translate(${across} ${down}) ${shape.getAttribute("transform") || ""}`);
      }
      for (const { name, x, y, width, height } of this.squares) {
        this.spots.get(name).setAttribute("x", left + right - x - width);
        this.spots.get(name).setAttribute("y", top + low - y - height);
      }
    },
    // Where a shape is after its own transform, which is always a translation
    box(shape) {
      const { x, y, width, height } = shape.getBBox(), moved = shape.transform.baseVal.consolidate()?.matrix;
      return { x: x + (moved?.e || 0), y: y + (moved?.f || 0), width, height };
    },
    reset() {
      const offered = this.$el.querySelector(".offers")?.contains(document.activeElement);
      this.done = []; this.path = []; this.offers = [];
      this.paint();
      if (offered) this.$refs.holder.querySelector('.spot[tabindex="0"]')?.focus();
    },
    // The moves that are still possible, with the legs of each that are not made yet
    left(done) {
      const found = [];
      for (const move of this.moves) {
        const legs = move.legs.slice();
        const fits = done.every((leg) => {
          const at = legs.findIndex((each) => same(each, leg));
          return at >= 0 && legs.splice(at, 1);
        });
        if (fits && move.legs.length) found.push({ name: move.name, legs });
      }
      return found;
    },
    next(path) {
      const squares = new Set();
      for (const { legs } of this.left(this.done))
        for (const leg of legs) if (leg.length > path.length && begins(leg, path)) squares.add(leg[path.length]);
      return squares;
    },
    point(name) {
      if (!this.moves.length || this.offers.length || this.waiting) return;
      const square = this.squares.find((each) => each.name === name)?.to || name;
      if (this.path.length && this.path[this.path.length - 1] === square) { this.path = []; this.paint(); return; }
      let path = [...this.path, square];
      if (!this.next(this.path).has(square)) {
        const short = this.shortcut(square);
        if (short) path = short;
        else if (this.next([]).has(square)) path = [square];
        else { this.path = []; this.paint(); return; }
      }
      this.path = path;
      this.finish();
      this.paint();
    },
    // A piece that jumps several times may be moved to its last square at once, if only one way leads there
    shortcut(square) {
      if (!this.path.length) return null;
      const ways = this.left(this.done).flatMap(({ legs }) => legs).filter((leg) => begins(leg, this.path) && leg[leg.length - 1] === square);
      return ways.length && ways.every((leg) => same(leg, ways[0])) ? ways[0] : null;
    },
    finish() {
      const moves = this.left(this.done);
      const ends = moves.filter(({ legs }) => legs.some((leg) => same(leg, this.path)));
      const longer = moves.some(({ legs }) => legs.some((leg) => leg.length > this.path.length && begins(leg, this.path)));
      if (!ends.length || longer) return;
      this.done = [...this.done, this.path];
      this.path = [];
      const whole = this.left(this.done).filter(({ legs }) => legs.length === 0);
      const parts = this.left(this.done).length - whole.length;
      if (whole.length && !parts) {
        if (whole.length === 1) this.send(whole[0].name);
        else this.offers = whole.map(({ name }) => name).reverse(); // the queen comes last, but most players want it
      }
    },
    // One move at a time: a double click counts once. If no answer comes, the board takes clicks again after a while.
    send(name) {
      this.reset();
      this.waiting = true;
      setTimeout(() => { this.waiting = false; }, 20000);
      this.$emit("move", { name });
    },
    paint() {
      if (!this.spots) return;
      const targets = this.path.length ? this.next(this.path) : new Set();
      const starts = this.moves.length ? this.next([]) : new Set();
      const open = !this.path.length && starts.size <= FEW ? new Set(starts) : new Set();
      const puts = new Set(this.left(this.done).flatMap(({ legs }) => legs.filter((leg) => leg.length === 1).map(([square]) => square)));
      const pieces = new Set([...open].filter((name) => !puts.has(name)));
      if (pieces.size > FEW_PIECES) pieces.clear();
      const free = this.squares.filter(({ name, content }) => open.has(name) && puts.has(name) && content === "empty").map(({ name }) => name);
      for (const { name, to } of this.squares) if (starts.has(to)) starts.add(name);
      const made = new Set(this.done.flat());
      for (const { name, content, last } of this.squares) {
        const spot = this.spots.get(name);
        if (!spot) continue;
        const set = (mark, on) => spot.classList.toggle(mark, Boolean(on));
        set("last", last);
        set("hint", this.hint.includes(name));
        set("picked", this.path.includes(name));
        set("made", made.has(name));
        set("target", targets.has(name));
        set("start", starts.has(name));
        set("may", pieces.has(name));
        const may = targets.has(name) ? "you may go here" : this.path.includes(name) ? "picked up" : starts.has(name) ? "can be played" : "";
        const words = [name, content, last ? "last move" : "", may];
        spot.setAttribute("aria-label", words.filter(Boolean).join(", "));
      }
      for (const old of this.$refs.holder.querySelectorAll(".dot")) old.remove();
      this.dot(targets, "dot");
      this.dot(free, "dot pale");
    },
    dot(names, kind) {
      for (const name of names) {
        const spot = this.spots.get(name);
        const [x, y, width, height] = ["x", "y", "width", "height"].map((each) => Number(spot.getAttribute(each)));
        const size = { cx: x + width / 2, cy: y + height / 2, r: Math.min(width, height) * (kind === "dot" ? 0.16 : 0.09), class: kind };
        spot.parentNode.insertBefore(this.shape("circle", size), spot);
      }
    },
    // Clicks and drags
    square(event) {
      const here = document.elementFromPoint(event.clientX, event.clientY);
      return here?.dataset?.square && this.$refs.holder.contains(here) ? here.dataset.square : null;
    },
    press(event) {
      this.from = event.button === 0 ? this.square(event) : null;
      this.moved = false;
      this.at = event.button === 0 ? [event.clientX, event.clientY] : null;
    },
    drag(event) {
      if (!this.from || this.moved || this.square(event) === this.from) return;
      this.moved = true;
      if (this.path[this.path.length - 1] !== this.from && this.next([]).has(this.from)) this.point(this.from);
    },
    release(event) {
      const to = this.square(event);
      if (this.at && this.sliding) this.swipe(event.clientX - this.at[0], event.clientY - this.at[1]);
      if (this.from && this.moved && to && to !== this.from && this.path.length) { this.point(to); this.dragged = true; }
      this.letGo();
    },
    swipe(right, down) {
      if (Math.max(Math.abs(right), Math.abs(down)) < 24) return;
      this.side(Math.abs(right) > Math.abs(down) ? (right > 0 ? "right" : "left") : down > 0 ? "down" : "up");
    },
    // Slide everything to a side, if that is a legal move; whether it was
    side(name) {
      const found = !this.waiting && this.moves.some((move) => move.name === name && !move.legs.length);
      if (found) this.send(name);
      return found;
    },
    slide(event) {
      if (event.ctrlKey || event.altKey || event.metaKey || !this.side(SIDES[event.key])) return false;
      event.preventDefault();
      return true;
    },
    letGo() { this.from = null; },
    click(event) {
      if (this.dragged) { this.dragged = false; return; }
      const name = event.target.dataset?.square;
      if (name) { this.focus(name, false); this.point(name); }
    },
    // Keys
    focus(name, really = true) {
      for (const spot of this.spots.values()) spot.setAttribute("tabindex", "-1");
      const spot = this.spots.get(name);
      spot.setAttribute("tabindex", "0");
      if (really) spot.focus();
    },
    key(event) {
      const name = event.target.dataset?.square;
      if (event.key === "Escape") { this.reset(); return; }
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (this.slide(event)) return;
      if (name && (event.key === "Enter" || event.key === " ")) {
        event.preventDefault();
        this.point(name);
      } else if (name && ARROWS[event.key]) {
        event.preventDefault();
        this.walk(name, ...ARROWS[event.key]);
      }
    },
    walk(name, right, down) {
      const slant = right ? 3 : 0.9; // rows may be shifted, as in draughts: up and down go to the nearest square of the next row
      const middle = (spot) => ["x", "y"].map((each, at) => Number(spot.getAttribute(each)) + Number(spot.getAttribute(["width", "height"][at])) / 2);
      const [x, y] = middle(this.spots.get(name));
      let best = null, least = Infinity;
      for (const [other, spot] of this.spots) {
        const [dx, dy] = middle(spot).map((each, at) => each - [x, y][at]);
        const along = dx * right + dy * down, aside = Math.abs(dx * down) + Math.abs(dy * right);
        const way = along + (aside < 1.1 * along ? slant : 3) * aside;
        if (along > 1 && way < least) { least = way; best = other; }
      }
      if (best) this.focus(best);
    },
  },
};
