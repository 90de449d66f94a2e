// A tree whose nodes can be clicked. The picture comes from zermelo/studio/tree_picture: places, shapes, texts and marks of nodes.
//
// Nodes that can be clicked are buttons: Tab reaches them, Enter and space press them, arrow keys go to the nearest one in a direction.
// A mark is told by a line, by a sign beside the node, and by its name, so that colour is never the only difference.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SIGNS = { asked: "?", chosen: "✓", cut: "✂", right: "✓", found: "✓", missed: "!", wrong: "✗" };

export default {
  template: `
    <div class="tree-holder" tabindex="-1">
      <svg v-if="picture" class="tree" role="group" :aria-label="label" :viewBox="'0 0 ' + picture.width + ' ' + picture.height"
        :style="{ '--natural': picture.width + 'px' }" @keydown="key">
        <text v-for="row in picture.rows" class="row-name" x="4" :y="row.y + 4">{{ row.name }}</text>
        <g v-for="node in branches" class="edge" :class="looks(node)">
          <line :x1="node.edge[0]" :y1="node.edge[1]" :x2="node.edge[2]" :y2="node.edge[3]" />
          <text class="move" :x="along(node, 0)" :y="along(node, 1) + 4">{{ node.move }}</text>
          <line v-if="crossed(node)" class="stroke" v-bind="stroke(node)" />
        </g>
        <g v-for="node in picture.nodes" class="node" :class="looks(node)" :data-node="node.number" :role="node.clickable ? 'button' : 'img'"
          :tabindex="node.clickable ? 0 : null" :aria-label="node.name" :aria-pressed="node.clickable ? String(pressed(node)) : null"
          @click="press(node)" @keydown.enter.prevent="press(node)" @keydown.space.prevent="press(node)">
          <rect v-if="node.clickable" class="reach" v-bind="reach(node)" />
          <path class="shape" :class="node.kind" :d="node.outline" />
          <text class="value" :x="node.x" :y="node.middle + 0.36 * node.size" :style="{ fontSize: node.size + 'px' }">{{ shown(node) }}</text>
          <text v-if="node.below" class="below" :x="node.x" :y="node.y + node.tall / 2 + 14">{{ node.below }}</text>
          <text v-if="sign(node)" class="sign" :x="node.x + node.wide * (node.kind === 'max' ? 0.25 : 0.5) + 1" :y="node.y - node.tall / 2 + 2" aria-hidden="true">{{ sign(node) }}</text>
        </g>
      </svg>
    </div>`,
  props: { picture: Object, label: String },
  watch: { label() { this.$nextTick(this.centre); } },
  mounted() { this.centre(); },
  computed: {
    branches() { return this.picture.nodes.filter((node) => node.edge.length); },
    places() { return new Map(this.picture.nodes.map((node) => [node.number, node])); },
  },
  methods: {
    // On a narrow screen the tree scrolls; a new one begins at the node that is asked for, or at its root
    centre() {
      const asked = this.picture && (this.picture.nodes.find((node) => node.mark === "asked") || this.picture.nodes[0]);
      if (asked) this.$el.scrollLeft = this.$el.scrollWidth * asked.x / this.picture.width - this.$el.clientWidth / 2;
    },
    press(node) { if (node.clickable) this.$emit("press", { node: node.number }); },
    pressed(node) { return node.mark === "chosen" || node.mark === "cut"; },
    looks(node) { return { clickable: node.clickable, [node.mark]: Boolean(node.mark), gone: this.gone(node) }; },
    sign(node) { return node.mark === "asked" && !node.text ? "" : SIGNS[node.mark] || ""; },
    shown(node) { return node.mark === "asked" && !node.text ? "?" : node.text; },
    crossed(node) { return ["cut", "found", "missed", "pruned"].includes(node.mark); },
    // Whether a node, or one above it, is marked as never searched
    gone(node) { return Boolean(node) && (this.crossed(node) || this.gone(this.places.get(node.parent))); },
    along(node, axis) { return node.edge[axis + 2] + (node.edge[axis] - node.edge[axis + 2]) * 0.36; },
    stroke(node) {
      const [x0, y0, x1, y1] = node.edge, length = Math.hypot(x1 - x0, y1 - y0) || 1;
      const a = 9 * (y1 - y0) / length, b = 9 * (x0 - x1) / length, x = x0 + 0.4 * (x1 - x0), y = y0 + 0.4 * (y1 - y0);
      return { x1: x - a, y1: y - b, x2: x + a, y2: y + b };
    },
    // A finger is wider than a leaf
    reach(node) {
      const wide = Math.max(node.wide + 8, 40), tall = Math.max(node.tall + 10, 44);
      return { x: node.x - wide / 2, y: node.y - tall / 2, width: wide, height: tall };
    },
    key(event) {
      const here = this.places.get(Number(event.target.dataset?.node)), arrow = ARROWS[event.key];
      if (!here || !arrow) return;
      event.preventDefault();
      let best = null, least = Infinity;
      for (const node of this.picture.nodes) {
        const x = node.x - here.x, y = node.y - here.y, ahead = x * arrow[0] + y * arrow[1], aside = Math.abs(x * arrow[1]) + Math.abs(y * arrow[0]);
        if (!node.clickable || ahead < 1) continue;
        const far = arrow[0] && aside > 1 ? Infinity : ahead + 2 * aside;
        if (far < least) { best = node; least = far; }
      }
      if (best) this.$el.querySelector(`[data-node="${best.number}"]`).focus();
    },
  },
};
