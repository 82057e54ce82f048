/** Who is at a game: in a shape and in words, never by colour alone. */

import { h } from "./dom.js";

/** @import { AtTable } from "./types.js" */

const MINUTE = 60;

/** How long ago, in words that need no second hand. */
function ago(/** @type {number} */ seconds) {
  const minutes = Math.floor(seconds / MINUTE);
  if (minutes < 1) return "since a moment ago";
  if (minutes < 2 * MINUTE) return `for ${minutes} min`;
  return `for ${Math.floor(minutes / MINUTE)} h`;
}

/**
 * What is known of a seat: here, away or never seen since the server began.
 * @param {AtTable[]} seen
 * @param {number} seat
 * @param {number} heard the clock when it was told, in ms
 */
export function attendance(seen, seat, heard) {
  const found = seen.find((one) => one.seat === seat);
  if (!found) return { state: "never", words: "not here yet" };
  if (found.here) return { state: "here", words: "here" };
  return { state: "away", words: `away ${ago(found.away + (Date.now() - heard) / 1000)}` };
}

/** A full disc for who is here, a half one for who is away, an empty one for who never came. */
export const sign = (/** @type {string} */ state) =>
  h("i", { class: `there ${state}`, "aria-hidden": "true" });
