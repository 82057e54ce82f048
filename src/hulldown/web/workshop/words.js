/** What lies at a place, in words: below the board, and for a screen reader. */

import { SIDES } from "../shared/dom.js";
import { hitOf, middle } from "./picture.js";
import { brushOf, pieceOf } from "./tools.js";

/** @import { At, Editor, OnBoard } from "./editor.js" */

const AT = 0.3; // inches: so near to a line or a spot is at it

/** Say what lies at a place. */
export function hear(/** @type {Editor} */ e, /** @type {At|""} */ at) {
  const words = at ? wordsAt(e, at) : "";
  if (e.parts.here.textContent !== words) e.parts.here.textContent = words;
}

/** A place in words, with what lies and stands there and what is wrong with it. */
export function wordsAt(/** @type {Editor} */ e, /** @type {At} */ at) {
  const there = e.last.pieces.filter((piece) => stands(e, piece, at)).map(spoken);
  const wrong = e.last.problems.filter(({ places }) =>
    places.some((one) => String(one) === String(at)),
  );
  const said = [ground(e, at), ...there, ...wrong.map(({ text }) => text)];
  return `${said.filter(Boolean).join("; ")}.`;
}

/** A unit in words. */
export const spoken = (/** @type {OnBoard} */ { side, id, name, at, facing }) =>
  [`${SIDES[side]} ${id} ${name}`, at && `at ${written(at)}`, facing !== "" && `faces ${facing}`]
    .filter(Boolean)
    .join(", ");

/** A place as it is written: a name, or inches from the west and from the south. */
export const written = (/** @type {At} */ at) => (Array.isArray(at) ? at.join(", ") : at);

function ground(/** @type {Editor} */ { board, last }, /** @type {At} */ at) {
  if (Array.isArray(at)) {
    const under = last.lies.filter(([, corners]) => within(at, corners)).map(([words]) => words);
    return [`${at[0]} inches from the west, ${at[1]} from the south`, ...under].join("; ");
  }
  const [name, side] = at.split(" ");
  const words = board.cells.get(name)?.words ?? name;
  return side ? `${side === "S" ? "south" : "east"} edge of ${words}` : words;
}

/** Whether a spot lies within corners, on a line of two of them, or at one. */
function within(/** @type {number[]} */ [x, y], /** @type {[number, number][]} */ corners) {
  let inside = false;
  for (const [i, [ax, ay]] of corners.entries()) {
    const [bx, by] = corners[(i + 1) % corners.length];
    const [dx, dy] = [bx - ax, by - ay];
    const long = dx * dx + dy * dy;
    const along = long ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / long)) : 0;
    if (Math.hypot(x - ax - along * dx, y - ay - along * dy) < AT) return true;
    if (ay > y !== by > y && x < ax + ((y - ay) / dy) * dx) inside = !inside;
  }
  return inside;
}

function stands(
  /** @type {Editor} */ { board },
  /** @type {OnBoard} */ piece,
  /** @type {At} */ at,
) {
  if (typeof at === "string")
    return piece.at === at && !board.cells.get(at)?.words.includes(piece.id);
  const spot = middle(board, at);
  const hit = /** @type {any} */ (hitOf(board, piece.id));
  return Boolean(spot && hit?.isPointInFill(new DOMPoint(spot.x, spot.y)));
}

/** How the tool in hand is used. */
export function how(/** @type {Editor} */ e) {
  if (e.info.board === "track")
    return "Add units above; choose one to change it. Range and turns are below.";
  if (e.carried)
    return `Arrow keys choose where ${e.piece} goes, Enter puts it there, Escape cancels.`;
  if (e.tool === "erase") return "Click or drag to clear; arrow keys and Enter do the same.";
  if (e.tool === "copy")
    return e.taken.length
      ? "Click where the copy goes, as often as you like; Escape ends it."
      : "Drag over the ground to copy, or click two of its corners; Enter works like a click.";
  if (e.tool === "add")
    return "Click where the unit goes, or go there with the arrow keys and press Enter.";
  if (e.tool === "hand")
    return [
      "Click a unit to choose it, drag it to move it; R turns it, Delete takes it away.",
      "After Enter on it arrow keys move it.",
    ].join(" ");
  const { shape } = brushOf(e);
  if (e.info.board !== "plane")
    return "Click or drag to paint, arrow keys and Enter; right click or Delete clears.";
  if (shape === "point")
    return "Click where it goes, or go there with the arrow keys and press Enter.";
  if (shape === "box") return "Drag from corner to corner, or Enter at one and at the other.";
  const what = shape === "line" ? "a straight line" : "a rectangle";
  return `Drag ${what}, or click corner by corner; a double click or Enter on the last ends it.`;
}

export const chosen = (/** @type {Editor} */ e) => {
  const piece = pieceOf(e);
  return piece ? spoken(piece) : "";
};
