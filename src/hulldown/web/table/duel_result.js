/**
 * Between two duels of a match: who won the last and why, how the match stands and what comes next.
 * It stands on the board until it is put away, or an order is chosen.
 */

import { h } from "../shared/dom.js";
import { capital } from "../shared/names.js";
import { panel } from "../shared/panels.js";
import { wait } from "./motion.js";
import { change } from "./state.js";

/** @import { TableView } from "../shared/types.js" */
/** @import { State } from "./types.js" */

const STANDS = 20_000; // ms over the board of the duel that is over

/** Let it stand over the board of the duel that is over, until it is put away or skipped. */
export async function closing(/** @type {State} */ s, /** @type {TableView} */ view) {
  if (document.hidden) return;
  const away = new Promise((done) => change(s, { closing: { view, done } }));
  await Promise.race([away, wait(s.motion, STANDS)]);
  change(s, { closing: null });
}

/** Draw it, or take it away. */
export function drawInterval(/** @type {HTMLElement} */ el, /** @type {State} */ s) {
  const { ended = "", score = "", duel = "" } = (s.closing?.view ?? s.view)?.status.extras ?? {};
  if (s.pick && !s.closing) s.last.ended = ended; // the order that ended it is still chosen
  el.hidden = !ended || s.last.ended === ended || s.at !== null;
  const away = () => {
    s.last.ended = ended;
    s.closing?.done(null);
    change(s, {});
  };
  panel(el, [ended], () => {
    const [head, why] = ended.split(": ");
    return [
      h("h2", {}, head),
      why && h("p", {}, capital(why)),
      h("p", {}, h("b", {}, score)),
      h(
        "button",
        { class: "cta", "data-key": "interval", onclick: away },
        `On to ${duel.toLowerCase()}`,
      ),
    ];
  });
}
