/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes the elements of the console. Names are inserted as text only, never as
 * HTML. */
import { nameOf, paint } from "/pages/board.js";

/* Two taps at the same place within this time count as one, ms. */
const ONE_TAP_MS = 250;
/* Half of a button's least width. */
const SAME_PLACE_PX = 20;

export const $ = (id) => document.getElementById(id);

export function make(name, className, ...children) {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

export function button(text, action, label) {
  const node = make("button", "", text);
  node.type = "button";
  if (label) node.setAttribute("aria-label", label);
  node.addEventListener("click", action);
  return node;
}

/* Lists what a correction changes of what came later, as the server says it. */
export const listChanges = (list, changes) =>
  list.replaceChildren(...changes.map(({ text }) => make("li", "", text[0].toUpperCase() + text.slice(1))));

export const sideOf = (doc, name) => doc.sides.find((s) => s.side === name);
export const sideName = (doc, name) => nameOf(sideOf(doc, name));

export function playerIn(doc, seat) {
  const at = doc.seats.find((s) => s.seat === seat);
  return at ? at.player || sideName(doc, at.side) : `seat ${seat}`;
}

export function chip(doc, side) {
  const colours = paint(sideOf(doc, side));
  const node = make("i", "chip");
  node.style.background = colours.fill;
  node.style.borderColor = colours.edge;
  node.setAttribute("aria-hidden", "true");
  return node;
}

/* Writes a text only where it differs, so that no reader says it twice. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/* Calls render() only if the value differs from the one of the last call with
 * this element, and keeps the focus on the same button. */
export function renderIfChanged(root, value, render) {
  const key = JSON.stringify(value);
  if (root.dataset.key === key) return;
  root.dataset.key = key;
  const focused = [...root.querySelectorAll("button")].indexOf(document.activeElement);
  root.replaceChildren(...render());
  if (focused >= 0) (root.querySelectorAll("button")[focused] || root).focus();
}

/* Opens a dialog and waits until it is closed; true if it was closed with
 * "yes". */
export function answered(dialog) {
  return new Promise((done) => {
    dialog.returnValue = "";
    dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), { once: true });
    if (!dialog.open) dialog.showModal();
  });
}

/* A key that is held presses the button in focus again and again: only the first
 * counts. */
function ignoreHeldKeys() {
  document.addEventListener("keydown", (event) => {
    const presses = event.key === "Enter" || event.key === " ";
    if (event.repeat && presses && event.target.closest("button, summary, [role=button]")) event.preventDefault();
  }, true);
}

/* A finger that trembles taps twice: then the second tap must not press the
 * button, or another element that is now at its place. While a tap there would
 * count as the second one, the body has the attribute data-tapped. */
export function ignoreDoubleTaps() {
  ignoreHeldKeys();
  let last = null;
  let timer = 0;
  const forget = () => {
    last = null;
    delete document.body.dataset.tapped;
  };
  document.addEventListener("click", (event) => {
    if (event.detail === 0 || !event.target.closest("button")) return; /* a key, or no button */
    if (last && Math.hypot(event.clientX - last.x, event.clientY - last.y) < SAME_PLACE_PX) {
      event.stopImmediatePropagation();
      event.preventDefault();
      return;
    }
    last = { x: event.clientX, y: event.clientY };
    document.body.dataset.tapped = "";
    clearTimeout(timer);
    timer = setTimeout(forget, ONE_TAP_MS);
  }, true);
}

/* Returns what is wrong with a camera or a file without its name before it: on a
 * phone there is room for one of them. */
export function causeOf(words) {
  const cause = words.replace(/^(\/|\w+:\/\/)\S*: /, "");
  return cause.charAt(0).toUpperCase() + cause.slice(1);
}
