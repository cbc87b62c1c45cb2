// SPDX-License-Identifier: Apache-2.0
//
// The pages of a hall: all tables on a television, one table, and the day.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { audit, isAudited, seriousFaults } from "./audit.mjs";
import { DAY, HallStage, next, stateOf, TROUBLES } from "./hall_stage.mjs";
import { becomes, closePage, closePages, openBrowser, openPage, picture, root, stopClock, TOKEN, untilViewers } from "./stage.mjs";

/* A screen of four times the pixels, drawn without a graphics card, is looked at with CROK_SOAK. */
const SCREENS = [[1920, 1080], ...process.env.CROK_SOAK ? [[3840, 2160]] : [], [1280, 720], [1080, 1920]];
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
  await closePages(browser);
  await hall.kill();
});

async function openWall([width, height] = SCREENS[0], prepare = null) {
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
  await becomes(async () => (await shown(page)).length, 12);
  await becomes(() => noteOf(page, 4), /ruling on a shot waits, \d:\d\d/);
  await becomes(() => noteOf(page, 9), /camera gone since \d\d:02/);
  await becomes(() => noteOf(page, 10), /not heard of since \d\d:\d\d/);
  await becomes(() => noteOf(page, 7), /next 14:30: Carr \u2013 Perera/);
  await becomes(() => noteOf(page, 11), /next 14:30: Prelim/);
  await becomes(() => noteOf(page, 1), /20s 0 : 1 \u00B7 hammer Tracey/);
  await becomes(() => card(page, 11).locator(".name").allInnerTexts(), ["Connor Carr", "Dilani Perera"]);
  await becomes(() => card(page, 1).locator(".row").first().locator(".figure").allInnerTexts(), ["70", "3"]);
  for (const [table, kind] of [[4, "ask"], [9, "bad"], [10, "bad"], [7, "coming"], [11, "coming"]])
    await becomes(() => card(page, table).getAttribute("class"), new RegExp(kind));
  await becomes(() => page.locator("#title").innerText(), "2026 City Open \u00B7 Round robin 5");
  assert.deepEqual(await audit(page), []);
  assert.deepEqual(await seriousFaults(page), []);
  const began = Date.now();
  await hall.play({ table: "4", state: stateOf(4, { seq: 6 }) });
  await page.waitForSelector('.card[data-table="4"]:not(.ask)');
  console.log(`an answer was seen on the page after ${Date.now() - began} ms`);
});

test("a question's age grows", async () => {
  await hall.fill(4, TROUBLES);
  const page = await openWall();
  const first = await noteOf(page, 4);
  await page.waitForFunction((was) => document.querySelector(".card.ask .note").textContent !== was, first);
});

test("tables of every number fit every screen, and are readable", async () => {
  for (const n of process.env.CROK_SOAK ? [1, 4, 7, 12, 25, 100] : [1, 7, 25, 100]) {
    await hall.fill(n, TROUBLES);
    for (const size of SCREENS) {
      const page = await openWall(size);
      await page.waitForFunction((all) => document.querySelectorAll(".card").length >= Math.min(all, 16), n);
      assert.deepEqual(await misplaced(page), [], `${n} tables at ${size}`);
      if (n > 1) await picture(page, `hall-${n}-${size[0]}`);
      await closePage(page);
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
  const page = await openWall([1280, 720], stopClock);
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
  await becomes(() => page.locator("#link").innerText(), "connection lost");
  await hall.open();
  await hall.fill(6);
  await page.waitForSelector("body:not(.lost)");
  await page.waitForFunction(() => document.querySelectorAll(".card").length === 6);
});

test("while the broker is away a banner says so, and the tables still fit", async () => {
  for (const n of process.env.CROK_SOAK ? [4, 100] : [100]) {
    await hall.fill(n, TROUBLES);
    for (const size of [...SCREENS, ...PHONES]) {
      const page = await openWall(size);
      await hall.play({ away_s: 60 });
      await page.waitForSelector("body.away");
      assert.match(await page.locator("#away").innerText(), /^No connection to the broker since \d\d:\d\d; scores may be older$/);
      if (!PHONES.includes(size)) assert.deepEqual(await misplaced(page), [], `${n} tables at ${size}`);
      const { low, high } = await page.evaluate(() => ({ low: document.querySelector("#away").getBoundingClientRect(), high: document.querySelector("#cards").getBoundingClientRect() }));
      assert.ok(low.bottom <= high.top + 0.5 && low.right <= size[0] && low.left >= 0, `the banner at ${size}`);
      const letters = await page.evaluate(() => parseFloat(getComputedStyle(document.querySelector("#away")).fontSize));
      if (!PHONES.includes(size)) assert.ok(letters * 0.72 >= 0.02 * Math.min(...size), `its letters have ${letters} px at ${size}`);
      if (isAudited(size)) assert.deepEqual(await seriousFaults(page), []);
      if (n === 100) await picture(page, `hall-away-${size[0]}`);
      await hall.play({ away_s: null });
      await page.waitForSelector("body:not(.away)");
      assert.equal(await page.locator("#away").isVisible(), false);
      assert.deepEqual(size[0] > size[1] ? await misplaced(page) : [], []);
      await closePage(page);
    }
  }
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
    await becomes(() => page.locator("img").count(), 0);
  }
});

test("one table on a screen of its own, and its overlay", async () => {
  await hall.fill(3);
  for (const [width, height] of [...SCREENS, [844, 390], [390, 844]]) {
    const page = await openPage(browser, `${hall.url}/table/3`, width, height);
    await page.waitForSelector("body[data-seq='5'] #bug:not([hidden])");
    await becomes(() => page.locator("#table").innerText(), "Table 3");
    await becomes(() => page.locator("#rows .name").first().innerText(), /Dubois/);
    const outside = await page.evaluate(() => ["bug", "board"].filter((id) => {
      const { left, top, right, bottom } = document.getElementById(id).getBoundingClientRect();
      return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
    }));
    assert.deepEqual(outside, [], `at ${width}`);
    await picture(page, `hall-table-${width}`);
    await closePage(page);
  }
  const screen = await openPage(browser, `${hall.url}/table/3`, 1280, 720);
  await hall.play({ away_s: 60 });
  await screen.waitForSelector("body.away");
  assert.match(await screen.locator("#away").innerText(), /^No connection to the broker since \d\d:\d\d; scores may be older$/);
  assert.deepEqual(await seriousFaults(screen), []);
  await hall.play({ away_s: null });
  await screen.waitForSelector("body:not(.away)");
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
    await becomes(() => page.locator("#table").innerText(), `Table ${table}`);
  }
  await untilViewers(hall.url, 2);
});

