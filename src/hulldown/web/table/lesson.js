/**
 * The slip of a lesson or puzzle beside the board: what is to be done, what happened, and why
 * another order is not meant. How far somebody has come is kept in this browser.
 */

import { $, dressed, h, many } from "../shared/dom.js";
import { byKeys, panel } from "../shared/panels.js";
import { allDays, myRating, myStreak } from "../shared/progress_store.js";
import { cardOf, legal, standing } from "./orders.js";
import { act, display } from "./play.js";
import { load } from "./session.js";
import { change } from "./state.js";

/** @import { LessonAnswer, LessonView } from "../shared/types.js" */
/** @import { Lesson, State } from "./types.js" */

const READ = "."; // in place of an order: the step has been read
const CLOSE = 0.8; // of the best: an answer is close to it
const LINE = "The board shows what usually happens, with the enemy's best answer.";

export { lessonOf } from "./lesson_store.js";

/** Make the page ready for a lesson. */
export function ready() {
  document.body.classList.add("learning");
  dressed("/static/table/lesson.css");
  const slip = h(
    "section",
    { class: "lesson", id: "lesson", "aria-label": "Lesson" },
    h("div", { class: "page" }),
    h("p", { class: "vh", "aria-live": "polite" }),
  );
  $("now").prepend(slip);
  return slip;
}

/** Back to an earlier step, or to the beginning; where that does not come, all stays as it is. */
export async function backTo(/** @type {State} */ s, /** @type {number} */ count) {
  if (!s.lesson || s.busy) return;
  s.odds.clear();
  const before = s.lesson;
  const told = s.lesson.told && { ...s.lesson.told, answer: null };
  const played = s.lesson.played.slice(0, count);
  s.lesson = { ...s.lesson, played, answered: [], told, shown: false };
  change(s, { pick: null, preview: null, group: "", trouble: null, at: null });
  await load(s);
  if (s.trouble) s.lesson = before;
  if (s.trouble) change(s, {});
}

/** The best answer on the board, as it is when one has chosen it. */
async function showBest(
  /** @type {State} */ s,
  /** @type {Lesson} */ lesson,
  /** @type {LessonAnswer} */ answer,
) {
  s.lesson = { ...lesson, played: [], answered: [], shown: true };
  change(s, { pick: null, preview: null, group: "", trouble: null, at: null });
  await load(s);
  const order = () => s.view?.orders.find((one) => one.text === answer.orders[0]);
  const unit = order()?.unit;
  if (unit && unit !== s.unit) await load(s, false, unit);
  const best = order();
  if (best && s.lesson.shown) display(s, best);
}

/** Set a puzzle up as it was before the wrong answer. */
const tryAgain = (/** @type {State} */ s) => backTo(s, s.lesson?.played.length ?? 0);

/** Go on from a step that is only read; from an answer, to the next puzzle or to another try. */
export function readOn(/** @type {State} */ s) {
  const { answer } = s.lesson?.told ?? {};
  const next = /** @type {HTMLElement|null} */ (document.querySelector(".lesson a.cta"));
  if (answer?.place === 1) return next?.click();
  if (answer) return void tryAgain(s);
  if (s.lesson?.told?.reads && !s.busy) act(s, [READ]);
}

/** Draw the slip, and mark on the page what the step is about. */
export function drawLesson(/** @type {HTMLElement} */ el, /** @type {State} */ s) {
  const { lesson } = s;
  const told = lesson?.told;
  if (!lesson || !told) return;
  const [page, aloud] = /** @type {[HTMLElement, HTMLElement]} */ (
    /** @type {any} */ (el.children)
  );
  const needs = [
    told,
    s.trouble,
    s.busy && told.reads,
    lesson.shown,
    told.answer && mine(s, lesson),
  ];
  const fresh = el.dataset.step !== `${told.step}`;
  if (panel(page, needs, () => content(s, lesson, told))) {
    const words = spoken(s, told);
    if (aloud.textContent !== words) aloud.textContent = words;
  }
  const answered = Boolean(told.answer) && el.dataset.answered !== "true";
  el.dataset.answered = String(Boolean(told.answer));
  el.dataset.step = `${told.step}`;
  document.body.classList.toggle("answered", Boolean(told.answer));
  if (fresh) $("now").scrollTop = 0;
  if (answered) el.querySelector(".answer")?.scrollIntoView({ block: "nearest" });
  const next = /** @type {HTMLElement|null} */ (el.querySelector("[data-key='read on']"));
  if (fresh && byKeys()) next?.focus({ preventScroll: true });
  point(s, told.points);
}

