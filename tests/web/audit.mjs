// SPDX-License-Identifier: Apache-2.0
//
// Checks that look at every text and control of a page.
import fs from "node:fs";
import { createRequire } from "node:module";

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/* Larger screens have the rules of CSS of the largest one of these, and more room. */
export const isAudited = ([, height]) => height < 1000;

/* What axe-core calls a serious or a critical fault, with the elements. */
export async function seriousFaults(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document));
  return violations.filter((v) => v.impact === "serious" || v.impact === "critical")
    .map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).join(" | ")}`);
}

/* WCAG's contrast of every text that is to be seen, and a name for every
 * control. */
export const audit = (page) => page.evaluate(() => {
  const luminance = ([r, g, b]) => [r, g, b].map((x) => x / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const numbers = (colour) => colour.match(/[\d.]+/g).map(Number);
  const backOf = (node) => {
    for (; node; node = node.parentElement) {
      const c = numbers(getComputedStyle(node).backgroundColor);
      if (c.length === 3 || c[3] === 1) return c;
    }
    return [255, 255, 255];
  };
  const faults = [];
  for (const node of document.querySelectorAll("body *")) {
    if (node.closest("svg") || !node.checkVisibility() || node.disabled) continue;
    const own = [...node.childNodes].some((c) => c.nodeType === 3 && c.textContent.trim());
    const style = getComputedStyle(node);
    if (own) {
      const [a, b] = [numbers(style.color), backOf(node)].map(luminance).sort((x, y) => y - x);
      const ratio = (a + 0.05) / (b + 0.05);
      const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
      if (ratio < (large ? 3 : 4.5)) faults.push(`${node.textContent.trim()}: contrast ${ratio.toFixed(2)}`);
    }
    const control = node.matches("button, input, select");
    if (control && !(node.getAttribute("aria-label") || node.textContent.trim() || node.labels?.length))
      faults.push(`${node.outerHTML.slice(0, 80)}: no name`);
    if (node.matches("button") && node.getBoundingClientRect().height < 44)
      faults.push(`${node.textContent.trim()}: lower than 44 px`);
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("scrolls sideways");
  return faults;
});
