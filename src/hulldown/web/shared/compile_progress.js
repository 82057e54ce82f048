/**
 * How far the computer is with the rules that it compiles, by which it thinks faster. Everything
 * can be used meanwhile: this only says why some of it takes longer.
 */

import { h } from "./dom.js";
import { call } from "./net.js";

/** @import { Readiness } from "api" */

const LOOK = 1500; // ms between two looks

/** Whether somebody still compiles a game's rules; where nobody does nothing is to be done. */
const busy = (/** @type {Readiness} */ { ready, done, total }) => !ready && done < total;

/**
 * `Preparing the computer: 2 of 5 (31 %). You can play meanwhile.`; "" when it is ready, or ready
 * for the game `own`.
 */
export function preparing(/** @type {Record<string, Readiness>} */ rulesets, own = "") {
  const all = Object.values(rulesets);
  const left = all.filter(busy);
  if (!left.length || (own && !(rulesets[own] && busy(rulesets[own])))) return "";
  const now = left.find(({ what }) => what) ?? left[0];
  const share = Math.floor((100 * now.done) / now.total);
  const number = all.length - left.length + 1;
  return `Preparing the computer: ${number} of ${all.length} (${share} %). You can play meanwhile.`;
}

/** Say so in a line of a page until it is ready. */
export async function tellPreparing(/** @type {HTMLElement} */ el) {
  const { rulesets } = await call("/api/about");
  const words = preparing(rulesets);
  if (!words) {
    // Something stays, so that nothing below it jumps.
    if (el.firstChild) el.replaceChildren("The computer is ready.");
    return;
  }
  const all = Object.values(/** @type {Record<string, Readiness>} */ (rulesets));
  const parts = all.map((one) => (busy(one) ? one.done / one.total : 1));
  const value = parts.reduce((sum, part) => sum + part, 0);
  const label = "The computer is being prepared";
  el.replaceChildren(h("progress", { value, max: all.length, "aria-label": label }), " ", words);
  setTimeout(() => tellPreparing(el).catch(() => {}), LOOK);
}
