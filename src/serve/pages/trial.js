/* SPDX-License-Identifier: Apache-2.0
 *
 * What an event would make of the match: the server works it out by the rules
 * (/api/try) and records nothing. A trial is {match, rounds, changes}. */
import { shortName } from "/pages/names.js";
import { change } from "/pages/send.js";

/* Asks for the trial, on the match that the operator sees, of the event that
 * make() returns, perhaps later. null: the server does not answer, the rules do
 * not allow it, or the operator is not signed in. `refused` is called with the
 * message. */
export async function trialOf(make, doc, refused = () => {}) {
  try {
    const { doc: trial, error, isLost } = await change("/api/try", await make(), doc, async () => false);
    if (error) refused(isLost ? "The server does not answer." : error);
    return trial || null;
  } catch (error) {
    refused(error.message); /* what make() needs cannot be read */
    return null;
  }
}

/* The total of each side in a round, {SIDE: total}: of a round that has ended,
 * or of the one that is being played. */
export function totalsIn({ match, rounds }, game, round) {
  const ended = rounds.find((one) => one.game === game && one.round === round);
  const totals = ended ? ended.sides.map((s) => [s.side, s.total])
    : match.sides.map((s) => [s.side, s.round_score]);
  return Object.fromEntries(totals);
}

/* "Weber 45, Lindqvist 30" of {SIDE: number}, of these sides only. No line ends
 * before a number. */
export const namedNumbers = (doc, numbers, sides) =>
  sides.map((side) => `${shortName(doc.sides, side)}\u00A0${numbers[side]}`).join(", ");

/* What decides the game, {SIDE: number}. */
export const standingOf = (match) => Object.fromEntries(match.sides.map((s) => [s.side, s[match.decides]]));

/* The sides that do not have the same number in all of these objects. */
export const differing = (doc, all) => doc.sides.map((s) => s.side)
  .filter((side) => all.some((numbers) => numbers[side] !== all[0][side]));

/* "Weber wins" if a match has a winner, or "". */
export const winnerOf = (doc, match) => (match.winner && match.winner.length === 1
  ? `${shortName(doc.sides, match.winner[0])} has won` : "");
