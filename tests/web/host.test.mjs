// SPDX-License-Identifier: Apache-2.0
//
// The page of all tables, of the program with two records: its codes are read
// from the screen as a phone reads them (zbarimg), they sign in at one table
// only, also after a restart, and end when they are withdrawn. The terminal's
// codes say the same.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { audit, isAudited, seriousFaults } from "./audit.mjs";
import { becomes, closePages, openBrowser, openPage, picture, root, stopClock, tapsAnew } from "./stage.mjs";

const crokeye = path.join(process.env.CROK_BUILD ?? path.join(root, "build/release"), "crokeye");
const START = { rules: "depot", table: "Halle Ł", title: "City Open", sides: [{ side: "black", name: "Weber" }, { side: "white", name: "Lindqvist" }],
  seats: [{ seat: 0, side: "black" }, { seat: 2, side: "white" }], first_seat: 0 };
let browser, folder, program, url, printed, listen;

async function start(...more) {
  printed = "";
  program = spawn(crokeye, ["serve", "--qr", "--listen", listen, "--match", "one.db", "--match", "two.db", ...more],
    { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  program.stdout.setEncoding("utf8"); /* a piece may end within a character */
  await new Promise((done, failed) => {
    program.once("exit", (status) => failed(new Error(`it ended with ${status}: ${printed}`)));
    program.stdout.on("data", (data) => {
      printed += data;
      if (/^token .*\n/m.test(printed)) done();
    });
  });
  [, url] = /^tables +(http:\S+)\/#/m.exec(printed);
  listen = new URL(url).host;
}

async function stop() {
  const gone = new Promise((done) => program.once("exit", done));
  program.kill("SIGTERM");
  await gone;
}

const hostToken = () => /^token +(\S+)/m.exec(printed)[1];
const post = (where, body, token) => fetch(`${url}/api/${where}`, { method: "POST", body: JSON.stringify(body),
  headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` } });
/* The text of the code in a picture; "" if there is none. */
const read = (file) => spawnSync("zbarimg", ["--quiet", "--raw", "--nodbus", file]).stdout.toString().trim();

before(async () => { browser = await openBrowser(); });
after(async () => { await browser.close(); });
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "crokeye-host-"));
  listen = "127.0.0.1:0";
  await start();
  assert.equal((await post("match?n=1", START, hostToken())).status, 200);
});
afterEach(async () => {
  await closePages(browser);
  await stop();
  fs.rmSync(folder, { recursive: true });
});

async function openTables({ width = 1280, height = 720, token = hostToken(), clock = false } = {}) {
  const page = await openPage(browser, `${url}/${token ? "#token=" + token : ""}`, width, height, {},
    clock ? stopClock : null);
  await page.waitForSelector("body.ready");
  return page;
}

/* What a phone reads of table n's code on the screen, as soon as that is another one
 * than `was`. */
async function codeOf(page, n, was = "") {
  const image = page.locator(`section[data-number="${n}"] figure img`);
  const file = path.join(folder, "code.png");
  let code = was;
  await becomes(async () => {
    await image.screenshot({ path: file });
    code = read(file);
    return code !== "" && code !== was;
  }, true, `no other code of table ${n}`);
  return code;
}

for (const [width, height] of [[320, 640], [390, 844], [844, 390], [1280, 720], [1080, 1920], [1920, 1080]]) {
  test(`each table has its links and a code at ${width} x ${height}`, async () => {
    const page = await openTables({ width, height });
    await becomes(() => page.locator("h2").allTextContents(), ["Halle Ł (1)", "Table 2"]);
    await becomes(() => page.locator("section[data-number='2'] nav a").evaluateAll((all) => all.map((a) => a.getAttribute("href"))), ["/console?n=2", "/photo?n=2", "/overlay?n=2"]);
    await becomes(() => page.getAttribute("#setup", "href"), "http://127.0.0.1:8081/setup");
    await becomes(() => page.locator("section[data-number='1'] td").first().innerText(), "Weber");
    for (const n of [1, 2]) assert.match(await codeOf(page, n), new RegExp(`^${url}/console\\?n=${n}#token=[0-9a-f]{32}$`));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "it scrolls sideways");
    assert.equal(page.url(), url + "/", "the token stays in the address");
    await picture(page, `tables-${width}`, { fullPage: true });
    if (isAudited([width, height])) assert.deepEqual(await seriousFaults(page), []);
    assert.deepEqual(await audit(page), []);
  });
}

test("the page has no serious fault before it is signed in", async () => {
  const page = await openTables({ token: "" });
  assert.deepEqual(await seriousFaults(page), []);
  assert.deepEqual(await audit(page), []);
});

test("a code signs a phone in at its table only, also after a restart", async () => {
  const code = await codeOf(await openTables(), 2);
  const token = code.split("=").pop();
  const phone = await openPage(browser, code, 390, 844);
  const write = (n) => phone.evaluate(async (number) => (await fetch(`/api/match?n=${number}`,
    { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" })).status, n);
  await phone.waitForFunction(async () => (await (await fetch("/api/host")).json()).may_write.length > 0);
  assert.deepEqual(await phone.evaluate(async () => (await (await fetch("/api/host")).json()).may_write), [2]);
  assert.deepEqual([await write(1), await write(2)], [403, 400]); /* 400: {} is no match */
  await stop();
  await start();
  assert.deepEqual([await write(1), await write(2)], [403, 400]);
  assert.equal((await post("match?n=2", START, token)).status, 409); /* table 1 has this name */
  assert.equal((await post("match?n=1", { end: true }, token)).status, 403);
});

test("a code may lead to the photo page", async () => {
  const page = await openTables();
  await page.selectOption("#page", "photo");
  await becomes(() => codeOf(page, 2), new RegExp(`^${url}/photo\\?n=2#token=[0-9a-f]{32}$`));
});

test("without the token there is no code, and signing in shows them", async () => {
  const page = await openTables({ token: "" });
  await becomes(() => page.locator("figure:visible").count(), 0);
  await page.fill("#login input", "not the token at all");
  await page.click("#login button");
  await page.waitForFunction(() => document.getElementById("login-said").textContent !== "");
  await page.fill("#login input", hostToken());
  await tapsAnew(page);
  await page.click("#login button");
  await page.waitForSelector("figure:visible");
  await becomes(() => page.locator("#login:visible").count(), 0);
});

test("a code that was withdrawn has ended, after a second tap", async () => {
  const page = await openTables();
  const code = await codeOf(page, 1);
  const old = code.split("=").pop();
  const button = page.locator("section[data-number='1'] .withdraw");
  await button.click();
  await becomes(() => button.innerText(), /must sign in again/);
  assert.equal((await post("undo?n=1", { of: 1 }, old)).status, 200, "one tap withdrew it");
  await tapsAnew(page);
  await button.click();
  await page.waitForFunction(() => document.querySelector("section[data-number='1'] .said").textContent.includes("ended"));
  assert.equal((await post("undo?n=1", {}, old)).status, 401);
  const now = (await codeOf(page, 1, code)).split("=").pop();
  await stop();
  await start();
  assert.equal((await post("undo?n=1", [], old)).status, 401);
  assert.equal((await post("undo?n=1", [], now)).status, 400);
});

test("a trembling finger withdraws nothing, and the first tap is taken back", async () => {
  const page = await openTables({ clock: true });
  const token = (await codeOf(page, 1)).split("=").pop();
  const [one, two] = [1, 2].map((n) => page.locator(`section[data-number='${n}'] .withdraw`));
  await one.dblclick();
  await becomes(() => one.innerText(), /must sign in again/);
  await page.clock.runFor(1000);
  await two.click();
  await becomes(() => one.innerText(), "Withdraw this code", "a tap at another table");
  await page.locator("h1").click();
  await becomes(() => two.innerText(), "Withdraw this code", "a tap elsewhere");
  await one.click();
  await page.clock.runFor(10000);
  await becomes(() => one.innerText(), "Withdraw this code", "no second tap");
  assert.equal((await post("undo?n=1", [], token)).status, 400, "the code was withdrawn");
});

test("a code that cannot be withdrawn, as the server is down, says so", async () => {
  const page = await openTables();
  const button = page.locator("section[data-number='1'] .withdraw");
  await page.route("**/api/withdraw*", (route) => route.abort());
  await button.click();
  await tapsAnew(page);
  await button.click();
  await page.waitForFunction(() => document.querySelector("section[data-number='1'] .said").textContent.startsWith("The server does not answer"));
  await becomes(() => button.innerText(), "Withdraw this code");
});

for (const [where, selector] of [["/", "#login-said"], ["/console", "#said"], ["/photo", "#said"]])
  test(`a link that was withdrawn says so at ${where}`, async () => {
    const page = await openPage(browser, `${url}${where}?n=1#token=${"0".repeat(32)}`, 390, 844);
    await page.waitForFunction((at) => document.querySelector(at).textContent.startsWith("This link does not sign you in"), selector);
    await page.locator(selector).waitFor(); /* it is visible */
    assert.equal(new URL(page.url()).hash, "", "the token stays in the address");
    await picture(page, `withdrawn-link${where.replace("/", "-")}`);
  });

test("a server that was away is said only while it is", async () => {
  const page = await openTables();
  const reach = await page.textContent("#reach");
  await stop();
  await page.waitForFunction(() => document.getElementById("reach").textContent === "The server does not answer.");
  await start();
  await page.waitForFunction((text) => document.getElementById("reach").textContent === text, reach);
  await becomes(() => page.locator("body.lost").count(), 0);
});

test("a table whose camera is not there says so, on the console, too", async () => {
  await stop();
  await start("--sides", "black,white", "/dev/v4l/by-id/usb-none-video-index0");
  const page = await openPage(browser, url, 390, 844);
  await becomes(() => page.locator(".trouble").allTextContents(),
    ["Cannot open the camera: there is no such camera; is it plugged in?", ""]);
  await picture(page, "tables-390-no-camera");
  const console_ = await openPage(browser, `${url}/console#token=${hostToken()}`, 390, 844);
  await becomes(() => console_.locator("#health-text").innerText(), /^Cannot open the camera: there is no such camera/);
  await console_.getByRole("button", { name: "Count this round by taps" }).waitFor();
});

test("a side has what decides its game", async () => {
  const count = { type: "round_count", final: true, sides: [{ side: "black", total: 45 }, { side: "white", total: 30 }] };
  for (const [rules, wanted] of [["depot", "0 this round, 2 pts"], ["woodestic", "0 this round, 15 pts"]]) {
    await post("match?n=1", { end: true }, hostToken());
    assert.equal((await post("match?n=1", { ...START, rules }, hostToken())).status, 200);
    assert.equal((await post("event?n=1", count, hostToken())).status, 200);
    const page = await openTables();
    await becomes(() => page.locator("section[data-number='1'] td").nth(1).innerText(), wanted);
  }
});

/* Draws the terminal's half blocks as a picture, dark on light, 4 px a module. */
function drawTerminal(lines) {
  const scale = 4, rows = [];
  for (const line of lines) {
    const cells = [...line.replace(/\x1b\[[0-9;]*m/g, "")];
    for (const light of ["█▀", "█▄"]) {
      const row = Buffer.concat(cells.map((cell) => Buffer.alloc(scale, light.includes(cell) ? 255 : 0)));
      for (let k = 0; k < scale; k++) rows.push(row);
    }
  }
  return Buffer.concat([Buffer.from(`P5 ${rows[0].length} ${rows.length} 255\n`), ...rows]);
}

test("the terminal has the same codes", async () => {
  const page = await openTables();
  const parts = printed.split(/^table \d+\n/m).slice(1);
  assert.equal(parts.length, 2);
  for (const [i, part] of parts.entries()) {
    const lines = part.split("\n");
    const file = path.join(folder, "terminal.pgm");
    fs.writeFileSync(file, drawTerminal(lines.filter((line) => line.startsWith("\x1b"))));
    assert.equal(read(file), await codeOf(page, i + 1));
  }
});
