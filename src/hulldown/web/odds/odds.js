/** The odds page: a situation or two, asked anew with every change, and kept in the address. */

import { data, ownOf, read, readReport, write } from "../shared/address.js";
import { tellPreparing } from "../shared/compile_progress.js";
import { $, announce, h, rulesOf, symbols } from "../shared/dom.js";
import { matrixTable } from "../shared/matrix.js";
import { leadTo } from "../shared/nav.js";
import { call, hasSetup, Refused } from "../shared/net.js";
import { opening } from "../shared/page_load.js";
import { drawForm } from "../shared/situation.js";
import { button, gist, inARow, NAMES, scene, table, takeAlong } from "./results.js";

/** @import { Choice } from "../shared/types.js" */
/** @import { Crossed, Page } from "./types.js" */

const NARROW = matchMedia("(max-width: 899px)");
const WIDTH = 720; // px of the chart that can be taken along
const OPTION = "options."; // before the name of an option that a situation chooses
const PAUSE = 120; // ms after a change before the server is asked
const NOTHING = "The rules do not allow this, so there are no odds.";

const fields = (/** @type {Page} */ page) => page.groups.flatMap((g) => g.fields);

function message(/** @type {Page} */ page) {
  const situations = page.situations.map((flat) => data(flat, fields(page), page.own));
  return { situations, width: WIDTH };
}

/** Which situation the form is about, and whether there is another one. */
function drawWhich(/** @type {Page} */ page) {
  const { situations } = page;
  const tab = (/** @type {string} */ name, /** @type {number} */ i) =>
    button(name, () => turnTo(page, i), { "aria-pressed": String(i === page.at) });
  const less = () => {
    situations.pop();
    turnTo(page, 0, true);
  };
  const more = () => {
    situations.push({ ...situations[0] });
    turnTo(page, 1, true);
  };
  const tabs = { role: "group", "aria-label": "Which situation" };
  $("which").replaceChildren(
    ...(situations.length > 1
      ? [h("div", tabs, NAMES.map(tab)), button("Only the first", less)]
      : [button("Compare with another", more, { id: "compare" })]),
  );
}

function turnTo(/** @type {Page} */ page, /** @type {number} */ at, changed = false) {
  page.at = at;
  drawWhich(page);
  const { groups, builds, opened, situations } = page;
  const form = /** @type {HTMLFormElement} */ ($("form"));
  drawForm({ form, groups, builds, opened, flat: situations[at], changed: () => soon(page) });
  if (changed) soon(page);
}

function keepAddress(/** @type {Page} */ page) {
  const hash = write(page.situations, page.own) + page.report;
  history.replaceState(null, "", location.pathname + location.search + hash);
}

/** Keep the address, then ask, once the person has paused. */
function soon(/** @type {Page} */ page) {
  keepAddress(page);
  later(page, PAUSE);
}

function later(/** @type {Page} */ page, /** @type {number} */ pause) {
  clearTimeout(page.timer);
  page.timer = setTimeout(() => ask(page), pause);
}

async function ask(/** @type {Page} */ page) {
  page.asked += 1;
  const mine = page.asked;
  const body = message(page);
  try {
    const answer = await call(`${page.path}/odds`, { body });
    if (mine !== page.asked) return;
    show(page, answer);
    const series = await call(`${page.path}/series/odds`, { body });
    if (mine === page.asked) showSeries(page, series);
    if (mine === page.asked) await askCrossing(page, body);
  } catch (error) {
    if (mine === page.asked) trouble(error);
  }
}

