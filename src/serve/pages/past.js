/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of events, and one event with what it rests on: it is taken back, or
 * the board that it left is corrected. */
import { say, send } from "/pages/desk.js";
import { $, button, make } from "/pages/dom.js";
import { HandBoard } from "/pages/handboard.js";
import { showSides } from "/pages/score.js";
import { read } from "/pages/send.js";
import { settle } from "/pages/settle.js";
import { ofTable } from "/pages/table.js";
import { callRow, traceOf } from "/pages/trace.js";

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
  row.append(make("span", event.stands ? "" : "undone", event.text),
    make("small", "", [`${event.seq}`, time, where, event.after ? `corrects what event ${event.after} left` : "",
      event.stands ? "" : "taken back"].filter(Boolean).join(" \u00B7 ")));
  return make("li", "", row);
}

/* ---- one event ---- */

let pastEvent = null;

function openPast(event) {
  pastEvent = event;
  $("past-title").textContent = `Event ${event.seq}, ${event.time.slice(11, 19)}`;
  $("past-text").textContent = event.text +
    (event.correct ? " \u2014 the board below is what it left; what you change is counted from there on." : "");
  $("past-undo").disabled = !event.stands;
  $("trace").replaceChildren();
  showRest(event);
  $("past-said").textContent = "";
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

/* Shows below the board what was observed of the event, what was not, the rules
 * that decided, and the close calls. */
async function showTrace(event, doc) {
  const told = await read(`/api/event?of=${event.seq}`);
  if (pastEvent !== event) return;
  const calls = event.type === "shot" && doc ? doc.calls.map((call) => callRow(doc, call)) : [];
  $("trace").replaceChildren(...[...traceOf(told), ...calls].flatMap(traceRow));
}

async function showPast(after, error) {
  $("past-said").textContent = error;
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
    $("past-said").textContent = problem.message;
  }
}

async function undoPast() {
  const error = await send({ what: `take back event ${pastEvent.seq}` }, ["/api/undo", { of: pastEvent.seq }]);
  $("past-said").textContent = error;
  if (error) return;
  $("past").close();
  if ($("log").open) openLog();
}

export function setUpPast() {
  $("past-picture").addEventListener("load", () => { $("past-picture").hidden = false; });
  $("past-undo").addEventListener("click", undoPast);
}
