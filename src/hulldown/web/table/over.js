/** The slip over the board when the battle is over, loaded when it is. */

import { h, named, panel, rule, SIDES } from "../shared/dom.js";
import { seats, setting } from "../shared/net.js";
import { standing } from "./mission.js";
import { change } from "./state.js";

/** The sentence of the log that says how it ended; without one, the bare result. */
function ending(
  /** @type {import("../shared/types.js").TableView} */ view,
  /** @type {string} */ text,
) {
  const last = (view.log.at(-1)?.sentences ?? []).findLast((x) =>
    x.text.toLowerCase().includes(text.toLowerCase()),
  );
  return last ? named(last.text, view.cards) : text;
}

/** Back to the campaign that a battle belongs to, if it was opened from there. */
function inCampaign(/** @type {string} */ game) {
  const campaign = setting(`battle.${game}`);
  return (
    campaign && h("a", { class: "plain", href: `/campaign/${campaign}` }, "Back to the campaign")
  );
}

/** The slip over the board when the battle is over. */
export function drawOver(
  /** @type {HTMLElement} */ el,
  /** @type {import("./state.js").State} */ s,
  /** @type {{replay: () => void, again: () => void}} */ can,
) {
  const result = s.view?.result;
  panel(el, [result], () => {
    if (!result || !s.view) return [];
    const { seat, scenario } = s.view;
    const both = Object.values(seats(s.game)).filter((x) => x.kind === "human").length > 1;
    const head =
      result.winner === 2
        ? "A draw"
        : seat === null || both
          ? `${SIDES[result.winner]} wins`
          : result.winner === seat
            ? "Victory"
            : "Defeat";
    return [
      h("h2", {}, head),
      h("p", {}, ending(s.view, result.text)),
      standing(s.view.status),
      h(
        "p",
        { class: "sub" },
        h("b", {}, "The mission: "),
        scenario.victory,
        " ",
        rule(scenario.rule),
      ),
      h(
        "div",
        { class: "row" },
        h("button", { class: "cta", onclick: can.replay }, "Watch it again"),
        h("button", { class: "plain", onclick: can.again }, "New battle like this"),
        h("button", { class: "plain", onclick: () => change({ seen: true }) }, "See the board"),
        inCampaign(s.game),
        h("a", { class: "plain", href: "/" }, "Home"),
      ),
    ];
  });
}
