/**
 * Short movements between two positions; any key skips them, and none are shown to who asked for
 * less motion.
 */

/** @import { Motion } from "./types.js" */

const STEP = 180; // ms for one hex
const TURN = 160;
const LONGEST = 900;
const HEX = 104; // board units from hex to hex

export const still = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;

/** Bring every movement to its end at once; who shows several steps stops when `skips` grows. */
export function skip(/** @type {Motion} */ motion) {
  motion.skips += 1;
  for (const animation of motion.running) animation.finish();
}

/** Count a movement among those that run until it ends, and do then what is to be done. */
function run(
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
      Math.min(LONGEST, Math.max(STEP, (STEP * far) / HEX)),
    );
  for (const part of [".facing", ".u-turn", ".turret", ".u-body > .cast"])
    turn(motion, old.querySelector(part), unit.querySelector(part));
}

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
  play(motion, part, [`${shift} rotate(${to - way}deg)`, `${shift} rotate(${to}deg)`], TURN);
}

function spot(/** @type {Element} */ el) {
  const found = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(el.getAttribute("transform") ?? "");
  return { x: Number(found?.[1] ?? 0), y: Number(found?.[2] ?? 0) };
}

const angle = (/** @type {Element} */ el) =>
  Number(/rotate\(([-\d.]+)/.exec(el.getAttribute("transform") ?? "")?.[1] ?? 0);

function play(
  /** @type {Motion} */ motion,
  /** @type {Element} */ el,
  /** @type {string[]} */ transforms,
  /** @type {number} */ duration,
) {
  run(motion, el.animate({ transform: transforms }, { duration, easing: "ease-out" }));
}

/** A shot: a line that flies from one unit to the other, and a shake of the one that is hit. */
export function shot(
  /** @type {Motion} */ motion,
  /** @type {SVGSVGElement|null} */ svg,
  /** @type {string} */ shooter,
  /** @type {string} */ target,
) {
  const find = (/** @type {string} */ id) =>
    svg?.querySelector(`:is([data-unit="${CSS.escape(id)}"], [data-group="${CSS.escape(id)}"])`);
  const [one, other] = [find(shooter), find(target)];
  if (still() || !svg || !one || !other) return;
  const [a, b] = [spot(one), spot(other)];
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("class", "tracer");
  line.setAttribute("d", `M${a.x} ${a.y}L${b.x} ${b.y}`);
  line.setAttribute("pathLength", "1");
  svg.append(line);
  const flight = line.animate(
    { strokeDashoffset: [1.25, 0] },
    { duration: 260, easing: "ease-in" },
  );
  const at = (/** @type {number} */ dx, /** @type {number} */ dy) =>
    `translate(${b.x + dx}px, ${b.y + dy}px)`;
  run(motion, flight, () => {
    line.remove();
    play(motion, other, [at(0, 0), at(3, -2), at(-2, 1), at(0, 0)], 160);
  });
}

/** Wait, but not when movement is unwanted; a key ends the wait. */
export function beat(/** @type {Motion} */ motion, /** @type {number} */ ms) {
  if (still()) return Promise.resolve();
  return new Promise((done) => {
    run(motion, document.body.animate([], { duration: ms }), () => done(undefined));
  });
}
