/** The left column: kind of unit, a build to start from, options, and the list of what can be bought. */

import { h, panel, rule } from "../shared/dom.js";
import { drawSections, fitted } from "./fields.js";
import { choose, edit, garage, trouble, work } from "./garage.js";

/** The kind of unit that a build is: the one whose values it has. */
export const kindIn = (/** @type {any} */ build) =>
  garage.offer.units.find((unit) =>
    Object.entries(unit.sets).every(([key, value]) => build?.[key] === value),
  );
export const unitOf = () => kindIn(garage.build);

/** @param {HTMLElement} el */
export function drawStart(el) {
  const { units, samples } = garage.offer;
  const now = unitOf()?.id;
  panel(el, [garage.offer, now, garage.options], () => [
    garage.rulesets.length > 1 &&
      h(
        "nav",
        { class: "kinds", "aria-label": "Rules" },
        garage.rulesets.map((one) =>
          h(
            "a",
            {
              class: "plain",
              href: `/garage?ruleset=${one.id}`,
              "aria-current": one.id === garage.ruleset ? "page" : null,
            },
            one.name,
          ),
        ),
      ),
    h(
      "fieldset",
      { class: "kinds" },
      h("legend", {}, "Unit"),
      units.map((unit) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: "unit",
            value: unit.id,
            checked: unit.id === now,
            "data-key": `unit ${unit.id}`,
            onchange: () => anew(unit.id),
          }),
          h("span", {}, unit.name),
        ),
      ),
    ),
    h(
      "label",
      { class: "field" },
      h("span", {}, "Start from"),
      h(
        "select",
        { "data-key": "sample", onchange: begin },
        h("option", { value: "" }, "a sample build\u2026"),
        emptied() && h("option", { value: "bare" }, `nothing: an empty ${unitOf()?.name}`),
        samples
          .filter((s) => units.some((u) => u.id === s.unit))
          .map((s) => h("option", { value: s.id }, `${s.name} (${kindOf(s.unit)})`)),
      ),
    ),
    unbuilt(),
    options(),
  ]);
}

/** Units that come as they are: no kind of unit that is built here is theirs. */
function unbuilt() {
  const ready = garage.offer.samples.filter(
    (s) => !garage.offer.units.some((u) => u.id === s.unit),
  );
  return (
    ready.length > 0 &&
    h(
      "p",
      { class: "sub" },
      "Not built, but fielded and printed as they are: ",
      ready.map((s, i) => [i ? ", " : "", `${s.name} (${s.points} points) `, rule(s.rule)]),
      ".",
    )
  );
}

/** This kind of unit with nothing bought, where it can be had. */
function emptied() {
  const bare = unitOf()?.bare;
  return bare && Object.keys(bare).length ? bare : null;
}

const kindOf = (/** @type {string} */ unit) =>
  garage.offer.units.find((u) => u.id === unit)?.name ?? unit;

function begin(/** @type {Event} */ event) {
  const list = /** @type {HTMLSelectElement} */ (event.target);
  const sample = garage.offer.samples.find((s) => s.id === list.value);
  const bare = list.value === "bare" && emptied();
  list.value = "";
  if (bare)
    work({ ...bare, name: "", paint: garage.build.paint }, "", "Now in work: an empty one.");
  if (sample) work(sample.build, "", `Now in work: ${sample.name}.`);
}

/** Another kind of unit begins with its bare profile and keeps its name; one that has none keeps all that fits. */
function anew(/** @type {string} */ kind) {
  const bare = garage.offer.samples.find((s) => s.id === kind);
  if (bare)
    return work(
      { ...bare.build, name: garage.build.name, paint: garage.build.paint },
      "",
      "Another kind of unit begins anew.",
    );
  const unit = garage.offer.units.find((u) => u.id === kind);
  if (unit) edit(fitted({ ...garage.build, ...unit.sets }, unit));
}

/** The options of the game that matter here. */
function options() {
  const known = garage.variants.filter((o) => garage.offer.options.includes(o.id));
  const changed = known.filter((o) => o.id in garage.options).length;
  return h(
    "details",
    { open: changed > 0 },
    h("summary", {}, `Options of the game${changed ? ` (${changed} changed)` : ""}`),
    known.map((o) =>
      h("label", { class: "option" }, h("span", {}, o.text, " ", rule(o.rule)), chooser(o)),
    ),
  );
}

