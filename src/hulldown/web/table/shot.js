/**
 * A shot, as it is seen: effects in a drawing of their own above the map, which is not painted
 * again; words of what it cost, and a tray of dice. Lengths are in board units, times in ms.
 */

import { $, drawing } from "../shared/dom.js";
import { place, TUMBLE, trayOf, tumble } from "./dice_tray.js";
import { angle, pace, run, spot, wait } from "./motion.js";
import { clearScene, hear, marksOf } from "./scene.js";

/** @import { BoardView } from "./board.js" */
/** @import { Clock, DiceRow, Salvo, Scene, State, Story } from "./types.js" */

/** @typedef {{x: number, y: number}} Spot */

const FLASH = 140;
const FLIGHT = 120;
const PUFFS = 900;
const BURST = 260;
const FADES = 500; // of a burst, once it has been seen
const RECOIL = 320;
const AIMED = 700;
const SHAKE = 180;
const RISE = 260;
const APART = 120; // between salvos, and between rows of dice
const SECOND = 525; // from the first die to the one that depends on it
const SHORTEST = 1600; // of a shot
const LONGEST = 2200;
const LOOKED = 350; // at the last die, before the end
const CLOSING = 1500; // at what the last shot of a duel did, before the next is set up
const LINGERS = 3500; // words of what it cost stay so long, or until the next key or click
const MOST_SALVOS = 4; // are drawn

const BARREL = 62; // from the middle of a unit to the flash
const BEFORE = 36; // from there to a burst on its armour
const BESIDE = 62; // to where earth is thrown up
const KICK = 7;
/** The ladder of ranges, sides shown, fates, both units of a duel: no tray lies over them. */
const IN_SIGHT = ".l-ids .band-n, .l-tags :is(.shown, .says), :scope.rising .l-units [data-unit]";
const LEAST = { size: 24, small: 14 }; // pixels
// Of the letters, and how wide one is for its height.
const WORDS = { size: 44, small: 28, wide: 0.58 };

// ---------------------------------------------------------------- where things are

/** The two drawings that stand for who fires and who is fired at: the nearest of their models. */
function pairOf(/** @type {BoardView} */ board, /** @type {Salvo} */ { shooter, target }) {
  const far = (/** @type {Element} */ a, /** @type {Element} */ b) => {
    const [p, q] = [spot(a), spot(b)];
    return Math.hypot(p.x - q.x, p.y - q.y);
  };
  const others = marksOf(board, target);
  const pairs = marksOf(board, shooter).flatMap((a) => others.map((b) => [a, b]));
  return pairs.sort(([a, b], [c, d]) => far(a, b) - far(c, d))[0] ?? [undefined, others[0]];
}

/** The size of units on this board beside those on a board of hexes. */
const scaleOf = (/** @type {BoardView} */ { svg }) =>
  svg?.matches(".tabletop") ? 0.5 : svg?.matches(".tiles") ? 0.72 : 1;

/** The point so far from another, on the way to a third. */
function towards(
  /** @type {Spot} */ a,
  /** @type {Spot} */ b,
  /** @type {number} */ far,
  aside = 0,
) {
  const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [x, y] = [(b.x - a.x) / long, (b.y - a.y) / long];
  return { x: a.x + x * far - y * aside, y: a.y + y * far + x * aside };
}

const num = (/** @type {number} */ value) => value.toFixed(1);

const key = (/** @type {Spot} */ { x, y }) => `${num(x)} ${num(y)}`;

// ---------------------------------------------------------------- drawings

/** A star of so many points; `turn` in radians. */
function star(/** @type {Spot} */ { x, y }, /** @type {number} */ far, points = 11, turn = 0) {
  return Array.from({ length: 2 * points }, (_, i) => {
    const out = i % 2 ? far * 0.5 : far * (0.78 + 0.3 * ((i * 7) % 5) * 0.25);
    const angle = turn + (i * Math.PI) / points;
    return `${i ? "L" : "M"}${num(x + Math.cos(angle) * out)} ${num(y + Math.sin(angle) * out)}`;
  }).join("");
}

const disc = (/** @type {string} */ cls, /** @type {Spot} */ { x, y }, /** @type {number} */ r) =>
  `<circle class="${cls}" cx="${num(x)}" cy="${num(y)}" r="${num(r)}"/>`;

