// SPDX-License-Identifier: Apache-2.0
//
// The replay of a shot: the console plays it and puts it on air, and the overlay
// shows it for 5 s.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { beforeEach, test } from "node:test";
import { audit } from "./audit.mjs";
import { becomes, openConsole, openOverlay, picture, stageForEach, text } from "./stage.mjs";

let browser, stage, events;
const on = stageForEach();
beforeEach(() => { ({ browser, stage, events } = on); });

const SIZE = { width: 320, height: 180 };
const AIR_MS = 5000;

/* JPEG files of one colour each. */
async function paintings(...colours) {
  const context = await browser.newContext({ viewport: SIZE });
  const page = await context.newPage();
  const files = [];
  for (const colour of colours) {
    await page.evaluate((it) => { document.body.style.background = it; }, colour);
    files.push(path.join(stage.folder, `${colour}.jpg`));
    fs.writeFileSync(files.at(-1), await page.screenshot({ type: "jpeg", quality: 95 }));
  }
  await context.close();
  return files;
}

/* Goes on with the match, from its n-th event to the sixth, a shot; gives it a replay
 * that turns from red to blue, and returns its seq. */
async function playShot(n = 0) {
  const [red, blue] = await paintings("red", "blue");
  await stage.play({ source: "still" }, ...events.slice(n, 6));
  const { seq } = (await stage.match()).last;
  await stage.play({ replay: seq, width_px: SIZE.width, height_px: SIZE.height, pause_ms: 3000, files: [red, blue] });
  return seq;
}

/* The colour in the middle of the film that plays there, or "". */
const colourIn = (page, box) => page.evaluate((id) => {
  const film = document.querySelector(`${id} image`);
  if (!film) return "";
  const canvas = document.createElement("canvas");
  canvas.width = 320;
  canvas.height = 180;
  const pen = canvas.getContext("2d");
  try {
    pen.drawImage(film, 0, 0, 320, 180);
  } catch {
    return ""; /* no picture has come yet */
  }
  const [r, , b, a] = pen.getImageData(200, 40, 1, 1).data;
  return a === 0 ? "" : r > 200 ? "red" : b > 200 ? "blue" : "other";
}, box);

const waysIn = (page, box) => page.locator(`${box} .ways`).isVisible();
const isOn = (page) => page.locator("#call.replay.on").count().then((n) => n === 1);

for (const [name, width, height] of [["phone", 390, 844], ["desk", 1280, 800]])
  test(`the console plays the replay of the last shot on a ${name}`, async () => {
    const seq = await playShot();
    const page = await openConsole(browser, stage, { width, height });
    await page.locator("#last-replay").click();
    await becomes(() => text(page, "#replay-title"), `Replay of event ${seq}`);
    await becomes(() => colourIn(page, "#replay-film"), "red");
    assert.ok(await waysIn(page, "#replay-film"));
    await picture(page, `console-${width}-replay`);
    await audit(page);
    await becomes(() => colourIn(page, "#replay-film"), "blue");
    await page.locator("#replay-ways").click();
    await becomes(() => waysIn(page, "#replay-film"), false);
    await page.locator("#replay-again").click();
    await becomes(() => colourIn(page, "#replay-film"), "red");
    assert.equal(await waysIn(page, "#replay-film"), false);
    await page.locator("#replay .close").click();
    await becomes(() => page.locator("#replay-film image").count(), 0);
  });

test("a shot without a replay offers none, and a past one is seen again from the list", async () => {
  await stage.play({ source: "still" }, ...events.slice(0, 4));
  const page = await openConsole(browser, stage);
  await page.waitForSelector("#last");
  assert.equal(await page.locator("#last-replay").isVisible(), false);
  const seq = await playShot(4);
  await becomes(() => page.locator("#last-replay").isVisible(), true);
  await stage.play(...events.slice(6, 7));
  await becomes(() => page.locator("#last-replay").isVisible(), false);
  await page.locator("#open-log").click();
  await page.locator("#log-list button").nth(1).click();
  await becomes(() => text(page, "#past-title"), new RegExp(`^Event ${seq},`));
  await page.locator("#past-replay").click();
  await becomes(() => colourIn(page, "#replay-film"), "red");
});

/* A shot whose validity is asked. */
test("the question about a shot offers its replay", async () => {
  const shot = structuredClone(events[6]);
  Object.assign(shot.evidence, { missing: ["moved", "contacts"], moved: null, contacts: null });
  await stage.play({ source: "still" }, ...events.slice(0, 6), shot);
  const { question, seq } = await stage.match();
  assert.equal(question?.ask, "validity");
  const [red] = await paintings("red");
  await stage.play({ replay: seq, width_px: SIZE.width, height_px: SIZE.height, pause_ms: 0, files: [red] });
  assert.equal((await stage.match()).question.replay, `/replay/${seq}`);
  const page = await openConsole(browser, stage);
  await page.locator("#question").getByRole("button", { name: "Replay" }).click();
  await becomes(() => colourIn(page, "#replay-film"), "red");
});

test("the overlay plays the replay that the console puts on air, for 5 s", async () => {
  await playShot();
  const overlay = await openOverlay(browser, stage, { clock: true });
  const page = await openConsole(browser, stage);
  await page.locator("#last-replay").click();
  await becomes(() => isOn(overlay), false);
  await page.locator("#replay-air").click();
  await becomes(() => text(page, "#replay-said"), "It is on air for 5 seconds.");
  await becomes(() => isOn(overlay), true);
  await becomes(() => colourIn(overlay, "#call-film"), "red");
  await becomes(() => colourIn(overlay, "#call-film"), "blue");
  assert.ok(await waysIn(overlay, "#call-film"));
  assert.equal(await text(overlay, "#call-title"), "REPLAY");
  await picture(overlay, "overlay-replay");
  await overlay.clock.runFor(AIR_MS - 1);
  assert.equal(await isOn(overlay), true);
  await overlay.clock.runFor(1);
  await becomes(() => isOn(overlay), false);
  await becomes(() => overlay.locator("#call-film image").count(), 0);

  await page.locator("#replay-ways").click();
  await page.locator("#replay-air").click();
  await becomes(() => colourIn(overlay, "#call-film"), "red");
  assert.equal(await waysIn(overlay, "#call-film"), false);

  /* one that is opened later does not show what was on air before */
  const late = await openOverlay(browser, stage);
  await stage.play(...events.slice(6, 7));
  await late.waitForSelector(`#stage[data-seq="${(await stage.match()).seq}"]`, { state: "attached" });
  assert.equal(await isOn(late), false);
});
