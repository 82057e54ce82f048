/**
 * The battle as film, on a page of its own: a slider over all steps, with the chance to win under
 * it. A battle that has ended can be studied there, too.
 */

import { drawing, h, use } from "../shared/dom.js";
import { showsChances } from "../shared/net.js";
import { glyph, panel } from "../shared/panels.js";
import { stepAt } from "./session.js";
import { change } from "./state.js";

/** @import { State } from "./types.js" */

const PACE = 750; // ms for each step when the film runs
const HIGH = 34; // of the graph, which is 100 wide

const PAST = "M15 6l-6 6 6 6";
const NEXT = "M9 6l6 6-6 6";
const PAUSE = "M8 5v14M16 5v14";

/**
 * Put the controls into their place; what is returned draws them as the state is.
 * @param {HTMLElement} el
 * @param {State} s
 * @param {() => void} flip opens the study of a battle that has ended, or closes it
 */
export function makeFilm(el, s, flip) {
  const button = (
    /** @type {Node} */ sign,
    /** @type {string} */ label,
    /** @type {() => void} */ press,
  ) => h("button", { "aria-label": label, title: label, onclick: press }, sign);
  const play = button(use("i-play"), "Play", () => toggle(s));
  const count = h("span", { class: "num count" });
  const graph = h("div", { class: "graph" });
  const slider = h("input", {
    type: "range",
    min: 0,
    max: 0,
    value: 0,
    "aria-label": "Step of the battle",
    oninput: () => go(s, Number(slider.value)),
  });
  const now = h("button", { class: "live", onclick: () => go(s, Infinity) }, "Now");
  const study = h("button", { class: "live", hidden: true, onclick: flip }, "Study");
  const table = h("a", { class: "live", href: `/table/${s.game}` }, "Table");
  el.append(
    button(use("i-back"), "To the start", () => go(s, 0)),
    button(glyph(PAST), "Step back", () => by(s, -1)),
    play,
    button(glyph(NEXT), "Step on", () => by(s, 1)),
    button(use("i-fwd"), "To now", () => go(s, Infinity)),
    count,
    h("div", { class: "track" }, graph, slider),
    now,
    study,
    table,
  );
  return () => {
    const [index, last] = [place(s), stops(s).length - 1];
    slider.max = String(last);
    slider.value = String(index);
    slider.setAttribute("aria-valuetext", `step ${index} of ${last}`);
    count.textContent = `${index} of ${last}`;
    now.classList.toggle("past", s.at !== null);
    now.textContent = s.view?.result ? "End" : "Now";
    study.hidden = !s.view?.result;
    study.setAttribute("aria-expanded", String(Boolean(s.study)));
    play.setAttribute("aria-label", s.playing ? "Pause" : "Play");
    panel(play, [s.playing], () => [s.playing ? glyph(PAUSE) : use("i-play")]);
    panel(graph, [s.chances, s.view?.log, showsChances()], () => [line(s)]);
  };
}

/** The place of the shown step among all; the last one is now. */
const place = (/** @type {State} */ s) =>
  s.at === null ? stops(s).length - 1 : stops(s).indexOf(s.at);

export const by = (/** @type {State} */ s, /** @type {number} */ steps) => go(s, place(s) + steps);

/** Show the position after a number, or after the last one before it that stands. */
export const seek = (/** @type {State} */ s, /** @type {number} */ number) =>
  go(s, Math.max(0, stops(s).filter((stop) => stop <= number).length - 1));

/** Show a step; several wishes in a row end at the last one. */
export async function go(/** @type {State} */ s, /** @type {number} */ index) {
  const { film } = s;
  const all = stops(s);
  if (!s.view) return;
  if (index >= all.length - 1) {
    film.step = -1;
    change(s, { at: null, playing: false, shown: s.view });
    return;
  }
  film.step = all[Math.max(0, index)];
  change(s, { at: film.step });
  if (film.fetching) return;
  film.fetching = true;
  try {
    while (film.step >= 0) {
      const { step } = film;
      const shown = await stepAt(s, step);
      if (film.step >= 0) change(s, { shown });
      if (film.step === step) break;
    }
  } catch (error) {
    const text = /** @type {Error} */ (error).message;
    change(s, { trouble: { text, rule: "" }, playing: false });
  } finally {
    film.fetching = false;
  }
}

export async function toggle(/** @type {State} */ s) {
  if (s.playing) return change(s, { playing: false });
  change(s, { playing: true });
  if (s.at === null) await go(s, 0);
  while (s.playing && s.at !== null) {
    await new Promise((done) => setTimeout(done, PACE));
    if (s.playing) await by(s, 1);
  }
  change(s, { playing: false });
}

/** The positions that stand, from the set-up to now; what was undone is not among them. */
export const stops = (/** @type {State} */ s) => [
  ...new Set([0, ...(s.view?.log ?? []).map((part) => part.number)]),
];

/** The chance to win after each step as two areas, and a tick where each turn begins. */
function line(/** @type {State} */ s) {
  const all = stops(s);
  const across = (/** @type {number} */ index) =>
    ((100 * index) / Math.max(1, all.length - 1)).toFixed(2);
  const points = all.flatMap((n, i) => {
    const chance = showsChances() ? s.chances[n] : null;
    return typeof chance === "number" ? [[across(i), (HIGH * (1 - chance)).toFixed(1)]] : [];
  });
  const curve = points.map((point) => point.join()).join(" ");
  const [from, to] = [points[0]?.[0], points.at(-1)?.[0]];
  const area = (/** @type {string} */ side, /** @type {number} */ edge) =>
    `<polygon class="area-${side}" points="${from},${edge} ${curve} ${to},${edge}"/>`;
  const middle = `<path class="mid" d="M0 ${HIGH / 2}H100"/>`;
  const spark = `<polyline class="spark" points="${curve}"/>`;
  const areas = points.length > 1 ? area("b", 0) + area("a", HIGH) + middle + spark : "";
  const ticks = turns(s).map(
    (n) => `<path class="tick" d="M${across(all.indexOf(n))} 0V${HIGH}"/>`,
  );
  const box = `viewBox="0 0 100 ${HIGH}" preserveAspectRatio="none" aria-hidden="true"`;
  return drawing(`<svg ${box}>${areas}${ticks.join("")}</svg>`);
}

/** The steps at which the log opens a new turn, or what a ruleset counts in its stead. */
function turns(/** @type {State} */ s) {
  const seen = new Set();
  const opens = new RegExp(`^${s.view?.status.period} (\\d+)`);
  const begins = (/** @type {{heading: boolean, text: string}} */ x) => {
    const turn = x.heading && opens.exec(x.text)?.[1];
    return turn && !seen.has(turn) && seen.add(turn);
  };
  const log = s.view?.log ?? [];
  return log.filter((part) => part.sentences.some(begins)).map((part) => part.number);
}