/** Rays around a point. */
function sparks(/** @type {Spot} */ { x, y }, /** @type {number} */ k) {
  const rays = Array.from({ length: 17 }, (_, i) => {
    const angle = (i * 2 * Math.PI) / 17 + ((i * 5) % 7) * 0.05;
    const [from, long] = [k * (44 + ((i * 11) % 24)), k * (10 + ((i * 13) % 30))];
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return `M${num(x + c * from)} ${num(y + s * from)}l${num(c * long)} ${num(s * long)}`;
  });
  return `<path class="fx-spark" d="${rays.join("")}"/>`;
}

/** The flash at a muzzle, in the line of the barrel. */
function muzzle(/** @type {Spot} */ from, /** @type {Spot} */ to, /** @type {number} */ k) {
  const at = towards(from, to, BARREL * k);
  const tip = (/** @type {number} */ far, /** @type {number} */ aside) => {
    const point = towards(at, to, far * k, aside * k);
    return `${num(point.x)} ${num(point.y)}`;
  };
  const edge = [tip(14, 8), tip(8, 21), tip(-12, 0), tip(8, -21), tip(14, -8)].join("L");
  const tongue = `<path class="fx-core" d="M${tip(56, 0)}L${edge}Z"/>`;
  return disc("fx-glow", at, 80 * k) + disc("fx-fire", at, 30 * k) + tongue;
}

/** Smoke beside a muzzle. */
function muzzleSmoke(/** @type {Spot} */ from, /** @type {Spot} */ to, /** @type {number} */ k) {
  const at = towards(from, to, BARREL * k);
  return [
    [4, 26, 24],
    [4, -26, 22],
    [-14, 44, 17],
    [-14, -44, 17],
    [-20, 0, 20],
  ]
    .map(([far, aside, r]) => disc("fx-puff", towards(at, to, far * k, aside * k), r * k))
    .join("");
}

/** Armour is struck: glow, smoke behind, fire, sparks. */
const burst = (/** @type {Spot} */ at, /** @type {number} */ k, /** @type {boolean} */ large) => {
  const q = large ? k * 1.45 : k;
  const smoke = [
    [30, -34, 40],
    [-26, -40, 34],
    [48, -62, 46],
  ].map(([dx, dy, r]) => disc("fx-soot", { x: at.x + dx * q, y: at.y + dy * q }, r * q));
  return [
    disc("fx-glow", at, 120 * q),
    ...smoke,
    `<path class="fx-fire" d="${star(at, 50 * q)}Z"/>`,
    `<path class="fx-core" d="${star(at, 31 * q, 9, 0.3)}Z"/>`,
    sparks(at, q),
  ].join("");
};

/** A shell glances off: sparks and a small flash. */
const glance = (/** @type {Spot} */ at, /** @type {number} */ k) =>
  [
    disc("fx-glow", at, 60 * k),
    `<path class="fx-core" d="${star(at, 26 * k, 8)}Z"/>`,
    sparks(at, 0.7 * k),
  ].join("");

/** Earth is thrown up where nothing was struck. */
const earth = (/** @type {Spot} */ { x, y }, /** @type {number} */ k) =>
  [
    [0, -16, 24],
    [-18, -6, 16],
    [18, -8, 17],
    [4, -38, 15],
  ]
    .map(([dx, dy, r]) => disc("fx-earth", { x: x + dx * k, y: y + dy * k }, r * k))
    .join("");

/** The hole that stays there. */
const crater = (/** @type {Spot} */ at, /** @type {number} */ k) =>
  disc("fx-rim", at, 15 * k) + disc("fx-hole", { x: at.x + k, y: at.y + 1.5 * k }, 10 * k);

// ---------------------------------------------------------------- the drawing above the map

/** An empty drawing that follows the map under it. */
function above(/** @type {BoardView} */ board) {
  const map = /** @type {SVGSVGElement} */ (board.svg);
  const svg = /** @type {SVGSVGElement} */ (
    drawing('<svg class="effects" aria-hidden="true"><g class="fx-marks"></g></svg>')
  );
  const follow = () => {
    for (const name of ["viewBox", "preserveAspectRatio"]) {
      const value = map.getAttribute(name);
      if (value) svg.setAttribute(name, value);
    }
  };
  follow();
  map.after(svg);
  const follows = new MutationObserver(follow);
  follows.observe(map, { attributes: true, attributeFilter: ["viewBox"] });
  return { svg, follows };
}

