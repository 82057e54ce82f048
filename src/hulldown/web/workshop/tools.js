/** What a tool does at a place, by pointer or by key, and what shows until it is done. */

import { letter } from "../shared/dom.js";
import { block, corners, middle, outline, part, through } from "./picture.js";
import { stroke } from "./strokes.js";

/** @import { At, Brush, Editor, OnBoard } from "./editor.js" */

const MOST = 64; // corners of one piece of ground
const SAME = 0.3; // inches: two spots so near are one

export const brushOf = (/** @type {Editor} */ e) =>
  /** @type {Brush} */ (e.info.brushes.find(({ id }) => id === e.brush));

/** All that can be placed, units of a pack among them. */
export const placeable = (/** @type {Editor} */ { info, last }) =>
  last.units.length ? last.units : info.units;

export const pieceOf = (/** @type {Editor} */ e, id = e.piece) =>
  e.last.pieces.find((piece) => piece.id === id);

/** Take a tool; what was half done with the last one is let go. */
export function take(/** @type {Editor} */ e, /** @type {Partial<Editor>} */ what) {
  cancel(e);
  Object.assign(e, what);
  e.draw();
}

/** Let go of what is half done: corners that are set, ground to copy, a unit that keys carry. */
export function cancel(/** @type {Editor} */ e) {
  Object.assign(e, { path: [], taken: [], corner: "", carried: false });
  e.draw();
}

/** Choose a unit, or none. */
export function choose(/** @type {Editor} */ e, /** @type {string} */ piece) {
  Object.assign(e, { piece, carried: false });
  e.draw();
}

// ---------------------------------------------------------------- what shows at once

/** Lay a mark on the board: it stays until the server's drawing comes. @returns {SVGElement} */
export function echo(
  /** @type {Editor} */ e,
  /** @type {string} */ d,
  /** @type {string} */ cls,
  color = "",
) {
  const mark = part("path", { class: cls, d });
  if (color) mark.style.fill = color;
  e.board.marks.echo.append(mark);
  return mark;
}

const outlines = (/** @type {Editor} */ e, /** @type {At[]} */ places) =>
  places.map((at) => outline(e.board, at)).join("");

function ring(/** @type {Editor} */ e, /** @type {At} */ at, /** @type {number} */ side) {
  const { x, y } = middle(e.board, at) ?? { x: 0, y: 0 };
  const mark = part("circle", { class: `e-unit side-${letter(side)}`, cx: x, cy: y, r: 22 });
  e.board.marks.echo.append(mark);
  return mark;
}

// ---------------------------------------------------------------- ground

/** Lay the brush on cells or edges; the mark may be there already. */
export function paint(
  /** @type {Editor} */ e,
  /** @type {string[]} */ places,
  /** @type {Element|null} */ mark = null,
) {
  const { id, color } = brushOf(e);
  if (!places.length) return mark?.remove();
  const shown = mark ?? echo(e, outlines(e, places), "e-paint", color);
  stroke(e, { do: "paint", brush: id, places }, shown);
}

/** Take away what lies there: in places, or at spots of a table. */
export function erase(
  /** @type {Editor} */ e,
  /** @type {At[]} */ at,
  /** @type {Element|null} */ mark = null,
) {
  if (!at.length) return mark?.remove();
  const where = e.info.board === "plane" ? { points: at.slice(0, MOST) } : { places: at };
  stroke(e, { do: "erase", ...only(e), ...where }, mark ?? echo(e, outlines(e, at), "e-erase"));
}

/** A brush that lays no ground clears only what it lays: zones lie under everything. */
function only(/** @type {Editor} */ e) {
  const brush = e.tool === "brush" && brushOf(e);
  return brush && brush.group !== e.info.brushes[0].group ? { brush: brush.id } : {};
}

/** One corner more of what is drawn on a table; the same corner again ends it. */
function corner(/** @type {Editor} */ e, /** @type {[number, number]} */ at) {
  const { shape } = brushOf(e);
  const near = (/** @type {[number, number]|undefined} */ other) =>
    other && Math.hypot(other[0] - at[0], other[1] - at[1]) < SAME;
  if (shape === "point") return shaped(e, [at]);
  if (shape === "box" && e.path.length && !near(e.path[0])) return shaped(e, [e.path[0], at]);
  if (near(e.path.at(-1)) || (shape === "polygon" && near(e.path[0]))) return finish(e);
  e.path = [...e.path, at].slice(-MOST);
  e.draw();
}

/** The shape that is drawn is whole. */
export function finish(/** @type {Editor} */ e) {
  const { shape } = brushOf(e);
  if (e.path.length >= (shape === "polygon" ? 3 : 2)) shaped(e, e.path);
  else cancel(e);
}

