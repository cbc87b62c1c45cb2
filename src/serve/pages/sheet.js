/* SPDX-License-Identifier: Apache-2.0
 *
 * The sheet with a form that several parts of the console fill in: a title,
 * fields, a line that says what follows, and Save. */
import { $, listChanges } from "/pages/dom.js";
import { faultIn } from "/pages/fields.js";

/* The word for saving what changes later rounds. */
const saveWith = (changes) => (changes.length === 0 ? "Save"
  : changes.some(({ what }) => what === "moved") ? "Save and move the rounds" : "Save with these changes");

/* Says what follows from the fields as they are, and what changes of what came
 * later. */
export function sayFollows(text, changes = []) {
  $("sheet-follows").textContent = text;
  listChanges($("sheet-changes"), changes);
  $("sheet-save").textContent = saveWith(changes);
}

/* Shows an error in the sheet. */
export const sayFault = (text) => { $("sheet-said").textContent = text; };

/* Opens the sheet.
 *
 *   title   heading
 *   fields  elements
 *   input   called after each change of a field
 *   save    called with the form; returns an error message, or "" if it is
 *           saved: then the sheet is closed */
export function openSheet({ title, fields, input = () => {}, save }) {
  const form = $("sheet-form");
  $("sheet-title").textContent = title;
  $("sheet-fields").replaceChildren(...fields);
  sayFollows("");
  sayFault("");
  form.oninput = () => {
    sayFault("");
    input(form);
  };
  form.onsubmit = async (event) => {
    event.preventDefault();
    const error = faultIn(form) || (await save(form));
    sayFault(error);
    if (!error) $("sheet").close();
  };
  $("sheet").showModal();
}
