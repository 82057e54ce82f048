/** Fields of a build as its ruleset describes them: numbers, choices, and lists of entries with fields of their own. */

import { h, rule } from "../shared/dom.js";
import { line, stepper } from "./buying.js";
import { edit, garage } from "./garage.js";

/** @typedef {import("../shared/types.js").Field} Field */
/** @typedef {import("../shared/types.js").Rows} Rows */

const same = (/** @type {any} */ a, /** @type {any} */ b) =>
  JSON.stringify(a) === JSON.stringify(b);

/** The value of a field, which may lie in a table ("plate.thickness"). */
const valueAt = (/** @type {any} */ data, /** @type {string} */ id) =>
  id.split(".").reduce((part, key) => part?.[key], data);

/** What a field shows whose value is not among its choices. */
const written = (/** @type {any} */ value) =>
  [value]
    .flat()
    .flatMap((one) => (one && typeof one === "object" ? Object.values(one) : [one]))
    .join(", ");

/** The data with another value in a field. @returns {any} */
function withValue(/** @type {any} */ data, /** @type {string} */ id, /** @type {any} */ value) {
  const [key, ...rest] = id.split(".");
  return { ...data, [key]: rest.length ? withValue(data[key], rest.join("."), value) : value };
}

/** A build as far as another kind of unit may have it: numbers within its limits, choices that it offers. */
export function fitted(
  /** @type {any} */ build,
  /** @type {import("../shared/types.js").UnitOffer} */ unit,
) {
  return unit.sections.reduce(
    (made, { fields, rows }) => fitRows(fields.reduce(fit, made), rows),
    build,
  );
}

/** The entries of a list, and those of the lists in them. @returns {any} */
const fitRows = (/** @type {any} */ data, /** @type {Rows|null} */ rows) =>
  rows
    ? {
        ...data,
        [rows.id]: data[rows.id].map((/** @type {any} */ entry) =>
          fitRows(rows.fields.reduce(fit, entry), rows.inner),
        ),
      }
    : data;

function fit(/** @type {any} */ data, /** @type {Field} */ field) {
  const value = valueAt(data, field.id);
  if (field.words || field.several) return data;
  if (!field.choices.length)
    return typeof value === "number"
      ? withValue(data, field.id, Math.min(field.high, Math.max(field.low, value)))
      : data;
  return field.choices.some((one) => same(one.value, value))
    ? data
    : withValue(data, field.id, field.choices[0].value);
}

/** What a kind of unit is built of beside plates and upgrades. */
export function drawSections(/** @type {import("../shared/types.js").UnitOffer} */ unit) {
  const drawn = garage.build; // its name may be another by now: only what a field changes is taken
  const put = (/** @type {any} */ to) =>
    edit(Object.fromEntries(Object.entries(to).filter(([key, value]) => value !== drawn[key])));
  return unit.sections.map(({ title, fields, rows }) => [
    h("h2", {}, title),
    h(
      "ul",
      { class: "lines" },
      fields.map((field) => row(field, drawn, put, "", field.id)),
    ),
    rows && list(rows),
  ]);
}

/** A field of the build or of an entry; `put` takes the data with another value. */
function row(
  /** @type {Field} */ field,
  /** @type {any} */ data,
  /** @type {(to: any) => void} */ put,
  /** @type {string} */ of,
  /** @type {string} */ key,
) {
  return line(
    field.name,
    field.text,
    field.rule,
    controlOf(field)(field, data, put, `${of}${field.name}`, key),
  );
}

const controlOf = (/** @type {Field} */ field) =>
  field.words ? text : field.several ? several : field.choices.length ? choice : number;

function text(
  /** @type {Field} */ field,
  /** @type {any} */ data,
  /** @type {(to: any) => void} */ put,
  /** @type {string} */ name,
  /** @type {string} */ key,
) {
  const set = (/** @type {any} */ event) => put(withValue(data, field.id, event.target.value));
  return h("input", {
    value: valueAt(data, field.id),
    maxlength: field.words,
    autocomplete: "off",
    "aria-label": name,
    "data-key": key,
    onchange: set,
  });
}

