// SPDX-License-Identifier: Apache-2.0
//
// A step counts on the match that the operator saw, and on no other: with two
// consoles, over slow networks and with lost answers, and typed numbers and names
// stay while the match goes on.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { audit, seriousFaults } from "./audit.mjs";
import { becomes, openConsole, pause, picture, showsSeq, stageForEach, tapsAnew, text } from "./stage.mjs";

let browser, stage;
const on = stageForEach();
beforeEach(() => { ({ browser, stage } = on); });

/* ---- matches ---- */

const event = (type, more = {}) =>
  ({ schema: "crokeye.event/1", seq: 1, time: "2026-05-02T10:00:00Z", type, ...more });
const SIDES = [{ side: "red", rgb: [196, 38, 46] }, { side: "white", rgb: [228, 221, 203] }];
const START = event("match_start", {
  rules: "tournament", title: "City Open", stage: "Final", first_seat: 0, sides: SIDES,
  seats: [{ seat: 0, side: "red", player: "Ann Weber" }, { seat: 2, side: "white", player: "Bo Lindqvist" }],
});
const totals = (red, white) => event("round_count",
  { final: true, sides: [{ side: "red", total: red }, { side: "white", total: white }] });
const count = (side, n) => event("round_count", { final: false, sides: [{ side, 20: n, 15: 0, 10: 0, 5: 0, out: 0 }] });
const TITLE = event("match_info", { title: "Another Open" });

/* ---- what a person does ---- */

const discKey = (name, value) => new RegExp(`^${name}: ${value} `);
const END = /^End round: /;
const press = (page, name) => page.getByRole("button", { name }).first().click();

/* Plays events that this page did not send, and waits until it shows them. */
async function elsewhere(page, ...events) {
  await stage.play(...events);
  await showsSeq(page, stage);
}

async function openAt(events, size) {
  await stage.play(...events);
  const page = await openConsole(browser, stage, size);
  await showsSeq(page, stage);
  return page;
}

const isSaid = (page, words, where = "#said") => page.locator(where, { hasText: words }).waitFor();

/* Holds the page's changes back; returns go(), which lets them pass from now on, and
 * held(n), which waits until n of them have been sent. */
async function holdChanges(page) {
  let go;
  let n = 0;
  const gone = new Promise((done) => { go = done; });
  await page.route(/\/api\/(event|undo|match|round-end|board|twenties)\b/, async (route) => {
    if (route.request().method() === "POST") n++;
    if (route.request().method() === "POST") await gone;
    await route.continue();
  });
  const held = (wanted) => becomes(() => n >= wanted, true, `fewer than ${wanted} changes were sent`);
  return { go, held };
}

/* ---- two consoles ---- */

test("two consoles that each count their own side both reach what was tapped", async () => {
  const pages = [await openAt([START]), await openConsole(browser, stage)];
  const taps = ["20", "15", "10", "5", "20", "15", "10"];
  for (const page of pages)
    await page.route("**/api/event*", async (route) => {
      await pause(120);
      await route.continue();
    });
  const run = async (page, name) => {
    for (const value of taps) {
      await tapsAnew(page);
      await press(page, discKey(name, value));
    }
  };
  await Promise.all([run(pages[0], "Ann Weber"), run(pages[1], "Bo Lindqvist")]);
  for (const page of pages)
    for (const name of ["Ann Weber", "Bo Lindqvist"])
      await page.getByRole("button", { name: `${name}, total: 95 type it in` }).waitFor();
  assert.deepEqual((await stage.match()).sides.map((s) => s.round_score), [95, 95]);
  await becomes(() => pages[0].locator("#said").isVisible(), false);
});

test("a tap of a round that another console has ended is not counted in the next", async () => {
  const page = await openAt([START, count("red", 1)]);
  const { go, held } = await holdChanges(page);
  await press(page, discKey("Ann Weber", "20"));
  await held(1);
  await elsewhere(page, totals(45, 30));
  go();
  await isSaid(page, "The match has moved on, so this was not done: one 20 more for Ann Weber.");
  const match = await stage.match();
  assert.equal(match.round, 2);
  assert.deepEqual(match.sides.map((s) => s.round_score), [0, 0]);
});

