/** Units from a spreadsheet: pasted or as a file, looked at, decided on, added to the pack. */

import { announce, h, many, titled } from "../shared/dom.js";
import { call, download } from "../shared/net.js";
import { toast, trouble } from "../shared/notices.js";
import { panel } from "../shared/panels.js";
import { change, fileFrom, slight } from "./draft.js";

/** @import { FileImport, Preview, PreviewRow } from "./types.js" */
/** @import { ImportQuestion, Remark, Table, Workshop } from "./types.js" */

const PASTED = "pasted cells"; // the name of what came from the clipboard
/** @type {[string, string][]} */
const KINDS = [
  ["left", "Left out"],
  ["suggested", "Look at it"],
  ["default", "Filled in"],
];
const COLUMN = "column_"; // begins the id of a question about a column

export function drawImport(/** @type {Workshop} */ w, /** @type {HTMLElement} */ el) {
  if (!el.querySelector("#import")) layOut(w, el);
  const { bench, taking } = w;
  const result = /** @type {HTMLElement} */ (el.querySelector("#import"));
  panel(result, [bench, taking], () => (taking.result ? shown(w, taking.result) : []));
  if (taking.data && taking.ruleset !== bench.id) read(w, {});
}

/** Where cells are pasted, and a file is chosen. */
function layOut(/** @type {Workshop} */ w, /** @type {HTMLElement} */ el) {
  const oninput = (/** @type {any} */ { target }) =>
    target.value.trim() ? take(w, PASTED, new TextEncoder().encode(target.value)) : forget(w);
  const cells = h("textarea", { "data-key": "cells", rows: 4, spellcheck: "false", oninput });
  const onchange = async (/** @type {any} */ { target }) => {
    const [file] = target.files;
    if (file) await takeIn(w, file).catch(trouble);
    target.value = "";
  };
  const file = h("input", { class: "vh", type: "file", "data-key": "table file", onchange });
  el.replaceChildren(
    h("h2", {}, "Import a table"),
    h(
      "p",
      { class: "sub" },
      "Units from a spreadsheet: a line for each, and a first line that names the columns. ",
      "Files of BattleScribe, Tiled and MegaMek are taken, too.",
    ),
    h("label", { class: "pasting" }, h("span", {}, "Paste the cells here"), cells),
    h(
      "div",
      { class: "row choosing" },
      h("label", { class: "plain file" }, "Choose a file", file),
      " or drop one anywhere on this page.",
    ),
    h("div", { id: "import" }),
  );
}

/** Take a file: its bytes are read by the server, with every answer anew. */
export async function takeIn(/** @type {Workshop} */ w, /** @type {File} */ file) {
  await take(w, file.name.slice(0, 60), new Uint8Array(await file.arrayBuffer()));
}

async function take(
  /** @type {Workshop} */ w,
  /** @type {string} */ name,
  /** @type {Uint8Array} */ bytes,
) {
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  w.taking = { ...w.taking, name, data };
  await read(w, {});
}

const forget = (/** @type {Workshop} */ w) => {
  asking?.abort();
  w.taking = { name: "", data: "", ruleset: "", answers: {}, result: null };
  trouble();
  w.draw();
};

/** The file that the server reads now. @type {AbortController|null} */
let asking = null;

/** Ask what the file becomes under some answers; an answer that was overtaken is dropped. */
async function read(/** @type {Workshop} */ w, /** @type {Record<string, string>} */ answers) {
  asking?.abort();
  const mine = new AbortController();
  asking = mine;
  const { name, data } = w.taking;
  const ruleset = w.bench.id;
  w.taking = { ...w.taking, ruleset, answers };
  const body = { name, data, answers, pack: slight(w) };
  try {
    /** @type {FileImport} */
    const result = await call(`/api/rulesets/${ruleset}/imports`, {
      ...{ body, signal: mine.signal, asks: true },
    });
    if (asking !== mine) return;
    w.taking = { ...w.taking, result };
    trouble();
    announce(summary(result));
  } catch (error) {
    if (asking !== mine) return;
    w.taking = { ...w.taking, result: null };
    trouble(error);
  }
  w.draw();
}

// ---------------------------------------------------------------- what it becomes

/** What can be added: units, a scenario. */
const counted = (/** @type {FileImport} */ { counts }) => {
  const listed = Object.entries(counts).filter(([, count]) => count);
  return listed.map(([what, count]) => many(count, what.replace(/s$/, ""))).join(" and ");
};

function summary(/** @type {FileImport} */ result) {
  const rows = result.preview?.rows ?? [];
  const wrong = rows.filter((row) => Object.keys(row.wrong).length).length;
  const good = `${counted(result) || "Nothing"} can be added`;
  return wrong ? `${good}; ${many(wrong, "line")} cannot be taken.` : `${good}.`;
}

