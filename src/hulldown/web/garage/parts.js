/**
 * The left column: kind of unit, a build to start from, options, what can be bought; name, crew and
 * paint.
 */

import { drawing, h, inWords, many, rule } from "../shared/dom.js";
import {
  controlOf,
  drawEntries,
  line,
  same,
  stepper,
  valueAt,
  withValue,
} from "../shared/fields.js";
import { trouble } from "../shared/notices.js";
import { panel } from "../shared/panels.js";
import { choose, edit, unitOf, work } from "./draft.js";

/** @import { Facing, Field, Look, OptionInfo } from "../shared/types.js" */
/** @import { Purchase, Rows, UnitOffer } from "../shared/types.js" */
/** @import { Garage } from "./types.js" */

const LONGEST = 40; // letters of a name

export function drawStart(/** @type {Garage} */ g, /** @type {HTMLElement} */ el) {
  const now = unitOf(g)?.id;
  panel(el, [g.offer, now, g.options], () => [
    g.rulesets.length > 1 && rulesets(g),
    h("fieldset", { class: "kinds" }, h("legend", {}, "Unit"), kinds(g, now)),
    h("label", { class: "field" }, h("span", {}, "Start from"), beginnings(g)),
    unbuilt(g),
    options(g),
  ]);
}

/** The other rules that build units by points. */
function rulesets(/** @type {Garage} */ g) {
  const links = g.rulesets.map(({ id, name }) => {
    const current = id === g.ruleset ? "page" : null;
    return h("a", { class: "plain", href: `/garage?ruleset=${id}`, "aria-current": current }, name);
  });
  return h("nav", { class: "kinds", "aria-label": "Rules" }, links);
}

const kinds = (/** @type {Garage} */ g, /** @type {string|undefined} */ now) =>
  g.offer.units.map(({ id, name }) => {
    const radio = { type: "radio", name: "unit", value: id, checked: id === now };
    const input = h("input", { ...radio, "data-key": `unit ${id}`, onchange: () => anew(g, id) });
    return h("label", {}, input, h("span", {}, name));
  });

function beginnings(/** @type {Garage} */ g) {
  const { units, samples } = g.offer;
  const option = (/** @type {string} */ value, /** @type {string} */ words) =>
    h("option", { value }, words);
  const built = samples.flatMap((s) => {
    const unit = units.find((u) => u.id === s.unit);
    return unit ? [option(s.id, `${s.name} (${unit.name})`)] : [];
  });
  return h(
    "select",
    { "data-key": "sample", onchange: (/** @type {Event} */ event) => begin(g, event) },
    option("", "a sample build\u2026"),
    emptied(g) && option("bare", `nothing: an empty ${unitOf(g)?.name}`),
    built,
  );
}

/** Units that come as they are: no kind of unit that is built here is theirs. */
function unbuilt(/** @type {Garage} */ g) {
  const built = new Set(g.offer.units.map((u) => u.id));
  const ready = g.offer.samples.filter((s) => !built.has(s.unit));
  const words = "You can field and print these, but not change them: ";
  const each = ready.map((s, i) => [
    i ? ", " : "",
    `${s.name} (${s.points} points) `,
    rule(s.rule),
  ]);
  return ready.length > 0 && h("p", { class: "sub" }, words, each, ".");
}

/** This kind of unit with nothing bought, where it can be had. */
function emptied(/** @type {Garage} */ g) {
  const bare = unitOf(g)?.bare;
  return bare && Object.keys(bare).length ? bare : null;
}

function begin(/** @type {Garage} */ g, /** @type {Event} */ event) {
  const list = /** @type {HTMLSelectElement} */ (event.target);
  const sample = g.offer.samples.find((s) => s.id === list.value);
  const bare = list.value === "bare" && emptied(g);
  const { paint } = g.build;
  list.value = "";
  if (bare) work(g, { ...bare, name: "", paint }, "", "You are working on an empty one.");
  if (sample) work(g, sample.build, "", `You are working on ${sample.name}.`);
}

/**
 * Another kind of unit begins with its bare profile and keeps its name; one that has none keeps all
 * that fits.
 */
function anew(/** @type {Garage} */ g, /** @type {string} */ kind) {
  const { name, paint } = g.build;
  const bare = g.offer.samples.find((s) => s.id === kind);
  const unit = g.offer.units.find((u) => u.id === kind);
  if (bare)
    work(g, { ...bare.build, name, paint }, "", "Another kind of unit starts from scratch.");
  else if (unit) edit(g, fitted({ ...g.build, ...unit.sets }, unit));
}

/** The options of the game that matter here, and whatever the setup has otherwise. */
function options(/** @type {Garage} */ g) {
  const known = g.variants.filter((o) => g.offer.options.includes(o.id) || o.id in g.inForce);
  const changed = known.filter((o) => o.id in g.options || o.id in g.inForce).length;
  return h(
    "details",
    { open: changed > 0 },
    h("summary", {}, `Options of the game${changed ? ` (${changed} changed)` : ""}`),
    known.map((o) =>
      h("label", { class: "option" }, h("span", {}, o.text, " ", rule(o.rule)), chooser(g, o)),
    ),
  );
}

