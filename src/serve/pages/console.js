/* SPDX-License-Identifier: Apache-2.0
 *
 * The operator's page: it shows what the program sees and asks, and sends a
 * person's decisions and corrections. Names are inserted as text only, never as
 * HTML. */
import { follow } from "/pages/link.js";
import { BoardView, nameOf, paint, svg } from "/pages/board.js";
import * as edit from "/pages/edit.js";
import { change, read, signIn, signInFromLink } from "/pages/send.js";
import { openStart } from "/pages/start.js";
import { ofTable } from "/pages/table.js";
import { callRow, traceOf } from "/pages/trace.js";

const $ = (id) => document.getElementById(id);
let match = null;
/* A detected disc within this distance (mm) of a disc of the match of the same
 * side is taken for that disc. */
const TOLD_MM = 5;
let linked = false;

/* ---- small things ---- */

function make(name, className, ...children) {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

function button(text, action, label) {
  const node = make("button", "", text);
  node.type = "button";
  if (label) node.setAttribute("aria-label", label);
  node.addEventListener("click", action);
  return node;
}

function chip(doc, side) {
  const colours = paint(sideOf(doc, side));
  const node = make("i", "chip");
  node.style.background = colours.fill;
  node.style.borderColor = colours.edge;
  node.setAttribute("aria-hidden", "true");
  return node;
}

const sideOf = (doc, name) => doc.sides.find((s) => s.side === name);
const playerIn = (doc, seat) => {
  const at = doc.seats.find((s) => s.seat === seat);
  return at ? at.player || nameOf(sideOf(doc, at.side)) : `seat ${seat}`;
};

function say(text) {
  $("said").textContent = text;
  $("said").hidden = !text;
}

/* ---- sending ---- */

/* Opens a dialog and waits until it is closed; true if it was closed with
 * "yes". */
function answered(dialog) {
  return new Promise((done) => {
    dialog.returnValue = "";
    dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), { once: true });
    if (!dialog.open) dialog.showModal();
  });
}

const askToken = () => answered($("login"));

function sure(text) {
  $("sure-text").textContent = text;
  return answered($("sure"));
}

/* Sends changes one after the other. Each is sent as a decision on the match
 * that the answer to the previous change gave. */
async function send(...steps) {
  let seen = match;
  for (const [path, body] of steps) {
    const { doc, error } = await change(path, body, seen, askToken);
    if (error) {
      say(error);
      return error;
    }
    seen = doc;
    update(doc);
  }
  say("");
  return "";
}

/* ---- one board that can be corrected: the live one, or one of the past ---- */

class Table {
  constructor(root, after) {
    this.root = root;
    this.after = after; /* seq after which corrections apply; 0: live board */
    this.doc = null;
    this.view = new BoardView(root, (node, disc, gone) => this.decorate(node, disc, gone));
    this.drag = null;
    this.tapped = null;
    root.onclick = () => this.open();
  }

  update(doc) {
    this.doc = doc;
    const gone = !this.after && doc.last && doc.state !== "round_over" ? doc.last.remove : [];
    const lying = new Set(doc.discs.map((d) => d.id));
    this.view.update(doc, doc.discs, gone.filter((d) => !lying.has(d.id)));
  }

  twentiesOf(side) {
    return sideOf(this.doc, side).twenties;
  }

  /* Makes the request that sets the board to these discs. It also reduces the
   * side's number of discs left to shoot, if the discs and 20s require more
   * shots than the match has. */
  boardStep(discs, side, extraTwenties = 0) {
    const left = this.doc.state === "waiting" ? null
      : edit.shotsFor(this.doc, side, edit.countOf(discs, side), this.twentiesOf(side) + extraTwenties);
    return ["/api/board", edit.boardBody(discs, left, this.after)];
  }

  twentiesStep(side, count) {
    const body = { side, count };
    if (this.after) body.after = this.after;
    return ["/api/twenties", body];
  }

  async send(...steps) {
    const error = await send(...steps);
    if (this.after) await showPast(this.after, error);
    return error;
  }

