/** The table page: joins the state, the server and the panels. */

import { $, h, rule, rulesOf, symbols } from "../shared/dom.js";
import { shortName } from "../shared/names.js";
import { keepSetting, LAST_GAME } from "../shared/net.js";
import { opening } from "../shared/page_load.js";
import { panel } from "../shared/panels.js";
import { panzoom } from "../shared/panzoom.js";
import { drawActions, NARROW, ROOMY } from "./actions.js";
import { BoardView } from "./board.js";
import { drawCards } from "./cards.js";
import { drawHeader } from "./header.js";
import { diceAfter, drawLog } from "./log.js";
import { glide, skip } from "./motion.js";
import { drawOdds } from "./odds.js";
import { goesAnywhere } from "./orders.js";
import { act, askFacing, click, commit, hover, keys, turnGhost } from "./play.js";
import { drawSince, step } from "./recap.js";
import { load, start, whyNot } from "./session.js";
import { change, free, newState } from "./state.js";

/** @import { TableView } from "../shared/types.js" */
/** @import { State } from "./types.js" */

const LOOKED = 2500; // ms after which a person wants the legend

const slips = () => import("./dialogs.js");
const company = () => import("./presence.js");

/**
 * Lay the table of a game out, and listen; with `lessons` it is a lesson's.
 * @typedef {typeof import("./lesson.js")} Lessons
 */
function open(/** @type {string} */ game, /** @type {Lessons|null} */ lessons) {
  const s = /** @type {State} */ (newState(game, lessons?.lessonOf(game)));
  s.replay = room === "replay";
  document.body.classList.toggle("replay", s.replay);
  s.board = new BoardView($("board"), {
    click: (place) => click(s, place),
    hover: (place) => hover(s, place),
    commit: () => commit(s),
    turn: (facing) => turnGhost(s, facing),
    free: () => free(s),
    roam: () => goesAnywhere(s),
    order: (texts) => act(s, texts),
    why: (texts) => whyNot(s, texts),
  });
  s.refresh = () => load(s);
  const zoom = panzoom(s.board);
  const drawFilm = film?.makeFilm($("film"), s, () => study(s));
  const slip = lessons?.ready();
  let framed = !lessons;
  s.draw = () => {
    if (!s.shown) return;
    draw(s, lessons?.pointed(s));
    if (!framed) zoom.frame(s.board.standing(s.unit));
    framed = true;
    drawFilm?.();
    if (slip) lessons?.drawLesson(slip, s);
  };
  const help = async () => (await slips()).help(s);
  /** @type {Record<string, () => void>} */
  const filmKeys = {
    "[": () => film?.by(s, -1),
    "]": () => film?.by(s, 1),
    p: () => film?.toggle(s),
    "<": () => turn(s, -1),
    ">": () => turn(s, 1),
  };
  keys(s, {
    ...(film ? filmKeys : {}),
    h: help,
    g: () => lessons?.readOn(s),
    s: () => s.view?.result && study(s),
    "Shift+S": async () => (await import("./notify.js")).switchSound(s),
    ",": () => step(s, -1),
    ".": () => step(s, 1),
    "/": async () => (await import("./all_orders.js")).everyOrder(s),
    "+": zoom.closer,
    "=": zoom.closer,
    "-": zoom.farther,
    0: zoom.fit,
  });
  $("menu").addEventListener("click", async () => (await slips()).menu(s));
  $("help").addEventListener("click", help);
  $("danger").addEventListener("click", () => change(s, { danger: !s.danger }));
  $("retry").addEventListener("click", () => load(s));
  let shape = s.board.shape();
  addEventListener("resize", () => {
    if (s.view && s.board.shape() !== shape) load(s);
    shape = s.board.shape();
  });
  $("closer").addEventListener("click", zoom.closer);
  $("farther").addEventListener("click", zoom.farther);
  $("fit").addEventListener("click", zoom.fit);
  addEventListener("click", ruled);
  addEventListener("pointerdown", () => skip(s.motion), true);
  for (const query of [NARROW, ROOMY]) query.addEventListener("change", () => change(s, {}));
  return s;
}

