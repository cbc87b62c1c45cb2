/* SPDX-License-Identifier: Apache-2.0
 *
 * The card that shows a close call, a shot that was not valid, or a replay that a
 * person has put on air, for some seconds. */

import { BoardView, drawCall, paint } from "/pages/board.js";
import { say } from "/pages/bug.js";
import { endFilm, playFilm } from "/pages/film.js";
import { OnAir } from "/pages/onair.js";
import { sideName } from "/pages/said.js";

/* Width of the drawing of a line call if a photo is shown beside it. */
const BESIDE_PX = 240;
const CALL_MS = 9000;
const REPLAY_MS = 5000;
const $ = (id) => document.getElementById(id);

/* A call is open if the disc's value depends on it: the disc's range has two
 * different values. */
const isOpen = (disc) => disc.range[0] !== disc.range[1];
const discOf = (match, call) => match.discs.find((d) => d.id === call.disc);
const keyOf = (call) => `${call.disc}/${call.line}`;

/* Returns the open calls of a match, by disc and line. */
function openCalls(match) {
  const open = match.calls.filter((call) => {
    const disc = discOf(match, call);
    return disc && isOpen(disc);
  });
  return new Map(open.map((call) => [keyOf(call), call]));
}

function marginText(call) {
  const mm = Math.abs(call.margin_mm).toFixed(2);
  const sigma = call.sigma_mm ? ` \u00B1 ${call.sigma_mm.toFixed(2)}` : "";
  return `${mm} mm ${call.margin_mm > 0 ? "clear of" : "over"} the line${sigma}`;
}

/* Returns the reason without the first sentence and the rule's number: "Not
 * valid. No opposing disc was struck. (V1)" becomes "No opposing disc was
 * struck." */
const reason = (text) => text.replace(/^[^.]*\. ?/, "").replace(/ \([A-Z]\d+\)/g, "");

/* ---- the notices ---- */

/* The card of an open call stays while the disc lies at the line, also if a
 * person has ruled: the ruling has a notice of its own. */
const openNotice = (match, call) => ({
  kind: "close", call, disc: discOf(match, call), match, waits: false, lastsMs: CALL_MS,
  stays: (now) => discOf(now, call)?.line === call.line,
});

/* A person has decided the call: the disc has one value. */
function ruledNotice(match, call) {
  const disc = discOf(match, call);
  const ruled = { ...call, margin_mm: disc.margin_mm, sigma_mm: disc.sigma_mm };
  return {
    kind: "good", call: ruled, disc, match, waits: true, lastsMs: CALL_MS,
    stays: (now) => {
      const then = discOf(now, call);
      return Boolean(then) && !isOpen(then) && then.value === disc.value;
    },
  };
}

const isInvalid = (match) => match.last?.valid === false;
/* Identifies the last shot, its validity and the discs to be removed. */
const lastKey = ({ last }) => (last ? `${last.seq}/${last.valid}/${last.remove.map((d) => d.id).join()}` : "");

const invalidNotice = (match) => ({
  kind: "bad", last: match.last, match, waits: true, lastsMs: CALL_MS,
  stays: (now) => lastKey(now) === lastKey(match),
});

const airOf = (match) => match.on_air?.number ?? 0;

/* A person wants a replay on air: its last seconds. */
const replayNotice = (match) => ({
  kind: "replay", match, address: match.on_air.url, waits: false, lastsMs: REPLAY_MS, stays: () => true,
});

/* Returns the call that a person has decided since `known`: its disc is still
 * there, and its value is no longer open. */
function ruledCall(match, known, open) {
  for (const [key, call] of known) {
    const disc = discOf(match, call);
    if (!open.has(key) && disc && !isOpen(disc)) return call;
  }
  return undefined;
}

/* Returns the notice that the change from `before` to `match` deserves, or
 * null. */
function newsOf(before, match) {
  if (airOf(match) > airOf(before)) return replayNotice(match);
  if (lastKey(match) !== lastKey(before) && isInvalid(match)) return invalidNotice(match);
  const [known, open] = [openCalls(before), openCalls(match)];
  const fresh = [...open].find(([key]) => !known.has(key));
  if (fresh) return openNotice(match, fresh[1]);
  const ruled = ruledCall(match, known, open);
  return ruled ? ruledNotice(match, ruled) : null;
}

