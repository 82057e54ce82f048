/** Ids follow names until a thing is saved for the first time, or when somebody renames it. */

import { change, entryAt, put } from "./draft.js";
import { renameTrace } from "./trace_store.js";

/** @import { At, Pack, Workshop } from "./types.js" */

const LONGEST = 50;
const WORDS = ["name", "text", "summary", "briefing", "victory", "role", "task"]; // no references

/** A name as an id: in small letters, unless ids like it begin with a large one. */
export function idOf(/** @type {string} */ name, /** @type {string[]} */ alike, usual = "mine") {
  const plain = name.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  const word = plain
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, LONGEST);
  const large = alike.length > 0 && alike.every((id) => /^[A-Z]/.test(id));
  return (large ? word : word.toLowerCase()) || usual;
}

/** An id that nothing has yet: a number goes behind it where it is taken. */
export function freeId(/** @type {string} */ id, /** @type {string[]} */ known) {
  const taken = new Set(known);
  const numbers = Array.from({ length: taken.size + 2 }, (_, i) => (i ? `${id}_${i + 1}` : id));
  return numbers.find((one) => !taken.has(one)) ?? id;
}

/** Whether something in the pack was never saved: its id may follow its name. */
export function unsaved(
  /** @type {Workshop} */ w,
  /** @type {"units"|"scenarios"} */ part,
  /** @type {At} */ at,
) {
  if (!w.saved) return true;
  return entryAt(JSON.parse(w.saved)[part], at) === undefined;
}

/** An entry of a table under another id; whatever names it does so from now on. */
export function renameEntry(
  /** @type {Workshop} */ w,
  /** @type {At} */ at,
  /** @type {string} */ to,
  /** @type {any} */ entry,
) {
  const from = /** @type {string} */ (at.at(-1));
  const table = at.slice(0, -1);
  const follow = (/** @type {any} */ value) => followed(value, from, to);
  const { units, scenarios } = w.pack;
  Object.assign(w, { uses: follow(w.uses), situation: follow(w.situation) });
  w.asked.uses = ""; // what was searched for had the old id
  const moved = within(follow(units), table, (inside) => {
    const own = Object.entries({ ...inside, [from]: follow(entry) });
    return Object.fromEntries(own.map(([key, value]) => [key === from ? to : key, value]));
  });
  change(w, { units: moved, scenarios: follow(scenarios) });
}

/** Tables with the one at a place made anew. @returns {any} */
function within(
  /** @type {any} */ tables,
  /** @type {At} */ [key, ...rest],
  /** @type {(table: any) => any} */ make,
) {
  if (key === undefined) return make(tables ?? {});
  return { ...tables, [key]: within(tables?.[key], rest, make) };
}

/** Data in which an id has become another. @returns {any} */
function followed(/** @type {any} */ value, /** @type {string} */ from, /** @type {string} */ to) {
  if (value === from) return to;
  if (Array.isArray(value)) return value.map((one) => followed(one, from, to));
  if (value === null || typeof value !== "object") return value;
  const pairs = Object.entries(value).map(([key, one]) => [
    key,
    WORDS.includes(key) ? one : followed(one, from, to),
  ]);
  return Object.fromEntries(pairs);
}

/**
 * A scenario under another id; one that takes its ground from it names it so.
 * @returns {Partial<Pack>}
 */
export function renamedScenario(
  /** @type {Workshop} */ w,
  /** @type {string} */ from,
  /** @type {string} */ to,
) {
  const all = Object.entries(w.pack.scenarios).map(([id, one]) => [
    id === from ? to : id,
    one.ground === from ? { ...one, ground: to } : one,
  ]);
  return { scenarios: Object.fromEntries(all) };
}

/** The id of a scenario: its name in small letters, with a number where that is taken. */
export function keyFor(/** @type {Workshop} */ w, /** @type {string} */ name, but = "") {
  const own = Object.keys(w.pack.scenarios).filter((id) => id !== but);
  return freeId(idOf(name, [], "scenario"), [...own, ...w.bench.scenarios.map(({ id }) => id)]);
}

/** Which scenario it is, for what this browser keeps beside it. */
export const placeOf = (/** @type {Workshop} */ w, /** @type {string} */ id) =>
  `${w.bench.id}/${w.id}/${id}`;

/**
 * Give scenarios that were never saved the ids of their names, but for those that somebody gave an
 * id; an open one stays open.
 */
export function settleIds(/** @type {Workshop} */ w) {
  for (const [id, { name = "" }] of Object.entries(w.pack.scenarios)) {
    const follows = unsaved(w, "scenarios", [id]) && !w.given.has(id);
    const to = follows ? keyFor(w, name, id) : id;
    if (to === id) continue;
    if (w.open === id) w.open = to;
    w.editing?.keep();
    put(w, renamedScenario(w, id, to));
    renameTrace(placeOf(w, id), placeOf(w, to)).catch(() => {});
  }
}
