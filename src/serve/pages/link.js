/* SPDX-License-Identifier: Apache-2.0
 *
 * Receives the match from the server without end. If the event stream ends,
 * breaks or is silent, it is opened again: first after 0.2 s, then after pauses
 * that double up to RETRY_MOST_MS. The stream is that of the worker which all
 * pages share (stream.js), or the page's own in a browser without such workers. */

import { ofTable } from "/pages/table.js";

const RETRY_FIRST_MS = 200;
const RETRY_MOST_MS = 4000;
/* Time without a message after which the stream counts as silent, ms. The
 * server sends a message at least every 5 s; this is twice that plus a
 * margin. */
const SILENT_MS = 12000;
/* A page shows that the connection is lost only if it is lost for this long, ms;
 * a shorter loss is not shown. */
const SHOWN_AFTER_MS = 1500;

/* All kinds of stream call on.match(text), on.beat() and on.lost(), and return
 * a function that closes the stream. */

/* Opens a stream of the page's own, of events with this name. */
function openOwn(path, name, on) {
  const source = new EventSource(path);
  source.addEventListener("error", on.lost);
  source.addEventListener("beat", on.beat);
  source.addEventListener(name, (event) => on.match(event.data));
  return () => source.close();
}

/* Joins the stream of the worker, which knows tables by their numbers only. */
function openShared(worker, on) {
  let isClosed = false;
  worker.port.onmessage = ({ data }) => {
    worker.speaks = true;
    if (!isClosed) on[data.what](data.text);
  };
  fetch(ofTable("/api/match"))
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.statusText))))
    .then(({ number }) => {
      if (isClosed) return;
      worker.isAsked = true;
      worker.port.postMessage(number);
    })
    .catch(() => { if (!isClosed) on.lost(); });
  return () => {
    isClosed = true;
    worker.port.postMessage(0);
  };
}

/* A worker that was asked and has never said a word is none: not every browser
 * says that a script cannot be run. One that runs says also that its stream is
 * lost. */
const isDumb = (worker) => worker.isAsked && !worker.speaks;

/* Returns { port, isAsked, speaks }, the worker as this page knows it, or null in a
 * browser that does not let pages share one. failed() is called if its script cannot
 * be run. */
function shareWorker(failed) {
  try {
    const worker = new SharedWorker("/pages/stream.js");
    worker.addEventListener("error", failed);
    addEventListener("pagehide", () => worker.port.postMessage(0));
    return { port: worker.port, isAsked: false, speaks: false };
  } catch {
    return null;
  }
}

/* Keeps a stream open that openStream(on) opens. Calls onDocument(document) for
 * every document. Calls onLink(true) for every message of the server, and
 * onLink(false) each time the stream is lost. Returns a function that opens the
 * stream anew. */
function keepOpen(openStream, onDocument, onLink) {
  let close = () => {};
  let wait = RETRY_FIRST_MS;
  let silence = 0;
  let retry = 0;

  function lost() {
    close();
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

  function match(text) {
    heard();
    onDocument(JSON.parse(text));
  }

  function open() {
    const on = { match, beat: heard, lost };
    silence = setTimeout(lost, SILENT_MS);
    close = openStream(on);
  }

  open();
  return lost;
}

/* Returns an onLink for pages that show a loss. setLost(true) is called when the
 * connection has been lost for a while, setLost(false) when it is back.
 * onLink(false) comes for every failed attempt to connect: the time is counted
 * from the first one. */
export function lateLoss(setLost) {
  let timer = 0;
  return (up) => {
    if (up) {
      clearTimeout(timer);
      timer = 0;
      setLost(false);
    } else if (timer === 0) {
      timer = setTimeout(setLost, SHOWN_AFTER_MS, true);
    }
  };
}

/* Follows the match of the page's table. */
export function follow(onMatch, onLink) {
  let reopen = () => {};
  let worker = shareWorker(() => {
    worker = null;
    reopen();
  });
  reopen = keepOpen((on) => {
    if (worker && isDumb(worker)) worker = null;
    return worker ? openShared(worker, on) : openOwn(ofTable("/api/events"), "match", on);
  }, onMatch, onLink);
}

/* Follows another document of the server: events `name` of the stream `path`. */
export function followDocument(path, name, onDocument, onLink) {
  keepOpen((on) => openOwn(path, name, on), onDocument, onLink);
}