function draw(/** @type {State} */ s, /** @type {string[]} */ pointed = []) {
  const { classList } = document.body;
  classList.toggle("fetching", s.at !== null && s.shown?.number !== s.at); // a step is not here yet
  if (s.shown !== s.last.shown) place(s);
  const { dataset } = /** @type {HTMLElement} */ (document.querySelector("main"));
  dataset.number = String(s.view?.number ?? "");
  dataset.shown = String(s.shown?.number ?? "");
  dataset.unit = s.unit;
  s.board.mark(s, pointed);
  s.motion.scene?.drawn();
  drawHeader({ turn: $("turn"), beside: $("beside"), order: $("order"), win: $("win") }, s);
  drawLog($("log"), s);
  drawCards({ which: $("which"), unit: $("unit"), target: $("target"), roster: $("roster") }, s);
  drawOdds($("odds"), s);
  drawActions($("acts"), $("pop"), s);
  $("danger").setAttribute("aria-pressed", String(s.danger));
  askFacing(s);
  over(s);
  studied(s);
  drawSince(s);
  notes(s);
  tabs(s);
  pass(s);
  between(s);
  explain(s);
  // What stands in the bar shares its room: the table shows when that is there.
  Promise.all([others(s), people(s)]).finally(() => classList.remove("waiting"));
}

/** Who else is at the table, and what they did, once there is somebody. */
async function others(/** @type {State} */ s) {
  if (!s.lesson && (s.calling.ready || inCompany(s))) await (await company()).drawCompany(s);
}

/**
 * What everything on the table is: loaded when a person first moves, or has looked for a while, so
 * that it is not in the way of the table.
 */
function explain(/** @type {State} */ s) {
  if (s.last.explained || !s.view) return;
  s.last.explained = true;
  const told = new AbortController();
  const load = async () => {
    if (told.signal.aborted) return;
    told.abort();
    try {
      await (await import("./tooltips.js")).start(s);
    } catch {
      s.last.explained = false; // the line is down: with the next news it is tried again
    }
  };
  for (const sign of ["pointermove", "pointerdown", "keydown"])
    addEventListener(sign, load, { signal: told.signal });
  setTimeout(load, LOOKED);
}

/** Clocks, offers and talk, where people play each other or watch. */
async function people(/** @type {State} */ s) {
  if (s.view?.seats.every((seat) => seat.kind !== "computer"))
    await (await import("./people.js")).drawPeople(s);
}

/** Whether another person plays, or somebody has decided something. */
const inCompany = (/** @type {State} */ { view }) =>
  Boolean(view?.number) || (view?.seats ?? []).every((one) => one.kind !== "computer");

function place(/** @type {State} */ s) {
  const shown = /** @type {TableView} */ (s.shown);
  const { scenario, ruleset, status } = shown;
  const turn = status.turn ? `${status.period.toLowerCase()} ${status.turn}` : "set-up";
  rulesOf(ruleset.id, shown.options ?? {});
  keepSetting(LAST_GAME, ruleset.id);
  $("title").textContent = `${scenario.name}, ${ruleset.name}`;
  s.calling.title = `${scenario.name}, ${turn} \u00b7 hulldown`;
  if (!s.calling.missed) document.title = s.calling.title;
  if (!s.board.show(shown.board, (before, after) => glide(s.motion, before, after))) load(s, true);
  s.last.shown = shown;
}

/** The result stands where the question stood, beside a board that stays free. */
async function over(/** @type {State} */ s) {
  const { last } = s;
  const shows = Boolean(s.view?.result) && s.at === null;
  const comes = shows && !last.over;
  last.over = shows;
  $("over").hidden = !shows;
  $("odds").hidden = shows;
  if (s.view?.result) (await slips()).drawOver($("over"), s, () => study(s));
  if (!comes) return;
  /** @type {HTMLInputElement} */ ($("tab-now")).checked = true;
  $("over").focus({ preventScroll: true });
}

