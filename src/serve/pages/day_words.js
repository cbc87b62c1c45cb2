/* SPDX-License-Identifier: Apache-2.0
 *
 * Words about the matches of a day, which the hall's pages and the consoles
 * share. */

export const DOT = " \u00B7 ";

/* "14:05", in the time zone of who looks. */
export const clock = (text) => new Date(text).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });

/* "Prelim · Pool A"; what the pairing leaves open is not there. */
export const stageOf = ({ stage, pool }) => [stage, pool ? `Pool ${pool}` : ""].filter(Boolean).join(DOT);

/* "Prelim · Pool A · Game 3". */
export const gameOf = (match) => [stageOf(match), match.game ? `Game ${match.game}` : ""].filter(Boolean).join(DOT);
