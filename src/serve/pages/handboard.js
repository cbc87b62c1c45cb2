/* SPDX-License-Identifier: Apache-2.0
 *
 * A board that is corrected by hand: the live one, or one of the past. Each
 * disc is a button that opens the disc's sheet, and can be dragged. */
import { BoardView, paint, svg } from "/pages/board.js";
import { roundOf, send } from "/pages/desk.js";
import { $, button, chip, sideName, sideOf } from "/pages/dom.js";
import * as edit from "/pages/edit.js";

/* A finger that moves less than this does not drag, mm. */
const DRAG_MM = 6;

const GONE = "The disc is no longer on the board.";
const IN_DITCH = "A disc there is in the ditch: it is not on the board.";

export class HandBoard {
  /* after: seq of the event whose board is corrected; 0: the live board.
   * told(error, what) is called after each change: "" where it has counted. */
  constructor(root, after, told) {
    this.root = root;
    this.after = after;
    this.told = told;
    this.doc = null;
    this.view = new BoardView(root, (node, disc, gone) => this.decorate(node, disc, gone));
    this.drag = null;
    this.tapped = null;
    this.isAdding = false;
    root.onclick = () => this.open();
  }

  update(doc) {
    this.doc = doc;
    const gone = !this.after && doc.last && doc.state !== "round_over" ? doc.last.remove : [];
    const lying = new Set(doc.discs.map((d) => d.id));
    this.view.update(doc, doc.discs, gone.filter((d) => !lying.has(d.id)));
  }

  /* ---- changes ---- */

  /* Makes the request that sets the board to these discs. It also reduces the
   * side's number of discs left to shoot, if the discs and 20s require more
   * shots than the match has. */
  boardStep(discs, side, extraTwenties = 0) {
    const twenties = sideOf(this.doc, side).twenties + extraTwenties;
    const left = this.doc.state === "waiting" ? null
      : edit.shotsFor(this.doc, side, edit.countOf(discs, side), twenties);
    return ["/api/board", edit.boardBody(discs, left, this.after)];
  }

  twentiesStep(side, count) {
    const body = { side, count };
    if (this.after) body.after = this.after;
    return ["/api/twenties", body];
  }

  async send(about, ...steps) {
    const error = await send({ told: this.told, ...about }, ...steps);
    if (!error) this.told("");
    return error;
  }

  /* Is the disc still as it was? */
  lies({ id, side, x_mm: x, y_mm: y }) {
    return this.doc.discs.some((d) => d.id === id && d.side === side && d.x_mm === x && d.y_mm === y);
  }

  refuse(text, what) {
    this.told(text, what);
    this.update(this.doc);
    return text;
  }

  setValue(disc, value) {
    if (value === this.doc.values["20"]) return this.makeTwenty(disc);
    if (value === 0) return this.remove(disc);
    return this.place(edit.withValue(this.doc, disc, value));
  }

  /* The disc, which need not lie on the board yet, is in the hole. make(): as for
   * lay(). */
  makeTwenty(disc, about = { what: `a ${disc.side} disc is a 20` }, make = () => disc) {
    const { side } = disc;
    return this.send(about, () => this.boardStep(edit.without(this.doc.discs, (make() || disc).id), side, 1),
      () => this.twentiesStep(side, sideOf(this.doc, side).twenties + 1));
  }

  remove(disc) {
    return this.send({ what: `a ${disc.side} disc comes off` },
      ["/api/board", edit.boardBody(edit.without(this.doc.discs, disc.id), null, this.after)]);
  }

  place(disc) {
    return this.send({ what: `a correction of a ${disc.side} disc` },
      this.boardStep(edit.replaced(this.doc.discs, disc), disc.side));
  }

  /* Puts a disc at a place that a person has chosen: in the hole it is a 20,
   * and it overlaps no other disc. make() returns the disc at this place, of the
   * newest match, or null if it is gone. */
  lay(make, about) {
    const first = make();
    if (!first) return this.refuse(GONE, about.what);
    const { x_mm: x, y_mm: y } = first;
    if (edit.isInHole(this.doc.board, x, y)) return this.makeTwenty(first, about, make);
    if (edit.isOff(this.doc.board, x, y)) return this.refuse(IN_DITCH, about.what);
    return this.send(about, () => {
      const disc = make();
      if (!disc) return GONE;
      const others = edit.without(this.doc.discs, disc.id);
      const at = edit.freePlace(this.doc.board, others, disc.x_mm, disc.y_mm);
      if (!at) return "There is no room for a disc there.";
      return this.boardStep([...others, { ...disc, x_mm: at.x, y_mm: at.y, sigma_mm: 0, state: "flat" }], disc.side);
    });
  }

