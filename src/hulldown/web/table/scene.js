/** What a film of orders needs whether anybody fires in it or not. */

import { play } from "./sounds.js";

/** @import { BoardView } from "./board.js" */
/** @import { Clock, State, Wanted } from "./types.js" */

/** The drawings of a unit, or of the models of a group. */
export function marksOf(/** @type {BoardView} */ { svg }, /** @type {string} */ id) {
  const name = CSS.escape(id);
  const all = svg?.querySelectorAll(`.l-units :is([data-unit="${name}"], [data-group="${name}"])`);
  return [...(all ?? [])];
}

/** A sound of a film: where nothing moves it is written as far ahead as it would come. */
export function hear(
  /** @type {State} */ s,
  /** @type {Clock} */ clock,
  /** @type {string} */ name,
  /** @type {Wanted} */ wanted = {},
  ms = 0,
) {
  if (clock.still) play(s.sounds, name, { ...wanted, after: ms / 1000 });
  else if (!clock.over()) play(s.sounds, name, wanted);
}

/** Take what the last shot left off the board. */
export function clearScene(/** @type {State} */ { motion }) {
  const { scene } = motion;
  if (!scene) return;
  for (const observer of scene.follows) observer.disconnect();
  scene.effects.remove();
  scene.tray?.remove();
  motion.scene = null;
}
