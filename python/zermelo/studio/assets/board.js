// A board to click on. The picture comes from the game. Its squares come as values and are drawn on top of it:
// { name, x, y, width, height, content: in words, last: part of the last move, sign: why it is marked, to: the square that a click here stands for }.
//
// The player clicks the squares of a move one after the other, drags from the first to the last, or goes to them with the arrow keys. Only
// squares that can still lead to a legal move count; any other square cancels the selection.
//
// `game` is the number of the game on this board and `ply` that of the move; only a step or two within one game is animated.

import * as choices from "zermelo-board/choices.js";
import { crop, element, keyOf, turn, turnedPlaces } from "zermelo-board/geometry.js";
import { keys } from "zermelo-board/keys.js";
import { drawReliefs } from "zermelo-board/letters.js";
import { Motion, compare, layerOf } from "zermelo-board/motion.js";
import { follow, options, still } from "zermelo-board/options.js";
import { painting } from "zermelo-board/painting.js";
import { readPicture } from "zermelo-board/pieces.js";
import { pointer } from "zermelo-board/pointer.js";
import { play as playSound } from "zermelo-board/sound.js";

const SIDES = new Set(["left", "right", "up", "down"]);
const GAP = 8; // pixels between a square and the moves that are offered on it
const STEPS = 2; // the most moves at once that are animated: an undo takes back a move and the reply