  put(disc) {
    return this.lay(() => disc, { what: `a ${disc.side} disc at its place` });
  }

  add(side, x, y) {
    return this.lay(() => edit.newDisc(this.doc.discs, side, x, y), this.onNewest(`one more ${side} disc`));
  }

  /* Moves a disc from where it lies by then. */
  moveBy({ id, side }, [dx, dy]) {
    const make = () => {
      const disc = this.doc.discs.find((d) => d.id === id);
      return disc && { ...disc, x_mm: disc.x_mm + dx, y_mm: disc.y_mm + dy };
    };
    return this.lay(make, this.onNewest(`a move of a ${side} disc`));
  }

  /* Changes a side's number of 20s. One more 20 may mean one more shot; then
   * the side's number of discs left is reduced first. */
  addTwenty(side, by, about = this.counted(by, "20", side)) {
    const count = () => sideOf(this.doc, side).twenties + by;
    const leftStep = () => {
      const left = count() < 0 ? null : edit.shotsFor(this.doc, side, edit.countOf(this.doc.discs, side), count());
      return left && ["/api/board", edit.boardBody(this.doc.discs, left, this.after)];
    };
    return this.send(about, leftStep, () => (count() < 0 ? null : this.twentiesStep(side, count())));
  }

  addLeft(side, by) {
    return this.send(this.counted(by, "disc left", side), () => {
      const s = sideOf(this.doc, side);
      const left = s.discs_left + by;
      if (left < 0 || left > s.dealt) return null;
      return ["/api/board", edit.boardBody(this.doc.discs, { [side]: left }, this.after)];
    });
  }

  /* For a step that is made of the newest match, so that what others change first
   * does not matter. On a board of the past it does: that board is not read again. */
  onNewest(what) {
    return this.after ? { what } : { what, rests: roundOf };
  }

  counted(by, unit, side) {
    return this.onNewest(`one ${unit} ${by < 0 ? "less" : "more"} for ${sideName(this.doc, side)}`);
  }

  /* ---- the discs as buttons ---- */

  decorate(node, disc, gone) {
    node.discNow = disc;
    if (gone || node.classList.contains("gone")) {
      node.removeAttribute("tabindex");
      node.setAttribute("role", "img");
      node.setAttribute("aria-label", `${disc.side} disc, take it off`);
      return;
    }
    if (!node.wired) this.wire(node);
    const colours = paint(sideOf(this.doc, disc.side));
    node.setAttribute("tabindex", "0");
    node.setAttribute("role", "button");
    node.setAttribute("aria-label", discLabel(disc));
    node.querySelector(".number").textContent = disc.state === "leaning" ? "/" : disc.value;
    node.querySelector(".number").setAttribute("fill", colours.ink);
    node.querySelector(".margin").textContent =
      disc.close ? `${disc.margin_mm.toFixed(1)} mm` : "";
    if (this.drag && this.drag.node === node) this.drag.show();
  }

  wire(node) {
    node.wired = true;
    /* This invisible circle enlarges the area that reacts to touch: on a phone
     * a finger is wider than a disc. */
    node.prepend(svg("circle", { class: "hit", r: 30 }));
    node.append(svg("text", { class: "number", y: 7 }), svg("text", { class: "margin", y: -24 }));
    requestAnimationFrame(() => node.classList.add("glide"));
    node.addEventListener("pointerdown", (e) => this.grab(this.nearest(node, e), e));
    node.addEventListener("keydown", (e) => this.key(node, e));
  }

