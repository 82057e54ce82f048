/** The keyboard of the table: letters of the orders first, then the keys of the page. */

import { hand } from "../shared/dom.js";
import { buttons, groups, offered, open } from "./orders.js";
import { state } from "./state.js";

/**
 * @param {Object<string, () => void>} page what the keys of the page do, by key
 * @param {{press: (o: any, list: any[]) => void, unfold: (g: string) => void, commit: () => boolean, skip: () => void}} can
 */
export function keys(page, can) {
  document.addEventListener("keydown", (event) => {
    can.skip();
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]"))
      return;
    if (/** @type {Element} */ (event.target).matches("input:not([type=range]), select, textarea"))
      return;
    if ((event.key === "Enter" || event.key === " ") && onControl(event)) return;
    if (event.key === "Enter" ? can.commit() : order(event.key, can) || pageKey(event.key, page))
      event.preventDefault();
  });
}

/** True when a control reached by keyboard takes the key itself. */
const onControl = (/** @type {Event} */ event) =>
  hand.keys && /** @type {Element} */ (event.target).matches("button, a");

function pageKey(/** @type {string} */ key, /** @type {Object<string, () => void>} */ page) {
  const act = page[key] ?? page[key.toLowerCase()];
  act?.();
  return Boolean(act);
}

/** An order or a group by its key; digits choose within an open group. */
function order(/** @type {string} */ key, /** @type {Parameters<typeof keys>[1]} */ can) {
  if (!state.view?.yours || state.at !== null || state.busy) return false;
  const unfolded = open(state);
  if (unfolded) {
    const one = /^[1-9]$/.test(key) ? buttons(state, unfolded)[Number(key) - 1] : undefined;
    if (one)
      can.press(
        one,
        unfolded.orders.filter((o) => !o.refusal),
      );
    if (one || unfolded.id !== state.group) return Boolean(one);
  }
  const same = (/** @type {string} */ k) => k && k.toLowerCase() === key.toLowerCase();
  const list = groups(offered(state));
  if (key === " ") return press(list.find((g) => g.id === "end")?.orders[0], can);
  const ability = list.find((g) => g.id === "ability")?.orders.find((o) => same(o.key));
  const group = list.find((g) => g.id !== "ability" && same(g.key));
  if (ability || group?.orders.length === 1) return press(ability ?? group?.orders[0], can);
  if (group) can.unfold(group.id);
  return Boolean(group);
}

function press(/** @type {any} */ one, /** @type {Parameters<typeof keys>[1]} */ can) {
  if (one) can.press(one, [one]);
  return Boolean(one);
}
