/** What the battle is about, always at hand: how it stands, how it is won, the briefing, the options played with. */

import { h, panel, rule } from "../shared/dom.js";
import { said, titled } from "../shared/options.js";

/** The briefing stays as it was left; on a desk the log begins with it, so here it is folded first. */
let unfolded = matchMedia("(max-width: 759px)").matches;

/** Draw the mission into every place that shows it. */
export function drawMission(
  /** @type {HTMLElement[]} */ places,
  /** @type {import("./state.js").State} */ s,
) {
  const view = s.shown;
  if (!view) return;
  const options = Object.entries(view.options ?? {});
  for (const el of places)
    panel(el, [view.scenario.id, JSON.stringify([view.status.extras, options])], () => [
      h("h2", {}, "Mission"),
      standing(view.status),
      ...aims(view.scenario),
      played(options),
    ]);
}

/** How the mission stands, as chips: sky, objectives and score, waypoints, strikes. */
export function standing(/** @type {import("../shared/types.js").Status} */ status) {
  const all = Object.entries(status.extras ?? {});
  return (
    all.length > 0 &&
    h(
      "ul",
      { class: "extras" },
      all.map(([name, text]) =>
        h("li", { class: `x-${name}` }, text.charAt(0).toUpperCase() + text.slice(1)),
      ),
    )
  );
}

const aims = (/** @type {import("../shared/types.js").ScenarioInfo} */ s) => [
  h("p", {}, h("b", {}, "Victory: "), s.victory || s.summary, " ", rule(s.rule)),
  s.briefing &&
    h(
      "details",
      { open: unfolded, ontoggle: (/** @type {any} */ e) => (unfolded = e.target.open) },
      h("summary", {}, "Briefing"),
      h("p", {}, s.briefing),
    ),
];

const played = (/** @type {[string, any][]} */ options) =>
  options.length > 0 &&
  h(
    "p",
    { class: "sub" },
    "Played with ",
    options.map(([id, value], i) => [i ? ", " : "", `${titled(id)}: ${said(value)}`]),
    ".",
  );