/** Lay the brush on a table, along spots: its shape says what is between them. */
export function shaped(
  /** @type {Editor} */ e,
  /** @type {[number, number][]} */ points,
  /** @type {Element|null} */ mark = null,
) {
  const { id, shape, color } = brushOf(e);
  const shown = mark ?? echo(e, shapeOf(e, points), `e-${shape}`, shape === "line" ? "" : color);
  cancel(e);
  stroke(e, { do: "paint", brush: id, points }, shown);
}

/** The outline of what the brush makes of spots. */
export function shapeOf(/** @type {Editor} */ e, /** @type {[number, number][]} */ points) {
  const { shape } = brushOf(e);
  if (shape === "point" || points.length < 2) return outlines(e, points);
  if (shape === "box") return through(e.board, corners(points[0], points[1]), true);
  return through(e.board, points, shape === "polygon");
}

// ---------------------------------------------------------------- units

/** A new unit, chosen at once when it has come. */
export function add(/** @type {Editor} */ e, /** @type {At|undefined} */ at, side = e.side) {
  if (!e.unit) return;
  stroke(e, { do: "add", side, unit: e.unit, at }, at ? ring(e, at, side) : null);
}

export function move(
  /** @type {Editor} */ e,
  /** @type {OnBoard} */ { id, side },
  /** @type {At} */ at,
) {
  e.carried = false;
  stroke(e, { do: "move", piece: id, at }, ring(e, at, side));
}

/** Those after it are numbered anew, so that none stays chosen. */
export function remove(/** @type {Editor} */ e, /** @type {OnBoard} */ { id, at }) {
  choose(e, "");
  stroke(e, { do: "remove", piece: id }, at ? echo(e, outline(e.board, at), "e-erase") : null);
}

/** Whether a unit has a facing that can be turned. */
export const turns = (/** @type {Editor} */ { info }, /** @type {OnBoard} */ { facing }) =>
  facing !== "" && (info.facings.length > 0 || info.step > 0);

/** Turn a unit one step to the right (1) or the left (-1). */
export function turn(
  /** @type {Editor} */ e,
  /** @type {OnBoard} */ piece,
  /** @type {number} */ by,
) {
  if (!turns(e, piece)) return;
  const { facings, step } = e.info;
  const there = facings.indexOf(String(piece.facing)) + by + facings.length;
  const angle = (Number(piece.facing) - by * step + 360) % 360;
  const facing = facings.length ? facings[there % facings.length] : angle;
  stroke(
    e,
    { do: "turn", piece: piece.id, facing },
    piece.at ? ring(e, piece.at, piece.side) : null,
  );
}

// ---------------------------------------------------------------- copies

/** The ground that is taken along; a click or Enter then lays it down again and again. */
export function takeAlong(/** @type {Editor} */ e, /** @type {At[]} */ taken) {
  Object.assign(e, { taken, corner: "" });
  e.draw();
}

function copyTo(/** @type {Editor} */ e, /** @type {At} */ to) {
  const [from, until] = /** @type {[number, number][]} */ (e.taken);
  const cells = e.info.board !== "plane";
  const what = cells ? { places: e.taken } : { box: [...from, ...until] };
  stroke(e, { do: "copy", ...what, to }, echo(e, outline(e.board, to), "e-paint"));
}

/** One corner of the ground to copy, then the other, then where it goes. */
function copyAt(/** @type {Editor} */ e, /** @type {At} */ at) {
  if (e.taken.length) return copyTo(e, at);
  if (!e.corner) e.corner = at;
  else if (typeof at === "string") return takeAlong(e, block(e.board, String(e.corner), at));
  else return takeAlong(e, boxOf(/** @type {[number, number]} */ (e.corner), at));
  e.draw();
}

/** South-western and north-eastern corner. @returns {[number, number][]} */
export const boxOf = (
  /** @type {[number, number]} */ [x0, y0],
  /** @type {[number, number]} */ [x1, y1],
) => [
  [Math.min(x0, x1), Math.min(y0, y1)],
  [Math.max(x0, x1), Math.max(y0, y1)],
];

// ---------------------------------------------------------------- a click, or Enter

/** What the tool does at a place, where a unit may stand. */
export function apply(
  /** @type {Editor} */ e,
  /** @type {At} */ at,
  /** @type {OnBoard|undefined} */ there,
) {
  const carried = e.carried ? pieceOf(e) : undefined;
  if (!at) return choose(e, there?.id ?? "");
  if (carried) return there?.id === carried.id ? cancel(e) : move(e, carried, at);
  if (e.tool === "erase") return there ? remove(e, there) : erase(e, [at]);
  if (e.tool === "copy") return copyAt(e, at);
  if (e.tool === "add") return add(e, at);
  if (e.tool === "hand") return choose(e, there?.id ?? "");
  return typeof at === "string" ? paint(e, [at]) : corner(e, at);
}
