/* SPDX-License-Identifier: Apache-2.0
 *
 * What concerns the whole match: its names, which may be corrected while it is
 * played, what the organiser decides, and who has won. */
import { nameOf } from "/pages/board.js";
import { desk, matchOf, send, sendEvent, sure } from "/pages/desk.js";
import { $, button, make, renderIfChanged, setText, sideName } from "/pages/dom.js";
import { faultIn, field, hex, labelled, PLACES, rgb } from "/pages/fields.js";
import { openDecision } from "/pages/organise.js";

/* ---- the names ---- */

function sideFields(doc, side, i) {
  const own = side.name === side.side ? "" : side.name;
  const players = doc.seats.filter((s) => s.side === side.side)
    .map((s) => labelled(`Player in the ${PLACES[s.seat]}`, field(`player${s.seat}`, s.player)));
  const colour = side.rgb ? [labelled("Discs", field(`rgb${i}`, hex(side.rgb), "color"))] : [];
  return make("fieldset", "", make("legend", "", side.side), ...players,
    make("div", "two", labelled("Team", field(`name${i}`, own)), ...colour));
}

function nameFields(doc) {
  return [labelled("Event", field("title", doc.title)), labelled("Stage", field("stage", doc.stage || "")),
    ...doc.sides.map((side, i) => sideFields(doc, side, i))];
}

/* The values of the form's fields in the match: pairs [name, value]. */
const valuesOf = (doc) => [["title", doc.title], ["stage", doc.stage || ""], ...doc.seats.map((s) => [`player${s.seat}`, s.player]),
  ...doc.sides.flatMap((side, i) => [[`name${i}`, side.name === side.side ? "" : side.name],
    ...(side.rgb ? [[`rgb${i}`, hex(side.rgb)]] : [])])];

/* Writes the names that have changed into the fields, except where a person has
 * typed another one. */
function refreshNames(doc) {
  for (const [name, value] of valuesOf(doc)) {
    const input = $("names").elements[name];
    const isTyped = input.dataset.was !== undefined && input.value !== input.dataset.was;
    if (!isTyped && input.value !== value) input.value = value;
    input.dataset.was = value;
  }
}

/* Returns the event with what differs from the match, or null. */
function changes(doc, form) {
  const value = (name) => form.elements[name] && form.elements[name].value.trim();
  const info = { type: "match_info" };
  for (const name of ["title", "stage"])
    if (value(name) !== (doc[name] || "")) info[name] = value(name);
  const sides = doc.sides.flatMap((side, i) => {
    const name = value(`name${i}`);
    const colour = value(`rgb${i}`);
    const isSame = name === (side.name === side.side ? "" : side.name) && (!side.rgb || colour === hex(side.rgb));
    return isSame ? [] : [{ side: side.side, name, ...(side.rgb ? { rgb: rgb(colour) } : {}) }];
  });
  const seats = doc.seats.filter((s) => value(`player${s.seat}`) !== s.player)
    .map((s) => ({ seat: s.seat, player: value(`player${s.seat}`) }));
  if (sides.length > 0) info.sides = sides;
  if (seats.length > 0) info.seats = seats;
  return Object.keys(info).length > 1 ? info : null;
}

async function save(event) {
  event.preventDefault();
  const form = event.target;
  const told = (text) => { $("names-said").textContent = text; };
  const fault = faultIn(form);
  told(fault || "Nothing has changed.");
  if (fault || !changes(desk.match, form)) return;
  const step = (doc) => {
    const info = changes(doc, form);
    return info && ["/api/event", info];
  };
  told((await send({ what: "the names", rests: matchOf, told }, step)) || "Saved.");
}

/* ---- what the organiser decides ---- */

/* Sends the event if the operator says yes to `text`, and the match is then still
 * the one that he saw. */
async function ifSure(what, text, yes, event) {
  const about = await sure({ what, text, yes });
  if (about) await sendEvent(about, event);
}

