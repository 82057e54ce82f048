/** Files of the player's own: a scenario becomes a stamp, a pack brings scenarios and numbers. */

import { call } from "../shared/net.js";
import { choose } from "./options.js";

/** @import { OwnFiles } from "../shared/types.js" */
/** @import { OptionForm, Picker } from "./types.js" */

/**
 * Lay a file that was chosen into the form; what came of it, in a sentence.
 * @param {string} ruleset
 * @param {File} file
 * @param {Picker} picker
 * @param {OptionForm} options
 */
export async function opened(ruleset, file, picker, options) {
  try {
    return await bring(await sent(ruleset, file), picker, options);
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}

/** @returns {Promise<OwnFiles>} */
async function sent(/** @type {string} */ ruleset, /** @type {File} */ file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return call(`/api/rulesets/${ruleset}/load`, { body: { name: file.name.slice(0, 60), data } });
}

/** Lay what a file brings into the form; what was done, in a sentence. */
async function bring(
  /** @type {OwnFiles} */ found,
  /** @type {Picker} */ picker,
  /** @type {OptionForm} */ options,
) {
  for (const one of found.scenarios) picker.add(one);
  const changed = await choose(options, found.options);
  const count = (/** @type {number} */ n, /** @type {string} */ what) =>
    n ? [`${n} ${what}${n === 1 ? "" : "s"}`] : [];
  const parts = [...count(found.scenarios.length, "scenario"), ...count(changed, "changed rule")];
  return `${found.name}: ${parts.join(", ") || "nothing in it"}. ${found.text}`.trim();
}
