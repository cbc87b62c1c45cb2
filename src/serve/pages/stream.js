/* SPDX-License-Identifier: Apache-2.0
 *
 * A worker that all pages of this server in a browser share. It has one event
 * stream for them, because a browser opens only six connections to a host.
 *
 * A page sends the number of the table that it follows, or 0 when it follows
 * none any more. It gets { what: "match", text } for every document of this
 * table, { what: "beat" }, and { what: "lost" } when the stream has ended; then
 * it has to ask again. */
"use strict";

/* Pages that are opened together are waited for, ms, so that the stream is
 * opened once for all of their tables. */
const GATHER_MS = 30;

const ports = new Map();  /* port of each page: number of its table */
const newest = new Map(); /* number of each table in the stream: its newest
                           * document as a text, "" before the first */
let source = null;
let opening = 0;

function tell(message) {
  for (const port of ports.keys()) port.postMessage(message);
}

function close() {
  clearTimeout(opening);
  if (source) source.close();
  source = null;
  newest.clear();
}

function lost() {
  close();
  tell({ what: "lost" });
  ports.clear();
}

function onMatch({ data: text }) {
  const { number } = JSON.parse(text);
  newest.set(number, text);
  for (const [port, of] of ports)
    if (of === number) port.postMessage({ what: "match", text });
}

function open() {
  close();
  for (const number of ports.values()) newest.set(number, "");
  source = new EventSource(`/api/events?n=${[...newest.keys()].join(",")}`);
  source.addEventListener("error", lost);
  source.addEventListener("beat", () => tell({ what: "beat" }));
  source.addEventListener("match", onMatch);
}

function follow(port, number) {
  ports.set(port, number);
  if (newest.get(number)) {
    port.postMessage({ what: "match", text: newest.get(number) });
  } else if (!newest.has(number)) {
    clearTimeout(opening);
    opening = setTimeout(open, GATHER_MS);
  }
}

function leave(port) {
  ports.delete(port);
  if (ports.size === 0) close();
}

self.onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data: number }) => (number === 0 ? leave(port) : follow(port, number));
};
