// The player: draws the tree of a recorded search and plays its steps, forwards and backwards.
//
//     const player = ZermeloPlayer(element, recording, {keys: document, step: 0});
//     player.go(12); player.play(); player.pause(); player.fit(); player.destroy(); player.step; player.steps
//
// `recording` is what Recording.to_json() makes. Nothing is loaded and nothing is sent. After every step the element gets an
// event "zermelo-step" whose detail is {step, kind, node, round, text}. Key events are read from the player itself, or from `keys`.
//
// A step is a list of changes: node, field, new value. Applying one remembers the old values, so every step can be undone. The
// picture is drawn anew whenever something has changed, but only the part in view: in detail as long as it can be read, in
// outlines of one path a colour where thousands of nodes are in view.
(function () {
  "use strict";
  const UNSEEN = 0, OPEN = 1, PRUNED = 4; // how far the search has come with a node
  const INNER = 0, END = 1, JUDGED = 2, CROSSED = 3; // forms of nodes
  const BEND = 42, READABLE = 0.32, COMFORTABLE = 0.8, SMALLEST = 0.002, LARGEST = 4; // scales, but for the bend of an edge
  const MANY = 700, LARGE = 300; // nodes that can be drawn in detail; nodes of a tree that folds itself
  const SPEEDS = [0.5, 1, 2, 4, 8, 20, 60];
  const ICONS = {
    first: "M5 4V16M15 4L7 10L15 16Z", back: "M13 4L5 10L13 16Z", play: "M6 3L16 10L6 17Z", pause: "M6 4V16M14 4V16",
    forward: "M7 4L15 10L7 16Z", last: "M15 4V16M5 4L13 10L5 16Z", more: "M10 4V16M4 10H16", less: "M4 10H16",
    fit: "M3 7V3H7M13 3H17V7M17 13V17H13M7 17H3V13", fold: "M3 3H17V17H3ZM6 10H14",
    follow: "M10 2V5M10 15V18M2 10H5M15 10H18M6 10a4 4 0 1 0 8 0a4 4 0 1 0 -8 0",
    tidy: "M10 2V6M10 6L4 12M10 6V12M10 6L16 12M2 12H6V17H2ZM8 12H12V17H8ZM14 12H18V17H14Z",
    ghosts: "M3 3H6M9 3H12M15 3H17V5M17 8V11M17 14V17H15M12 17H9M6 17H3V15M3 12V9M3 6V3",
  };
  const SIGNS = {
    max: "M3 18H21L12 2Z", min: "M3 2H21L12 18Z", chance: "M3 10a9 9 0 1 0 18 0a9 9 0 1 0 -18 0Z",
    own: "M2 10L6 2H18L22 10L18 18H6Z", best: "M2 10H22", end: "M2 3H22V17H2Z", "depth limit": box(12, 10, 10, 7, 6),
    pruned: "M2 10H22M12 3V17",
  };
  const WORDS = {window: "[ , ]", plies: "in 3", ply: "ply 3", probe: "◇"};
  const KEYS = "Arrow keys step, Home and End jump, space plays. Drag to move, wheel or pinch to zoom, 0 fits the tree. " +
    "Click a node to read about it; double-click it, or press c, to fold its subtree. t folds finished nodes, " +
    "g shows or hides future nodes, f follows the search.";
  const escapes = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"};
  const clean = text => String(text).replace(/[&<>"]/g, sign => escapes[sign]);
  const limit = (value, low, high) => Math.min(Math.max(value, low), high);
  const count = number => number.toLocaleString("en");
  const lines = text => text ? text.split("\n") : [];

  // A tree: its structure, and what is known at its nodes so far; fields have the letters that steps give them.

  function prepare(round) {
    const size = round.parent.length, tree = Object.assign({}, round, {size, done: 0, undo: [], pruned: 0, heights: round.rows});
    tree.s = new Uint8Array(size);
    tree.b = new Int32Array(size).fill(-1);
    for (const field of "vwn") tree[field] = new Array(size).fill("");
    tree.m = round.move.slice();
    tree.folded = new Uint8Array(size);
    tree.wish = new Int8Array(size).fill(-1);
    tree.depth = new Int32Array(size);
    tree.kids = Array.from({length: size}, () => []);
    for (let node = 1; node < size; node++) {
      tree.depth[node] = tree.depth[round.parent[node]] + 1;
      tree.kids[round.parent[node]].push(node);
    }
    for (const kids of tree.kids) kids.sort((one, other) => round.x[one] - round.x[other]);
    tree.own = round.kind[0].startsWith("own");
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

  function bestLine(tree) {
    const found = [0];
    for (let node = tree.b[0]; node > 0 && tree.s[node] !== UNSEEN; node = tree.b[node]) found.push(node);
    return found;
  }

  function below(tree, node) {
    let number = 0;
    for (const stack = [...tree.kids[node]]; stack.length; number++) stack.push(...tree.kids[stack.pop()]);
    return number;
  }

  // Folding: by hand, or automatically for finished and future nodes, except the best line.

  function refold(tree, tidy) {
    const keep = new Set(bestLine(tree)), before = tree.folded;
    tree.folded = before.map((_, node) => {
      if (!tree.kids[node].length) return 0;
      return tree.wish[node] >= 0 ? tree.wish[node] : Number(tidy && node > 0 && tree.s[node] !== OPEN && !keep.has(node));
    });
    if (tree.folded.some((fold, node) => fold !== before[node])) lay(tree);
  }

  // Places: from the recording; computed by the same rules (strips side by side) if something is folded.

  function lay(tree) {
    const {size, folded, left, right, parent} = tree, whole = !folded.some(Boolean);
    tree.hidden = new Uint8Array(size);
    for (let node = 1; node < size; node++) tree.hidden[node] = tree.hidden[parent[node]] || folded[parent[node]];
    tree.places = whole ? Float64Array.from(tree.x) : strips(tree);
    const rows = whole ? tree.heights : heights(tree);
    tree.y = Array.from(tree.depth, depth => rows[depth]);
    tree.shown = [];
    tree.box = {low: Infinity, high: -Infinity, bottom: 0};
    for (let node = 0; node < size; node++) if (!tree.hidden[node]) {
      tree.shown.push(node);
      tree.box.low = Math.min(tree.box.low, tree.places[node] - left[node]);
      tree.box.high = Math.max(tree.box.high, tree.places[node] + right[node]);
      tree.box.bottom = Math.max(tree.box.bottom, tree.y[node]);
    }
  }

  function strips(tree) {
    const {size, kids, hidden, left, right, parent, folded} = tree;
    const width = new Float64Array(size), middle = new Float64Array(size), offset = new Float64Array(size);
    for (let node = size - 1; node >= 0; node--) {
      const under = folded[node] ? [] : kids[node];
      middle[node] = left[node];
      width[node] = left[node] + right[node];
      if (!under.length) continue;
      let end = 0;
      for (const kid of under) { offset[kid] = end; end += width[kid]; }
      const first = under[0], last = under[under.length - 1];
      const centre = (offset[first] + middle[first] + offset[last] + middle[last]) / 2, shift = Math.max(0, left[node] - centre);
      for (const kid of under) offset[kid] += shift;
      middle[node] = centre + shift;
      width[node] = Math.max(end + shift, middle[node] + right[node]);
    }
    const places = new Float64Array(size);
    for (let node = 0; node < size; node++) if (!hidden[node]) {
      if (node) offset[node] += offset[parent[node]];
      places[node] = offset[node] + middle[node];
    }
    return places;
  }

  function heights(tree) { // rows lie further apart below nodes whose children spread widely
    const widest = tree.heights.map(() => 0), [row, edge, flattest, tallest] = tree.gaps, found = [0];
    for (let node = 1; node < tree.size; node++) if (!tree.hidden[node]) {
      const spread = Math.abs(tree.places[node] - tree.places[tree.parent[node]]);
      widest[tree.depth[node]] = Math.max(widest[tree.depth[node]], spread);
    }
    for (const spread of widest.slice(1)) {
      found.push(found[found.length - 1] + row + Math.max(edge, Math.min(spread / flattest, tallest)));
    }
    return found;
  }

  // Shapes and texts, as in the other pictures of trees.

  function height(tree, node) {
    if (tree.form[node] === INNER) return tree.tall;
    return tree.form[node] === CROSSED ? 18 : 24 + 12 * Math.max(0, lines(tree.v[node]).length - 1);
  }

  function outline(tree, node, grow = 0) {
    const x = tree.places[node], y = tree.y[node], kind = tree.kind[node];
    const tall = height(tree, node) / 2 + grow, wide = tree.width[node] / 2 + grow;
    if (tree.form[node] !== INNER) return box(x, y, wide, tall, tree.form[node] === JUDGED ? 9 : 0);
    if (kind === "max") return `M${x - wide} ${y + tall}H${x + wide}L${x} ${y - tall}Z`;
    if (kind === "min") return `M${x - wide} ${y - tall}H${x + wide}L${x} ${y + tall}Z`;
    if (kind === "chance") {
      const reach = tree.own ? wide : tall;
      return `M${x - reach} ${y}a${reach} ${tall} 0 1 0 ${2 * reach} 0a${reach} ${tall} 0 1 0 ${-2 * reach} 0Z`;
    }
    const slant = tall / 2, top = `L${x - wide + slant} ${y - tall}H${x + wide - slant}L${x + wide} ${y}`;
    return `M${x - wide} ${y}${top}L${x + wide - slant} ${y + tall}H${x - wide + slant}Z`;
  }

  function box(x, y, wide, tall, round) {
    const arc = (a, b) => round ? `a${round} ${round} 0 0 1 ${a * round} ${b * round}` : "";
    const across = 2 * (wide - round), down = 2 * (tall - round);
    const there = `h${across}${arc(1, 1)}v${down}${arc(-1, 1)}`, back = `h${-across}${arc(-1, -1)}v${-down}${arc(1, -1)}`;
    return `M${x - wide + round} ${y - tall}${there}${back}Z`;
  }

  function edge(tree, node) {
    const up = tree.parent[node], x = tree.places[node], top = tree.y[node] - height(tree, node) / 2;
    return `M${tree.places[up]} ${tree.y[up] + tree.foot}` + (tree.bent ? `L${x} ${top - BEND}V${top}` : `L${x} ${top}`);
  }

  function cross(tree, node) { // the short stroke across an edge that was cut
    const up = tree.parent[node], x = tree.places[node], top = tree.y[node] - height(tree, node) / 2;
    if (tree.bent) return `M${x - 6} ${top - 8}h12`;
    const x0 = tree.places[up], y0 = tree.y[up] + tree.foot, length = Math.hypot(x - x0, top - y0);
    const a = 8 * (top - y0) / length, b = 8 * (x0 - x) / length, mx = x0 + 0.42 * (x - x0), my = y0 + 0.42 * (top - y0);
    return `M${mx - a} ${my - b}L${mx + a} ${my + b}`;
  }

  function looks(tree, node) {
    if (tree.s[node] === UNSEEN) return "unseen";
    return tree.form[node] === CROSSED ? "pruned" : tree.form[node] === END ? "end" : tree.kind[node];
  }

  function write(x, y, size, names, text) { // y is the middle of the letters
    const place = `x="${x.toFixed(1)}" y="${(y + 0.35 * size).toFixed(1)}"`;
    return `<text ${place} class="${names}" style="font-size:${size.toFixed(1)}px">${clean(text)}</text>`;
  }

  function valueTexts(tree, node, bold) {
    const x = tree.places[node], value = lines(tree.v[node]), kind = tree.kind[node], inner = tree.form[node] === INNER;
    let middle = tree.y[node], room = tree.width[node] - 6;
    if (inner && (kind === "max" || kind === "min")) {
      middle += tree.tall * (kind === "max" ? 0.17 : -0.2);
      room = tree.side * (value.length === 1 ? 0.62 : 0.5);
    } else if (inner) room = kind === "chance" && !tree.own ? 0.84 * tree.tall : tree.side - tree.tall / 2;
    const fit = (text, size) => Math.min(size, room / Math.max(1, 0.62 * text.length));
    const names = (tree.s[node] === OPEN ? "open" : "") + (bold ? " bold" : "");
    if (value.length < 2) return value.map(text => write(x, middle, fit(text, 14), names, text)).join("");
    return write(x, middle - 5, fit(value[0], 14), names, value[0]) + write(x, middle + 7, fit(value[1], 9.5), names, value[1]);
  }

  function noteTexts(tree, node) {
    const x = tree.places[node], y = tree.y[node], note = lines(tree.n[node]).slice(0, tree.lines), parts = [];
    const inner = tree.form[node] === INNER, beside = x + tree.width[node] * (tree.kind[node] === "min" ? 0.34 : 0.5) + 4;
    if (inner && tree.w[node]) parts.push(write(x, y + tree.tall / 2 + 12, 11, "small", tree.w[node]));
    if (inner) parts.push(...note.map((text, row) => write(beside, y + 1 + 13 * row, 11, "note", text)));
    else if (note.length) parts.push(write(x, y + height(tree, node) / 2 + 9, 11, "small", note[0]));
    return parts.join("");
  }

  function moveText(tree, node, bold) {
    if (!node || !tree.m[node]) return "";
    const up = tree.parent[node], x = tree.places[node], top = tree.y[node] - height(tree, node) / 2;
    const at = tree.bent ? x : x + (tree.places[up] - x) * 20 / (top - tree.y[up] - tree.foot);
    const faint = tree.s[node] === UNSEEN || tree.s[node] === PRUNED;
    return write(at, top - (tree.bent ? 0.56 * BEND : 20), 12, faint ? "move faint" : bold ? "move bold" : "move", tree.m[node]);
  }

  function badge(tree, node) {
    const y = tree.y[node] + height(tree, node) / 2 + (tree.w[node] ? 27 : 12), text = `+${count(below(tree, node))}`;
    const pill = box(tree.places[node], y, 8 + 4 * text.length, 9, 9);
    return `<path class="fold" d="${pill}"/>${write(tree.places[node], y, 11, "folded", text)}`;
  }

  // The page around the tree.

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
    return `<dl>${rows.filter(row => row[1] !== "").map(cell).join("")}</dl>`;
  }

  function signText([code, meaning]) {
    const sign = SIGNS[code.replace(/\d$/, "")], name = {"depth limit": "max", pruned: "crossed"}[code] || clean(code);
    const drawn = sign ? `<svg viewBox="0 0 24 20" aria-hidden="true"><path class="${name}" d="${sign}"/></svg>` : "";
    return `<span>${drawn || `<small>${WORDS[code] || ""}</small>`}${clean(meaning)}</span>`;
  }

  function ZermeloPlayer(host, data, options = {}) {
    const trees = data.rounds.map(prepare);
    const steps = trees.flatMap((tree, round) => tree.steps.map((_, index) => [round, index]));
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
    const view = {x: 0, y: 0, scale: 1}, pointers = new Map(), ui = {};
    let at = -1, tree = trees[0], picked = -1, follow = true, ghosts = !data.grows, tidy = trees.some(each => each.size > LARGE);
    let timer = 0, due = 0, frame = 0, glide = 0, dragged = 0, boardShown = -2;

    // Elements and buttons

    const root = element("section", "zp");
    root.tabIndex = 0;
    root.setAttribute("aria-label", `Steps of a search: ${data.title}`);
    const header = root.appendChild(element("header", ""));
    header.append(element("h1", "", data.title));
    if (data.about) header.append(element("p", "", data.about));
    header.append(element("p", "", data.title === data.game ? data.agent : `${data.game} · ${data.agent}`));
    const main = root.appendChild(element("div", "zp-main")), stage = main.appendChild(element("div", "zp-stage"));
    stage.innerHTML = '<svg class="zp-tree" role="img" aria-label="The tree of the search" preserveAspectRatio="none"></svg>';
    const svg = stage.firstChild;
    ui.tidy = button("Fold finished nodes (t)", "tidy", () => {
      tidy = !tidy;
      trees.forEach(each => each.wish.fill(-1));
      refresh(current());
      look();
    });
    ui.ghosts = button("Show future nodes (g)", "ghosts", () => { ghosts = !ghosts; settle(); });
    ui.follow = button("Follow the search (f)", "follow", () => { follow = !follow; look(); settle(); });
    stage.appendChild(element("div", "zp-tools")).append(
      button("Fold or unfold the node (c)", "fold", () => fold(focus())), ui.tidy, ui.ghosts, ui.follow,
      button("Zoom in (+)", "more", () => zoom(1.3)), button("Zoom out (-)", "less", () => zoom(1 / 1.3)),
      button("Fit the tree (0)", "fit", () => fit(0)));
    const side = main.appendChild(element("aside", "zp-side"));
    for (const name of ["board", "facts", "node", "key"]) ui[name] = side.appendChild(element("div", `zp-card zp-${name}`));
    ui.board.hidden = data.boards.kind === "none";
    ui.say = root.appendChild(element("div", "zp-say"));
    ui.say.setAttribute("role", "status");
    ui.say.setAttribute("aria-live", "polite");
    ui.play = button("Play (space)", "play", () => timer ? pause() : play(), "zp-play");
    ui.slider = Object.assign(element("input", ""), {type: "range", min: 0, max: steps.length - 1, value: 0});
    ui.slider.setAttribute("aria-label", "Step");
    ui.slider.addEventListener("input", () => jump(Number(ui.slider.value)));
    ui.count = element("output", "");
    ui.speed = choice("Speed", SPEEDS.map(speed => `${speed} steps/s`), 2);
    ui.round = choice("Round", trees.map((each, index) => each.name || `round ${index + 1}`), 0);
    ui.round.hidden = trees.length < 2;
    ui.round.addEventListener("change", () => jump(steps.findIndex(([round]) => round === ui.round.selectedIndex)));
    root.appendChild(element("div", "zp-bar")).append(
      button("First step (Home)", "first", () => jump(0)), button("Back (left arrow)", "back", () => jump(at - 1)), ui.play,
      button("Forward (right arrow)", "forward", () => jump(at + 1)),
      button("Last step (End)", "last", () => jump(steps.length - 1)),
      ui.slider, ui.count, ui.round, ui.speed);
    root.appendChild(element("details", "")).append(element("summary", "", "Keys"), element("p", "", KEYS));
    host.replaceChildren(root);

    // Steps

    const pace = () => 1000 / SPEEDS[ui.speed.selectedIndex];
    const current = () => tree.steps[steps[at][1]][1];
    const focus = () => picked >= 0 ? picked : current();

    function go(to) {
      to = limit(to, 0, steps.length - 1);
      if (to === at) return;
      const [round, index] = steps[to], fresh = tree !== trees[round] || at < 0;
      trees.forEach((each, number) => {
        const wanted = number < round ? each.steps.length : number > round ? 0 : index + 1;
        while (each.done < wanted) apply(each);
        while (each.done > wanted) takeBack(each);
      });
      [at, tree, picked] = [to, trees[round], -1];
      const [kind, node, text] = tree.steps[index];
      refresh(node);
      if (fresh) {
        ui.key.innerHTML = tree.key.map(signText).join("");
        fit(data.grows ? 0.75 * COMFORTABLE : COMFORTABLE);
      }
      ui.say.textContent = text;
      ui.say.classList.toggle("cut", kind === "cut");
      look();
      host.dispatchEvent(new CustomEvent("zermelo-step", {detail: {step: at, kind, node, round, text}}));
    }

    function jump(to) {
      pause();
      go(to);
    }

    function play() {
      if (at === steps.length - 1) go(0);
      ui.say.setAttribute("aria-live", "off"); // nobody wants every step of an animation read out
      due = performance.now() + pace();
      timer = requestAnimationFrame(tick);
      settle();
    }

    function tick(now) {
      if (now >= due) {
        const passed = Math.min(Math.floor((now - due) / pace()) + 1, 50);
        due = Math.max(due + passed * pace(), now - pace());
        go(at + passed);
      }
      if (at === steps.length - 1) pause();
      else if (timer) timer = requestAnimationFrame(tick);
    }

    function pause() {
      cancelAnimationFrame(timer);
      timer = 0;
      ui.say.setAttribute("aria-live", "polite");
      settle();
    }

    // Folding

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

    // The view

    const size = () => ({wide: stage.clientWidth || 800, tall: stage.clientHeight || 500});
    const top = () => -tree.tall / 2 - 24, full = () => tree.box.bottom + tree.tall - top();

    // Trees are far wider than high: once texts are too small to read, heights shrink less than widths.
    function rise(scale = view.scale) {
      const high = Math.max(scale, Math.min((size().tall - 30) / full(), 1));
      return scale * (high / scale) ** limit(Math.log2(READABLE / scale) / 3, 0, 1);
    }

    function fit(least) {
      const {wide, tall} = size(), {low, high} = tree.box, most = least && tidy ? least : 1.6; // a folded tree will grow
      const whole = Math.min((wide - 30) / (high - low), (tall - 30) / full());
      view.scale = limit(whole, Math.max(least, SMALLEST), most);
      const middle = whole >= least ? (low + high) / 2 : tree.places[0], room = tall / rise();
      view.x = middle - wide / view.scale / 2;
      view.y = full() < room ? top() - (room - full()) / 2 : top() - 8;
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
      if (!follow || tree.steps[steps[at][1]][0] === "backup") return; // a backup happens all along the way
      let node = current();
      while (tree.hidden[node]) node = tree.parent[node];
      const w = size().wide / view.scale, h = size().tall / rise(), x = tree.places[node], y = tree.y[node];
      const margin = 1.6 * tree.tall, rim = Math.min(margin, w / 4);
      if (x > view.x + rim && x < view.x + w - rim && y > view.y && y < view.y + h - Math.min(margin, h / 4)) return;
      const lowest = y + margin - h, first = tree.box.low - 15, last = Math.max(first, tree.box.high + 15 - w);
      const to = {x: limit(x - w / 2, first, last), y: limit(view.y, lowest, Math.max(lowest, y - 2 * margin))};
      if (calm.matches || (timer && pace() < 200)) Object.assign(view, to);
      else slide({x: view.x, y: view.y}, to, performance.now(), ++glide);
      settle();
    }

    function slide(from, to, start, mine) {
      requestAnimationFrame(now => {
        if (mine !== glide) return;
        const part = limit((now - start) / 220, 0, 1), ease = part * (2 - part);
        view.x = from.x + (to.x - from.x) * ease;
        view.y = from.y + (to.y - from.y) * ease;
        settle();
        if (part < 1) slide(from, to, start, mine);
      });
    }

    // Drawing

    function settle() {
      frame ||= requestAnimationFrame(() => { frame = 0; draw(); });
    }

    function draw() {
      if (at < 0) return;
      const w = size().wide / view.scale, h = size().tall / rise(), best = new Set(bestLine(tree)), way = new Set();
      let last = current();
      while (tree.hidden[last]) last = tree.parent[last];
      for (let node = last; node >= 0; node = tree.parent[node]) way.add(node);
      const coarse = view.scale <= READABLE, [inView, paths] = visible(w, h, best, way, coarse);
      const detailed = !coarse && inView.length <= MANY, parts = [], shapes = {};
      const stroke = (name, d) => parts.push(`<path class="${name}" d="${d}"/>`);
      for (const [name, drawn] of Object.entries(paths)) if (drawn.length) stroke(name, drawn.join(""));
      stroke("halo", outline(tree, last, 3));
      for (const node of inView) {
        const name = looks(tree, node) + (best.has(node) && tree.s[node] ? " line" : "");
        if (detailed) {
          stroke(name, outline(tree, node));
          parts.push(valueTexts(tree, node, best.has(node)), noteTexts(tree, node), moveText(tree, node, best.has(node)));
        } else if (tree.side * view.scale > 3) (shapes[name] ||= []).push(outline(tree, node));
      }
      for (const [name, drawn] of Object.entries(shapes)) stroke(name, drawn.join(""));
      for (const node of inView) if (tree.folded[node] && !coarse) parts.push(badge(tree, node));
      if (picked >= 0 && !tree.hidden[picked]) stroke("picked", outline(tree, picked, 6));
      svg.setAttribute("viewBox", `${view.x} ${view.y} ${w} ${h}`);
      svg.dataset.detail = detailed ? "full" : "outline";
      svg.innerHTML = parts.join("");
      tell();
    }

    function visible(w, h, best, way, coarse) { // the nodes in view, and all edges that cross it, by their looks
      const {places, y, s, parent, left, right, depth} = tree, found = [], drawn = [];
      const paths = {ghost: [], plain: [], crossed: [], cross: [], best: [], way: []};
      for (const node of tree.shown) {
        if (s[node] === UNSEEN && !ghosts) continue;
        const up = node ? parent[node] : node, x = places[node], most = Math.max(x + right[node], places[up]);
        const least = Math.min(x - left[node], places[up]);
        if (most < view.x || least > view.x + w || y[node] + 60 < view.y || y[up] - 60 > view.y + h) continue;
        const known = best.has(node) ? "best" : way.has(node) ? "way" : "plain";
        const name = s[node] === UNSEEN ? "ghost" : s[node] === PRUNED ? "crossed" : known;
        if (coarse) { // of neighbours that would fall on one pixel, one is enough
          const before = drawn[depth[node]];
          if (before && before.name === name && Math.abs(before.x - x) * view.scale < 1.2) continue;
          drawn[depth[node]] = {name, x};
        }
        found.push(node);
        if (node) paths[name].push(edge(tree, node));
        if (name === "crossed" && !coarse) paths.cross.push(cross(tree, node));
      }
      return [found, paths];
    }

    // The texts around it

    function tell() {
      const nodes = tree.steps[steps[at][1]][3], plain = data.plain, line = bestLine(tree).slice(1), node = focus(), way = [];
      const rows = [["nodes entered", count(nodes)], ["branches cut", tree.pruned ? count(tree.pruned) : ""]];
      if (plain) rows.push([`${plain[2]}, in all`, (plain[1] ? "" : "over ") + count(plain[0])]);
      rows.push(["best line so far", line.map(each => tree.move[each]).slice(0, 12).join(" ") || "none yet", line.length > 0]);
      const share = plain ? Math.min(100, 100 * nodes / plain[0]) : 0;
      ui.facts.innerHTML = table(rows) + (plain ? `<div class="zp-meter"><i style="width:${share}%"></i></div>` : "");
      for (let each = node; each > 0; each = tree.parent[each]) way.unshift(tree.move[each]);
      const [low, high] = tree.w[node] ? tree.w[node].slice(1, -1).split(", ") : ["", ""];
      ui.node.innerHTML = table([
        [picked >= 0 ? "this node" : "the search is at", way.slice(-8).join(" ") || "the root"], ["to move", tree.who[node]],
        ["α", low], ["β", high], ["value", lines(tree.v[node]).join(" ")], ["left because", lines(tree.n[node]).join("; ")]]);
      showBoard(tree.board[node]);
      ui.count.textContent = `step ${count(at + 1)} of ${count(steps.length)}`;
      ui.slider.value = at;
      ui.slider.setAttribute("aria-valuetext", `${ui.count.textContent}: ${ui.say.textContent}`);
      ui.round.selectedIndex = steps[at][0];
      ui.play.innerHTML = icon(timer ? "pause" : "play");
      ui.play.setAttribute("aria-label", timer ? "Pause (space)" : "Play (space)");
      for (const [name, pressed] of Object.entries({follow, ghosts, tidy})) ui[name].setAttribute("aria-pressed", pressed);
    }

    function showBoard(index) { // a picture as an image, so that nothing in it can act on the page
      if (boardShown === index) return;
      boardShown = index;
      const text = index < 0 ? "" : data.boards.list[index], drawn = data.boards.kind === "svg" && text;
      const made = element(drawn ? "img" : "pre", "", drawn ? "" : text);
      const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
      if (drawn) Object.assign(made, {alt: "The board at this node", src: source});
      ui.board.replaceChildren(made);
    }

    // Mouse, fingers and keys

    function place(event) {
      const area = svg.getBoundingClientRect();
      return {x: event.clientX - area.left, y: event.clientY - area.top};
    }

    function hit(event) {
      const {x, y} = place(event), px = view.x + x / view.scale, py = view.y + y / rise(), slack = 4 / view.scale;
      const near = node => Math.abs(px - tree.places[node]) <= tree.width[node] / 2 + slack &&
        Math.abs(py - tree.y[node]) <= height(tree, node) / 2 + slack;
      return tree.shown.find(node => (ghosts || tree.s[node]) && near(node));
    }

    function drag(event) {
      const before = pointers.get(event.pointerId), now = place(event);
      if (!before) return;
      const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, each]) => each);
      pointers.set(event.pointerId, now);
      dragged += Math.hypot(now.x - before.x, now.y - before.y);
      if (dragged < 4 || others.length > 1) return;
      glide++; // a hand on the tree ends a glide
      if (others.length) {
        const apart = each => Math.hypot(each.x - others[0].x, each.y - others[0].y);
        zoom(apart(now) / Math.max(1, apart(before)), (now.x + others[0].x) / 2, (now.y + others[0].y) / 2);
        return;
      }
      view.x -= (now.x - before.x) / view.scale;
      view.y -= (now.y - before.y) / rise();
      follow = false;
      settle();
    }

    function lift(event) {
      if (!pointers.delete(event.pointerId) || dragged >= 4 || event.type !== "pointerup") return;
      picked = hit(event) ?? -1;
      settle();
    }

    svg.addEventListener("pointerdown", event => {
      svg.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, place(event));
      dragged = pointers.size > 1 ? 4 : 0;
    });
    svg.addEventListener("pointermove", drag);
    svg.addEventListener("pointerup", lift);
    svg.addEventListener("pointercancel", lift);
    svg.addEventListener("dblclick", event => { const node = hit(event); if (node !== undefined) fold(node); });
    svg.addEventListener("wheel", event => {
      event.preventDefault();
      const {x, y} = place(event);
      zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0018)), x, y);
    }, {passive: false});

    const acts = {
      ArrowRight: () => jump(at + 1), ArrowLeft: () => jump(at - 1), Home: () => jump(0), End: () => jump(steps.length - 1),
      " ": () => timer ? pause() : play(), "+": () => zoom(1.3), "=": () => zoom(1.3), "-": () => zoom(1 / 1.3), 0: () => fit(0),
      c: () => fold(focus()), f: () => ui.follow.click(), g: () => ui.ghosts.click(), t: () => ui.tidy.click(),
      Escape: () => { picked = -1; settle(); },
    };

    function press(event) {
      const within = names => event.target.closest && event.target.closest(names);
      const theirs = within("input, select, textarea") || (within("button, summary") && [" ", "Enter"].includes(event.key));
      if (theirs || event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(acts, event.key)) return;
      event.preventDefault();
      acts[event.key]();
    }

    const keys = options.keys || root, resized = new ResizeObserver(settle);
    keys.addEventListener("keydown", press);
    resized.observe(stage);
    go(options.step || 0);
    return {
      go, play, pause, fit: () => fit(0), steps: steps.length,
      get step() { return at; },
      destroy() {
        pause();
        cancelAnimationFrame(frame);
        glide++;
        resized.disconnect();
        keys.removeEventListener("keydown", press);
        host.replaceChildren();
      },
    };
  }

  window.ZermeloPlayer = ZermeloPlayer;
})();
