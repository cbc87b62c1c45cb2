/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of sides in the few pixels of a score bug: a team's name, or else its
 * players' surnames. */

/* Names are cut only in scripts whose people mostly write the surname last. */
const CUT = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]+$/u;
const SUFFIX = /^(jr|sr|i{1,3}|iv)\.?$/i;
/* Particles of a surname that may begin with a capital. */
const PARTICLE = /^(d[aeiou]|de[lnr]|l[ae]|el|al|o|\u00F3|n\u00ED|st\.?|v[ao]n|te[nr])$/i;
/* Scripts whose letters have marks far above or below the line. */
const TALL = /[\p{Script=Arabic}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

/* Letters that are written from right to left, and marks that set a direction. */
const TURNS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/* A name in a longer text, so that its direction ends with it: between FIRST STRONG
 * ISOLATE and POP DIRECTIONAL ISOLATE. */
export const isolated = (name) => (TURNS.test(name) ? `\u2068${name}\u2069` : name);

const isSmall = (word) => /^\p{Ll}/u.test(word);

/* Returns the parts of a name that has its surname before a comma, as lists of
 * players often do ("O'Hara, Di"), or null. A comma before a suffix is none. */
function atComma(name) {
  const found = /^\s*([^,]*[^,\s])\s*,\s*([^,]*[^,\s])\s*$/.exec(name);
  return found && !SUFFIX.test(found[2]) ? { surname: found[1], given: found[2] } : null;
}

/* Returns the surname: what stands before a comma; else the last word, with the
 * particles before it ("van den Berg") and the suffix behind it ("Smith Jr."). */
export function surname(name) {
  const parts = atComma(name);
  if (parts) return parts.surname;
  const words = name.trim().split(/\s+/);
  if (!CUT.test(name)) return words.join(" ");
  const belongs = (i) => isSmall(words[i]) || (i > 0 && PARTICLE.test(words[i]));
  let first = words.length - 1;
  if (first > 1 && SUFFIX.test(words[first])) first--;
  while (first > 0 && belongs(first - 1)) first--;
  return words.slice(first).join(" ");
}

function withInitial(name) {
  const short = surname(name);
  const given = atComma(name)?.given ?? name.trim();
  return short === given ? name : `${[...given][0]}. ${short}`;
}

/* Returns the short forms of a side's name: one for each player, or one if the
 * side has a name of its own. */
function formsOf(side) {
  const players = side.players.filter(Boolean);
  const isTeam = side.name !== side.side && side.name !== players.join();
  if (isTeam || players.length === 0) return [[side.name]];
  return players.map((name) => [surname(name), withInitial(name), name]);
}

/* Returns for each side the names to show, in the order of its players: the
 * surname, or a longer form of it where two players have the same. */
export function shortNames(sides) {
  const all = sides.map(formsOf);
  const count = (text, i) =>
    all.flat().filter((forms) => (forms[i] ?? forms[0]) === text).length;
  return all.map((side) => side.map((forms) =>
    forms.find((text, i) => count(text, i) < 2) ?? forms.at(-1)));
}

/* Returns "Table 4" for a name that is a number, and any other name unchanged. */
export const tableName = (name) => (/^\d+\p{L}?$/u.test(name) ? `Table ${name}` : name);

/* Returns the short name of one of the sides, "Weber / Dubois". */
export const shortName = (sides, side) =>
  shortNames(sides)[sides.findIndex((s) => s.side === side)].map(isolated).join(" / ");

export const isTall = (text) => TALL.test(text);
