// SPDX-License-Identifier: Apache-2.0
//
// Events of matches that a test makes up.

export const event = (type, more) => ({ seq: 1, time: "2026-05-02T10:00:00Z", type, ...more });
const RGB = { black: [31, 29, 30], white: [228, 221, 203], red: [196, 38, 46], blue: [32, 84, 176] };

/* A start; `players` has the names of each side's players, by its colour. */
export function startOf(players, more = {}) {
  const sides = Object.entries(players);
  const seats = sides.flatMap(([side, names], i) => names.map((player, k) => (
    { seat: names.length === 2 ? i + 2 * k : (sides.length === 2 ? 2 * i : i), side, player })));
  return event("match_start", {
    title: "City Open 2026", stage: "Final", rules: "depot",
    sides: sides.map(([side]) => ({ side, rgb: RGB[side] })),
    seats: seats.sort((a, b) => a.seat - b.seat), first_seat: 0, ...more,
  });
}

export const countOf = (totals, more = {}) => event("round_count", {
  final: true, sides: Object.entries(totals).map(([side, total]) => ({ side, total })), ...more });
export const twentiesOf = (side, count) => event("twenties", { side, count });
export const undoOf = (of) => event("undo", { of });
