/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws a crokinole board from above, in millimetres: x points right, y points
 * away from the seat called south, which is at the bottom. */

import { isolated } from "/pages/names.js";

const SVG = "http://www.w3.org/2000/svg";
/* Half the width of the drawing, mm: the rail of a tournament board is at this
 * distance from the centre. */
export const EXTENT_MM = 368;
const DITCH_MM = 360;
const SURFACE_MM = 330;
const N_PEGS = 8;
const PEG_MM = 5;

/* RGB colours of sides for which the match document has no colour. A Map,
 * because a side may be named like a member of every object ("constructor"). */
const COLOURS = new Map(Object.entries({
  black: [31, 29, 30], white: [228, 221, 203], red: [196, 38, 46],
  blue: [32, 84, 176], green: [32, 124, 66], yellow: [230, 186, 46],
  orange: [226, 112, 32], purple: [110, 58, 150], pink: [226, 122, 160],
  brown: [104, 66, 40], maroon: [110, 28, 40], natural: [214, 178, 128], grey: [120, 124, 130],
}));

/* The colours by which a side can be called. */
export const COLOUR_WORDS = [...COLOURS.keys()];

export function svg(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes || {}))
    node.setAttribute(key, value);
  node.append(...children);
  return node;
}

const hex = (rgb) =>
  "#" + rgb.map((x) => Math.round(x).toString(16).padStart(2, "0")).join("");

