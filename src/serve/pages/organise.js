/* SPDX-License-Identifier: Apache-2.0
 *
 * What the organiser decides with more than a tap: a penalty or a handicap, a
 * forfeited round, one that is played again, a disqualification, and a
 * substitute; also after the end of a match, or for an earlier one. The sheet says
 * what follows before it is saved. */
import { nameOf } from "/pages/board.js";
import { desk, roundOf, sendEvent } from "/pages/desk.js";
import { $, make, playerIn, sideOf } from "/pages/dom.js";
import { choice, field, labelled, PLACES } from "/pages/fields.js";
import { openSheet, sayFault, sayFollows } from "/pages/sheet.js";
import { differing, namedNumbers, standingOf, trialOf, winnerOf } from "/pages/trial.js";

/* Time after the last key press until the server is asked for the consequence,
 * ms. */
const PAUSE_MS = 200;

/* "Weber 4 becomes 3." */
export function standingWords(doc, { match }) {
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

const chooseSide = (doc) => labelled("Side", choice("side", doc.sides.map((s) => [s.side, nameOf(s)])));
const nameIn = (doc, side) => nameOf(sideOf(doc, side));

/* "The match goes on with round 4. " if it was over and is not any more, or a
 * shoot-out is due. */
function reopened(doc, { match }) {
  if (doc.state !== "over" || match.state === "over") return "";
  if (match.ask === "shoot_out") return "A shoot-out decides. ";
  return `The match goes on with ${match.games > 1 ? `game ${match.game}, ` : ""}round ${match.round}. `;
}

/* Each form: its title, its fields, the event of its values (null: not filled
 * in), and what follows in words. */
const FORMS = {
  penalty: {
    title: "Penalty or handicap",
    fields: (doc) => [chooseSide(doc),
      labelled("Points: \u22121 takes one away, 2 adds two", number("points")), reason()],
    event: (value) => {
      const points = Number(value("points").replace("\u2212", "-"));
      return points ? { side: value("side"), points } : null;
    },
    words: (doc, event, trial) => reopened(doc, trial) + standingWords(doc, trial),
  },
  replay_round: {
    title: "A round is played again",
    fields: () => [reason()],
    event: () => ({}),
    words: (doc, event, trial) => `Nothing of it counts. ${reopened(doc, trial)}${standingWords(doc, trial)}`,
  },
  forfeit_round: {
    title: "Forfeited round",
    fields: (doc) => [chooseSide(doc), reason()],
    event: (value) => ({ side: value("side") }),
    words: (doc, event, trial) =>
      `${nameIn(doc, event.side)} forfeits round ${doc.round}. ${standingWords(doc, trial)}`,
  },
  disqualify: {
    title: "Disqualification",
    fields: (doc) => [chooseSide(doc), reason(),
      make("p", "soft", "The match is lost. The hall counts it, and what the side has still to play, as forfeited.")],
    event: (value) => ({ side: value("side") }),
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

/* What the consequence that a sheet names rests on. */
const rests = (doc) => [roundOf(doc), standingOf(doc), doc.winner, doc.seats];

function eventOf(type, form, after) {
  const value = (name) => form.elements[name].value.trim();
  const event = FORMS[type].event(value);
  return event && { type, ...event, ...(after ? { after } : {}), ...(value("reason") ? { reason: value("reason") } : {}) };
}

/* ---- a sheet that says what follows ---- */

let timer = 0;
let asked = 0; /* counts the questions to the server; an older answer is dropped */

/* Opens a sheet whose form makes an event of which the consequence is said before
 * it is saved.
 *
 *   title   heading
 *   fields  elements
 *   event   returns the event of the form, or null: something is not filled in
 *   words   says what follows: of the match, the event and its trial
 *   rests   what the consequence rests on, as for send(); if it changes before
 *           Save, the consequence is said anew first */
export function openTried({ title, fields, event, words, rests }) {
  let seen = desk.match; /* of which the sheet names the consequence */
  let read = "";         /* the event whose changes of later rounds the sheet lists */
  async function showConsequence(form) {
    const doc = seen = desk.match;
    const made = event(form);
    const mine = ++asked;
    const say = (text, changes = []) => {
      if (mine !== asked) return;
      read = changes.length > 0 ? JSON.stringify(made) : "";
      sayFollows(text, changes);
    };
    const trial = made && await trialOf(() => made, doc, say);
    if (trial) say(words(doc, made, trial), trial.changes);
    else if (!made) say("");
  }
  /* What the operator has read is confirmed. Of what he has not read yet, the
   * server's answer asks. */
  const confirmed = (made) => (JSON.stringify(made) === read ? { ...made, confirm: true } : made);
  asked++;
  openSheet({
    title,
    fields,
    input(form) {
      clearTimeout(timer);
      timer = setTimeout(() => showConsequence(form), PAUSE_MS);
    },
    async save(form) {
      const made = event(form);
      if (!made) return "Something is not filled in.";
      const error = await sendEvent({ what: title.toLowerCase(), seen, rests, told: sayFault }, confirmed(made));
      if (error) showConsequence(form);
      return error;
    },
  });
  showConsequence($("sheet-form")); /* what is chosen as it opens may be meant */
}

/* Opens the form of a decision; with `after` it is given for the moment after the
 * event of this seq, whose match is `doc`. */
export function openDecision(type, after = 0, doc = desk.match) {
  const { title, fields, words } = FORMS[type];
  openTried({ title, fields: fields(doc), words, rests, event: (form) => eventOf(type, form, after) });
}
