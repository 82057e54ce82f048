/** Everything the table page knows. Data only; one function changes it and tells who watches. */

/**
 * @typedef {Object} State
 * @property {string} game id of the game
 * @property {import("../shared/types.js").TableView|null} view the position now
 * @property {import("../shared/types.js").TableView|null} shown the position on the page: `view`, or a step of the film
 * @property {string} unit the unit looked at, or ""
 * @property {string} target the other unit looked at, or ""
 * @property {string} group the group of orders that is open, or ""
 * @property {import("../shared/types.js").Pick|null} pick chosen, waits for the second click
 * @property {import("../shared/types.js").Pick|null} preview under the pointer or the focus
 * @property {import("../shared/types.js").Hint|null} hint the computer's advice
 * @property {number|null} advising how far the computer is with advice asked for (0 to 1, 0 unknown), null when it is not asked
 * @property {string} glow the place that a piece of advice points to, or ""
 * @property {boolean} busy an answer of the server is awaited or steps are being shown
 * @property {number|null} thinking how far the computer is (0 to 1), null when it does not think
 * @property {{done: number, total: number}|null} rules how far the compiled rules are, null when they are ready
 * @property {boolean} seen the result has been read
 * @property {number|null} at the step of the film shown, null for now
 * @property {boolean} playing the film runs
 * @property {(number|null)[]} chances seat 0's chance to win after each number, null where unknown
 * @property {boolean} line the live connection stands
 * @property {{text: string, rule: string}|null} trouble the last refusal
 */

/** @type {State} */
export const state = {
  game: "",
  view: null,
  shown: null,
  unit: "",
  target: "",
  group: "",
  pick: null,
  preview: null,
  hint: null,
  advising: null,
  glow: "",
  busy: false,
  thinking: null,
  rules: null,
  seen: false,
  at: null,
  playing: false,
  chances: [],
  line: true,
  trouble: null,
};

const watchers = new Set();
let told = true;

/** Call `draw` soon after every change. */
export function watch(/** @type {(s: State) => void} */ draw) {
  watchers.add(draw);
}

/** Change parts of the state; whoever watches is told once for all changes made together. */
export function change(/** @type {Partial<State>} */ part) {
  Object.assign(state, part);
  if (!told) return;
  told = false;
  queueMicrotask(() => {
    told = true;
    for (const draw of watchers) draw(state);
  });
}

/** Drop what was chosen, keep what is looked at. */
export function unpick() {
  change({ pick: null, preview: null, group: "", glow: "", trouble: null });
}
