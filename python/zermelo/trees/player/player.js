// The player: draws the tree of a recorded search and plays its steps, forwards and backwards.
//
//     const player = ZermeloPlayer(element, recording, {keys: document, step: 0});
//     player.go(12); player.play(); player.pause(); player.fit(); player.present(); player.destroy(); player.step; player.steps
//
// `recording` is what Recording.to_json() makes. Nothing is loaded and nothing is sent. After every step the element gets an
// event "zermelo-step" whose detail is {step, kind, node, round, text}. Key events are read from the player itself, or from `keys`.
// `saves` are more entries of the menu Save: [label, act], where act gets the step. With `present` it starts as a presentation.
//
// `tree.js` has the trees and how they are drawn, `parts.js` buttons and menus, `save.js` writes files. The picture is drawn anew whenever
// something has changed, but only the part in view: in detail as long as it can be read, in outlines of one path a colour where
// thousands of nodes are in view.
(function () {
  "use strict";
  const {UNSEEN, prepare, apply, takeBack, bestLine, pictureOf, refold, lay, boxOf, height, markup, nameOf, limit, count, lines} = ZermeloTree;
  const {KEYS, icon, element, button, group, menu, entry, choice, table, signText} = ZermeloParts;
  const READABLE = 0.14, VISIBLE = 0.03, COMFORTABLE = 0.8, SMALLEST = 0.002, LARGEST = 4, USUAL = 1.6, TALLER = 1.7; // scales
  const MANY = 700, LARGE = 300; // nodes that can be drawn in detail; nodes of a tree that folds itself
  const SPEEDS = [0.5, 1, 2, 4, 8, 20, 60];

  function ZermeloPlayer(host, data, options = {}) {
    const trees = data.rounds.map(prepare);
    const steps = trees.flatMap((tree, round) => tree.steps.map((_, index) => [round, index]));
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
    const view = {x: 0, y: 0, scale: 1}, pointers = new Map(), ui = {}, items = new Map();
    let at = -1, tree = trees[0], picked = -1, active = 0, follow = true, ghosts = !data.grows, tidy = trees.some(each => each.size > LARGE);
    let timer = 0, due = 0, frame = 0, glide = 0, dragged = 0, boardShown = -2, fitted = true, presenting = false, filled = false, area = tree.box;

    // Elements and buttons

    const own = data.boards.kind === "own", chain = trees.every(each => each.kids.every(kids => kids.length < 2));
    const told = data.captions, root = element("section", own ? chain ? "zp zp-own zp-large" : "zp zp-own" : "zp");
    root.tabIndex = 0;
    root.setAttribute("aria-label", `Steps of a search: ${data.title}`);
    const header = root.appendChild(element("header", "")), body = root.appendChild(element("div", "zp-body"));
    header.append(element("h1", "", data.title));
    header.append(element("p", "zp-what", data.title === data.game ? data.agent : `${data.game} · ${data.agent}`));
    if (data.about) header.append(element("p", "zp-about", data.about));
    const stage = body.appendChild(element("div", "zp-stage"));
    stage.innerHTML = '<svg class="zp-tree" aria-hidden="true" preserveAspectRatio="none"></svg>';
    const svg = stage.firstChild, nodes = stage.appendChild(element("div", "zp-nodes"));
    nodes.setAttribute("role", "tree");
    nodes.setAttribute("aria-label", "Nodes of the tree");
    const side = body.appendChild(element("div", "zp-side"));
    side.tabIndex = 0; // it may be scrolled
    side.setAttribute("role", "group");
    side.setAttribute("aria-label", "About the step");
    for (const name of ["board", "facts", "node", "key"]) ui[name] = side.appendChild(element("div", `zp-card zp-${name}`));
    ui.board.hidden = data.boards.kind === "none";
    ui.say = root.appendChild(element("div", "zp-say"));
    ui.say.setAttribute("role", "status");
    ui.say.setAttribute("aria-live", "polite");
    root.append(button("Leave the presentation (Escape)", "leave", () => present(false), "zp-leave"));
    controls();
    host.replaceChildren(root);

    function controls() { // the bar under the tree
      ui.tidy = button("Fold finished nodes (t)", "tidy", () => {
        tidy = !tidy;
        trees.forEach(each => each.wish.fill(-1));
        refresh(current());
        look();
      });
      ui.ghosts = button("Show future nodes (g)", "ghosts", () => { ghosts = !ghosts; if (fitted) fit(); settle(); });
      ui.follow = button("Follow the search (f)", "follow", () => { follow = !follow; look(); settle(); });
      ui.play = button("Play (space)", "play", () => timer ? pause() : play(), "zp-play");
      ui.slider = Object.assign(element("input", ""), {type: "range", min: 0, max: steps.length - 1, value: 0});
      ui.slider.setAttribute("aria-label", "Step");
      ui.slider.addEventListener("input", () => jump(Number(ui.slider.value)));
      ui.count = element("output", "");
      ui.speed = choice("Speed", SPEEDS.map(speed => `${speed} steps/s`), 2);
      ui.round = choice("Round", trees.map((each, index) => each.name || `round ${index + 1}`), 0);
      ui.round.hidden = trees.length < 2;
      ui.round.addEventListener("change", () => jump(steps.findIndex(([round]) => round === ui.round.selectedIndex)));
      ui.present = button("Present on the whole screen (p)", "present", () => present(true));
      const saves = [["This step as SVG", saveSvg], ...(options.saves || [["Print this step", () => window.print()]])];
      root.appendChild(element("div", "zp-bar")).append(
        group("Steps", button("First step (Home)", "first", () => jump(0)), button("Back (left arrow)", "back", () => jump(at - 1)), ui.play,
          button("Forward (right arrow)", "forward", () => jump(at + 1)),
          button("Last step (End)", "last", () => jump(steps.length - 1))),
        ui.slider, ui.count, ui.round, ui.speed,
        group("View", button("Fold or unfold the node (c)", "fold", () => fold(focus())), ui.tidy, ui.ghosts, ui.follow,
          button("Zoom in (+)", "more", () => zoom(1.3)), button("Zoom out (-)", "less", () => zoom(1 / 1.3)),
          button("Fit the tree (0)", "fit", () => refit()), ui.present),
        menu("Save", ...saves.map(([label, act]) => entry(label, () => act(at)))), menu("?", element("p", "", KEYS)));
      root.querySelector(".zp-menu:last-child summary").setAttribute("aria-label", "Keys");
    }

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
      if (!fresh && fitted && !ghosts && !tidy) fit();
      if (fresh) {
        ui.key.innerHTML = tree.key.map(signText).join("");
        [fitted, active] = [true, 0];
        items.forEach(each => each.remove());
        items.clear();
        fit();
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
      if (fitted && !tidy) fit();
    }

    function refresh(anchor) { // fold anew, and leave the anchor where it is on the screen
      while (tree.hidden[anchor]) anchor = tree.parent[anchor];
      const before = tree.places[anchor];
      refold(tree, tidy);
      view.x += tree.places[anchor] - before;
      settle();
    }

    // The view

    const seen = node => !tree.hidden[node] && (ghosts || tree.s[node] !== UNSEEN);
    const size = () => ({wide: stage.clientWidth || 800, tall: stage.clientHeight || 500});
    const top = () => area.top, full = () => area.bottom + tree.tall - top();

    // Trees are far wider than high: once texts are too small to read, heights shrink less than widths.
    function rise(scale = view.scale) {
      const high = Math.max(scale, Math.min((size().tall - 30) / full(), 1));
      return scale * (high / scale) ** limit(Math.log2(READABLE / scale) / 3, 0, 1);
    }

    const across = () => (size().wide - 24) / (area.high - area.low), whole = () => Math.min(across(), (size().tall - 24) / full());
    const fitting = () => whole() > (across() > COMFORTABLE ? READABLE : VISIBLE);

    // The whole tree, unless nodes could not be told apart, or it is a long chain, of which a part is as good; then the part around the root,
    // and `look` follows.
    function fit(all = false) {
      glide++; // ends a slide that is under way
      area = tree.box;
      stretch();
      area = ghosts ? tree.box : boxOf(tree, tree.shown.filter(seen));
      const {wide, tall} = size(), {low, high} = area, fits = all || fitting(), most = presenting ? LARGEST : USUAL;
      view.scale = limit(fits ? whole() : COMFORTABLE, SMALLEST, tidy && !all ? COMFORTABLE : most); // a folded tree will grow
      const middle = whole() >= view.scale ? (low + high) / 2 : tree.places[0], room = tall / rise();
      view.x = middle - wide / view.scale / 2;
      view.y = full() < room ? top() - (room - full()) / 2 : top() - 8;
      settle();
    }

    function stretch() { // rows of a wide tree lie further apart if the frame has room for it
      const {wide, tall} = size(), {low, high, bottom} = tree.box, least = bottom / tree.stretch, scale = Math.min((wide - 24) / (high - low), USUAL);
      const wanted = tidy || !least ? 1 : limit(((tall - 24) / scale - full() + bottom) / least, 1, TALLER);
      if (Math.abs(wanted - tree.stretch) < 0.01) return;
      tree.stretch = wanted;
      lay(tree);
      area = tree.box;
    }

    function refit() {
      fitted = true;
      fit(true);
    }

    function zoom(factor, x = size().wide / 2, y = size().tall / 2) {
      const scale = limit(view.scale * factor, SMALLEST, LARGEST);
      view.x += x / view.scale - x / scale;
      view.y += y / rise() - y / rise(scale);
      view.scale = scale;
      fitted = false;
      settle();
    }

    function resized() { // nothing of a tree that was fitted is lost when its frame changes
      if (fitted) fit(fitting());
      settle();
    }

    function look() { // keep the search in view, and move no further than that takes
      if (!follow || tree.steps[steps[at][1]][0] === "backup") return; // a backup happens all along the way
      let node = current();
      while (tree.hidden[node]) node = tree.parent[node];
      const w = size().wide / view.scale, h = size().tall / rise(), x = tree.places[node], y = tree.y[node];
      const margin = 1.6 * tree.tall, rim = Math.min(margin, w / 4);
      if (x > view.x + rim && x < view.x + w - rim && y > view.y && y < view.y + h - Math.min(margin, h / 4)) return;
      const lowest = y + margin - h, first = area.low - 15, last = Math.max(first, area.high + 15 - w);
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
      const w = size().wide / view.scale, h = size().tall / rise(), way = new Set();
      let last = current();
      while (tree.hidden[last]) last = tree.parent[last];
      for (let node = last; node >= 0; node = tree.parent[node]) way.add(node);
      const [parts, detailed] = markup(tree, {
        frame: {x: view.x, y: view.y, w, h}, scale: view.scale, best: new Set(told.line ? bestLine(tree) : []), way, last, picked, ghosts,
        coarse: view.scale <= READABLE, many: MANY,
      });
      svg.setAttribute("viewBox", `${view.x} ${view.y} ${w} ${h}`);
      svg.dataset.detail = detailed ? "full" : "outline";
      svg.style.setProperty("--pen", `${Math.max(1.3, 0.8 / view.scale).toFixed(2)}px`); // lines are never thinner than a pixel
      svg.innerHTML = parts;
      tell();
      if (!timer) showNodes();
    }

    // Nodes that the keyboard reaches: invisible elements over the picture, one of which is in the order of Tab

    function showNodes() {
      while (!seen(active)) active = tree.parent[active];
      const wanted = tree.shown.length > LARGE ? [active] : tree.shown.filter(seen), before = document.activeElement;
      const lost = [...items].some(([node, each]) => each === before && !seen(node));
      for (const [node, each] of items) if (!seen(node) || (node !== active && tree.shown.length > LARGE)) {
        items.delete(node);
        each.remove();
      }
      for (const node of wanted) nodeElement(node);
      if (lost) items.get(active).focus({preventScroll: true});
    }

    function nodeElement(node) {
      const made = items.get(node) || nodes.appendChild(element("div", "")), siblings = node ? tree.kids[tree.parent[node]].filter(seen) : [0];
      if (!items.has(node)) {
        items.set(node, made);
        made.setAttribute("role", "treeitem");
        made.addEventListener("focus", () => enterNode(node));
      }
      made.tabIndex = node === active ? 0 : -1;
      const wide = tree.width[node] * view.scale, tall = height(tree, node) * rise();
      const left = (tree.places[node] - view.x) * view.scale - wide / 2, up = (tree.y[node] - view.y) * rise() - tall / 2;
      made.style.cssText = `width:${wide.toFixed(1)}px;height:${tall.toFixed(1)}px;transform:translate(${left.toFixed(1)}px,${up.toFixed(1)}px)`;
      const facts = {
        label: nameOf(tree, node, told), level: tree.depth[node] + 1, setsize: siblings.length, posinset: siblings.indexOf(node) + 1,
        selected: node === picked, ...(tree.kids[node].length ? {expanded: !tree.folded[node]} : {}),
      };
      for (const [name, value] of Object.entries(facts)) made.setAttribute(`aria-${name}`, value);
      if (node === current()) made.setAttribute("aria-current", "step");
      else made.removeAttribute("aria-current");
    }

    function enterNode(node) {
      [active, picked] = [node, node];
      const w = size().wide / view.scale, h = size().tall / rise(), x = tree.places[node], y = tree.y[node];
      if (x < view.x || x > view.x + w) view.x = x - w / 2;
      if (y < view.y || y > view.y + h) view.y = y - h / 2;
      settle();
    }

    function neighbour(key) {
      const row = tree.shown.filter(node => seen(node) && tree.depth[node] === tree.depth[active]);
      row.sort((one, other) => tree.places[one] - tree.places[other]);
      const here = row.indexOf(active), kids = tree.folded[active] ? [] : tree.kids[active].filter(seen);
      return {ArrowUp: tree.parent[active], ArrowDown: kids[0], ArrowLeft: row[here - 1], ArrowRight: row[here + 1]}[key];
    }

    nodes.addEventListener("keydown", event => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const walks = event.key.startsWith("Arrow") && !presenting, turn = {PageDown: 1, PageUp: -1}[event.key];
      if (!walks && !turn && (event.key !== "Escape" || presenting)) return;
      event.preventDefault();
      event.stopPropagation();
      if (turn) jump(at + turn);
      if (event.key === "Escape") { picked = -1; root.focus({preventScroll: true}); settle(); }
      const to = walks ? neighbour(event.key) : undefined;
      if (to === undefined || to < 0) return;
      active = to;
      showNodes();
      items.get(to).focus({preventScroll: true});
    });

    // The presentation: tree, board and sentence on the whole screen

    function present(on) {
      if (on === presenting) return;
      pause();
      presenting = on;
      root.classList.toggle("zp-presenting", on);
      for (const [name, value] of [["role", "dialog"], ["aria-modal", "true"]]) if (on) root.setAttribute(name, value); else root.removeAttribute(name);
      root.setAttribute("aria-label", `${on ? "Presentation" : "Steps of a search"}: ${data.title}`);
      if (on) root.requestFullscreen?.().catch(() => {}); // without it, it fills the window
      else if (document.fullscreenElement === root) document.exitFullscreen();
      filled = false;
      (on ? root : ui.present).focus({preventScroll: true});
      fitted = true;
      resized();
    }

    function screened() { // browsers go to the whole screen and back a moment after they are asked
      const left = filled && document.fullscreenElement !== root;
      filled = document.fullscreenElement === root;
      if (left) present(false);
      else if (filled && !presenting) document.exitFullscreen();
    }
    document.addEventListener("fullscreenchange", screened);

    function saveSvg() {
      const text = ZermeloSave.svg(tree, {
        title: data.title, text: ui.say.textContent, box: boxOf(tree, tree.shown.filter(seen)), best: new Set(told.line ? bestLine(tree) : []), node: current(), ghosts,
        board: data.boards.kind === "text" ? "" : data.boards.list[pictureOf(tree, focus(), own)] || "",
      });
      ZermeloSave.download(text, `step-${at + 1}.svg`, "image/svg+xml");
    }

    // The texts around it

    function tell() {
      const nodes = tree.steps[steps[at][1]][3], plain = data.plain, line = bestLine(tree).slice(1), node = focus(), way = [];
      const rows = [[told.counted, count(nodes)], ["branches cut", tree.pruned ? count(tree.pruned) : ""]];
      if (plain) rows.push([`${plain[2]}, in all`, (plain[1] ? "" : "over ") + count(plain[0])]);
      rows.push([told.line, line.map(each => tree.move[each]).slice(0, 12).join(" ") || "none yet", line.length > 0]);
      const share = plain ? Math.min(100, 100 * nodes / plain[0]) : 0;
      ui.facts.innerHTML = table(rows) + (plain ? `<div class="zp-meter"><i style="width:${share}%"></i></div>` : "");
      for (let each = node; each > 0; each = tree.parent[each]) way.unshift(tree.move[each]);
      const [low, high] = tree.w[node] ? tree.w[node].slice(1, -1).split(", ") : ["", ""];
      ui.node.innerHTML = table([
        [picked >= 0 ? "this node" : told.place, way.slice(-8).join(" ") || "the root"], ["to move", tree.who[node]],
        ["α", low], ["β", high], [told.value, lines(tree.v[node]).join(" ")], ["visits", tree.e[node] ? count(tree.e[node]) : ""],
        ["UCT value", lines(tree.u[node]).join(" ")], [told.note, lines(tree.n[node]).join("; ")]]);
      showBoard(pictureOf(tree, node, own));
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
      const text = index < 0 ? "" : data.boards.list[index], drawn = data.boards.kind !== "text" && text;
      const made = element(drawn ? "img" : "pre", "", drawn ? "" : text);
      const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
      if (drawn) Object.assign(made, {alt: (own && data.boards.texts[index]) || `The ${own ? "picture" : "board"} at this node`, src: source});
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
      follow = fitted = false;
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
      " ": () => timer ? pause() : play(), "+": () => zoom(1.3), "=": () => zoom(1.3), "-": () => zoom(1 / 1.3), 0: () => refit(),
      c: () => fold(focus()), f: () => ui.follow.click(), g: () => ui.ghosts.click(), t: () => ui.tidy.click(), p: () => present(true),
      Escape: () => { picked = -1; settle(); },
    };
    const slides = { // keys of a presentation; remote controls send page up and page down
      " ": () => jump(at + 1), ArrowRight: () => jump(at + 1), ArrowDown: () => jump(at + 1), PageDown: () => jump(at + 1),
      ArrowLeft: () => jump(at - 1), ArrowUp: () => jump(at - 1), PageUp: () => jump(at - 1),
      Home: () => jump(0), End: () => jump(steps.length - 1), Escape: () => present(false), p: () => present(false),
      Tab: () => (document.activeElement === items.get(active) ? root.querySelector(".zp-leave") : items.get(active) || root).focus(),
    };

    function press(event) {
      const within = names => event.target.closest && event.target.closest(names);
      const theirs = within("input, select, textarea") || (within("button, summary") && [" ", "Enter"].includes(event.key));
      const known = presenting ? slides : acts;
      if (theirs || event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(known, event.key)) return;
      event.preventDefault();
      known[event.key]();
    }

    const keys = options.keys || root, watch = new ResizeObserver(resized);
    keys.addEventListener("keydown", press);
    watch.observe(stage);
    go(options.step || 0);
    if (options.present) present(true);
    return {
      go, play, pause, fit: refit, present: (on = true) => present(on), steps: steps.length,
      get step() { return at; },
      destroy() {
        pause();
        cancelAnimationFrame(frame);
        glide++;
        watch.disconnect();
        document.removeEventListener("fullscreenchange", screened);
        keys.removeEventListener("keydown", press);
        host.replaceChildren();
      },
    };
  }

  window.ZermeloPlayer = ZermeloPlayer;
})();