test("a message stays until it is closed, or until the same thing succeeds", async () => {
  const full = { side: "red", 20: 0, 15: 0, 10: 0, 5: 0, out: 8 };
  const page = await openAt([START, event("round_count", { final: false, sides: [full] })]);
  await press(page, discKey("Ann Weber", "5"));
  await isSaid(page, "All discs of this side are counted.");
  await press(page, discKey("Bo Lindqvist", "5"));
  await page.getByRole("button", { name: "Bo Lindqvist, total: 5 type it in" }).waitFor();
  await becomes(() => page.locator("#said").isVisible(), true, "another success has closed the message");
  await picture(page, "console-390-said");
  await elsewhere(page, count("red", 1));
  await tapsAnew(page);
  await press(page, discKey("Ann Weber", "5"));
  await page.waitForSelector("#said", { state: "hidden" });
  await elsewhere(page, event("round_count", { final: false, sides: [full] }));
  await tapsAnew(page);
  await press(page, discKey("Ann Weber", "5"));
  await isSaid(page, "All discs of this side are counted.");
  await press(page, "OK");
  await page.waitForSelector("#said", { state: "hidden" });
});

test("discs that are put on the board over a slow network all lie there", async () => {
  const page = await openAt([START], { width: 1280, height: 720 });
  const { go, held } = await holdChanges(page);
  await page.getByRole("button", { name: "Add discs of Ann Weber" }).click();
  const box = await page.locator("#board").boundingBox();
  for (const [dx, dy] of [[60, -60], [-60, -60], [0, 0], [-60, 60]]) {
    await tapsAnew(page);
    await page.mouse.click(box.x + box.width / 2 + dx, box.y + box.height / 2 + dy);
  }
  await held(1);
  go();
  await page.waitForFunction(() => document.querySelectorAll("#board .disc:not(.gone)").length === 3);
  await page.locator(".side .count b").first().filter({ hasText: "1" }).waitFor();
  const match = await stage.match();
  assert.equal(match.discs.length, 3);
  assert.equal(match.sides[0].twenties, 1);
});

/* ---- pressed twice ---- */

const TWICE = {
  "with a finger": async (page) => {
    await press(page, END);
    await tapsAnew(page);
    await press(page, END);
  },
  "with the key e": async (page) => {
    await page.keyboard.press("e");
    await page.keyboard.press("e");
  },
  "with Enter on the focused key": async (page) => {
    await page.locator("#next").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
  },
};

for (const [how, twice] of Object.entries(TWICE)) {
  test(`a second press of End round ${how} does not end the next round`, async () => {
    const page = await openAt([START, count("red", 1)]);
    const { go, held } = await holdChanges(page);
    await twice(page);
    await held(1);
    go();
    await isSaid(page, "Pressed twice, done once: the end of round 1.", "#notice");
    const match = await stage.match();
    assert.equal(match.round, 2);
    assert.deepEqual(match.sides.map((s) => s.points), [2, 0]);
    await becomes(() => page.locator("#said").isVisible(), false);
  });
}

test("Enter twice does not answer the question that the first one opens", async () => {
  const page = await openAt([START]);
  await page.locator("#next").focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector("#sure[open]");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#sure", { state: "hidden" });
  assert.equal((await stage.match()).round, 1);
});

