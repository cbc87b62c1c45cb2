/* SPDX-License-Identifier: Apache-2.0
 *
 * How many tables stand on a page, in how many columns and rows, and how large
 * their names are.
 *
 * A viewer reads a text whose capitals are 1/200 of the distance high or higher:
 * 17 minutes of arc (AVIXA V202.01:2016, "Display Image Size for 2D Content":
 * farthest viewer = 200 x height of the smallest element; ISO 9241-303 asks for
 * 16 minutes at least). Names are never smaller than NAME_LEAST of the picture's
 * shorter side, where their capitals have 2 %, so that they can be read
 * from four times that side: from 3.7 m on a television of 75 inches. The fewer
 * the tables, the larger the names: with 12 tables their capitals have 2.8 %,
 * read from 5.6 times the side. Tables that have no room at that size come on further
 * pages. */

/* Height of a capital, as a fraction of the size of its font (Inter: 0.727). */
const CAPITAL = 0.72;
export const NAME_LEAST = 0.02 / CAPITAL;
/* The least size, px, on the screen of a phone. */
const NAME_LEAST_PX = 15;
/* The largest size, as a fraction of the shorter side: four tables are not a
 * poster. */
const NAME_MOST = 0.1;
/* Width of a card: 12 characters of a name beside both figures; and its height:
 * head, note and a row for each side. In sizes of the name. */
const WIDE = 11.4;
const HEAD_AND_NOTE = 2.35;
const ROW = 1.5;
/* A card is not higher than this, times its least height. */
const STRETCH = 1.35;
/* Room between cards, and between the cards and the edge of the screen, as a
 * fraction of the shorter side. */
const GAP = 0.014;
const EDGE = 0.02;

/* Returns the largest size of names with which n tables of `sides` sides each fit
 * into w x h px, with the columns and rows that allow it. */
function best(n, sides, w, h) {
  const gap = GAP * Math.min(w, h);
  const high = HEAD_AND_NOTE + ROW * sides;
  let found = { name: 0 };
  for (let columns = 1; columns <= n; columns++) {
    const rows = Math.ceil(n / columns);
    const name = Math.min((w - gap * (columns - 1)) / columns / WIDE, (h - gap * (rows - 1)) / rows / high);
    if (name > found.name) found = { columns, rows, name, gap, most: high * STRETCH };
  }
  return found;
}

/* Returns { slots, columns, rows, name, gap, edge, most } for n tables in a
 * window of `width` x `height` px whose head is `head` px high. */
export function layOut(n, sides, width, height, head) {
  const short = Math.min(width, height);
  const edge = EDGE * short;
  const w = width - 2 * edge;
  const h = height - head - edge;
  const least = Math.max(NAME_LEAST * short, NAME_LEAST_PX);
  let slots = Math.max(n, 1);
  let grid = best(slots, sides, w, h);
  while (grid.name < least && slots > 1) grid = best(--slots, sides, w, h);
  return { ...grid, slots, edge, name: Math.min(grid.name, NAME_MOST * short) };
}

/* Returns the pages of tables, as lists. Tables that need somebody (isUrgent)
 * stand first on every page; where they would take more than half of it, they
 * take turns in that half. */
export function paginate(tables, slots, isUrgent) {
  if (tables.length <= slots) return [tables];
  const urgent = tables.filter(isUrgent);
  const others = tables.filter((t) => !isUrgent(t));
  const kept = Math.min(urgent.length, Math.max(1, Math.floor(slots / 2)));
  const rest = Math.max(1, slots - kept);
  const n = Math.max(Math.ceil(others.length / rest), kept ? Math.ceil(urgent.length / kept) : 0);
  return Array.from({ length: n }, (_, i) => {
    const from = kept ? (i * kept) % urgent.length : 0;
    const first = [...urgent, ...urgent].slice(from, from + kept);
    const start = (i * rest) % Math.max(others.length, 1);
    return [...first, ...others.slice(start, start + rest)];
  });
}
