/** The table page: joins the state, the server and the panels. */

import { $, h, rule, rulesOf, symbols } from "../shared/dom.js";
import { panel } from "../shared/panels.js";
import { panzoom } from "../shared/panzoom.js";
import { drawActions } from "./actions.js";
import { BoardView } from "./board.js";
import { drawCards } from "./cards.js";
import { by, makeFilm, seek, toggle } from "./film.js";
import { drawHeader, drawMission } from "./header.js";
import { diceAfter, drawLog } from "./log.js";
import { glide, skip } from "./motion.js";
import { drawOdds } from "./odds.js";
import { cardOf } from "./orders.js";
import { act, click, commit, hover, keys, turnGhost } from "./play.js";
import { load, start, whyNot } from "./session.js";
import { change, free, newState } from "./state.js";

/** @import { TableView } from "../shared/types.js" */
/** @import { State } from "./types.js" */

const LOOKED = 2500; // ms after which a person wants the legend

const slips = () => import("./slips.js");
const company = () => import("./company.js");

/**
 * Lay the table of a game out, and listen; with `lessons` it is a lesson's.
 * @typedef {typeof import("./lesson.js")} Lessons
 */
function open(/** @type {string} */ game, /** @type {Lessons|null} */ lessons) {
  const s = /** @type {State} */ (newState(game, lessons?.lessonOf(game)));
  s.board = new BoardView($("board"), {
    click: (place) => click(s, place),
    hover: (place) => hover(s, place),
    commit: () => commit(s),
    turn: (facing) => turnGhost(s, facing),
    free: () => free(s),
    order: (texts) => act(s, texts),
    why: (texts) => whyNot(s, texts),
  });
  s.refresh = () => load(s);
  const zoom = panzoom(s.board);
  const drawFilm = makeFilm($("film"), s, () => flip(s));
  const slip = lessons?.ready();
  s.draw = () => {
    if (!s.shown) return;
    draw(s, lessons?.pointed(s));
    drawFilm();
    if (slip) lessons?.drawLesson(slip, s);
  };
  const help = async () => (await slips()).help(s);
  keys(s, {
    h: help,
    g: () => lessons?.readOn(s),
    "[": () => by(s, -1),
    "]": () => by(s, 1),
    p: () => toggle(s),
    s: () => s.view?.result && flip(s),
    "Shift+S": async () => (await import("./calling.js")).switchSound(s),
    "<": () => turn(s, -1),
    ">": () => turn(s, 1),
    ",": () => step(s, -1),
    ".": () => step(s, 1),
    "+": zoom.closer,
    "=": zoom.closer,
    "-": zoom.farther,
    0: zoom.fit,
  });
  $("menu").addEventListener("click", async () => (await slips()).menu(s));
  $("help").addEventListener("click", help);
  $("retry").addEventListener("click", () => load(s));
  let shape = s.board.shape();
  addEventListener("resize", () => {
    if (s.view && s.board.shape() !== shape) load(s);
    shape = s.board.shape();
  });
  $("closer").addEventListener("click", zoom.closer);
  $("farther").addEventListener("click", zoom.farther);
  $("fit").addEventListener("click", zoom.fit);
  addEventListener("pointerdown", () => skip(s.motion), true);
  return s;
}

