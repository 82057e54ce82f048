/** Taking a battle off one's list: deleted for good, if nobody else sat down in it. */

import { $, announce, h } from "../shared/dom.js";
import { call } from "../shared/net.js";

/** @import { MyGame } from "../shared/types.js" */
import { forget } from "../shared/storage.js";

/** Before a battle is deleted it is said what that means. */
export function ask(
  /** @type {MyGame} */ { line, other, alone },
  /** @type {() => Promise<void>} */ redraw,
) {
  const told = alone
    ? "It is deleted for good, with all its orders."
    : `You give up your seat; the battle stays with ${other || "the others"}.`;
  const said = h("p", { role: "alert" });
  const drop = async () => {
    try {
      await call(`/api/me/games/${line.game}`, { method: "DELETE" });
      forget(`hulldown.seats.${line.game}`);
      dialog.close();
      await redraw();
      announce(`${line.title} is deleted.`);
      $("yours-title").focus();
    } catch (error) {
      said.textContent = /** @type {Error} */ (error).message;
    }
  };
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { class: "slip ask", "aria-labelledby": "asked", onclose: () => dialog.remove() },
      h("h2", { id: "asked" }, "Delete this battle?"),
      h("p", {}, h("b", {}, line.title), ", ", line.status),
      h("p", {}, told),
      said,
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", class: "cta", onclick: drop },
          alone ? "Delete it" : "Leave it",
        ),
        h("button", { type: "button", class: "plain", onclick: () => dialog.close() }, "Keep it"),
      ),
    )
  );
  document.body.append(dialog);
  dialog.showModal();
}