/** Open the study of a battle, or close it; at the table it is on the page of the film. */
async function study(/** @type {State} */ s) {
  if (s.replay) (await import("./study.js")).flipStudy(s);
  else location.assign(`/replay/${s.game}?study`);
}

/** The study of a battle that has ended takes the rail. */
async function studied(/** @type {State} */ s) {
  $("study").hidden = !s.study;
  if (!s.study?.told) document.querySelector("#film .luck")?.remove();
  document.body.classList.toggle("studied", Boolean(s.study?.told));
  if (s.study) (await import("./study.js")).drawStudy($("study"), s);
}

/** A rule that is asked for is shown over the table; what opens another page on purpose does so. */
async function ruled(/** @type {MouseEvent} */ event) {
  const target = /** @type {Element} */ (event.target);
  const link = /** @type {HTMLAnchorElement|null} */ (target.closest("a.rule"));
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { href } = link;
  try {
    await (await import("./rule_dialog.js")).showRule(href);
  } catch {
    globalThis.open(href, "rulebook"); // the line is down: the browser may have kept the page
  }
}

/** To the next turning point of a film that is studied, or to the one before. */
async function turn(/** @type {State} */ s, /** @type {number} */ way) {
  if (s.study) (await import("./study.js")).toTurn(s, way);
}

/** What is no choice passes by itself; what does that is loaded with the first of it. */
async function pass(/** @type {State} */ s) {
  if (s.view?.alone && s.view.number) (await import("./autoplay.js")).passOn(s);
}

/** What ended just before this position, as a card on the board. */
async function between(/** @type {State} */ s) {
  const { ended } = (s.closing?.view ?? s.view)?.status.extras ?? {};
  if (s.replay || (!ended && $("interval").hidden)) return;
  (await import("./duel_result.js")).drawInterval($("interval"), s);
}

/** One line for the last refusal, another when the live line is down. */
function notes(/** @type {State} */ s) {
  const { trouble } = s;
  const close = () => change(s, { trouble: null });
  $("trouble").hidden = !trouble;
  panel($("trouble"), [trouble], () => [
    trouble && h("span", {}, trouble.text, " ", rule(trouble.rule)),
    trouble && h("button", { class: "plain", onclick: close }, "Close"),
  ]);
  $("lost").hidden = s.line;
}

/** Where one room shows at a time: what the last choice is about, and after dice the log. */
function tabs(/** @type {State} */ s) {
  const { last } = s;
  const box = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ ($(`tab-${id}`));
  const subject = s.pick ?? s.hint ?? s.group;
  if (subject && subject !== last.subject) box("now").checked = true;
  const number = s.view?.number ?? 0;
  const fell = s.view && last.number >= 0 && number > last.number && diceAfter(s.view, last.number);
  if (fell) box(s.lesson ? "now" : "log").checked = true; // a lesson says what comes next there
  last.number = number;
  last.subject = subject;
  $("name-unit").textContent = s.unit ? shortName(s.view, s.unit) : "Unit";
}

const [room, ...names] = location.pathname.split("/").filter(Boolean);
const film = room === "replay" ? await import("./film.js") : null;
const table =
  room === "learn"
    ? open(names.join("/"), await import("./lesson.js"))
    : open(names.at(-1) ?? "", null);
const asked = new URLSearchParams(location.search); // before a seat goes out of the address
async function begin() {
  await symbols();
  await start(table);
  if (!film) return;
  await film.seek(table, Number(asked.get("at")) || 0); // else on its first step
  if (asked.has("study")) study(table);
  if (asked.has("watch")) film.toggle(table);
}

opening(
  document.querySelector("#nothing > p"),
  begin(),
  undefined,
  room === "learn" ? [[`/learn/${names[0]}`, "Learn"]] : [],
);
