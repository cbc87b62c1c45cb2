/* SPDX-License-Identifier: Apache-2.0
 *
 * The form that starts a match. After a match it is filled in for the next one:
 * the same sides, each in the seat of the next, or the next of a list: the day's,
 * or one that an operator has typed. */
import { madeAt, matchesOfDay } from "/pages/day_list.js";
import { desk, matchOf, say, send } from "/pages/desk.js";
import { $, answered, make, setText } from "/pages/dom.js";
import { fillHandicap, handicapFields, handicapOf } from "/pages/handicap.js";
import { faultIn, field, hex, labelled, PLACES, rgb } from "/pages/fields.js";
import { pairingsOf, readLists, saveList, without } from "/pages/pairings.js";
import { read } from "/pages/send.js";

/* What the server's list of rule books calls each seating. */
const SEATING_NAMES = { 2: "singles", 22: "doubles", 21: "pair_against_one", 3: "three", 4: "four" };

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
/* Value of the rule book's field that stands for the book of the match before,
 * which is none of the server's list. */
const SAME_BOOK = "\u0000";

let before = null; /* what the next match takes over: {rules, board} */

/* ---- the fields ---- */

function sideFields(i, seats) {
  const two = make("div", "two");
  const side = field(`side${i}`, COLOURS[i][0]);
  side.required = true;
  two.append(labelled("Colour of its discs, as a word", side),
    labelled("Shown as", field(`rgb${i}`, COLOURS[i][1], "color")));
  const players = seats.filter(([, of]) => of === i)
    .map(([seat]) => labelled(`Player in the ${PLACES[seat]}`, field(`player${seat}`, "")));
  const team = labelled("Name of the team, if it has one", field(`name${i}`, ""));
  return make("fieldset", "", make("legend", "", `Side ${i + 1}`), ...players,
    make("details", "", make("summary", "", "Colour and team"), two, team),
    handicapFields(seats.filter(([, of]) => of === i).map(([seat]) => seat), (seat) => `Player in the ${PLACES[seat]}`));
}

/* Offers the rule books that have rules for the seating, and says so if that was
 * not the book that was chosen. */
function offerBooks() {
  const { rules, seating } = $("start-form").elements;
  const knows = (option) => !option.dataset.seatings || option.dataset.seatings.split(",").includes(SEATING_NAMES[seating.value]);
  const chosen = rules.selectedOptions[0];
  for (const option of rules.options) option.hidden = option.disabled = !knows(option);
  const isKnown = !chosen || knows(chosen);
  if (!isKnown) rules.value = [...rules.options].find(knows).value;
  setText($("rules-said"), isKnown ? ""
    : `\u201C${chosen.text}\u201D has no rules for this number of players: \u201C${rules.selectedOptions[0].text}\u201D is chosen.`);
}

function build() {
  const form = $("start-form");
  offerBooks();
  const seats = SEATINGS[form.elements.seating.value];
  const n = Math.max(...seats.map(([, side]) => side)) + 1;
  $("start-sides").replaceChildren(...Array.from({ length: n }, (_, i) => sideFields(i, seats)));
  form.elements.first.replaceChildren(...seats.map(([seat, side]) =>
    new Option(`${PLACES[seat]} (side ${side + 1})`, seat)));
}

async function listBooks(select) {
  if (select.options.length > 0) return;
  const books = await read("/api/rules");
  select.append(...books.map((r) => {
    const option = new Option(r.title || r.name, r.name, r.usual, r.usual);
    option.dataset.seatings = r.seatings.join();
    return option;
  }));
}

/* ---- the body ---- */

/* Returns the object without the members that are empty texts: an empty field
 * of the form is not sent. */
const filled = (object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== ""));

/* Fields that only some matches have: the match without them is the book's. */
function more(value) {
  const add = {};
  if (value("best_of")) add.best_of = Number(value("best_of"));
  if (value("ties")) add.ties = value("ties").split(",");
  if (value("forfeit")) add.forfeit = { points: Number(value("forfeit")), 20: Number(value("forfeit20")) };
  if (before && before.board) add.board = before.board;
  return add;
}

/* Pool and game of the match that is chosen, so that the results know its pairing. */
const inStage = () => {
  const { pool = "", game = "" } = chosen() ?? {};
  return { pool, game };
};

