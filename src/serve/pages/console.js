/* SPDX-License-Identifier: Apache-2.0
 *
 * The operator's page: it shows what the program sees and asks, and sends a
 * person's decisions and corrections. */
import { Adding } from "/pages/adding.js";
import { keepAwake } from "/pages/awake.js";
import { endRound, redo, setUpBar, showBar, undo } from "/pages/bar.js";
import { svg } from "/pages/board.js";
import { setUpQuestions, showQuestion } from "/pages/card.js";
import { beginStep } from "/pages/count.js";
import { desk, receive, say, send, setLinked, setUpDesk, sure } from "/pages/desk.js";
import { $, causeOf, chip, ignoreDoubleTaps, make, playerIn, setText } from "/pages/dom.js";
import { HandBoard } from "/pages/handboard.js";
import { sayHere } from "/pages/here.js";
import { setUpKeeper } from "/pages/keeper.js";
import { setUpKeys } from "/pages/keys.js";
import { follow } from "/pages/link.js";
import { setUpMatch, showMatch } from "/pages/match.js";
import { isolated } from "/pages/names.js";
import { openLog, setUpPast } from "/pages/past.js";
import { openReplay, setUpReplay } from "/pages/replay.js";
import { leaveLess, showSides, wayOf } from "/pages/score.js";
import { signIn, signInFromLink } from "/pages/send.js";
import { settle } from "/pages/settle.js";
import { openTotals } from "/pages/totals.js";

/* A detected disc within this distance (mm) of a disc of the match of the same
 * side is taken for that disc. */
const TOLD_MM = 5;
let linked = false;
let wantsCamera = true;
let consoles = 1; /* that are open at this table */

const board = new HandBoard($("board"), 0, (error, what) => { if (error) say(error, what); });
const adding = new Adding(board);

/* ---- the last shot ---- */

function showLast(doc) {
  const last = doc.last;
  const over = doc.state === "over" || doc.state === "waiting";
  const remove = last && !over ? last.remove : [];
  $("last").hidden = !last || over || doc.counted || doc.ask === "validity";
  $("remove").hidden = remove.length === 0;
  $("remove-list").replaceChildren(...remove.map((d) => make("li", "", ...(d.side ? [chip(doc, d.side)] : []),
    `${d.side || "a"} disc, ${d.to === "bowl" ? "a 20: into the bowl" : "into the ditch"} (${d.rule})`)));
  $("last-replay").hidden = !last || !last.replay;
  if (!last) return;
  const who = last.seat === undefined ? "" : `${playerIn(doc, last.seat)}: `;
  $("last-text").textContent = who + last.text;
  $("rule-valid").setAttribute("aria-pressed", String(last.valid === true));
  $("rule-invalid").setAttribute("aria-pressed", String(last.valid === false));
}

function rule(valid) {
  const { last } = desk.match;
  if (last) send({ what: `the ruling that the shot was ${valid ? "" : "not "}valid` }, ["/api/ruling", { of: last.seq, valid }]);
}

/* ---- the board ---- */

/* Draws a ring around each detected disc that the match does not have. */
function showSeen(doc) {
  const told = [...doc.discs, ...((doc.last && doc.last.remove) || [])];
  const isTold = (d) => told.some((t) => t.side === d.side && t.x_mm !== undefined &&
    Math.hypot(t.x_mm - d.x_mm, t.y_mm - d.y_mm) < TOLD_MM);
  $("board").querySelectorAll(".ghost").forEach((node) => node.remove());
  for (const d of ((doc.board && doc.seen) || []).filter((one) => !isTold(one)))
    $("board").append(svg("circle", { class: "ghost", cx: d.x_mm, cy: -d.y_mm, r: doc.board.disc_mm + 3 }));
}

/* Shows the camera's picture below the lines. The drawn board is shown instead
 * if there is no picture or the operator has switched it off. */
function showView(doc) {
  const has = Boolean(doc.picture && doc.board);
  board.view.showPicture(has ? doc.picture : null);
  $("view").hidden = !has;
  $("view").setAttribute("aria-pressed", String(wantsCamera));
  $("board").classList.toggle("camera", has && wantsCamera);
}

function toggleView() {
  wantsCamera = !wantsCamera;
  showView(desk.match);
}

/* ---- the head ---- */

const SOURCE = {
  none: ["No camera", "warn"], starting: ["Looking for the board", "warn"], still: ["Watching", "good"],
  moving: ["A shot", "good"], covered: ["The board is covered", "warn"], lost: ["The board is not seen", "bad"],
  down: ["Camera down", "bad"], ended: ["The film has ended", "warn"],
};

function showHealth() {
  const source = desk.match ? desk.match.source : { state: "none" };
  const [usual, look] = SOURCE[source.state];
  const rate = source.rate_hz && source.state !== "ended" ? `, ${Math.round(source.rate_hz)} fps` : "";
  $("health").className = linked ? look : "bad";
  const others = consoles > 1 ? ` \u00B7 ${consoles} consoles` : "";
  setText($("health-text"), !linked ? "No connection" : (causeOf(source.words || "") || usual) + rate + others);
  $("health-text").title = source.words || "";
}

function showConsoles(n) {
  consoles = n;
  showHealth();
}

