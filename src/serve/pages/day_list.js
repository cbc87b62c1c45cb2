/* SPDX-License-Identifier: Apache-2.0
 *
 * The matches that the day has next for this table: the hall's list, which the
 * server gives with that of the operator (/api/pairings). */
import { clock, DOT, gameOf } from "/pages/day_words.js";
import { isolated } from "/pages/names.js";
import { arranged } from "/pages/pairings.js";

const DASH = " \u2013 ";

function matchOfDay(match, { table, tournament, division }) {
  const sides = match.sides.map((players, i) => ({ players, colour: match.colours?.[i] ?? "" }));
  return {
    line: sides.map(({ players }) => players.map(isolated).join(" / ")).join(DASH),
    ...arranged(sides),
    about: [match.time, gameOf(match), division].filter(Boolean).join(DOT),
    stage: match.stage ?? "", pool: match.pool ?? "", game: match.game ?? "", title: tournament ?? "", table: table ?? "",
  };
}

/* Returns the matches in the order in which they are to be played, each as
 * pairingOf() has them, with more: about, stage, pool, game, title, table. `seating` is
 * missing where the form has no seats for so many. */
export const matchesOfDay = (day) => (day ? day.matches.map((match) => matchOfDay(match, day)) : []);

/* Returns when the list was made, for a person: "14:05", with the day where it
 * is another one. */
export function madeAt(day) {
  const made = new Date(day.made);
  const isToday = made.toDateString() === new Date().toDateString();
  return isToday ? clock(day.made) : `${made.toLocaleDateString("en-GB", { day: "numeric", month: "long" })}, ${clock(day.made)}`;
}