/** What is read out: why not, how good an answer is, or the step. */
function spoken(/** @type {State} */ s, /** @type {LessonView} */ told) {
  if (s.trouble) return s.trouble.text;
  const { answer } = told;
  if (answer) return `${verdict(answer)} ${answer.yours}: ${answer.worth}.`;
  return [told.happened, `${told.heading}.`, told.text, told.do].filter(Boolean).join(" ");
}

/** How good an answer is, in a word. */
function verdict(/** @type {LessonAnswer} */ { place, share }) {
  if (place === 1) return "The best there is.";
  return share > CLOSE ? "Close." : "There is better.";
}

/** The places of a step's marks on the board. */
export const pointed = (/** @type {State} */ s) =>
  (s.at === null ? (s.lesson?.told?.points ?? []) : []).map((one) => {
    const [kind, name] = split(one);
    if (kind === "unit") return standing(cardOf(s.view, name)) ?? "";
    return kind === "place" ? name : "";
  });

const split = (/** @type {string} */ point) => {
  const at = point.indexOf(" ");
  return [point.slice(0, at), point.slice(at + 1)];
};

/** @type {Record<string, string>} the tab behind which a slip is on a phone */
const TABS = { unit: "unit", target: "unit", log: "log" };

/** Mark the buttons and slips that a step points at, and the tabs of these slips on a phone. */
function point(/** @type {State} */ s, /** @type {string[]} */ points) {
  for (const old of document.querySelectorAll(".pointed")) old.classList.remove("pointed");
  for (const one of points) {
    const [kind, name] = split(one);
    if (kind === "button") buttonOf(s, name)?.classList.add("pointed");
    if (kind === "slip") {
      const tab = TABS[name] ?? "now";
      for (const marked of document.querySelectorAll(`#${name}, label[for="tab-${tab}"]`))
        marked.classList.add("pointed");
    }
  }
}

/**
 * The button of an order or of a group: an order that is folded away is marked on its group, and a
 * group of one order on that order's button. What cannot be ordered now has none.
 */
function buttonOf(/** @type {State} */ s, /** @type {string} */ name) {
  const called = (/** @type {string} */ key) =>
    document.querySelector(`[data-key="act ${CSS.escape(key)}"]`);
  const can = legal(s.view?.orders ?? []);
  if (!can.some((o) => o.group === name || o.text === name)) return null;
  const [only, more] = can.filter((o) => o.group === name);
  const other = more ? "" : (only?.text ?? can.find((o) => o.text === name)?.group ?? "");
  return called(name) ?? called(other) ?? called("more");
}

function content(
  /** @type {State} */ s,
  /** @type {Lesson} */ lesson,
  /** @type {LessonView} */ told,
) {
  const { answer } = told;
  return [
    head(s, told),
    h(
      "div",
      { class: "told" },
      told.happened && h("p", { class: "happened" }, told.happened),
      h("h2", {}, told.heading),
      !answer && h("p", {}, told.text),
      !answer && told.do && h("p", { class: "do" }, told.do),
      answer && answered(s, lesson, told, answer),
    ),
    h(
      "p",
      { class: "wrong", hidden: !s.trouble },
      s.trouble && [s.trouble.text, s.trouble.rule && ` (${s.trouble.rule})`],
    ),
    !answer && ways(s, told),
  ];
}

