// SPDX-License-Identifier: Apache-2.0
//
// Two tables at one address: each page is of its own, and one stream has both.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { audit } from "./audit.mjs";
import { closePages, openBrowser, openPage, PATIENCE_MS, root, tapsAnew, TOKEN, untilViewers } from "./stage.mjs";

/* Of the format before the bug had variables of its own. */
const OLDER = ":root { --panel: #fffdf5; --panel-high: #e8e4d8; --ink: #101010; --accent: #0a5c36; --accent-ink: #ffffff; }";
/* On the console, such a theme would make the scores vanish. */
const WHITE_ON_WHITE = ":root { --points: #123456; --panel: #ffffff; --ink: #ffffff; --row: #ffffff; --row-ink: #ffffff; }";

let browser, folder, program, url;

before(async () => {
  browser = await openBrowser();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "crokeye-tables-"));
  fs.writeFileSync(path.join(folder, "token"), TOKEN + "\n", { mode: 0o600 });
  fs.writeFileSync(path.join(folder, "one.css"), OLDER);
  fs.writeFileSync(path.join(folder, "two.css"), WHITE_ON_WHITE);
  program = spawn(path.join(root, "build/release/crokeye"), ["serve", "--listen", "127.0.0.1:0",
    "--match", "one.db", "--match", "two.db", "--token-file", "token",
    "--theme", "one.css", "--theme", "2=two.css"],
  { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  url = await new Promise((done, failed) => {
    let said = "";
    program.once("exit", (status) => failed(new Error(`it ended with ${status}`)));
    program.stdout.on("data", (data) => {
      said += data;
      const second = /^overlay {2}(http\S+)\/overlay\?n=2$/m.exec(said);
      if (second) done(second[1]);
    });
  });
});
after(async () => {
  await browser.close();
  const gone = new Promise((done) => program.once("exit", done));
  program.kill("SIGTERM");
  assert.equal(await gone, 0);
  fs.rmSync(folder, { recursive: true });
});

const match = async (table) => (await fetch(`${url}/api/match?${new URLSearchParams(table)}`)).json();

const SEATS = [{ seat: 0, player: "Ann", side: "black" }, { seat: 2, player: "Bob", side: "white" }];

