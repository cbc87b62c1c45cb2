// SPDX-License-Identifier: Apache-2.0
//
// A hall's server that shows what a test says (tests/hall/hall_stage.c), and
// the tables of a simulated day.
import { spawn } from "node:child_process";
import path from "node:path";
import { pause, root } from "./stage.mjs";

const program = process.env.CROK_HALL_STAGE ?? path.join(root, "build/release/tests/hall/hall_stage");

/* Names as a large tournament has them, of many scripts and lengths. */
export const NAMES = ["Ann Hutchinson", "Jon Tracey", "Ray Slater", "Bo Reinman", "Cyril Dubois", "Dilani Perera",
  "\u5C71\u7530 \u592A\u90CE", "\u041E\u043B\u0435\u043D\u0430 \u0428\u0435\u0432\u0447\u0435\u043D\u043A\u043E",
  "Connor Carr", "Justin Beierling", "Anna Weber", "Nils Lindqvist", "\u0645\u062D\u0645\u062F \u0627\u0644\u0639\u0644\u064A",
  "\u0E2A\u0E21\u0E0A\u0E32\u0E22 \u0E43\u0E08\u0E14\u0E35", "\u0939\u0930\u093F \u092A\u094D\u0930\u0938\u093E\u0926", "Maximilian von Wolkenstein-Trostburg"];
const COLOURS = ["black", "white", "red", "blue", "green", "yellow"];

/* Returns the state of table `number` (from 1) of a hall; `more` sets fields
 * anew. */
