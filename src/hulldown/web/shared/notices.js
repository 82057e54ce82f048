/** What a page says of itself: what went wrong, and what was done, with a way back. */

import { $, announce, h } from "./dom.js";

const LONG = 12_000; // ms that the line at the foot stays

let leaving = 0; // the timer of that line

/** Say what went wrong; nothing clears it. */
export function trouble(/** @type {any} */ error = null) {
  $("trouble").hidden = !error;
  $("trouble").textContent = error ? error.message : "";
}

/** The same with the rule that stands against it. */
export const refusal = (/** @type {any} */ { message, rule }) =>
  trouble({ message: [message, rule].filter(Boolean).join(" ") });

/** A line at the foot of the page that says what was done and, where it can, takes it back. */
export function toast(/** @type {string} */ words, /** @type {(() => void)|null} */ undo = null) {
  const slip = $("toast");
  const away = () => {
    slip.hidden = true;
  };
  const back = () => {
    away();
    undo?.();
  };
  slip.replaceChildren(words, " ");
  if (undo) slip.append(h("button", { class: "plain", onclick: back }, "Undo"));
  slip.append(h("button", { class: "plain x", "aria-label": "Close", onclick: away }, "\u00d7"));
  slip.hidden = false;
  clearTimeout(leaving);
  leaving = setTimeout(away, LONG);
  announce(words);
}