/** A group of effects; it turns and grows about a point. */
function put(/** @type {Element} */ into, /** @type {string} */ markup, /** @type {Spot} */ about) {
  const picture = drawing(`<svg><g>${markup}</g></svg>`);
  const group = /** @type {SVGGElement} */ (picture.firstElementChild);
  group.style.transformOrigin = `${about.x}px ${about.y}px`;
  into.append(group);
  return group;
}

/** Move an element, and do something then; when all is over that is done at once. */
function move(
  /** @type {State} */ s,
  /** @type {Clock} */ clock,
  /** @type {Element} */ el,
  /** @type {PropertyIndexedKeyframes} */ frames,
  /** @type {{duration: number, delay?: number, easing?: string}} */ how,
  /** @type {() => void} */ after = () => {},
) {
  if (clock.over()) return after();
  const { duration, delay = 0, easing = "ease-out" } = how;
  const times = { duration: clock.long(duration), delay: clock.long(delay) };
  run(s.motion, el.animate(frames, { ...times, easing, fill: "backwards" }), after);
}

// ---------------------------------------------------------------- one salvo

/** What is shown of a salvo, and when its last die lies, at `lands`, what it strikes. */
async function fire(
  /** @type {State} */ s,
  /** @type {Scene} */ scene,
  /** @type {Clock} */ clock,
  /** @type {Salvo} */ salvo,
  /** @type {number} */ index,
  /** @type {number} */ lands,
) {
  const { board } = s;
  const [shooter, target] = pairOf(board, salvo);
  if (!shooter || !target) return;
  const begins = index * APART;
  const k = scaleOf(board);
  const [from, to] = [spot(shooter), spot(target)];
  await clock.until(begins);
  hear(s, clock, salvo.gun, { count: salvo.count, soft: index > 0 }, begins);
  if (!clock.over()) discharge(s, scene, clock, shooter, from, to, k);
  await clock.until(lands);
  impact(s, scene, clock, salvo, from, to, k, lands);
}

/** Flash, recoil, smoke and the tracer. */
function discharge(
  /** @type {State} */ s,
  /** @type {Scene} */ scene,
  /** @type {Clock} */ clock,
  /** @type {Element} */ shooter,
  /** @type {Spot} */ from,
  /** @type {Spot} */ to,
  /** @type {number} */ k,
) {
  const flash = put(scene.effects, muzzle(from, to, k), from);
  move(s, clock, flash, { opacity: [1, 1, 0] }, { duration: FLASH }, () => flash.remove());
  const at = towards(from, to, BARREL * k);
  const smoke = put(scene.effects, muzzleSmoke(from, to, k), at);
  const grows = { opacity: [0.9, 0], transform: ["scale(.6)", "scale(1.8)"] };
  move(s, clock, smoke, grows, { duration: PUFFS }, () => smoke.remove());
  const turret = shooter.querySelector(".turret");
  const back = towards({ x: 0, y: 0 }, { x: from.x - to.x, y: from.y - to.y }, KICK * k);
  const kick = { translate: ["0 0", `${num(back.x)}px ${num(back.y)}px`, "0 0"] };
  if (turret) {
    move(s, clock, turret, kick, { duration: RECOIL });
    if (!s.board.lanes) move(s, clock, turret, aimed(turret, from, to), { duration: AIMED });
  }
  const start = towards(from, to, (BARREL + 24) * k);
  const end = towards(to, from, BEFORE * k);
  const long = Math.hypot(end.x - start.x, end.y - start.y);
  const tail = towards(start, to, Math.min(34 * k, long));
  const line = `M${num(start.x)} ${num(start.y)}L${num(tail.x)} ${num(tail.y)}`;
  const tracer = put(
    scene.effects,
    `<path class="fx-trace-c" d="${line}"/><path class="fx-trace" d="${line}"/>`,
    start,
  );
  const way = `translate(${num(end.x - tail.x)}px, ${num(end.y - tail.y)}px)`;
  const flies = { transform: ["translate(0, 0)", way] };
  move(s, clock, tracer, flies, { duration: FLIGHT, easing: "linear" }, () => tracer.remove());
}

