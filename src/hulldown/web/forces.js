/** Own builds for a battle: each of one's units may be replaced by a build of a kind that may stand for it. */

import { h } from "./dom.js";
import { call } from "./net.js";

/** @typedef {{key: string, name: string, unit: string, points: string, force: any}} Choice */

/** @type {Map<string, Promise<Choice[]>>} */ const known = new Map();

/** Builds of a ruleset that can be fielded; none where units are not built by points. */
function choices(/** @type {string} */ ruleset) {
  if (!known.has(ruleset)) known.set(ruleset, fetched(ruleset).catch(() => []));
  return /** @type {Promise<Choice[]>} */ (known.get(ruleset));
}

/** @returns {Promise<Choice[]>} */
async function fetched(/** @type {string} */ ruleset) {
  const [saved, offer] = await Promise.all([call(`/api/builds?ruleset=${ruleset}`), call(`/api/rulesets/${ruleset}/garage`, { body: {} })]);
  return [
    ...saved.map((/** @type {any} */ one) => ({ key: one.id, name: one.name, unit: one.unit, points: `${one.cost} points`, force: one.build })),
    ...offer.samples.filter((/** @type {any} */ one) => one.id !== one.unit).map((/** @type {any} */ one) => ({ key: `sample ${one.id}`, name: one.name, unit: one.unit, points: "sample", force: { build: one.id } })),
  ];
}

/**
 * The lists of a side's units, filled into `el` as soon as the builds are known.
 * @param {HTMLElement} el
 * @param {string} ruleset
 * @param {import("./types.js").RosterUnit[]} roster
 */
export async function offerBuilds(el, ruleset, roster) {
  const builds = roster.some((unit) => unit.kinds.length) ? await choices(ruleset) : [];
  const lists = roster.map((unit) => list(unit, builds.filter((one) => unit.kinds.includes(one.unit)))).filter(Boolean);
  el.replaceChildren(...(lists.length ? [h("details", {}, h("summary", {}, "Your own builds"), lists,
    h("p", { class: "sub" }, "Made in the ", h("a", { href: `/garage?ruleset=${ruleset}` }, "Garage"), "."))] : []));
}

function list(/** @type {import("./types.js").RosterUnit} */ unit, /** @type {Choice[]} */ builds) {
  if (!builds.length) return null;
  return /** @type {HTMLElement} */ (h("label", {}, h("span", {}, unit.unit), h("select", { name: `force ${unit.unit}` },
    h("option", { value: "" }, `${unit.name}, as printed`), builds.map((one) => h("option", { value: one.key }, `${one.name} (${one.points})`)))));
}

/** The forces that a form asks for, as the server takes them. @returns {Promise<Object<string, any>>} */
export async function forcesOf(/** @type {FormData} */ data, /** @type {string} */ ruleset) {
  const wanted = [...data.entries()].filter(([name, value]) => name.startsWith("force ") && value);
  const builds = wanted.length ? await choices(ruleset) : [];
  return Object.fromEntries(wanted.map(([name, value]) => [name.slice(6), builds.find((one) => one.key === value)?.force]));
}
