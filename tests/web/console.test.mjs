// SPDX-License-Identifier: Apache-2.0
//
// An evening at a table with the console: rounds counted by taps, steps back and
// forth, the match around them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { beforeEach, test } from "node:test";
import { audit, isAudited, seriousFaults } from "./audit.mjs";
import { atOnce, becomes, closePage, openConsole, picture, root, showsSeq, stageForEach, tapsAnew, text, TOKEN } from "./stage.mjs";

const SIZES = [[390, 844], [320, 640], [844, 390], [1280, 720], [1080, 1920], [1920, 1080]];
/* What a match of four rounds may cost an operator. */
const MOST_TAPS = 40;

let browser, stage;
const on = stageForEach();
beforeEach(() => { ({ browser, stage } = on); });

/* ---- matches ---- */

const event = (type, more = {}) =>
  ({ schema: "crokeye.event/1", seq: 1, time: "2026-05-02T10:00:00Z", type, ...more });

const ANN_AND_BO = event("match_start", {
  rules: "tournament", title: "City Open", stage: "Final", table: "4", first_seat: 0,
  sides: [{ side: "red", rgb: [196, 38, 46] }, { side: "white", rgb: [228, 221, 203] }],
  seats: [{ seat: 0, side: "red", player: "Ann Weber" }, { seat: 2, side: "white", player: "Bo Lindqvist" }],
});
const LONG = event("match_start", {
  rules: "tournament", first_seat: 0,
  sides: [{ side: "red", name: "Wolfeschlegelsteinhausenbergerdorff Society" },
    { side: "black", name: "\u041A\u043E\u0440\u043E\u043B\u0435\u0432\u0441\u043A\u0438\u0439 \u043A\u043B\u0443\u0431 \u043B\u044E\u0431\u0438\u0442\u0435\u043B\u0435\u0439" }],
  seats: [0, 1, 2, 3].map((seat) => ({ seat, side: seat % 2 ? "black" : "red", player: `Maria-Magdalena ${seat}` })),
});
const FOUR = event("match_start", {
  rules: "depot", first_seat: 0, sides: ["black", "white", "red", "blue"].map((side) => ({ side })),
  seats: ["black", "white", "red", "blue"].map((side, seat) => ({ seat, side, player: ["Ann", "Bo", "Cy", "Di"][seat] })),
});

const count = (more) => event("round_count", { final: false, ...more });
const totals = (red, white) => event("round_count",
  { final: true, sides: [{ side: "red", total: red }, { side: "white", total: white }] });
const FOUR_ROUNDS = [totals(45, 30), totals(20, 35), totals(60, 10), totals(25, 20)];

/* Evidence of a shot that nobody saw. */
const UNSEEN = { schema: "crokeye.shot/1", shooter: { seat: 0, side: "red" }, shot_disc: 1, last_played: null,
  placed_at: null, before: [], after: [], moved: null, contacts: null, boundary: [], fouls: [],
  missing: ["after", "moved", "contacts"] };

/* ---- taps ---- */

/* Counts the taps of a person, and waits as a person does: until the server has
 * answered, and so long that a second tap is meant. */
class Thumb {
  constructor(page) {
    this.page = page;
    this.taps = 0;
  }

  async tap(name) {
    const { seq } = await stage.match();
    await tapsAnew(this.page);
    await this.page.getByRole("button", { name }).tap();
    this.taps++;
    return seq;
  }

  async type(selector, words) {
    await this.page.locator(selector).tap();
    this.taps++;
    await this.page.fill(selector, words);
  }

  /* A tap that changes the match. */
  async change(name) {
    const seq = await this.tap(name);
    await isNewer(this.page, seq);
  }
}

const isNewer = (page, seq) => page.waitForFunction((old) => Number(document.body.dataset.seq) > old, seq);

const key = (name, value) => new RegExp(`^${name}: ${value} `);
const END = /^End round: /;

/* ---- counting by taps ---- */

/* What each side has at the end of each round: the taps of a round. */
const ROUNDS = [
  [["20", "20", "15"], ["20", "10", "5"]],
  [["15", "10"], ["20", "20", "5"]],
  [["20", "15", "10", "5"], ["20"]],
  [["20", "15", "10"], ["10", "5", "5"]],
];

const finalCount = (seq, [ann, bo]) => {
  const of = (side, discs) => ({ side, ...Object.fromEntries(["20", "15", "10", "5"].map((value) =>
    [value, discs.filter((disc) => disc === value).length])) });
  return event("round_count", { seq, final: true, sides: [of("black", ann), of("white", bo)] });
};

/* The match of these events, of what the program prints for them. */
function played(events) {
  const file = path.join(stage.folder, "events.ndjson");
  fs.writeFileSync(file, events.map((e) => JSON.stringify(e) + "\n").join(""));
  const program = path.join(root, "build/release/crokeye");
  return JSON.parse(execFileSync(program, ["rules", "play", file], { encoding: "utf8" }));
}

test("a match of four rounds by taps is the same as by its events", async () => {
  const page = await openConsole(browser, stage);
  const thumb = new Thumb(page);
  await thumb.tap("Start a match");
  await page.fill("[name=player0]", "Ann");
  await page.fill("[name=player2]", "Bo");
  await becomes(() => page.locator("[name=rules]").inputValue(), "tournament");
  await thumb.change(/^Start$/);
  for (const [i, round] of ROUNDS.entries()) {
    for (const [s, name] of ["Ann", "Bo"].entries())
      for (const value of round[s]) await thumb.change(key(name, value));
    if (i === 0) await picture(page, "console-390-count");
    await thumb.change(END);
  }
  await page.waitForSelector("#winner:not([hidden])");
  console.log(`a match of four rounds: ${thumb.taps} taps`);
  assert.equal(thumb.taps, documented()["count a match of four rounds"]);
  assert.ok(thumb.taps <= MOST_TAPS, `${thumb.taps} taps`);
  const match = await stage.match();
  const start = await (await fetch(`${stage.url}/api/event?of=${match.start}`)).json();
  const same = played([start, ...ROUNDS.map((round, i) => finalCount(start.seq + 1 + i, round))]);
  for (const [name, value] of Object.entries(same))
    for (const [i, side] of (name === "sides" ? value : []).entries())
      same.sides[i] = { ...side, dealt: match.sides[i].dealt, count: match.sides[i].count, discs_left: match.sides[i].discs_left };
  assert.deepEqual(Object.fromEntries(Object.keys(same).map((name) => [name, match[name]])), same);
  await becomes(() => text(page, "#winner-text"), "Ann has won 6\u20132, on points");
});