/** A turret in the line of its shot, not on the sixth of a turn that the rules know. */
function aimed(/** @type {Element} */ turret, /** @type {Spot} */ from, /** @type {Spot} */ to) {
  const line = (Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI;
  const off = ((((line - angle(turret)) % 360) + 540) % 360) - 180;
  return {
    rotate: ["0deg", `${num(off)}deg`, `${num(off)}deg`, "0deg"],
    offset: [0, 0.06, 0.8, 1],
  };
}

/** What the shot strikes: the side of the target that looks to who fired, or earth beside it. */
function impact(
  /** @type {State} */ s,
  /** @type {Scene} */ scene,
  /** @type {Clock} */ clock,
  /** @type {Salvo} */ salvo,
  /** @type {Spot} */ from,
  /** @type {Spot} */ to,
  /** @type {number} */ k,
  /** @type {number} */ ms,
) {
  const { outcome, impact: sound } = salvo;
  hear(s, clock, sound, { soft: ms > FLIGHT + SECOND + TUMBLE }, ms);
  const missed = outcome === "missed";
  const at = missed ? towards(to, from, -10 * k, BESIDE * k) : towards(to, from, BEFORE * k);
  const marks = /** @type {Element} */ (scene.effects.querySelector(".fx-marks"));
  if (missed) put(marks, crater(at, k), at);
  if (clock.over()) return;
  const large = outcome === "destroyed";
  const picture = missed
    ? earth(at, k)
    : outcome === "glanced"
      ? glance(at, k)
      : burst(at, k, large);
  const group = put(scene.effects, picture, at);
  const ends = () => {
    move(s, clock, group, { opacity: [1, 0] }, { duration: FADES, delay: 120 }, () =>
      group.remove(),
    );
  };
  const grows = { transform: ["scale(.4)", "scale(1.08)", "scale(1)"], opacity: [0, 1, 1] };
  move(s, clock, group, grows, { duration: BURST }, ends);
  if (missed) return;
  const shakes = [
    [0, 0],
    [4, -2],
    [-3, 2],
    [2, 0],
    [0, 0],
  ].map(([x, y]) => `translate(${x}px, ${y}px)`);
  for (const map of [s.board.svg, scene.effects])
    if (map) move(s, clock, map, { transform: shakes }, { duration: SHAKE });
}

// ---------------------------------------------------------------- what it cost

/** Where a unit is before it is struck: all its models, and the nearest to who fires. */
function struckAt(/** @type {BoardView} */ board, /** @type {Salvo} */ salvo) {
  const [, nearest] = pairOf(board, salvo);
  if (!nearest) return null;
  return { at: spot(nearest), all: marksOf(board, salvo.target).map(spot) };
}

/** @typedef {NonNullable<ReturnType<typeof struckAt>>} Struck */

/** Where those stood who are gone now; where nobody is, all of the unit. */
function fallen(
  /** @type {BoardView} */ board,
  /** @type {Salvo} */ { target },
  /** @type {Struck} */ struck,
) {
  const stand = new Set(marksOf(board, target).map((mark) => key(spot(mark))));
  const gone = struck.all.filter((one) => !stand.has(key(one)));
  if (!gone.length || gone.length === struck.all.length) return struck;
  const near = (/** @type {Spot} */ { x, y }) => Math.hypot(x - struck.at.x, y - struck.at.y);
  return { at: gone.sort((a, b) => near(a) - near(b))[0], all: gone };
}

/** Words beside who lost something, with a line to it; they go soon. */
async function cost(
  /** @type {State} */ s,
  /** @type {Scene} */ scene,
  /** @type {Clock} */ clock,
  /** @type {Salvo} */ salvo,
  /** @type {Struck|null} */ struck,
) {
  if (!salvo.losses.length || !struck) return;
  const k = Math.max(0.7, scaleOf(s.board));
  const lines = salvo.losses.slice(0, 3);
  const pixel = 1 / (scene.effects.getScreenCTM()?.a || 1);
  const size = (/** @type {number} */ i) =>
    i
      ? Math.max(k * WORDS.small, LEAST.small * pixel)
      : Math.max(k * WORDS.size, LEAST.size * pixel);
  const wide = Math.max(...lines.map((text, i) => text.length * size(i) * WORDS.wide));
  const high = size(0) + (lines.length - 1) * size(1) * 1.3;
  const where = fallen(s.board, salvo, struck);
  const middle = room(s, scene, where, wide, high);
  let y = middle.y - high / 2 + size(0) * 0.8;
  const markup = lines.map((_, i) => {
    if (i) y += size(1) * 1.3;
    const set = `x="${num(middle.x)}" y="${num(y)}" font-size="${num(size(i))}"`;
    return `<text class="${i ? "fx-loss small" : "fx-loss"}" ${set}/>`;
  });
  const marks = /** @type {Element} */ (scene.effects.querySelector(".fx-marks"));
  const group = put(marks, `${markup.join("")}${lead(where.at, middle, wide, high)}`, middle);
  lines.forEach((text, i) => {
    group.children[i].textContent = text;
  });
  const rises = { transform: ["translateY(20px)", "translateY(0)"], opacity: [0, 1] };
  move(s, clock, group, rises, { duration: RISE });
  await wait(s.motion, LINGERS * pace());
  group.remove();
}

/** A line from words to the unit that they are about, where some way lies between. */
function lead(
  /** @type {Spot} */ at,
  /** @type {Spot} */ middle,
  /** @type {number} */ wide,
  /** @type {number} */ high,
) {
  const clip = (/** @type {number} */ to, /** @type {number} */ by, /** @type {number} */ half) =>
    Math.max(by - half, Math.min(by + half, to));
  const [x, y] = [clip(at.x, middle.x, wide / 2 + high / 4), clip(at.y, middle.y, high / 2)];
  if (Math.hypot(at.x - x, at.y - y) < high / 3) return "";
  return `<path class="fx-lead" d="M${num(x)} ${num(y)}L${num(at.x)} ${num(at.y)}"/>`;
}

/**
 * The place for words about a unit: close to all its models, where they cover fewest others; over
 * the unit itself rather than over another.
 */
function room(
  /** @type {State} */ s,
  /** @type {Scene} */ scene,
  /** @type {Struck} */ { at, all },
  /** @type {number} */ wide,
  /** @type {number} */ high,
) {
  const k = scaleOf(s.board);
  const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs) - 40 * k, Math.max(...xs) + 40 * k];
  const [top, bottom] = [Math.min(...ys) - 44 * k, Math.max(...ys) + 44 * k];
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
  const view = scene.effects.viewBox.baseVal;
  const own = new Set(all.map(key));
  const others = [...(s.board.svg?.querySelectorAll(".l-units [data-unit]") ?? [])]
    .map(spot)
    .filter((one) => !own.has(key(one)));
  const inside = (/** @type {Spot} */ { x, y }) =>
    x - wide / 2 > view.x &&
    x + wide / 2 < view.x + view.width &&
    y - high / 2 > view.y &&
    y + high / 2 < view.y + view.height;
  const over = (/** @type {Spot[]} */ units, /** @type {Spot} */ { x, y }) =>
    units.filter(
      (unit) =>
        Math.abs(unit.x - x) < wide / 2 + 34 * k && Math.abs(unit.y - y) < high / 2 + 34 * k,
    ).length;
  const tries = [
    { x: right + wide / 2, y: middle.y },
    { x: left - wide / 2, y: middle.y },
    { x: middle.x, y: top - high / 2 },
    { x: middle.x, y: bottom + high / 2 },
    { x: at.x, y: at.y - 44 * k - high / 2 },
    { x: at.x, y: at.y + 44 * k + high / 2 },
    middle,
  ].filter(inside);
  const hides = (/** @type {Spot} */ spot) => over(others, spot) + Number(over(all, spot) > 0) / 2;
  return tries.sort((a, b) => hides(a) - hides(b))[0] ?? at;
}