/* ---- the card ---- */

export class CallCard {
  /* resized() is called when the card's height may have changed. */
  constructor(resized) {
    this.resized = resized;
    this.aside = new BoardView($("call-picture"));
    this.before = null;
    this.air = new OnAir((notice) => this.show(notice), () => {
      $("call").classList.remove("on");
      endFilm($("call-film"));
    });
  }

  update(match) {
    this.air.check(match);
    const notice = this.before ? newsOf(this.before, match) : null;
    if (notice) this.air.offer(notice);
    this.updatePhoto(match);
    this.before = match;
  }

  clear() {
    this.before = null;
    this.air.clear();
  }

  show(notice) {
    endFilm($("call-film"));
    if (notice.kind === "replay") this.showReplay(notice);
    else if (notice.kind === "bad") this.showInvalid(notice);
    else this.showLine(notice);
    $("call").className = `${notice.kind} on`;
    this.resized();
  }

  /* The film is short and is not waited for: where it cannot be had, the card says
   * so by being empty, and goes. */
  showReplay({ match, address }) {
    const { last } = match;
    const url = new URL(address, location.href);
    const side = last && url.pathname === `/replay/${last.seq}` ? last.side : "";
    const showsWays = url.searchParams.has("tracks");
    url.searchParams.set("last", REPLAY_MS / 1000);
    this.write(match, "Replay", side, "", "");
    playFilm($("call-film"), url, showsWays).catch(() => {});
  }

  write(match, title, side, margin, verdict) {
    const who = $("call-who");
    const of = match.sides.find((s) => s.side === side);
    say($("call-title"), title);
    say(who, of ? sideName(match, side) : "");
    Object.assign(who.style, of ? { background: paint(of).fill, color: paint(of).ink } : { background: "" });
    say($("call-margin"), margin);
    say($("call-verdict"), verdict);
  }

  showLine({ kind, match, disc, call }) {
    $("call-picture").classList.remove("off");
    this.drawLine(match, call, disc);
    this.write(match, "Line call", disc.side, marginText(call),
      kind === "good" ? `${disc.value} points` : `Too close: ${disc.range[1]} or ${disc.range[0]}`);
  }

  /* Draws the call; beside it, the camera's close-up if there is one. */
  drawLine(match, call, disc) {
    this.showPhoto(call.picture);
    drawCall($("call-picture"), match, call, disc, call.picture ? BESIDE_PX : undefined);
  }

  showPhoto(url) {
    $("call-photo").classList.toggle("off", !url);
    if (url) $("call-photo").src = url;
  }

  /* The server may store the close-up after it has sent the call. */
  updatePhoto(match) {
    const { shown } = this.air;
    if (!shown?.call || shown.call.picture) return;
    const now = openCalls(match).get(keyOf(shown.call));
    if (!now?.picture) return;
    shown.call = { ...shown.call, picture: now.picture };
    this.drawLine(shown.match, shown.call, shown.disc);
  }

  showInvalid({ match, last }) {
    const n = last.remove.length;
    const placed = last.remove.filter((d) => d.x_mm !== undefined);
    this.showPhoto("");
    $("call-picture").classList.toggle("off", placed.length === 0);
    if (placed.length > 0) this.drawRemoved(match, last.remove, placed);
    this.write(match, "Shot ruling", last.side, reason(last.text),
      n === 0 ? "Not valid" : `Not valid: ${n} ${n === 1 ? "disc" : "discs"} off`);
  }

  /* Draws the part of the board that contains all discs to be removed. */
  drawRemoved(match, remove, placed) {
    this.aside.shape = ""; /* forces a redraw: the element may show a close-up of
                            * a line call */
    this.aside.update(match, match.discs, remove);
    const x = placed.reduce((sum, d) => sum + d.x_mm, 0) / placed.length;
    const y = placed.reduce((sum, d) => sum - d.y_mm, 0) / placed.length;
    const spread = Math.max(60, ...placed.map((d) => Math.hypot(d.x_mm - x, -d.y_mm - y) + 40));
    const h = Math.min(spread, 340);
    $("call-picture").setAttribute("viewBox", `${x - h * 1.84} ${y - h} ${h * 3.68} ${h * 2}`);
  }
}
