// SPDX-License-Identifier: Apache-2.0
//
// A simulated match, drawn as a camera would see it, watched and served by one
// program: crokeye serve FILM.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { after, afterEach, before, test } from "node:test";
import { becomes, checkCorrections, closePage, closePages, openBrowser, openConsole, openOverlay, PATIENCE_MS, pause, picture, root, TOKEN, whenText } from "./stage.mjs";

const bin = (name) => path.join(root, "build/release", name);
const work = fs.mkdtempSync(path.join(os.tmpdir(), "crokeye-live-"));
const FPS = 20;
const REST = [350, 400]; /* pictures of the film in which nothing moves, after its third shot */
const AHEAD = 1; /* pictures that may be on their way to the program: more would come in bursts */
const film = path.join(work, "film.mjpeg"), half = path.join(work, "half.mjpeg");

/* A camera of the network that shows the film, and after the third shot the board at
 * rest, there and back, as long as `rests`: what is tried then has all the time it needs.
 * On a machine that is short of time it shows the film more slowly: a picture that the
 * program has not taken yet is not followed by many others, so that it sees them all. */
class Camera {
  constructor() {
    const bytes = fs.readFileSync(film), starts = [];
    for (let at = 0; at >= 0; at = bytes.indexOf(Buffer.from([0xff, 0xd8, 0xff]), at + 3)) starts.push(at);
    this.pictures = starts.map((at, i) => bytes.subarray(at, starts[i + 1]));
    this.rests = true;
    this.server = http.createServer((request, answer) => this.show(answer));
  }

  /* The step to the next picture from number i, which was reached by `step`. */
  turn(i, step) {
    if (!this.rests) return i < this.pictures.length - 1 ? 1 : -1;
    return i >= REST[1] ? -1 : i <= REST[0] ? 1 : step;
  }

  async show(answer) {
    answer.writeHead(200, { "Content-Type": "multipart/x-mixed-replace; boundary=picture" });
    for (let i = 0, step = 1, sent = 0; !answer.destroyed; i += step = this.turn(i, step)) {
      answer.write(`--picture\r\nContent-Type: image/jpeg\r\nContent-Length: ${this.pictures[i].length}\r\n\r\n`);
      const isTaken = answer.write(this.pictures[i]);
      answer.write("\r\n");
      await Promise.all([pause(1000 / FPS), isTaken || new Promise((done) => answer.once("drain", done)), this.follows(++sent)]);
    }
  }

  /* Waits until the program has taken all but AHEAD of the pictures that were sent. */
  async follows(sent) {
    for (const end = Date.now() + PATIENCE_MS; served.url && Date.now() < end; await pause(10)) {
      const match = await served.match().catch(() => null); /* null: it has ended */
      if (!match || match.source.frames + match.source.lost >= sent - AHEAD) break;
    }
  }

  open() {
    return new Promise((done) => this.server.listen(0, "127.0.0.1", () => done(`http://127.0.0.1:${this.server.address().port}/`)));
  }

