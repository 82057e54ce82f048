/** Undo and redo for the whole page: the pack before each step. Writing in a field is one step. */

import { announce } from "../shared/dom.js";

/** @import { Pack, Workshop } from "./types.js" */

const STEPS = 200;

/** Keep the pack as it is before a step; what is written in the same field is part of the last. */
export function record(/** @type {Workshop} */ w) {
  const field = writing();
  if (!field || field !== w.field) w.past = [...w.past, w.pack].slice(-STEPS);
  Object.assign(w, { field, future: [] });
}

/** Nothing can be taken back before this. */
export const forget = (/** @type {Workshop} */ w) =>
  Object.assign(w, { past: [], future: [], field: "" });

/** The editor has taken a stroke back by itself: a step that is undone by it is none any more. */
export function unwind(/** @type {Workshop} */ w) {
  const now = JSON.stringify(w.pack);
  while (w.past.length && JSON.stringify(w.past.at(-1)) === now) w.past = w.past.slice(0, -1);
}

/** The field that is being written in; "" where nothing is. */
function writing() {
  const el = document.activeElement;
  if (!(el instanceof HTMLInputElement || el instanceof HTMLTextAreaElement)) return "";
  return ["checkbox", "file", "radio"].includes(el.type) ? "" : (el.dataset.key ?? el.name);
}

/** Take a step back, or go on again; the pack to go to, null where there is none. */
function step(
  /** @type {Workshop} */ w,
  /** @type {"past"|"future"} */ from,
  /** @type {"past"|"future"} */ to,
) {
  const pack = w[from].at(-1) ?? null;
  if (!pack) return null;
  w[to] = [...w[to], w.pack];
  w[from] = w[from].slice(0, -1);
  w.field = "";
  announce(from === "past" ? "Undone." : "Done again.");
  return pack;
}

/** Undo; an open editor takes its own strokes back first. */
export function undo(/** @type {Workshop} */ w) {
  if (w.editing?.undo()) return;
  w.go(step(w, "past", "future"));
}

/** Redo, in the same order. */
export function redo(/** @type {Workshop} */ w) {
  if (w.editing?.redo()) return;
  w.go(step(w, "future", "past"));
}

/** Keys that undo and redo wherever the focus is; in a field they are the browser's. */
export function listen(/** @type {Workshop} */ w) {
  document.addEventListener("focusout", () => {
    w.field = "";
  });
  document.addEventListener("keydown", (event) => {
    const el = /** @type {Element} */ (event.target);
    const key = event.key.toLowerCase();
    if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return;
    if (el.matches("input, textarea") || !["z", "y"].includes(key)) return;
    event.preventDefault();
    if (key === "z" && !event.shiftKey) undo(w);
    else redo(w);
  });
}
