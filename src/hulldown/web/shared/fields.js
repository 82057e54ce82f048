/**
 * The fields of a form as a ruleset describes them: numbers, choices, texts, and lists of entries
 * with fields of their own.
 */

import { h, rule } from "./dom.js";

/** @import { Field, List, Place } from "./types.js" */

const WIDE = 20; // steps: a number of a wider range is written in
const LINE = 120; // letters: a longer text has several lines

export const same = (/** @type {any} */ a, /** @type {any} */ b) =>
  JSON.stringify(a) === JSON.stringify(b);

/** The value of a field; it may lie in a table or a list ("plate.thickness", "sides.0.name"). */
export const valueAt = (/** @type {any} */ data, /** @type {string} */ id) =>
  id.split(".").reduce((part, key) => part?.[key], data);

/** What a field shows whose value is not among its choices. */
const written = (/** @type {any} */ value) =>
  [value]
    .flat()
    .flatMap((one) => (one && typeof one === "object" ? Object.values(one) : [one]))
    .join(", ");

/** The data with another value in a field. @returns {any} */
export function withValue(
  /** @type {any} */ data,
  /** @type {string} */ id,
  /** @type {any} */ value,
) {
  const [key, ...rest] = id.split(".");
  const made = rest.length ? withValue(data?.[key], rest.join("."), value) : value;
  return Array.isArray(data) ? data.with(Number(key), made) : { ...data, [key]: made };
}

// ---------------------------------------------------------------- a line and its control

/** A line of a list: its name and rule, a few words, and on the right its control. */
export const line = (
  /** @type {{name: string, text: string, rule: string}} */ { name, text, rule: id },
  /** @type {Node} */ control,
  off = false,
) =>
  h(
    "li",
    { class: off ? "off" : null },
    h("span", { class: "what" }, h("b", {}, name), " ", rule(id), h("small", {}, text)),
    control,
  );

/**
 * A number with a button on each side. Beyond its limits it stops, but a build that is beyond them
 * shows so.
 * @param {{name: string, key: string, value: any, low: number, high: number, by?: number}} what
 * @param {(to: number) => void} set
 */
export function stepper({ name, key, value, low, high, by = 1 }, set) {
  const button = (
    /** @type {string} */ sign,
    /** @type {number} */ to,
    /** @type {boolean} */ end,
    /** @type {string} */ word,
  ) => {
    const label = { "aria-label": `${name}: ${word}`, "aria-disabled": end ? "true" : null };
    const press = { "data-key": `${word} ${key}`, onclick: () => end || set(to) };
    return h("button", { type: "button", class: "step", ...label, ...press }, sign);
  };
  const wrong = value < low || value > high ? " wrong" : "";
  return h(
    "span",
    { class: `stepper${wrong}`, role: "group", "aria-label": name },
    button("\u2212", value - by, value <= low, "less"),
    h("output", { class: "num" }, value ?? "\u2013"),
    button("+", value + by, value >= high, "more"),
  );
}

/** The control of a field. */
export const controlOf = (/** @type {Place} */ at) => {
  const { words, several, choices } = at.field;
  return words ? text(at) : several ? ticks(at) : choices.length ? choice(at) : number(at);
};

function text(/** @type {Place} */ { field, data, put, name, key }) {
  const value = valueAt(data, field.id) ?? "";
  const onchange = (/** @type {any} */ event) => put(withValue(data, field.id, event.target.value));
  const given = { maxlength: field.words, "aria-label": name, "data-key": key, onchange };
  return field.words > LINE
    ? h("textarea", { rows: 4, ...given }, value)
    : h("input", { value, autocomplete: "off", ...given });
}

/** Any number of choices; what is in the list and not among them can be taken out. */
function ticks(/** @type {Place} */ { unfolded, field, data, put, name, key }) {
  const has = /** @type {any[]} */ (valueAt(data, field.id) ?? []);
  const strange = has
    .filter((value) => !field.choices.some((one) => same(one.value, value)))
    .map((value) => ({ value, name: written(value) }));
  const set = (/** @type {any} */ value, /** @type {boolean} */ on) =>
    put(withValue(data, field.id, on ? [...has, value] : has.filter((one) => !same(one, value))));
  const tick = (/** @type {{value: any, name: string}} */ one) => {
    const onchange = (/** @type {any} */ event) => set(one.value, event.target.checked);
    const checked = has.some((value) => same(value, one.value));
    const box = { type: "checkbox", checked, "data-key": `${key} ${one.name}`, onchange };
    return h("label", {}, h("input", box), h("span", {}, one.name));
  };
  const ontoggle = (/** @type {any} */ event) =>
    unfolded[event.target.open ? "add" : "delete"](key);
  const words = written(has) || "none";
  return h(
    "details",
    { class: "several", open: unfolded.has(key), ontoggle },
    h("summary", { "aria-label": `${name}: ${words}`, "data-key": key }, words),
    h("div", {}, [...strange, ...field.choices].map(tick)),
  );
}

