/**
 * A situation in the address of the page: only what differs from the defaults, so that a link
 * stays short.
 */

/** @import { Report } from "../odds/types.js" */
/** @import { FormField, Flat } from "./types.js" */

const OWN = "own."; // before the key of a unit of a player's own

/**
 * The situations of an address: one, or two with a slash between them.
 * @param {string} hash
 * @param {FormField[]} fields
 * @returns {Flat[]}
 */
export function read(hash, fields) {
  const known = new Map(fields.map((f) => [f.id, f]));
  return parts(hash)
    .slice(0, 2)
    .map((words) => flatOf(words, known));
}

/** The words of each situation in an address. */
const parts = (/** @type {string} */ hash) => {
  const [before] = hash.replace(/^#/, "").split("!");
  return before.split("/").map((text) => new URLSearchParams(text));
};

/** What the words of an address say; what is not understood is left out. @returns {Flat} */
function flatOf(/** @type {URLSearchParams} */ words, /** @type {Map<string, FormField>} */ known) {
  /** @type {Flat} */ const flat = {};
  for (const [id, word] of words) {
    const field = known.get(id);
    const value = field && typed(field, word);
    if (field && fits(field, value)) put(flat, field, value);
  }
  return flat;
}

/**
 * Units of players' own that an address brings along, by their keys; what is not understood is
 * left out.
 * @param {string} hash
 * @returns {Flat}
 */
export function ownOf(hash) {
  const words = parts(hash).flatMap((each) => [...each]);
  return Object.fromEntries(
    words
      .filter(([id]) => id.startsWith(OWN))
      .flatMap(([id, text]) => {
        try {
          return [[id.slice(OWN.length), JSON.parse(text)]];
        } catch {
          return [];
        }
      }),
  );
}

/** The own units that a situation is about. @param {Flat} flat @param {Flat} own */
const brought = (flat, own) =>
  Object.entries(own).filter(([key]) => Object.values(flat).includes(key));

/**
 * @param {Flat[]} situations
 * @param {Flat} own units of players' own, which the address brings along
 */
export function write(situations, own = {}) {
  const along = (/** @type {Flat} */ flat) =>
    Object.fromEntries(brought(flat, own).map(([key, unit]) => [OWN + key, JSON.stringify(unit)]));
  return `#${situations.map((flat) => written({ ...flat, ...along(flat) })).join("/")}`;
}

const written = (/** @type {Flat} */ flat) =>
  new URLSearchParams(Object.entries(flat).map(([id, value]) => [id, String(value)])).toString();

/**
 * What an address says of reports, behind an exclamation mark: which one is open, and its fields.
 * @param {string} hash
 * @param {Report[]} reports
 */
export function readReport(hash, reports) {
  const [, text = ""] = hash.split("!");
  const [id, ...rest] = text.split("&");
  const at = Math.max(
    0,
    reports.findIndex((one) => one.id === id),
  );
  const fields = reports[at].groups.flatMap((g) => g.fields);
  return {
    named: text !== "",
    at,
    flat: flatOf(new URLSearchParams(rest.join("&")), new Map(fields.map((f) => [f.id, f]))),
  };
}

/** The same as it stands in an address. */
export const writeReport = (/** @type {string} */ id, /** @type {Flat} */ flat) =>
  [`!${id}`, written(flat)].filter(Boolean).join("&");

/**
 * The page with a situation that the server wrote as tables within tables, without its defaults.
 */
export const link = (/** @type {string} */ ruleset, /** @type {any} */ { own, ...tables }) =>
  `/odds?${new URLSearchParams({ rules: ruleset })}${addressOf(tables, own)}`;

const addressOf = (/** @type {any} */ tables, /** @type {Flat|undefined} */ own) =>
  write([Object.fromEntries(leaves(tables, ""))], own);

/** @returns {[string, any][]} */
function leaves(/** @type {any} */ tables, /** @type {string} */ path) {
  return Object.entries(tables).flatMap(([name, value]) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? leaves(value, `${path}${name}.`)
      : [[`${path}${name}`, value]],
  );
}

/** Set a value; a default is left out. */
export function put(
  /** @type {Flat} */ flat,
  /** @type {FormField} */ field,
  /** @type {any} */ value,
) {
  if (String(value) === String(field.default)) delete flat[field.id];
  else flat[field.id] = value;
}

/** A word of the address or of a control as the value of a field; a number left empty is none. */
export function typed(/** @type {FormField} */ field, /** @type {string} */ word) {
  if (field.kind === "flag") return word === "true";
  if (field.kind === "number")
    return word.trim() === "" || Number.isNaN(Number(word)) ? "" : Number(word);
  return word;
}

/** Whether a field can have a value at all; an old or broken link then means the default. */
function fits(/** @type {FormField} */ field, /** @type {any} */ value) {
  if (field.kind === "number") return value === "" || (value >= field.low && value <= field.high);
  return field.kind !== "choice" || field.values.some(([word]) => word === value);
}

/** The value of a field in a situation. */
export const valueIn = (/** @type {Flat} */ flat, /** @type {FormField} */ field) =>
  flat[field.id] ?? field.default;

/** Whether a field matters now: whether the fields it hangs on have the right values. */
export function matters(
  /** @type {Flat} */ flat,
  /** @type {{when: [string, string[]][]}} */ one,
  /** @type {Map<string, FormField>} */ known,
) {
  return one.when.every(([id, words]) => {
    const other = known.get(id);
    return !other || words.includes(String(valueIn(flat, other)));
  });
}

/**
 * The situation as the server wants it: tables within tables, fields that do not matter left out.
 * @param {Flat} flat
 * @param {FormField[]} fields
 * @param {Flat} own
 */
export function data(flat, fields, own = {}) {
  const known = new Map(fields.map((f) => [f.id, f]));
  /** @type {any} */ const made = {};
  for (const field of fields) {
    if (
      !(field.id in flat) ||
      (flat[field.id] === "" && field.kind === "number") ||
      !matters(flat, field, known)
    )
      continue;
    const path = field.id.split(".");
    const last = /** @type {string} */ (path.pop());
    const table = path.reduce((inner, part) => (inner[part] ??= {}), made);
    table[last] =
      field.kind === "several" ? String(flat[field.id]).split(",").filter(Boolean) : flat[field.id];
  }
  const along = brought(flat, own);
  return along.length ? { ...made, own: Object.fromEntries(along) } : made;
}
