/* SPDX-License-Identifier: Apache-2.0
 *
 * The keyboard's shortcuts. */
import { isByCount } from "/pages/count.js";
import { desk } from "/pages/desk.js";
import { $, make } from "/pages/dom.js";
import { tap } from "/pages/score.js";

function twenty(board, side, by) {
  if (!isByCount(desk.match)) board.addTwenty(side, by);
  else tap(side, "20", by);
}

/* keys: rows of the key, what it does, and the action or null. */
export function setUpKeys(keys, board) {
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches("input, select, textarea");
    if (event.repeat || typing || event.ctrlKey || event.metaKey || event.altKey || !desk.match) return;
    if (document.querySelector("dialog[open]")) return;
    const digit = /^Digit([1-4])$/.exec(event.code);
    const side = digit && desk.match.sides[Number(digit[1]) - 1];
    const key = keys.find(([name, , action]) => action && name.toLowerCase() === event.key.toLowerCase());
    if (side && desk.match.state !== "over") twenty(board, side.side, event.shiftKey ? -1 : 1);
    else if (key) key[2]();
    else return;
    event.preventDefault();
  });
  $("help-list").append(...keys.flatMap(([key, what]) => [make("dt", "", key), make("dd", "", what)]));
}
