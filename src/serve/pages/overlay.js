/* SPDX-License-Identifier: Apache-2.0
 *
 * The overlay shows the present match and, for some seconds, the latest
 * decision. /overlay?show=bug,board,call chooses the parts: the score panel
 * ("bug"), the board and the line call. */
import { follow } from "/pages/link.js";
import { BoardView, drawCall, nameOf, paint, svg } from "/pages/board.js";

/* Width of the drawing of a line call if a photo is shown beside it. */
const BESIDE_PX = 240;
const CALL_MS = 9000;
/* The overlay turns grey only if the connection is lost for this long, ms; a
 * shorter loss is not shown. */
const GREY_AFTER_MS = 1500;
const $ = (id) => document.getElementById(id);

const shown = new URLSearchParams(location.search).get("show");
const parts = shown === null ? ["bug", "board", "call"] : shown.split(",");
$("bug").classList.toggle("off", !parts.includes("bug"));
$("board-box").classList.toggle("off", !parts.includes("board"));
$("call-box").classList.toggle("off", !parts.includes("call"));

const board = new BoardView($("board"));
let match = null;
let linked = true;
let unlinkedTimer = 0;

/* ---- text that changes only when it differs ---- */

function say(node, text) {
  const value = String(text);
  if (node.textContent !== value) node.textContent = value;
}