function bodyOf(form) {
  const value = (name) => form.elements[name].value.trim();
  const seats = SEATINGS[value("seating")];
  const n = Math.max(...seats.map(([, side]) => side)) + 1;
  return filled({
    rules: value("rules") === SAME_BOOK ? before.rules : value("rules"),
    title: value("title"), stage: value("stage"), table: value("table"), ...inStage(), ...more(value),
    sides: Array.from({ length: n }, (_, i) =>
      filled({ side: value(`side${i}`), name: value(`name${i}`), rgb: rgb(value(`rgb${i}`)) })),
    seats: seats.map(([seat, side]) =>
      filled({ seat, side: value(`side${side}`), player: value(`player${seat}`), handicap: handicapOf(form, seat) })),
    first_seat: Number(value("first")),
  });
}

/* ---- the lists of matches ---- */

const NO_LISTS = { text: "", day: null };
let lists = NO_LISTS;
let offered = []; /* their matches, in the order of the options */

/* The match that the operator has chosen from the lists, if any. */
const chosen = () => offered[$("start-form").elements.pairing.value];

const askToSignIn = () => answered($("login"));

/* Puts the players of a match of the list into the seats, those of the first
 * side into the first seats. Names of teams and handicaps were of other players. */
function fillPlayers({ seating, sides }) {
  const { elements } = $("start-form");
  if (elements.seating.value !== seating) {
    elements.seating.value = seating;
    build();
  }
  const left = sides.map(({ players }) => [...players]);
  for (const [seat, side] of SEATINGS[seating]) {
    elements[`player${seat}`].value = left[side].shift();
    fillHandicap($("start-form"), seat, null);
  }
  sides.forEach((_, i) => { elements[`name${i}`].value = ""; });
}

/* Gives side i this colour; a side that has it already takes the one of side i. */
function fillColour(colour, i, n) {
  const { elements } = $("start-form");
  const isIt = (name) => name.toLowerCase() === colour.toLowerCase();
  const known = COLOURS.find(([name]) => isIt(name));
  for (let k = 0; k < n; k++)
    if (isIt(elements[`side${k}`].value)) {
      elements[`side${k}`].value = elements[`side${i}`].value;
      elements[`rgb${k}`].value = elements[`rgb${i}`].value;
    }
  elements[`side${i}`].value = colour;
  if (known) [, elements[`rgb${i}`].value] = known;
}

/* Fills in what a match of the day has beside its players. */
function fillDay({ sides, stage, title, table }) {
  const { elements } = $("start-form");
  sides.forEach(({ colour }, i) => colour && fillColour(colour, i, sides.length));
  for (const [name, text] of Object.entries({ stage, title })) if (text) elements[name].value = text;
  if (!elements.table.value) elements.table.value = table;
}

/* Takes over the match that is chosen. */
function choose() {
  const match = chosen();
  const isOfDay = match && match.about !== undefined;
  if (match) fillPlayers(match);
  if (isOfDay) fillDay(match);
  setText($("pairing-said"), isOfDay ? [match.about, `the day\u2019s list of ${madeAt(lists.day)}`].filter(Boolean).join(" \u00B7 ") : "");
}

/* The options of a list, whose first match has this place among all. */
function optionsOf(label, matches, first) {
  const group = make("optgroup", "", ...matches.map(({ line, seating }, i) => {
    const option = new Option(line, first + i);
    option.disabled = !seating;
    return option;
  }));
  group.label = label;
  return matches.length > 0 ? [group] : [];
}

/* Shows the matches of the lists to choose from, with the first one chosen. */
function showLists() {
  const { elements } = $("start-form");
  const { matches, unread } = pairingsOf(lists.text);
  const ofDay = matchesOfDay(lists.day);
  offered = [...ofDay, ...matches];
  elements.list.value = lists.text;
  $("list-said").textContent = unread.length > 0 ? `No two sides: \u201C${unread.join("\u201D, \u201C")}\u201D` : "";
  $("pairing-box").hidden = offered.length === 0;
  elements.pairing.replaceChildren(new Option("None: the names below", ""),
    ...optionsOf("The day\u2019s list", ofDay, 0), ...optionsOf("The list typed here", matches, ofDay.length));
  elements.pairing.onchange = choose;
  const first = offered.findIndex(({ seating }) => seating);
  elements.pairing.value = first < 0 ? "" : String(first);
  choose();
}

async function changeList(text, ask) {
  const error = await saveList(text, ask);
  if (!error) lists = { ...lists, text };
  return error;
}

