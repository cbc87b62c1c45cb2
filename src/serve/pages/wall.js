/* SPDX-License-Identifier: Apache-2.0
 *
 * All tables of a hall, for a television. */

import { keepAwake } from "/pages/awake.js";
import { showAway } from "/pages/away.js";
import { say } from "/pages/bug.js";
import { followDocument, lateLoss } from "/pages/link.js";
import { Card, isUrgent, setTime } from "/pages/wall_card.js";
import { layOut, paginate } from "/pages/wall_grid.js";

/* How long a page is shown, ms. A glance at a row of figures takes about half a
 * second, and a page has 25 tables at most. */
const TURN_MS = 12000;
/* Size of the head's text, as a fraction of the window's shorter side and of its
 * width. */
const HEAD = 0.036;
const HEAD_OF_WIDTH = 0.033;

const $ = (id) => document.getElementById(id);
const cards = new Map(); /* of the tables, by their numbers */
let doc = null;
let page = 0;
let grid = null;

/* ---- what is shown ---- */

const sidesMost = () => Math.max(2, ...doc.tables.map((t) => t.match?.sides.length ?? 2));

function cardOf(table) {
  if (!cards.has(table.number)) cards.set(table.number, new Card());
  return cards.get(table.number);
}

/* Chooses the grid anew for the window and the number of tables. */
function fit() {
  const root = document.documentElement.style;
  root.setProperty("--head", `${Math.min(HEAD * Math.min(innerWidth, innerHeight), HEAD_OF_WIDTH * innerWidth)}px`);
  if (!doc) return;
  const head = $("cards").getBoundingClientRect().top;
  grid = layOut(doc.tables.length, sidesMost(), innerWidth, innerHeight, head);
  for (const [name, value] of Object.entries({
    "--columns": grid.columns, "--rows": grid.rows, "--name": `${grid.name}px`, "--gap": `${grid.gap}px`,
    "--edge": `${grid.edge}px`, "--card-most": grid.most,
  })) root.setProperty(name, value);
  showPage();
  for (const card of cards.values()) card.fit();
}

function showPage() {
  const pages = paginate(doc.tables, grid.slots, isUrgent);
  const shown = pages[page % pages.length].map((table) => cardOf(table).root);
  const main = $("cards");
  say($("page"), pages.length > 1 ? `${page % pages.length + 1} of ${pages.length}` : "");
  if (shown.length === main.childElementCount && shown.every((node, i) => node === main.children[i])) return;
  main.replaceChildren(...shown);
  for (const table of pages[page % pages.length]) cardOf(table).fit();
}

function showHead() {
  const here = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname) ? "" : `${location.origin}/day`;
  const day = (doc.day || here).replace(/^https?:\/\//, "");
  say($("title"), [doc.title, doc.stage].filter(Boolean).join(" \u00B7 ") || "Tables");
  say($("results"), day ? `results: ${day}` : "");
}

/* What the grid depends on. */
const shape = (of) => of && `${of.tables.length} tables, ${Math.max(...of.tables.map((t) => t.match?.sides.length ?? 0), 0)} sides, ${of.away ? "away" : ""}`;

function update(now) {
  const before = doc;
  doc = now;
  setTime(doc.at);
  showHead();
  showAway($("away"), doc.away);
  for (const table of doc.tables) cardOf(table).update(table);
  if (shape(before) === shape(now)) showPage();
  else fit();
  document.body.classList.add("ready");
}

/* ---- the connection ---- */

function setLost(is) {
  document.body.classList.toggle("lost", is);
  say($("link"), is ? "connection lost" : "");
}

setInterval(() => {
  for (const card of cards.values()) card.updateNote();
}, 1000);
setInterval(() => {
  page++;
  if (doc) showPage();
}, TURN_MS);
addEventListener("resize", fit);
document.fonts.addEventListener("loadingdone", fit);
fit();
keepAwake(true);
followDocument("/api/tables/events", "tables", update, lateLoss(setLost));