/* Sets a number; if it changes, the new number is animated. */
function roll(node, value) {
  const text = String(value);
  if (node.textContent === text) return;
  const first = node.textContent === "";
  node.textContent = text;
  if (!first)
    node.animate([{ transform: "translateY(-70%) scaleY(0.4)" }, { transform: "none" }],
      { duration: 260, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" });
}

/* ---- score bug ---- */

function element(name, className, ...children) {
  const node = document.createElement(name);
  node.className = className;
  node.append(...children);
  return node;
}

function hammerIcon() {
  const icon = svg("svg", { class: "hammer", viewBox: "0 0 34 34" });
  icon.append(svg("path", {
    fill: "currentColor",
    d: "M6 9h17a6 6 0 0 1 6 6h-4a3 3 0 0 0-3-2h-2v4H6zM11 19h5v13h-5z",
  }));
  return icon;
}

function makeRow() {
  const row = element("div", "row");
  const cell = (name) => element("div", name, document.createElement("span"));
  row.append(
    element("div", "plate", element("div", "turn"),
      element("div", "names", element("div", "name"), element("div", "shooter")),
      hammerIcon()),
    element("div", "cells", element("div", "dots"), cell("twenties"),
      cell("round-score"), cell("points"), cell("games")));
  return row;
}

const DOTS_A_ROW = 6;

function updateDots(dots, side, colours) {
  dots.style.setProperty("--columns", Math.ceil(side.dealt / Math.ceil(side.dealt / DOTS_A_ROW)));
  while (dots.childElementCount > side.dealt) dots.lastChild.remove();
  while (dots.childElementCount < side.dealt) dots.append(element("i", "dot"));
  [...dots.children].forEach((dot, i) => {
    dot.style.background = colours.fill;
    dot.style.borderColor = colours.edge;
    dot.classList.toggle("shot", i >= side.discs_left);
  });
}

const playsFor = (side, who) => Boolean(who) && who.side === side.side;

function updateRow(row, side) {
  const colours = paint(side);
  const plate = row.querySelector(".plate");
  const shoots = playsFor(side, match.turn);
  plate.style.background = colours.fill;
  plate.style.color = colours.ink;
  say(row.querySelector(".name"), nameOf(side));
  say(row.querySelector(".shooter"), side.players.length > 1
    ? (shoots && match.turn.player ? "\u25B8 " + match.turn.player : side.players.join(" \u00B7 ")) : "");
  row.classList.toggle("shoots", shoots);
  row.classList.toggle("has-hammer", playsFor(side, match.hammer));
  updateDots(row.querySelector(".dots"), side, colours);
  roll(row.querySelector(".twenties span"), side.twenties);
  roll(row.querySelector(".round-score span"), side.round_score);
  row.querySelector(".round-score").classList.toggle("open", side.range[0] !== side.range[1]);
  roll(row.querySelector(".points span"), playsToTarget() ? side.score : side.points);
  roll(row.querySelector(".games span"), side.games);
  row.querySelector(".games").classList.toggle("off", match.games < 2);
}

const playsToTarget = () => match.target !== undefined;

function stageText() {
  const round = match.rounds ? `Round ${match.round} of ${match.rounds}` : `Round ${match.round}`;
  const game = match.games > 1 ? ` \u00B7 Game ${match.game}` : "";
  return (match.stage ? match.stage + " \u00B7 " : "") + round + game;
}

function noteText() {
  if (match.state === "over")
    return match.winner && match.winner.length === 1
      ? nameOfSide(match.winner[0]) + " wins" : "The match is tied";
  if (match.state === "round_over") return "End of the round";
  if (match.question && match.question.ask === "shoot_out") return "Shoot-out";
  if (match.question && match.question.ask !== "starter") return "Under review";
  return "";
}

function nameOfSide(name) {
  const side = match.sides.find((s) => s.side === name);
  return side ? nameOf(side) : name;
}

function updateBug() {
  const rows = $("rows");
  while (rows.childElementCount > match.sides.length) rows.lastChild.remove();
  while (rows.childElementCount < match.sides.length) rows.append(makeRow());
  match.sides.forEach((side, i) => updateRow(rows.children[i], side));
  say($("round"), stageText());
  say($("event"), match.title);
  say($("points-cap"), playsToTarget() ? `To ${match.target}` : "Points");
  $("games-cap").classList.toggle("off", match.games < 2);
  const note = noteText();
  if (note) say($("note"), note);
  $("note").classList.toggle("on", note !== "");
}

/* ---- line call ---- */

let callTimer = 0;
let callsKnown = null; /* the open calls; the key is "disc id/line" */
let lastKnown = null;  /* seq and validity of the shot shown */

function showCall(kind) {
  const card = $("call");
  card.className = kind + " on";
  clearTimeout(callTimer);
  callTimer = setTimeout(() => card.classList.remove("on"), CALL_MS);
}

function writeCall(title, side, margin, verdict) {
  const who = $("call-who");
  const colours = side ? paint(side) : { fill: "transparent", ink: "" };
  say($("call-title"), title);
  say(who, side ? nameOf(side) : "");
  who.style.background = colours.fill;
  who.style.color = colours.ink;
  say($("call-margin"), margin);
  say($("call-verdict"), verdict);
}

function marginText(call) {
  const mm = Math.abs(call.margin_mm).toFixed(2);
  const sigma = call.sigma_mm ? ` \u00B1 ${call.sigma_mm.toFixed(2)}` : "";
  return `${mm} mm ${call.margin_mm > 0 ? "clear of" : "over"} the line${sigma}`;
}

/* A call is open if the disc's value depends on it: the disc's range has two
 * different values. */
const isOpen = (disc) => disc.range[0] !== disc.range[1];

/* Shows the camera's close-up beside the drawing; without a URL the photo is
 * hidden. */
function showPhoto(url) {
  const photo = $("call-photo");
  photo.classList.toggle("off", !url);
  if (url && photo.getAttribute("src") !== url) photo.src = url;
}

let lineShown = null; /* the call that the card shows, and its disc */

function drawLine({ disc, call }) {
  showPhoto(call.picture);
  drawCall($("call-picture"), match, call, disc, call.picture ? BESIDE_PX : undefined);
}

/* Adds the photo to the call on the card: the server may store the photo after
 * it has sent the call. */
function updatePhoto(call) {
  if (!lineShown || !call.picture || lineShown.call.picture) return;
  if (lineShown.call.disc !== call.disc || lineShown.call.line !== call.line) return;
  lineShown.call = { ...lineShown.call, picture: call.picture };
  drawLine(lineShown);
}

function showLine(disc, call) {
  const side = match.sides.find((s) => s.side === disc.side);
  $("call-picture").classList.remove("off");
  lineShown = { disc, call };
  drawLine(lineShown);
  writeCall("Line call", side, marginText(call),
    call.ruled ? `${disc.value} points` : `Too close: ${disc.range[1]} or ${disc.range[0]}`);
  showCall(call.ruled ? "good" : "close");
}

/* Returns the reason without the first sentence and the rule's number: "Not
 * valid. No opposing disc was struck. (V1)" becomes "No opposing disc was
 * struck." */
const reason = (text) => text.replace(/^[^.]*\. ?/, "").replace(/ \([A-Z]\d+\)/g, "");

function showInvalid() {
  const last = match.last;
  const side = match.sides.find((s) => s.side === last.side);
  const n = last.remove.length;
  const first = last.remove.find((d) => d.x_mm !== undefined);
  lineShown = null;
  showPhoto("");
  $("call-picture").classList.toggle("off", !first);
  if (first) drawRemoved($("call-picture"), last.remove);
  writeCall("Shot ruling", side, reason(last.text),
    n === 0 ? "Not valid" : `Not valid: ${n} ${n === 1 ? "disc" : "discs"} off`);
  showCall("bad");
}

const aside = new BoardView($("call-picture"));

/* Draws the part of the board that contains all discs to be removed. */
function drawRemoved(root, remove) {
  aside.shape = ""; /* forces a redraw: the element may show a close-up of a
                     * line call */
  aside.update(match, match.discs, remove);
  const xs = remove.filter((d) => d.x_mm !== undefined);
  const x = xs.reduce((sum, d) => sum + d.x_mm, 0) / xs.length;
  const y = xs.reduce((sum, d) => sum - d.y_mm, 0) / xs.length;
  const spread = Math.max(60, ...xs.map((d) => Math.hypot(d.x_mm - x, -d.y_mm - y) + 40));
  const h = Math.min(spread, 340);
  root.setAttribute("viewBox", `${x - h * 1.84} ${y - h} ${h * 3.68} ${h * 2}`);
}

function updateCalls() {
  const open = match.calls.filter((call) => {
    const disc = match.discs.find((d) => d.id === call.disc);
    return disc && isOpen(disc);
  });
  const now = new Map(open.map((call) => [`${call.disc}/${call.line}`, call]));
  const last = match.last ? `${match.last.seq}/${match.last.valid}` : "";
  if (callsKnown !== null) {
    if (last !== lastKnown && match.last && match.last.valid === false) showInvalid();
    else showNews(now);
  }
  callsKnown = now;
  lastKnown = last;
}

/* Shows a new call; or else a call that a person has decided: its disc is still
 * on the board, and its value is no longer open. */
function showNews(now) {
  for (const call of now.values()) updatePhoto(call);
  const discOf = (call) => match.discs.find((d) => d.id === call.disc);
  for (const [key, call] of now)
    if (!callsKnown.has(key)) return showLine(discOf(call), call);
  for (const [key, call] of callsKnown) {
    const disc = discOf(call);
    if (!now.has(key) && disc && !isOpen(disc))
      return showLine(disc, { ...call, ruled: true, margin_mm: disc.margin_mm, sigma_mm: disc.sigma_mm });
  }
}

/* ---- all of it ---- */

function settleSides(doc) {
  for (const key of ["turn", "hammer"])
    if (doc[key] && doc.seats)
      doc[key].side = (doc.seats.find((s) => s.seat === doc[key].seat) || {}).side;
}

function update(doc) {
  match = doc;
  settleSides(doc);
  const empty = doc.state === "waiting";
  $("stage").classList.toggle("empty", empty);
  if (empty) {
    callsKnown = null;
  } else {
    updateBug();
    board.update(doc, doc.seen && doc.seen.length ? doc.seen : doc.discs, []);
    updateCalls();
  }
  updateLink();
}

function updateLink() {
  const down = Boolean(match && ["starting", "lost", "down"].includes(match.source.state));
  $("stage").classList.toggle("stale", !linked || down);
}

/* onLink(false) comes for every failed attempt to connect. The timer starts at
 * the first one and is not restarted by the others. */
function onLink(up) {
  if (up) {
    clearTimeout(unlinkedTimer);
    unlinkedTimer = 0;
    linked = true;
    updateLink();
  } else if (unlinkedTimer === 0) {
    unlinkedTimer = setTimeout(() => { linked = false; updateLink(); }, GREY_AFTER_MS);
  }
}

function fit() {
  const scale = Math.min(innerWidth / 1920, innerHeight / 1080);
  $("stage").style.transform = `scale(${scale})`;
}

addEventListener("resize", fit);
fit();
follow(update, onLink);
