/** What the server says of a lesson, and what this browser keeps of it. */

import { call } from "../shared/net.js";
import { localDay } from "../shared/progress.js";
import { catchUpOn, keepDay, keepLearnt, learnt } from "../shared/progress_store.js";
import { change } from "./state.js";

/** @import { Daily, LessonView, TableView } from "../shared/types.js" */
/** @import { Lesson, State } from "./types.js" */

/** The lesson of an address, as far as this browser was in it. @returns {Lesson} */
export const lessonOf = (/** @type {string} */ name) => ({
  played: learnt(name).played,
  answered: [],
  told: null,
  shown: false,
  dropped: false,
  days: [],
});

/** Go on where any browser of this person was last. */
export async function resumed(/** @type {State} */ s) {
  await catchUpOn(s.game);
  if (s.lesson) s.lesson = { ...s.lesson, played: learnt(s.game).played };
}

/** Keep what the server says of the lesson. */
export function heard(/** @type {State} */ s, /** @type {TableView} */ view) {
  const told = view.lesson;
  if (!s.lesson || !told) return;
  if (told.step !== s.lesson.told?.step) {
    const other = enemy(view, told);
    Object.assign(s, { target: other ?? s.target, card: other ? "target" : "unit" });
  }
  const same = told.kind === "puzzle" && told.played.join() === s.lesson.played.join();
  const answer = told.answer ?? (same ? (s.lesson.told?.answer ?? null) : null);
  if (told.answer) Object.assign(s, { pick: null, preview: null, group: "" });
  if (told.played.length < s.lesson.played.length) s.odds.clear();
  const { played, answered } = told;
  s.lesson = { ...s.lesson, told: { ...told, answer }, played, answered };
  if (told.kind === "puzzle") return puzzled(s, told);
  const before = learnt(s.game);
  keepLearnt(s.game, { played: told.played, done: before.done || told.done, step: told.step });
}

/** Keep what the server says of a puzzle: the first answer counts for the rating, once. */
function puzzled(/** @type {State} */ s, /** @type {LessonView} */ { answer, rating }) {
  if (!s.lesson?.days.length) today(s);
  if (!answer) return;
  const before = learnt(s.game);
  const right = answer.place === 1;
  const first = before.done ? before.first : { at: Date.now(), right, rating };
  const share = Math.max(answer.share, before.share ?? 0);
  keepLearnt(s.game, { played: [], done: true, step: 1, share, first });
  if (right) today(s).then(() => solved(s));
}

/**
 * Ask which puzzle is that of this day, unless it is known. Who began before midnight may answer
 * after it, so both days count.
 */
async function today(/** @type {State} */ s) {
  const date = localDay();
  if (s.lesson?.days.some((one) => one.date === date)) return;
  const path = `/api/learn/${s.game.split("/")[0]}/daily?date=${date}`;
  const daily = await call(path).catch(() => null);
  if (daily && s.lesson) s.lesson.days = [...s.lesson.days, /** @type {Daily} */ (daily)];
}

/** The day of a puzzle of the day counts when it is solved. */
function solved(/** @type {State} */ s) {
  const day = s.lesson?.days.find((one) => one.id === s.game.split("/")[1]);
  if (!day) return;
  keepDay(day.date);
  change(s, {}); // the slip says how many days in a row stand
}

/** Whose card a step speaks of: of the units that it points at, the first of the other side. */
function enemy(/** @type {TableView} */ { cards, seat }, /** @type {LessonView} */ { points }) {
  if (!points.includes("slip target")) return null;
  return cards.find((c) => c.side !== seat && points.includes(`unit ${c.unit}`))?.unit;
}
