// SPDX-License-Identifier: Apache-2.0
//
// The pages of a hall: all tables on a television, one table, and the day.
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { audit, seriousFaults } from "./audit.mjs";
import { DAY, HallStage, next, stateOf, TROUBLES } from "./hall_stage.mjs";
import { openBrowser, openPage, picture, stopClock, untilViewers } from "./stage.mjs";

const SCREENS = [[1920, 1080], [3840, 2160], [1280, 720], [1080, 1920]];
const PHONES = [[390, 844], [320, 640]];
/* Time that a page of tables is shown (wall.js), ms. */
const TURN_MS = 12000;

let browser, hall;
before(async () => { browser = await openBrowser(); });
after(async () => { await browser.close(); });
beforeEach(async () => {
  hall = new HallStage();
  await hall.open();
});
afterEach(async () => {
  for (const context of browser.contexts()) {
    for (const page of context.pages()) assert.deepEqual(page.faults, []);
    await context.close();
  }
  await hall.kill();
});

async function openWall([width, height] = SCREENS[0], prepare = async () => {}) {
  const page = await openPage(browser, `${hall.url}/tables`, width, height, {}, prepare);
  await page.waitForSelector("body.ready .card");
  await page.evaluate(() => document.fonts.ready);
  return page;
}

const card = (page, table) => page.locator(`.card[data-table="${table}"]`);
const noteOf = (page, table) => card(page, table).locator(".note").innerText();
const shown = (page) => page.evaluate(() => [...document.querySelectorAll(".card")].map((node) => node.dataset.table));

/* What is cut off, overlaps, or is too small to be read from afar. */
const misplaced = (page) => page.evaluate(() => {
  const faults = [];
  const box = (node) => node.getBoundingClientRect();
  const cards = [...document.querySelectorAll(".card")];
  for (const one of cards) {
    const { left, top, right, bottom } = box(one);
    const name = one.dataset.table;
    if (left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) faults.push(`${name}: off the screen`);
    for (const part of one.querySelectorAll("h2, .row, .note, .figure, .name"))
      if (box(part).bottom > bottom + 1 || box(part).right > right + 1) faults.push(`${name}: ${part.className} is cut off`);
    for (const figure of one.querySelectorAll(".figure"))
      if (figure.scrollWidth > figure.clientWidth + 1) faults.push(`${name}: ${figure.textContent} does not fit`);
    for (const row of one.querySelectorAll(".row"))
      if (box(row).height < parseFloat(getComputedStyle(one).fontSize)) faults.push(`${name}: a row is lower than its text`);
    for (const other of cards.slice(cards.indexOf(one) + 1)) {
      const b = box(other);
      if (left < b.right && b.left < right && top < b.bottom && b.top < bottom) faults.push(`${name} and ${other.dataset.table} overlap`);
    }
  }
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) faults.push("it scrolls");
  const least = Math.min(innerWidth, innerHeight) * 0.02 / 0.72;
  const size = parseFloat(getComputedStyle(cards[0]).fontSize);
  if (size < least - 0.01) faults.push(`names have ${size} px, not ${least}`);
  return faults;
});

test("twelve tables: a question, a camera that is gone, silence, and who is next", async () => {
  await hall.fill(12, TROUBLES);
  const page = await openWall();
  assert.equal((await shown(page)).length, 12);
  assert.match(await noteOf(page, 4), /ruling on a shot waits, \d:\d\d/);
  assert.match(await noteOf(page, 9), /camera gone since \d\d:02/);
  assert.match(await noteOf(page, 10), /not heard of since \d\d:\d\d/);
  assert.match(await noteOf(page, 7), /next 14:30: Carr \u2013 Perera/);
  assert.match(await noteOf(page, 11), /next 14:30: Prelim/);
  assert.match(await noteOf(page, 1), /20s 0 : 1 \u00B7 hammer Tracey/);
  assert.deepEqual(await card(page, 11).locator(".name").allInnerTexts(), ["Connor Carr", "Dilani Perera"]);
  assert.deepEqual(await card(page, 1).locator(".row").first().locator(".figure").allInnerTexts(), ["70", "3"]);
  for (const [table, kind] of [[4, "ask"], [9, "bad"], [10, "bad"], [7, "coming"], [11, "coming"]])
    assert.match(await card(page, table).getAttribute("class"), new RegExp(kind));
  assert.equal(await page.locator("#title").innerText(), "2026 City Open \u00B7 Round robin 5");
  assert.deepEqual(await audit(page), []);
  assert.deepEqual(await seriousFaults(page), []);
  /* the answer is seen within a second */
  const began = Date.now();
  await hall.play({ table: "4", state: stateOf(4, { seq: 6 }) });
  await page.waitForSelector('.card[data-table="4"]:not(.ask)', { timeout: 1000 });
  console.log(`an answer was seen on the page after ${Date.now() - began} ms`);
});

