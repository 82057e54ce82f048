/** The question: one sentence with fields in it, what it will take, and a button that asks it. */

import { announce, h, many, rule, titled } from "../shared/dom.js";
import { panel } from "../shared/panels.js";
import { changesSaid, drawSwitches, layerSaid } from "./changes.js";
import { drawMore } from "./more.js";
import {
  change,
  HOUSE_RULES,
  lacking,
  pricedNow,
  sceneName,
  speaks,
  turnTo,
  unitSwitches,
} from "./state.js";
import { count, listed, playerNames, time } from "./words.js";

/** @import { Ask, Kind, Lab, Switch } from "./types.js" */
/** @import { Piece } from "../shared/dom.js" */

const EFFECTS = [0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 15, 20];

/** @type {Record<Kind, (lab: Lab) => Piece[]>} */
const SENTENCES = {
  fair: (lab) => [
    "Is ",
    scenes(lab),
    base(lab),
    " fair between ",
    player(lab),
    ", to within ",
    effect(lab),
    "?",
  ],
  variant: (lab) => [
    "Does ",
    opener(lab, "change", changesSaid(lab, `a change of ${lab.offer.name}`)),
    " change who wins in ",
    scenes(lab),
    played(lab),
    " between ",
    player(lab),
    " by ",
    effect(lab),
    " or more?",
  ],
  forces: (lab) => [
    "Which wins in ",
    scenes(lab),
    base(lab),
    ": ",
    opener(lab, "forces", forcesSaid(lab)),
    " between ",
    player(lab),
    ", by ",
    effect(lab),
    " or more?",
  ],
  units: (lab) => [
    "What is each unit worth in ",
    scenes(lab),
    base(lab),
    " between ",
    player(lab),
    "?",
  ],
  atlas: (lab) => [
    "Which of ",
    atlasOver(lab),
    " change who wins in ",
    scenes(lab),
    base(lab),
    " between ",
    player(lab),
    " by ",
    effect(lab),
    " or more?",
  ],
  depth: (lab) => ["Does skill tell in ", scenes(lab), base(lab), ", from ", ladder(lab), "?"],
  tune: (lab) => [
    "Which ",
    knob(lab),
    " from ",
    end(lab, "low", "lowest"),
    " to ",
    end(lab, "high", "highest"),
    " gives the first side ",
    target(lab),
    " in ",
    scenes(lab),
    base(lab),
    " between ",
    player(lab),
    ", to within ",
    effect(lab),
    "?",
  ],
  profile: (lab) => [
    "What are games of ",
    scenes(lab),
    base(lab),
    " between ",
    player(lab),
    " like?",
  ],
};

const JUDGES_EFFECT = ["fair", "variant", "forces", "atlas", "depth", "tune"];

export function drawQuestion(
  /** @type {Lab} */ lab,
  /** @type {HTMLElement} */ el,
  /** @type {() => void} */ begin,
) {
  const { ask, offer, judged, price, busy, packs } = lab;
  const parts = /** @type {[string, any[], () => Piece[]][]} */ ([
    ["sentence", [ask, offer, lab.panel, packs], () => SENTENCES[ask.kind](lab)],
    ["price", [ask, judged, price, busy, lab.sending, lab.state], () => going(lab, begin)],
    ["wrong", [judged], () => wrongs(lab)],
    ["under", [ask, offer, lab.panel, packs, lab.find], () => under(lab)],
    ["more", [ask, offer, judged], () => drawMore(lab)],
  ]);
  if (el.childElementCount !== parts.length + 1) {
    const of = parts.map(([id]) => h("div", { id: `q-${id}`, class: id }));
    el.replaceChildren(h("div", { id: "q-rules", class: "rules" }), ...of);
  }
  const rules = /** @type {HTMLElement} */ (el.querySelector("#q-rules"));
  panel(rules, [lab.rulesets, offer, ask.kind], () => chooser(lab));
  for (const [id, needs, build] of parts)
    panel(/** @type {HTMLElement} */ (el.querySelector(`#q-${id}`)), needs, build);
}