test("a key that is held counts once", async () => {
  const page = await openAt([START], { width: 1280, height: 720 });
  for (let i = 0; i < 4; i++) await page.keyboard.down("1"); /* those after the first repeat */
  await page.keyboard.up("1");
  await page.keyboard.press("2");
  await page.getByRole("button", { name: "Bo Lindqvist, total: 20 type it in" }).waitFor();
  assert.deepEqual((await stage.match()).sides.map((s) => s.round_score), [20, 20]);
  await page.getByRole("button", { name: discKey("Ann Weber", "5") }).focus();
  for (let i = 0; i < 4; i++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await page.keyboard.press("2");
  await page.getByRole("button", { name: "Bo Lindqvist, total: 40 type it in" }).waitFor();
  assert.deepEqual((await stage.match()).sides.map((s) => s.round_score), [25, 40]);
});

/* ---- a dialog decides on the match that it shows ---- */

/* Each: the tab, what opens the question, and what another console does. */
const QUESTIONS = {
  "the end of a round": ["Score", END, totals(20, 35)],
  "a concession": ["Match", "Ann Weber gives up the game", event("concede", { side: "red", of: "game" })],
  "a round that begins again": ["Match", "Begin the round again", totals(20, 35)],
  "the time": ["Match", "Time is up", totals(20, 35)],
  "the end of the match": ["Match", "End the match", totals(20, 35)],
};

for (const [what, [tab, key, other]] of Object.entries(QUESTIONS)) {
  test(`the question about ${what} closes when the match moves on`, async () => {
    const page = await openAt([{ ...START, best_of: 3 }]);
    await press(page, tab);
    await tapsAnew(page);
    await press(page, key);
    await page.waitForSelector("#sure[open]");
    await stage.play(other);
    await page.waitForSelector("#sure", { state: "hidden" });
    await isSaid(page, "The match has moved on, so this was not done");
    assert.equal((await stage.match()).seq, 2);
  });
}

test("totals that were typed for a round do not become those of the next", async () => {
  const page = await openAt([START]);
  await press(page, "Ann Weber, total: 0 type it in");
  await becomes(() => text(page, "#sheet-title"), "Totals of round 1");
  await page.fill("[name=total0]", "45");
  await page.fill("[name=total1]", "30");
  await elsewhere(page, totals(20, 35));
  await press(page, "Save");
  await isSaid(page, "The match has moved on, so this was not done: the totals of round 1.", "#sheet-said");
  await becomes(() => page.inputValue("[name=total0]"), "45");
  assert.deepEqual((await stage.match()).sides.map((s) => s.count), [null, null]);
  await picture(page, "console-390-moved-on");
});

test("totals of one side are typed while the other one is counted elsewhere", async () => {
  const page = await openAt([START]);
  await press(page, "Ann Weber, total: 0 type it in");
  await page.fill("[name=total0]", "45");
  await elsewhere(page, count("white", 2));
  await press(page, "Save");
  await page.waitForSelector("#sheet", { state: "hidden" });
  assert.deepEqual((await stage.match()).sides.map((s) => s.round_score), [45, 40]);
});

test("a number of 20s without a total is not dropped", async () => {
  const page = await openAt([START]);
  await press(page, "Ann Weber, total: 0 type it in");
  await page.fill("[name=twenties1]", "3");
  await press(page, "Save");
  await isSaid(page, "Bo Lindqvist: type the total, too", "#sheet-said");
  await becomes(() => page.locator("#sheet[open]").isVisible(), true);
});

test("undo takes back what its key names, once", async () => {
  const page = await openAt([START, totals(45, 30), totals(10, 20)]);
  const { go, held } = await holdChanges(page);
  await press(page, /^Undo/);
  await tapsAnew(page);
  await press(page, /^Undo/);
  await held(1);
  go();
  await isSaid(page, "Pressed twice, done once", "#notice");
  assert.equal((await stage.match()).round, 2);
});

/* ---- lost answers ---- */

test("after a lost answer it is said what is known of the change", async () => {
  const page = await openAt([START]);
  const lose = (arrives) => page.route("**/api/event*", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    if (arrives) await route.fetch();
    return route.abort();
  });
  await lose(true);
  await press(page, discKey("Ann Weber", "20"));
  await isSaid(page, "This was counted: one 20 more for Ann Weber.", "#notice");
  await becomes(() => page.locator("#said").isHidden(), true);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Ann Weber, total: 20 type it in" }).waitFor();
  await lose(false);
  await press(page, discKey("Bo Lindqvist", "20"));
  await isSaid(page, "This was not counted: one 20 more for Bo Lindqvist. Do it again.");
  await page.unrouteAll();
  await tapsAnew(page);
  await press(page, discKey("Bo Lindqvist", "20"));
  await page.waitForSelector("#said", { state: "hidden" });
  assert.deepEqual((await stage.match()).sides.map((s) => s.round_score), [20, 20]);
});

test("a change whose answer is lost once is sent again by itself, and counts once", async () => {
  const page = await openAt([START]);
  let posts = 0;
  await page.route("**/api/event*", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const isFirst = ++posts === 1;
    const answer = await route.fetch();
    return isFirst ? route.abort() : route.fulfill({ response: answer });
  });
  await press(page, discKey("Ann Weber", "20"));
  await page.getByRole("button", { name: "Ann Weber, total: 20 type it in" }).waitFor();
  await becomes(() => page.locator("#said").isHidden(), true);
  await becomes(() => posts, 2);
  await press(page, discKey("Bo Lindqvist", "20")); /* which waits for the answer */
  await becomes(async () => (await stage.match()).sides.map((s) => s.round_score), [20, 20]);
});

/* ---- what is typed stays ---- */

