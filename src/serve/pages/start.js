/* SPDX-License-Identifier: Apache-2.0
 *
 * The form that starts a match. */
import { read } from "/pages/send.js";

const $ = (id) => document.getElementById(id);

/* For each seating the pairs [seat, side], in the order of the seats (0 is
 * south, then clockwise). */
const SEATINGS = {
  2: [[0, 0], [2, 1]],
  22: [[0, 0], [1, 1], [2, 0], [3, 1]],
  21: [[0, 0], [1, 1], [2, 0]],
  3: [[0, 0], [1, 1], [2, 2]],
  4: [[0, 0], [1, 1], [2, 2], [3, 3]],
};
const COLOURS = [["black", "#1f1d1e"], ["white", "#e4ddcb"], ["red", "#c4262e"], ["blue", "#2054b0"]];
const PLACES = ["south", "west", "north", "east"];

function labelled(text, input) {
  const label = document.createElement("label");
  label.append(text, " ", input);
  return label;
}

function field(name, value, type) {
  const node = document.createElement("input");
  node.name = name;
  node.value = value;
  node.type = type || "text";
  node.maxLength = 40;
  return node;
}

function sideFields(i, seats) {
  const set = document.createElement("fieldset");
  const legend = document.createElement("legend");
  const two = document.createElement("div");
  legend.textContent = `Side ${i + 1}`;
  two.className = "two";
  const side = field(`side${i}`, COLOURS[i][0]);
  side.required = true;
  two.append(labelled("Colour of its discs, as a word", side), labelled("Shown as", field(`rgb${i}`, COLOURS[i][1], "color")));
  set.append(legend, labelled("Name", field(`name${i}`, "")), two);
  for (const [seat, of] of seats)
    if (of === i) set.append(labelled(`Player in the ${PLACES[seat]}`, field(`player${seat}`, "")));
  return set;
}

function build() {
  const form = $("start-form");
  const seats = SEATINGS[form.elements.seating.value];
  const n = Math.max(...seats.map(([, side]) => side)) + 1;
  $("start-sides").replaceChildren(...Array.from({ length: n }, (_, i) => sideFields(i, seats)));
  form.elements.first.replaceChildren(...seats.map(([seat, side]) =>
    new Option(`${PLACES[seat]} (side ${side + 1})`, seat)));
}

const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

/* Returns the object without the members that are empty texts: an empty field
 * of the form is not sent. */
const filled = (object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== ""));

function bodyOf(form) {
  const value = (name) => form.elements[name].value.trim();
  const seats = SEATINGS[value("seating")];
  const n = Math.max(...seats.map(([, side]) => side)) + 1;
  return filled({
    rules: value("rules"), title: value("title"), stage: value("stage"), table: value("table"),
    sides: Array.from({ length: n }, (_, i) =>
      filled({ side: value(`side${i}`), name: value(`name${i}`), rgb: rgb(value(`rgb${i}`)) })),
    seats: seats.map(([seat, side]) =>
      filled({ seat, side: value(`side${side}`), player: value(`player${seat}`) })),
    first_seat: Number(value("first")),
  });
}

/* Opens the form. `start(body)` sends the body and returns an error message, or
 * "" if the match has started. */
export async function openStart(start) {
  const form = $("start-form");
  if (form.elements.rules.options.length === 0)
    form.elements.rules.append(...(await read("/api/rules")).map((r) => new Option(r.title || r.name, r.name)));
  form.elements.seating.onchange = build;
  build();
  $("start-said").textContent = "";
  form.onsubmit = async (event) => {
    event.preventDefault();
    const error = await start(bodyOf(form));
    $("start-said").textContent = error;
    if (!error) $("start-sheet").close();
  };
  $("start-sheet").showModal();
}