/** What an atlas goes over: all rules, or the house rules of the packs. */
function atlasOver(/** @type {Lab} */ lab) {
  const all = `all rules of ${lab.offer.name} that can be changed`;
  if (!lab.offer.house_rules.length) return all;
  const here = lab.ask.over.includes(HOUSE_RULES);
  const onchange = (/** @type {any} */ { target }) =>
    change(lab, { over: target.value ? [HOUSE_RULES] : [] });
  return h(
    "select",
    { "aria-label": "Which rules", "data-key": "over", onchange },
    h("option", { value: "", selected: !here }, all),
    h("option", { value: HOUSE_RULES, selected: here }, "my house rules"),
  );
}

// ---------------------------------------------------------------- which rules, which kind

function chooser(/** @type {Lab} */ lab) {
  const { rulesets, offer, ask } = lab;
  const swap = (/** @type {any} */ event) =>
    location.assign(`/lab?${new URLSearchParams({ ruleset: event.target.value })}`);
  const which = h(
    "select",
    { "aria-label": "Rules", "data-key": "rules", onchange: swap },
    rulesets.map(({ id, name }) => h("option", { value: id, selected: id === offer.id }, name)),
  );
  const one = (/** @type {(typeof offer.kinds)[number]} */ { id, name, why }) => {
    const here = id === ask.kind;
    const onclick = () => why || turn(lab, /** @type {Kind} */ (id));
    const off = { "aria-disabled": why ? "true" : null, title: why || null };
    const press = { type: "button", class: "kind", "data-key": `kind ${id}`, onclick };
    return h("button", { ...press, ...off, "aria-pressed": String(here) }, name);
  };
  return [
    which,
    h(
      "div",
      { class: "kinds", role: "group", "aria-label": "Kind of question" },
      offer.kinds.map(one),
    ),
  ];
}

function turn(/** @type {Lab} */ lab, /** @type {Kind} */ kind) {
  lab.panel = "";
  const layers = turnTo(lab.ask, lab.offer, kind);
  change(lab, { ...layers, kind, most: 0, name: "", taken: null, luck: kind === "profile" });
}

// ---------------------------------------------------------------- fields of the sentence

/** Open one of several choices. @returns {HTMLElement} */
function choice(
  /** @type {string} */ name,
  /** @type {[string, string][]} */ options,
  /** @type {string} */ value,
  /** @type {(to: string) => void} */ set,
) {
  const onchange = (/** @type {any} */ event) => set(event.target.value);
  const known = options.some(([id]) => id === value);
  /** @type {[string, string][]} */
  const all = known ? options : [...options, [value, value]];
  return h(
    "select",
    { class: "f", "aria-label": name, "data-key": name, onchange },
    all.map(([id, words]) => h("option", { value: id, selected: id === value }, words)),
  );
}

/**
 * A field that opens a list to tick in; it closes when the focus leaves it.
 * @returns {HTMLElement}
 */
function ticks(
  /** @type {Lab} */ lab,
  /** @type {string} */ name,
  /** @type {[string, string][]} */ options,
  /** @type {string[]} */ chosen,
  /** @type {(to: string[]) => void} */ set,
) {
  const words = listed(options.filter(([id]) => chosen.includes(id)).map(([, said]) => said));
  const tick = (/** @type {[string, string]} */ [id, said]) => {
    const onchange = (/** @type {any} */ { target: box }) => {
      const to = options
        .map(([one]) => one)
        .filter((one) => (one === id ? box.checked : chosen.includes(one)));
      lab.unfolded.add(name); // its own event may come after the list is drawn anew
      if (to.length) set(to);
      else box.checked = true;
    };
    const box = {
      type: "checkbox",
      checked: chosen.includes(id),
      "data-key": `${name} ${id}`,
      onchange,
    };
    return h("label", {}, h("input", box), h("span", {}, said));
  };
  const ontoggle = (/** @type {any} */ event) =>
    lab.unfolded[event.target.open ? "add" : "delete"](name);
  const onfocusout = (/** @type {any} */ event) => {
    const to = event.relatedTarget;
    if (to && !event.currentTarget.contains(to)) event.currentTarget.open = false;
  };
  const onkeydown = (/** @type {any} */ event) => {
    if (event.key !== "Escape") return;
    lab.unfolded.delete(name);
    event.currentTarget.open = false;
    event.currentTarget.querySelector("summary").focus();
  };
  const list = { class: "drop", role: "group", "aria-label": name };
  return h(
    "details",
    { class: "ticks", open: lab.unfolded.has(name), ontoggle, onfocusout, onkeydown },
    h("summary", { class: "f", "data-key": name, "aria-label": `${name}: ${words}` }, words),
    h("div", list, options.map(tick)),
  );
}