  close() {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/* The program, at a port that it keeps when it is started again. */
class Served {
  constructor(shown) {
    this.film = shown;
    this.listen = "127.0.0.1:0";
    this.record = path.join(fs.mkdtempSync(path.join(work, "match-")), "match.db");
  }

  open() {
    const token = path.join(work, "token");
    fs.writeFileSync(token, TOKEN + "\n", { mode: 0o600 });
    this.process = spawn(bin("crokeye"), ["serve", "--listen", this.listen, "--match", this.record,
      "--token-file", token, "--rules", "depot", "--sides", "blue,red", "--players", "Ann Weber,Bo Lindqvist",
      "--title", "Club night", "--fps", `${FPS}`, this.film], { stdio: ["ignore", "pipe", "inherit"] });
    return new Promise((done, failed) => {
      let said = "";
      this.process.once("exit", (status) => failed(new Error(`it ended with ${status}`)));
      this.process.stdout.on("data", (data) => {
        said += data;
        const url = /^overlay {2}(http\S+)\/overlay$/m.exec(said);
        if (!url) return;
        this.url = url[1];
        this.listen = new URL(this.url).host;
        done();
      });
    });
  }

  async match() {
    return (await fetch(this.url + "/api/match")).json();
  }

  async until(is, ms = PATIENCE_MS) {
    for (const end = Date.now() + ms; Date.now() < end;) {
      const match = await this.match();
      if (is(match)) return match;
      await this.answer(match);
      await pause(50);
    }
    throw new Error(`it does not come: ${JSON.stringify(await this.match()).slice(0, 600)}`);
  }

  /* On a machine that is short of time a shot's contacts may not have been seen, or
   * the whole shot: then a person says that it was valid, or counts the 20s. */
  async answer(match) {
    const open = match.sides.find(({ twenties_range: [low, high] }) => low < high);
    if (match.ask === "validity") await this.post("/api/ruling", match, { of: match.last.seq, valid: true });
    else if (open && match.source.state === "still") await this.post("/api/twenties", match, { side: open.side, count: open.twenties });
  }

  post(path, { seq }, body) {
    return fetch(this.url + path, {
      method: "POST", body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${TOKEN}`, "If-Match": `"${seq}"` },
    });
  }

  async end(signal) {
    const { exitCode, signalCode } = this.process;
    if (exitCode !== null || signalCode !== null) return exitCode;
    const gone = new Promise((done) => this.process.once("exit", done));
    this.process.kill(signal);
    return gone;
  }
}

let browser, served, camera;

before(async () => {
  execFileSync(bin("tests/sim/sim"), ["--out", work, "--seed", "7", "--rules", "depot", "--fps", `${FPS}`,
    "--size", "960x540", "--seconds", "40", "--mjpeg", film], { stdio: "ignore" });
  const pictures = fs.readFileSync(film);
  fs.writeFileSync(half, pictures.subarray(0, pictures.indexOf(Buffer.from([0xff, 0xd8, 0xff]), pictures.length / 2)));
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  fs.rmSync(work, { recursive: true });
});
afterEach(async () => {
  await closePages(browser);
  await served.end("SIGKILL");
  camera?.close();
  camera = null;
});

async function serve(shown) {
  served = new Served(shown);
  await served.open();
}

const shots = (n) => (match) => match.last && match.seq > n && match.state === "playing";
/* Serves the camera's film until its first shots were followed without a question that
 * only the board answers. A machine that is short of time may miss what moves: then the
 * film is shown again, into a new record. Returns the match's last event. */
async function followed(tries = 4) {
  camera = new Camera();
  await serve(await camera.open());
  try {
    return (await served.until(shots(3), tries > 1 ? PATIENCE_MS / 3 : PATIENCE_MS)).seq;
  } catch (error) {
    if (tries === 1) throw error;
    await served.end("SIGKILL");
    camera.close();
    return followed(tries - 1);
  }
}

const pictureIsThere = (page) => page.waitForFunction(() =>
  document.querySelector("#board.camera .backdrop image")?.getBBox().width > 700);

test("a match is watched, corrected on a phone while it is played, and seen on the pages", async () => {
  const seq = await followed();
  const overlay = await openOverlay(browser, served);
  const phone = await openConsole(browser, served);
  await phone.getByRole("button", { name: "Board", exact: true }).tap();
  await pictureIsThere(phone);
  await picture(phone, "live-console-390");
  const took = [];
  while (took.length < 4) {
    const was = await served.until((match) => match.source.state === "still" && match.discs.some((d) => d.value < 20)
      && match.sides.every((s) => s.range[0] === s.range[1]));
    const disc = was.discs.find((d) => d.value < 20);
    const side = was.sides.findIndex((s) => s.side === disc.side);
    const wrong = disc.value === 10 ? 15 : 10;
    const score = `#rows .row:nth-child(${side + 1}) .round-score span`;
    await phone.waitForFunction((id) => { /* the phone may hear of the disc later than this */
      document.querySelectorAll("[data-test]").forEach((n) => n.removeAttribute("data-test"));
      const shown = [...document.querySelectorAll("#board .disc")].find((n) => n.discNow.id === id);
      shown?.setAttribute("data-test", "this");
      return shown;
    }, disc.id);
    await phone.locator('[data-test="this"]').tap();
    await phone.waitForSelector("#disc-sheet[open]");
    if ((await served.match()).seq !== was.seq) { /* a shot has come: this disc may be another one */
      await phone.keyboard.press("Escape");
      continue;
    }
    const total = was.sides[side].round_score;
    for (const [selector, label, wanted] of [
      ["#disc-values button", String(wrong), total - disc.value + wrong], ["#undo", "Undo", total]]) {
      if (selector === "#undo") await phone.waitForSelector('#undo[aria-label*="Board set by hand"]');
      const seen = whenText(overlay, score, String(wanted), true);
      const pressed = await phone.evaluate(([where, text]) => {
        [...document.querySelectorAll(where)].find((b) => b.textContent.includes(text)).click();
        return performance.timeOrigin + performance.now();
      }, [selector, label]);
      took.push((await seen) - pressed);
      /* The phone may hear of it after the overlay, and decides on what it sees. */
      await phone.waitForFunction(([i, text]) =>
        document.querySelectorAll("#sides .side .total b")[i].textContent === text, [side, String(wanted)]);
    }
  }
  checkCorrections(took);

  /* The next shots are judged on what was corrected, in one order. */
  camera.rests = false;
  await served.until((match) => match.last.seq > seq);
  const log = await (await fetch(served.url + "/api/log")).json();
  const order = log.events.map((e) => e.seq);
  assert.deepEqual(order, order.map((_, i) => order.length - i));
  assert.equal(log.events.filter((e) => e.type === "board").length, took.length / 2);
  const event = await (await fetch(`${served.url}/api/event?of=${(await served.match()).last.seq}`)).json();
  assert.ok(!event.evidence.missing.includes("before"), JSON.stringify(event.evidence));
  assert.equal((await served.match()).words, null);
  await closePage(phone);

  /* What the pages show of it. */
  await picture(overlay, "live-overlay-1920");
  await becomes(() => overlay.locator("#rows .name").first().innerText(), "Weber");
  await becomes(() => overlay.locator("#stage.stale").count(), 0);
  const small = await openOverlay(browser, served, { width: 1280, height: 720 });
  await picture(small, "live-overlay-1280");
  const laptop = await openConsole(browser, served, { width: 1280, height: 720 });
  await pictureIsThere(laptop);
  await picture(laptop, "live-console-1280");
  await laptop.keyboard.press("c");
  await becomes(() => laptop.locator("#board.camera").count(), 0);
  await laptop.keyboard.press("l");
  await laptop.locator("#log-list button", { hasText: "Valid" }).first().click();
  await laptop.waitForSelector("#past[open] #trace dt");
  await laptop.waitForSelector("#past-picture:not([hidden])");
  /* On a machine that is short of time pictures come late, and contacts may not have been seen: then it says so. */
  await becomes(() => laptop.locator("#trace").innerText(), /Contacts|Not seen\n.*contacts/);
  await laptop.locator("#trace").scrollIntoViewIfNeeded();
  await picture(laptop, "live-console-1280-trace");
});

test("killed and started again under a connected overlay, it goes on", async () => {
  await serve(film);
  await served.until(shots(3));
  const overlay = await openOverlay(browser, served);
  await served.end("SIGKILL");
  await overlay.waitForSelector("#stage.stale");
  const was = execFileSync(bin("crokeye"), ["export", served.record]).toString().trim().split("\n").length;
  await served.open();
  await overlay.waitForSelector("#stage:not(.stale)");
  assert.ok((await served.match()).seq >= was);
  await becomes(() => overlay.locator("#rows .name").first().innerText(), "Weber");
});

test("a film that ends leaves its match to the console, and SIGTERM ends it all", async () => {
  await serve(half);
  await served.until(shots(3));
  const phone = await openConsole(browser, served);
  const overlay = await openOverlay(browser, served);
  await served.until((match) => match.source.words === "The film has ended");
  await phone.waitForFunction(() => document.querySelector("#health-text").textContent === "The film has ended");
  await becomes(() => overlay.locator("#stage.stale").count(), 0);
  const { seq } = await served.match();
  await phone.getByRole("button", { name: "20s: one more" }).first().click();
  await served.until((match) => match.seq > seq);
  assert.equal(await served.end("SIGTERM"), 0);
});