  async setValue(disc, value) {
    if (value === 20) {
      const discs = edit.without(this.doc.discs, disc.id);
      return this.send(this.boardStep(discs, disc.side, 1),
        this.twentiesStep(disc.side, this.twentiesOf(disc.side) + 1));
    }
    if (value === 0) return this.remove(disc);
    return this.place(edit.withValue(this.doc.board, disc, value));
  }

  remove(disc) {
    return this.send(["/api/board", edit.boardBody(edit.without(this.doc.discs, disc.id), null, this.after)]);
  }

  place(disc) {
    return this.send(this.boardStep(edit.replaced(this.doc.discs, disc), disc.side));
  }

  add(side, x, y) {
    const discs = this.doc.discs;
    return this.send(this.boardStep([...discs, edit.newDisc(discs, side, x, y)], side));
  }

  /* Changes a side's number of 20s. One more 20 may mean one more shot; then
   * the side's number of discs left is reduced first. */
  addTwenty(side, by) {
    const count = this.twentiesOf(side) + by;
    if (count < 0) return "";
    const left = edit.shotsFor(this.doc, side, edit.countOf(this.doc.discs, side), count);
    const steps = [this.twentiesStep(side, count)];
    if (left) steps.unshift(["/api/board", edit.boardBody(this.doc.discs, left, this.after)]);
    return this.send(...steps);
  }

  addLeft(side, by) {
    const s = sideOf(this.doc, side);
    const left = s.discs_left + by;
    if (left < 0 || left > s.dealt) return "";
    return this.send(["/api/board", edit.boardBody(this.doc.discs, { [side]: left }, this.after)]);
  }

  /* ---- each disc is a button that can be dragged ---- */

  decorate(node, disc, gone) {
    node.discNow = disc;
    if (gone || node.classList.contains("gone")) {
      node.removeAttribute("tabindex");
      node.setAttribute("role", "img");
      node.setAttribute("aria-label", `${disc.side} disc, take it off`);
      return;
    }
    if (!node.wired) this.wire(node);
    const colours = paint(sideOf(this.doc, disc.side));
    node.setAttribute("tabindex", "0");
    node.setAttribute("role", "button");
    node.setAttribute("aria-label", discLabel(disc));
    node.querySelector(".number").textContent = disc.state === "leaning" ? "/" : disc.value;
    node.querySelector(".number").setAttribute("fill", colours.ink);
    node.querySelector(".margin").textContent =
      disc.close ? `${disc.margin_mm.toFixed(1)} mm` : "";
    if (this.drag && this.drag.node === node) this.drag.show();
  }

  wire(node) {
    node.wired = true;
    /* This invisible circle enlarges the area that reacts to touch: on a phone
     * a finger is wider than a disc. */
    node.prepend(svg("circle", { class: "hit", r: 30 }));
    node.append(svg("text", { class: "number", y: 7 }), svg("text", { class: "margin", y: -24 }));
    requestAnimationFrame(() => node.classList.add("glide"));
    node.addEventListener("pointerdown", (e) => this.grab(this.nearest(node, e), e));
    node.addEventListener("keydown", (e) => this.key(node, e));
  }