function giveUp(doc, side, of) {
  const others = doc.sides.filter((s) => s !== side).map(nameOf).join(" or ");
  return async () => {
    const what = of === "match" ? "the match" : `game ${doc.game}`;
    const gives = `${nameOf(side)} gives up`;
    await ifSure(`${gives} ${what}`, `${gives} ${what}: ${others} wins it.`, gives, { type: "concede", side: side.side, of });
  };
}

function concessions(doc) {
  const keys = (of) => doc.sides.map((side) =>
    button(`${nameOf(side)} gives up ${doc.games > 1 ? `the ${of}` : ""}`.trim(), giveUp(doc, side, of)));
  return [...keys("match"), ...(doc.games > 1 ? keys("game") : [])];
}

async function replayRound() {
  const { round } = desk.match;
  const text = `Round ${round} begins again with its first player; nothing of it counts.`;
  await ifSure(`begin round ${round} again`, text, "Begin it again", { type: "replay_round" });
}

async function timeUp() {
  const text = "A side that has shot fewer discs shoots once more, and the match ends with this round.";
  await ifSure("time is up", text, "Time is up", { type: "time_up", of: "match" });
}

async function endMatch() {
  const text = "The match ends as it stands and has no winner.";
  const about = await sure({ what: "end the match", text, yes: "End the match" });
  if (about) await send(about, ["/api/match", { end: true }]);
}

/* After the end only rulings are left. */
function rulings(doc) {
  const replay = doc.ended ? [button(`Play round ${doc.ended.round} again`, () => openDecision("replay_round"))] : [];
  return [make("h2", "", "Rulings after the end"), make("div", "pair",
    button("Penalty or handicap", () => openDecision("penalty")), ...replay,
    button("Disqualification", () => openDecision("disqualify")))];
}

function decisions(doc) {
  const forfeit = doc.sides.length === 2 ? [button("A round is forfeited", () => openDecision("forfeit_round"))] : [];
  return [make("h2", "", "The organiser"), make("div", "pair", ...concessions(doc)),
    make("div", "pair", button("Begin the round again", replayRound), button("Time is up", timeUp),
      button("Penalty or handicap", () => openDecision("penalty")), button("Substitute", () => openDecision("substitute")),
      ...forfeit, button("Disqualification", () => openDecision("disqualify")), button("End the match", endMatch))];
}

/* ---- who has won ---- */

const HOW = new Map([["games", "in games"], ["points", "on points"], ["twenties", "on 20s"],
  ["extra_round", "in the extra round"], ["shoot_out", "in the shoot-out"], ["concession", "by concession"],
  ["disqualification", "by disqualification"]]);

export function winnerText(doc) {
  if (!doc.winner) return "The match is over and has no winner";
  const names = doc.winner.map((side) => sideName(doc, side)).join(" and ");
  if (doc.tied) return `${names} are level`;
  const best = doc.sides.find((s) => s.side === doc.winner[0]);
  const decided = doc.games > 1 ? "games" : doc.decides;
  const result = [best, ...doc.sides.filter((s) => s !== best)].map((s) => s[decided]).join("\u2013");
  return `${names} has won ${result}${doc.won_by ? `, ${HOW.get(doc.won_by.how)}` : ""}`;
}

/* ---- on the page ---- */

export function showMatch(doc, isPlaying) {
  const hasMatch = doc.state !== "waiting";
  $("names").hidden = !hasMatch;
  $("decisions").hidden = !hasMatch;
  $("winner").hidden = doc.state !== "over";
  if (doc.state === "over") setText($("winner-text"), winnerText(doc));
  const shape = [matchOf(doc), doc.seats.map((s) => [s.seat, s.side]), doc.sides.map((s) => [s.side, Boolean(s.rgb)])];
  renderIfChanged($("name-fields"), hasMatch && shape, () => (hasMatch ? nameFields(doc) : []));
  if (hasMatch) refreshNames(doc);
  const sides = doc.sides.map((s) => [s.side, s.name, s.players]);
  renderIfChanged($("decisions"), [sides, doc.games, doc.game, isPlaying, !isPlaying && doc.ended],
    () => (isPlaying ? decisions(doc) : rulings(doc)));
}

export function setUpMatch() {
  $("names").addEventListener("submit", save);
}