// ---------------------------------------------------------------- all of it

/** Put the tray where it covers none of those that it concerns, nor who is looked at. */
function placed(/** @type {State} */ s) {
  const scene = s.motion.scene;
  if (!scene?.tray?.isConnected) return;
  const units = [...scene.clear, s.unit, s.target].map((id) => marksOf(s.board, id));
  const beside = [$("beside").getBoundingClientRect()]; // over the stage of a phone
  const kept = [...units.map((marks) => marks.map((mark) => restOf(s.board, mark))), beside];
  place(scene.tray, s.board.box, [...kept, drawn(s, IN_SIGHT)], drawn(s, ".l-tags .order"));
}

/** Where parts of the picture are on the screen. */
const drawn = (/** @type {State} */ { board }, /** @type {string} */ parts) =>
  [...(board.svg?.querySelectorAll(parts) ?? [])].map((part) => part.getBoundingClientRect());

/** Where a unit is on the screen when it has come to rest: it may drive there only now. */
function restOf(/** @type {BoardView} */ { svg }, /** @type {Element} */ mark) {
  const box = mark.getBoundingClientRect();
  const now = /** @type {SVGGraphicsElement} */ (mark).getScreenCTM();
  const map = svg?.getScreenCTM();
  if (!now || !map) return box;
  const { x, y } = spot(mark);
  const at = new DOMPoint(x, y).matrixTransform(map);
  return new DOMRect(box.x + at.x - now.e, box.y + at.y - now.f, box.width, box.height);
}