/* The commonest jobs: the events before them, and the taps. The match of four
 * rounds is counted above. */
const NEAR = [{ id: 1, side: "red", x_mm: 85, y_mm: 0, state: "flat", sigma_mm: 0.3 }];
const onBoard = (left) => event("board", { discs: NEAR, discs_left: { red: left, white: left } });
const JOBS = {
  "start a match of two players": [[], async (thumb) => {
    await thumb.tap("Start a match");
    await thumb.type("[name=player0]", "Ann");
    await thumb.type("[name=player2]", "Bo");
    await thumb.change(/^Start$/);
  }],
  "type the totals of a round and end it": [[ANN_AND_BO], async (thumb, page) => {
    await thumb.tap("Ann Weber, total: 0 type it in");
    await page.keyboard.type("45"); /* the first field has the focus */
    await thumb.type("[name=total1]", "30");
    await thumb.change(/^Save$/);
    await thumb.change(END);
  }],
  "take the last step back": [[ANN_AND_BO, totals(45, 30)], (thumb) => thumb.change(/^Undo/)],
  "correct the value of a disc": [[ANN_AND_BO, onBoard(7)], async (thumb) => {
    await thumb.tap(/^Board$/);
    await thumb.tap(/^red disc, 1[05] points/);
    await thumb.change(/^5 points$/);
  }],
  "decide a close call": [[ANN_AND_BO, onBoard(0)], (thumb) => thumb.change(/^10: /)],
  "answer a question of an earlier round": [[ANN_AND_BO, event("shot", { unseen: true, evidence: UNSEEN }),
    event("round_end", { early: true })], (thumb) => thumb.change(/^A 20 for Weber/)],
  "correct a name": [[ANN_AND_BO], async (thumb) => {
    await thumb.tap("Match");
    await thumb.type("#names [name=player2]", "Bo Lindstr\u00F6m");
    await thumb.change("Save the names");
  }],
  "start the next match of the same players": [[ANN_AND_BO, event("match_end")], async (thumb) => {
    await thumb.tap("Next match");
    await thumb.change(/^Start$/);
  }],
  "start the next match of a list": [[ANN_AND_BO, event("match_end")], async (thumb, page) => {
    assert.equal((await stage.post("pairings", { was: "", text: "Cy - Di" })).status, 200);
    await thumb.tap("Next match");
    await thumb.change(/^Start$/);
    await page.locator(".side .name", { hasText: "Cy" }).waitFor();
  }],
  "a side gives up": [[{ ...ANN_AND_BO, best_of: 3 }], async (thumb) => {
    await thumb.tap("Match");
    await thumb.tap("Bo Lindqvist gives up the match");
    await thumb.change(/^Bo Lindqvist gives up$/);
  }],
  "a penalty": [[ANN_AND_BO], async (thumb) => {
    await thumb.tap("Match");
    await thumb.tap("Penalty or handicap");
    await thumb.type("#sheet [name=points]", "-1");
    await thumb.change(/^Save$/);
  }],
};

/* The last column of the table in docs/MATCHES.md. */
const documented = () => Object.fromEntries(
  [...fs.readFileSync(path.join(root, "docs/MATCHES.md"), "utf8").matchAll(/^\| ([^|]+) \| [^|]+ \| (\d+) \|$/gm)]
    .map(([, job, taps]) => [job, Number(taps)]));

for (const [job, [events, run]] of Object.entries(JOBS)) {
  test(`taps to ${job}, as documented`, async () => {
    if (events.length > 0) await stage.play(...events);
    const page = await openConsole(browser, stage);
    const thumb = new Thumb(page);
    await run(thumb, page);
    console.log(`${job}: ${thumb.taps} taps`);
    assert.equal(thumb.taps, documented()[job]);
  });
}

test("turn and hammer follow the taps, and a key takes a disc away", async () => {
  await stage.play(ANN_AND_BO);
  const page = await openConsole(browser, stage);
  const thumb = new Thumb(page);
  const marks = (i) => page.locator(".side").nth(i).locator(".mark").allInnerTexts();
  await becomes(async () => [await marks(0), await marks(1)], [["shoots"], ["hammer"]]);
  await thumb.change(key("Ann Weber", "15"));
  await becomes(async () => [await marks(0), await marks(1)], [[], ["shoots", "hammer"]]);
  await thumb.change(key("Bo Lindqvist", "out"));
  await becomes(async () => [await marks(0), await marks(1)], [["shoots"], ["hammer"]]);
  await thumb.tap("Ann Weber: the next tap takes a disc away");
  await thumb.change("Ann Weber: one less 15 \u00D7 1");
  assert.deepEqual((await stage.match()).sides[0].count, { 20: 0, 15: 0, 10: 0, 5: 0, out: 0 });
  await thumb.tap("Ann Weber: the next tap takes a disc away");
  await page.keyboard.press("Escape");
  await thumb.change(key("Ann Weber", "10"));
  assert.equal((await stage.match()).sides[0].count["10"], 1);
});

test("a side has no more discs than were dealt", async () => {
  await stage.play(ANN_AND_BO, count({ sides: [{ side: "red", 20: 0, 15: 0, 10: 0, 5: 0, out: 8 }] }));
  const page = await openConsole(browser, stage);
  const { seq } = await stage.match();
  await new Thumb(page).tap(key("Ann Weber", "5"));
  await page.locator("#said", { hasText: "All discs of this side are counted." }).waitFor();
  assert.equal((await stage.match()).seq, seq);
});

test("totals are typed, in four taps a round", async () => {
  await stage.play(ANN_AND_BO);
  const page = await openConsole(browser, stage);
  const thumb = new Thumb(page);
  await thumb.tap("Ann Weber, total: 0 type it in");
  await becomes(() => page.locator("[name=total0]").evaluate((node) => node === document.activeElement), true);
  await page.keyboard.type("45");
  await page.locator("[name=total1]").tap();
  await page.keyboard.type("7");
  await thumb.tap("Save");
  await page.locator("#sheet-said", { hasText: "cannot make a total of 7" }).waitFor();
  await page.locator("[name=total1]").fill("30");
  await picture(page, "console-390-totals");
  await thumb.change("Save");
  await becomes(() => text(page, "#sides"), /Typed: 45/);
  await becomes(() => text(page, "#next"), /45\u2060?–\u2060?30, Weber \+2/);
  await thumb.change(END);
  const { ended } = await stage.match();
  assert.deepEqual(ended.sides.map((s) => s.total), [45, 30]);
});

