/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds which side of the match each side of a picture is: by its name, or else
 * by the colour of its discs. Nothing here touches the page. */

import { colourOf } from "/pages/board.js";

/* Distances of colours in Oklab: one that can just be seen is about 0.02, and white
 * is 1 from black. Of the pictures in samples (the sides of `crokeye score --json`)
 * discs are at most 0.15 from the colour of their word and 0.23 from discs of the
 * same word in another picture. With less more is asked; with more another colour
 * is taken for this one. */
const LIKE_MOST = 0.25;
/* The best assignment is taken if the next one is worse by so much in all. There two
 * colours of a picture that are exchanged are worse by 0.38 or more. With less two
 * shades may be exchanged; with more such pairs are asked about. */
const MARGIN = 0.2;

/* sRGB to Oklab (B. Ottosson, "A perceptual color space for image processing",
 * 2020). */
function oklab(rgb) {
  const [r, g, b] = rgb.map((x) => {
    const c = x / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s];
}

const far = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));

/* Every way to give each of n things one of m places of its own, n <= m. */
function waysOf(n, m, taken = []) {
  if (taken.length === n) return [taken];
  return [...Array(m).keys()].filter((i) => !taken.includes(i)).flatMap((i) => waysOf(n, m, [...taken, i]));
}

/* The sides of the match in the order of the picture's, by their colours; null
 * where colours are not known, not alike, or alike for several. */
function byColour(found, free) {
  const [ours, theirs] = [found, free].map((all) => all.map(colourOf));
  if (found.length > free.length || [...ours, ...theirs].some((rgb) => !rgb)) return null;
  const [a, b] = [ours, theirs].map((all) => all.map(oklab));
  const ways = waysOf(a.length, b.length).map((way) => ({ way, each: way.map((k, i) => far(a[i], b[k])) }));
  const sum = ({ each }) => each.reduce((x, y) => x + y, 0);
  const [best, next] = ways.sort((one, other) => sum(one) - sum(other));
  const isClear = !next || sum(next) - sum(best) >= MARGIN;
  return isClear && best.each.every((d) => d <= LIKE_MOST) ? best.way.map((k) => free[k]) : null;
}

/* Returns the match's side of each of the picture's, {side: name of the match's
 * side}, as a Map. A side that is not in it must be asked about. `said` is such a
 * Map of what a person has said. */
export function assign(found, sides, said) {
  const pairs = new Map([...said].filter(([side, of]) =>
    found.some((it) => it.side === side) && sides.some((it) => it.side === of)));
  const isTaken = (of) => [...pairs.values()].includes(of);
  for (const { side } of found)
    if (!pairs.has(side) && !isTaken(side) && sides.some((it) => it.side === side)) pairs.set(side, side);
  const rest = found.filter(({ side }) => !pairs.has(side));
  const free = sides.filter(({ side }) => !isTaken(side));
  /* The last side of each can only be the other's. */
  const same = rest.length === 1 && free.length === 1 ? free : byColour(rest, free);
  if (same) rest.forEach(({ side }, i) => pairs.set(side, same[i].side));
  return pairs;
}