const scenes = (/** @type {Lab} */ lab) => {
  const { ask, offer } = lab;
  const known = offer.scenarios.filter(({ sides }) => sides.length > 1);
  /** @type {[string, string][]} */
  const all = known.map(({ id, name }) => [id, name]);
  const others = ask.scenarios.filter((id) => !known.some((one) => one.id === id));
  for (const id of others) all.push([id, sceneName(offer, id)]);
  return ticks(lab, "Scenarios", all, ask.scenarios, (to) => change(lab, { scenarios: to }));
};

const player = (/** @type {Lab} */ lab) =>
  choice("Players", playerNames(lab), lab.ask.player, (to) => change(lab, { player: to }));

const ladder = (/** @type {Lab} */ lab) =>
  ticks(lab, "Players, weakest first", playerNames(lab), lab.ask.ladder, (to) =>
    change(lab, { ladder: to }),
  );

const effect = (/** @type {Lab} */ { ask }) =>
  h("b", { class: "effect" }, many(ask.effect, "point"));

/** What can be turned: numbers of the rules, then those of units. @returns {Switch[]} */
const knobs = (/** @type {Lab["offer"]} */ offer) => [
  ...offer.options.filter(({ number }) => number),
  ...unitSwitches(offer),
];

/** A range about what a number of a unit is: its bounds are often far away. */
const around = (/** @type {Switch} */ { default: now, low, high }) => [
  Math.max(low, Number(now) - 2),
  Math.min(high, Number(now) + 2),
];

const knob = (/** @type {Lab} */ lab) => {
  const { ask, offer } = lab;
  const numbers = knobs(offer);
  /** @type {[string, string][]} */
  const all = numbers.map(({ id, title }) => [id, title ?? titled(id)]);
  return choice("Which number to turn", all, ask.knob.id, (id) => {
    const one = numbers.find((it) => it.id === id);
    if (!one) return;
    const [low, high] = one.title ? around(one) : [one.low, one.high];
    change(lab, { knob: { id, low, high } });
  });
};

const number = (
  /** @type {string} */ name,
  /** @type {number} */ value,
  /** @type {{min: number, max: number, step?: number|string}} */ bounds,
  /** @type {(to: number) => void} */ set,
) => {
  const onchange = (/** @type {any} */ event) =>
    event.target.value !== "" && set(Number(event.target.value));
  const given = { type: "number", class: "f", step: "any", ...bounds, value, onchange };
  return h("input", { ...given, "aria-label": name, "data-key": name });
};

const end = (
  /** @type {Lab} */ lab,
  /** @type {"low"|"high"} */ which,
  /** @type {string} */ name,
) => {
  const { knob: now } = lab.ask;
  const one = knobs(lab.offer).find(({ id }) => id === now.id);
  const bounds = { min: one?.low ?? 0, max: one?.high ?? 100 };
  return number(name, now[which], bounds, (to) => change(lab, { knob: { ...now, [which]: to } }));
};

const target = (/** @type {Lab} */ lab) => [
  number("Wanted share, in percent", lab.ask.target, { min: 1, max: 99 }, (to) =>
    change(lab, { target: to }),
  ),
  " %",
];

/** With what all games of a variant are played, beside its change. */
const played = (/** @type {Lab} */ lab) =>
  speaks(lab.ask.base) && [" (", h("b", {}, layerSaid(lab, lab.ask.base)), ")"];

/** With what all games are played, where the question is not about a change. */
const base = (/** @type {Lab} */ lab) => [
  " (",
  opener(lab, "change", changesSaid(lab, "as printed")),
  ")",
];

/** A field that opens its panel under the sentence. */
function opener(
  /** @type {Lab} */ lab,
  /** @type {"change"|"forces"} */ which,
  /** @type {string} */ words,
) {
  const open = lab.panel === which;
  const onclick = () => {
    lab.panel = open ? "" : which;
    lab.draw();
  };
  const state = { "aria-expanded": String(open), "aria-controls": "q-under" };
  return h("button", { type: "button", class: "f", "data-key": which, ...state, onclick }, words);
}

