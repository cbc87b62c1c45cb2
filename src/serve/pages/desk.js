/* SPDX-License-Identifier: Apache-2.0
 *
 * The match that the console shows, the changes that it sends, and what it says
 * of them. */
import { $, answered } from "/pages/dom.js";
import { change } from "/pages/send.js";

/* A notice of a change that was made elsewhere is shown this long, ms. */
const NOTICE_MS = 8000;

/* match: the newest document, or null. The page sets two functions: changed(doc)
 * is called with each newer document, accepted() when a change has counted. */
export const desk = { match: null, changed: () => {}, accepted: () => {} };
let own = null;           /* the document that answered this console's last change */
let queue = Promise.resolve();
let isOffline = false;    /* the message says that the server does not answer */
let noticeTimer = 0;

export function say(text) {
  isOffline = false;
  $("said").textContent = text;
  $("said").hidden = !text;
}

/* Called with true for every message of the server, and with false when the
 * connection is lost: then the record may come back shorter than it was. */
export function setLinked(up) {
  if (up && isOffline) say("");
  if (!up) own = null;
}

function notice(text) {
  clearTimeout(noticeTimer);
  $("notice").textContent = text;
  $("notice").hidden = !text;
  if (text) noticeTimer = setTimeout(() => notice(""), NOTICE_MS);
}

/* Says what another console, or a program, has changed. A shot is none. */
function noticeOthers(doc) {
  const before = desk.match;
  if (!before || doc.seq <= before.seq || (own && own.seq >= doc.seq)) return;
  if (doc.last && doc.last.seq === doc.seq) return;
  const isUndone = doc.redo && (!doc.undo || doc.redo.of > doc.undo.of);
  if (isUndone) notice(`Elsewhere taken back: ${doc.redo.text}`);
  else if (doc.undo) notice(`Changed elsewhere: ${doc.undo.text}`);
}

/* A document of the stream that is older than the answer to this console's own
 * change is not shown: it would take that back for a moment. */
const isOlder = (doc) => own && own.record && doc.record && own.record.id === doc.record.id && doc.seq < own.seq;

export function receive(doc) {
  if (isOlder(doc)) return;
  noticeOthers(doc);
  desk.match = doc;
  desk.changed(doc);
}

async function sendNow(seen, steps) {
  let base = own && own.seq > seen.seq ? own : seen;
  for (const step of steps) {
    const made = typeof step === "function" ? step(base) : step;
    if (!made) continue;
    const { doc, error, isLost } = await change(made[0], made[1], base, () => answered($("login")));
    if (error) {
      say(error);
      isOffline = Boolean(isLost);
      return error;
    }
    base = own = doc;
    notice("");
    desk.accepted();
    receive(doc);
  }
  say("");
  return "";
}

/* Sends changes one after the other, behind those that are on their way. A step
 * is [path, body], or a function that makes it, or null, of the match as it is
 * then. Each is a decision on the match that the operator saw, or that the
 * answer to the previous change gave. Returns an error message or "". */
export function send(...steps) {
  const seen = desk.match;
  const done = queue.then(() => sendNow(seen, steps));
  queue = done.catch(() => {});
  return done;
}

/* Sends an event of any type. */
export const sendEvent = (event) => send(["/api/event", event]);
