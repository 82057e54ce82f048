/** What is not by the printed rules, value by value. */

import { h, inWords, rule } from "./dom.js";

/** @import { Difference } from "./types.js" */

/** All of a battle that is about to begin, under their title. */
export const announced = (/** @type {Difference[]} */ found) => [
  h("h2", { id: "differing" }, "Not by the printed rules"),
  found.length ? differences(found) : h("p", {}, "Nothing: this battle is by the printed rules."),
];

/** Each: what it is, what is printed, what is played here. The title has the id `differing`. */
export const differences = (/** @type {Difference[]} */ found) =>
  h(
    "table",
    { class: "differences", "aria-labelledby": "differing" },
    h("thead", {}, h("tr", {}, head("What"), head("Printed"), head("Here"), head("Rule"))),
    h("tbody", {}, found.map(row)),
  );

const head = (/** @type {string} */ words) => h("th", { scope: "col" }, words);

const row = (/** @type {Difference} */ one) =>
  h(
    "tr",
    {},
    h("th", { scope: "row" }, one.title || one.id),
    h("td", {}, one.old ? h("s", {}, inWords(one.old)) : "\u2013"),
    h("td", {}, h("b", {}, inWords(one.new))),
    h("td", {}, one.rule ? rule(one.rule) : ""),
  );
