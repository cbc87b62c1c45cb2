/* SPDX-License-Identifier: Apache-2.0
 *
 * Draws a scored picture with its discs. A scene is {picture, doc, count}: an
 * upright bitmap, its score (crokeye.score/1), and the count of it. */
import { paint } from "/pages/board.js";

const JPEG_QUALITY = 0.92;
const SHOWN_MOST_PX = 1600;
const HEADER_PX = 110;
/* The shown part reaches so far from the board's centre, in radii of the outer
 * line: the ditch and the rail are in it. */
const AROUND_BOARD = 1.45;
/* A close-up reaches so far from its middle, in radii of a disc. */
const AROUND_DISC = 2.2;
/* The least radius of a drawn disc, so that its number can be read. */
const LEAST_PX = 9;

const FONT = '"Noto Sans", sans-serif';
const ASKED = "#ffc533";

export const paintOf = (count, side) => paint(count.sides.find((it) => it.side === side) ?? { side });

const discPx = ({ board }) => board.disc_mm * board.px_per_mm;

/* The part of the picture that has the board, in px of the score. */
export function shownPart(doc) {
  const [x, y] = doc.board.centre_px;
  const reach = AROUND_BOARD * doc.board.lines_mm.outer * doc.board.px_per_mm;
  const [left, top] = [Math.max(0, x - reach), Math.max(0, y - reach)];
  return { left, top, width: Math.min(doc.width, x + reach) - left, height: Math.min(doc.height, y + reach) - top };
}

function circle(at, x, y, r, { fill, stroke, width }) {
  at.beginPath();
  at.arc(x, y, r, 0, 2 * Math.PI);
  at.lineWidth = width;
  at.strokeStyle = stroke;
  at.stroke();
  if (!fill) return;
  at.fillStyle = fill;
  at.fill();
}

function drawDisc({ count }, at, [x, y], r, place) {
  const isAsked = count.isOpen(place);
  const [disc] = count.at(place);
  const colours = disc && paintOf(count, disc.side);
  circle(at, x, y, r, { fill: colours?.fill, stroke: isAsked ? ASKED : "#fff", width: r / 3 });
  at.font = `bold ${1.2 * r}px ${FONT}`;
  at.textAlign = "center";
  at.textBaseline = "middle";
  at.fillStyle = colours?.ink ?? ASKED;
  at.fillText(disc ? disc.value || "\u00D7" : "?", x, y);
}

function drawHeader({ count }, at, width) {
  at.fillStyle = "#16181d";
  at.fillRect(0, 0, width, HEADER_PX);
  at.textBaseline = "middle";
  at.textAlign = "left";
  count.sides.forEach(({ side }, i) => {
    const x = 24 + (i * (width - 24)) / count.sides.length;
    circle(at, x + 24, HEADER_PX / 2, 24, { fill: paintOf(count, side).fill, stroke: "#fff", width: 3 });
    const [lo, hi] = count.range(side);
    at.fillStyle = "#f2f1ec";
    at.font = `bold 48px ${FONT}`;
    at.fillText(lo === hi ? String(lo) : `${lo}\u2013${hi}`, x + 64, HEADER_PX / 2 - 8);
    at.font = `22px ${FONT}`;
    at.fillText(side, x + 64, HEADER_PX / 2 + 32);
  });
}

/* Returns a picture of another size as a JPEG. */
export function jpegOf(picture, width, height) {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d").drawImage(picture, 0, 0, width, height);
  return canvas.convertToBlob({ type: "image/jpeg", quality: JPEG_QUALITY });
}

/* Draws the board with its discs; with the totals above it, to be shared. */
export function drawPicture(canvas, scene, hasHeader) {
  const { picture, doc, count } = scene;
  const part = shownPart(doc);
  const own = picture.width / doc.width;
  const k = Math.min(SHOWN_MOST_PX / Math.max(part.width, part.height), 2 * own);
  const top = hasHeader ? HEADER_PX : 0;
  const at = canvas.getContext("2d");
  canvas.width = Math.round(part.width * k);
  canvas.height = Math.round(part.height * k) + top;
  at.drawImage(picture, part.left * own, part.top * own, part.width * own, part.height * own, 0, top, canvas.width, canvas.height - top);
  if (hasHeader) drawHeader(scene, at, canvas.width);
  const r = Math.max(LEAST_PX, discPx(doc) * k);
  for (const place of count.places)
    if (count.at(place).length > 0 || count.isOpen(place))
      drawDisc(scene, at, [(place.px[0] - part.left) * k, (place.px[1] - part.top) * k + top], r, place);
}

/* Draws the picture around a place, enlarged; with the disc's outline if it is
 * being moved there. */
export function drawCloseUp(canvas, { picture, doc }, px, isMoved) {
  const at = canvas.getContext("2d");
  const own = picture.width / doc.width;
  const half = AROUND_DISC * discPx(doc) * own;
  const [x, y] = px.map((v) => v * own);
  at.clearRect(0, 0, canvas.width, canvas.height);
  at.drawImage(picture, x - half, y - half, 2 * half, 2 * half, 0, 0, canvas.width, canvas.height);
  if (isMoved)
    circle(at, canvas.width / 2, canvas.height / 2, canvas.width / 2 / AROUND_DISC, { stroke: ASKED, width: 3 });
}
