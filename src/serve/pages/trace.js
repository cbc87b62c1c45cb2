/* SPDX-License-Identifier: Apache-2.0
 *
 * What an event rests on, in words: what was seen of a shot, what was not, and
 * what the rule book said of it. */

const BOUNDARY = {
  touched_line: "touched the outer line",
  left_surface: "left the surface",
  hit_rail: "met the rail",
  hit_out_disc: "met a disc that was out of play",
};

/* "red 7": as the evidence names the disc. */
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
    rows.push(["Edge", `${name(b.id)} ${BOUNDARY[b.what] || words(b.what)}${b.returned ? " and came back" : ""}`]);
  if (e.fouls && e.fouls.length) rows.push(["Fouls", list(e.fouls.map(words))]);
  if (e.missing.length) rows.push(["Not seen", list(e.missing.map(words))]);
  return rows;
}

const WHERE = { ditch: "into the ditch", bowl: "a 20, into the bowl" };

function judged(d, name) {
  const rows = d.why.map((w) => [w.rule, w.text]);
  for (const r of d.remove) rows.push([r.rule, `${name(r.id)} comes off: ${WHERE[r.to] || r.to}`]);
  for (const r of d.restore) rows.push([r.rule, `${name(r.id)} goes back to where it lay`]);
  return rows;
}

/* Rows of two texts each, what and how; none for what is no shot. */
export function traceOf(event) {
  if (event.type !== "shot") return [];
  const name = namer(event.evidence);
  return [...seen(event.evidence, name), ...(event.decision ? judged(event.decision, name) : [])];
}

/* A close call of the match as it stood. */
export function callRow(doc, call) {
  const disc = doc.discs.find((d) => d.id === call.disc);
  const sigma = call.sigma_mm ? ` \u00B1 ${call.sigma_mm.toFixed(2)}` : "";
  return ["Close", `${disc ? disc.side : "disc"} ${call.disc}: ${Math.abs(call.margin_mm).toFixed(2)}${sigma} mm ` +
    `${call.margin_mm > 0 ? "clear of" : "over"} the ${call.line} line`];
}
