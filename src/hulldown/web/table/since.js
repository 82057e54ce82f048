/**
 * Since you looked: what the other side did, as marks over the board and sentences beside it, all
 * together or step by step. It stands in nobody's way: orders can be given meanwhile.
 */

import { announce, drawing, h, SIDES } from "../shared/dom.js";
import { call, keepSetting, setting } from "../shared/net.js";
import { glyph, named, panel, plain } from "../shared/panels.js";
import { base } from "./session.js";
import { change } from "./state.js";

/** @import { SinceStep } from "../shared/types.js" */
/** @import { State } from "./types.js" */

const PAST = "M15 6l-6 6 6 6";
const NEXT = "M9 6l6 6-6 6";
const MOST_SAID = 4; // sentences of one order in the bar; the log has all

const shelf = (/** @type {State} */ s) => `seen.${s.game}.${s.view?.seat ?? "all"}`;

/** Draw the bar and the marks; asks the server once for each decision. */
export function drawSince(/** @type {HTMLElement} */ el, /** @type {State} */ s) {
  ask(s);
  const { since } = s;
  const shows = since.open && s.at === null && Boolean(s.view?.yours) && since.steps.length > 0;
  el.hidden = !shows;
  marks(s, shows);
  if (shows) panel(el, [since.steps, since.at, s.view?.cards], () => bar(s));
}

async function ask(/** @type {State} */ s) {
  const { view, since } = s;
  if (!view?.yours) {
    if (since.open && !view?.result) hide(s, false);
    return;
  }
  if (since.asked === view.number) return;
  const first = since.asked < 0;
  since.asked = view.number;
  const seen = Number(setting(shelf(s), "0"));
  const { token } = s.session;
  const path = `since?number=${seen}${s.board.shape()}`;
  const told = await call(`${base(s)}/${path}`, { token }).catch(() => null);
  if (!told || s.view?.number !== view.number) return;
  const same = JSON.stringify(told.steps) === JSON.stringify(since.steps);
  if (same && !first) return;
  const open = told.steps.length > 0;
  change(s, { since: { ...since, steps: told.steps, leftOut: told.left_out, at: 0, open } });
}

/** Put the bar away; by hand, what it told counts as seen. */
function hide(/** @type {State} */ s, /** @type {boolean} */ seen) {
  if (seen) keepSetting(shelf(s), String(s.view?.number ?? 0));
  change(s, { since: { ...s.since, open: false, at: 0 } });
}

/** One step on or back; before the first and after the last stand all together. */
export function step(/** @type {State} */ s, /** @type {number} */ by) {
  const { since } = s;
  const count = since.steps.length + 1;
  if (count < 2 || !s.view?.yours || s.at !== null) return;
  const at = since.open ? (since.at + by + count) % count : by > 0 ? 1 : count - 1;
  change(s, { since: { ...since, at, open: true } });
  if (at)
    announce(
      said(since.steps[at - 1])
        .map((text) => plain(text))
        .join(" "),
    );
}

/** The sentences of an order; a heading only where there is nothing else. */
function said(/** @type {SinceStep} */ { sentences }) {
  const told = sentences.filter((one) => !one.heading);
  return (told.length ? told : sentences).map((one) => one.text);
}

function bar(/** @type {State} */ s) {
  const { steps, at, leftOut } = s.since;
  const count = steps.length;
  const button = (
    /** @type {Node|string} */ sign,
    /** @type {string} */ label,
    /** @type {() => void} */ press,
    /** @type {Record<string, any>} */ more = {},
  ) => h("button", { "aria-label": label, title: label, onclick: press, ...more }, sign);
  const all = () => change(s, { since: { ...s.since, at: 0 } });
  const text = at ? said(steps[at - 1]) : [];
  const before = leftOut > 0 && ` after ${leftOut} others`;
  return [
    h(
      "p",
      {},
      h("b", {}, "Since you looked: "),
      count === 1 ? "1 order" : `${count} orders`,
      before,
    ),
    at > 0 &&
      h(
        "p",
        { class: "said" },
        h("b", {}, `${SIDES[steps[at - 1].seat]}: `),
        text.slice(0, MOST_SAID).map((one) => [named(one, s.view?.cards ?? []), " "]),
        text.length > MOST_SAID && "\u2026",
      ),
    h(
      "div",
      { class: "steps", role: "group", "aria-label": "Steps" },
      button(glyph(PAST), "One order back", () => step(s, -1), { "data-key": "since back" }),
      h("span", { class: "num count" }, `${at || "all"}/${count}`),
      button(glyph(NEXT), "One order on", () => step(s, 1), { "data-key": "since on" }),
      button("All", "All orders together", all, { "aria-pressed": String(!at) }),
      button("Hide", "Hide what happened since you looked", () => hide(s, true)),
    ),
  ];
}

/** The marks over the board, under what is clicked. */
function marks(/** @type {State} */ s, /** @type {boolean} */ shows) {
  const { svg } = s.board;
  const { steps, at } = s.since;
  const old = svg?.querySelector(":scope > .l-since");
  const chosen = !shows ? [] : at ? [steps[at - 1]] : steps;
  const markup = chosen.map((one) => one.picture).join("");
  const key = `${chosen.map((one) => one.number)}`;
  if (old?.getAttribute("data-key") === key) return;
  old?.remove();
  if (!markup || !svg) return;
  const picture = drawing(`<svg><g class="l-since" aria-hidden="true">${markup}</g></svg>`);
  const layer = /** @type {Element} */ (picture.firstElementChild);
  layer.setAttribute("data-key", key);
  svg.insertBefore(layer, svg.querySelector(":scope > .l-tags, :scope > .l-pick, :scope > .l-hit"));
}
