/**
 * Between two duels of a match: who won the last and why, how the match stands and what comes next.
 * It stands on the board until it is put away, or an order is chosen.
 */

import { h } from "../shared/dom.js";
import { panel } from "../shared/panels.js";
import { change } from "./state.js";

/** @import { State } from "./types.js" */

/** Draw it, or take it away. */
export function drawInterval(/** @type {HTMLElement} */ el, /** @type {State} */ s) {
  const { ended = "", score = "", duel = "" } = s.view?.status.extras ?? {};
  if (s.pick) s.last.ended = ended;
  el.hidden = !ended || s.last.ended === ended || s.at !== null;
  const away = () => {
    s.last.ended = ended;
    change(s, {});
  };
  panel(el, [ended], () => {
    const [head, why] = ended.split(": ");
    return [
      h("h2", {}, head),
      why && h("p", {}, why.charAt(0).toUpperCase() + why.slice(1)),
      h("p", {}, h("b", {}, score)),
      h(
        "button",
        { class: "cta", "data-key": "interval", onclick: away },
        `On to ${duel.toLowerCase()}`,
      ),
    ];
  });
}
