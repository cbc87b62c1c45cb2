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
import { openBrowser, openPage, root, shotsDir } from "./stage.mjs";

const crokeye = path.join(process.env.CROK_BUILD ?? path.join(root, "build/release"), "crokeye");
const sample = (name) => path.join(root, "samples", name);
const START = { rules: "depot", title: "Open", sides: [{ side: "blue", name: "Ann" }, { side: "red", name: "Łukasz" }],
  seats: [{ seat: 0, side: "blue" }, { seat: 2, side: "red" }], first_seat: 0 };
let browser, folder, program, url, token;

before(async () => { browser = await openBrowser(); });
after(async () => { await browser.close(); });
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "crokeye-photo-"));
  program = spawn(crokeye, ["serve", "--listen", "127.0.0.1:0", "--match", "one.db"],
    { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  let printed = "";
  await new Promise((done, failed) => {
    program.once("exit", (status) => failed(new Error(`it ended with ${status}`)));
    program.stdout.on("data", (data) => {
      printed += data;
      if (/^token .*\n/m.test(printed)) done();
    });
  });
  [, url, token] = /^tables +(http:\S+)\/#token=(\S+)/m.exec(printed);
});
afterEach(async () => {
  for (const context of browser.contexts()) {
    for (const page of context.pages()) assert.deepEqual(page.faults, []);
    await context.close();
  }
  const gone = new Promise((done) => program.once("exit", done));
  program.kill("SIGTERM");
  await gone;
  fs.rmSync(folder, { recursive: true });
});

const post = (where, body) => fetch(`${url}/api/${where}`, { method: "POST", body: JSON.stringify(body),
  headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` } });
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

async function answerAll(page, choose = (keys) => keys.first()) {
  while (await page.locator("#card:not([hidden])").count()) {
    const left = await page.textContent("#said");
    await choose(page.locator("#answers button")).click();
    await page.waitForFunction((before) => document.getElementById("said").textContent !== before, left);
  }
}

for (const [width, height] of [[320, 640], [390, 844], [1280, 720]]) {
  test(`a picture is scored and its first question is asked at ${width} x ${height}`, async () => {
    const page = await openPhoto("photo-001.jpg", { width, height });
    assert.deepEqual(await totals(page), [30, 10]);
    assert.equal(await page.textContent("#said"), "2 questions");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "it scrolls sideways");
    assert.ok(await page.locator("button:visible").evaluateAll((all) => all.every((it) => it.getBoundingClientRect().height >= 44)));
    await page.screenshot({ path: path.join(shotsDir, `photo-${width}.png`), fullPage: true });
  });
}

test("each answer says the totals that it makes, as the program makes them", async () => {
  const page = await openPhoto("photo-001.jpg");
  const keys = await page.locator("#answers button").allTextContents();
  const cut = (text) => /^(\S+): blue (\d+), red (\d+)$/.exec(text).slice(1);
  for (const [answer, blue, red] of keys.map(cut)) {
    const out = execFileSync(crokeye, ["score", "--json", "--answer", `5=${answer}`, sample("photo-001.jpg")], { stdio: ["ignore", "pipe", "ignore"] });
    assert.deepEqual(JSON.parse(out).sides.map((it) => it.total), [Number(blue), Number(red)], answer);
  }
  assert.equal(keys.length, 2);
  await page.locator("#answers button").nth(1).click();
  assert.deepEqual(await totals(page), [35, 10]);
  assert.equal(await page.textContent("#said"), "1 question");
});

test("a disc is corrected in two taps, and 20s are added", async () => {
  const page = await openPhoto("photo-001.jpg");
  await answerAll(page);
  const doc = JSON.parse(execFileSync(crokeye, ["score", "--json", sample("photo-001.jpg")]).toString());
  const disc = doc.discs.find((it) => it.side === "red" && it.value === 10);
  const box = await page.locator("#picture").boundingBox();
  const reach = 1.45 * doc.board.lines_mm.outer * doc.board.px_per_mm;
  const [left, top] = doc.board.centre_px.map((at) => Math.max(0, at - reach));
  const k = box.width / (Math.min(doc.width, doc.board.centre_px[0] + reach) - left);
  await page.locator("#picture").click({ position: { x: (disc.px[0] - left) * k, y: (disc.px[1] - top) * k } });
  assert.equal(await page.textContent("#question"), `Disc ${disc.id}, red: 10`);
  await page.getByRole("button", { name: "red 15" }).click();
  assert.deepEqual(await totals(page), [30, 15]);
  await page.getByRole("button", { name: "one 20 of red more" }).click();
  await page.getByRole("button", { name: "one 20 of blue less" }).click();
  assert.deepEqual(await totals(page), [30, 35]);
  await page.screenshot({ path: path.join(shotsDir, "photo-390-corrected.png"), fullPage: true });
});

test("the count ends the round of the match, after a second tap", async () => {
  assert.equal((await post("match", START)).status, 200);
  const page = await openPhoto("photo-001.jpg");
  assert.ok(await page.locator("#send").isDisabled(), "with open questions");
  await answerAll(page);
  await page.click("#send");
  await page.waitForFunction(() => document.getElementById("send").textContent === "End the round: Ann 30, Łukasz 10");
  assert.equal((await (await fetch(url + "/api/match")).json()).round, 1);
  await page.click("#send");
  await page.waitForFunction(() => document.getElementById("said").textContent.startsWith("Sent"));
  const { ended } = await (await fetch(url + "/api/match")).json();
  assert.deepEqual(ended.sides.map((it) => [it.side, it.total]), [["blue", 30], ["red", 10]]);
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
  await page.setInputFiles("#file", sample("negative-001.jpg"));
  await page.waitForFunction(() => document.getElementById("said").textContent.startsWith("no crokinole board"));
  await page.setInputFiles("#file", sample("photo-001.jpg"));
  await page.waitForSelector("#result:not([hidden])");
});

test("nothing of a picture is left on the disk", async () => {
  await openPhoto("photo-001.jpg");
  assert.deepEqual(fs.readdirSync(folder).sort(), ["one.db", "one.db.token"]);
});

test("who is not signed in is asked to, and nothing is scored", async () => {
  const page = await openPage(browser, `${url}/photo?n=1`, 390, 844);
  await page.waitForSelector("body.ready");
  await page.setInputFiles("#file", sample("photo-001.jpg"));
  await page.waitForSelector("#login:not([hidden])");
  assert.equal(await page.locator("#result:visible").count(), 0);
  await page.fill("#login input", token);
  await page.click("#login button");
  await page.waitForFunction(() => document.getElementById("said").textContent.startsWith("Signed in"));
});
