// SPDX-License-Identifier: Apache-2.0
//
// The pages in a real browser, against a server that plays a recorded match.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { audit } from "./audit.mjs";
import { becomes, checkCorrections, isShown, openConsole, openOverlay, picture, row, showsSeq, stageForEach, tapsAnew, text, whenText } from "./stage.mjs";

let browser, stage, events;
const on = stageForEach();
beforeEach(() => { ({ browser, stage, events } = on); });

/* Each of them is a member of every JavaScript object. */
test("a side may have any name", async () => {
  for (const side of events[0].sides) delete side.rgb;
  const renamed = JSON.parse(JSON.stringify(events)
    .replaceAll('"black"', '"constructor"').replaceAll('"white"', '"__proto__"'));
  await stage.play(...renamed.slice(0, 18), { source: "still" });
  const match = await stage.match();
  assert.deepEqual(match.sides.map((s) => s.side).sort(), ["__proto__", "constructor"]);
  const overlay = await openOverlay(browser, stage);
  const page = await openConsole(browser, stage);
  await becomes(() => overlay.locator("#rows .row").count(), 2);
  await becomes(() => overlay.locator("#board .disc").count(), match.discs.length);
  await becomes(() => page.locator("#board .disc").count(), match.discs.length);
});

test("a correction on a phone is in the overlay", async () => {
  await stage.play(...events.slice(0, 18));
  const overlay = await openOverlay(browser, stage);
  const phone = await openConsole(browser, stage);
  await picture(phone, "console-390");
  await phone.getByRole("button", { name: "Board", exact: true }).tap();
  const disc = (await stage.match()).discs.find((d) => d.value === 10);
  const side = (await stage.match()).sides.findIndex((s) => s.side === disc.side);
  const before = (await stage.match()).sides[side].round_score;
  const took = [];
  const steps = [[15, before + 5], [5, before - 5], [10, before]];
  for (const [value, total] of steps) {
    await phone.locator(`#board .disc[aria-label^="${disc.side} disc, "]`).nth(0).waitFor();
    await phone.locator("#board").evaluate((svg, id) => {
      [...svg.querySelectorAll(".disc")].find((n) => n.discNow.id === id).setAttribute("data-test", "this");
    }, disc.id);
    await phone.locator('[data-test="this"]').scrollIntoViewIfNeeded();
    await phone.locator('[data-test="this"]').tap();
    await phone.waitForSelector("#disc-sheet[open]");
    if (took.length === 0) await picture(phone, "console-390-disc");
    const seen = whenText(overlay, row(side) + " .round-score span", String(total));
    const pressed = await phone.evaluate((v) => {
      [...document.querySelectorAll("#disc-values button")].find((b) => b.textContent === String(v)).click();
      return performance.timeOrigin + performance.now();
    }, value);
    took.push((await seen) - pressed);
  }
  checkCorrections(took);
});

test("a tap opens a disc's sheet and presses nothing in it", async () => {
  await stage.play(...events.slice(0, 18));
  const phone = await openConsole(browser, stage);
  const { seq, discs } = await stage.match();
  await phone.getByRole("button", { name: "Board", exact: true }).tap();
  await phone.locator("main").evaluate((main) => { main.style.padding = "900px 12px"; }); /* so that it scrolls */
  for (let y = 120; y < 720; y += 85) {
    await phone.locator("#board").evaluate((svg, [id, at]) => {
      const node = [...svg.querySelectorAll(".disc")].find((n) => n.discNow.id === id);
      node.setAttribute("data-test", "this");
      scrollBy(0, node.getBoundingClientRect().y - at);
    }, [discs[0].id, y]);
    const at = await phone.locator('[data-test="this"]').boundingBox();
    await phone.touchscreen.tap(at.x + at.width / 2, at.y + at.height / 2);
    await phone.waitForSelector("#disc-sheet[open]");
    await phone.waitForTimeout(100);
    await becomes(() => phone.locator("#disc-sheet[open]").count(), 1);
    await tapsAnew(phone);
    await phone.locator("#disc-sheet .close").click();
  }
  assert.equal((await stage.match()).seq, seq);
});

