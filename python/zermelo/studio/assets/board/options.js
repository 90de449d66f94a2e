// What a visitor has chosen about boards. The browser keeps it, for all pages; an event tells every board of a change.

const KEPT = "zermelo-board", CHANGED = "zermelo-board-changed";
export const DEFAULTS = { animation: true, sound: false, letters: false };

export function options() {
  let kept = {};
  try { kept = JSON.parse(localStorage.getItem(KEPT)) || {}; } catch { /* the browser keeps nothing, or something else */ }
  return Object.fromEntries(Object.entries(DEFAULTS).map(([name, value]) => [name, typeof kept[name] === "boolean" ? kept[name] : value]));
}

export function choose(name, value) {
  try { localStorage.setItem(KEPT, JSON.stringify({ ...options(), [name]: value })); } catch { /* private windows may refuse */ }
  window.dispatchEvent(new CustomEvent(CHANGED, { detail: { ...options(), [name]: value } }));
}

// Call `told` with the options when they change, here or in another tab; returns how to end that
export function follow(told) {
  const here = (event) => told(event.detail), elsewhere = (event) => { if (event.key === KEPT) told(options()); };
  window.addEventListener(CHANGED, here);
  window.addEventListener("storage", elsewhere);
  return () => { window.removeEventListener(CHANGED, here); window.removeEventListener("storage", elsewhere); };
}

export const still = () => matchMedia("(prefers-reduced-motion: reduce)");
