/** The fields of a build as its ruleset describes them. */

import { h } from "../shared/dom.js";
import { controlOf, drawEntries, line, same, valueAt, withValue } from "../shared/fields.js";
import { edit } from "./draft.js";

/** @import { Field, Rows, UnitOffer } from "../shared/types.js" */
/** @import { Garage } from "./types.js" */

/**
 * A build as far as another kind of unit may have it: numbers within its limits, choices that it
 * offers.
 */
export function fitted(/** @type {any} */ build, /** @type {UnitOffer} */ unit) {
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

// ---------------------------------------------------------------- sections

/** What a kind of unit is built of beside plates and upgrades. */
export function drawSections(/** @type {Garage} */ g, /** @type {UnitOffer} */ unit) {
  // Its name may be another by now: only what a field changes is taken.
  const { build: data, unfolded } = g;
  const put = (/** @type {any} */ to) =>
    edit(g, Object.fromEntries(Object.entries(to).filter(([key, value]) => value !== data[key])));
  const row = (/** @type {Field} */ field) =>
    line(field, controlOf({ unfolded, field, data, put, name: field.name, key: field.id }));
  return unit.sections.map(({ title, fields, rows }) => [
    h("h2", {}, title),
    h("ul", { class: "lines" }, fields.map(row)),
    rows &&
      drawEntries({
        ...{ unfolded, rows, entries: data[rows.id], place: rows.id, of: "" },
        put: (to) => edit(g, { [rows.id]: to }),
      }),
  ]);
}
