// SPDX-License-Identifier: Apache-2.0
//
// The page /setup: asks the server for the newest figures of the camera
// (crokeye.setup/1), shows them, and loads the picture to which they belong.

const ASK_EVERY_MS = 400;
const FIRST_LEAST_PCT = 1;

/* A figure: its name, its value with this number of decimals, its unit, and the
 * defects that it shows. */
const FIGURES = [
  { name: "Open calls of 100", of: (s) => s.open_calls_pct, decimals: 1, unit: "", defects: [] },
  { name: "Image scale", of: (s) => s.px_per_mm, decimals: 2, unit: "px/mm", defects: ["distance", "pixels"] },
  { name: "Width of an edge", of: (s) => s.blur_px, decimals: 1, unit: "px", defects: ["blur"] },
  { name: "Lines in glare", of: inGlare, decimals: 0, unit: "%", defects: ["glare"] },
  { name: "Light", of: (s) => s.light_pct, decimals: 0, unit: "%", defects: ["dark"] },
  { name: "Flicker", of: (s) => s.flicker_pct, decimals: 1, unit: "%", defects: ["flicker"] },
  { name: "Noise", of: (s) => s.noise_levels, decimals: 1, unit: "levels", defects: ["noise"] },
  { name: "Tilt", of: (s) => s.tilt_deg, decimals: 0, unit: "degrees", defects: ["tilt"] },
  { name: "Sway", of: (s) => s.sway_px, decimals: 1, unit: "px", defects: ["sway"] },
  { name: "Pictures", of: (s) => s.fps, decimals: 0, unit: "a second", defects: ["rate", "no_pictures", "frozen"] },
];

/* The largest part of a line that is in glare, percent. */
function inGlare(setup) {
  return setup.lines.length === 0 ? null : Math.max(...setup.lines.map((line) => line.glare_pct));
}

const at = (id) => document.getElementById(id);

const cells = FIGURES.map((figure) => {
  const cell = document.createElement("div");
  const name = document.createElement("dt");
  const value = document.createElement("dd");
  name.textContent = figure.name;
  cell.append(name, value);
  at("figures").append(cell);
  return { figure, cell, value };
});

function showFigure({ figure, cell, value }, setup) {
  const number = figure.of(setup);
  const unit = document.createElement("small");
  unit.textContent = ` ${figure.unit}`;
  value.textContent = number === null ? "\u2013" : number.toFixed(figure.decimals);
  if (number !== null) value.append(unit);
  const cost = figure.defects.reduce((sum, defect) => sum + setup.costs_pct[defect], 0);
  cell.classList.toggle("costly", cost >= FIRST_LEAST_PCT);
  cell.classList.toggle("worst", figure.defects.includes(setup.first.what));
}

function showFirst(setup) {
  const { what, words, cost_pct: cost } = setup.first;
  at("first-words").textContent = words.charAt(0).toUpperCase() + words.slice(1);
  at("first-cost").textContent = what === "nothing" || cost >= 100 ? "" :
    `It leaves ${cost.toFixed(1)} more of 100 calls or shots open.`;
  at("first").className = what === "nothing" ? "good" : cost >= 100 ? "bad" : "";
}

/* Load the picture, and show it when it is complete. */
async function showPicture(setup) {
  const next = new Image();
  next.src = `/setup.jpg?t=${setup.t_s}`;
  await next.decode();
  at("picture").src = next.src;
  at("picture").hidden = false;
}

let shown = null;

async function ask() {
  const answer = await fetch("/api/setup");
  if (answer.status === 404) {
    at("first-words").textContent = "Waiting for the camera";
    return;
  }
  const text = await answer.text();
  if (text === shown) return;
  shown = text;
  const setup = JSON.parse(text);
  showFirst(setup);
  for (const cell of cells) showFigure(cell, setup);
  if (setup.frames > 0) await showPicture(setup);
}

async function follow() {
  try {
    await ask();
  } catch {
    at("first-words").textContent = "crokeye setup has ended";
    at("first-cost").textContent = "";
    at("first").className = "bad";
    shown = null;
  }
  setTimeout(follow, ASK_EVERY_MS);
}

follow();