test("20s, discs by hand and undo", async () => {
  await stage.play(...events.slice(0, 2));
  const page = await openConsole(browser, stage, { width: 1280, height: 800 });
  const side = () => stage.match().then((m) => m.sides[1]);
  await page.getByRole("button", { name: "20s: one more" }).nth(1).click();
  await page.waitForFunction(() => document.querySelectorAll(".side")[1].querySelector(".count b").textContent === "1");
  assert.equal((await side()).twenties, 1);
  assert.equal((await side()).discs_left, 11);
  await page.keyboard.press("u");
  await page.waitForFunction(() => document.querySelectorAll(".side")[1].querySelector(".count b").textContent === "0");
  await page.keyboard.press("u"); /* the shot that it took */
  await page.waitForFunction(() => document.querySelectorAll(".side")[1].querySelectorAll(".count b")[1].textContent === "12");
  await page.getByRole("button", { name: "Add discs of Lindqvist & Perera" }).click();
  const box = await page.locator("#board").boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.3);
  await page.waitForFunction(() => document.querySelectorAll("#board .disc").length === 2);
  const disc = (await stage.match()).discs.find((d) => d.side === "white");
  assert.ok(Math.abs(disc.x_mm) < 3 && disc.y_mm > 100, `${disc.x_mm}, ${disc.y_mm}`);
  await page.keyboard.press("Escape");
  const node = page.locator('#board .disc[aria-label^="white disc"]');
  await node.focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.waitForFunction((x) => [...document.querySelectorAll("#board .disc")].some((n) =>
    Math.abs(n.discNow.x_mm - x) < 0.02), disc.x_mm + 10);
  const at = await node.boundingBox();
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await page.mouse.down();
  await page.mouse.move(at.x + at.width / 2 + 60, at.y + at.height / 2, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction((x) => [...document.querySelectorAll("#board .disc")].some((n) =>
    n.discNow.side === "white" && n.discNow.x_mm > x + 40), disc.x_mm + 10);
  await node.focus();
  await page.keyboard.press("Delete");
  await page.waitForFunction(() => document.querySelectorAll("#board .disc").length === 1);
});

test("a question is asked with both outcomes, and answered", async () => {
  await stage.play(...events.slice(0, 6));
  const shot = structuredClone(events[6]);
  shot.evidence.missing = ["moved", "contacts"];
  shot.evidence.moved = null;
  shot.evidence.contacts = null;
  await stage.play(shot);
  const page = await openConsole(browser, stage);
  assert.equal((await stage.match()).ask, "validity");
  await becomes(() => text(page, "#question"), /was the shot valid\?/);
  const { totals } = (await stage.match()).question;
  const answers = page.locator("#question .outcomes button");
  await becomes(() => answers.count(), 2);
  for (const [i, ruling] of ["true", "false"].entries()) {
    await becomes(() => answers.nth(i).locator("small").innerText(), /comes off/);
    for (const [side, name] of [["black", "Weber & Dubois"], ["white", "Lindqvist & Perera"]])
      if (totals.true[side] !== totals.false[side])
        await becomes(() => answers.nth(i).innerText(), new RegExp(`${name} ${totals[ruling][side]}\\b`));
  }
  assert.notDeepEqual(totals.true, totals.false);
  await becomes(() => page.locator("#board .asked .letter").first().textContent(), "A");
  await becomes(() => page.locator("#question .close-up .letter").first().textContent(), "A");
  await picture(page, "console-390-question");
  await answers.nth(1).click();
  await page.waitForSelector("#question", { state: "hidden" });
  const match = await stage.match();
  assert.equal(match.last.valid, false);
  assert.ok(match.last.remove.length > 0);
  await becomes(() => page.locator("#remove-list li").count(), match.last.remove.length);
  await page.keyboard.press("v");
  await page.waitForFunction(() => document.querySelector("#rule-valid").getAttribute("aria-pressed") === "true");
});