test("values are those of the rule book", async () => {
  const rules = { schema: "crokeye.rules/1", name: "hard", base: "tournament", settings: { value_hole: 25, value_outer: 3 } };
  await stage.play({ ...ANN_AND_BO, rules });
  const page = await openConsole(browser, stage);
  const thumb = new Thumb(page);
  await thumb.change(key("Ann Weber", "25"));
  await thumb.change(key("Ann Weber", "3"));
  assert.equal((await stage.match()).sides[0].round_score, 28);
  await thumb.tap("Board");
  await becomes(() => page.locator("#board .numeral").allTextContents(), ["3", "10", "15"]);
});

/* ---- the bar ---- */

test("undo names what it takes back, redo restores it, and the start stays", async () => {
  await stage.play(ANN_AND_BO);
  const page = await openConsole(browser, stage);
  const thumb = new Thumb(page);
  const counted = async () => (await stage.match()).sides[0].count?.["20"] ?? 0;
  await becomes(() => page.locator("#undo").isDisabled(), true);
  await becomes(() => page.locator("#redo").isDisabled(), true);
  await thumb.change(key("Ann Weber", "20"));
  await thumb.change(key("Ann Weber", "20"));
  await becomes(() => page.locator("#undo").getAttribute("aria-label"), "Undo \u201C20 Ann Weber\u201D");
  await thumb.change(/^Undo/);
  await thumb.change(/^Undo/);
  await becomes(() => page.locator("#undo").isDisabled(), true);
  await page.keyboard.press("u");
  await thumb.change("Redo \u201C20 Ann Weber\u201D");
  assert.equal(await counted(), 1);
  await thumb.change(/^Redo/);
  assert.equal(await counted(), 2);
  await becomes(() => page.locator("#redo").isDisabled(), true);
  const match = await stage.match();
  assert.equal(match.state, "playing");
  assert.equal(match.start, 1);
});

test("the bar is always in view, and says what the end of the round makes", async () => {
  await stage.play(FOUR, count({ sides: [{ side: "red", 20: 1, 15: 1, 10: 0, 5: 0, out: 1 }] }));
  for (const [width, height] of SIZES) {
    const page = await openConsole(browser, stage, { width, height });
    for (const tab of ["Score", "Match"]) {
      await page.getByRole("button", { name: tab, exact: true }).click();
      await page.evaluate(() => scrollTo(0, 0));
      const box = await page.locator("#bar").boundingBox();
      assert.ok(box.y + box.height <= height + 1 && box.y > height / 2, `${width}: ${JSON.stringify(box)}`);
    }
    await becomes(() => text(page, "#next"), /0.*35.*0, Cy \+8/);
    await closePage(page);
  }
});

test("a round with discs left, or without a count, ends only if that is meant", async () => {
  await stage.play(ANN_AND_BO);
  const page = await openConsole(browser, stage);
  const thumb = new Thumb(page);
  const { seq } = await stage.match();
  await thumb.tap(END);
  await becomes(() => text(page, "#sure-text"), /Nothing is counted\. End round 1 all the same, with 0.*0, each \+1\?/);
  await thumb.tap("Cancel");
  assert.equal((await stage.match()).seq, seq);
  await thumb.tap(END);
  await thumb.change("End the round");
  assert.equal((await stage.match()).round, 2);
  await stage.board([{ id: 1, side: "red", x_mm: 0, y_mm: 150, state: "flat" }], { discs_left: { red: 7 } });
  await page.waitForSelector("#board .disc", { state: "attached" });
  await thumb.tap(END);
  await becomes(() => text(page, "#sure-text"), /15 discs are still to be shot/);
  await picture(page, "console-390-sure");
  await thumb.change("End the round");
  assert.deepEqual((await stage.match()).ended.sides.map((s) => s.total), [10, 0]);
});

/* ---- the board ---- */

async function openBoard(page, name) {
  await page.getByRole("button", { name: "Board" }).click();
  await page.getByRole("button", { name: `Add discs of ${name}` }).click();
}

/* The point of the window at which a place of the board is shown. */
const pointOf = (page, x, y) => page.locator("#board").evaluate((svg, [mx, my]) => {
  const at = new DOMPoint(mx, -my).matrixTransform(svg.getScreenCTM());
  return [at.x, at.y];
}, [x, y]);

test("discs do not overlap, and a tap in the hole is a 20", async () => {
  await stage.play(ANN_AND_BO);
  const page = await openConsole(browser, stage);
  await openBoard(page, "Ann Weber");
  const tap = async (x, y) => {
    const { seq } = await stage.match();
    await page.touchscreen.tap(...await pointOf(page, x, y));
    await isNewer(page, seq);
  };
  for (let i = 0; i < 3; i++) await tap(60, 20 + 3 * i);
  const { discs, board } = await stage.match();
  assert.equal(discs.length, 3);
  for (const a of discs)
    for (const b of discs)
      if (a.id < b.id) assert.ok(Math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm) >= 2 * board.disc_mm, "they overlap");
  await tap(2, 3);
  await page.locator(".side .count b", { hasText: /^1$/ }).waitFor({ state: "attached" }); /* its second event */
  const [red] = (await stage.match()).sides;
  assert.equal(red.twenties, 1);
  assert.equal((await stage.match()).discs.length, 3);
  await page.touchscreen.tap(...await pointOf(page, 0, 345));
  await page.locator("#said", { hasText: "in the ditch" }).waitFor();
  assert.equal((await stage.match()).discs.length, 3);
});