test("a name that is being typed stays when another console changes the match", async () => {
  const page = await openAt([START]);
  await press(page, "Match");
  await page.fill("#names [name=player0]", "Anneliese");
  await elsewhere(page, TITLE, event("match_info", { seats: [{ seat: 2, player: "Bo Lind" }] }));
  await becomes(() => page.inputValue("#names [name=player0]"), "Anneliese");
  await becomes(() => page.inputValue("#names [name=title]"), "Another Open");
  await becomes(() => page.inputValue("#names [name=player2]"), "Bo Lind");
  await press(page, "Save the names");
  await isSaid(page, "Saved.", "#names-said");
  const match = await stage.match();
  assert.equal(match.title, "Another Open");
  assert.deepEqual(match.seats.map((s) => s.player), ["Anneliese", "Bo Lind"]);
});

test("the numbers of a shoot-out stay when another console changes a name", async () => {
  const rules = { schema: "crokeye.rules/1", name: "ours", base: "tournament", settings: { rounds: 1 } };
  const page = await openAt([{ ...START, rules, ties: ["shoot_out"] }, totals(20, 20)]);
  const more = page.locator("#question .count button", { hasText: "+" });
  await more.nth(0).click();
  await tapsAnew(page);
  await more.nth(0).click();
  await more.nth(1).click();
  await elsewhere(page, TITLE);
  await becomes(() => page.locator("#question .count b").allInnerTexts(), ["2", "1"]);
  await tapsAnew(page);
  await press(page, "Save");
  await isSaid(page, "Ann Weber has won", "#winner");
});

/* ---- what is seen ---- */

test("the open question is shown from every tab", async () => {
  const rules = { schema: "crokeye.rules/1", name: "ours", base: "tournament", settings: { rounds: 1 } };
  const page = await openAt([{ ...START, rules, ties: ["shoot_out"] }, totals(20, 20)]);
  for (const tab of ["Match", "Board"]) {
    await page.getByRole("button", { name: tab, exact: true }).click();
    await becomes(() => page.locator("#question").isVisible(), false);
    await tapsAnew(page);
    await press(page, "Answer the question first");
    await page.waitForSelector("#question", { state: "visible" });
    await tapsAnew(page);
  }
});

test("the head says that time is up", async () => {
  const page = await openAt([START, totals(45, 30), event("time_up", { of: "match" })]);
  await becomes(() => text(page, "#title-stage"), /Time is up/);
});

test("long names of partners stay in their plate, and a mark of direction in its name", async () => {
  const seats = [0, 1, 2, 3].map((seat) => ({ seat, side: seat % 2 ? "white" : "red", player: `Wolfeschlegelstein-hausenberger ${seat}` }));
  const page = await openAt([{ ...START, title: "Ev\u202Eent", seats }]);
  const [mark, total] = await Promise.all([".side .mark", ".side .total"].map((it) => page.locator(it).first().boundingBox()));
  assert.ok(mark.x + mark.width <= total.x, `${JSON.stringify(mark)} runs into ${JSON.stringify(total)}`);
  const rightOf = (node, part) => page.locator(node).evaluate((it, word) => {
    const range = document.createRange();
    const at = it.textContent.indexOf(word);
    range.setStart(it.firstChild, at);
    range.setEnd(it.firstChild, at + 1);
    return range.getBoundingClientRect().left;
  }, part);
  assert.ok(await rightOf("#title-event", "Final") < await rightOf("#title-event", "inal"), "the stage is turned round");
  await picture(page, "console-390-partners");
});

/* ---- the start form ---- */

test("the start form offers the rule books that know the seating, and says a change", async () => {
  const page = await openAt([]);
  await press(page, "Start a match");
  await page.waitForSelector("#start-sheet[open]");
  for (const [seating, n] of [["3", 3], ["4", 4], ["21", 3], ["22", 4]]) {
    await page.selectOption("[name=seating]", "2");
    await page.selectOption("[name=rules]", "tournament");
    await page.selectOption("[name=seating]", seating);
    await becomes(() => page.locator("#rules-said").isVisible(), seating !== "22");
    if (seating === "3") await picture(page, "console-390-books");
    for (const name of await page.locator("[name=rules] option:not([disabled])").evaluateAll((all) => all.map((it) => it.value))) {
      await page.selectOption("[name=rules]", name);
      await press(page, /^Start$/);
      await page.waitForSelector("#start-sheet", { state: "hidden" });
      assert.equal((await stage.match()).seats.length, n);
      await elsewhere(page, event("match_end"));
      await tapsAnew(page);
      await press(page, "Next match");
      await page.waitForSelector("#start-sheet[open]");
    }
  }
});

