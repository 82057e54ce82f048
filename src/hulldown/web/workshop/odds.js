/** What the change does: exact odds before and after, what differs, what is to be mended. */

import { $, announce, dressed, h, inWords, many, rule, titled } from "../shared/dom.js";
import { trouble } from "../shared/notices.js";
import { panel, percent } from "../shared/panels.js";
import { askEffect, askLab, say, slight } from "./draft.js";

/** @import { Difference } from "../shared/types.js" */
/** @import { Chance, ChangeUse, Effect, Fault, Line, Workshop } from "./types.js" */

const LEAST = 0.0005; // of a chance that is 0.1 % when rounded
const MOST = 12; // lines that stay the same and are shown where nothing changes
const MANY = 4; // changes that one sentence names
const TITLES = ["printed", "this pack"];
const [PRINTED, PACK] = [0, 1]; // their places, of chances and refusals as well
const NEW = "This is new, so the printed rules have nothing to compare it with.";
const WORKING = "Working it out \u2026";

// ---------------------------------------------------------------- odds

export function drawEffect(/** @type {Workshop} */ w, /** @type {HTMLElement} */ el) {
  el.hidden = !w.bench.situations;
  if (el.dataset.rules !== w.bench.id) el.replaceChildren(h("div"), situation(w));
  el.dataset.rules = w.bench.id;
  const [found] = /** @type {any} */ (el.children);
  panel(found, [w.effect, w.silent, w.bench, w.uses, w.use, w.posed], () => [
    h("h2", {}, "What the change does"),
    shown(w),
    w.effect ? effect(w.effect, isNew(w)) : h("p", { class: "sub" }, w.silent || WORKING),
    unseen(w),
  ]);
  const words = w.effect ? glance(w.effect, isNew(w)) : "";
  $("glance").textContent = words;
  $("glance").hidden = !words;
}

/** Whether what is shown is a unit that no printed rules have. */
function isNew(/** @type {Workshop} */ w) {
  if (!w.posed) return Boolean(w.uses?.uses[w.use]?.new);
  const shown = new Set(Object.values(w.situation));
  return Object.entries(w.pack.units).some(([table, entries]) =>
    Object.keys(entries).some((key) => shown.has(key) && !w.bench.tables[table]?.[key]),
  );
}

/** Whether there is nothing to compare: a new unit of which nothing else changes a chance. */
const incomparable = (/** @type {Effect["sections"]} */ sections, /** @type {boolean} */ isNew) =>
  isNew && !sections.some(({ rows }) => rows.some((row) => row.chances[0] && differs(row)));

/** Which change the situation shows, and the others that can be shown. */
function shown(/** @type {Workshop} */ w) {
  const uses = w.uses?.uses ?? [];
  if (!uses.length || (uses.length === 1 && !w.posed)) return "";
  const button = (/** @type {ChangeUse} */ one, /** @type {number} */ i) => {
    const here = !w.posed && i === w.use;
    const onclick = () => {
      Object.assign(w, { use: i, posed: false });
      askEffect(w).catch(trouble);
    };
    const given = { type: "button", class: "plain", "data-key": `use ${i}`, onclick };
    const words = one.changes.map((id) => nameOf(w, id)).join(", ");
    return h("button", { ...given, "aria-pressed": String(here) }, words);
  };
  return h("div", { class: "uses", role: "group", "aria-label": "Show" }, uses.map(button));
}

/** What somebody called a change: the name of a unit, the words of a number. */
function nameOf(/** @type {Workshop} */ w, /** @type {string} */ id) {
  const [table, ...rest] = id.split(".");
  const key = rest.join(".");
  const entry = w.pack.units[table]?.[key]?.name ?? w.bench.tables[table]?.[key]?.name;
  return key ? entry || titled(key) : titled(id);
}

/** What no situation shows: a battle does, and the Lab plays many. */
function unseen(/** @type {Workshop} */ w) {
  const names = (w.uses?.unseen ?? []).map((id) => nameOf(w, id));
  if (!names.length) return "";
  const few = names.length > MANY ? [...names.slice(0, MANY), "others"] : names;
  const all = few.length > 1 ? `${few.slice(0, -1).join(", ")} and ${few.at(-1)}` : few[0];
  const onclick = () => askLab(w).catch(trouble);
  const given = { type: "button", class: "plain", "data-key": "ask the lab", onclick };
  return h(
    "div",
    { class: "unseen" },
    h("p", {}, `No situation was found that shows ${all}; many battles can.`),
    h("button", given, "Ask the Lab"),
  );
}

