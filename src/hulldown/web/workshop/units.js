/** Units and what they carry: entries of tables, changed or new, with their forms and cards. */

import { $, drawing, h, many, rule, titled } from "../shared/dom.js";
import { controlOf, drawEntries, line, same, valueAt, withValue } from "../shared/fields.js";
import { toast, trouble } from "../shared/notices.js";
import { panel } from "../shared/panels.js";
import { askPrinted, change, entryAt, write } from "./draft.js";
import { freeId, idOf, renameEntry, unsaved } from "./ids.js";
import { faultsAt } from "./odds.js";
import { differing, filled, over, partsOf, schemaOf, settled } from "./schema.js";

/** @import { At, Entry, Part, Workshop } from "./types.js" */

const WORDY = 120; // letters: a longer text has a line of its own

export function drawUnits(/** @type {Workshop} */ w, /** @type {HTMLElement} */ el) {
  if (!w.at.length || !entryAt(whole(w), w.at)) w.at = firstOf(w);
  panel(el, [w.bench, w.pack.units, w.at, w.verdict, w.printed], () => [
    h("h2", {}, "Units"),
    tabs(w),
    spreadsheet(w),
    h("div", { class: "unit" }, list(w), entry(w)),
  ]);
  const { printed } = w;
  panel($("preview"), [printed?.card], () => (printed?.card ? [drawing(printed.card)] : []));
  if (!printed && w.at.length === 2) askPrinted(w);
}

// ---------------------------------------------------------------- tables

/** The tables as they ship, with what the pack lays over them. */
function whole(/** @type {Workshop} */ w) {
  const { house_rules: _, ...units } = w.pack.units;
  const keys = new Set([...Object.keys(w.bench.tables), ...Object.keys(units)]);
  return Object.fromEntries([...keys].map((key) => [key, laidOver(w, [key])]));
}

/** @returns {any} */
function laidOver(/** @type {Workshop} */ w, /** @type {At} */ at) {
  const below = entryAt(w.bench.tables, at);
  const above = entryAt(w.pack.units, at);
  const schema = schemaOf(w.bench, at);
  if (schema.node.properties) return over(below, above, schema);
  const keys = new Set([...Object.keys(below ?? {}), ...Object.keys(above ?? {})]);
  return Object.fromEntries([...keys].map((key) => [key, laidOver(w, [...at, key])]));
}

/** Every table that holds entries, those within another with both names. @returns {At[]} */
const tablesOf = (/** @type {Workshop} */ w) =>
  Object.keys(w.bench.tables).flatMap((table) => {
    const inner = schemaOf(w.bench, [table, ""]).node;
    if (inner.properties) return [[table]];
    return Object.keys(w.bench.tables[table]).map((key) => [table, key]);
  });

/** The largest table whose entries say something of themselves is of units; the last, if two. */
function firstOf(/** @type {Workshop} */ w) {
  const tables = tablesOf(w);
  const size = (/** @type {At} */ table) => {
    const entries = Object.values(entryAt(w.bench.tables, table) ?? {});
    return entries.filter((one) => one.text && table.length === 1).length;
  };
  const largest = tables.reduce((best, one) => (size(one) >= size(best) ? one : best), tables[0]);
  const table = tables.find(([one]) => one === w.at[0]) ?? largest ?? [];
  const [key] = Object.keys(entryAt(whole(w), table) ?? {});
  return key ? [...table, key] : table;
}

function show(/** @type {Workshop} */ w, /** @type {At} */ at) {
  Object.assign(w, { at, printed: null });
  w.draw();
}

function tabs(/** @type {Workshop} */ w) {
  const here = w.at.slice(0, -1).join(".");
  const tab = (/** @type {At} */ table) => {
    const name = table.map(titled).join(": ");
    const key = table.join(".");
    const changed = Object.keys(entryAt(w.pack.units, table) ?? {}).length;
    const [first] = Object.keys(entryAt(whole(w), table) ?? {});
    const given = { type: "button", class: "plain", "aria-pressed": String(key === here) };
    const onclick = () => show(w, [...table, first]);
    const told = changed ? h("small", {}, ` ${changed}`) : "";
    return h("button", { ...given, "data-key": `table ${key}`, onclick }, name, told);
  };
  return h("div", { class: "tabs", role: "group", "aria-label": "Tables" }, tablesOf(w).map(tab));
}

