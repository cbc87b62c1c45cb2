// SPDX-License-Identifier: Apache-2.0
//
// The overlay in a real browser: what it shows, where it stands, and what it
// never shows.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { beforeEach, test } from "node:test";
import { audit } from "./audit.mjs";
import { countOf, event, startOf, twentiesOf, undoOf } from "./events.mjs";
import { closePage, isShown, openConsole, openOverlay, openPage, picture, root, row, stageForEach, stopClock, text } from "./stage.mjs";

let browser, stage, events;
const on = stageForEach();
beforeEach(() => { ({ browser, stage, events } = on); });

const SEEN = { source: "still" };
/* What a notice waits, and for how long the footer says what happened. */
const HOLD_MS = 2000, SAID_MS = 3000, CALL_MS = 9000;

/* ---- matches ---- */

const PAIR = { black: ["Anna Weber"], white: ["Bo Lindqvist"] };
const SIDES = Object.keys(PAIR);

const lastSeq = async () => (await stage.match()).seq;

/* The disc's middle moved along its radius till it is `mm` clear of the inner
 * line from within. */
const nearInner = (disc, mm) => {
  const k = (101.6 - 0.8 - 15.875 - mm) / Math.hypot(disc.x_mm, disc.y_mm);
  return { x_mm: k * disc.x_mm, y_mm: k * disc.y_mm };
};

/* The recorded match with a disc that is `mm` from the inner line. */
async function closeCall(mm, sigma_mm) {
  const { discs } = await stage.match();
  Object.assign(discs[0], nearInner(discs[0], mm), { sigma_mm });
  await stage.board(discs);
  return discs;
}

/* The parts of the page have stopped moving. */
const settled = (page) => page.waitForFunction(() =>
  document.getAnimations().every((a) => a.playState === "finished"));
const isOn = (page, selector) => page.locator(`${selector}.on`).count().then((n) => n === 1);
const note = async (page) => (await isOn(page, "#note") ? text(page, "#note") : "");

/* ---- the bug ---- */

test("the overlay shows every part of a match", async () => {
  await stage.play(...events.slice(0, 18), SEEN);
  const page = await openOverlay(browser, stage);
  await page.waitForSelector("#rows .row.shoots", { state: "attached" });
  const match = await stage.match();
  assert.equal(await text(page, "#stage-name"), "SEMI-FINAL");
  assert.equal(await text(page, "#round"), "ROUND 1/4");
  assert.equal(await page.locator("#event").textContent(), "City Open 2026");
  for (const [i, side] of match.sides.entries()) {
    assert.equal(await text(page, row(i) + " .name"), side.name);
    assert.equal(await text(page, row(i) + " .twenties span"), String(side.twenties));
    assert.equal(await text(page, row(i) + " .twenties small"), `/${side.twenties_total}`);
    assert.equal(await text(page, row(i) + " .round-score"), String(side.round_score));
    assert.equal(await text(page, row(i) + " .points"), String(side.points));
    assert.equal(await page.locator(row(i) + " .dot").count(), side.dealt);
    assert.equal(await page.locator(row(i) + " .dot:not(.shot)").count(), side.discs_left);
    const shoots = match.seats.find((s) => s.seat === match.turn.seat).side === side.side;
    assert.equal(await page.locator(row(i) + ".shoots").count(), shoots ? 1 : 0);
    const hammer = match.seats.find((s) => s.seat === match.hammer.seat).side === side.side;
    assert.equal(await page.locator(row(i) + " .hammer").isVisible(), hammer);
  }
  assert.equal(await text(page, ".has-hammer .hammer"), "HAMMER");
  assert.equal(await page.locator("#board .disc").count(), match.discs.length);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgba(0, 0, 0, 0)");
  assert.deepEqual(await audit(page), []);
});

test("the bug is a third of the picture's width", async () => {
  await stage.play(...events.slice(0, 18), SEEN);
  const page = await openOverlay(browser, stage);
  const bug = await page.locator("#bug").boundingBox();
  assert.deepEqual([bug.x, bug.width, bug.y + bug.height], [96, 640, 1080 - 54]);
  const small = await openOverlay(browser, stage, { width: 1280, height: 720 });
  const box = await small.locator("#bug").boundingBox();
  assert.ok(Math.abs(box.width - 1280 / 3) < 0.5 && Math.abs(box.x - 64) < 0.5, JSON.stringify(box));
  await picture(small, "overlay-1280");
});

test("discs left are seen on the row, and those that were shot are points", async () => {
  await stage.play(startOf(PAIR), event("board", { discs: [], discs_left: { black: 3, white: 5 } }), SEEN);
  const page = await openOverlay(browser, stage);
  const dots = await page.evaluate(() => {
    const numbers = (colour) => colour.match(/[\d.]+/g).map(Number);
    const luminance = (colour) => numbers(colour).map((x) => x / 255)
      .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
      .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    return [...document.querySelectorAll(".dot")].map((dot) => {
      const back = luminance(getComputedStyle(dot.closest(".row")).backgroundColor);
      const edge = luminance(getComputedStyle(dot).borderTopColor);
      return {
        left: !dot.classList.contains("shot"), width: dot.getBoundingClientRect().width,
        contrast: (Math.max(back, edge) + 0.05) / (Math.min(back, edge) + 0.05),
      };
    });
  });
  assert.equal(dots.filter((d) => d.left).length, 8);
  for (const dot of dots) {
    assert.ok(dot.contrast >= 3, `contrast ${dot.contrast}`);
    assert.ok(dot.left ? dot.width > 12 : dot.width < 8, `${dot.left ? "left" : "shot"}: ${dot.width} px`);
  }
});

