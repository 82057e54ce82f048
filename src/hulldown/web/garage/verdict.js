/** The right column: points spent, what is wrong, and the card as it is printed. */

import { announce, drawing, h, many, rule } from "../shared/dom.js";
import { panel } from "../shared/panels.js";
import { kindIn } from "./draft.js";

/** @import { Judged } from "../shared/types.js" */
/** @import { Garage } from "./types.js" */

const BOXES = 40; // for all points, one or more to a box
const MOST = 400; // points that are shown as boxes
const UNRULY = "Not by the rules of building, but you may field it";
const WORKINGS = "workings"; // as they are called among what is folded out

export function drawVerdict(
  /** @type {Garage} */ g,
  /** @type {HTMLElement} */ el,
  /** @type {HTMLElement} */ preview,
) {
  const { judged } = g;
  if (!judged) return;
  panel(el, [judged], () => [
    judged.cost + judged.budget > 0 && meter(judged), // where anything is counted in points
    status(judged),
    bonuses(g, judged),
    judged.workings.length > 0 && workings(g, judged),
  ]);
  // Names in the card were made harmless by the server.
  panel(preview, [judged.card], () => [drawing(judged.card)]);
}

/** How the numbers of the card come about, step by step. */
function workings(/** @type {Garage} */ g, /** @type {Judged} */ judged) {
  const ontoggle = (/** @type {any} */ event) =>
    g.unfolded[event.target.open ? "add" : "delete"](WORKINGS);
  const step = (/** @type {string[]} */ [words, adds, id]) =>
    h("li", {}, h("span", {}, words), " ", h("b", {}, adds), " ", rule(id));
  const head = h("b", {}, judged.workings[0].title);
  return h(
    "details",
    { class: WORKINGS, open: g.unfolded.has(WORKINGS), ontoggle },
    h("summary", {}, head, ": how the card's numbers come about"),
    judged.workings.map(({ title, steps }, i) => [
      i > 0 && h("h3", {}, title),
      h("ul", { class: "steps" }, steps.map(step)),
    ]),
  );
}

/**
 * Points as boxes, two or more to a box where they are many: filled ones are spent, those beyond
 * the budget crossed.
 */
function meter(/** @type {Judged} */ { cost, budget }) {
  const most = Math.min(MOST, Math.max(cost, budget));
  const each = Math.ceil(most / BOXES);
  const boxes = Array.from({ length: Math.ceil(most / each) }, (_, i) =>
    h("i", { class: i * each >= budget ? "over" : i * each < cost ? "on" : "" }),
  );
  const label = `${cost} of ${budget} points spent`;
  return h(
    "div",
    { class: "meter" },
    h("b", { class: "num" }, cost),
    h("span", {}, ` of ${budget} points`),
    h("span", { class: "boxes", role: "img", "aria-label": label }, boxes),
  );
}

function status(/** @type {Judged} */ { build, cost, budget, legal, broken, warnings }) {
  const left = budget - cost;
  const excused = build.by_the_rules === false; // as a pack may say of a unit
  const unruly = legal && excused && warnings.length > 0;
  const good = `Legal${left > 0 ? `; ${many(left, "point")} left` : ""}`;
  const bad = `Not legal: ${many(broken.length, "rule")} broken`;
  const words = unruly ? UNRULY : legal ? good : bad;
  const list = (/** @type {string} */ cls, /** @type {{text: string, rule: string}[]} */ all) =>
    h(
      "ul",
      { class: cls },
      all.map((why) => h("li", {}, why.text, " ", rule(why.rule))),
    );
  const cls = `verdict-line ${unruly ? "" : legal ? "good" : "bad"}`;
  announce(words);
  return [
    h("p", { class: cls }, unruly ? "" : legal ? "\u2713 " : "\u2715 ", words),
    list("broken", broken),
    warnings.length > 0 && list("warned", warnings),
  ];
}

/** The two points that are not bought (TC-2.20, TC-2.21), and whether this unit has them. */
function bonuses(/** @type {Garage} */ g, /** @type {Judged} */ judged) {
  if (!kindIn(g, judged.build)?.crew.length) return "";
  const words = (/** @type {{text: string, points: number}} */ bonus, earned = false) => {
    if (!bonus.points) return `No extra point in this game when ${bonus.text}`;
    return earned
      ? `\u2713 ${bonus.points} extra point: ${bonus.text}`
      : `\u25cb ${bonus.points} extra point when ${bonus.text}`;
  };
  return h(
    "ul",
    { class: "bonuses" },
    g.offer.bonuses.map((bonus) => {
      const earned = judged.earned.includes(bonus.id);
      return h("li", {}, h("small", {}, words(bonus, earned), " ", rule(bonus.rule)));
    }),
  );
}
