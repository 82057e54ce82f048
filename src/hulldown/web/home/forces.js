/**
 * Own builds for a battle, for both sides: in place of units, or a force of one's own for so many
 * points.
 */

import { h } from "../shared/dom.js";
import { labelled, select } from "../shared/forms.js";
import { COLOURS } from "../shared/names.js";
import { call } from "../shared/net.js";

/** @import { RosterUnit, ScenarioInfo } from "../shared/types.js" */
/** @import { Choice, Fielding, Wanted } from "./types.js" */

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
      points: worth(one),
      cost: one.worth || one.cost,
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

/** What a saved build is worth, in words. */
function worth(/** @type {any} */ { budget, cost, worth: value, legal }) {
  const points = budget ? `${cost} points` : value ? `yours, ${value} points` : "yours";
  return legal ? points : `${points}, not legal`;
}

/**
 * The lists of the units of both sides, the own one first, filled into `el` as soon as the builds
 * are known. What is chosen stays as long as the scenario does.
 * @param {HTMLElement} el
 * @param {Wanted} wanted
 */
export async function offerBuilds(el, { ruleset, info, mine, opened }) {
  const builds = info.roster.some((unit) => unit.kinds.length) ? await choices(ruleset) : [];
  const scenario = `${ruleset} ${info.id}`;
  const before = new Map(el.dataset.scenario === scenario ? chosen(el) : []);
  el.dataset.scenario = scenario;
  const sides = info.sides.length === 1 ? [0] : [mine, 1 - mine];
  const open = opened || info.points > 0;
  const parts = sides.flatMap((side) => part({ info, builds, before }, side, side === mine, open));
  const garage = h("a", { href: `/garage?ruleset=${ruleset}` }, "Garage");
  const made = h("p", { class: "sub" }, "Made in the ", garage, ".");
  el.replaceChildren(...(parts.length ? [...parts, made] : []));
  if (opened) el.querySelector("summary")?.focus();
}

/** What is chosen in the lists, by their names. @returns {[string, string][]} */
const chosen = (/** @type {HTMLElement} */ el) =>
  [...el.querySelectorAll("select")].map((one) => [one.name, one.value]);

/** What can be chosen for a side; nothing where nothing fits. @returns {HTMLElement[]} */
function part(
  /** @type {Fielding} */ f,
  /** @type {number} */ side,
  /** @type {boolean} */ own,
  /** @type {boolean} */ open,
) {
  const { info, builds } = f;
  const roster = info.roster.filter((unit) => unit.side === side);
  const free = info.points > 0 && builds.length > 0 && roster.length > 0;
  const lists = free ? [freely(f, roster)] : roster.flatMap((unit) => list(f, unit));
  const mine = info.points ? "Your force" : "Your own builds";
  const other = `${info.points ? "Force of" : "Builds for"} ${COLOURS[side]}`;
  const title = h("summary", {}, own ? mine : other);
  return lists.length ? [h("details", { open: own && open }, title, lists)] : [];
}

/** A force put together freely, with what it is worth; the server judges it. */
function freely(
  /** @type {Fielding} */ { info, builds, before },
  /** @type {RosterUnit[]} */ roster,
) {
  const body = h("div", {});
  const { points } = info;
  const letter = roster[0].unit[0];
  const samples = roster.map((unit) => `sample ${unit.sample}`);
  const fill = (/** @type {string[]} */ keys, at = -1) => {
    const costOf = (/** @type {string} */ key) => builds.find((one) => one.key === key)?.cost ?? 0;
    const cost = keys.reduce((sum, key) => sum + costOf(key), 0);
    body.replaceChildren(
      ...keys.map((key, i) =>
        row(`${letter}${i + 1}`, key, (to) =>
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
    /** @type {string} */ key,
    /** @type {(to: string) => void} */ put,
  ) => {
    const values = builds.map((one) => [one.key, `${one.name} (${one.points})`]);
    const none = ["", unit ? "nobody" : "choose\u2026"];
    const list = select(unit && `force ${unit}`, [none, ...values], key);
    list.addEventListener("change", () => put(list.value));
    return labelled(unit || "One more", list);
  };
  refill(
    [...before].filter(([name]) => name.startsWith(`force ${letter}`)).map(([, key]) => key),
    -1,
  );
  return body;
}

/** The list of a unit's builds; none where none fits. @returns {HTMLElement[]} */
function list(/** @type {Fielding} */ { builds, before }, /** @type {RosterUnit} */ unit) {
  const fitting = builds.filter((one) => unit.kinds.includes(one.unit));
  if (!fitting.length) return [];
  const values = fitting.map((one) => [one.key, `${one.name} (${one.points})`]);
  const printed = ["", `${unit.name}, as printed`];
  const name = `force ${unit.unit}`;
  return [labelled(unit.unit, select(name, [printed, ...values], before.get(name)))];
}

/** The forces that a form asks for, as the server takes them. */
export async function forcesOf(/** @type {FormData} */ data, /** @type {string} */ ruleset) {
  const wanted = [...data.entries()].filter(([name, value]) => name.startsWith("force ") && value);
  const builds = wanted.length ? await choices(ruleset) : [];
  return Object.fromEntries(
    wanted.map(([name, value]) => [name.slice(6), builds.find((one) => one.key === value)?.force]),
  );
}
