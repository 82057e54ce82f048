/** What is learnt of a game: the puzzle of the day, the path of lessons, more puzzles. */

import { $, h, many } from "../shared/dom.js";
import { call, keepSetting, LAST_GAME, setting } from "../shared/net.js";
import { opening } from "../shared/page_load.js";
import { glyph, percent } from "../shared/panels.js";
import { localDay, weekOf } from "../shared/progress.js";
import {
  allDays,
  allLearnt,
  keepLearnt,
  learnt,
  myRating,
  myStreak,
  share,
  triedToday,
} from "../shared/progress_store.js";

/** @import { Daily, Taught } from "../shared/types.js" */

const FEW = 12; // puzzles that are shown before all are asked for
const TICK = "\u2713";
const NUMBERS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
];

/** What is on the page: the game, its course, for which day, and whether all puzzles are shown. */
const here = { ruleset: "", taught: /** @type {Taught[]} */ ([]), day: "", all: false };

const key = (/** @type {Taught} */ one) => `${here.ruleset}/${one.id}`;
const address = (/** @type {Taught} */ one) => `/learn/${key(one)}`;

/** The game of the address; else the one that was looked at, played or learnt last. */
function chosen(/** @type {{id: string}[]} */ all) {
  const asked = location.pathname.split("/").filter(Boolean)[1];
  if (asked) return asked;
  const learns = Object.entries(allLearnt()).sort(([, a], [, b]) => b.at - a.at)[0]?.[0];
  const last = setting(LAST_GAME) || learns?.split("/")[0];
  const known = all.find(({ id }) => id === last);
  return (known ?? all[0]).id;
}

function chips(/** @type {{id: string, name: string}[]} */ all) {
  return all.map(({ id, name }) =>
    h("a", { href: `/learn/${id}`, "aria-current": id === here.ruleset ? "page" : null }, name),
  );
}

// ---------------------------------------------------------------- the path of lessons

const begun = (/** @type {Taught} */ one) => {
  const { step } = learnt(key(one));
  return step > 0 && step < one.steps;
};

/** The lesson to go on with: one that was begun, else the first that is not done. */
function nextOf(/** @type {Taught[]} */ lessons) {
  const open = lessons.filter((one) => begun(one) || !learnt(key(one)).done);
  return open.find(begun) ?? open[0];
}

const minutes = (/** @type {number} */ count) => `${NUMBERS[count] ?? count} minutes`;

function lesson(/** @type {Taught} */ one, /** @type {Taught|undefined} */ next) {
  const { step, done } = learnt(key(one));
  const goes = begun(one);
  const far = goes ? `step ${step + 1} of ${one.steps}` : minutes(one.minutes);
  // Who begins once more begins at the beginning.
  const afresh = () => {
    if (step >= one.steps) keepLearnt(key(one), { played: [], step: 0 });
  };
  const sign = done && !goes && h("span", { class: "tick", "aria-hidden": "true" }, TICK);
  return h(
    "li",
    { class: one === next ? "next" : "" },
    h(
      "a",
      { href: address(one), onclick: afresh },
      h("img", { src: one.picture, alt: "", width: 100, height: 84, loading: "lazy" }),
      h(
        "span",
        { class: "about" },
        h("b", {}, one.title),
        h("small", {}, far, done && h("span", { class: "vh" }, ", done")),
      ),
      one === next ? h("span", { class: "cta go" }, goes ? "Go on" : "Begin") : sign,
    ),
  );
}

function path(/** @type {Taught[]} */ lessons) {
  const next = nextOf(lessons);
  const done = lessons.filter((one) => learnt(key(one)).done).length;
  $("path-name").textContent = lessons.length
    ? `Lessons: ${done} of ${lessons.length} done`
    : "Lessons";
  const none = h("li", {}, h("p", {}, "These rules have no lessons yet."));
  $("path").replaceChildren(...(lessons.length ? lessons.map((one) => lesson(one, next)) : [none]));
}

// ---------------------------------------------------------------- puzzles

const isSolved = (/** @type {Taught} */ one) => learnt(key(one)).share === 1;

/** Those that fit best: not solved yet and about as hard as somebody is good; easiest first. */
function fitting(/** @type {Taught[]} */ puzzles) {
  const { value } = myRating();
  const far = (/** @type {Taught} */ one) => Math.abs(one.rating - value);
  const open = puzzles.map((one) => ({ one, solved: isSolved(one) }));
  open.sort((a, b) => Number(a.solved) - Number(b.solved) || far(a.one) - far(b.one));
  const few = open.slice(0, FEW).map(({ one }) => one);
  return few.sort((a, b) => a.rating - b.rating || a.number - b.number);
}

/** How good the best answer was so far, in words; nothing of what was not tried. */
function far(/** @type {Taught} */ one) {
  const { done, share: best } = learnt(key(one));
  if (!done) return "";
  return best === 1 ? "solved" : `${percent(best ?? 0)} of the best so far`;
}

function tile(/** @type {Taught} */ one) {
  const told = far(one);
  const mark = isSolved(one) ? TICK : "\u00bd";
  const sign = told && h("span", { class: "tick", "aria-hidden": "true" }, mark);
  return h(
    "li",
    { class: isSolved(one) ? "solved" : "" },
    h(
      "a",
      { href: address(one), title: one.text },
      h("img", { src: one.picture, alt: "", width: 222, height: 128, loading: "lazy" }),
      sign,
      h("b", {}, one.title),
      h("small", { class: "num" }, h("span", { class: "vh" }, "rated "), one.rating),
      told && h("span", { class: "vh" }, `, ${told}`),
    ),
  );
}

