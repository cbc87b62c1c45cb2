/* SPDX-License-Identifier: Apache-2.0
 *
 * The sheet in which the totals of a round are typed, from a paper sheet or
 * from what the players call out. */
import { nameOf } from "/pages/board.js";
import { isTyped, totalsStep } from "/pages/count.js";
import { desk, send } from "/pages/desk.js";
import { $, make } from "/pages/dom.js";
import { openSheet } from "/pages/sheet.js";

function field(name, label, value) {
  const node = make("input");
  Object.assign(node, { name, value, type: "text", inputMode: "numeric", pattern: "[0-9]*", maxLength: 4 });
  node.autocomplete = "off";
  node.setAttribute("aria-label", label);
  return node;
}

function row(side, i) {
  const name = nameOf(side);
  const typed = isTyped(side) ? side.count : {};
  return [make("span", "name", name), field(`total${i}`, `${name}: total`, typed.total ?? ""),
    field(`twenties${i}`, `${name}: 20s`, typed["20"] ?? "")];
}

/* Returns the totals that are filled in: {side: [total, twenties]}. Without its
 * own number the 20s stay as they were counted. */
function typedOf(form) {
  const value = (name) => form.elements[name].value.trim();
  const typed = desk.match.sides.map((side, i) =>
    [side.side, value(`total${i}`), value(`twenties${i}`) || side.twenties]);
  return Object.fromEntries(typed.filter(([, total]) => total !== "")
    .map(([side, total, twenties]) => [side, [Number(total), Number(twenties)]]));
}

async function save(form) {
  const typed = typedOf(form);
  return Object.keys(typed).length > 0 ? send(totalsStep(typed)) : "";
}

export function openTotals(first) {
  const sides = desk.match.sides;
  const rows = make("div", "totals", make("span"), make("span", "soft", "Total"), make("span", "soft", "of it 20s"),
    ...sides.flatMap(row));
  openSheet({ title: "Totals of the round", fields: [rows], save });
  const at = Math.max(0, sides.findIndex((s) => s.side === first));
  $("sheet-form").elements[`total${at}`].focus();
}
