// SPDX-License-Identifier: Apache-2.0
//
// What a viewer sees: the overlay over a camera's film that tests/sim draws, after
// x264 at 2.5 Mbit/s, and as the video platform's 360p picture of that. Each digit
// must be high enough, stand out from its ground, and look more like itself than
// like any other digit.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { before, beforeEach, after, test } from "node:test";
import os from "node:os";
import { countOf, event, startOf, twentiesOf } from "./events.mjs";
import { isShown, openOverlay, root, shotsDir, stageForEach } from "./stage.mjs";

let browser, stage;
const on = stageForEach();
beforeEach(() => { ({ browser, stage } = on); });

/* What is sent: 2.5 Mbit/s is little for 1920 x 1080, but what many halls have. */
const RATE = "2500k", FPS = 30, SECONDS = 1;
/* What comes of it at the viewer's: the sizes, the rate of a 360p rendition, and
 * the contrast that each digit must have: WCAG 2.1, 1.4.3 (AA), and where pixels are
 * larger than the strokes are wide, its value for large text, as all of these are
 * bold and at least 18.66 px high in the picture that is sent. */
const VIEWS = [
  { name: "1080p", w: 1920, h: 1080, contrast: 4.5 },
  { name: "360p", w: 640, h: 360, contrast: 3, rate: "700k" },
];
/* ISO 9241-3:1992, character format: digits that are read at a glance have 7 pixels
 * in height at least, those of lesser meaning (as in fractions and indices) 5. */
const LEAST_PX = { figure: 7, lesser: 5 };
const LESSER = [".cell small", "#round", "#game", "#points-cap", "#note", "#event", "#call-margin", ".call-scale", ".numeral"];
const FIGURES = [".cell > span", "#call-verdict"];

/* ---- pictures ---- */

let folder;
before(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "crokeye-onair-"));
  execFileSync(path.join(root, "build/release/tests/sim/sim"), ["--out", folder, "--seed", "3", "--looks", "real",
    "--size", "1920x1080", "--fps", String(FPS), "--seconds", String(SECONDS), "--mjpeg", path.join(folder, "camera.mjpg")]);
});
after(() => fs.rmSync(folder, { recursive: true }));

const ffmpeg = (...args) => execFileSync("ffmpeg", ["-nostdin", "-v", "error", "-y", ...args],
  { maxBuffer: 64 << 20, cwd: folder });
const x264 = (rate) => ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p",
  "-b:v", rate, "-maxrate", rate, "-bufsize", rate];
const scaled = ({ w, h }) => `scale=${w}:${h}:flags=bicubic`;

/* Encodes the camera's film with the overlay, and makes of it each view's last
 * picture, VIEW.png. */
function broadcast(overlay) {
  ffmpeg("-r", String(FPS), "-f", "mjpeg", "-i", "camera.mjpg", "-i", overlay, "-filter_complex", "overlay",
    ...x264(RATE), "1080p.mp4");
  for (const view of VIEWS) {
    if (view.rate) ffmpeg("-i", "1080p.mp4", "-vf", scaled(view), ...x264(view.rate), `${view.name}.mp4`);
    ffmpeg("-i", `${view.name}.mp4`, "-vf", `select=gte(n\\,${FPS * SECONDS - 1})`, "-frames:v", "1", `${view.name}.png`);
  }
}

/* The pixels of pictures (`%d` in the name: of all of them, 0 and so on) in a view's
 * size: brightness ("gray") or colours ("rgb24"). */
const pixels = (file, format, view) => ffmpeg("-i", file, "-vf", scaled(view), "-f", "rawvideo", "-pix_fmt", format, "-");

/* ---- digits ---- */

/* Finds each digit that is shown: its place from the baseline to its height, in px
 * of the page. */