test("a long stage gives way to the round", async () => {
  await stage.play(startOf(PAIR, { best_of: 3, stage: "Quarter-final of the consolation bracket of the club's doubles" }));
  const page = await openOverlay(browser, stage);
  const [round, stageName] = await Promise.all(["#round", "#stage-name"].map((at) => page.locator(at).evaluate((n) =>
    ({ cut: n.scrollWidth > n.clientWidth, right: n.getBoundingClientRect().right }))));
  const caption = await page.locator("#bug header .twenties").boundingBox();
  assert.ok(stageName.cut && !round.cut && round.right <= caption.x, JSON.stringify([round, stageName, caption]));
  assert.equal(await text(page, "#round"), "ROUND 1/4");
  assert.equal(await text(page, "#game"), "GAME 1/3");
});

test("a round beyond those of the book is an extra round", async () => {
  const level = countOf({ black: 30, white: 30 });
  await stage.play(startOf(PAIR, { ties: ["extra_round"] }), level, level, level, level);
  const page = await openOverlay(browser, stage);
  assert.equal(await text(page, "#round"), "EXTRA ROUND");
});

test("a name is the surname, as large as fits", async () => {
  await stage.play(startOf({ black: ["Jan van den Berg"], white: ["Otto Hohenzollern-Sigmaringen"] }));
  const page = await openOverlay(browser, stage);
  const nameOf = (i) => page.locator(row(i) + " .name").evaluate((n) => ({
    text: n.textContent, px: parseFloat(getComputedStyle(n).fontSize), cut: n.scrollWidth > n.clientWidth,
    filled: n.lastChild.getBoundingClientRect().width / n.getBoundingClientRect().width }));
  const short = await nameOf(0);
  assert.deepEqual([short.text, short.px, short.cut], ["van den Berg", 29, false]);
  const fitted = await nameOf(1);
  assert.equal(fitted.text, "Hohenzollern-Sigmaringen");
  assert.ok(fitted.px > 20 && fitted.px < 29 && !fitted.cut && fitted.filled > 0.9, JSON.stringify(fitted));
  await stage.play(event("match_info", { seats: [{ seat: 2, player: "Mo Featherstonehaugh-Cholmondeley-Marjoribanks" }] }));
  await isShown(page, stage);
  const long = await nameOf(1);
  assert.deepEqual([long.text, long.px, long.cut], ["Featherstonehaugh-Cholmondeley-Marjoribanks", 20, true]);
  const surnames = await page.evaluate(async () => {
    const { surname } = await import("/pages/names.js");
    return ["O'Hara, Di", "van den Berg , Jan", "Sam Smith, Jr.", ", Di", "Anna Weber", "Cher", "Sam Smith Jr.", "Ann \u00D3 S\u00FAilleabh\u00E1in", "anna weber", "Van Morrison",
      "\u0645\u062D\u0645\u062F \u0635\u0644\u0627\u062D", "\u5C71\u7530 \u592A\u90CE"].map(surname);
  });
  assert.deepEqual(surnames, ["O'Hara", "van den Berg", "Smith, Jr.", "Di", "Weber", "Cher", "Smith Jr.", "\u00D3 S\u00FAilleabh\u00E1in", "anna weber", "Morrison",
    "\u0645\u062D\u0645\u062F \u0635\u0644\u0627\u062D", "\u5C71\u7530 \u592A\u90CE"]);
});

test("doubles are A / B, and who of them shoots is marked", async () => {
  await stage.play(startOf({ black: ["Anna Weber", "Cyril Dubois"], white: ["Bo Weber", "Dilani Perera"] }), SEEN);
  const page = await openOverlay(browser, stage);
  assert.equal(await text(page, row(0) + " .name"), "A. Weber / Dubois");
  assert.equal(await text(page, row(1) + " .name"), "B. Weber / Perera");
  assert.equal(await text(page, ".shoots .name .now"), "A. Weber");
  assert.equal(await page.locator(".now").count(), 1);
  await picture(page, "overlay-doubles");
});

test("of partners with long names each is seen, and a short name is whole", async () => {
  await stage.play(startOf({ black: ["Otto Hohenzollern-Sigmaringen", "Zo\u00EB Brz\u0119czyszczykiewicz"],
    white: ["Bo Li", "Ann Featherstonehaugh-Cholmondeley"] }, { best_of: 3 }), SEEN);
  const page = await openOverlay(browser, stage);
  const seen = async () => page.locator("#rows .name").evaluateAll((all) => all.map((name) => {
    const box = name.getBoundingClientRect();
    return [...name.children].map((one) => {
      const { left, right, width } = one.getBoundingClientRect();
      return { is: one.textContent, cut: one.scrollWidth > one.clientWidth, width, in: left >= box.left - 1 && right <= box.right + 1 };
    });
  }));
  for (const again of [false, true]) {
    if (again) await page.evaluate(() => document.fonts.dispatchEvent(new Event("loadingdone")));
    const [both, one] = await seen();
    assert.ok([...both, ...one].every((name) => name.in && name.width > 12), JSON.stringify([both, one]));
    assert.deepEqual(both.map((name) => name.cut), [true, true]);
    assert.deepEqual(one.map((name) => [name.is, name.cut]), [["Li", false], ["Featherstonehaugh-Cholmondeley", true]]);
  }
});

