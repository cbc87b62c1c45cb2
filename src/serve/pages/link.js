/* SPDX-License-Identifier: Apache-2.0
 *
 * Receives the match from the server without end. If the event stream ends,
 * breaks or is silent, it is opened again: first after 0.2 s, then after pauses
 * that double up to RETRY_MOST_MS. */

import { ofTable } from "/pages/table.js";

const RETRY_FIRST_MS = 200;
const RETRY_MOST_MS = 4000;
/* Time without a message after which the stream counts as silent, ms. The
 * server sends a message at least every 5 s; this is twice that plus a
 * margin. */
const SILENT_MS = 12000;

/* Calls onMatch(document) for every document. Calls onLink(true) for every
 * message of the server, and onLink(false) each time the stream is lost. */
export function follow(onMatch, onLink) {
  let source = null;
  let wait = RETRY_FIRST_MS;
  let silence = 0;
  let retry = 0;

  function lost() {
    if (source) source.close();
    source = null;
    clearTimeout(silence);
    clearTimeout(retry);
    onLink(false);
    /* The random factor of 0.75 to 1.25 prevents all pages from connecting
     * again at the same moment. */
    retry = setTimeout(open, wait * (0.75 + 0.5 * Math.random()));
    wait = Math.min(2 * wait, RETRY_MOST_MS);
  }

  function heard() {
    wait = RETRY_FIRST_MS;
    clearTimeout(silence);
    silence = setTimeout(lost, SILENT_MS);
    onLink(true);
  }

  function open() {
    source = new EventSource(ofTable("/api/events"));
    silence = setTimeout(lost, SILENT_MS);
    source.addEventListener("error", lost);
    source.addEventListener("beat", heard);
    source.addEventListener("match", (event) => {
      heard();
      onMatch(JSON.parse(event.data));
    });
  }

  open();
}
