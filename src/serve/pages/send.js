/* SPDX-License-Identifier: Apache-2.0
 *
 * Sends the console's changes. Each carries the seq and the record of the match
 * that the operator saw, so that the server refuses a decision about an outdated
 * board or about another match. */

import { keeper } from "/pages/keeper.js";
import { ofTable } from "/pages/table.js";

/* A write that is not answered is sent again after these pauses, ms: a phone that
 * leaves one access point for another is back by then. */
const AGAIN_MS = [300, 1000];
const KEY_BYTES = 16;

/* Returns the key of a new change: the server counts what comes with the same key
 * once, so that it may be sent again where its answer was lost. */
export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const recordOf = (seen) => (seen && seen.record ? seen.record.id : "");

/* `seen` is the document of the match that the operator saw; without it the
 * request is not about a match, and has no key. */
async function post(path, body, seen, key) {
  const headers = { "Content-Type": "application/json" };
  if (seen) headers["If-Match"] = `"${seen.seq}"`;
  if (seen) headers["Idempotency-Key"] = `"${key}"`;
  const answer = await fetch(ofTable(path, recordOf(seen)), { method: "POST", headers, body: JSON.stringify(body) });
  const text = await answer.text();
  return { status: answer.status, doc: text ? JSON.parse(text) : null };
}

/* Returns an error message or "". */
export async function signIn(token) {
  try {
    const { status, doc } = await post("/api/login", { token });
    return status === 204 ? "" : doc.error.message;
  } catch {
    return "The server does not answer.";
  }
}

/* The link that the program prints has the token after the '#'. Browsers do not
 * send this part of an address to any server. The token is exchanged for the
 * cookie and removed from the address. Returns what to tell a person whose link
 * does not sign in, or "". */
export async function signInFromLink() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!token) return "";
  history.replaceState(null, "", location.pathname + location.search);
  const error = await signIn(token);
  return error && `This link does not sign you in: ${error}`;
}

/* As post(); what is about a match is sent again if no answer comes. */
async function postSurely(path, body, seen, key) {
  for (const pause of seen ? AGAIN_MS : []) {
    try {
      return await post(path, body, seen, key);
    } catch {
      await new Promise((done) => setTimeout(done, pause));
    }
  }
  return post(path, body, seen, key);
}

/* Sends a change to the match of the document `seen`. If the operator is not
 * signed in (status 401), `ask` is called; if it returns true, the operator has
 * signed in and the change is sent again. Returns {doc} or {error}; isStale: the
 * match is no longer that of `seen`, and nothing was changed; changes: it changes
 * these things that came later, and must say that this is meant (`confirm`), so
 * nothing was changed; isLost: no answer came, so that only hasCounted(key, seen)
 * says whether the change counts. */
export async function change(path, body, seen, ask, key = newKey()) {
  const by = seen && keeper();
  const sent = by ? { ...body, "x-by": by } : body;
  try {
    let result = await postSurely(path, sent, seen, key);
    if (result.status === 401 && (await ask())) result = await postSurely(path, sent, seen, key);
    if (result.status === 200) return { doc: result.doc };
    return { error: result.doc.error.message, isStale: result.status === 412, changes: result.doc.changes };
  } catch {
    return { error: "The server does not answer. It is not known whether this was counted.", isLost: true };
  }
}

/* Has the change with this key counted in the record of `seen`? null: the server does
 * not answer. */
export async function hasCounted(key, seen) {
  const answer = await fetch(ofTable(`/api/event?key=${key}`, recordOf(seen))).catch(() => null);
  return !answer || answer.status >= 500 ? null : answer.ok;
}

export async function read(path) {
  const answer = await fetch(ofTable(path));
  const doc = await answer.json();
  if (!answer.ok) throw new Error(doc.error.message);
  return doc;
}
