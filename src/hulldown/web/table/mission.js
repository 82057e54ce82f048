/** What a battle is about, for the slip that tells it: loaded with that. */

import { emblem, h, inWords, later, rule, titled } from "../shared/dom.js";
import { COLOURS, OWN } from "../shared/names.js";
import { standing } from "./header.js";

/** @import { TableView } from "../shared/types.js" */

/** What the battle is about: aims, briefing, who plays, with which options and dice. */
export function mission(/** @type {TableView} */ view) {
  const { scenario, seats, status, seat } = view;
  const task = seat === null ? "" : scenario.tasks[seat];
  const options = Object.entries(view.options ?? {});
  return h(
    "div",
    { class: "mission-note", id: "mission" },
    task && h("p", { class: "task" }, h("b", {}, "You: "), task),
    h("p", {}, scenario.briefing || scenario.summary),
    h(
      "p",
      {},
      h("b", {}, "Victory: "),
      scenario.victory || scenario.summary,
      " ",
      rule(scenario.rule),
    ),
    standing(status),
    players(seats),
    played(options),
    h("p", { class: "sub" }, view.dice_told),
    scenario.id !== OWN &&
      later("Print it for a real table", async () =>
        (await import("../shared/print_links.js")).papers(() => printed(view)),
      ),
  );
}

/** What of the battle is printed: its scenario as it began, with its options. */
const printed = (/** @type {TableView} */ { ruleset, scenario, options }) => ({
  ruleset: ruleset.id,
  scenario: scenario.id,
  options,
});

/** Who plays which side. */
function players(/** @type {TableView["seats"]} */ seats) {
  const name = (/** @type {{who: string, kind: string, seat: number}} */ one) =>
    one.who !== COLOURS[one.seat] ? one.who : "a person";
  const each = seats.map((one) =>
    h("li", {}, emblem(one.seat), ` ${COLOURS[one.seat]}: ${name(one)}`),
  );
  return h("ul", { class: "players" }, each);
}

const played = (/** @type {[string, any][]} */ options) =>
  options.length > 0 &&
  h(
    "p",
    { class: "sub" },
    "Played with ",
    options.map(([id, value], i) => [i ? ", " : "", `${titled(id)}: ${inWords(value)}`]),
    ".",
  );