/** The table as one for spreadsheets, and back. */
function spreadsheet(/** @type {Workshop} */ w) {
  const give = async () => (await import("./imports.js")).exportTable(w, w.at[0]);
  const press = (
    /** @type {string} */ key,
    /** @type {string} */ words,
    /** @type {() => Promise<any>} */ work,
  ) => {
    const onclick = () => work().catch(trouble);
    return h("button", { type: "button", class: "plain", "data-key": key, onclick }, words);
  };
  return h(
    "div",
    { class: "row spreadsheet" },
    press("import table", "Import a table", () => w.turn("import")),
    w.at.length === 2 && press("export table", "Export as a table", give),
  );
}

/** The entries of the table, those of the pack marked. */
function list(/** @type {Workshop} */ w) {
  const table = w.at.slice(0, -1);
  const key = w.at.at(-1);
  const mine = entryAt(w.pack.units, table) ?? {};
  const shipped = entryAt(w.bench.tables, table) ?? {};
  const entries = Object.entries(entryAt(whole(w), table) ?? {});
  const item = (/** @type {[string, any]} */ [id, one]) => {
    const state = id in mine ? (id in shipped ? "changed" : "new") : "";
    const given = {
      type: "button",
      "data-key": `entry ${id}`,
      onclick: () => show(w, [...table, id]),
    };
    const current = { "aria-current": id === key ? "true" : null, class: state };
    return h(
      "li",
      {},
      h("button", { ...given, ...current }, one.name || id, h("small", {}, state)),
    );
  };
  return h("ul", { class: "entries" }, entries.map(item));
}

// ---------------------------------------------------------------- an entry

function entry(/** @type {Workshop} */ w) {
  const schema = schemaOf(w.bench, w.at);
  const found = entryAt(whole(w), w.at);
  if (!found) return h("p", { class: "sub" }, "Nothing is in this table.");
  const data = filled(found, schema);
  const known = { links: w.bench.links, tables: whole(w), data };
  const path = w.at[0];
  const parts = partsOf(schema, known, path, data);
  const rows = parts.filter((part) => part.kind === "rows");
  const lines = parts.filter((part) => part.kind !== "rows");
  return h(
    "div",
    { class: "entry-form" },
    h("div", { class: "titled" }, h("h3", {}, data.name || w.at.at(-1)), identity(w, data)),
    standing(w),
    schema.node.description && h("p", { class: "sub" }, plain(schema.node.description)),
    buttons(w, data),
    h(
      "ul",
      { class: "lines" },
      lines.map((part) => field(w, part, data)),
    ),
    rows.map((part) => entriesOf(w, part, data)),
  );
}

const plain = (/** @type {string} */ text) => text.replace(/\s+/g, " ").replaceAll("`", "");

/** Whether the entry is by the printed rules, and what is wrong with it. */
function standing(/** @type {Workshop} */ w) {
  const files = new Set(["units", w.at[0]]);
  const faults = [...files].flatMap((file) => faultsAt(w, file, w.at.join(".")));
  const shipped = entryAt(w.bench.tables, w.at);
  const own = entryAt(w.pack.units, w.at);
  const { judged = false, broken = [], cost = 0, budget = 0 } = w.printed ?? {};
  const points = judged && budget ? ` (${cost} of ${budget} points)` : "";
  const [good, words] = !own
    ? [true, "By the printed rules"]
    : shipped
      ? [false, `Not by the printed rules: ${many(Object.keys(own).length, "line")} changed`]
      : judged && !broken.length
        ? [true, points ? `New, and by the rules of building${points}` : "New: no rule forbids it"]
        : [false, `Not by the printed rules: new${points}`];
  const fault = (/** @type {{text: string, rule: string, field?: string}} */ one) =>
    h(
      "li",
      {},
      one.field && `${one.field.split(".").slice(w.at.length).join(" ")} `,
      one.text,
      " ",
      rule(one.rule),
    );
  const { switches = [] } = w.printed ?? {};
  const cls = `standing ${faults.length ? "bad" : good ? "good" : "own"}`;
  return [
    h("div", { class: cls }, faults.length ? `${many(faults.length, "thing")} to mend` : words),
    faults.length > 0 && h("ul", { class: "mend" }, faults.map(fault)),
    own && broken.length > 0 && h("ul", { class: "broken" }, broken.map(fault)),
    own && switches.length > 0 && switchedOff(w, switches),
  ];
}

