// The trees of a recorded search: what is known at their nodes at each step, where the nodes stand, and how they are drawn.
//
// A step is a list of changes: node, field, new value. Applying one remembers the old values, so every step can be undone. Shapes and
// texts are those of the other pictures of trees. `player.js` shows them, `save.js` writes them to files.
(function () {
  "use strict";
  const UNSEEN = 0, OPEN = 1, PRUNED = 4; // how far the search has come with a node
  const INNER = 0, END = 1, JUDGED = 2, CROSSED = 3; // forms of nodes
  const BEND = 42; // the straight part of a bent edge
  const WIDEST = 9; // the width that edges have at most beyond the usual one, by their visits
  const escapes = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"};
  const clean = text => String(text).replace(/[&<>"]/g, sign => escapes[sign]);
  const limit = (value, low, high) => Math.min(Math.max(value, low), high);
  const count = number => number.toLocaleString("en");
  const lines = text => text ? text.split("\n") : [];

  // A tree: its structure, and what is known at its nodes so far; fields have the letters that steps give them.

  function prepare(round) {
    const size = round.parent.length, tree = Object.assign({}, round, {size, done: 0, undo: [], pruned: 0, heights: round.rows, stretch: 1});
    tree.s = new Uint8Array(size);
    tree.b = new Int32Array(size).fill(-1);
    tree.e = new Int32Array(size);
    for (const field of "vwnu") tree[field] = new Array(size).fill("");
    tree.m = round.move.slice();
    tree.p = round.board.slice();
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

  function pictureOf(tree, node, own) { // of pictures that steps put to nodes, one counts for all nodes below
    while (own && tree.p[node] < 0 && node > 0) node = tree.parent[node];
    return tree.p[node];
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
    const {size, folded, parent} = tree, whole = !folded.some(Boolean);
    tree.hidden = new Uint8Array(size);
    for (let node = 1; node < size; node++) tree.hidden[node] = tree.hidden[parent[node]] || folded[parent[node]];
    tree.places = whole ? Float64Array.from(tree.x) : strips(tree);
    const rows = whole ? tree.heights : heights(tree);
    tree.y = Array.from(tree.depth, depth => rows[depth] * tree.stretch);
    tree.shown = [];
    for (let node = 0; node < size; node++) if (!tree.hidden[node]) tree.shown.push(node);
    tree.box = boxOf(tree, tree.shown);
  }

  function boxOf(tree, nodes) { // the room of some nodes with their texts; of the lowest row only the middle counts
    const box = {low: Infinity, high: -Infinity, bottom: 0, top: -tree.tall / 2 - 24};
    for (const node of nodes) {
      box.low = Math.min(box.low, tree.places[node] - tree.left[node]);
      box.high = Math.max(box.high, tree.places[node] + tree.right[node]);
      box.bottom = Math.max(box.bottom, tree.y[node]);
      if (node && turns(tree, node)) box.top = -tree.tall / 2 - 44;
    }
    return box;
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

  // Edges begin below what is written under their node: its window, or the terms of its UCT value.
  const foot = (tree, node) => tree.y[node] + (tree.terms && !tree.u[node] ? tree.tall / 2 : tree.foot);
  const turns = (tree, node) => tree.y[node] <= tree.y[tree.parent[node]]; // a long line goes on in another column

  function edge(tree, node) {
    const up = tree.parent[node], x = tree.places[node], top = tree.y[node] - height(tree, node) / 2;
    const x0 = tree.places[up], y0 = foot(tree, up);
    if (turns(tree, node)) return `M${x0} ${y0}V${y0 + 14}H${x - tree.left[node]}V${top - 34}H${x}V${top}`;
    return `M${x0} ${y0}` + (tree.bent ? `L${x} ${top - BEND}V${top}` : `L${x} ${top}`);
  }

  function edgeWidth(tree, node) { // visits as a width, on one scale for the whole tree; 0 for a usual edge
    return tree.e[0] && tree.e[node] ? 1.3 + WIDEST * tree.e[node] / tree.e[0] : 0;
  }

  function cross(tree, node) { // the short stroke across an edge that was cut
    const up = tree.parent[node], x = tree.places[node], top = tree.y[node] - height(tree, node) / 2;
    if (tree.bent) return `M${x - 6} ${top - 8}h12`;
    const x0 = tree.places[up], y0 = foot(tree, up), length = Math.hypot(x - x0, top - y0);
    const a = 8 * (top - y0) / length, b = 8 * (x0 - x) / length, mx = x0 + 0.42 * (x - x0), my = y0 + 0.42 * (top - y0);
    return `M${mx - a} ${my - b}L${mx + a} ${my + b}`;
  }

  const proven = (tree, node) => tree.n[node] === "proven"; // it has a double outline instead of a note

  function looks(tree, node) {
    if (tree.s[node] === UNSEEN) return "later";
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
    const fit = (text, size) => Math.min(size * tree.zoom, room / Math.max(1, 0.62 * text.length), 0.8 * height(tree, node) / value.length);
    const names = (tree.s[node] === OPEN ? "open" : "") + (bold ? " bold" : "");
    if (value.length < 2) return value.map(text => write(x, middle, fit(text, 14), names, text)).join("");
    return write(x, middle - 5, fit(value[0], 14), names, value[0]) + write(x, middle + 7, fit(value[1], 9.5), names, value[1]);
  }

  function noteTexts(tree, node) {
    const x = tree.places[node], y = tree.y[node], note = lines(tree.n[node]).slice(0, tree.lines), parts = [];
    const inner = tree.form[node] === INNER, beside = x + tree.width[node] * (tree.kind[node] === "min" ? 0.34 : 0.5) + 4;
    const edge = y + height(tree, node) / 2, terms = lines(tree.u[node]);
    parts.push(...terms.map((text, row) => write(x, edge + 10 + 11 * row, 11, text[0] === "=" ? "terms bold" : "terms", text)));
    if (proven(tree, node)) return parts.join("");
    if (inner && tree.w[node]) parts.push(write(x, edge + 12, 11, "small", tree.w[node]));
    if (inner) parts.push(...note.map((text, row) => write(beside, y + 1 + 13 * row, 11, "note", text)));
    else if (note.length) parts.push(write(x, edge + 9, 11, "small", note[0]));
    return parts.join("");
  }

  function moveText(tree, node, bold) {
    if (!node || !tree.m[node]) return "";
    const up = tree.parent[node], x = tree.places[node], top = tree.y[node] - height(tree, node) / 2;
    const at = tree.bent || turns(tree, node) ? x : x + (tree.places[up] - x) * 20 / (top - foot(tree, up));
    const faint = tree.s[node] === UNSEEN || tree.s[node] === PRUNED, told = lines(tree.m[node]);
    const middle = top - (tree.bent ? 0.56 * BEND : 20) - 6.5 * (told.length - 1);
    return told.map((text, row) => write(at, middle + 13 * row, 12, faint ? "move faint" : bold ? "move bold" : "move", text)).join("");
  }

  function badge(tree, node) {
    const y = tree.y[node] + height(tree, node) / 2 + (tree.u[node] ? 46 : tree.w[node] ? 27 : 12), text = `+${count(below(tree, node))}`;
    const pill = box(tree.places[node], y, 8 + 4 * text.length, 9, 9);
    return `<path class="fold" d="${pill}"/>${write(tree.places[node], y, 11, "folded", text)}`;
  }

  // The picture: the nodes in view, and all edges that cross it, by their looks.

  function inFrame(tree, look) {
    const {places, y, s, parent, left, right, depth} = tree, {frame, best, way, ghosts, coarse} = look, found = [], drawn = [];
    const paths = {ghost: [], plain: [], crossed: [], cross: [], best: [], way: []};
    for (const node of tree.shown) {
      if (s[node] === UNSEEN && !ghosts) continue;
      const up = node ? parent[node] : node, x = places[node], most = Math.max(x + right[node], places[up]);
      const least = Math.min(x - left[node], places[up]), high = Math.min(y[node], y[up]), low = Math.max(y[node], y[up]);
      if (frame && (most < frame.x || least > frame.x + frame.w || low + 60 < frame.y || high - 60 > frame.y + frame.h)) continue;
      const known = best.has(node) ? "best" : way.has(node) ? "way" : "plain";
      const name = s[node] === UNSEEN ? "ghost" : s[node] === PRUNED ? "crossed" : known;
      if (coarse) { // of neighbours that would fall on one pixel, one is enough
        const before = drawn[depth[node]];
        if (before && before.name === name && Math.abs(before.x - x) * look.scale < 1.2) continue;
        drawn[depth[node]] = {name, x};
      }
      found.push(node);
      if (node) paths[name].push([edge(tree, node), coarse ? 0 : edgeWidth(tree, node)]);
      if (name === "crossed" && !coarse) paths.cross.push([cross(tree, node), 0]);
    }
    return [found, paths];
  }

  function markup(tree, look) { // of `look`: frame, scale, best, way, last, picked, ghosts, coarse, and how many nodes are too many
    tree.zoom = limit(0.7 / look.scale, 1, 1.7); // in small pictures values fill their nodes
    const [found, paths] = inFrame(tree, look), detailed = !look.coarse && found.length <= look.many, parts = [], shapes = {};
    const stroke = (name, d, more = "") => parts.push(`<path class="${name}" d="${d}"${more}/>`);
    for (const [name, drawn] of Object.entries(paths)) {
      const usual = drawn.filter(([, width]) => !width).map(([d]) => d);
      if (usual.length) stroke(name, usual.join(""));
      for (const [d, width] of drawn) if (width) stroke(name, d, ` style="stroke-width:${width.toFixed(1)}px"`);
    }
    stroke("halo", outline(tree, look.last, 3));
    for (const node of found) {
      const bold = look.best.has(node), name = looks(tree, node) + (bold && tree.s[node] ? " line" : "");
      if (detailed) {
        stroke(name, outline(tree, node));
        if (proven(tree, node)) stroke("inner", outline(tree, node, tree.form[node] === INNER ? -4 : -2.5));
        parts.push(valueTexts(tree, node, bold), noteTexts(tree, node), moveText(tree, node, bold));
      } else if (tree.side * look.scale > 3) (shapes[name] ||= []).push(outline(tree, node));
    }
    for (const [name, drawn] of Object.entries(shapes)) stroke(name, drawn.join(""));
    for (const node of found) if (tree.folded[node] && !look.coarse) parts.push(badge(tree, node));
    if (look.picked >= 0 && !tree.hidden[look.picked]) stroke("picked", outline(tree, look.picked, 6));
    return [parts.join(""), detailed];
  }

  // Names for people who hear the tree instead of seeing it.

  function nameOf(tree, node, told) {
    const parts = [node ? `after ${lines(tree.m[node] || tree.move[node]).join(" ")}` : "root"];
    if (tree.s[node] === UNSEEN) return [...parts, "not entered yet"].join(", ");
    if (tree.form[node] === CROSSED) return [...parts, "cut off, never searched"].join(", ");
    if (tree.who[node]) parts.push(`${tree.who[node]} to move`);
    else if (tree.form[node] === END) parts.push("game over");
    if (tree.v[node]) parts.push(`${told.value} ${lines(tree.v[node]).join(" ")}`);
    if (tree.w[node]) parts.push(`window ${tree.w[node]}`);
    if (tree.u[node]) parts.push(`UCT value ${lines(tree.u[node]).join(" ")}`);
    if (tree.n[node]) parts.push(lines(tree.n[node]).join("; "));
    if (tree.folded[node]) parts.push(`folded, ${count(below(tree, node))} nodes below`);
    return parts.join(", ");
  }

  window.ZermeloTree = {
    UNSEEN, prepare, apply, takeBack, bestLine, pictureOf, refold, lay, boxOf, height, markup, nameOf, box, clean, limit, count, lines,
  };
})();