test("a shoot-out is asked for, and typed", async () => {
  const level = (seq) => ({ schema: "crokeye.event/1", seq, time: "2026-05-02T10:00:00Z", type: "round_count",
    final: true, sides: events[0].sides.map(({ side }) => ({ side, total: 20 })) });
  await stage.play({ ...events[0], ties: ["shoot_out"] }, level(2), level(3), level(4), level(5));
  assert.equal((await stage.match()).ask, "shoot_out");
  const page = await openConsole(browser, stage);
  await becomes(() => text(page, "#question"), /shoot-out: how many 20s/);
  const overlay = await openOverlay(browser, stage);
  await becomes(() => overlay.locator("body").innerText(), /Shoot-out/i);
  await page.locator("#question .count button").nth(3).click();
  await tapsAnew(page);
  await page.locator("#question .count button").nth(3).click();
  await picture(page, "console-390-shoot-out");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForSelector("#question", { state: "hidden" });
  const match = await stage.match();
  assert.deepEqual(match.winner, [events[0].sides[1].side]);
  assert.equal(match.won_by.how, "shoot_out");
});

test("whether a disc in the hole was a 20 is asked, and answered", async () => {
  await stage.play(...events.slice(0, 6));
  const shot = structuredClone(events[6]);
  const { shot_disc: id, shooter, before: [struck] } = shot.evidence;
  Object.assign(shot.evidence, {
    after: [{ ...struck, x_mm: struck.x_mm + 60 }, { id, side: shooter.side, x_mm: 0, y_mm: 0, state: "hole" }],
    moved: [id, struck.id], contacts: [[id, struck.id]], boundary: null, missing: ["boundary"],
  });
  await stage.play(shot);
  const page = await openConsole(browser, stage);
  const twenties = async () => (await stage.match()).sides.find((s) => s.side === shooter.side).twenties;
  const name = (side) => (side === "black" ? "Weber & Dubois" : "Lindqvist & Perera");
  const score = async (side) => (await stage.match()).sides.find((s) => s.side === side).round_score;
  const asked = () => page.locator("#question .outcomes button").allInnerTexts();
  assert.equal((await stage.match()).ask, "disc");
  await becomes(() => text(page, "#question h2"), "Disc A: was it a 20?");
  const made = await score(shooter.side);
  await becomes(() => asked(), [`A 20: ${name(shooter.side)} ${made}`, `No 20: ${name(shooter.side)} ${made - 20}`]);
  const count = await twenties();
  await picture(page, "console-390-twenty");
  await page.getByRole("button", { name: "Question 1 of 2: next" }).click();
  await page.locator("#question h2", { hasText: "Disc B: does it stay?" }).waitFor();
  await becomes(() => page.locator("#board .asked .letter").allTextContents(), ["A", "B"]);
  await becomes(() => page.locator("#question .close-up .letter").allTextContents(), ["B"]);
  const lies = await score(struck.side);
  const { value } = (await stage.match()).discs.find((d) => d.id === struck.id);
  await becomes(() => asked(), [`Stays: ${name(struck.side)} ${lies}`, `Off: ${name(struck.side)} ${lies - value}`]);
  await tapsAnew(page);
  await page.getByRole("button", { name: "Question 2 of 2: next" }).click();
  await page.getByRole("button", { name: "No 20" }).click();
  await page.locator("#question h2", { hasText: "does it stay?" }).waitFor();
  assert.equal(await twenties(), count - 1);
  await page.getByRole("button", { name: "Stays" }).click();
  await page.waitForSelector("#question", { state: "hidden" });
  assert.equal((await stage.match()).ask, null);
  assert.equal(await score(struck.side), lies);
});

