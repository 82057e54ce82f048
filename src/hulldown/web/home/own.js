/** Files of the player's own: a scenario becomes a stamp, a pack brings scenarios and numbers. */

import { h } from "../shared/dom.js";
import { call } from "../shared/net.js";
import { choose } from "./options.js";

/** @import { OwnFiles, RulesetInfo } from "../shared/types.js" */
/** @import { OptionForm, Picker } from "./types.js" */

/**
 * A button that takes a file, and what was made of it.
 * @param {RulesetInfo} set
 * @param {Picker} picker
 * @param {OptionForm} options
 */
export function ownFiles(set, picker, options) {
  const told = h("p", { class: "sub", role: "status" });
  const open = async (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const [file] = input.files ?? [];
    if (!file) return;
    try {
      told.replaceChildren(bring(await sent(set.id, file), picker, options));
    } catch (error) {
      told.replaceChildren(`${/** @type {Error} */ (error).message}`);
    }
    input.value = "";
  };
  return h(
    "div",
    { class: "own-files" },
    h(
      "label",
      { class: "plain file" },
      "A scenario or a pack of your own",
      h("input", { class: "vh", type: "file", accept: ".toml,.hulldown", onchange: open }),
    ),
    told,
  );
}

/** @returns {Promise<OwnFiles>} */
async function sent(/** @type {string} */ ruleset, /** @type {File} */ file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return call(`/api/rulesets/${ruleset}/load`, { body: { name: file.name.slice(0, 60), data } });
}

/** Lay what a file brings into the form; what was done, in a sentence. */
function bring(
  /** @type {OwnFiles} */ found,
  /** @type {Picker} */ picker,
  /** @type {OptionForm} */ options,
) {
  for (const one of found.scenarios) picker.add(one);
  const changed = choose(options, found.options);
  const count = (/** @type {number} */ n, /** @type {string} */ what) =>
    n ? [`${n} ${what}${n === 1 ? "" : "s"}`] : [];
  const parts = [...count(found.scenarios.length, "scenario"), ...count(changed, "changed rule")];
  return `${found.name}: ${parts.join(", ") || "nothing in it"}. ${found.text}`.trim();
}
