/* SPDX-License-Identifier: Apache-2.0
 *
 * Explains an event in words: what was observed of a shot, what was not
 * observed, and how the rule book decided. */

const BOUNDARY = new Map([
  ["touched_line", "touched the outer line"],
  ["left_surface", "left the surface"],
  ["hit_rail", "met the rail"],
  ["hit_out_disc", "met a disc that was out of play"],
]);

/* Returns a function that gives a disc's name, such as "red 7", from its id in
 * the evidence. */
function namer(evidence) {
  const sides = new Map([...evidence.before, ...evidence.after].map((d) => [d.id, d.side]));
  sides.set(evidence.shot_disc, evidence.shooter.side);
  return (id) => `${sides.get(id) || "disc"} ${id}`;
}

const words = (text) => text.replace(/_/g, " ");
const list = (items) => items.join(", ");

function seen(e, name) {
  const rows = [["Shot", `${name(e.shot_disc)}, from seat ${e.shooter.seat}`]];
  rows.push(["Before", e.before.length ? list(e.before.map((d) => name(d.id))) : "an empty board"]);
  const others = (e.moved || []).filter((id) => id !== e.shot_disc);
  if (e.moved) rows.push(["Moved", others.length ? list(others.map(name)) : "no other disc"]);
  if (e.contacts) {
    rows.push(["Contacts", e.contacts.length
      ? list(e.contacts.map(([a, b]) => `${name(a)} struck ${name(b)}`)) : "none"]);
  }
  for (const b of e.boundary || [])
    rows.push(["Edge", `${name(b.id)} ${BOUNDARY.get(b.what) || words(b.what)}${b.returned ? " and came back" : ""}`]);
  if (e.fouls && e.fouls.length) rows.push(["Fouls", list(e.fouls.map(words))]);
  if (e.missing.length) rows.push(["Not seen", list(e.missing.map(words))]);
  return rows;
}

const WHERE = new Map([["ditch", "into the ditch"], ["bowl", "a 20, into the bowl"]]);

function judged(d, name) {
  const rows = d.why.map((w) => [w.rule, w.text]);
  for (const r of d.remove) rows.push([r.rule, `${name(r.id)} comes off: ${WHERE.get(r.to) || r.to}`]);
  for (const r of d.restore) rows.push([r.rule, `${name(r.id)} goes back to where it lay`]);
  return rows;
}

/* Returns rows of two texts: a heading and its content. An event that is not a
 * shot has no rows. */
export function traceOf(event) {
  if (event.type !== "shot") return [];
  const name = namer(event.evidence);
  return [...seen(event.evidence, name), ...(event.decision ? judged(event.decision, name) : [])];
}

/* Returns the row of one close call in the match document `doc`. */
export function callRow(doc, call) {
  const disc = doc.discs.find((d) => d.id === call.disc);
  const sigma = call.sigma_mm ? ` \u00B1 ${call.sigma_mm.toFixed(2)}` : "";
  return ["Close", `${disc ? disc.side : "disc"} ${call.disc}: ${Math.abs(call.margin_mm).toFixed(2)}${sigma} mm ` +
    `${call.margin_mm > 0 ? "clear of" : "over"} the ${call.line} line`];
}
