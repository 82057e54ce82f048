/** An entry of a table as its JSON Schema has it: fields of a form, and what lies over what. */

import { many, titled } from "../shared/dom.js";

/** @import { Field, Rows } from "../shared/types.js" */
/** @import { Bench, Part } from "./types.js" */

const LONG = 2000; // letters of what players are told
const SHORT = 80; // of a name, a rule, a word
const FAR = 999; // of a number that says nothing of its bounds
const FEW = 60; // numbers that can be listed
const NOTHING = { value: undefined, name: "\u2013", sets: {} };

/**
 * The schema of an entry of a table, its references resolved one by one as they are met.
 * @param {Bench} bench
 * @param {string[]} at
 */
export function schemaOf(bench, at) {
  const [table, ...rest] = at;
  for (const root of Object.values(bench.schemas)) {
    if (!(table in root.properties)) continue;
    let node = root.properties[table];
    for (const _ of rest) node = resolved(root, node.additionalProperties ?? {});
    return { root, node };
  }
  return { root: {}, node: {} };
}

/** What a node refers to; of a value that may be nothing, the value. @returns {any} */
function resolved(/** @type {any} */ root, /** @type {any} */ node) {
  if (node.$ref) {
    const found = root.$defs[node.$ref.split("/").pop()];
    return { ...found, ...("default" in node ? { default: node.default } : {}) };
  }
  const some = node.anyOf?.filter((/** @type {any} */ one) => one.type !== "null");
  if (some?.length === 1)
    return { ...resolved(root, some[0]), title: node.title, optional: true, default: undefined };
  return node;
}

/**
 * The fields of a table of fixed fields; `links` are names of tables by the places that lead there.
 * @param {{root: any, node: any}} schema
 * @param {{links: Record<string, string>, tables: Record<string, any>}} known
 * @param {string} path where the table lies, as links name it
 * @param {any} data
 * @returns {Part[]}
 */
export function partsOf({ root, node }, known, path, data, within = "", before = "") {
  return Object.entries(node.properties ?? {}).flatMap(([key, raw]) => {
    const inner = resolved(root, /** @type {any} */ (raw));
    const id = within ? `${within}.${key}` : key;
    const name = before ? `${before} ${titled(key).toLowerCase()}` : titled(key);
    const place = { key, id, name, path: `${path}.${key}`, value: data?.[key] };
    const needed = node.required?.includes(key) ?? false;
    return part(root, inner, known, place, needed);
  });
}

/** @returns {Part[]} */
function part(
  /** @type {any} */ root,
  /** @type {any} */ node,
  /** @type {any} */ known,
  /** @type {{key: string, id: string, name: string, path: string, value: any}} */ at,
  /** @type {boolean} */ needed,
) {
  const { id, name, path, value } = at;
  const base = field(id, name, node.description ?? "");
  if (node.oneOf) return shaped(root, node, known, at, base);
  if (node.properties) return partsOf({ root, node }, known, path, value, id, name);
  if (node.additionalProperties) return keyed(root, node, base);
  if (node.type === "array" && resolved(root, node.items).properties)
    return [{ kind: "rows", field: base, rows: rowsOf(root, node, known, at) }];
  if (node.type === "array" && node.minItems && node.minItems === node.maxItems)
    return Array.from({ length: node.minItems }, (_, i) => ({
      kind: "number",
      field: { ...numbered(base, resolved(root, node.items)), ...ordinal(base, i) },
      optional: false,
    }));
  const offers = offersOf(known, path);
  if (offers) return [{ kind: "bought", field: base, offers }];
  const list = listOf(node, known, path);
  if (list) return [{ kind: "field", field: { ...base, choices: list, several: true } }];
  if (isMixed(node)) return [{ kind: "mixed", field: { ...base, words: 60 } }];
  if (node.type === "integer" || node.type === "number")
    return [{ kind: "number", field: numbered(base, node), optional: node.optional && !needed }];
  const long = at.key === "text" ? LONG : SHORT;
  return [{ kind: "field", field: plain(base, node, known, path, long) }];
}

/** @returns {Field} */
const field = (
  /** @type {string} */ id,
  /** @type {string} */ name,
  /** @type {string} */ text,
) => ({
  ...{ id, name, text, rule: "", low: 0, high: 0, step: 1 },
  ...{ choices: [], several: false, words: 0 },
});

const ordinal = (/** @type {Field} */ { id, name }, /** @type {number} */ i) => ({
  id: `${id}.${i}`,
  name: `${name} ${i + 1}`,
});

const numbered = (/** @type {Field} */ base, /** @type {any} */ node) => ({
  ...base,
  low: node.minimum ?? -FAR,
  high: node.maximum ?? FAR,
  step: node.type === "number" ? 0.5 : 1,
});

