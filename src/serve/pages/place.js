/* SPDX-License-Identifier: Apache-2.0
 *
 * What the address of the overlay chooses: the parts, where they stand, and how
 * large they are. */

const PARTS = ["bug", "board", "call"];
/* How the value of a parameter is read: `read` returns the value, or undefined,
 * and the part of the text that is not allowed. */
const oneOf = (...words) => ({
  says: `one of ${words.join(", ")}`,
  read: (text) => (words.includes(text) ? [text] : [undefined, text]),
});
const some = (...words) => ({
  says: `some of ${words.join(", ")}, with commas between`,
  read: (text) => {
    const named = text.split(",");
    const known = words.filter((word) => named.includes(word));
    return [known.length > 0 ? known : undefined, named.filter((word) => !words.includes(word)).join()];
  },
});
const number = (least, most) => ({
  says: `a number from ${least} to ${most}`,
  read: (text) => (/^\d+(\.\d+)?$/.test(text) && text >= least && text <= most ? [Number(text)] : [undefined, text]),
});
const colour = () => ({
  says: "a colour of six hexadecimal digits, like 00ff00",
  read: (text) => (/^[0-9a-f]{6}$/i.test(text) ? ["#" + text] : [undefined, text]),
});

const PARAMETERS = {
  at: oneOf("bl", "br", "tl", "tr"),
  scale: number(50, 200),
  layout: oneOf("wide", "tall"),
  bg: colour(),
  delay: number(0, 120),
  show: some(...PARTS),
};

/* Returns the settings of an address. Where the address has no value, or one
 * that is not allowed, it is the default. */
export function readAddress(search) {
  const asked = new URLSearchParams(search);
  const settings = { at: "bl", scale: 100, layout: "auto", bg: "", delay: 0, show: PARTS };
  for (const [name, { says, read }] of Object.entries(PARAMETERS)) {
    if (!asked.has(name)) continue;
    const [value, refused = ""] = read(asked.get(name));
    if (refused) console.warn(`overlay: ${name}=${refused} is not used: ${name} is ${says}`);
    if (value !== undefined) settings[name] = value;
  }
  return settings;
}

/* The stage has this size in its own pixels, or is larger in one direction. */
const WIDE = { w: 1920, h: 1080 };
const TALL = { w: 1080, h: 1920 };
/* The safe area: no part is nearer to an edge than this fraction. */
const SAFE = 0.05;
/* How much larger a part is at scale=100, and how large it may be at most. The
 * limits keep the board beside the bug. */
const SIZES = {
  wide: { bug: [1, 2], "board-box": [1, 1.1], call: [1, 1.1] },
  tall: { bug: [1.5, 2], "board-box": [1.3, 1.35], call: [1.6, 1.6] },
};
/* No part is taller than this fraction of the safe area, so that the line call
 * and the bug, which stand in opposite corners, do not meet. */
const MOST_HIGH = 0.5;

/* The overlay's stage: all parts are laid out in its pixels, and it is scaled to
 * the window as a whole. */
export class Place {
  constructor(stage, settings) {
    this.stage = stage;
    this.settings = settings;
    for (const part of PARTS)
      document.getElementById(part === "board" ? "board-box" : part)
        .classList.toggle("off", !settings.show.includes(part));
    if (settings.bg) {
      document.body.style.background = settings.bg;
      document.body.classList.add("keyed");
    }
    addEventListener("resize", () => this.fit());
    this.fit();
  }

  /* Lays out the stage for the window's size and the parts' sizes. */
  fit() {
    const { at, layout } = this.settings;
    const tall = layout === "auto" ? innerHeight > innerWidth : layout === "tall";
    const least = tall ? TALL : WIDE;
    const unit = Math.min(innerWidth / least.w, innerHeight / least.h);
    this.w = innerWidth / unit;
    this.h = innerHeight / unit;
    Object.assign(this.stage.style, {
      width: `${this.w}px`, height: `${this.h}px`, transform: `scale(${unit})`,
    });
    for (const name of ["bl", "br", "tl", "tr"]) this.stage.classList.toggle(name, name === at);
    this.stage.classList.toggle("tall", tall);
    this.size(SIZES[tall ? "tall" : "wide"]);
  }

  size(sizes) {
    const safe = { w: this.w * (1 - 2 * SAFE), h: this.h * (1 - 2 * SAFE) };
    for (const [id, [base, most]] of Object.entries(sizes)) {
      const part = document.getElementById(id);
      const scale = Math.min(base * this.settings.scale / 100, most, safe.w / part.offsetWidth,
        (MOST_HIGH * safe.h) / part.offsetHeight);
      part.style.setProperty("--scale", scale);
      if (id === "bug") this.stage.style.setProperty("--bug-height", `${scale * part.offsetHeight}px`);
    }
  }
}
