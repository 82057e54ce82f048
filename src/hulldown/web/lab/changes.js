/** What is changed: every option and number of the rules with the text of its rule, and packs. */

import { h, inWords, rule, titled } from "../shared/dom.js";
import { trouble } from "../shared/notices.js";
import { basePacks, buildName, change, playWith, unitSwitches, without } from "./state.js";

/** @import { Arm, Lab, Layer, Switch, Value } from "./types.js" */

const MARKS = /[*`]/g;
const LONG = 320; // letters of a rule that are shown

/** What is changed, as the sentence says it; `none` where nothing is. */
export function changesSaid(/** @type {Lab} */ lab, /** @type {string} */ none) {
  return lab.ask.taken ? "what the file says" : layerSaid(lab, lab.ask.change) || none;
}

/** What a layer says, in words; empty if nothing. */
export function layerSaid(/** @type {Lab} */ { packs, offer }, /** @type {Layer} */ layer) {
  const { options, values, packs: chosen, forces } = layer;
  const said = Object.entries({ ...options, ...values }).map(
    ([id, to]) => `${titled(id)}: ${inWords(to)}`,
  );
  for (const [id, to] of Object.entries(layer.units))
    said.push(`${offer.numbers.find((one) => one.id === id)?.title ?? id}: ${to}`);
  said.push(...layer.off.map((id) => without(offer, id)));
  for (const id of chosen) said.push(packs.find((one) => one.id === id)?.name ?? "the pack");
  for (const [unit, build] of Object.entries(forces))
    said.push(`${buildName(offer, build)} as ${unit}`);
  if (said.length > 3) return `${said.slice(0, 2).join(", ")} and ${said.length - 2} more`;
  return said.join(", ");
}

/** The panel: what is found by words, what is changed always among it. */
export function drawSwitches(/** @type {Lab} */ lab) {
  const { offer, find, ask, packs } = lab;
  const { options, values, units } = ask.change;
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  const [first] = offer.options;
  const numbers = unitSwitches(offer);
  const known = new Map(offer.options.map((one) => [one.id, one]));
  const changed = (/** @type {Switch} */ { id }) => id in options || id in values || id in units;
  const fits = (/** @type {Switch} */ one) => {
    const text = `${one.id} ${named(one)} ${one.text} ${one.rule}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const oninput = (/** @type {any} */ event) => {
    lab.find = event.target.value;
    lab.draw();
  };
  const search = { type: "search", "aria-label": "Find an option or number", value: find };
  const mine = [...offer.options, ...numbers].filter(changed);
  const ofUnits = numbers.filter((one) => !changed(one) && fits(one));
  return [
    h(
      "div",
      { class: "finder" },
      h("input", {
        ...search,
        "data-key": "find",
        placeholder: first ? `${named(first)}, ${first.rule} \u2026` : "",
        oninput,
      }),
      packs.length > 0 && packing(lab),
    ),
    taken(lab),
    houseRules(lab),
    mine.length > 0 &&
      h(
        "ul",
        { class: "switches" },
        mine.map((one) => row(lab, one)),
      ),
    h(
      "div",
      { class: "chapters" },
      offer.groups.map(({ title, options: ids }) => {
        const all = ids.flatMap((id) => known.get(id) ?? []);
        const shown = all.filter((one) => !changed(one) && fits(one));
        return shown.length > 0 && chapter(lab, title, shown, words.length > 0);
      }),
      ofUnits.length > 0 && chapter(lab, "Numbers of units", ofUnits, words.length > 0),
    ),
  ];
}

/** House rules of the packs, each of which can be left out. */
function houseRules(/** @type {Lab} */ lab) {
  const { change: now } = lab.ask;
  const { house_rules: all } = lab.offer;
  const item = (/** @type {(typeof all)[number]} */ { id, text }) => {
    const onchange = (/** @type {any} */ { target }) => {
      const others = now.off.filter((one) => one !== id);
      const off = target.checked ? [...others, id] : others;
      change(lab, { change: { ...now, off }, taken: null });
    };
    const given = { type: "checkbox", checked: now.off.includes(id), "data-key": `off ${id}` };
    const label = h("label", {}, h("input", { ...given, onchange }), " ", without(lab.offer, id));
    return h("li", {}, h("span", { class: "what" }, label, h("small", {}, text)));
  };
  return all.length > 0 && h("ul", { class: "switches" }, all.map(item));
}

/** A study file may change more than the switches can say: it is played as it is. */
function taken(/** @type {Lab} */ lab) {
  const { ask } = lab;
  const own = Object.entries(ask.change.forces);
  const drop = (/** @type {string} */ unit) => {
    const { [unit]: _, ...forces } = ask.change.forces;
    change(lab, { change: { ...ask.change, forces } });
  };
  return [
    ask.taken &&
      h(
        "p",
        { class: "sub" },
        `The file compares ${Object.keys(ask.taken).join(", ")}. `,
        h(
          "button",
          { type: "button", class: "plain", onclick: () => change(lab, { taken: null }) },
          "Choose here instead",
        ),
      ),
    own.map(([unit, build]) =>
      h(
        "p",
        { class: "sub" },
        h("b", {}, buildName(lab.offer, build)),
        ` replaces ${unit}. `,
        h("button", { type: "button", class: "plain", onclick: () => drop(unit) }, "As printed"),
      ),
    ),
  ];
}