test("a disc is placed with arrow keys and Enter, and Esc leaves the mode", async () => {
  await stage.play(ANN_AND_BO);
  const page = await openConsole(browser, stage, { width: 1280, height: 720 });
  await page.getByRole("button", { name: "Add discs of Bo Lindqvist" }).focus();
  await page.keyboard.press("Enter");
  for (const press of ["Shift+ArrowUp", "ArrowRight", "ArrowRight", "Enter"]) await page.keyboard.press(press);
  await page.waitForSelector("#board .disc");
  const [disc] = (await stage.match()).discs;
  assert.equal(disc.side, "white");
  assert.ok(Math.abs(disc.x_mm - 10) < 0.1 && Math.abs(disc.y_mm + 203.2 - 50) < 0.1, `${disc.x_mm}, ${disc.y_mm}`);
  await page.keyboard.press("Escape");
  await becomes(() => page.locator("#board.adding").count(), 0);
  await becomes(() => page.locator('#add-sides [aria-pressed="true"]').count(), 0);
});

test("a round on the board is counted by taps from its discs on", async () => {
  await stage.play(ANN_AND_BO, event("board", {
    discs: [{ id: 1, side: "red", x_mm: 0, y_mm: 150, state: "flat" }], discs_left: { red: 6, white: 8 } }));
  const page = await openConsole(browser, stage);
  const thumb = new Thumb(page);
  await thumb.tap("Count this round by taps");
  await becomes(() => text(page, "#sure-text"), /1 disc leaves the board/);
  await thumb.change("Count by taps");
  assert.deepEqual((await stage.match()).sides[0].count, { 20: 0, 15: 0, 10: 1, 5: 0, out: 1 });
});

/* ---- the match ---- */

test("names are corrected while a match is played", async () => {
  await stage.play(ANN_AND_BO);
  const page = await openConsole(browser, stage);
  const thumb = new Thumb(page);
  await thumb.tap("Match");
  await page.fill("#names [name=player2]", "Bo Lindstr\u00F6m");
  await page.fill("#names [name=stage]", "Semi-final");
  await page.fill("#names [name=rgb0]", "#2054b0");
  await thumb.change("Save the names");
  const match = await stage.match();
  assert.equal(match.seats[1].player, "Bo Lindstr\u00F6m");
  assert.equal(match.stage, "Semi-final");
  assert.equal(match.title, "City Open");
  assert.deepEqual(match.sides[0].rgb, [32, 84, 176]);
  await page.locator("#names-said", { hasText: "Saved." }).waitFor();
});

/* Opens a form of the organiser, after a round with 45 to 30. */
async function openForm(name) {
  await stage.play(ANN_AND_BO, totals(45, 30));
  const page = await openConsole(browser, stage);
  const thumb = new Thumb(page);
  await thumb.tap("Match");
  await thumb.tap(name);
  return { page, thumb };
}

test("a penalty says what follows from it, and counts", async () => {
  const { page, thumb } = await openForm("Penalty or handicap");
  const { seq } = await stage.match();
  await page.fill("#sheet [name=points]", "\u22121");
  await page.locator("#sheet-follows", { hasText: "Weber 2 becomes 1." }).waitFor();
  await page.selectOption("#sheet [name=side]", "white");
  await page.locator("#sheet-follows", { hasText: "Lindqvist 0 becomes -1." }).waitFor();
  await page.selectOption("#sheet [name=side]", "red");
  await page.fill("#sheet [name=reason]", "ten minutes late");
  await page.locator("#sheet-follows", { hasText: "Weber 2 becomes 1." }).waitFor();
  assert.equal((await stage.match()).seq, seq, "it counted before it was saved");
  assert.deepEqual(await seriousFaults(page), []);
  assert.deepEqual(await audit(page), []);
  await picture(page, "console-390-penalty");
  await thumb.change(/^Save$/);
  assert.equal((await stage.match()).sides[0].points, 1);
  const { events } = await (await fetch(`${stage.url}/api/log`)).json();
  assert.match(events[0].text, /ten minutes late/);
});

test("a forfeited round says what follows from it, and counts", async () => {
  const { page, thumb } = await openForm("A round is forfeited");
  await page.locator("#sheet-follows", { hasText: "Ann Weber forfeits round 2. Lindqvist 0 becomes 2." }).waitFor();
  await page.selectOption("#sheet [name=side]", "white");
  await page.locator("#sheet-follows", { hasText: "Bo Lindqvist forfeits round 2. Weber 2 becomes 4." }).waitFor();
  await page.fill("#sheet [name=reason]", "ten minutes late");
  await page.locator("#sheet-follows", { hasText: "Weber 2 becomes 4." }).waitFor();
  assert.deepEqual(await seriousFaults(page), []);
  await picture(page, "console-390-forfeit");
  await thumb.change(/^Save$/);
  const match = await stage.match();
  assert.deepEqual(match.sides.map((s) => s.points), [4, 0]);
  assert.deepEqual([match.ended.forfeited_by, match.round], [["white"], 3]);
});

/* A match that is over: 5 to 3 for Weber. */
const OVER = [ANN_AND_BO, totals(45, 30), totals(45, 30), totals(30, 45), totals(40, 40)];

test("after the end a penalty changes the winner, and its undo gives it back", async () => {
  await stage.play(...OVER);
  const page = await openConsole(browser, stage);
  const thumb = new Thumb(page);
  await thumb.tap(/^Match$/);
  const before = await stage.match();
  await becomes(() => text(page, "#winner-text"), /Ann Weber has won 5/);
  await becomes(() => text(page, "#decisions h2"), "Rulings after the end");
  await thumb.tap("Penalty or handicap");
  await page.fill("#sheet [name=points]", "\u22123");
  await page.locator("#sheet-follows", { hasText: "Weber 5 becomes 2. Lindqvist has won." }).waitFor();
  assert.deepEqual(await seriousFaults(page), []);
  assert.deepEqual(await audit(page), []);
  await picture(page, "console-390-penalty-after");
  await thumb.change(/^Save$/);
  await becomes(() => text(page, "#winner-text"), /Bo Lindqvist has won 3/);
  await picture(page, "console-390-rulings");
  const { seq } = await stage.match();
  await thumb.change(/^Undo/);
  const undone = await stage.match();
  assert.equal(undone.seq, seq + 1);
  for (const part of ["sides", "winner", "won_by", "state", "round", "ended"])
    assert.deepEqual(undone[part], before[part], part);
});

