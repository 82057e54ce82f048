/** Files of the player's own: a scenario becomes a stamp, a pack brings scenarios and numbers. */

import { call } from "../shared/net.js";
import { choose } from "./options.js";

/** @import { Layer, OwnFiles } from "../shared/types.js" */
/** @import { OptionForm, Picker } from "./types.js" */

/**
 * Lay a file that was chosen into the form, or without one the house rules of this server; what
 * came of it, in a sentence.
 * @param {string} ruleset
 * @param {File|undefined} file
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
async function sent(/** @type {string} */ ruleset, /** @type {File|undefined} */ file) {
  if (!file) return call(`/api/rulesets/${ruleset}/house`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return call(`/api/rulesets/${ruleset}/load`, { body: { name: file.name.slice(0, 60), data } });
}

/** Units of packs go with the form, the last on top. */
function lay(/** @type {Layer[]} */ layers, /** @type {Picker} */ picker) {
  const form = picker.list.closest("form");
  if (!form) return;
  const before = JSON.parse(form.dataset.layers ?? "[]");
  form.dataset.layers = JSON.stringify([...before, ...layers]);
}

/** Lay what a file brings into the form; what was done, in a sentence. */
async function bring(
  /** @type {OwnFiles} */ found,
  /** @type {Picker} */ picker,
  /** @type {OptionForm} */ options,
) {
  for (const one of found.scenarios) picker.add(one);
  lay(found.layers, picker);
  const changed = await choose(options, found.options);
  const count = (/** @type {number} */ n, /** @type {string} */ what) =>
    n ? [`${n} ${what}${n === 1 ? "" : "s"}`] : [];
  const parts = [
    ...count(found.scenarios.length, "scenario"),
    ...count(changed, "changed rule"),
    ...(found.layers.length ? ["units of its own"] : []),
  ];
  return `${found.name}: ${parts.join(", ") || "nothing in it"}. ${found.text}`.trim();
}
