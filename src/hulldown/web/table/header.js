/** The top of the table: whose turn it is, how the mission stands, who acts, the chance to win. */

import { drawing, emblem, h, letter } from "../shared/dom.js";
import { capital, shortName, turnLine, Who, who } from "../shared/names.js";
import { showsChances } from "../shared/net.js";
import { panel, percent } from "../shared/panels.js";
import { pace, run, still } from "./motion.js";
import { look } from "./play.js";

/** @import { Status, TableView } from "../shared/types.js" */
/** @import { State } from "./types.js" */

const AWAITED = 0.5; // drawn unseen until a chance is known, so that the bar does not move then
const HATCH = 4; // between two lines of the second side, of the bar's width of 100
const OPEN = 0.01; // the least chance that is told while a battle goes on
const ENDED = [1, 0, 0.5]; // what the first seat has of a battle that it, the other or nobody won
const SLIDE = 300; // ms in which the bar goes to another chance

/** @type {Record<string, string>} how it is said what a unit of the order is at */
const HOW = { done: "done", now: "acting" };

/** @param {Record<string, HTMLElement>} el */
export function drawHeader(el, /** @type {State} */ s) {
  const view = s.shown;
  if (!view) return;
  const { status, scenario } = view;
  const turn = status.turn ? `${status.period} ${status.turn} of ${status.turns}` : "Set-up";
  // While a shot is still shown, whose turn comes then is known already; how it ends is not told.
  const now = s.at === null && s.view && !s.view.result ? s.view : view;
  const said = taught(s) || turnLine(now);
  panel(el.turn, [view, now, said], () => [
    h("b", { class: now.yours && s.at === null ? "you" : null }, said),
    h("small", {}, turn, h("span", { class: "mission" }, ` \u00b7 ${scenario.name}`)),
  ]);
  const names = view.seats.map((one) => one.who);
  panel(el.beside, [JSON.stringify([status.extras, names])], () => {
    const score = scoreOf(view);
    return [score && chipsOf(view, score), standing(status, score?.whole ? score.name : "")];
  });
  el.beside.title = Object.values(status.extras ?? {}).join(" \u00b7 ");
  const able = new Set(view.able);
  panel(el.order, [status, view.able, s.unit], () =>
    (status.result ? [] : status.chips).map(([unit, side, how]) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            class: `chip side-${letter(side)} ${how}${able.has(unit) ? " able" : ""}`,
            "data-key": `chip ${unit}`,
            "aria-current": how === "now" ? "true" : null,
            "aria-label": [shortName(view, unit), HOW[how], able.has(unit) && "can act"]
              .filter(Boolean)
              .join(", "),
            onclick: () => look(s, unit),
          },
          h("span", {}, shortName(view, unit)),
        ),
      ),
    ),
  );
  const over = view.result && ENDED[view.result.winner];
  const win = over ?? view.win ?? s.chances[view.number] ?? null;
  s.known = win ?? (s.at === null ? s.known : null);
  el.win.hidden = !showsChances();
  el.win.classList.toggle("pale", win === null);
  el.win.classList.toggle("awaited", s.known === null);
  const before = Number(el.win.dataset.chance);
  panel(
    el.win,
    [s.known, Boolean(view.result), status.whole, ...view.seats.map((one) => one.who)],
    () => winBar(view, s.known ?? AWAITED),
  );
  if (before && s.known && before !== s.known) slide(s, el.win, before / s.known);
  el.win.dataset.chance = String(s.known ?? 0);
}

/**
 * What both sides have so far: from the score, else from the objectives. `whole`: whether the text
 * of that name says no more than this. Null where nothing is counted.
 */
function scoreOf(/** @type {TableView} */ view) {
  const [one, other] = [who(view, 0), who(view, 1)];
  for (const name of ["score", "objectives"]) {
    const text = view.status.extras?.[name] ?? "";
    const [first, second] = [text.indexOf(`: ${one} `), text.indexOf(`, ${other} `)];
    if (first < 0 || second < first) continue;
    const [last, ...more] = text.slice(second + other.length + 3).split(", ");
    const kept = /^score (\d+)-(\d+)$/.exec(more[0] ?? "");
    if (kept) return { name, label: "Score", values: kept.slice(1), whole: false };
    const values = [text.slice(first + one.length + 3, second), last];
    return { name, label: text.slice(0, first), values, whole: !more.length };
  }
  return null;
}

