/** Every order of a decision as a list, possible or not, with what it does and why it cannot be. */

import { dressed, h } from "../shared/dom.js";
import { icon } from "../shared/panels.js";
import { keyOf, labelOf, offered } from "./orders.js";
import { press } from "./play.js";
import { free } from "./state.js";

/** @import { Order } from "../shared/types.js" */
/** @import { State } from "./types.js" */

dressed("/static/table/all_orders.css");

/** Show the list; what is chosen in it is pressed at the table. */
export function everyOrder(/** @type {State} */ s) {
  if (!free(s)) return;
  const all = offered(s);
  const rows = all.map((o) => entry(s, o, () => box.close()));
  const seek = () => {
    const words = field.value.toLowerCase().split(/\s+/);
    rows.forEach((row) => {
      row.hidden = !words.every((word) => row.textContent?.toLowerCase().includes(word));
    });
    none.hidden = rows.some((row) => !row.hidden);
  };
  const field = h("input", { type: "search", "aria-label": "Search the orders", oninput: seek });
  field.placeholder = "Search the orders";
  const none = h("p", { class: "sub", role: "status", hidden: true }, "No order has these words.");
  const first = (/** @type {KeyboardEvent} */ e) => {
    if (e.key !== "Enter") return;
    e.preventDefault();
    rows
      .find((row) => !row.hidden)
      ?.querySelector("button")
      ?.click();
  };
  field.addEventListener("keydown", first);
  const close = h("form", { method: "dialog" }, h("button", { class: "plain" }, "Close"));
  const onclick = (/** @type {Event} */ e) => e.target === box && box.close();
  const attrs = { class: "slip ask every-order", "aria-label": "Every order", onclick };
  const box = h("dialog", attrs, h("h2", {}, "Every order"), field, h("ul", {}, rows), none, close);
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}

/** An order as an entry of the list. */
function entry(/** @type {State} */ s, /** @type {Order} */ o, /** @type {() => void} */ done) {
  const { refusal } = o;
  const points = o.cost ? `${o.cost} ${s.view?.status.currency}` : "";
  const why = refusal && `${refusal.text}${refusal.rule ? ` (${refusal.rule})` : ""}`;
  const detail = [o.unit, o.detail, !o.detail.includes(o.target) && o.target, o.place];
  const onclick = () => {
    done();
    press(s, o, [o]);
  };
  const attrs = { "aria-disabled": refusal ? "true" : null, "data-key": keyOf(o), onclick };
  const words = [
    h("span", { class: "l" }, labelOf(o)),
    h("span", { class: "n" }, why || detail.filter(Boolean).join(", ")),
  ];
  const parts = [icon(o.icon || "end"), h("span", {}, words), h("small", {}, points)];
  return h("li", {}, h("button", { class: "act", ...attrs }, parts));
}
