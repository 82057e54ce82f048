/** The table page: joins the state, the server and the panels. */

import { h, panel, rule, rulesOf, symbols } from "../shared/dom.js";
import { drawActions } from "./actions.js";
import { BoardView } from "./board.js";
import { drawCards } from "./cards.js";
import { makeFilm } from "./film.js";
import { drawHeader } from "./header.js";
import { keys } from "./keys.js";
import { diceAfter, drawLog } from "./log.js";
import { drawMission } from "./mission.js";
import { glide, skip } from "./motion.js";
import { drawOdds } from "./odds.js";
import { cardOf } from "./orders.js";
import { panzoom } from "./panzoom.js";
import { makePlay } from "./play.js";
import { makeSession } from "./session.js";
import { change, state, watch } from "./state.js";

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

state.game = location.pathname.split("/").filter(Boolean).pop() ?? "";

const board = new BoardView($("board"), {
  click: (place) => play.click(place),
  hover: (place) => play.hover(place),
  commit: () => play.commit(),
  order: (texts) => play.act(texts),
  why: (texts) => session.why(texts),
});
const zoom = panzoom(board);
const session = makeSession(board);
const play = makePlay(session);
const film = makeFilm($("film"), session.at);

/** @type {any} */ let onBoard = null;
/** @type {any} */ let lastPick = null;
let lastNumber = -1;

watch((s) => {
  if (!s.shown) return;
  document.body.classList.remove("waiting");
  document.body.classList.toggle("fetching", s.at !== null && s.shown.number !== s.at); // the film goes to a step that is not here yet
  if (s.shown !== onBoard) place(s);
  board.mark(s);
  drawHeader(
    { turn: $("turn"), beside: $("beside"), order: $("order"), win: $("win") },
    s,
    play.look,
  );
  drawLog($("log"), s);
  drawMission([$("mission"), $("mission-sheet")], s);
  drawCards({ unit: $("unit"), target: $("target"), roster: $("roster") }, s, play.look);
  drawOdds($("odds"), s, {
    token: session.token(),
    commit: play.commit,
    choose: play.choose,
    advise: play.advised,
    stop: play.back,
  });
  drawActions($("acts"), s, {
    ...play,
    now: () => film.go(Infinity),
    watch: () => film.toggle(),
    again: session.again,
  });
  over(s);
  film.draw(s);
  margin(s);
  notes(s);
  tabs(s);
});

function place(/** @type {import("./state.js").State} */ s) {
  const shown = /** @type {import("../shared/types.js").TableView} */ (s.shown);
  rulesOf(shown.ruleset.id);
  $("title").textContent = `${shown.scenario.name}, ${shown.ruleset.name}`;
  document.title = `${shown.scenario.name}, ${shown.status.turn ? `${shown.status.period.toLowerCase()} ${shown.status.turn}` : "set-up"} \u00b7 hulldown`;
  if (!board.show(shown.board, glide)) session.load(true);
  onBoard = shown;
}

/** The result lies over the board until it was seen. */
async function over(/** @type {import("./state.js").State} */ s) {
  $("over").hidden = !s.view?.result || s.at !== null || s.seen;
  if (s.view?.result)
    (await import("./over.js")).drawOver($("over"), s, {
      replay: () => film.toggle(),
      again: session.again,
    });
}

const help = async () => (await import("./menu.js")).help();

function margin(/** @type {import("./state.js").State} */ s) {
  panel($("cartouche"), [s.shown?.scenario.id], () => [
    h("p", { class: "name" }, s.shown?.scenario.name ?? ""),
    h("p", {}, s.shown?.ruleset.name),
  ]);
}

/** One line for the last refusal, another when the live line is down. */
function notes(/** @type {import("./state.js").State} */ s) {
  $("trouble").hidden = !s.trouble;
  panel($("trouble"), [s.trouble], () =>
    s.trouble
      ? [
          h("span", {}, s.trouble.text, " ", rule(s.trouble.rule)),
          h("button", { class: "plain", onclick: () => change({ trouble: null }) }, "Close"),
        ]
      : [],
  );
  $("lost").hidden = s.line;
}

/** On a phone one sheet shows at a time: what the last choice is about, and after dice the log. */
function tabs(/** @type {import("./state.js").State} */ s) {
  const box = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ ($(`tab-${id}`));
  const subject = s.pick ?? s.hint;
  if (subject && subject !== lastPick) box("odds").checked = true;
  const number = s.view?.number ?? 0;
  if (s.view && lastNumber >= 0 && number > lastNumber && diceAfter(s.view, lastNumber))
    box("log").checked = true;
  lastNumber = number;
  lastPick = subject;
  $("name-unit").textContent = cardOf(s.view, s.unit)?.unit ?? "Unit";
  $("name-target").textContent = s.target || "Target";
}

keys(
  {
    Escape: play.back,
    "?": play.advise,
    u: play.undo,
    n: play.next,
    h: help,
    "[": () => film.by(-1),
    "]": () => film.by(1),
    p: () => film.toggle(),
    "+": zoom.closer,
    "=": zoom.closer,
    "-": zoom.farther,
    0: zoom.fit,
  },
  { press: play.press, unfold: play.unfold, commit: play.commit, skip },
);

if (matchMedia("(max-width: 759px)").matches) $("beside").tabIndex = 0; // there it is one row, pushed along by keys too
$("menu").addEventListener("click", async () =>
  (await import("./menu.js")).menu({ act: play.act, token: session.token }),
);
$("help").addEventListener("click", help);
$("retry").addEventListener("click", () => session.load());
$("closer").addEventListener("click", zoom.closer);
$("farther").addEventListener("click", zoom.farther);
$("fit").addEventListener("click", zoom.fit);
addEventListener("pointerdown", skip, true);

/** At its address as a film the battle opens on its first step. */
const opened = () => (location.pathname.startsWith("/replay/") ? film.go(0) : undefined);

symbols()
  .then(session.start)
  .then(opened)
  .catch((error) => {
    $("nothing").replaceChildren(error.message, h("a", { href: "/" }, "Home"));
  });
