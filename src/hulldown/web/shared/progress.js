/**
 * How far somebody is in lessons and puzzles, as pure functions: rating, days in a row, and what
 * two browsers know joined. The server joins the same way (`server/learn/progress.py`).
 *
 * A day is the local date, "2026-11-29", kept with how many minutes the clock was ahead of UTC.
 */

/** @import { Days, FirstTry, Learnt, Rating } from "./types.js" */

const BEGINS = 1200; // the rating of who has tried nothing yet
const FIRST_STEP = 120; // how far the first puzzle can move a rating
const LAST_STEP = 16; // and how far the hundredth
const HALVES = 6; // tries after which a puzzle moves it half as far as the first
const SCALE = 400; // so much harder is ten times as hard

const DAY_MS = 86_400_000;
const SHORT = 12 * 60; // minutes that a day lost on a journey east, of which nothing was left
const AHEAD = 2; // days that a date may lie ahead: so far apart are the dates of two places
const WEEK = 7;

// ---------------------------------------------------------------- days

const two = (/** @type {number} */ value) => String(value).padStart(2, "0");

/** The date on this device. */
export const localDay = (now = new Date()) =>
  `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;

/** Minutes that this device's clock is ahead of UTC. */
export const zoneOf = (now = new Date()) => -now.getTimezoneOffset();

/** A date as a count of days; no zone and no summer time gets in. */
const count = (/** @type {string} */ day) => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);

/** The date so many days later. */
export const dayAfter = (/** @type {string} */ day, days = 1) =>
  new Date((count(day) + days) * DAY_MS).toISOString().slice(0, 10);

/**
 * Whether no day was missed between two: the later is the next, or the one between was lost on the
 * way east over the date line.
 * @param {number} apart days between them
 * @param {number} from the zone of the earlier
 * @param {number} to the zone of the later
 */
const unbroken = (apart, from, to) => apart <= 1 || (apart === 2 && to - from >= SHORT);

/**
 * How many days in a row stand today; the last may be yesterday, for today is not over. A date
 * that lies ahead, after a journey west or a clock put back, breaks nothing; what lies wholly in
 * the future, by a clock that was wrong once, does not count.
 * @param {Days} days
 * @param {string} today
 * @param {number} zone of today
 */
export function streak(days, today, zone) {
  const all = Object.keys(days).sort();
  const now = count(today);
  let [best, length, begins] = [0, 0, 0];
  for (const [i, day] of all.entries()) {
    const at = count(day);
    const goes = i > 0 && unbroken(at - count(all[i - 1]), days[all[i - 1]], days[day]);
    if (!goes) begins = at;
    length = goes ? length + 1 : 1;
    const alive = at >= now || unbroken(now - at, days[day], zone);
    if (alive && begins <= now + AHEAD) best = Math.max(best, length);
  }
  return best;
}

/** The dates of the week of a day, from Monday. */
export function weekOf(/** @type {string} */ today) {
  const monday = dayAfter(today, -((count(today) + 3) % WEEK));
  return Array.from({ length: WEEK }, (_, i) => dayAfter(monday, i));
}

// ---------------------------------------------------------------- rating

/**
 * The rating after the first tries of puzzles, in the order in which they were made: a puzzle that
 * is as hard as somebody is good moves it by half a step, and steps get shorter. `up` is how much
 * of it came today.
 * @param {Record<string, Learnt>} all
 * @param {string} today
 * @returns {Rating}
 */
export function ratingOf(all, today) {
  const tries = Object.entries(all).flatMap(([name, { first }]) =>
    first ? [{ name, first }] : [],
  );
  tries.sort((a, b) => a.first.at - b.first.at || (a.name < b.name ? -1 : 1));
  let [value, morning] = [BEGINS, BEGINS];
  for (const [number, { first }] of tries.entries()) {
    if (localDay(new Date(first.at)) < today) morning = value;
    value = rated(value, number, first);
    if (localDay(new Date(first.at)) < today) morning = value;
  }
  const [now, then] = [Math.round(value), Math.round(morning)];
  return { value: now, tries: tries.length, up: now - then };
}

/** A rating after one more first try. */
function rated(
  /** @type {number} */ value,
  /** @type {number} */ number,
  /** @type {FirstTry} */ t,
) {
  const step = Math.max(LAST_STEP, FIRST_STEP / (1 + number / HALVES));
  const expected = 1 / (1 + 10 ** ((t.rating - value) / SCALE));
  return value + step * ((t.right ? 1 : 0) - expected);
}

// ---------------------------------------------------------------- joining

/** What two browsers know of a lesson or puzzle. @returns {Learnt} */
export function both(/** @type {Learnt} */ one, /** @type {Learnt} */ other) {
  const last = later(one, other) ? one : other;
  const shares = [one.share, other.share].filter((share) => share !== null);
  const tries = [one.first, other.first].filter((first) => first !== null);
  tries.sort((a, b) => a.at - b.at || Number(a.right) - Number(b.right) || a.rating - b.rating);
  return {
    played: last.played,
    done: one.done || other.done,
    step: last.step,
    share: shares.length ? Math.max(...shares) : null,
    at: last.at,
    first: tries[0] ?? null,
  };
}

/** Whether one of two was left later. */
function later(/** @type {Learnt} */ one, /** @type {Learnt} */ other) {
  if (one.at !== other.at) return one.at > other.at;
  if (one.step !== other.step) return one.step > other.step;
  const at = one.played.findIndex((text, i) => text !== other.played[i]);
  return at >= 0 && (at >= other.played.length || one.played[at] > other.played[at]);
}

/**
 * What two browsers know of all.
 * @param {Record<string, Learnt>} one
 * @param {Record<string, Learnt>} other
 */
export function joined(one, other) {
  const all = { ...one };
  for (const [name, how] of Object.entries(other))
    all[name] = Object.hasOwn(all, name) ? both(all[name], how) : how;
  return all;
}

/** All days of two browsers. @returns {Days} */
export function joinedDays(/** @type {Days} */ one, /** @type {Days} */ other) {
  const all = { ...one };
  for (const [day, zone] of Object.entries(other)) all[day] = Math.min(all[day] ?? zone, zone);
  return all;
}

/**
 * What of all somebody else does not know yet.
 * @template T
 * @param {Record<string, T>} all
 * @param {Record<string, T>} theirs
 */
export const newTo = (all, theirs) =>
  Object.fromEntries(
    Object.entries(all).filter(
      ([name, how]) => JSON.stringify(how) !== JSON.stringify(theirs[name]),
    ),
  );

// ---------------------------------------------------------------- what a browser kept, or a hand

const NAME = /^[\w.-]{1,64}\/[\w.-]{1,64}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

const isObject = (/** @type {any} */ data) =>
  typeof data === "object" && data !== null && !Array.isArray(data);
const whole = (/** @type {any} */ value) => (Number.isSafeInteger(value) && value > 0 ? value : 0);
const entries = (/** @type {any} */ data) => (isObject(data) ? Object.entries(data) : []);

/** What was kept of lessons and puzzles, without what is no such thing. */
export const soundLearnt = (/** @type {any} */ data) =>
  /** @type {Record<string, Learnt>} */ (
    Object.fromEntries(
      entries(data)
        .filter(([name, how]) => NAME.test(name) && isObject(how))
        .map(([name, how]) => [name, sound(how)]),
    )
  );

function sound(/** @type {any} */ how) {
  const { played, share, first } = how;
  return {
    played: Array.isArray(played) ? played.filter((text) => typeof text === "string") : [],
    done: how.done === true,
    step: whole(how.step),
    share: typeof share === "number" && share >= 0 && share <= 1 ? share : null,
    at: whole(how.at),
    first: isObject(first)
      ? { at: whole(first.at), right: first.right === true, rating: whole(first.rating) || BEGINS }
      : null,
  };
}

/** The days that were kept, without what is none. */
export const soundDays = (/** @type {any} */ data) =>
  /** @type {Days} */ (
    Object.fromEntries(
      entries(data).filter(([day, zone]) => DAY.test(day) && Number.isInteger(zone) && isDay(day)),
    )
  );

/** Whether there is such a date. */
function isDay(/** @type {string} */ day) {
  const at = count(day);
  return Number.isFinite(at) && dayAfter(day, 0) === day;
}