const digitsOf = (page) => page.evaluate(([figures, lesser]) => {
  const pen = document.createElement("canvas").getContext("2d");
  const visible = (node) => node.checkVisibility() && node.getBoundingClientRect().width > 0;
  const texts = (node) => [...node.childNodes].flatMap((child) =>
    (child.nodeType === Node.TEXT_NODE ? [child] : texts(child)));
  const digitsIn = (text, kind) => {
    const style = getComputedStyle(text.parentElement);
    pen.font = `${style.fontWeight} 1000px ${style.fontFamily}`; /* it rounds to whole px */
    const m = pen.measureText("0");
    return [...text.data].flatMap((character, i) => {
      if (!/\d/.test(character)) return [];
      const range = document.createRange();
      range.setStart(text, i);
      range.setEnd(text, i + 1);
      const box = range.getBoundingClientRect();
      const k = box.height / (m.fontBoundingBoxAscent + m.fontBoundingBoxDescent);
      const h = k * m.actualBoundingBoxAscent;
      return [{ digit: Number(character), kind, x: box.x, w: box.width, y: box.y + k * m.fontBoundingBoxAscent - h, h,
        where: `${text.parentElement.id || text.parentElement.closest(".cell, svg")?.getAttribute("class") || "text"} "${text.data}"` }];
    });
  };
  const all = (selectors, kind) => [...document.querySelectorAll(selectors.join())].filter(visible)
    .flatMap((node) => texts(node).flatMap((text) => digitsIn(text, kind)));
  return [...all(figures, "figure"), ...all(lesser, "lesser")];
}, [FIGURES, LESSER]);

/* Shows this digit in place of each. */
const showOnly = (page, digit) => page.evaluate(([selectors, n]) => {
  const change = (node) => node.childNodes.forEach((child) => {
    if (child.nodeType === Node.TEXT_NODE) child.data = child.data.replace(/\d/g, n);
    else change(child);
  });
  document.querySelectorAll(selectors.join()).forEach(change);
}, [[...FIGURES, ...LESSER], digit]);

/* The pixels of a view in which a digit lies. */
function* pixelsOf({ x, y, w, h }, view) {
  const k = view.w / 1920;
  for (let v = Math.round(k * y); v < Math.round(k * (y + h)); v++)
    for (let u = Math.round(k * x); u < Math.round(k * (x + w)); u++) yield v * view.w + u;
}

