/** What the page knows: the question in work, judged and priced by the server. */

import { inWords, titled } from "../shared/dom.js";
import { call } from "../shared/net.js";
import { trouble } from "../shared/notices.js";

/** @import { Arm, Ask, Kind, Lab, LabOffer, Layer, Setup, Study, Switch } from "./types.js" */

const PAUSE = 200; // ms after a change before the server is asked
const REST = 600; // ms before it is asked for a price, which takes it seconds

/** The page before anything is known. @returns {Lab} */
export const newLab = () => ({
  state: { ready: true, why: "", most_games: 0 },
  rulesets: [],
  offer: /** @type {any} */ (null),
  packs: [],
  ask: /** @type {any} */ (null),
  panel: "",
  wanted: "",
  find: "",
  unfolded: new Set(),
  judged: null,
  price: null,
  priced: "",
  asked: 0,
  timer: 0,
  studies: [],
  open: "",
  page: null,
  plots: [],
  mark: "",
  compared: null,
  watching: 0,
  busy: "",
  sending: false,
  draw: () => {},
});

/** What changes nothing. @returns {Layer} */
const nothing = () => ({ options: {}, values: {}, packs: [], forces: {}, units: {}, off: [] });

/** A question to begin with: one scenario for two sides, the usual players. @returns {Ask} */
export function newAsk(/** @type {LabOffer} */ offer, /** @type {Kind} */ kind = "variant") {
  const { scenarios, players, options } = offer;
  const first = scenarios.find(({ sides }) => sides.length > 1) ?? scenarios[0];
  const usual = players.find(({ usual: it }) => it) ?? players[0];
  const number = options.find(({ number: it }) => it) ?? options[0];
  return {
    kind,
    name: "",
    scenarios: [first.id],
    player: usual.id,
    other: "",
    ladder: players.slice(0, 3).map(({ id }) => id),
    base: nothing(),
    change: nothing(),
    over: [],
    forces: [[], []],
    knob: { id: number.id, low: number.low, high: number.high },
    target: 50,
    effect: 3,
    error: 5,
    most: 0,
    seed: Math.floor(Math.random() * 1e6),
    tables: [],
    luck: false,
    taken: null,
  };
}

/** Numbers of units as rows of the panel and as knobs. @returns {Switch[]} */
export const unitSwitches = (/** @type {LabOffer} */ { numbers }) =>
  numbers.map(({ id, title, value, low, high, rule }) => ({
    ...{ id, title, rule, text: "", values: [], default: String(value), number: true },
    ...{ low: low ?? value - 100, high: high ?? value + 100, value: false, words: {}, before: {} },
  }));

/** How many pairs are played at most, where the question says nothing. */
export const mostOf = (/** @type {Lab} */ { ask, offer }) =>
  ask.most || (offer.kinds.find(({ id }) => id === ask.kind)?.most ?? 0);

const filled = (/** @type {any} */ one) =>
  Array.isArray(one) ? one.length > 0 : Object.keys(one).length > 0;

/** What a layer says, without what is empty. @returns {Partial<Layer>} */
const saying = (/** @type {Partial<Layer>} */ layer) =>
  Object.fromEntries(Object.entries(layer).filter(([, one]) => filled(one)));

/** Whether a layer changes anything. */
export const speaks = (/** @type {Partial<Layer>} */ layer) => filled(saying(layer));

/** A layer with another over it. @returns {Layer} */
export const over = (/** @type {Partial<Layer>} */ below, /** @type {Partial<Layer>} */ above) => ({
  options: { ...below.options, ...above.options },
  values: { ...below.values, ...above.values },
  packs: [...new Set([...(below.packs ?? []), ...(above.packs ?? [])])],
  forces: { ...below.forces, ...above.forces },
  units: { ...below.units, ...above.units },
  off: [...new Set([...(below.off ?? []), ...(above.off ?? [])])],
});

/** Base and arms of a question. @returns {Pick<Study, "base"|"arms">} */
function playedWith(/** @type {Ask} */ { kind, base, change, forces, taken }) {
  const two = { first: { force: forces[0] }, second: { force: forces[1] } };
  const variant = kind === "variant";
  const { units, off, ...rest } = over(base, change); // a base has neither
  const below = saying(variant || taken ? base : rest);
  const own = saying({ units, off });
  /** @type {Record<string, Arm>} */
  const book = filled(own) ? { book: own } : {};
  const changed = { book: {}, changed: saying(change) };
  const all = kind === "forces" ? { ...book, ...two } : book;
  const arms = variant ? (speaks(change) ? changed : {}) : all;
  return { ...(filled(below) && { base: below }), arms: taken ?? arms };
}

