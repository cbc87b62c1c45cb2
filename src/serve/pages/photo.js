/* SPDX-License-Identifier: Apache-2.0
 *
 * A phone's picture: it is sent, scored and shown with its discs; what is asked
 * is tapped, each answer with the totals that it makes; a disc is corrected, 20s
 * are added; then the picture is shared, or the count ends the round of the
 * table's match. The server keeps nothing of it. */

import { Count, meaning } from "/pages/photo_count.js";
import { change, read, signIn, signInFromLink } from "/pages/send.js";
import { ofTable } from "/pages/table.js";

/* A larger picture is sent smaller: the lines have enough pixels, and a slow
 * network is waited for less. */
const SENT_MOST_PX = 3000;
const SENT_WHOLE_BYTES = 3e6;
const SHOWN_MOST_PX = 1600;
const HEADER_PX = 110;
/* The shown part reaches so far from the board's centre, in radii of the outer
 * line: the ditch and the rail are in it. */
const AROUND_BOARD = 1.45;
const VALUES = [20, 15, 10, 5, 0];
const ASKS = { line: "Does it touch the line?", hole: "Does it lie flat in the hole?", disc: "Is this a disc?", side: "Whose disc is it?" };

const $ = (id) => document.getElementById(id);
let picture = null; /* a bitmap, upright */
let doc = null;
let count = null;
let chosen = null; /* the place that is corrected */

const say = (text) => { $("said").textContent = text; };
const rgb = (side) => `rgb(${(count.sides.find((it) => it.side === side)?.rgb ?? [128, 128, 128]).join(",")})`;
const isDark = (side) => { const c = count.sides.find((it) => it.side === side)?.rgb ?? [0, 0, 0]; return 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] < 128; };

/* ---- sending ---- */

async function smaller(file) {
  const scale = SENT_MOST_PX / Math.max(picture.width, picture.height);
  if (file.size <= SENT_WHOLE_BYTES || scale >= 1) return { blob: file, scale: 1 };
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return { blob: await canvas.convertToBlob({ type: "image/jpeg", quality: 0.92 }), scale };
}

async function score(file) {
  say("Scoring…");
  $("take").hidden = true;
  try {
    picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const { blob } = await smaller(file);
    const answer = await fetch(ofTable("/api/photo"), { method: "POST", headers: { "Content-Type": blob.type || "image/jpeg" }, body: blob });
    const got = await answer.json();
    if (answer.status === 401 || answer.status === 403) $("login").hidden = false;
    if (got.error) throw new Error(got.error.message.replace(/^\/dev\/stdin: /, ""));
    doc = got;
    count = new Count(doc);
    chosen = null;
    $("result").hidden = false;
    show();
  } catch (error) {
    say(error.message);
    $("take").hidden = false;
  }
}

/* ---- showing ---- */

function makeKey(text, act, name = text) {
  const button = document.createElement("button");
  button.textContent = text;
  button.setAttribute("aria-label", name);
  button.addEventListener("click", act);
  return button;
}

function showSide({ side }) {
  const row = document.createElement("div");
  row.className = "side";
  row.innerHTML = '<svg viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="4.5" stroke="#fff" stroke-width=".8"/></svg><span class="name"></span><span class="bowl"></span><span class="total"></span>';
  row.querySelector("circle").setAttribute("fill", rgb(side));
  row.querySelector(".name").textContent = side;
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
  row.querySelector(".bowl").append(makeKey("−", add(-1), `one 20 of ${side} less`), number, makeKey("+", add(1), `one 20 of ${side} more`));
  return row;
}

/* Draws the part of the picture around a place. */
function drawCloseUp(place) {
  const canvas = $("close-up"), at = canvas.getContext("2d");
  canvas.hidden = !place.px;
  if (!place.px) return;
  const toPicture = picture.width / doc.width;
  const half = 2.2 * doc.board.disc_mm * doc.board.px_per_mm * toPicture;
  const [x, y] = place.px.map((v) => v * toPicture);
  at.clearRect(0, 0, canvas.width, canvas.height);
  at.drawImage(picture, x - half, y - half, 2 * half, 2 * half, 0, 0, canvas.width, canvas.height);
}

