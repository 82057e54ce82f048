/** The garage: a unit is built on the left, judged by the server and drawn on the right, kept below. */

import { rulesOf, symbols } from "../shared/dom.js";
import { call, keepSetting, setting } from "../shared/net.js";
import { drawBuying, drawStart, unitOf } from "./buying.js";
import { drawDress } from "./dress.js";
import { importing, takeFile } from "./importing.js";
import { printing } from "./printing.js";
import { drawShelf } from "./shelf.js";
import { toast } from "./toast.js";
import { drawVerdict } from "./verdict.js";

/** @typedef {import("../shared/types.js").Build} Build */

const ASKED = new URLSearchParams(location.search).get("ruleset"); // else the first ruleset with builds
const PAUSE = 60; // ms of quiet before the server is asked
const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * What the page shows. `build` is the draft, `id` the kept build that it came from, `saved` what is kept of it.
 */
export const garage = {
  ruleset: "",
  /** @type {{id: string, name: string}[]} */ rulesets: [], // all that build units by points
  /** @type {import("../shared/types.js").GarageOffer} */ offer: {
    units: [],
    samples: [],
    bonuses: [],
    schemes: [],
    patterns: [],
    options: [],
  },
  /** @type {import("../shared/types.js").OptionInfo[]} */ variants: [],
  /** @type {Object<string, any>} */ options: {},
  /** @type {any} */ build: null,
  id: "",
  saved: "",
  /** @type {import("../shared/types.js").Judged|null} */ judged: null,
  /** @type {import("../shared/types.js").SavedBuild[]} */ shelf: [],
};

let asked = 0;
let waiting = 0;

/** Ask the garage something. */
export const ask = (/** @type {string} */ what, /** @type {any} */ body) =>
  call(`/api/rulesets/${garage.ruleset}/${what}`, { body: { options: garage.options, ...body } });

/** Say what went wrong; nothing clears it. */
export function trouble(/** @type {any} */ error = null) {
  $("trouble").hidden = !error;
  $("trouble").textContent = error ? error.message : "";
}

/** Change the draft: kept in this browser at once, judged soon. */
export function edit(/** @type {Partial<Build>} */ change, redraw = true) {
  garage.build = { ...garage.build, ...change };
  keepDraft();
  if (redraw) draw();
  clearTimeout(waiting);
  waiting = setTimeout(judge, PAUSE);
}

/** Take another build into work; what was there can be had back. */
export function work(/** @type {Build} */ build, id = "", words = "") {
  const before = { build: garage.build, id: garage.id, saved: garage.saved };
  Object.assign(garage, { id, saved: id ? JSON.stringify(build) : "" });
  edit(structuredClone(build));
  if (words && before.build)
    toast(words, () => {
      Object.assign(garage, before);
      edit({});
    });
}

/** The verdict of the server on the draft; an answer that was overtaken is dropped. */
async function judge() {
  const number = ++asked;
  try {
    const judged = await ask("judge", { build: garage.build });
    if (number !== asked) return;
    garage.judged = judged;
    trouble();
    drawVerdict($("verdict"), $("preview"));
    drawShelf($("shelf"), $("tools"));
  } catch (error) {
    if (number === asked) trouble(error);
  }
}

function keepDraft() {
  keepSetting(
    `garage.${garage.ruleset}`,
    JSON.stringify({
      build: garage.build,
      id: garage.id,
      saved: garage.saved,
      options: garage.options,
    }),
  );
}

export function draw() {
  drawStart($("start"));
  drawBuying($("buy"));
  drawDress($("dress"));
  drawVerdict($("verdict"), $("preview"));
  drawShelf($("shelf"), $("tools"));
}

/** Other options: what can be bought changes with them. */
export async function choose(/** @type {Object<string, any>} */ options) {
  garage.options = options;
  garage.offer = await ask("garage", {});
  edit({});
}

/** The kept builds anew. */
export async function refresh() {
  garage.shelf = await call(`/api/builds?ruleset=${garage.ruleset}`);
  drawShelf($("shelf"), $("tools"));
}

/** What was in work at the last visit, unless the rules have moved on. */
function lastDraft() {
  try {
    return JSON.parse(setting(`garage.${garage.ruleset}`, "null"));
  } catch {
    return null;
  }
}

/** The ruleset of the address, or the first that builds units by points. */
async function chosen() {
  const all = (garage.rulesets = await call("/api/garage"));
  const one = ASKED === null ? all[0] : all.find((/** @type {any} */ r) => r.id === ASKED);
  if (!one)
    throw new Error(
      ASKED === null
        ? "No rules here build units by points."
        : `There is no garage for the rules "${ASKED}".`,
    );
  return one.id;
}

async function open() {
  garage.ruleset = await chosen();
  rulesOf(garage.ruleset);
  /** @type {HTMLAnchorElement} */ ($("book")).href = `/rulebook/${garage.ruleset}`;
  Object.assign(garage, lastDraft() ?? {});
  const offer = ask("garage", {}).catch(() => {
    garage.options = {};
    return ask("garage", {});
  });
  const [rules, bought] = await Promise.all([call(`/api/rulesets/${garage.ruleset}`), offer]);
  garage.variants = rules.options;
  garage.offer = bought;
  if (!unitOf()) garage.build = structuredClone(garage.offer.samples[0].build);
  draw();
  await Promise.all([judge(), refresh()]);
}

printing($("printing"));
importing($("importing"));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file) takeFile(file);
});
symbols().catch(trouble);
open().catch(trouble);