export default {
  template: `
    <div class="board" :class="{ asked: moves.length > 0 && !waiting, sliding, lettered: chosen.letters }" @keydown="key">
      <div ref="holder" class="holder" role="group" :aria-label="label" @click="click" @pointerdown="press" @pointermove="drag"
        @pointerup="release" @pointercancel="letGo" @touchmove="hold" @pointerover="aim(square($event))" @pointerleave="aim(null)" @focusin="aim($event.target.dataset?.square)"></div>
      <div v-if="offers.length" ref="offers" class="offers" :class="{ drawn: offers[0].picture }" :style="beside" role="dialog" aria-modal="true" aria-label="Which move?">
        <button v-for="offer in offers" :key="offer.name" type="button" :title="offer.name" @click="send(offer.name)"><span
          v-if="offer.picture" class="drawing" v-html="offer.picture"></span><span :class="{ unseen: offer.picture }">{{ offer.name }}</span></button>
        <button type="button" class="quiet" @click="reset">Cancel</button>
      </div>
    </div>`,
  props: {
    svg: String, squares: Array, moves: Array, hint: Array, label: String, turned: Boolean, game: Number, ply: Number, trail: Array,
    over: Boolean, dropping: Boolean, signs: Object, arrows: Array,
  },
  data: () => ({ done: [], path: [], offers: [], waiting: false, spent: false, beside: {}, chosen: options() }),
  computed: {
    // Games in which everything slides to a side: their moves have no squares, but arrow keys and swipes
    sliding() { return this.moves.some((move) => SIDES.has(move.name) && !move.legs.length); },
  },
  created() { this.motion = new Motion(); this.ground = new Set(); this.spots = new Map(); this.places = []; this.shown = null; this.lift = null; this.shownPart = null; },
  mounted() {
    this.draw();
    this.$watch(() => [this.svg, this.squares, this.turned, this.moves, this.hint], this.renew);
    this.$watch(() => this.arrows, this.paint);
    this.anywhere = (event) => { if (event.target === document.body) this.slide(event); };
    document.addEventListener("keydown", this.anywhere);
    this.unfollow = follow((chosen) => { this.chosen = chosen; });
  },
  unmounted() {
    document.removeEventListener("keydown", this.anywhere);
    this.unfollow();
    this.motion.stop();
  },
  methods: {
    ...painting,
    ...pointer,
    ...keys,
    // Show what the page has sent; the picture is drawn only if it has changed, so that animations and the focus are not disturbed
    renew() {
      this.waiting = this.spent = false;
      if (this.shown?.svg === this.svg && this.shown.turned === this.turned && this.shown.placed === JSON.stringify(this.squares)) this.reset();
      else this.draw();
    },
    draw() {
      const focused = this.$refs.holder.contains(document.activeElement) ? document.activeElement.dataset?.square : null;
      const before = this.shown, held = this.lift?.at;
      this.motion.stop();
      this.lift = null;
      if (before?.game !== this.game) { this.ground.clear(); this.shownPart = null; }
      this.spots = new Map();
      this.$refs.holder.innerHTML = this.svg || "";
      this.picture = this.$refs.holder.querySelector("svg");
      this.places = this.picture && this.squares.length ? (this.turned ? turnedPlaces(this.squares) : this.squares) : [];
      if (this.picture) this.prepare();
      const first = this.spots.get(focused) || this.spots.values().next().value;
      if (first) first.setAttribute("tabindex", "0");
      this.reset();
      if (focused && first) first.focus();
      this.shown = {
        svg: this.svg, turned: this.turned, placed: JSON.stringify(this.squares), game: this.game, ply: this.ply, trail: this.trail, places: this.places,
        read: this.picture ? readPicture(this.picture, this.places, this.ground) : null,
      };
      if (before) this.live(before, this.shown, held);
    },
    // Letters, layers and squares of a picture that is new
    prepare() {
      this.shownPart = crop(this.picture, this.shownPart);
      this.picture.style.maxWidth = `min(100%, ${2 * Number(this.picture.getAttribute("width")) || 620}px)`; // at most twice its own size
      if (!this.places.length) return;
      this.picture.removeAttribute("role"); // an image would hide the squares, which are buttons
      this.picture.querySelector("title")?.remove();
      for (const text of this.picture.querySelectorAll("text")) text.setAttribute("aria-hidden", "true");
      drawReliefs(this.picture, this.signs, Math.max(...this.places.map((each) => each.width)));
      if (this.turned) turn(this.picture, this.squares);
      this.flying = layerOf("flying");
      this.marks = layerOf("marks");
      this.top = element("g", { class: "studio squares" });
      this.picture.append(this.marks, this.flying, this.top);
      for (const { name, x, y, width, height } of this.places) {
        const spot = element("rect", { x, y, width, height, "data-square": name, class: "spot", role: "button", tabindex: "-1", fill: "none" });
        this.spots.set(name, spot);
        this.top.append(spot);
      }
    },
    // Animation and sound of what has changed
    live(before, now, held) {
      const steps = now.ply - before.ply;
      if (before.game !== now.game || before.turned !== now.turned || Math.abs(steps) > STEPS || !before.read || !now.read || !now.places.length) return;
      const [legs, places] = steps < 0 ? [before.trail.map((leg) => leg.slice().reverse()), before.places] : [now.trail, now.places];
      const plan = compare(before.read, now.read, this.located(legs, places), steps);
      if (this.chosen.sound && steps > 0) playSound(this.over ? "end" : plan.gone.some(({ captured }) => captured) ? "capture" : "move");
      if (!this.chosen.animation || still().matches || document.hidden) return;
      this.motion.play(plan, this.flying, { dropping: this.dropping, top: Math.min(...now.places.map((each) => each.y)), held });
    },
    located(legs, places) {
      const named = new Map(places.map((each) => [each.name, { ...each, key: keyOf(each) }]));
      return legs.map((leg) => leg.map((name) => named.get(name))).filter((leg) => leg.every(Boolean));
    },
    reset() {
      const offered = this.$refs.offers?.contains(document.activeElement);
      this.done = []; this.path = []; this.offers = [];
      this.putBack();
      this.paint();
      if (offered) this.$refs.holder.querySelector('.spot[tabindex="0"]')?.focus();
    },
    next(path) { return choices.next(this.moves, this.done, path); },
    point(name) {
      if (!this.moves.length || this.offers.length || this.waiting) return;
      const square = this.squares.find((each) => each.name === name)?.to || name;
      if (this.path.length && this.path[this.path.length - 1] === square) { this.path = []; this.paint(); return; }
      let path = [...this.path, square];
      if (!this.next(this.path).has(square)) {
        const short = choices.shortcut(this.moves, this.done, this.path, square);
        if (short) path = short;
        else if (this.next([]).has(square)) path = [square];
        else { this.path = []; this.paint(); return; }
      }
      this.path = path;
      if (choices.isLeg(this.moves, this.done, path)) this.finish();
      this.paint();
    },
    finish() {
      this.done = [...this.done, this.path];
      const last = this.path[this.path.length - 1];
      this.path = [];
      const whole = choices.complete(this.moves, this.done);
      if (whole.length === 1) this.send(whole[0].name);
      else if (whole.length) this.offer(whole.reverse(), last); // the queen comes last, but most players want it
    },
    // Let the player choose between moves on the same squares
    offer(moves, name) {
      const all = moves.every(({ picture }) => picture);
      this.offers = moves.map((move) => (all ? move : { name: move.name }));
      const around = this.$el.getBoundingClientRect(), box = this.spots.get(name).getBoundingClientRect(), middle = box.left + box.width / 2 - around.left;
      this.beside = { left: `${middle}px`, top: `${box.bottom - around.top + GAP}px` };
      this.$nextTick(() => {
        const { width, height } = this.$refs.offers.getBoundingClientRect(), low = box.bottom - around.top + GAP;
        const left = Math.max(width / 2, Math.min(around.width - width / 2, middle)), above = box.top - around.top - height - GAP;
        this.beside = { left: `${left}px`, top: `${low + height > around.height && above > 0 ? above : low}px` };
        this.$refs.offers.querySelector("button").focus();
      });
    },
    // One move at a time: a double click counts once. If no answer comes, the board takes clicks again after a while.
    send(name) {
      const lift = this.lift;
      this.lift = null; // it stays where it was let go until the answer comes
      this.spent = true;
      this.reset();
      this.lift = lift;
      this.waiting = true;
      clearTimeout(this.patience);
      this.patience = setTimeout(() => { this.waiting = false; this.putBack(); }, 20000);
      this.$emit("move", { name });
    },
  },
};
