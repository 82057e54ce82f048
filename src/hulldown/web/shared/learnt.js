/** How far this browser is in lessons and puzzles, by "RULESET/NAME". */

/** @import { Learnt } from "./types.js" */

const SHELF = "hulldown.learnt";

/** All of it. @returns {Record<string, Learnt>} */
export function allLearnt() {
  try {
    return JSON.parse(localStorage.getItem(SHELF) || "{}");
  } catch {
    return {};
  }
}

/** One of them; of what was never opened, nothing. @returns {Learnt} */
export const learnt = (/** @type {string} */ name) => ({
  ...{ played: [], done: false, step: 0, share: null },
  ...allLearnt()[name],
});

export const keepLearnt = (/** @type {string} */ name, /** @type {Learnt} */ how) =>
  localStorage.setItem(SHELF, JSON.stringify({ ...allLearnt(), [name]: how }));
