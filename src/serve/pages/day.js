/* SPDX-License-Identifier: Apache-2.0
 *
 * The day of a hall: who plays whom and how it stands, standings, and what was
 * corrected, by whom and when. Everything comes from crokeye.day/1 and is
 * inserted as text only. */

import { showAway } from "/pages/away.js";
import { say } from "/pages/bug.js";
import { clock, DOT, gameOf, stageOf } from "/pages/day_words.js";
import { make, renderIfChanged } from "/pages/dom.js";
import { followDocument, lateLoss } from "/pages/link.js";
import { tableName } from "/pages/names.js";

const $ = (id) => document.getElementById(id);
const STATES = new Map([["waiting", "to come"], ["playing", "playing"], ["over", "over"]]);

/* Makes a part anew if its value has changed; without rows it says `none`. */
function show(id, rows, none, makeRows) {
  const list = $(id).querySelector(".list");
  renderIfChanged(list, rows, () => (rows.length > 0 ? makeRows(rows) : [make("p", "none", none)]));
}

/* A text of a person or a program, whose direction its letters decide. */
function free(name, className, text) {
  const node = make(name, className, text);
  node.dir = "auto";
  return node;
}

/* Returns lists of rows that have the same key, in the order of their first
 * rows. */
function groups(rows, keyOf) {
  const found = new Map();
  for (const row of rows) {
    const key = keyOf(row);
    if (!found.has(key)) found.set(key, []);
    found.get(key).push(row);
  }
  return found;
}

/* ---- matches ---- */

function makeSide(side) {
  const name = free("span", side.winner ? "name winner" : "name", side.name);
  const rulings = [side.disqualified ? "disqualified" : "", side.forfeited ? `${side.forfeited} round${side.forfeited > 1 ? "s" : ""} forfeited` : ""];
  const ruled = rulings.filter(Boolean).join(DOT);
  if (ruled) name.append(make("span", "ruled", ` (${ruled})`));
  if (side.points === null) return [name];
  return [name, make("span", "points", String(side.points)), make("span", "twenties", `${side.twenties} 20s`)];
}

function makeMatch(match) {
  const where = make("div", "where", free("b", "", match.table ? tableName(match.table) : ""),
    make("span", "", match.time ?? ""), make("span", "", match.forfeit ? "forfeited" : STATES.get(match.state) ?? match.state));
  const leftOut = match.left_out ? [free("p", "left-out", match.left_out)] : [];
  return make("div", `match ${match.state}`, where, ...match.sides.flatMap(makeSide), ...leftOut);
}

function makeMatches(matches) {
  return [...groups(matches, gameOf)].flatMap(([title, rows]) => [
    ...(title ? [free("h3", "", title)] : []), ...rows.map(makeMatch)]);
}

/* ---- standings ---- */

function makeTable(caption, heads, rows) {
  const cell = (name, [className, text]) => {
    const node = free(name, className, String(text));
    if (name === "th") node.scope = "col";
    return node;
  };
  const line = (name, cells) => make("tr", "", ...cells.map((one) => cell(name, one)));
  const table = make("table", "", make("thead", "", line("th", heads)), make("tbody", "", ...rows.map((row) => line("td", row))));
  if (caption) table.prepend(free("caption", "", caption));
  return table;
}

const HEADS = [["", "Rank"], ["name", "Name"], ["", "Games"], ["", "Points"], ["", "20s"]];

function makeStanding(standing) {
  const title = [stageOf(standing), standing.individual ? "each player" : ""].filter(Boolean).join(", ");
  return makeTable(title, HEADS, standing.rows.map((row) => [
    ["", row.rank], ["name", row.name], ["", row.games], ["points", row.points], ["", row.twenties]]));
}

const makeRanking = (rows) => [makeTable("", HEADS.slice(0, 2), rows.map((row) => [["", row.rank], ["name", row.name]]))];

/* ---- corrections and faults ---- */

function makeCorrection(one) {
  const when = [clock(one.time), one.table ? tableName(one.table) : "", one.by ? `by ${one.by}` : "by whom is not recorded"];
  const change = one.before === one.after ? []
    : [free("p", "change", `${one.before || "no result"} \u2192 `)];
  if (change.length > 0) change[0].append(make("b", "", one.after || "no result"));
  return make("div", "note", make("p", "when", when.filter(Boolean).join(DOT)), free("p", "", one.text), ...change);
}

const makeFault = (one) =>
  free("p", "note", one.line ? `Pairings, line ${one.line}, column ${one.column}: ${one.text}` : one.text);

/* ---- the day ---- */

function update(day) {
  const n = (state) => day.matches.filter((m) => m.state === state).length;
  say($("title"), day.tournament ?? "The day");
  showAway($("away"), day.away);
  say($("facts"), [day.date, day.division, day.category, `${n("over")} of ${day.matches.length} matches over`,
    n("playing") ? `${n("playing")} playing` : ""].filter(Boolean).join(DOT));
  $("ranking").hidden = day.ranking.length === 0;
  $("faults").hidden = day.faults.length === 0;
  show("ranking", day.ranking, "", makeRanking);
  show("standings", day.standings, "No match has begun.", (all) => all.map(makeStanding));
  show("matches", day.matches, "There are no pairings, and no match has begun.", makeMatches);
  show("corrections", day.corrections, "None.", (all) => all.map(makeCorrection));
  show("faults", day.faults, "", (all) => all.map(makeFault));
  document.body.classList.add("ready");
}

followDocument("/api/day/events", "day", update, lateLoss((is) => say($("link"), is ? "Connection lost; what follows is old" : "")));
