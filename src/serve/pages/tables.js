/* SPDX-License-Identifier: Apache-2.0
 *
 * The page of all tables: how each stands, its links, and for the host a code
 * that signs a phone in at this table only. */

import { causeOf, ignoreDoubleTaps } from "/pages/dom.js";
import { signIn, signInFromLink } from "/pages/send.js";

const LOOK_AGAIN_MS = 5000;
/* A key that waits for its second tap does so for this long, ms. */
const SURE_MS = 10000;
const $ = (id) => document.getElementById(id);
const WORDS = { waiting: "no match yet", playing: "playing", moving: "a shot", check: "a person is asked", round_over: "round over", over: "match over" };
/* What a side has of the field that decides a game. */
const STANDING = { points: "pts", score: "pts", rounds_won: "rounds won" };
const sections = new Map(); /* of the tables, by their numbers */
let host = { addresses: [], may_write: [], is_host: false, local_only: false };

async function read(path, alsoStatus = 200) {
  const answer = await fetch(path);
  if (!answer.ok && answer.status !== alsoStatus) throw new Error(answer.statusText);
  return answer.json();
}

/* ---- one table ---- */

/* The code changes when it was withdrawn; with another `n` the browser asks
 * again. */
function showCode(section, number, n = 0) {
  const figure = section.querySelector("figure");
  const may = host.may_write.includes(number);
  figure.hidden = !may;
  section.querySelector(".withdraw").hidden = !host.is_host;
  if (!may) return;
  const image = figure.querySelector("img");
  image.alt = `QR code of table ${number}`;
  image.src = `/qr.svg?n=${number}&page=${$("page").value}&address=${Math.max(0, $("address").selectedIndex)}&v=${n}`;
}

let disarm = () => {}; /* takes back the first tap on a key that withdraws */

function arm(button) {
  const timer = setTimeout(() => disarm(), SURE_MS);
  button.classList.add("sure");
  button.textContent = "Withdraw: phones at this table must sign in again";
  disarm = () => {
    clearTimeout(timer);
    button.classList.remove("sure");
    button.textContent = "Withdraw this code";
    disarm = () => {};
  };
}

async function withdrawNow(number) {
  try {
    const answer = await fetch(`/api/withdraw?n=${number}`,
      { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" });
    return answer.ok ? "The old code has ended. This is the new one." : (await answer.json()).error.message;
  } catch {
    return "The server does not answer: the old code may still sign phones in. Withdraw it again.";
  }
}

/* A second tap withdraws, so that one by mistake ends nobody's sign-in. A tap
 * elsewhere, or none for a while, takes the first one back. */
async function withdraw(section, number) {
  const button = section.querySelector(".withdraw");
  const isSure = button.classList.contains("sure");
  disarm();
  if (!isSure) return arm(button);
  section.querySelector(".said").textContent = await withdrawNow(number);
  return showCode(section, number, Date.now());
}

document.addEventListener("click", (event) => {
  if (!event.target.closest(".withdraw")) disarm();
});

function link(nav, text, href) {
  const a = document.createElement("a");
  a.href = href;
  a.textContent = text;
  nav.append(a);
}

function makeSection(number) {
  const section = $("table").content.cloneNode(true).querySelector("section");
  const nav = section.querySelector("nav");
  section.dataset.number = number;
  link(nav, "Console", `/console?n=${number}`);
  link(nav, "Photo", `/photo?n=${number}`);
  link(nav, "Overlay", `/overlay?n=${number}`);
  section.querySelector(".withdraw").addEventListener("click", () => withdraw(section, number));
  sections.set(number, section);
  $("tables").append(section);
  showCode(section, number);
  return section;
}

function cell(row, text) {
  const td = document.createElement("td");
  td.textContent = text;
  row.append(td);
}

function showTable(row) {
  const section = sections.get(row.number) ?? makeSection(row.number);
  const body = section.querySelector("tbody");
  section.querySelector("h2").textContent = row.table ? `${row.table} (${row.number})` : `Table ${row.number}`;
  section.querySelector(".state").textContent =
    [row.title, row.stage, row.round ? `round ${row.round}` : "", WORDS[row.state] ?? row.state].filter(Boolean).join(", ");
  body.replaceChildren();
  for (let i = 1; row[`name${i}`]; i++) {
    const tr = document.createElement("tr");
    cell(tr, row[`name${i}`]);
    const standing = row.decides ? `, ${row[`${row.decides}${i}`]} ${STANDING[row.decides]}` : "";
    cell(tr, `${row[`round_text${i}`]} this round${standing}`);
    body.append(tr);
  }
}

/* What is wrong with a table: no camera, a full disk. */
async function showTrouble(number) {
  const { reasons } = await read(`/healthz?n=${number}`, 503);
  sections.get(number).querySelector(".trouble").textContent = reasons.map(({ words }) => causeOf(words)).join(" ");
}

/* ---- all tables ---- */

function sayLost() {
  $("reach").textContent = "The server does not answer.";
  document.body.classList.add("lost");
}

async function showTables() {
  try {
    const rows = await read("/api/flat");
    rows.forEach(showTable);
    await Promise.all(rows.map(({ number }) => showTrouble(number)));
    if (!document.body.classList.contains("lost")) return;
    await showHost(); /* it may have other addresses after a restart */
    document.body.classList.remove("lost");
  } catch {
    sayLost();
  }
}

async function showHost() {
  host = await read("/api/host");
  $("login").hidden = host.is_host;
  $("page-box").hidden = host.may_write.length === 0;
  $("address-box").hidden = !host.is_host || host.addresses.length < 2;
  $("address").replaceChildren(...host.addresses.map((url) => new Option(url, url)));
  $("reach").textContent = host.local_only
    ? `Only this machine reaches ${host.addresses[0]}: --listen 0.0.0.0:8080 lets phones in.`
    : `Phones in the network reach this at ${host.addresses.join(", ")}`;
  for (const [number, section] of sections) showCode(section, number);
}

for (const id of ["address", "page"])
  $(id).addEventListener("change", () => {
    for (const [number, section] of sections) showCode(section, number);
  });
$("login").addEventListener("submit", async (event) => {
  event.preventDefault();
  $("login-said").textContent = await signIn(event.target.elements.token.value.trim());
  await showHost().catch(sayLost);
});

/* The camera is set up by another program, at a port of its own. */
$("setup").href = `http://${location.hostname}:8081/setup`;
$("setup").textContent = $("setup").href;
ignoreDoubleTaps();
$("login-said").textContent = await signInFromLink();
await showTables();
await showHost().catch(sayLost);
document.body.classList.add("ready");
setInterval(() => { if (!document.hidden) showTables(); }, LOOK_AGAIN_MS);
