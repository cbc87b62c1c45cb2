/* SPDX-License-Identifier: Apache-2.0
 *
 * Handicaps: fields for those that are declared before a match, and a handicap
 * in words. */
import { make } from "/pages/dom.js";
import { field, labelled } from "/pages/fields.js";

/* Each part of a handicap: what the form calls it, its words for one and for
 * several, and the least and the most that may be typed. */
const PARTS = [
  ["points", "Points a game", "point a game", "points a game", -10000, 10000],
  ["twenties", "20s a game", "20 a game", "20s a game", -24, 24],
  ["discs", "Discs a round", "disc a round", "discs a round", -24, 24],
  ["games", "Games", "game", "games", 0, 99],
];

const nameOf = (part, seat) => `${part}${seat}`;

function partField([part, label, , , min, max], seat) {
  const node = field(nameOf(part, seat), "", "number");
  Object.assign(node, { min, max, step: 1, placeholder: "0" });
  return labelled(label, node);
}

/* Fields of the handicaps of some seats.
 *
 *   nameOfSeat  how the form calls a seat's player */
export function handicapFields(seats, nameOfSeat) {
  const players = seats.flatMap((seat) => [
    ...(seats.length > 1 ? [make("p", "soft", nameOfSeat(seat))] : []),
    make("div", "handicap", ...PARTS.map((part) => partField(part, seat)))]);
  return make("details", "handicaps", make("summary", "", "Handicap"), ...players);
}

/* Returns the handicap that is typed for a seat, or "" if there is none. */
export function handicapOf(form, seat) {
  const typed = PARTS.map(([part]) => [part, Number(form.elements[nameOf(part, seat)].value)]);
  const given = typed.filter(([, n]) => n !== 0);
  return given.length > 0 ? Object.fromEntries(given) : "";
}

/* Shows a handicap, or none, in the fields of a seat. */
export function fillHandicap(form, seat, handicap) {
  for (const [part] of PARTS) form.elements[nameOf(part, seat)].value = handicap?.[part] ?? "";
  if (handicap) form.elements[nameOf("points", seat)].closest("details").open = true;
}

/* A handicap in words: "+2 points a game, -1 disc a round". */
export function handicapText(handicap = {}) {
  const said = (n, one, many) => `${n > 0 ? "+" : "\u2212"}${Math.abs(n)} ${Math.abs(n) === 1 ? one : many}`;
  return PARTS.filter(([part]) => handicap[part]).map(([part, , one, many]) => said(handicap[part], one, many)).join(", ");
}
