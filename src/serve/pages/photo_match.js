/* SPDX-License-Identifier: Apache-2.0
 *
 * The match of the table to which a picture's count is sent: who has which discs,
 * and the key that ends the round. */

import { colourOf, nameOf } from "/pages/board.js";
import { $, button, make, renderIfChanged } from "/pages/dom.js";
import { assign } from "/pages/photo_sides.js";
import { change, hasCounted, newKey, read } from "/pages/send.js";

/* Pause before the server is asked again after an answer was lost, ms. */
const LOOK_AGAIN_MS = 1000;
const END = "End the round";

const isPlayed = (match) => !["waiting", "over"].includes(match.state);

export class PhotoMatch {
  /* on: changed() when other sides are chosen, say(text), sent() when the count has
   * arrived, and signIn() when the server asks for it. */
  constructor(on) {
    this.on = on;
    this.isBusy = false;
    this.begin();
  }

  /* Another picture. */
  begin() {
    this.match = null;      /* null: none is played */
    this.said = new Map();  /* the match's side of a picture's, as a person says */
    this.pairs = new Map();
    this.armed = null;      /* what the next tap sends: {match, what, body, key} */
    this.isSent = false;
  }

  async look() {
    const match = await read("/api/match");
    this.match = isPlayed(match) ? match : null;
  }

  /* ---- who has which discs ---- */

  /* Finds the match's sides of the picture's. Those of which no disc is in the
   * picture have 0, and may have 20s or a disc that was missed. */
  fit(count) {
    this.count = count;
    const own = this.ownOf(count);
    this.pairs = this.match ? assign(own, this.match.sides, this.said) : new Map();
    this.unknown = this.match ? own.filter(({ side }) => !this.pairs.has(side)) : [];
    const taken = [...this.pairs.values()];
    const rest = this.match && this.unknown.length === 0 ? this.match.sides.filter((it) => !taken.includes(it.side)) : [];
    const keyOf = (side) => (own.some((it) => it.side === side) ? `another ${side}` : side);
    count.also = rest.map((it) => ({ side: keyOf(it.side), rgb: colourOf(it), of: it.side }));
  }

  /* The sides of the picture. If there are more than the match has, those are left
   * out that have nothing after a person's corrections. */
  ownOf(count) {
    const isTooMany = this.match && count.own.length > this.match.sides.length;
    return count.own.filter(({ side }) => !isTooMany || count.discs(side).length > 0 || count.twenties(side) > 0);
  }

  /* The sides of the count that the match has. */
  get matched() { return this.count.sides.filter(({ side }) => this.of(side) !== undefined); }

  /* The match's side of one of the count. */
  of(side) { return this.pairs.get(side) ?? this.count.also.find((it) => it.side === side)?.of; }

  /* The name in the match of a side of the count; undefined: not known. */
  nameOf(side) {
    const of = this.of(side);
    return of === undefined ? undefined : nameOf(this.match.sides.find((it) => it.side === of));
  }

  /* Says whose discs these are. Who had them gets the other ones. */
  choose(side, of) {
    const [other] = [...this.pairs].find(([, its]) => its === of) ?? [];
    const was = this.pairs.get(side);
    this.said.set(side, of);
    if (other !== undefined && other !== side) {
      this.said.delete(other);
      if (was !== undefined) this.said.set(other, was);
    }
    this.on.changed();
  }

  chooser({ side }) {
    const keys = this.match.sides.map((it) => {
      const key = button(nameOf(it), () => this.choose(side, it.side));
      key.setAttribute("aria-pressed", String(this.pairs.get(side) === it.side));
      return key;
    });
    const row = make("div", "who", make("span", "", `The ${side} discs are:`), make("div", "keys", ...keys));
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", `Whose discs are ${side}?`);
    return row;
  }

  /* ---- on the page ---- */

  /* Shows whose discs these are and the key; `left`: questions that are open. */
  show(left) {
    if (this.armed && JSON.stringify(this.armed.body) !== JSON.stringify(this.body())) this.armed = null;
    this.showWho();
    $("send").disabled = left > 0 || this.unknown.length > 0 || this.isSent || this.isBusy;
    $("send").textContent = this.keyText();
    $("again").disabled = this.isBusy;
  }

  showWho() {
    const sides = this.match ? this.match.sides : [];
    const own = sides.length > 0 ? this.ownOf(this.count) : [];
    $("who").hidden = own.length === 0;
    const shown = [sides.map((it) => [it.side, nameOf(it)]), own, [...this.pairs]];
    renderIfChanged($("who"), shown, () => own.map((side) => this.chooser(side)));
  }

  keyText() {
    if (this.isSent) return "The round is ended";
    return this.armed ? `End round ${this.armed.match.round}: ${this.armed.what}` : END;
  }

  /* What a person must say first; "": nothing. */
  question() {
    if (this.unknown.length === 0) return "";
    const n = this.ownOf(this.count).length;
    if (n > this.match.sides.length)
      return `The picture has ${n} sides, the table's match has ${this.match.sides.length}: correct the discs of the others.`;
    return `Whose are the ${this.unknown[0].side} discs?`;
  }

  /* ---- sending ---- */

  what() { return this.matched.map(({ side }) => `${this.nameOf(side)} ${this.count.total(side)}`).join(", "); }

  body() { return { type: "round_count", final: true, sides: this.matched.map(({ side }) => this.count.ringsOf(side, this.of(side))) }; }

  /* The first tap says what will be sent and on which round, the second one sends
   * it; the server refuses it if the match has moved on meanwhile. */
  async tap() {
    if (this.isBusy || this.isSent) return;
    this.isBusy = true;
    this.show(0);
    try {
      await (this.armed ? this.send(this.armed) : this.arm());
    } finally {
      this.isBusy = false;
      this.show(this.count.open().length);
    }
  }

  async arm() {
    await this.look();
    this.on.changed();
    if (!this.match) this.on.say("The table has no match that is played. Start one at the console.");
    else if (this.unknown.length > 0) this.on.say(this.question());
    else this.armed = { match: this.match, what: this.what(), body: this.body(), key: newKey() };
  }

  async send(armed) {
    const { error, isLost } = await change("/api/event", armed.body, armed.match, () => this.on.signIn(), armed.key);
    if (isLost) return this.lookUp(armed);
    this.armed = null;
    if (!error) return this.arrived(armed);
    await this.look().catch(() => {}); /* the match that is played now */
    this.on.changed();
    return this.on.say(error);
  }

  arrived({ what, match }) {
    this.isSent = true;
    this.on.sent();
    this.on.say(`Sent: round ${match.round}, ${what}`);
  }

  /* The answer was lost: the server says by its key whether the count has arrived. */
  async lookUp(armed) {
    this.on.say("The server does not answer: it is not known whether the count has arrived.");
    for (;;) {
      await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS));
      const counts = await hasCounted(armed.key, armed.match);
      if (counts === null) continue;
      if (!counts) return this.on.say("The count has not arrived. Tap again to send it.");
      this.armed = null;
      return this.arrived(armed);
    }
  }
}
