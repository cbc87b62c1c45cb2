/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes a card of every question that is open. A card is
 *   key      tells it from other cards
 *   title    what is asked
 *   text     what is known of it, or ""
 *   discs    the discs that it is about, each {disc, letter}
 *   picture  address of a close-up; without it the board is drawn there
 *   answers  each {text, note, run}: run() sends it; one to an older question
 *            has its event(), which is tried to find the score that it makes
 *   round    {game, round} of an older question
 *   look     seq of an event to look at, or 0
 *   replay   seq of a shot that may be seen again, or 0
 * No function here reads or changes the page. */
import { nameOf } from "/pages/board.js";
import { boardBody, withValue } from "/pages/edit.js";
import { playerIn, sideOf } from "/pages/dom.js";
import { shortName } from "/pages/names.js";
import { read } from "/pages/send.js";

const letter = (i) => String.fromCharCode(65 + i);
const card = (key, title, answers, more) =>
  ({ key, title, text: "", discs: [], picture: "", look: 0, replay: 0, answers, ...more });
const answer = (text, run, note = "") => ({ text, run, note });

/* "Ann 45": what the side's total would be. */
const scoreText = (doc, side, points) => `${shortName(doc.sides, side)} ${points}`;

/* ---- the last shot ---- */

/* Names discs: those that have a letter by it, the others by how many of a side
 * they are. */
function named(discs, lettered) {
  const letters = lettered.filter(({ disc }) => discs.some((d) => d.id === disc.id)).map((one) => one.letter);
  const others = discs.filter((d) => !lettered.some(({ disc }) => disc.id === d.id));
  const counts = [...new Set(others.map((d) => d.side))].map((side) => {
    const n = others.filter((d) => d.side === side).length;
    return `${n} ${side || ""} disc${n > 1 ? "s" : ""}`;
  });
  return [...letters, ...counts].join(" and ");
}

/* Describes what the players must do at the board after a decision: "A comes
 * off". */
function outcome(decision, lettered) {
  const parts = [];
  const say = (discs, one, many) => {
    if (discs.length > 0) parts.push(`${named(discs, lettered)} ${discs.length === 1 ? one : many}`);
  };
  say(decision.remove.filter((d) => d.to === "bowl"), "is a 20", "are 20s");
  say(decision.remove.filter((d) => d.to !== "bowl"), "comes off", "come off");
  say(decision.restore, "goes back", "go back");
  const text = parts.join(", ") || "nothing comes off";
  return text[0].toUpperCase() + text.slice(1);
}

/* The totals of the sides for which the rulings differ; of all if none does. */
function totalsText(doc, totals, ruling) {
  const { true: valid, false: not } = totals;
  if (!valid || !not) return "";
  const all = doc.sides.map((s) => s.side);
  const differ = all.filter((side) => valid[side] !== not[side]);
  return (differ.length > 0 ? differ : all).map((side) => scoreText(doc, side, totals[ruling][side])).join(", ");
}

function askValidity(doc, q, act) {
  const { true: valid, false: not } = q.either;
  const taken = [...valid.remove, ...not.remove].filter((d) => d.x_mm !== undefined);
  const discs = [...new Map(taken.map((d) => [d.id, d])).values()].map((disc, i) => ({ disc, letter: letter(i) }));
  const key = (ruling, word) => {
    const score = totalsText(doc, q.totals, ruling);
    const run = () => act.send({ what: `the ruling \u201C${word}\u201D`, seen: doc },
      ["/api/ruling", { of: q.of, valid: ruling === "true" }]);
    return answer(score ? `${word}: ${score}` : word, run, outcome(q.either[ruling], discs));
  };
  return [card(`validity ${q.of}`, `${playerIn(doc, doc.last.seat)}: was the shot valid?`,
    [key("true", "Valid"), key("false", "Not valid")],
    { discs, text: `${valid.why.map((w) => w.text).join(" ")} Not seen: ${q.missing.join(", ").replace(/_/g, " ")}.` })];
}

/* A disc that was taken off the board as a 20, and that may have been out of
 * play before. */
function askTwenty(doc, { disc, letter: name }, act) {
  const side = sideOf(doc, disc.side);
  const about = { what: `the answer about disc ${name}`, seen: doc };
  return card(`twenty ${disc.id}`, `Disc ${name}: was it a 20?`, [
    answer(`A 20: ${scoreText(doc, disc.side, side.round_score)}`, () => act.board.addTwenty(disc.side, 0, about)),
    answer(`No 20: ${scoreText(doc, disc.side, side.round_score - doc.values["20"])}`,
      () => act.board.addTwenty(disc.side, -1, about)),
  ], { discs: [{ disc, letter: name }] });
}

function askStays(doc, { disc, letter: name }, act) {
  const side = sideOf(doc, disc.side);
  const call = doc.calls.find((c) => c.disc === disc.id);
  return card(`stays ${disc.id}`, `Disc ${name}: does it stay?`, [
    answer(`Stays: ${scoreText(doc, disc.side, side.round_score)}`, () => act.board.place({ ...disc, sigma_mm: 0 })),
    answer(`Off: ${scoreText(doc, disc.side, side.round_score - disc.value)}`, () => act.board.remove(disc)),
  ], { discs: [{ disc, letter: name }], picture: (call && call.picture) || "" });
}

function askDisc(doc, q, act) {
  const among = (discs) => q.discs.map((id) => discs.find((d) => d.id === id)).filter(Boolean);
  const gone = among(doc.last.remove);
  const lettered = [...gone, ...among(doc.discs)].map((disc, i) => ({ disc, letter: letter(i) }));
  return lettered.map((one) => (gone.includes(one.disc) ? askTwenty : askStays)(doc, one, act));
}

