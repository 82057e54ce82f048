/** The rule options of a battle: by chapters, found by words, and what differs from the rulebook always in sight. */

import { h } from "./dom.js";

/** @typedef {import("./types.js").OptionInfo} OptionInfo */
/** @typedef {import("./types.js").RulesetInfo} RulesetInfo */

const YES_NO = { true: "yes", false: "no" };

/** A value as a person says it. */
export const said = (/** @type {any} */ value) =>
  YES_NO[String(value)] ?? String(value).replaceAll("_", " ");

const SHORT = { aa: "AA", ai: "AI", apc: "APC", at: "AT", los: "LOS", lt: "Lt", adv: "advanced" };

/** An option's name as a person says it. */
export function titled(/** @type {string} */ id) {
  const text = id
    .split("_")
    .map((word) => SHORT[word] ?? word)
    .join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The parts of the form: `own` for the options of the mission, `all` for the others, `changed` for what was chosen.
 * @param {RulesetInfo} set
 */
export function makeOptions(set) {
  const byId = new Map(set.options.map((o) => [o.id, o]));
  const rows = new Map(set.options.map((o) => [o.id, row(set.id, o)]));
  const own = h("div", { class: "own-options" });
  const list = h("div");
  const changed = h("ul", { class: "changed", "aria-label": "Options chosen" });
  const find = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "search",
      placeholder: "Find an option: night, mines, initiative \u2026",
      "aria-label": "Find an option",
    })
  );
  const all = h(
    "details",
    { class: "options" },
    h("summary", {}, `Rule options (${set.options.length})`),
    find,
    list,
  );

  /** Lay the options out for a mission: its own first, those of other missions last. */
  function lay(/** @type {string} */ scenario) {
    const mine = set.groups.filter((g) => g.scenarios.includes(scenario));
    const other = set.groups.filter((g) => g.scenarios.length && !g.scenarios.includes(scenario));
    const last = {
      title: "Other missions",
      options: other.flatMap((g) => g.options),
      scenarios: [],
    };
    own.replaceChildren(
      ...mine.flatMap((g) => g.options).map((id) => /** @type {Node} */ (rows.get(id))),
    );
    list.replaceChildren(
      ...[...set.groups.filter((g) => !g.scenarios.length), last]
        .filter((g) => g.options.length)
        .map((g) => chapter(g, rows)),
    );
    told();
  }

  /** What differs from the rulebook, each with a way back. */
  function told() {
    const chosen = differing(set, (id) => control(rows.get(id)).value);
    changed.replaceChildren(
      ...chosen.map(([id, value]) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              title: `Back to ${said(byId.get(id)?.default)}`,
              onclick: () => back(id),
            },
            `${titled(id)}: ${said(value)}`,
            h("span", { "aria-hidden": "true" }, " \u00d7"),
            h("span", { class: "vh" }, ", put back"),
          ),
        ),
      ),
    );
    for (const [id, el] of rows)
      el.classList.toggle(
        "differs",
        chosen.some(([other]) => other === id),
      );
  }

  function back(/** @type {string} */ id) {
    const option = /** @type {OptionInfo} */ (byId.get(id));
    control(rows.get(id)).value = option.number ? "" : option.default;
    told();
  }

  find.addEventListener("input", () => sift(list, rows, find.value));
  for (const el of rows.values()) el.addEventListener("change", told);
  return { own, all, changed, lay };
}

const control = (/** @type {any} */ el) =>
  /** @type {HTMLInputElement|HTMLSelectElement} */ (el.querySelector("input, select"));

const chapter = (
  /** @type {import("./types.js").OptionGroup} */ g,
  /** @type {Map<string, HTMLElement>} */ rows,
) =>
  h(
    "details",
    { class: "chapter" },
    h("summary", {}, g.title, " ", h("small", {}, g.options.length)),
    g.options.map((id) => rows.get(id)),
  );

/** An option with what it changes and the rule. */
const row = (/** @type {string} */ ruleset, /** @type {OptionInfo} */ o) =>
  h(
    "label",
    { class: "option" },
    h(
      "span",
      {},
      h("b", {}, titled(o.id)),
      " ",
      o.text,
      " ",
      h("a", { class: "rule", href: `/rulebook/${ruleset}#${o.rule}`, target: "rulebook" }, o.rule),
    ),
    o.number
      ? number(o)
      : h(
          "select",
          { name: `option ${o.id}` },
          o.values.map((v) => h("option", { value: v, selected: v === o.default }, said(v))),
        ),
  );

/** A number to fill in; left empty it is what the rulebook says, which may be a word. */
const number = (/** @type {OptionInfo} */ o) =>
  h("input", {
    type: "number",
    name: `option ${o.id}`,
    min: o.low,
    max: o.high,
    placeholder: said(o.default),
  });

/** Show the options with all the words, in chapters laid open; without words all of them, folded. */
function sift(
  /** @type {HTMLElement} */ list,
  /** @type {Map<string, HTMLElement>} */ rows,
  /** @type {string} */ text,
) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const el of rows.values())
    if (list.contains(el))
      el.hidden = !words.every((word) =>
        `${el.firstElementChild?.textContent}`.toLowerCase().includes(word),
      );
  for (const part of list.children) {
    const some = Boolean(part.querySelector(".option:not([hidden])"));
    /** @type {HTMLDetailsElement} */ (part).open = words.length > 0 && some;
    /** @type {HTMLElement} */ (part).hidden = !some;
  }
}

/**
 * The options whose value is not the rulebook's, as the server wants them.
 * @param {RulesetInfo} set
 * @param {(id: string) => any} valueOf what the form says
 * @returns {[string, string|number][]}
 */
export function differing(set, valueOf) {
  return set.options
    .map((o) => /** @type {[OptionInfo, string]} */ ([o, String(valueOf(o.id) ?? "")]))
    .filter(([o, value]) => value && value !== o.default)
    .map(([o, value]) => [o.id, o.number ? Number(value) : value]);
}
