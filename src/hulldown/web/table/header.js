/** The top of the table: turn, whose decision it is, order of activation, chance to win. */

import { emblem, h, letter, panel, percent, SIDES } from "../shared/dom.js";
import { setting } from "../shared/net.js";
import { standing } from "./mission.js";

/** The last chance known, shown pale until the server has worked out the next one. @type {number|null} */
let known = null;

/** What is drawn unseen until then, so that the board below does not move when the chance comes. */
const AWAITED = 0.5;

/** @param {Record<string, HTMLElement>} el */
export function drawHeader(
  el,
  /** @type {import("./state.js").State} */ s,
  /** @type {(unit: string) => void} */ look,
) {
  const view = s.shown;
  if (!view) return;
  const { status } = view;
  const turn = status.turn ? `${status.period} ${status.turn} of ${status.turns}` : "Set-up";
  panel(el.turn, [status], () => [h("b", {}, turn), h("small", {}, decision(status, turn))]);
  panel(el.beside, [JSON.stringify(status.extras)], () => [standing(status)]);
  const able = new Set(view.able);
  panel(el.order, [status, view.able, s.unit], () =>
    (status.result ? [] : status.chips).map(([unit, side, how]) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            class: `chip side-${letter(side)} ${how}${able.has(unit) ? " able" : ""}`,
            "data-key": `chip ${unit}`,
            "aria-current": how === "now" ? "true" : null,
            "aria-label": [unit, { done: "done", now: "acting" }[how], able.has(unit) && "can act"]
              .filter(Boolean)
              .join(", "),
            onclick: () => look(unit),
          },
          h("span", {}, unit),
        ),
      ),
    ),
  );
  const win = view.win ?? s.chances[view.number] ?? null;
  known = win ?? (s.at === null ? known : null);
  el.win.hidden = setting("chances", "on") !== "on";
  el.win.classList.toggle("pale", win === null);
  el.win.classList.toggle("awaited", known === null);
  panel(el.win, [known], () => winBar(known ?? AWAITED));
}

/** Whose decision it is: the line of the status without what stands above it, and beside it as chips. */
function decision(
  /** @type {import("../shared/types.js").Status} */ status,
  /** @type {string} */ turn,
) {
  const beside = [turn, ...Object.values(status.extras ?? {})];
  return status.text
    .split(" \u00b7 ")
    .filter((part) => !beside.includes(part))
    .join(" \u00b7 ");
}

/** Seat 0's chance to win, and what is left of it. */
function winBar(/** @type {number} */ win) {
  const [one, other] = SIDES;
  return [
    h(
      "div",
      { class: "win-num num" },
      h("span", {}, emblem(0), " ", h("span", { class: "nm" }, one), " ", percent(win)),
      h("span", {}, percent(1 - win), " ", h("span", { class: "nm" }, other), " ", emblem(1)),
    ),
    h(
      "div",
      {
        class: "win-bar",
        role: "img",
        "aria-label": `Chance to win: ${one} ${percent(win)}, ${other} ${percent(1 - win)}`,
      },
      h("span", { class: "wa", style: `width:${100 * win}%` }),
      h("span", { class: "wb" }),
    ),
  ];
}
