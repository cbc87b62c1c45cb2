/* SPDX-License-Identifier: Apache-2.0
 *
 * Holds back what a person decides until it has stood for HOLD_MS, so that the
 * strip and the figures of the score bug show nothing that is undone or corrected
 * a moment later. Shots, the discs of the present round and an undo are not held
 * back. */

import { HOLD_MS } from "/pages/onair.js";

const isSameMatch = (a, b) => a.record?.id === b.record?.id && a.match === b.match;

/* The round that is played, and whether the match is over. */
const roundOf = (doc) => JSON.stringify([doc.game, doc.round, doc.winner]);

/* The results of rounds and games, and the rulings that are asked for or made. */
const decidedOf = (doc) => JSON.stringify([roundOf(doc),
  doc.sides.map((s) => [s.games, s[`${doc.decides}_range`], s.match_points_range]),
  doc.ended, doc.asked, doc.last && [doc.last.seq, doc.last.valid, doc.last.remove.map((d) => d.id)]]);

/* Is the last event a shot that `before` does not have? A ruling leaves the
 * number of the last shot as it is. */
const hasNewShot = (before, doc) => Boolean(doc.last) && doc.last.seq > (before.last?.seq ?? 0);

const isUndo = (doc) => Boolean(doc.redo) && doc.redo.of === doc.seq;

/* The event that one more step back would undo; 0: none. */
const newestOf = (doc) => doc.undo?.of ?? 0;

/* Has a person decided something between the two documents? */
const isDecision = (before, doc) =>
  !isUndo(doc) && !hasNewShot(before, doc) && decidedOf(doc) !== decidedOf(before);

export class Hold {
  /* show(doc) puts a document on air. */
  constructor(show) {
    this.show = show;
    this.clear();
  }

  clear() {
    clearTimeout(this.timer);
    this.shown = null;
    this.waiting = null;
  }

  /* Takes a new document, and shows it now or when it has stood for HOLD_MS. */
  offer(doc) {
    const isBehind = this.waiting && this.mayWaitOn(doc);
    if (!isBehind && !this.mustWait(doc)) return this.put(doc);
    if (!isBehind || isDecision(this.waiting, doc)) this.restart();
    this.waiting = doc;
    return undefined;
  }

  restart() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.put(this.waiting), HOLD_MS);
  }

  /* Is part of what waits still true, though not on air? An undo may have taken all
   * of it back, and another match replaces it. */
  mayWaitOn(doc) {
    if (!isSameMatch(this.shown, doc) || doc.seq < this.waiting.seq) return false;
    return !(isUndo(doc) && newestOf(doc) <= newestOf(this.shown));
  }

  mustWait(doc) {
    const { shown } = this;
    if (!shown || !isSameMatch(shown, doc) || doc.seq < shown.seq) return false;
    return isDecision(shown, doc) || (roundOf(doc) !== roundOf(shown) && !isUndo(doc));
  }

  put(doc) {
    clearTimeout(this.timer);
    this.waiting = null;
    this.shown = doc;
    this.show(doc);
  }
}
