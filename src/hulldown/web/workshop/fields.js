/** The fields of a draft that are not drawn: name, briefing, turns, sides, victory. */

import { h, rule, titled } from "../shared/dom.js";
import { controlOf, drawEntries, line, same, valueAt } from "../shared/fields.js";
import { panel } from "../shared/panels.js";
import { stroke } from "./strokes.js";

/** @import { Field, Rows, Section } from "../shared/types.js" */
/** @import { Draft, Editor, Problem } from "./editor.js" */

const LONG_NAME = 40; // letters
const LONG_TEXT = 120; // letters: such a text has the whole line

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

/** A field that takes one of the names in the draft: of a unit, of a side; it may take none. */
function offered(/** @type {Editor} */ e, /** @type {Field} */ given) {
  const field = titledShort(given);
  const names = e.last.choices[field.id];
  if (!names) return field;
  const choices = names.map((name) => ({ value: name, name, sets: {} }));
  return {
    ...field,
    words: 0,
    choices: [{ value: undefined, name: "none", sets: {} }, ...choices],
  };
}

/** A field whose name is a sentence has a short one, and the sentence beside it. */
const titledShort = (/** @type {Field} */ field) =>
  field.name.length > LONG_NAME
    ? { ...field, name: titled(field.id.split(".").at(-1) ?? ""), text: field.name }
    : field;

/** Give a field its value, and those that go with it theirs. */
function set(/** @type {Editor} */ e, /** @type {Draft} */ to, /** @type {Field} */ field) {
  const ids = [field.id, ...field.choices.flatMap(({ sets }) => Object.keys(sets))];
  for (const id of new Set(ids)) {
    const value = valueAt(to, id) ?? null;
    if (!same(value, valueAt(e.last.scenario, id) ?? null))
      stroke(e, { do: "set", field: id, value });
  }
}

function list(/** @type {Editor} */ e, /** @type {Rows} */ rows) {
  const entries = valueAt(e.last.scenario, rows.id) ?? [];
  const put = (/** @type {any[]} */ value) => stroke(e, { do: "set", field: rows.id, value });
  return drawEntries({
    typed: true,
    unfolded: e.unfolded,
    rows,
    entries,
    put,
    place: rows.id,
    of: "",
  });
}
