// SPDX-License-Identifier: Apache-2.0
//
// The phone's page for a photo, with the program's own scoring: a picture is
// chosen, its questions are tapped, each with the totals it makes; a disc is
// corrected, 20s are added, and the count ends the round of the table's match.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { audit, isAudited, seriousFaults } from "./audit.mjs";
import { atOnce, becomes, closePages, openBrowser, openPage, picture, root, shotsDir, tapsAnew } from "./stage.mjs";

const crokeye = path.join(process.env.CROK_BUILD ?? path.join(root, "build/release"), "crokeye");
const sample = (name) => path.join(root, "samples", name);
const START = { rules: "depot", title: "Open", sides: [{ side: "blue", name: "Ann" }, { side: "red", name: "Łukasz" }],
  seats: [{ seat: 0, side: "blue" }, { seat: 2, side: "red" }], first_seat: 0 };
let browser, folder, program, url, token;

before(async () => { browser = await openBrowser(); });
after(async () => { await browser.close(); });
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "crokeye-photo-"));
  await start();
});
afterEach(async () => {
  await closePages(browser);
  await end();
  fs.rmSync(folder, { recursive: true });
});

let printed;

async function start(...options) {
  program = spawn(crokeye, ["serve", "--listen", "127.0.0.1:0", "--match", "one.db", ...options],
    { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  printed = "";
  await new Promise((done, failed) => {
    program.once("exit", (status) => failed(new Error(`it ended with ${status}`)));
    program.stdout.on("data", (data) => {
      printed += data;
      if (/^token .*\n/m.test(printed)) done();
    });
  });
  [, url, token] = /^tables +(http:\S+)\/#token=(\S+)/m.exec(printed);
}

async function end() {
  const gone = new Promise((done) => program.once("exit", done));
  program.kill("SIGTERM");
  await gone;
}

const post = (where, body) => fetch(`${url}/api/${where}`, { method: "POST", body: JSON.stringify(body),
  headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` } });
const press = async (page, name, within = page) => {
  await tapsAnew(page);
  await within.getByRole("button", { name }).click();
};
const totals = (page) => page.locator(".side .total").evaluateAll((all) => all.map((it) => parseInt(it.firstChild.textContent, 10)));

async function openPhoto(name, { width = 390, height = 844 } = {}) {
  const page = await openPage(browser, `${url}/photo?n=1#token=${token}`, width, height, { hasTouch: width < 600 });
  await page.waitForSelector("body.ready");
  if (name) {
    await page.setInputFiles("#file", sample(name));
    await page.waitForSelector("#result:not([hidden])");
  }
  return page;
}

/* 15 where it is an answer, as of a disc that leans in the hole; else the first one. */
async function usual(keys) {
  const fifteen = keys.filter({ hasText: /^\s*15\b/ });
  return (await fifteen.count() > 0 ? fifteen : keys).first();
}

async function answerAll(page, choose = usual) {
  while (await page.locator("#card:not([hidden])").count()) {
    const left = await page.textContent("#said");
    await tapsAnew(page);
    await (await choose(page.locator("#answers button"))).click();
    await page.waitForFunction((before) => document.getElementById("said").textContent !== before, left);
  }
}

for (const [width, height] of [[320, 640], [390, 844], [844, 390], [1280, 720], [1080, 1920], [1920, 1080]]) {
  test(`a picture is scored and its first question is asked at ${width} x ${height}`, async () => {
    const page = await openChanged(partCovered, { width, height });
    await becomes(() => totals(page), [30, 10]);
    await becomes(() => page.textContent("#said"), "2 questions");
    if (isAudited([width, height])) assert.deepEqual(await seriousFaults(page), []);
    assert.deepEqual(await audit(page), []);
    await picture(page, `photo-${width}`, { fullPage: true });
  });
}

test("the page has no serious fault before a picture, and with a disc that is corrected", async () => {
  const page = await openPhoto();
  assert.deepEqual(await seriousFaults(page), []);
  assert.deepEqual(await audit(page), []);
  await page.setInputFiles("#file", sample("photo-001.jpg"));
  await press(page, "red disc, 10");
  assert.deepEqual(await seriousFaults(page), []);
  assert.deepEqual(await audit(page), []);
});

test("each answer says the totals that it makes, as the program makes them", async () => {
  const page = await openChanged(partCovered);
  const keys = await page.locator("#answers button").allTextContents();
  const cut = (text) => /^(\S+): blue (\d+), red (\d+)$/.exec(text).slice(1);
  for (const [answer, blue, red] of keys.map(cut)) {
    const out = execFileSync(crokeye, ["score", "--json", "--answer", `5=${answer}`, sample("photo-001.jpg")], { stdio: ["ignore", "pipe", "ignore"] });
    assert.deepEqual(JSON.parse(out).sides.map((it) => it.total), [Number(blue), Number(red)], answer);
  }
  assert.deepEqual(keys.map((text) => cut(text)[0]), ["none", "15", "20"]);
  await tapsAnew(page);
  await page.locator("#answers button").nth(2).click();
  await becomes(() => totals(page), [35, 10]);
  await becomes(() => page.textContent("#said"), "1 question");
});

test("each question can be gone on to, and an answer that was given can be changed", async () => {
  const page = await openChanged(partCovered);
  const first = await page.textContent("#question");
  await press(page, "Question 1 of 2: next");
  await becomes(() => page.textContent("#question"), "What lies on the part that is not seen?");
  await becomes(() => page.locator("#answers button").allTextContents(), ["empty: blue 30, red 10", "blue:5: blue 35, red 10", "red:5: blue 30, red 15"]);
  await press(page, "red:5: blue 30, red 15");
  await becomes(() => totals(page), [30, 15]);
  await becomes(() => page.textContent("#question"), first);
  await tapsAnew(page);
  await (await usual(page.locator("#answers button"))).click();
  await page.waitForSelector("#card", { state: "hidden" });
  await press(page, "red disc, 5");
  await becomes(() => page.locator('#answers [aria-pressed="true"]').textContent(), "red:5: blue 30, red 15");
  await press(page, "blue:5: blue 35, red 10");
  await becomes(() => totals(page), [35, 10]);
});

test("a disc of a side that was not seen is answered by its colour", async () => {
  const page = await openChanged((doc) => covered(doc, ["empty", "OTHER:5", "OTHER:10"]), { name: "empty-009.jpg" });
  await press(page, "another colour:10: another colour 10");
  await becomes(() => page.textContent("#question"), "Which colour is it?");
  await press(page, "red: red 10");
  await becomes(() => page.locator(".side .name").allTextContents(), ["red"]);
  await becomes(() => totals(page), [10]);
});

test("a disc of a side that was not seen is answered by its colour beside the side that was", async () => {
  const page = await openChanged((doc) => {
    const ofBlue = ({ side }) => side === "blue";
    const { unseen } = covered(doc, ["empty", "blue:10", "OTHER:10"]);
    return { ...doc, sides: doc.sides.filter(ofBlue), discs: doc.discs.filter(ofBlue).map((disc) => ({ ...disc, answers: [] })), maybe: [], unseen };
  });
  await press(page, "another colour:10: blue 30, another colour 10");
  await becomes(() => page.textContent("#question"), "Which colour is it?");
  await becomes(() => page.getByRole("button", { name: /^blue: / }).count(), 0, "blue was seen");
  await press(page, "red: blue 30, red 10");
  await becomes(() => page.locator(".side .name").allTextContents(), ["blue", "red"]);
  await becomes(() => totals(page), [30, 10]);
});

test("a disc is corrected in two taps, and 20s are added", async () => {
  const page = await openPhoto("photo-001.jpg");
  await answerAll(page);
  await press(page, "red disc, 10");
  await becomes(() => page.textContent("#question"), "Disc 6, red: 10");
  await becomes(() => page.getByRole("button", { name: /^15 / }).innerText(), "15\nblue\u00A030, red\u00A015");
  await picture(page, "photo-390-correcting", { fullPage: true });
  await press(page, /^15 /);
  await becomes(() => totals(page), [30, 15]);
  await press(page, "one 20 of red more");
  await press(page, "one 20 of blue more");
  await press(page, "one 20 of blue less");
  await becomes(() => totals(page), [30, 35]);
  await picture(page, "photo-390-corrected", { fullPage: true });
});

/* The middle of a disc's button in the window. */
async function middleOf(key) {
  await key.scrollIntoViewIfNeeded();
  const box = await key.boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

test("a disc is dragged, and counts what it counts there", async () => {
  const page = await openPhoto("photo-001.jpg", { width: 1280, height: 720 });
  await answerAll(page);
  const red = page.getByRole("button", { name: "red disc, 10" });
  const from = await middleOf(red);
  const hole = await middleOf(page.getByRole("button", { name: "blue disc, 15" })); /* it leans there */
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(from[0] + 40, from[1] + 20, { steps: 4 });
  await page.waitForSelector("#loupe:not([hidden])");
  await picture(page, "photo-1280-dragged");
  await page.mouse.move(hole[0] - 40, hole[1] - 8, { steps: 4 });
  await page.mouse.up();
  await becomes(() => page.locator("#loupe:visible").count(), 0);
  await becomes(() => page.textContent("#said"), "red disc, 15. blue 30, red 15");
  await becomes(() => totals(page), [30, 15]);
  await page.mouse.move(...await middleOf(page.getByRole("button", { name: "red disc, 15" })));
  await page.mouse.down();
  await page.mouse.move(hole[0], hole[1], { steps: 4 });
  await page.mouse.up();
  await becomes(() => totals(page), [30, 20]);
});

test("a disc is moved with the arrow keys, opened with Enter and taken off with Delete", async () => {
  const page = await openPhoto("photo-001.jpg", { width: 1280, height: 720 });
  await answerAll(page);
  await page.getByRole("button", { name: "red disc, 10" }).focus();
  /* It lies at (-49, -86) mm; 13 mm farther inwards it is clear of the line. */
  await page.keyboard.press("ArrowUp");
  await becomes(() => page.textContent("#said"), "red disc, 10. blue 30, red 10");
  for (let n = 0; n < 2; n++) await page.keyboard.press("Shift+ArrowUp");
  await becomes(() => page.textContent("#said"), "red disc, 15. blue 30, red 15");
  await page.keyboard.press("Enter");
  await becomes(() => page.textContent("#question"), "Disc 6, red: 15");
  await press(page, "Back");
  await page.getByRole("button", { name: "red disc, 15" }).focus();
  await page.keyboard.press("Delete");
  await becomes(() => totals(page), [30, 0]);
});

test("a disc that was not found is added where the board is tapped", async () => {
  const page = await openPhoto("photo-001.jpg", { width: 1280, height: 720 });
  await answerAll(page);
  const [x, y] = await middleOf(page.getByRole("button", { name: "red disc, 10" }));
  const box = await page.locator("#picture").boundingBox();
  await page.mouse.click(x - 60, y + box.height / 30);
  await becomes(() => page.textContent("#question"), "Whose disc lies here?");
  await press(page, "Back");
  await becomes(() => page.locator("#card:visible").count(), 0);
  await page.mouse.click(x - 60, y + box.height / 30);
  await press(page, "blue 10 blue 40, red 10");
  await becomes(() => totals(page), [40, 10]);
});

test("the picture's map agrees with the places that the program measured", async () => {
  const page = await openPhoto("photo-001.jpg");
  const doc = JSON.parse(execFileSync(crokeye, ["score", "--json", sample("photo-001.jpg")], { stdio: ["ignore", "pipe", "ignore"] }));
  const far = await page.evaluate(async ({ board, discs }) => {
    const { BoardMap } = await import("/pages/photo_map.js");
    const { ringAt } = await import("/pages/edit.js");
    const map = new BoardMap(board);
    return discs.map((disc) => {
      const [x, y] = map.toPx([disc.x_mm, disc.y_mm]);
      const [back, up] = map.toMm(disc.px);
      const isCertain = !disc.close;
      return [Math.hypot(x - disc.px[0], y - disc.px[1]), Math.hypot(back - disc.x_mm, up - disc.y_mm),
        isCertain ? ringAt(board, disc.x_mm, disc.y_mm) - disc.value : 0];
    });
  }, doc);
  for (const [px, mm, points] of far) {
    /* The lens's distortion between the four points is not in the map. */
    assert.ok(px < 1, `${px} px`);
    assert.ok(mm < 1, `${mm} mm`);
    assert.equal(points, 0);
  }
});

/* ---- the table's match ---- */

const matchNow = async () => (await fetch(url + "/api/match")).json();
const startWith = async (sides, more = {}) => {
  const seats = sides.map(({ side }, i) => ({ seat: sides.length === 2 ? 2 * i : i, side }));
  assert.equal((await post("match", { ...START, sides, seats, ...more })).status, 200);
};
const said = (page, text) => page.waitForFunction((start) => document.getElementById("said").textContent.startsWith(start), text);
const sendKey = (page) => page.locator("#send").textContent();

/* The first tap on the key, which says what it sends. */
async function armSend(page, text) {
  await page.click("#send");
  await page.waitForFunction((wanted) => document.getElementById("send").textContent === wanted, text);
  await tapsAnew(page);
}

test("the count ends the round of the match, after a second tap, and only once", async () => {
  assert.equal((await post("match", START)).status, 200);
  const page = await openPhoto("photo-001.jpg");
  await becomes(() => page.locator("#send").isDisabled(), true, "with open questions");
  await answerAll(page);
  await becomes(() => page.locator(".side .name").allTextContents(), ["Ann, blue", "Łukasz, red"]);
  await atOnce(page, () => page.locator("#send").dblclick());
  await page.waitForFunction(() => document.getElementById("send").textContent === "End round 1: Ann 30, Łukasz 10");
  await tapsAnew(page);
  assert.equal((await matchNow()).round, 1, "a finger that trembles ends no round");
  await picture(page, "photo-390-sending", { fullPage: true });
  await page.click("#send");
  await said(page, "Sent: round 1, Ann 30, Łukasz 10");
  const { ended, seq } = await matchNow();
  assert.deepEqual(ended.sides.map((it) => [it.side, it.total]), [["blue", 30], ["red", 10]]);
  await press(page, "one 20 of red more");
  await becomes(() => page.locator("#send").isDisabled(), true, "the same picture would end the next round");
  assert.equal((await matchNow()).seq, seq);
});

test("a round that was ended elsewhere between the two taps is not followed by another", async () => {
  assert.equal((await post("match", START)).status, 200);
  const page = await openPhoto("photo-001.jpg");
  await answerAll(page);
  await armSend(page, "End round 1: Ann 30, Łukasz 10");
  assert.equal((await post("event", { type: "round_count", final: true,
    sides: [{ side: "blue", total: 20 }, { side: "red", total: 15 }] })).status, 200);
  const { seq } = await matchNow();
  await page.click("#send");
  await page.waitForFunction(() => document.getElementById("send").textContent === "End the round");
  assert.equal((await matchNow()).seq, seq);
  await tapsAnew(page);
  await armSend(page, "End round 2: Ann 30, Łukasz 10");
});

for (const arrives of [true, false])
  test(`an answer that is lost is looked up: the count has ${arrives ? "" : "not "}arrived`, async () => {
    assert.equal((await post("match", START)).status, 200);
    const page = await openPhoto("photo-001.jpg");
    await answerAll(page);
    await armSend(page, "End round 1: Ann 30, Łukasz 10");
    await page.route("**/api/event*", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      if (arrives) await route.fetch();
      return route.abort();
    });
    await page.click("#send");
    await said(page, "The server does not answer: it is not known");
    if (!arrives) {
      await said(page, "The count has not arrived. Tap again");
      await page.unrouteAll();
      await page.click("#send");
    }
    await said(page, "Sent: round 1");
    assert.equal((await matchNow()).round, 2);
    await becomes(() => page.locator("#send").isDisabled(), true);
  });

const WHO = [
  ["by name, and the last one by what is left", [{ side: "red", name: "Bob" }, { side: "black", name: "Ann" }]],
  ["by the colours of their discs", [{ side: "A", name: "Bob", rgb: [200, 60, 50] }, { side: "B", name: "Ann", rgb: [60, 90, 190] }]],
];
for (const [how, sides] of WHO)
  test(`the picture's sides are found in the match ${how}`, async () => {
    await startWith(sides);
    const page = await openPhoto("photo-001.jpg");
    await answerAll(page);
    await becomes(() => page.textContent("#said"), "Ann 30, Bob 10");
    await page.click("#send");
    await page.waitForFunction(() => document.getElementById("send").textContent.endsWith("Ann 30, Bob 10"));
  });

test("whose discs these are is asked where colours do not say it, and can be swapped", async () => {
  await startWith([{ side: "white", name: "Ann" }, { side: "natural", name: "Bob" }]);
  const page = await openPhoto("photo-001.jpg");
  await answerAll(page);
  await becomes(() => page.textContent("#said"), "Whose are the blue discs?");
  await becomes(() => page.locator("#send").isDisabled(), true);
  assert.deepEqual(await seriousFaults(page), []);
  assert.deepEqual(await audit(page), []);
  await picture(page, "photo-390-whose", { fullPage: true });
  const high = async (selector) => (await page.locator(selector).boundingBox()).y;
  assert.ok(await high("#who") < await high("#view"), "the question is below the picture");
  const blue = page.getByRole("group", { name: "Whose discs are blue?" });
  await press(page, "Bob", blue);
  await becomes(() => page.textContent("#said"), "Bob 30, Ann 10");
  await becomes(() => page.evaluate(() => document.activeElement.textContent), "Bob");
  await press(page, "Ann", blue);
  await becomes(() => page.textContent("#said"), "Ann 30, Bob 10");
  await armSend(page, "End round 1: Ann 30, Bob 10");
  await press(page, "Bob", blue);
  await becomes(() => sendKey(page), "End the round", "another count than was said is not sent");
  await armSend(page, "End round 1: Bob 30, Ann 10");
  await page.click("#send");
  await said(page, "Sent");
  assert.deepEqual((await matchNow()).ended.sides.map((it) => [it.side, it.total]), [["white", 10], ["natural", 30]]);
});

test("colours that are alike for two sides, or unlike all, are asked about", async () => {
  const page = await openPhoto();
  const found = await page.evaluate(async () => {
    const { assign } = await import("/pages/photo_sides.js");
    const side = (name, rgb) => ({ side: name, rgb });
    const [navy, sky, cream, ink] = [[30, 50, 120], [40, 60, 140], [215, 205, 185], [45, 42, 48]];
    const of = (ours, theirs, told = []) => Object.fromEntries(assign(ours, theirs, new Map(told)));
    return [of([side("blue", [35, 55, 130]), side("black", ink)], [side("X", navy), side("Y", sky)]),
      of([side("natural", cream), side("black", ink)], [side("X", [20, 20, 20]), side("Y", [240, 238, 230])]),
      of([side("natural", cream)], [side("X", [20, 20, 20]), side("Y", [240, 238, 230])]),
      of([side("natural", cream)], [side("X"), side("Y", [240, 238, 230])]),
      of([side("red"), side("blue")], [side("red"), side("blue")], [["red", "blue"]])];
  });
  assert.deepEqual(found, [{}, { natural: "Y", black: "X" }, { natural: "Y" }, {}, { red: "blue", blue: "red" }]);
});

test("sides of a match that have no disc in the picture have 0, and may have 20s", async () => {
  await startWith(["red", "white", "blue", "black"].map((side, i) => ({ side, name: ["Ann", "Bob", "Cy", "Di"][i] })));
  const page = await openPhoto("photo-001.jpg");
  await answerAll(page);
  await becomes(() => page.textContent("#said"), "Cy 30, Ann 10, Bob 0, Di 0");
  await press(page, "one 20 of white more");
  assert.deepEqual(await seriousFaults(page), []);
  await picture(page, "photo-390-four", { fullPage: true });
  await armSend(page, "End round 1: Cy 30, Ann 10, Bob 20, Di 0");
  await page.click("#send");
  await said(page, "Sent");
  assert.deepEqual((await matchNow()).ended.sides.map((it) => it.total), [10, 20, 30, 0]);
});

/* A part of the board is covered, with these answers; on a sample with one question. */
function covered(doc, answers) {
  const part = { id: 16, frac: 0.01, zones: ["5"], why: "covered", x_mm: 220, y_mm: 90, answers };
  return { ...doc, unseen: [part] };
}
const partCovered = (doc) => covered(doc, ["empty", "blue:5", "red:5"]);

/* Opens a sample with another score than the program's. */
async function openChanged(changed, { name = "photo-001.jpg", ...size } = {}) {
  const page = await openPhoto(null, size);
  await page.route("**/api/photo*", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: changed(await answer.json()) });
  });
  await page.setInputFiles("#file", sample(name));
  await page.waitForSelector("#result:not([hidden])");
  return page;
}

