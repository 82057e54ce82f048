/** What the server says of a lesson, and what this browser keeps of it. */

import { keepLearnt, learnt } from "../shared/learnt.js";

/** @import { LessonView } from "../shared/types.js" */
/** @import { Lesson, State } from "./types.js" */

/** The lesson of an address, as far as this browser was in it. @returns {Lesson} */
export const lessonOf = (/** @type {string} */ name) => ({
  played: learnt(name).played,
  told: null,
  shown: false,
  dropped: false,
});

/** Keep what the server says of the lesson. */
export function heard(/** @type {State} */ s, /** @type {LessonView} */ told) {
  if (!s.lesson) return;
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
