// Fetches a recording by its name and plays it with the player of recorded searches (zermelo/trees/player). Files that the browser cannot
// write itself are asked for with an event "save".

const SAVES = {
  tikz: "This step as TikZ", pdf: "This step as PDF", slides: "All steps as slides (PDF)", page: "All steps as a page (HTML)",
};

export default {
  template: '<div class="stage" role="region" aria-label="The search, step by step"></div>',
  props: { name: String },
  watch: { name: "load" },
  mounted() { this.load(); },
  unmounted() { this.player?.destroy(); },
  methods: {
    async load() {
      this.player?.destroy();
      this.player = null;
      if (!this.name) return;
      const turn = this.turn = (this.turn || 0) + 1;  // only the last request is answered
      try {
        const answer = await fetch(`/store/${this.name}`);
        if (!answer.ok) throw new Error(`the recording is gone (${answer.status})`);
        const recording = await answer.json();
        if (turn !== this.turn) return;
        const saves = Object.entries(SAVES).map(([kind, label]) => [label, step => this.$emit("save", { kind, step: step + 1 })]);
        this.player = window.ZermeloPlayer(this.$el, recording, { keys: this.$el, saves });
        this.$el.querySelector(".zp")?.focus({ preventScroll: true });
        document.querySelector(".lessons [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
        this.$emit("ready", { steps: this.player.steps });
      } catch (error) {
        this.$emit("failed", { text: String(error.message || error) });
      }
    },
  },
};