  toBoard(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.root.getScreenCTM().inverse());
    return { x: at.x, y: -at.y };
  }

  /* Opens the sheet of the disc that was tapped. This waits for the click
   * event: if the sheet opened at pointerup, the click would press the button
   * of the sheet below the finger. */
  open() {
    const node = this.tapped;
    this.tapped = null;
    if (node && !adding) openDisc(this, node.discNow);
  }

  /* Returns the disc nearest to the touch, because the touch areas of
   * neighbouring discs overlap. */
  nearest(node, event) {
    const at = this.toBoard(event);
    const apart = (n) => Math.hypot(n.discNow.x_mm - at.x, n.discNow.y_mm - at.y);
    const discs = [...this.view.nodes.values()].filter((n) => n.wired && !n.classList.contains("gone"));
    return discs.reduce((best, n) => (apart(n) < apart(best) ? n : best), node);
  }

  grab(node, event) {
    if (node.classList.contains("gone") || event.button > 0) return;
    event.preventDefault();
    node.focus();
    const from = this.toBoard(event);
    const disc = node.discNow;
    const drag = { node, moved: false, x: disc.x_mm, y: disc.y_mm };
    drag.show = () => { if (drag.moved) node.style.transform = `translate(${drag.x}px, ${-drag.y}px)`; };
    this.drag = drag;
    node.classList.remove("glide");
    node.setPointerCapture(event.pointerId);
    const move = (e) => {
      const to = this.toBoard(e);
      drag.moved = drag.moved || Math.hypot(to.x - from.x, to.y - from.y) > 6;
      drag.x = disc.x_mm + to.x - from.x;
      drag.y = disc.y_mm + to.y - from.y;
      drag.show();
    };
    const end = (e) => {
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", end);
      node.removeEventListener("pointercancel", end);
      node.classList.add("glide");
      this.drag = null;
      if (e.type === "pointerup" && drag.moved) this.drop(disc, drag);
      else if (e.type === "pointerup") this.tapped = node;
      else this.update(this.doc);
    };
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", end);
    node.addEventListener("pointercancel", end);
  }

  async drop(disc, { x, y }) {
    const error = await this.place({ ...disc, x_mm: x, y_mm: y, sigma_mm: 0, state: "flat" });
    if (error) this.update(this.doc);
  }

  key(node, event) {
    const step = event.shiftKey ? 10 : 1;
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key];
    const disc = node.discNow;
    if (event.key === "Enter" || event.key === " ") openDisc(this, disc);
    else if (event.key === "Delete" || event.key === "Backspace") this.remove(disc);
    else if (by) this.place({ ...disc, x_mm: disc.x_mm + by[0], y_mm: disc.y_mm + by[1], sigma_mm: 0 });
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function discLabel(disc) {
  const line = disc.line === null || disc.margin_mm === undefined ? ""
    : `, ${Math.abs(disc.margin_mm).toFixed(1)} mm ${disc.margin_mm > 0 ? "clear of" : "over"} the ${disc.line} line`;
  return `${disc.side} disc, ${disc.value} points${line}${disc.close ? ", close call" : ""}`;
}

/* ---- the sheet of one disc ---- */

function openDisc(table, disc) {
  const sheet = $("disc-sheet");
  const close = (action) => () => { sheet.close(); action(); };
  $("disc-title").textContent = `${nameOf(sideOf(table.doc, disc.side))}: disc worth ${disc.value}`;
  $("disc-text").textContent = discLabel(disc) +
    (disc.sigma_mm === undefined ? "" : ` (\u00B1 ${disc.sigma_mm.toFixed(2)} mm)`);
  $("disc-values").replaceChildren(...[20, 15, 10, 5, 0].map((value) => {
    const key = button(String(value), close(() => table.setValue(disc, value)), `${value} points`);
    key.setAttribute("aria-pressed", String(value === disc.value && !disc.close));
    return key;
  }));
  $("disc-sides").replaceChildren(...table.doc.sides.map((s) => {
    const key = button(s.side, close(() => table.place({ ...disc, side: s.side })));
    key.prepend(chip(table.doc, s.side), " ");
    key.disabled = s.side === disc.side;
    return key;
  }));
  $("disc-remove").onclick = close(() => table.remove(disc));
  sheet.showModal();
}

/* ---- sides ---- */

function counter(what, value, less, more) {
  return make("div", "count", make("span", "soft", what),
    button("\u2212", less, `${what}: one less`), make("b", "", String(value)),
    button("+", more, `${what}: one more`));
}

function sideCard(table, side) {
  const doc = table.doc;
  const colours = paint(side);
  const plate = make("div", "plate", make("span", "", nameOf(side)));
  plate.style.background = colours.fill;
  plate.style.color = colours.ink;
  if (doc.turn && doc.turn.side === side.side)
    plate.append(make("span", "mark", doc.turn.player && side.players.length > 1 ? `${doc.turn.player} shoots` : "shoots"));
  if (doc.hammer && doc.hammer.side === side.side) plate.append(make("span", "mark", "hammer"));
  const [low, high] = side.range;
  const running = doc.target === undefined ? `${side.points} points` : `${side.score} of ${doc.target}`;
  const total = make("div", "total", low === high ? String(low) : `${low}\u2013${high}`,
    make("small", "", doc.games > 1 ? `${running}, ${side.games} games` : running));
  const counts = make("div", "counts",
    counter(`20s`, side.twenties, () => table.addTwenty(side.side, -1), () => table.addTwenty(side.side, 1)),
    counter("Left", side.discs_left, () => table.addLeft(side.side, -1), () => table.addLeft(side.side, 1)));
  const card = make("div", "side", plate, total, counts);
  card.dataset.side = side.side;
  return card;
}