test("after the end the last round is played again, or a side disqualified", async () => {
  await stage.play(...OVER);
  const page = await openConsole(browser, stage);
  const thumb = new Thumb(page);
  await thumb.tap(/^Match$/);
  await thumb.tap("Disqualification");
  await page.locator("#sheet-follows", { hasText: "The score stays. Lindqvist has won." }).waitFor();
  await picture(page, "console-390-disqualify");
  await thumb.change(/^Save$/);
  await becomes(() => text(page, "#winner-text"), /Bo Lindqvist has won .*by disqualification/);
  await thumb.change(/^Undo/);
  await becomes(() => text(page, "#winner-text"), /Ann Weber has won 5/);
  await thumb.tap("Play round 4 again");
  await page.locator("#sheet-follows", { hasText: "Nothing of it counts. The match goes on with round 4. Weber 5 becomes 4, Lindqvist 3 becomes 2." }).waitFor();
  await thumb.change(/^Save$/);
  const match = await stage.match();
  assert.deepEqual([match.state, match.round, match.sides.map((s) => s.points)], ["playing", 4, [4, 2]]);
});

test("an earlier round is played again from the list", async () => {
  await stage.play(...OVER);
  const page = await openConsole(browser, stage);
  const thumb = new Thumb(page);
  await thumb.tap("List");
  await page.locator("#log-list button", { hasText: "round 2" }).click();
  await page.locator("#past-again:visible").waitFor();
  await picture(page, "console-390-past-rulings");
  await page.click("#past-again");
  await page.fill("#sheet [name=reason]", "the protest is upheld");
  await page.locator("#sheet-follows", { hasText: "Nothing of it counts. The match goes on with round 2. Weber 5 becomes 3." }).waitFor();
  await thumb.change(/^Save with these changes$/);
  const match = await stage.match();
  assert.deepEqual([match.state, match.round, match.sides.map((s) => s.points)], ["playing", 2, [3, 3]]);
});

test("a substitute plays on with the score as it stands", async () => {
  const { page, thumb } = await openForm("Substitute");
  await page.selectOption("#sheet [name=seat]", "2");
  await page.fill("#sheet [name=player]", "Cy");
  await page.locator("#sheet-follows", { hasText: "Cy plays on for Bo Lindqvist. The score stays." }).waitFor();
  await thumb.change(/^Save$/);
  const match = await stage.match();
  assert.equal(match.seats[1].player, "Cy");
  assert.deepEqual(match.sides.map((s) => s.points), [2, 0]);
});

test("a handicap is declared at the start, counts, and moves with its player to the next match", async () => {
  const page = await openConsole(browser, stage);
  const thumb = new Thumb(page);
  await thumb.tap("Start a match");
  await page.fill("[name=player0]", "Ann");
  await page.fill("[name=player2]", "Bo");
  await page.locator(".handicaps summary").nth(1).tap();
  await page.fill("[name=points2]", "2");
  await page.fill("[name=discs2]", "-1");
  await picture(page, "console-390-handicap");
  await thumb.change(/^Start$/);
  const bo = (await stage.match()).sides[1];
  assert.deepEqual([bo.handicap, bo.points, bo.dealt], [{ points: 2, discs: -1 }, 2, 7]);
  await becomes(() => text(page, ".side:nth-child(2) .given"), "Handicap: +2 points a game, \u22121 disc a round");
  await picture(page, "console-390-handicap-shown");
  for (let round = 1; round <= 4; round++) {
    for (const name of round === 1 ? ["Bo"] : round === 2 ? ["Ann"] : ["Ann", "Bo"]) await thumb.change(key(name, 15));
    await thumb.change(END);
  }
  await becomes(() => text(page, "#winner-text"), "Bo has won 6\u20134, on points");
  await thumb.tap("Next match");
  await page.waitForSelector("#start-sheet[open]");
  assert.deepEqual(await page.evaluate(() => ["points0", "discs0", "points2"].map((name) => document.forms["start-form"].elements[name].value)),
    ["2", "-1", ""]);
});

test("a concession names its winner first, and the next match follows", async () => {
  await stage.play({ ...ANN_AND_BO, best_of: 3, ties: ["extra_round"] });
  const page = await openConsole(browser, stage);
  const thumb = new Thumb(page);
  await thumb.tap("Match");
  await thumb.tap("Bo Lindqvist gives up the match");
  await becomes(() => text(page, "#sure-text"), "Bo Lindqvist gives up the match: Ann Weber wins it.");
  await thumb.change(/^Bo Lindqvist gives up$/);
  await becomes(() => text(page, "#winner-text"), /Ann Weber has won .*by concession/);
  await thumb.tap("Next match");
  await page.waitForSelector("#start-sheet[open]");
  await becomes(() => text(page, "#start-title"), "Next match");
  await picture(page, "console-390-next");
  await thumb.change(/^Start$/);
  const match = await stage.match();
  assert.equal(match.match, 2);
  assert.equal(match.state, "playing");
  assert.equal(match.games, 3);
  assert.deepEqual(match.seats.map((s) => [s.seat, s.player, s.side]),
    [[0, "Bo Lindqvist", "white"], [2, "Ann Weber", "red"]]);
  assert.equal(match.turn.player, "Bo Lindqvist");
  assert.deepEqual([match.title, match.stage, match.table], ["City Open", "Final", "4"]);
  const start = await (await fetch(`${stage.url}/api/event?of=${match.start}`)).json();
  assert.deepEqual(start.ties, ["extra_round"]);
});

