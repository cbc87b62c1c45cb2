/* SPDX-License-Identifier: Apache-2.0
 *
 * What the footer of the score bug says of a match: the event, or instead what
 * has just happened, or what play waits for. */

import { shortName } from "/pages/names.js";

/* How long the footer says what happened. */
const SAID_MS = 3000;
const MINUS = "\u2212", DASH = "\u2013", DOT = " \u00B7 ";

export const range = ([lo, hi]) => (lo === hi ? String(lo) : `${lo}${DASH}${hi}`);
export const isRange = (text) => text.includes(DASH);

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/* Returns the name of a side as the bug shows it. */
export function sideName(match, side) {
  return match.sides.some((s) => s.side === side) ? shortName(match.sides, side) : side;
}

/* ---- a round that ended ---- */

const roundKey = (match) => (match.ended ? `${match.match}/${match.ended.game}/${match.ended.round}` : "");

const signed = (n) => (n < 0 ? MINUS + -n : `+${n}`);

/* "Weber +2 · 45–30": the best first. Where totals are open, nobody is named. */
function roundText(match) {
  const { sides, round, forfeited_by: forfeited } = match.ended;
  if (forfeited) return `Round ${round} is forfeited by ${forfeited.map((side) => sideName(match, side)).join(" & ")}`;
  const isOpen = sides.some((s) => s.added_range[0] !== s.added_range[1]);
  const total = (s) => (s.range[0] === s.range[1] ? s.total : `${s.total}?`);
  const best = Math.max(...sides.map((s) => s.added));
  const sorted = [...sides].sort((a, b) => b.added - a.added || b.total - a.total);
  const totals = (isOpen ? sides : sorted).map(total).join(DASH);
  const top = sides.filter((s) => s.added === best);
  if (isOpen) return `Round ${round}${DOT}${totals}`;
  if (top.length === sides.length) return `Round ${round} is tied${DOT}${totals}`;
  return `${top.map((s) => sideName(match, s.side)).join(" & ")} ${signed(best)}${DOT}${totals}`;
}

/* The notice is no longer true when the round's end was undone or its result was
 * corrected. */
function roundNotice(match) {
  const result = ({ ended }) => JSON.stringify(ended && ended.sides);
  const stays = (now) => roundKey(now) === roundKey(match) && result(now) === result(match);
  return { text: roundText(match), waits: false, lastsMs: SAID_MS, stays };
}

/* ---- a 20 ---- */

const sameRound = (a, b) => a.match === b.match && a.game === b.game && a.round === b.round;

/* `waits`: a person has counted it, and may take it back. */
function twentyNotice(now, side, waits) {
  const stays = (match) => !sameRound(match, now)
    || match.sides.some((s) => s.side === side.side && s.twenties >= side.twenties);
  return { text: `20! ${sideName(now, side.side)}`, waits, lastsMs: SAID_MS, stays };
}

/* ---- the end of the match ---- */

/* Returns the sides' numbers with the winner's first, "12–9"; of more than two
 * sides the winner's only. */
function compare(match, winner, field) {
  const own = match.sides.find((s) => s.side === winner)[field];
  const others = match.sides.filter((s) => s.side !== winner).map((s) => s[field]);
  return others.length === 1 ? `${own}${DASH}${others[0]}` : String(own);
}

function whyText(match, winner) {
  const numbers = (field) => compare(match, winner, field);
  switch (match.won_by?.how) {
    case "games": return `${numbers("games")} in games`;
    case "points": return numbers(sum(match.sides.map((s) => s.match_points)) > 0 && match.games > 1
      ? "match_points" : match.decides);
    case "twenties": return `on 20s, ${numbers("twenties_total")}`;
    case "extra_round": return "the extra round";
    case "shoot_out": return "the shoot-out";
    case "concession": return "by concession";
    case "disqualification": return "by disqualification";
    default: return "";
  }
}

function winnerText(match) {
  if (match.winner.length > 1) return `Tied${DOT}${match.winner.map((side) => sideName(match, side)).join(" & ")}`;
  return `${sideName(match, match.winner[0])} wins ${whyText(match, match.winner[0])}`.trim();
}

const hasWinner = (match) => match.state === "over" && match.winner !== null;

function winnerNotice(match) {
  const text = winnerText(match);
  const stays = (now) => hasWinner(now) && winnerText(now) === text;
  return { text, waits: false, lastsMs: Infinity, stays };
}

/* ---- all of it ---- */

/* Finds what is worth a notice in the states of the match that go on air. */
export class News {
  constructor() { this.clear(); }

  clear() {
    this.before = null;
    this.newestShot = 0;   /* the highest seq of a shot that was seen */
    this.twenties = {};    /* the most 20s of each side that were seen in this round */
  }

  /* Returns the notice that a new state deserves, or null. On a page that has just
   * been opened only a winner does. */
  of(now) {
    const { before } = this;
    const twenty = before && sameRound(before, now) ? this.twentyOf(now) : null;
    this.remember(now);
    if (hasWinner(now)) {
      const isKnown = before && hasWinner(before) && winnerText(before) === winnerText(now);
      return isKnown ? null : winnerNotice(now);
    }
    if (before && now.ended && roundKey(now) !== roundKey(before) && !isEarlier(now, before)) return roundNotice(now);
    return twenty;
  }

  /* A side has certainly made a 20 if a new shot has added one, or a person has
   * counted more than there were in this round. Neither is an undo, a redo, or a
   * ruling that gives an old 20 back. */
  twentyOf(now) {
    const isShot = (now.last?.seq ?? 0) > this.newestShot;
    const isStep = !isShot && now.undo?.of !== now.seq; /* an undo or a redo */
    if (now.counted || isStep) return null;
    const hasMore = (side) => {
      const was = this.before.sides.find((s) => s.side === side.side);
      return was && side.twenties > (isShot ? was.twenties : this.twenties[side.side])
        && side.twenties_range[0] > was.twenties_range[0];
    };
    const side = now.sides.find(hasMore);
    return side ? twentyNotice(now, side, !isShot) : null;
  }

  remember(now) {
    const { before } = this;
    const isTakenBack = before?.last && (now.last?.seq ?? 0) < before.last.seq;
    const isSame = before && sameRound(before, now) && !isTakenBack;
    this.newestShot = Math.max(this.newestShot, now.last?.seq ?? 0);
    this.twenties = Object.fromEntries(now.sides.map(({ side, twenties }) =>
      [side, Math.max(twenties, isSame ? this.twenties[side] ?? 0 : 0)]));
    this.before = now;
  }
}

/* Has the end of a round been taken back? */
function isEarlier(now, before) {
  const order = ({ match, ended }) => [match, ended?.game ?? 0, ended?.round ?? 0];
  const [a, b] = [order(now), order(before)];
  const i = a.findIndex((n, k) => n !== b[k]);
  return i >= 0 && a[i] < b[i];
}

/* Returns what play waits for, or "" while nothing is asked. */
export function waitingFor(match) {
  if (match.state === "round_over") return "End of the round";
  if (match.question?.ask === "shoot_out") return "Shoot-out";
  if (["validity", "disc"].includes(match.question?.ask)) return "Under review";
  return "";
}
