/**
 * What the odds page answers: boards with the arithmetic, the table of chances, several orders in a
 * row; and what can be taken along of it.
 */

import { announce, copyText, drawing, h, rule } from "../shared/dom.js";
import { download, withSetup } from "../shared/net.js";
import { named, noted, percent, ruled, signed } from "../shared/panels.js";

/** @import { Chance, Section, Series, View } from "./types.js" */

export const NAMES = ["First", "Second"];
const IN_SHORT = 3; // chances told while the form is changed
const LEAST = 0.0005; // of a chance that is 0.1 % when rounded
const MOST = [0, 20, 13]; // signs of a fraction that have room in one column, in each of two

/** One board with what stands behind its order. @param {View} view @param {string} name */
export function scene(view, name) {
  return h(
    "article",
    { class: "slip scene" },
    h("figure", {}, drawing(view.board)),
    h(
      "div",
      { class: "why" },
      name && h("p", { class: "nth" }, name),
      h("h2", {}, named(view.title, [])),
      view.subtitle && h("p", { class: "sub" }, named(view.subtitle, [])),
      view.refusal &&
        h(
          "p",
          { class: "warn" },
          h("b", {}, "Not possible: "),
          view.refusal.text,
          " ",
          rule(view.refusal.rule),
        ),
      view.needed !== null &&
        h("p", { class: "need" }, h("b", {}, `${view.needed}+`), ` ${view.purpose}`),
      view.modifiers.length > 0 &&
        h(
          "dl",
          { class: "mods num" },
          view.modifiers.map((m, i) => [
            h("dt", {}, m.text, " ", rule(m.rule)),
            h("dd", {}, i ? signed(m.amount) : String(m.amount)),
          ]),
        ),
      view.notes.map((note) => noted(note, [], "sub")),
      !view.exact && h("p", { class: "sub" }, `About, from ${view.samples} tries.`),
    ),
  );
}

/**
 * What stays in view on a phone while the form is changed: what is needed, and the chances of which
 * all others are made.
 * @param {View} view
 * @param {Section[]} sections
 * @param {number} nth
 * @param {string} name
 */
export function gist(view, sections, nth, name) {
  const rows = sections.flatMap((part) => part.rows);
  const marked = rows.filter((row) => row.mark);
  const told = (marked.length ? marked : rows).slice(0, IN_SHORT);
  const chances = told.map(({ text, mark, chances: all }) => {
    const one = all[nth];
    return (
      one && [h("i", { class: `key k-${mark}` }), `${text} `, h("b", {}, share(one.value)), " "]
    );
  });
  return h(
    "p",
    {},
    name && h("b", { class: "nth" }, `${name} `),
    view.refusal && ["Not possible: ", view.refusal.text],
    view.needed !== null && h("b", { class: "at-least" }, `${view.needed}+ `),
    chances,
  );
}

/**
 * A chance in hundredths to a tenth; what is only almost none or almost certain does not look as
 * if it were.
 */
export function share(/** @type {number} */ value) {
  if (value === 0 || value === 1) return percent(value);
  return value < LEAST
    ? `< ${percent(0.001, 1)}`
    : value > 1 - LEAST
      ? `> ${percent(0.999, 1)}`
      : percent(value, 1);
}

/** A chance; a fraction that nobody would read is left to the files. */
const cell = (/** @type {Chance|null} */ one, /** @type {number} */ most) =>
  one
    ? h(
        "td",
        { title: one.chance },
        h("b", {}, share(one.value)),
        " ",
        h("small", { class: "fr" }, one.chance.length > most ? "" : one.chance),
        h("span", { class: "bar" }, h("i", { style: `width:${100 * one.value}%` })),
      )
    : h("td", {}, "\u2013");

/** How much more or less likely the second is: sign, arrow and number. */
function change(/** @type {Chance|null} */ one) {
  if (!one) return h("td", {});
  if (one.value === 0) return h("td", { class: "diff" }, "equal");
  const more = one.value > 0;
  return h(
    "td",
    { class: `diff ${more ? "more" : "less"}` },
    h("span", { "aria-hidden": "true" }, more ? "\u25b2 " : "\u25bd "),
    Math.abs(one.value) < LEAST
      ? "< 0.1"
      : `${more ? "+" : "\u2212"}${(100 * Math.abs(one.value)).toFixed(1)}`,
    h("span", { class: "vh" }, more ? " more likely" : " less likely"),
  );
}

