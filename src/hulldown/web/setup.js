/** The form that sets a battle up: ruleset, scenario, sides, options, seed. */

import { SIDES, h } from "./dom.js";
import { forcesOf, offerBuilds } from "./forces.js";

/** @typedef {import("./types.js").ScenarioInfo} ScenarioInfo */
/** @typedef {import("./types.js").OptionInfo} OptionInfo */
/** @typedef {{id: string, name: string, prefix: string, scenarios: ScenarioInfo[], options: OptionInfo[], players: {id: string, name: string, text: string}[]}} RulesetInfo */

const YES_NO = { true: "yes", false: "no" };
const WHO = [["computer", "the computer"], ["human", "a person here"], ["invite", "a person by link"]];

/** @param {HTMLFormElement} form @param {RulesetInfo[]} rulesets @param {(order: any) => void} start */
export function makeSetup(form, rulesets, start) {
  const body = h("div", { class: "fields" });
  const ruleset = select("ruleset", rulesets.map((r) => [r.id, r.name]));
  const chosen = () => /** @type {RulesetInfo} */ (rulesets.find((r) => r.id === ruleset.value) ?? rulesets[0]);
  const build = () => body.replaceChildren(...fields(chosen()));
  form.replaceChildren(h("h2", {}, "Another battle"), labelled("Rules", ruleset), body, h("div", { class: "row" }, h("button", { class: "cta" }, "Start this battle"),
    h("a", { class: "plain", id: "book", href: "#", onclick: (/** @type {Event} */ e) => /** @type {HTMLAnchorElement} */ (e.currentTarget).href = `/rulebook/${chosen().id}` }, "Rulebook")));
  ruleset.addEventListener("change", build);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const data = new FormData(form);
    start({ ...orderOf(data, chosen()), forces: await forcesOf(data, chosen().id) });
  });
  if (rulesets.length) build();
}

const labelled = (/** @type {string} */ text, /** @type {Node} */ control) => h("label", {}, h("span", {}, text), control);

function select(/** @type {string} */ name, /** @type {string[][]} */ values, chosen = "") {
  return /** @type {HTMLSelectElement} */ (h("select", { name }, values.map(([value, text]) => h("option", { value, selected: value === chosen }, text))));
}

function fields(/** @type {RulesetInfo} */ set) {
  const scenario = select("scenario", set.scenarios.map((s) => [s.id, s.name]), "skirmish");
  const about = h("div", { class: "about" });
  const side = h("div", { class: "sides" });
  const own = h("div", { class: "own" });
  const other = select("other", WHO);
  const against = labelled("Against", other);
  const level = labelled("How strong", select("player", set.players.map((p) => [p.id, p.text ? `${p.name}: ${p.text}` : p.name]), set.players.find((p) => p.id.startsWith("mcts"))?.id));
  const tell = () => {
    const info = /** @type {ScenarioInfo} */ (set.scenarios.find((s) => s.id === scenario.value));
    about.replaceChildren(h("p", {}, info.briefing || info.summary), h("p", {}, h("b", {}, "Victory: "), info.victory), h("p", { class: "sub" }, `${info.turns} turns`));
    side.replaceChildren(labelled("You are", select("side", SIDES.slice(0, info.sides.length || 2).map((name, i) => [String(i), [name, info.sides[i]].filter(Boolean).join(" \u00b7 ")]))));
    const mine = () => offerBuilds(own, set.id, info.roster.filter((unit) => unit.side === Number(side.querySelector("select")?.value ?? 0)));
    side.onchange = mine;
    mine();
    against.hidden = info.sides.length === 1;
    if (against.hidden) other.value = "computer";
    level.hidden = against.hidden || other.value !== "computer";
  };
  scenario.addEventListener("change", tell);
  other.addEventListener("change", () => (level.hidden = other.value !== "computer"));
  if (set.scenarios.length) tell();
  return [labelled("Scenario", scenario), about, side, own, against, level, options(set),
    labelled("Seed", h("input", { name: "seed", inputmode: "numeric", pattern: "[0-9]*", placeholder: "by chance" }))];
}

/** The rule variants with the rules they change; folded, since the defaults are the rulebook's. */
function options(/** @type {RulesetInfo} */ set) {
  if (!set.options.length) return "";
  return h("details", {}, h("summary", {}, `Rule options (${set.options.length})`), set.options.map((o) => h("label", { class: "option" },
    h("span", {}, o.text, " ", h("code", {}, o.id), " ", h("a", { class: "rule", href: `/rulebook/${set.id}#${o.rule}`, target: "rulebook" }, o.rule)),
    o.number ? number(o) : select(`option ${o.id}`, o.values.map((v) => [v, YES_NO[v] ?? v.replaceAll("_", " ")]), o.default))));
}

/** A number to fill in; left empty it is what the rulebook says, which may be a word. */
const number = (/** @type {OptionInfo} */ o) =>
  h("input", { type: "number", name: `option ${o.id}`, min: o.low, max: o.high, placeholder: o.default.replaceAll("_", " ") });

/** What the form says, as the server wants it; options left as they are are not named. */
function orderOf(/** @type {FormData} */ data, /** @type {RulesetInfo} */ set) {
  const mine = Number(data.get("side") ?? 0);
  const kind = String(data.get("other"));
  const other = { kind, player: kind === "computer" ? String(data.get("player") ?? "") : "", name: "" };
  const you = { kind: "human", player: "", name: "" };
  const changed = set.options.map((o) => [o.id, data.get(`option ${o.id}`), o]).filter(([, value, o]) => value && value !== /** @type {OptionInfo} */ (o).default);
  const seed = String(data.get("seed") ?? "").trim();
  return {
    ruleset: set.id, scenario: data.get("scenario"), seed: seed ? Number(seed) : null,
    options: Object.fromEntries(changed.map(([id, value, o]) => [id, /** @type {any} */ (o).number ? Number(value) : value])),
    seats: mine === 0 ? [you, other] : [other, you],
  };
}