test("letters with high marks have a taller line, and any script starts at the left", async () => {
  const names = ["\u0645\u062D\u0645\u062F \u0635\u0644\u0627\u062D", "\u0E2A\u0E21\u0E0A\u0E32\u0E22 \u0E43\u0E08\u0E14\u0E35",
    "\u092A\u094D\u0930\u093F\u092F\u0902\u0915\u093E"];
  await stage.play(startOf({ black: [names[0]], white: [names[1]], red: [names[2]] }, { rules: "woodestic" }));
  const page = await openOverlay(browser, stage);
  for (const [i, name] of names.entries()) {
    const seen = await page.locator(row(i) + " .name").evaluate((n) => ({
      text: n.textContent, line: parseFloat(getComputedStyle(n).lineHeight) / parseFloat(getComputedStyle(n).fontSize),
      gap: n.firstChild.getBoundingClientRect().left - n.getBoundingClientRect().left }));
    assert.equal(seen.text, name);
    assert.ok(seen.line >= 1.45 && Math.abs(seen.gap) < 1, JSON.stringify(seen));
  }
});

test("three and four sides have a row each, and nothing sticks out", async () => {
  const players = { black: ["Ann Weber"], white: ["Bo Lindqvist"], red: ["Cy Dubois"], blue: ["Di Perera"] };
  for (const n of [3, 4]) {
    const sides = Object.fromEntries(Object.entries(players).slice(0, n));
    await stage.play(startOf(sides), SEEN);
    const page = await openOverlay(browser, stage);
    const bug = await page.locator("#bug").boundingBox();
    const rows = await page.locator("#rows .row").evaluateAll((all) => all.map((r) => {
      const inner = [...r.querySelectorAll(".name, .dot, .hammer, .cell")].filter((c) => c.checkVisibility())
        .map((c) => c.getBoundingClientRect());
      const box = r.getBoundingClientRect();
      return { name: r.querySelector(".name").textContent, y: box.y,
        fits: inner.every((c) => c.left >= box.left && c.right <= box.right + 0.1 && c.top >= box.top - 1 && c.bottom <= box.bottom + 1) };
    }));
    assert.deepEqual(rows.map((r) => r.name), ["Weber", "Lindqvist", "Dubois", "Perera"].slice(0, n));
    assert.ok(rows.every((r) => r.fits), JSON.stringify(rows));
    assert.ok(bug.y + bug.height === 1080 - 54 && bug.width === 640);
    await picture(page, `overlay-${n}-sides`);
    await stage.play(event("match_end", {}));
  }
});

test("columns are of what the match plays for", async () => {
  await stage.play(startOf(PAIR, { best_of: 3 }), countOf({ black: 45, white: 30 }));
  const games = await openOverlay(browser, stage);
  assert.equal(await text(games, "#points-cap"), "Pts");
  assert.equal(await text(games, row(0) + " .points"), "2");
  assert.ok(await games.locator("#bug header .games").isVisible());
  assert.equal(await text(games, row(0) + " .games"), "0");
  await stage.play(event("match_end", {}), startOf(PAIR, { rules: "woodestic" }), countOf({ black: 45, white: 30 }));
  const target = await openOverlay(browser, stage);
  assert.equal(await text(target, "#points-cap"), "To 100");
  assert.equal(await text(target, row(0) + " .points"), "15");
  assert.equal(await target.locator("#bug .games").first().isVisible(), false);
});

test("20s of the round stand before those of the match", async () => {
  await stage.play(startOf(PAIR), event("round_count", { final: true, sides: [
    { side: "black", total: 60, 20: 3 }, { side: "white", total: 20, 20: 1 }] }),
    event("board", { discs: [], discs_left: { black: 4 } }), twentiesOf("black", 2));
  const page = await openOverlay(browser, stage);
  assert.equal(await text(page, row(0) + " .twenties span"), "2");
  assert.equal(await text(page, row(0) + " .twenties small"), "/5");
  const size = (at) => page.locator(row(0) + at).evaluate((n) => parseFloat(getComputedStyle(n).fontSize));
  assert.ok(await size(" .twenties small") < await size(" .twenties span"));
});

test("a score that is open has its range", async () => {
  await stage.play(...events.slice(0, 12), SEEN);
  await closeCall(0.02, 0.2);
  const page = await openOverlay(browser, stage);
  const match = await stage.match();
  const open = match.sides.findIndex((s) => s.range[0] !== s.range[1]);
  assert.equal(await text(page, row(open) + " .round-score"), match.sides[open].range.join("\u2013"));
});

/* Watching begins in the middle of each round, so that many 20s are open. */
test("every range fits its cell", async () => {
  const players = { black: ["Anna Weber", "Cyril Dubois"], white: ["Bo Lindqvist", "Dilani Perera"] };
  for (const [rules, points] of [["depot", 0], ["woodestic", 80]]) {
    const middle = event("board", { discs: [], discs_left: { black: 12, white: 12 }, unseen: { black: 12, white: 12 } });
    const closed = [event("round_end", { early: true }), event("next_starter", { seat: 0 })];
    await stage.play(startOf(players, { rules, best_of: 3 }), event("penalty", { side: "black", points, reason: "handicap" }), middle, ...closed, middle, ...closed, middle);
    const page = await openOverlay(browser, stage);
    const cells = await page.locator("#rows .cell").evaluateAll((all) => all.map((cell) => {
      const box = cell.getBoundingClientRect();
      return { text: cell.textContent, fits: [...cell.children].every((part) => {
        const inner = part.getBoundingClientRect();
        return inner.left >= box.left && inner.right <= box.right && inner.top >= box.top && inner.bottom <= box.bottom;
      }) };
    }));
    assert.ok(cells.filter((c) => c.text.includes("\u2013")).length >= 4, JSON.stringify(cells));
    assert.ok(cells.every((c) => c.fits), JSON.stringify(cells));
    await picture(page, `overlay-ranges-${rules}`);
    await stage.play(event("match_end", {}));
  }
});

