/** A scenario for a real table: links to its pages, one for each size of paper. Loaded late. */

import { h } from "./dom.js";

const PAPERS = ["A4", "A3", "Letter"];
const WHAT = "Board at scale, counters, cards and quick reference as one PDF";
const OWN = "Start the battle of your own scenario, then print it from its menu: Mission.";

/**
 * What is to be printed is asked for when a link is pressed; where there is nothing, a line says
 * what to do instead.
 * @param {() => {ruleset: string, scenario: string, options: any, setup?: any}|null} what
 */
export function papers(what) {
  const open = (/** @type {any} */ event, /** @type {string} */ paper) => {
    const found = what();
    note.textContent = found ? WHAT : OWN;
    if (!found) return event.preventDefault();
    const query = new URLSearchParams({ paper });
    for (const [id, value] of Object.entries(found.options))
      query.append("option", `${id}=${value}`);
    if (found.setup) query.set("setup", JSON.stringify(found.setup));
    const path = `/api/rulesets/${found.ruleset}/scenarios/${found.scenario}/print.pdf`;
    event.currentTarget.href = `${path}?${query}`;
  };
  const link = (/** @type {string} */ paper) => {
    const onclick = (/** @type {Event} */ event) => open(event, paper);
    const said = { "aria-label": `Print on ${paper}`, target: "_blank" };
    return h("a", { class: "plain", href: "#", onclick, ...said }, paper);
  };
  const note = h("small", { role: "status" }, WHAT);
  return [h("p", { class: "row" }, PAPERS.map(link)), note];
}