const forcesSaid = (/** @type {Lab} */ { ask, offer }) => {
  const name = (/** @type {any} */ one) =>
    typeof one === "string" ? (offer.samples.find(({ id }) => id === one)?.name ?? one) : one.name;
  const [one, two] = ask.forces.map((force) => listed(force.map(name)));
  return ask.forces.every((force) => force.length) ? `${one} or ${two}` : "two forces";
};

const under = (/** @type {Lab} */ lab) => {
  if (lab.panel === "change") return drawSwitches(lab);
  return lab.panel === "forces" && lab.ask.kind === "forces" ? drawForces(lab) : [];
};

// ---------------------------------------------------------------- what it takes

/** The button, the price, and the slider by which both can be had for less. */
function going(/** @type {Lab} */ lab, /** @type {() => void} */ begin) {
  const { ask, judged, state } = lab;
  const off = !judged || judged.problems.length > 0 || Boolean(judged.refused);
  const press = {
    type: "submit",
    class: "cta",
    "data-key": "ask",
    "aria-disabled": off ? "true" : null,
  };
  const onclick = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!off) begin();
    else announce(lacking(ask) || judged?.problems[0]?.text || judged?.refused || "");
    if (lacking(ask) && !lab.panel) {
      lab.panel = ask.kind === "forces" ? "forces" : "change";
      lab.draw();
    }
  };
  const guest = state.most_games
    ? ` Guests may ask for ${state.most_games.toLocaleString("en")} games.`
    : "";
  return [
    JUDGES_EFFECT.includes(ask.kind) && slider(lab),
    h(
      "div",
      { class: "row" },
      h("button", { ...press, onclick }, lab.sending ? "Asking \u2026" : "Ask"),
      h("span", { class: "sub", id: "price", role: "status" }, priceSaid(lab), guest),
    ),
  ];
}

function slider(/** @type {Lab} */ lab) {
  const { ask } = lab;
  const at = EFFECTS.findIndex((one) => one >= ask.effect);
  const oninput = (/** @type {any} */ event) =>
    change(lab, { effect: EFFECTS[Number(event.target.value)] });
  const most = EFFECTS.length - 1;
  const given = { type: "range", min: 0, max: most, step: 1, value: at < 0 ? most : at, oninput };
  const said = { "aria-valuetext": many(ask.effect, "point"), "data-key": "effect" };
  const name = "Smallest difference that matters";
  return h(
    "label",
    { class: "slider" },
    h("span", {}, name),
    h("input", { ...given, ...said, "aria-label": name }),
    h("output", { class: "num" }, many(ask.effect, "point")),
  );
}

/** Games, time and what can be found by them, in words. */
function priceSaid(/** @type {Lab} */ lab) {
  const { judged, price, ask, busy } = lab;
  if (lacking(ask)) return lacking(ask);
  if (!judged) return "";
  if (judged.refused) return judged.refused;
  if (judged.problems.length) return "This can\u2019t be asked yet:";
  if (!pricedNow(lab) || !price)
    return busy
      ? "Playing a few games to see what this takes \u2026"
      : `At most ${count(judged.games)} games.`;
  const seldom = ask.error === 5 ? "one time in twenty" : `${ask.error} times in a hundred`;
  const wrong = ` \u00b7 wrong ${seldom} at most, either way`;
  const found =
    JUDGES_EFFECT.includes(ask.kind) && price.findable_effect > ask.effect
      ? ` \u00b7 this few pairs find differences of ${price.findable_effect.toFixed(1)} points`
      : "";
  const errs = JUDGES_EFFECT.includes(ask.kind) ? wrong : "";
  const takes = `About ${count(price.games)} games, ${time(price.minutes)} on this machine`;
  return `${takes}${errs}${found}.`;
}

const wrongs = (/** @type {Lab} */ { judged }) => {
  const found = judged?.problems ?? [];
  if (!found.length) return [];
  const one = (/** @type {(typeof found)[number]} */ { field, text, rule: id }) =>
    h("li", {}, field && h("b", {}, `${field}: `), text, " ", rule(id));
  return [h("ul", {}, found.slice(0, 6).map(one))];
};

// ---------------------------------------------------------------- forces
// Two of them, each with a unit in every place of the first side.

const NAMES = ["First force", "Second force"];

/** The panel: for each force a choice for each place. */
function drawForces(/** @type {Lab} */ lab) {
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
