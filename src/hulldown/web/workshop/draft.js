/** The pack in work: changed here, kept in this browser at once, judged by the server soon. */

import { data } from "../shared/address.js";
import { call, keepSetting, Refused, setting } from "../shared/net.js";
import { toast, trouble } from "../shared/notices.js";
import { forget, record } from "./history.js";

/** @import { At, Bench, KeptPack, Pack, Sheet, Workshop } from "./types.js" */

const PAUSE = 50; // ms of quiet before the server is asked
const QUIET = 400; // more of it before a search for situations begins

/** A pack that changes nothing yet. @returns {Pack} */
export const newPack = (/** @type {string} */ ruleset) => ({
  ruleset,
  sheet: { name: "A pack of mine" },
  units: {},
  scenarios: {},
});

/** @returns {Workshop} */
export const newWorkshop = () => ({
  rulesets: [],
  bench: /** @type {any} */ (null),
  pack: newPack(""),
  ...{ id: "", number: 0, saved: "", versions: [], shelf: [] },
  ...{ verdict: null, effect: null, silent: "", situation: {}, groups: [] },
  ...{ uses: null, use: 0, posed: false, searching: false },
  ...{ past: [], future: [], field: "" },
  ...{
    chapter: "values",
    turning: "values",
    rows: [],
    laid: null,
    find: "",
    only: false,
    wanted: "",
    at: [],
    printed: null,
  },
  ...{
    scenario: { open: "", value: "" },
    against: "computer",
    level: "",
    open: "",
    boards: { ruleset: "", drawn: {} },
    editing: null,
    loaded: "",
    rules: [],
    pressed: false,
    late: false,
    drawing: 0,
    waiting: 0,
  },
  asked: { verdict: 0, effect: 0, printed: 0, uses: "" },
  unfolded: new Set(),
  draw: () => {},
  take: async () => {},
  turn: async () => {},
  go: () => {},
  settle: () => {},
  given: new Set(),
  taking: { name: "", data: "", ruleset: "", answers: {}, result: null },
});

// ---------------------------------------------------------------- changing it

/** Change the pack, a step that can be undone. */
export function change(/** @type {Workshop} */ w, /** @type {Partial<Pack>} */ to) {
  record(w);
  put(w, to);
}

/** Put something into the pack: kept in this browser at once, judged soon. */
export function put(/** @type {Workshop} */ w, /** @type {Partial<Pack>} */ to) {
  w.pack = { ...w.pack, ...to };
  remember(w);
  clearTimeout(w.drawing);
  w.drawing = setTimeout(w.draw); // after the focus has gone on to the next field
  clearTimeout(w.waiting);
  w.waiting = setTimeout(() => ask(w), PAUSE);
}

/** Change what stands on the sheet of the pack; what is empty is left out. */
export function write(/** @type {Workshop} */ w, /** @type {Partial<Sheet>} */ to) {
  const empty = (/** @type {any} */ value) =>
    value === "" || (value && typeof value === "object" && !Object.keys(value).length);
  const all = Object.entries({ ...w.pack.sheet, ...to });
  const sheet = Object.fromEntries(all.filter(([key, value]) => key === "name" || !empty(value)));
  change(w, { sheet: /** @type {any} */ (sheet) });
}

/** Take another pack into work; with words for it, what was there can be had back. */
export function work(
  /** @type {Workshop} */ w,
  /** @type {Pack} */ pack,
  /** @type {{id?: string, number?: number, versions?: any[]}} */ kept = {},
  words = "",
) {
  const { pack: before, id, number, saved, versions } = w;
  w.editing?.close();
  const { id: now = "", number: nth = 0, versions: all = [] } = kept;
  Object.assign(w, { id: now, number: nth, versions: all, saved: now ? JSON.stringify(pack) : "" });
  Object.assign(w, { at: [], printed: null, open: "", editing: null, verdict: null });
  put(w, pack);
  forget(w);
  if (words)
    toast(words, () => {
      Object.assign(w, { id, number, saved, versions });
      put(w, before);
      forget(w);
    });
}

/** Whether the pack is not as it is kept. */
export const dirty = (/** @type {Workshop} */ w) => JSON.stringify(w.pack) !== w.saved;

/** Whether nothing is in the pack. */
export const bare = (/** @type {Pack} */ { sheet, units, scenarios, rules }) =>
  !rules &&
  ![sheet.options, sheet.values, sheet.notes, units, scenarios].some(
    (part) => part && Object.keys(part).length,
  );

function remember(/** @type {Workshop} */ w) {
  const { pack, id, number, saved } = w;
  try {
    keepSetting(`workshop.${pack.ruleset}`, JSON.stringify({ pack, id, number, saved }));
  } catch {
    toast("This browser has no room left to keep the pack: save it.");
  }
}

/** What was in work at the last visit. @returns {any} */
export function lastWork(/** @type {string} */ ruleset) {
  try {
    return JSON.parse(setting(`workshop.${ruleset}`, "null"));
  } catch {
    return null;
  }
}

