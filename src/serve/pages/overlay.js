/* SPDX-License-Identifier: Apache-2.0
 *
 * The overlay: the present match, for a streaming program to lay over the
 * camera's picture. */
import { BoardView } from "/pages/board.js";
import { Bug } from "/pages/bug.js";
import { CallCard } from "/pages/call.js";
import { follow, lateLoss } from "/pages/link.js";
import { Place, readAddress } from "/pages/place.js";
import { settle } from "/pages/settle.js";
import { ofTable } from "/pages/table.js";

const $ = (id) => document.getElementById(id);

const settings = readAddress(location.search);
const place = new Place($("stage"), settings);
const bug = new Bug(() => place.fit());
const card = new CallCard(() => place.fit());
const board = new BoardView($("board"));
let match = null;
let linked = true;

/* ---- the theme ---- */

let theme = null;

/* Asks for the theme of the table. The table may not have had its name before
 * the first document of its match came. Nothing is shown without the theme. */
function loadTheme() {
  if (theme) return;
  theme = document.createElement("link");
  theme.rel = "stylesheet";
  theme.href = ofTable("/pages/theme.css");
  theme.addEventListener("load", () => {
    document.body.classList.add("themed");
    bug.fitNames();
    place.fit();
  });
  theme.addEventListener("error", () => { theme.remove(); theme = null; });
  document.head.prepend(theme);
}

/* ---- the match ---- */

/* Without a camera, and in a round that is counted, nobody sees where discs
 * lie. */
const hasBoard = (doc) => doc.source.state !== "none" && !doc.counted;

function updateBoard(doc) {
  $("board-box").classList.toggle("unseen", !hasBoard(doc));
  if (hasBoard(doc)) board.update(doc, doc.seen && doc.seen.length ? doc.seen : doc.discs, []);
}

function update(doc) {
  const empty = doc.state === "waiting";
  loadTheme();
  match = doc;
  settle(doc);
  $("stage").classList.toggle("empty", empty);
  $("stage").dataset.seq = doc.seq;
  if (empty) {
    bug.clear();
    card.clear();
  } else {
    bug.update(doc);
    updateBoard(doc);
    card.update(doc);
  }
  updateLink();
}

function updateLink() {
  /* a match that is counted by taps needs no camera */
  const isFollowed = Boolean(match && match.last && !match.counted);
  const down = isFollowed && ["starting", "lost", "down"].includes(match.source.state);
  $("stage").classList.toggle("stale", !linked || down);
}

function setLost(is) {
  linked = !is;
  updateLink();
}

/* The picture on a stream comes later than the match. */
const delayed = (react) => (settings.delay === 0 ? react
  : (what) => setTimeout(react, settings.delay * 1000, what));

follow(delayed(update), delayed(lateLoss(setLost)));
