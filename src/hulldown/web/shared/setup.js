/** A page that is opened with a setup or a kept pack: what of it is in force, and who set it. */

import { $, h, some } from "./dom.js";
import { leadTo } from "./nav.js";
import { call, setupHere } from "./net.js";

/** @import { SetBy } from "api" */

/** The pages that can be opened with a setup, and by what they are told the rules. */
const PAGES = [
  ["/garage", "ruleset"],
  ["/odds", "rules"],
  ["/lab", "ruleset"],
  ["/campaigns", "ruleset"],
];

/** The Lab with what is in force here. */
export const labAddress = (
  /** @type {string} */ ruleset,
  /** @type {Record<string, string>} */ more = {},
) => `/lab?${new URLSearchParams({ ruleset, ...setupHere(), ...more })}`;

/**
 * Have the ways to other pages take a setup along.
 * @param {string} ruleset
 * @param {Record<string, string>} setup as `setupHere` has it
 */
export function takeAlong(ruleset, setup) {
  for (const [page, key] of PAGES)
    leadTo(page, `${page}?${new URLSearchParams({ [key]: ruleset, ...setup })}`);
}

/**
 * Say what is in force and who set it, with a way back to the printed rules, and take it along to
 * other pages; the options and numbers that are set. A pack for other rules has nothing here.
 * @param {string} ruleset
 * @returns {Promise<Record<string, string|number|boolean>>}
 */
export async function showSetup(ruleset) {
  const setup = setupHere();
  const { variants, set_by: sources } = await call(`/api/rulesets/${ruleset}/setup`);
  if (!sources.length) return {};
  takeAlong(ruleset, setup);
  const without = new URL(location.href);
  for (const name of Object.keys(setup)) without.searchParams.delete(name);
  const parts = sources.flatMap((/** @type {SetBy} */ source, /** @type {number} */ i) => [
    i ? "; " : "",
    ...inWords(source, sources.length),
  ]);
  $("trouble").after(
    h(
      "p",
      { class: "slip packed", id: "packed" },
      "This page uses ",
      parts,
      ". ",
      h("a", { href: `/?${new URLSearchParams({ ruleset, ...setup })}` }, "Play with it"),
      " \u00b7 ",
      h("a", { href: without.href }, "Go on without it, by the printed rules"),
    ),
  );
  return variants;
}

/** Who sets something, and how much. */
function inWords(/** @type {SetBy} */ source, /** @type {number} */ count) {
  const { kind, id, name, options, numbers, units } = source;
  const parts = [
    ...(units ? [kind === "pack" ? "its units" : "units"] : []),
    ...some(options, "option"),
    ...some(numbers, "number"),
  ];
  const nothing = kind === "pack" && count === 1 ? "it changes nothing here" : "";
  const rest = parts.join(", ") || nothing;
  const colon = rest && `: ${rest}`;
  if (kind === "chosen") return [`your choice${colon}`];
  if (kind === "scenario") return ["the scenario ", h("b", {}, name), colon];
  if (kind === "battle") return [h("a", { href: `/table/${id}` }, name), colon];
  const address = `/workshop?${new URLSearchParams({ pack: id })}`;
  return ["the pack ", h("a", { href: address }, name), colon];
}