// ---------------------------------------------------------------- what the server says of it

/** Ask the workshop something about the pack, or to keep it. */
export const say = (/** @type {string} */ what, /** @type {any} */ body) =>
  call(`/api/workshop/${what}`, { body, asks: what !== "packs" });

/** A file that the server makes of something, with the name that it gives. */
export async function fileFrom(/** @type {string} */ path, /** @type {any} */ asked) {
  const headers = { "Content-Type": "application/json" };
  const got = await fetch(path, { method: "POST", headers, body: JSON.stringify(asked) });
  if (!got.ok) throw new Refused(got.status, (await got.json()).error ?? {});
  const file = /filename="([^"]+)"/.exec(got.headers.get("content-disposition") ?? "")?.[1];
  return { file, data: await got.arrayBuffer() };
}

/** The questions about the pack that the server works on. @type {Map<string, AbortController>} */
const underWay = new Map();

/** Ask about the pack as it is now: the server gives up the same question about it before. */
function sayLatest(/** @type {string} */ what, /** @type {any} */ body) {
  underWay.get(what)?.abort();
  const controller = new AbortController();
  const { signal } = controller;
  underWay.set(what, controller);
  return call(`/api/workshop/${what}`, { body, signal, asks: true });
}

/** The verdict, the odds and the card of what is in work, all at once; then where it is used. */
export async function ask(/** @type {Workshop} */ w) {
  await Promise.all([askVerdict(w), askEffect(w), askPrinted(w)]);
  await askUses(w);
}

async function askVerdict(/** @type {Workshop} */ w) {
  w.asked.verdict += 1;
  const mine = w.asked.verdict;
  try {
    const found = await sayLatest("judge", w.pack);
    if (mine !== w.asked.verdict) return;
    w.verdict = found;
    trouble();
    w.draw();
  } catch (error) {
    if (mine === w.asked.verdict) trouble(error);
  }
}

/** The pack without its scenarios, which no odds and no card depend on. */
export const slight = (/** @type {Workshop} */ w) => ({ ...w.pack, scenarios: {} });

/** What of the pack a search for situations depends on. */
const searched = (/** @type {Workshop} */ { pack: { ruleset, sheet, units } }) =>
  JSON.stringify([ruleset, sheet.options, sheet.values, units]);

/**
 * Where what the pack changes is used; unless somebody has chosen a situation, that is shown. One
 * search at a time, and none before the pack was left alone for a moment.
 */
async function askUses(/** @type {Workshop} */ w) {
  if (!w.bench.situations || w.searching) return;
  w.searching = true;
  for (let asked = searched(w); asked !== w.asked.uses; asked = searched(w)) {
    await new Promise((done) => setTimeout(done, QUIET));
    if (asked !== searched(w)) continue;
    w.asked.uses = asked;
    const before = JSON.stringify(situationOf(w));
    const found = await say("uses", slight(w)).catch(() => null);
    if (asked !== searched(w)) continue;
    Object.assign(w, { uses: found, use: useToShow(w.uses, w.use, found) });
    if (!w.effect || JSON.stringify(situationOf(w)) !== before) await askEffect(w);
    else w.draw();
  }
  w.searching = false;
}

/**
 * Which use is shown after a search: that of a change which is new, else of what was shown before.
 * @param {Workshop["uses"]} before
 * @param {number} use
 * @param {Workshop["uses"]} after
 */
function useToShow(before, use, after) {
  if (!before || !after) return 0;
  const known = [...before.uses.flatMap(({ changes }) => changes), ...before.unseen];
  const shown = before.uses[use]?.changes ?? [];
  const fresh = after.uses.findIndex(({ changes }) => changes.some((id) => !known.includes(id)));
  const same = after.uses.findIndex(({ changes }) => changes.some((id) => shown.includes(id)));
  return Math.max(0, fresh < 0 ? same : fresh);
}

/** The situation that is shown: the one that was chosen, else one in which a change is used. */
function situationOf(/** @type {Workshop} */ w) {
  if (!w.posed) return w.uses?.uses[w.use]?.situation ?? {};
  const fields = w.groups.flatMap((group) => group.fields);
  return data(w.situation, fields, {});
}

/** What the change does; an answer that was overtaken is dropped. */
export async function askEffect(/** @type {Workshop} */ w) {
  if (!w.bench.situations) return;
  w.asked.effect += 1;
  const mine = w.asked.effect;
  const situation = situationOf(w);
  // It may name a unit that has gone since: the search that comes has another.
  const stale = !w.posed && searched(w) !== w.asked.uses;
  try {
    const found = await sayLatest("odds", { pack: slight(w), situation });
    if (mine === w.asked.effect)
      Object.assign(w, { effect: found.fault ? null : found, silent: stale ? "" : found.fault });
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    if (mine === w.asked.effect) Object.assign(w, { effect: null, silent: message });
  }
  if (mine === w.asked.effect) w.draw();
}

