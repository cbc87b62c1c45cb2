/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of events, and one event with what it rests on: it is taken back, the
 * board that it left is corrected, or a ruling is given for its moment. */
import { desk, say, send, sure } from "/pages/desk.js";
import { $, button, make } from "/pages/dom.js";
import { HandBoard } from "/pages/handboard.js";
import { openDecision, standingWords } from "/pages/organise.js";
import { countOf, openRecount } from "/pages/recount.js";
import { hasReplay, openReplay } from "/pages/replay.js";
import { showSides } from "/pages/score.js";
import { read } from "/pages/send.js";
import { settle } from "/pages/settle.js";
import { ofTable } from "/pages/table.js";
import { callRow, traceOf } from "/pages/trace.js";
import { trialOf } from "/pages/trial.js";

const LIST_ROWS = 100; /* rows of one answer */

export async function openLog(before) {
  try {
    const doc = await read(before ? `/api/log?before=${before}` : "/api/log");
    if (!before) $("log-list").replaceChildren();
    $("log-list").append(...doc.events.map(logRow));
    const first = doc.events[doc.events.length - 1];
    $("log-more").hidden = !first || first.seq <= 1 || doc.events.length < LIST_ROWS;
    $("log-more").onclick = () => openLog(first.seq);
    if (!$("log").open) $("log").showModal();
  } catch (error) {
    say(error.message);
  }
}

/* Opens the event with this seq. */
export async function lookAt(seq) {
  try {
    const { events } = await read(`/api/log?before=${seq + 1}`);
    openPast(events[0]);
  } catch (error) {
    say(error.message);
  }
}

function logRow(event) {
  const where = event.round ? `round ${event.round}` : "";
  const time = event.time.slice(11, 19);
  const row = button("", () => openPast(event));
  row.append(make("span", event.stands && !event.left_out ? "" : "undone", event.text),
    make("small", "", [`${event.seq}`, time, where, event.after ? `corrects what event ${event.after} left` : "",
      event.left_out ? "left out by a correction" : "", event.stands ? "" : "taken back"].filter(Boolean).join(" \u00B7 ")));
  return make("li", "", row);
}

/* ---- one event ---- */

let pastEvent = null;

const told = (text) => { $("past-said").textContent = text; };

/* Shows the key that corrects the count of a round, if the event is one. */
async function offerRecount(event) {
  const key = $("past-count");
  key.hidden = true;
  const count = await countOf(event).catch((error) => told(error.message));
  if (!count || pastEvent !== event) return;
  key.hidden = false;
  key.onclick = () => {
    $("past").close();
    if ($("log").open) $("log").close();
    openRecount(count).catch((error) => say(error.message));
  };
}

/* ---- rulings for an earlier moment ---- */

const ENDS_ROUND = new Set(["round_end", "round_count", "forfeit_round"]);

/* Opens the form of a ruling for the match of the event. */
async function ruleThen(type, event) {
  const then = await read(`/api/match?at=${event.seq}`);
  $("past").close();
  if ($("log").open) $("log").close();
  openDecision(type, event.seq, then);
}

/* Shows the keys of rulings where the event has ended a round. */
async function offerRulings(event) {
  const keys = [["past-again", "replay_round"], ["past-penalty", "penalty"], ["past-disqualify", "disqualify"]]
    .map(([id, type]) => [$(id), type]);
  for (const [key, type] of keys) {
    key.hidden = true;
    key.onclick = () => ruleThen(type, event).catch((error) => told(error.message));
  }
  if (!event.stands || event.of || !ENDS_ROUND.has(event.type)) return;
  const isEnd = event.type !== "round_count" || (await read(`/api/event?of=${event.seq}`)).final;
  if (isEnd && pastEvent === event) for (const [key] of keys) key.hidden = false;
}

function openPast(event) {
  pastEvent = event;
  $("past-title").textContent = `Event ${event.seq}, ${event.time.slice(11, 19)}`;
  $("past-text").textContent = event.text +
    (event.correct ? " \u2014 the board below is what it left; what you change is counted from there on." : "");
  $("past-undo").disabled = !event.stands;
  $("trace").replaceChildren();
  showRest(event);
  told("");
  offerRecount(event);
  offerRulings(event).catch((error) => told(error.message));
  offerReplay(event);
  showPast(event.correct, "");
  $("past").showModal();
}

const traceRow = ([what, how]) => [make("dt", "", what), make("dd", "", how)];

/* Shows the camera's picture of the rest after a shot; it stays hidden if the
 * record has none. */
function showRest(event) {
  const picture = $("past-picture");
  picture.hidden = true;
  picture.removeAttribute("src");
  if (event.type === "shot") picture.src = ofTable(`/rests/${event.seq}.jpg`);
}

/* Shows the key of the event's replay, if it has one. */
async function offerReplay(event) {
  const key = $("past-replay");
  key.hidden = true;
  key.onclick = () => openReplay(event.seq);
  const has = event.type === "shot" && (await hasReplay(event.seq));
  if (pastEvent === event) key.hidden = !has;
}

/* Shows below the board what was observed of the event, what was not, the rules
 * that decided, and the close calls. */
async function showTrace(event, doc) {
  const told = await read(`/api/event?of=${event.seq}`);
  if (pastEvent !== event) return;
  const calls = event.type === "shot" && doc ? doc.calls.map((call) => callRow(doc, call)) : [];
  $("trace").replaceChildren(...[...traceOf(told), ...calls].flatMap(traceRow));
}

async function showPast(after, error) {
  told(error);
  $("past-board").hidden = $("past-sides").hidden = !after;
  try {
    if (!after) {
      await showTrace(pastEvent, null);
      return;
    }
    const doc = await read(`/api/match?at=${after}`);
    const past = new HandBoard($("past-board"), after, (said) => showPast(after, said));
    settle(doc);
    past.update(doc);
    delete $("past-sides").dataset.key;
    showSides($("past-sides"), past, "board");
    await showTrace(pastEvent, doc);
  } catch (problem) {
    told(problem.message);
  }
}

/* Asks before an event is taken back that is not the last one: what followed stays
 * and may mean something else. Returns what send() needs, or null. */
async function mayUndo(event) {
  const doc = desk.match;
  const about = { what: `take back event ${event.seq}`, seen: doc, told };
  if (doc.undo && doc.undo.of === event.seq) return about;
  const trial = await trialOf(() => ({ type: "undo", of: event.seq }), doc, told);
  const follows = trial ? standingWords(doc, trial) : "";
  const changes = trial ? trial.changes : [];
  const instead = $("past-count").hidden ? "" : " To change the numbers only, correct the count instead.";
  const text = `Take back event ${event.seq}, \u201C${event.text}\u201D? ${follows}${instead}`;
  const given = await sure({ ...about, text, changes, yes: "Take it back" });
  return given && { ...given, confirm: changes.length > 0 };
}

async function undoPast() {
  const event = pastEvent;
  told("");
  const about = await mayUndo(event);
  if (!about) return;
  const { confirm, ...change } = about;
  if (await send(change, ["/api/undo", { of: event.seq, ...(confirm ? { confirm } : {}) }])) return;
  $("past").close();
  if ($("log").open) openLog();
}

export function setUpPast() {
  $("past-picture").addEventListener("load", () => { $("past-picture").hidden = false; });
  $("past-undo").addEventListener("click", undoPast);
}
