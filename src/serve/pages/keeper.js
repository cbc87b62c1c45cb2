/* SPDX-License-Identifier: Apache-2.0
 *
 * The name of who keeps score at this console. It is kept in the browser and
 * sent with each change, so that the day's corrections say by whom they are. */
import { $ } from "/pages/dom.js";

const KEPT = "who keeps score";
/* The server takes as many bytes of a name (docs/FORMATS.md, x-by). */
const MOST_BYTES = 48;

/* Returns the name, or "". */
export function keeper() {
  try {
    return localStorage.getItem(KEPT) || "";
  } catch {
    return "";
  }
}

function shortened(text) {
  const characters = [...text.trim()];
  while (new TextEncoder().encode(characters.join("")).length > MOST_BYTES) characters.pop();
  return characters.join("").trim();
}

export function setUpKeeper() {
  const input = $("keeper").elements.by;
  input.value = keeper();
  input.addEventListener("change", () => {
    input.value = shortened(input.value);
    try {
      localStorage.setItem(KEPT, input.value);
    } catch { /* a browser may refuse to keep anything: then no name is sent */ }
  });
  $("keeper").addEventListener("submit", (event) => event.preventDefault());
}
