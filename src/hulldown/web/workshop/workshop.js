/** The workshop: chapters of a pack, the thing itself, what the change does beside it. */

import { $, h, rulebook, rulesOf, symbols } from "../shared/dom.js";
import { leadTo } from "../shared/nav.js";
import { call } from "../shared/net.js";
import { toast, trouble } from "../shared/notices.js";
import { opening } from "../shared/page_load.js";
import { panel } from "../shared/panels.js";
import {
  address,
  ask,
  bare,
  benchOf,
  dirty,
  fetched,
  lastWork,
  newPack,
  newWorkshop,
  put,
  refresh,
  work,
} from "./draft.js";
import { listen } from "./history.js";
import { drawDifferences, drawEffect, drawFaults } from "./odds.js";
import { drawDoing, takeFile } from "./share.js";
import { drawValues } from "./values.js";

/** @import { Chapter, KeptPack, Workshop } from "./types.js" */

/** @type {[Chapter, string, (w: Workshop) => string][]} */
const CHAPTERS = [
  ["values", "Values and options", (w) => count(changed(w), " changed")],
  ["house_rules", "House rules", (w) => count(Object.keys(w.pack.units.house_rules ?? {}).length)],
  ["units", "Units", (w) => count(inside(w.pack.units))],
  ["import", "Import a table", () => ""],
  ["scenarios", "Scenarios", (w) => count(Object.keys(w.pack.scenarios).length)],
  ["notes", "Notes on rules", (w) => count(Object.keys(w.pack.sheet.notes ?? {}).length)],
  ["about", "About this pack", () => ""],
  ["versions", "Versions and packs", (w) => count(w.versions.length)],
];

const count = (/** @type {number} */ n, words = "") => (n ? `${n}${words}` : "");

const changed = (/** @type {Workshop} */ { pack: { sheet } }) =>
  Object.keys({ ...sheet.values, ...sheet.options }).length;

const inside = (/** @type {Record<string, any>} */ { house_rules: _, ...tables }) =>
  Object.values(tables).reduce((n, table) => n + Object.keys(table).length, 0);

/** The chapters that are loaded when they are first opened. */
const LATER = {
  house_rules: async () => (await import("./house_rules.js")).drawHouseRules,
  units: async () => (await import("./units.js")).drawUnits,
  import: async () => (await import("./imports.js")).drawImport,
  scenarios: async () => (await import("./scenarios.js")).drawScenarios,
  notes: async () => (await import("./notes.js")).drawNotes,
  about: async () => (await import("./about.js")).drawAbout,
  versions: async () => (await import("./versions.js")).drawVersions,
};

/** @type {Map<Chapter, (w: Workshop, el: HTMLElement) => void>} */
const drawing = new Map([["values", drawValues]]);

/** Open a chapter; one that was never opened is loaded first. */
export async function turn(/** @type {Workshop} */ w, /** @type {Chapter} */ to) {
  w.turning = to;
  if (to !== "values" && !drawing.has(to)) drawing.set(to, await LATER[to]());
  if (w.turning !== to) return; // another was asked for meanwhile
  if (w.chapter !== to) {
    w.editing?.close();
    Object.assign(w, { editing: null, open: "", printed: null, at: [] });
    $("middle").replaceChildren();
  }
  w.chapter = to;
  address(w);
  w.draw();
}

function draw(/** @type {Workshop} */ w) {
  const { bench, pack, chapter } = w;
  const { name } = pack.sheet;
  linked(w);
  const words = `a pack for ${bench.name}${w.id && !dirty(w) ? "" : ", not saved"}`;
  $("name").replaceChildren(name, " ", h("small", {}, words));
  panel($("chapters"), [pack, chapter, bench, w.versions, w.id], () => chapters(w));
  drawDoing(w, $("doing"));
  drawing.get(chapter)?.(w, $("middle"));
  document.body.dataset.chapter = w.open ? "editor" : chapter;
  drawFaults(w, $("faults"), (where) => go(w, where));
  drawEffect(w, $("effect"));
  drawDifferences(w, $("differences"), (where) => go(w, where));
  $("preview").hidden = chapter !== "units" || !w.printed?.card;
}

/** Links to rules lead to the rulebook as the pack has it, once that can be. */
function linked(/** @type {Workshop} */ w) {
  const { faults = [] } = w.verdict ?? {};
  rulesOf(w.bench.id, faults.length ? {} : w.pack.sheet.values);
  leadTo("/rulebook", w.id ? `/rulebook/${w.bench.id}?pack=${w.id}` : rulebook());
}

