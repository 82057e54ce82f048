/** A scenario for a real table: links to its pages, one for each size of paper. Loaded late. */

import { h } from "./dom.js";

const PAPERS = ["A4", "A3", "Letter"];

/**
 * What is to be printed is asked for when a link is pressed: a scenario with options or with a
 * whole setup, or in words why none can be printed.
 * @typedef {{
 *   ruleset: string, scenario: string, options: Record<string, any>, setup?: Record<string, any>
 * }} Printed
 * @param {() => Printed|string|null} what
 */
export function papers(what) {
  const why = h("p", { class: "sub", role: "status" });
  const open = (/** @type {any} */ event, /** @type {string} */ paper) => {
    const found = what();
    why.textContent = typeof found === "string" ? found : "";
    if (!found || typeof found === "string") return event.preventDefault();
    const query = new URLSearchParams({ paper });
    if (found.setup) query.append("setup", JSON.stringify(found.setup));
    for (const [id, value] of Object.entries(found.options))
      query.append("option", `${id}=${value}`);
    const path = `/api/rulesets/${found.ruleset}/scenarios/${found.scenario}/print.pdf`;
    event.currentTarget.href = `${path}?${query}`;
  };
  const link = (/** @type {string} */ paper) => {
    const onclick = (/** @type {Event} */ event) => open(event, paper);
    const said = { "aria-label": `Print on ${paper}`, target: "_blank" };
    return h("a", { class: "plain", href: "#", onclick, ...said }, paper);
  };
  return [
    h("p", { class: "row" }, PAPERS.map(link)),
    why,
    h("small", {}, "Board at scale, counters, cards and quick reference as one PDF"),
  ];
}
