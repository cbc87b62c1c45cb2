/* SPDX-License-Identifier: Apache-2.0
 *
 * The banner of a hall's pages while its broker cannot be reached. */

import { say } from "/pages/bug.js";
import { clock } from "/pages/day_words.js";

/* Shows in `node` how it is with the broker, from the field `away` of a document;
 * a server of an earlier version has none. */
export function showAway(node, away) {
  say(node, away ? `No connection to the broker since ${clock(away.since)}; scores may be older` : "");
  document.body.classList.toggle("away", Boolean(away));
}
