/* SPDX-License-Identifier: Apache-2.0
 *
 * What concerns the whole match: its names, which may be corrected while it is
 * played, what the organiser decides, and who has won. */
import { nameOf } from "/pages/board.js";
import { desk, send, sendEvent } from "/pages/desk.js";
import { $, button, make, renderIfChanged, setText, sideName, sure } from "/pages/dom.js";
import { field, hex, labelled, PLACES, rgb } from "/pages/fields.js";
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
  const info = changes(desk.match, event.target);
  $("names-said").textContent = info ? (await sendEvent(info)) || "Saved." : "Nothing has changed.";
}

/* ---- what the organiser decides ---- */

function giveUp(doc, side, of) {
  const others = doc.sides.filter((s) => s !== side).map(nameOf).join(" or ");
  return async () => {
    const what = of === "match" ? "the match" : `game ${doc.game}`;
    if (await sure(`${nameOf(side)} gives up ${what}: ${others} wins it.`, `${nameOf(side)} gives up`))
      await sendEvent({ type: "concede", side: side.side, of });
  };
}

function concessions(doc) {
  const keys = (of) => doc.sides.map((side) =>
    button(`${nameOf(side)} gives up ${doc.games > 1 ? `the ${of}` : ""}`.trim(), giveUp(doc, side, of)));
  return [...keys("match"), ...(doc.games > 1 ? keys("game") : [])];
}

async function replayRound() {
  const { round } = desk.match;
  if (await sure(`Round ${round} begins again with its first player; nothing of it counts.`, "Begin it again"))
    await sendEvent({ type: "replay_round" });
}

async function timeUp() {
  const text = "A side that has shot fewer discs shoots once more, and the match ends with this round.";
  if (await sure(text, "Time is up"))
    await sendEvent({ type: "time_up", of: "match" });
}

async function endMatch() {
  if (await sure("The match ends as it stands and has no winner.", "End the match"))
    await send(["/api/match", { end: true }]);
}

function decisions(doc) {
  return [make("h2", "", "The organiser"), make("div", "pair", ...concessions(doc)),
    make("div", "pair", button("Begin the round again", replayRound), button("Time is up", timeUp),
      button("Penalty or handicap", () => openDecision("penalty")), button("Substitute", () => openDecision("substitute")),
      button("End the match", endMatch))];
}

/* ---- who has won ---- */

const HOW = new Map([["games", "in games"], ["points", "on points"], ["twenties", "on 20s"],
  ["extra_round", "in the extra round"], ["shoot_out", "in the shoot-out"], ["concession", "by concession"]]);

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
  $("decisions").hidden = !isPlaying;
  $("winner").hidden = doc.state !== "over";
  if (doc.state === "over") setText($("winner-text"), winnerText(doc));
  const named = [doc.title, doc.stage, doc.seats, doc.sides.map((s) => [s.side, s.name, s.rgb])];
  renderIfChanged($("name-fields"), hasMatch && named, () => (hasMatch ? nameFields(doc) : []));
  const sides = doc.sides.map((s) => [s.side, s.name, s.players]);
  renderIfChanged($("decisions"), [sides, doc.games, doc.game], () => decisions(doc));
}

export function setUpMatch() {
  $("names").addEventListener("submit", save);
}