function showTitle(doc) {
  const isShot = doc.sides.every((s) => s.unplayed === 0);
  const words = { waiting: "No match yet", over: "The match is over",
    round_over: isShot ? "All discs are shot" : "Time is up" };
  const isExtra = doc.rounds && doc.round > doc.rounds;
  const round = isExtra ? "Extra round" : `Round ${doc.round}${doc.rounds ? `/${doc.rounds}` : ""}`;
  const game = doc.games > 1 ? `Game ${doc.game}/${doc.games}` : "";
  const where = doc.table ? `Table ${isolated(doc.table)}` : "";
  const isOn = doc.state !== "waiting" && doc.state !== "over";
  const shown = [where, ...(isOn ? [game, round] : []), words[doc.state]];
  setText($("title-stage"), shown.filter(Boolean).join(" \u00B7 "));
  setText($("title-event"), [doc.title, doc.stage].filter(Boolean).map(isolated).join(", "));
}

/* ---- all of it ---- */

desk.changed = (doc) => {
  const isPlaying = doc.state !== "waiting" && doc.state !== "over";
  settle(doc);
  board.update(doc);
  showView(doc);
  $("words").hidden = !doc.words;
  setText($("words-text"), doc.words || "");
  showSeen(doc);
  showSides($("sides"), board, wayOf(doc));
  $("by-count").hidden = wayOf(doc) !== "board";
  adding.show(doc);
  showQuestion(doc);
  showLast(doc);
  showMatch(doc, isPlaying);
  showBar(doc);
  showTitle(doc);
  showHealth();
  $("table").hidden = !doc.board;
  $("board-tools").hidden = !isPlaying;
  $("tabs").hidden = doc.state === "waiting";
  $("idle").hidden = doc.state !== "waiting";
  keepAwake(isPlaying);
  document.body.dataset.seq = doc.seq;
};

async function countByTaps() {
  const seen = desk.match;
  const n = seen.discs.length;
  const about = { what: `count round ${seen.round} by taps`, seen };
  const text = `This round is counted by taps from now on: shots are not followed in it, and ${n} ` +
    `${n === 1 ? "disc leaves" : "discs leave"} the board.`;
  if (n === 0 || (await sure({ ...about, text, yes: "Count by taps" }))) send(about, beginStep(seen));
}

/* ---- tabs ---- */

function showTab(name) {
  document.body.dataset.tab = name;
  for (const key of $("tabs").querySelectorAll("button")) key.setAttribute("aria-pressed", String(key.dataset.tab === name));
  if (name !== "board") adding.leave();
}

function showQuestions() {
  showTab("score");
  $("question").scrollIntoView({ block: "nearest" });
}

/* Leaves the mode that is on. Dialogs are closed by the browser. */
const leaveMode = () => board.leaveDrag() || adding.leave() || leaveLess();

/* ---- keys and buttons ---- */

function addFirst() {
  if (!desk.match.if_ended) return;
  showTab("board");
  adding.toggle(desk.match.sides[0].side);
}

const KEYS = [
  ["v", "The last shot was valid", () => rule(true)],
  ["n", "The last shot was not valid", () => rule(false)],
  ["u", "Undo", undo],
  ["r", "Redo", redo],
  ["e", "End the round", endRound],
  ["t", "Type the totals of the round", () => $("sides").querySelector(".total button") && openTotals()],
  ["a", "Add discs of the first side: arrows move the mark, Enter puts a disc", addFirst],
  ["c", "Camera's picture or drawn board", () => $("view").hidden || toggleView()],
  ["l", "List of events", () => openLog()],
  ["1", "A 20 for the first side (2, 3, 4 for the others)", null],
  ["!", "One 20 less: Shift and the number", null],
  ["Arrows", "Move the disc in focus by 1 mm, with Shift by 10", null],
  ["Delete", "Take off the disc in focus", null],
  ["Escape", "Leave what is being done", leaveMode],
  ["?", "This list", () => $("help").showModal()],
];

function wireButtons() {
  const click = (id, action) => $(id).addEventListener("click", action);
  click("undo", undo);
  click("redo", redo);
  click("open-log", () => openLog());
  click("open-help", () => $("help").showModal());
  click("questions", showQuestions);
  click("rule-valid", () => rule(true));
  click("rule-invalid", () => rule(false));
  click("last-replay", () => openReplay(desk.match.last.seq));
  click("view", toggleView);
  click("by-count", countByTaps);
  for (const key of $("tabs").querySelectorAll("button")) key.addEventListener("click", () => showTab(key.dataset.tab));
  for (const node of document.querySelectorAll("dialog .close"))
    node.addEventListener("click", () => node.closest("dialog").close());
  $("login-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const error = await signIn(event.target.elements.token.value.trim());
    $("login-said").textContent = error;
    if (!error) $("login").close("yes");
  });
}

ignoreDoubleTaps();
wireButtons();
setUpDesk();
setUpBar(showQuestions);
setUpKeys(KEYS, board);
setUpQuestions(board);
setUpMatch();
setUpKeeper();
setUpPast();
setUpReplay();
say(await signInFromLink());
desk.accepted = () => sayHere(showConsoles);
desk.accepted();
follow(receive, (up) => {
  linked = up;
  setLinked(up);
  showHealth();
});