test("the next match is taken from a list that all consoles of the table share", async () => {
  await stage.play(ANN_AND_BO, event("match_end"));
  const page = await openConsole(browser, stage);
  const untilList = (text) => page.waitForFunction(async (it) => (await (await fetch("/api/pairings")).json()).text === it, text);
  const thumb = new Thumb(page);
  await thumb.tap("Next match");
  await page.locator("#list-box summary").tap();
  await page.fill("[name=list]", "Cy Young - Di Marsh\nnobody\nEve / Flo \u2013 Gus & Hal\nSmith, John - Lee");
  await thumb.tap("Save the list");
  await page.locator("#list-said", { hasText: "No two sides: \u201Cnobody\u201D" }).waitFor();
  await becomes(() => page.locator("[name=pairing]").inputValue(), "0");
  assert.deepEqual(await seriousFaults(page), []);
  assert.deepEqual(await audit(page), []);
  await picture(page, "console-390-list");
  await thumb.change(/^Start$/);
  let match = await stage.match();
  assert.deepEqual(match.seats.map((s) => s.player), ["Cy Young", "Di Marsh"]);
  assert.equal(match.title, "City Open");
  await untilList("nobody\nEve / Flo \u2013 Gus & Hal\nSmith, John - Lee");
  await stage.play(event("match_end"));

  const other = await openConsole(browser, stage);
  const second = new Thumb(other);
  await second.tap("Next match");
  await other.waitForSelector("#start-sheet[open]");
  await becomes(() => other.locator("[name=pairing] option").allTextContents(), ["None: the names below", "Eve / Flo \u2013 Gus & Hal", "Smith, John - Lee"]);
  await second.change(/^Start$/);
  match = await stage.match();
  assert.deepEqual(match.seats.map((s) => s.player), ["Eve", "Gus", "Flo", "Hal"]);
  await untilList("nobody\nSmith, John - Lee");
  await stage.play(event("match_end"));

  /* The server keeps the list in memory only, a console in its browser, as soon as
   * it has the server's answer. */
  await other.waitForFunction((text) => Object.entries(localStorage).some(([key, kept]) =>
    key.startsWith("pairings ") && kept === text), "nobody\nSmith, John - Lee");
  await stage.kill();
  await stage.open();
  await other.waitForFunction(() => document.querySelector("#health-text").textContent.includes("No camera"));
  await second.tap("Next match");
  await other.waitForSelector("#start-sheet[open]");
  await becomes(() => other.locator("[name=pairing]").evaluate((it) => it.selectedOptions[0].text), "Smith, John - Lee");
  await second.tap(/^Start$/); /* with a token that a person chose, a restart asks to sign in again */
  await other.fill("#login [name=token]", TOKEN);
  await second.change("Sign in");
  assert.deepEqual((await stage.match()).seats.map((s) => s.player), ["Smith, John", "Lee"]);
  await untilList("nobody");
});

/* ---- the day's list ---- */

const DAY_LIST = { schema: "crokeye.next/1", table: "4", tournament: "Spring Open", division: "Competitive-Fingers", matches: [
  { stage: "Prelim", pool: "A", game: "3", time: "14:30", sides: [["Cy Young"], ["Di Marsh"]], colours: ["", "Red"] },
  { stage: "Semi", pool: "", game: "", time: "", sides: [["Eve", "Flo"], ["Gus", "Hal"]] },
  { stage: "Prelim", pool: "A", game: "4", time: "15:10", sides: [["Ida", "Jo", "Kim"], ["Lou"]] },
  { stage: "Prelim", pool: "A", game: "5", time: "15:50", sides: [["Mo"], ["Ned"], ["Oz"]] }] };
const optionsOf = (page) => page.locator("[name=pairing] option").allTextContents();

test("the next match is taken from the day's list, and leaves it when it begins", async () => {
  stage.putNext(DAY_LIST);
  await stage.play({ ...ANN_AND_BO, title: "", table: "" }, event("match_end"));
  await stage.post("pairings", { was: "", text: "Pia - Quin" });
  const page = await openConsole(browser, stage);
  const thumb = new Thumb(page);
  await thumb.tap("Next match");
  await page.waitForSelector("#start-sheet[open]");
  await becomes(() => optionsOf(page), ["None: the names below", "Cy Young \u2013 Di Marsh", "Eve / Flo \u2013 Gus / Hal",
    "Ida / Jo / Kim \u2013 Lou", "Mo \u2013 Ned \u2013 Oz", "Pia - Quin"]);
  await becomes(() => page.locator("[name=pairing] option:disabled").allTextContents(), ["Ida / Jo / Kim \u2013 Lou"]);
  assert.deepEqual(await page.locator("[name=pairing] optgroup").evaluateAll((all) => all.map((one) => one.label)),
    ["The day\u2019s list", "The list typed here"]);
  await becomes(() => text(page, "#pairing-said"), /^14:30 \u00B7 Prelim \u00B7 Pool A \u00B7 Game 3 \u00B7 Competitive-Fingers \u00B7 the day\u2019s list of \d\d:\d\d$/);
  assert.deepEqual(await seriousFaults(page), []);
  assert.deepEqual(await audit(page), []);
  await picture(page, "console-390-day-list");
  await thumb.change(/^Start$/);
  let match = await stage.match();
  assert.deepEqual(match.seats.map((s) => [s.player, s.side]), [["Cy Young", "white"], ["Di Marsh", "Red"]]);
  assert.deepEqual([match.title, match.stage, match.table], ["Spring Open", "Prelim", "4"]);
  const began = await (await fetch(`${stage.url}/api/event?of=${match.start}`)).json();
  assert.deepEqual([began.pool, began.game], ["A", "3"]);
  await stage.play(event("match_end"));

  const other = await openConsole(browser, stage, { width: 1280, height: 720 });
  await other.getByRole("button", { name: "Next match" }).click();
  await other.waitForSelector("#start-sheet[open]");
  await becomes(async () => (await optionsOf(other))[1], "Eve / Flo \u2013 Gus / Hal");
  await becomes(() => text(other, "#pairing-said"), /^Semi \u00B7 Competitive-Fingers/);
  assert.deepEqual(await audit(other), []);
  await picture(other, "console-1280-day-list");
  await other.locator("[name=pairing]").selectOption({ label: "Mo \u2013 Ned \u2013 Oz" });
  await picture(other, "console-1280-day-list-three");
  const { seq } = await stage.match();
  await other.getByRole("button", { name: "Start", exact: true }).click();
  await isNewer(other, seq);
  match = await stage.match();
  assert.deepEqual(match.seats.map((s) => s.player), ["Mo", "Ned", "Oz"]);
  await stage.play(event("match_end"));

  const left = (await (await fetch(`${stage.url}/api/pairings`)).json());
  assert.deepEqual(left.day.matches, [DAY_LIST.matches[1], DAY_LIST.matches[2]]);
  assert.equal(left.text, "Pia - Quin");
  stage.putNext("{ not JSON");
  await thumb.tap("Next match");
  await page.waitForSelector("#start-sheet[open]");
  await becomes(async () => (await optionsOf(page))[1], "Eve / Flo \u2013 Gus / Hal");
  stage.putNext({ ...DAY_LIST, matches: [] });
  await thumb.tap("Close");
  await thumb.tap("Next match");
  await page.waitForSelector("#start-sheet[open]");
  await becomes(() => optionsOf(page), ["None: the names below", "Pia - Quin"]);
  await becomes(() => page.locator("#start-sheet [name=player0]").inputValue(), "Pia");
});