export function stateOf(number, more = {}) {
  const sides = [0, 1].map((i) => {
    const n = 2 * (number - 1) + i;
    const points = (number * 3 + i * 5) % 9;
    const score = ((number * 35 + i * 50) % 21) * 5;
    return {
      side: COLOURS[(n + 5) % COLOURS.length], name: COLOURS[(n + 5) % COLOURS.length], players: [NAMES[n % NAMES.length]], rgb: null, games: 0, points,
      points_range: [points, points], round_score: score, range: [score, score], twenties: i, twenties_range: [i, i],
      twenties_total: n % 7, twenties_total_range: [n % 7, n % 7], discs_left: 6, dealt: 8, unplayed: 0, count: null,
      score: 0, score_range: [0, 0], rounds_won: 0, rounds_won_range: [0, 0], match_points: 0, match_points_range: [0, 0],
    };
  });
  return {
    schema: "crokeye.match/1", title: "City Open", stage: "Round robin 5", table: "9", rules: "depot", round: 1 + number % 4,
    rounds: 4, game: 1, games: 1, values: { 20: 20, 15: 15, 10: 10, 5: 5 }, decides: "points", match: 1, counted: false,
    turn: { seat: 1, player: sides[0].players[0] }, hammer: { seat: 2 }, sides, discs: [], calls: [], last: null, ended: null, winner: null,
    tied: false, won_by: null, ask: null, asked: [], state: "playing", seq: 5, number: 1,
    board: { lines_mm: { outer: 304, middle: 200, inner: 101, width: 2 }, hole_mm: 17.5, disc_mm: 16 },
    seats: sides.map((side, i) => ({ seat: i + 1, player: side.players[0], side: side.side })), question: null, words: null,
    record: { id: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`, saved: 5, unsaved: 0, words: null },
    source: { state: "still", words: null, seen_at: null, rate_hz: 30, frozen: false }, seen: null, picture: null, ...more,
  };
}

export class HallStage {
  constructor(title = "2026 City Open") {
    this.title = title;
    this.listen = "127.0.0.1:0";
  }

  async open() {
    for (let tries = 0; tries < 20; tries++) {
      const said = await this.start();
      if (said.startsWith("http")) {
        this.url = said;
        this.listen = new URL(said).host;
        /* the hall shows its own day first, which has no matches */
        while (!(await fetch(said + "/api/day")).ok) await pause(10);
        return;
      }
      await pause(500);
    }
    throw new Error(`the hall does not open at ${this.listen}`);
  }

  start() {
    this.answers = [];
    this.process = spawn(program, [this.listen, this.title], { stdio: ["pipe", "pipe", "inherit"] });
    let rest = "";
    this.process.stdout.on("data", (data) => {
      const lines = (rest + data).split("\n");
      rest = lines.pop();
      for (const line of lines) this.answers.shift()?.(line);
    });
    this.process.once("exit", () => { for (const answer of this.answers) answer("the hall ended"); });
    return new Promise((done) => this.answers.push(done));
  }

  async play(...lines) {
    for (const line of lines) {
      const answer = new Promise((done) => this.answers.push(done));
      this.process.stdin.write(JSON.stringify(line) + "\n");
      const said = await answer;
      if (said !== "ok") throw new Error(`${said}: ${JSON.stringify(line).slice(0, 200)}`);
    }
  }

  /* Shows tables 1 to n; `more` has lines that come instead of a table's own. */
  fill(n, more = new Map()) {
    return this.play(...Array.from({ length: n }, (_, i) => more.get(i + 1) ?? { table: String(i + 1), state: stateOf(i + 1) }));
  }

  async tables() {
    return (await fetch(this.url + "/api/tables")).json();
  }

  async kill() {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const gone = new Promise((done) => this.process.once("exit", done));
    this.process.kill("SIGKILL");
    await gone;
  }
}

const question = { ask: "validity", of: 5, missing: [], either: {}, totals: { true: {}, false: {} } };
const over = { state: "over", winner: [stateOf(7).sides[0].side] };
export const next = { schema: "crokeye.next/1", table: "7", matches: [
  { stage: "Prelim", pool: "A", game: "6", time: "14:30", sides: [["Connor Carr"], ["Dilani Perera"]] }] };

/* Table 4 asks, 7 is over and has a next match, 9 has no camera, 10 was not
 * heard of, 11 has no match yet. */
export const TROUBLES = new Map([
  [4, { table: "4", state: stateOf(4, { state: "check", ask: "validity", question }) }],
  [7, { table: "7", state: stateOf(7, over), next }],
  [9, { table: "9", state: stateOf(9, { source: { state: "down", words: "no pictures", seen_at: "2026-05-02T12:02:00Z" } }) }],
  [10, { table: "10", state: stateOf(10), ago_s: 125 }],
  [11, { table: "11", state: stateOf(11, { state: "waiting", sides: [], seats: [], round: 0 }), next: { ...next, table: "11" } }],
]);

/* A day with what its page has to show. */
export const DAY = {
  schema: "crokeye.day/1", date: "2026-05-02", tournament: "2026 City Open", division: "Competitive-Fingers", category: "Singles", over: false,
  matches: [
    { table: "1", stage: "Prelim", pool: "A", game: "1", time: "10:00", line: 2, state: "over", left_out: null, record: "x", match: 1, began: "2026-05-02T10:01:00Z", sides: [{ name: "Ann Hutchinson", points: 5, twenties: 7, games: 1, winner: true }, { name: "Jon Tracey", points: 3, twenties: 4, games: 0, winner: false }] },
    { table: "2", stage: "Prelim", pool: "A", game: "1", time: "10:00", line: 3, state: "over", left_out: "It was broken off.", record: "x", match: 1, began: "2026-05-02T10:01:00Z", sides: [{ name: "\u5C71\u7530 \u592A\u90CE", points: 5, twenties: 7, games: 1, winner: false }, { name: "\u0645\u062D\u0645\u062F \u0627\u0644\u0639\u0644\u064A", points: 3, twenties: 4, games: 0, winner: true }] },
    { table: "1", stage: "Prelim", pool: "A", game: "2", time: "10:40", line: 4, state: "playing", left_out: null, record: "x", match: 2, began: "2026-05-02T10:41:00Z", sides: [{ name: "Maximilian von Wolkenstein-Trostburg / Hubert Blaine Wolfeschlegelsteinhausenbergerdorff", points: 1, twenties: 0, games: 0, winner: false }, { name: "Jon Tracey", points: 1, twenties: 1, games: 0, winner: false }] },
    { table: "2", stage: "Prelim", pool: "A", game: "2", time: "10:40", line: 5, state: "waiting", left_out: null, record: null, match: null, began: null, sides: [{ name: "<img src=x onerror=alert(1)>", points: null, twenties: null, games: null, winner: false }, { name: "Bo Reinman", points: null, twenties: null, games: null, winner: false }] },
  ],
  standings: [{ stage: "Prelim", pool: "A", rows: ["Ann Hutchinson", "Maximilian von Wolkenstein-Trostburg", "\u041E\u043B\u0435\u043D\u0430 \u0428\u0435\u0432\u0447\u0435\u043D\u043A\u043E", "Jon Tracey", "Ray Slater", "Bo Reinman", "Cyril Dubois"].map((name, i) => ({ rank: i + 1, name, games: 4, won: 4 - i, points: 24 - 2 * i, twenties: 31 - i })) }],
  ranking: [{ rank: 1, name: "Ann Hutchinson" }, { rank: 2, name: "Jon Tracey" }],
  corrections: [{ table: "1", record: "x", seq: 41, time: "2026-05-02T10:52:00Z", by: "Dilani Perera", type: "undo", text: "Undo of: Jon Tracey has one 20 more", before: "Ann Hutchinson 5 (7) \u2013 Jon Tracey 3 (5)", after: "Ann Hutchinson 5 (7) \u2013 Jon Tracey 3 (4)" },
    { table: "2", record: "x", seq: 44, time: "2026-05-02T10:55:00Z", by: null, type: "ruling", text: "Ruling: valid", before: "a", after: "a" }],
  faults: [{ line: 7, column: 4, text: "\"x\" is no time: give it as 14:30" }, { line: null, column: null, text: "Table 3: the record is damaged." }],
};
