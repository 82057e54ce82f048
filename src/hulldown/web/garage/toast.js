/** A line at the foot of the page that says what was done and takes it back. */

import { announce, h } from "../shared/dom.js";

const LONG = 12_000; // ms
let leaving = 0;

export function toast(/** @type {string} */ words, /** @type {(() => any)|null} */ undo = null) {
  const slip = /** @type {HTMLElement} */ (document.getElementById("toast"));
  const away = () => {
    slip.hidden = true;
  };
  clearTimeout(leaving);
  leaving = setTimeout(away, LONG);
  slip.replaceChildren(
    words,
    " ",
    ...(undo
      ? [
          h(
            "button",
            {
              class: "plain",
              onclick: () => {
                away();
                undo();
              },
            },
            "Undo",
          ),
        ]
      : []),
    h("button", { class: "plain x", "aria-label": "Close", onclick: away }, "\u00d7"),
  );
  slip.hidden = false;
  announce(words);
}
