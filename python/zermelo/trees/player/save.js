// Writes the picture of a step to a file: the whole tree as it stands, in the colours of light pages, with its board beside it.
(function () {
  "use strict";
  const KEPT = [
    "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "stroke-linecap", "opacity", "font-size", "font-weight",
    "font-style", "font-family", "text-anchor", "paint-order",
  ];
  const NAMESPACE = "http://www.w3.org/2000/svg", ROOM = 24, BOARD = 240;

  // The styles of the page are written into the picture, because other programs do not know them.
  function svg(tree, look) {
    const page = document.body.appendChild(document.createElement("div"));
    page.className = "zp zp-paper";
    page.dataset.theme = "light";
    const {low, high, top, bottom} = look.box, wide = high - low + 2 * ROOM;
    const tall = bottom + tree.tall + ROOM - top, beside = look.board ? BOARD + ROOM : 0, way = new Set();
    let last = look.node;
    while (tree.hidden[last]) last = tree.parent[last];
    for (let node = last; node >= 0; node = tree.parent[node]) way.add(node);
    const [parts] = ZermeloTree.markup(tree, {scale: 1, picked: -1, many: Infinity, last, way, best: look.best, ghosts: look.ghosts});
    page.innerHTML = `<svg xmlns="${NAMESPACE}">${parts}</svg>`;
    const picture = page.firstChild;
    for (const each of picture.querySelectorAll("path, text")) {
      const style = getComputedStyle(each);
      for (const name of KEPT) if (style.getPropertyValue(name)) each.setAttribute(name, style.getPropertyValue(name));
      each.removeAttribute("class");
      each.removeAttribute("style");
    }
    const height = look.board ? Math.max(tall, BOARD + 2 * ROOM) : tall;
    const paper = `<rect x="${low - ROOM}" y="${top}" width="${wide + beside}" height="${height}" fill="#ffffff"/>`;
    const about = `<title>${ZermeloTree.clean(look.title)}</title><desc>${ZermeloTree.clean(look.text)}</desc>`;
    const drawn = look.board && `<image x="${high + ROOM}" y="${top + ROOM}" width="${BOARD}" height="${BOARD}" ` +
      `preserveAspectRatio="xMidYMin meet" href="data:image/svg+xml;charset=utf-8,${encodeURIComponent(look.board)}"/>`;
    picture.innerHTML = about + paper + picture.innerHTML + (drawn || "");
    picture.setAttribute("viewBox", `${low - ROOM} ${top} ${wide + beside} ${height}`);
    picture.setAttribute("width", Math.round(wide + beside));
    picture.setAttribute("height", Math.round(height));
    const text = new XMLSerializer().serializeToString(picture);
    page.remove();
    return `${text}\n`;
  }

  function download(text, name, kind) {
    const link = document.createElement("a"), address = URL.createObjectURL(new Blob([text], {type: kind}));
    Object.assign(link, {href: address, download: name});
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  window.ZermeloSave = {svg, download};
})();
