/** What the server says of a lesson, and what this browser keeps of it. */

import { keepLearnt, learnt } from "../shared/learnt.js";

/** @import { LessonView, TableView } from "../shared/types.js" */
/** @import { Lesson, State } from "./types.js" */

/** The lesson of an address, as far as this browser was in it. @returns {Lesson} */
export const lessonOf = (/** @type {string} */ name) => ({
  played: learnt(name).played,
  told: null,
  shown: false,
  dropped: false,
});

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
  s.lesson = { ...s.lesson, told: { ...told, answer }, played: told.played };
  const before = learnt(s.game);
  const share = Math.max(told.answer?.share ?? 0, before.share ?? 0);
  keepLearnt(s.game, {
    played: told.kind === "puzzle" ? [] : told.played,
    done: before.done || told.done,
    step: told.step,
    share: told.kind === "puzzle" ? share : null,
  });
}

/** Whose card a step speaks of: of the units that it points at, the first of the other side. */
function enemy(/** @type {TableView} */ { cards, seat }, /** @type {LessonView} */ { points }) {
  if (!points.includes("slip target")) return null;
  return cards.find((c) => c.side !== seat && points.includes(`unit ${c.unit}`))?.unit;
}
