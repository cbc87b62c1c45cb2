/* SPDX-License-Identifier: Apache-2.0
 *
 * Shows the replay of a shot: a drawing, in which the server plays the film at its
 * own speed under the ways of the discs. */

let plays = 0; /* each play has an address of its own, so that none is shared */

/* Plays a replay in `box`, from its beginning. Returns an error message or "". Where
 * another one was begun in this box meanwhile, that one stays.
 *
 *   address   of the replay; of the server's own
 *   showsWays whether the ways are seen; the class "plain" of the drawing hides them */
export async function playFilm(box, address, showsWays) {
  const url = new URL(address, location.href);
  url.searchParams.set("tracks", "1");
  plays += 1;
  box.dataset.play = plays;
  const play = plays;
  const answer = await fetch(url);
  const text = await answer.text();
  if (!answer.ok) return JSON.parse(text).error.message;
  if (box.dataset.play !== String(play)) return "";
  const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const film = drawing.querySelector("image");
  film.setAttribute("href", `${film.getAttribute("href")}&play=${play}`);
  drawing.classList.toggle("plain", !showsWays);
  box.replaceChildren(drawing);
  return "";
}

/* Ends what plays in `box`. */
export function endFilm(box) {
  delete box.dataset.play;
  box.replaceChildren();
}
