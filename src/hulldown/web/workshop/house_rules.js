/** House rules: each a sentence with fields, "when it has not moved: re-roll a miss". */

import { h, many, rule, titled } from "../shared/dom.js";
import { toast, trouble } from "../shared/notices.js";
import { panel } from "../shared/panels.js";
import { askLab, change } from "./draft.js";
import { freeId, idOf, renameEntry, unsaved } from "./ids.js";
import { faultsAt } from "./odds.js";

/** @import { Entry, HouseCircumstance, HouseOccasion, Workshop } from "./types.js" */

const TABLE = "house_rules";
const THEN = "then"; // a key of the files, as which a linter takes it for a promise's
const FRESH = "house_rule"; // the id of one without a name
const NAMED = 60; // letters of a name
const IDEA = 400; // letters of its idea
const NUMBERS = { add: "add", set: "set to", at_least: "at least", at_most: "at most" };
const HOW = { is: "is", at_least: "at least", at_most: "at most", other_than: "is not" };

export function drawHouseRules(/** @type {Workshop} */ w, /** @type {HTMLElement} */ el) {
  panel(el, [w.pack.units[TABLE], w.bench, w.verdict, w.uses], () => [
    h("h2", {}, "House rules"),
    h("p", { class: "sub" }, sub(w)),
    conflicts(w),
    h(
      "ol",
      { class: "house" },
      Object.entries(rulesOf(w)).map(([key, one]) => card(w, key, one)),
    ),
    adding(w),
    ideas(w),
  ]);
}

/** House rules that come with the game and are not in the pack: a click takes one up. */
function ideas(/** @type {Workshop} */ w) {
  const mine = rulesOf(w);
  const { ideas: all, most } = w.bench.house;
  const left = all.filter(({ id }) => !(id in mine));
  if (!left.length || Object.keys(mine).length >= most) return "";
  const lines = left.map(({ id, house_rule, sentence }) => {
    const onclick = () => putAll(w, { ...rulesOf(w), [id]: house_rule });
    const given = { type: "button", class: "plain", "data-key": `idea ${id}`, onclick };
    const { name, text } = house_rule;
    return h(
      "li",
      {},
      h("b", {}, name),
      h("button", { ...given, "aria-label": `Try it: ${name}` }, "Try it"),
      h("p", {}, sentence),
      text && h("p", { class: "sub" }, text),
    );
  });
  return [h("h3", {}, "Ideas to try"), h("ul", { class: "ideas" }, lines)];
}

const rulesOf = (/** @type {Workshop} */ w) =>
  /** @type {Record<string, Entry>} */ (w.pack.units[TABLE] ?? {});

const sub = (/** @type {Workshop} */ { bench }) =>
  bench.house.occasions.length
    ? "A rule of your own in a sentence. It counts in battles, odds and studies, and in print."
    : `${bench.name} takes no house rules.`;

/** House rules of which one takes away what another gives. */
function conflicts(/** @type {Workshop} */ w) {
  const all = w.verdict?.conflicts ?? [];
  if (!all.length) return "";
  const lines = all.map((text) => h("li", {}, text));
  return h("ul", { class: "mend", role: "status", "aria-label": "Contradictions" }, lines);
}

// ---------------------------------------------------------------- changing them

/** All house rules anew: the table goes with the last of them. */
function putAll(/** @type {Workshop} */ w, /** @type {Record<string, Entry>} */ rules) {
  const { [TABLE]: _, ...others } = w.pack.units;
  change(w, { units: Object.keys(rules).length ? { ...others, [TABLE]: rules } : others });
}

/**
 * Which of them a card is of. A field may be left for another before the page is drawn anew, so the
 * card follows the id.
 * @typedef {{key: string}} Place
 */

/** One of them with other fields; a name that was never saved gives the id. */
function put(
  /** @type {Workshop} */ w,
  /** @type {Place} */ place,
  /** @type {(now: Entry) => Partial<Entry>} */ to,
) {
  const all = rulesOf(w);
  const { key } = place;
  if (!(key in all)) return;
  const changes = to(all[key]);
  const fields = Object.entries({ ...all[key], ...changes });
  const now = Object.fromEntries(fields.filter(([, value]) => value !== ""));
  const wanted = idOf(now.name ?? "", [], FRESH);
  if (changes.name === undefined || wanted === key || !unsaved(w, "units", [TABLE, key])) {
    putAll(w, { ...all, [key]: now });
    return;
  }
  const others = Object.keys(all).filter((id) => id !== key);
  place.key = freeId(wanted, others);
  renameEntry(w, [TABLE, key], place.key, now);
}