function luminance(rgb, i) {
  const linear = (byte) => (byte / 255 <= 0.03928 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(rgb[3 * i]) + 0.7152 * linear(rgb[3 * i + 1]) + 0.0722 * linear(rgb[3 * i + 2]);
}

/* The contrast of the darkest with the brightest tenth of a digit's pixels: one is
 * of its strokes, the other of what is between them. */
function contrastOf(digit, rgb, view) {
  const seen = [...pixelsOf(digit, view)].map((i) => luminance(rgb, i)).sort((a, b) => a - b);
  const tenth = Math.floor(seen.length / 10);
  return (seen.at(-1 - tenth) + 0.05) / (seen[tenth] + 0.05);
}

/* The digit, of those in `drawn` by value, that is most like what is seen. */
function readDigit(place, seen, drawn, view) {
  const apart = (other) => [...pixelsOf(place, view)].reduce((sum, i) => sum + (seen[i] - other[i]) ** 2, 0);
  const sums = drawn.map(apart);
  return sums.indexOf(Math.min(...sums));
}

/* What is wrong with the digits of the page after it was broadcast, a line each;
 * pictures are kept under `name`. spoil() may change the page before. */
async function faultsOf(page, name, spoil = async () => {}) {
  const digits = await digitsOf(page);
  await spoil();
  const shoot = async (file) => page.screenshot({ path: path.join(folder, file), omitBackground: true });
  await shoot("overlay.png");
  for (let n = 0; n < 10; n++) {
    await showOnly(page, n);
    await shoot(`only${n}.png`);
  }
  broadcast("overlay.png");
  const faults = VIEWS.flatMap((view) => {
    const rgb = pixels(`${view.name}.png`, "rgb24", view);
    const seen = pixels(`${view.name}.png`, "gray", view);
    const only = pixels("only%d.png", "gray", view);
    const drawn = [...Array(10).keys()].map((n) => only.subarray(n * seen.length, (n + 1) * seen.length));
    fs.copyFileSync(path.join(folder, `${view.name}.png`), path.join(shotsDir, `onair-${name}-${view.name}.png`));
    return digits.flatMap((place) => {
      const high = (place.h * view.w) / 1920;
      const contrast = contrastOf(place, rgb, view);
      const read = readDigit(place, seen, drawn, view);
      return [
        high < LEAST_PX[place.kind] && `${high.toFixed(1)} px high`,
        contrast < view.contrast && `contrast ${contrast.toFixed(2)}`,
        read !== place.digit && `looks like ${read}`,
      ].filter(Boolean).map((what) => `${view.name} ${place.where}, ${place.digit}: ${what}`);
    });
  });
  return { digits, faults: [...new Set(faults)] };
}

async function checkDigits(page, name, least) {
  const { digits, faults } = await faultsOf(page, name);
  assert.ok(digits.length >= least, `only ${digits.length} digits`);
  assert.deepEqual(faults, []);
}

/* ---- matches ---- */

const SEEN = { source: "still" };
const DOUBLES = { black: ["Anna Weber", "Cyril Dubois"], white: ["Bo Lindqvist", "Dilani Perera"] };
const middle = event("board", { discs: [], discs_left: { black: 12, white: 12 }, unseen: { black: 12, white: 12 } });
const closed = [event("round_end", { early: true }), event("next_starter", { seat: 0 })];

test("every digit is read after x264 and at 360p: a match with a line call", async () => {
  await stage.play(startOf(DOUBLES, { best_of: 3 }), countOf({ black: 45, white: 30 }), countOf({ black: 60, white: 80 }),
    event("board", { discs: [], discs_left: { black: 9, white: 8 } }), twentiesOf("black", 3), twentiesOf("white", 1), SEEN);
  const page = await openOverlay(browser, stage, { clock: true }); /* the card of a call stays */
  /* 0.12 mm clear of the inner line */
  const x_mm = 101.6 - 0.8 - 15.875 - 0.12;
  await stage.play(event("board", { discs: [{ id: 1, side: "black", x_mm, y_mm: 0, sigma_mm: 0.15 },
    { id: 2, side: "white", x_mm: 120, y_mm: 120 }], discs_left: { black: 8, white: 7 } }));
  await isShown(page, stage);
  await page.waitForSelector("#call.on.close");
  await page.waitForFunction(() => document.getAnimations().every((a) => a.playState === "finished"));
  await checkDigits(page, "call", 25);
});

/* The call has every kind of digit; CROK_SOAK looks at other bars, too. */
const soak = { skip: process.env.CROK_SOAK ? false : "only with CROK_SOAK" };
test("every digit is read after x264 and at 360p: ranges to a target, of two sides", soak, async () => {
  await stage.play(startOf(DOUBLES, { rules: "woodestic", best_of: 3 }),
    event("penalty", { side: "black", points: 80, reason: "handicap" }), middle, ...closed, middle, ...closed, middle);
  await checkDigits(await openOverlay(browser, stage), "ranges", 15);
});

test("every digit is read after x264 and at 360p: four sides", soak, async () => {
  await stage.play(startOf({ black: ["Ann Weber"], white: ["Bo Lindqvist"], red: ["Cy Dubois"], blue: ["Di Perera"] }),
    countOf({ black: 45, white: 30, red: 60, blue: 55 }), event("board", { discs: [], discs_left: { black: 2, white: 6, red: 6, blue: 5 } }),
    twentiesOf("black", 4), twentiesOf("blue", 1), SEEN);
  await checkDigits(await openOverlay(browser, stage), "four", 20);
});

test("a digit that is too small, too faint or another one is noticed", async () => {
  await stage.play(startOf(DOUBLES), countOf({ black: 45, white: 30 }), SEEN);
  const page = await openOverlay(browser, stage);
  await page.addStyleTag({ content: `.row:first-child .points { color: #d04048 !important; }
    .row:last-child .twenties span { font-size: 20px !important; }` });
  const { faults } = await faultsOf(page, "doctored", () =>
    page.locator(".row:last-child .points span").evaluate((node) => { node.textContent = "8"; }));
  const expected = VIEWS.flatMap(({ name }) => [`${name} cell points "2", 2: contrast`, `${name} cell points "0", 0: looks like 8`]);
  expected.push('360p cell twenties "0", 0: 5.0 px high');
  for (const what of expected)
    assert.ok(faults.some((fault) => fault.startsWith(what)), `${what}: ${faults.join("; ")}`);
});