function tiles(/** @type {Taught[]} */ puzzles) {
  $("puzzles").hidden = !puzzles.length;
  const solved = puzzles.filter(isSolved).length;
  $("count").textContent =
    `One question each; the program weighs every answer. ${solved} of ${puzzles.length} solved.`;
  const shown = here.all || puzzles.length <= FEW ? puzzles : fitting(puzzles);
  $("tiles").replaceChildren(...shown.map(tile));
  const button = /** @type {HTMLButtonElement} */ ($("all"));
  button.hidden = puzzles.length <= FEW;
  button.setAttribute("aria-expanded", String(here.all));
  button.textContent = here.all ? "Fewer puzzles" : `All ${many(puzzles.length, "puzzle")}`;
  button.onclick = () => {
    here.all = !here.all;
    tiles(puzzles);
  };
}

// ---------------------------------------------------------------- the page

/** Draw what this browser knows of the course. */
function fill() {
  const kind = (/** @type {string} */ name) => here.taught.filter((one) => one.kind === name);
  path(kind("lesson"));
  tiles(kind("puzzle"));
}

async function today() {
  here.day = localDay();
  const { ruleset, day } = here;
  const none = (/** @type {any} */ error) => {
    if (error.status !== 404) throw error;
    return null;
  };
  const daily = await call(`/api/learn/${ruleset}/daily?date=${day}`).catch(none);
  $("daily").hidden = !daily;
  if (daily) $("today").replaceChildren(...todaysPuzzle(daily));
}

async function draw() {
  const all = await call("/api/rulesets");
  here.ruleset = chosen(all);
  $("chips").replaceChildren(...chips(all));
  const course = await call(`/api/learn/${here.ruleset}`);
  here.taught = course.taught;
  keepSetting(LAST_GAME, here.ruleset);
  $("name").textContent = `Learn ${course.name}`;
  document.title = `Learn ${course.name} \u00b7 hulldown`;
  fill();
  await today();
}

async function open() {
  await draw();
  if (!(await share())) return;
  fill();
  await today();
}

// ---------------------------------------------------------------- the puzzle of the day
// Its board, the question, the week, the streak and the rating.

const FLAME = "M12 3c1 4 5 5 5 10a5 5 0 0 1-10 0c0-2 1-3 2-4 0 2 1 3 2 3 0-3-1-6 1-9z";
const HOW =
  "Answer it on its board, by a click or by an order. The answer is worked out, not rolled: " +
  "luck cannot help you.";

/** The card of a day's puzzle. */
function todaysPuzzle(/** @type {Daily} */ daily) {
  const name = `${daily.ruleset}/${daily.id}`;
  const { done, share } = learnt(name);
  const counts = Object.hasOwn(allDays(), daily.date);
  const solved = done && share === 1;
  const to = { href: `/learn/${name}` };
  return [
    h(
      "a",
      { class: "board-of-day", ...to, tabindex: -1, "aria-hidden": "true" },
      h("img", { src: daily.picture, alt: "", width: 680, height: 668 }),
    ),
    h(
      "div",
      { class: "asks" },
      h("h3", {}, daily.text),
      h("p", { class: "which" }, `\u201c${daily.title}\u201d is rated ${daily.rating}. ${HOW}`),
      h(
        "p",
        { class: "does" },
        h(
          "a",
          { class: "cta go", ...to },
          solved ? "Look at it again" : done ? "Try again" : "Solve it",
        ),
      ),
      h("p", { class: "state", role: "status" }, state(name, solved, counts)),
      week(daily.date),
      numbers(),
    ),
  ];
}

/** What came of it today, or before. */
function state(
  /** @type {string} */ name,
  /** @type {boolean} */ solved,
  /** @type {boolean} */ counts,
) {
  if (counts) return `${TICK} Today counts.`;
  if (solved) return "Solved before. Solve it again today, and the day counts.";
  return triedToday(name) ? "You tried it today and have not solved it yet." : "";
}

/** The days of this week, each with whether a puzzle of the day was solved on it. */
function week(/** @type {string} */ today) {
  const days = allDays();
  const names = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" });
  return h(
    "ol",
    { class: "week", "aria-label": "This week" },
    weekOf(today).map((day) => {
      const done = Object.hasOwn(days, day);
      const name = names.format(new Date(`${day}T00:00:00Z`));
      const kind = [done && "ok", day === today && "now"].filter(Boolean).join(" ");
      return h(
        "li",
        { class: kind, "aria-current": day === today ? "date" : null },
        h("span", { "aria-hidden": "true" }, done ? TICK : name[0]),
        h("span", { class: "vh" }, `${name}: ${done ? "solved" : "not solved"}`),
      );
    }),
  );
}

/** Days in a row, and the rating. */
function numbers() {
  const row = myStreak();
  const { value, tries, up } = myRating();
  const moved = up ? `, ${many(Math.abs(up), "point")} ${up > 0 ? "up" : "down"} today` : "";
  const tile = (/** @type {any[]} */ big, /** @type {string} */ small) =>
    h("div", {}, h("b", { class: "num" }, big), h("small", {}, small));
  return h(
    "div",
    { class: "numbers" },
    tile([glyph(FLAME), row], row === 1 ? "day in a row" : "days in a row"),
    tile([value], tries ? `rating${moved}` : "rating at the start"),
  );
}

// ---------------------------------------------------------------- start

opening(document.querySelector("#today > .sub"), open(), (error) => {
  $("trouble").hidden = false;
  $("trouble").textContent = error.message;
  for (const name of ["daily", "lessons"]) $(name).hidden = true;
});
// Who comes back by the browser's own button sees what was done meanwhile, and on another day
// that day's puzzle.
addEventListener("pageshow", (event) => event.persisted && draw());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && here.day && here.day !== localDay()) today();
});