/** Why a unit of the pack cannot be had, with a button for each option that mends it. */
function switchedOff(
  /** @type {Workshop} */ w,
  /** @type {import("./types.js").Switch[]} */ switches,
) {
  const button = (/** @type {import("./types.js").Switch} */ { option, value, text }) => {
    const words =
      value === true
        ? `Switch on ${titled(option)}`
        : `Set ${titled(option)} to ${titled(String(value))}`;
    const onclick = () => write(w, { options: { ...w.pack.sheet.options, [option]: value } });
    const given = { type: "button", class: "plain", "data-key": `switch ${option}`, title: text };
    return h("button", { ...given, onclick }, words);
  };
  const names = [...new Set(switches.map(({ option }) => titled(option)))].join(" or ");
  return h(
    "div",
    { class: "switches" },
    h("p", {}, `Nobody can field it: ${names} is not in force.`),
    h("div", { class: "row" }, switches.map(button)),
  );
}

function buttons(/** @type {Workshop} */ w, /** @type {Entry} */ data) {
  const own = entryAt(w.pack.units, w.at);
  const shipped = entryAt(w.bench.tables, w.at);
  const closed = Boolean(schemaOf(w.bench, w.at.slice(0, -1)).node.propertyNames);
  const away = () => {
    const before = w.pack.units;
    put(w, w.at, undefined);
    if (!shipped) w.at = w.at.slice(0, -1);
    toast(`${data.name || w.at.at(-1)} is ${shipped ? "as printed" : "gone"}.`, () =>
      change(w, { units: before }),
    );
  };
  const press = (
    /** @type {string} */ key,
    /** @type {string} */ words,
    /** @type {any} */ onclick,
  ) => h("button", { type: "button", class: "plain", "data-key": key, onclick }, words);
  return h(
    "div",
    { class: "row" },
    !closed && press("copy", "Copy as new", () => copyAsNew(w, data)),
    own && press("away", shipped ? "As printed" : "Remove it", away),
  );
}

/** A new entry like this one, under a name of its own. */
function copyAsNew(/** @type {Workshop} */ w, /** @type {Entry} */ data) {
  const table = w.at.slice(0, -1);
  const known = entryAt(whole(w), table);
  const key = String(w.at.at(-1)).replace(/_?\d+$/, "");
  const number = Array.from({ length: 999 }, (_, i) => i + 2).find(
    (n) => !(`${key}_${n}` in known),
  );
  const at = [...table, `${key}_${number}`];
  const named = "name" in data ? { name: `${data.name || key} ${number}` } : {};
  put(w, at, { ...structuredClone(data), ...named });
  show(w, at);
}

/** Lay an entry into the pack, or take it out. */
const put = (/** @type {Workshop} */ w, /** @type {At} */ at, /** @type {any} */ to) =>
  change(w, { units: placed(w.pack.units, at, to) });

/** Tables with something at a place, or without it; those that are empty then go. @returns {any} */
function placed(/** @type {any} */ table, /** @type {At} */ [key, ...rest], /** @type {any} */ to) {
  const inner = rest.length ? placed(table[key] ?? {}, rest, to) : to;
  const { [key]: _, ...others } = table;
  const empty = inner === undefined || (rest.length > 0 && !Object.keys(inner).length);
  return empty ? others : { ...others, [key]: inner };
}

/**
 * The entry as it is now: of one that ships only what differs is kept. `drawn` is what its form
 * shows: what was changed since by another field stays as it is.
 */
function edit(/** @type {Workshop} */ w, /** @type {Entry} */ data, /** @type {Entry} */ drawn) {
  const schema = schemaOf(w.bench, w.at);
  const now = filled(entryAt(whole(w), w.at), schema);
  const made = settled(changedIn(now, drawn, data), schema.root, schema.node);
  const shipped = entryAt(w.bench.tables, w.at);
  const kept = shipped ? differing(filled(shipped, schema), made) : made;
  const before = entryAt(w.pack.units, w.at)?.name;
  if (!shipped && made.name && made.name !== before && unsaved(w, "units", w.at))
    return rename(w, idOf(made.name, shippedIds(w)), kept);
  put(w, w.at, Object.keys(kept).length ? kept : undefined);
}

/** An entry with what differs between the one drawn and the one wanted. @returns {any} */
const changedIn = (
  /** @type {Entry} */ now,
  /** @type {Entry} */ drawn,
  /** @type {Entry} */ wanted,
) => {
  const keys = [...new Set([...Object.keys(drawn), ...Object.keys(wanted)])];
  const changes = keys.filter((key) => !same(drawn[key], wanted[key]));
  return { ...now, ...Object.fromEntries(changes.map((key) => [key, wanted[key]])) };
};

