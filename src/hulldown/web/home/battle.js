/** A battle as it is shown to who is invited to it, and to who invites. */

import { h, rule } from "../shared/dom.js";
import { COLOURS } from "../shared/names.js";

/** @import { TableView } from "../shared/types.js" */

/** The board, what is played, which side is whose, and how it is won. */
export function about(
  /** @type {TableView} */ { game, scenario, ruleset, seats, people },
  /** @type {number|null} */ seat,
) {
  const others = seats.filter((one) => one.seat !== seat);
  const who = others.map((one) => `${COLOURS[one.seat]}: ${one.player || one.name || "a person"}`);
  const picture = { src: `/api/games/${game}/picture.svg`, alt: "", width: 180, height: 180 };
  return h(
    "div",
    { class: "battle" },
    h("img", picture),
    h(
      "div",
      {},
      h("h2", {}, `${ruleset.name}: ${scenario.name}`),
      seat !== null &&
        h(
          "p",
          { class: "task" },
          h("b", {}, `You are ${COLOURS[seat]}. `),
          scenario.tasks[seat] || scenario.sides[seat] || "",
        ),
      h("p", { class: "sub" }, who.join(", ")),
      h("p", {}, h("b", {}, "Terms: "), people.terms.words.join(". "), "."),
      h("p", {}, scenario.briefing),
      h("p", {}, h("b", {}, "Victory: "), scenario.victory, " ", rule(scenario.rule)),
    ),
  );
}