/* ---- the footer ---- */

test("the footer says for 3 s what happened, and then the event", async () => {
  await stage.play(startOf(PAIR), SEEN);
  const page = await openOverlay(browser, stage, { clock: true });
  assert.equal(await note(page), "");
  await stage.play(countOf({ black: 45, white: 30 }));
  await isShown(page, stage);
  await page.clock.runFor(HOLD_MS);
  assert.equal(await note(page), "Weber +2 \u00B7 45\u201330");
  await page.clock.runFor(SAID_MS - 1);
  assert.ok(await isOn(page, "#note"));
  await page.clock.runFor(1);
  assert.equal(await isOn(page, "#note"), false);
  await stage.play(countOf({ black: 30, white: 30 }));
  await isShown(page, stage);
  await page.clock.runFor(HOLD_MS);
  assert.equal(await note(page), "Round 2 is tied \u00B7 30\u201330");
});

test("the end of a round that is undone within 2 s is never said", async () => {
  await stage.play(startOf(PAIR), countOf({ black: 45, white: 30 }));
  const page = await openOverlay(browser, stage, { clock: true });
  await stage.play(countOf({ black: 20, white: 30 }));
  await isShown(page, stage);
  await page.clock.runFor(HOLD_MS - 1);
  await stage.play(undoOf(await lastSeq()));
  await isShown(page, stage);
  await page.clock.runFor(SAID_MS);
  assert.equal(await isOn(page, "#note"), false);
});

test("a round's result is on strip and figures after 2 s, and leaves them when it is undone", async () => {
  await stage.play(startOf(PAIR), SEEN);
  const page = await openOverlay(browser, stage, { clock: true });
  const figures = async () => [await text(page, "#round"), await text(page, row(0) + " .points"), await text(page, row(0) + " .twenties small")];
  const before = ["ROUND 1/4", "0", "/0"], after = ["ROUND 2/4", "2", "/1"];
  const count = event("round_count", { final: true, sides: [{ side: "black", total: 45, 20: 1 }, { side: "white", total: 30, 20: 0 }] });
  await stage.play(count);
  await isShown(page, stage);
  await page.clock.runFor(HOLD_MS - 1);
  assert.deepEqual(await figures(), before);
  await stage.play(undoOf(await lastSeq()));
  await isShown(page, stage);
  await page.clock.runFor(2 * HOLD_MS);
  assert.deepEqual(await figures(), before, "it was undone");
  await stage.play(count);
  await isShown(page, stage);
  await page.clock.runFor(HOLD_MS);
  assert.deepEqual(await figures(), after);
  await stage.play(undoOf(await lastSeq()));
  await isShown(page, stage);
  assert.deepEqual(await figures(), before, "an undo is not held back");
});

test("a result that was corrected within 2 s is never on air", async () => {
  await stage.play(startOf(PAIR), SEEN);
  const page = await openOverlay(browser, stage, { clock: true });
  await stage.play(countOf({ black: 45, white: 30 }));
  await isShown(page, stage);
  const of = await lastSeq();
  await page.clock.runFor(HOLD_MS - 1);
  await stage.play(countOf({ black: 30, white: 45 }, { of }));
  await isShown(page, stage);
  await page.clock.runFor(HOLD_MS - 1);
  assert.equal(await isOn(page, "#note"), false);
  assert.equal(await text(page, row(0) + " .points"), "0");
  await page.clock.runFor(1);
  assert.equal(await note(page), "Lindqvist +2 \u00B7 45\u201330");
  await stage.play(countOf({ black: 50, white: 45 }, { of }));
  await isShown(page, stage);
  assert.equal(await isOn(page, "#note"), false, "this result is not true any more");
  await page.clock.runFor(HOLD_MS);
  assert.equal(await text(page, row(0) + " .points"), "2");
});

test("a shot after the end of a round waits with it, and the next ones are seen at once", async () => {
  const starts = events.findIndex((it, i) => i > 0 && it.type === "shot" && events[i - 1].type === "round_end");
  await stage.play(...events.slice(0, starts - 1), SEEN);
  const page = await openOverlay(browser, stage, { clock: true });
  assert.equal(await text(page, "#round"), "ROUND 1/4");
  await stage.play(events[starts - 1], events[starts]);
  await isShown(page, stage);
  await page.clock.runFor(HOLD_MS - 1);
  assert.equal(await text(page, "#round"), "ROUND 1/4");
  await page.clock.runFor(1);
  assert.equal(await text(page, "#round"), "ROUND 2/4");
  await stage.play(events[starts + 1]);
  await isShown(page, stage);
  assert.equal(await page.getAttribute("#bug", "data-seq"), String(await lastSeq()));
});