test("a day's list starts the first match of a table, and names can be typed all the same", async () => {
  stage.putNext(DAY_LIST);
  const page = await openConsole(browser, stage);
  const thumb = new Thumb(page);
  await thumb.tap("Start a match");
  await page.waitForSelector("#start-sheet[open]");
  await becomes(() => page.locator("#start-sheet [name=player0]").inputValue(), "Cy Young");
  await becomes(() => page.locator("#start-sheet [name=stage]").inputValue(), "Prelim");
  await page.fill("#start-sheet [name=player2]", "Dee Marsh");
  await thumb.change(/^Start$/);
  const match = await stage.match();
  assert.deepEqual(match.seats.map((s) => s.player), ["Cy Young", "Dee Marsh"]);
  const { day } = await (await fetch(`${stage.url}/api/pairings`)).json();
  assert.deepEqual(day.matches, DAY_LIST.matches); /* another match than those of the list */
});

test("the next match keeps a rule book of one's own, and partners stay partners", async () => {
  const rules = { schema: "crokeye.rules/1", name: "ours", base: "tournament", settings: { rounds: 1 } };
  await stage.play({ ...LONG, rules }, event("match_end"));
  const page = await openConsole(browser, stage);
  const thumb = new Thumb(page);
  await thumb.tap("Next match");
  await thumb.change(/^Start$/);
  const match = await stage.match();
  assert.equal(match.rules, "ours");
  assert.equal(match.rounds, 1);
  assert.deepEqual(match.seats.map((s) => s.player), [1, 2, 3, 0].map((i) => `Maria-Magdalena ${i}`));
  assert.deepEqual(match.seats.map((s) => s.side), ["black", "red", "black", "red"]);
});

test("a tie leads to an extra round, and who starts is asked", async () => {
  const rules = { schema: "crokeye.rules/1", name: "ours", base: "tournament",
    settings: { rounds: 1, next_starter_singles: "loser_chooses" } };
  await stage.play({ ...ANN_AND_BO, rules, ties: ["extra_round"] }, totals(20, 20));
  const page = await openConsole(browser, stage);
  await becomes(() => text(page, "#title-stage"), /Extra round/);
  await becomes(() => page.locator(".side .total > small").first().innerText(), "1 pt");
  await stage.play(event("undo", { of: 2 }));
  await stage.play({ ...event("match_end") });
  const two = { ...rules, settings: { ...rules.settings, rounds: 2 } };
  await stage.play({ ...ANN_AND_BO, rules: two }, totals(40, 20));
  await page.locator("#question h2", { hasText: "Who starts the round?" }).waitFor();
  await becomes(() => text(page, "#next"), "Answer the question first");
  await new Thumb(page).change(/^Bo Lindqvist$/);
  assert.equal((await stage.match()).turn.player, "Bo Lindqvist");
});

/* ---- questions ---- */

test("close calls are asked one at a time when the round is over, with the camera's close-up", async () => {
  const near = (x) => ({ side: "red", x_mm: x, y_mm: 0, state: "flat", sigma_mm: 0.3 });
  const shot = { schema: "crokeye.shot/1", shooter: { seat: 0, side: "red" }, shot_disc: 1, last_played: null,
    placed_at: null, before: [], after: [{ id: 1, ...near(85) }], moved: [1], contacts: [], boundary: [], fouls: [], missing: [] };
  const file = path.join(stage.folder, "close-up.png");
  await stage.play(ANN_AND_BO, event("shot", { evidence: shot }),
    event("board", { discs: [{ id: 1, ...near(85) }, { id: 2, ...near(-187) }], discs_left: { red: 0, white: 0 } }));
  const page = await openConsole(browser, stage);
  await page.screenshot({ path: file, clip: { x: 0, y: 0, width: 200, height: 200 } });
  await stage.play({ picture: 2, disc: 1, file });
  await page.waitForFunction(() => document.querySelector("#question img")?.naturalWidth === 200);
  await becomes(() => text(page, "#question h2"), "Disc A: 15 or 10?");
  const [red] = (await stage.match()).sides;
  const other = red.round_score - (await stage.match()).discs[0].value;
  await becomes(() => page.locator("#question .outcomes button").allInnerTexts(), [`15: Weber ${other + 15}`, `10: Weber ${other + 10}`]);
  await picture(page, "console-390-calls");
  const thumb = new Thumb(page);
  await thumb.change(/^10: /);
  await page.locator("#question h2", { hasText: "10 or 5?" }).waitFor();
  await thumb.change(/^5: Weber 15/);
  await page.waitForSelector("#question", { state: "hidden" });
  const { calls, discs } = await stage.match();
  assert.deepEqual(calls, []);
  assert.deepEqual(discs.map((d) => d.value), [10, 5]);
});

/* Over these play went on. */

test("a shot that nobody saw is answered later, from its round's card", async () => {
  await stage.play(ANN_AND_BO, event("shot", { unseen: true, evidence: UNSEEN }),
    event("round_end", { early: true }), { source: "still" });
  const page = await openConsole(browser, stage);
  assert.equal((await stage.match()).asked[0].ask, "unseen");
  await becomes(() => text(page, "#questions"), "1 question");
  await becomes(() => text(page, "#question h2"), /Round 1: a shot was not seen\. Was it a 20\?/);
  const answers = page.locator("#question .outcomes button:has(small)");
  await answers.filter({ hasText: "A 20 for Weber: Weber 20" }).waitFor();
  await becomes(async () => (await answers.allInnerTexts()).map((it) => it.replaceAll("\u00A0", " ").split("\n")), [["A 20 for Weber: Weber 20", "The match: Weber 2, Lindqvist 0"], ["No 20: Weber 0", "The match: Weber 1, Lindqvist 1"]]);
  await picture(page, "console-390-unseen");
  const thumb = new Thumb(page);
  await thumb.change(/^A 20 for Weber/);
  await page.locator("#question h2", { hasText: "Where did the discs lie?" }).waitFor();
  await answers.filter({ hasText: "As it was seen: Weber 20, Lindqvist 0" }).waitFor();
  await thumb.change(/^As it was seen/);
  const match = await stage.match();
  assert.deepEqual(match.asked, []);
  assert.equal(match.ended.sides[0].total, 20);
  await page.waitForSelector("#question", { state: "hidden" });
});

