/** Controls that the forms of several pages have. */

import { h } from "./dom.js";
import { setupNamed } from "./net.js";

/** @import { Brought, RulesetInfo, Taker } from "./types.js" */

export const labelled = (/** @type {string} */ text, /** @type {Node} */ control) =>
  h("label", {}, h("span", {}, text), control);

/** A list to choose from; each value with its words. */
export function select(/** @type {string} */ name, /** @type {string[][]} */ values, chosen = "") {
  const option = (/** @type {string[]} */ [value, text]) =>
    h("option", { value, selected: value === chosen }, text);
  return h("select", { name }, values.map(option));
}

/**
 * How strong a computer player is, at first the usual one, and below it how it plays.
 * @param {string} name
 * @param {{id: string, name: string, text: string, exact: string, usual: boolean}[]} players
 */
export function strength(name, players) {
  const values = players.map((p) => [p.id, p.name]);
  const first = players.find((p) => p.usual);
  const list = select(name, values, first?.id);
  const told = h("p", { class: "sub told", id: `${name}-told`, "aria-live": "polite" });
  const [how, exact] = exactly();
  const tell = () => {
    const chosen = players.find((p) => p.id === list.value);
    told.textContent = `${chosen === first ? "A good first battle. " : ""}${chosen?.text ?? ""}`;
    exact(chosen?.exact ?? "");
  };
  list.setAttribute("aria-describedby", told.id);
  list.addEventListener("change", tell);
  tell();
  return h("div", { class: "strength" }, labelled("How strong", list), told, how);
}

/**
 * What was measured of a player, behind a fold, and what fills it in.
 * @returns {[HTMLElement, (text: string) => void]}
 */
function exactly() {
  const words = h("p");
  const fold = h("details", { class: "exact" }, h("summary", {}, "How it plays, measured"), words);
  const tell = (/** @type {string} */ text) => {
    words.textContent = text;
    fold.hidden = !text;
  };
  return [fold, tell];
}

/** The file that was chosen, if one was. */
export const fileOf = (/** @type {Event} */ event) =>
  /** @type {HTMLInputElement} */ (event.target).files?.[0];

/** Whether the address names a setup of this ruleset, which a form takes in. */
export function namesSetup(/** @type {string} */ ruleset) {
  const asked = new URLSearchParams(location.search).get("ruleset") ?? ruleset;
  return asked === ruleset && Object.keys(setupNamed()).length > 0;
}

/** Until when a form has taken in what it opens with. @type {WeakMap<Element, Promise<void>>} */
const taking = new WeakMap();

/** Wait until a form has taken in what it opens with. */
export async function settled(/** @type {ParentNode} */ form) {
  const box = form.querySelector(".own-files");
  if (box) await taking.get(box);
}

/**
 * A button that takes a file of the player's own, and what was made of it.
 * @param {string} label
 * @param {RulesetInfo} set
 * @param {Taker} taker
 */
export function ownFiles(label, set, taker) {
  const told = h("p", { class: "sub", role: "status" });
  const box = h("div", { class: "own-files" });
  const open = async (/** @type {File|string} */ source) => {
    const { opened } = await import("./uploads.js");
    const { text, now } = await opened(set.id, source, kept(box), taker);
    told.textContent = text;
    box.dataset.brought = JSON.stringify(now);
  };
  const onchange = (/** @type {Event} */ event) => {
    const file = fileOf(event);
    if (file) open(file);
    /** @type {HTMLInputElement} */ (event.target).value = "";
  };
  const accept = taker.scenario ? ".toml,.hulldown,.zip" : ".hulldown,.zip";
  const chooser = h("input", { class: "vh", type: "file", accept, onchange });
  const named = namesSetup(set.id) ? new URLSearchParams(setupNamed()).toString() : "";
  const first = async () => {
    if (set.house) await open("house");
    if (named) await open(`files?${named}`);
  };
  taking.set(box, first());
  box.append(h("label", { class: "plain file" }, label, chooser), told);
  return box;
}

/** @returns {Brought} */
const kept = (/** @type {HTMLElement|null} */ box) =>
  JSON.parse(box?.dataset.brought ?? '{"packs": [], "options": {}, "layers": []}');

/** What the packs that were opened in a form bring along. */
export function brought(/** @type {ParentNode} */ form) {
  return kept(form.querySelector(".own-files"));
}
