/**
 * Reports under the odds of a situation: what a ruleset works out beyond single ones, as tables
 * and bars.
 */

import { data, writeReport } from "../shared/address.js";
import { announce, drawing, h, rule } from "../shared/dom.js";
import { call } from "../shared/net.js";
import { noted } from "../shared/panels.js";
import { drawForm } from "../shared/situation.js";
import { button, copyAddress, fetchFile, saveData, share } from "./results.js";

/** @import { Cell, Sheet, Shown, Wish } from "./types.js" */

const PAUSE = 120; // ms after a change before the server is asked

/** Show the reports of a ruleset: one at a time, each with its own form. */
export function showReports(/** @type {HTMLElement} */ el, /** @type {Wish} */ wish) {
  const { reports, first } = wish;
  const onsubmit = (/** @type {Event} */ event) => event.preventDefault();
  /** @type {Shown} */
  const shown = {
    ...wish,
    form: h("form", { class: "asking", onsubmit }),
    found: h("div", { class: "found" }),
    which: h("div", { class: "which" }),
    flats: reports.map((_, i) => (i === first.at ? first.flat : {})),
    at: first.at,
    asked: 0,
    timer: 0,
  };
  el.hidden = false;
  el.replaceChildren(h("h2", {}, "Reports"), shown.which, shown.form, shown.found);
  turnTo(shown, first.at);
}

function turnTo(/** @type {Shown} */ shown, /** @type {number} */ at) {
  const { reports, form, opened, flats } = shown;
  const { text, rule: id, groups } = reports[at];
  shown.at = at;
  const tell = (/** @type {number} */ i) => shown.keep(writeReport(reports[i].id, flats[i]));
  const turn = (/** @type {number} */ to) => {
    turnTo(shown, to);
    tell(to);
  };
  const tabs = reports.map(({ title }, i) =>
    button(title, () => turn(i), { "aria-pressed": String(i === at) }),
  );
  shown.which.replaceChildren(
    h("div", { role: "group", "aria-label": "Which report" }, tabs),
    h("p", { class: "sub" }, text, " ", rule(id)),
  );
  const changed = () => {
    tell(at);
    clearTimeout(shown.timer);
    shown.timer = setTimeout(() => ask(shown), PAUSE);
  };
  drawForm({ form, groups, builds: [], opened, flat: flats[at], changed });
  ask(shown);
}

async function ask(/** @type {Shown} */ shown) {
  shown.asked += 1;
  const mine = shown.asked;
  const { found, flats, at, reports } = shown;
  const address = `${shown.path}/reports/${reports[at].id}`;
  const message = () => {
    const fields = reports[at].groups.flatMap((g) => g.fields);
    const width = Math.round(Math.min(1200, Math.max(280, found.clientWidth)));
    return { asked: data(flats[at], fields), width };
  };
  try {
    const answer = await call(address, { body: message() });
    if (mine === shown.asked) found.replaceChildren(...drawn(answer, address, message));
  } catch (error) {
    const text = /** @type {Error} */ (error).message;
    const wrong = h("p", { class: "sub", role: "alert" }, text);
    if (mine === shown.asked) found.replaceChildren(wrong);
  }
}

/**
 * @param {any} answer
 * @param {string} address
 * @param {() => any} message
 * @returns {Node[]}
 */
function drawn(answer, address, message) {
  announce(answer.title);
  const { chart, ...rest } = answer;
  const fetched = (/** @type {string} */ file, /** @type {string} */ kind) => {
    const name = `report.${file.split(".")[1]}`;
    return fetchFile(`${address}/${file}`, name, kind, message);
  };
  const take = h(
    "div",
    { class: "row take" },
    chart && button("Chart (SVG)", fetched("chart.svg", "image/svg+xml")),
    button("Table (CSV)", fetched("table.csv", "text/csv")),
    button("Everything (JSON)", () => saveData("report.json", rest)),
    button("Copy the address", copyAddress),
  );
  return [
    h("h3", {}, answer.title),
    ...answer.notes.map((/** @type {string[]} */ note) => noted(note, [], "sub")),
    ...answer.sheets.map(sheet),
    ...(chart ? [h("figure", { class: "bars" }, drawing(chart))] : []),
    take,
  ];
}

/**
 * What stands in a row under the same heading, together.
 * @template {{heading: string}} One
 * @param {One[]} rows
 */
function runs(rows) {
  /** @type {{heading: string, all: One[]}[]} */
  const made = [];
  for (const one of rows) {
    const last = made.at(-1);
    if (last?.heading === one.heading) last.all.push(one);
    else made.push({ heading: one.heading, all: [one] });
  }
  return made;
}

/** A table, its headings above the columns they are about. @param {Sheet} sheet */
function sheet(sheet) {
  const { columns, lines } = sheet;
  return h(
    "div",
    { class: "wide sheet", tabindex: 0, role: "region", "aria-label": sheet.title },
    h(
      "table",
      { class: "num" },
      h("caption", {}, h("b", {}, sheet.title), " ", rule(sheet.rule)),
      h(
        "thead",
        {},
        columns.some((one) => one.heading) &&
          h(
            "tr",
            {},
            h("td"),
            runs(columns).map(({ heading, all }) =>
              h("th", { scope: "colgroup", colspan: all.length }, h("span", {}, heading)),
            ),
          ),
        h(
          "tr",
          {},
          h("th", { scope: "col" }, sheet.first),
          columns.map((one) => h("th", { scope: "col" }, one.text)),
        ),
      ),
      runs(lines).map(({ heading, all }) =>
        h(
          "tbody",
          {},
          heading &&
            h(
              "tr",
              { class: "part-name" },
              h("th", { scope: "rowgroup", colspan: columns.length + 1 }, heading),
            ),
          all.map((line) =>
            h("tr", {}, h("th", { scope: "row" }, line.text), line.cells.map(cell)),
          ),
        ),
      ),
    ),
  );
}

/** A number: a chance with its fraction, or with its change. @param {Cell} one */
function cell(one) {
  if (one.kind === "number") return h("td", {}, one.chance);
  if (one.kind === "change") return h("td", { title: one.chance }, changed(one.value));
  const chance = h("b", {}, share(one.value));
  return one.beside === null
    ? h("td", {}, chance, " ", h("small", { class: "fr" }, one.chance))
    : h("td", { title: one.chance }, chance, " ", changed(one.beside));
}

/** How much more or less: an arrow and a number, so that no color is needed. */
function changed(/** @type {number} */ value) {
  if (value === 0) return h("span", { class: "diff" }, "=");
  return h(
    "span",
    { class: `diff ${value > 0 ? "more" : "less"}` },
    h("span", { "aria-hidden": "true" }, value > 0 ? "\u25b2" : "\u25bd"),
    `${value > 0 ? "+" : "\u2212"}${(100 * Math.abs(value)).toFixed(1)}`,
  );
}