test("what is wrong in the start form is said where it is seen", async () => {
  const page = await openAt([], { width: 390, height: 640 });
  await press(page, "Start a match");
  await page.waitForSelector("#start-sheet[open]");
  const isInView = async () => {
    const box = await page.locator("#start-said").boundingBox();
    return box.y >= 0 && box.y + box.height <= 640;
  };
  await page.fill("[name=player0]", "\u{1F3AF}".repeat(25));
  await press(page, /^Start$/);
  await isSaid(page, "\u201CPlayer in the south\u201D is too long by 2 letters.", "#start-said");
  await becomes(() => isInView(), true);
  await picture(page, "console-390-too-long");
  await page.fill("[name=player0]", "Ann");
  await page.locator("details summary", { hasText: "Colour and team" }).first().click();
  await page.fill("[name=side0]", "");
  await page.locator("details summary", { hasText: "Colour and team" }).first().click();
  await tapsAnew(page);
  await press(page, /^Start$/);
  await isSaid(page, "\u201CColour of its discs, as a word\u201D is empty.", "#start-said");
  await becomes(() => page.locator("[name=side0]").isVisible(), true);
  await page.fill("[name=side0]", "white");
  await tapsAnew(page);
  await press(page, /^Start$/);
  await isSaid(page, "white", "#start-said");
  await becomes(() => isInView(), true);
  assert.equal((await stage.match()).state, "waiting");
});

/* ---- a count of the past ---- */

const openRow = async (page, words) => {
  await press(page, "List");
  await page.locator("#log-list button", { hasText: words }).first().click();
  await page.waitForSelector("#past[open]");
  await tapsAnew(page); /* a key of the sheet may lie where the row did */
};

const changesIn = (page, list) => page.locator(`${list} li`).allInnerTexts();

test("the count of a round that is over is corrected, and the rounds after it stay", async () => {
  const discs = (side, twenties) => ({ side, 20: twenties, 15: 1, 10: 0, 5: 0 });
  const page = await openAt([START, event("round_count", { final: true, sides: [discs("red", 1), discs("white", 0)] }), totals(20, 35)]);
  await openRow(page, "red 1/1/0/0");
  await press(page, "Correct this count");
  await page.waitForSelector("#sheet[open]");
  await becomes(() => text(page, "#sheet-title"), "Count of round 1");
  await becomes(() => page.inputValue("[name='20_0']"), "1");
  await page.fill("[name='20_1']", "2");
  await isSaid(page, "Weber 35, Lindqvist 55 in round 1. Weber 2 becomes 0, Lindqvist 2 becomes 4.", "#sheet-follows");
  assert.deepEqual(await seriousFaults(page), []);
  assert.deepEqual(await audit(page), []);
  await picture(page, "console-390-recount");
  await press(page, "Save");
  await page.waitForSelector("#sheet", { state: "hidden" });
  assert.deepEqual((await stage.match()).sides.map((s) => s.points), [0, 4]);
  assert.equal((await stage.match()).round, 3);

  await openRow(page, "red 1/1/0/0"); /* it is corrected again: from the numbers as they are */
  await press(page, "Correct this count");
  await page.waitForSelector("#sheet[open]");
  await becomes(() => page.inputValue("[name='20_1']"), "2");
  for (const key of ["15", "10", "5"]) await page.fill(`[name='${key}_0']`, "");
  await page.fill("[name='20_0']", "2");
  await page.fill("[name=total_0]", "60");
  await isSaid(page, "Weber 60, Lindqvist 55 in round 1.", "#sheet-follows");
  await press(page, "Save");
  await page.waitForSelector("#sheet", { state: "hidden" });
  assert.deepEqual((await stage.match()).sides.map((s) => s.points), [2, 2]);
});

test("before a round of the past is taken back, it is said what becomes of the others", async () => {
  const page = await openAt([START, totals(45, 30), totals(20, 35), totals(60, 10)]);
  await openRow(page, "red 45, white 30");
  await press(page, "Take this event back");
  await page.waitForSelector("#sure[open]");
  await becomes(() => text(page, "#sure-text"), /Weber\u00A04 becomes 2\./);
  assert.deepEqual(await changesIn(page, "#sure-changes"), ["Round 2 becomes round 1", "Round 1 is begun by Ann Weber, not by Bo Lindqvist", "Round 3 becomes round 2", "Round 2 is begun by Bo Lindqvist, not by Ann Weber"]);
  await picture(page, "console-390-take-back");
  await press(page, "Cancel");
  assert.equal((await stage.match()).round, 4);
  await tapsAnew(page);
  await press(page, "Take this event back");
  await press(page, "Take it back");
  await page.waitForSelector("#past", { state: "hidden" });
  assert.equal((await stage.match()).round, 3);
});