/** The question as a study. @returns {Study} */
export function studyOf(/** @type {Lab} */ lab) {
  const { ask, offer } = lab;
  const { kind, knob } = ask;
  const tune = { knobs: { [knob.id]: [knob.low, knob.high] }, target: ask.target / 100 };
  return {
    study: 1,
    name: (ask.name || nameOf(lab)).slice(0, 80),
    kind,
    ruleset: offer.id,
    scenarios: ask.scenarios,
    players: kind === "depth" ? ask.ladder : [ask.player, ask.other || ask.player],
    seed: ask.seed,
    ...playedWith(ask),
    ...(kind === "atlas" && ask.over.length > 0 && { over: ask.over }),
    .../** @type {any} */ (kind === "tune" ? tune : {}),
    decide: { smallest_effect: ask.effect, error: ask.error / 100, most_pairs: mostOf(lab) },
    record: { tables: ask.tables, curve: ask.luck ? "luck" : "none" },
  };
}

/** What a study is called, unless somebody names it. */
export function nameOf(/** @type {Lab} */ { ask, offer, packs }) {
  const where = ask.scenarios.map((id) => sceneName(offer, id)).join(", ");
  const { options, values, forces, units, off } = ask.change;
  const said = Object.entries({ ...options, ...values }).map(
    ([id, to]) => `${titled(id)}: ${inWords(to)}`,
  );
  for (const [id, to] of Object.entries(units)) said.push(`${called(offer, id)}: ${to}`);
  said.push(...off.map((id) => without(offer, id)));
  const named = ask.change.packs.map((id) => packs.find((one) => one.id === id)?.name ?? "a pack");
  const builds = Object.values(forces).map((one) => buildName(offer, one));
  /** @type {Record<Kind, string>} */
  const names = {
    fair: `Is ${where} fair?`,
    variant: [...said, ...named, ...builds].join(", ") || "A change",
    forces: `Two forces in ${where}`,
    units: `Units of ${offer.name}`,
    atlas: ask.over.includes(HOUSE_RULES) ? "House rules" : `All rules of ${offer.name}`,
    depth: `Skill in ${where}`,
    tune: `${called(offer, ask.knob.id)} for ${ask.target} %`,
    profile: `Games of ${where}`,
  };
  return names[ask.kind];
}

/** The house rules of the packs, as what an atlas goes over. */
export const HOUSE_RULES = "house_rules";

/** A house rule that is left out, in words. */
export const without = (/** @type {LabOffer} */ { house_rules }, /** @type {string} */ id) =>
  `Without ${house_rules.find((one) => one.id === id)?.name ?? titled(id)}`;

/** What an option, a number of the rules or one of a unit is called. */
const called = (/** @type {LabOffer} */ { numbers }, /** @type {string} */ id) =>
  numbers.find((one) => one.id === id)?.title ?? titled(id);

/** What a scenario is called; one that is sent as a text by what it calls itself. */
export const sceneName = (/** @type {LabOffer} */ offer, /** @type {string} */ id) =>
  offer.scenarios.find((one) => one.id === id)?.name ??
  /^name = "(.*)"$/m.exec(id)?.[1] ??
  id.replaceAll("_", " ");

/** What a build is called, by its own name or by that of the sample which it is. */
export function buildName(/** @type {LabOffer} */ { samples }, /** @type {any} */ build) {
  const named = build.name || build.build || build.tank || build.unit || "a build";
  return String(samples.find(({ id }) => id === named)?.name ?? named);
}

/** A study as a question in work. @returns {Ask} */
export function askOf(/** @type {LabOffer} */ offer, /** @type {Study} */ study) {
  const { kind, players, arms = {}, decide, record } = study;
  const others = Object.entries(arms).filter(([name]) => name !== "book");
  const changed = kind === "variant" ? others[0]?.[1] : arms.book;
  const alone =
    kind === "variant" ? others.length === 1 && !filled(arms.book ?? {}) : !others.length;
  const simple = alone || kind === "forces";
  const forces = others.map(([, arm]) => arm.force ?? []);
  const [[knob, [low, high]]] = Object.entries(study.knobs ?? { "": [0, 0] });
  const variant = kind === "variant";
  const base = study.base ?? {};
  const ask = newAsk(offer, kind);
  return {
    ...ask,
    name: study.name,
    scenarios: study.scenarios,
    player: kind === "depth" ? ask.player : players[0],
    other: kind !== "depth" && players[1] !== players[0] ? players[1] : "",
    ladder: kind === "depth" ? players : ask.ladder,
    base: over(variant || !simple ? base : {}, {}),
    change: over(variant || !simple ? {} : base, changed ?? {}),
    over: study.over ?? [],
    forces: kind === "forces" && forces.length === 2 ? [forces[0], forces[1]] : ask.forces,
    knob: knob ? { id: knob, low, high } : ask.knob,
    target: Math.round(1000 * (study.target ?? 0.5)) / 10,
    effect: decide.smallest_effect,
    error: Math.round(1000 * decide.error) / 10,
    most: decide.most_pairs,
    seed: study.seed,
    tables: record.tables,
    luck: record.curve === "luck",
    taken: simple ? null : arms,
  };
}

