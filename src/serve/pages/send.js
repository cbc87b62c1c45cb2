/* SPDX-License-Identifier: Apache-2.0
 *
 * What the console sends: a change, with the seq of what its operator saw, so
 * that nothing is decided on a board that is no more. */

import { ofTable } from "/pages/table.js";

async function post(path, body, seq) {
  const headers = { "Content-Type": "application/json" };
  if (seq !== undefined) headers["If-Match"] = `"${seq}"`;
  const answer = await fetch(ofTable(path), { method: "POST", headers, body: JSON.stringify(body) });
  const text = await answer.text();
  return { status: answer.status, doc: text ? JSON.parse(text) : null };
}

export async function signIn(token) {
  const { status, doc } = await post("/api/login", { token });
  return status === 204 ? "" : doc.error.message;
}

/* The link that was printed carries the token behind the '#', where it is
 * sent to nobody; it is turned into the cookie and taken off the address. */
export async function signInFromLink() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!token) return;
  history.replaceState(null, "", location.pathname + location.search);
  await signIn(token);
}

/* Sends a change. `ask` is called where nobody has signed in, and says
 * whether somebody has then. Gives {doc} or {error}. */
export async function change(path, body, seq, ask) {
  try {
    let result = await post(path, body, seq);
    if (result.status === 401 && (await ask())) result = await post(path, body, seq);
    return result.status === 200 ? { doc: result.doc } : { error: result.doc.error.message };
  } catch {
    return { error: "The server does not answer. Nothing was changed." };
  }
}

export async function read(path) {
  const answer = await fetch(ofTable(path));
  const doc = await answer.json();
  if (!answer.ok) throw new Error(doc.error.message);
  return doc;
}
