/* SPDX-License-Identifier: Apache-2.0
 *
 * The discs of a picture as buttons over it. A tap or Enter opens a disc; it is
 * dragged, or moved with the arrow keys; Delete takes it off. */
import { arrowStep } from "/pages/edit.js";

/* A finger that moves less than this does not drag, px of the screen. */
const DRAG_PX = 6;

export class DiscKeys {
  /* on: open(place), moved(place, px) while it is dragged, dropped(place),
   * stepped(place, [dx, dy] in mm), removed(place). */
  constructor(root, on) {
    this.root = root;
    this.on = on;
    this.keys = new Map(); /* by the places' ids */
    this.tapped = null;
    this.drag = null;
  }

  /* part: the part of the picture below the buttons, px; label(place) names
   * one. */
  show(places, part, label) {
    this.part = part;
    this.places = places;
    for (const [id, key] of this.keys)
      if (!places.some((place) => place.id === id)) {
        key.remove();
        this.keys.delete(id);
      }
    for (const place of places) this.put(place, label(place));
  }

  put(place, label) {
    let key = this.keys.get(place.id);
    if (!key) {
      key = this.make();
      this.keys.set(place.id, key);
      this.root.append(key);
    }
    key.place = place;
    key.setAttribute("aria-label", label);
    key.style.left = `${(100 * (place.px[0] - this.part.left)) / this.part.width}%`;
    key.style.top = `${(100 * (place.px[1] - this.part.top)) / this.part.height}%`;
  }

  make() {
    const key = document.createElement("button");
    key.type = "button";
    key.addEventListener("pointerdown", (event) => this.grab(event, key));
    key.addEventListener("keydown", (event) => this.press(event, key.place));
    /* The disc that was touched may be another one, since buttons overlap; a
     * click without a touch is the keyboard's. */
    key.addEventListener("click", (event) => {
      const place = event.detail === 0 ? key.place : this.tapped;
      this.tapped = null;
      if (place) this.on.open(place);
    });
    return key;
  }

  /* The point of the picture below the pointer, px. */
  toPicture(event) {
    const box = this.root.getBoundingClientRect();
    return [this.part.left + ((event.clientX - box.left) / box.width) * this.part.width,
      this.part.top + ((event.clientY - box.top) / box.height) * this.part.height];
  }

  nearest([x, y]) {
    const far = (place) => Math.hypot(place.px[0] - x, place.px[1] - y);
    return this.places.reduce((best, place) => (far(place) < far(best) ? place : best));
  }

  grab(event, key) {
    if (event.button > 0 || this.drag) return;
    event.preventDefault();
    const from = this.toPicture(event);
    const place = this.nearest(from);
    const start = place.px;
    this.keys.get(place.id).focus({ preventScroll: true });
    this.tapped = null;
    this.drag = { place, isMoved: false };
    key.setPointerCapture(event.pointerId);
    const move = (e) => {
      const far = Math.hypot(e.clientX - event.clientX, e.clientY - event.clientY);
      this.drag.isMoved = this.drag.isMoved || far > DRAG_PX;
      const [x, y] = this.toPicture(e);
      if (this.drag.isMoved) this.on.moved(place, [start[0] + x - from[0], start[1] + y - from[1]]);
    };
    const end = (e) => {
      for (const type of ["pointerup", "pointercancel"]) key.removeEventListener(type, end);
      key.removeEventListener("pointermove", move);
      const { isMoved } = this.drag;
      this.drag = null;
      if (isMoved && e.type === "pointercancel") this.on.moved(place, start);
      if (isMoved) this.on.dropped(place, e.type === "pointerup");
      else if (e.type === "pointerup") this.tapped = place;
    };
    key.addEventListener("pointermove", move);
    for (const type of ["pointerup", "pointercancel"]) key.addEventListener(type, end);
  }

  press(event, place) {
    const by = arrowStep(event, 1);
    if (event.key === "Delete" || event.key === "Backspace") this.on.removed(place);
    else if (by) this.on.stepped(place, by);
    else return;
    event.preventDefault();
  }
}
