// SPDX-License-Identifier: Apache-2.0
//
// The page of `crokeye score --html`, opened from the disk without a network:
// its pictures are there, names with odd characters lead to them, and it fits
// narrow and wide screens.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { openBrowser, openPage, picture, root } from "./stage.mjs";

const build = process.env.CROK_BUILD ?? path.join(root, "build/release");
const ODD = "Łukasz ± <b id=x>#1?%20&\"'.jpg";
const LONG = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissen"; // 63 letters
let browser, folder;

before(async () => {
  browser = await openBrowser();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "crokeye-batch-"));
  fs.mkdirSync(path.join(folder, "in"));
  fs.copyFileSync(path.join(root, "samples/photo-001.jpg"), path.join(folder, "in", ODD));
  for (const name of ["photo-010.jpg", "lines-013.jpg"])
    fs.copyFileSync(path.join(root, "samples/hard", name), path.join(folder, "in", name));
  fs.writeFileSync(path.join(folder, "in/zz.jpg"), "no picture");
  try {
    execFileSync(path.join(build, "crokeye"), ["score", "--html", "out", "--player", "red=Łukasz ±", "--player", `blue=${LONG}`, "in"],
      { cwd: folder, stdio: "ignore" });
  } catch (error) {
    assert.equal(error.status, 1); // zz.jpg could not be scored
  }
});
after(async () => {
  await browser.close();
  fs.rmSync(folder, { recursive: true });
});

for (const [width, height] of [[320, 640], [390, 844], [1280, 720]]) {
  test(`the page of a batch is whole without a network at ${width} x ${height}`, async () => {
    const page = await openPage(browser, "about:blank", width, height);
    const asked = [];
    await page.context().setOffline(true);
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(pathToFileURL(path.join(folder, "out/index.html")).href);
    await page.evaluate(() => Promise.all([...document.images].map((image) => {
      image.loading = "eager";
      return image.decode();
    })));
    assert.equal(await page.locator("img").count(), 3);
    assert.ok(asked.every((url) => url.startsWith("file:")), asked.join(" "));
    assert.ok(await page.locator("td", { hasText: LONG }).count() >= 2, "the long name is not in the tables");
    assert.equal(await page.locator("#x").count(), 0, "a file name became markup");
    assert.deepEqual(await page.locator("h2").allTextContents(),
      ["To look at: 4", "Totals", "lines-013.jpg", "photo-010.jpg", "zz.jpg", ODD]);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "it scrolls sideways");
    const [image, table] = await Promise.all(["#p1 img", "#p1 table"].map((at) => page.locator(at).first().boundingBox()));
    if (width > 800) assert.ok(table.x >= image.x + image.width, "the table is not beside its picture");
    else assert.ok(table.y >= image.y + image.height);
    await picture(page, `batch-${width}`, { fullPage: width > 800 });
    assert.deepEqual(page.faults, []);
  });
}