test("a question's age grows", async () => {
  await hall.fill(4, TROUBLES);
  const page = await openWall();
  const first = await noteOf(page, 4);
  await page.waitForFunction((was) => document.querySelector(".card.ask .note").textContent !== was, first);
});

test("tables of every number fit every screen, and are readable", async () => {
  for (const n of [1, 4, 7, 12, 25, 100]) {
    await hall.fill(n, TROUBLES);
    for (const size of SCREENS) {
      const page = await openWall(size);
      await page.waitForFunction((all) => document.querySelectorAll(".card").length >= Math.min(all, 16), n);
      assert.deepEqual(await misplaced(page), [], `${n} tables at ${size}`);
      if (n > 1) await picture(page, `hall-${n}-${size[0]}`);
      await page.context().close();
    }
  }
});

test("a hundred tables come on pages that turn, and a question stays in sight", async () => {
  await hall.fill(100, TROUBLES);
  const page = await openWall(SCREENS[0], stopClock);
  const seen = new Set();
  const pages = Number(/of (\d+)/.exec(await page.locator("#page").innerText())[1]);
  assert.ok(pages > 1);
  for (let i = 0; i < pages; i++) {
    const now = await shown(page);
    for (const urgent of ["4", "9", "10"]) assert.ok(now.includes(urgent), `table ${urgent} is on page ${i + 1}`);
    for (const table of now) seen.add(table);
    await page.clock.runFor(TURN_MS);
  }
  assert.equal(seen.size, 100);
  assert.deepEqual(await audit(page), []);
});

test("where everybody asks, each table still comes", async () => {
  const asks = TROUBLES.get(4).state;
  await hall.fill(60, new Map(Array.from({ length: 50 }, (_, i) =>
    [i + 1, { table: String(i + 1), state: { ...stateOf(i + 1), state: "check", question: asks.question } }])));
  const page = await openWall(SCREENS[2], stopClock);
  const seen = new Set();
  const pages = Number(/of (\d+)/.exec(await page.locator("#page").innerText())[1]);
  for (let i = 0; i < pages; i++) {
    for (const table of await shown(page)) seen.add(table);
    assert.deepEqual(await misplaced(page), []);
    await page.clock.runFor(TURN_MS);
  }
  assert.equal(seen.size, 60);
});

test("a server that was killed is found again", async () => {
  await hall.fill(4);
  const page = await openWall();
  await hall.kill();
  await page.waitForSelector("body.lost");
  assert.equal(await page.locator("#link").innerText(), "connection lost");
  await hall.open();
  await hall.fill(6);
  await page.waitForSelector("body:not(.lost)");
  await page.waitForFunction(() => document.querySelectorAll(".card").length === 6);
});

const EVIL = '<img src=x onerror="alert(1)">';