/* Rebuilds the sides' cards only if something has changed, and keeps the focus
 * on the same button. */
function showSides(root, table) {
  const doc = table.doc;
  const key = JSON.stringify([doc.sides, doc.turn, doc.hammer, doc.target]);
  if (root.dataset.key === key) return;
  root.dataset.key = key;
  const buttons = [...root.querySelectorAll("button")];
  const focused = buttons.indexOf(document.activeElement);
  root.replaceChildren(...doc.sides.map((s) => sideCard(table, s)));
  if (focused >= 0) (root.querySelectorAll("button")[focused] || root).focus();
}

/* ---- what is asked ---- */

/* Describes what the players must do at the board after a decision: "one red
 * disc comes off". */
function outcome(decision) {
  const parts = [];
  const say = (discs, one, many) => {
    for (const side of new Set(discs.map((d) => d.side))) {
      const n = discs.filter((d) => d.side === side).length;
      parts.push(`${n === 1 ? "one" : n} ${side || ""} ${n === 1 ? "disc" : "discs"} ${n === 1 ? one : many}`);
    }
  };
  say(decision.remove.filter((d) => d.to === "bowl"), "is a 20", "are 20s");
  say(decision.remove.filter((d) => d.to !== "bowl"), "comes off", "come off");
  say(decision.restore, "goes back", "go back");
  const text = parts.join(", ") || "nothing comes off";
  return text[0].toUpperCase() + text.slice(1);
}

function askValidity(q) {
  const key = (valid, text) => {
    const node = button(text, () => send(["/api/ruling", { of: q.of, valid }]));
    node.append(make("small", "", outcome(q.either[String(valid)])));
    return node;
  };
  return [make("h2", "", "Was the shot valid?"),
    make("p", "soft", `${q.either.true.why.map((w) => w.text).join(" ")} ` +
      `Not seen: ${q.missing.join(", ").replace(/_/g, " ")}.`),
    make("div", "outcomes", key(true, "Valid"), key(false, "Not valid"))];
}

/* Asks about a disc that was taken off the board as a 20 and that may have been
 * out of play before: was it a 20? */
function askTwenty(disc) {
  return make("div", "outcomes",
    button(`${disc.side}: a 20`, () => table.addTwenty(disc.side, 0)),
    button(`${disc.side}: no 20`, () => table.addTwenty(disc.side, -1)));
}

function askStays(disc) {
  return make("div", "outcomes",
    button(`${disc.side}: it stays`, () => table.place({ ...disc, sigma_mm: 0 })),
    button(`${disc.side}: take it off`, () => table.remove(disc)));
}

function askDisc(q) {
  const among = (discs) => q.discs.map((id) => discs.find((d) => d.id === id)).filter(Boolean);
  const gone = among(match.last.remove);
  const here = among(match.discs);
  const part = (title, rows) => rows.length > 0 ? [make("h2", "", title), ...rows] : [];
  return [...part("Was it a 20?", gone.map(askTwenty)), ...part("Does this disc stay?", here.map(askStays)),
    make("p", "soft", "What was seen of the last shot does not tell.")];
}

function askStarter(q) {
  return [make("h2", "", "Who starts the round?"), make("div", "outcomes", ...q.seats.map((s) =>
    button(s.player || s.side, () => send(["/api/starter", { seat: s.seat }]))))];
}

/* The answer is typed for all sides that are level at once. */
function askShootOut(q) {
  const level = match.sides.filter((side) => q.sides.includes(side.side));
  const counts = new Map(level.map((side) => [side.side, 0]));
  const row = (side) => {
    const shown = make("b", "", "0");
    const more = (n) => () => {
      counts.set(side.side, Math.max(0, counts.get(side.side) + n));
      shown.textContent = String(counts.get(side.side));
    };
    const what = `${nameOf(side)}: 20s`;
    return make("div", "count", make("span", "soft", what), button("\u2212", more(-1), `${what}: one less`), shown,
      button("+", more(1), `${what}: one more`));
  };
  const sides = () => [...counts].map(([side, n]) => ({ side, 20: n }));
  return [make("h2", "", "The shoot-out: how many 20s?"), make("div", "counts", ...level.map(row)),
    make("div", "outcomes", button("Save", () => send(["/api/event", { type: "shoot_out", sides: sides() }])))];
}

