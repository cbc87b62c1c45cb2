/* SPDX-License-Identifier: Apache-2.0
 *
 * What the organiser decides with more than a tap: a penalty or a handicap, and
 * a substitute. The sheet says what follows before it is saved. */
import { nameOf } from "/pages/board.js";
import { desk, sendEvent } from "/pages/desk.js";
import { playerIn } from "/pages/dom.js";
import { choice, field, labelled, PLACES } from "/pages/fields.js";
import { openSheet, sayFollows } from "/pages/sheet.js";
import { differing, namedNumbers, standingOf, trialOf, winnerOf } from "/pages/trial.js";

/* Pause after the last key before the consequence is asked for, ms. */
const PAUSE_MS = 200;

/* "Weber 4 becomes 3." */
function standingWords(doc, { match }) {
  const [now, then] = [standingOf(doc), standingOf(match)];
  const sides = differing(doc, [now, then]);
  const changed = sides.map((side) => `${namedNumbers(doc, now, [side])} becomes ${then[side]}`);
  return [changed.join(", ") || "The score stays", winnerOf(doc, match)].filter(Boolean).join(". ") + ".";
}

function number(name) {
  const node = field(name, "");
  Object.assign(node, { inputMode: "numeric", pattern: "[+\u2212\\-]?[0-9]{1,4}", required: true });
  return node;
}

const reason = () => labelled("Reason, shown in the list of events", field("reason", ""));

/* Each form: its title, its fields, the event of its values (null: not filled
 * in), and what follows in words. */
const FORMS = {
  penalty: {
    title: "Penalty or handicap",
    fields: (doc) => [labelled("Side", choice("side", doc.sides.map((s) => [s.side, nameOf(s)]))),
      labelled("Points: \u22121 takes one away, 2 adds two", number("points")), reason()],
    event: (value) => {
      const points = Number(value("points").replace("\u2212", "-"));
      return points ? { side: value("side"), points } : null;
    },
    words: (doc, event, trial) => standingWords(doc, trial),
  },
  substitute: {
    title: "Substitute",
    fields: (doc) => [labelled("Who leaves", choice("seat", doc.seats.map((s) => [s.seat, `${playerIn(doc, s.seat)}, in the ${PLACES[s.seat]}`]))),
      labelled("Who plays on there", field("player", "")), reason()],
    event: (value) => (value("player") ? { seat: Number(value("seat")), player: value("player") } : null),
    words: (doc, event, trial) =>
      `${event.player} plays on for ${playerIn(doc, event.seat)}. ${standingWords(doc, trial)}`,
  },
};

function eventOf(type, form) {
  const value = (name) => form.elements[name].value.trim();
  const event = FORMS[type].event(value);
  return event && { type, ...event, ...(value("reason") ? { reason: value("reason") } : {}) };
}

let timer = 0;
let asked = 0; /* counts the questions to the server; an older answer is dropped */

async function showConsequence(type, form) {
  const doc = desk.match;
  const event = eventOf(type, form);
  const mine = ++asked;
  const say = (text) => { if (mine === asked) sayFollows(text); };
  const trial = event && await trialOf(() => event, doc, say);
  if (trial) say(FORMS[type].words(doc, event, trial));
  else if (!event) say("");
}

async function save(type, form) {
  const event = eventOf(type, form);
  return event ? sendEvent(event) : "Something is not filled in.";
}

export function openDecision(type) {
  asked++;
  openSheet({
    title: FORMS[type].title,
    fields: FORMS[type].fields(desk.match),
    input(form) {
      clearTimeout(timer);
      timer = setTimeout(() => showConsequence(type, form), PAUSE_MS);
    },
    save: (form) => save(type, form),
  });
}