/* The board of the sample without its discs. */
const openEmpty = () => openChanged((doc) => ({ ...doc, sides: [], discs: [], maybe: [], unseen: [] }));

test("a picture with more sides than the match is counted when their discs are corrected", async () => {
  assert.equal((await post("match", START)).status, 200);
  const page = await openChanged((doc) => {
    const one = doc.discs.find((disc) => disc.side === "red" && disc.value === 10);
    one.side = "green";
    return { ...doc, sides: [...doc.sides, { ...doc.sides[1], side: "green", rgb: [30, 120, 60] }], maybe: [], unseen: [] };
  });
  await answerAll(page);
  await becomes(() => page.textContent("#said"), /^The picture has 3 sides, the table's match has 2/);
  await becomes(() => page.locator("#send").isDisabled(), true);
  await press(page, "green disc, 10");
  await tapsAnew(page);
  await page.locator("#correction button", { hasText: /^red / }).click();
  await armSend(page, "End round 1: Ann 30, Łukasz 10");
  await page.click("#send");
  await said(page, "Sent");
});

async function tapBoard(page) {
  const box = await page.locator("#picture").boundingBox();
  await page.locator("#picture").click({ position: { x: box.width / 2, y: box.height / 3 } });
}

test("an empty board is 0 for each side of the match, with 20s and discs that were missed", async () => {
  assert.equal((await post("match", START)).status, 200);
  const page = await openEmpty();
  await becomes(() => page.textContent("#said"), "Ann 0, Łukasz 0");
  await press(page, "one 20 of red more");
  await tapBoard(page);
  await press(page, /^blue 10 /);
  await becomes(() => page.textContent("#said"), "Ann 10, Łukasz 20");
  await picture(page, "photo-390-empty", { fullPage: true });
  await armSend(page, "End round 1: Ann 10, Łukasz 20");
  await page.click("#send");
  await said(page, "Sent");
});

test("an empty board without a match says so, and a disc is added by its colour", async () => {
  const page = await openEmpty();
  await becomes(() => page.textContent("#said"), /^No disc was found/);
  await tapBoard(page);
  await press(page, /^green 10 /);
  await becomes(() => page.textContent("#said"), "green 10");
  await tapsAnew(page);
  await page.locator("#picture").click({ position: { x: 60, y: 150 } });
  await press(page, /^another colour/);
  await press(page, /^red/);
  await becomes(() => page.textContent("#said"), /^green 10, red \d+$/);
});

test("the picture that is shared has totals and discs", async () => {
  const page = await openPhoto("photo-001.jpg");
  await answerAll(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#share")]);
  const file = path.join(shotsDir, "photo-shared.jpg");
  await download.saveAs(file);
  assert.ok(fs.statSync(file).size > 50000);
});

test("a picture without a board says so, and the next one is taken", async () => {
  const page = await openPhoto();
  for (let times = 0; times < 2; times++) {
    await page.setInputFiles("#file", sample("negative-001.jpg"));
    await page.waitForFunction(() => document.getElementById("said").textContent.startsWith("no crokinole board"));
    /* A browser reports only a file that differs from the one that is chosen. */
    await becomes(() => page.inputValue("#file"), "");
    await page.evaluate(() => { document.getElementById("said").textContent = ""; });
  }
  await page.setInputFiles("#file", sample("photo-001.jpg"));
  await page.waitForSelector("#result:not([hidden])");
});

test("nothing of a picture is left on the disk", async () => {
  await openPhoto("photo-001.jpg");
  assert.deepEqual(fs.readdirSync(folder).sort(), ["one.db", "one.db.token"]);
});

/* ---- pictures that are kept for training ---- */

const notice = (page) => page.locator("#keeps:visible").allTextContents();
const keptFiles = () => fs.readdirSync(path.join(folder, "kept")).filter((name) => !name.startsWith(".")).sort();
const keptNow = async (n) => {
  await becomes(() => keptFiles().length, n);
  const [image, truth] = keptFiles();
  return { image, ...JSON.parse(fs.readFileSync(path.join(folder, "kept", truth), "utf8")) };
};
const anew = async () => {
  await end();
  await start("--keep", "kept");
};
const SAYS = "This server keeps your picture, to train the program, once you share it, send it or take another one and no question is open: what it shows, faces too, but no name, place or date. The organiser can delete it.";

/* What the program itself keeps of the sample with the answers that answerAll gives. */
function keptByScore(name) {
  const doc = JSON.parse(execFileSync(crokeye, ["score", "--json", sample(name)], { stdio: ["ignore", "pipe", "ignore"] }));
  const answers = [...doc.discs, ...doc.maybe].filter((it) => it.answers).flatMap(({ id, answers }) => ["--answer", `${id}=${answers.includes("15") ? "15" : answers[0]}`]);
  execFileSync(crokeye, ["score", ...answers, "--keep", "own", sample(name)], { cwd: folder, stdio: "ignore" });
  const [, truth] = fs.readdirSync(path.join(folder, "own")).sort();
  return JSON.parse(fs.readFileSync(path.join(folder, "own", truth), "utf8"));
}

const byPlace = (discs) => [...discs].sort((a, b) => a.u - b.u);
const called = (discs) => byPlace(discs).map(({ u, v, r, ...rest }) => rest);
const placesIn = ({ board, discs, off_surface: off }) => [board.center, board.hole.center, ...board.outer, ...board.middle, ...board.inner,
  ...byPlace(discs).map(({ u, v }) => [u, v]), ...byPlace(off).map(({ u, v }) => [u, v])];
const radiiIn = ({ board, discs, off_surface: off }) => [board.hole.radius_px, ...[...byPlace(discs), ...byPlace(off)].map(({ r }) => r)];

/* Is one truth the other, but for the lens's distortion? */
function checkSame(is, wanted) {
  assert.deepEqual([is.width, is.height, is.teams, is.totals], [wanted.width, wanted.height, wanted.teams, wanted.totals]);
  assert.deepEqual(called(is.discs), called(wanted.discs));
  assert.deepEqual(called(is.off_surface), called(wanted.off_surface));
  placesIn(is).forEach(([u, v], i) => {
    const far = Math.hypot(u - placesIn(wanted)[i][0], v - placesIn(wanted)[i][1]);
    assert.ok(far < 1.5, `place ${i}: ${far} px`);
  });
  radiiIn(is).forEach((r, i) => assert.ok(Math.abs(r - radiiIn(wanted)[i]) < 0.3, `radius ${i}: ${r}, not ${radiiIn(wanted)[i]}`));
}

for (const name of ["photo-001.jpg", "hard/photo-005.jpg", "lines-001.jpg", "photo-028.jpg"])
  test(`a picture that is settled and shared is kept with the truth that the program finds: ${name}`, async () => {
    await anew();
    assert.match(printed, /^keeps .* in kept$/m);
    const page = await openPhoto(name);
    assert.deepEqual(await notice(page), [SAYS]);
    assert.deepEqual(await seriousFaults(page), []);
    await answerAll(page);
    assert.deepEqual(keptFiles(), [], "nobody has confirmed it");
    await Promise.all([page.waitForEvent("download"), page.click("#share")]);
    const kept = await keptNow(2);
    checkSame(kept, keptByScore(name));
    assert.deepEqual(Object.values(kept.totals), await totals(page));
    const bytes = fs.readFileSync(path.join(folder, "kept", kept.image));
    assert.deepEqual([...bytes.subarray(0, 4)], [0xff, 0xd8, 0xff, 0xdb], "a table is behind the first marker");
    const [again] = execFileSync(crokeye, ["score", "--json", path.join("kept", kept.image)], { cwd: folder }).toString().split("\n");
    assert.equal(JSON.parse(again).width, kept.width);
  });

test("a picture that is kept has what a person corrected, and no 20s that were taken off", async () => {
  await anew();
  assert.equal((await post("match", START)).status, 200);
  const page = await openPhoto("photo-001.jpg", { width: 1280, height: 720 });
  await answerAll(page);
  await page.click("#share");
  const first = await keptNow(2);
  assert.deepEqual(first.totals, { blue: 30, red: 10 });
  const far = (disc) => Math.hypot(disc.u - moved.u, disc.v - moved.v);
  const [moved] = first.discs.filter((disc) => disc.team === "red" && disc.value === 10);
  await press(page, "one 20 of red more");
  await page.getByRole("button", { name: "red disc, 10" }).focus();
  for (let n = 0; n < 2; n++) await page.keyboard.press("Shift+ArrowUp");
  await becomes(() => totals(page), [30, 35]);
  await armSend(page, "End round 1: Ann 30, Łukasz 35");
  await page.click("#send");
  await said(page, "Sent");
  await becomes(async () => (await keptNow(2)).totals, { blue: 30, red: 15 });
  const second = await keptNow(2);
  assert.equal(second.image, first.image);
  const [corrected] = second.discs.filter((disc) => disc.team === "red" && disc.value === 15 && far(disc) < 60);
  assert.ok(far(corrected) > 5, `${far(corrected)} px`);
  assert.equal(corrected.touching, null);
  assert.equal(second.discs.length, first.discs.length);
  const files = keptFiles().map((name) => fs.readFileSync(path.join(folder, "kept", name), "latin1")).join("");
  assert.doesNotMatch(files, /Ann|ukasz/);
});

test("a picture of which nobody said anything is not kept, or of which a question is open", async () => {
  await anew();
  const page = await openPhoto();
  await picture(page, "photo-390-keeps", { fullPage: true });
  await page.setInputFiles("#file", sample("photo-001.jpg")); /* it has a question */
  await page.waitForSelector("#result:not([hidden])");
  await Promise.all([page.waitForEvent("download"), page.click("#share")]);
  await press(page, "Another picture");
  for (const name of ["photo-022.jpg", "hard/photo-005.jpg"]) { /* the first has none */
    await page.setInputFiles("#file", sample(name));
    await page.waitForSelector("#result:not([hidden])");
    if (name !== "photo-022.jpg") await page.waitForSelector("#card:not([hidden])");
    await answerAll(page);
    await page.click("#again");
  }
  await becomes(() => keptFiles().length, 2); /* each waits for those before it */
  const { teams } = await keptNow(2);
  assert.deepEqual(teams, ["brown", "white"]);
});

test("the page works where a picture cannot be kept", async () => {
  await anew();
  const page = await openPhoto("photo-001.jpg");
  await page.route("**/api/photo/kept*", (route) => route.fulfill({ status: 503, json: { error: { code: "unreadable", message: "full" } } }));
  await answerAll(page);
  const shown = await page.textContent("#said");
  await Promise.all([page.waitForEvent("download"), page.click("#share")]);
  await becomes(() => page.textContent("#said"), shown);
  assert.deepEqual(keptFiles(), []);
});

test("nothing is kept, and nothing sent, where it is not turned on", async () => {
  const page = await openPhoto("photo-001.jpg");
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  assert.deepEqual(await notice(page), []);
  await answerAll(page);
  await Promise.all([page.waitForEvent("download"), page.click("#share")]);
  await page.click("#again");
  assert.deepEqual(asked.filter((where) => /kept/.test(where)), []);
  assert.deepEqual(fs.readdirSync(folder).sort(), ["one.db", "one.db.token"]);
});

test("a picture is chosen again after the server did not answer, or when the file is none", async () => {
  const page = await openPhoto();
  await page.route("**/api/photo*", (route) => route.abort(), { times: 1 });
  await page.setInputFiles("#file", sample("photo-001.jpg"));
  await said(page, "The server does not answer.");
  await page.setInputFiles("#file", { name: "x.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") });
  await said(page, "This file is not a picture");
  await becomes(() => page.inputValue("#file"), "");
  await page.setInputFiles("#file", sample("photo-001.jpg"));
  await page.waitForSelector("#result:not([hidden])");
});

test("a link that was withdrawn says so", async () => {
  const page = await openPage(browser, `${url}/photo?n=1#token=${"0".repeat(32)}`, 390, 844);
  await page.waitForSelector("body.ready");
  await becomes(() => page.textContent("#said"), /^This link does not sign you in/);
  await becomes(() => page.locator("#login").isVisible(), true);
});

test("who is not signed in is asked to, and then the chosen picture is scored", async () => {
  const page = await openPage(browser, `${url}/photo?n=1`, 390, 844);
  await page.waitForSelector("body.ready");
  await page.setInputFiles("#file", sample("photo-001.jpg"));
  await page.waitForSelector("#login:not([hidden])");
  await becomes(() => page.locator("#result:visible").count(), 0);
  await page.fill("#login input", token);
  await page.click("#login button");
  await page.waitForSelector("#result:not([hidden])");
  await becomes(() => page.locator("#login:visible").count(), 0);
});
