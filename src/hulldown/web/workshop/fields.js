/** The fields of a draft that are not drawn: name, briefing, turns, sides, victory. */

import { h, rule } from "../shared/dom.js";
import { controlOf, drawEntries, line, same, valueAt } from "../shared/fields.js";
import { panel } from "../shared/panels.js";
import { stroke } from "./strokes.js";

/** @import { Field, Rows, Section } from "../shared/types.js" */
/** @import { Draft, Editor, Problem } from "./editor.js" */

export function drawFields(/** @type {Editor} */ e, /** @type {HTMLElement} */ el) {
  const { scenario, choices, problems } = e.last;
  panel(el, [e.info, JSON.stringify([scenario, choices]), problems], () =>
    e.info.sections.map((one, i) => section(e, one, i)),
  );
}

function section(
  /** @type {Editor} */ e,
  /** @type {Section} */ { title, fields, rows },
  /** @type {number} */ i,
) {
  const key = `section ${title}`;
  const ids = [...fields.map(({ id }) => id), ...(rows ? [rows.id] : [])];
  const wrong = e.last.problems.filter((problem) => ids.some((id) => concerns(problem, id))).length;
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
  if (field.words > 120) li.classList.add("long");
  li.append(
    ...wrong.map(({ text, rule: id }) => h("p", { class: "mend" }, text, " ", rule(id, e.ruleset))),
  );
  return li;
}

/** A field that can have the names of what is in the draft: units, zones. */
function offered(/** @type {Editor} */ e, /** @type {Field} */ field) {
  const names = e.last.choices?.[field.id];
  return names
    ? { ...field, choices: names.map((name) => ({ value: name, name, sets: {} })) }
    : field;
}

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