function chooser(/** @type {Garage} */ g, /** @type {OptionInfo} */ o) {
  const usually = String(g.inForce[o.id] ?? o.default);
  const value = String(g.options[o.id] ?? usually);
  const onchange = (/** @type {Event} */ event) => {
    const wanted = /** @type {HTMLInputElement} */ (event.target).value;
    const { [o.id]: _, ...others } = g.options;
    const usual = wanted === usually || wanted === "";
    choose(g, usual ? others : { ...others, [o.id]: wanted }).catch(trouble);
  };
  const attrs = { "data-key": `option ${o.id}`, onchange };
  if (!o.number)
    return h(
      "select",
      attrs,
      o.values.map((v) => h("option", { value: v, selected: v === value }, inWords(v))),
    );
  const bounds = { min: o.low, max: o.high, step: o.value ? "any" : 1 };
  const shown = { value: value === o.default ? "" : value, placeholder: o.default };
  return h("input", { type: "number", ...bounds, ...attrs, ...shown });
}

// ---------------------------------------------------------------- what is bought

export function drawBuying(/** @type {Garage} */ g, /** @type {HTMLElement} */ el) {
  const unit = unitOf(g);
  const { name, crew, paint, ...bought } = g.build;
  const list = (/** @type {string} */ title, /** @type {Node[]} */ rows) =>
    rows.length > 0 && [h("h2", {}, title), h("ul", { class: "lines" }, rows)];
  panel(el, [g.offer, bought], () => {
    if (!unit) return [];
    const plates = unit.facings.map((face) => plate(g, face));
    const upgrades = unit.upgrades.map((one) => upgrade(g, one));
    return [list("Armor", plates), list("Upgrades", upgrades), drawSections(g, unit)];
  });
}

function plate(/** @type {Garage} */ g, /** @type {Facing} */ face) {
  const { id: key, name, base: low, rule } = face;
  const { armor } = g.build;
  const high = low + face.limit;
  const text = `from ${low} to ${high}, ${many(face.cost, "point")} each`;
  const control = stepper({ name, key, value: armor[key], low, high }, (to) =>
    edit(g, { armor: { ...armor, [key]: to } }),
  );
  return line({ name, text, rule }, control);
}

function upgrade(
  /** @type {Garage} */ g,
  /** @type {Purchase} */ { id, name, cost, limit, ...one },
) {
  const bought = /** @type {string[]} */ (g.build.upgrades);
  const others = bought.filter((other) => other !== id);
  const count = bought.length - others.length;
  const set = (/** @type {number} */ to) =>
    edit(g, { upgrades: [...others, ...Array(to).fill(id)] });
  const each = `${many(cost, "point")}${limit > 1 ? ` each, at most ${limit}` : ""}`;
  const price = limit === 0 ? "not available under these options" : each;
  const tick = {
    checked: count > 0,
    disabled: limit === 0 && count === 0,
    "aria-label": name,
    "data-key": `buy ${id}`,
    onchange: () => set(count ? 0 : 1),
  };
  const control =
    limit > 1 || count > 1
      ? stepper({ name, key: id, value: count, low: 0, high: limit }, set)
      : h("input", { type: "checkbox", class: "tick", ...tick });
  return line({ name, text: `${one.text} ${price}`, rule: one.rule }, control, limit === 0);
}

// ---------------------------------------------------------------- name, crew and paint

/** Drawn anew only when other fields appear: a field that is being written in stays as it is. */
export function drawDress(/** @type {Garage} */ g, /** @type {HTMLElement} */ el) {
  const unit = unitOf(g);
  const { paint, upgrades } = g.build;
  const { schemes, patterns } = g.offer;
  const aboard = (unit?.crew ?? []).filter(
    (one) => !one.comes_with || upgrades?.includes(one.comes_with),
  );
  const nameOf = (/** @type {string} */ role) => g.build.crew?.[role] ?? "";
  const member = (/** @type {{id: string, name: string}} */ { id, name }) =>
    field(name, id, nameOf(id), (to) => edit(g, { crew: { ...g.build.crew, [id]: to } }, false));
  panel(el, [g.offer, unit?.id, g.id, aboard.length, paint.scheme, paint.pattern], () => [
    h("h2", {}, unit?.crew.length ? "Name and crew" : "Name"),
    field("Name", "name", g.build.name, (to) => edit(g, { name: to }, false)),
    aboard.map(member),
    h("h2", {}, "Paint"),
    paints(
      "Color scheme",
      schemes.map((look) => choice(g, "scheme", look, swatch(look.tones, "plain"))),
    ),
    paint.scheme !== schemes[0]?.id &&
      paints(
        "Pattern",
        patterns.map((look) => choice(g, "pattern", look, swatch(tones(g), look.id))),
      ),
  ]);
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (
    el.querySelectorAll("input[data-role]")
  )) {
    const { role = "" } = input.dataset;
    const value = role === "name" ? g.build.name : nameOf(role);
    if (input !== document.activeElement && input.value !== value) input.value = value;
  }
}

