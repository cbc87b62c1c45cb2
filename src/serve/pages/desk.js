/* SPDX-License-Identifier: Apache-2.0
 *
 * The match that the console shows, the changes that it sends, and what it says
 * of them.
 *
 * Each change is a decision on the document that the operator saw. It counts
 * only if what it rests on is still the same in the newest document; otherwise
 * it is refused, and the operator is told that the match has moved on. */
import { $, answered, listChanges } from "/pages/dom.js";
import { change, hasCounted, newKey, read } from "/pages/send.js";

/* A notice of a change that was made elsewhere is shown this long, ms. */
const NOTICE_MS = 8000;
/* So often a change is sent if another console is always first. Each attempt
 * fails only because another change has counted. */
const MOST_TRIES = 8;

/* match: the newest document, or null. The page sets two functions: changed(doc)
 * is called with each newer document, accepted() when a change has counted. */
export const desk = { match: null, changed: () => {}, accepted: () => {} };
let newest = null; /* the newest document of this connection */
let own = null;    /* the document that answered this console's last change */
let done = "";     /* that change, see identityOf() */
let lost = null;   /* the change whose answer was lost: {about, base, key}; see findLost() */
let asking = null; /* the question "are you sure?" that is open, as for send() */
let isOnWay = false; /* a change of this console is not answered yet */
let queue = Promise.resolve();
let noticeTimer = 0;

/* ---- what is said ---- */

let failed = ""; /* the change that the message is about; "": none */

/* Shows an error, of the change `what` if there is one. It stays until a person
 * closes it, or until that change has succeeded. */
export function say(text, what = "") {
  failed = what;
  $("said-text").textContent = text;
  $("said").hidden = !text;
}

function notice(text) {
  clearTimeout(noticeTimer);
  $("notice").textContent = text;
  $("notice").hidden = !text;
  if (text) noticeTimer = setTimeout(() => notice(""), NOTICE_MS);
}

/* Says what another console, or a program, has changed. A shot is none, and neither
 * is a change of this console that the stream shows before its answer comes. */
function noticeOthers(doc) {
  const before = desk.match;
  if (!before || doc.seq <= before.seq || isOnWay || lost || (own && own.seq >= doc.seq)) return;
  if (doc.last && doc.last.seq === doc.seq) return;
  const isUndone = doc.redo && (!doc.undo || doc.redo.of > doc.undo.of);
  if (isUndone) notice(`Elsewhere taken back: ${doc.redo.text}`);
  else if (doc.undo) notice(`Changed elsewhere: ${doc.undo.text}`);
}

const movedOn = ({ what }) =>
  `The match has moved on, so this was not done: ${what}. Look at the match as it is now, and decide again.`;

/* ---- documents ---- */

/* The stream and the answers to changes overtake each other: an older document
 * would take back for a moment what is shown. */
const isOlder = (doc) => newest && newest.record && doc.record && newest.record.id === doc.record.id && doc.seq < newest.seq;

export function receive(doc) {
  if (isOlder(doc)) return;
  noticeOthers(doc);
  newest = desk.match = doc;
  if (asking && !isSame(asking, asking.seen, doc)) $("sure").close("moved on");
  desk.changed(doc);
}

/* The answer to a change was lost. Asks the server whether it has counted, by its
 * key, and says so. */
async function findLost() {
  const { about, base, key } = lost;
  const found = lost;
  const doc = await read("/api/match").catch(() => null);
  const counts = doc && (await hasCounted(key, base));
  if (counts === null || lost !== found) return;
  lost = null;
  receive(doc);
  about.told(!counts ? `This was not counted: ${about.what}. Do it again.`
    : about.isLast ? "" : `Only the first part of this was counted: ${about.what}. Look at the score.`, about.what);
  if (counts && about.isLast) notice(`This was counted: ${about.what}. The answer came late.`);
}

/* Called with true for every message of the server, and with false when the
 * connection is lost: then the record may come back shorter than it was. */
export function setLinked(up) {
  if (up && lost) findLost();
  if (!up) newest = own = null;
}

/* ---- sending ---- */

/* A change may rest on less than the whole match. These are for `rests`. */
export const matchOf = (doc) => [doc.record && doc.record.id, doc.start];
export const wholeOf = (doc) => [...matchOf(doc), doc.seq];
export const roundOf = (doc) => [...matchOf(doc), doc.game, doc.round];

const isSame = ({ rests }, seen, doc) => JSON.stringify(rests(seen)) === JSON.stringify(rests(doc));

/* Asks whether the changes of what came later are meant. Returns the document for
 * which the operator has said so, or null. */
async function confirmedOn(about, doc, changes) {
  const given = await sure({ what: about.what, told: about.told, seen: doc, changes, yes: "Do it all the same",
    text: `This changes what came later (${about.what}):` });
  return given && doc;
}