test("names are texts", async () => {
  const evil = stateOf(1, { title: EVIL, stage: EVIL, words: EVIL });
  evil.sides[0].players = [EVIL];
  evil.sides[1] = { ...evil.sides[1], name: EVIL, players: [EVIL, EVIL] };
  await hall.play({ table: EVIL.slice(0, 40), state: evil }, { table: "2", next: { ...next, matches: [{ ...next.matches[0], time: EVIL, sides: [[EVIL], ["\u202Eabc"]] }] } },
    { day: { ...DAY, tournament: EVIL, matches: DAY.matches.map((m) => ({ ...m, table: EVIL, stage: EVIL, left_out: EVIL })) } });
  for (const where of ["/tables", `/table/${encodeURIComponent(EVIL.slice(0, 40))}`, "/day"]) {
    const page = await openPage(browser, hall.url + where, 1280, 720);
    await page.waitForFunction((text) => document.body.innerText.includes(text), "<img src=x");
    assert.equal(await page.locator("img").count(), 0);
  }
});

test("one table on a screen of its own, and its overlay", async () => {
  await hall.fill(3);
  for (const [width, height] of [...SCREENS, [844, 390], [390, 844]]) {
    const page = await openPage(browser, `${hall.url}/table/3`, width, height);
    await page.waitForSelector("body[data-seq='5'] #bug:not([hidden])");
    assert.equal(await page.locator("#table").innerText(), "Table 3");
    assert.match(await page.locator("#rows .name").first().innerText(), /Dubois/);
    const outside = await page.evaluate(() => ["bug", "board"].filter((id) => {
      const { left, top, right, bottom } = document.getElementById(id).getBoundingClientRect();
      return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
    }));
    assert.deepEqual(outside, [], `at ${width}`);
    await picture(page, `hall-table-${width}`);
    await page.context().close();
  }
  const page = await openPage(browser, `${hall.url}/overlay?n=3`, 1920, 1080);
  await page.waitForSelector("body.themed #stage[data-seq='5']:not(.empty)", { state: "attached" });
  await hall.play({ table: "3", state: stateOf(3, { seq: 6, stage: "Final" }) });
  await page.waitForSelector("#stage[data-seq='6']", { state: "attached" });
});

test("tables of one browser share a stream, and the wall has one of its own", async () => {
  await hall.fill(30);
  const wall = await openWall();
  await untilViewers(hall.url, 1);
  for (const table of [2, 17, 30]) {
    const page = await wall.context().newPage();
    page.faults = [];
    await page.goto(`${hall.url}/table/${table}`);
    await page.waitForSelector("body[data-seq='5']");
    assert.equal(await page.locator("#table").innerText(), `Table ${table}`);
  }
  await untilViewers(hall.url, 2);
});

test("the day has matches, standings and corrections, also on a phone", async () => {
  await hall.play({ day: DAY }, { sheet: "Date,Tournament\r\n" });
  for (const [width, height] of [...SCREENS, ...PHONES]) {
    const page = await openPage(browser, `${hall.url}/day`, width, height);
    await page.waitForSelector("body.ready");
    assert.deepEqual(await audit(page), [], `at ${width}`);
    assert.deepEqual(await seriousFaults(page), [], `at ${width}`);
    await picture(page, `hall-day-${width}`);
    await page.context().close();
  }
  const page = await openPage(browser, `${hall.url}/day`, 390, 844);
  await page.waitForSelector("body.ready");
  assert.equal(await page.locator("#title").innerText(), "2026 City Open");
  assert.match(await page.locator("#matches .match.playing").innerText(), /Table 1\s+10:40\s+playing/);
  assert.match(await page.locator("#corrections").innerText(), /by Dilani Perera/);
  assert.match(await page.locator("#corrections .change").innerText(), /3 \(5\) \u2192 .*3 \(4\)/);
  assert.match(await page.locator("#standings tbody tr").nth(0).innerText(), /1\s+Ann Hutchinson\s+4\s+24\s+31/);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Results (CSV)" }).click()]);
  assert.equal(download.suggestedFilename(), "results.csv");
  /* a correction is seen within a second */
  const began = Date.now();
  await hall.play({ day: { ...DAY, corrections: [{ ...DAY.corrections[0], text: "Ruling: not valid" }, ...DAY.corrections] } });
  await page.waitForFunction(() => document.querySelector("#corrections").textContent.includes("Ruling: not valid"), null, { timeout: 1000 });
  console.log(`a correction was seen on the page after ${Date.now() - began} ms`);
});