function draw(/** @type {State} */ s, /** @type {string[]} */ pointed = []) {
  const { classList } = document.body;
  classList.toggle("fetching", s.at !== null && s.shown?.number !== s.at); // a step is not here yet
  if (s.shown !== s.last.shown) place(s);
  s.board.mark(s, pointed);
  drawHeader({ turn: $("turn"), beside: $("beside"), order: $("order"), win: $("win") }, s);
  drawLog($("log"), s);
  drawMission([$("mission"), $("mission-sheet")], s);
  drawCards({ unit: $("unit"), target: $("target"), roster: $("roster") }, s);
  drawOdds($("odds"), s);
  drawActions($("acts"), s);
  over(s);
  study(s);
  margin(s);
  notes(s);
  tabs(s);
  pass(s);
  explain(s);
  // What stands in the header moves all below it: the table shows when that is there.
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
      await (await import("./says.js")).start(s);
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

const step = async (/** @type {State} */ s, /** @type {number} */ by) =>
  (await company()).step(s, by);

/** Whether another person plays, or somebody has decided something. */
const inCompany = (/** @type {State} */ { view }) =>
  Boolean(view?.number) || (view?.seats ?? []).every((one) => one.kind !== "computer");

function place(/** @type {State} */ s) {
  const shown = /** @type {TableView} */ (s.shown);
  const { scenario, ruleset, status } = shown;
  const turn = status.turn ? `${status.period.toLowerCase()} ${status.turn}` : "set-up";
  rulesOf(ruleset.id, shown.options ?? {});
  $("title").textContent = `${scenario.name}, ${ruleset.name}`;
  s.calling.title = `${scenario.name}, ${turn} \u00b7 hulldown`;
  if (!s.calling.missed) document.title = s.calling.title;
  if (!s.board.show(shown.board, (before, after) => glide(s.motion, before, after))) load(s, true);
  s.last.shown = shown;
}

/** The result lies over the board until it was seen. */
async function over(/** @type {State} */ s) {
  const { last } = s;
  const shows = Boolean(s.view?.result) && s.at === null && !s.seen;
  const comes = shows && !last.over;
  last.over = shows;
  $("over").hidden = !shows;
  if (s.view?.result) (await slips()).drawOver($("over"), s);
  if (comes) $("over").focus({ preventScroll: true });
}

/** Open the study of a battle, or close it. */
const flip = async (/** @type {State} */ s) => (await import("./study.js")).flipStudy(s);

/** The study of a battle that has ended lies where the orders were. */
async function study(/** @type {State} */ s) {
  $("study").hidden = !s.study;
  if (!s.study?.told) document.querySelector("#film .luck")?.remove();
  document.body.classList.toggle("studied", Boolean(s.study?.told));
  if (s.study) (await import("./study.js")).drawStudy($("study"), s);
}

/** To the next turning point of a film that is studied, or to the one before. */
async function turn(/** @type {State} */ s, /** @type {number} */ way) {
  if (s.study) (await import("./study.js")).toTurn(s, way);
}

/** What is no choice passes by itself; what does that is loaded with the first of it. */
async function pass(/** @type {State} */ s) {
  if (s.view?.alone && s.view.number) (await import("./passing.js")).passOn(s);
}

function margin(/** @type {State} */ s) {
  panel($("cartouche"), [s.shown?.scenario.id], () => [
    h("p", { class: "name" }, s.shown?.scenario.name ?? ""),
    h("p", {}, s.shown?.ruleset.name),
  ]);
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

/** On a phone one sheet shows at a time: what the last choice is about, and after dice the log. */
function tabs(/** @type {State} */ s) {
  const { last } = s;
  const box = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ ($(`tab-${id}`));
  const subject = s.pick ?? s.hint;
  if (subject && subject !== last.subject) box("odds").checked = true;
  const number = s.view?.number ?? 0;
  if (s.view && last.number >= 0 && number > last.number && diceAfter(s.view, last.number))
    box("log").checked = true;
  last.number = number;
  last.subject = subject;
  $("name-unit").textContent = cardOf(s.view, s.unit)?.unit ?? "Unit";
  $("name-target").textContent = s.target || "Target";
}

// On a phone this is one row, pushed along by keys too.
if (matchMedia("(max-width: 759px)").matches) $("beside").tabIndex = 0;
const [room, ...names] = location.pathname.split("/").filter(Boolean);
const table =
  room === "learn"
    ? open(names.join("/"), await import("./lesson.js"))
    : open(names.at(-1) ?? "", null);
symbols()
  .then(() => start(table))
  .then(() => {
    if (!location.pathname.startsWith("/replay/")) return;
    const at = Number(new URLSearchParams(location.search).get("at")); // else on its first step
    return seek(table, at || 0);
  })
  .catch((error) => {
    $("nothing").replaceChildren(error.message, h("a", { href: "/" }, "Home"));
  });
