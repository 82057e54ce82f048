/**
 * Everything that the table page knows, in one object; one function changes it and has it drawn.
 */

import { STEP } from "./motion.js";

/** @import { TableView } from "../shared/types.js" */
/** @import { Lesson, State, Study } from "./types.js" */

/**
 * The state of a table nothing is known of yet; the page gives `board`, `draw` and `refresh`.
 * @returns {Omit<State, "board"|"draw"|"refresh">}
 */
export function newState(/** @type {string} */ game, /** @type {Lesson|null} */ lesson = null) {
  return {
    game,
    lesson,
    closing: null,
    replay: false,
    due: false,
    view: null,
    shown: null,
    unit: "",
    target: "",
    card: "unit",
    group: "",
    ranks: null,
    pick: null,
    preview: null,
    hint: null,
    danger: false,
    risk: { subject: "", layer: "", places: 0 },
    advising: null,
    glow: "",
    busy: false,
    thinking: null,
    rules: "",
    at: null,
    playing: false,
    chances: [],
    known: null,
    line: true,
    attending: { seen: [], heard: 0 },
    calling: { ready: null, due: false, missed: false, title: "" },
    since: { steps: [], at: 0, asked: -1 },
    trouble: null,
    heard: -1,
    odds: new Map(),
    matrices: new Map(),
    against: "",
    unfolding: false,
    counted: null,
    unfolded: { why: false, detail: false, all: false, best: false },
    people: null,
    said: 0,
    session: {
      token: "",
      holder: null,
      handing: false,
      arriving: Promise.resolve(),
      news: null,
      steps: new Map(),
    },
    wish: {
      ...{ resting: 0, swift: false, eager: null, advice: new AbortController() },
      ...{ passed: -1, undone: -1, tried: -1 },
    },
    film: { step: -1, fetching: false },
    study: null,
    motion: {
      ...{ running: new Set(), waits: new Set(), skips: 0, step: STEP, seen: 0, scene: null },
      ...{ hush: () => {}, dressed: null },
    },
    sounds: { context: null, press: null, out: null, timer: 0, ends: 0 },
    last: {
      ...{ shown: null, subject: null, number: -1, explained: false, over: false },
      ...{ asked: -1, ended: "" },
    },
  };
}

/** Change parts of the state; it is drawn once for all changes made together. */
export function change(/** @type {State} */ s, /** @type {Partial<State>} */ part) {
  Object.assign(s, part);
  if (s.due) return;
  s.due = true;
  queueMicrotask(() => {
    s.due = false;
    s.draw();
  });
}

/** Change parts of the study, while it is open. */
export function alter(/** @type {State} */ s, /** @type {Partial<Study>} */ part) {
  if (s.study) change(s, { study: { ...s.study, ...part } });
}
/** What the odds of orders are remembered by: they hold for one position and one side. */
export const oddsKey = (/** @type {State} */ s, /** @type {string[]} */ texts) =>
  `${s.view?.number} ${s.view?.seat} ${new URLSearchParams(texts.map((text) => ["action", text]))}`;

/** Drop what was chosen, keep what is looked at. */
export function unpick(/** @type {State} */ s) {
  change(s, { pick: null, preview: null, group: "", glow: "", trouble: null });
}

/**
 * Listens to something that can be folded out, so that it stays as a person left it.
 * @param {State} s
 * @param {keyof State["unfolded"]} what
 */
export const kept = (s, what) => (/** @type {any} */ event) => {
  s.unfolded[what] = event.target.open;
};

/** Whether a computer may help: not two people who play apart, unless they have agreed to it. */
export const helped = (/** @type {TableView} */ { people }) => !people.swaps || people.terms.advice;

/**
 * Whether orders can be given now: it is this seat's turn, no answer is awaited, this is not the
 * film's page and no puzzle that has been answered.
 */
export const free = (/** @type {State} */ s) =>
  Boolean(s.view?.yours) && s.at === null && !s.busy && !s.replay && !s.lesson?.told?.answer;