function askStarter(doc, q, act) {
  return [card("starter", "Who starts the round?", q.seats.map((s) =>
    answer(s.player || s.side, () => act.send({ what: `${s.player || s.side} starts the round`, seen: doc },
      ["/api/starter", { seat: s.seat }]))))];
}

/* The 20s of all sides that are level are typed at once: `counts` has them. */
function askShootOut(doc, q, act) {
  const level = doc.sides.filter((side) => q.sides.includes(side.side));
  const sides = (counts) => level.map((s, i) => ({ side: s.side, 20: counts[i] }));
  const run = (counts) => act.send({ what: "the 20s of the shoot-out", seen: doc },
    ["/api/event", { type: "shoot_out", sides: sides(counts) }]);
  return [card(`shoot-out ${doc.start} ${doc.game}`, "The shoot-out: how many 20s?", [answer("Save", run)],
    { counts: level.map((side) => `${nameOf(side)}: 20s`) })];
}

const ASKS = { validity: askValidity, disc: askDisc, starter: askStarter, shoot_out: askShootOut };

/* ---- close calls on the board of a round that is to be counted ---- */

function askCalls(doc, act) {
  if (doc.state !== "round_over") return [];
  return doc.calls.map((call, i) => {
    const disc = doc.discs.find((d) => d.id === call.disc);
    const rest = sideOf(doc, disc.side).round_score - disc.value;
    const values = [...new Set(disc.range)].reverse();
    return card(`call ${disc.id}`, `Disc ${letter(i)}: ${values.join(" or ")}?`,
      values.map((v) => answer(`${v}: ${scoreText(doc, disc.side, rest + v)}`,
        () => (v > 0 ? act.board.place(withValue(doc, disc, v)) : act.board.remove(disc)))),
      { discs: [{ disc, letter: letter(i) }], picture: call.picture || "" });
  });
}

/* ---- questions over which play went on ---- */

const inRound = (doc, a) => (doc.games > 1 ? `Game ${a.game}, round ${a.round}` : `Round ${a.round}`);

/* An answer that is the event which event() returns, perhaps later. */
function decide(doc, text, act, event) {
  const about = { what: `the answer \u201C${text}\u201D`, seen: doc };
  return { ...answer(text, async () => act.send(about, ["/api/event", await event()])), event };
}

const boardThen = (a) => read(`/api/match?at=${a.of}`);

/* One more 20, or none, of the first side whose 20s hang on the shot. */
function twentyAnswers(doc, a, act) {
  const [side] = a.twenties;
  const set = (more) => async () => {
    const then = await boardThen(a);
    const count = then.sides.find((s) => s.side === side).twenties + more;
    return { type: "twenties", side, count, after: a.of };
  };
  return [decide(doc, `A 20 for ${shortName(doc.sides, side)}`, act, set(1)), decide(doc, "No 20", act, set(0))];
}

/* The board that the event left: a person who has looked at it says that it was
 * so, or corrects it. */
function boardAnswers(doc, a, act) {
  return [decide(doc, "As it was seen", act, async () => {
    const { discs } = await boardThen(a);
    return { type: "board", ...boardBody(discs.map((d) => ({ ...d, sigma_mm: 0 })), null, a.of) };
  })];
}

const hasTwenties = (a) => a.twenties.length > 0;

const OLDER = {
  validity: (doc, a, act) => ["was the shot valid?", [true, false].map((valid) =>
    decide(doc, valid ? "Valid" : "Not valid", act, () => ({ type: "ruling", of: a.of, valid })))],
  unseen: (doc, a, act) => (hasTwenties(a)
    ? ["a shot was not seen. Was it a 20?", twentyAnswers(doc, a, act)]
    : ["a shot was not seen. Where did the discs lie?", boardAnswers(doc, a, act)]),
  disc: (doc, a, act) => (hasTwenties(a)
    ? ["was a disc of the shot a 20?", twentyAnswers(doc, a, act)]
    : ["was a disc of the shot in play?", boardAnswers(doc, a, act)]),
  replay: (doc, a, act) => ["it was begun again. Does nothing count?", [
    decide(doc, "Nothing counts", act, () => ({ type: "ruling", of: a.of, valid: true })),
    decide(doc, "It goes on", act, () => ({ type: "undo", of: a.of })),
  ]],
  calls: (doc, a, act) => ["it ended on close calls. Where did the discs lie?", boardAnswers(doc, a, act)],
};

function askOlder(doc, a, act) {
  const [title, answers] = OLDER[a.ask](doc, a, act);
  return card(`${a.ask} ${a.of} ${a.twenties.join()}`, `${inRound(doc, a)}: ${title}`, answers,
    { look: a.of, replay: a.replay ? a.of : 0, round: { game: a.game, round: a.round } });
}

/* ---- all of them ---- */

/* The questions of this moment, each with the replay of the last shot. */
function askNow(doc, act) {
  const cards = doc.question ? ASKS[doc.question.ask](doc, doc.question, act) : askCalls(doc, act);
  const replay = doc.last && doc.last.replay ? doc.last.seq : 0;
  return cards.map((one) => ({ ...one, replay }));
}

/* act: {send, board} carries answers out. */
export function questionsOf(doc, act) {
  const isNow = (a) => doc.question && doc.question.of === a.of && doc.question.ask === a.ask;
  return [...askNow(doc, act), ...doc.asked.filter((a) => !isNow(a)).map((a) => askOlder(doc, a, act))];
}