const NO_CARD = { card: "", judged: false, cost: 0, budget: 0, broken: [], switches: [] };

/** The entry that is shown as it is printed; nothing while it cannot be. */
export async function askPrinted(/** @type {Workshop} */ w) {
  w.asked.printed += 1;
  const mine = w.asked.printed;
  const [table, entry] = w.at;
  if (w.at.length !== 2) return;
  const found = await sayLatest("card", { pack: slight(w), table, entry }).catch(() => NO_CARD);
  if (mine !== w.asked.printed) return;
  w.printed = found;
  w.draw();
}

// ---------------------------------------------------------------- what is kept

const OWNERS = "packs"; // the tokens of packs made in this browser before there were owners

/** @returns {Record<string, string>} */
const owners = () => JSON.parse(setting(OWNERS, "{}"));

/** Whether a kept pack is one's own: on the shelf are no others. */
export const mine = (/** @type {Workshop} */ w) =>
  w.shelf.some(({ id }) => id === w.id) || Boolean(owners()[w.id]);

/** Keep the pack: as a new version of one's own, else as a new pack. */
export async function save(/** @type {Workshop} */ w) {
  w.settle();
  if (!mine(w)) {
    const found = await say("packs", w.pack);
    await takeTraces(w, found.id).catch(() => {});
    return kept(w, found, "Saved as your own pack.");
  }
  const { number, pack } = w;
  kept(w, await again(w, { number, pack }), `Version ${number + 1} is saved.`);
}

/**
 * The Lab with this pack and the scenario that is open; what is not kept yet is kept first. With a
 * house rule that is left out it asks whether that changes who wins.
 */
export async function askLab(/** @type {Workshop} */ w, without = "") {
  if (!w.id || dirty(w)) await save(w);
  const { open, value } = w.scenario;
  const scenario = open === w.open ? value.replace(/^own /, "") : w.open;
  const asked = { ruleset: w.pack.ruleset, pack: w.id, ...(scenario && { scenario }) };
  const apart = without && { kind: "variant", without };
  location.assign(`/lab?${new URLSearchParams({ ...asked, ...apart })}`);
}

/** Take up an older version as the newest. */
export async function goBack(/** @type {Workshop} */ w, /** @type {number} */ to) {
  const found = await again(w, { number: w.number, back_to: to });
  work(w, found.pack, found);
  toast(`Version ${to} is back, as version ${found.number}.`);
}

/** @returns {Promise<KeptPack>} */
const again = (/** @type {Workshop} */ w, /** @type {any} */ body) =>
  call(`/api/workshop/packs/${w.id}`, { body, token: owners()[w.id] });

function kept(
  /** @type {Workshop} */ w,
  /** @type {KeptPack} */ found,
  /** @type {string} */ words,
) {
  const { id, ruleset, number, versions } = found;
  const [{ name, created: updated }] = versions;
  w.shelf = [{ id, ruleset, name, number, updated }, ...w.shelf.filter((one) => one.id !== id)];
  Object.assign(w, { id, number, versions, saved: JSON.stringify(w.pack) });
  remember(w);
  address(w);
  toast(words);
  refresh(w);
  w.draw();
}

/** Pictures to trace over lie under the pack's scenarios by its id. */
async function takeTraces(/** @type {Workshop} */ w, /** @type {string} */ id) {
  const [from, ruleset, scenarios] = [w.id, w.bench.id, Object.keys(w.pack.scenarios)];
  const { renameTrace } = await import("./trace_store.js");
  for (const one of scenarios)
    await renameTrace(`${ruleset}/${from}/${one}`, `${ruleset}/${id}/${one}`);
}

/** The kept packs anew. */
export async function refresh(/** @type {Workshop} */ w) {
  w.shelf = await call(`/api/workshop/packs?ruleset=${w.bench.id}`);
  w.draw();
}

/** The address of the pack in work: a kept one by its id. */
export const addressOf = (/** @type {Workshop} */ w) =>
  w.id ? `/workshop?pack=${w.id}` : `/workshop?ruleset=${w.bench.id}`;

/** Keep the address of the page in step with what is in work. */
export const address = (/** @type {Workshop} */ w) =>
  history.replaceState(null, "", `${addressOf(w)}#${w.chapter}`);

/** A kept pack. @returns {Promise<KeptPack>} */
export const fetched = (/** @type {string} */ id, number = 0) =>
  call(`/api/workshop/packs/${id}${number ? `/${number}` : ""}`);

/** What is laid out of a ruleset. @returns {Promise<Bench>} */
export const benchOf = (/** @type {string} */ ruleset) => call(`/api/workshop/rules/${ruleset}`);

/** What lies at a place in tables. */
export const entryAt = (/** @type {any} */ tables, /** @type {At} */ at) =>
  at.reduce((part, key) => part?.[key], tables);
