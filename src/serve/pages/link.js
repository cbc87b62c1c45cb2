/* SPDX-License-Identifier: Apache-2.0
 *
 * The match as it comes from the server, for ever: a stream that ends, breaks
 * or falls silent is opened again, sooner at first, then every few seconds. */

import { ofTable } from "/pages/table.js";

const RETRY_FIRST_MS = 200;
const RETRY_MOST_MS = 4000;
/* The server says something every 5 s; twice that and a bit is silence. */
const SILENT_MS = 12000;

/* Calls onMatch with every document and onLink with true or false when the
 * server is there or gone. */
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
    /* A hundred pages should not come back in the same instant. */
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