test("the round that is played and the figures of a ruling wait together", async () => {
  await stage.play(...events.slice(0, 18), SEEN);
  const page = await openOverlay(browser, stage, { clock: true });
  const scores = () => page.locator("#rows .round-score").allTextContents();
  const before = await scores();
  await stage.play(event("ruling", { of: (await stage.match()).last.seq, valid: false }));
  const ruled = (await stage.match()).sides.map((s) => String(s.round_score));
  await isShown(page, stage);
  await page.clock.runFor(HOLD_MS - 1);
  assert.deepEqual(await scores(), before);
  await page.clock.runFor(1);
  assert.deepEqual(await scores(), ruled);
});

/* The first shot of the recorded match that makes a certain 20. */
async function untilTwenty(page) {
  for (let i = 1; i < 18; i++) {
    const before = (await stage.match()).sides.map((s) => s.twenties);
    await stage.play(events[i]);
    const after = (await stage.match()).sides;
    const made = after.find((s, k) => s.twenties > before[k]);
    if (made) return made;
  }
  return assert.fail("no 20");
}

test("a 20 that was shot is said at once, one that a person counts after 2 s", async () => {
  await stage.play(events[0], SEEN);
  const page = await openOverlay(browser, stage, { clock: true });
  const made = await untilTwenty(page);
  await page.waitForSelector("#note.on");
  assert.equal(await note(page), `20! ${made.name}`);
  await stage.play(undoOf(await lastSeq()));
  await isShown(page, stage);
  assert.equal(await isOn(page, "#note"), false, "it was taken back");
  const { sides: [side], discs } = await stage.match();
  await stage.play(event("board", { discs, discs_left: { [side.side]: side.discs_left - 1 } }));
  await stage.play(twentiesOf(side.side, side.twenties + 1));
  await isShown(page, stage);
  await page.clock.runFor(HOLD_MS - 1);
  assert.equal(await isOn(page, "#note"), false);
  await page.clock.runFor(1);
  assert.equal(await note(page), `20! ${side.name}`);
});

test("an old 20 that an undo or a ruling gives back is not said again", async () => {
  await stage.play(events[0], SEEN);
  const page = await openOverlay(browser, stage, { clock: true });
  await untilTwenty(page);
  await page.waitForSelector("#note.on");
  await page.clock.runFor(SAID_MS);
  const of = await lastSeq();
  const ruling = event("ruling", { of, valid: false });
  const twenties = async () => (await stage.match()).sides.reduce((n, s) => n + s.twenties, 0);
  const made = await twenties();
  for (const back of [() => undoOf(of + 1), () => event("ruling", { of, valid: true })]) {
    await stage.play(ruling);
    await isShown(page, stage);
    await page.clock.runFor(HOLD_MS + CALL_MS);
    assert.equal(await twenties(), made - 1, "the ruling takes the 20 away");
    await stage.play(back());
    assert.equal(await twenties(), made);
    await isShown(page, stage);
    for (let ms = 0; ms < HOLD_MS + SAID_MS; ms += 500) {
      assert.equal(await isOn(page, "#note"), false);
      await page.clock.runFor(500);
    }
  }
});

const WINS = [
  ["points", {}, [[45, 30], [45, 30], [45, 30], [30, 45]], "Weber wins 6\u20132"],
  ["twenties", { ties: ["twenties_match"] }, [[45, 30], [45, 30], [30, 45], [30, 45]], "Weber wins on 20s, 4\u20130"],
  ["games", { best_of: 3, rules: "masters" }, [[45, 30], [45, 30]], "Weber wins 2\u20130 in games"],
];
for (const [how, more, rounds, says] of WINS)
  test(`the winner is said with the reason: ${how}`, async () => {
    const counts = rounds.map(([black, white]) => event("round_count", { final: true, sides: [
      { side: "black", total: black, 20: 1 }, { side: "white", total: white, 20: 0 }] }));
    await stage.play(startOf(PAIR, more), ...counts.slice(0, -1));
    const page = await openOverlay(browser, stage, { clock: true });
    await stage.play(counts.at(-1));
    assert.equal((await stage.match()).won_by.how, how);
    await isShown(page, stage);
    assert.equal(await isOn(page, "#note"), false);
    await page.clock.runFor(HOLD_MS);
    assert.equal(await note(page), says);
    await page.clock.runFor(10 * SAID_MS);
    assert.equal(await note(page), says, "it stays");
    await stage.play(undoOf(await lastSeq()));
    await isShown(page, stage);
    assert.equal(await isOn(page, "#note"), false);
    await page.clock.runFor(HOLD_MS);
    assert.equal(await isOn(page, "#note"), false, "the round before is not said again");
  });

test("a concession is the reason, also on a page that is opened later", async () => {
  await stage.play(startOf(PAIR), event("concede", { side: "white", reason: "ill" }));
  const page = await openOverlay(browser, stage);
  assert.equal(await note(page), "Weber wins by concession");
});

/* ---- nothing to take back ---- */

test("a shot that is not valid is shown after 2 s, and leaves by itself", async () => {
  await stage.play(...events.slice(0, 18));
  const page = await openOverlay(browser, stage, { clock: true });
  await stage.play(events[18]);
  assert.equal((await stage.match()).last.valid, false);
  await isShown(page, stage);
  await page.clock.runFor(HOLD_MS - 1);
  assert.equal(await isOn(page, "#call"), false);
  await page.clock.runFor(1);
  await page.waitForSelector("#call.on.bad");
  assert.match(await text(page, "#call-verdict"), /^Not valid/);
  assert.match(await text(page, "#call-margin"), /struck/);
  await page.clock.runFor(CALL_MS);
  assert.equal(await isOn(page, "#call"), false);
});

