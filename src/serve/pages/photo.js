/* SPDX-License-Identifier: Apache-2.0
 *
 * A phone's picture: it is sent, scored and shown with its discs; what is asked
 * is tapped, each answer with the totals that it makes; a disc is corrected or
 * dragged, 20s are added; then the picture is shared, or the count ends the
 * round of the table's match (photo_match.js). The server keeps nothing of it,
 * unless its operator has turned that on (photo_keep.js). */

import { COLOUR_WORDS } from "/pages/board.js";
import { ignoreDoubleTaps } from "/pages/dom.js";
import { ringAt } from "/pages/edit.js";
import { Count, meaning, OTHER } from "/pages/photo_count.js";
import { DiscKeys } from "/pages/photo_discs.js";
import { drawCloseUp, drawPicture, jpegOf, paintOf, shownPart } from "/pages/photo_draw.js";
import { PhotoKeep } from "/pages/photo_keep.js";
import { BoardMap } from "/pages/photo_map.js";
import { PhotoMatch } from "/pages/photo_match.js";
import { signIn, signInFromLink } from "/pages/send.js";
import { ofTable } from "/pages/table.js";

/* A larger picture is sent smaller: the lines have enough pixels, and a slow
 * network is waited for less. */
const SENT_MOST_PX = 3000;
const SENT_WHOLE_BYTES = 3e6;
const VALUES = [20, 15, 10, 5, 0];
const FIRST_WORDS = "Take the picture from above, with the whole board in it.";
const ASKS = { line: "Does it touch the line?", hole: "Does it lie flat in the hole?", disc: "Is this a disc?", side: "Whose disc is it?" };

const $ = (id) => document.getElementById(id);
let chosenFile = null; /* the picture that was chosen and is not scored yet */
let picture = null; /* a bitmap, upright */
let doc = null;
let count = null;
let map = null;
let chosen = null;  /* the place that a person has tapped */
let later = 0;      /* id of the question that was gone on to; 0: the first */
let colourFor = ""; /* the answer for which a colour is chosen; "": none */
let isDrawing = false;

const match = new PhotoMatch({
  changed: () => show(),
  say: (text) => say(text),
  sent: () => keep.keep(scene(), true),
  signIn: async () => { $("login").hidden = false; return false; },
});

const keep = new PhotoKeep();
const say = (text) => { $("said").textContent = text; };
const scene = () => ({ picture, doc, count });

/* ---- sending ---- */

async function smaller(file) {
  const scale = SENT_MOST_PX / Math.max(picture.width, picture.height);
  if (file.size <= SENT_WHOLE_BYTES || scale >= 1) return file;
  return jpegOf(picture, Math.round(picture.width * scale), Math.round(picture.height * scale));
}

/* Returns the score of a picture. */
async function scoreOf(blob) {
  const answer = await fetch(ofTable("/api/photo"), { method: "POST", headers: { "Content-Type": blob.type || "image/jpeg" }, body: blob })
    .catch(() => { throw new Error("The server does not answer. Choose the picture again."); });
  const got = await answer.json();
  if (answer.status === 401 || answer.status === 403) $("login").hidden = false;
  if (got.error) throw new Error(got.error.message.replace(/^\/dev\/stdin: /, ""));
  return got;
}

/* Scores the chosen picture. It stays chosen if that fails, so that it is sent
 * again after a sign-in; the field is cleared, since a browser does not report that
 * the same file was chosen again. */
async function score() {
  say("Scoring…");
  $("take").hidden = true;
  $("file").value = "";
  try {
    picture = await createImageBitmap(chosenFile, { imageOrientation: "from-image" })
      .catch(() => { throw new Error("This file is not a picture that the browser can read."); });
    doc = await scoreOf(await smaller(chosenFile));
    chosenFile = null;
    map = new BoardMap(doc.board);
    count = new Count(doc, map);
    match.begin();
    await match.look().catch(() => {}); /* without a match it is scored all the same */
    close();
    $("result").hidden = false;
    show();
  } catch (error) {
    say(error.message);
    $("take").hidden = false;
  }
}

/* ---- the totals ---- */

const nameOf = (side) => (side === OTHER ? "another colour" : side);
const words = (totals) => totals.map(({ side, total }) => `${match.nameOf(side) ?? nameOf(side)} ${total}`).join(", ");

/* A button; `more` is shown below its text, and `name` is read out instead. */
function makeKey(text, act, { name, more } = {}) {
  const button = document.createElement("button");
  button.textContent = text;
  if (name) button.setAttribute("aria-label", name);
  button.addEventListener("click", act);
  if (more) {
    const small = document.createElement("small");
    small.textContent = more.replace(/ (?=\d)/g, "\u00A0"); /* no line ends before a number */
    button.append(" ", small);
  }
  return button;
}

