/** The course of a campaign: its battles in a row, and what happened in each, with every die. */

import { emblem, h, named, rule, use } from "../shared/dom.js";

/** @typedef {import("./types.js").CampaignView} CampaignView */
/** @typedef {import("./types.js").Battle} Battle */

const STATES = { fought: "fought", running: "being fought", next: "next", later: "to come" };

/** All battles from the first to the last. */
export function timeline(
  /** @type {CampaignView} */ view,
  /** @type {(game: string) => void} */ toTable,
) {
  return h(
    "ol",
    { class: "slip course", "aria-label": "Battles" },
    view.standing.battles.map((battle) =>
      h(
        "li",
        {
          class: battle.state,
          "aria-current": battle.state === "running" || battle.state === "next" ? "step" : null,
        },
        h("span", { class: "stop", "aria-hidden": "true" }, mark(battle)),
        h(
          "span",
          { class: "what" },
          h("b", {}, name(battle, toTable)),
          h("small", {}, outcome(view, battle)),
        ),
      ),
    ),
  );
}

function mark(/** @type {Battle} */ battle) {
  if (battle.winner === 0 || battle.winner === 1) return emblem(battle.winner);
  return battle.winner === 2 ? "=" : battle.number;
}

function name(/** @type {Battle} */ battle, /** @type {(game: string) => void} */ toTable) {
  if (battle.state === "running" && battle.game)
    return h(
      "a",
      { href: `/table/${battle.game}`, onclick: () => toTable(battle.game) },
      battle.name,
    );
  return battle.state === "fought"
    ? h(
        "a",
        {
          href: `#battle-${battle.number}`,
          onclick: () =>
            document.getElementById(`battle-${battle.number}`)?.setAttribute("open", ""),
        },
        battle.name,
      )
    : battle.name;
}

const outcome = (/** @type {CampaignView} */ view, /** @type {Battle} */ battle) =>
  battle.winner === null
    ? STATES[battle.state]
    : battle.winner === 2
      ? "a draw"
      : `${view.standing.sides[battle.winner].name} won`;

/** What each battle did to tanks and crews, the last one first. */
export function record(/** @type {CampaignView} */ view) {
  const fought = view.standing.battles.filter((b) => b.state === "fought").reverse();
  return h(
    "section",
    { class: "slip record", "aria-labelledby": "record" },
    h("h2", { id: "record" }, "Record"),
    fought.length
      ? fought.map((battle, i) => told(view, battle, i === 0))
      : h(
          "p",
          { class: "sub" },
          "No battle has been fought yet. What each one does to tanks and crews is written here.",
        ),
  );
}

function told(
  /** @type {CampaignView} */ view,
  /** @type {Battle} */ battle,
  /** @type {boolean} */ open,
) {
  const sides = view.standing.sides.map((side) => side.tanks.map((tank) => tank.name));
  const seat = (/** @type {string} */ tank) => (sides[1].includes(tank) ? "b" : "a");
  return h(
    "details",
    { id: `battle-${battle.number}`, open },
    h(
      "summary",
      {},
      h("b", {}, `Battle ${battle.number}, ${battle.name}: `),
      outcome(view, battle),
    ),
    h(
      "p",
      { class: "sub" },
      battle.fielded.map(([tank, unit], i) => [
        i ? ", " : "",
        h("b", { class: `u${seat(tank)}` }, tank),
        ` as ${unit}`,
      ]),
      battle.game && [
        " \u00b7 ",
        h("a", { href: `/replay/${battle.game}` }, "watch the battle again"),
      ],
    ),
    h(
      "ul",
      { class: "told" },
      battle.told.map((line) =>
        h(
          "li",
          {},
          named(line.text, []),
          line.rules.map((id) => [" ", rule(id)]),
          line.rolls.map(die),
        ),
      ),
    ),
  );
}

function die(/** @type {import("../shared/types.js").Roll} */ roll) {
  return h(
    "div",
    { class: "roll" },
    use(`d${roll.value}`, `dice ${roll.success ? "hit" : "miss"}`, `rolled ${roll.value}`),
    h("span", {}, roll.text, " ", rule(roll.rule)),
  );
}
