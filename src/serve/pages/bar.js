/* SPDX-License-Identifier: Apache-2.0
 *
 * The bar at the bottom, which is always there: one step back, one forth, and
 * what comes next: the end of the round, with what it makes, or a match. */
import { endStep, isByCount } from "/pages/count.js";
import { desk, send, sure } from "/pages/desk.js";
import { $, make, renderIfChanged, setText } from "/pages/dom.js";
import { shortName } from "/pages/names.js";
import { nextMatch, startMatch } from "/pages/start.js";

/* No line ends here. */
const JOIN = "\u2060";
/* A name that is longer is cut in the bar. */
const MAX_NAME = 16;

/* ---- in words ---- */

const rangeText = ([low, high]) => (low === high ? String(low) : `${low} to ${high}`);

function name(doc, side) {
  const letters = [...shortName(doc.sides, side)];
  return letters.length > MAX_NAME ? `${letters.slice(0, MAX_NAME - 1).join("")}\u2026` : letters.join("");
}

/* "Ann +2": what the best get. */
function gain(doc, sides) {
  const most = Math.max(...sides.map((s) => s.added));
  const best = sides.filter((s) => s.added === most);
  if (best.length === sides.length) return most > 0 ? `each +${most}` : "a tie";
  return `${best.map((s) => name(doc, s.side)).join(" and ")} +${most}`;
}

/* ", Ann wins", where the end of the round is that of the match. */
function winsText(doc) {
  const { winner } = doc.if_ended;
  return winner && winner.length === 1 ? `, ${name(doc, winner[0])} wins` : "";
}

/* ["45–30", "Ann +2"]: the totals, and what the round makes of them. When time
 * is up, a round that nobody has begun is left out. */
function endParts(doc) {
  const { sides } = doc.if_ended;
  if (sides.length === 0) return ["it is left out", `the match is over${winsText(doc)}`];
  const isOpen = sides.some((s) => s.range[0] !== s.range[1]);
  const totals = sides.map((s) => rangeText(s.range)).join(isOpen ? " \u2013 " : `${JOIN}\u2013${JOIN}`);
  return [totals, gain(doc, sides) + winsText(doc)];
}

/* ---- what the keys do ---- */

/* Says why a person should think again before the round ends; "": no reason. */
function doubt(doc) {
  if (doc.if_ended.sides.length === 0) return "";
  const left = doc.sides.reduce((n, s) => n + s.discs_left, 0);
  if (!isByCount(doc)) return left > 0 ? `${left} discs are still to be shot.` : "";
  return doc.sides.some((s) => s.round_score > 0 || s.count) ? "" : "Nothing is counted.";
}

export async function endRound() {
  const doc = desk.match;
  if (!doc.if_ended) return;
  const about = { what: `the end of round ${doc.round}`, seen: doc };
  const why = doubt(doc);
  const text = `${why} End round ${doc.round} all the same, with ${endParts(doc).join(", ")}?`;
  if (why && !(await sure({ ...about, text, yes: "End the round" }))) return;
  await send(about, isByCount(doc) ? endStep(doc) : ["/api/round-end", why ? { early: true } : {}]);
}

const takeBack = (word, step) => step && send({ what: `${word} \u201C${step.text}\u201D` }, ["/api/undo", { of: step.of }]);
export const undo = () => takeBack("undo", desk.match.undo);
export const redo = () => takeBack("redo", desk.match.redo);

/* ---- on the page ---- */

let showQuestions = () => {};

/* toQuestions() brings the open question into view. */
export function setUpBar(toQuestions) {
  showQuestions = toQuestions;
}

function showStep(id, word, step) {
  $(id).disabled = !step;
  setText($(id).querySelector(".what"), step ? `\u201C${step.text}\u201D` : "");
  $(id).setAttribute("aria-label", step ? `${word} \u201C${step.text}\u201D` : `${word}: nothing`);
}

/* What comes next: the texts of the key, and what it does. */
function nextOf(doc) {
  if (doc.state === "waiting") return [["Start a match"], startMatch];
  if (doc.state === "over") return [["Next match"], nextMatch];
  if (!doc.if_ended) return [["Answer the question first"], showQuestions];
  const [totals, result] = endParts(doc);
  return [["End round: ", totals, `, ${result}`], endRound];
}

export function showBar(doc) {
  showStep("undo", "Undo", doc.undo);
  showStep("redo", "Redo", doc.redo);
  const [texts, action] = nextOf(doc);
  $("next").onclick = action;
  renderIfChanged($("next"), texts, () => [make("span", "clamp", ...texts)]);
}