/** The ids of the table that ships. */
const shippedIds = (/** @type {Workshop} */ w) =>
  Object.keys(entryAt(w.bench.tables, w.at.slice(0, -1)) ?? {});

/** The entry under another id, as near to this one as is free. */
function rename(
  /** @type {Workshop} */ w,
  /** @type {string} */ wanted,
  /** @type {Entry} */ data,
) {
  const table = w.at.slice(0, -1);
  const from = String(w.at.at(-1));
  const others = Object.keys(entryAt(whole(w), table) ?? {}).filter((id) => id !== from);
  const to = freeId(wanted, others);
  const { at } = w;
  Object.assign(w, { at: [...table, to], printed: null });
  renameEntry(w, at, to, data);
}

/** The id of an entry that the pack has made: it can be renamed, and whatever names it follows. */
function identity(/** @type {Workshop} */ w, /** @type {Entry} */ data) {
  const id = String(w.at.at(-1));
  const own = entryAt(w.pack.units, w.at);
  if (!own || entryAt(w.bench.tables, w.at)) return data.name ? h("code", {}, id) : "";
  const onchange = (/** @type {any} */ event) => {
    const wanted = idOf(event.target.value, shippedIds(w));
    if (event.target.value.trim() && wanted !== id) rename(w, wanted, own);
    else event.target.value = id;
  };
  const given = { "data-key": "id of it", value: id, size: 14, autocomplete: "off", onchange };
  return h("label", { class: "identity" }, "Id ", h("input", given));
}

// ---------------------------------------------------------------- fields

/** A line of the form; what is not as it ships has the printed value struck beside it. */
function field(/** @type {Workshop} */ w, /** @type {Part} */ part, /** @type {Entry} */ data) {
  const { field: one } = part;
  const shipped = entryAt(w.bench.tables, w.at);
  const before = shipped && valueAt(filled(shipped, schemaOf(w.bench, w.at)), one.id);
  const changed = Boolean(shipped) && !same(before, valueAt(data, one.id));
  const faults = faultsAt(w, "units", [...w.at, one.id].join("."));
  const li = line(one, control(w, part, data));
  if (changed) {
    li.classList.add("changed");
    li.querySelector("b")?.after(" ", h("s", { title: "as printed" }, told(before)));
  }
  if (one.words > WORDY) li.classList.add("long");
  li.append(...faults.map(({ text, rule: id }) => h("p", { class: "mend" }, text, " ", rule(id))));
  return li;
}

const told = (/** @type {any} */ value) =>
  value === undefined || (Array.isArray(value) && !value.length)
    ? "none"
    : [value]
        .flat()
        .map((one) => (typeof one === "object" ? JSON.stringify(one) : one))
        .join(", ");

/** @returns {Node} */
function control(/** @type {Workshop} */ w, /** @type {Part} */ part, /** @type {Entry} */ data) {
  const { field: one, kind } = part;
  const set = (/** @type {Entry} */ to) => edit(w, to, data);
  if (kind === "number") return number(part, data, set);
  if (kind === "shape") return shape(part, data, set);
  if (kind === "bought") return bought(w, part, data, set);
  const value = valueAt(data, one.id);
  const shown = kind === "mixed" ? withValue(data, one.id, told(value ?? "")) : data;
  const at = { unfolded: w.unfolded, field: one, data: shown, put: set };
  return controlOf({ ...at, name: one.name, key: one.id });
}