/* Starts table n's match, unless a test before has: each test runs alone, too. */
async function begin(n, start) {
  if ((await match({ n })).state !== "waiting") return;
  const answer = await fetch(`${url}/api/match?n=${n}`, {
    method: "POST", body: JSON.stringify({ rules: "depot", seats: SEATS, first_seat: 0, ...start }),
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${TOKEN}` },
  });
  assert.equal(answer.status, 200, await answer.text());
}
const beginBoth = async () => {
  await begin(1, { sides: [{ side: "black", name: "First" }, { side: "white", name: "Other" }], table: "Hall A" });
  await begin(2, { sides: [{ side: "black", name: "Second table" }, { side: "white", name: "Other" }], table: "Hall B" });
};

test("a console and an overlay are of the table that their address names", async () => {
  const console_ = await openPage(browser, `${url}/console?n=2#token=${TOKEN}`, 1280, 800);
  await console_.getByRole("button", { name: "Start a match" }).click();
  await console_.fill("[name=table]", "Hall B");
  await console_.locator("#start-sides summary").first().click();
  await console_.fill("[name=name0]", "Second table");
  await console_.locator("#start-form button[type=submit]").click();
  await console_.waitForSelector("#sides .side");
  assert.equal((await match({ n: 1 })).state, "waiting");
  assert.equal((await match({ n: 2 })).state, "playing");
  assert.equal((await match({ table: "Hall B" })).number, 2);
  const overlay = await openPage(browser, `${url}/overlay?table=Hall+B&show=bug`, 1920, 1080);
  await overlay.waitForFunction(() => document.querySelector("#rows .name")?.textContent === "Second table");
  const first = await openPage(browser, `${url}/overlay`, 1920, 1080);
  await first.waitForSelector("#stage.empty", { state: "attached" });
  await console_.getByRole("button", { name: "Second table: 20 \u00D7 0" }).click();
  await overlay.waitForFunction(() => document.querySelector("#rows .twenties span").textContent === "1");
  await console_.getByRole("button", { name: "List" }).click();
  await console_.locator("#log-list button", { hasText: "Round counted so far" }).first().click();
  await console_.waitForSelector("#past[open]");
  for (const page of [console_, overlay, first]) assert.deepEqual(page.faults, []);
});

test("each table has its theme, and a console has none", async () => {
  const start = await openPage(browser, `${url}/console#token=${TOKEN}`, 1280, 800);
  await start.getByRole("button", { name: "Start a match" }).click();
  await start.locator("#start-form button[type=submit]").click();
  await start.waitForSelector("#sides .side");
  const colourOf = async (query) => {
    const page = await openPage(browser, `${url}/overlay${query}`, 1920, 1080);
    await page.waitForSelector("body.themed #stage:not(.empty) .points", { state: "attached" });
    return page.evaluate(() => ["#bug header", "#rows .row", "#rows .twenties", "#rows .points"].map((at) => {
      const { backgroundColor, color } = getComputedStyle(document.querySelector(at));
      return `${color} on ${backgroundColor}`;
    }));
  };
  const [black, white] = ["rgb(16, 16, 16)", "rgb(255, 255, 255)"];
  assert.deepEqual(await colourOf(""), [`${black} on rgb(232, 228, 216)`, `${black} on rgb(255, 253, 245)`,
    `${black} on rgb(232, 228, 216)`, `${white} on rgb(10, 92, 54)`], "an older theme colours all parts");
  for (const query of ["?n=2", "?table=Hall+B"])
    assert.equal((await colourOf(query)).at(-1), `${white} on rgb(18, 52, 86)`);
  const console_ = await openPage(browser, `${url}/console?n=2#token=${TOKEN}`, 1280, 800);
  await console_.waitForSelector("#sides .side");
  assert.deepEqual(await audit(console_), []);
});

test("pages of both tables in one browser share a stream", async () => {
  await beginBoth();
  await closePages(browser);
  const first = await openPage(browser, `${url}/overlay`, 1920, 1080);
  const rowOf = (page) => page.waitForSelector("body.themed #stage:not(.empty) .row", { state: "attached" });
  await rowOf(first);
  const second = await first.context().newPage();
  await second.goto(`${url}/overlay?n=2`);
  await rowOf(second);
  const named = await first.context().newPage();
  await named.goto(`${url}/console?table=Hall+B`);
  await named.waitForSelector("#sides .side");
  const nameOf = (page) => page.locator("#rows .name").first().innerText();
  assert.equal(await nameOf(second), "Second table");
  assert.notEqual(await nameOf(first), "Second table");
  await untilViewers(url, 1);
});

test("one stream has the documents of both tables", async () => {
  await beginBoth();
  const page = await openPage(browser, `${url}/overlay`, 1920, 1080);
  const numbers = await page.evaluate((patience) => new Promise((done) => {
    const seen = new Set();
    const source = new EventSource("/api/events?n=1&table=Hall%20B");
    source.addEventListener("match", (event) => {
      seen.add(JSON.parse(event.data).number);
      if (seen.size < 2) return;
      source.close();
      done([...seen].sort());
    });
    setTimeout(() => done([...seen]), patience);
  }), PATIENCE_MS);
  assert.deepEqual(numbers, [1, 2]);
});

test("a console that saw one record does not write to another", async () => {
  const page = await openPage(browser, `${url}/console?n=2#token=${TOKEN}`, 1280, 800);
  await page.waitForSelector("#sides .side");
  const before = await match({ n: 1 });
  /* as after a start with the records in another order */
  await page.route("**/api/event?*", (route) =>
    route.continue({ url: route.request().url().replace("n=2", "n=1") }));
  await page.getByRole("button", { name: /: 20 \u00D7 / }).first().click();
  await page.waitForFunction(() => document.querySelector("#said").textContent.includes("another record"));
  assert.equal((await match({ n: 1 })).seq, before.seq);
  await page.unroute("**/api/event?*");
  await tapsAnew(page);
  await page.getByRole("button", { name: /: 20 \u00D7 / }).first().click();
  await page.waitForFunction(() => document.querySelector("#said").hidden);
});