function showSide({ side }) {
  const row = document.createElement("div");
  row.className = "side";
  row.innerHTML = '<svg viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="4.5" stroke="#fff" stroke-width=".8"/></svg><span class="name"></span><span class="bowl"></span><span class="total"></span>';
  row.querySelector("circle").setAttribute("fill", paintOf(count, side).fill);
  const who = match.nameOf(side);
  row.querySelector(".name").textContent = who === undefined || who === side ? side : `${who}, ${side}`;
  const [lo, hi] = count.range(side);
  row.querySelector(".total").textContent = count.total(side);
  if (lo !== hi) {
    const range = document.createElement("span");
    range.className = "range";
    range.textContent = `${lo}–${hi}`;
    row.querySelector(".total").append(range);
  }
  const add = (n) => () => { count.addTwenty(side, n); show(); };
  const number = document.createElement("span");
  number.textContent = `${count.twenties(side)} × 20`;
  row.querySelector(".bowl").append(makeKey("−", add(-1), { name: `one 20 of ${side} less` }), number,
    makeKey("+", add(1), { name: `one 20 of ${side} more` }));
  return row;
}

/* ---- the card: a question, or a disc that is corrected ---- */

function close() {
  chosen = null;
  colourFor = "";
}

/* A person says what lies at the place. */
function settle(place, discs) {
  count.say(place.id, discs);
  close();
  show();
}

/* Opens the card of a disc that was tapped. */
function open(place) {
  close();
  chosen = place;
  show();
  $("card").scrollIntoView({ block: "nearest" });
}

const isSame = (a, b) => a !== undefined && JSON.stringify(a) === JSON.stringify(b);

/* An answer with the totals that it makes. For one that names a side of which
 * no disc was found, the side's colour is asked next. */
function answerKey(place, text) {
  const discs = meaning(text, place);
  const isOther = discs.some((disc) => disc.side === OTHER);
  const key = makeKey(`${text.replace(OTHER, nameOf(OTHER))}: ${words(count.totalsWith(place, discs))}`, () => {
    if (!isOther) return settle(place, discs);
    chosen = place;
    colourFor = text;
    return show();
  });
  if (count.said.has(place.id)) key.setAttribute("aria-pressed", String(isSame(count.said.get(place.id), discs)));
  return key;
}

/* The sides of which no disc was found: the match's, or any colour. */
const absentSides = () => (count.also.length > 0 ? count.also.map(({ side }) => side)
  : COLOUR_WORDS.filter((word) => count.found.every(({ side }) => side !== word)));

/* The colours that the other side may have. */
function colourKeys(place) {
  return absentSides().map((side) => {
    const discs = meaning(colourFor.replaceAll(OTHER, side), place);
    return makeKey(`${side}: ${words(count.totalsWith(place, discs))}`, () => settle(place, discs));
  });
}

/* What a disc may be instead: another value, another side, or none. */
function correctionKeys(place) {
  const known = count.sides.map((it) => it.side);
  const sides = known.length > 0 ? known : absentSides();
  const now = count.at(place)[0] ?? { side: place.side ?? sides[0], value: place.value ?? 0 };
  const key = (text, discs) => makeKey(text, () => settle(place, discs), { more: words(count.totalsWith(place, discs)) });
  if (place.kind === "added" && !count.said.has(place.id)) {
    const keys = sides.map((side) => key(`${side} ${now.value}`, [{ side, value: now.value }]));
    return known.length === 1 ? [...keys, answerKey(place, `${OTHER}:${now.value}`)] : keys;
  }
  return [...VALUES.map((value) => key(String(value), [{ side: now.side, value }])),
    ...sides.filter((side) => side !== now.side).map((side) => key(side, [{ side, value: now.value }])), key("No disc", [])];
}

function titleOf(place) {
  if (colourFor) return "Which colour is it?";
  if (count.isOpen(place) || (place.answers.length > 0 && count.at(place).length === 0))
    return place.kind === "unseen" ? "What lies on the part that is not seen?" : ASKS[place.asks] ?? ASKS.disc;
  const [disc] = count.at(place);
  return disc ? `Disc ${place.id}, ${disc.side}: ${disc.value}` : place.kind === "added" ? "Whose disc lies here?" : `Disc ${place.id}: none`;
}

/* The key that goes on to the next question. */
function showNext(places, at) {
  $("next").hidden = Boolean(chosen) || places.length < 2;
  if ($("next").hidden) return;
  $("next").textContent = `${at + 1} of ${places.length} ›`;
  $("next").setAttribute("aria-label", `Question ${at + 1} of ${places.length}: next`);
  $("next").onclick = () => {
    later = places[(at + 1) % places.length].id;
    show();
  };
}