/* Game 1 is level and decided by its 20s, 2 to 1; a round of game 2 is played. */
const ofTwoGames = () => [
  { ...START, best_of: 3, ties: ["twenties_match", "extra_round"] },
  twentiesIn(1, 0), twentiesIn(0, 1), twentiesIn(1, 0), totals(0, 20), totals(10, 5)];
const twentiesIn = (red, white) => event("round_count", { final: true,
  sides: [{ side: "red", total: red ? 20 : 5, 20: red }, { side: "white", total: white ? 20 : 5, 20: white }] });

const openCount = async (page, words) => {
  await openRow(page, words);
  await press(page, "Correct this count");
  await page.waitForSelector("#sheet[open]");
};

test("a correction that moves a round to another game is saved when its changes were read", async () => {
  const page = await openAt(ofTwoGames());
  assert.deepEqual([(await stage.match()).game, (await stage.match()).round], [2, 2]);
  await openCount(page, "red 0, white 20");
  await becomes(() => text(page, "#sheet-save"), "Save");
  await page.fill("[name='20_1']", "1");
  await becomes(() => changesIn(page, "#sheet-changes"), ["Round 1 of game 2 becomes round 5 of game 1"]);
  assert.equal(await text(page, "#sheet-save"), "Save and move the rounds");
  assert.deepEqual(await seriousFaults(page), []);
  assert.deepEqual(await audit(page), []);
  await picture(page, "console-390-recount-moves");
  assert.equal((await stage.match()).seq, 6);
  await press(page, "Save and move the rounds");
  await page.waitForSelector("#sheet", { state: "hidden" });
  await becomes(async () => [(await stage.match()).game, (await stage.match()).round], [2, 1]);
  assert.equal((await (await fetch(`${stage.url}/api/event?of=7`)).json()).confirm, true);

  /* The step back moves the round as well, so it is asked about. */
  await page.locator("#undo").click();
  await page.waitForSelector("#sure[open]");
  assert.deepEqual(await changesIn(page, "#sure-changes"), ["Round 5 of game 1 becomes round 1 of game 2"]);
  await picture(page, "console-390-undo-moves");
  await press(page, "Cancel");
  assert.equal((await stage.match()).seq, 7);
  await tapsAnew(page);
  await page.locator("#undo").click();
  await press(page, "Do it all the same");
  await becomes(async () => [(await stage.match()).game, (await stage.match()).round], [2, 2]);
});

test("a change that comes while a correction is confirmed asks again", async () => {
  const page = await openAt(ofTwoGames());
  await openCount(page, "red 0, white 20");
  await page.fill("[name='20_1']", "1");
  await becomes(() => changesIn(page, "#sheet-changes"), ["Round 1 of game 2 becomes round 5 of game 1"]);
  await stage.play(totals(30, 5));
  await becomes(async () => (await stage.match()).seq, 7);
  await press(page, "Save and move the rounds");
  await isSaid(page, "The match has moved on", "#sheet-said");
  await becomes(() => changesIn(page, "#sheet-changes"), ["Round 1 of game 2 becomes round 5 of game 1", "Round 2 of game 2 becomes round 1 of game 2"]);
  assert.equal((await stage.match()).seq, 7);
});

test("a correction that ends the match earlier says which round is left out, and the list marks it", async () => {
  const page = await openAt([{ ...START, ties: ["extra_round"] }, totals(60, 40), totals(40, 60), totals(60, 40), totals(40, 60), totals(20, 35)]);
  await openCount(page, "red 60, white 40");
  await page.fill("[name=total_0]", "");
  await page.fill("[name=total_0]", "20");
  await becomes(() => changesIn(page, "#sheet-changes"), ["Round 5 is left out: the match was over after round 4"]);
  await press(page, "Save with these changes");
  await page.waitForSelector("#sheet", { state: "hidden" });
  assert.equal((await stage.match()).state, "over");
  await press(page, "List");
  await becomes(() => page.locator("#log-list button", { hasText: "red 20, white 35" }).innerText(), /left out by a correction/);
  await picture(page, "console-390-list-left-out");
});
