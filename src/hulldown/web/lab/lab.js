/** The Lab: a question in a sentence, the studies that were asked, and what came of one. */

import { tellPreparing } from "../shared/compile_progress.js";
import { $, announce, rulesOf } from "../shared/dom.js";
import { leadTo } from "../shared/nav.js";
import { call, keepSetting, setting } from "../shared/net.js";
import { trouble } from "../shared/notices.js";
import { opening } from "../shared/page_load.js";
import { typed } from "./changes.js";
import { drawList } from "./list.js";
import { drawQuestion } from "./question.js";
import { askOf, basePacks, newAsk, newLab, offerOf, over, soon, speaks, studyOf } from "./state.js";
import { alive, drawStudy } from "./study.js";

/** @import { Kind, Lab, LabOffer, Setup } from "./types.js" */

const QUICK = 1_200; // ms between two looks at what is played
const SLOW = 8_000; // while nothing is
const COLUMN = 420; // px that a plot has at least
const GAP = 22;
const NARROW = 900; // px up to which all stands in one column
const GRAIN = 20; // px: the server draws for such widths

function draw(/** @type {Lab} */ lab) {
  if (!lab.ask) return;
  drawQuestion(lab, $("question"), () => begin(lab).catch(trouble));
  drawList(lab, $("studies"));
  drawStudy(lab, $("found"), {
    again: () => again(lab).catch(trouble),
    compare: (id) => compare(lab, id).catch(trouble),
    refresh: () => look(lab),
  });
  document.querySelector(".lab")?.classList.toggle("alone", !lab.studies.length);
}

// ---------------------------------------------------------------- asking

async function begin(/** @type {Lab} */ lab) {
  if (lab.sending) return;
  const sent = call("/api/studies", { body: { study: studyOf(lab) } });
  lab.sending = true;
  draw(lab);
  const line = await sent.finally(() => {
    lab.sending = false;
    draw(lab);
  });
  trouble();
  announce("The study is begun.");
  location.hash = line.id;
  await look(lab);
  $("found").focus({ preventScroll: true });
  $("found").scrollIntoView({ block: "nearest" });
}

/** The question of the study that is shown, to be changed and asked again. */
async function again(/** @type {Lab} */ lab) {
  const { page } = lab;
  if (!page) return;
  const ask = askOf(lab.offer, page.study);
  await lay(lab, page.line.ruleset, { packs: basePacks(ask) });
  lab.ask = { ...ask, name: "" };
  lab.panel = lab.ask.kind === "variant" ? "change" : "";
  draw(lab);
  soon(lab);
  $("question").scrollIntoView({ block: "start" });
  $("question").querySelector("button, select")?.scrollIntoView({ block: "nearest" });
}

/**
 * Open the form of a ruleset with what is in force. Packs that cannot be played are told and left
 * out: then false.
 * @param {Lab} lab
 * @param {string} ruleset
 * @param {Partial<Setup>} setup
 */
async function lay(lab, ruleset, setup) {
  const asked = new URLSearchParams({ ruleset });
  let played = true;
  const plainly = (/** @type {unknown} */ error) => {
    trouble(error);
    played = false;
    return offerOf(ruleset);
  };
  const [offer, packs] = await Promise.all([
    offerOf(ruleset, setup).catch(plainly),
    call(`/api/workshop/packs?${asked}`),
  ]);
  const shelf = new Map(packs.map((/** @type {any} */ one) => [one.id, one]));
  if (played)
    for (const [i, id] of (setup.packs ?? []).entries())
      if (!shelf.has(id)) packs.push({ id, name: offer.packs[i] ?? "the pack" });
  Object.assign(lab, { offer, packs });
  lab.ask = newAsk(offer);
  keepSetting("lab.rules", offer.id);
  rulesOf(offer.id);
  leadTo("/rulebook", `/rulebook/${offer.id}`);
  return played;
}

// ---------------------------------------------------------------- watching

