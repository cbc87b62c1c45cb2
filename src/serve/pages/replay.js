/* SPDX-License-Identifier: Apache-2.0
 *
 * The dialog in which the replay of a shot is seen again and put on air. */
import { $, answered } from "/pages/dom.js";
import { endFilm, playFilm } from "/pages/film.js";
import { change } from "/pages/send.js";
import { ofTable } from "/pages/table.js";

let seq = 0; /* of the shot */
let showsWays = true;

const told = (text) => { $("replay-said").textContent = text; };
const addressOf = (of) => ofTable(`/replay/${of}`);

async function play() {
  try {
    told(await playFilm($("replay-film"), addressOf(seq), showsWays));
  } catch {
    told("The server does not answer.");
  }
}

function toggleWays() {
  showsWays = !showsWays;
  $("replay-ways").setAttribute("aria-pressed", String(showsWays));
  $("replay-film").querySelector("svg")?.classList.toggle("plain", !showsWays);
}

/* The overlays play it, with or without the ways as it is seen here. */
async function putOnAir() {
  const { error } = await change(`/replay/${seq}`, { tracks: showsWays }, null, () => answered($("login")));
  told(error || "It is on air for 5 seconds.");
}

/* Opens the replay of the shot with this seq, and plays it. */
export function openReplay(of) {
  seq = of;
  told("");
  $("replay-title").textContent = `Replay of event ${of}`;
  if (!$("replay").open) $("replay").showModal();
  play();
}

/* Has the event a replay? */
export const hasReplay = async (of) =>
  (await fetch(addressOf(of), { method: "HEAD" }).catch(() => ({ ok: false }))).ok;

export function setUpReplay() {
  $("replay-again").addEventListener("click", play);
  $("replay-ways").addEventListener("click", toggleWays);
  $("replay-air").addEventListener("click", putOnAir);
  $("replay").addEventListener("close", () => endFilm($("replay-film")));
}