/** The first chance that changes, in few words: a phone has no room for more beside a number. */
function glance(/** @type {Effect} */ { sections }, /** @type {boolean} */ isNew) {
  if (incomparable(sections, isNew)) return "";
  const [first, ...others] = sections.flatMap((part) => part.rows.filter(differs));
  if (!first) return "";
  const [before, after] = first.chances.map((one) => (one ? share(one.value) : "\u2013"));
  const more = others.length ? `, and ${others.length} more` : "";
  return `${first.text}: ${before} \u2192 ${after}${more}`;
}

/** A situation before and after: what changes first, the rest folded. */
function effect(
  /** @type {Effect} */ { title, purpose, needed, refusals, sections, exact },
  /** @type {boolean} */ isNew,
) {
  const alone = incomparable(sections, isNew);
  const differ = (/** @type {Line} */ row) => !alone && differs(row);
  const other = sections.map((part) => ({ ...part, rows: part.rows.filter(differ) }));
  const same = sections.map((part) => ({
    ...part,
    rows: part.rows.filter((row) => !differ(row)),
  }));
  const [changed, equal] = [other, same].map((some) => some.flatMap((part) => part.rows).length);
  const refused = refusals.map(
    (why, i) =>
      why &&
      !(alone && i === PRINTED) &&
      h("p", { class: "mend" }, `Not possible (${TITLES[i]}): ${why.text} `, rule(why.rule)),
  );
  const told = changed ? `${many(changed, "chance")} changed` : "no chance changed";
  announce(`${title}: ${alone ? many(equal, "chance") : told}`);
  return [
    h("p", { class: "sub" }, title, need(alone ? [null, needed[PACK]] : needed, purpose)),
    refused,
    changed > 0 && table(other, "What changes", "diff"),
    !changed && h("p", { class: "quiet" }, alone ? NEW : "Nothing changes in this situation."),
    equal > 0 &&
      h(
        "details",
        { open: alone || (!changed && equal <= MOST) },
        h("summary", {}, `${many(equal, "chance")}${alone ? "" : ` that ${stay(equal)} the same`}`),
        alone
          ? table(same, "Its chances", "same", [PACK])
          : table(same, "What stays the same", "same"),
      ),
    !exact && h("p", { class: "sub" }, "About, from many tries."),
  ];
}

const stay = (/** @type {number} */ n) => (n === 1 ? "stays" : "stay");

const differs = (/** @type {Line} */ { chances: [before, after] }) =>
  before?.chance !== after?.chance;

/** The number that is needed, before and after. */
function need(/** @type {(number|null)[]} */ [before, after], /** @type {string} */ purpose) {
  if (after === null) return "";
  const now = h("b", {}, `${after}+`);
  if (before === null || before === after) return [". ", now, ` ${purpose}`];
  return [". ", h("s", {}, `${before}+`), " ", now, ` ${purpose}`];
}

/** Statements under their headings, each with both chances, or only those of some `columns`. */
function table(
  /** @type {Effect["sections"]} */ sections,
  /** @type {string} */ caption,
  /** @type {string} */ cls,
  columns = [PRINTED, PACK],
) {
  const head = columns.map((at) => h("th", { scope: "col" }, TITLES[at]));
  const shown = sections.filter((part) => part.rows.length);
  return h(
    "table",
    { class: `effect num ${cls}` },
    h("caption", { class: "vh" }, caption),
    h(
      "thead",
      {},
      h("tr", {}, h("th", { scope: "col" }, h("span", { class: "vh" }, "What")), head),
    ),
    shown.map(({ title, rows }) =>
      h(
        "tbody",
        {},
        shown.length > 1 &&
          h(
            "tr",
            { class: "heading" },
            h("th", { scope: "rowgroup", colspan: 1 + columns.length }, title),
          ),
        rows.map(({ text, rule: id, chances }) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, text, " ", rule(id)),
            columns.map((at) => cell(chances[at], at)),
          ),
        ),
      ),
    ),
  );
}

/** A chance as a bar and a number; bars of the pack are hatched. */
function cell(/** @type {Chance|null} */ one, /** @type {number} */ at) {
  if (!one) return h("td", {}, "\u2013");
  const width = `width: ${(100 * one.value).toFixed(1)}%`;
  const bar = h("span", { class: `bar ${at ? "hatched" : ""}`, "aria-hidden": "true" });
  bar.append(h("i", { style: width }));
  return h("td", { title: one.chance }, bar, share(one.value));
}

/** A chance to a tenth of a hundredth; what is almost none does not look as if it were. */
function share(/** @type {number} */ value) {
  if (value === 0 || value === 1) return percent(value);
  if (value < LEAST) return `< ${percent(0.001, 1)}`;
  return value > 1 - LEAST ? `> ${percent(0.999, 1)}` : percent(value, 1);
}