/** Every statement with its exact chance. @param {Section[]} sections @param {string[]} names */
export function table(sections, names) {
  const two = names.length > 1;
  const most = MOST[names.length];
  const long = sections.some((part) =>
    part.rows.some((row) => row.chances.some((one) => one && one.chance.length > most)),
  );
  const columns = 1 + names.length + (two ? 1 : 0);
  return h(
    "table",
    { class: "chances num" },
    h(
      "caption",
      { class: long ? "" : "vh" },
      "Exact chances",
      long && "; Table (CSV) has the longest fractions.",
    ),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, "What can happen"),
        names.map((name) => h("th", { scope: "col" }, name)),
        two && h("th", { scope: "col" }, "Second is"),
      ),
    ),
    sections.map((part) =>
      h(
        "tbody",
        {},
        h(
          "tr",
          { class: "part-name" },
          h("th", { scope: "rowgroup", colspan: columns }, part.title),
        ),
        part.rows.map((row) =>
          h(
            "tr",
            {},
            h(
              "th",
              { scope: "row" },
              row.mark && !two && h("i", { class: `key k-${row.mark}` }),
              ruled(row.text, row.rule),
            ),
            row.chances.map((one) => cell(one, most)),
            two && change(row.difference),
          ),
        ),
      ),
    ),
  );
}

/**
 * After one, two, three ... orders; those beyond one activation stand behind a line.
 * @param {Series} series
 * @param {string} name
 */
export function inARow(series, name) {
  if (!series.rows.length)
    return h("p", { class: "sub" }, name && `${name}: `, "Nothing comes of several in a row.");
  const times = series.samples.map((_, i) => i + 1);
  const beyond = (/** @type {number} */ n) => (n === series.at_once + 1 ? "beyond" : "");
  const tried = Math.max(...series.samples);
  const titles = [...new Set(series.rows.map((row) => row.section))];
  const line = (/** @type {Series["rows"][number]} */ row) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, ruled(row.text, row.rule)),
      row.chances.map((one, i) =>
        h(
          "td",
          { class: beyond(i + 1), title: series.samples[i] ? "" : one.chance },
          share(one.value),
        ),
      ),
    );
  return h(
    "div",
    { class: "wide" },
    h(
      "table",
      { class: "row-of num" },
      h(
        "caption",
        {},
        name && h("b", {}, `${name}. `),
        series.at_once >= times.length ? "All in one activation." : series.limit,
        tried > 0 &&
          ` From ${times[series.samples.findIndex((n) => n > 0)]} on about, from ${tried} tries.`,
      ),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "After"),
          times.map((n) => h("th", { scope: "col", class: beyond(n) }, n)),
        ),
      ),
      titles.map((title) =>
        h(
          "tbody",
          {},
          titles.length > 1 &&
            h(
              "tr",
              { class: "part-name" },
              h("th", { scope: "rowgroup", colspan: 1 + times.length }, title),
            ),
          series.rows.filter((row) => row.section === title).map(line),
        ),
      ),
    ),
  );
}

// ---------------------------------------------------------------- what can be taken along

/** A button beside others that are no part of a form. */
export const button = (
  /** @type {string} */ text,
  /** @type {(event: any) => void} */ onclick,
  /** @type {Record<string, any>} */ attrs = {},
) => h("button", { class: "plain", type: "button", ...attrs, onclick }, text);

/**
 * A button's work: fetch a file that the server makes, and give it to the person.
 * @param {string} address
 * @param {string} name
 * @param {string} kind
 * @param {() => any} message
 */
export const fetchFile = (address, name, kind, message) => async () => {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify(message());
  const got = await fetch(withSetup(address), { method: "POST", headers, body });
  if (got.ok) download(name, await got.blob(), kind); // as text it would lose its byte-order mark
};

/** Give data to the person as they came. */
export const saveData = (/** @type {string} */ name, /** @type {any} */ value) =>
  download(name, JSON.stringify(value, null, 2), "application/json");

/** The address of the page, which holds all that was asked. */
export async function copyAddress(/** @type {Event} */ { currentTarget }) {
  const done = await copyText(location.href);
  const said = done ? "The address is copied." : "Take it from the browser's address bar.";
  /** @type {Element} */ (currentTarget).textContent = said;
  announce(said);
}

/**
 * The chart, the table, the data, the address of an answer; and the way to the Lab.
 * @param {string} path
 * @param {() => any} message
 * @param {any} answer
 * @param {() => void} test
 */
export function takeAlong(path, message, answer, test) {
  const fetched = (/** @type {string} */ file, /** @type {string} */ kind) =>
    fetchFile(`${path}/odds/${file}`, `odds-${file}`, kind, message);
  const data = () => {
    const situations = answer.situations.map((/** @type {any} */ { board, ...one }) => one);
    saveData("odds.json", { situations, sections: answer.sections });
  };
  return h(
    "div",
    { class: "row take" },
    button("Chart (SVG)", fetched("chart.svg", "image/svg+xml")),
    button("Table (CSV)", fetched("table.csv", "text/csv")),
    button("Everything (JSON)", data),
    button("Copy the address", copyAddress),
    button("Test it", test, { title: "Ask the Lab what this changes in whole games" }),
  );
}
