/* SPDX-License-Identifier: Apache-2.0
 *
 * Shows one question at a time, with its disc enlarged, and letters the discs
 * that are asked about on the board. */
import { BoardView, paint, svg } from "/pages/board.js";
import { desk, send } from "/pages/desk.js";
import { $, button, make, renderIfChanged, setText, sideOf } from "/pages/dom.js";
import { lookAt } from "/pages/past.js";
import { questionsOf } from "/pages/questions.js";
import { openReplay } from "/pages/replay.js";
import { ofTable } from "/pages/table.js";
import { differing, namedNumbers, standingOf, totalsIn, trialOf, winnerOf } from "/pages/trial.js";

/* Half the height of a drawn close-up, and its width to height, mm. */
const CLOSE_MM = 44;
const CLOSE_WIDE = 2.4;

let later = ""; /* key of the card that was put off */
let typed = { key: "", counts: [] }; /* the numbers of the card with this key that are not sent yet */

/* ---- the close-up ---- */

function letterAt(disc, name) {
  const node = svg("text", { class: "letter", x: disc.x_mm, y: -disc.y_mm + 9 });
  node.textContent = name;
  return node;
}

/* Draws the board around the discs, over the camera's picture if there is one. */
function drawing(doc, discs) {
  const label = `The board around ${discs.map((d) => d.letter).join(", ")}`;
  const root = svg("svg", { class: "close-up", role: "img", preserveAspectRatio: "xMidYMid slice", "aria-label": label });
  const view = new BoardView(root);
  const lying = new Set(doc.discs.map((d) => d.id));
  view.update(doc, [...doc.discs, ...discs.map((d) => d.disc).filter((d) => !lying.has(d.id))], []);
  view.showPicture(doc.picture);
  root.classList.toggle("camera", Boolean(doc.picture));
  const x = discs.map(({ disc }) => disc.x_mm);
  const y = discs.map(({ disc }) => -disc.y_mm);
  const middle = (all) => (Math.min(...all) + Math.max(...all)) / 2;
  const half = Math.max(CLOSE_MM, (Math.max(...y) - Math.min(...y)) / 2 + CLOSE_MM,
    ((Math.max(...x) - Math.min(...x)) / 2 + CLOSE_MM) / CLOSE_WIDE);
  root.setAttribute("viewBox", `${middle(x) - half * CLOSE_WIDE} ${middle(y) - half} ${2 * half * CLOSE_WIDE} ${2 * half}`);
  root.append(...discs.map(({ disc, letter }) => mark(doc, disc, letter)));
  return root;
}

function mark(doc, disc, name) {
  const group = svg("g", { class: "asked" });
  const shape = { cx: disc.x_mm, cy: -disc.y_mm, r: doc.board.disc_mm };
  group.append(svg("circle", { ...shape, fill: paint(sideOf(doc, disc.side)).fill }), letterAt(disc, name));
  group.lastChild.setAttribute("fill", paint(sideOf(doc, disc.side)).ink);
  return group;
}

function closeUp(doc, card) {
  const discs = card.discs.filter(({ disc }) => disc.x_mm !== undefined);
  if (card.picture) {
    const node = make("img", "close-up");
    node.src = ofTable(card.picture);
    node.alt = `Close-up of disc ${card.discs[0].letter}`;
    return [node];
  }
  return discs.length > 0 && doc.board ? [drawing(doc, discs)] : [];
}

/* ---- the answers ---- */

function answerKey({ text, note, run }, counts) {
  const key = button("", async () => {
    if ((await run(counts)) === "") typed.key = ""; /* if it is asked again, it is anew */
  });
  key.append(make("span", "", text), make("small", "", note));
  return key;
}

/* Adds to the answers of an older question the score that each makes: the totals
 * of its round, and below them how the match would stand. What no answer
 * changes is not said. */
async function nameScores(doc, card, keys) {
  const trials = await Promise.all(card.answers.map((one) => trialOf(one.event, doc)));
  const known = trials.filter(Boolean);
  const { game, round } = card.round;
  const say = (numbersOf, show) => {
    const all = known.map(numbersOf);
    const sides = known.length > 1 ? differing(doc, all) : doc.sides.map((s) => s.side);
    trials.forEach((trial, i) => trial && show(keys[i], namedNumbers(doc, numbersOf(trial), sides), trial));
  };
  say((trial) => totalsIn(trial, game, round), (key, text) => { if (text) key.querySelector("span").append(`: ${text}`); });
  say((trial) => standingOf(trial.match), (key, text, { match }) => {
    key.querySelector("small").textContent = [text && `The match: ${text}`, winnerOf(doc, match)].filter(Boolean).join(", ");
  });
}

/* The numbers that are typed for a card: those from before if it is drawn again. */
function countsOf(card) {
  if (typed.key !== card.key) typed = { key: card.key, counts: (card.counts || []).map(() => 0) };
  return typed.counts;
}

/* A row of a number that is typed with two keys. */
function countRow(what, counts, i) {
  const shown = make("b", "", String(counts[i]));
  const more = (n) => () => {
    counts[i] = Math.max(0, counts[i] + n);
    shown.textContent = String(counts[i]);
  };
  return make("div", "count", make("span", "soft", what), button("\u2212", more(-1), `${what}: one less`), shown,
    button("+", more(1), `${what}: one more`));
}

function render(doc, cards, at) {
  const card = cards[at];
  const counts = countsOf(card);
  const head = make("div", "bar", make("h2", "", card.title));
  if (cards.length > 1) {
    const next = () => {
      later = cards[(at + 1) % cards.length].key;
      showQuestion(desk.match);
    };
    head.append(button(`${at + 1} of ${cards.length} \u203A`, next, `Question ${at + 1} of ${cards.length}: next`));
  }
  const answers = card.answers.map((one) => answerKey(one, counts));
  if (card.round) nameScores(doc, card, [...answers]);
  if (card.replay) answers.push(button("Replay", () => openReplay(card.replay)));
  if (card.look) answers.push(button("Look at it", () => lookAt(card.look)));
  return [head, ...(card.text ? [make("p", "soft", card.text)] : []), ...closeUp(doc, card),
    ...(card.counts ? [make("div", "counts", ...card.counts.map((what, i) => countRow(what, counts, i)))] : []),
    make("div", "outcomes", ...answers)];
}

/* ---- on the page ---- */

let board = null;

/* Marks the discs of all cards on the board. */
function letterBoard(doc, cards) {
  $("board").querySelectorAll(".asked").forEach((node) => node.remove());
  if (!doc.board) return;
  for (const { disc, letter } of cards.flatMap((card) => card.discs))
    if (disc.x_mm !== undefined) $("board").append(mark(doc, disc, letter));
}

export function showQuestion(doc) {
  const cards = questionsOf(doc, { send, board });
  const at = Math.max(0, cards.findIndex((card) => card.key === later));
  $("question").hidden = cards.length === 0;
  $("questions").hidden = cards.length === 0;
  setText($("questions"), cards.length === 1 ? "1 question" : `${cards.length} questions`);
  renderIfChanged($("question"), [cards, at, doc.seq], () => (cards.length > 0 ? render(doc, cards, at) : []));
  letterBoard(doc, cards);
}

export function setUpQuestions(ofBoard) {
  board = ofBoard;
}
