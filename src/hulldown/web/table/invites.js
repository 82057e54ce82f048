/** Links for other people, and how they are copied. */

import { h, SIDES } from "../shared/dom.js";
import { seats } from "../shared/net.js";
import { state } from "./state.js";

/** The seats that are for somebody else, with their links. */
export function invites() {
  const kept = seats(state.game);
  return Object.keys(kept)
    .filter((seat) => kept[seat].kind === "invite")
    .map((seat) => ({
      side: SIDES[Number(seat)],
      link: `${location.origin}/table/${state.game}#seat=${kept[seat].token}`,
    }));
}

/** Put a link on the clipboard; where that is refused, show it to be copied by hand. */
export async function copy(/** @type {Event} */ event, /** @type {string} */ text) {
  const button = /** @type {Element} */ (event.currentTarget);
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.replaceWith(
      h("input", {
        readonly: true,
        value: text,
        "aria-label": "Link",
        onfocus: (/** @type {any} */ e) => e.target.select(),
      }),
    );
  }
}
