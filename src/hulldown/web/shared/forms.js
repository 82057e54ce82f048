/** Controls that the forms of several pages have. */

import { h } from "./dom.js";

export const labelled = (/** @type {string} */ text, /** @type {Node} */ control) =>
  h("label", {}, h("span", {}, text), control);

/** A list to choose from; each value with its words. */
export function select(/** @type {string} */ name, /** @type {string[][]} */ values, chosen = "") {
  const option = (/** @type {string[]} */ [value, text]) =>
    h("option", { value, selected: value === chosen }, text);
  return h("select", { name }, values.map(option));
}

/**
 * How strong a computer player is, the searching one at first.
 * @param {string} name
 * @param {{id: string, name: string, text: string}[]} players
 */
export function strength(name, players) {
  const values = players.map((p) => [p.id, p.text ? `${p.name}: ${p.text}` : p.name]);
  const first = players.find((p) => p.id.startsWith("mcts"));
  return labelled("How strong", select(name, values, first?.id));
}

/** The file that was chosen, if one was. */
export const fileOf = (/** @type {Event} */ event) =>
  /** @type {HTMLInputElement} */ (event.target).files?.[0];
