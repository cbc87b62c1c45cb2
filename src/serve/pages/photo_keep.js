/* SPDX-License-Identifier: Apache-2.0
 *
 * Keeps a settled picture on the server for training, where its operator has
 * turned that on: the picture, drawn anew, and its truth (crokeye.truth/1), which
 * is where the board and its discs are, and what a person left of the count. */
import { jpegOf } from "/pages/photo_draw.js";
import { BoardMap } from "/pages/photo_map.js";
import { read } from "/pages/send.js";
import { ofTable } from "/pages/table.js";

/* The value of a disc that touches the line from inside or lies outside it, by
 * lines. */
const OUTSIDE = { outer: 0, middle: 5, inner: 10 };
/* A disc so far beyond the outer line is off the surface, mm (report/calls.c). */
const OFF_SURFACE_MM = 8;
/* A detection is a disc beyond doubt from this confidence on (discs/observation.h). */
const SURE = 0.9;
const LINE_POINTS = 8;
const RADIUS_POINTS = 16;

/* ---- where things are in the picture ---- */

/* Points around a place of the board, in the picture. */
function around(map, [x, y], r, n) {
  return [...Array(n).keys()].map((i) => map.toPx([x + r * Math.cos((2 * Math.PI * i) / n), y + r * Math.sin((2 * Math.PI * i) / n)]));
}

/* The mean radius of a circle in the picture. */
function radiusPx(map, at, r) {
  const [x, y] = map.toPx(at);
  const points = around(map, at, r, RADIUS_POINTS);
  return points.reduce((sum, [u, v]) => sum + Math.hypot(u - x, v - y), 0) / points.length;
}

function boardOf({ lines_mm: lines, hole_mm: hole }, map) {
  const middle = [0, 0];
  const center = map.toPx(middle);
  const ring = (line) => [line, around(map, middle, lines[line], LINE_POINTS)];
  return { center, hole: { center, radius_px: radiusPx(map, middle, hole) }, ...Object.fromEntries(Object.keys(OUTSIDE).map(ring)) };
}

/* ---- discs ---- */

/* The line that a disc of this value is over; null: none. The nearest line is asked
 * about: a disc that counts as inside it does not touch it. */
function touching({ lines_mm: lines, disc_mm: r }, [x, y], value) {
  const d = Math.hypot(x, y);
  const [line] = Object.keys(OUTSIDE).sort((a, b) => Math.abs(d - lines[a]) - Math.abs(d - lines[b]));
  return value === OUTSIDE[line] && d <= lines[line] + r + lines.width / 2 ? line : null;
}

/* A disc's place on the board, mm, and its face in the picture. The face of one in
 * the hole is about as high as the board. A person who puts a disc somewhere puts its
 * face there, since that is what the picture shows. */
function placeOf({ board, discs, maybe = [] }, place, disc) {
  const map = new BoardMap(board);
  const faces = disc.value === 20 ? map : new BoardMap({ ...board, axes_px: board.face_axes_px });
  const found = [...discs, ...maybe].find(({ id, px }) => id === place.id && px === place.px);
  const at = found ? [found.x_mm, found.y_mm] : map.toMm(place.px);
  const face = found ? at : faces.toMm(place.px);
  const [u, v] = faces.toPx(face);
  return { at, isCertain: !found || found.confidence >= SURE, face: { u, v, r: radiusPx(faces, face, board.disc_mm), team: disc.side } };
}

function discOf({ doc, count }, place) {
  const [disc] = count.at(place);
  const { at, face, isCertain } = placeOf(doc, place, disc);
  const { disc_mm: r, lines_mm: lines } = doc.board;
  if (disc.value === 0 && Math.hypot(...at) - r - lines.outer >= OFF_SURFACE_MM) return { isOff: true, face };
  const certain = isCertain || disc.value > 0 || count.said.has(place.id);
  return { isOff: false, face: { ...face, value: disc.value, touching: touching(doc.board, at, disc.value), certain } };
}

/* Makes the truth of a picture from its score and a person's count, {doc, count}. A
 * disc on a part that is not seen has no place in the picture, and is in the totals
 * only. */
export function truthOf({ doc, count }) {
  const discs = count.places.filter((place) => place.kind !== "unseen" && count.at(place).length > 0)
    .map((place) => discOf({ doc, count }, place));
  const faces = (isOff) => discs.filter((disc) => disc.isOff === isOff).map(({ face }) => face);
  const teams = count.own.map(({ side }) => side).sort();
  return { schema: "crokeye.truth/1", width: doc.width, height: doc.height, board: boardOf(doc.board, new BoardMap(doc.board)),
    teams, discs: faces(false), off_surface: faces(true), totals: Object.fromEntries(teams.map((side) => [side, count.points(side)])) };
}

/* ---- sending ---- */

/* Sends the picture, and behind its end the truth. */
async function send({ picture, doc }, truth) {
  const jpeg = await jpegOf(picture, doc.width, doc.height);
  await fetch(ofTable("/api/photo/kept"), { method: "POST", headers: { "Content-Type": "image/jpeg" }, body: new Blob([jpeg, truth]) });
}

export class PhotoKeep {
  constructor() {
    this.isOn = false;
    this.sent = ""; /* the truth that was sent last */
    this.sending = Promise.resolve();
  }

  /* Asks whether the server keeps pictures. */
  async look() {
    const { keeps } = await read("/api/photo/kept").catch(() => ({ keeps: false }));
    this.isOn = keeps;
  }

  /* Keeps the picture of a scene, {picture, doc, count}, if no question of it is
   * open. Without `isConfirmed` a person must have said something of it. That it
   * cannot be kept is the operator's to know, and disturbs nobody here. */
  keep(scene, isConfirmed) {
    const { count } = scene;
    if (!this.isOn || count.open().length > 0 || !(isConfirmed || count.said.size > 0)) return;
    const truth = JSON.stringify(truthOf(scene));
    if (truth === this.sent) return;
    this.sent = truth;
    this.sending = this.sending.then(() => send(scene, truth)).catch(() => {});
  }
}
