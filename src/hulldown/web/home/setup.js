/** The form that sets a battle up: ruleset, mission, side, opponent, options, seed. */

import { h } from "../shared/dom.js";
import { call } from "../shared/net.js";
import { differing, makeOptions } from "../shared/options.js";
import { forcesOf, offerBuilds } from "./forces.js";
import { about, missionPicker, sides } from "./missions.js";

/** @typedef {import("../shared/types.js").ScenarioInfo} ScenarioInfo */
/** @typedef {import("../shared/types.js").RulesetInfo} RulesetInfo */

const WHO = [
  ["computer", "the computer"],
  ["human", "a person here"],
  ["invite", "a person by link"],
];

/** @type {Map<string, Promise<RulesetInfo>>} */ const known = new Map();

/** All that a ruleset offers, asked for once; after a failure again. @returns {Promise<RulesetInfo>} */
export function offered(/** @type {string} */ id) {
  const found = known.get(id) ?? call(`/api/rulesets/${id}`);
  known.set(id, found);
  found.catch(() => known.delete(id));
  return found;
}

/**
 * @param {HTMLFormElement} form
 * @param {{id: string, name: string}[]} rulesets
 * @param {string} first the ruleset that is laid out at first
 * @param {(order: any) => void} start
 * @param {(error: any) => void} trouble
 */
export function makeSetup(form, rulesets, first, start, trouble) {
  const body = h("div", { class: "fields" });
  const ruleset = select(
    "ruleset",
    rulesets.map((r) => [r.id, r.name]),
    first,
  );
  /** What the form is laid out for; nothing while that is awaited. @type {RulesetInfo|null} */ let set =
    null;
  const build = async () => {
    const wanted = ruleset.value;
    set = null;
    const found = await offered(wanted);
    if (wanted !== ruleset.value) return;
    set = found;
    body.replaceChildren(...fields(found));
  };
  const which = labelled("Rules", ruleset);
  which.hidden = rulesets.length < 2;
  form.replaceChildren(
    h("h2", {}, "Another battle"),
    which,
    body,
    h(
      "div",
      { class: "row" },
      h("button", { class: "cta" }, "Start this battle"),
      h(
        "a",
        {
          class: "plain",
          id: "book",
          href: "#",
          onclick: (/** @type {Event} */ e) =>
            /** @type {HTMLAnchorElement} */ ((e.currentTarget).href =
              `/rulebook/${ruleset.value}`),
        },
        "Rulebook",
      ),
    ),
  );
  ruleset.addEventListener("change", () => build().catch(trouble));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!set) return;
    const [data, chosen] = [new FormData(form), set];
    start({ ...orderOf(data, chosen), forces: await forcesOf(data, chosen.id) });
  });
  build().catch(trouble);
}

const labelled = (/** @type {string} */ text, /** @type {Node} */ control) =>
  h("label", {}, h("span", {}, text), control);

function select(/** @type {string} */ name, /** @type {string[][]} */ values, chosen = "") {
  return /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { name },
      values.map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
    )
  );
}

function fields(/** @type {RulesetInfo} */ set) {
  const told = h("div", { class: "about", "aria-live": "polite" });
  const side = h("div", { class: "sides", role: "radiogroup", "aria-label": "You are" });
  const own = h("div", { class: "own" });
  const options = makeOptions(set);
  const other = select("other", WHO);
  const against = labelled("Against", other);
  const level = labelled(
    "How strong",
    select(
      "player",
      set.players.map((p) => [p.id, p.text ? `${p.name}: ${p.text}` : p.name]),
      set.players.find((p) => p.id.startsWith("mcts"))?.id,
    ),
  );
  const seat = () =>
    Number(/** @type {HTMLInputElement|null} */ (side.querySelector(":checked"))?.value ?? 0);
  const tell = (/** @type {ScenarioInfo} */ info) => {
    told.replaceChildren(...about(info, set.id).filter((x) => x instanceof Node));
    side.replaceChildren(...sides(info, seat()));
    const mine = () => offerBuilds(own, set.id, info, seat());
    side.onchange = mine;
    mine();
    options.lay(info.id);
    against.hidden = info.sides.length === 1;
    if (against.hidden) other.value = "computer";
    level.hidden = against.hidden || other.value !== "computer";
  };
  other.addEventListener("change", () => (level.hidden = other.value !== "computer"));
  return [
    missionPicker(set.id, set.scenarios, tell),
    told,
    options.own,
    side,
    own,
    against,
    level,
    set.options.length ? options.all : "",
    options.changed,
    labelled(
      "Seed",
      h("input", {
        name: "seed",
        inputmode: "numeric",
        pattern: "[0-9]*",
        placeholder: "by chance",
      }),
    ),
  ];
}

/** What the form says, as the server wants it; options left as they are are not named. */
function orderOf(/** @type {FormData} */ data, /** @type {RulesetInfo} */ set) {
  const mine = Number(data.get("side") ?? 0);
  const kind = String(data.get("other"));
  const other = {
    kind,
    player: kind === "computer" ? String(data.get("player") ?? "") : "",
    name: "",
  };
  const you = { kind: "human", player: "", name: "" };
  const seed = String(data.get("seed") ?? "").trim();
  return {
    ruleset: set.id,
    scenario: data.get("scenario"),
    seed: seed ? Number(seed) : null,
    options: Object.fromEntries(differing(set, (id) => data.get(`option ${id}`))),
    seats: mine === 0 ? [you, other] : [other, you],
  };
}
