/** The right column: points spent, what is wrong, and the card as it is printed. */

import { announce, drawing, h, panel, rule } from "../shared/dom.js";
import { kindIn } from "./buying.js";
import { garage } from "./garage.js";

/** @param {HTMLElement} el @param {HTMLElement} preview */
export function drawVerdict(el, preview) {
  const judged = garage.judged;
  if (!judged) return;
  panel(el, [judged], () => [
    counted(judged) && meter(judged),
    status(judged),
    bonuses(judged),
    judged.workings.length > 0 && workings(judged),
  ]);
  panel(preview, [judged.card], () => [drawing(judged.card)]); // names in it were made harmless by the server
}

/** Whether anything is counted in points here. */
const counted = (/** @type {import("../shared/types.js").Judged} */ judged) =>
  judged.cost + judged.budget > 0;

let unfolded = false; // whether the steps are read

/** How the numbers of the card come about, step by step. */
const workings = (/** @type {import("../shared/types.js").Judged} */ judged) =>
  h(
    "details",
    {
      class: "workings",
      open: unfolded,
      ontoggle: (/** @type {any} */ event) => {
        unfolded = event.target.open;
      },
    },
    h("summary", {}, h("b", {}, judged.workings[0].title), ": how the card comes about"),
    judged.workings.map(({ title, steps }, i) => [
      i > 0 && h("h3", {}, title),
      h(
        "ul",
        { class: "steps" },
        steps.map(([words, adds, id]) =>
          h("li", {}, h("span", {}, words), " ", h("b", {}, adds), " ", rule(id)),
        ),
      ),
    ]),
  );

/** Points as boxes, two or more to a box where they are many: filled ones are spent, those beyond the budget crossed. */
function meter(/** @type {import("../shared/types.js").Judged} */ judged) {
  const { cost, budget } = judged;
  const most = Math.min(400, Math.max(cost, budget));
  const each = Math.ceil(most / 40);
  const boxes = Array.from({ length: Math.ceil(most / each) }, (_, i) =>
    h("i", { class: i * each >= budget ? "over" : i * each < cost ? "on" : "" }),
  );
  return h(
    "div",
    { class: "meter" },
    h("b", { class: "num" }, cost),
    h("span", {}, ` of ${budget} points`),
    h(
      "span",
      { class: "boxes", role: "img", "aria-label": `${cost} of ${budget} points spent` },
      boxes,
    ),
  );
}

function status(/** @type {import("../shared/types.js").Judged} */ judged) {
  const left = judged.budget - judged.cost;
  const words = judged.legal
    ? `Legal${left > 0 ? `; ${left} point${left === 1 ? "" : "s"} left` : ""}`
    : `Not legal: ${judged.broken.length} rule${judged.broken.length === 1 ? "" : "s"} broken`;
  announce(words);
  return [
    h(
      "p",
      { class: `verdict-line ${judged.legal ? "good" : "bad"}` },
      judged.legal ? "\u2713 " : "\u2715 ",
      words,
    ),
    h(
      "ul",
      { class: "broken" },
      judged.broken.map((why) => h("li", {}, why.text, " ", rule(why.rule))),
    ),
    judged.warnings.length > 0 &&
      h(
        "ul",
        { class: "warned" },
        judged.warnings.map((why) => h("li", {}, why.text, " ", rule(why.rule))),
      ),
  ];
}

/** The two points that are not bought (TC-2.20, TC-2.21), and whether this unit has them. */
function bonuses(/** @type {import("../shared/types.js").Judged} */ judged) {
  if (!kindIn(judged.build)?.crew.length) return "";
  return h(
    "ul",
    { class: "bonuses" },
    garage.offer.bonuses.map((bonus) =>
      h(
        "li",
        {},
        h("small", {}, bonusWords(bonus, judged.earned.includes(bonus.id)), " ", rule(bonus.rule)),
      ),
    ),
  );
}

function bonusWords(
  /** @type {{text: string, points: number}} */ bonus,
  /** @type {boolean} */ earned,
) {
  if (!bonus.points) return `No extra point in this game when ${bonus.text}`;
  return earned
    ? `\u2713 ${bonus.points} extra point: ${bonus.text}`
    : `\u25cb ${bonus.points} extra point when ${bonus.text}`;
}