const paints = (/** @type {string} */ title, /** @type {Node[]} */ choices) =>
  h("fieldset", { class: "paints" }, h("legend", { class: "vh" }, title), choices);

const tones = (/** @type {Garage} */ g) =>
  g.offer.schemes.find((look) => look.id === g.build.paint.scheme)?.tones ?? [];

function field(
  /** @type {string} */ name,
  /** @type {string} */ id,
  /** @type {string} */ value,
  /** @type {(to: string) => void} */ set,
) {
  const oninput = (/** @type {any} */ event) => set(event.target.value);
  const attrs = { value, maxlength: LONGEST, autocomplete: "off", oninput };
  const input = h("input", { ...attrs, "data-role": id, "data-key": `name ${id}` });
  return h("label", { class: "field" }, h("span", {}, name), input);
}

function choice(
  /** @type {Garage} */ g,
  /** @type {"scheme"|"pattern"} */ what,
  /** @type {Look} */ { id, name },
  /** @type {Node} */ picture,
) {
  const { paint } = g.build;
  const onchange = () => edit(g, { paint: { ...g.build.paint, [what]: id } });
  const radio = { type: "radio", name: what, value: id, checked: paint[what] === id, onchange };
  const input = h("input", { ...radio, "data-key": `${what} ${id}` });
  return h("label", {}, input, picture, h("span", {}, name));
}

/** @type {Record<string, string>} */
const MARKS = {
  plain: "",
  bands: "M0 7h34M0 16h34",
  hatch: "M-4 14L12 -2M4 24L28 0M20 26L38 8",
  dots: "M7 6h0M19 15h0M29 5h0M9 18h0M26 19h0",
  splinter: "M2 14L14 4L9 18ZM19 21L32 14L24 4Z",
};

/**
 * A patch of a scheme in a pattern. The colors are set as attributes, which no content policy
 * minds.
 */
function swatch(/** @type {string[]} */ [base, mark], /** @type {string} */ pattern) {
  const svg = (/** @type {string} */ inner) =>
    drawing(`<svg viewBox="0 0 34 22" class="swatch" aria-hidden="true">${inner}</svg>`);
  if (!base) return svg('<path d="M2 20L32 2" stroke="currentColor" stroke-width="1.5"/>');
  const wide = pattern === "dots" ? 6 : 3;
  const stroke = `fill="none" stroke="${mark}" stroke-width="${wide}" stroke-linecap="round"`;
  const ink = pattern === "splinter" ? `fill="${mark}"` : stroke;
  const two = pattern === "plain" && mark ? `<path d="M34 0V22H16Z" fill="${mark}"/>` : "";
  const marks = `<path d="${MARKS[pattern] ?? ""}" ${mark ? ink : ""}/>`;
  return svg(`<rect width="34" height="22" fill="${base}"/>${two}${marks}`);
}

// ---------------------------------------------------------------- the fields of a build
// As its ruleset describes them.

/**
 * A build as far as another kind of unit may have it: numbers within its limits, choices that it
 * offers.
 */
function fitted(/** @type {any} */ build, /** @type {UnitOffer} */ unit) {
  return unit.sections.reduce(
    (made, { fields, rows }) => fitRows(fields.reduce(fit, made), rows),
    build,
  );
}

/** The entries of a list, and those of the lists in them. @returns {any} */
const fitRows = (/** @type {any} */ data, /** @type {Rows|null} */ rows) =>
  rows
    ? {
        ...data,
        [rows.id]: data[rows.id].map((/** @type {any} */ entry) =>
          fitRows(rows.fields.reduce(fit, entry), rows.inner),
        ),
      }
    : data;

function fit(/** @type {any} */ data, /** @type {Field} */ field) {
  const value = valueAt(data, field.id);
  if (field.words || field.several) return data;
  if (!field.choices.length)
    return typeof value === "number"
      ? withValue(data, field.id, Math.min(field.high, Math.max(field.low, value)))
      : data;
  return field.choices.some((one) => same(one.value, value))
    ? data
    : withValue(data, field.id, field.choices[0].value);
}

// ---------------------------------------------------------------- sections

/** What a kind of unit is built of beside plates and upgrades. */
function drawSections(/** @type {Garage} */ g, /** @type {UnitOffer} */ unit) {
  // Its name may be another by now: only what a field changes is taken.
  const { build: data, unfolded } = g;
  const put = (/** @type {any} */ to) =>
    edit(g, Object.fromEntries(Object.entries(to).filter(([key, value]) => value !== data[key])));
  const row = (/** @type {Field} */ field) =>
    line(field, controlOf({ unfolded, field, data, put, name: field.name, key: field.id }));
  return unit.sections.map(({ title, fields, rows }) => [
    h("h2", {}, title),
    h("ul", { class: "lines" }, fields.map(row)),
    rows &&
      drawEntries({
        ...{ unfolded, rows, entries: data[rows.id], place: rows.id, of: "" },
        put: (to) => edit(g, { [rows.id]: to }),
      }),
  ]);
}