/** The orders of both sides against each other: solving a duel may take seconds. */
async function askCrossing(/** @type {Page} */ page, /** @type {any} */ body) {
  const mine = page.asked;
  /** @type {Crossed[]} */
  const found = await call(`${page.path}/matrix/odds`, { body });
  if (mine !== page.asked) return;
  const tables = found.map((one, i) => crossing(page, one, i));
  const held = document.activeElement;
  const key = held && $("matrix").contains(held) ? held.getAttribute("data-key") : null;
  $("matrix").hidden = found.every((one) => !one.matrix);
  $("matrix").replaceChildren(h("h2", {}, "Orders against each other"), ...tables);
  const again = key && $("matrix").querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/**
 * The table of one situation; a cell sets up that pair of orders.
 * @param {Page} page
 * @param {Crossed} crossed
 * @param {number} i
 */
function crossing(page, { fields: ids, matrix }, i) {
  if (!matrix) return "";
  const flat = page.situations[i];
  const now = (/** @type {string} */ id) =>
    String(flat[id] ?? fields(page).find((field) => field.id === id)?.default ?? "");
  const [row, column] = ids.map(now);
  const name = page.situations.length > 1 && h("p", { class: "nth" }, NAMES[i]);
  const open = (/** @type {Choice} */ mine, /** @type {Choice} */ theirs) => {
    [flat[ids[0]], flat[ids[1]]] = [mine.key, theirs.key];
    turnTo(page, i, true);
  };
  const table = matrixTable(matrix, { row, column }, open, [matrix.unit, matrix.enemy]);
  return h("div", {}, name, table);
}

function trouble(/** @type {any} */ error) {
  const { message: text } = error;
  $("trouble").hidden = false;
  $("trouble").textContent = error instanceof Refused ? text.replace(/^situation: /, "") : text;
}

function show(/** @type {Page} */ page, /** @type {any} */ answer) {
  /** @type {any[]} */
  const views = answer.situations;
  const two = views.length > 1;
  $("trouble").hidden = true;
  $("scenes").classList.toggle("two", two);
  $("scenes").replaceChildren(...views.map((view, i) => scene(view, two ? NAMES[i] : "")));
  const title = h("h2", {}, "Chances");
  if (answer.chart) {
    const numbers = table(answer.sections, two ? NAMES : ["Chance"]);
    $("chances").replaceChildren(
      title,
      h("div", { class: "wide" }, numbers),
      takeAlong(
        page.path,
        () => message(page),
        answer,
        () => askLab(page),
      ),
    );
  } else $("chances").replaceChildren(title, h("p", { class: "sub" }, NOTHING));
  const short = views.map((view, i) => gist(view, answer.sections, i, two ? NAMES[i] : ""));
  $("gist").hidden = false;
  $("gist").replaceChildren(...short);
  inRow(h("p", { class: "sub" }, "Working it out \u2026"));
  const words = views.map((view) => {
    if (view.refusal) return `Not possible: ${view.refusal.text}`;
    return `${view.title}: ${view.needed === null ? "" : `${view.needed}+ ${view.purpose}`}`;
  });
  announce(words.join("; "));
}

/** The Lab, on what is in force here and the options of the situation that is open. */
async function askLab(/** @type {Page} */ page) {
  const { labAddress } = await import("../shared/setup.js");
  const chosen = Object.entries(page.situations[page.at]).filter(([id]) => id.startsWith(OPTION));
  const words = chosen.map(([id, value]) => ["option", `${id.slice(OPTION.length)}=${value}`]);
  location.assign([labAddress(page.ruleset), new URLSearchParams(words)].filter(String).join("&"));
}

/** Several orders one after another; on a phone folded away until it is asked for. */
function inRow(/** @type {Node[]} */ ...content) {
  const open = $("row").querySelector("details")?.open ?? !NARROW.matches;
  const head = h("summary", {}, h("h2", {}, "Several in a row"));
  $("row").replaceChildren(h("details", { open }, head, ...content));
}

function showSeries(/** @type {Page} */ page, /** @type {any[]} */ series) {
  const names = page.situations.length > 1 ? NAMES : [""];
  const told = series.find((one) => one.rows.length)?.told;
  $("row").hidden = series.every((one) => !one.rows.length);
  inRow(h("p", { class: "sub" }, told), ...series.map((one, i) => inARow(one, names[i])));
}

/** What can be chosen: with what is kept here, and what the address brings along. */
async function openForm(/** @type {Page} */ page) {
  const own = ownOf(location.hash);
  const how = Object.keys(own).length ? { body: { own } } : {};
  const form = await call(`${page.path}/situations`, how);
  Object.assign(page, { groups: form.groups, builds: form.builds, own: form.own });
  const unfit = form.unfit.map((/** @type {string} */ text) => h("p", { class: "sub" }, text));
  $("unfit").replaceChildren(...unfit);
  return form;
}

/** The reports that the ruleset has, as the address says; the eye is led to the one it names. */
async function openReports(/** @type {Page} */ page, asked = false) {
  if (!page.reports.length) return;
  const first = readReport(location.hash, page.reports);
  if (NARROW.matches && !first.named && !asked) return; // on a phone only if it is asked for
  page.report = location.hash.replace(/^[^!]*/, "");
  const keep = (/** @type {string} */ text) => {
    page.report = text;
    keepAddress(page);
  };
  const { path, reports, opened } = page;
  const { showReports } = await import("./reports.js");
  showReports($("reports"), { path, reports, opened, first, keep });
  if (first.named) $("reports").scrollIntoView();
}

/** The address has changed: what it brings along may be new. */
async function moved(/** @type {Page} */ page) {
  const own = Object.keys(ownOf(location.hash));
  if (own.some((key) => !(key in page.own))) await openForm(page).catch(trouble);
  page.situations = read(location.hash, fields(page));
  turnTo(page, 0);
  ask(page);
  openReports(page);
}

function listen(/** @type {Page} */ page) {
  $("to-reports").addEventListener("click", async () => {
    if ($("reports").hidden) await openReports(page, true);
    $("reports").scrollIntoView();
    $("reports").querySelector("button")?.focus({ preventScroll: true });
  });
  addEventListener("hashchange", () => moved(page));
  $("form").addEventListener("submit", (event) => event.preventDefault());
}

async function open(/** @type {string} */ ruleset) {
  /** @type {Page} */
  const page = {
    ruleset,
    path: `/api/rulesets/${encodeURIComponent(ruleset)}`,
    groups: [],
    builds: [],
    own: {},
    situations: [{}],
    at: 0,
    report: "",
    reports: [],
    opened: new Set(),
    asked: 0,
    timer: 0,
  };
  listen(page);
  const [form] = await Promise.all([openForm(page), symbols()]);
  rulesOf(form.id);
  $("name").textContent = form.name;
  leadTo("/rulebook", `/rulebook/${form.id}`);
  if (hasSetup()) await (await import("../shared/setup.js")).showSetup(form.id);
  page.situations = read(location.hash, fields(page));
  turnTo(page, 0);
  await ask(page);
  page.reports = await call(`${page.path}/reports`);
  $("to-reports").hidden = !page.reports.length;
  await openReports(page);
}

const rules = new URLSearchParams(location.search).get("rules") || "tank_commander";
opening(document.querySelector("#form > .sub"), open(rules), trouble);
tellPreparing($("compiling")).catch(() => {});