  toBoard(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.root.getScreenCTM().inverse());
    return { x: at.x, y: -at.y };
  }

  /* Opens the sheet of the disc that was tapped. This waits for the click
   * event: if the sheet opened at pointerup, the click would press the button
   * of the sheet below the finger. */
  open() {
    const node = this.tapped;
    this.tapped = null;
    if (node && !this.isAdding) openDisc(this, node.discNow);
  }

  /* Returns the disc nearest to the touch, because the touch areas of
   * neighbouring discs overlap. */
  nearest(node, event) {
    const at = this.toBoard(event);
    const apart = (n) => Math.hypot(n.discNow.x_mm - at.x, n.discNow.y_mm - at.y);
    const discs = [...this.view.nodes.values()].filter((n) => n.wired && !n.classList.contains("gone"));
    return discs.reduce((best, n) => (apart(n) < apart(best) ? n : best), node);
  }

  grab(node, event) {
    if (node.classList.contains("gone") || event.button > 0 || this.isAdding) return;
    event.preventDefault();
    node.focus();
    const from = this.toBoard(event);
    const disc = node.discNow;
    const drag = { node, moved: false, x: disc.x_mm, y: disc.y_mm };
    drag.show = () => { if (drag.moved) node.style.transform = `translate(${drag.x}px, ${-drag.y}px)`; };
    this.drag = drag;
    node.classList.remove("glide");
    node.setPointerCapture(event.pointerId);
    const move = (e) => {
      const to = this.toBoard(e);
      drag.moved = drag.moved || Math.hypot(to.x - from.x, to.y - from.y) > DRAG_MM;
      drag.x = disc.x_mm + to.x - from.x;
      drag.y = disc.y_mm + to.y - from.y;
      drag.show();
    };
    const end = (e) => {
      drag.leave();
      if (e.type === "pointerup" && drag.moved) this.drop(disc, drag);
      else if (e.type === "pointerup") this.tapped = node;
      else this.update(this.doc);
    };
    drag.leave = () => {
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", end);
      node.removeEventListener("pointercancel", end);
      node.classList.add("glide");
      this.drag = null;
    };
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", end);
    node.addEventListener("pointercancel", end);
  }

  /* Puts a disc that is being dragged back. Returns false if none is. */
  leaveDrag() {
    if (!this.drag) return false;
    this.drag.leave();
    this.update(this.doc);
    return true;
  }

  async drop(disc, { x, y }) {
    const error = await this.put({ ...disc, x_mm: x, y_mm: y });
    if (error) this.update(this.doc);
  }

  key(node, event) {
    const by = edit.arrowStep(event, 1);
    const disc = node.discNow;
    if (event.key === "Enter" || event.key === " ") openDisc(this, disc);
    else if (event.key === "Delete" || event.key === "Backspace") this.remove(disc);
    else if (by) this.moveBy(disc, by);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function discLabel(disc) {
  const line = disc.line === null || disc.margin_mm === undefined ? ""
    : `, ${Math.abs(disc.margin_mm).toFixed(1)} mm ${disc.margin_mm > 0 ? "clear of" : "over"} the ${disc.line} line`;
  return `${disc.side} disc, ${disc.value} points${line}${disc.close ? ", close call" : ""}`;
}

/* ---- the sheet of one disc ---- */

function openDisc(board, disc) {
  const sheet = $("disc-sheet");
  const doc = board.doc;
  const close = (action) => () => {
    sheet.close();
    if (board.lies(disc)) action();
    else board.refuse("The disc no longer lies as it was shown, so it was not changed.");
  };
  const values = ["20", "15", "10", "5"].map((key) => doc.values[key]);
  $("disc-title").textContent = `${sideName(doc, disc.side)}: disc worth ${disc.value}`;
  $("disc-text").textContent = discLabel(disc) +
    (disc.sigma_mm === undefined ? "" : ` (\u00B1 ${disc.sigma_mm.toFixed(2)} mm)`);
  $("disc-values").replaceChildren(...[...values, 0].map((value) => {
    const key = button(String(value), close(() => board.setValue(disc, value)), `${value} points`);
    key.setAttribute("aria-pressed", String(value === disc.value && !disc.close));
    return key;
  }));
  $("disc-sides").replaceChildren(...doc.sides.map((s) => {
    const key = button(s.side, close(() => board.place({ ...disc, side: s.side })));
    key.prepend(chip(doc, s.side), " ");
    key.disabled = s.side === disc.side;
    return key;
  }));
  $("disc-remove").onclick = close(() => board.remove(disc));
  sheet.showModal();
}
