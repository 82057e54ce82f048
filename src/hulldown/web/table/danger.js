/**
 * Where an enemy could fire at the unit that is looked at, if it went there: stripes in the first
 * battles of a ruleset or as the menu says, with the chance in each place while `s.danger` is on.
 */

import { dressed } from "../shared/dom.js";
import { call, keepSetting, setting } from "../shared/net.js";
import { acts } from "./orders.js";
import { address } from "./session.js";
import { change } from "./state.js";

/** @import { State } from "./types.js" */

const SVG = "http://www.w3.org/2000/svg";
const STYLE = "/static/table/ghost.css";
const FIRST = 3; // battles of a ruleset in which it is shown unasked

/** Draw the stripes of this position and unit, ask for them, or take those of another away. */
export function drawDanger(/** @type {State} */ s) {
  const { svg } = s.board;
  const subject = wanted(s);
  const drawn = svg?.querySelector(":scope > .l-danger");
  if (drawn && subjects.get(drawn) !== subject) drawn.remove();
  if (!svg || !subject) return;
  if (s.risk.subject !== subject) return void ask(s, subject);
  if (!s.risk.layer) return;
  const layer = drawn?.isConnected ? drawn : insertLayer(svg, subject, s.risk.layer);
  layer.setAttribute("class", s.danger ? "l-danger" : "l-danger plain");
}

/** The position and unit whose stripes are to be shown, "" for none. */
function wanted(/** @type {State} */ s) {
  const { view, unit } = s;
  if (!view?.yours || view.result || s.at !== null || s.board.track) return "";
  const moves = Object.keys(view.reach).length > 0 && acts(view, unit);
  return s.danger || (moves && striped(s)) ? `${view.number} ${unit}` : "";
}

/** Whether stripes are shown unasked. */
export function striped(/** @type {State} */ s) {
  const wish = setting("stripes");
  if (wish || s.lesson) return wish === "on";
  const shelf = `battles.${s.view?.ruleset.id}`;
  const battles = setting(shelf).split(",").filter(Boolean);
  if (battles.includes(s.game)) return true;
  if (battles.length >= FIRST) return false;
  keepSetting(shelf, [...battles, s.game].join());
  return true;
}

async function ask(/** @type {State} */ s, /** @type {string} */ subject) {
  s.risk = { subject, layer: "", places: 0 };
  const query = new URLSearchParams({ unit: s.unit });
  const { token } = s.session;
  const answer = await call(address(s, `preview/risk?${query}`), { token }).catch(() => null);
  if (!answer || s.risk.subject !== subject) return;
  s.risk = { subject, layer: answer.layer, places: Object.keys(answer.places).length };
  change(s, {});
}

function insertLayer(
  /** @type {SVGSVGElement} */ svg,
  /** @type {string} */ subject,
  /** @type {string} */ markup,
) {
  dressed(STYLE);
  const layer = document.createElementNS(SVG, "g");
  layer.innerHTML = markup;
  subjects.set(layer, subject);
  svg.insertBefore(layer, svg.querySelector(":scope > .l-units"));
  return layer;
}

/** @type {WeakMap<Element, string>} */
const subjects = new WeakMap();
