/* SPDX-License-Identifier: Apache-2.0
 *
 * The score bug: a strip with stage and round, a row for each side, a footer. */

import { paint } from "/pages/board.js";
import { Hold } from "/pages/hold.js";
import { isTall, shortNames } from "/pages/names.js";
import { OnAir } from "/pages/onair.js";
import { isRange, News, range, waitingFor } from "/pages/said.js";

const $ = (id) => document.getElementById(id);

/* Font sizes of a name, px: it is made smaller until it fits. At most it has
 * this size, by the number of sides; letters with high marks have a taller line,
 * so they are smaller. */
const NAME_MOST_PX = { 2: 29, 3: 28, 4: 26 };
const HIGH_FRAC = 0.85;
const NAME_LEAST_PX = 20;
/* Room for the discs of a side, and between two of them, px. */
const DOTS_PX = 172, DOT_GAP_PX = 3, DOT_MOST_PX = 16;
/* A figure with more characters than this is smaller ("mid", as ranges are), or has
 * two lines ("long"). The cell of points is the narrowest. */
const SHORT = 3, LONG = 5, LONG_POINTS = 4;
/* Characters of both figures of 20s that fit side by side. */
const BESIDE = 5;

const CAPTIONS = { points: "Pts", score: "Score", rounds_won: "Won" };

/* ---- text that changes only when it differs ---- */

export function say(node, text) {
  const value = String(text);
  if (node.textContent !== value) node.textContent = value;
}

