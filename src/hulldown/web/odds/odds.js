/** The odds page: a situation or two, asked anew with every change, and kept in the address. */

import { data, ownOf, read, readReport, write } from "../shared/address.js";
import { announce, drawing, h, rulesOf, symbols } from "../shared/dom.js";
import { call, Refused } from "../shared/net.js";
import { takeAlong } from "./files.js";
import { drawForm } from "./form.js";
import { inARow, NAMES, scene, table } from "./show.js";

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const RULESET = new URLSearchParams(location.search).get("rules") || "tank_commander";
const PATH = `/api/rulesets/${encodeURIComponent(RULESET)}`;
const ASIDE = 960; // px in which chart and table stand side by side
const PAUSE = 120; // ms after a change before the server is asked

/** @type {{groups: import("./form.js").Group[], builds: import("./form.js").OwnUnit[], own: import("../shared/address.js").Flat, situations: import("../shared/address.js").Flat[], report: string, reports: import("./reports.js").Report[], at: number, asked: number, timer: any}} */
const s = {
  groups: [],
  builds: [],
  own: {},
  situations: [{}],
  report: "",
  reports: [],
  at: 0,
  asked: 0,
  timer: 0,
};

const fields = () => s.groups.flatMap((g) => g.fields);
const names = () => (s.situations.length > 1 ? NAMES : [""]);

function message() {
  const inside = $("chances").clientWidth - 34;
  const width = Math.round(
    Math.min(
      1200,
      Math.max(280, inside >= ASIDE && s.situations.length === 1 ? inside / 2 - 14 : inside),
    ),
  );
  return { situations: s.situations.map((flat) => data(flat, fields(), s.own)), width };
}

/** Which situation the form is about, and whether there is another one. */
function drawWhich() {
  const two = s.situations.length > 1;
  const tab = (/** @type {string} */ name, /** @type {number} */ i) =>
    h(
      "button",
      {
        class: "plain",
        type: "button",
        "aria-pressed": String(i === s.at),
        onclick: () => turnTo(i),
      },
      name,
    );
  $("which").replaceChildren(
    ...(two
      ? [
          h("div", { role: "group", "aria-label": "Which situation" }, NAMES.map(tab)),
          h(
            "button",
            {
              class: "plain",
              type: "button",
              onclick: () => {
                s.situations.pop();
                turnTo(0, true);
              },
            },
            "Only the first",
          ),
        ]
      : [
          h(
            "button",
            {
              class: "plain",
              type: "button",
              id: "compare",
              onclick: () => {
                s.situations.push({ ...s.situations[0] });
                turnTo(1, true);
              },
            },
            "Compare with another",
          ),
        ]),
  );
}

function turnTo(/** @type {number} */ at, changed = false) {
  s.at = at;
  drawWhich();
  drawForm(/** @type {HTMLFormElement} */ ($("form")), s.groups, s.builds, s.situations[at], soon);
  if (changed) soon();
}

const keepAddress = () =>
  history.replaceState(
    null,
    "",
    location.pathname + location.search + write(s.situations, s.own) + s.report,
  );

/** Keep the address, then ask, once the person has paused. */
function soon() {
  keepAddress();
  clearTimeout(s.timer);
  s.timer = setTimeout(ask, PAUSE);
}

async function ask() {
  const mine = ++s.asked;
  const body = message();
  try {
    const answer = await call(`${PATH}/odds`, { body });
    if (mine !== s.asked) return;
    show(answer);
    const series = await call(`${PATH}/series/odds`, { body });
    if (mine === s.asked) showSeries(series);
  } catch (error) {
    if (mine === s.asked) trouble(error);
  }
}

function trouble(/** @type {any} */ error) {
  $("trouble").hidden = false;
  $("trouble").textContent =
    error instanceof Refused ? error.message.replace(/^situation: /, "") : error.message;
}

function show(/** @type {any} */ answer) {
  $("trouble").hidden = true;
  const two = answer.situations.length > 1;
  $("scenes").classList.toggle("two", two);
  $("scenes").replaceChildren(
    ...answer.situations.map((/** @type {any} */ view, /** @type {number} */ i) =>
      scene(view, two ? NAMES[i] : ""),
    ),
  );
  $("chances").replaceChildren(
    h("h2", {}, "Chances"),
    ...(answer.chart
      ? [
          h(
            "div",
            { class: two ? "" : "beside" },
            h("figure", { class: "bars" }, drawing(answer.chart)),
            h("div", { class: "wide" }, table(answer.sections, two ? NAMES : ["Chance"])),
          ),
          takeAlong(PATH, message, answer),
        ]
      : [h("p", { class: "sub" }, "The rules do not allow this: there is nothing to reckon.")]),
  );
  $("row").replaceChildren(
    h("h2", {}, "Several in a row"),
    h("p", { class: "sub" }, "Reckoning \u2026"),
  );
  announce(
    answer.situations
      .map((/** @type {any} */ v) =>
        v.refusal
          ? `Not possible: ${v.refusal.text}`
          : `${v.title}: ${v.needed === null ? "" : `${v.needed}+ ${v.purpose}`}`,
      )
      .join("; "),
  );
}

function showSeries(/** @type {any[]} */ series) {
  $("row").hidden = series.every((one) => !one.rows.length);
  $("row").replaceChildren(
    h("h2", {}, "Several in a row"),
    h("p", { class: "sub" }, series.find((one) => one.rows.length)?.told),
    ...series.map((one, i) => inARow(one, names()[i])),
  );
}

/** What can be chosen: with what is kept here, and what the address brings along. */
async function openForm() {
  const own = ownOf(location.hash);
  const form = await call(`${PATH}/situations`, Object.keys(own).length ? { body: { own } } : {});
  Object.assign(s, { groups: form.groups, builds: form.builds, own: form.own });
  $("unfit").replaceChildren(
    ...form.unfit.map((/** @type {string} */ text) => h("p", { class: "sub" }, text)),
  );
  return form;
}

async function open() {
  const [form] = await Promise.all([openForm(), symbols()]);
  rulesOf(form.id);
  $("name").textContent = form.name;
  /** @type {HTMLAnchorElement} */ ($("book")).href = `/rulebook/${form.id}`;
  s.situations = read(location.hash, fields());
  turnTo(0);
  await ask();
  s.reports = await call(`${PATH}/reports`);
  $("to-reports").hidden = !s.reports.length;
  await openReports();
}

/** The reports that the ruleset has, as the address says; the eye is led to the one that it names. */
async function openReports() {
  if (!s.reports.length) return;
  const found = readReport(location.hash, s.reports);
  s.report = location.hash.replace(/^[^!]*/, "");
  (await import("./reports.js")).openReports($("reports"), PATH, s.reports, found, (text) => {
    s.report = text;
    keepAddress();
  });
  if (found.named) $("reports").scrollIntoView();
}

$("to-reports").addEventListener("click", () => {
  $("reports").scrollIntoView();
  $("reports").querySelector("button")?.focus({ preventScroll: true });
});
addEventListener("hashchange", async () => {
  if (Object.keys(ownOf(location.hash)).some((key) => !(key in s.own)))
    await openForm().catch(trouble);
  s.situations = read(location.hash, fields());
  turnTo(0);
  ask();
  openReports();
});
let wide = innerWidth;
addEventListener("resize", () => {
  if (innerWidth !== wide) {
    wide = innerWidth;
    clearTimeout(s.timer);
    s.timer = setTimeout(ask, 2 * PAUSE);
  }
});
$("form").addEventListener("submit", (event) => event.preventDefault());
open().catch(trouble);
