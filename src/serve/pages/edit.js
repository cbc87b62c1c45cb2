/* SPDX-License-Identifier: Apache-2.0
 *
 * What a person changes, as the bodies that the server takes. Nothing here
 * touches the page. */

/* A disc that a person places by its value lies so clear of the lines. */
const CLEAR_MM = 1;

/* A disc as a board event has it. */
const asTold = ({ id, side, x_mm, y_mm, sigma_mm, state }) =>
  ({ id, side, x_mm, y_mm, ...(sigma_mm === undefined ? {} : { sigma_mm }), state });

export function boardBody(discs, left, after) {
  const body = { discs: discs.map(asTold) };
  if (left) body.discs_left = left;
  if (after) body.after = after;
  return body;
}

/* From where to where a disc's centre may be for its value (the lower one
 * counts on a line). */
function reach(board, value) {
  const { lines_mm: l, disc_mm: r, hole_mm: hole } = board;
  const inside = (line) => line - l.width / 2 - r - CLEAR_MM;
  const onOrOver = (line) => line - l.width / 2 - r + CLEAR_MM;
  if (value === 15) return [hole + r, inside(l.inner)];
  if (value === 10) return [onOrOver(l.inner), inside(l.middle)];
  return [onOrOver(l.middle), inside(l.outer)];
}

/* The disc moved as little as its value needs; a person's word is sure. */
export function withValue(board, disc, value) {
  const d = Math.hypot(disc.x_mm, disc.y_mm) || 1;
  const [low, high] = reach(board, value);
  const k = Math.min(Math.max(d, low), high) / d;
  return { ...disc, x_mm: disc.x_mm * k, y_mm: disc.y_mm * k, sigma_mm: 0, state: "flat" };
}

export const replaced = (discs, disc) => discs.map((d) => (d.id === disc.id ? disc : d));
export const without = (discs, id) => discs.filter((d) => d.id !== id);

/* An id that no disc of the round has had: cameras count from 1. */
const FIRST_ID = 100000;
export function newDisc(discs, side, x_mm, y_mm) {
  const id = Math.max(FIRST_ID, ...discs.map((d) => d.id)) + 1;
  return { id, side, x_mm, y_mm, sigma_mm: 0, state: "flat" };
}

/* Shots that a side must have taken for what lies there and in its bowl:
 * {side: left} where that is more than it has, else null. */
export function shotsFor(doc, side, nOnBoard, nTwenties) {
  const s = doc.sides.find((one) => one.side === side);
  const left = s.dealt - nOnBoard - nTwenties;
  return left < s.discs_left ? { [side]: Math.max(left, 0) } : null;
}

export const countOf = (discs, side) => discs.filter((d) => d.side === side).length;
