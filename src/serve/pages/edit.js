/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes the request bodies for a person's changes. No function here reads or
 * changes the page. */

/* Distance in mm from a line's edge at which a disc is placed if a person gives
 * only its value. */
const CLEAR_MM = 1;

/* The fields of a disc that a board event contains. */
const asTold = ({ id, side, x_mm, y_mm, sigma_mm, state }) =>
  ({ id, side, x_mm, y_mm, ...(sigma_mm === undefined ? {} : { sigma_mm }), state });

export function boardBody(discs, left, after) {
  const body = { discs: discs.map(asTold) };
  if (left) body.discs_left = left;
  if (after) body.after = after;
  return body;
}

/* Returns the smallest and largest distance (mm) of a disc's centre from the
 * board's centre for its value. A disc that touches a line has the lower of the
 * two values. With line radius l, line width w and disc radius r, the disc is
 * inside the line if d < l - w/2 - r; CLEAR_MM is added as a margin. */
function reach({ board, values }, value) {
  const { lines_mm: l, disc_mm: r, hole_mm: hole } = board;
  const inside = (line) => line - l.width / 2 - r - CLEAR_MM;
  const onOrOver = (line) => line - l.width / 2 - r + CLEAR_MM;
  if (value === values["15"]) return [hole + r, inside(l.inner)];
  if (value === values["10"]) return [onOrOver(l.inner), inside(l.middle)];
  return [onOrOver(l.middle), inside(l.outer)];
}

/* Returns a copy of the disc, moved radially by the smallest distance that
 * gives it this value in the match of `doc`. Its uncertainty is 0, because a
 * person has set the value. */
export function withValue(doc, disc, value) {
  const d = Math.hypot(disc.x_mm, disc.y_mm) || 1;
  const [low, high] = reach(doc, value);
  const k = Math.min(Math.max(d, low), high) / d;
  return { ...disc, x_mm: disc.x_mm * k, y_mm: disc.y_mm * k, sigma_mm: 0, state: "flat" };
}

export const replaced = (discs, disc) => discs.map((d) => (d.id === disc.id ? disc : d));
export const without = (discs, id) => discs.filter((d) => d.id !== id);

/* The ids of discs that a person adds are greater than this. The camera's ids
 * count from 1, so they differ from all of these. */
const FIRST_ID = 100000;
export function newDisc(discs, side, x_mm, y_mm) {
  const id = Math.max(FIRST_ID, ...discs.map((d) => d.id)) + 1;
  return { id, side, x_mm, y_mm, sigma_mm: 0, state: "flat" };
}

/* A side must have shot at least its discs on the board plus its 20s, so it has
 * at most left = dealt - nOnBoard - nTwenties discs left to shoot. If the match
 * has more discs left, returns {side: left} (at least 0) as a correction;
 * otherwise null. */
export function shotsFor(doc, side, nOnBoard, nTwenties) {
  const s = doc.sides.find((one) => one.side === side);
  const left = s.dealt - nOnBoard - nTwenties;
  return left < s.discs_left ? { [side]: Math.max(left, 0) } : null;
}

export const countOf = (discs, side) => discs.filter((d) => d.side === side).length;

/* ---- where a disc can lie ---- */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/* Returns the step of an arrow key in mm, ten times as long with Shift, or
 * undefined for another key. */
export function arrowStep(event, mm) {
  const by = ARROWS[event.key];
  const k = event.shiftKey ? 10 * mm : mm;
  return by && [by[0] * k, by[1] * k];
}

/* Discs are put this far apart, mm, so that a measured radius that is a little
 * too large makes no overlap. */
const GAP_MM = 0.2;
/* Tries to push a disc out of others; a ring of six around it needs a few. */
const MAX_PUSHES = 24;

/* Is the centre so near to the hole's that the disc falls into it? */
export const isInHole = (board, x, y) => Math.hypot(x, y) < board.hole_mm;

/* Does the disc lie beyond the outer line, so that it does not count? */
export const isOff = (board, x, y) =>
  Math.hypot(x, y) > board.lines_mm.outer + board.disc_mm;

/* Returns what a disc at this place counts: 20 in the hole, 15, 10, 5, or 0 off
 * the board. A disc that touches a line has the lower of the two values. */
export function ringAt(board, x, y) {
  const { lines_mm: l, disc_mm: r } = board;
  if (isInHole(board, x, y)) return 20;
  const edge = Math.hypot(x, y) + r + l.width / 2;
  const rings = [[15, l.inner], [10, l.middle], [5, l.outer]];
  return rings.find(([, line]) => edge <= line)?.[0] ?? 0;
}

function nearest(discs, x, y) {
  const apart = (d) => Math.hypot(x - d.x_mm, y - d.y_mm);
  return discs.reduce((best, d) => (!best || apart(d) < apart(best) ? d : best), null);
}

/* Returns the place nearest to (x, y), found by pushes away from the disc that
 * is nearest, at which a disc overlaps none of the others; null: no room. */
export function freePlace(board, others, x, y) {
  const apart = 2 * board.disc_mm + GAP_MM;
  const at = { x, y };
  for (let i = 0; i < MAX_PUSHES; i++) {
    const disc = nearest(others, at.x, at.y);
    const d = disc ? Math.hypot(at.x - disc.x_mm, at.y - disc.y_mm) : apart;
    if (d >= apart - GAP_MM / 2) return at;
    /* The direction of a disc that lies exactly below is free: outwards. */
    const [ux, uy] = d > 0 ? [(at.x - disc.x_mm) / d, (at.y - disc.y_mm) / d] : [0, -1];
    at.x = disc.x_mm + ux * apart;
    at.y = disc.y_mm + uy * apart;
  }
  return null;
}