function showCard() {
  const places = count.open();
  const at = Math.max(0, places.findIndex((it) => it.id === later));
  const place = chosen ?? places[at];
  $("card").hidden = !place;
  if (!place) return;
  drawCloseUp($("close-up"), scene(), place.px, false);
  $("question").textContent = titleOf(place);
  showNext(places, at);
  $("answers").replaceChildren(...(colourFor ? colourKeys(place) : place.answers.map((text) => answerKey(place, text))));
  $("correction").replaceChildren();
  if (!chosen) return;
  if (!colourFor) $("correction").append(...correctionKeys(place));
  $("correction").append(makeKey("Back", () => { close(); show(); }));
}

/* ---- the picture ---- */

function discLabel(place) {
  const lies = count.at(place).map((disc) => `${disc.side} disc, ${disc.value}`).join(" and ");
  return `${lies || (place.kind === "unseen" ? "a part that is not seen" : "no disc")}${count.isOpen(place) ? ", a question" : ""}`;
}

function showPicture() {
  isDrawing = false;
  drawPicture($("picture"), scene(), false);
  const shown = count.places.filter((place) => count.at(place).length > 0 || count.isOpen(place));
  const part = shownPart(doc);
  $("view").style.setProperty("--wide", part.width / part.height);
  keys.show(shown, part, discLabel);
}

/* A disc lies at another place of the picture, and counts what it counts there. */
function lieAt(place, px) {
  const [disc] = count.at(place);
  place.px = px;
  count.say(place.id, [{ side: disc.side, value: ringAt(doc.board, ...map.toMm(px)) }]);
}

const sayMoved = (place) => say(`${discLabel(place)}. ${words(count.totals())}`);

const keys = new DiscKeys($("discs"), {
  open,
  moved(place, px) {
    if (count.at(place).length === 0) return;
    place.px = px;
    $("loupe").hidden = false;
    drawCloseUp($("loupe"), scene(), px, true);
    if (!isDrawing) requestAnimationFrame(showPicture);
    isDrawing = true;
  },
  dropped(place, isMeant) {
    $("loupe").hidden = true;
    if (count.at(place).length === 0) return open(place);
    close();
    if (isMeant) lieAt(place, place.px);
    show();
    if (isMeant) sayMoved(place);
    return undefined;
  },
  stepped(place, [dx, dy]) {
    if (count.at(place).length === 0) return;
    const [x, y] = map.toMm(place.px);
    lieAt(place, map.toPx([x + dx, y + dy]));
    show();
    sayMoved(place);
  },
  removed(place) { settle(place, []); },
});

/* A tap beside the discs: a disc lies there that was not found. */
$("picture").addEventListener("click", (event) => {
  const part = shownPart(doc);
  const k = part.width / $("picture").clientWidth;
  const px = [part.left + event.offsetX * k, part.top + event.offsetY * k];
  count.tidy();
  open(count.add(px, ringAt(doc.board, ...map.toMm(px))));
});

/* ---- all of it ---- */

/* What the page says of the count as it stands. */
function summary(left) {
  if (left > 0) return `${left} question${left === 1 ? "" : "s"}`;
  return match.question() || words(count.totals()) || "No disc was found. Tap the board to add one.";
}

function show() {
  if (!chosen) count.tidy();
  match.fit(count);
  const left = count.open().length;
  say(summary(left));
  $("totals").replaceChildren(...count.sides.map(showSide));
  showCard();
  showPicture();
  match.show(left);
}

/* ---- what is done with it ---- */

async function share() {
  keep.keep(scene(), true);
  const canvas = document.createElement("canvas");
  drawPicture(canvas, scene(), true);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9));
  const file = new File([blob], "crokinole.jpg", { type: "image/jpeg" });
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = file.name;
  link.click();
  return URL.revokeObjectURL(link.href);
}

function again() {
  keep.keep(scene(), false);
  $("result").hidden = true;
  $("take").hidden = false;
  say(FIRST_WORDS);
}

$("file").addEventListener("change", () => {
  [chosenFile] = $("file").files;
  if (chosenFile) score();
});
$("share").addEventListener("click", () => share().catch(() => {}));
$("send").addEventListener("click", () => match.tap().catch((error) => say(error.message)));
$("again").addEventListener("click", again);
$("login").addEventListener("submit", async (event) => {
  event.preventDefault();
  const error = await signIn(event.target.elements.token.value.trim());
  $("login").hidden = !error;
  if (!error && chosenFile) return score();
  return say(error || "Signed in.");
});
ignoreDoubleTaps();
await keep.look();
$("keeps").hidden = !keep.isOn;
const refused = await signInFromLink();
if (refused) {
  say(refused);
  $("login").hidden = false;
}
document.body.classList.add("ready");
