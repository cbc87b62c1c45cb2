/* SPDX-License-Identifier: Apache-2.0
 *
 * Counts a scored picture (crokeye.score/1) with a person's answers, corrections
 * and the 20s that were taken off the board. Nothing here touches the page. */

const TWENTY = 20;
const RINGS = [20, 15, 10, 5];

/* In an answer it stands for the colour of a side of which no disc was found. */
export const OTHER = "OTHER";

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
 * seen. `map` finds the middle of an unseen part in the picture. */
export function placesOf(doc, map) {
  const place = (kind, found, it) => ({ kind, id: it.id, px: it.px, asks: it.asks, side: it.side, value: it.value, found, answers: it.answers ?? [] });
  return [
    ...doc.discs.map((d) => place("disc", [{ side: d.side, value: d.value }], d)),
    ...(doc.maybe ?? []).map((d) => place("maybe", [], d)),
    ...(doc.unseen ?? []).map((d) => place("unseen", [], { ...d, px: map.toPx([d.x_mm, d.y_mm]) })),
  ];
}

export class Count {
  constructor(doc, map) {
    this.found = doc.sides.map(({ side, rgb }) => ({ side, rgb }));
    this.places = placesOf(doc, map);
    this.said = new Map(); /* by ids: what a person says lies there */
    this.bowl = new Map(); /* 20s that were taken off, by sides */
    this.also = [];        /* sides of the match that are not in the picture */
  }

  /* The sides of the picture, and those that a person has named. */
  get own() {
    const named = [...this.said.values()].flat().map((disc) => disc.side);
    const known = [...this.found, ...this.also];
    const more = [...new Set(named)].filter((side) => known.every((it) => it.side !== side));
    return [...this.found, ...more.map((side) => ({ side }))];
  }

  /* All sides: those, and others of the match. */
  get sides() { return [...this.own, ...this.also]; }

  say(id, discs) { this.said.set(id, discs); }

  ask(id) { this.said.delete(id); }

  /* Adds a place at which no disc was found. It counts as soon as a person says
   * what lies there. */
  add(px, value) {
    const id = 1 + Math.max(0, ...this.places.map((it) => it.id));
    const place = { kind: "added", id, px, value, found: [], answers: [] };
    this.places.push(place);
    return place;
  }

  /* Forgets added places of which nothing was said. */
  tidy() { this.places = this.places.filter((it) => it.kind !== "added" || this.said.has(it.id)); }

  addTwenty(side, n) { this.bowl.set(side, Math.max(0, this.twenties(side) + n)); }

  twenties(side) { return this.bowl.get(side) ?? 0; }

  at(place) { return this.said.get(place.id) ?? place.found; }

  /* The places that a person is asked about. */
  open() { return this.places.filter((it) => this.isOpen(it)); }

  isOpen(place) { return place.answers.length > 0 && !this.said.has(place.id); }

  discs(side) { return this.places.flatMap((it) => this.at(it)).filter((disc) => disc.side === side); }

  /* The points of its discs, without the 20s that were taken off. */
  points(side) { return this.discs(side).reduce((sum, disc) => sum + disc.value, 0); }

  total(side) { return this.points(side) + TWENTY * this.twenties(side); }

  totals() { return this.sides.map(({ side }) => ({ side, total: this.total(side) })); }

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

  /* The totals of all sides if these discs lay at the place. */
  totalsWith(place, discs) {
    const before = this.said.get(place.id);
    this.say(place.id, discs);
    const totals = this.totals();
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