test("the day has matches, standings and corrections, also on a phone", async () => {
  await hall.play({ day: DAY }, { sheet: "Date,Tournament\r\n" });
  for (const [width, height] of [...SCREENS, ...PHONES]) {
    const page = await openPage(browser, `${hall.url}/day`, width, height);
    await page.waitForSelector("body.ready");
    assert.deepEqual(await audit(page), [], `at ${width}`);
    if (width === 1920 || isAudited([width, height])) assert.deepEqual(await seriousFaults(page), [], `at ${width}`);
    await picture(page, `hall-day-${width}`);
    await closePage(page);
  }
  const page = await openPage(browser, `${hall.url}/day`, 390, 844);
  await page.waitForSelector("body.ready");
  await becomes(() => page.locator("#title").innerText(), "2026 City Open");
  await becomes(() => page.locator("#matches .match.playing").innerText(), /Table 1\s+10:40\s+playing/);
  await becomes(() => page.locator("#corrections").innerText(), /by Dilani Perera/);
  await becomes(() => page.locator("#corrections .change").innerText(), /3 \(5\) \u2192 .*3 \(4\)/);
  await becomes(() => page.locator("#standings tbody tr").nth(0).innerText(), /1\s+Ann Hutchinson\s+4\s+24\s+31/);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Results (CSV)" }).click()]);
  assert.equal(download.suggestedFilename(), "results.csv");
  const began = Date.now();
  await hall.play({ day: { ...DAY, corrections: [{ ...DAY.corrections[0], text: "Ruling: not valid" }, ...DAY.corrections] } });
  await page.waitForFunction(() => document.querySelector("#corrections").textContent.includes("Ruling: not valid"));
  console.log(`a correction was seen on the page after ${Date.now() - began} ms`);
});

/* ---- the real programs, joined by a real broker ---- */

const CROKEYE = process.env.CROKEYE ?? path.join(root, "build/release/crokeye");
const NATS = ["/usr/sbin/nats-server", "/usr/bin/nats-server"].find((file) => fs.existsSync(file));

const freePort = () => new Promise((done) => {
  const server = net.createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    server.close(() => done(port));
  });
});

/* Starts a program in a folder; resolves with what `wanted` finds in its
 * output. */
