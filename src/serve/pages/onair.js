/* SPDX-License-Identifier: Apache-2.0
 *
 * Shows one notice at a time so that nothing on air has to be taken back. A
 * notice that a person may still undo waits until it has been true for HOLD_MS.
 * A notice leaves at once when it is no longer true, and otherwise after its
 * time. */

export const HOLD_MS = 2000;

/* A notice has these fields:
 *   stays(match)  is it still true?
 *   waits         hold it for HOLD_MS before it is shown
 *   lastsMs       how long it is shown; Infinity: until it is not true
 * show(notice) and hide() change the page. */
export class OnAir {
  constructor(show, hide) {
    this.show = show;
    this.hide = hide;
    this.waiting = null;
    this.shown = null;
    this.holdTimer = 0;
    this.endTimer = 0;
  }

  offer(notice) {
    if (!notice.waits) {
      this.put(notice);
      return;
    }
    this.drop();
    this.waiting = notice;
    this.holdTimer = setTimeout(() => {
      this.waiting = null;
      this.put(notice);
    }, HOLD_MS);
  }

  /* Compares both notices with a new state of the match. */
  check(match) {
    if (this.waiting && !this.waiting.stays(match)) this.drop();
    if (this.shown && !this.shown.stays(match)) this.end();
  }

  clear() {
    this.drop();
    if (this.shown) this.end();
  }

  put(notice) {
    clearTimeout(this.endTimer);
    this.shown = notice;
    this.show(notice);
    if (notice.lastsMs !== Infinity)
      this.endTimer = setTimeout(() => this.end(), notice.lastsMs);
  }

  drop() {
    clearTimeout(this.holdTimer);
    this.waiting = null;
  }

  end() {
    clearTimeout(this.endTimer);
    this.shown = null;
    this.hide();
  }
}