const words = (totals) => totals.map(({ side, total }) => `${side} ${total}`).join(", ");

function showQuestion() {
  const place = chosen ?? count.open()[0];
  $("card").hidden = !place;
  $("answers").replaceChildren();
  if (!place) return;
  drawCloseUp(place);
  $("answers").classList.toggle("short", Boolean(chosen));
  if (chosen) return showCorrection(place);
  $("question").textContent = place.kind === "unseen" ? "What lies on the part that is not seen?" : ASKS[place.asks] ?? ASKS.disc;
  for (const text of place.answers)
    $("answers").append(makeKey(`${text}: ${words(count.totalsWith(place, text))}`, () => {
      count.say(place.id, meaning(text, place));
      show();
    }));
}

/* A disc's own value and side, tapped. */
function showCorrection(place) {
  const now = count.at(place)[0] ?? { side: place.side ?? count.sides[0].side, value: 0 };
  const put = (discs) => () => { count.say(place.id, discs); chosen = null; show(); };
  $("question").textContent = `Disc ${place.id}, ${now.side}: ${now.value}`;
  for (const value of VALUES) $("answers").append(makeKey(String(value), put([{ side: now.side, value }]), `${now.side} ${value}`));
  for (const { side } of count.sides)
    if (side !== now.side) $("answers").append(makeKey(side, put([{ side, value: now.value }]), `it is ${side}`));
  $("answers").append(makeKey("No disc", put([])), makeKey("Back", () => { chosen = null; show(); }));
}

/* The part of the picture that has the board, in px of the whole picture. */
function shownPart() {
  const [x, y] = doc.board.centre_px;
  const reach = AROUND_BOARD * doc.board.lines_mm.outer * doc.board.px_per_mm;
  const [left, top] = [Math.max(0, x - reach), Math.max(0, y - reach)];
  return { left, top, width: Math.min(doc.width, x + reach) - left, height: Math.min(doc.height, y + reach) - top };
}

/* Draws the board with its discs; with the totals above it, to be shared. */
function draw(canvas, header) {
  const part = shownPart();
  const own = picture.width / doc.width;
  const k = Math.min(SHOWN_MOST_PX / Math.max(part.width, part.height), 2 * own);
  const top = header ? HEADER_PX : 0;
  const at = canvas.getContext("2d");
  canvas.width = Math.round(part.width * k);
  canvas.height = Math.round(part.height * k) + top;
  at.drawImage(picture, part.left * own, part.top * own, part.width * own, part.height * own, 0, top, canvas.width, canvas.height - top);
  if (header) drawHeader(at, canvas.width);
  const r = Math.max(9, doc.board.disc_mm * doc.board.px_per_mm * k);
  for (const place of count.places) {
    if (!place.px) continue;
    const [disc] = count.at(place);
    const isAsked = place.answers.length > 0 && !count.said.has(place.id);
    if (disc || isAsked) drawDisc(at, (place.px[0] - part.left) * k, (place.px[1] - part.top) * k + top, r, disc, isAsked);
  }
}

function drawDisc(at, x, y, r, disc, isAsked) {
  at.beginPath();
  at.arc(x, y, r, 0, 2 * Math.PI);
  at.lineWidth = r / 3;
  at.strokeStyle = isAsked ? "#ffc533" : "#fff";
  at.stroke();
  if (!disc) return;
  at.fillStyle = rgb(disc.side);
  at.fill();
  at.fillStyle = isDark(disc.side) ? "#fff" : "#101010";
  at.font = `bold ${1.2 * r}px "Noto Sans", sans-serif`;
  at.textAlign = "center";
  at.textBaseline = "middle";
  at.fillText(disc.value || "×", x, y);
}

