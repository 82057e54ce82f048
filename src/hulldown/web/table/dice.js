/** Where the dice come from, and after the battle the proof that every promise of them was held. */

import { keptPart } from "../shared/dice.js";
import { h } from "../shared/dom.js";
import { Whose, whose } from "../shared/names.js";

/** @import { Dice, KeptPart, TableView } from "../shared/types.js" */

const KEPT = "Every promise of the dice was kept.";
const IN_THEM = "The dice used your page's part, and";
const AGAIN = "The saved battle holds all of it: hulldown verify rolls every die again.";

/** Browsers have no hashes on a page that came without TLS from another machine. */
const canHash = () => Boolean(globalThis.crypto?.subtle);

/** SHA-256 of words. */
async function hashed(/** @type {string} */ words) {
  const made = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(words));
  return [...new Uint8Array(made)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether words have a promise; true where that cannot be told. */
const holds = async (/** @type {string} */ words, /** @type {string} */ promise) =>
  !canHash() || (await hashed(words)) === promise;

/** What was promised at the start and is not what was shown at the end. */
async function broken(
  /** @type {TableView} */ view,
  /** @type {Dice} */ dice,
  /** @type {KeptPart | null} */ kept,
) {
  const { commitment, promises } = view;
  const found = [];
  if (!(await holds(`hulldown dice ${dice.key} ${dice.salt}`, commitment)))
    found.push("the server's part is not the one that it promised");
  for (const [seat, part] of dice.parts.entries())
    if (part && !(await holds(`hulldown part ${part}`, promises[seat] ?? "")))
      found.push(`the part of ${whose(view, seat)} page is not the one that it promised`);
  if (!kept) return found;
  if (dice.parts[kept.seat] !== kept.part) found.push("what this page sent is not in them");
  if (commitment !== kept.commitment) found.push("the server promised something else before");
  for (const [seat, promise] of kept.promises.entries())
    if (promise && promise !== promises[seat])
      found.push(`${whose(view, seat)} page promised something else before`);
  return found;
}

/** What this page can say of the dice's promises when the battle is over; else nothing. */
export async function proof(/** @type {TableView} */ view) {
  const { dice } = view;
  if (!dice) return "";
  const kept = keptPart(view.game);
  const wrong = await broken(view, dice, kept);
  if (wrong.length) return `The dice are not what was promised: ${wrong.join("; ")}.`;
  if (canHash()) return kept ? `${IN_THEM} every promise was kept.` : KEPT;
  return kept ? `${IN_THEM} the promises are those that it saw before.` : "";
}

/** The proof as a line that fills itself. */
export function proofLine(/** @type {TableView} */ view) {
  const line = h("p", { class: "sub proof" }, view.dice_told);
  proof(view).then((text) => line.append(text && ` ${text}`));
  return line;
}

/** All of it: promises, and after the battle what was promised. */
export function aboutDice(/** @type {TableView} */ view) {
  const { dice, commitment, promises } = view;
  const parts = [["The server", commitment, dice && `${dice.key} ${dice.salt}`]];
  for (const [seat, promise] of promises.entries())
    if (promise) parts.push([`${Whose(view, seat)} page`, promise, dice?.parts[seat] ?? null]);
  return [
    proofLine(view),
    h(
      "dl",
      { class: "parts" },
      parts.map(([who, promise, part]) => [
        h("dt", {}, who),
        h("dd", {}, "promised ", h("code", {}, promise)),
        part && h("dd", {}, "was ", h("code", {}, part)),
      ]),
    ),
    dice && h("p", { class: "sub" }, AGAIN),
  ];
}
