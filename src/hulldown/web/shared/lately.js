/** Which game this browser looked at or played last, so that pages open on it. */

import { keep, recall } from "./storage.js";

const SHELF = "hulldown.game";

/** Remember a game by the id of its ruleset. */
export function keepGame(/** @type {string} */ id) {
  if (id !== lastGame()) keep(SHELF, id);
}

/** The game looked at or played last; null before the first. */
export const lastGame = () => recall(SHELF);
