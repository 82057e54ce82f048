/**
 * The steps between two positions as a film: a shot with its dice, a drive with its dust, smoke and
 * fire, each with its sounds. One's own result is seen before the other side answers.
 */

import { drawing, dressed } from "../shared/dom.js";
import { soundOf, storyOf } from "./cues.js";
import { angle, driveTime, finishAll, pace, run, STEP, spot, still, wait } from "./motion.js";
import { clearScene, hear, marksOf } from "./scene.js";
import { hush } from "./sounds.js";
import { change } from "./state.js";

/** @import { TableView } from "../shared/types.js" */
/** @import { Clock, State, Story } from "./types.js" */

const MOST_STEPS = 30; // more than this is not shown step by step
const OTHERS = 0.8; // of the time that one's own orders take
const RESULT = 600; // ms that one looks at an own result before the other side answers
const LEAST = 400; // ms for a quiet order of the other side
const LONGEST = 900; // ms for the quiet orders of one unit, which are one drive
const BANNER = 400;
const CLOUD = 600;
const FLAME = 700;
const DUST = 520;
const PUFFS = [
  [0, 0, 13],
  [-12, 8, 10],
  [11, 10, 9],
]; // board units beside the tail, and how large

/** A clock that begins now, with times made longer or shorter by a factor. */
function clockOf(/** @type {State} */ s, factor = 1) {
  const { motion } = s;
  const [begins, before] = [performance.now(), motion.skips];
  const rests = still();
  const times = factor * pace();
  /** @type {Clock} */
  const clock = {
    still: rests,
    over: () => rests || motion.skips !== before,
    long: (ms) => ms * times,
    until: async (ms) => {
      const left = begins + ms * times - performance.now();
      if (!clock.over() && left > 0) await wait(motion, left);
    },
  };
  return clock;
}

/**
 * Show the steps that led to a position, one by one; a key or a click ends that at once.
 * @param {State} s
 * @param {TableView} view
 * @param {(number: number) => Promise<TableView>} stepAt the position after so many orders
 */
export async function showSteps(s, view, stepAt) {
  const shown = /** @type {TableView} */ (s.shown);
  const news = [...new Set(view.log.map((part) => part.number))].filter((n) => n > shown.number);
  if (!news.length || news.length > MOST_STEPS) return clearScene(s);
  const before = s.motion.skips;
  s.motion.hush = () => hush(s.sounds);
  s.motion.dressed ??= dressed("/static/table/effects.css");
  await s.motion.dressed;
  if (view.log.some((part) => part.number > shown.number && rolls(part))) await shots();
  if (still()) return showLast(s, view, news);
  for (const number of news) {
    if (s.motion.skips !== before) break;
    const step = number === view.number ? view : await stepAt(number);
    await showStep(s, step, news);
  }
  s.motion.step = STEP;
  ended(s, view);
}

/** Where nothing moves: what the last order with dice did, as it is when all has been seen. */
async function showLast(
  /** @type {State} */ s,
  /** @type {TableView} */ view,
  /** @type {number[]} */ news,
) {
  const shown = /** @type {TableView} */ (s.shown);
  clearScene(s);
  const rolled = news.findLast((number) =>
    view.log.some((part) => part.number === number && rolls(part)),
  );
  const story = storyOf(shown, { ...view, number: rolled ?? view.number });
  const smoke = cloudsOf(s).size;
  const reveal = () => follow(s, story, view, () => drawn(s, view));
  if (rolled !== undefined)
    await playStory(s, { ...story, number: view.number }, clockOf(s), reveal);
  else await reveal();
  upkeep(s, view, news, smoke);
  ended(s, view);
}

/** A note of what the rules did with some orders by themselves; nobody waits for it. */
async function upkeep(
  /** @type {State} */ s,
  /** @type {TableView} */ view,
  /** @type {number[]} */ numbers,
  /** @type {number} */ smoke, // clouds there were before
) {
  const gone = cloudsOf(s).size < smoke;
  const some = view.log.some(
    (part) => numbers.includes(part.number) && part.sentences.some((one) => one.upkeep),
  );
  if (!some && !gone) return;
  const telling = await import("./upkeep.js").catch(() => null);
  await telling?.tellUpkeep(s, view, numbers, gone);
}

/** Whether dice fell in a step. */
const rolls = (/** @type {TableView["log"][0]} */ { sentences }) =>
  sentences.some((one) => one.rolls.length);

/** What draws shots and dice, loaded with the first; nothing while the line is down. */
const shots = () => import("./shot.js").catch(() => null);