/** A number, written in or changed by buttons; left empty it is none, where it may. */
function number(
  /** @type {Part} */ { field: one, optional },
  /** @type {Entry} */ data,
  /** @type {(to: Entry) => void} */ set,
) {
  const { id, name, low, high, step } = one;
  const value = valueAt(data, id);
  const bounded = (/** @type {number} */ to) => Math.min(high, Math.max(low, to));
  const put = (/** @type {number|undefined} */ to) => set(withValue(data, id, to));
  const take = (/** @type {any} */ event) => {
    const text = event.target.value.trim().replace(",", ".");
    if (text === "" && optional) put(undefined);
    else if (text !== "" && !Number.isNaN(Number(text))) put(Number(text));
    else event.target.value = value ?? "";
  };
  const button = (/** @type {number} */ by, /** @type {string} */ word) => {
    const to = Math.round(((value ?? 0) + by) * 1000) / 1000;
    const label = { "aria-label": `${name}: ${word}`, "data-key": `${word} ${id}` };
    const onclick = () => put(bounded(to));
    return h(
      "button",
      { type: "button", class: "step", ...label, onclick },
      by < 0 ? "\u2212" : "+",
    );
  };
  const given = { inputmode: "decimal", "aria-label": name, autocomplete: "off", "data-key": id };
  const shown = {
    value: value ?? "",
    placeholder: optional ? "\u2013" : "",
    size: 4,
    onchange: take,
  };
  const wrong = typeof value === "number" && (value < low || value > high) ? " wrong" : "";
  return h(
    "span",
    { class: `stepper${wrong}`, role: "group", "aria-label": name, title: `${low} to ${high}` },
    button(-step, "less"),
    h("input", { ...given, ...shown }),
    button(step, "more"),
  );
}

/** What is bought for the entry: a line with its price and rule for each offer, and the sum. */
function bought(
  /** @type {Workshop} */ w,
  /** @type {Part} */ { field: one, offers = [] },
  /** @type {Entry} */ data,
  /** @type {(to: Entry) => void} */ set,
) {
  /** @type {string[]} */ const now = valueAt(data, one.id) ?? [];
  const line = (/** @type {NonNullable<Part["offers"]>[number]} */ offer) => {
    const many = now.filter((id) => id === offer.id).length;
    const onchange = (/** @type {any} */ { target }) => {
      const to = target.type === "checkbox" ? Number(target.checked) : Number(target.value);
      const others = now.filter((id) => id !== offer.id);
      set(withValue(data, one.id, [...others, ...Array.from({ length: to }, () => offer.id)]));
    };
    const given = { "data-key": `buy ${offer.id}`, onchange };
    const counts = Array.from({ length: offer.limit + 1 }, (_, n) =>
      h("option", { value: n, selected: n === many }, n),
    );
    const input =
      offer.limit > 1
        ? h("select", { ...given, "aria-label": `How many: ${offer.name}` }, counts)
        : h("input", { ...given, type: "checkbox", checked: many > 0 });
    const price = `${offer.cost} ${offer.cost === 1 ? "point" : "points"}`;
    const words = [input, " ", h("span", {}, offer.name), " ", h("small", {}, price)];
    return h("li", {}, h("label", {}, words), " ", rule(offer.source));
  };
  const unknown = now.filter((id) => !offers.some((offer) => offer.id === id));
  const { judged = false, cost = 0, budget = 0 } = w.printed ?? {};
  return h(
    "div",
    { class: "bought", role: "group", "aria-label": one.name },
    h("ul", {}, offers.map(line)),
    unknown.length > 0 && h("p", { class: "mend" }, `Not offered: ${unknown.join(", ")}`),
    judged && budget > 0 && h("p", { class: cost > budget ? "mend" : "" }, costs(cost, budget)),
  );
}

const costs = (/** @type {number} */ cost, /** @type {number} */ budget) =>
  `Costs ${cost} of ${budget} points.`;

/** Which of several shapes a table has; its numbers begin anew with another. */
function shape(
  /** @type {Part} */ { field: one, tag = "" },
  /** @type {Entry} */ data,
  /** @type {(to: Entry) => void} */ set,
) {
  const now = valueAt(data, one.id)?.[tag];
  const onchange = (/** @type {any} */ event) =>
    set(withValue(data, one.id, structuredClone(one.choices[event.target.value].value)));
  const option = (/** @type {{name: string}} */ { name }, /** @type {number} */ i) =>
    h("option", { value: i, selected: name === now }, name);
  const given = { "aria-label": one.name, "data-key": one.id, onchange };
  return h("select", given, one.choices.map(option));
}

/** A list of entries within the entry. */
function entriesOf(/** @type {Workshop} */ w, /** @type {Part} */ part, /** @type {Entry} */ data) {
  const { rows } = part;
  if (!rows) return "";
  const put = (/** @type {any[]} */ to) => edit(w, { ...data, [rows.id]: to }, data);
  const place = { place: rows.id, of: "" };
  const entries = (data[rows.id] ?? []).map((/** @type {any} */ one) =>
    rows.inner ? { [rows.inner.id]: [], ...one } : one,
  );
  return [
    h("h4", {}, part.field.name),
    ...drawEntries({ unfolded: w.unfolded, rows, entries, put, ...place }),
  ];
}