function showQuestion() {
  const q = match.question;
  const root = $("question");
  const key = JSON.stringify([q, match.seq]);
  root.hidden = !q;
  if (!q || root.dataset.key === key) return;
  root.dataset.key = key;
  const asks = { validity: askValidity, disc: askDisc, starter: askStarter, shoot_out: askShootOut };
  root.replaceChildren(...asks[q.ask](q));
}

/* ---- the last shot ---- */

function showLast() {
  const last = match.last;
  const over = match.state === "over" || match.state === "waiting";
  const remove = last && !over ? last.remove : [];
  $("last").hidden = !last || over || match.ask === "validity";
  $("remove").hidden = remove.length === 0;
  $("remove-list").replaceChildren(...remove.map((d) => make("li", "", ...(d.side ? [chip(match, d.side)] : []),
    `${d.side || "a"} disc, ${d.to === "bowl" ? "a 20: into the bowl" : "into the ditch"} (${d.rule})`)));
  if (!last) return;
  const who = last.seat === undefined ? "" : `${playerIn(match, last.seat)}: `;
  $("last-text").textContent = who + last.text;
  $("rule-valid").setAttribute("aria-pressed", String(last.valid === true));
  $("rule-invalid").setAttribute("aria-pressed", String(last.valid === false));
}

const rule = (valid) => match && match.last && send(["/api/ruling", { of: match.last.seq, valid }]);

/* ---- board and adding ---- */

const table = new Table($("board"), 0);
let adding = false;

function setAdding(on) {
  adding = on;
  $("add").setAttribute("aria-pressed", String(on));
  $("board").classList.toggle("adding", on);
  $("board-hint").textContent = on ? "Tap the board where the disc lies." : "";
}

$("board").addEventListener("click", (event) => {
  if (!adding || !match.board) return;
  const at = table.toBoard(event);
  setAdding(false);
  table.add($("add-side").value, at.x, at.y);
});

/* Draws a ring around each detected disc that the match does not have. */
function showSeen() {
  const root = $("board");
  const told = [...match.discs, ...((match.last && match.last.remove) || [])];
  const isTold = (d) => told.some((t) => t.side === d.side && t.x_mm !== undefined &&
    Math.hypot(t.x_mm - d.x_mm, t.y_mm - d.y_mm) < TOLD_MM);
  root.querySelectorAll(".ghost").forEach((node) => node.remove());
  for (const d of ((match.board && match.seen) || []).filter((one) => !isTold(one)))
    root.append(svg("circle", { class: "ghost", cx: d.x_mm, cy: -d.y_mm, r: match.board.disc_mm + 3 }));
}

/* Marks the discs that one of the two possible rulings would take off, at their
 * positions. */
function showAsked() {
  const root = $("board");
  root.querySelectorAll(".asked").forEach((node) => node.remove());
  if (!match.board || !match.question || !match.question.either) return;
  const { true: a, false: b } = match.question.either;
  const discs = new Map([...a.remove, ...b.remove].filter((d) => d.x_mm !== undefined).map((d) => [d.id, d]));
  for (const d of discs.values()) {
    root.append(svg("circle", { class: "asked", cx: d.x_mm, cy: -d.y_mm, r: match.board.disc_mm,
      fill: paint(sideOf(match, d.side)).fill }));
  }
}

let wantsCamera = true;

/* Shows the camera's picture below the lines. The drawn board is shown instead
 * if there is no picture or the operator has switched it off. */
function showView() {
  const has = Boolean(match.picture && match.board);
  table.view.showPicture(has ? match.picture : null);
  $("view").hidden = !has;
  $("view").setAttribute("aria-pressed", String(wantsCamera));
  $("board").classList.toggle("camera", has && wantsCamera);
}

function toggleView() {
  wantsCamera = !wantsCamera;
  showView();
}

function showWords() {
  $("words").hidden = !match.words;
  if ($("words-text").textContent !== (match.words || "")) $("words-text").textContent = match.words || "";
}