/** Ways back, and how far it is. */
function head(/** @type {State} */ s, /** @type {LessonView} */ told) {
  const now = Math.min(told.step + 1, told.steps);
  const pips = Array.from({ length: told.steps }, (_, i) =>
    h("i", { class: i < told.step ? "done" : i === told.step ? "now" : "" }),
  );
  const to = (/** @type {string} */ text, /** @type {number} */ count) =>
    h("button", { "data-key": text, onclick: () => backTo(s, count) }, text);
  return h(
    "header",
    {},
    h("a", { href: `/learn/${s.game.split("/")[0]}` }, "All lessons"),
    told.back >= 0 && to("Back", told.back),
    told.back > 0 && to("Start again", 0),
    h("span", { class: "num" }, told.kind === "lesson" ? `${now} of ${told.steps}` : "Puzzle"),
    told.kind === "lesson" && h("span", { class: "pips", "aria-hidden": "true" }, pips),
  );
}

/** Where one can go on to. */
function ways(/** @type {State} */ s, /** @type {LessonView} */ told) {
  const [id, title] = told.follows;
  const all = `/learn/${s.game.split("/")[0]}`;
  const read = { class: "cta", "data-key": "read on", onclick: () => readOn(s) };
  if (told.reads) return h("button", read, "Next", h("kbd", {}, "G"));
  if (!told.done && !told.answer) return false;
  return h(
    "a",
    { class: "cta", href: id ? `${all}/${id}` : all },
    id ? `Next: ${title}` : "All lessons",
  );
}

/** How good an answer is; the best one only for who asks for it. */
function answered(
  /** @type {State} */ s,
  /** @type {Lesson} */ lesson,
  /** @type {LessonView} */ told,
  /** @type {LessonAnswer} */ answer,
) {
  const { yours, worth, place, best_worth: most } = answer;
  const best = place === 1;
  const show = () => showBest(s, lesson, answer);
  const better = [
    h(
      "button",
      { class: "cta", "data-key": "try again", onclick: () => tryAgain(s) },
      "Try again",
      h("kbd", {}, "G"),
    ),
    !lesson.shown &&
      h("button", { class: "plain", "data-key": "show it", onclick: show }, "Show me the best"),
  ];
  return h(
    "div",
    { class: "answer" },
    h("h3", {}, verdict(answer)),
    !best && h("p", {}, `The best has ${most}, yours ${without(worth, most)}.`),
    h("p", {}, h("b", {}, yours), `: ${worth}.`),
    lesson.shown && h("p", {}, "The best: ", h("b", {}, answer.best), `: ${most}.`),
    h("div", { class: "row" }, !best && better, (best || lesson.shown) && ways(s, told)),
    (best || lesson.shown) && h("p", {}, answer.why),
    lesson.answered.length > 0 && h("p", { class: "sub" }, LINE),
    h("p", { class: "sub mine" }, mine(s, lesson)),
  );
}

/** A worth without the words that stand behind another: "40%" beside "80% to win". */
function without(/** @type {string} */ worth, /** @type {string} */ other) {
  const words = / .*$/.exec(other)?.[0] ?? "";
  return words && /^[\d.]+% /.test(worth) && worth.endsWith(words)
    ? worth.slice(0, -words.length)
    : worth;
}

/** The rating, and after a puzzle of the day the days in a row. */
function mine(/** @type {State} */ s, /** @type {Lesson} */ lesson) {
  const { value, up } = myRating();
  const moved = up ? `, ${many(Math.abs(up), "point")} ${up > 0 ? "up" : "down"} today` : "";
  const known = allDays();
  const counts = lesson.days.some(
    ({ id, date }) => id === s.game.split("/")[1] && Object.hasOwn(known, date),
  );
  const row = counts ? ` Puzzle of the day: ${many(myStreak(), "day")} in a row.` : "";
  return `Worked out, not rolled: luck cannot help you. Your rating: ${value}${moved}.${row}`;
}
