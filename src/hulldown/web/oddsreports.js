/** Reports under the odds of a situation: what a ruleset works out beyond single ones, as tables and bars. */

import { announce, drawing, h, noted, percent, rule } from "./dom.js";
import { call } from "./net.js";
import { data } from "./oddsaddress.js";
import { fetchFile, saveData } from "./oddsfiles.js";
import { drawForm } from "./oddsform.js";

/** @typedef {{id: string, title: string, text: string, rule: string, groups: import("./oddsform.js").Group[]}} Report */
/** @typedef {{kind: string, chance: string, value: number, beside: number|null}} Cell */
/** @typedef {{title: string, first: string, rule: string, columns: {text: string, heading: string}[], lines: {text: string, heading: string, cells: Cell[]}[]}} Sheet */

const PAUSE = 120; // ms after a change before the server is asked

/**
 * Show the reports of a ruleset: one at a time, each with its own form.
 * @param {HTMLElement} el @param {string} path @param {Report[]} reports
 */
export function openReports(el, path, reports) {
  const form = /** @type {HTMLFormElement} */ (h("form", { class: "asking", onsubmit: (/** @type {Event} */ e) => e.preventDefault() }));
  const found = h("div", { class: "found" });
  const which = h("div", { class: "which" });
  /** @type {import("./oddsaddress.js").Flat[]} */ const flats = reports.map(() => ({}));
  let [at, asked, timer] = [0, 0, 0];
  const message = () => ({ asked: data(flats[at], reports[at].groups.flatMap((g) => g.fields)), width: Math.round(Math.min(1200, Math.max(280, found.clientWidth))) });
  const ask = async () => {
    const mine = ++asked;
    const address = `${path}/reports/${reports[at].id}`;
    try {
      const answer = await call(address, { body: message() });
      if (mine === asked) found.replaceChildren(...shown(answer, address, message));
    } catch (error) {
      if (mine === asked) found.replaceChildren(h("p", { class: "sub", role: "alert" }, /** @type {any} */ (error).message));
    }
  };
  const turnTo = (/** @type {number} */ to) => {
    at = to;
    which.replaceChildren(h("div", { role: "group", "aria-label": "Which report" }, reports.map((one, i) =>
      h("button", { class: "plain", type: "button", "aria-pressed": String(i === at), onclick: () => turnTo(i) }, one.title))));
    drawForm(form, reports[at].groups, [], flats[at], () => { clearTimeout(timer); timer = window.setTimeout(ask, PAUSE); });
    ask();
  };
  el.hidden = false;
  el.replaceChildren(h("h2", {}, "Reports"), which, form, found);
  turnTo(0);
}

/** @param {any} answer @param {string} address @param {() => any} message */
function shown(answer, address, message) {
  announce(answer.title);
  const { chart, ...rest } = answer;
  const button = (/** @type {string} */ text, /** @type {() => void} */ act) => h("button", { class: "plain", type: "button", onclick: act }, text);
  return [h("h3", {}, answer.title), answer.notes.map((/** @type {string[]} */ note) => noted(note, [], "sub")),
    answer.sheets.map(sheet), chart && h("figure", { class: "bars" }, drawing(chart)),
    h("div", { class: "row take" }, chart && button("Chart (SVG)", fetchFile(`${address}/chart.svg`, "report.svg", "image/svg+xml", message)), button("Everything (JSON)", () => saveData("report.json", rest)))].flat().filter(Boolean);
}

/** A table, its headings above the columns they are about. @param {Sheet} sheet */
function sheet(sheet) {
  /** @type {{text: string, span: number}[]} */ const heads = [];
  sheet.columns.forEach(({ heading }) => (heads.at(-1)?.text === heading ? heads[heads.length - 1].span++ : heads.push({ text: heading, span: 1 })));
  /** @type {[string, Sheet["lines"]][]} */ const parts = [];
  sheet.lines.forEach((line) => (parts.at(-1)?.[0] === line.heading ? parts[parts.length - 1][1].push(line) : parts.push([line.heading, [line]])));
  return h("div", { class: "wide sheet", tabindex: 0, role: "region", "aria-label": sheet.title }, h("table", { class: "num" },
    h("caption", {}, h("b", {}, sheet.title), " ", rule(sheet.rule)),
    h("thead", {}, heads.some((one) => one.text) && h("tr", {}, h("td"), heads.map((one) => h("th", { scope: "colgroup", colspan: one.span }, one.text))),
      h("tr", {}, h("th", { scope: "col" }, sheet.first), sheet.columns.map((one) => h("th", { scope: "col" }, one.text)))),
    parts.map(([heading, lines]) => h("tbody", {}, heading && h("tr", { class: "part-name" }, h("th", { scope: "rowgroup", colspan: sheet.columns.length + 1 }, heading)),
      lines.map((line) => h("tr", {}, h("th", { scope: "row" }, line.text), line.cells.map(cell)))))));
}

/** A number: a chance with its fraction, or with its change. @param {Cell} one */
function cell(one) {
  if (one.kind === "number") return h("td", {}, one.chance);
  if (one.kind === "change") return h("td", { title: one.chance }, changed(one.value));
  const share = h("b", {}, percent(one.value, one.value > 0 && one.value < 1 ? 1 : 0));
  return one.beside === null ? h("td", {}, share, " ", h("small", { class: "fr" }, one.chance)) : h("td", { title: one.chance }, share, " ", changed(one.beside));
}

/** How much more or less: an arrow and a number, so that no color is needed. */
function changed(/** @type {number} */ value) {
  if (value === 0) return h("span", { class: "diff" }, "=");
  return h("span", { class: `diff ${value > 0 ? "more" : "less"}` }, h("span", { "aria-hidden": "true" }, value > 0 ? "\u25b2" : "\u25bd"), `${value > 0 ? "+" : "\u2212"}${(100 * Math.abs(value)).toFixed(1)}`);
}
