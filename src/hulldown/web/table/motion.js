/**
 * Short movements between two positions; any key skips them, and none are shown to who asked for
 * less motion.
 */

import { setting } from "../shared/net.js";

/** @import { Motion } from "./types.js" */

export const STEP = 180; // ms for one hex
const TURN = 180;
export const COMES = 140; // ms in which petals and a popover come
export const LEAVES = 90; // and go
const LONGEST = 900;
const HEX = 104; // board units from hex to hex
/** @type {Record<string, number>} how long things take, by the setting of the menu */
const SPEEDS = { full: 1, fast: 0.5, none: 0 };

/** The factor by which a person wants all movements shorter; 0 for none at all. */
export const pace = () => SPEEDS[setting("speed", "full")] ?? 1;

/** The speeds that can be chosen, and the one that is. */
export const speeds = Object.keys(SPEEDS);
export const speed = () => setting("speed", "full");

export const still = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden || !pace();

/** Bring every movement to its end at once; who shows several steps stops when `skips` grows. */
export function skip(/** @type {Motion} */ motion) {
  motion.skips += 1;
  if (motion.running.size || motion.waits.size) motion.hush();
  finishAll(motion);
  for (const ends of motion.waits) ends();
}

/** Let all that moves be where it is going. */
export function finishAll(/** @type {Motion} */ motion) {
  for (const animation of motion.running) animation.finish();
}

/** Wait so many ms by the page's clock; a key ends the wait. */
export function wait(/** @type {Motion} */ motion, /** @type {number} */ ms) {
  return new Promise((done) => {
    const ends = () => {
      clearTimeout(timer);
      motion.waits.delete(ends);
      done(undefined);
    };
    const timer = setTimeout(ends, ms);
    motion.waits.add(ends);
  });
}

/** Count a movement among those that run until it ends, and do then what is to be done. */
export function run(
  /** @type {Motion} */ motion,
  /** @type {Animation} */ animation,
  /** @type {() => void} */ after = () => {},
) {
  motion.running.add(animation);
  animation.onfinish = animation.oncancel = () => {
    motion.running.delete(animation);
    after();
  };
}

/** Let the units glide and turn from where they were to where they are. */
export function glide(
  /** @type {Motion} */ motion,
  /** @type {Element} */ before,
  /** @type {Element} */ after,
) {
  if (still()) return;
  for (const unit of after.querySelectorAll("[data-unit]")) {
    const old = before.querySelector(
      `[data-unit="${CSS.escape(unit.getAttribute("data-unit") ?? "")}"]`,
    );
    if (old) between(motion, old, unit);
  }
}

function between(
  /** @type {Motion} */ motion,
  /** @type {Element} */ old,
  /** @type {Element} */ unit,
) {
  const [from, to] = [spot(old), spot(unit)];
  const far = Math.hypot(from.x - to.x, from.y - to.y);
  if (far > 1)
    play(
      motion,
      unit,
      [`translate(${from.x}px, ${from.y}px)`, `translate(${to.x}px, ${to.y}px)`],
      driveTime(motion, far),
      motion.step < STEP ? "linear" : "ease-in-out",
    );
  for (const part of [".facing", ".u-turn", ".turret", ".u-body > .cast"])
    turn(motion, old.querySelector(part), unit.querySelector(part));
}

/** How many ms a drive of so many board units takes, and a turn. */
export const driveTime = (/** @type {Motion} */ motion, /** @type {number} */ far) =>
  pace() * Math.min(LONGEST, motion.step * Math.max(1, far / HEX));

function turn(
  /** @type {Motion} */ motion,
  /** @type {Element|null} */ old,
  /** @type {Element|null} */ part,
) {
  if (!old || !part) return;
  const [from, to] = [angle(old), angle(part)];
  const way = ((((to - from) % 360) + 540) % 360) - 180;
  if (!way) return;
  const shift =
    /translate\([^)]*\)/
      .exec(part.getAttribute("transform") ?? "")?.[0]
      .replace(/\(([-\d.]+)[ ,]+([-\d.]+)\)/, "($1px, $2px)") ?? "";
  play(
    motion,
    part,
    [`${shift} rotate(${to - way}deg)`, `${shift} rotate(${to}deg)`],
    pace() * TURN,
  );
}

/** Where a unit stands, in board units. */
export function spot(/** @type {Element} */ el) {
  const found = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(el.getAttribute("transform") ?? "");
  return { x: Number(found?.[1] ?? 0), y: Number(found?.[2] ?? 0) };
}

/** The degrees that a part is turned by. */
export const angle = (/** @type {Element} */ el) =>
  Number(/rotate\(([-\d.]+)/.exec(el.getAttribute("transform") ?? "")?.[1] ?? 0);

function play(
  /** @type {Motion} */ motion,
  /** @type {Element} */ el,
  /** @type {string[]} */ transforms,
  /** @type {number} */ duration,
  easing = "ease-out",
) {
  run(motion, el.animate({ transform: transforms }, { duration, easing }));
}