test("a ruling that is undone within 2 s is never on air, a later undo takes it off", async () => {
  await stage.play(...events.slice(0, 18));
  const page = await openOverlay(browser, stage, { clock: true });
  const { last } = await stage.match();
  assert.equal(last.valid, true);
  const ruling = event("ruling", { of: last.seq, valid: false });
  await stage.play(ruling);
  await isShown(page, stage);
  await page.clock.runFor(HOLD_MS - 1);
  await stage.play(undoOf(await lastSeq()));
  await isShown(page, stage);
  await page.clock.runFor(CALL_MS);
  assert.equal(await isOn(page, "#call"), false);
  await stage.play(ruling);
  await isShown(page, stage);
  await page.clock.runFor(HOLD_MS);
  assert.ok(await isOn(page, "#call"));
  await stage.play(undoOf(await lastSeq()));
  await isShown(page, stage);
  assert.equal(await isOn(page, "#call"), false);
});

test("a close call is drawn to scale, with its margin", async () => {
  await stage.play(...events.slice(0, 12), SEEN);
  const page = await openOverlay(browser, stage);
  const discs = await closeCall(0.12, 0.15);
  await page.waitForSelector("#call.on.close");
  assert.equal(await text(page, "#call-margin"), "0.12 mm clear of the line \u00B1 0.15");
  assert.equal(await text(page, "#call-verdict"), "Too close: 15 or 10");
  const k = 480 / 14; /* px a mm, in the drawing */
  const drawn = await page.evaluate(() => {
    const disc = document.querySelector(".call-disc");
    return { r: Number(disc.getAttribute("r")), edge: Number(disc.getAttribute("cx")) + Number(disc.getAttribute("r")) };
  });
  assert.ok(Math.abs(drawn.r - 15.875 * k) < 0.01);
  assert.ok(Math.abs(drawn.edge - (-0.8 - 0.12) * k) < 0.4, `edge at ${drawn.edge / k} mm`);
  await settled(page);
  await picture(page, "overlay-1920");
  /* A close-up may come after the call that it shows. */
  const closeUp = path.join(stage.folder, "close-up.png");
  const at = await page.locator("#board").boundingBox();
  await page.screenshot({ path: closeUp, clip: { x: at.x + 100, y: at.y + 100, width: 200, height: 200 } });
  const shot = (await stage.match()).last.seq;
  await stage.play({ picture: shot, disc: discs[0].id, file: closeUp });
  await page.waitForFunction(() => document.querySelector("#call-photo:not(.off)")?.naturalWidth === 200);
  const beside = await page.evaluate(() => Number(document.querySelector(".call-disc").getAttribute("r")));
  assert.ok(Math.abs(beside - drawn.r) < 0.01, "the drawing beside a photo is to the same scale");
  await picture(page, "overlay-1920-closeup");
  const phone = await openConsole(browser, stage);
  assert.match(await phone.locator("#board .disc.close").getAttribute("aria-label"), /0\.1 mm clear of the inner line, close call/);
  await phone.getByRole("button", { name: "Board", exact: true }).tap();
  await picture(phone, "console-390-call");
});

/* Moves the disc that is nearest to a line, from within, until it is 0.1 mm
 * clear of it. */
function moveClose(discs, { lines_mm: { width, ...lines }, disc_mm }) {
  const gaps = discs.flatMap((disc) => Object.values(lines).map((line) => {
    const d = Math.hypot(disc.x_mm, disc.y_mm);
    return { disc, d, gap: line - width / 2 - disc_mm - d };
  }));
  const { disc, d, gap } = gaps.filter((g) => g.gap > 0).sort((a, b) => a.gap - b.gap)[0];
  const k = (d + gap - 0.1) / d;
  Object.assign(disc, { x_mm: k * disc.x_mm, y_mm: k * disc.y_mm, sigma_mm: 0.15 });
}

/* Radius of a disc with its side in the photo, px. */
const DISC_PX = 12;

/* scripts/make_shown.sh lays this over the photo. The photo's truth says where
 * the discs lie; its x axis points to the seat below. The drawn board has all discs
 * of the surface, also those on the outer line, and no part hides one of them. */