// ---------------------------------------------------------------- the pack that is played with

/**
 * What can be asked of a ruleset, with packs and options in force or without.
 * @param {string} ruleset
 * @param {Partial<Setup>} [setup]
 * @returns {Promise<LabOffer>}
 */
export function offerOf(ruleset, { packs = [], options = {}, values = {} } = {}) {
  const setup = JSON.stringify(saying({ packs, options, values }));
  const query = setup === "{}" ? "" : `?${new URLSearchParams({ setup })}`;
  return call(`/api/lab/${encodeURIComponent(ruleset)}${query}`);
}

/** Where a pack stands with which all games are played: a variant has it apart from its change. */
const field = (/** @type {Ask} */ { kind }) => (kind === "variant" ? "base" : "change");

/** The packs with which all games are played. */
export const basePacks = (/** @type {Ask} */ ask) => ask[field(ask)].packs;

/** Play all games with packs: their scenarios and units are offered first. */
export async function playWith(/** @type {Lab} */ lab, /** @type {string[]} */ packs) {
  const to = field(lab.ask);
  const offer = await offerOf(lab.offer.id, { packs });
  const { ask } = lab;
  const known = (/** @type {string} */ id) =>
    id.includes("\n") || offer.scenarios.some((one) => one.id === id);
  const kept = ask.scenarios.filter(known);
  lab.offer = offer;
  change(lab, {
    [to]: { ...ask[to], packs },
    scenarios: kept.length ? kept : newAsk(offer).scenarios,
  });
}

/** Turn to another kind of question: a pack stays where all games are played with it. */
export function turnTo(
  /** @type {Ask} */ ask,
  /** @type {LabOffer} */ { own },
  /** @type {Kind} */ kind,
) {
  const needed = ask.change.packs.length > 0 && ask.scenarios.some((id) => own.includes(id));
  if (kind === "variant" && needed) {
    const { packs } = ask.change;
    return { base: { ...ask.base, packs }, change: { ...ask.change, packs: [] } };
  }
  return kind === "variant" ? {} : { base: nothing(), change: over(ask.base, ask.change) };
}

// ---------------------------------------------------------------- changed, judged, priced

/** Change the question; the server is asked what it thinks of it once the person has paused. */
export function change(/** @type {Lab} */ lab, /** @type {Partial<Ask>} */ to) {
  lab.ask = { ...lab.ask, ...to };
  lab.draw();
  soon(lab);
}

export function soon(/** @type {Lab} */ lab) {
  clearTimeout(lab.timer);
  lab.timer = setTimeout(() => judge(lab).catch(trouble), PAUSE);
}

/** What is still to be chosen before there is a question; empty if nothing is. */
export function lacking(/** @type {Ask} */ { kind, change: said, forces, taken }) {
  if (kind === "variant" && !taken && !Object.values(said).some(filled))
    return "Choose what is changed: an option, a number or a pack.";
  return kind === "forces" && !taken && !forces.every(filled) ? "Choose both forces." : "";
}

async function judge(/** @type {Lab} */ lab) {
  lab.asked += 1;
  if (lacking(lab.ask)) {
    Object.assign(lab, { judged: null, price: null, priced: "" });
    return lab.draw();
  }
  const mine = lab.asked;
  const study = studyOf(lab);
  const judged = await call("/api/studies/judge", { body: { study } });
  if (mine !== lab.asked) return;
  lab.judged = judged;
  if (judged.problems.length) Object.assign(lab, { price: null, priced: "" });
  lab.draw();
  if (!judged.problems.length) lab.timer = setTimeout(() => priceIt(lab, study), REST);
}

/** What the price depends on: neither the name nor the seed. */
const worth = (/** @type {Study} */ { name: _name, seed: _seed, ...rest }) => JSON.stringify(rest);

/** Ask for the price; one at a time, and again if the question has changed meanwhile. */
async function priceIt(/** @type {Lab} */ lab, /** @type {Study} */ study) {
  if (lab.busy === "price" || lab.priced === worth(study)) return;
  lab.busy = "price";
  lab.draw();
  try {
    const price = await call("/api/studies/cost", { body: { study } });
    Object.assign(lab, { price: price.fault ? null : price, priced: worth(study) });
    if (price.fault && lab.judged)
      lab.judged = { ...lab.judged, problems: [{ field: "", text: price.fault, rule: "" }] };
  } catch (error) {
    trouble(error);
    Object.assign(lab, { price: null, priced: worth(study) });
  }
  lab.busy = "";
  lab.draw();
  if (lab.judged && !lab.judged.problems.length && worth(studyOf(lab)) !== worth(study)) soon(lab);
}

/** Whether the price is that of the question as it stands. */
export const pricedNow = (/** @type {Lab} */ lab) =>
  lab.price !== null && lab.priced === worth(studyOf(lab));
