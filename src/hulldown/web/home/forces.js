/** Own builds for a battle: in place of one's units, or a force of one's own for so many points. */

import { h } from "../shared/dom.js";
import { call } from "../shared/net.js";

/** @typedef {{key: string, name: string, unit: string, points: string, cost: number, force: any}} Choice */

/** @type {Map<string, Promise<Choice[]>>} */ const known = new Map();

/** Builds of a ruleset that can be fielded; none where units are not built by points. */
function choices(/** @type {string} */ ruleset) {
  if (!known.has(ruleset))
    known.set(
      ruleset,
      fetched(ruleset).catch(() => []),
    );
  return /** @type {Promise<Choice[]>} */ (known.get(ruleset));
}

/** @returns {Promise<Choice[]>} */
async function fetched(/** @type {string} */ ruleset) {
  const [saved, offer] = await Promise.all([
    call(`/api/builds?ruleset=${ruleset}`),
    call(`/api/rulesets/${ruleset}/garage`, { body: {} }),
  ]);
  return [
    ...saved.map((/** @type {any} */ one) => ({
      key: one.id,
      name: one.name,
      unit: one.unit,
      points: `${one.budget ? `${one.cost} points` : "yours"}${one.legal ? "" : ", not legal"}`,
      cost: one.cost,
      force: one.build,
    })),
    ...offer.samples
      .filter((/** @type {any} */ one) => one.id !== one.unit)
      .map((/** @type {any} */ one) => ({
        key: `sample ${one.id}`,
        name: one.name,
        unit: one.unit,
        points: one.points ? `sample, ${one.points} points` : "sample",
        cost: one.points,
        force: { build: one.id },
      })),
  ];
}

/**
 * The lists of a side's units, filled into `el` as soon as the builds are known.
 * @param {HTMLElement} el
 * @param {string} ruleset
 * @param {import("../shared/types.js").ScenarioInfo} info
 * @param {number} side
 */
export async function offerBuilds(el, ruleset, info, side) {
  const roster = info.roster.filter((unit) => unit.side === side);
  const builds = roster.some((unit) => unit.kinds.length) ? await choices(ruleset) : [];
  const lists =
    info.points && builds.length
      ? [freely(roster, info.points, builds)]
      : roster
          .map((unit) =>
            list(
              unit,
              builds.filter((one) => unit.kinds.includes(one.unit)),
            ),
          )
          .filter(Boolean);
  el.replaceChildren(
    ...(lists.length
      ? [
          h(
            "details",
            { open: info.points > 0 },
            h("summary", {}, info.points ? "Your force" : "Your own builds"),
            lists,
            h(
              "p",
              { class: "sub" },
              "Made in the ",
              h("a", { href: `/garage?ruleset=${ruleset}` }, "Garage"),
              ".",
            ),
          ),
        ]
      : []),
  );
}

/** A force put together freely, with what it is worth; the server judges it. */
function freely(
  /** @type {import("../shared/types.js").RosterUnit[]} */ roster,
  /** @type {number} */ points,
  /** @type {Choice[]} */ builds,
) {
  const body = h("div", {});
  const fill = (/** @type {string[]} */ keys, at = -1) => {
    if (!keys.length)
      return fill(
        roster.map((unit) => `sample ${unit.sample}`),
        at,
      );
    const cost = keys.reduce(
      (sum, key) => sum + (builds.find((one) => one.key === key)?.cost ?? 0),
      0,
    );
    body.replaceChildren(
      ...keys.map((key, i) =>
        row(`${roster[0].unit[0]}${i + 1}`, key, (to) =>
          fill(to ? keys.with(i, to) : keys.toSpliced(i, 1), i),
        ),
      ),
      row("", "", (to) => fill([...keys, to], keys.length)),
      h(
        "p",
        { role: "status", class: cost > points ? "wrong" : "sub" },
        `${cost} of ${points} points`,
        cost > points && `: ${cost - points} too many`,
      ),
    );
    body.querySelectorAll("select")[at]?.focus();
  };
  const row = (
    /** @type {string} */ unit,
    /** @type {string} */ chosen,
    /** @type {(to: string) => void} */ put,
  ) =>
    h(
      "label",
      {},
      h("span", {}, unit || "One more"),
      h(
        "select",
        { name: unit && `force ${unit}`, onchange: (/** @type {any} */ e) => put(e.target.value) },
        h("option", { value: "" }, unit ? "nobody" : "choose\u2026"),
        builds.map((one) =>
          h(
            "option",
            { value: one.key, selected: one.key === chosen },
            `${one.name} (${one.points})`,
          ),
        ),
      ),
    );
  fill([]);
  return body;
}

function list(
  /** @type {import("../shared/types.js").RosterUnit} */ unit,
  /** @type {Choice[]} */ builds,
) {
  if (!builds.length) return null;
  return /** @type {HTMLElement} */ (
    h(
      "label",
      {},
      h("span", {}, unit.unit),
      h(
        "select",
        { name: `force ${unit.unit}` },
        h("option", { value: "" }, `${unit.name}, as printed`),
        builds.map((one) => h("option", { value: one.key }, `${one.name} (${one.points})`)),
      ),
    )
  );
}

/** The forces that a form asks for, as the server takes them. @returns {Promise<Object<string, any>>} */
export async function forcesOf(/** @type {FormData} */ data, /** @type {string} */ ruleset) {
  const wanted = [...data.entries()].filter(([name, value]) => name.startsWith("force ") && value);
  const builds = wanted.length ? await choices(ruleset) : [];
  return Object.fromEntries(
    wanted.map(([name, value]) => [name.slice(6), builds.find((one) => one.key === value)?.force]),
  );
}