/** Other circumstances of one of them. */
const ask = (
  /** @type {Workshop} */ w,
  /** @type {Place} */ place,
  /** @type {(now: Record<string, any>) => Record<string, any>} */ to,
) => put(w, place, (now) => ({ when: to(now.when ?? {}) }));

function remove(/** @type {Workshop} */ w, /** @type {Place} */ { key }) {
  const before = w.pack.units;
  const { [key]: gone, ...others } = rulesOf(w);
  putAll(w, others);
  toast(`${gone.name} is gone.`, () => change(w, { units: before }));
}

/** The Lab with the pack and without this one of it: does it change who wins? */
const test = (/** @type {Workshop} */ w, /** @type {Place} */ { key }) =>
  askLab(w, key).catch(trouble);

/** Before the one above it: the first of several that roll dice again counts. */
function raise(/** @type {Workshop} */ w, /** @type {Place} */ { key }) {
  const entries = Object.entries(rulesOf(w));
  const at = entries.findIndex(([id]) => id === key);
  const [mine] = entries.splice(at, 1);
  entries.splice(at - 1, 0, mine);
  putAll(w, Object.fromEntries(entries));
}

function adding(/** @type {Workshop} */ w) {
  const { occasions, most } = w.bench.house;
  const count = Object.keys(rulesOf(w)).length;
  if (!occasions.length) return "";
  const onclick = () => {
    const name = `House rule${count ? ` ${count + 1}` : ""}`;
    const key = freeId(idOf(name, [], FRESH), Object.keys(rulesOf(w)));
    const [first] = occasions;
    const made = { name, on: first.id, [THEN]: usual(first) };
    putAll(w, { ...rulesOf(w), [key]: made });
  };
  const given = { type: "button", class: "plain", "data-key": "add house rule", onclick };
  const full = count >= most;
  return h(
    "div",
    { class: "row" },
    h("button", { ...given, disabled: full }, "Add a house rule"),
    full && h("p", { class: "sub" }, `${many(most, "house rule")} can be in force at once.`),
  );
}

/** What an occasion is usually changed by: its dice, else its number. */
const usual = (/** @type {HouseOccasion} */ { changes, summands }) =>
  amounted(changes.find((one) => one.startsWith("reroll")) ?? changes[0], summands);

/** A change as it stands in a file. */
const amounted = (
  /** @type {string} */ name,
  /** @type {HouseOccasion["summands"]} */ summands,
  amount = 1,
) => {
  if (name === "ignore") return { ignore: summands[0].id };
  return name in NUMBERS ? { [name]: amount } : name;
};

// ---------------------------------------------------------------- one of them

function card(/** @type {Workshop} */ w, /** @type {string} */ key, /** @type {Entry} */ one) {
  const label = one.name || "House rule";
  const place = { key };
  const name = input(w, place, "name", one.name ?? "", { maxlength: NAMED, "aria-label": "Name" });
  const idea = { maxlength: IDEA, placeholder: "What is the idea?", "aria-label": "Idea" };
  const given = { class: `house-rule ${one.off ? "off" : ""}`, role: "group", "aria-label": label };
  const faults = faultsAt(w, TABLE, `${TABLE}.${key}`);
  return h(
    "li",
    {},
    h(
      "div",
      given,
      h("div", { class: "titled" }, name, inForce(w, place, one), buttons(w, place, label)),
      h("div", { class: "said-by" }, when(w, place, one), then(w, place, one)),
      input(w, place, "text", one.text ?? "", idea),
      reading(w, key),
      faults.map(({ text, rule: id }) => h("p", { class: "mend" }, text, " ", rule(id))),
    ),
  );
}

function input(
  /** @type {Workshop} */ w,
  /** @type {Place} */ place,
  /** @type {string} */ field,
  /** @type {string} */ value,
  /** @type {Record<string, any>} */ given,
) {
  const onchange = (/** @type {any} */ event) =>
    put(w, place, () => ({ [field]: event.target.value.trim() }));
  return h("input", {
    ...given,
    value,
    "data-key": `${field} of ${place.key}`,
    "data-typed": "",
    autocomplete: "off",
    onchange,
  });
}

/** Whether it counts: one can be left out for a while. */
function inForce(/** @type {Workshop} */ w, /** @type {Place} */ place, /** @type {Entry} */ one) {
  const onchange = (/** @type {any} */ event) =>
    put(w, place, () => ({ off: event.target.checked ? "" : true }));
  const given = {
    type: "checkbox",
    checked: !one.off,
    "data-key": `off of ${place.key}`,
    onchange,
  };
  return h("label", {}, h("input", given), " In force");
}