test("what was decided on a stale state is refused, and told plainly", async () => {
  await stage.play(...events.slice(0, 6));
  const page = await openConsole(browser, stage);
  /* Another console is quicker while this one's ruling is on its way. */
  await page.route("**/api/ruling?*", async (route) => {
    await stage.post("twenties", { side: "black", count: 1 });
    await route.continue();
  });
  const before = (await stage.match()).last.valid;
  await page.locator(before ? "#rule-invalid" : "#rule-valid").click();
  await page.waitForSelector("#said:not([hidden])");
  await becomes(() => text(page, "#said"), /has moved on/);
  assert.equal((await stage.match()).last.valid, before);
});

test("a closed round is corrected, and the list says so", async () => {
  await stage.play(...events.slice(0, 30));
  const page = await openConsole(browser, stage, { width: 1280, height: 800 });
  const was = await stage.match();
  assert.equal(was.round, 2);
  await page.keyboard.press("l");
  await page.locator("#log-list button", { hasText: "Round 1 ended" }).click();
  await page.waitForSelector("#past[open] #past-sides .side");
  await picture(page, "console-1280-past");
  const twenties = (await text(page, "#past-sides .side:nth-child(2) .count:first-child b")).trim();
  await page.locator("#past-sides .side:nth-child(2)").getByRole("button", { name: "20s: one less" }).click();
  await page.waitForFunction((t) =>
    document.querySelectorAll("#past-sides .side")[1].querySelector(".count b").textContent === t, String(twenties - 1));
  const now = await stage.match();
  assert.equal(now.sides[1].twenties_total, was.sides[1].twenties_total - 1);
  const log = await (await fetch(stage.url + "/api/log")).json();
  assert.equal(log.events[0].type, "twenties");
  assert.ok(log.events[0].after > 0 && log.events[0].round === 1);
});

test("a match is started from the console by who has the token", async () => {
  const page = await openConsole(browser, stage, { token: false });
  await page.getByRole("button", { name: "Start a match" }).click();
  await page.selectOption("[name=seating]", "22");
  await page.fill("[name=title]", "Club night");
  await page.fill("[name=stage]", "Final");
  await page.locator("#start-sides summary").first().click();
  await page.fill("[name=name0]", "<img src=x onerror=alert(1)>");
  await page.fill("[name=player0]", "\u05D0\u05D1 \u2603 \"'&");
  await picture(page, "console-390-start");
  await page.locator("#start-form button[type=submit]").click();
  await page.waitForSelector("#login[open]");
  await page.fill("[name=token]", "not the token at all");
  await page.locator("#login-form button[type=submit]").click();
  await page.waitForFunction(() => document.querySelector("#login-said").textContent !== "");
  await page.fill("[name=token]", "0123456789abcdef-test");
  await page.locator("#login-form button[type=submit]").click();
  await page.waitForSelector("#sides .side");
  const match = await stage.match();
  assert.equal(match.stage, "Final");
  assert.equal(match.seats.length, 4);
  await becomes(() => page.locator(".side .plate span").first().textContent(), "<img src=x onerror=alert(1)>");
  await becomes(() => page.locator("img[src=x]").count(), 0);
  const overlay = await openOverlay(browser, stage);
  await becomes(() => text(overlay, row(0) + " .name"), "<img src=x onerror=alert(1)>");
});

test("a server that is killed and comes back is found again", async () => {
  await stage.play(...events.slice(0, 12));
  const overlay = await openOverlay(browser, stage);
  const console_ = await openConsole(browser, stage);
  await stage.kill();
  await overlay.waitForSelector("#stage.stale");
  await becomes(() => text(overlay, row(0) + " .name"), "Weber & Dubois");
  await console_.waitForFunction(() => document.querySelector("#health-text").textContent === "No connection");
  await stage.open();
  await stage.play({ seq: 1, time: "2026-05-02T11:00:00Z", type: "round_end", early: true });
  await overlay.waitForFunction(() => document.querySelector("#round").textContent.includes("Round 2")
    && !document.querySelector("#stage").classList.contains("stale"));
  await console_.waitForFunction(() => document.querySelector("#health-text").textContent !== "No connection");
});

