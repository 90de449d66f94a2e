// A tree to edit. The picture comes from zermelo/studio/tree_picture; a click or Enter selects a node. The selected node has two buttons in
// the picture, + for a new branch and × to remove it, and a row of fields below: its numbers, what it is, its probabilities, and the same
// two buttons in words, which keys and screen readers reach.
//
// Every edit is an event: { action, node, value }. The server changes the tree and sends a new picture.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export default {
  template: `
    <div class="tree-editor">
      <div ref="holder" class="tree-holder">
        <svg v-if="picture" class="tree" role="group" :aria-label="label" :viewBox="'0 0 ' + picture.width + ' ' + picture.height"
          :style="{ '--natural': picture.width + 'px' }" @keydown="key">
          <text v-for="row in picture.rows" class="row-name" x="4" :y="row.y + 4">{{ row.name }}</text>
          <g v-for="node in branches" class="edge">
            <line :x1="node.edge[0]" :y1="node.edge[1]" :x2="node.edge[2]" :y2="node.edge[3]" />
            <text class="move" :x="along(node, 0)" :y="along(node, 1) + 4">{{ node.move }}</text>
          </g>
          <g v-for="node in picture.nodes" class="node clickable" :class="{ chosen: node.number === selected }" :data-node="node.number" role="button"
            tabindex="0" :aria-label="node.name" :aria-pressed="String(node.number === selected)"
            @click="select(node)" @keydown.enter.prevent="select(node)" @keydown.space.prevent="select(node)" @keydown.delete.prevent="edit('remove', '', node.number)">
            <rect class="reach" v-bind="reach(node)" />
            <path class="shape" :class="node.kind" :d="node.outline" />
            <text class="value" :x="node.x" :y="node.middle + 0.36 * node.size" :style="{ fontSize: node.size + 'px' }">{{ node.text }}</text>
          </g>
          <g v-if="here" class="tool" aria-hidden="true" data-tool="add" @click="edit('add')">
            <circle :cx="here.x" :cy="here.y + here.tall / 2 + 13" r="12" /><text :x="here.x" :y="here.y + here.tall / 2 + 18">+</text>
          </g>
          <g v-if="here && here.number" class="tool remove" aria-hidden="true" data-tool="remove" @click="edit('remove')">
            <circle :cx="corner.x" :cy="corner.y" r="12" /><text :x="corner.x" :y="corner.y + 5">×</text>
          </g>
        </svg>
      </div>
      <form v-if="panel" class="row panel" :aria-label="panel.title" @submit.prevent="submit">
        <span class="place">{{ panel.title }}</span>
        <label v-if="panel.field">{{ panel.field }} <input ref="field" v-model="typed" autocomplete="off" :size="panel.wide" maxlength="120"></label>
        <button v-if="panel.field" type="submit" class="plain">Set</button>
        <label v-if="panel.kinds.length > 1">Node <select :value="panel.kind" @change="edit('kind', $event.target.value)">
          <option v-for="[kind, name] in panel.kinds" :value="kind">{{ name }}</option></select></label>
        <button type="button" class="plain" @click="edit('add')">Add a branch</button>
        <button v-if="selected > 0" type="button" class="plain" @click="edit('remove')">Remove</button>
      </form>
    </div>`,
  props: { picture: Object, label: String, selected: Number, panel: Object },
  data: () => ({ typed: "", wantsFocus: false }),
  computed: {
    branches() { return this.picture.nodes.filter((node) => node.edge.length); },
    here() { return this.picture?.nodes.find((node) => node.number === this.selected); },
    corner() { return { x: this.here.x + this.here.wide / 2 + 4, y: this.here.y - this.here.tall / 2 - 8 }; },
  },
  watch: { panel: { handler() { this.typed = this.panel?.value || ""; this.$nextTick(this.look); } } },
  mounted() { this.typed = this.panel?.value || ""; },
  methods: {
    select(node) { this.wantsFocus = true; this.$emit("choose", { node: node.number }); },
    edit(action, value = "", node = this.selected) { this.$emit("edit", { action, node, value }); },
    submit() { this.wantsFocus = true; this.edit(this.panel.action, this.typed); },
    // A leaf that was clicked can be typed over at once; what is selected is in sight
    look() {
      const field = this.$refs.field;
      if (this.wantsFocus && field && this.panel.action === "numbers") { field.focus(); field.select(); }
      this.wantsFocus = false;
      const holder = this.$refs.holder, x = this.here ? holder.scrollWidth * this.here.x / this.picture.width : 0;
      if (this.here && (x < holder.scrollLeft + 40 || x > holder.scrollLeft + holder.clientWidth - 40)) holder.scrollLeft = x - holder.clientWidth / 2;
    },
    along(node, axis) { return node.edge[axis + 2] + (node.edge[axis] - node.edge[axis + 2]) * 0.36; },
    reach(node) {
      const wide = Math.max(node.wide + 8, 40), tall = Math.max(node.tall + 10, 44);
      return { x: node.x - wide / 2, y: node.y - tall / 2, width: wide, height: tall };
    },
    key(event) {
      const number = Number(event.target.dataset?.node), arrow = ARROWS[event.key];
      const here = arrow && this.picture.nodes.find((node) => node.number === number);
      if (!here) return;
      event.preventDefault();
      let best = null, least = Infinity;
      for (const node of this.picture.nodes) {
        const x = node.x - here.x, y = node.y - here.y, ahead = x * arrow[0] + y * arrow[1], aside = Math.abs(x * arrow[1]) + Math.abs(y * arrow[0]);
        const far = ahead < 1 || (arrow[0] && aside > 1) ? Infinity : ahead + 2 * aside;
        if (far < least) { best = node; least = far; }
      }
      if (best) this.$el.querySelector(`[data-node="${best.number}"]`).focus();
    },
  },
};
