/* SPDX-License-Identifier: Apache-2.0
 *
 * Counts a scored picture (crokeye.score/1) with a person's answers, corrections
 * and the 20s that were taken off the board. Nothing here touches the page. */

const TWENTY = 20;
const RINGS = [20, 15, 10, 5];

/* What an answer says that lies at a place: a list of {side, value}. `own` is
 * what was measured there. */
export function meaning(text, own) {
  if (text === "none" || text === "empty") return [];
  return text.split(",").map((part) => {
    const [first, second] = part.trim().split(":");
    if (second !== undefined) return { side: first, value: Number(second) };
    return /^\d+$/.test(first) ? { side: own.side, value: Number(first) } : { side: first, value: own.value };
  });
}

/* The places of a picture: what was found, what may be a disc, and what was not
 * seen. An answer that names a side that was not seen cannot be tapped. */
export function placesOf(doc) {
  const answers = (it) => (it.answers ?? []).filter((text) => !text.includes("OTHER"));
  const place = (kind, found, it) => ({ kind, id: it.id, px: it.px, asks: it.asks, side: it.side, value: it.value, found, answers: answers(it) });
  return [
    ...doc.discs.map((d) => place("disc", [{ side: d.side, value: d.value }], d)),
    ...(doc.maybe ?? []).map((d) => place("maybe", [], d)),
    ...(doc.unseen ?? []).map((d) => place("unseen", [], d)),
  ];
}

export class Count {
  constructor(doc) {
    this.sides = doc.sides.map(({ side, rgb }) => ({ side, rgb }));
    this.places = placesOf(doc);
    this.said = new Map(); /* by ids: what a person says lies there */
    this.bowl = new Map(); /* 20s that were taken off, by sides */
  }

  say(id, discs) { this.said.set(id, discs); }

  ask(id) { this.said.delete(id); }

  addTwenty(side, n) { this.bowl.set(side, Math.max(0, (this.bowl.get(side) ?? 0) + n)); }

  twenties(side) { return this.bowl.get(side) ?? 0; }

  at(place) { return this.said.get(place.id) ?? place.found; }

  /* The places that a person is asked about. */
  open() { return this.places.filter((it) => it.answers.length > 0 && !this.said.has(it.id)); }

  discs(side) { return this.places.flatMap((it) => this.at(it)).filter((disc) => disc.side === side); }

  total(side) {
    return this.discs(side).reduce((sum, disc) => sum + disc.value, 0) + TWENTY * this.twenties(side);
  }

  /* The lowest and highest total that the open questions leave. */
  range(side) {
    const points = (discs) => discs.reduce((sum, disc) => sum + (disc.side === side ? disc.value : 0), 0);
    let [lo, hi] = [this.total(side), this.total(side)];
    for (const it of this.open()) {
      const all = [points(it.found), ...it.answers.map((text) => points(meaning(text, it)))];
      lo += Math.min(...all) - all[0];
      hi += Math.max(...all) - all[0];
    }
    return [lo, hi];
  }

  /* The totals of all sides if this answer were given. */
  totalsWith(place, text) {
    const before = this.said.get(place.id);
    this.say(place.id, meaning(text, place));
    const totals = this.sides.map(({ side }) => ({ side, total: this.total(side) }));
    if (before === undefined) this.ask(place.id);
    else this.say(place.id, before);
    return totals;
  }

  /* A side's count for the event round_count: discs by rings, or the total
   * where a rule book has other values. */
  ringsOf(side, name) {
    const discs = this.discs(side).filter((disc) => disc.value > 0);
    if (!discs.every((disc) => RINGS.includes(disc.value)))
      return { side: name, total: this.total(side), 20: this.twenties(side) };
    const count = Object.fromEntries(RINGS.map((ring) => [ring, discs.filter((disc) => disc.value === ring).length]));
    count[TWENTY] += this.twenties(side);
    return { side: name, ...count };
  }
}