/* Relative luminance as WCAG defines it: 0 is black, 1 is white. */
function luminance(rgb) {
  const [r, g, b] = rgb.map((x) => {
    const c = x / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/* The RGB colour of a side's discs, or of its name; undefined: neither is known. */
export const colourOf = (side) => side.rgb || COLOURS.get(side.side);

/* Returns the colour of a side's discs, a colour for text on them, and a colour
 * for their edge. */
export function paint(side) {
  const rgb = colourOf(side) || COLOURS.get("grey");
  const dark = luminance(rgb) < 0.18;
  const to = dark ? 255 : 0;
  const mix = (k) => hex(rgb.map((x) => x + (to - x) * k));
  return {
    fill: hex(rgb),
    ink: dark ? "#ffffff" : "#14110d",
    edge: mix(dark ? 0.45 : 0.55),
    shine: hex(rgb.map((x) => x + (255 - x) * (dark ? 0.22 : 0.4))),
  };
}

/* Returns the name to show for a side: its own name, or else its players'
 * names, or else its colour. */
export function nameOf(side) {
  if (side.name !== side.side) return isolated(side.name);
  return side.players.filter(Boolean).map(isolated).join(" & ") || side.name;
}

function circle(r, attributes) {
  return svg("circle", { r, ...attributes });
}

/* Draws the fixed parts of the board: ditch, surface, lines, pegs and hole, and
 * what its regions are worth. */
function drawSurface(board, values) {
  const { lines_mm: lines, hole_mm: hole } = board;
  const group = svg("g", {});
  const stroke = { fill: "none", class: "line", "stroke-width": Math.max(lines.width, 2.4) };
  group.append(
    circle(DITCH_MM, { class: "ditch" }),
    circle(SURFACE_MM, { class: "surface" }),
    circle(lines.middle, { class: "zone10" }),
    circle(lines.inner, { class: "zone15" }));
  for (const r of [lines.outer, lines.middle, lines.inner])
    group.append(circle(r, stroke));
  for (let i = 0; i < 4; i++) {
    const a = Math.PI / 4 + (i * Math.PI) / 2;
    group.append(svg("line", {
      x1: lines.middle * Math.cos(a), y1: lines.middle * Math.sin(a),
      x2: lines.outer * Math.cos(a), y2: lines.outer * Math.sin(a), ...stroke,
    }));
  }
  group.append(circle(hole, { class: "hole" }));
  for (let i = 0; i < N_PEGS; i++) {
    const a = Math.PI / 8 + (i * Math.PI) / 4;
    group.append(circle(PEG_MM, {
      class: "peg", cx: lines.inner * Math.cos(a), cy: lines.inner * Math.sin(a),
    }));
  }
  const middle = (a, b) => (a + b) / 2;
  for (const [value, r] of [
    [values["5"], middle(lines.outer, lines.middle)],
    [values["10"], middle(lines.middle, lines.inner)],
    [values["15"], middle(lines.inner, hole) + 4]]) {
    const text = svg("text", { class: "numeral", y: r + 13, x: 0 });
    text.textContent = value;
    group.append(text);
  }
  return group;
}

/* Draws one disc at the origin. Its position is set with a CSS transform, so
 * that it can move smoothly. */
function drawDisc(r) {
  const node = svg("g", { class: "disc" });
  node.append(
    circle(r, { class: "shadow", cx: 2.5, cy: 4 }),
    circle(r, { class: "body" }),
    circle(r * 0.66, { class: "ring" }),
    circle(r + 5, { class: "halo" }),
    svg("path", { class: "cross", d: `M${-r} ${-r}L${r} ${r}M${r} ${-r}L${-r} ${r}` }));
  return node;
}

/* Draws the board of a match in an <svg> and updates it. `decorate(node, disc,
 * gone)` may add elements to a disc's group. */
export class BoardView {
  constructor(root, decorate) {
    this.root = root;
    this.decorate = decorate;
    this.nodes = new Map();
    this.shape = "";
    this.discs = svg("g", {});
    this.backdrop = svg("g", { class: "backdrop" });
    this.pictureUrl = "";
    root.setAttribute("viewBox",
      `${-EXTENT_MM} ${-EXTENT_MM} ${2 * EXTENT_MM} ${2 * EXTENT_MM}`);
  }

  surface({ board, values }) {
    const shape = JSON.stringify([board, values]);
    if (shape === this.shape) return;
    this.shape = shape;
    this.nodes.clear();
    this.discs.replaceChildren();
    this.root.replaceChildren(this.backdrop, drawSurface(board, values), this.discs);
  }

  /* Shows the camera's top view of the board below all drawn parts; null
   * removes it. The old picture stays until the new one is loaded. */
  showPicture(picture) {
    const url = picture ? picture.url : "";
    if (url === this.pictureUrl) return;
    this.pictureUrl = url;
    if (!picture) {
      this.backdrop.replaceChildren();
      return;
    }
    const half = picture.half_mm;
    const node = svg("image", { href: url, x: -half, y: -half, width: 2 * half, height: 2 * half });
    const only = () => { while (node.previousSibling) node.previousSibling.remove(); };
    node.addEventListener("load", only);
    node.addEventListener("error", () => node.remove());
    this.backdrop.append(node);
  }

  /* discs: the discs on the board; gone: discs that must be taken off, drawn
   * crossed out. */
  update(match, discs, gone) {
    if (!match.board) {
      this.root.replaceChildren();
      this.shape = "";
      return;
    }
    this.surface(match);
    const paints = new Map(match.sides.map((s) => [s.side, paint(s)]));
    const seen = new Set();
    for (const disc of [...gone, ...discs]) {
      const colours = paints.get(disc.side);
      if (!colours || disc.x_mm === undefined) continue;
      const key = String(disc.id);
      seen.add(key);
      this.put(key, disc, colours, match.board.disc_mm, gone.includes(disc));
    }
    for (const [key, node] of this.nodes)
      if (!seen.has(key)) {
        node.remove();
        this.nodes.delete(key);
      }
  }

  put(key, disc, colours, r, isGone) {
    let node = this.nodes.get(key);
    if (!node) {
      node = drawDisc(r);
      this.nodes.set(key, node);
      this.discs.append(node);
    }
    node.style.transform = `translate(${disc.x_mm}px, ${-disc.y_mm}px)`;
    const body = node.querySelector(".body");
    body.setAttribute("fill", colours.fill);
    body.setAttribute("stroke", colours.edge);
    node.querySelector(".ring").setAttribute("stroke", colours.edge);
    node.classList.toggle("close", Boolean(disc.close) && !isGone);
    node.classList.toggle("gone", isGone);
    if (this.decorate) this.decorate(node, disc, isGone);
  }
}

/* ---- a call, enlarged ---- */

const CALL_W = 480;
const CALL_H = 260;
const CALL_MM = 14; /* width of the close-up, mm */

/* Draws the edge of a disc at a line, to scale: CALL_W pixels show CALL_MM mm.
 * `call` gives the line and sigma_mm, the uncertainty of the disc's edge;
 * `disc` gives the position; `w` is the width of the drawing in pixels, at most
 * CALL_W. */
export function drawCall(root, match, call, disc, w = CALL_W) {
  const k = CALL_W / CALL_MM;
  const line = match.board.lines_mm[call.line];
  const width = match.board.lines_mm.width;
  const r = match.board.disc_mm;
  const side = match.sides.find((s) => s.side === disc.side);
  const d = Math.hypot(disc.x_mm, disc.y_mm);
  /* x points outwards from the board's centre; x = 0 is the middle of the
   * line. */
  const centre = d - line;
  const sigma = call.sigma_mm || 0;
  const colours = paint(side);
  const shape = (radius, at, attributes) =>
    svg("circle", { cx: at * k, cy: 0, r: radius * k, ...attributes });
  root.setAttribute("viewBox", `${-w / 2} ${-CALL_H / 2} ${w} ${CALL_H}`);
  root.replaceChildren(
    svg("rect", { x: -w / 2, y: -CALL_H / 2, width: w, height: CALL_H, class: "call-wood" }),
    svg("path", { class: "call-line", d: arcBand(line, width, k) }),
    shape(r + sigma, centre, { class: "call-sigma" }),
    shape(r, centre, { class: "call-disc", fill: colours.fill, stroke: colours.edge }),
    shape(r, centre, { class: "call-edge" }),
    ...scaleBar(k, w));
}

/* Returns the path of the line: a band between two arcs with the line's middle
 * at x = 0. radius and width are in mm; k is pixels per mm. */
function arcBand(radius, width, k) {
  const h = CALL_H / 2 + 4;
  const inner = (radius - width / 2) * k;
  const outer = (radius + width / 2) * k;
  const x = (r) => Math.sqrt(r * r - h * h) - radius * k;
  return `M${x(inner)} ${-h}A${inner} ${inner} 0 0 1 ${x(inner)} ${h}` +
    `L${x(outer)} ${h}A${outer} ${outer} 0 0 0 ${x(outer)} ${-h}Z`;
}

function scaleBar(k, w) {
  const x = w / 2 - 30 - k;
  const y = CALL_H / 2 - 18;
  const text = svg("text", { class: "call-scale", x: x + k / 2, y: y - 8 });
  text.textContent = "1 mm";
  return [
    svg("rect", { class: "call-plate", x: x + k / 2 - 35, y: y - 29, width: 70, height: 40, rx: 6 }),
    svg("path", { class: "call-bar", d: `M${x} ${y - 5}v10M${x} ${y}h${k}m0 -5v10` }), text];
}
