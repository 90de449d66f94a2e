// The player: draws the tree of a recorded search and plays its steps, forwards and backwards.
//
//     const player = ZermeloPlayer(element, recording, {keys: document, step: 0});
//     player.go(12); player.play(); player.pause(); player.destroy(); player.step; player.steps
//
// `recording` is what Recording.to_json() made. Nothing is loaded and nothing is sent. After every step the element gets an event
// "zermelo-step" whose detail is {step, kind, node, round, text}.
//
// A step is a list of changes (node, field, new value). Applying one remembers the old values, so any step can be undone. The picture
// is drawn anew whenever something has changed, but only the part in view: in detail as long as it can be read, in outlines of one
// path a colour where thousands of nodes are in view.
(function () {
  "use strict";
  const UNSEEN = 0, OPEN = 1, PRUNED = 4;
  const INNER = 0, END = 1, JUDGED = 2, CROSSED = 3;
  const BEND = 42, READABLE = 0.32, MANY = 700, SMALLEST = 0.002, LARGEST = 4, COMFORTABLE = 0.8, LARGE = 300;
  const SPEEDS = [0.5, 1, 2, 4, 8, 20, 60];
  const ICONS = {
    first: "M5 4V16M15 4L7 10L15 16Z", back: "M13 4L5 10L13 16Z", play: "M6 3L16 10L6 17Z", pause: "M6 4V16M14 4V16",
    forward: "M7 4L15 10L7 16Z", last: "M15 4V16M5 4L13 10L5 16Z", more: "M10 4V16M4 10H16", less: "M4 10H16",
    fit: "M3 7V3H7M13 3H17V7M17 13V17H13M7 17H3V13", fold: "M3 3H17V17H3ZM6 10H14", follow: "M10 2V5M10 15V18M2 10H5M15 10H18M6 10a4 4 0 1 0 8 0a4 4 0 1 0 -8 0",
    tidy: "M10 2V6M7 6H13M10 6L4 12M10 6V12M10 6L16 12M2 12H6V17H2ZM8 12H12V17H8ZM14 12H18V17H14Z",
    ghosts: "M3 3H6M9 3H12M15 3H17V5M17 8V11M17 14V17H15M12 17H9M6 17H3V15M3 12V9M3 6V3",
  };
  const escapes = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"};
  const clean = text => String(text).replace(/[&<>"]/g, sign => escapes[sign]);
  const limit = (value, low, high) => Math.min(Math.max(value, low), high);

  // A tree: structure, what is known at its nodes so far, and where they are.

  function prepare(round) {
    const count = round.parent.length;
    const tree = Object.assign({}, round, {count, done: 0, undo: [], folded: new Uint8Array(count), wish: new Int8Array(count).fill(-1), pruned: 0});
    tree.s = new Uint8Array(count);
    tree.b = new Int32Array(count).fill(-1);
    for (const field of "vwn") tree[field] = new Array(count).fill("");
    tree.m = round.move.slice();
    tree.depth = new Int32Array(count);
    tree.kids = Array.from({length: count}, () => []);
    for (let node = 1; node < count; node++) {
      tree.depth[node] = tree.depth[round.parent[node]] + 1;
      tree.kids[round.parent[node]].push(node);
    }
    for (const kids of tree.kids) kids.sort((one, other) => round.x[one] - round.x[other]);
    tree.heights = round.rows;
    lay(tree);
    return tree;
  }

  function apply(tree) {
    const changes = tree.steps[tree.done][4], before = [];
    for (let at = 0; at < changes.length; at += 3) before.push(put(tree, changes[at], changes[at + 1], changes[at + 2]));
    tree.undo[tree.done++] = before.reverse();
  }

  function takeBack(tree) {
    for (const [node, field, value] of tree.undo[--tree.done]) put(tree, node, field, value);
  }

  function put(tree, node, field, value) {
    const old = tree[field][node];
    if (field === "s") tree.pruned += (value === PRUNED) - (old === PRUNED);
    tree[field][node] = value;
    return [node, field, old];
  }

  // Folding: as somebody wished, or by itself whatever is done or still to come, but for the best line.

  function refold(tree, tidy) {
    const keep = new Set(line(tree));
    for (let node = 0; node < tree.count; node++) {
      const settled = tidy && node > 0 && tree.s[node] !== OPEN && !keep.has(node);
      tree.folded[node] = tree.kids[node].length > 0 && (tree.wish[node] >= 0 ? tree.wish[node] : settled);
    }
    lay(tree);
  }

  function line(tree) {
    const found = [0];
    for (let node = tree.b[0]; node > 0 && tree.s[node] !== UNSEEN; node = tree.b[node]) found.push(node);
    return found;
  }

  // Places: as they come with the recording; strips side by side, by the same rule, where something is folded.

  function lay(tree) {
    const {count, kids, folded, left, right, parent} = tree, whole = !folded.some(Boolean);
    tree.hidden = new Uint8Array(count);
    for (let node = 1; node < count; node++) tree.hidden[node] = tree.hidden[parent[node]] || folded[parent[node]];
    tree.places = whole ? Float64Array.from(tree.x) : strips(tree);
    tree.rows = whole ? tree.heights : rows(tree);
    tree.y = Array.from(tree.depth, depth => tree.rows[depth]);
    tree.shown = [];
    tree.box = {low: Infinity, high: -Infinity, bottom: 0};
    for (let node = 0; node < count; node++) if (!tree.hidden[node]) {
      tree.shown.push(node);
      tree.box.low = Math.min(tree.box.low, tree.places[node] - left[node]);
      tree.box.high = Math.max(tree.box.high, tree.places[node] + right[node]);
      tree.box.bottom = Math.max(tree.box.bottom, tree.y[node]);
    }
  }

  function strips(tree) {
    const {count, kids, hidden, left, right, parent, folded} = tree;
    const width = new Float64Array(count), middle = new Float64Array(count), offset = new Float64Array(count);
    for (let node = count - 1; node >= 0; node--) {
      const below = folded[node] ? [] : kids[node];
      middle[node] = left[node];
      width[node] = left[node] + right[node];
      if (!below.length) continue;
      let end = 0;
      for (const kid of below) { offset[kid] = end; end += width[kid]; }
      const first = below[0], last = below[below.length - 1];
      const centre = (offset[first] + middle[first] + offset[last] + middle[last]) / 2, shift = Math.max(0, left[node] - centre);
      for (const kid of below) offset[kid] += shift;
      middle[node] = centre + shift;
      width[node] = Math.max(end + shift, middle[node] + right[node]);
    }
    const places = new Float64Array(count);
    for (let node = 0; node < count; node++) if (!hidden[node]) {
      if (node) offset[node] += offset[parent[node]];
      places[node] = offset[node] + middle[node];
    }
    return places;
  }

  function rows(tree) { // further apart below nodes whose children spread widely
    const widest = tree.heights.map(() => 0);
    for (let node = 1; node < tree.count; node++) if (!tree.hidden[node]) {
      widest[tree.depth[node]] = Math.max(widest[tree.depth[node]], Math.abs(tree.places[node] - tree.places[tree.parent[node]]));
    }
    const [row, edge, flattest, tallest] = tree.gaps, found = [0];
    for (const spread of widest.slice(1)) found.push(found[found.length - 1] + row + Math.max(edge, Math.min(spread / flattest, tallest)));
    return found;
  }

  // Shapes, as in the other pictures of trees.

  const lines = text => text ? text.split("\n") : [];
  const height = (tree, node) => tree.form[node] === INNER ? tree.tall : tree.form[node] === CROSSED ? 18 : 24 + 12 * Math.max(0, lines(tree.v[node]).length - 1);

  function outline(tree, node, grow = 0) {
    const x = tree.places[node], y = tree.y[node], tall = height(tree, node) / 2 + grow, wide = tree.width[node] / 2 + grow, kind = tree.kind[node];
    if (tree.form[node] !== INNER) return box(x, y, wide, tall, tree.form[node] === JUDGED ? 9 : 0);
    if (kind === "max") return `M${x - wide} ${y + tall}H${x + wide}L${x} ${y - tall}Z`;
    if (kind === "min") return `M${x - wide} ${y - tall}H${x + wide}L${x} ${y + tall}Z`;
    if (kind === "chance") {
      const reach = tree.kind[0].startsWith("own") ? wide : tall;
      return `M${x - reach} ${y}a${reach} ${tall} 0 1 0 ${2 * reach} 0a${reach} ${tall} 0 1 0 ${-2 * reach} 0Z`;
    }
    const slant = tall / 2;
    return `M${x - wide} ${y}L${x - wide + slant} ${y - tall}H${x + wide - slant}L${x + wide} ${y}L${x + wide - slant} ${y + tall}H${x - wide + slant}Z`;
  }

  function box(x, y, wide, tall, round) {
    const arc = (a, b) => round ? `a${round} ${round} 0 0 1 ${a * round} ${b * round}` : "";
    return `M${x - wide + round} ${y - tall}h${2 * (wide - round)}${arc(1, 1)}v${2 * (tall - round)}${arc(-1, 1)}` +
      `h${-2 * (wide - round)}${arc(-1, -1)}v${-2 * (tall - round)}${arc(1, -1)}Z`;
  }

  function edge(tree, node) {
    const up = tree.parent[node], top = tree.y[node] - height(tree, node) / 2;
    const start = `M${tree.places[up]} ${tree.y[up] + tree.foot}`;
    return start + (tree.bent ? `L${tree.places[node]} ${top - BEND}V${top}` : `L${tree.places[node]} ${top}`);
  }

  function cross(tree, node) {
    const up = tree.parent[node], x = tree.places[node], top = tree.y[node] - height(tree, node) / 2;
    if (tree.bent) return `M${x - 6} ${top - 8}h12`;
    const x0 = tree.places[up], y0 = tree.y[up] + tree.foot, length = Math.hypot(x - x0, top - y0);
    const a = 8 * (top - y0) / length, b = 8 * (x0 - x) / length, mx = x0 + 0.42 * (x - x0), my = y0 + 0.42 * (top - y0);
    return `M${mx - a} ${my - b}L${mx + a} ${my + b}`;
  }

  const looks = (tree, node) => tree.s[node] === UNSEEN ? "unseen" : tree.form[node] === CROSSED ? "pruned" : tree.form[node] === END ? "end" : tree.kind[node];

  const write = (x, y, size, names, text) => `<text x="${x.toFixed(1)}" y="${(y + 0.35 * size).toFixed(1)}" class="${names}"${size ? ` style="font-size:${size.toFixed(1)}px"` : ""}>${clean(text)}</text>`;

  function texts(tree, node, bold) {
    const x = tree.places[node], y = tree.y[node], parts = [], value = lines(tree.v[node]), inner = tree.form[node] === INNER, kind = tree.kind[node];
    const names = (tree.s[node] === OPEN ? "open" : "") + (bold ? " bold" : "");
    if (value.length) {
      let middle = y, room = tree.width[node] - 6;
      if (inner && (kind === "max" || kind === "min")) {
        middle += tree.tall * (kind === "max" ? 0.17 : -0.2);
        room = tree.side * (value.length === 1 ? 0.62 : 0.5);
      } else if (inner) room = kind === "chance" && !tree.kind[0].startsWith("own") ? 0.84 * tree.tall : tree.side - tree.tall / 2;
      const fit = (text, size) => Math.min(size, room / Math.max(1, 0.62 * text.length));
      if (value.length === 1) parts.push(write(x, middle, fit(value[0], 14), names, value[0]));
      else parts.push(write(x, middle - 5, fit(value[0], 14), names, value[0]), write(x, middle + 7, fit(value[1], 9.5), names, value[1]));
    }
    if (inner && tree.w[node]) parts.push(write(x, y + tree.tall / 2 + 9, 11, "small", tree.w[node]));
    const note = lines(tree.n[node]).slice(0, tree.lines);
    if (note.length && inner) note.forEach((text, row) => parts.push(write(x + tree.width[node] * (kind === "min" ? 0.34 : 0.5) + 4, y + 1 + 13 * row, 11, "note", text)));
    else if (note.length) parts.push(write(x, y + height(tree, node) / 2 + 9, 11, "small", note[0]));
    if (node && tree.m[node]) {
      const up = tree.parent[node], top = y - height(tree, node) / 2, y0 = tree.y[up] + tree.foot;
      const at = tree.bent ? x : x + (tree.places[up] - x) * 20 / (top - y0);
      const faint = tree.s[node] === UNSEEN || tree.s[node] === PRUNED ? "move faint" : bold ? "move bold" : "move";
      parts.push(write(at, top - (tree.bent ? 0.56 * BEND : 20), 12, faint, tree.m[node]));
    }
    return parts.join("");
  }

  function badge(tree, node) {
    const y = tree.y[node] + height(tree, node) / 2 + (tree.w[node] ? 24 : 12), text = `+${below(tree, node).toLocaleString("en")}`;
    return `<path class="fold" d="${box(tree.places[node], y, 8 + 4 * text.length, 9, 9)}"/>` + write(tree.places[node], y, 11, "folded", text);
  }

  function below(tree, node) {
    let number = 0;
    for (const stack = [...tree.kids[node]]; stack.length; number++) stack.push(...tree.kids[stack.pop()]);
    return number;
  }

  // The page around the tree.

  const icon = name => `<svg viewBox="0 0 20 20" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;

  function button(label, sign, act, name = "") {
    const made = document.createElement("button");
    Object.assign(made, {type: "button", title: label, innerHTML: icon(sign), className: name});
    made.setAttribute("aria-label", label);
    made.addEventListener("click", act);
    return made;
  }

  function element(kind, name, text = "") {
    const made = document.createElement(kind);
    made.className = name;
    made.textContent = text;
    return made;
  }

  function ZermeloPlayer(host, data, options = {}) {
    const trees = data.rounds.map(prepare);
    const steps = trees.flatMap((tree, round) => tree.steps.map((_, index) => [round, index]));
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
    const view = {x: 0, y: 0, scale: 1}, pointers = new Map();
    let at = -1, tree = trees[0], picked = -1, follow = true, ghosts = !data.grows, tidy = trees.some(each => each.count > LARGE), timer = 0, due = 0, frame = 0, glide = 0, dragged = 0;

    // What there is to see and to press

    const ui = {};
    const root = element("section", "zp");
    root.tabIndex = 0;
    root.setAttribute("aria-label", `Steps of a search: ${data.title}`);
    const header = root.appendChild(element("header", ""));
    header.append(element("h1", "", data.title));
    if (data.about) header.append(element("p", "", data.about));
    header.append(element("p", "", data.title === data.game ? data.agent : `${data.game} · ${data.agent}`));
    const main = root.appendChild(element("div", "zp-main"));
    const stage = main.appendChild(element("div", "zp-stage"));
    stage.innerHTML = '<svg role="img" aria-label="The tree of the search" preserveAspectRatio="none"></svg>';
    const svg = stage.firstChild;
    const tools = stage.appendChild(element("div", "zp-tools"));
    const side = main.appendChild(element("aside", "zp-side"));
    ui.say = root.appendChild(element("div", "zp-say"));
    ui.say.setAttribute("role", "status");
    ui.say.setAttribute("aria-live", "polite");
    const bar = root.appendChild(element("div", "zp-bar"));
    ui.play = button("Play (space)", "play", () => timer ? pause() : play(), "zp-play");
    ui.slider = element("input", "");
    Object.assign(ui.slider, {type: "range", min: 0, max: steps.length - 1, value: 0});
    ui.slider.setAttribute("aria-label", "Step");
    ui.slider.addEventListener("input", () => { pause(); go(Number(ui.slider.value)); });
    ui.count = element("output", "");
    ui.speed = choice("Speed", SPEEDS.map(speed => `${speed} steps/s`), 2);
    ui.round = choice("Round", trees.map((each, index) => each.name || `round ${index + 1}`), 0);
    ui.round.hidden = trees.length < 2;
    ui.round.addEventListener("change", () => { pause(); go(steps.findIndex(([round]) => round === ui.round.selectedIndex)); });
    bar.append(
      button("First step (Home)", "first", () => { pause(); go(0); }), button("Back (left arrow)", "back", () => { pause(); go(at - 1); }), ui.play,
      button("Forward (right arrow)", "forward", () => { pause(); go(at + 1); }), button("Last step (End)", "last", () => { pause(); go(steps.length - 1); }),
      ui.slider, ui.count, ui.round, ui.speed);
    ui.follow = button("Follow the search (f)", "follow", () => { follow = !follow; look(); settle(); });
    ui.ghosts = button("Show what is still to come (g)", "ghosts", () => { ghosts = !ghosts; settle(); });
    ui.tidy = button("Fold what is done (t)", "tidy", () => { tidy = !tidy; trees.forEach(each => each.wish.fill(-1)); refresh(current()); look(); });
    tools.append(
      button("Fold or unfold the node (c)", "fold", () => fold(focus())), ui.tidy, ui.ghosts, ui.follow, button("Zoom in (+)", "more", () => zoom(1.3)), button("Zoom out (-)", "less", () => zoom(1 / 1.3)),
      button("Fit the tree (0)", "fit", () => fit(0)));
    ui.board = side.appendChild(element("div", "zp-card"));
    ui.board.hidden = data.boards.kind === "none";
    ui.facts = side.appendChild(element("div", "zp-card"));
    ui.node = side.appendChild(element("div", "zp-card"));
    ui.key = side.appendChild(element("div", "zp-card zp-key"));
    const details = root.appendChild(element("details", ""));
    details.append(element("summary", "", "Keys"), element("p", "", "Arrow keys step, Home and End jump, space plays. Drag to move, wheel or pinch to zoom, 0 fits the tree. Click a node to read about it, double-click or c folds it."));
    host.replaceChildren(root);

    function choice(label, names, index) {
      const made = element("select", "");
      made.setAttribute("aria-label", label);
      made.title = label;
      for (const name of names) made.append(element("option", "", name));
      made.selectedIndex = index;
      return made;
    }

    // Steps

    function go(to) {
      to = limit(to, 0, steps.length - 1);
      if (to === at) return;
      const [round, index] = steps[to];
      trees.forEach((each, number) => {
        const wanted = number < round ? each.steps.length : number > round ? 0 : index + 1;
        while (each.done < wanted) apply(each);
        while (each.done > wanted) takeBack(each);
      });
      const fresh = tree !== trees[round] || at < 0;
      at = to; tree = trees[round]; picked = -1;
      refresh(tree.steps[index][1]);
      if (fresh) { key(); fit(COMFORTABLE); }
      const [kind, node, text] = tree.steps[index];
      ui.say.textContent = text;
      ui.say.classList.toggle("cut", kind === "cut");
      look();
      settle();
      host.dispatchEvent(new CustomEvent("zermelo-step", {detail: {step: at, kind, node, round, text}}));
    }

    function play() {
      if (at === steps.length - 1) go(0);
      ui.say.setAttribute("aria-live", "off"); // nobody wants every step of an animation read out
      due = performance.now() + pace();
      timer = requestAnimationFrame(tick);
      settle();
    }

    function tick(now) {
      const passed = Math.min(Math.floor((now - due) / pace()) + 1, 50);
      if (now >= due) { due += passed * pace(); go(at + passed); }
      if (at === steps.length - 1) pause();
      else if (timer) timer = requestAnimationFrame(tick);
    }

    function pause() {
      cancelAnimationFrame(timer);
      timer = 0;
      ui.say.setAttribute("aria-live", "polite");
      settle();
    }

    const pace = () => 1000 / SPEEDS[ui.speed.selectedIndex];
    const current = () => tree.steps[steps[at][1]][1];
    const focus = () => picked >= 0 ? picked : current();

    // The side: numbers, the node, its board

    function table(rows) {
      return `<dl>${rows.filter(row => row[1] !== "").map(([name, value, strong]) => `<dt>${clean(name)}</dt><dd>${strong ? "<b>" : ""}${clean(value)}${strong ? "</b>" : ""}</dd>`).join("")}</dl>`;
    }

    function tell() {
      const index = steps[at][1], nodes = tree.steps[index][3], plain = data.plain, best = line(tree).slice(1), node = focus();
      const rows = [["nodes entered", nodes.toLocaleString("en")], ["branches cut", tree.pruned ? tree.pruned.toLocaleString("en") : ""]];
      if (plain) rows.push([`${plain[2]}, in all`, (plain[1] ? "" : "over ") + plain[0].toLocaleString("en")]);
      rows.push(["best line so far", best.map(each => tree.move[each]).slice(0, 12).join(" ") || (data.grows ? "" : "none yet"), best.length > 0]);
      ui.facts.innerHTML = table(rows) + (plain ? `<div class="zp-meter"><i style="width:${Math.min(100, 100 * nodes / plain[0])}%"></i></div>` : "");
      const way = [];
      for (let each = node; each > 0; each = tree.parent[each]) way.unshift(tree.move[each]);
      const [low, high] = tree.w[node] ? tree.w[node].slice(1, -1).split(", ") : ["", ""];
      ui.node.innerHTML = table([[picked >= 0 ? "this node" : "the search is at", way.slice(-8).join(" ") || "the root"], ["to move", tree.who[node]],
        ["α", low], ["β", high], ["value", lines(tree.v[node]).join(" ")], ["left because", lines(tree.n[node]).join(" ")]]);
      board(tree.board[node]);
    }

    function board(index) {
      const text = index < 0 ? "" : data.boards.list[index];
      if (ui.shown === index) return;
      ui.shown = index;
      const made = element(data.boards.kind === "svg" && text ? "img" : "pre", "", data.boards.kind === "svg" ? "" : text);
      if (made.tagName === "IMG") Object.assign(made, {alt: "The board at this node", src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`});
      ui.board.replaceChildren(made);
    }

    function key() {
      const sign = code => code === "max" ? "M3 18H21L12 2Z" : code === "min" ? "M3 2H21L12 18Z" : code === "chance" ? "M3 10a9 9 0 1 0 18 0a9 9 0 1 0 -18 0Z"
        : code.startsWith("own") ? "M2 10L6 2H18L22 10L18 18H6Z" : code === "best" ? "M2 10H22" : code === "depth limit" ? box(12, 10, 10, 7, 6)
        : code === "end" ? box(12, 10, 10, 7, 0) : code === "pruned" ? "M2 10H22M12 3V17" : "";
      const names = {"depth limit": "max", best: "best", pruned: "crossed"};
      const words = {window: "[ , ]", plies: "in 3", ply: "ply 3"};
      ui.key.innerHTML = tree.key.map(([code, meaning]) => `<span>${sign(code) ? `<svg viewBox="0 0 24 20" aria-hidden="true"><path class="${names[code] || clean(code)}" d="${sign(code)}"/></svg>` : `<small>${words[code] || "◇"}</small>`}${clean(meaning)}</span>`).join("");
    }

    // The view

    const size = () => ({wide: stage.clientWidth || 800, tall: stage.clientHeight || 500});
    const top = () => -tree.tall / 2 - 24, full = () => tree.box.bottom + tree.tall - top();

    // Trees are far wider than high. Where nothing can be read any more, heights therefore shrink less than widths, so that one sees a tree.
    function rise(scale = view.scale) {
      const high = Math.max(scale, Math.min((size().tall - 30) / full(), 1));
      return scale * (high / scale) ** limit(Math.log2(READABLE / scale) / 3, 0, 1);
    }

    function fit(least) {
      const {wide, tall} = size(), {low, high} = tree.box;
      const most = least && tidy ? least : 1.6; // a tree that is folded will grow
      view.scale = limit(Math.min((wide - 30) / (high - low), (tall - 30) / full()), SMALLEST, most);
      const readable = view.scale >= least;
      if (!readable) view.scale = least;
      const room = tall / rise();
      view.x = readable ? (low + high - wide / view.scale) / 2 : tree.places[0] - wide / view.scale / 2;
      view.y = readable && full() < room ? top() - (room - full()) / 2 : top() - 8;
      settle();
    }

    function zoom(factor, x = size().wide / 2, y = size().tall / 2) {
      const scale = limit(view.scale * factor, SMALLEST, LARGEST);
      view.x += x / view.scale - x / scale;
      view.y += y / rise() - y / rise(scale);
      view.scale = scale;
      settle();
    }

    function look() { // keep the search in view, and move no further than that takes
      if (!follow || at < 0) return;
      let node = current();
      while (tree.hidden[node]) node = tree.parent[node];
      const {wide, tall} = size(), w = wide / view.scale, h = tall / rise(), x = tree.places[node], y = tree.y[node], margin = tree.tall * 1.6;
      const inside = x > view.x + Math.min(margin, w / 4) && x < view.x + w - Math.min(margin, w / 4) && y > view.y && y < view.y + h - Math.min(margin, h / 4);
      if (inside) return;
      const to = {x: x - w / 2, y: limit(view.y, y + margin - h, Math.max(y + margin - h, y - margin * 2))};
      if (calm.matches || (timer && pace() < 200)) { Object.assign(view, to); return; }
      const from = {x: view.x, y: view.y}, start = performance.now(), mine = ++glide;
      const move = now => {
        if (mine !== glide) return;
        const part = limit((now - start) / 220, 0, 1), ease = part * (2 - part);
        view.x = from.x + (to.x - from.x) * ease; view.y = from.y + (to.y - from.y) * ease;
        settle();
        if (part < 1) requestAnimationFrame(move);
      };
      requestAnimationFrame(move);
    }

    function fold(node) {
      while (!tree.kids[node].length && node > 0) node = tree.parent[node];
      tree.wish[node] = 1 - tree.folded[node];
      refresh(node);
    }

    function refresh(anchor) { // fold anew, and leave the anchor where it is on the screen
      while (tree.hidden[anchor]) anchor = tree.parent[anchor];
      const before = tree.places[anchor];
      refold(tree, tidy);
      view.x += tree.places[anchor] - before;
      settle();
    }

    function settle() { if (!frame) frame = requestAnimationFrame(() => { frame = 0; draw(); }); }

    function draw() {
      if (at < 0) return;
      const {wide, tall} = size(), w = wide / view.scale, h = tall / rise(), {places, y, s, parent} = tree, now = current();
      svg.setAttribute("viewBox", `${view.x} ${view.y} ${w} ${h}`);
      const best = new Set(line(tree)), way = new Set();
      let last = now;
      while (tree.hidden[last]) last = parent[last];
      for (let node = last; node >= 0; node = parent[node]) way.add(node);
      const coarse = view.scale <= READABLE, drawn = [], inView = [], paths = {ghost: [], plain: [], crossed: [], cross: [], best: [], way: []};
      for (const node of tree.shown) {
        if (s[node] === UNSEEN && !ghosts) continue;
        const up = node ? parent[node] : node, x = places[node], rim = Math.max(tree.right[node], tree.left[node]);
        const right = Math.max(x + rim, places[up]), left = Math.min(x - rim, places[up]);
        if (right < view.x || left > view.x + w || y[node] + 60 < view.y || y[up] - 60 > view.y + h) continue;
        const name = s[node] === UNSEEN ? "ghost" : s[node] === PRUNED ? "crossed" : best.has(node) ? "best" : way.has(node) ? "way" : "plain";
        if (coarse) { // of neighbours that would fall on one pixel, one is enough
          const before = drawn[tree.depth[node]];
          if (before && before.name === name && Math.abs(before.x - x) * view.scale < 1.2) continue;
          drawn[tree.depth[node]] = {name, x};
        }
        inView.push(node);
        if (!node) continue;
        paths[name].push(edge(tree, node));
        if (name === "crossed" && !coarse) paths.cross.push(cross(tree, node));
      }
      const detailed = !coarse && inView.length <= MANY, parts = [];
      for (const [name, all] of Object.entries(paths)) if (all.length) parts.push(`<path class="${name}" d="${all.join("")}"/>`);
      parts.push(`<path class="halo" d="${outline(tree, last, 3)}"/>`);
      if (detailed) for (const node of inView) parts.push(`<path class="${looks(tree, node)}${best.has(node) && s[node] ? " line" : ""}" d="${outline(tree, node)}"/>`, texts(tree, node, best.has(node)));
      else if (tree.side * view.scale > 3) {
        const shapes = {};
        for (const node of inView) (shapes[looks(tree, node) + (best.has(node) && s[node] ? " line" : "")] ||= []).push(outline(tree, node));
        for (const [name, all] of Object.entries(shapes)) parts.push(`<path class="${name}" d="${all.join("")}"/>`);
      }
      for (const node of inView) if (tree.folded[node]) parts.push(badge(tree, node));
      if (picked >= 0 && !tree.hidden[picked]) parts.push(`<path class="picked" d="${outline(tree, picked, 6)}"/>`);
      svg.innerHTML = parts.join("");
      svg.dataset.detail = detailed ? "full" : "outline";
      tell();
      ui.count.textContent = `step ${(at + 1).toLocaleString("en")} of ${steps.length.toLocaleString("en")}`;
      ui.slider.value = at;
      ui.slider.setAttribute("aria-valuetext", `${ui.count.textContent}: ${ui.say.textContent}`);
      ui.round.selectedIndex = steps[at][0];
      ui.play.innerHTML = icon(timer ? "pause" : "play");
      ui.play.setAttribute("aria-label", timer ? "Pause (space)" : "Play (space)");
      ui.follow.setAttribute("aria-pressed", follow);
      ui.ghosts.setAttribute("aria-pressed", ghosts);
      ui.tidy.setAttribute("aria-pressed", tidy);
    }

    // Mouse, fingers and keys

    const place = event => { const frame = svg.getBoundingClientRect(); return {x: event.clientX - frame.left, y: event.clientY - frame.top}; };

    function hit(event) {
      const {x, y} = place(event), px = view.x + x / view.scale, py = view.y + y / rise(), slack = 4 / view.scale;
      return tree.shown.find(node => (ghosts || tree.s[node]) && Math.abs(px - tree.places[node]) <= tree.width[node] / 2 + slack && Math.abs(py - tree.y[node]) <= height(tree, node) / 2 + slack);
    }

    svg.addEventListener("wheel", event => {
      event.preventDefault();
      const {x, y} = place(event);
      zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0018)), x, y);
    }, {passive: false});
    svg.addEventListener("pointerdown", event => { svg.setPointerCapture(event.pointerId); pointers.set(event.pointerId, place(event)); dragged = pointers.size > 1 ? Infinity : 0; });
    svg.addEventListener("pointermove", event => {
      const before = pointers.get(event.pointerId), now = place(event);
      if (!before) return;
      const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, each]) => each);
      pointers.set(event.pointerId, now);
      dragged += Math.hypot(now.x - before.x, now.y - before.y);
      if (dragged < 4) return;
      glide++; // a hand on the tree ends a glide
      if (others.length === 1) {
        const apart = each => Math.hypot(each.x - others[0].x, each.y - others[0].y);
        zoom(apart(now) / Math.max(1, apart(before)), (now.x + others[0].x) / 2, (now.y + others[0].y) / 2);
      } else if (!others.length) { view.x -= (now.x - before.x) / view.scale; view.y -= (now.y - before.y) / rise(); follow = false; settle(); }
    });
    const lift = event => {
      if (pointers.delete(event.pointerId) && dragged < 4 && event.type === "pointerup") { picked = hit(event) ?? -1; settle(); }
    };
    svg.addEventListener("pointerup", lift);
    svg.addEventListener("pointercancel", lift);
    svg.addEventListener("dblclick", event => { const node = hit(event); if (node !== undefined) fold(node); });

    function press(event) {
      const target = event.target, own = target.closest && target.closest("input, select, textarea, button, summary");
      if (event.ctrlKey || event.metaKey || event.altKey || (own && (own.tagName !== "BUTTON" && own.tagName !== "SUMMARY" || event.key === " " || event.key === "Enter"))) return;
      const acts = {
        ArrowRight: () => { pause(); go(at + 1); }, ArrowLeft: () => { pause(); go(at - 1); }, Home: () => { pause(); go(0); }, End: () => { pause(); go(steps.length - 1); },
        " ": () => timer ? pause() : play(), "+": () => zoom(1.3), "=": () => zoom(1.3), "-": () => zoom(1 / 1.3), 0: () => fit(0),
        c: () => fold(focus()), f: () => ui.follow.click(), g: () => ui.ghosts.click(), t: () => ui.tidy.click(), Escape: () => { picked = -1; settle(); },
      };
      if (!acts[event.key]) return;
      event.preventDefault();
      acts[event.key]();
    }
    const keys = options.keys || root;
    keys.addEventListener("keydown", press);
    const resized = new ResizeObserver(settle);
    resized.observe(stage);

    go(options.step || 0);
    return {
      go, play, pause, fit: () => fit(0), get step() { return at; }, steps: steps.length,
      destroy() { pause(); cancelAnimationFrame(frame); glide++; resized.disconnect(); keys.removeEventListener("keydown", press); host.replaceChildren(); },
    };
  }

  window.ZermeloPlayer = ZermeloPlayer;
})();
