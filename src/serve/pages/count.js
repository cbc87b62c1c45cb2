/* SPDX-License-Identifier: Apache-2.0
 *
 * What a round's count of a side is, and the events that change it. No function
 * here reads or changes the page. A count has the discs of each region and those
 * that are out of play, or a total that a person has typed. */

/* The regions of a count, from the hole outwards, and the discs out of play. */
export const REGIONS = ["20", "15", "10", "5"];
export const KEYS = [...REGIONS, "out"];

/* Is this round counted, rather than followed disc by disc on the board? */
export const isByCount = (doc) =>
  doc.counted || (doc.source.state === "none" && doc.discs.length === 0 && !isFollowed(doc));

/* Was a disc of this round shot before, so that it is no longer an empty one? */
const isFollowed = (doc) => doc.sides.some((s) => s.discs_left < s.dealt - s.twenties);

export const isTyped = (side) => Boolean(side.count && side.count.total !== undefined);

/* Returns how many discs of each region the side has, as it stands: of its
 * count, or as they lie on the board. */
export function discsOf(doc, side) {
  if (side.count && !isTyped(side)) return { ...zero(), ...side.count };
  const n = zero();
  if (doc.counted) return n;
  n["20"] = side.twenties;
  const lie = doc.discs.filter((d) => d.side === side.side);
  for (const disc of lie) n[REGIONS.find((key) => doc.values[key] === disc.value) || "out"]++;
  const shot = side.dealt - side.discs_left - side.unplayed;
  n.out += Math.max(0, shot - side.twenties - lie.length);
  return n;
}

const zero = () => Object.fromEntries(KEYS.map((key) => [key, 0]));

const nDiscs = (n) => KEYS.reduce((sum, key) => sum + n[key], 0);

const event = (isFinal, sides) => ["/api/event", { type: "round_count", final: isFinal, sides }];

/* Returns the step that counts one disc more or less, or null if there is none
 * to count. */
export function tapStep(doc, name, key, by) {
  const side = doc.sides.find((s) => s.side === name);
  const n = discsOf(doc, side);
  n[key] += by;
  if (n[key] < 0 || nDiscs(n) > side.dealt) return null;
  return event(false, [{ side: name, ...n }]);
}

/* Returns the step by which the round is counted from now on, beginning with
 * the discs that the board has. */
export const beginStep = (doc) =>
  event(false, doc.sides.map((side) => ({ side: side.side, ...discsOf(doc, side) })));

/* typed: {side: [total, twenties]}. */
export const totalsStep = (typed) => event(false, Object.entries(typed).map(([side, [total, twenties]]) =>
  ({ side, total, "20": twenties })));

/* Returns the step that counts a side disc by disc again, from none. */
export const clearStep = (name) => event(false, [{ side: name, ...zero() }]);

/* Returns the step that ends the round with its count. */
export const endStep = (doc) => event(true, doc.sides.map((side) => ({
  side: side.side, ...(isTyped(side) ? side.count : discsOf(doc, side)),
})));
