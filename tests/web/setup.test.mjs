// SPDX-License-Identifier: Apache-2.0
//
// The page /setup of `crokeye setup` on a simulated film: it shows the figures,
// the picture and the change to make, fits both screens, and says when the
// program has ended.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { openBrowser, openPage, picture, root } from "./stage.mjs";

const build = process.env.CROK_BUILD ?? path.join(root, "build/release");
const FPS = 10, DRAWN_S = 3, FILM_S = 300;
let browser, folder, program, url;

/* The board before the first shot, again and again: a film that does not end while a
 * loaded machine looks at it. */
function makeFilm(film) {
  execFileSync(path.join(build, "tests/sim/sim"),
    ["--seed", "3", "--fps", String(FPS), "--seconds", String(DRAWN_S), "--out", film], { stdio: "ignore" });
  const picture = (n) => path.join(film, String(n).padStart(6, "0") + ".jpg");
  for (let n = FPS * DRAWN_S; n < FPS * FILM_S; n++) fs.linkSync(picture(n % (FPS * DRAWN_S)), picture(n));
}

before(async () => {
  browser = await openBrowser();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "crokeye-setup-"));
  makeFilm(path.join(folder, "film"));
  program = spawn(path.join(build, "crokeye"), ["setup", "--json", "--port", "0", "--fps", String(FPS), "film"],
    { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  url = await new Promise((done, failed) => {
    let said = "";
    program.once("exit", (status) => failed(new Error(`it ended with ${status}: ${said}`)));
    program.stderr.on("data", (data) => {
      said += data;
      const page = /the page is (http\S+)/.exec(said);
      if (page) done(page[1]);
    });
  });
});
after(async () => {
  await browser.close();
  program.kill("SIGKILL");
  fs.rmSync(folder, { recursive: true });
});

const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

for (const [width, height] of [[390, 844], [1280, 720]]) {
  test(`figures, picture and the change to make are shown at ${width} x ${height}`, async () => {
    const page = await openPage(browser, url, width, height);
    await page.waitForSelector("#picture:not([hidden])");
    const shown = await page.locator("#figures dd").allTextContents();
    assert.equal(shown.length, 10);
    assert.match(shown[1], /^\d\.\d\d px\/mm$/);
    assert.equal(shown[9], "10 a second");
    assert.notEqual(await page.textContent("#first-words"), "Connecting");
    assert.ok(await page.evaluate(() => document.getElementById("picture").naturalWidth > 300));
    assert.ok(await fits(page), "the page is wider than the screen");
    await picture(page, `setup-${width}`);
    assert.deepEqual(page.faults, []);
  });
}

test("a figure follows the camera, and the end of the program is said", async () => {
  const page = await openPage(browser, url, 1280, 720);
  await page.waitForSelector("#picture:not([hidden])");
  const first = await page.getAttribute("#picture", "src");
  await page.waitForFunction((old) => document.getElementById("picture").getAttribute("src") !== old, first);
  const gone = new Promise((done) => program.once("exit", done));
  program.kill("SIGINT");
  assert.equal(await gone, 0);
  await page.waitForFunction(() => document.getElementById("first-words").textContent === "crokeye setup has ended");
  assert.deepEqual(page.faults, []);
});