function chooser(/** @type {import("../shared/types.js").OptionInfo} */ o) {
  const value = String(garage.options[o.id] ?? o.default);
  const set = (/** @type {Event} */ event) => {
    const wanted = /** @type {HTMLInputElement} */ (event.target).value;
    const { [o.id]: _, ...others } = garage.options;
    choose(wanted === o.default || wanted === "" ? others : { ...others, [o.id]: wanted }).catch(
      trouble,
    );
  };
  if (o.number)
    return h("input", {
      type: "number",
      min: o.low,
      max: o.high,
      value: value === o.default ? "" : value,
      placeholder: o.default,
      "data-key": `option ${o.id}`,
      onchange: set,
    });
  return h(
    "select",
    { "data-key": `option ${o.id}`, onchange: set },
    o.values.map((v) =>
      h(
        "option",
        { value: v, selected: v === value },
        { true: "yes", false: "no" }[v] ?? v.replaceAll("_", " "),
      ),
    ),
  );
}

/** @param {HTMLElement} el */
export function drawBuying(el) {
  const unit = unitOf();
  const { name, crew, paint, ...bought } = garage.build;
  panel(el, [garage.offer, bought], () =>
    unit
      ? [
          unit.facings.length > 0 && [
            h("h2", {}, "Armor"),
            h("ul", { class: "lines" }, unit.facings.map(plate)),
          ],
          unit.upgrades.length > 0 && [
            h("h2", {}, "Upgrades"),
            h("ul", { class: "lines" }, unit.upgrades.map(upgrade)),
          ],
          drawSections(unit),
        ]
      : [],
  );
}

function plate(/** @type {import("../shared/types.js").Facing} */ face) {
  const value = garage.build.armor[face.id];
  const set = (/** @type {number} */ to) =>
    edit({ armor: { ...garage.build.armor, [face.id]: to } });
  const top = face.base + face.limit;
  return line(
    face.name,
    `from ${face.base} to ${top}, ${points(face.cost)} each`,
    face.rule,
    stepper(face.name, value, face.base, top, set, face.id),
  );
}

function upgrade(/** @type {import("../shared/types.js").Purchase} */ line_) {
  const count = garage.build.upgrades.filter((/** @type {string} */ id) => id === line_.id).length;
  const none = line_.limit === 0;
  const price = none
    ? "not to be had under these options"
    : `${points(line_.cost)}${line_.limit > 1 ? ` each, at most ${line_.limit}` : ""}`;
  const control =
    line_.limit > 1 || count > 1
      ? stepper(
          line_.name,
          count,
          0,
          line_.limit,
          (to) => edit({ upgrades: times(line_.id, to) }),
          line_.id,
        )
      : h("input", {
          type: "checkbox",
          class: "tick",
          checked: count > 0,
          disabled: none && count === 0,
          "aria-label": line_.name,
          "data-key": `buy ${line_.id}`,
          onchange: () => edit({ upgrades: times(line_.id, count ? 0 : 1) }),
        });
  return line(line_.name, `${line_.text} ${price}`, line_.rule, control, none);
}

/** The list of upgrades with so many of one. */
const times = (/** @type {string} */ id, /** @type {number} */ count) => [
  ...garage.build.upgrades.filter((/** @type {string} */ other) => other !== id),
  ...Array(count).fill(id),
];

const points = (/** @type {number} */ n) => `${n} point${n === 1 ? "" : "s"}`;

export const line = (
  /** @type {string} */ name,
  /** @type {string} */ text,
  /** @type {string} */ id,
  /** @type {Node} */ control,
  off = false,
) =>
  h(
    "li",
    { class: off ? "off" : null },
    h("span", { class: "what" }, h("b", {}, name), " ", rule(id), h("small", {}, text)),
    control,
  );

/** A number with a button on each side. Beyond its limits it stops, but a build that is beyond them shows so. */
export function stepper(
  /** @type {string} */ name,
  /** @type {number} */ value,
  /** @type {number} */ low,
  /** @type {number} */ high,
  /** @type {(to: number) => void} */ set,
  /** @type {string} */ key,
  by = 1,
) {
  const button = (
    /** @type {string} */ sign,
    /** @type {number} */ to,
    /** @type {boolean} */ end,
    /** @type {string} */ word,
  ) =>
    h(
      "button",
      {
        type: "button",
        class: "step",
        "aria-label": `${name}: ${word}`,
        "aria-disabled": end ? "true" : null,
        "data-key": `${word} ${key}`,
        onclick: () => end || set(to),
      },
      sign,
    );
  return h(
    "span",
    {
      class: `stepper${value < low || value > high ? " wrong" : ""}`,
      role: "group",
      "aria-label": name,
    },
    button("\u2212", value - by, value <= low, "less"),
    h("output", { class: "num" }, value),
    button("+", value + by, value >= high, "more"),
  );
}
