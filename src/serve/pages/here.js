/* SPDX-License-Identifier: Apache-2.0
 *
 * Says to the server that this console is open, and shows how many are: whoever
 * corrects something should know that another operator does so, too. */
import { change } from "/pages/send.js";

/* Pause between two messages, ms; the server forgets a console after 12 s. */
const PAUSE_MS = 5000;

/* A random id, by which the server distinguishes this console from others. */
const id = [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(36)).join("");

let timer = 0;

async function tell(show) {
  const { doc, isLost } = await change("/api/here", { id }, null, async () => false);
  if (doc) show(doc.consoles);
  else if (!isLost) stop(); /* not signed in */
}

function stop() {
  clearInterval(timer);
  timer = 0;
}

/* Begins to say it, unless that is done already. It ends when the server refuses
 * it; so this is called again when a change shows that the operator has signed
 * in. */
export function sayHere(show) {
  if (timer) return;
  timer = setInterval(() => tell(show), PAUSE_MS);
  tell(show);
}
