/**
 * The top of the table: turn, whose decision it is, order of activation, chance to win; and what
 * the battle is about.
 */

import { emblem, h, inWords, later, letter, rule, SIDES, titled } from "../shared/dom.js";
import { showsChances } from "../shared/net.js";
import { panel, percent } from "../shared/panels.js";
import { look } from "./play.js";
import { kept } from "./state.js";

/** @import { ScenarioInfo, Status, TableView } from "../shared/types.js" */
/** @import { State } from "./types.js" */

const OWN = "own"; // the id of a scenario that does not come with the game
const AWAITED = 0.5; // drawn unseen until a chance is known, so that the board does not move then

/** @type {Record<string, string>} how it is said what a unit of the order is at */
const HOW = { done: "done", now: "acting" };

/** @param {Record<string, HTMLElement>} el */
export function drawHeader(el, /** @type {State} */ s) {
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
            "aria-label": [unit, HOW[how], able.has(unit) && "can act"].filter(Boolean).join(", "),
            onclick: () => look(s, unit),
          },
          h("span", {}, unit),
        ),
      ),
    ),
  );
  const win = view.win ?? s.chances[view.number] ?? null;
  s.known = win ?? (s.at === null ? s.known : null);
  el.win.hidden = !showsChances();
  el.win.classList.toggle("pale", win === null);
  el.win.classList.toggle("awaited", s.known === null);
  panel(el.win, [s.known], () => winBar(s.known ?? AWAITED));
}

/** Whose decision it is: the line of the status without what stands above and beside it. */
function decision(/** @type {Status} */ status, /** @type {string} */ turn) {
  const beside = [turn, ...Object.values(status.extras ?? {})];
  return status.text
    .split(" \u00b7 ")
    .filter((part) => !beside.includes(part))
    .join(" \u00b7 ");
}

/** Seat 0's chance to win, and what is left of it. */
function winBar(/** @type {number} */ win) {
  const [one, other] = SIDES;
  const told = `Chance to win: ${one} ${percent(win)}, ${other} ${percent(1 - win)}`;
  return [
    h(
      "div",
      { class: "win-num num", title: told },
      h("span", {}, emblem(0), " ", h("span", { class: "nm" }, one), " ", percent(win)),
      h("span", {}, percent(1 - win), " ", h("span", { class: "nm" }, other), " ", emblem(1)),
    ),
    h(
      "div",
      {
        class: "win-bar",
        role: "img",
        title: told,
        "aria-label": told,
      },
      h("span", { class: "wa", style: `width:${100 * win}%` }),
      h("span", { class: "wb" }),
    ),
  ];
}

// ---------------------------------------------------------------- the mission

/** Draw the mission into every place that shows it. */
export function drawMission(/** @type {HTMLElement[]} */ places, /** @type {State} */ s) {
  const view = s.shown;
  if (!view) return;
  const options = Object.entries(view.options ?? {});
  for (const el of places)
    panel(
      el,
      [view.scenario.id, JSON.stringify([view.status.extras, options, view.dice_told, view.seats])],
      () => [
        h("h2", {}, "Mission"),
        standing(view.status),
        ...aims(s, view.scenario),
        players(view.seats),
        played(options),
        h("p", { class: "sub" }, view.dice_told),
        view.scenario.id !== OWN &&
          later("Print it for a real table", async () =>
            (await import("../shared/printing.js")).papers(() => printed(view)),
          ),
      ],
    );
}

/** What of the battle is printed: its scenario as it began, with its options. */
const printed = (/** @type {TableView} */ { ruleset, scenario, options }) => ({
  ruleset: ruleset.id,
  scenario: scenario.id,
  options,
});

/** Who plays which side, if anybody has said a name. */
function players(/** @type {TableView["seats"]} */ seats) {
  const who = (/** @type {{name: string, kind: string}} */ { name, kind }) =>
    name || (kind === "computer" ? "the computer" : "a person");
  const each = seats.map((one) =>
    h("li", {}, emblem(one.seat), ` ${SIDES[one.seat]}: ${who(one)}`),
  );
  return seats.some(({ name }) => name) && h("ul", { class: "players" }, each);
}

/** How the mission stands, as chips: sky, objectives and score, waypoints, strikes. */
export function standing(/** @type {Status} */ status) {
  const all = Object.entries(status.extras ?? {});
  return (
    all.length > 0 &&
    h(
      "ul",
      { class: "extras" },
      all.map(([name, text]) =>
        h("li", { class: `x-${name}` }, text.charAt(0).toUpperCase() + text.slice(1)),
      ),
    )
  );
}

const aims = (/** @type {State} */ s, /** @type {ScenarioInfo} */ scenario) => [
  h(
    "p",
    {},
    h("b", {}, "Victory: "),
    scenario.victory || scenario.summary,
    " ",
    rule(scenario.rule),
  ),
  scenario.briefing &&
    h(
      "details",
      { open: s.unfolded.briefing, ontoggle: kept(s, "briefing") },
      h("summary", {}, "Briefing"),
      h("p", {}, scenario.briefing),
    ),
];

const played = (/** @type {[string, any][]} */ options) =>
  options.length > 0 &&
  h(
    "p",
    { class: "sub" },
    "Played with ",
    options.map(([id, value], i) => [i ? ", " : "", `${titled(id)}: ${inWords(value)}`]),
    ".",
  );
