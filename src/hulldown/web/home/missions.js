/** Choosing a mission: every board as a stamp, then what the chosen one is about and who fights in it. */

import { drawing, emblem, h, letter, SIDES } from "../shared/dom.js";
import { call } from "../shared/net.js";

/** @typedef {import("../shared/types.js").ScenarioInfo} ScenarioInfo */

const FIRST = "skirmish";

/**
 * The stamps as a group of radio buttons.
 * @param {string} ruleset
 * @param {ScenarioInfo[]} scenarios
 * @param {(chosen: ScenarioInfo) => void} tell called at once, and with every choice
 */
export function missionPicker(ruleset, scenarios, tell) {
  const first = scenarios.find((s) => s.id === FIRST) ?? scenarios[0];
  const list = h(
    "div",
    { class: "missions", role: "radiogroup", "aria-label": "Mission" },
    scenarios.map((s) => stamp(s, s === first)),
  );
  list.addEventListener("change", (event) => {
    const chosen = scenarios.find(
      (s) => s.id === /** @type {HTMLInputElement} */ (event.target).value,
    );
    if (chosen) tell(chosen);
  });
  call(`/api/rulesets/${ruleset}/boards`).then(
    (boards) => lay(list, boards),
    () => {},
  );
  if (first) tell(first);
  return list;
}

const stamp = (/** @type {ScenarioInfo} */ s, /** @type {boolean} */ checked) =>
  h(
    "label",
    { class: "mission", title: s.summary },
    h("input", { type: "radio", class: "vh", name: "scenario", value: s.id, checked }),
    h("span", { class: "stamp", "data-board": s.id }),
    h("b", {}, s.name),
  );

/** The boards onto their stamps; drawn by the server, they bring no text of others. */
function lay(/** @type {HTMLElement} */ list, /** @type {Object<string, string>} */ boards) {
  for (const [id, markup] of Object.entries(boards))
    list.querySelector(`[data-board="${CSS.escape(id)}"]`)?.replaceChildren(drawing(markup));
}

/** What a mission is about, with its rule. */
export function about(/** @type {ScenarioInfo} */ s, /** @type {string} */ ruleset) {
  return [
    h("h3", {}, s.name, " ", h("small", {}, `${s.turns} ${s.period}s at most`)),
    h("p", {}, s.briefing || s.summary),
    s.victory &&
      h(
        "p",
        {},
        h("b", {}, "Victory: "),
        s.victory,
        " ",
        s.rule &&
          h(
            "a",
            { class: "rule", href: `/rulebook/${ruleset}#${s.rule}`, target: "rulebook" },
            s.rule,
          ),
      ),
  ];
}

/** The sides to choose from, each with its part in the mission and its units. */
export function sides(/** @type {ScenarioInfo} */ s, chosen = 0) {
  const roles = s.sides.length ? s.sides : ["", ""];
  return roles.map((role, side) =>
    h(
      "label",
      { class: `pick-side side-${letter(side)}` },
      h("input", {
        type: "radio",
        name: "side",
        value: String(side),
        checked: side === Math.min(chosen, roles.length - 1),
      }),
      emblem(side),
      h("span", {}, h("b", {}, SIDES[side]), role && ` ${role}`, h("small", {}, force(s, side))),
    ),
  );
}

/** A side's units in a line, equal ones counted. */
function force(/** @type {ScenarioInfo} */ s, /** @type {number} */ side) {
  const names = s.roster.filter((unit) => unit.side === side).map((unit) => unit.name);
  return [...new Set(names)]
    .map((name) => [names.filter((n) => n === name).length, name])
    .map(([n, name]) => (n === 1 ? name : `${n} \u00d7 ${name}`))
    .join(", ");
}
