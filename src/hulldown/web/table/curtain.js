/**
 * Two people at one device: a curtain over the table while one of them decides what the other may
 * not know.
 */

import { emblem, h } from "../shared/dom.js";
import { COLOURS, Who } from "../shared/names.js";

/** @import { TableView } from "../shared/types.js" */

/** A side by its name or its colour: before the device is handed on nobody is "you". */
function named(/** @type {TableView|null} */ view, /** @type {number} */ seat) {
  const side = Who(view, seat);
  return side === "You" ? view?.seats[seat].name || COLOURS[seat] : side;
}

/**
 * Hide the table until the person of a side asks for it. `show` brings that side's own view; what
 * it returns is why that did not work, and then the table stays hidden. Nothing else lifts the
 * curtain.
 * @param {TableView|null} view @param {number} seat @param {() => Promise<string>} show
 */
export function curtain(view, seat, show) {
  let up = true;
  const side = named(view, seat);
  const lift = async () => {
    const wrong = await show();
    up = Boolean(wrong);
    if (up) trouble.textContent = wrong;
    else box.close();
  };
  const stay = (/** @type {Event} */ event) => event.preventDefault();
  const closed = () => {
    if (up) return box.showModal(); // a browser lets a second Escape through
    document.body.classList.remove("curtained");
    box.remove();
  };
  const trouble = h("p", { role: "alert" });
  const box = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      {
        class: "slip ask",
        "aria-labelledby": "curtain",
        oncancel: stay,
        onclose: closed,
        onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && stay(event),
      },
      h("h2", { id: "curtain" }, emblem(seat), ` ${side} decides now`),
      h("p", {}, "Hand over the device. The sides must not see each other's view yet."),
      trouble,
      h("button", { class: "cta", autofocus: true, onclick: lift }, `I am ${side}, show my side`),
    )
  );
  document.body.classList.add("curtained");
  document.body.append(box);
  box.showModal();
}
