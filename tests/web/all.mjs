// SPDX-License-Identifier: Apache-2.0
//
// all.mjs [NAME]: runs all tests of pages, or those whose name contains NAME, with one
// browser: three files at a time, as a page waits for most of its time.
import fs from "node:fs";
import path from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { chromium } from "playwright-core";
import { LAUNCH, root } from "./stage.mjs";

/* The longest first; node --test would sort them by name. */
const LONG = ["live", "console", "overlay", "hall", "photo", "decisions", "web", "onair"];
const long = (file) => LONG.indexOf(path.basename(file, ".test.mjs")) + 1 || LONG.length + 1;
const folder = path.join(root, "tests/web");
const files = fs.readdirSync(folder).filter((name) => name.endsWith(".test.mjs"))
  .sort((a, b) => long(a) - long(b)).map((name) => path.join(folder, name));

const browser = await chromium.launchServer(LAUNCH);
process.once("SIGTERM", () => process.exit(1)); /* which ends the browser, too */
process.env.CROK_BROWSER = browser.wsEndpoint();
const name = process.argv[2];
run({ files, concurrency: 3, ...name && { testNamePatterns: [name] } })
  .on("test:fail", () => { process.exitCode = 1; })
  .compose(new spec())
  .on("end", () => browser.close())
  .pipe(process.stdout);