/* Sends one step until the server takes or refuses it. Returns {doc}, or
 * {error}; isStale: what it rests on has changed. What changes later rounds is
 * asked about, and sent again as confirmed only for the match that was asked
 * about. */
async function sendStep(about, seen, step) {
  let sureOf = null;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const doc = desk.match;
    if (!isSame(about, seen, doc)) break;
    const made = typeof step === "function" ? step(doc) : step;
    if (!made) return { doc };
    if (typeof made === "string") return { error: made };
    const key = newKey();
    const body = sureOf && isSame({ rests: wholeOf }, sureOf, doc) ? { ...made[1], confirm: true } : made[1];
    isOnWay = true;
    const result = await change(made[0], body, doc, () => answered($("login")), key);
    isOnWay = false;
    if (result.changes) {
      sureOf = await confirmedOn(about, doc, result.changes);
      if (!sureOf) return { error: `This was not done: ${about.what}.` };
      continue;
    }
    if (result.isLost) lost = { about, base: doc, key };
    if (!result.isStale) return result;
    const now = await read("/api/match").catch(() => null);
    if (!now) return { error: `The server does not answer. This was not counted: ${about.what}.` };
    receive(now);
    /* Nothing has changed here, so the reason is another one: another record. */
    if (wholeOf(doc).join() === wholeOf(desk.match).join()) return { error: result.error };
  }
  return { isStale: true, error: movedOn(about) };
}

function accept(doc) {
  own = doc;
  lost = null;
  notice("");
  desk.accepted();
  receive(doc);
}

/* Is the same for a change that is made twice of the same match: by two presses
 * before the first one is answered. "" for one that is made of the newest match. */
function identityOf(about, steps) {
  const isMade = steps.some((step) => typeof step === "function");
  return isMade ? "" : JSON.stringify([about.what, wholeOf(about.seen), steps]);
}

function fail(about, steps, { error, isStale, isLost }) {
  if (isStale && done && done === identityOf(about, steps)) {
    notice(`Pressed twice, done once: ${about.what}.`);
    return "";
  }
  const text = isLost ? `The server does not answer. It is not known whether this was counted: ${about.what}.` : error;
  about.told(text, about.what);
  if (isLost) findLost();
  return text;
}

async function sendNow(about, steps) {
  let base = about.seen;
  /* The steps after the first complete it, so they rest on its round only. */
  let rests = about.rests;
  for (const step of steps) {
    const isLast = step === steps.at(-1);
    const result = await sendStep({ ...about, rests, isLast }, base, step);
    if (result.error) return fail(about, steps, result);
    base = result.doc;
    rests = roundOf;
    if (base !== desk.match) accept(base);
  }
  done = identityOf(about, steps);
  if (failed === about.what) say("");
  return "";
}

/* Sends a change, behind those that are on their way. `about` says of it:
 *
 *   what   names it in messages: "the end of round 2"
 *   seen   the document on which it was decided; if not given, the newest
 *   rests  returns what it rests on in a document: the change is sent only if
 *          this is the same in the newest document as in `seen`, and is made
 *          again of the newest if another one came first. If not given: the whole
 *          match, so that any other change is a reason to refuse it
 *   told   called with an error and `what`; if not given, the page shows it
 *
 * A step is [path, body], or a function that makes it of the newest document:
 * null where nothing is to be done, or a text that says why it cannot be done.
 * Returns an error message or "". */
export function send(about, ...steps) {
  const full = { seen: desk.match, rests: wholeOf, told: say, ...about };
  const sent = queue.then(() => sendNow(full, steps));
  queue = sent.catch(() => {});
  return sent;
}

/* Sends an event of any type. */
export const sendEvent = (about, event) => send(about, ["/api/event", event]);

/* Asks before a change that is hard to repair. about: as for send(), with
 *
 *   text     names what follows
 *   changes  what changes of what came later, if that is known
 *   yes      the button's word for it
 *
 * Returns `about` for send() with the document on which the operator has decided,
 * or null: he has not, or the match has moved on, which closes the question. */
export async function sure({ text, changes = [], yes, ...more }) {
  const about = { seen: desk.match, rests: wholeOf, told: say, ...more };
  $("sure-text").textContent = text;
  listChanges($("sure-changes"), changes);
  $("sure-yes").textContent = yes;
  asking = about;
  const isYes = await answered($("sure"));
  asking = null;
  if ($("sure").returnValue === "moved on") about.told(movedOn(about), about.what);
  return isYes ? about : null;
}

export function setUpDesk() {
  $("sure-yes").addEventListener("click", () => $("sure").close("yes"));
  $("said-close").addEventListener("click", () => say(""));
}