/** Which pack all games are played with; a variant has another choice for the one it is about. */
function packing(/** @type {Lab} */ lab) {
  const { ask } = lab;
  const alter = (/** @type {string} */ id) =>
    change(lab, { change: { ...ask.change, packs: id.split(" ").filter(Boolean) } });
  const play = (/** @type {string} */ ids) =>
    playWith(lab, ids.split(" ").filter(Boolean)).catch(trouble);
  const variant = ask.kind === "variant";
  return [
    variant && packs(lab, "Pack", "add", ask.change.packs, alter),
    packs(lab, "Play with", "play with", basePacks(ask), play),
  ];
}

/** One pack, none, or the several that are chosen already: their ids with blanks between. */
function packs(
  /** @type {Lab} */ lab,
  /** @type {string} */ name,
  /** @type {string} */ verb,
  /** @type {string[]} */ chosen,
  /** @type {(ids: string) => void} */ set,
) {
  const onchange = (/** @type {any} */ event) => set(event.target.value);
  const several = lab.packs.filter(({ id }) => chosen.includes(id)).map((one) => one.name);
  return h(
    "select",
    { "aria-label": name, "data-key": name, onchange },
    h("option", { value: "" }, `${verb} no pack`),
    chosen.length > 1 &&
      h("option", { value: chosen.join(" "), selected: true }, `${verb} ${several.join(", ")}`),
    lab.packs.map((one) =>
      h("option", { value: one.id, selected: chosen.join(" ") === one.id }, `${verb} ${one.name}`),
    ),
  );
}

function chapter(
  /** @type {Lab} */ lab,
  /** @type {string} */ title,
  /** @type {Switch[]} */ options,
  /** @type {boolean} */ found,
) {
  const key = `chapter ${title}`;
  const ontoggle = (/** @type {any} */ event) => {
    if (found) return;
    lab.unfolded[event.target.open ? "add" : "delete"](key);
  };
  return h(
    "details",
    { class: "chapter", open: found || lab.unfolded.has(key), ontoggle },
    h("summary", { "data-key": key }, title, " ", h("small", {}, String(options.length))),
    h(
      "ul",
      { class: "switches" },
      options.map((one) => row(lab, one)),
    ),
  );
}

/** What an option or a number is called. */
const named = (/** @type {Switch} */ { id, title }) => title ?? titled(id);

/** An option or a number: what it is, the text of its rule, and what is played. */
function row(/** @type {Lab} */ lab, /** @type {Switch} */ one) {
  const table = one.title ? "units" : one.value ? "values" : "options";
  const now = /** @type {Value|undefined} */ (lab.ask.change[table][one.id]);
  const set = (/** @type {Value|undefined} */ to) => {
    const { [one.id]: _, ...others } = lab.ask.change[table];
    /** @type {Arm["options"]} */
    const made =
      to === undefined || String(to) === one.default
        ? others
        : { ...others, [one.id]: one.title ? Number(to) : to };
    change(lab, { change: { ...lab.ask.change, [table]: made }, taken: null });
  };
  const text = lab.offer.rules[one.rule]?.replace(MARKS, "") ?? "";
  return h(
    "li",
    { class: now === undefined ? null : "changed" },
    h(
      "span",
      { class: "what" },
      h("b", {}, named(one)),
      " ",
      rule(one.rule),
      h("small", {}, one.text),
      now !== undefined &&
        text &&
        h("q", {}, text.length > LONG ? `${text.slice(0, LONG)} \u2026` : text),
    ),
    control(one, now, set, lab.offer.packs.length ? "as it is" : "as printed"),
  );
}

function control(
  /** @type {Switch} */ one,
  /** @type {Value|undefined} */ now,
  /** @type {(to: Value|undefined) => void} */ set,
  usual = "as printed",
) {
  const name = { "aria-label": named(one), "data-key": `switch ${one.id}` };
  const printed = `${usual}: ${inWords(one.default)}`;
  const back = now !== undefined && h("s", { class: "printed" }, inWords(one.default));
  if (one.number) {
    const onchange = (/** @type {any} */ { target }) =>
      set(target.value === "" ? undefined : typed(target.value));
    const given = { type: "number", min: one.low, max: one.high, step: "any", onchange };
    const value = now ?? one.default;
    return h(
      "span",
      { class: "how" },
      back,
      h("input", { ...given, ...name, value, title: printed }),
    );
  }
  const onchange = (/** @type {any} */ event) => set(typed(event.target.value));
  const choice = (/** @type {string} */ value) =>
    h(
      "option",
      { value, selected: String(now ?? one.default) === value },
      value === one.default ? printed : inWords(value),
    );
  return h(
    "span",
    { class: "how" },
    back,
    h("select", { ...name, onchange }, one.values.map(choice)),
  );
}

/** A word as a value of an option. @returns {Value} */
export function typed(/** @type {string} */ word) {
  if (word === "true" || word === "false") return word === "true";
  return /^-?\d+$/.test(word) ? Number(word) : word;
}