async function saveTyped() {
  const error = await changeList($("start-form").elements.list.value.trim(), askToSignIn);
  if (error) lists = await readLists().catch(() => lists); /* what another console made of it can be saved over */
  else showLists();
  $("list-said").textContent = error || $("list-said").textContent || "Saved.";
}

/* The match that was chosen has started: it leaves the list that was typed. From
 * the day's list the server takes it. */
async function takeChosen() {
  const match = chosen();
  if (match && match.about === undefined) await changeList(without(lists.text, match.line), async () => false);
}

/* ---- opening it ---- */

async function open(title) {
  const form = $("start-form");
  const told = (text) => { $("start-said").textContent = text; };
  const rests = (doc) => [matchOf(doc), doc.state];
  let seen = desk.match;
  $("start-title").textContent = title;
  told("");
  $("list-box").open = false;
  $("list-save").onclick = saveTyped;
  form.elements.seating.onchange = build;
  form.onsubmit = async (event) => {
    event.preventDefault();
    const fault = faultIn(form);
    told(fault);
    if (fault) return;
    const error = await send({ what: "the start of the match", seen, rests, told }, ["/api/match", bodyOf(form)]);
    seen = desk.match; /* if it was refused, the operator has been told, and may mean it */
    if (error) return;
    $("start-sheet").close();
    await takeChosen();
  };
  lists = await readLists().catch(() => NO_LISTS);
  showLists();
  $("start-sheet").showModal();
}

/* What the form needs cannot be read: that is said on the page. */
const orSay = (opening) => async () => {
  try {
    await opening();
  } catch (error) {
    say(`The form cannot be opened: ${error.message}`, "form");
  }
};

export const startMatch = orSay(async () => {
  before = null;
  await listBooks($("start-form").elements.rules);
  build();
  await open("Start a match");
});

/* ---- the next match ---- */

function seatingOf(doc) {
  const fits = (pairs) => JSON.stringify(pairs.map(([seat, i]) => [seat, doc.sides[i] && doc.sides[i].side])) ===
    JSON.stringify(doc.seats.map((s) => [s.seat, s.side]));
  return Object.keys(SEATINGS).find((name) => fits(SEATINGS[name]));
}

/* Everybody moves to the seat of the next, so that the other side begins; a pair
 * against one stays, since its seats are not alike. */
function moved(doc, seating) {
  const { seats } = doc;
  if (seating === "21") return { players: seats, sides: doc.sides };
  const players = seats.map((s, i) => ({ ...seats[(i + 1) % seats.length], seat: s.seat }));
  const sides = SEATINGS[seating].reduce((to, [, i], at) => {
    to[i] = doc.sides.find((s) => s.side === players[at].side);
    return to;
  }, []);
  return { players, sides };
}

function fill(doc, seating) {
  const { elements } = $("start-form");
  const { players, sides } = moved(doc, seating);
  sides.forEach((side, i) => {
    elements[`side${i}`].value = side.side;
    elements[`name${i}`].value = side.name === side.side ? "" : side.name;
    if (side.rgb) elements[`rgb${i}`].value = hex(side.rgb);
  });
  for (const { seat, player, handicap } of players) {
    elements[`player${seat}`].value = player;
    fillHandicap($("start-form"), seat, handicap);
  }
  for (const name of ["title", "stage", "table"]) elements[name].value = doc[name] || "";
}

/* The rule book, games, ties and the value of a forfeited round are those with which the match started. */
function takeOver(event) {
  const { elements } = $("start-form");
  const isListed = [...elements.rules.options].some((o) => o.value === event.rules);
  before = { rules: event.rules, board: event.board };
  if (!isListed && ![...elements.rules.options].some((o) => o.value === SAME_BOOK))
    elements.rules.prepend(new Option("The same as before", SAME_BOOK));
  elements.rules.value = isListed ? event.rules : SAME_BOOK;
  elements.best_of.value = event.best_of || "";
  elements.ties.value = (event.ties || []).join(",");
  elements.forfeit.value = event.forfeit?.points ?? "";
  elements.forfeit20.value = event.forfeit?.["20"] ?? "";
}

export const nextMatch = orSay(async () => {
  const doc = desk.match;
  const seating = seatingOf(doc);
  await listBooks($("start-form").elements.rules);
  if (seating) $("start-form").elements.seating.value = seating;
  build();
  takeOver(await read(`/api/event?of=${doc.start}`));
  offerBooks();
  if (seating) fill(doc, seating);
  await open("Next match");
});