function start(programs, folder, file, words, wanted) {
  const program = spawn(file, words, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  programs.push(program);
  return new Promise((done, failed) => {
    let said = "";
    const hear = (data) => {
      said += data;
      const found = wanted.exec(said);
      if (found) done(found[1]);
    };
    program.stdout.on("data", hear);
    program.stderr.on("data", hear);
    program.once("exit", (status) => failed(new Error(`${file} ${words[0]} ended with ${status}: ${said}`)));
  });
}

async function end(program, signal) {
  program.removeAllListeners("exit");
  if (program.exitCode !== null || program.signalCode !== null) return;
  const gone = new Promise((done) => program.once("exit", done));
  program.kill(signal);
  await gone;
}

async function startBroker(programs, folder) {
  await start(programs, folder, NATS, ["-c", "nats.conf"], /(Server is ready)/);
  return programs.at(-1);
}

async function startHall(programs, folder) {
  const engine = `nats://127.0.0.1:${await freePort()}`;
  fs.writeFileSync(path.join(folder, "token"), TOKEN + "\n", { mode: 0o600 });
  fs.writeFileSync(path.join(folder, "pairings.csv"), "Table,Player 1,Player 2,Stage,Game,Time\n1,Ann,Bob,Prelim,1,10:00\n1,Cy,Di,Prelim,2,10:40\n");
  fs.writeFileSync(path.join(folder, "nats.conf"), `listen: "${new URL(engine).host}"\njetstream { store_dir: "${folder}/streams" }\n`);
  const broker = await startBroker(programs, folder);
  const wall = await start(programs, folder, CROKEYE, ["hall", "serve", "--listen", "127.0.0.1:0", "--engine", engine, "--pairings", "pairings.csv"], /tables +(http\S+)\/tables/);
  const table = await start(programs, folder, CROKEYE, ["serve", "--listen", "127.0.0.1:0", "--match", "1.db", "--state", "1.state", "--token-file", "token"], /console +(http\S+)\/console/);
  await start(programs, folder, CROKEYE, ["publish", "1.db", "--engine", engine, "--table", "1", "--state", "1.state"], /(connected)/);
  return { wall, table, broker };
}

const post = async (table, where, body) => {
  const answer = await fetch(`${table}/api/${where}`, {
    method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json", Authorization: `Bearer ${TOKEN}` } });
  assert.equal(answer.status, 200, await answer.text());
};

/* A round that ends with so many 20s of Ann and Bob. */
const round = (ann, bob) => ({ type: "round_count", final: true,
  sides: [["black", ann], ["white", bob]].map(([side, n]) => ({ side, 20: n, 15: 0, 10: 0, 5: 0 })) });

/* What comes to a table from the hall (the list of its matches) and what it starts
 * from there: tests/hall/next_match.py. */
test("a tap and a correction at a console, and a broker that is killed, are seen on the pages", async (t) => {
  if (!NATS) {
    t.skip("no nats-server");
    return;
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crokeye-hall-"));
  const programs = [];
  try {
    const { wall, table, broker } = await startHall(programs, folder);
    const tables = await openPage(browser, `${wall}/tables`, 1920, 1080);
    await tables.waitForFunction(() => document.querySelector(".card.coming")?.innerText.includes("Ann"));
    await post(table, "match", { rules: "depot", sides: [{ side: "black" }, { side: "white" }], first_seat: 0,
      seats: [{ seat: 0, side: "black", player: "Ann" }, { seat: 2, side: "white", player: "Bob" }] });
    await tables.waitForFunction(() => document.querySelector(".card h2").textContent.includes("Round 1/4"));
    const day = await openPage(browser, `${wall}/day`, 390, 844);
    await day.waitForFunction(() => document.querySelector(".match.playing")?.innerText.includes("Ann"));
    const desk = await openPage(browser, `${table}/console#token=${TOKEN}`, 1280, 800);
    await desk.getByRole("button", { name: /: 20 \u00D7 0/ }).first().click();
    let began = Date.now();
    await tables.waitForFunction(() => document.querySelector(".card .round").textContent === "20");
    console.log(`a tap at the console was seen on the wall after ${Date.now() - began} ms`);
    for (let n = 1; n <= 3; n++) await post(table, "event", round(2, 1));

    assert.equal((await fetch(`${wall}/healthz`)).status, 200);
    await end(broker, "SIGKILL");
    for (const page of [tables, day]) {
      await page.waitForSelector("#away:not(:empty)");
      assert.match(await page.locator("#away").innerText(), /^No connection to the broker since \d\d:\d\d; scores may be older$/);
    }
    await picture(day, "hall-day-away");
    const health = await fetch(`${wall}/healthz`);
    assert.equal(health.status, 503);
    assert.equal((await health.json()).reasons[0].code, "broker");
    await post(table, "event", round(2, 1)); /* the last one of the match */
    await startBroker(programs, folder);
    for (const page of [tables, day]) await page.waitForSelector("#away:empty", { state: "attached" });
    await day.waitForFunction(() => document.querySelector(".match.over")?.innerText.includes("Ann"));
    await tables.waitForFunction(() => document.querySelector(".card.coming")?.innerText.includes("next 10:40: Cy"));
    assert.equal((await fetch(`${wall}/healthz`)).status, 200);

    began = Date.now();
    const { seq } = await (await fetch(`${table}/api/match`)).json();
    await post(table, "event", { ...round(2, 5), of: seq });
    await day.waitForFunction(() => document.querySelector("#corrections .change"));
    console.log(`a correction was seen on the day's page after ${Date.now() - began} ms`);
    await tables.waitForFunction(() => document.querySelectorAll(".card .points")[1].textContent === "2");
    await picture(tables, "hall-real-tables");
    await picture(day, "hall-real-day");
    for (const page of [tables, day, desk]) assert.deepEqual(page.faults, []);
  } finally {
    for (const program of programs.reverse()) await end(program, "SIGTERM");
    fs.rmSync(folder, { recursive: true });
  }
});