/** A number or a word, or one number or several: written as text. */
const isMixed = (/** @type {any} */ node) =>
  Array.isArray(node.type) || node.anyOf || (node.type === "array" && !node.items?.enum);

/** Anything with a choice, or a text. @returns {Field} */
function plain(
  /** @type {Field} */ base,
  /** @type {any} */ node,
  /** @type {any} */ known,
  /** @type {string} */ path,
  /** @type {number} */ long,
) {
  if (node.type === "boolean") return { ...base, choices: [pick(true, "yes"), pick(false, "no")] };
  if (node.enum) return { ...base, choices: node.enum.map((/** @type {any} */ one) => pick(one)) };
  const linked = linkedTo(known, path);
  if (linked) {
    const empty = node.default === "" ? [pick("", "\u2013")] : [];
    return { ...base, choices: [...empty, ...linked] };
  }
  return { ...base, words: Math.min(node.maxLength ?? long, long) };
}

const pick = (/** @type {any} */ value, name = String(value).replaceAll("_", " ")) => ({
  ...{ value, name, sets: {} },
});

/** The keys of the table that a place leads to, by their names, with what they cost. */
function linkedTo(/** @type {any} */ known, /** @type {string} */ path) {
  const table = known.tables[known.links[path]];
  if (!table) return null;
  return Object.entries(table).map(([key, { name = key, cost }]) =>
    pick(key, typeof cost === "number" ? `${name} (${many(cost, "point")})` : name),
  );
}

/** A list of words of which there are only so many. */
function listOf(/** @type {any} */ node, /** @type {any} */ known, /** @type {string} */ path) {
  const list = node.anyOf?.find((/** @type {any} */ one) => one.items) ?? node;
  if (list.type !== "array" || list.items?.type !== "string") return null;
  return list.items.enum?.map((/** @type {any} */ one) => pick(one)) ?? linkedTo(known, path);
}

/**
 * What can be bought in a list, by the table that another field of the entry names; null where it
 * is no such list.
 */
function offersOf(/** @type {any} */ { links, tables, data }, /** @type {string} */ path) {
  const [, table, by] = /^(\w+)\.\{(\w+)\}$/.exec(links[path] ?? "") ?? [];
  const offered = tables[table]?.[data?.[by]];
  if (!offered) return null;
  const all = Object.entries(offered).filter(([, one]) => !(/** @type {any} */ (one).per_facing));
  return all.map(([id, one]) => ({ id, .../** @type {any} */ (one) }));
}

/** A table of free keys: a number for each key that there may be, or nothing. @returns {Part[]} */
function keyed(/** @type {any} */ root, /** @type {any} */ node, /** @type {Field} */ base) {
  const inner = resolved(root, node.additionalProperties);
  return (node.propertyNames?.enum ?? []).map((/** @type {string} */ key) => {
    const one = { ...numbered(base, inner), id: `${base.id}.${key}`, name: `${base.name}: ${key}` };
    return { kind: "number", field: one, optional: true };
  });
}

/** A table that is one of several: which, and the fields of that. @returns {Part[]} */
function shaped(
  /** @type {any} */ root,
  /** @type {any} */ node,
  /** @type {any} */ known,
  /** @type {{id: string, name: string, path: string, value: any}} */ { id, name, path, value },
  /** @type {Field} */ base,
) {
  const tag = node.discriminator.propertyName;
  const kinds = Object.entries(node.discriminator.mapping).map(([word, ref]) => ({
    word,
    node: resolved(root, { $ref: ref }),
  }));
  const choices = kinds.map(({ word, node: one }) =>
    pick(blankOf(root, one, { [tag]: word }), word),
  );
  const now = kinds.find(({ word }) => word === value?.[tag]);
  const { [tag]: _, ...properties } = now?.node.properties ?? {};
  const inner = { root, node: { ...now?.node, properties } };
  return [
    { kind: "shape", field: { ...base, choices }, tag },
    ...partsOf(inner, known, path, value, id, name),
  ];
}

/** A list of entries with fields of their own. @returns {Rows} */
function rowsOf(
  /** @type {any} */ root,
  /** @type {any} */ node,
  /** @type {any} */ known,
  /** @type {{key: string, name: string, path: string}} */ { key, name, path },
) {
  const entry = resolved(root, node.items);
  const parts = partsOf({ root, node: entry }, known, path, {});
  const inner = parts.find((one) => one.kind === "rows");
  const fields = parts.filter((one) => one !== inner).map(listed);
  const rows = { id: key, name: singular(name), most: node.maxItems ?? FAR, fields };
  return { ...rows, blank: blankOf(root, entry), inner: inner?.rows ?? null };
}

