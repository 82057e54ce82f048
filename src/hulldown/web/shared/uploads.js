/** Files of the player's own: a scenario, or a pack with scenarios, numbers and units. */

import { some } from "./dom.js";
import { call } from "./net.js";

/** @import { Brought, OwnFiles, Taker } from "./types.js" */

/**
 * Lay a file that was chosen into a form, or what this server has: its house rules, a setup; what
 * came of it in a sentence, and all that packs have brought then.
 * @param {string} ruleset
 * @param {File|string} source
 * @param {Brought} before
 * @param {Taker} taker
 * @returns {Promise<{text: string, now: Brought}>}
 */
export async function opened(ruleset, source, before, taker) {
  try {
    return await bring(await sent(ruleset, source), before, taker);
  } catch (error) {
    return { text: /** @type {Error} */ (error).message, now: before };
  }
}

/** @returns {Promise<OwnFiles>} */
async function sent(/** @type {string} */ ruleset, /** @type {File|string} */ source) {
  if (typeof source === "string") return call(`/api/rulesets/${ruleset}/${source}`);
  const bytes = new Uint8Array(await source.arrayBuffer());
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return call(`/api/rulesets/${ruleset}/load`, { body: { name: source.name.slice(0, 60), data } });
}

/** Lay what a file brings into the form, the last on top. */
async function bring(
  /** @type {OwnFiles} */ found,
  /** @type {Brought} */ before,
  /** @type {Taker} */ taker,
) {
  const pack = found.layers.length > 0 || Object.keys(found.options).length > 0;
  const now = {
    packs: [...before.packs, ...(pack ? [found.name] : [])],
    options: { ...before.options, ...found.options },
    layers: [...before.layers, ...found.layers],
  };
  const scenarios = taker.scenario ? found.scenarios : [];
  for (const one of scenarios) taker.scenario?.(one);
  const changed = await taker.choose(found.options, now);
  const parts = [
    ...some(scenarios.length, "scenario"),
    ...some(changed, "changed rule"),
    ...(found.layers.length ? ["units of its own"] : []),
  ];
  const text = `${found.name}: ${parts.join(", ") || "nothing to take"}. ${found.text}`.trim();
  return { text, now };
}
