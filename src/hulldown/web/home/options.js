/** The rule options of a battle: by chapters, found by words, what differs always in sight. */

import { h, inWords, rule, titled } from "../shared/dom.js";
import { call } from "../shared/net.js";

/** @import { OptionGroup, OptionInfo, RulesetInfo } from "../shared/types.js" */
/** @import { OptionForm } from "./types.js" */

/** @returns {OptionForm} */
export function makeOptions(/** @type {RulesetInfo} */ set) {
  const words = { type: "search", "aria-label": "Find an option" };
  const placeholder = "Find an option: night, mines, initiative \u2026";
  const find = h("input", { ...words, placeholder });
  const list = h("div");
  const rules = set.options.filter((o) => !o.value).length;
  const numbers = set.numbers ? ` and numbers (${set.numbers})` : "";
  const title = h("summary", {}, `Rule options (${rules})${numbers}`);
  const form = {
    set,
    scenario: "",
    find,
    rows: new Map(),
    own: h("div", { class: "own-options" }),
    list,
    all: h("details", { class: "options" }, title, find, list),
    changed: h("ul", { class: "changed", "aria-label": "Options chosen" }),
  };
  find.addEventListener("input", () => sift(form, find.value));
  addRows(form, set.options);
  form.all.addEventListener("toggle", () => addNumbers(form));
  return form;
}

/** The numbers of the rules beside the options, asked for when the list is first opened. */
export async function addNumbers(/** @type {OptionForm} */ form) {
  const { set } = form;
  if (!set.numbers || set.options.some((o) => o.value)) return;
  const found = await call(`/api/rulesets/${set.id}/variants`);
  if (set.options.some((o) => o.value)) return;
  const added = found.options.filter((/** @type {OptionInfo} */ o) => o.value);
  set.options = [...set.options, ...added];
  set.groups = found.groups;
  addRows(form, added);
  layOptions(form, form.scenario);
  sift(form, form.find.value);
}

function addRows(/** @type {OptionForm} */ form, /** @type {OptionInfo[]} */ added) {
  for (const o of added) {
    const el = row(form.set.id, o);
    el.addEventListener("change", () => drawChanged(form));
    form.rows.set(o.id, el);
  }
}

/** Lay the options out for a mission: its own first, those of other missions last. */
export function layOptions(/** @type {OptionForm} */ form, /** @type {string} */ scenario) {
  const { groups } = form.set;
  form.scenario = scenario;
  const rowsOf = (/** @type {OptionGroup[]} */ some) =>
    some.flatMap((g) => g.options).map((id) => /** @type {Node} */ (form.rows.get(id)));
  const other = groups.filter((g) => g.scenarios.length && !g.scenarios.includes(scenario));
  const chapters = [
    ...groups.filter((g) => !g.scenarios.length).map((g) => ({ title: g.title, some: [g] })),
    { title: "Other missions", some: other },
  ];
  form.own.replaceChildren(...rowsOf(groups.filter((g) => g.scenarios.includes(scenario))));
  form.list.replaceChildren(
    ...chapters
      .map(({ title, some }) => ({ title, rows: rowsOf(some) }))
      .filter(({ rows }) => rows.length)
      .map(({ title, rows }) => chapter(title, rows)),
  );
  drawChanged(form);
}

/** What differs from the rulebook, each with a way back. */
function drawChanged(/** @type {OptionForm} */ form) {
  const chosen = differing(form.set, (id) => control(form, id).value);
  const back = (/** @type {OptionInfo} */ option) => {
    control(form, option.id).value = option.number ? "" : option.default;
    drawChanged(form);
  };
  form.changed.replaceChildren(
    ...chosen.map(([option, value]) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            title: `Back to ${inWords(option.default)}`,
            onclick: () => back(option),
          },
          `${titled(option.id)}: ${inWords(value)}`,
          h("span", { "aria-hidden": "true" }, " \u00d7"),
          h("span", { class: "vh" }, ", put back"),
        ),
      ),
    ),
  );
  const ids = new Set(chosen.map(([option]) => option.id));
  for (const [id, el] of form.rows) el.classList.toggle("differs", ids.has(id));
}

/** Choose what a pack says; how many of it there are here. */
export async function choose(
  /** @type {OptionForm} */ form,
  /** @type {Record<string, string|number|boolean>} */ wanted,
) {
  await addNumbers(form);
  const there = Object.entries(wanted).filter(([id]) => form.rows.has(id));
  for (const [id, value] of there) control(form, id).value = String(value);
  drawChanged(form);
  return there.length;
}

const control = (/** @type {OptionForm} */ form, /** @type {string} */ id) =>
  /** @type {HTMLInputElement|HTMLSelectElement} */ (
    form.rows.get(id)?.querySelector("input, select")
  );

const chapter = (/** @type {string} */ title, /** @type {Node[]} */ rows) =>
  h(
    "details",
    { class: "chapter" },
    h("summary", {}, title, " ", h("small", {}, rows.length)),
    rows,
  );

/** An option with what it changes and the rule. */
const row = (/** @type {string} */ ruleset, /** @type {OptionInfo} */ o) =>
  h(
    "label",
    { class: "option" },
    h("span", {}, h("b", {}, titled(o.id)), " ", o.text, " ", rule(o.rule, ruleset)),
    o.number
      ? number(o)
      : h(
          "select",
          { name: `option ${o.id}` },
          o.values.map((v) => h("option", { value: v, selected: v === o.default }, inWords(v))),
        ),
  );

/** A number to fill in; left empty it is what the rulebook says, which may be a word. */
const number = (/** @type {OptionInfo} */ o) =>
  h("input", {
    type: "number",
    name: `option ${o.id}`,
    min: o.low,
    max: o.high,
    step: o.value ? "any" : 1,
    placeholder: inWords(o.default),
  });

/** Show the options with all the words, in chapters laid open; without words all, folded. */
function sift(/** @type {OptionForm} */ form, /** @type {string} */ text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const el of form.rows.values()) {
    const own = `${el.firstElementChild?.textContent}`.toLowerCase();
    if (form.list.contains(el)) el.hidden = !words.every((word) => own.includes(word));
  }
  for (const part of /** @type {NodeListOf<HTMLDetailsElement>} */ (
    form.list.querySelectorAll(":scope > details")
  )) {
    const some = Boolean(part.querySelector(".option:not([hidden])"));
    part.open = words.length > 0 && some;
    part.hidden = !some;
  }
}

/**
 * The options whose value is not the rulebook's, each with that value.
 * @param {RulesetInfo} set
 * @param {(id: string) => any} asked what the form says
 * @returns {[OptionInfo, string|number][]}
 */
export function differing(set, asked) {
  return set.options
    .map((o) => /** @type {[OptionInfo, string]} */ ([o, String(asked(o.id) ?? "")]))
    .filter(([o, value]) => value && value !== o.default)
    .map(([o, value]) => [o, o.number && /^-?\d+$/.test(value) ? Number(value) : value]);
}
