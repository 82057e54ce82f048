/**
 * What is no choice is not asked: the only order there is is given by itself. A file of its own:
 * the page loads it after the first visit's 200,000 bytes.
 */

import { asksAll } from "../shared/net.js";
import { act } from "./play.js";
import { free } from "./state.js";

/** @import { TableView } from "../shared/types.js" */
/** @import { State } from "./types.js" */

/**
 * Give the only order there is, unless a person would rather not have it given: before the first
 * decision, where the last one could be taken back, after an undo, or as the menu says.
 */
export async function passOn(/** @type {State} */ s) {
  const { view, wish } = s;
  if (!view?.alone || !view.number || !free(s) || s.session.handing || asksAll()) return;
  const held = view.undo.possible && !view.undo.why && wish.passed !== view.number;
  if (held || wish.undone === view.number || wish.tried === view.number) return;
  wish.tried = view.number;
  await act(s, [view.alone]);
  if (s.view) wish.passed = s.view.number;
}