function buttons(
  /** @type {Workshop} */ w,
  /** @type {Place} */ place,
  /** @type {string} */ name,
) {
  const press = (
    /** @type {string} */ words,
    /** @type {(w: Workshop, place: Place) => void} */ act,
    disabled = false,
  ) => {
    const onclick = () => act(w, place);
    const given = { type: "button", class: "plain", "data-key": `${words} ${place.key}`, disabled };
    return h("button", { ...given, "aria-label": `${words}: ${name}`, onclick }, words);
  };
  const first = Object.keys(rulesOf(w))[0] === place.key;
  return h(
    "span",
    { class: "row" },
    press("Move up", raise, first),
    press("Test it", test),
    press("Remove", remove),
  );
}

/** The sentence as every page says it, with the rule that it changes; whether no odds show it. */
function reading(/** @type {Workshop} */ w, /** @type {string} */ key) {
  const id = `${TABLE}.${key}`;
  const known = w.verdict?.differences.find((one) => one.id === id);
  const unseen = w.uses?.unseen.includes(id);
  return [
    known && known.new !== "new" && h("p", { class: "said" }, known.new, " ", rule(known.rule)),
    unseen &&
      h("p", { class: "sub" }, "No single situation was found in which it counts; a battle may."),
  ];
}

// ---------------------------------------------------------------- when

function when(/** @type {Workshop} */ w, /** @type {Place} */ place, /** @type {Entry} */ one) {
  const { circumstances, conditions } = w.bench.house;
  const asked = /** @type {Record<string, any>} */ (one.when ?? {});
  const lines = Object.entries(asked).map(([id, value], i) => {
    const known = circumstances.find((each) => each.id === id);
    const set = (/** @type {any} */ to) => ask(w, place, (now) => ({ ...now, [id]: to }));
    const drop = () => ask(w, place, ({ [id]: _, ...others }) => others);
    return condition(`${place.key} ${id}`, i ? "and" : "When", known, id, value, set, drop);
  });
  const left = circumstances.filter(({ id }) => !(id in asked));
  const full = Object.keys(asked).length >= conditions;
  const add = (/** @type {any} */ event) => {
    const picked = circumstances.find(({ id }) => id === event.target.value);
    if (picked) ask(w, place, (now) => ({ ...now, [picked.id]: first(picked) }));
  };
  const label = lines.length ? "and\u2026" : "Always; or when\u2026";
  const options = left.map((each) => h("option", { value: each.id }, blank(each)));
  const more = {
    "data-key": `when of ${place.key}`,
    "aria-label": "Add a circumstance",
    onchange: add,
  };
  return [
    ...lines,
    !full && h("select", { ...more, class: "more" }, h("option", { value: "" }, label), options),
  ];
}

/** A circumstance without its value, to choose from. */
const blank = (/** @type {HouseCircumstance} */ { text, unit }) =>
  text.replace("{not }", "(not) ").replace("{n}", unit ? `\u2026 ${unit}` : "\u2026");

/** What a circumstance is when it is chosen. */
const first = (/** @type {HouseCircumstance} */ { kind, words, low }) =>
  kind === "yes_no" ? true : kind === "word" ? words[0] : { at_most: Math.max(low, 3) };

function condition(
  /** @type {string} */ key,
  /** @type {string} */ joint,
  /** @type {HouseCircumstance|undefined} */ known,
  /** @type {string} */ id,
  /** @type {any} */ value,
  /** @type {(to: any) => void} */ set,
  /** @type {() => void} */ drop,
) {
  const given = { type: "button", class: "drop", "aria-label": `Without: ${id}`, onclick: drop };
  const away = h("button", { ...given, "data-key": `drop ${key}` }, "\u00d7");
  const [before, after] = known ? halves(known) : [titled(id), ""];
  const fields = known ? fieldsOf(key, known, value, set) : "";
  return h("span", { class: "condition" }, `${joint} ${before} `, fields, ` ${after} `, away);
}

/** The words before and after the field of a circumstance. */
function halves(/** @type {HouseCircumstance} */ { text, unit }) {
  const [before, after = ""] = text.split(/\{not \}|\{n\}/);
  return [before.trim(), [unit, after.trim()].filter(Boolean).join(" ")];
}