/** The score as it is seen; who listens hears its sentence. */
const chipsOf = (
  /** @type {TableView} */ view,
  /** @type {{label: string, values: string[]}} */ { label, values },
) =>
  h(
    "p",
    { class: "tally", "aria-hidden": "true" },
    h("small", {}, label),
    values.map((value, seat) =>
      h(
        "span",
        {},
        emblem(seat),
        h("span", { class: "nm" }, inShort(view, seat)),
        h("b", {}, value),
      ),
    ),
  );

/** A seat as the bar names it. */
const inShort = (/** @type {TableView} */ view, /** @type {number} */ seat) =>
  Who(view, seat).replace(/^The c/, "C");

/** What a lesson or puzzle is at, where nobody is to order anything. */
function taught(/** @type {State} */ { lesson }) {
  const { answer, done, reads } = lesson?.told ?? {};
  if (answer) return lesson?.shown ? "The best order" : "What happens";
  if (lesson?.told?.kind === "puzzle") return "";
  return done ? "Lesson done" : reads ? "Read on" : "";
}

/** Let the first side's part of the bar grow or shrink from what it was, `times` of what it is. */
function slide(
  /** @type {State} */ s,
  /** @type {HTMLElement} */ win,
  /** @type {number} */ times,
) {
  const part = win.querySelector(".wa");
  if (!part || still()) return;
  const frames = [{ transform: `scaleX(${times})` }, { transform: "none" }];
  run(s.motion, part.animate(frames, { duration: SLIDE * pace(), easing: "ease-out" }));
}

/** What is to be decided: the line of the status without what stands in the bar. */
export function decision(/** @type {Status} */ status) {
  const turn = status.turn ? `${status.period} ${status.turn} of ${status.turns}` : "Set-up";
  const beside = [turn, status.result, ...Object.values(status.extras ?? {})];
  const text = status.text
    .split(" \u00b7 ")
    .map((part) => part.replace(/^(Your|.+'s) turn(: |$)/, ""))
    .filter((part) => part && !beside.includes(part))
    .join(" \u00b7 ");
  return capital(text);
}

/** Seat 0's chance to win over all of the bar, which is hatched for the second side. */
function winBar(/** @type {TableView} */ view, /** @type {number} */ win) {
  const sure = view.result ? 0 : OPEN; // nobody has won before the end
  const shown = [win, 1 - win].map((x) => percent(Math.min(1 - sure, Math.max(sure, x))));
  const chances = shown.map((text, seat) => `${who(view, seat)} ${text}`);
  const { whole } = view.status;
  const told = `Chance to win the ${whole}: ${chances.join(", ")}`;
  const [one, other] = [0, 1].map((seat) => inShort(view, seat));
  const lines = Array.from({ length: 100 / HATCH }, (_, i) => `M${HATCH * i + 2} 14l2 -14`);
  const bar = drawing(
    `<svg class="bar" viewBox="0 0 100 14" preserveAspectRatio="none" role="img">` +
      `<path class="wb" d="M0 0H100V14H0Z"/><path class="wh" d="${lines.join("")}"/>` +
      `<path class="wa" d="M0 0H${100 * win}V14H0Z"/><path class="wm" d="M50 0V14"/></svg>`,
  );
  bar.setAttribute("aria-label", told);
  return [
    h(
      "span",
      { class: "num", title: told },
      emblem(0),
      h("span", { class: "nm" }, ` ${one}`),
      ` ${shown[0]}`,
    ),
    bar,
    h(
      "span",
      { class: "num", title: told },
      `${shown[1]} `,
      h("span", { class: "nm" }, `${other} `),
      emblem(1),
    ),
    h("small", { class: "whole", "aria-hidden": "true" }, `Win the ${whole}`),
  ];
}

/**
 * How the mission is going: sky, objectives, score, waypoints, strikes. What is `seen` beside it is
 * only there to be heard.
 */
export function standing(/** @type {Status} */ status, seen = "") {
  const all = Object.entries(status.extras ?? {});
  return (
    all.length > 0 &&
    h(
      "ul",
      { class: "extras" },
      all.map(([name, text]) =>
        h("li", { class: `x-${name}${name === seen ? " seen" : ""}` }, capital(text)),
      ),
    )
  );
}
