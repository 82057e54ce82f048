/**
 * What the rules do by themselves between orders (fires that burn on, heat, points, units that
 * rally), as a short note on the board. It takes no place, waits for nobody and goes by itself, or
 * with the next key or click.
 */

import { dressed, h } from "../shared/dom.js";
import { plain } from "../shared/panels.js";
import { COMES, run, still, wait } from "./motion.js";

/** @import { TableView } from "../shared/types.js" */
/** @import { State } from "./types.js" */

const MOST = 4; // lines of a note; the rest is in the log
const LEAST = 2200; // ms that a note stands
const LINE = 1100; // and more for each line

/** The note that stands now. @type {{el: HTMLElement|null}} */
const now = { el: null };

/** The heading and the lines of what the rules did with some orders; no lines for nothing. */
export function upkeepOf(/** @type {TableView} */ view, /** @type {number[]} */ numbers) {
  const sentences = view.log
    .filter(({ number }) => numbers.includes(number))
    .flatMap((part) => part.sentences)
    .filter((one) => one.upkeep);
  const said = (/** @type {{text: string}} */ { text }) => plain(text).split("\n")[0];
  const heads = sentences.filter((one) => one.heading).map(said);
  const lines = sentences.filter((one) => !one.heading).map(said);
  return { head: heads.at(-1) ?? "Meanwhile", lines };
}

/** Show what the rules did with some orders, and whether smoke has gone. */
export async function tellUpkeep(
  /** @type {State} */ s,
  /** @type {TableView} */ view,
  /** @type {number[]} */ numbers,
  gone = false,
) {
  const { head, lines } = upkeepOf(view, numbers);
  const all = gone ? [...lines, "Smoke has drifted away."] : lines;
  if (!all.length || document.hidden) return;
  await dressed("/static/table/upkeep.css");
  const more = all.length - MOST;
  // Screen readers hear the same sentences from the log.
  const el = h(
    "aside",
    { class: "upkeep", "aria-hidden": "true" },
    h("b", {}, head),
    all.slice(0, MOST).map((line) => h("p", {}, line)),
    more > 0 && h("p", { class: "more" }, `and ${more} more in the log`),
  );
  now.el?.remove();
  now.el = el;
  document.querySelector(".stage")?.append(el);
  if (!still()) {
    const frames = { opacity: [0, 1] };
    run(s.motion, el.animate(frames, { duration: COMES, easing: "ease-out" }));
  }
  await wait(s.motion, LEAST + LINE * Math.min(MOST, all.length));
  el.remove();
}