function showAddSides() {
  const select = $("add-side");
  const names = match.sides.map((s) => s.side);
  if ([...select.options].map((o) => o.value).join() === names.join()) return;
  select.replaceChildren(...names.map((name) => new Option(name, name)));
}

/* ---- events and the past ---- */

async function openLog(before) {
  try {
    const doc = await read(before ? `/api/log?before=${before}` : "/api/log");
    if (!before) $("log-list").replaceChildren();
    $("log-list").append(...doc.events.map(logRow));
    const first = doc.events[doc.events.length - 1];
    $("log-more").hidden = !first || first.seq <= 1 || doc.events.length < 100;
    $("log-more").onclick = () => openLog(first.seq);
    if (!$("log").open) $("log").showModal();
  } catch (error) {
    say(error.message);
  }
}

function logRow(event) {
  const where = event.round ? `round ${event.round}` : "";
  const time = event.time.slice(11, 19);
  const row = button("", () => openPast(event));
  row.append(make("span", event.stands ? "" : "undone", event.text),
    make("small", "", [`${event.seq}`, time, where, event.after ? `corrects what event ${event.after} left` : "",
      event.stands ? "" : "taken back"].filter(Boolean).join(" \u00B7 ")));
  return make("li", "", row);
}

let pastEvent = null;

function openPast(event) {
  pastEvent = event;
  $("past-title").textContent = `Event ${event.seq}, ${event.time.slice(11, 19)}`;
  $("past-text").textContent = event.text +
    (event.correct ? " \u2014 the board below is what it left; what you change is counted from there on." : "");
  $("past-undo").disabled = !event.stands;
  $("trace").replaceChildren();
  showRest(event);
  $("past-said").textContent = "";
  showPast(event.correct, "");
  $("past").showModal();
}

const traceRow = ([what, how]) => [make("dt", "", what), make("dd", "", how)];

/* Shows the camera's picture of the rest after a shot; it stays hidden if the
 * record has none. */
function showRest(event) {
  const picture = $("past-picture");
  picture.hidden = true;
  picture.removeAttribute("src");
  if (event.type === "shot") picture.src = ofTable(`/rests/${event.seq}.jpg`);
}

$("past-picture").addEventListener("load", () => { $("past-picture").hidden = false; });

/* Shows below the board what was observed of the event, what was not, the rules
 * that decided, and the close calls. */
async function showTrace(event, doc) {
  const told = await read(`/api/event?of=${event.seq}`);
  if (pastEvent !== event) return;
  const calls = event.type === "shot" && doc ? doc.calls.map((call) => callRow(doc, call)) : [];
  $("trace").replaceChildren(...[...traceOf(told), ...calls].flatMap(traceRow));
}

async function showPast(after, error) {
  $("past-said").textContent = error;
  $("past-board").hidden = $("past-sides").hidden = !after;
  try {
    if (!after) {
      await showTrace(pastEvent, null);
      return;
    }
    const doc = await read(`/api/match?at=${after}`);
    const past = new Table($("past-board"), after);
    settle(doc);
    past.update(doc);
    delete $("past-sides").dataset.key;
    showSides($("past-sides"), past);
    await showTrace(pastEvent, doc);
  } catch (problem) {
    $("past-said").textContent = problem.message;
  }
}

$("past-undo").addEventListener("click", async () => {
  const error = await send(["/api/undo", { of: pastEvent.seq }]);
  $("past-said").textContent = error;
  if (!error) {
    $("past").close();
    openLog();
  }
});

/* ---- all of it ---- */

function settle(doc) {
  for (const key of ["turn", "hammer"])
    if (doc[key]) doc[key].side = (doc.seats.find((s) => s.seat === doc[key].seat) || {}).side;
}

const SOURCE = {
  none: ["No camera", "warn"], starting: ["Looking for the board", "warn"], still: ["Watching", "good"],
  moving: ["A shot", "good"], covered: ["The board is covered", "warn"], lost: ["The board is not seen", "bad"],
  down: ["Camera down", "bad"], ended: ["The film has ended", "warn"],
};

