// Switches for boards: the browser keeps what is chosen, and every board on the page follows at once.

import { choose, follow, options, still } from "zermelo-board/options.js";

const SWITCHES = { animation: "Animation", sound: "Sound", letters: "Letters on pieces" };

export default {
  template: `
    <details class="board-options">
      <summary>Board</summary>
      <label v-for="(words, name) in switches" :key="name"><input type="checkbox" role="switch" :checked="chosen[name]"
        :aria-describedby="name === 'animation' && calm ? 'board-calm' : null" @change="choose(name, $event.target.checked)"> {{ words }}</label>
      <p v-if="calm" id="board-calm" class="soft">Your system asks for less motion, so nothing is animated.</p>
    </details>`,
  data: () => ({ switches: SWITCHES, chosen: options(), calm: still().matches }),
  mounted() {
    this.unfollow = follow((chosen) => { this.chosen = chosen; });
    this.changed = (event) => { this.calm = event.matches; };
    this.query = still();
    this.query.addEventListener("change", this.changed);
  },
  unmounted() { this.unfollow(); this.query.removeEventListener("change", this.changed); },
  methods: { choose },
};
