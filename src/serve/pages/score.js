/* SPDX-License-Identifier: Apache-2.0
 *
 * The sides with their scores. A round without positions is counted by taps, a
 * key for each region; one that is followed on the board has counters for what
 * the board does not show. */
import { nameOf, paint } from "/pages/board.js";
import * as count from "/pages/count.js";
import { desk, roundOf, send } from "/pages/desk.js";
import { button, make, renderIfChanged, sideName } from "/pages/dom.js";
import { handicapText } from "/pages/handicap.js";
import { openTotals } from "/pages/totals.js";

export const rangeText = ([low, high]) => (low === high ? String(low) : `${low}\u2013${high}`);

/* The field that decides a game, its range, and its unit. */
const DECIDES = {
  points: ["points_range", "pt"], score: ["score_range", "pt"], rounds_won: ["rounds_won_range", "round"],
};

const counted = (n, unit) => `${n} ${unit}${n === "1" ? "" : "s"}`;

function standing(doc, side) {
  const [field, unit] = DECIDES[doc.decides];
  const n = rangeText(side[field]);
  const now = doc.target === undefined ? counted(n, unit) : `${n} of ${doc.target}`;
  return doc.games > 1 ? `${now}, ${counted(String(side.games), "game")}` : now;
}

/* ---- the name and the total, which every side has ---- */

function plate(doc, side) {
  const colours = paint(side);
  const node = make("div", "plate", make("span", "name", nameOf(side)));
  node.style.background = colours.fill;
  node.style.color = colours.ink;
  node.style.borderColor = colours.edge;
  if (doc.turn && doc.turn.side === side.side)
    node.append(make("span", "mark", ...(side.players.length > 1 && doc.turn.player ? [make("bdi", "", doc.turn.player), " "] : []), "shoots"));
  if (doc.hammer && doc.hammer.side === side.side) node.append(make("span", "mark", "hammer"));
  return node;
}

function total(doc, side, isCounted) {
  const text = rangeText(side.range);
  const shown = make("b", "", text);
  const key = isCounted && button("", () => openTotals(side.side), `${nameOf(side)}, total: ${text} type it in`);
  if (key) key.append(shown, " ", make("small", "", "type"));
  return make("div", "total", make("small", "", standing(doc, side)), key || shown);
}

/* ---- counted by taps ---- */

/* The side of which the next tap takes a disc away; "": none. */
let lessOf = "";

export function leaveLess() {
  if (!lessOf) return false;
  lessOf = "";
  desk.changed(desk.match);
  return true;
}

function toggleLess(side) {
  lessOf = lessOf === side ? "" : side;
  desk.changed(desk.match);
}

/* Counts a disc of the side more (by: 1) or less (-1). Counts of other consoles
 * may come first: then it is one more than they make. */
export function tap(name, key, by) {
  const why = by > 0 ? "All discs of this side are counted." : "There is none of these to take away.";
  const disc = key === "out" ? "disc out" : String(desk.match.values[key]);
  const what = `one ${disc} ${by > 0 ? "more" : "less"} for ${sideName(desk.match, name)}`;
  return send({ what, rests: roundOf }, (doc) => count.tapStep(doc, name, key, by) || why);
}

function tapKey(name, key) {
  const by = lessOf === name ? -1 : 1;
  if (count.tapStep(desk.match, name, key, by)) lessOf = "";
  tap(name, key, by);
}

function countKey(doc, side, n, key) {
  const isOut = key === "out";
  const shown = isOut ? "out" : String(doc.values[key]);
  const below = isOut ? `${side.discs_left} left` : `\u00D7 ${n[key]}`;
  const node = button(shown, () => tapKey(side.side, key));
  node.append(" ", make("small", "", below));
  node.setAttribute("aria-label", `${nameOf(side)}: ${lessOf === side.side ? "one less " : ""}${shown} ${below}`);
  return node;
}

function lessKey(side) {
  const node = button("\u2212", () => toggleLess(side.side), `${nameOf(side)}: the next tap takes a disc away`);
  node.setAttribute("aria-pressed", String(lessOf === side.side));
  return node;
}

function countKeys(doc, side) {
  if (count.isTyped(side)) {
    const { total: points, "20": twenties } = side.count;
    return make("div", "counts", make("span", "soft", `Typed: ${points}, ${twenties} of them 20s`),
      button("Tap discs instead", () => send({ what: `tap the discs of ${nameOf(side)}` }, count.clearStep(side.side)), `${nameOf(side)}: tap discs instead`));
  }
  const n = count.discsOf(doc, side);
  return make("div", "keys", ...count.KEYS.map((key) => countKey(doc, side, n, key)), lessKey(side));
}

/* ---- followed on the board ---- */

function counter(name, what, value, change) {
  const label = `${name}, ${what}`;
  return make("div", "count", make("span", "soft", what),
    button("\u2212", () => change(-1), `${label}: one less`), make("b", "", String(value)),
    button("+", () => change(1), `${label}: one more`));
}

function counters(board, side) {
  const name = nameOf(side);
  return make("div", "counts",
    counter(name, "20s", side.twenties, (by) => board.addTwenty(side.side, by)),
    counter(name, "Left", side.discs_left, (by) => board.addLeft(side.side, by)));
}

/* ---- all sides ---- */

function final(side) {
  const twenties = side.twenties_total === null ? "" : `20s in the match: ${side.twenties_total}`;
  return make("div", "counts", make("span", "soft", twenties));
}

/* The last part of a side's card by the way in which its round is followed. */
const PARTS = {
  taps: (board, side) => countKeys(board.doc, side),
  board: counters,
  over: (board, side) => final(side),
};

/* Shows the sides of the board's match. way: "taps", "board" or "over". */
export function showSides(root, board, way) {
  const doc = board.doc;
  const seen = [doc.sides, doc.turn, doc.hammer, doc.target, doc.games, way, way === "taps" && lessOf];
  renderIfChanged(root, seen, () => doc.sides.map((side) => {
    const given = side.handicap ? [make("p", "given", `Handicap: ${handicapText(side.handicap)}`)] : [];
    const node = make("div", "side", plate(doc, side), total(doc, side, way === "taps"), ...given, PARTS[way](board, side));
    node.dataset.side = side.side;
    return node;
  }));
}

/* The way in which the present round is followed. None is played after the match,
 * nor before it is answered who starts. */
export function wayOf(doc) {
  if (!doc.if_ended) return "over";
  return count.isByCount(doc) ? "taps" : "board";
}
