/** The fields of a draft that are not drawn: name, briefing, turns, sides, victory. */

import { h, rule, titled } from "../shared/dom.js";
import { controlOf, drawEntries, line, same, valueAt } from "../shared/fields.js";
import { panel } from "../shared/panels.js";
import { stroke } from "./strokes.js";

/** @import { Field, Rows, Section } from "../shared/types.js" */
/** @import { Draft, Editor, Problem } from "./editor.js" */

const LONG_NAME = 40; // letters
const LONG_TEXT = 120; // letters: such a text has the whole line
const SEVERAL = /^\s*\d+(\s*,\s*\d+)+\s*$/; // numbers with commas
const SOME = /^[\d\s,]*$/; // the same of one or none

/** The form, anew when something in it is another; what is being written in it stays. */
export function drawFields(/** @type {Editor} */ e, /** @type {HTMLElement} */ el) {
  const { info, last } = e;
  const values = info.sections.flatMap((one) => idsOf(one).map((id) => valueAt(last.scenario, id)));
  const shown = JSON.stringify([values, last.choices, last.problems]);
  const at = document.activeElement;
  const written =
    (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) && el.contains(at)
      ? { value: at.value, start: at.selectionStart, end: at.selectionEnd }
      : null;
  if (!panel(el, [info, shown], () => info.sections.map((one, i) => section(e, one, i)))) return;
  const now = document.activeElement;
  if (!written || !(now instanceof HTMLInputElement || now instanceof HTMLTextAreaElement)) return;
  now.value = written.value;
  if (written.start !== null) now.setSelectionRange(written.start, written.end);
}

const idsOf = (/** @type {Section} */ { fields, rows }) => [
  ...fields.map(({ id }) => id),
  ...(rows ? [rows.id] : []),
];

function section(/** @type {Editor} */ e, /** @type {Section} */ one, /** @type {number} */ i) {
  const { title, fields, rows } = one;
  const key = `section ${title}`;
  const wrong = e.last.problems.filter((problem) =>
    idsOf(one).some((id) => concerns(problem, id)),
  ).length;
  const open = e.unfolded.has(key) !== (i === 0); // the first is open until it is closed
  const ontoggle = (/** @type {any} */ event) =>
    e.unfolded[event.target.open === (i === 0) ? "delete" : "add"](key);
  return h(
    "details",
    { class: "section", open, ontoggle },
    h(
      "summary",
      { "data-key": key },
      h("b", {}, title),
      wrong > 0 && h("em", {}, ` ${wrong} to mend`),
    ),
    h(
      "ul",
      { class: "lines" },
      fields.map((field) => entry(e, field)),
    ),
    rows && list(e, rows),
  );
}

/** A problem is that of a field when it names it, or something in it. */
export const concerns = (/** @type {Problem} */ { field }, /** @type {string} */ id) =>
  field === id || field.startsWith(`${id}.`);

function entry(/** @type {Editor} */ e, /** @type {Field} */ given) {
  const field = offered(e, given);
  const data = e.last.scenario;
  const put = (/** @type {Draft} */ to) => set(e, to, field);
  const at = {
    unfolded: e.unfolded,
    field,
    data,
    put,
    name: field.name,
    key: field.id,
    typed: true,
  };
  const wrong = e.last.problems.filter((problem) => concerns(problem, field.id));
  const li = line(field, controlOf(at), false);
  if (field.words > LONG_TEXT) li.classList.add("long");
  li.append(
    ...wrong.map(({ text, rule: id }) => h("p", { class: "mend" }, text, " ", rule(id, e.ruleset))),
  );
  return li;
}

/** A field that takes one of the names in the draft, of a unit or a side, has them; or none. */
function offered(/** @type {Editor} */ e, /** @type {Field} */ given, key = given.id) {
  const field = titledShort(given);
  const names = e.last.choices[key];
  if (!names) return field;
  const choices = [null, ...names].map((value) => ({ value, name: value ?? "none", sets: {} }));
  return { ...field, words: 0, choices };
}

/** An option, and a field whose name is a sentence, has a short name and the sentence beside it. */
const titledShort = (/** @type {Field} */ field) =>
  field.id.startsWith("options.") || field.name.length > LONG_NAME
    ? { ...field, name: titled(field.id.split(".").at(-1) ?? ""), text: field.name }
    : field;

/** Give a field its value, and those that go with it theirs. */
function set(/** @type {Editor} */ e, /** @type {Draft} */ to, /** @type {Field} */ field) {
  const ids = [field.id, ...field.choices.flatMap(({ sets }) => Object.keys(sets))];
  for (const id of new Set(ids)) {
    const before = valueAt(e.last.scenario, id) ?? null;
    const value = listed(valueAt(to, id) ?? null, before);
    if (!same(value, before)) stroke(e, { do: "set", field: id, value });
  }
}

/** Numbers that are written with commas are a list. */
const listed = (/** @type {any} */ value, /** @type {any} */ before) =>
  typeof value === "string" && (Array.isArray(before) ? SOME : SEVERAL).test(value)
    ? (value.match(/\d+/g) ?? []).map(Number)
    : value;

function list(/** @type {Editor} */ e, /** @type {Rows} */ rows) {
  const { unfolded } = e;
  const entries = valueAt(e.last.scenario, rows.id) ?? [];
  const put = (/** @type {any[]} */ to) => {
    const value = to.map((entry, i) => bare(entry, entries[i]));
    stroke(e, { do: "set", field: rows.id, value });
  };
  const shown = rowsOf(e, rows, rows.id);
  return drawEntries({ typed: true, unfolded, rows: shown, entries, put, place: rows.id, of: "" });
}

/** An entry without what it has not. */
const bare = (/** @type {any} */ entry, /** @type {any} */ before) =>
  Object.fromEntries(
    Object.entries(entry)
      .filter(([, value]) => value !== null && value !== "")
      .map(([key, value]) => [key, listed(value, before?.[key])]),
  );

/**
 * A list whose fields, and those of the lists in it, have the names that they can take.
 * @returns {Rows}
 */
function rowsOf(/** @type {Editor} */ e, /** @type {Rows} */ rows, /** @type {string} */ key) {
  const fields = rows.fields.map((field) => offered(e, field, `${key}.*.${field.id}`));
  const inner = rows.inner && rowsOf(e, rows.inner, `${key}.*.${rows.inner.id}`);
  return { ...rows, fields, inner };
}
