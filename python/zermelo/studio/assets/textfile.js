// A button that opens a text file and sends its content.

export default {
  template: `
    <span class="textfile">
      <button type="button" class="plain" @click="$refs.input.click()">{{ label }}</button>
      <input ref="input" type="file" :accept="accept" hidden :aria-label="label" @change="open">
    </span>`,
  props: { label: String, accept: String, most: Number },
  methods: {
    async open(event) {
      const file = event.target.files[0];
      event.target.value = "";
      if (!file) return;
      if (file.size > this.most) { this.$emit("refused", { name: file.name, size: file.size }); return; }
      try {
        this.$emit("text", { name: file.name, text: await file.text() });
      } catch (error) {
        this.$emit("refused", { name: file.name, size: file.size });
      }
    },
  },
};
