/** Two forces, each a unit in every place that the first side has. */

import { h } from "../shared/dom.js";
import { change } from "./state.js";

/** @import { Lab } from "./types.js" */

const NAMES = ["First force", "Second force"];

/** The panel: for each force a choice for each place. */
export function drawForces(/** @type {Lab} */ lab) {
  const scene = lab.offer.scenarios.find(({ id }) => id === lab.ask.scenarios[0]);
  const places = (scene?.roster ?? []).filter(({ side, kinds }) => side === 0 && kinds.length);
  if (!places.length)
    return [h("p", { class: "sub" }, "No units can be chosen in this scenario; take another.")];
  return [
    h(
      "p",
      { class: "sub" },
      "Each force is played on both sides, so neither has the better ground.",
    ),
    h(
      "div",
      { class: "forces" },
      NAMES.map((name, at) => force(lab, name, at, places)),
    ),
  ];
}

function force(
  /** @type {Lab} */ lab,
  /** @type {string} */ name,
  /** @type {number} */ at,
  /** @type {any[]} */ places,
) {
  const now = lab.ask.forces[at];
  const set = (/** @type {number} */ i, /** @type {any} */ to) => {
    const made = places.map((place, k) => (k === i ? to : (now[k] ?? usual(lab, place))));
    const forces = /** @type {[any[], any[]]} */ (lab.ask.forces.with(at, made));
    change(lab, { forces });
  };
  const choice = (/** @type {any} */ place, /** @type {number} */ i) => {
    const can = lab.offer.samples.filter(({ unit }) => place.kinds.includes(unit));
    const own = typeof now[i] === "object" ? [now[i]] : [];
    const onchange = (/** @type {any} */ { target: { value } }) =>
      set(i, value === "own" ? own[0] : value);
    const label = `${name}, in the place of ${place.name || place.unit}`;
    return h(
      "select",
      { "aria-label": label, "data-key": `force ${at} ${i}`, onchange },
      !now.length && h("option", { value: "", selected: true }, "choose \u2026"),
      own.map((one) => h("option", { value: "own", selected: true }, one.name || "your build")),
      can.map((one) => h("option", { value: one.id, selected: one.id === now[i] }, one.name)),
    );
  };
  return h("fieldset", {}, h("legend", {}, name), places.map(choice));
}

/** The first unit that may stand in a place: the printed one, where it is known. */
function usual(/** @type {Lab} */ { offer }, /** @type {any} */ place) {
  const can = offer.samples.filter(({ unit }) => place.kinds.includes(unit));
  return (can.find(({ id, name }) => id === place.sample || name === place.name) ?? can[0])?.id;
}
