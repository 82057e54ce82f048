/** Fields of a build as its ruleset describes them: numbers, choices, and lists of entries with fields of their own. */

import { line, stepper } from "./buying.js";
import { h, rule } from "./dom.js";
import { edit, garage } from "./garage.js";

/** @typedef {import("./types.js").Field} Field */
/** @typedef {import("./types.js").Rows} Rows */

const same = (/** @type {any} */ a, /** @type {any} */ b) => JSON.stringify(a) === JSON.stringify(b);

/** The value of a field, which may lie in a table ("plate.thickness"). */
const valueAt = (/** @type {any} */ data, /** @type {string} */ id) => id.split(".").reduce((part, key) => part?.[key], data);

/** The data with another value in a field. @returns {any} */
function withValue(/** @type {any} */ data, /** @type {string} */ id, /** @type {any} */ value) {
  const [key, ...rest] = id.split(".");
  return { ...data, [key]: rest.length ? withValue(data[key], rest.join("."), value) : value };
}

/** A build as far as another kind of unit may have it: numbers within its limits, choices that it offers. */
export function fitted(/** @type {any} */ build, /** @type {import("./types.js").UnitOffer} */ unit) {
  return unit.sections.reduce((made, { fields, rows }) => {
    const all = fields.reduce(fit, made);
    return rows ? { ...all, [rows.id]: all[rows.id].map((/** @type {any} */ entry) => rows.fields.reduce(fit, entry)) } : all;
  }, build);
}

function fit(/** @type {any} */ data, /** @type {Field} */ field) {
  const value = valueAt(data, field.id);
  if (!field.choices.length) return typeof value === "number" ? withValue(data, field.id, Math.min(field.high, Math.max(field.low, value))) : data;
  return field.choices.some((one) => same(one.value, value)) ? data : withValue(data, field.id, field.choices[0].value);
}

/** What a kind of unit is built of beside plates and upgrades. */
export const drawSections = (/** @type {import("./types.js").UnitOffer} */ unit) => unit.sections.map(({ title, fields, rows }) => [
  h("h2", {}, title), h("ul", { class: "lines" }, fields.map((field) => row(field, garage.build, edit, "", field.id))), rows && list(rows),
]);

/** A field of the build or of an entry; `put` takes the data with another value. */
function row(/** @type {Field} */ field, /** @type {any} */ data, /** @type {(to: any) => void} */ put, /** @type {string} */ of, /** @type {string} */ key) {
  const control = field.choices.length ? choice : number;
  return line(field.name, field.text, field.rule, control(field, data, put, `${of}${field.name}`, key));
}

function number(/** @type {Field} */ field, /** @type {any} */ data, /** @type {(to: any) => void} */ put, /** @type {string} */ name, /** @type {string} */ key) {
  const value = valueAt(data, field.id);
  const set = (/** @type {number} */ to) => put(withValue(data, field.id, Number.isFinite(to) ? to : field.low));
  return stepper(name, value, field.low, field.high, set, key, field.step);
}

function choice(/** @type {Field} */ field, /** @type {any} */ data, /** @type {(to: any) => void} */ put, /** @type {string} */ name, /** @type {string} */ key) {
  const value = valueAt(data, field.id);
  const at = field.choices.findIndex((one) => same(one.value, value));
  const set = (/** @type {any} */ event) => {
    const taken = field.choices[Number(event.target.value)];
    put(Object.entries(taken.sets).reduce((made, [id, to]) => withValue(made, id, to), withValue(data, field.id, taken.value)));
  };
  return h("select", { class: at < 0 ? "wrong" : null, "aria-label": name, "data-key": key, onchange: set },
    at < 0 && h("option", { value: "", selected: true }, [value].flat().join(", ")), field.choices.map((one, i) => h("option", { value: i, selected: i === at }, one.name)));
}

/** A list: its entries one by one, and a button for one more. */
function list(/** @type {Rows} */ rows) {
  const entries = garage.build[rows.id];
  const put = (/** @type {any[]} */ to) => edit({ [rows.id]: to });
  const full = entries.length >= rows.most;
  return [entries.map((/** @type {any} */ entry, /** @type {number} */ i) => {
    const name = `${rows.name} ${i + 1}`;
    return h("fieldset", { class: "entry" }, h("legend", {}, name),
      rows.fields.map((field) => h("div", {}, h("span", {}, field.name, " ", rule(field.rule), field.text && h("small", {}, field.text)),
        (field.choices.length ? choice : number)(field, entry, (to) => put(entries.with(i, to)), `${name}, ${field.name}`, `${rows.id} ${i} ${field.id}`))),
      h("button", { type: "button", class: "plain", "aria-label": `Remove ${name}`, "data-key": `remove ${rows.id} ${i}`, onclick: () => put(entries.toSpliced(i, 1)) }, "Remove"));
  }), h("button", { type: "button", class: "plain more", disabled: full, "data-key": `add ${rows.id}`, onclick: () => put([...entries, rows.blank]) }, full ? `At most ${rows.most}` : `Add: ${rows.name.toLowerCase()}`)];
}