/** How wide a plot is drawn: so many beside each other as there is room for. */
function width() {
  const all = $("found").clientWidth - 38;
  const columns = Math.max(1, Math.floor((all + GAP) / (COLUMN + GAP)));
  const one = Math.floor((all - (columns - 1) * GAP) / columns / GRAIN) * GRAIN;
  return Math.min(1200, Math.max(280, one));
}

/** Look at all studies and at the one that is open, and again after a while. */
async function look(/** @type {Lab} */ lab) {
  clearTimeout(lab.watching);
  try {
    lab.studies = await call("/api/studies");
    draw(lab); // the list takes its room before plots are asked for that fit beside it
    await show(lab);
  } catch (error) {
    trouble(error);
  }
  draw(lab);
  const busy = lab.studies.some(alive);
  lab.watching = setTimeout(() => look(lab), document.hidden || !busy ? SLOW : QUICK);
}

/** What is shown of the open study is fetched when there is more of it. */
async function show(/** @type {Lab} */ lab) {
  const { open, studies } = lab;
  const line = studies.find(({ id }) => id === open);
  if (!line) return Object.assign(lab, { page: null, plots: [], mark: "" });
  const check = studies.find(({ id }) => id === lab.page?.check?.id);
  const played = line.now?.blocks ?? line.pairs;
  const mark = [open, line.state, played, line.games, check?.state, width()].join(" ");
  if (mark === lab.mark) return lab;
  const before = lab.page?.line;
  const page = await call(`/api/studies/${open}`);
  const drawn =
    page.look || page.result ? await call(`/api/studies/${open}/plots?width=${width()}`) : [];
  if (lab.open !== open) return lab;
  Object.assign(lab, { page, plots: drawn, mark });
  if (before?.id === open && alive(before) && !alive(page.line))
    announce(page.line.sentence || page.line.fault);
  return lab;
}

async function compare(/** @type {Lab} */ lab, /** @type {string} */ other) {
  const asked = new URLSearchParams({ a: lab.open, b: other, width: String(width()) });
  lab.compared = other ? await call(`/api/studies/compare?${asked}`) : null;
  draw(lab);
  $("beside").scrollIntoView({ block: "nearest" });
}

/** The study that the address names. */
function named() {
  const hash = decodeURIComponent(location.hash.slice(1));
  return hash || (new URLSearchParams(location.search).get("study") ?? "");
}

/** Where all stands in one column, go to the study that was opened. */
function toStudy(/** @type {Lab} */ lab) {
  if (lab.page && innerWidth <= NARROW) $("found").scrollIntoView({ block: "start" });
}

async function turnTo(/** @type {Lab} */ lab) {
  lab.open = named();
  Object.assign(lab, { page: null, plots: [], mark: "", compared: null });
  await look(lab);
  if (lab.open && !lab.page) trouble(new Error("This study is not here."));
  else trouble();
  toStudy(lab);
}

// ---------------------------------------------------------------- opening

/** What is open where somebody comes from: `setup=`, or `pack=`. @returns {Setup} */
function setupIn(/** @type {URLSearchParams} */ words) {
  const nothing = { scenario: "", own: "", options: {}, values: {}, forces: {} };
  const pack = words.get("pack");
  try {
    const setup = JSON.parse(words.get("setup") ?? "{}");
    return { ...nothing, packs: pack ? [pack] : [], ...setup };
  } catch {
    trouble(new Error("The address names a setup that is not understood."));
    return { ...nothing, packs: [] };
  }
}