function number(/** @type {Place} */ { typed, field, data, put, name, key }) {
  const { id, low, high, step } = field;
  const value = valueAt(data, id);
  if (typed && (high - low) / step > WIDE) {
    const set = (/** @type {any} */ { target }) =>
      target.value && put(withValue(data, id, Number(target.value)));
    const given = { type: "number", min: low, max: high, step, value, onchange: set };
    return h("input", { ...given, "aria-label": name, "data-key": key });
  }
  return stepper({ name, key, value, low, high, by: step }, (to) =>
    put(withValue(data, id, Number.isFinite(to) ? to : low)),
  );
}

function choice(/** @type {Place} */ { field, data, put, name, key }) {
  const value = valueAt(data, field.id) ?? null;
  const at = field.choices.findIndex((one) => same(one.value, value));
  const onchange = (/** @type {any} */ event) => {
    const taken = field.choices[Number(event.target.value)];
    const chosen = withValue(data, field.id, taken.value);
    put(Object.entries(taken.sets).reduce((made, [id, to]) => withValue(made, id, to), chosen));
  };
  return h(
    "select",
    { class: at < 0 ? "wrong" : null, "aria-label": name, "data-key": key, onchange },
    at < 0 && h("option", { value: "", selected: true }, written(value) || "\u2013"),
    field.choices.map((one, i) => h("option", { value: i, selected: i === at }, one.name)),
  );
}

// ---------------------------------------------------------------- lists of entries

/** The entries one by one, and a button for one more. @returns {any} */
export function drawEntries(/** @type {List} */ list) {
  const { rows, entries, put, place, of } = list;
  const full = entries.length >= rows.most;
  const kind = rows.name.toLowerCase();
  const more = {
    disabled: full,
    "data-key": `add ${place}`,
    "aria-label": of && !full ? `${of}add: ${kind}` : null,
    onclick: () => put([...entries, structuredClone(rows.blank)]),
  };
  return [
    entries.map((_, i) => entry(list, i)),
    h(
      "button",
      { type: "button", class: "plain more", ...more },
      full ? `At most ${rows.most}` : `Add: ${kind}`,
    ),
  ];
}

function entry(
  /** @type {List} */ { typed, unfolded, rows, entries, put, place, of },
  /** @type {number} */ i,
) {
  const data = entries[i];
  const { inner } = rows;
  const title = `${rows.name} ${i + 1}`;
  const name = `${of}${title}`;
  const set = (/** @type {any} */ to) => put(entries.with(i, to));
  const row = (/** @type {Field} */ field) => {
    const key = `${place} ${i} ${field.id}`;
    const at = { typed, unfolded, field, data, put: set, name: `${name}, ${field.name}`, key };
    const words = [field.name, " ", rule(field.rule), field.text && h("small", {}, field.text)];
    return h("div", {}, h("span", {}, words), controlOf(at));
  };
  const within = inner && {
    ...{ typed, unfolded, rows: inner, entries: data[inner.id] ?? [] },
    ...{ place: `${place} ${i} ${inner.id}`, of: `${name}, ` },
    put: (/** @type {any[]} */ to) => set({ ...data, [inner.id]: to }),
  };
  const remove = `Remove ${rows.name.toLowerCase()}`;
  const away = {
    "aria-label": of ? `${remove}: ${name}` : `Remove ${name}`,
    "data-key": `remove ${place} ${i}`,
    onclick: () => put(entries.toSpliced(i, 1)),
  };
  return h(
    "fieldset",
    { class: "entry" },
    h("legend", {}, title),
    rows.fields.map(row),
    within && drawEntries(within),
    h("button", { type: "button", class: "plain", ...away }, of || inner ? remove : "Remove"),
  );
}
