/* SPDX-License-Identifier: Apache-2.0
 *
 * Fields of forms about a match. */
import { make } from "/pages/dom.js";

/* The seats by number, as the camera sees them. */
export const PLACES = ["south", "west", "north", "east"];

export const labelled = (text, input) => make("label", "", text, " ", input);

export function field(name, value, type) {
  const node = make("input");
  Object.assign(node, { name, value, type: type || "text", maxLength: 40, autocomplete: "off" });
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