/** What the address asks about: a kind, what is open, options and numbers, scenarios. */
function asked(
  /** @type {Lab} */ lab,
  /** @type {URLSearchParams} */ words,
  /** @type {Setup} */ setup,
) {
  const { offer, ask } = lab;
  const { packs, options, values, forces, own } = setup;
  const change = over(ask.change, { options, values, forces });
  const chosen = speaks(change);
  for (const text of [...words.getAll("option"), ...words.getAll("value")]) {
    const [name, ...rest] = text.split("=");
    const one = offer.options.find(({ id }) => id === name);
    if (one) change[one.value ? "values" : "options"][name] = typed(rest.join("=") || other(one));
    lab.wanted = name;
  }
  const known_rules = new Set(offer.house_rules.map(({ id }) => id));
  change.off = words.getAll("without").filter((id) => known_rules.has(id));
  const named = [...words.getAll("scenario"), setup.scenario].filter((id) =>
    offer.scenarios.some((one) => one.id === id),
  );
  const scenarios = own ? [own] : named.length ? named : ask.scenarios;
  const kind = /** @type {Kind} */ (words.get("kind") ?? "");
  const known = offer.kinds.some(({ id }) => id === kind);
  const ours = own || scenarios.some((id) => offer.own.includes(id));
  const changed = known || chosen || lab.wanted || words.has("build") || change.off.length > 0;
  let turned = known ? kind : ask.kind;
  // Nothing is said of a change: ask about what was open.
  if (ours && !changed) turned = "fair";
  const base = { ...ask.base };
  const apart = turned === "variant" && (ours || changed);
  (apart ? base : change).packs = packs;
  const luck = turned === "profile";
  lab.ask = { ...ask, base, change, scenarios, kind: turned, luck };
  if (lab.wanted || (chosen && turned === "variant")) lab.panel = "change";
  if (words.has("build")) testing(lab);
}

/** Another value than the printed one, to begin with. */
function other(
  /** @type {LabOffer["options"][number]} */ { values, default: printed, number, high },
) {
  if (!number) return values.find((value) => value !== printed) ?? printed;
  const step = printed.includes(".") ? 1 / 10 ** printed.split(".")[1].length : 1;
  const more = Number(printed) + (Number(printed) + step <= high ? step : -step);
  return Number.isFinite(more) ? String(Number(more.toFixed(4))) : printed;
}

/**
 * A build that the Garage left: in the place of the first unit that it may stand for. Where it
 * stands already, unchanged, it would be compared with itself.
 */
function testing(/** @type {Lab} */ lab) {
  const { build, unit, sample } = JSON.parse(setting("lab.build", "{}"));
  if (!build) return;
  for (const { id, sides, roster } of lab.offer.scenarios) {
    const other = roster.filter((one) => !sample || one.sample !== sample);
    const place = sides.length > 1 && other.find(({ kinds }) => kinds.includes(unit));
    if (!place) continue;
    lab.ask.scenarios = [id];
    lab.ask.change = { ...lab.ask.change, forces: { [place.unit]: build } };
    return;
  }
}

async function open() {
  const lab = newLab();
  lab.draw = () => draw(lab);
  const words = new URLSearchParams(location.search);
  [lab.state, lab.rulesets] = await Promise.all([call("/api/lab"), call("/api/rulesets")]);
  if (!lab.state.ready) {
    $("question").replaceChildren(lab.state.why);
    return;
  }
  $("question").addEventListener("submit", (event) => event.preventDefault());
  lab.open = named();
  const shown = lab.open ? await call(`/api/studies/${lab.open}`).catch(() => null) : null;
  const last = lab.rulesets.find(({ id }) => id === setting("lab.rules")) ?? lab.rulesets[0];
  const rules = words.get("ruleset") ?? shown?.line.ruleset ?? last.id;
  const setup = setupIn(words);
  const played = await lay(lab, rules, setup);
  asked(lab, words, played ? setup : setupIn(new URLSearchParams()));
  draw(lab);
  if (lab.wanted)
    document
      .querySelector(`[data-key="switch ${CSS.escape(lab.wanted)}"]`)
      ?.scrollIntoView({ block: "nearest" });
  soon(lab);
  addEventListener("hashchange", () => turnTo(lab).catch(trouble));
  addEventListener("resize", () => {
    if (lab.open) look(lab).catch(trouble);
  });
  document.addEventListener("visibilitychange", () => document.hidden || look(lab));
  await look(lab);
  if (lab.open && !lab.page) trouble(new Error("This study is not here."));
  toStudy(lab);
}

opening(document.querySelector("#question > .sub"), open(), trouble);
tellPreparing($("compiling")).catch(() => {});
