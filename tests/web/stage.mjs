// SPDX-License-Identifier: Apache-2.0
//
// A server that plays what a test says (tests/serve/stage.c), and browsers
// that look on.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, afterEach, before, beforeEach } from "node:test";
import { chromium } from "playwright-core";

export const TOKEN = "0123456789abcdef-test";
export const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "../..");
const program = process.env.CROK_STAGE ?? path.join(root, "build/release/tests/serve/stage");
export const shotsDir = process.env.CROK_SHOTS ?? path.join(root, "out/web");
fs.mkdirSync(shotsDir, { recursive: true });

/* How long a test waits for what is to come: far longer than it takes on a loaded
 * machine. */
export const PATIENCE_MS = 180000;
const LOOK_AGAIN_MS = 20;
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/* Waits until read() gives `wanted`, a value or a pattern for a text: a page shows an
 * action's outcome after its server has answered and its next frame is drawn. Fails
 * after PATIENCE_MS, with what was read last. */
export async function becomes(read, wanted, message) {
  const check = (value) => (wanted instanceof RegExp ? assert.match(value, wanted, message) : assert.deepEqual(value, wanted, message));
  for (const end = Date.now() + PATIENCE_MS; ; await pause(LOOK_AGAIN_MS)) {
    const value = await read();
    try {
      return check(value);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

/* What a correction may take from the tap to the overlay. Only CROK_SOAK lets the clock
 * judge: what else the machine does makes it late. */
const CORRECTION_MS = 300;
export function checkCorrections(tookMs) {
  console.log(`corrections to the overlay: ${tookMs.map((ms) => ms.toFixed(0) + " ms").join(", ")}`);
  if (process.env.CROK_SOAK) assert.ok(Math.min(...tookMs) <= CORRECTION_MS, `${tookMs}`);
}

/* The events of a recorded match, with names as people have. */
export function recordedMatch() {
  const text = fs.readFileSync(path.join(root, "tests/rules/matches/depot.ndjson"), "utf8");
  const events = text.trim().split("\n").map((line) => JSON.parse(line));
  const start = events[0];
  start.title = "City Open 2026";
  start.stage = "Semi-final";
  start.sides[0] = { side: "black", name: "Weber & Dubois", rgb: [172, 30, 38] };
  start.sides[1] = { side: "white", name: "Lindqvist & Perera", rgb: [228, 221, 203] };
  ["Anna Weber", "Bo Lindqvist", "Cyril Dubois", "Dilani Perera"].forEach((name, i) => {
    start.seats[i].player = name;
  });
  return events;
}

export class Stage {
  constructor() {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), "crokeye-web-"));
    this.listen = "127.0.0.1:0";
  }

  /* The port of a server that was killed may be taken for a while: by the
   * system, or by one of the browser's own connections to it. */
  async open() {
    let said = "";
    for (let tries = 0; tries < 20; tries++) {
      said = await this.start();
      if (said.startsWith("http")) {
        this.url = said;
        this.listen = new URL(said).host;
        return;
      }
      await pause(500);
    }
    throw new Error(`the stage does not open at ${this.listen}: ${said}`);
  }

  start() {
    this.answers = [];
    this.process = spawn(program, [path.join(this.folder, "match.db"), this.listen, TOKEN, path.join(this.folder, "next.json")],
      { stdio: ["pipe", "pipe", "inherit"] });
    let rest = "";
    this.process.stdout.on("data", (data) => {
      const lines = (rest + data).split("\n");
      rest = lines.pop();
      for (const line of lines) this.answers.shift()?.(line);
    });
    this.process.once("exit", () => {
      for (const answer of this.answers) answer("the stage ended");
    });
    return this.line();
  }

  line() {
    return new Promise((done) => this.answers.push(done));
  }

  async play(...lines) {
    for (const line of lines) {
      const answer = this.line();
      this.process.stdin.write(JSON.stringify(line) + "\n");
      const said = await answer;
      if (said !== "ok") throw new Error(`${said}: ${JSON.stringify(line).slice(0, 200)}`);
    }
  }

  board(discs, more = {}) {
    return this.play({ seq: 1, time: "2026-05-02T10:00:00Z", type: "board", discs, ...more });
  }

  /* Replaces the list of what the day has next, as the hall does. */
  putNext(list) {
    const file = path.join(this.folder, "next.json");
    fs.writeFileSync(file + ".new", typeof list === "string" ? list : JSON.stringify(list));
    fs.renameSync(file + ".new", file);
  }

  async match() {
    return (await fetch(this.url + "/api/match")).json();
  }

  post(where, body, headers = {}) {
    return fetch(`${this.url}/api/${where}`, {
      method: "POST", body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${TOKEN}`, ...headers },
    });
  }

  async kill() {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const gone = new Promise((done) => this.process.once("exit", done));
    this.process.kill("SIGKILL");
    await gone;
  }

  async close() {
    await this.kill();
    fs.rmSync(this.folder, { recursive: true });
  }
}

/* A browser without windows, where there is one: a page takes a third of the time. */
const CHROMIUM = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((file) => fs.existsSync(file));
export const LAUNCH = {
  executablePath: process.env.CHROMIUM ?? CHROMIUM,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync"],
};

/* The browser of all files (all.mjs), or one of this file alone. */
export const openBrowser = () =>
  (process.env.CROK_BROWSER ? chromium.connect(process.env.CROK_BROWSER) : chromium.launch(LAUNCH));

/* Blank pages that wait for another test, by the settings of their context: the
 * process of a new one costs more than all that it shows. */
const idle = new Map();

/* A page whose every error fails the test that looks at `page.faults`. A page that
 * prepare() changes before it is opened, except by stopClock(), is not used again. */
export async function openPage(browser, url, width, height, more = {}, prepare = null) {
  const kind = prepare && prepare !== stopClock ? null : JSON.stringify([more, Boolean(prepare)]);
  let page = idle.get(kind)?.pop();
  if (page) {
    await page.setViewportSize({ width, height });
  } else {
    const context = await browser.newContext({ viewport: { width, height }, ...more });
    context.setDefaultTimeout(PATIENCE_MS);
    page = await context.newPage();
    page.on("pageerror", (error) => page.faults.push(error.message));
    page.on("dialog", (dialog) => {
      page.faults.push("dialog: " + dialog.message());
      dialog.dismiss();
    });
    page.kind = kind;
  }
  page.faults = [];
  page.isIdle = false;
  await prepare?.(page);
  await page.goto(url);
  return page;
}

/* Takes a page from what it shows, and closes all others of its context. What it
 * keeps (cookies, texts) is forgotten. */
export async function closePage(page) {
  const context = page.context();
  if (!page.kind || page.isClosed()) return context.close();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.evaluate(() => localStorage.clear());
  await context.clearCookies();
  await page.goto("about:blank");
  page.isIdle = true;
  idle.set(page.kind, [...(idle.get(page.kind) ?? []), page]);
  return page;
}

/* Closes all pages, and fails if one of them had a fault. */
export async function closePages(browser) {
  const faults = [];
  for (const context of browser.contexts()) {
    const pages = context.pages();
    if (pages[0]?.isIdle) continue;
    for (const page of pages) faults.push(...page.faults ?? []);
    await (pages.length > 0 ? closePage(pages[0]) : context.close());
  }
  assert.deepEqual(faults, []);
}

/* Lets the time in a page stand still; page.clock.runFor moves it on. */
export async function stopClock(page) {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
}

/* With `clock` the time in the page stands still. */
export async function openOverlay(browser, stage, { query = "", width = 1920, height = 1080, clock = false } = {}) {
  const page = await openPage(browser, `${stage.url}/overlay${query}`, width, height, {}, clock ? stopClock : null);
  await page.waitForSelector("body.themed #stage:not(.empty)", { state: "attached" });
  return page;
}

/* Waits until the overlay shows the newest event. */
export async function isShown(page, stage) {
  const { seq } = await stage.match();
  await page.waitForSelector(`#stage[data-seq="${seq}"]`, { state: "attached" });
}

/* The same of a console. */
export async function showsSeq(page, stage) {
  const { seq } = await stage.match();
  await page.waitForFunction((it) => Number(document.body.dataset.seq) >= it, seq);
}

/* For the tests of a file: a browser, and for each test a server and the events
 * of a recorded match. */
export function stageForEach() {
  const on = {};
  before(async () => { on.browser = await openBrowser(); });
  after(async () => { await on.browser.close(); });
  beforeEach(async () => {
    on.stage = new Stage();
    on.events = recordedMatch();
    await on.stage.open();
  });
  afterEach(async () => {
    await closePages(on.browser);
    await on.stage.close();
  });
  return on;
}

export const text = (page, selector) => page.locator(selector).innerText();
export const row = (i) => `#rows .row:nth-child(${i + 1})`;

/* Takes a picture of a page for people to look at, where CROK_PICTURES says that
 * somebody will: no test reads it. */
export const picture = async (page, name, more = {}) => process.env.CROK_PICTURES
  && page.screenshot({ path: path.join(shotsDir, name + ".png"), omitBackground: name.includes("overlay"), ...more });

export async function openConsole(browser, stage, { width = 390, height = 844, token = true } = {}) {
  const page = await openPage(browser, `${stage.url}/console${token ? "#token=" + TOKEN : ""}`, width, height,
    { hasTouch: width < 600, reducedMotion: "reduce" });
  await page.waitForFunction(() => document.querySelector("#title-stage").textContent !== "");
  return page;
}

/* What tap() does happens at one moment of the time in the page, as a finger that
 * trembles taps, however slow the machine is. */
export async function atOnce(page, tap) {
  page.kind = null; /* its time is not the machine's from now on */
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await tap();
  await page.clock.resume();
}

/* Waits until the console takes another tap at the place of the last one for a
 * tap of its own, and not for that of a finger that trembles. */
export const tapsAnew = (page) => page.waitForSelector("body:not([data-tapped])");

/* Waits until the server counts `n` streams: it finds at the next message that
 * one was closed. */
export const untilViewers = (url, n) =>
  becomes(async () => (await (await fetch(url + "/healthz")).json()).viewers, n, `not ${n} streams`);

/* The time, in the page, at which a selector's text becomes `wanted`. */
export const whenText = (page, selector, wanted, isAll = false) => page.evaluate(([where, value, all, patience]) => new Promise((done, failed) => {
  const node = document.querySelector(where);
  const look = () => { if (all ? node.textContent === value : node.textContent.includes(value)) done(performance.timeOrigin + performance.now()); };
  new MutationObserver(look).observe(node, { childList: true, subtree: true, characterData: true });
  setTimeout(() => failed(new Error(`${where} is "${node.textContent}", not "${value}"`)), patience);
  look();
}), [selector, wanted, isAll, PATIENCE_MS]);