function showHealth() {
  const source = match ? match.source : { state: "none" };
  const [usual, look] = SOURCE[source.state];
  const rate = source.rate_hz && source.state !== "ended" ? `, ${Math.round(source.rate_hz)} fps` : "";
  const text = !linked ? "No connection" : (source.words || usual) + rate;
  $("health").className = linked ? look : "bad";
  if ($("health-text").textContent !== text) $("health-text").textContent = text;
}

function showTitle() {
  const words = { waiting: "No match yet", over: "The match is over", round_over: "All discs are shot" };
  const round = match.state === "waiting" ? "" : `Round ${match.round}${match.rounds ? `/${match.rounds}` : ""}`;
  $("title-stage").textContent = [round, words[match.state] || ""].filter(Boolean).join(" \u00B7 ");
  $("title-event").textContent = [match.title, match.stage].filter(Boolean).join(", ");
}

function update(doc) {
  match = doc;
  settle(doc);
  const playing = doc.state !== "waiting" && doc.state !== "over";
  table.update(doc);
  showView();
  showWords();
  showSeen();
  showAsked();
  showSides($("sides"), table);
  showAddSides();
  showQuestion();
  showLast();
  showTitle();
  showHealth();
  $("table").hidden = !doc.board;
  $("end-round").hidden = $("end-match").hidden = $("board-tools").hidden = !playing;
  $("end-round").classList.toggle("main", doc.state === "round_over");
  $("start").hidden = doc.state !== "waiting";
  $("undo").disabled = doc.seq === 0;
}

async function endRound() {
  const left = match.sides.reduce((n, s) => n + s.discs_left, 0);
  if (left === 0) return send(["/api/round-end", {}]);
  if (await sure(`${left} discs are still to be shot. End the round all the same?`))
    return send(["/api/round-end", { early: true }]);
  return "";
}

async function endMatch() {
  if (await sure("End the match as it stands?")) await send(["/api/match", { end: true }]);
}

const undo = () => send(["/api/undo", {}]);

/* ---- keys and buttons ---- */

const KEYS = [
  ["v", "The last shot was valid", () => rule(true)],
  ["n", "The last shot was not valid", () => rule(false)],
  ["u", "Undo the last event", undo],
  ["e", "End the round", endRound],
  ["a", "Add a disc, then tap the board", () => setAdding(!adding)],
  ["c", "Camera's picture or drawn board", () => $("view").hidden || toggleView()],
  ["l", "List of events", () => openLog()],
  ["1", "A 20 for the first side (2, 3, 4 for the others)", null],
  ["!", "One 20 less: Shift and the number", null],
  ["Arrows", "Move the disc in focus by 1 mm, with Shift by 10", null],
  ["Delete", "Take off the disc in focus", null],
  ["?", "This list", () => $("help").showModal()],
];

document.addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !match) return;
  if (document.querySelector("dialog[open]")) return;
  const digit = /^Digit([1-4])$/.exec(event.code);
  const side = digit && match.sides[Number(digit[1]) - 1];
  const key = KEYS.find(([name, , action]) => action && name === event.key.toLowerCase());
  if (side && match.state !== "over") table.addTwenty(side.side, event.shiftKey ? -1 : 1);
  else if (key) key[2]();
  else return;
  event.preventDefault();
});

function wireButtons() {
  const click = (id, action) => $(id).addEventListener("click", action);
  click("undo", undo);
  click("open-log", () => openLog());
  click("open-help", () => $("help").showModal());
  click("rule-valid", () => rule(true));
  click("rule-invalid", () => rule(false));
  click("view", toggleView);
  click("add", () => setAdding(!adding));
  click("end-round", endRound);
  click("end-match", endMatch);
  click("start", () => openStart((body) => send(["/api/match", body])));
  click("sure-yes", () => $("sure").close("yes"));
  for (const node of document.querySelectorAll("dialog .close"))
    node.addEventListener("click", () => node.closest("dialog").close());
  $("login-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const error = await signIn(event.target.elements.token.value.trim());
    $("login-said").textContent = error;
    if (!error) $("login").close("yes");
  });
  $("help-list").append(...KEYS.flatMap(([key, what]) => [make("dt", "", key), make("dd", "", what)]));
}

wireButtons();
await signInFromLink();
follow(update, (up) => {
  linked = up;
  showHealth();
});
