// The parts of the page around a tree: buttons, menus, tables, and the signs of the key.
(function () {
  "use strict";
  const {box, clean} = ZermeloTree;
  const ICONS = {
    first: "M5 4V16M15 4L7 10L15 16Z", back: "M13 4L5 10L13 16Z", play: "M6 3L16 10L6 17Z", pause: "M6 4V16M14 4V16",
    forward: "M7 4L15 10L7 16Z", last: "M15 4V16M5 4L13 10L5 16Z", more: "M10 4V16M4 10H16", less: "M4 10H16",
    fit: "M3 7V3H7M13 3H17V7M17 13V17H13M7 17H3V13", fold: "M3 3H17V17H3ZM6 10H14",
    follow: "M10 2V5M10 15V18M2 10H5M15 10H18M6 10a4 4 0 1 0 8 0a4 4 0 1 0 -8 0",
    tidy: "M10 2V6M10 6L4 12M10 6V12M10 6L16 12M2 12H6V17H2ZM8 12H12V17H8ZM14 12H18V17H14Z",
    ghosts: "M3 3H6M9 3H12M15 3H17V5M17 8V11M17 14V17H15M12 17H9M6 17H3V15M3 12V9M3 6V3",
    present: "M2 3H18V13H2ZM10 13V17M6 17H14", leave: "M5 5L15 15M15 5L5 15",
  };
  const SIGNS = {
    max: "M3 18H21L12 2Z", min: "M3 2H21L12 18Z", chance: "M3 10a9 9 0 1 0 18 0a9 9 0 1 0 -18 0Z",
    own: "M2 10L6 2H18L22 10L18 18H6Z", best: "M2 10H22", end: "M2 3H22V17H2Z", "depth limit": box(12, 10, 10, 7, 6),
    pruned: "M2 10H22M12 3V17", visits: "M2 5H22M2 9H22M2 11H22M2 13H22", proven: "M2 3H22V17H2ZM5 6H19V14H5Z",
  };
  const WORDS = {window: "[ , ]", plies: "in 3", ply: "ply 3", probe: "◇", rate: "0.62", terms: "1 + 1"};
  const KEYS = "Arrow keys step, Home and End jump, space plays. Drag to move, wheel or pinch to zoom, 0 fits the tree. " +
    "Click a node to read about it; double-click it, or press c, to fold its subtree. t folds finished nodes, " +
    "g shows or hides future nodes, f follows the search. Tab leads to the tree: there arrow keys go from node to node, page up and " +
    "page down step, Escape leaves. p presents: tree, board and sentence on the whole screen, space or page down for each step.";

  const icon = name => `<svg viewBox="0 0 20 20" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;

  function element(kind, name, text = "") {
    const made = document.createElement(kind);
    made.className = name;
    made.textContent = text;
    return made;
  }

  function button(label, sign, act, name = "") {
    const made = element("button", name);
    Object.assign(made, {type: "button", title: label, innerHTML: icon(sign)});
    made.setAttribute("aria-label", label);
    made.addEventListener("click", act);
    return made;
  }

  function group(label, ...parts) {
    const made = element("div", "zp-group");
    made.setAttribute("role", "group");
    made.setAttribute("aria-label", label);
    made.append(...parts);
    return made;
  }

  function menu(label, ...parts) { // a panel that opens above the bar
    const made = element("details", "zp-menu"), panel = element("div", "zp-panel");
    panel.append(...parts);
    made.append(element("summary", "", label), panel);
    made.addEventListener("focusout", event => { if (event.relatedTarget && !made.contains(event.relatedTarget)) made.open = false; });
    made.addEventListener("keydown", event => {
      if (event.key !== "Escape" || !made.open) return;
      event.stopPropagation();
      made.open = false;
      made.firstChild.focus();
    });
    return made;
  }

  function entry(label, act) {
    const made = element("button", "", label);
    made.type = "button";
    made.addEventListener("click", () => { made.closest("details").open = false; act(); });
    return made;
  }

  function choice(label, names, index) {
    const made = element("select", "");
    made.setAttribute("aria-label", label);
    made.title = label;
    for (const name of names) made.append(element("option", "", name));
    made.selectedIndex = index;
    return made;
  }

  function table(rows) {
    const cell = ([name, value, strong]) => `<dt>${clean(name)}</dt><dd>${strong ? `<b>${clean(value)}</b>` : clean(value)}</dd>`;
    return `<dl>${rows.filter(row => row[0] && row[1] !== "").map(cell).join("")}</dl>`;
  }

  function signText([code, meaning]) {
    const sign = SIGNS[code.replace(/\d$/, "")], name = {"depth limit": "max", pruned: "crossed"}[code] || clean(code);
    const drawn = sign ? `<svg viewBox="0 0 24 20" aria-hidden="true"><path class="${name}" d="${sign}"/></svg>` : "";
    return `<span>${drawn || `<small>${WORDS[code] || ""}</small>`}${clean(meaning)}</span>`;
  }

  window.ZermeloParts = {KEYS, icon, element, button, group, menu, entry, choice, table, signText};
})();