function drawHeader(at, width) {
  at.fillStyle = "#16181d";
  at.fillRect(0, 0, width, HEADER_PX);
  at.textBaseline = "middle";
  at.textAlign = "left";
  count.sides.forEach(({ side }, i) => {
    const x = 24 + (i * (width - 24)) / count.sides.length;
    at.fillStyle = rgb(side);
    at.beginPath();
    at.arc(x + 24, HEADER_PX / 2, 24, 0, 2 * Math.PI);
    at.fill();
    at.strokeStyle = "#fff";
    at.lineWidth = 3;
    at.stroke();
    const [lo, hi] = count.range(side);
    at.fillStyle = "#f2f1ec";
    at.font = 'bold 48px "Noto Sans", sans-serif';
    at.fillText(lo === hi ? String(lo) : `${lo}–${hi}`, x + 64, HEADER_PX / 2 - 8);
    at.font = '22px "Noto Sans", sans-serif';
    at.fillText(side, x + 64, HEADER_PX / 2 + 32);
  });
}

function show() {
  const left = count.open().length;
  say(left > 0 ? `${left} question${left === 1 ? "" : "s"}` : `${words(count.sides.map(({ side }) => ({ side, total: count.total(side) })))}`);
  $("totals").replaceChildren(...count.sides.map(showSide));
  showQuestion();
  draw($("picture"), false);
  $("send").disabled = left > 0;
}

/* ---- what is done with it ---- */

/* The place of a tap: the nearest disc within twice its radius. */
$("picture").addEventListener("click", (event) => {
  const part = shownPart();
  const k = part.width / $("picture").clientWidth;
  const [x, y] = [part.left + event.offsetX * k, part.top + event.offsetY * k];
  const reach = 2 * Math.max(doc.board.disc_mm * doc.board.px_per_mm, 11 * k);
  const far = (place) => Math.hypot(place.px[0] - x, place.px[1] - y);
  const near = count.places.filter((place) => place.px && far(place) < reach).sort((a, b) => far(a) - far(b));
  chosen = near[0] ?? null;
  show();
});

async function share() {
  const canvas = document.createElement("canvas");
  draw(canvas, true);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9));
  const file = new File([blob], "crokinole.jpg", { type: "image/jpeg" });
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = file.name;
  link.click();
  return URL.revokeObjectURL(link.href);
}

/* The picture's sides in the order of the match's: by name where the names are
 * the same, else as they stand. */
function matchSides(match) {
  const names = match.sides.map((it) => it.side);
  const isSame = count.sides.every(({ side }) => names.includes(side));
  return count.sides.map(({ side }, i) => [side, isSame ? side : names[i]]);
}

/* The first tap says what will be sent, the second one sends it. */
async function send() {
  const match = await read("/api/match");
  if (match.state === "waiting" || match.sides.length !== count.sides.length)
    return say("The table has no match with these sides. Start one at the console.");
  const pairs = matchSides(match);
  const name = (side) => match.sides.find((it) => it.side === side).name;
  const what = pairs.map(([side, of]) => `${name(of)} ${count.total(side)}`).join(", ");
  if ($("send").dataset.what !== what) {
    $("send").dataset.what = what;
    $("send").textContent = `End the round: ${what}`;
    return undefined;
  }
  const body = { type: "round_count", final: true, sides: pairs.map(([side, of]) => count.ringsOf(side, of)) };
  const { error } = await change("/api/event", body, match, async () => false);
  say(error ?? `Sent: ${what}`);
  $("send").disabled = !error;
  return undefined;
}

function again() {
  $("result").hidden = true;
  $("take").hidden = false;
  $("file").value = "";
  delete $("send").dataset.what;
  $("send").textContent = "End the round";
  say("Take the picture from above, with the whole board in it.");
}

$("file").addEventListener("change", () => { if ($("file").files[0]) score($("file").files[0]); });
$("share").addEventListener("click", () => share().catch(() => {}));
$("send").addEventListener("click", () => send().catch((error) => say(error.message)));
$("again").addEventListener("click", again);
$("login").addEventListener("submit", async (event) => {
  event.preventDefault();
  const error = await signIn(event.target.elements.token.value.trim());
  $("login").hidden = !error;
  say(error || "Signed in. Take the picture.");
});
await signInFromLink();
document.body.classList.add("ready");
