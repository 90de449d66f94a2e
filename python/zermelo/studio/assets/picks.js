// A row of small buttons: the moves that were made, or those that can be.

export default {
  template: `
    <div v-show="items.length" class="picks" :class="kind" role="group" :aria-label="label">
      <template v-for="item in items" :key="item.key">
        <span class="pick"><span v-if="item.number" class="number" aria-hidden="true">{{ item.number }}</span><button type="button" :class="item.kind" :title="item.title || null" :aria-current="item.now ? 'true' : null"
          :disabled="item.off || false" @click="$emit('pick', { key: item.key })">{{ item.text }}</button></span>
      </template>
    </div>`,
  props: { items: Array, label: String, kind: String },
  watch: { items: { handler() { this.$nextTick(this.reveal); }, deep: false } },
  mounted() { this.reveal(); },
  methods: {
    reveal() {
      const now = this.$el.querySelector("[aria-current]");
      if (now && this.$el.scrollHeight > this.$el.clientHeight) this.$el.scrollTop = now.offsetTop - this.$el.offsetTop - this.$el.clientHeight / 2;
    },
  },
};