test("the board has the discs that a photo shows", async () => {
  const { board, disc, teams, camera, discs: all } = JSON.parse(fs.readFileSync(path.join(root, "samples/overhead-003.json"), "utf8"));
  const size = {
    lines_mm: { ...board.line_radii_mm, width: board.line_width_mm },
    hole_mm: board.hole_diameter_mm / 2, disc_mm: disc.diameter_mm / 2,
  };
  const pairs = [["Anna Weber", "Cyril Dubois"], ["Bo Lindqvist", "Dilani Perera"]];
  const players = Object.fromEntries(teams.map((team, i) => [team.name, pairs[i]]));
  const [first, second] = Object.keys(players);
  const start = startOf(players, { stage: "Semi-final", board: size });
  teams.forEach((team, i) => { start.sides[i].rgb = team.rgb; });
  const truth = all.filter((d) => Math.hypot(d.x_mm, d.y_mm) < board.surface_radius_mm);
  const discs = truth.map((d, i) => (
    { id: i + 1, side: Object.keys(players)[d.team], x_mm: d.y_mm, y_mm: -d.x_mm, sigma_mm: 0.05 }));
  const leftOf = (all) => Object.fromEntries(Object.keys(players).map((side) =>
    [side, 11 - all.filter((d) => d.side === side).length]));
  moveClose(discs, size);
  await stage.play(start, countOf({ [first]: 45, [second]: 30 }), event("board", { discs: [], discs_left: leftOf([]) }),
    twentiesOf(first, 1), twentiesOf(second, 1), SEEN);
  const page = await openOverlay(browser, stage, { query: "?at=tr" });
  await stage.play(event("board", { discs, discs_left: leftOf(discs) }));
  await isShown(page, stage);
  await page.waitForSelector("#call.on");
  await settled(page);
  assert.equal(await page.locator("#board .disc").count(), discs.length);
  const k = 1920 / camera.width;
  for (const { bottom_center_px: [x, y] } of truth)
    for (const [part, box] of Object.entries(await boxes(page)))
      assert.ok(!meet(box, { x: k * (x - DISC_PX), y: k * (y - DISC_PX), width: 2 * k * DISC_PX, height: 2 * k * DISC_PX }),
        `${part} hides the disc at ${x}, ${y}`);
  await picture(page, "overlay-photo");
});

test("a decided call is on air after 2 s, and an undo opens it again", async () => {
  await stage.play(...events.slice(0, 12), SEEN);
  const page = await openOverlay(browser, stage, { clock: true });
  const discs = await closeCall(0.05, 0.2);
  await page.waitForSelector("#call.on.close");
  Object.assign(discs[0], nearInner(discs[0], 3), { sigma_mm: 0 });
  await stage.board(discs);
  await isShown(page, stage);
  await page.clock.runFor(HOLD_MS - 1);
  assert.ok(await page.locator("#call.on.close").count() === 1, "the question stays meanwhile");
  await page.clock.runFor(1);
  await page.waitForSelector("#call.on.good");
  assert.equal(await text(page, "#call-verdict"), "15 points");
  await stage.play(undoOf(await lastSeq()));
  await isShown(page, stage);
  assert.equal(await page.locator("#call.good").count(), 0);
  assert.equal(await text(page, "#call-verdict"), "Too close: 15 or 10");
});

test("under review is said only while a question is open", async () => {
  await stage.play(...events.slice(0, 6));
  const page = await openOverlay(browser, stage);
  assert.equal(await isOn(page, "#note"), false);
  const shot = structuredClone(events[6]);
  Object.assign(shot.evidence, { missing: ["moved", "contacts"], moved: null, contacts: null });
  await stage.play(shot);
  assert.equal((await stage.match()).ask, "validity");
  await isShown(page, stage);
  assert.equal(await note(page), "Under review");
  await stage.play(event("ruling", { of: await lastSeq(), valid: true }));
  await isShown(page, stage);
  assert.equal(await isOn(page, "#note"), false);
});

test("without a camera there is no board and no turn", async () => {
  await stage.play(...events.slice(0, 18));
  const page = await openOverlay(browser, stage);
  assert.equal((await stage.match()).source.state, "none");
  assert.equal(await page.locator("#board-box").isVisible(), false);
  assert.equal(await page.locator(".shoots, .now").count(), 0);
  await stage.play(SEEN);
  await page.waitForSelector(".shoots");
  assert.ok(await page.locator("#board-box").isVisible());
  await stage.play(countOf({ black: 20, white: 15 }, { final: false }));
  await isShown(page, stage);
  assert.equal(await page.locator("#board-box").isVisible(), false, "a round that is counted has no board");
  assert.equal(await page.locator(".dot").count(), 0);
});

/* ---- the address ---- */

const boxes = async (page) => Object.fromEntries(await Promise.all(["bug", "board-box", "call"].map(async (id) =>
  [id, await page.locator("#" + id).boundingBox()])));
const meet = (a, b) => a.x < b.x + b.width - 0.5 && b.x < a.x + a.width - 0.5
  && a.y < b.y + b.height - 0.5 && b.y < a.y + a.height - 0.5;
/* Two players with a close call, or four. */
async function playFor(sides) {
  const players = { black: ["Ann Weber"], white: ["Bo Lindqvist"], red: ["Cy Dubois"], blue: ["Di Perera"] };
  await stage.play(startOf(Object.fromEntries(Object.entries(players).slice(0, sides))), SEEN,
    event("board", { discs: [{ id: 1, side: "black", x_mm: 30, y_mm: 40 }], discs_left: { black: 4 } }));
}

/* Each part is in its corner of a picture of w x h px and within the safe area,
 * and no two of them meet. */
function checkPlaces(found, at, w, h, where) {
  const [top, left] = [at[0] === "t", at[1] === "l"];
  const edges = (box) => ({ top: box.y, left: box.x, bottom: h - box.y - box.height, right: w - box.x - box.width });
  const isAt = (box, vertical, horizontal) => Math.abs(edges(box)[vertical] - 0.05 * h) < 1
    && Math.abs(edges(box)[horizontal] - 0.05 * w) < 1;
  for (const box of Object.values(found)) {
    const e = edges(box);
    assert.ok(Math.min(e.top, e.bottom) > 0.05 * h - 1 && Math.min(e.left, e.right) > 0.05 * w - 1, where);
  }
  assert.ok(isAt(found.bug, top ? "top" : "bottom", left ? "left" : "right"), where);
  assert.ok(isAt(found.call, top ? "bottom" : "top", left ? "right" : "left"), where);
  for (const [a, b] of [["bug", "board-box"], ["bug", "call"], ["board-box", "call"]])
    assert.ok(!meet(found[a], found[b]), `${a} and ${b} meet: ${where}`);
}