test("a camera that is down greys the overlay and is told to the operator", async () => {
  await stage.play(...events.slice(0, 6));
  const overlay = await openOverlay(browser, stage);
  const console_ = await openConsole(browser, stage);
  const seen = [{ id: 1, side: 0, x_mm: 50, y_mm: 60 }];
  await stage.play({ source: "moving", seen });
  await overlay.waitForFunction(() => document.querySelectorAll("#board .disc").length === 1);
  assert.equal((await stage.match()).state, "moving");
  await becomes(() => console_.locator("#board .ghost").count(), 1);
  await stage.play({ source: "down", words: "Camera gone: is its cable in?" });
  await overlay.waitForSelector("#stage.stale");
  await becomes(() => text(console_, "#health-text"), "Camera gone: is its cable in?, 30 fps");
  await stage.play({ source: "still", seen });
  await overlay.waitForSelector("#stage:not(.stale)");
});

test("the console keeps WCAG AA, is named throughout and fits a phone", async () => {
  await stage.play(...events.slice(0, 19));
  const phone = await openConsole(browser, stage);
  assert.deepEqual(await audit(phone), []);
  await phone.getByRole("button", { name: "List" }).click();
  await phone.waitForSelector("#log[open] #log-list li");
  assert.deepEqual(await audit(phone), []);
  await picture(phone, "console-390-list");
  await phone.locator("#log .close").click();
  const laptop = await openConsole(browser, stage, { width: 1280, height: 800 });
  assert.deepEqual(await audit(laptop), []);
  await picture(laptop, "console-1280");
});

/* Without CROK_SOAK an hour is so short that a node for each event is still noticed. */
test("two hours of play leave the pages no larger", async () => {
  const [SHOTS_AN_HOUR, LOOKS_A_SHOT] = process.env.CROK_SOAK ? [100, 12] : [40, 4];
  await stage.play(events[0]);
  const pages = [await openOverlay(browser, stage), await openConsole(browser, stage)];
  const size = async (page) => {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("HeapProfiler.collectGarbage");
    const { usedSize } = await cdp.send("Runtime.getHeapUsage");
    const { nodes } = await cdp.send("Memory.getDOMCounters");
    await cdp.detach();
    return { usedSize, nodes };
  };
  /* An hour: shots as recorded, what a camera sees between them, and at its
   * end all taken back, so that the next hour is the same. */
  const hour = async () => {
    for (let i = 1; i < SHOTS_AN_HOUR; i++) {
      for (let k = 0; k < LOOKS_A_SHOT; k++)
        await stage.play({ source: k % 2 ? "moving" : "still", seen: [{ id: k, side: k % 2, x_mm: 9 * k, y_mm: i }] });
      await stage.play(events[i]);
    }
    const { seq } = await stage.match();
    for (let of = seq; of > seq - (SHOTS_AN_HOUR - 1); of--)
      await stage.play({ seq: 1, time: "2026-05-02T12:00:00Z", type: "undo", of });
    await Promise.all([isShown(pages[0], stage), showsSeq(pages[1], stage)]);
    return Promise.all(pages.map(size));
  };
  const first = await hour();
  const second = await hour();
  for (const [i, name] of ["overlay", "console"].entries()) {
    console.log(`${name}: ${first[i].usedSize} then ${second[i].usedSize} bytes, ${first[i].nodes} then ${second[i].nodes} nodes`);
    assert.ok(second[i].usedSize < 1.1 * first[i].usedSize + 200000, `${name} has grown`);
    assert.ok(second[i].nodes < first[i].nodes + 200, `${name} has more nodes`);
  }
});
