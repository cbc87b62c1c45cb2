/* SPDX-License-Identifier: Apache-2.0
 *
 * One table on a screen of its own. */

import { showAway } from "/pages/away.js";
import { keepAwake } from "/pages/awake.js";
import { BoardView } from "/pages/board.js";
import { Bug, say } from "/pages/bug.js";
import { follow, lateLoss } from "/pages/link.js";
import { tableName } from "/pages/names.js";
import { settle } from "/pages/settle.js";
import { tableInPath } from "/pages/table.js";

/* Width of the score bug in its own pixels (bug.css). */
const BUG_PX = 640;
/* Parts of the screen: the bug's width beside a board, and the largest board, of
 * the window's width or of its height on a tall screen. */
const BUG_BESIDE = 0.54;
const BOARD_BESIDE = 0.42;
const BOARD_BELOW = 0.62;
const MARGIN = 0.06;
/* How often the page looks whether the broker is away, ms. */
const HALL_MS = 3000;

const $ = (id) => document.getElementById(id);
const bug = new Bug(fit);
const board = new BoardView($("board"));

/* Without a camera, and in a round that is counted, nobody sees where discs
 * lie. */
const hasBoard = (doc) => doc.source.state !== "none" && !doc.counted;

function fit() {
  const root = document.documentElement.style;
  const isTall = innerHeight > innerWidth;
  const alone = $("board-box").hidden;
  const free = { w: innerWidth * (1 - MARGIN), h: innerHeight * (1 - 2 * MARGIN) - $("table").offsetHeight - $("away").offsetHeight };
  const side = isTall ? Math.min(free.w, free.h * BOARD_BELOW) : Math.min(free.w * BOARD_BESIDE, free.h);
  const bugMost = isTall || alone ? free.w : free.w * BUG_BESIDE;
  const high = Math.max($("bug").offsetHeight, 1);
  const scale = Math.min(bugMost / BUG_PX, (isTall && !alone ? free.h - side : free.h) / high);
  root.setProperty("--scale", scale);
  root.setProperty("--bug-width", `${$("bug").hidden ? free.w : BUG_PX * scale}px`);
  root.setProperty("--bug-height", `${$("bug").hidden ? free.h : high * scale}px`);
  root.setProperty("--board", `${side}px`);
}

function update(doc) {
  const isEmpty = doc.state === "waiting";
  settle(doc);
  say($("table"), tableName(tableInPath() ?? (doc.table || String(doc.number))));
  $("bug").hidden = isEmpty;
  $("empty").hidden = !isEmpty;
  $("board-box").hidden = isEmpty || !hasBoard(doc);
  say($("empty"), "No match yet");
  if (isEmpty) bug.clear();
  else bug.update(doc);
  if (!$("board-box").hidden) board.update(doc, doc.seen && doc.seen.length ? doc.seen : doc.discs, []);
  fit();
  document.body.dataset.seq = doc.seq;
}

/* Shows whether the hall's broker is away, which a table's own document does not
 * say. It is asked for: a stream would take one of the six connections that all
 * pages of a browser have. A server that does not answer is shown by follow(). */
async function lookAtHall() {
  const hall = await fetch("/api/tables").then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
  if (hall) showAway($("away"), hall.away);
  if (hall) fit();
  setTimeout(lookAtHall, HALL_MS);
}

addEventListener("resize", fit);
keepAwake(true);
follow(update, lateLoss((is) => document.body.classList.toggle("lost", is)));
lookAtHall();
