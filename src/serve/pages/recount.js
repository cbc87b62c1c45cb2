/* SPDX-License-Identifier: Apache-2.0
 *
 * Corrects the count of a round that is over, in a sheet: the discs of each side,
 * or its total. The counts of the rounds after it stay; which game they belong to,
 * and whether they count, may change: the sheet lists that before it is saved. */
import { nameOf } from "/pages/board.js";
import { REGIONS } from "/pages/count.js";
import { wholeOf } from "/pages/desk.js";
import { make } from "/pages/dom.js";
import { labelled, numberField } from "/pages/fields.js";
import { openTried, standingWords } from "/pages/organise.js";
import { read } from "/pages/send.js";
import { namedNumbers, totalsIn } from "/pages/trial.js";

/* Returns the rows of the list of events from the newest to event `seq`. */
async function rowsDownTo(seq) {
  const rows = [];
  for (let before = ""; rows.length === 0 || rows.at(-1).seq > seq; before = `?before=${rows.at(-1).seq}`)
    rows.push(...(await read(`/api/log${before}`)).events);
  return rows;
}

/* Returns the count that the row of the list is about, or null if it is none of a
 * round that is over: {of, round, game, sides}. `of` is the seq of the round's
 * first count, and `sides` what the newest correction has made of it. */
export async function countOf(row) {
  if (row.type !== "round_count" || !row.stands) return null;
  const of = row.of ?? row.seq;
  const first = await read(`/api/event?of=${of}`);
  if (!first.final) return null;
  const rows = await rowsDownTo(of);
  const { game, round } = rows.find((one) => one.seq === of);
  const newest = rows.find((one) => one.of === of && one.type === "round_count" && one.stands);
  return { of, game, round, sides: (newest ? await read(`/api/event?of=${newest.seq}`) : first).sides };
}

/* ---- the form ---- */

function sideFields(doc, side, counted, i) {
  const fields = [...REGIONS, "total"].map((key) => {
    const what = key === "total" ? "or total" : `${doc.values[key]}s`;
    const input = numberField(`${key}_${i}`, `${nameOf(side)}: ${what}`, counted[key] ?? "");
    return labelled(what, input);
  });
  return make("fieldset", "", make("legend", "", nameOf(side)), make("div", "five", ...fields));
}

/* Returns the count of a side as it is typed; null: nothing is, or discs and a
 * total are. */
function typedOf(form, side, i) {
  const value = (key) => form.elements[`${key}_${i}`].value.trim();
  const [twenties, ...others] = REGIONS.map(value);
  if (value("total") !== "" && others.every((n) => n === ""))
    return { side, total: Number(value("total")), 20: Number(twenties) };
  if (value("total") !== "" || REGIONS.every((key) => value(key) === "")) return null;
  return { side, ...Object.fromEntries(REGIONS.map((key) => [key, Number(value(key))])) };
}

/* "Weber 45, Lindqvist 30 in round 1. Weber 4 becomes 2." */
function words({ game, round }, doc, trial) {
  const totals = totalsIn(trial, game, round);
  return `${namedNumbers(doc, totals, Object.keys(totals))} in round ${round}. ${standingWords(doc, trial)}`;
}

export async function openRecount(count) {
  const then = await read(`/api/match?at=${count.of}`);
  const counted = (side) => count.sides.find((one) => one.side === side.side);
  const note = make("p", "soft", "Type the discs of each value, or the total with the 20s in it. The counts of the other rounds stay as they are.");
  openTried({
    title: `Count of round ${count.round}`,
    fields: [note, ...then.sides.map((side, i) => sideFields(then, side, counted(side), i))],
    event(form) {
      const sides = then.sides.map((side, i) => typedOf(form, side.side, i));
      return sides.includes(null) ? null : { type: "round_count", of: count.of, final: true, sides };
    },
    words: (doc, event, trial) => words(count, doc, trial),
    rests: wholeOf,
  });
}
