/** Own builds for a battle: in place of one's units, or a force of one's own for so many points. */

import { h } from "../shared/dom.js";
import { labelled, select } from "../shared/forms.js";
import { call } from "../shared/net.js";

/** @import { RosterUnit, ScenarioInfo } from "../shared/types.js" */
/** @import { Choice } from "./types.js" */

/** @type {Map<string, Promise<Choice[]>>} */
const known = new Map();

/** Builds of a ruleset that can be fielded; none where units are not built by points. */
function choices(/** @type {string} */ ruleset) {
  const builds = known.get(ruleset) ?? fetched(ruleset).catch(() => []);
  known.set(ruleset, builds);
  return builds;
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
 * @param {ScenarioInfo} info
 * @param {number} side
 */
export async function offerBuilds(el, ruleset, info, side) {
  const roster = info.roster.filter((unit) => unit.side === side);
  const builds = roster.some((unit) => unit.kinds.length) ? await choices(ruleset) : [];
  const lists =
    info.points && builds.length
      ? [freely(roster, info.points, builds)]
      : roster.map((unit) => list(unit, builds)).filter(Boolean);
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
  /** @type {RosterUnit[]} */ roster,
  /** @type {number} */ points,
  /** @type {Choice[]} */ builds,
) {
  const body = h("div", {});
  const samples = roster.map((unit) => `sample ${unit.sample}`);
  const fill = (/** @type {string[]} */ keys, at = -1) => {
    const costOf = (/** @type {string} */ key) => builds.find((one) => one.key === key)?.cost ?? 0;
    const cost = keys.reduce((sum, key) => sum + costOf(key), 0);
    body.replaceChildren(
      ...keys.map((key, i) =>
        row(`${roster[0].unit[0]}${i + 1}`, key, (to) =>
          refill(to ? keys.with(i, to) : keys.toSpliced(i, 1), i),
        ),
      ),
      row("", "", (to) => refill([...keys, to], keys.length)),
      h(
        "p",
        { role: "status", class: cost > points ? "wrong" : "sub" },
        `${cost} of ${points} points`,
        cost > points && `: ${cost - points} too many`,
      ),
    );
    body.querySelectorAll("select")[at]?.focus();
  };
  const refill = (/** @type {string[]} */ keys, /** @type {number} */ at) =>
    fill(keys.length ? keys : samples, at);
  const row = (
    /** @type {string} */ unit,
    /** @type {string} */ chosen,
    /** @type {(to: string) => void} */ put,
  ) => {
    const values = builds.map((one) => [one.key, `${one.name} (${one.points})`]);
    const none = ["", unit ? "nobody" : "choose\u2026"];
    const list = select(unit && `force ${unit}`, [none, ...values], chosen);
    list.addEventListener("change", () => put(list.value));
    return labelled(unit || "One more", list);
  };
  fill(samples);
  return body;
}

function list(/** @type {RosterUnit} */ unit, /** @type {Choice[]} */ builds) {
  const fitting = builds.filter((one) => unit.kinds.includes(one.unit));
  if (!fitting.length) return null;
  const values = fitting.map((one) => [one.key, `${one.name} (${one.points})`]);
  const printed = ["", `${unit.name}, as printed`];
  return labelled(unit.unit, select(`force ${unit.unit}`, [printed, ...values]));
}

/** The forces that a form asks for, as the server takes them. */
export async function forcesOf(/** @type {FormData} */ data, /** @type {string} */ ruleset) {
  const wanted = [...data.entries()].filter(([name, value]) => name.startsWith("force ") && value);
  const builds = wanted.length ? await choices(ruleset) : [];
  return Object.fromEntries(
    wanted.map(([name, value]) => [name.slice(6), builds.find((one) => one.key === value)?.force]),
  );
}
