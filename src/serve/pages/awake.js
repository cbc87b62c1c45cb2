/* SPDX-License-Identifier: Apache-2.0
 *
 * Keeps the screen on while a match is played, where the browser lets a page do
 * that. A browser gives the lock up when the page is hidden. */
let isWanted = false;
let lock = null;
let isAsked = false;

async function ask() {
  if (!isWanted || lock || isAsked || document.visibilityState !== "visible") return;
  isAsked = true;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; });
  } catch {
    lock = null; /* the battery is low: the screen may go off */
  }
  isAsked = false;
  if (!isWanted) release();
}

function release() {
  if (lock) lock.release();
  lock = null;
}

export function keepAwake(on) {
  if (!("wakeLock" in navigator) || on === isWanted) return;
  isWanted = on;
  if (on) ask();
  else release();
}

document.addEventListener("visibilitychange", ask);
