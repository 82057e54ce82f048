/** The build in work: changed here, kept in this browser at once, judged by the server soon. */

import { call, keepSetting, setting, setupHere } from "../shared/net.js";
import { toast, trouble } from "../shared/notices.js";

/** @import { Build } from "../shared/types.js" */
/** @import { Garage } from "./types.js" */

const PAUSE = 60; // ms of quiet before the server is asked

/** @returns {Garage} */
export const newGarage = () => ({
  ruleset: "",
  rulesets: [],
  offer: { units: [], samples: [], bonuses: [], schemes: [], patterns: [], options: [] },
  variants: [],
  options: {},
  inForce: {},
  build: null,
  id: "",
  saved: "",
  judged: null,
  shelf: [],
  unfolded: new Set(),
  print: {
    counts: new Map(),
    paper: /^en-(US|CA)/.test(navigator.language) ? "letter" : "a4",
    side: 0,
    summary: false,
  },
  asked: 0,
  waiting: 0,
  draw: () => {},
});

/** The kind of unit that a build is: the one whose values it has. */
export const kindIn = (/** @type {Garage} */ g, /** @type {any} */ build) =>
  g.offer.units.find((unit) =>
    Object.entries(unit.sets).every(([key, value]) => build?.[key] === value),
  );

export const unitOf = (/** @type {Garage} */ g) => kindIn(g, g.build);

/** Ask the garage something. */
export const ask = (
  /** @type {Garage} */ g,
  /** @type {string} */ what,
  /** @type {any} */ body = {},
) => call(`/api/rulesets/${g.ruleset}/${what}`, { body: { options: g.options, ...body } });

/** Where the draft is kept: one that is built with a setup in a place of its own. */
const place = (/** @type {Garage} */ g) =>
  ["garage", g.ruleset, ...Object.values(setupHere())].join(".");

/** Change the draft: kept in this browser at once, judged soon. */
export function edit(/** @type {Garage} */ g, /** @type {Partial<Build>} */ change, redraw = true) {
  g.build = { ...g.build, ...change };
  const { build, id, saved, options } = g;
  keepSetting(place(g), JSON.stringify({ build, id, saved, options }));
  if (redraw) g.draw(true);
  clearTimeout(g.waiting);
  g.waiting = setTimeout(() => judge(g), PAUSE);
}

/** What was in work at the last visit, unless the rules have moved on. */
export function lastDraft(/** @type {Garage} */ g) {
  try {
    return JSON.parse(setting(place(g), "null"));
  } catch {
    return null;
  }
}

/** Take another build into work; with words for it, what was there can be had back. */
export function work(/** @type {Garage} */ g, /** @type {Build} */ build, id = "", words = "") {
  const before = { build: g.build, id: g.id, saved: g.saved };
  Object.assign(g, { id, saved: id ? JSON.stringify(build) : "" });
  edit(g, structuredClone(build));
  if (!words || !before.build) return;
  toast(words, () => {
    Object.assign(g, before);
    edit(g, {});
  });
}

/** The verdict of the server on the draft; an answer that was overtaken is dropped. */
export async function judge(/** @type {Garage} */ g) {
  g.asked += 1;
  const number = g.asked;
  try {
    const judged = await ask(g, "judge", { build: g.build });
    if (number !== g.asked) return;
    g.judged = judged;
    trouble();
    g.draw(false);
  } catch (error) {
    if (number === g.asked) trouble(error);
  }
}

/** Other options: what can be bought changes with them. */
export async function choose(/** @type {Garage} */ g, /** @type {Record<string, any>} */ options) {
  g.options = options;
  g.offer = await ask(g, "garage");
  edit(g, {});
}

/** Where builds are kept, or one of them. */
export const builds = (/** @type {Garage} */ g, id = "") =>
  `/api/builds${id && `/${id}`}?${new URLSearchParams({ ruleset: g.ruleset })}`;

/** The kept builds anew. */
export async function refresh(/** @type {Garage} */ g) {
  g.shelf = await call(builds(g));
  g.draw(false);
}
