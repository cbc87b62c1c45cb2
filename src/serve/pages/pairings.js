/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of the matches that are still to be played at this table, a line
 * each: "Ann - Bo", "Ann, Bo", and with partners "Ann / Cy - Bo / Di". All
 * consoles of the table share it by the server (/api/pairings); a copy in this
 * browser outlives a restart of the server. The server also has the list of the
 * day (day_list.js). */
import { desk } from "/pages/desk.js";
import { change, read } from "/pages/send.js";

/* What stands between the sides of a match: the first of these that the line
 * has. So a comma within a name is none where a dash stands between the sides. */
const BETWEEN_SIDES = [/\s+[-\u2013\u2014]\s+/, /\s*\t\s*/, /\s+vs?\.?\s+/, /\s*;\s*/, /\s*,\s*/];
/* What stands between partners. */
const BETWEEN_PARTNERS = /\s*[/&]\s*/;

/* The seatings of the form by the numbers of players of each side. */
const SEATINGS = new Map([["1,1", "2"], ["2,2", "22"], ["2,1", "21"], ["1,1,1", "3"], ["1,1,1,1", "4"]]);

/* Returns the sides as the form seats them, a pair against one first, with
 * `seating`, which is missing where the form has no such one. */
export function arranged(sides) {
  const sorted = sides.length === 2 ? [...sides].sort((a, b) => b.players.length - a.players.length) : sides;
  return { sides: sorted, seating: SEATINGS.get(sorted.map(({ players }) => players.length).join()) };
}

/* Returns the match of a line: {line, seating, sides: [{players, colour}, ...]},
 * or null if it names none. A pair against one stands first. */
export function pairingOf(line) {
  const between = BETWEEN_SIDES.find((one) => one.test(line.trim()));
  if (!between) return null;
  const sides = line.trim().split(between)
    .map((side) => ({ players: side.split(BETWEEN_PARTNERS).map((name) => name.trim()), colour: "" }));
  if (sides.some(({ players }) => players.some((name) => name === ""))) return null;
  const match = arranged(sides);
  return match.seating ? { line: line.trim(), ...match } : null;
}

const linesOf = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);

/* The matches of the list, and the lines that name none. */
export function pairingsOf(text) {
  const lines = linesOf(text);
  return { matches: lines.map(pairingOf).filter(Boolean), unread: lines.filter((line) => !pairingOf(line)) };
}

/* The list without the first line that is this one. */
export function without(text, line) {
  const lines = linesOf(text);
  const at = lines.indexOf(line);
  return lines.filter((_, i) => i !== at).join("\n");
}

/* ---- where it is kept ---- */

const keyOf = (record) => `pairings ${record ? record.id : ""}`;

/* A browser may refuse to keep anything. */
function keep(text) {
  try {
    localStorage.setItem(keyOf(desk.match.record), text);
  } catch { /* then the list lasts as long as the server */ }
}

function kept() {
  try {
    return localStorage.getItem(keyOf(desk.match.record)) || "";
  } catch {
    return "";
  }
}

let onServer = ""; /* the list that the server had last */

/* Replaces the list, unless another console has changed it since it was read.
 * Returns an error message or "". */
export async function saveList(text, ask) {
  const { error, isLost } = await change("/api/pairings", { was: onServer, text }, null, ask);
  if (isLost) return "The server does not answer. It is not known whether the list was saved.";
  if (error) return error;
  onServer = text;
  keep(text);
  return "";
}

/* Returns the lists of the table: {text, day}, what an operator has typed and
 * what the day has next, or null. After a restart the server has no typed one:
 * then it is the browser's copy, which the server is given, at once or with the
 * next change if the operator has to sign in first. */
export async function readLists() {
  const { text, is_set: isSet, day } = await read("/api/pairings");
  onServer = text;
  if (isSet || !kept()) {
    keep(text);
    return { text, day };
  }
  await saveList(kept(), async () => false);
  return { text: kept(), day };
}