/** @returns {any[]} */
function shown(/** @type {Workshop} */ w, /** @type {FileImport} */ result) {
  const others = result.questions.filter(
    ({ id, choices }) => !id.startsWith(COLUMN) && choices.length > 1,
  );
  const words = counted(result);
  const add = {
    ...{ type: "button", class: "cta", "data-key": "add", disabled: !words },
    onclick: () => addAll(w, result),
  };
  return [
    h("h3", {}, w.taking.name),
    h("p", { class: "standing" }, summary(result)),
    h("div", { class: "row" }, h("button", add, words ? `Add ${words} to my pack` : "Add them")),
    others.length > 0 &&
      h(
        "ul",
        { class: "lines" },
        others.map((one) => asked(w, one)),
      ),
    result.preview && table(w, result, result.preview),
    remarks(result.remarks),
  ];
}

/** A question with its choices. */
const asked = (/** @type {Workshop} */ w, /** @type {ImportQuestion} */ question) =>
  h("li", {}, h("label", {}, h("span", {}, `${question.text} `), choice(w, question)));

function choice(/** @type {Workshop} */ w, /** @type {ImportQuestion} */ question, label = "") {
  const { id, choices, answer } = question;
  const before = id === "table" ? {} : w.taking.answers; // other lines have other columns
  const onchange = (/** @type {any} */ { target }) => read(w, { ...before, [id]: target.value });
  const option = (/** @type {string} */ value) =>
    h("option", { value, selected: value === answer }, worded(value, id));
  const given = { "data-key": id, onchange, ...(label && { "aria-label": label }) };
  return h("select", given, choices.map(option));
}

const worded = (/** @type {string} */ value, /** @type {string} */ id) => {
  if (value) return titled(value.replaceAll(".", "_"));
  return id.startsWith(COLUMN) ? "\u2013 leave it out" : "\u2013 as the nearest printed entry";
};

/** The first lines, with what each column is and what is wrong in them. */
function table(
  /** @type {Workshop} */ w,
  /** @type {FileImport} */ result,
  /** @type {Preview} */ preview,
) {
  const column = (/** @type {string} */ title, /** @type {number} */ i) => {
    const question = result.questions.find(({ id }) => id === `${COLUMN}${i + 1}`);
    const cls = question && !question.answer ? "unknown" : "";
    return h(
      "th",
      { scope: "col", class: cls },
      h("span", {}, title),
      question && choice(w, question, question.text),
    );
  };
  const { rows, lines } = preview;
  const more = lines > rows.length && h("p", { class: "sub" }, `${rows.length} of ${lines} lines.`);
  const head = h("tr", {}, h("th", { scope: "col" }, "Line"), preview.columns.map(column));
  const given = {
    ...{ class: "sheet", tabindex: 0, role: "region", "aria-label": "Lines of the table" },
    "data-key": "sheet",
  };
  return [
    h("div", given, h("table", {}, h("thead", {}, head), h("tbody", {}, rows.map(line)))),
    more,
  ];
}

function line(/** @type {PreviewRow} */ row) {
  const whole = row.wrong["-1"];
  const cell = (/** @type {string} */ text, /** @type {number} */ i) => {
    const wrong = row.wrong[String(i)];
    return h(
      "td",
      { class: wrong ? "wrong" : "" },
      text,
      wrong && h("small", { class: "mend" }, wrong),
    );
  };
  const head = h("th", { scope: "row" }, row.line, whole && h("small", { class: "mend" }, whole));
  return h("tr", { class: row.taken ? "" : "away" }, head, row.cells.map(cell));
}

/** What was not taken word for word, kind by kind. */
function remarks(/** @type {Remark[]} */ all) {
  const part = (/** @type {[string, string]} */ [kind, title]) => {
    const listed = all.filter((remark) => remark.kind === kind);
    const item = (/** @type {Remark} */ { where, text }) =>
      h("li", {}, h("b", {}, where), ` ${text}`);
    return (
      listed.length > 0 && [
        h("h3", {}, title),
        h("ul", { class: `kind-${kind}` }, listed.map(item)),
      ]
    );
  };
  return h("div", { class: "remarks" }, KINDS.map(part));
}

// ---------------------------------------------------------------- adding, and the way back

/** Lay everything into the pack, a step that can be undone, and show the first of it. */
async function addAll(/** @type {Workshop} */ w, /** @type {FileImport} */ result) {
  const { units: before, scenarios } = w.pack;
  const units = { ...before };
  for (const [name, entries] of Object.entries(result.units)) {
    /** @type {Table} */
    const inside = { ...units[name] };
    for (const [id, entry] of Object.entries(entries)) inside[id] = { ...inside[id], ...entry };
    units[name] = inside;
  }
  change(w, { units, scenarios: { ...scenarios, ...result.scenarios } });
  const words = counted(result);
  forget(w);
  toast(`${words} added to the pack.`, () => change(w, { units: before, scenarios }));
  const [name] = Object.keys(result.units);
  await w.turn(name ? "units" : "scenarios");
  if (!name) return;
  Object.assign(w, { at: [name, Object.keys(result.units[name])[0]], printed: null });
  w.draw();
}

/** The units of a table, those of the pack among them, as a file for a spreadsheet. */
export async function exportTable(/** @type {Workshop} */ w, /** @type {string} */ name) {
  const { data, file } = await fileFrom("/api/workshop/table", { pack: slight(w), table: name });
  download(file ?? "units.csv", data, "text/csv");
}