const PLACES = [["bl", 50], ["bl", 100], ["bl", 200], ["br", 200], ["tl", 200], ["tr", 200]];
/* Four sides need the most room; CROK_SOAK tries two, and another shape of picture. */
for (const [width, height] of [[1920, 1080], [1080, 1920], ...process.env.CROK_SOAK ? [[1280, 960]] : []])
  for (const sides of process.env.CROK_SOAK ? [2, 4] : [4])
    test(`parts stand in their corners and never meet: ${width} x ${height}, ${sides} sides`, async () => {
      const close = { id: 1, side: "black", ...nearInner({ x_mm: 30, y_mm: 40 }, 0.05), sigma_mm: 0.2 };
      await playFor(sides);
      for (const [at, scale] of PLACES) {
        const page = await openOverlay(browser, stage, { query: `?at=${at}&scale=${scale}`, width, height });
        await stage.board([close]);
        await page.waitForSelector("#call.on");
        await settled(page);
        const found = await boxes(page);
        checkPlaces(found, at, width, height, `${at}, ${scale}: ${JSON.stringify(found)}`);
        await closePage(page);
        await stage.play(undoOf(await lastSeq()));
      }
    });

test("a picture that is higher than wide has a layout of its own", async () => {
  await stage.play(...events.slice(0, 18), SEEN);
  const tall = await openOverlay(browser, stage, { width: 1080, height: 1920 });
  const bug = await tall.locator("#bug").boundingBox();
  assert.ok(bug.width > 0.85 * 1080, "the bug fills the width");
  assert.ok((await tall.locator("#board-box").boundingBox()).y < bug.y - 300, "the board stands above it");
  await picture(tall, "overlay-1080x1920");
  const wide = await openOverlay(browser, stage, { width: 1080, height: 1920, query: "?layout=wide" });
  assert.ok((await wide.locator("#bug").boundingBox()).width < 0.4 * 1080);
});

test("parts are chosen, and a background can be keyed", async () => {
  await stage.play(...events.slice(0, 9), SEEN);
  const page = await openOverlay(browser, stage, { query: "?show=board&bg=00ff00", width: 1280, height: 720 });
  assert.equal(await page.locator("#bug").isVisible(), false);
  await page.waitForSelector("#board-box", { state: "visible" });
  const box = await page.locator("#board-box").boundingBox();
  assert.ok(Math.abs(box.x + box.width - (1920 - 96) / 1.5) < 1 && Math.abs(box.width - 400 / 1.5) < 1);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(0, 255, 0)");
  assert.equal(await page.locator("#board-box").evaluate((n) => getComputedStyle(n).filter), "none");
});

test("a value that is not allowed is not used, and the browser's console says what is", async () => {
  await stage.play(...events.slice(0, 9));
  const page = await openOverlay(browser, stage);
  const wrong = await page.evaluate(async () => {
    const { readAddress } = await import("/pages/place.js");
    const said = [];
    console.warn = (words) => said.push(words);
    const settings = readAddress("?at=left&scale=500&layout=square&bg=green&delay=-1&show=bug,clock&n=2");
    return { settings, said };
  });
  assert.deepEqual(wrong.settings, { at: "bl", scale: 100, layout: "auto", bg: "", delay: 0, show: ["bug"] });
  assert.deepEqual(wrong.said, [
    "overlay: at=left is not used: at is one of bl, br, tl, tr",
    "overlay: scale=500 is not used: scale is a number from 50 to 200",
    "overlay: layout=square is not used: layout is one of wide, tall",
    "overlay: bg=green is not used: bg is a colour of six hexadecimal digits, like 00ff00",
    "overlay: delay=-1 is not used: delay is a number from 0 to 120",
    "overlay: show=clock is not used: show is some of bug, board, call, with commas between"]);
});

test("everything is shown later by the delay of the stream", async () => {
  await stage.play(...events.slice(0, 18));
  const page = await openPage(browser, `${stage.url}/overlay?delay=7`, 1920, 1080, {}, async (it) => {
    await stopClock(it);
    await it.addInitScript(() => {
      const { parse } = JSON;
      JSON.parse = (words) => {
        const value = parse(words);
        window.heard = value.schema;
        return value;
      };
    });
  });
  await page.waitForFunction(() => window.heard === "crokeye.match/1");
  await page.clock.runFor(6999);
  assert.equal(await page.locator("#stage.empty").count(), 1);
  await page.clock.runFor(1);
  assert.equal(await page.locator("#stage.empty").count(), 0);
});

/* ---- themes ---- */

test("CSS that a streaming program adds counts on the overlay, and on no other page", async () => {
  await stage.play(...events.slice(0, 9));
  const css = { content: "body { outline: 3px solid rgb(1, 2, 3) !important }" };
  const outline = (page) => page.evaluate(() => getComputedStyle(document.body).outlineColor);
  const overlay = await openOverlay(browser, stage);
  await overlay.addStyleTag(css);
  assert.equal(await outline(overlay), "rgb(1, 2, 3)");
  const console_ = await openConsole(browser, stage);
  await console_.addStyleTag(css).catch(() => {});
  assert.notEqual(await outline(console_), "rgb(1, 2, 3)");
});
