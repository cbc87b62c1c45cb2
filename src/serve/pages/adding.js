/* SPDX-License-Identifier: Apache-2.0
 *
 * Adds discs to the board: a side is chosen, then each tap puts a disc of it,
 * until the mode is left. With keys the arrows move a cursor, and Enter puts the
 * disc there. */
import { svg } from "/pages/board.js";
import { desk } from "/pages/desk.js";
import { $, button, chip, renderIfChanged, sideName } from "/pages/dom.js";
import { arrowStep } from "/pages/edit.js";

/* A step of the cursor, mm; with Shift ten times as long. */
const STEP_MM = 5;

export class Adding {
  constructor(board) {
    this.board = board;
    this.side = ""; /* the side whose discs are added; "": the mode is off */
    this.cursor = svg("circle", { class: "cursor", r: 16 });
    this.at = null; /* the cursor's place, mm; null: no key has moved it */
    $("board").addEventListener("click", (event) => this.tap(event));
    $("board").addEventListener("keydown", (event) => this.key(event));
  }

  set(side) {
    this.side = side;
    this.at = null;
    this.cursor.remove();
    this.board.isAdding = side !== "";
    $("board").classList.toggle("adding", side !== "");
    $("board").toggleAttribute("tabindex", side !== "");
    if (side) $("board").setAttribute("tabindex", "0");
    $("board-hint").textContent = side
      ? "Tap where each disc lies, or move the mark with the arrow keys and press Enter. Esc ends it." : "";
    this.show(desk.match);
  }

  /* Returns false if the mode was off. */
  leave() {
    if (!this.side) return false;
    this.set("");
    return true;
  }

  toggle(side) {
    this.set(this.side === side ? "" : side);
    if (this.side) $("board").focus({ preventScroll: true });
  }

  show(doc) {
    const names = doc.sides.map((s) => s.side);
    renderIfChanged($("add-sides"), [doc.sides.map((s) => [s.side, s.name, s.players, s.rgb]), this.side], () =>
      names.map((side) => {
        const key = button("+ ", () => this.toggle(side), `Add discs of ${sideName(doc, side)}`);
        key.append(chip(doc, side));
        key.setAttribute("aria-pressed", String(side === this.side));
        return key;
      }));
  }

  tap(event) {
    if (!this.side || !desk.match.board || event.detail === 0) return;
    const { x, y } = this.board.toBoard(event);
    this.board.add(this.side, x, y);
  }

  key(event) {
    const by = arrowStep(event, STEP_MM);
    if (!this.side || event.target !== $("board")) return;
    if (event.key === "Enter" && this.at) this.board.add(this.side, this.at.x, this.at.y);
    else if (by) this.move(by);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  move([dx, dy]) {
    const from = this.at || { x: 0, y: -desk.match.board.lines_mm.middle };
    this.at = { x: from.x + dx, y: from.y + dy };
    this.cursor.setAttribute("cx", this.at.x);
    this.cursor.setAttribute("cy", -this.at.y);
    $("board").append(this.cursor);
  }
}