/* Sets a figure; if it changes, the new one is animated. */
function roll(cell, value, most = LONG) {
  const node = cell.firstElementChild;
  const text = String(value);
  if (node.textContent === text) return;
  const isFirst = node.textContent === "";
  node.textContent = text;
  cell.classList.toggle("mid", (text.length > SHORT || isRange(text)) && text.length <= most);
  cell.classList.toggle("long", text.length > most);
  if (!isFirst)
    node.animate([{ transform: "translateY(-70%) scaleY(0.4)" }, { transform: "none" }],
      { duration: 260, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" });
}

/* Writes the 20s of the round and those of the match, side by side or, where they
 * are ranges, one above the other. */
function updateTwenties(cell, side) {
  const round = range(side.twenties_range);
  const total = side.twenties_total_range ? "/" + range(side.twenties_total_range) : "";
  roll(cell, round);
  say(cell.lastElementChild, total);
  cell.classList.toggle("stacked", round.length + total.length > BESIDE);
}

function element(name, className, ...children) {
  const node = document.createElement(name);
  node.className = className;
  node.append(...children);
  return node;
}

/* ---- a row ---- */

function makeRow() {
  const cell = (name) => element("div", `cell ${name}`, element("span", ""));
  const hammer = element("b", "hammer");
  hammer.textContent = "HAMMER";
  return element("div", "row",
    element("i", "colour"),
    element("div", "plate", element("div", "name"),
      element("div", "under", element("div", "dots"), hammer)),
    element("div", "cell twenties", element("span", ""), element("small", "")),
    cell("round-score"), cell("points"), cell("games"));
}

/* Discs left are solid, those that were shot are points. Without positions
 * nobody knows how many are left. */
function updateDots(dots, side, fill, isCounted) {
  const n = isCounted ? 0 : side.dealt;
  dots.style.setProperty("--dot", `${Math.min(DOT_MOST_PX, DOTS_PX / n - DOT_GAP_PX)}px`);
  while (dots.childElementCount > n) dots.lastChild.remove();
  while (dots.childElementCount < n) dots.append(element("i", "dot"));
  [...dots.children].forEach((dot, i) => {
    dot.style.background = fill;
    dot.classList.toggle("shot", i >= side.discs_left);
  });
}

/* Makes the name as large as its line allows. */
function fitName(node) {
  const most = NAME_MOST_PX[$("rows").childElementCount] * (node.classList.contains("high") ? HIGH_FRAC : 1);
  node.style.fontSize = `${most}px`;
  node.classList.remove("shared");
  const room = node.clientWidth / node.scrollWidth;
  if (room < 1) node.style.fontSize = `${Math.max(NAME_LEAST_PX, Math.floor(most * room))}px`;
  shareRoom(node, [...node.children]);
}

/* Of partners' names that do not fit, each is cut: a short one keeps its width, and
 * none hides the other. */
function shareRoom(node, names) {
  if (names.length < 2 || node.scrollWidth <= node.clientWidth) return;
  const widths = names.map((name) => name.offsetWidth);
  const between = node.scrollWidth - widths.reduce((a, b) => a + b);
  const room = Math.floor(node.clientWidth - between);
  const most = Math.max(room / names.length, names.length === 2 ? room - Math.min(...widths) : 0);
  for (const name of names) name.style.maxWidth = `${Math.floor(most)}px`;
  node.classList.add("shared");
}

/* Writes "Weber / Dubois"; `now` is the place of the player who shoots, or -1. */
function updateName(node, names, now) {
  const text = names.join(" / ");
  if (node.textContent !== text) {
    node.replaceChildren(...names.flatMap((name, i) => {
      const one = element("bdi", "");
      one.textContent = name;
      return i === 0 ? [one] : [" / ", one];
    }));
    node.classList.toggle("high", isTall(text));
    fitName(node);
  }
  [...node.children].forEach((one, i) => one.classList.toggle("now", names.length > 1 && i === now));
}

const playsFor = (side, who) => Boolean(who) && who.side === side.side;

/* "Round 3/4". A tie may be broken by a round that the book does not have. */
function roundName({ round, rounds }) {
  if (rounds === null) return `Round ${round}`;
  return round > rounds ? "Extra round" : `Round ${round}/${rounds}`;
}

/* ---- the bug ---- */

/* Fills the empty section #bug: the strip with its captions, the rows, and the
 * footer. */
function makeParts() {
  const part = (name, id, text = "", className = "") => {
    const node = element(name, className, text);
    if (id) node.id = id;
    return node;
  };
  const [stage, event] = [part("span", "stage-name"), part("div", "event")];
  stage.dir = event.dir = "auto";
  $("bug").append(
    element("header", "", stage, part("b", "round"), part("i", "", "20s", "twenties"),
      part("i", "", "Round", "round-score"), part("i", "points-cap", "", "points"), part("i", "", "Gms", "games")),
    part("div", "rows"),
    element("footer", "", event, part("div", "game"), part("div", "note")));
}

export class Bug {
  /* resized() is called when the bug's height has changed. */
  constructor(resized) {
    makeParts();
    this.resized = resized;
    this.shape = "";
    this.now = null;
    this.hold = new Hold((match) => this.show(match));
    this.news = new News();
    this.said = new OnAir((notice) => this.sayNow(notice.text), () => this.sayNow(""));
    this.happening = "";
    document.fonts.addEventListener("loadingdone", () => this.fitNames());
  }

  /* Fits all names again, as the fonts have changed. */
  fitNames() {
    $("rows").querySelectorAll(".name").forEach(fitName);
  }

  /* Takes the newest state of the match. What is no longer true leaves at once; what
   * a person has decided is shown when it has stood for a while. */
  update(match) {
    this.now = match;
    this.said.check(match);
    this.hold.offer(match);
    this.updateFooter();
  }

  /* Puts a state of the match on air. */
  show(match) {
    this.match = match;
    $("bug").dataset.seq = match.seq;
    this.updateStrip();
    this.updateRows();
    const notice = this.news.of(match);
    if (notice) this.said.offer(notice);
  }

  clear() {
    this.hold.clear();
    this.news.clear();
    this.said.clear();
  }

  updateStrip() {
    const { match } = this;
    say($("stage-name"), match.stage ?? "");
    say($("round"), roundName(match));
    say($("game"), match.games > 1 ? `Game ${match.game}/${match.games}` : "");
    say($("points-cap"), match.target === undefined ? CAPTIONS[match.decides] : `To ${match.target}`);
    $("bug").classList.toggle("one-game", match.games < 2);
  }

  updateRows() {
    const rows = $("rows");
    const { sides, games } = this.match;
    const shape = `${sides.length} sides, ${games} games`;
    while (rows.childElementCount > sides.length) rows.lastChild.remove();
    while (rows.childElementCount < sides.length) rows.append(makeRow());
    rows.className = `of-${sides.length}`;
    const names = shortNames(sides);
    sides.forEach((side, i) => this.updateRow(rows.children[i], side, names[i]));
    if (shape === this.shape) return;
    this.shape = shape;
    this.fitNames();
    this.resized();
  }

  updateRow(row, side, names) {
    const { match } = this;
    const { fill } = paint(side);
    const figure = (name) => row.querySelector(`.${name}`);
    const shoots = match.source.state !== "none" && playsFor(side, match.turn);
    row.querySelector(".colour").style.background = fill;
    row.classList.toggle("shoots", shoots);
    row.classList.toggle("counted", match.counted);
    row.classList.toggle("has-hammer", playsFor(side, match.hammer));
    updateName(row.querySelector(".name"), names, shoots ? side.players.indexOf(match.turn.player) : -1);
    updateDots(row.querySelector(".dots"), side, fill, match.counted);
    updateTwenties(figure("twenties"), side);
    roll(figure("round-score"), range(side.range));
    roll(figure("points"), range(side[match.decides + "_range"]), LONG_POINTS);
    roll(figure("games"), side.games);
  }

  sayNow(text) {
    this.happening = text;
    this.updateFooter();
  }

  updateFooter() {
    const text = this.happening || waitingFor(this.now);
    say($("event"), this.now.title);
    if (text) say($("note"), text);
    $("note").classList.toggle("on", text !== "");
  }
}
