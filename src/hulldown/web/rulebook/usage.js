/** Where a rule is used: asked for when it is first wanted, for all rules of a book at once. */

import { h } from "../shared/dom.js";
import { call } from "../shared/net.js";

/** @import { Reading, Uses } from "./types.js" */

/** @type {Map<string, Promise<Record<string, Uses>>>} */
const asked = new Map();

function usesOf(/** @type {string} */ ruleset) {
  const found = asked.get(ruleset) ?? call(`/api/rulesets/${ruleset}/uses`);
  asked.set(ruleset, found);
  return found;
}

/** A line to open below a rule. */
export function used(/** @type {string} */ ruleset, /** @type {string} */ id) {
  const list = h("dl", {});
  const box = h(
    "details",
    { class: "used" },
    h("summary", { "aria-label": `Used in: ${id}` }, "Used in"),
    list,
  );
  box.addEventListener("toggle", async () => {
    if (!box.open || list.firstChild) return;
    const found = (await usesOf(ruleset))[id];
    list.replaceChildren(...(found ? rows(found) : []));
    if (!list.firstChild) list.append(h("dd", {}, "Nothing else: it is here for readers."));
  });
  return box;
}

/** The chapters to read that tell a rule. */
export function explained(/** @type {Reading[]} */ reading, /** @type {string} */ id) {
  const telling = reading.filter((one) => one.rules.includes(id));
  if (!telling.length) return null;
  const links = telling.map((one, i) => [i > 0 && ", ", h("a", { href: `#${one.id}` }, one.title)]);
  return h("p", { class: "explained" }, "Explained in ", links);
}

const rows = (/** @type {Uses} */ found) => [
  ...row("Log", found.log),
  ...row("Refusals", found.refusals),
  ...row("Sums", found.sums),
  ...row("Code", found.code, true),
  ...row("Files", found.files, true),
  ...row("Proof", proof(found)),
];

function proof(/** @type {Uses} */ { vectors, tests }) {
  const count = (/** @type {number} */ n, /** @type {string} */ what) =>
    n === 1 ? `1 ${what}` : `${n} ${what}s`;
  const told = [];
  if (vectors) told.push(count(vectors, "golden case"));
  if (tests) told.push(count(tests, "test"));
  return told;
}

function row(/** @type {string} */ name, /** @type {string[]} */ words, code = false) {
  if (!words.length) return [];
  const told = words.map((word) => h("li", {}, code ? h("code", {}, word) : word));
  return [h("dt", {}, name), h("dd", {}, h("ul", {}, told))];
}
