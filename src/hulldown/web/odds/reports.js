/** Reports under the odds of a situation: what a ruleset works out beyond single ones, as tables and bars. */

import { data, writeReport } from "../shared/address.js";
import { announce, drawing, h, noted, rule } from "../shared/dom.js";
import { call } from "../shared/net.js";
import { copyAddress, fetchFile, saveData } from "./files.js";
import { drawForm } from "./form.js";
import { share } from "./show.js";

/** @typedef {{id: string, title: string, text: string, rule: string, groups: import("./form.js").Group[]}} Report */
/** @typedef {{kind: string, chance: string, value: number, beside: number|null}} Cell */
/** @typedef {{title: string, first: string, rule: string, columns: {text: string, heading: string}[], lines: {text: string, heading: string, cells: Cell[]}[]}} Sheet */

const PAUSE = 120; // ms after a change before the server is asked

/**
 * Show the reports of a ruleset: one at a time, each with its own form.
 * `keep` is told what the address has to say, once a person has chosen something.
 * @param {HTMLElement} el @param {string} path @param {Report[]} reports
 * @param {{at: number, flat: import("../shared/address.js").Flat}} first @param {(text: string) => void} keep
 */
export function openReports(el, path, reports, first, keep) {
  const form = /** @type {HTMLFormElement} */ (
    h("form", { class: "asking", onsubmit: (/** @type {Event} */ e) => e.preventDefault() })
  );
  const found = h("div", { class: "found" });
  const which = h("div", { class: "which" });
  /** @type {import("../shared/address.js").Flat[]} */ const flats = reports.map((_, i) =>
    i === first.at ? first.flat : {},
  );
  let [at, asked, timer] = [first.at, 0, 0];
  const told = () => keep(writeReport(reports[at].id, flats[at]));
  const message = () => ({
    asked: data(
      flats[at],
      reports[at].groups.flatMap((g) => g.fields),
    ),
    width: Math.round(Math.min(1200, Math.max(280, found.clientWidth))),
  });
  const ask = async () => {
    const mine = ++asked;
    const address = `${path}/reports/${reports[at].id}`;
    try {
      const answer = await call(address, { body: message() });
      if (mine === asked) found.replaceChildren(...shown(answer, address, message));
    } catch (error) {
      if (mine === asked)
        found.replaceChildren(
          h("p", { class: "sub", role: "alert" }, /** @type {any} */ (error).message),
        );
    }
  };
  const turnTo = (/** @type {number} */ to) => {
    at = to;
    which.replaceChildren(
      h(
        "div",
        { role: "group", "aria-label": "Which report" },
        reports.map((one, i) =>
          h(
            "button",
            {
              class: "plain",
              type: "button",
              "aria-pressed": String(i === at),
              onclick: () => {
                turnTo(i);
                told();
              },
            },
            one.title,
          ),
        ),
      ),
      h("p", { class: "sub" }, reports[at].text, " ", rule(reports[at].rule)),
    );
    drawForm(form, reports[at].groups, [], flats[at], () => {
      told();
      clearTimeout(timer);
      timer = window.setTimeout(ask, PAUSE);
    });
    ask();
  };
  el.hidden = false;
  el.replaceChildren(h("h2", {}, "Reports"), which, form, found);
  turnTo(at);
}

/** @param {any} answer @param {string} address @param {() => any} message */
function shown(answer, address, message) {
  announce(answer.title);
  const { chart, ...rest } = answer;
  const button = (/** @type {string} */ text, /** @type {() => void} */ act) =>
    h("button", { class: "plain", type: "button", onclick: act }, text);
  return [
    h("h3", {}, answer.title),
    answer.notes.map((/** @type {string[]} */ note) => noted(note, [], "sub")),
    answer.sheets.map(sheet),
    chart && h("figure", { class: "bars" }, drawing(chart)),
    h(
      "div",
      { class: "row take" },
      chart &&
        button(
          "Chart (SVG)",
          fetchFile(`${address}/chart.svg`, "report.svg", "image/svg+xml", message),
        ),
      button("Table (CSV)", fetchFile(`${address}/table.csv`, "report.csv", "text/csv", message)),
      button("Everything (JSON)", () => saveData("report.json", rest)),
      button("Copy the address", copyAddress),
    ),
  ]
    .flat()
    .filter(Boolean);
}

/** A table, its headings above the columns they are about. @param {Sheet} sheet */
function sheet(sheet) {
  /** @type {{text: string, span: number}[]} */ const heads = [];
  sheet.columns.forEach(({ heading }) =>
    heads.at(-1)?.text === heading
      ? heads[heads.length - 1].span++
      : heads.push({ text: heading, span: 1 }),
  );
  /** @type {[string, Sheet["lines"]][]} */ const parts = [];
  sheet.lines.forEach((line) =>
    parts.at(-1)?.[0] === line.heading
      ? parts[parts.length - 1][1].push(line)
      : parts.push([line.heading, [line]]),
  );
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
        heads.some((one) => one.text) &&
          h(
            "tr",
            {},
            h("td"),
            heads.map((one) =>
              h("th", { scope: "colgroup", colspan: one.span }, h("span", {}, one.text)),
            ),
          ),
        h(
          "tr",
          {},
          h("th", { scope: "col" }, sheet.first),
          sheet.columns.map((one) => h("th", { scope: "col" }, one.text)),
        ),
      ),
      parts.map(([heading, lines]) =>
        h(
          "tbody",
          {},
          heading &&
            h(
              "tr",
              { class: "part-name" },
              h("th", { scope: "rowgroup", colspan: sheet.columns.length + 1 }, heading),
            ),
          lines.map((line) =>
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
