/** A scenario for another table: its pages to print, its files for virtual tables. Loaded late. */

import { h } from "./dom.js";

const PAPERS = ["A4", "A3", "Letter"];
const TABLES = [
  ["Tabletop Simulator", "tabletop_simulator.zip"],
  ["VASSAL module", "vassal.vmod"],
];

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
  const open = (
    /** @type {any} */ event,
    /** @type {string} */ file,
    /** @type {Record<string, string>} */ more,
  ) => {
    const found = what();
    why.textContent = typeof found === "string" ? found : "";
    if (!found || typeof found === "string") return event.preventDefault();
    const query = new URLSearchParams(more);
    if (found.setup) query.append("setup", JSON.stringify(found.setup));
    for (const [id, value] of Object.entries(found.options))
      query.append("option", `${id}=${value}`);
    const path = `/api/rulesets/${found.ruleset}/scenarios/${found.scenario}/${file}`;
    event.currentTarget.href = query.size ? `${path}?${query}` : path;
  };
  const link = (
    /** @type {string} */ text,
    /** @type {string} */ said,
    /** @type {string} */ file,
    /** @type {Record<string, string>} */ more = {},
  ) => {
    const onclick = (/** @type {Event} */ event) => open(event, file, more);
    const about = { "aria-label": said, target: "_blank" };
    return h("a", { class: "plain", href: "#", onclick, ...about }, text);
  };
  const sheets = PAPERS.map((paper) => link(paper, `Print on ${paper}`, "print.pdf", { paper }));
  const files = TABLES.map(([text, file]) => link(text, `Download ${text}`, file));
  return [
    h("p", { class: "row" }, sheets),
    why,
    h("small", {}, "Board at scale, counters, cards and quick reference as one PDF"),
    h("p", { class: "row" }, files),
    h("small", {}, "Board, counters, cards, markers and dice for a virtual table"),
  ];
}
