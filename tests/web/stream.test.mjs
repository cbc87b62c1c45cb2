// SPDX-License-Identifier: Apache-2.0
//
// All pages of a browser follow the match over one stream.
import { beforeEach, test } from "node:test";
import { openOverlay, openPage, stageForEach, stopClock, untilViewers } from "./stage.mjs";

/* More than the six connections that a browser opens to a host. */
const PAGES = process.env.CROK_SOAK ? 12 : 7;

let browser, stage, events;
const on = stageForEach();
beforeEach(() => { ({ browser, stage, events } = on); });

const shows = (page, seq) => page.waitForSelector(`#stage[data-seq="${seq}"]`, { state: "attached" });

/* Opens overlays in the browser of `first`, one after the other. */
async function openMore(first, n) {
  const pages = [first];
  while (pages.length < n) {
    const page = await first.context().newPage();
    page.faults = [];
    await page.goto(`${stage.url}/overlay`);
    pages.push(page);
  }
  return pages;
}

test("more overlays in one browser than it has connections load, over one stream", async () => {
  await stage.play(...events.slice(0, 9));
  const pages = await openMore(await openOverlay(browser, stage), PAGES);
  for (const page of pages) await page.waitForSelector("body.themed #stage[data-seq='9']", { state: "attached" });
  await untilViewers(stage.url, 1);
  await stage.play(events[9]);
  for (const page of pages) await shows(page, 10);
  while (pages.length > 1) await pages.pop().close();
  await stage.play(events[10]);
  await shows(pages[0], 11);
  await untilViewers(stage.url, 1);
});

test("more overlays than a browser has connections find a server that came back", async () => {
  await stage.play(...events.slice(0, 9));
  const pages = await openMore(await openOverlay(browser, stage), PAGES);
  for (const page of pages) await shows(page, 9);
  await stage.kill();
  for (const page of pages) await page.waitForSelector("#stage.stale", { state: "attached" });
  await stage.open();
  for (const page of pages) await page.waitForSelector("#stage:not(.stale)", { state: "attached" });
  await stage.play(events[9]);
  for (const page of pages) await shows(page, 10);
  await untilViewers(stage.url, 1);
});

test("a browser without shared workers has a stream for each page", async () => {
  await stage.play(...events.slice(0, 9));
  const open = () => openPage(browser, `${stage.url}/overlay`, 1920, 1080, {}, (page) =>
    page.addInitScript(() => { delete globalThis.SharedWorker; }));
  const pages = [await open(), await open()];
  for (const page of pages) await shows(page, 9);
  await untilViewers(stage.url, 2);
  await stage.play(events[9]);
  for (const page of pages) await shows(page, 10);
});

test("a page whose worker cannot be run has a stream of its own", async () => {
  await stage.play(...events.slice(0, 9));
  const page = await openPage(browser, `${stage.url}/overlay`, 1920, 1080, {}, (it) =>
    it.addInitScript(() => {
      const { SharedWorker } = globalThis;
      globalThis.SharedWorker = class extends SharedWorker {
        constructor() { super("/pages/none.js"); }
      };
    }));
  await shows(page, 9);
  await untilViewers(stage.url, 1);
});

test("a page whose worker says nothing, not even that it cannot run, has a stream of its own", async () => {
  await stage.play(...events.slice(0, 9));
  const page = await openPage(browser, `${stage.url}/overlay`, 1920, 1080, {}, async (it) => {
    await stopClock(it);
    await it.addInitScript(() => {
      globalThis.SharedWorker = class extends EventTarget { port = new MessageChannel().port1; };
    });
  });
  while (!await page.$("#stage[data-seq='9']")) await page.clock.runFor(1000);
  await untilViewers(stage.url, 1);
});