/** The form of situations, filled when it is first opened; the odds answer to every change. */
function situation(/** @type {Workshop} */ w) {
  const form = h("form", { class: "asking" });
  form.addEventListener("submit", (event) => event.preventDefault());
  const open = async () => {
    if (form.childElementCount) return;
    dressed("/static/shared/situation.css");
    const { drawForm } = await import("../shared/situation.js");
    const { groups } = await say("situations", slight(w));
    w.groups = groups;
    const { unfolded: opened } = w;
    const flat = { ...w.uses?.uses[w.use]?.fields, ...w.situation };
    const changed = () => {
      Object.assign(w, { situation: flat, posed: true });
      askEffect(w).catch(trouble);
    };
    drawForm({ form, groups, builds: [], opened, flat, changed });
  };
  const ontoggle = () => open().catch(trouble);
  return h("details", { ontoggle }, h("summary", {}, "Another situation"), form);
}

// ---------------------------------------------------------------- what differs

/** @typedef {(where: string) => void} Go where: a file of the pack and a place in it */

export function drawDifferences(
  /** @type {Workshop} */ w,
  /** @type {HTMLElement} */ el,
  /** @type {Go} */ go,
) {
  const all = w.verdict?.differences ?? [];
  const names = new Map(w.bench.options.map((one) => [one.id, titled(one.id)]));
  panel(el, [w.verdict, w.bench], () => [
    h("h2", {}, "Not by the printed rules"),
    h("p", { class: "sub" }, said(all.length)),
    all.length > 0 &&
      h(
        "ul",
        { class: "differences" },
        all.map((one) => difference(one, names.get(one.id) ?? one.title, go)),
      ),
  ]);
}

const IN_WORDS = new Set(["house_rule", "rule"]); // differences that are sentences

const said = (/** @type {number} */ n) =>
  n ? "This is what the pack changes in a battle, value by value." : "Everything is as printed.";

function difference(
  /** @type {Difference} */ one,
  /** @type {string} */ name,
  /** @type {Go} */ go,
) {
  /** @type {Record<string, string>} */
  const where = {
    option: `pack options.${one.id}`,
    value: `pack values.${one.id}`,
    unit: `units ${one.id}`,
    house_rule: `pack ${one.id}`,
    rule: "pack rules",
    scenario: `scenarios/${one.id} `,
    force: "", // of a battle, not of a pack
  };
  const onclick = () => go(where[one.kind]);
  const change = one.old
    ? [h("s", {}, inWords(one.old)), " \u2192 ", h("b", {}, inWords(one.new))]
    : h("b", {}, one.new);
  const key = { type: "button", "data-key": `difference ${one.kind} ${one.id}`, onclick };
  return h(
    "li",
    {},
    h("button", key, name),
    " ",
    rule(one.rule),
    " ",
    h("span", { class: IN_WORDS.has(one.kind) ? "sentence" : "num" }, change),
  );
}

// ---------------------------------------------------------------- what is to be mended

export function drawFaults(
  /** @type {Workshop} */ w,
  /** @type {HTMLElement} */ el,
  /** @type {Go} */ go,
) {
  const all = w.editing ? [] : (w.verdict?.faults ?? []);
  el.hidden = !all.length;
  panel(el, [w.verdict, w.editing], () => [
    h("h2", { role: "status" }, `${many(all.length, "thing")} to mend`),
    h(
      "ol",
      { class: "faults" },
      all.map((one) => fault(w, one, go)),
    ),
  ]);
}

function fault(/** @type {Workshop} */ w, /** @type {Fault} */ one, /** @type {Go} */ go) {
  const onclick = () => go(`${one.file} ${one.field}`);
  return h(
    "li",
    { class: "mend" },
    h(
      "button",
      { type: "button", "data-key": `fault ${one.file} ${one.field}`, onclick },
      whereOf(w, one),
    ),
    " ",
    one.text,
    " ",
    rule(one.rule),
  );
}

/** Where something is wrong, with units and scenarios by their names. */
function whereOf(/** @type {Workshop} */ w, /** @type {Fault} */ { file, field }) {
  const words = (/** @type {string} */ place) => place.replaceAll(".", ", ").replaceAll("_", " ");
  const id = file.replace("scenarios/", "");
  if (id !== file)
    return [w.pack.scenarios[id]?.name || id, words(field)].filter(Boolean).join(": ");
  const [table, key, ...rest] = field.split(".");
  const unit = key && w.pack.units[table]?.[key];
  if (file !== "pack" && unit) return [nameOf(w, `${table}.${key}`), ...rest.map(words)].join(", ");
  return [file === "pack" ? "" : file, words(field)].filter(Boolean).join(": ") || "The pack";
}

/** What is wrong at a place of a file of the pack, and below it. */
export const faultsAt = (
  /** @type {Workshop} */ w,
  /** @type {string} */ file,
  /** @type {string} */ place,
) =>
  (w.verdict?.faults ?? []).filter(
    (one) => one.file === file && (one.field === place || one.field.startsWith(`${place}.`)),
  );
