/**
 * Since you decided: what the other side did, run through order by order by hand. Each is marked
 * over the board; its sentences, which the log has too, are told beside it.
 */

import { announce, drawing } from "../shared/dom.js";
import { call } from "../shared/net.js";
import { plain } from "../shared/panels.js";
import { base } from "./session.js";
import { change } from "./state.js";

/** @import { SinceStep } from "../shared/types.js" */
/** @import { State } from "./types.js" */

/** The orders of the other side before this decision, asked of the server once. */
async function asked(/** @type {State} */ s) {
  const { view, since } = s;
  if (!view || since.asked === view.number) return since.steps;
  const told = await call(`${base(s)}/since?number=0${s.board.shape()}`, {
    token: s.session.token,
  }).catch(() => null);
  if (!told || s.view !== view) return [];
  change(s, { since: { steps: told.steps, at: 0, asked: view.number } });
  return /** @type {SinceStep[]} */ (told.steps);
}

/** One order on or back; before the first and after the last none is shown. */
export async function step(/** @type {State} */ s, /** @type {number} */ by) {
  if (!s.view?.yours || s.at !== null) return;
  const count = (await asked(s)).length + 1;
  if (count < 2) return;
  const at = (s.since.at + by + count) % count;
  change(s, { since: { ...s.since, at } });
  if (at)
    announce(
      said(s.since.steps[at - 1])
        .map(plain)
        .join(" "),
    );
}

/** The order that is run through now, or nothing. */
export const running = (/** @type {State} */ { since, view, at }) =>
  at === null && view?.yours && since.asked === view.number ? since.steps[since.at - 1] : undefined;

/** The sentences of an order; a heading only where there is nothing else. */
export function said(/** @type {SinceStep} */ { sentences }) {
  const told = sentences.filter((one) => !one.heading);
  return (told.length ? told : sentences).map((one) => one.text.split("\n")[0]);
}

/** The marks over the board, under what is clicked. */
export function drawSince(/** @type {State} */ s) {
  const { svg } = s.board;
  const one = running(s);
  const old = svg?.querySelector(":scope > .l-since");
  const key = one ? String(one.number) : "";
  if ((old?.getAttribute("data-key") ?? "") === key) return;
  old?.remove();
  if (!one?.picture || !svg) return;
  const picture = drawing(`<svg><g class="l-since" aria-hidden="true">${one.picture}</g></svg>`);
  const layer = /** @type {Element} */ (picture.firstElementChild);
  layer.setAttribute("data-key", key);
  svg.insertBefore(layer, svg.querySelector(":scope > .l-tags, :scope > .l-pick, :scope > .l-hit"));
}
