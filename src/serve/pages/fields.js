/* SPDX-License-Identifier: Apache-2.0
 *
 * Fields of forms about a match. */
import { make } from "/pages/dom.js";

/* The seats by number, as the camera sees them. */
export const PLACES = ["south", "west", "north", "east"];

export const labelled = (text, input) => make("label", "", text, " ", input);

/* The record keeps this many bytes (UTF-8) of a text at most, and of a word that
 * names a colour or a table (CROK_TEXT_MAX and CROK_NAME_MAX of rules/event.h,
 * less the zero behind them). */
const TEXT_BYTES = 95, WORD_BYTES = 47;
const mostBytes = (name) => (/^(side\d|table)$/.test(name) ? WORD_BYTES : TEXT_BYTES);

const bytesOf = (text) => new TextEncoder().encode(text).length;

/* The number of letters that must go from a text so that it fits. */
function tooMany(text, most) {
  const letters = [...text];
  while (bytesOf(letters.join("")) > most) letters.pop();
  return [...text].length - letters.length;
}

function textFault({ name, value, required }) {
  const text = value.trim();
  const n = tooMany(text, mostBytes(name));
  if (n > 0) return `is too long by ${n} ${n === 1 ? "letter" : "letters"}`;
  return required && text === "" ? "is empty" : "";
}

/* Returns what is wrong with the first text of the form that cannot be saved,
 * after bringing its field into view; "": nothing. */
export function faultIn(form) {
  const bad = [...form.elements].find((one) => one.matches("input[type=text], input:not([type])") && textFault(one));
  if (!bad) return "";
  for (let node = bad.closest("details"); node; node = node.parentElement.closest("details")) node.open = true;
  bad.focus();
  const [label] = bad.labels;
  return `\u201C${label ? label.firstChild.textContent.trim() : bad.getAttribute("aria-label")}\u201D ${textFault(bad)}.`;
}

export function field(name, value, type) {
  const node = make("input");
  Object.assign(node, { name, value, type: type || "text", maxLength: mostBytes(name), autocomplete: "off" });
  return node;
}

/* A field of a number without a sign. */
export function numberField(name, label, value) {
  const node = field(name, value);
  Object.assign(node, { inputMode: "numeric", pattern: "[0-9]*", maxLength: 4 });
  node.setAttribute("aria-label", label);
  return node;
}

/* A field with a list to choose from; options: pairs [value, text]. */
export function choice(name, options) {
  const node = make("select", "", ...options.map(([value, text]) => new Option(text, value)));
  node.name = name;
  return node;
}

/* A colour as three values from 0 to 255, and as a field for colours has it. */
export const rgb = (text) => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
export const hex = (values) => "#" + values.map((x) => x.toString(16).padStart(2, "0")).join("");