/** A part as a field of an entry: few numbers, and those that may be nothing, are listed. */
function listed(/** @type {Part} */ part) {
  const { field: one } = part;
  if (part.kind !== "number" || (!part.optional && one.high - one.low > FEW)) return one;
  if (one.step !== 1 || one.high - one.low > FEW) return one;
  const numbers = Array.from({ length: one.high - one.low + 1 }, (_, i) => pick(one.low + i));
  return { ...one, choices: part.optional ? [NOTHING, ...numbers] : numbers };
}

const singular = (/** @type {string} */ name) => name.replace(/(?<=[a-z])s$/, "");

/** A new table of fixed fields: what must be there, as small as it may be. @returns {any} */
export function blankOf(/** @type {any} */ root, /** @type {any} */ node, given = {}) {
  const made = Object.entries(node.properties ?? {}).map(([key, raw]) => {
    const inner = resolved(root, /** @type {any} */ (raw));
    return [key, inner.default ?? blank(root, inner)];
  });
  const needed = made.filter(([key]) => node.required?.includes(key));
  return { ...Object.fromEntries(needed), ...given };
}

/** @returns {any} */
function blank(/** @type {any} */ root, /** @type {any} */ node) {
  if (node.const !== undefined) return node.const;
  if (node.enum) return node.enum[0];
  if (node.properties) return blankOf(root, node);
  const type = [node.type].flat()[0];
  if (type === "integer" || type === "number") return Math.max(node.minimum ?? 0, 1);
  if (type === "boolean") return false;
  return type === "array" ? [] : type === "object" ? {} : "new";
}

// ---------------------------------------------------------------- what lies over what

const isTable = (/** @type {any} */ one) => one && typeof one === "object" && !Array.isArray(one);

/** An entry with what a pack lays over it: fixed fields one by one, all else as a whole. */
export function over(
  /** @type {any} */ below,
  /** @type {any} */ above,
  /** @type {any} */ schema,
) {
  if (!isTable(below) || !isTable(above)) return above === undefined ? below : above;
  const { root, node } = schema;
  const made = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const inner = resolved(root, node.properties?.[key] ?? {});
    made[key] = inner.properties ? over(below[key], value, { root, node: inner }) : value;
  }
  return made;
}

/** An entry with what it leaves out and what is then meant. @returns {any} */
export function filled(/** @type {any} */ data, /** @type {any} */ { root, node }) {
  const made = { ...data };
  for (const [key, raw] of Object.entries(node.properties ?? {})) {
    const inner = resolved(root, /** @type {any} */ (raw));
    if (made[key] === undefined && inner.default !== undefined) made[key] = inner.default;
    made[key] = filledIn(made[key], root, inner);
  }
  return made;
}

/** A field filled; where several words may stand, one is a list of one. @returns {any} */
function filledIn(/** @type {any} */ value, /** @type {any} */ root, /** @type {any} */ node) {
  const list = node.anyOf?.some((/** @type {any} */ one) => one.items?.type === "string");
  if (list && typeof value === "string") return [value];
  if (node.properties && isTable(value)) return filled(value, { root, node });
  const items = node.items && resolved(root, node.items);
  return items?.properties && Array.isArray(value)
    ? value.map((one) => filled(one, { root, node: items }))
    : value;
}

/** The fields of an entry that are not as they ship. */
export const differing = (/** @type {any} */ shipped, /** @type {any} */ entry) =>
  Object.fromEntries(
    Object.entries(entry).filter(
      ([key, value]) =>
        value !== undefined && JSON.stringify(value) !== JSON.stringify(shipped[key]),
    ),
  );

/**
 * Data as their schema wants them: what is written as text and is a number or a list becomes one,
 * and what is nothing goes. @returns {any}
 */
export function settled(/** @type {any} */ value, /** @type {any} */ root, /** @type {any} */ raw) {
  const node = resolved(root, raw ?? {});
  const kinds = [node, ...(node.anyOf ?? [])];
  const items = kinds.find((one) => one.items)?.items;
  if (Array.isArray(value)) return value.map((one) => settled(one, root, items));
  if (isTable(value)) {
    const kind = node.oneOf ? oneOf(root, node, value) : node;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([key, one]) => [key, settled(one, root, kind.properties?.[key])]),
    );
  }
  if (typeof value !== "string") return value;
  const types = kinds.flatMap((one) => one.type);
  const alone = !types.some((type) => type !== "array");
  if (items && (alone || value.includes(",")))
    return words(value).map((one) => settled(one, root, items));
  const number = types.includes("number") || types.includes("integer");
  return number && value.trim() !== "" && !Number.isNaN(Number(value)) ? Number(value) : value;
}

/** The parts of a text with commas between them. */
const words = (/** @type {string} */ text) =>
  text
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);

const oneOf = (/** @type {any} */ root, /** @type {any} */ node, /** @type {any} */ value) => {
  const { propertyName, mapping } = node.discriminator;
  return resolved(root, { $ref: mapping[value[propertyName]] ?? Object.values(mapping)[0] });
};