/** The pack's rules, and its chapters with what is in them. */
function chapters(/** @type {Workshop} */ w) {
  const rules = h(
    "select",
    { "aria-label": "Rules", "data-key": "rules", onchange: (/** @type {any} */ e) => swap(w, e) },
    w.rulesets.map(({ id, name }) => h("option", { value: id, selected: id === w.bench.id }, name)),
  );
  const entry = (/** @type {(typeof CHAPTERS)[number]} */ [id, name, told]) => {
    const here = id === w.chapter ? "page" : null;
    const onclick = (/** @type {Event} */ event) => {
      event.preventDefault();
      turn(w, id).catch(trouble);
    };
    const link = { href: `#${id}`, "aria-current": here, "data-key": `chapter ${id}`, onclick };
    return h("li", {}, h("a", link, h("span", {}, name), " ", h("small", {}, told(w))));
  };
  const list = h("ul", {}, CHAPTERS.map(entry));
  return [rules, h("nav", { class: "chapters", "aria-label": "Chapters of the pack" }, list)];
}

/** Other rules: what was in work for them comes back. */
async function swap(/** @type {Workshop} */ w, /** @type {any} */ event) {
  await lay(w, event.target.value, null).catch(trouble);
}

/** Go to what a fault or a difference is about: a value, an entry, a scenario, a note. */
async function go(/** @type {Workshop} */ w, /** @type {string} */ where) {
  const [file, ...rest] = where.split(" ");
  const place = rest.join(" ");
  if (file.startsWith("scenarios/")) {
    await turn(w, "scenarios");
    w.open = file.slice("scenarios/".length);
  } else if (/^(house_rules|pack) house_rules/.test(where)) await turn(w, "house_rules");
  else if (file !== "pack") {
    await turn(w, "units");
    w.at = place.split(".").slice(0, Array.isArray(w.at) ? 3 : 2);
  } else if (/^(values|options)\./.test(place)) {
    w.wanted = place.split(".")[1];
    await turn(w, "values");
  } else await turn(w, place.startsWith("notes") ? "notes" : "about");
  w.draw();
}

// ---------------------------------------------------------------- opening

/** Lay out a ruleset, with a kept pack or with what was in work for it. */
async function lay(
  /** @type {Workshop} */ w,
  /** @type {string} */ ruleset,
  /** @type {KeptPack|null} */ kept,
) {
  w.bench = await benchOf(ruleset);
  const last = lastWork(ruleset);
  Object.assign(w, { situation: {}, groups: [], effect: null, rules: [], find: "", only: false });
  Object.assign(w, { uses: null, use: 0, posed: false });
  w.asked.uses = "";
  if (kept && last?.id !== kept.id) {
    const { pack = newPack(ruleset), id = "", number = 0, saved = "" } = last ?? {};
    const unsaved = JSON.stringify(pack) !== saved && !bare(pack);
    Object.assign(w, { pack, id, number, saved, versions: [] });
    work(w, kept.pack, kept, unsaved ? `You are working on ${kept.pack.sheet.name}. ` : "");
  } else {
    work(w, last?.pack ?? newPack(ruleset), kept ?? {});
    const { id = "", number = 0, saved = "" } = last ?? {};
    Object.assign(w, { id, number, saved });
    if (id && !kept) w.versions = (await fetched(id).catch(() => null))?.versions ?? [];
  }
  await turn(w, w.chapter);
  await Promise.all([ask(w), refresh(w)]);
}

/**
 * While a button is held nothing is drawn anew: a field that is left by pressing a button would
 * take that button away from under the pointer.
 */
function hold(/** @type {Workshop} */ w) {
  const release = () => {
    w.pressed = false;
    if (w.late) setTimeout(w.draw);
  };
  addEventListener("pointerdown", () => Object.assign(w, { pressed: true }), true);
  addEventListener("pointerup", release, true);
  addEventListener("pointercancel", release, true);
}

/** The chapter that the address names. */
const named = () => CHAPTERS.find(([id]) => id === location.hash.slice(1))?.[0];

async function open() {
  const w = newWorkshop();
  const asked = new URLSearchParams(location.search);
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) takeFile(w, file).catch(trouble);
  });
  w.rulesets = await call("/api/workshop/rules");
  const wanted = asked.get("pack");
  const kept = wanted ? await fetched(wanted).catch(() => null) : null;
  const ruleset = kept?.ruleset ?? asked.get("ruleset") ?? w.rulesets[0].id;
  w.wanted = asked.get("value") ?? "";
  w.chapter = (!w.wanted && named()) || "values";
  addEventListener("hashchange", () => {
    const to = named();
    if (to && to !== w.chapter) turn(w, to).catch(trouble);
  });
  w.take = (/** @type {string} */ id, /** @type {KeptPack|null} */ one) => lay(w, id, one);
  w.turn = (to) => turn(w, to);
  w.go = (pack) => pack && put(w, pack);
  listen(w);
  w.draw = () => {
    w.late = w.pressed;
    if (w.bench && !w.pressed) draw(w);
  };
  hold(w);
  await lay(w, ruleset, kept);
  if (wanted && !kept) toast("This pack does not exist.");
}

symbols().catch(trouble);
opening(document.querySelector("#middle > .sub"), open(), trouble);
