/* SPDX-License-Identifier: Apache-2.0
 *
 * The card of one table on the page of all tables. Names are inserted as text
 * only. */

import { nameOf, paint } from "/pages/board.js";
import { say } from "/pages/bug.js";
import { clock, make } from "/pages/dom.js";
import { isTall, shortNames, tableName } from "/pages/names.js";
import { isRange, range } from "/pages/said.js";

const DOT = " \u00B7 ", DASH = " \u2013 ";
/* A name is made smaller down to this fraction before it is cut off; one whose
 * letters have high marks is smaller from the beginning. */
const NAME_SMALLEST = 0.62;
const HIGH = 0.85;

/* The words for each kind of question; the note says "WORDS waits". */
const ASKS = new Map(Object.entries({
  validity: "ruling on a shot", disc: "ruling on a disc", starter: "who begins", shoot_out: "count of the shoot-out",
  unseen: "shot that was not seen", replay: "ruling on a replay", calls: "line call",
}));
/* What the source lacks. */
const SOURCES = new Map(Object.entries({
  down: "camera gone", lost: "camera sees no board", starting: "camera looks for the board",
}));
const TROUBLED = ["down", "lost"];

/* ---- times ---- */

/* Time in the browser at which the newest document came, and its own time. */
let received = { at: Date.now(), document: Date.now() };

export function setTime(text) {
  received = { at: Date.now(), document: Date.parse(text) };
}

/* "0:40", "12:05", "1:02:05" since a time of the server's clock. */
function age(text) {
  const ms = received.document - Date.parse(text) + (Date.now() - received.at);
  const s = Math.max(0, Math.floor(ms / 1000));
  const two = (n) => String(n).padStart(2, "0");
  const h = Math.floor(s / 3600);
  return h > 0 ? `${h}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
}

const since = (text) => (text ? ` since ${clock(text)}` : "");

/* ---- what the card says ---- */

function roundName({ state, game, games, round, rounds }) {
  if (state === "waiting") return "";
  if (state === "over") return "over";
  const ofGame = games > 1 ? `Game ${game}${DOT}` : "";
  if (rounds === null) return `${ofGame}Round ${round}`;
  return round > rounds ? `${ofGame}Extra round` : `${ofGame}Round ${round}/${rounds}`;
}

/* Keeps a name that is written from right to left from turning the words around
 * it (Unicode UAX #9: first strong isolate). */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const isolated = (name) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

const joined = (sides) => shortNames(sides).map((one) => isolated(one.join(" / ")));

/* Short names of the sides of a next match. */
const comingNames = (next) => joined(next.sides.map((players) => ({ side: "", name: "", players })));

function nextText(next, hasNames) {
  const when = next.time ? ` ${next.time}` : "";
  return hasNames ? `next${when}: ${comingNames(next).join(DASH)}` : `next${when}${next.stage ? `: ${next.stage}` : ""}`;
}

function playText(match) {
  const names = joined(match.sides);
  const hammer = match.sides.findIndex((s) => s.hammer);
  const won = match.sides.flatMap((s, i) => (s.won ? [names[i]] : []));
  const twenties = `20s ${match.sides.map((s) => range(s.twenties)).join(" : ")}`;
  if (match.state === "over") return [won.length > 1 ? "tied" : won.length ? `${won[0]} wins` : "over", twenties].join(DOT);
  return [twenties, ...(hammer >= 0 ? [`hammer ${names[hammer]}`] : [])].join(DOT);
}

/* Returns what the note says, and its kind: "bad", "ask", "coming" or "". The
 * most urgent comes first. */
export function noteOf({ match, next, silent, heard }) {
  if (silent) return ["bad", `\u2715 not heard of${since(heard)}`];
  if (!match) return next ? ["coming", nextText(next, false)] : ["", heard ? "" : "nothing has come yet"];
  if (TROUBLED.includes(match.source.state))
    return ["bad", `\u2715 ${SOURCES.get(match.source.state)}${since(match.source.since)}`];
  if (match.question) return ["ask", `\u26A0 ${ASKS.get(match.question.ask) ?? "question"} waits, ${age(match.question.since)}`];
  if (match.words) return ["ask", `\u26A0 ${match.words}`];
  if (match.state === "over" && next) return ["coming", nextText(next, true)];
  if (match.state === "waiting") return next ? ["coming", nextText(next, false)] : ["", "no match yet"];
  return ["", playText(match)];
}

/* Does the table need somebody? */
export const isUrgent = (table) => ["bad", "ask"].includes(noteOf(table)[0]);

/* ---- the card ---- */

/* Makes the name smaller until it fits. */
function fitName(node) {
  const name = node.firstElementChild;
  const most = isTall(name.textContent) ? HIGH : 1;
  name.style.fontSize = `${most}em`;
  const room = name.clientWidth / name.scrollWidth;
  if (room < 1) name.style.fontSize = `${Math.max(NAME_SMALLEST, Math.floor(most * room * 100) / 100)}em`;
}

function setFigure(node, text) {
  say(node, text);
  node.classList.toggle("range", isRange(text) || text.length > 3);
}

function makeRow() {
  return make("div", "row", make("i", "colour"), make("div", "name", make("bdi", "")),
    make("div", "figure round"), make("div", "figure points"));
}

/* The rows to show: the sides of the match, or of the next one before it. */
function rowsOf({ match, next }) {
  if (match && match.state !== "waiting") {
    const names = shortNames(match.sides).map((one) => one.join(" / "));
    return match.sides.map((side, i) => ({
      name: names[i], title: nameOf(side), paint: paint(side), round: range(side.round),
      points: range(side.points), won: side.won, soon: false,
    }));
  }
  const coming = next ? next.sides.map((players) => players.join(" / ")) : ["", ""];
  return coming.map((name) => ({ name, title: name, paint: { fill: "transparent", edge: "transparent" }, round: "", points: "", won: false, soon: true }));
}

export class Card {
  constructor() {
    this.name = make("a");
    this.round = make("span");
    this.rows = make("div", "rows");
    this.note = make("p", "note");
    this.root = make("section", "card", make("h2", "", this.name, this.round), this.rows, this.note);
    this.table = null;
  }

  update(table) {
    this.table = table;
    this.root.dataset.table = table.table;
    say(this.name, tableName(table.table));
    this.name.href = `/table/${encodeURIComponent(table.table)}`;
    say(this.round, table.match ? roundName(table.match) : "");
    this.updateRows(rowsOf(table));
    this.updateNote();
  }

  updateRows(rows) {
    while (this.rows.childElementCount > rows.length) this.rows.lastChild.remove();
    while (this.rows.childElementCount < rows.length) this.rows.append(makeRow());
    rows.forEach((row, i) => {
      const node = this.rows.children[i];
      const [colour, name, round, points] = node.children;
      node.classList.toggle("won", row.won);
      node.classList.toggle("soon", row.soon);
      colour.style.background = row.paint.fill;
      colour.style.borderColor = row.paint.edge;
      name.title = row.title;
      setFigure(round, row.round);
      setFigure(points, row.points);
      if (name.textContent === row.name) return;
      say(name.firstElementChild, row.name);
      fitName(name);
    });
  }

  /* Called every second, too, as ages grow. */
  updateNote() {
    const [kind, text] = noteOf(this.table);
    for (const one of ["bad", "ask", "coming"]) this.root.classList.toggle(one, one === kind);
    say(this.note, text);
  }

  /* Fits all names again, as their size or the fonts have changed. */
  fit() {
    for (const row of this.rows.children) fitName(row.children[1]);
  }
}
