/**
 * How far this browser is in lessons and puzzles, by "RULESET/NAME", and the days on which a
 * puzzle of the day was solved. Who has a name here finds the same in every browser.
 */

import { call, me } from "./net.js";
import {
  joined,
  joinedDays,
  localDay,
  newTo,
  ratingOf,
  soundDays,
  soundLearnt,
  streak,
  zoneOf,
} from "./progress.js";
import { keep, recallData } from "./storage.js";

/** @import { Days, Learnt } from "./types.js" */

const SHELF = "hulldown.learnt";
const DAYS = "hulldown.days";
const PROGRESS = "/api/me/progress";
const AT_ONCE = 60; // names or days of one message
const PATIENT = 4000; // ms that a page waits for what another browser knows

/** @type {Learnt} */
const NOTHING = { played: [], done: false, step: 0, share: null, at: 0, first: null };

/** All of it. @returns {Record<string, Learnt>} */
export const allLearnt = () => soundLearnt(recallData(SHELF, {}));

/** One of them; of what was never opened, nothing. @returns {Learnt} */
export const learnt = (/** @type {string} */ name) => allLearnt()[name] ?? NOTHING;

/** The days on which a puzzle of the day was solved. @returns {Days} */
export const allDays = () => soundDays(recallData(DAYS, {}));

/** Whether a puzzle was answered today, rightly or not. */
export function triedToday(/** @type {string} */ name) {
  const { done, at } = learnt(name);
  return done && localDay(new Date(at)) === localDay();
}

/** The rating now, and how much of it came today. */
export const myRating = () => ratingOf(allLearnt(), localDay());

/** How many days in a row stand now. */
export const myStreak = () => streak(allDays(), localDay(), zoneOf());

/**
 * Keep how far one of them is. What is the same as before was not done just now, so that it does
 * not go before what another browser did.
 * @param {string} name
 * @param {Partial<Learnt>} how
 */
export function keepLearnt(name, how) {
  const all = allLearnt();
  const before = all[name] ?? NOTHING;
  const now = { ...before, ...how };
  if (JSON.stringify(now) === JSON.stringify(before)) return;
  now.at = Math.max(Date.now(), before.at + 1); // also by a clock that was put back
  keep(SHELF, JSON.stringify({ ...all, [name]: now }));
  tell({ [name]: now }, {});
}

/** A puzzle of the day was solved. */
export function keepDay(/** @type {string} */ day) {
  const days = joinedDays(allDays(), { [day]: zoneOf() });
  keep(DAYS, JSON.stringify(days));
  tell({}, { [day]: days[day] });
}

// ---------------------------------------------------------------- with other browsers

/** Take over what the server knows. */
function take(/** @type {any} */ told) {
  const [all, days] = [soundLearnt(told.learnt), soundDays(told.days)];
  keep(SHELF, JSON.stringify(joined(allLearnt(), all)));
  keep(DAYS, JSON.stringify(joinedDays(allDays(), days)));
}

/**
 * Tell the server what it does not know. While the line is down nothing is lost: the next page that
 * shows lessons tells it.
 * @param {Record<string, Learnt>} all
 * @param {Days} days
 */
async function tell(all, days) {
  if (!me()) return;
  const [names, dates] = [Object.entries(all), Object.entries(days)];
  for (let at = 0; at < Math.max(names.length, dates.length); at += AT_ONCE) {
    const body = {
      learnt: Object.fromEntries(names.slice(at, at + AT_ONCE)),
      days: Object.fromEntries(dates.slice(at, at + AT_ONCE)),
    };
    try {
      take(await call(PROGRESS, { method: "PUT", body }));
    } catch {
      return;
    }
  }
}

/** What the server knows of a lesson or puzzle, before it is gone on with. */
export async function catchUpOn(/** @type {string} */ name) {
  if (!me()) return;
  const only = new URLSearchParams({ only: name });
  const signal = AbortSignal.timeout(PATIENT);
  await call(`${PROGRESS}?${only}`, { signal }).then(take, () => {});
}

/** Join all that is known here with all that the server knows; whether anything was new here. */
export async function share() {
  if (!me()) return false;
  const before = JSON.stringify([allLearnt(), allDays()]);
  const told = await call(PROGRESS).catch(() => null);
  if (!told) return false;
  take(told);
  const [all, days] = [allLearnt(), allDays()];
  tell(newTo(all, soundLearnt(told.learnt)), newTo(days, soundDays(told.days)));
  return JSON.stringify([all, days]) !== before;
}
