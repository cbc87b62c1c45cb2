/* SPDX-License-Identifier: Apache-2.0
 *
 * The sheet in which the totals of a round are typed, from a paper sheet or
 * from what the players call out. */
import { nameOf } from "/pages/board.js";
import { isTyped, totalsStep } from "/pages/count.js";
import { desk, roundOf, send } from "/pages/desk.js";
import { $, make, sideOf } from "/pages/dom.js";
import { numberField } from "/pages/fields.js";
import { openSheet, sayFault } from "/pages/sheet.js";

function row(side, i) {
  const name = nameOf(side);
  const typed = isTyped(side) ? side.count : {};
  return [make("span", "name", name), numberField(`total${i}`, `${name}: total`, typed.total ?? ""),
    numberField(`twenties${i}`, `${name}: 20s`, typed["20"] ?? "")];
}

const value = (form, name) => form.elements[name].value.trim();

/* Returns the totals that are filled in: {side: [total, twenties]}. Without its
 * own number the 20s stay as they were counted. */
function typedOf(form, doc) {
  const typed = doc.sides.map((side, i) =>
    [side.side, value(form, `total${i}`), value(form, `twenties${i}`) || side.twenties]);
  return Object.fromEntries(typed.filter(([, total]) => total !== "")
    .map(([side, total, twenties]) => [side, [Number(total), Number(twenties)]]));
}

/* Says what cannot be saved as it is, or "". */
function faultOf(form, doc) {
  const isAlone = (side, i) => value(form, `twenties${i}`) !== "" && value(form, `total${i}`) === "";
  const alone = doc.sides.find(isAlone);
  if (alone) return `${nameOf(alone)}: type the total, too, of which these are the 20s; or leave both empty.`;
  return Object.keys(typedOf(form, doc)).length > 0 ? "" : "No total is typed.";
}

async function save(form, seen) {
  const typed = typedOf(form, seen);
  const counts = (doc) => Object.keys(typed).map((side) => sideOf(doc, side).count);
  const about = { what: `the totals of round ${seen.round}`, seen, told: sayFault };
  return faultOf(form, seen) || send({ ...about, rests: (doc) => [roundOf(doc), counts(doc)] }, totalsStep(typed));
}

export function openTotals(first) {
  const seen = desk.match;
  const { sides } = seen;
  const rows = make("div", "totals", make("span"), make("span", "soft", "Total"), make("span", "soft", "of it 20s"),
    ...sides.flatMap(row));
  openSheet({ title: `Totals of round ${seen.round}`, fields: [rows], save: (form) => save(form, seen) });
  const at = Math.max(0, sides.findIndex((s) => s.side === first));
  $("sheet-form").elements[`total${at}`].focus();
}