/** Any number of choices; what is in the list and not among them can be taken out. */
function several(
  /** @type {Field} */ field,
  /** @type {any} */ data,
  /** @type {(to: any) => void} */ put,
  /** @type {string} */ name,
  /** @type {string} */ key,
) {
  const has = /** @type {any[]} */ (valueAt(data, field.id));
  const strange = has
    .filter((value) => !field.choices.some((one) => same(one.value, value)))
    .map((value) => ({ value, name: written(value) }));
  const set = (/** @type {any} */ value, /** @type {boolean} */ on) =>
    put(withValue(data, field.id, on ? [...has, value] : has.filter((one) => !same(one, value))));
  return h(
    "details",
    {
      class: "several",
      open: open.has(key),
      ontoggle: (/** @type {any} */ event) => open[event.target.open ? "add" : "delete"](key),
    },
    h(
      "summary",
      { "aria-label": `${name}: ${written(has) || "none"}`, "data-key": key },
      written(has) || "none",
    ),
    h(
      "div",
      {},
      [...strange, ...field.choices].map((one) =>
        h(
          "label",
          {},
          h("input", {
            type: "checkbox",
            checked: has.some((value) => same(value, one.value)),
            "data-key": `${key} ${one.name}`,
            onchange: (/** @type {any} */ event) => set(one.value, event.target.checked),
          }),
          h("span", {}, one.name),
        ),
      ),
    ),
  );
}

const open = new Set(); // lists of choices that are unfolded, by the key of their field

function number(
  /** @type {Field} */ field,
  /** @type {any} */ data,
  /** @type {(to: any) => void} */ put,
  /** @type {string} */ name,
  /** @type {string} */ key,
) {
  const value = valueAt(data, field.id);
  const set = (/** @type {number} */ to) =>
    put(withValue(data, field.id, Number.isFinite(to) ? to : field.low));
  return stepper(name, value, field.low, field.high, set, key, field.step);
}

function choice(
  /** @type {Field} */ field,
  /** @type {any} */ data,
  /** @type {(to: any) => void} */ put,
  /** @type {string} */ name,
  /** @type {string} */ key,
) {
  const value = valueAt(data, field.id);
  const at = field.choices.findIndex((one) => same(one.value, value));
  const set = (/** @type {any} */ event) => {
    const taken = field.choices[Number(event.target.value)];
    put(
      Object.entries(taken.sets).reduce(
        (made, [id, to]) => withValue(made, id, to),
        withValue(data, field.id, taken.value),
      ),
    );
  };
  return h(
    "select",
    { class: at < 0 ? "wrong" : null, "aria-label": name, "data-key": key, onchange: set },
    at < 0 && h("option", { value: "", selected: true }, written(value)),
    field.choices.map((one, i) => h("option", { value: i, selected: i === at }, one.name)),
  );
}

/** A list of the build: its entries one by one, and a button for one more. */
const list = (/** @type {Rows} */ rows) =>
  entriesOf(rows, garage.build[rows.id], (to) => edit({ [rows.id]: to }), rows.id, "");

/** The entries of a list; `put` takes the list with a change, `place` tells its fields from those of others. @returns {any} */
function entriesOf(
  /** @type {Rows} */ rows,
  /** @type {any[]} */ entries,
  /** @type {(to: any[]) => void} */ put,
  /** @type {string} */ place,
  /** @type {string} */ of,
) {
  const full = entries.length >= rows.most;
  return [
    entries.map((/** @type {any} */ entry, /** @type {number} */ i) => {
      const name = `${of}${rows.name} ${i + 1}`;
      const set = (/** @type {any} */ to) => put(entries.with(i, to));
      return h(
        "fieldset",
        { class: "entry" },
        h("legend", {}, `${rows.name} ${i + 1}`),
        rows.fields.map((field) =>
          h(
            "div",
            {},
            h(
              "span",
              {},
              field.name,
              " ",
              rule(field.rule),
              field.text && h("small", {}, field.text),
            ),
            controlOf(field)(
              field,
              entry,
              set,
              `${name}, ${field.name}`,
              `${place} ${i} ${field.id}`,
            ),
          ),
        ),
        rows.inner &&
          entriesOf(
            rows.inner,
            entry[rows.inner.id],
            (to) => set({ ...entry, [rows.inner?.id ?? ""]: to }),
            `${place} ${i} ${rows.inner.id}`,
            `${name}, `,
          ),
        h(
          "button",
          {
            type: "button",
            class: "plain",
            "aria-label": of ? `Remove ${rows.name.toLowerCase()}: ${name}` : `Remove ${name}`,
            "data-key": `remove ${place} ${i}`,
            onclick: () => put(entries.toSpliced(i, 1)),
          },
          of || rows.inner ? `Remove ${rows.name.toLowerCase()}` : "Remove",
        ),
      );
    }),
    h(
      "button",
      {
        type: "button",
        class: "plain more",
        disabled: full,
        "data-key": `add ${place}`,
        "aria-label": of && !full ? `${of}add: ${rows.name.toLowerCase()}` : null,
        onclick: () => put([...entries, structuredClone(rows.blank)]),
      },
      full ? `At most ${rows.most}` : `Add: ${rows.name.toLowerCase()}`,
    ),
  ];
}