/** The page was drawn: what belongs to another position goes, and the tray keeps clear of units. */
function sceneDrawn(/** @type {State} */ s) {
  const { scene } = s.motion;
  if (!scene) return;
  if (!scene.playing && s.shown?.number !== scene.number) return clearScene(s);
  placed(s);
}

/** When each row of dice begins: the first of each salvo, then what depends on it. */
function starts(/** @type {DiceRow[]} */ rows) {
  let [firsts, others] = [0, 0];
  return rows.map((row) => {
    if (row.first) return FLIGHT + APART * firsts++;
    return FLIGHT + SECOND + APART * others++;
  });
}

/** An empty scene for a story, in place of the last one. */
function sceneOf(/** @type {State} */ s, /** @type {Story} */ story) {
  clearScene(s);
  const { svg, follows } = above(s.board);
  const resized = new ResizeObserver(() => placed(s));
  resized.observe(s.board.box);
  const tray = story.rows.length ? trayOf(story.rows) : null;
  const clear = story.salvos.flatMap(({ shooter, target }) => [shooter, target]);
  /** @type {Scene} */
  const scene = {
    ...{ number: story.number, playing: true, effects: svg, tray, clear, resized },
    follows: [follows, resized],
    drawn: () => sceneDrawn(s),
  };
  s.motion.scene = scene;
  return scene;
}

/** Show the tray, and let its dice fall. */
async function throwDice(
  /** @type {State} */ s,
  /** @type {Scene} */ scene,
  /** @type {Clock} */ clock,
  /** @type {DiceRow[]} */ rows,
  /** @type {number[]} */ from,
) {
  const { tray } = scene;
  if (!tray) return;
  await clock.until(from[0]);
  s.board.box.append(tray);
  placed(s);
  scene.resized.observe(tray); // it grows as results come
  const count = rows.reduce((sum, row) => sum + row.faces.length, 0);
  hear(s, clock, "dice", { count }, from[0]);
  await Promise.all(rows.map((row, index) => tumble(tray, row, index, clock, from[index])));
}

/**
 * Play what one order did: shots and dice; `reveal` puts the position after it on the page, once
 * the dice have fallen, or if that is the next duel when all has been seen. Comes back when all has
 * been seen, or somebody has pressed a key.
 */
export async function playStory(
  /** @type {State} */ s,
  /** @type {Story} */ story,
  /** @type {Clock} */ clock,
  /** @type {() => Promise<void>} */ reveal,
) {
  const scene = sceneOf(s, story);
  const from = starts(story.rows);
  const lands = Math.max(0, ...from) + TUMBLE;
  const shots = story.salvos.slice(0, MOST_SALVOS);
  const parts = shots.map((salvo, index) => {
    const dice = from.filter((_, row) => story.rows[row].salvo === index);
    const least = index * APART + FLIGHT;
    return fire(s, scene, clock, salvo, index, Math.max(least, ...dice) + TUMBLE);
  });
  parts.push(throwDice(s, scene, clock, story.rows, from));
  const struck = shots.map((salvo) => struckAt(s.board, salvo));
  await clock.until(lands);
  if (clock.over()) await Promise.all(parts);
  if (!story.closes) await reveal();
  shots.forEach((salvo, index) => {
    cost(s, scene, clock, salvo, struck[index]);
  });
  await Promise.all(parts);
  const least = shots.length ? SHORTEST : 0;
  await clock.until(Math.min(LONGEST, Math.max(least, lands + LOOKED)));
  scene.playing = false;
  if (!story.closes) return;
  if (clock.still || !clock.over()) await wait(s.motion, clock.long(CLOSING));
  clearScene(s);
  await reveal();
}