/** Play a shot, or the dice of an order, and put the position after it on the page. */
async function playStory(
  /** @type {State} */ s,
  /** @type {Story} */ story,
  /** @type {Clock} */ clock,
  /** @type {() => Promise<void>} */ reveal,
) {
  const drawn = await shots();
  await (drawn ? drawn.playStory(s, story, clock, reveal) : reveal());
}

/** Draw the position after an order; the end of a duel is told before the next is set up. */
async function follow(
  /** @type {State} */ s,
  /** @type {Story} */ story,
  /** @type {TableView} */ step,
  /** @type {() => Promise<any>} */ draw,
) {
  if (story.closes) await (await import("./duel_result.js")).closing(s, step);
  return draw();
}

/** Put a position on the page, and wait until it is there. */
async function drawn(/** @type {State} */ s, /** @type {TableView} */ view) {
  change(s, { shown: view });
  await Promise.resolve();
}

async function showStep(
  /** @type {State} */ s,
  /** @type {TableView} */ step,
  /** @type {number[]} */ news,
) {
  const { motion } = s;
  const story = storyOf(/** @type {TableView} */ (s.shown), step);
  if (!story.own) await wait(motion, Math.max(0, motion.seen - performance.now()));
  if (story.salvos.length && s.board.track)
    await (await import("./pose.js")).takePositions(s, step, clockOf(s));
  const clock = clockOf(s, story.own ? 1 : OTHERS);
  const last = step.number === news.at(-1);
  const reveal = () => follow(s, story, step, () => quiet(s, step, clock));
  const smoke = cloudsOf(s).size;
  const note = () => upkeep(s, step, [step.number], smoke);
  if (story.rows.length || story.salvos.length) {
    await playStory(s, story, clock, reveal);
    note();
    if (story.own) motion.seen = performance.now() + RESULT * pace();
    return;
  }
  clearScene(s);
  motion.step = Math.min(STEP, LONGEST / news.length);
  const moves = await reveal();
  note();
  if (story.own && last) return; // the person goes on while it drives
  const least = clock.long(LEAST);
  const quick = story.own ? motion.step * pace() : moves || least;
  await wait(motion, last ? Math.max(moves, least) : Math.max(moves, quick));
}

// ---------------------------------------------------------------- what is no shot

/** Draw a position with all that moves and is new in it; for how many ms something moves. */
async function quiet(
  /** @type {State} */ s,
  /** @type {TableView} */ step,
  /** @type {Clock} */ clock,
) {
  const [places, angles] = [spots(s), anglesOf(s)];
  const [clouds, fires, before] = [cloudsOf(s), firesOf(s), s.shown];
  await drawn(s, step);
  if (clock.over()) finishAll(s.motion); // the map has let its units glide
  let long = 0;
  for (const [unit, to] of spots(s)) {
    const from = places.get(unit);
    const far = from ? Math.hypot(from.x - to.x, from.y - to.y) : 0;
    if (!from || far <= 1) continue;
    const time = driveTime(s.motion, far);
    if (time > long) drive(s, step, clock, unit, from, to, time);
    long = Math.max(long, time);
  }
  const turned = [...anglesOf(s)].filter(([part, to]) => (angles.get(part) ?? to) !== to);
  if (turned.some(([part]) => part.endsWith(" turret")) && !long)
    hear(s, clock, soundOf({ what: "turret" }));
  if (before && loaded(before, step)) hear(s, clock, soundOf({ what: "load" }));
  grown(s, clock, cloudsOf(s), clouds);
  burning(s, clock, firesOf(s), fires);
  return turned.length ? Math.max(long, driveTime(s.motion, 0)) : long;
}

/** Where each unit stands, by its name. */
const spots = (/** @type {State} */ { board }) =>
  new Map(
    [...(board.svg?.querySelectorAll(".l-units [data-unit]") ?? [])].map((unit) => [
      unit.getAttribute("data-unit") ?? "",
      spot(unit),
    ]),
  );

/** How hulls and turrets are turned, by the unit and the part. */
const anglesOf = (/** @type {State} */ { board }) =>
  new Map(
    [...(board.svg?.querySelectorAll(".l-units [data-unit] :is(.turret, .u-turn)") ?? [])].map(
      (part) => {
        const unit = part.closest("[data-unit]")?.getAttribute("data-unit");
        return [`${unit} ${part.classList[0]}`, angle(part)];
      },
    ),
  );

/** Whether a gun was loaded that was empty. */
const loaded = (/** @type {TableView} */ before, /** @type {TableView} */ after) =>
  after.cards.some(
    (card) => card.loaded && before.cards.find((one) => one.unit === card.unit)?.loaded === "",
  );