/* ---- what is small ---- */

test("two taps within 250 ms are one", async () => {
  await stage.play(ANN_AND_BO);
  const page = await openConsole(browser, stage);
  const { seq } = await stage.match();
  const box = await page.getByRole("button", { name: key("Ann Weber", "20") }).boundingBox();
  const at = [box.x + box.width / 2, box.y + box.height / 2];
  await atOnce(page, async () => {
    for (let n = 0; n < 2; n++) await page.touchscreen.tap(...at);
  });
  await isNewer(page, seq);
  await tapsAnew(page);
  assert.equal((await stage.match()).seq, seq + 1);
});

test("a change that does not reach the server is said, and another console is told what counts", async () => {
  await stage.play(ANN_AND_BO);
  const page = await openConsole(browser, stage);
  const other = await openConsole(browser, stage);
  const thumb = new Thumb(page);
  await page.route("**/api/event*", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await thumb.tap(key("Ann Weber", "20"));
  await page.locator("#said", { hasText: "This was not counted: one 20 more for Ann Weber." }).waitFor();
  await page.unrouteAll();
  await thumb.change(key("Ann Weber", "20"));
  await page.waitForSelector("#said", { state: "hidden" });
  await other.locator("#notice", { hasText: "Changed elsewhere: 20 Ann Weber" }).waitFor();
  await becomes(() => page.locator("#notice").isVisible(), false);
  await thumb.change(/^Undo/);
  await other.locator("#notice", { hasText: "Elsewhere taken back: 20 Ann Weber" }).waitFor();
});

test("who keeps score is kept in the browser and written into each event", async () => {
  await stage.play(ANN_AND_BO);
  const page = await openConsole(browser, stage);
  const thumb = new Thumb(page);
  const written = async () => (await fetch(`${stage.url}/api/event?of=${(await stage.match()).seq}`)).json();
  await thumb.change(key("Ann Weber", "20"));
  assert.deepEqual([(await written())["x-by"], (await written())["x-via"]], [undefined, "host"]);
  await thumb.tap("Match");
  const field = page.getByLabel("Your name, if corrections are to say by whom they are");
  await field.fill("  " + "Zo\u00EB ".repeat(11));
  await field.blur();
  await becomes(() => field.inputValue(), ("Zo\u00EB ".repeat(11)).slice(0, 38).trim());
  await field.fill("Mo \u0141");
  await field.blur();
  await page.locator("#keeper").scrollIntoViewIfNeeded();
  await picture(page, "console-390-keeper");
  await page.reload();
  await page.waitForFunction(() => document.querySelector("#title-stage").textContent !== "");
  await thumb.tap("Score");
  await thumb.change(key("Ann Weber", "20"));
  assert.deepEqual([(await written())["x-by"], (await written())["x-via"]], ["Mo \u0141", "host"]);
});

test("how many consoles are open is said", async () => {
  await stage.play(ANN_AND_BO);
  const page = await openConsole(browser, stage);
  await becomes(() => text(page, "#health-text"), "No camera");
  await openConsole(browser, stage);
  await page.locator("#health-text", { hasText: "2 consoles" }).waitFor();
  await openConsole(browser, stage, { token: false }); /* it is not signed in, and does not count */
  assert.equal((await (await stage.post("here", { id: "a program" })).json()).consoles, 3);
});

test("the screen is kept awake while a match is played", async () => {
  const page = await openConsole(browser, stage);
  await page.evaluate(() => {
    window.locks = [];
    navigator.wakeLock.request = async (type) => {
      const lock = new EventTarget();
      lock.release = () => window.locks.push("released");
      window.locks.push(type);
      return lock;
    };
  });
  await stage.play(ANN_AND_BO);
  await page.waitForFunction(() => window.locks.join() === "screen");
  await stage.play(event("match_end"));
  await page.waitForFunction(() => window.locks.join() === "screen,released");
});

test("no view has a serious fault, and none scrolls sideways", async () => {
  await stage.play(ANN_AND_BO, count({ sides: [{ side: "red", 20: 1, 15: 1, 10: 0, 5: 0, out: 1 }] }));
  for (const [width, height] of [...SIZES, [195, 420]]) {
    const page = await openConsole(browser, stage, { width, height });
    for (const tab of width < 760 ? ["Score", "Board", "Match"] : ["Score", "Match"]) {
      await page.getByRole("button", { name: tab, exact: true }).click();
      if (isAudited([width, height])) assert.deepEqual(await seriousFaults(page), [], `${tab} at ${width}`);
      assert.deepEqual(await audit(page), [], `${tab} at ${width}`);
      await picture(page, `console-${width}-${tab.toLowerCase()}`);
    }
    await closePage(page);
  }
});

test("long names, four sides, a question, a count and the end of a match fit every screen", async () => {
  const scenes = { long: [LONG], four: [FOUR],
    counted: [ANN_AND_BO, count({ sides: [{ side: "red", 20: 1, 15: 1, 10: 0, 5: 0, out: 1 }] })],
    over: [ANN_AND_BO, ...FOUR_ROUNDS],
    question: [ANN_AND_BO, event("shot", { unseen: true, evidence: UNSEEN }), event("round_end", { early: true }), { source: "still" }] };
  const pages = [];
  for (const [width, height] of SIZES) pages.push([width, await openConsole(browser, stage, { width, height })]);
  for (const [name, events] of Object.entries(scenes)) {
    await stage.play(...events);
    for (const [width, page] of pages) {
      await showsSeq(page, stage);
      if (name === "question") await page.locator("#question", { hasText: "The match: " }).waitFor();
      /* the narrowest and the laptop; the other sizes where every view is audited */
      if (width === 320 || width === 1280) assert.deepEqual(await seriousFaults(page), [], `${name} at ${width}`);
      assert.deepEqual(await audit(page), [], `${name} at ${width}`);
      await picture(page, `console-${width}-${name}`);
    }
    if (name !== "over" && name !== "question") await stage.play(event("match_end"));
  }
});
