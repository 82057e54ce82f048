/** How far this browser is in lessons and puzzles, by "RULESET/NAME". */

import { keep, recallData } from "./storage.js";

/** @import { Learnt } from "./types.js" */

const SHELF = "hulldown.learnt";

/** All of it. @returns {Record<string, Learnt>} */
export const allLearnt = () => recallData(SHELF, {});

/** One of them; of what was never opened, nothing. @returns {Learnt} */
export const learnt = (/** @type {string} */ name) => ({
  ...{ played: [], done: false, step: 0, share: null },
  ...allLearnt()[name],
});

export const keepLearnt = (/** @type {string} */ name, /** @type {Learnt} */ how) =>
  keep(SHELF, JSON.stringify({ ...allLearnt(), [name]: how }));