/** Dust at the tail, and the engine. */
function drive(
  /** @type {State} */ s,
  /** @type {TableView} */ step,
  /** @type {Clock} */ clock,
  /** @type {string} */ unit,
  /** @type {{x: number, y: number}} */ from,
  /** @type {{x: number, y: number}} */ to,
  /** @type {number} */ ms,
) {
  const card = step.cards.find((one) => one.unit === unit.split(".")[0]);
  const sound = soundOf({ what: "drive", card });
  if (sound) hear(s, clock, sound, { seconds: ms / 1000 });
  const [mark] = marksOf(s.board, unit);
  if (clock.over() || !mark || !sound) return;
  const dust = drawing(`<svg><g class="dust">${PUFFS.map(puff).join("")}</g></svg>`);
  const group = /** @type {SVGGElement} */ (dust.firstElementChild);
  mark.parentNode?.insertBefore(group, mark);
  const at = (/** @type {number} */ share) =>
    `translate(${from.x + (to.x - from.x) * share}px, ${from.y + (to.y - from.y) * share}px)`;
  const frames = {
    transform: [`${at(0)} scale(.5)`, `${at(0.55)} scale(1.3)`, `${at(0.7)} scale(1.9)`],
    opacity: [0.75, 0.6, 0],
  };
  const times = { duration: ms + clock.long(DUST), easing: "ease-out" };
  run(s.motion, group.animate(frames, times), () => group.remove());
}

const puff = (/** @type {number[]} */ [x, y, r]) =>
  `<circle class="fx-dust" cx="${x}" cy="${y}" r="${r}"/>`;

/** The clouds of smoke, by what is drawn. */
const cloudsOf = (/** @type {State} */ { board }) =>
  new Map(
    [...(board.svg?.querySelectorAll(":scope > .l-smoke > :not([data-of])") ?? [])].map((el) => [
      el.firstElementChild?.outerHTML ?? "",
      el,
    ]),
  );

/** Smoke that was laid grows, and is still then. */
function grown(
  /** @type {State} */ s,
  /** @type {Clock} */ clock,
  /** @type {Map<string, Element>} */ now,
  /** @type {Map<string, Element>} */ before,
) {
  const fresh = [...now].filter(([key]) => !before.has(key));
  if (fresh.length) hear(s, clock, soundOf({ what: "smoke" }));
  for (const [, el] of fresh) grow(s, clock, el, CLOUD);
}

/** The fires on decks, by their units. */
const firesOf = (/** @type {State} */ { board }) =>
  new Map(
    [...(board.svg?.querySelectorAll(".l-smoke [data-of]") ?? [])].map((el) => [
      el.getAttribute("data-of") ?? "",
      el,
    ]),
  );

/** A fire breaks out, and burns still then. */
function burning(
  /** @type {State} */ s,
  /** @type {Clock} */ clock,
  /** @type {Map<string, Element>} */ now,
  /** @type {Map<string, Element>} */ before,
) {
  const fresh = [...now].filter(([unit]) => !before.has(unit));
  if (fresh.length) hear(s, clock, soundOf({ what: "fire" }));
  for (const [, el] of fresh) grow(s, clock, el, FLAME);
}

/** Let something new on the board grow out of its middle. */
function grow(
  /** @type {State} */ s,
  /** @type {Clock} */ clock,
  /** @type {Element} */ el,
  /** @type {number} */ ms,
) {
  if (clock.over()) return;
  el.classList.add("fx-grows");
  const frames = { transform: ["scale(.2)", "scale(1.06)", "scale(1)"], opacity: [0, 1, 1] };
  run(s.motion, el.animate(frames, { duration: clock.long(ms), easing: "ease-out" }), () =>
    el.classList.remove("fx-grows"),
  );
}

// ---------------------------------------------------------------- the decision is mine

/** The film is over: whose decision it is now, or who has won, is seen and heard. */
function ended(/** @type {State} */ s, /** @type {TableView} */ view) {
  const clock = clockOf(s);
  if (view.result && !s.view?.result) {
    if (view.seat === null || view.result.winner > 1) return;
    hear(s, clock, soundOf({ what: view.result.winner === view.seat ? "won" : "lost" }));
  }
  if (!view.yours || s.view?.yours || view.result) return;
  if (document.hasFocus()) hear(s, clock, soundOf({ what: "turn" }));
  const banner = document.getElementById("turn");
  if (clock.over() || !banner) return;
  const frames = { transform: ["translateY(-8px)", "translateY(0)"], opacity: [0, 1] };
  run(s.motion, banner.animate(frames, { duration: clock.long(BANNER), easing: "ease-out" }));
}