function fieldsOf(
  /** @type {string} */ key,
  /** @type {HouseCircumstance} */ known,
  /** @type {any} */ value,
  /** @type {(to: any) => void} */ set,
) {
  const { kind, low, high, step, words } = known;
  if (kind === "yes_no") {
    const so = value === true || value === 1 || value?.other_than === false;
    const pick = (/** @type {string} */ to) => set(to === "yes");
    return select(key, "Whether", { yes: "\u2713 so", no: "not" }, so ? "yes" : "no", pick);
  }
  const how = howOf(value);
  const plain = how === "is" ? value : value[how];
  const wrap = (/** @type {string} */ way, /** @type {any} */ to) =>
    set(way === "is" ? to : { [way]: to });
  const ways = kind === "word" ? { is: HOW.is, other_than: HOW.other_than } : HOW;
  const operator = select(`${key} how`, "How", ways, how, (way) => wrap(way, plain));
  if (kind === "word") {
    const all = Object.fromEntries(words.map((word) => [word, titled(word).toLowerCase()]));
    return [operator, select(`${key} word`, "What", all, plain, (to) => wrap(how, to))];
  }
  const bounds = { type: "number", min: low, max: high, step, "aria-label": "Number" };
  const onchange = (/** @type {any} */ event) => wrap(how, Number(event.target.value));
  return [operator, h("input", { ...bounds, ...typed(`${key} n`), value: plain, onchange })];
}

/** A field that keeps what is typed into it while the page is drawn anew. */
const typed = (/** @type {string} */ key) => ({ "data-key": key, "data-typed": "" });

/** How a value is asked for: by itself, or by one bound. */
const howOf = (/** @type {any} */ value) =>
  value && typeof value === "object" ? Object.keys(value)[0] : "is";

function select(
  /** @type {string} */ key,
  /** @type {string} */ label,
  /** @type {Record<string, string>} */ options,
  /** @type {string} */ value,
  /** @type {(to: string) => void} */ pick,
) {
  const onchange = (/** @type {any} */ event) => pick(event.target.value);
  const lines = Object.entries(options).map(([id, words]) =>
    h("option", { value: id, selected: id === value }, words),
  );
  return h("select", { "data-key": `field ${key}`, "aria-label": label, onchange }, lines);
}

// ---------------------------------------------------------------- then

function then(/** @type {Workshop} */ w, /** @type {Place} */ place, /** @type {Entry} */ one) {
  const { occasions } = w.bench.house;
  const { key } = place;
  const known = occasions.find(({ id }) => id === one.on) ?? occasions[0];
  const name = typeof one.then === "string" ? one.then : Object.keys(one.then ?? {})[0];
  const titles = Object.fromEntries(occasions.map((each) => [each.id, nameOf(each)]));
  const pickOn = (/** @type {string} */ on) => {
    const next = occasions.find(({ id }) => id === on) ?? known;
    const fits = next.changes.includes(name) && name !== "ignore";
    put(w, place, (now) => ({ on, [THEN]: fits ? now.then : usual(next) }));
  };
  const changes = Object.fromEntries(known.changes.map((id) => [id, phraseOf(w, id)]));
  const pick = (/** @type {string} */ to) =>
    put(w, place, ({ then: now }) => ({ [THEN]: amounted(to, known.summands, now?.[name] ?? 1) }));
  return h(
    "span",
    { class: "then" },
    "then ",
    select(`${key} on`, "On", titles, known.id, pickOn),
    " : ",
    select(`${key} then`, "Change", changes, name, pick),
    amount(w, place, one, known, name),
  );
}

/** An occasion by its number and its roll. */
const nameOf = (/** @type {HouseOccasion} */ { number, roll }) =>
  [number, roll].filter(Boolean).join(" / ");

const phraseOf = (/** @type {Workshop} */ w, /** @type {string} */ id) =>
  w.bench.house.phrases[id] ??
  /** @type {Record<string, string>} */ (NUMBERS)[id] ??
  "ignore a summand";

/** By how much a number changes, or which summand is left out. */
function amount(
  /** @type {Workshop} */ w,
  /** @type {Place} */ place,
  /** @type {Entry} */ one,
  /** @type {HouseOccasion} */ { summands, low, high, step, unit },
  /** @type {string} */ name,
) {
  const { key } = place;
  const set = (/** @type {any} */ to) => put(w, place, () => ({ [THEN]: { [name]: to } }));
  if (name === "ignore") {
    const all = Object.fromEntries(summands.map(({ id, text }) => [id, text]));
    return [" ", select(`${key} summand`, "Summand", all, one.then.ignore, set)];
  }
  if (!(name in NUMBERS)) return "";
  const farthest = Math.max(Math.abs(low), Math.abs(high));
  const [min, max] = name === "add" ? [-farthest, farthest] : [low, high];
  const onchange = (/** @type {any} */ event) => set(Number(event.target.value));
  const given = { type: "number", min, max, step, "aria-label": "Amount", onchange };
  const value = one.then[name];
  return [" ", h("input", { ...given, ...typed(`amount of ${key}`), value }), unit && ` ${unit}`];
}
