// All games as cards in groups, with a field that shows only the cards with certain words.

export default {
  template: `
    <div class="gallery">
      <label class="find">
        <span>Search</span>
        <input type="search" v-model="words" placeholder="a name, or: 2 players, dice, short ..." autocomplete="off" spellcheck="false" @keydown.escape="words = ''">
      </label>
      <p class="soft found" role="status" aria-live="polite">{{ told }}</p>
      <div class="groups"><section v-for="group in found" :key="group.name" class="cards-of" :style="{ '--cards': group.cards.length }" :aria-label="group.name">
        <h2>{{ group.name }}</h2>
        <p class="soft">{{ group.about }}</p>
        <ul>
          <li v-for="card in group.cards" :key="card.key">
            <button type="button" class="game-card" :data-game="card.key" aria-haspopup="dialog" @click="$emit('pick', { key: card.key })">
              <span class="still"><img :src="card.picture" alt="" draggable="false"></span>
              <span class="name">{{ card.name }}</span>
              <span class="about">{{ card.about }}</span>
              <span class="facts"><span v-for="fact in card.facts" :key="fact">{{ fact }}</span></span>
            </button>
          </li>
        </ul>
      </section></div>
    </div>`,
  props: { groups: Array },
  data: () => ({ words: "" }),
  computed: {
    asked() { return wordsOf(this.words); },
    found() {
      const fits = (group, card) => {
        const names = wordsOf(`${card.key} ${card.name}`), others = wordsOf([card.about, group.name, card.players, ...card.facts].join(" "));
        const has = (word) => (word.length > 2 && isNaN(word) ? others.some((each) => each.startsWith(word)) : others.includes(word));
        return this.asked.every((word) => names.some((each) => each.startsWith(word)) || has(word));
      };
      return this.groups.map((group) => ({ ...group, cards: group.cards.filter((card) => fits(group, card)) })).filter((group) => group.cards.length);
    },
    told() {
      const total = this.groups.reduce((sum, group) => sum + group.cards.length, 0);
      const number = this.found.reduce((sum, group) => sum + group.cards.length, 0);
      if (!total) return "Drawing the boards ...";
      return !this.asked.length ? `${total} games` : number ? `${number} of ${total} games` : "No game has these words. Try a shorter word.";
    },
  },
};

// Words in small letters, without accents and apostrophes: "tic tac toe" finds Tic-tac-toe, "wurfelt" finds würfelt.
function wordsOf(text) {
  return text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f'’]/g, "").split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}
