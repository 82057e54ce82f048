/** The board and the tools by keyboard. */

import { byKeys, digitOf, useKeys } from "../shared/panels.js";
import { edgeOf, inches, middle, pieceAt } from "./picture.js";
import { apply, brushOf, cancel, choose, erase, pieceOf, remove, take, turn } from "./tools.js";
import { hear } from "./words.js";

/** @import { At, Editor } from "./editor.js" */
/** @import { Spot } from "../shared/types.js" */

/** @type {Record<string, number[]>} */
const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const STEP = [1, 0.25]; // inches that an arrow key goes on a table, with Shift the second
const SIDES = ["S", "E", "N", "W"];

/** Listen to keys until the signal says that the editor is closed. */
export function listenToKeys(/** @type {Editor} */ e, /** @type {AbortSignal} */ signal) {
  const { root } = e.parts;
  const { box } = e.board;
  const told = { signal };
  document.addEventListener("keydown", (event) => anywhere(e, root, event), told);
  box.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== box) return;
    if (!onBoard(e, event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  box.addEventListener("focus", () => byKeys() && go(e, e.cursor || first(e)));
}

const writes = (/** @type {EventTarget|null} */ el) =>
  el instanceof Element && el.matches("input, textarea, select");

/** Keys that hold wherever the focus is, unless something is being written. */
function anywhere(
  /** @type {Editor} */ e,
  /** @type {Element} */ root,
  /** @type {KeyboardEvent} */ event,
) {
  const el = /** @type {Element} */ (event.target);
  if (event.defaultPrevented || !root.checkVisibility() || writes(el)) return;
  if (el !== document.body && !root.contains(el)) return;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "z" && !event.shiftKey) e.before();
    else if (key === "y" || key === "z") e.after();
    else return;
  } else if (event.altKey || !shortcut(e, digitOf(event) || key)) return;
  event.preventDefault();
}

/** A number takes a brush, 0 the hand; E clears, R turns. */
function shortcut(/** @type {Editor} */ e, /** @type {string} */ key) {
  const piece = pieceOf(e);
  const brush = /^[1-9]$/.test(key) && e.info.brushes[Number(key) - 1];
  if (brush) take(e, { tool: "brush", brush: brush.id });
  else if (key === "0") take(e, { tool: "hand" });
  else if (key === "e" && e.info.board !== "track") take(e, { tool: "erase" });
  else if (key === "r" && piece) turn(e, piece, 1);
  else if (key === "escape") cancel(e);
  else return false;
  return true;
}

// ---------------------------------------------------------------- on the board

function onBoard(/** @type {Editor} */ e, /** @type {KeyboardEvent} */ event) {
  const way = WAYS[event.key];
  const here = thing(e);
  if (way) step(e, way, event.shiftKey);
  else if (event.key === "Enter" || event.key === " ") enter(e);
  else if (event.key === "Backspace" && e.path.length) back(e);
  else if (event.key === "Delete" || event.key === "Backspace") clear(e);
  else if (event.key.toLowerCase() === "r") turnHere(e, event.shiftKey ? -1 : 1);
  else if (event.key.toLowerCase() === "m" && here) pickUp(e, here.id);
  else return false;
  return true;
}

/** The unit where keys are; on a track the one that is chosen. */
const thing = (/** @type {Editor} */ e) => {
  const at = middle(e.board, e.cursor);
  return at ? pieceAt(e.board, e.last.pieces, at) : pieceOf(e);
};

const first = (/** @type {Editor} */ e) => {
  const at = e.last.pieces.find((piece) => piece.at)?.at;
  if (at) return at;
  return e.info.board === "plane"
    ? /** @type {At} */ ([1, 1])
    : ([...e.board.cells.keys()][0] ?? "");
};

/** Go to a place: it comes into view and is told. */
export function go(/** @type {Editor} */ e, /** @type {At} */ at) {
  e.cursor = at;
  const spot = middle(e.board, at);
  if (spot) e.board.seek(spot);
  e.draw();
  hear(e, at);
}

function step(/** @type {Editor} */ e, /** @type {number[]} */ way, /** @type {boolean} */ fine) {
  useKeys();
  if (e.info.board === "track") return next(e, way[0] || way[1]);
  if (e.info.board === "plane") return go(e, onTable(e, way, STEP[Number(fine)]));
  const edges = e.tool === "brush" && brushOf(e).shape === "edges";
  const [name] = String(e.cursor || first(e)).split(" ");
  if (edges && fine) return along(e, name, way);
  go(
    e,
    edges ? edgeOf(e.board, nearest(e, name, way), SIDES[e.edge]) || name : nearest(e, name, way),
  );
}

/** With Shift an arrow goes to that edge of the same tile. */
function along(
  /** @type {Editor} */ e,
  /** @type {string} */ name,
  /** @type {number[]} */ [x, y],
) {
  e.edge = SIDES.indexOf(x ? (x > 0 ? "E" : "W") : y > 0 ? "S" : "N");
  go(e, edgeOf(e.board, name, SIDES[e.edge]) || name);
}

/** The other unit next in the list. */
function next(/** @type {Editor} */ e, /** @type {number} */ by) {
  const { pieces } = e.last;
  const at = pieces.findIndex((piece) => piece.id === e.piece);
  choose(e, pieces[(at + by + pieces.length) % pieces.length]?.id ?? "");
}

function onTable(
  /** @type {Editor} */ e,
  /** @type {number[]} */ [x, y],
  /** @type {number} */ far,
) {
  const [from, up] = Array.isArray(e.cursor)
    ? e.cursor
    : /** @type {[number, number]} */ (first(e));
  const spot = /** @type {Spot} */ (middle(e.board, [from + x * far, up - y * far]));
  return inches(e.board, spot);
}

/** The nearest place that way; sideways it keeps to the row it started in. */
function nearest(
  /** @type {Editor} */ e,
  /** @type {string} */ here,
  /** @type {number[]} */ [dx, dy],
) {
  const { cells, cell } = e.board;
  const from = cells.get(here);
  if (!from) return here;
  if (dy || Math.abs(e.row - from.y) > cell * 0.6) e.row = from.y;
  let best = here;
  let least = Infinity;
  for (const [place, to] of cells) {
    const ahead = (to.x - from.x) * dx + (to.y - from.y) * dy;
    const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
    if (ahead < 1 || aside > ahead * 1.2) continue;
    const far = ahead + 0.6 * (dx ? Math.abs(to.y - e.row) : aside);
    if (far < least) [best, least] = [place, far];
  }
  return best;
}

function enter(/** @type {Editor} */ e) {
  const here = thing(e);
  if (e.info.board === "track") return choose(e, here?.id ?? "");
  if (!e.cursor) return go(e, first(e));
  if (e.tool === "hand" && here && !e.carried) pickUp(e, here.id);
  else apply(e, e.cursor, here);
  hear(e, e.cursor);
}

/** Keys carry a unit from now on. */
export function pickUp(/** @type {Editor} */ e, /** @type {string} */ piece) {
  const at = pieceOf(e, piece)?.at;
  Object.assign(e, { piece, carried: true, cursor: at || e.cursor });
  e.draw();
}

/** The corner that was set last is taken back. */
function back(/** @type {Editor} */ e) {
  e.path = e.path.slice(0, -1);
  e.draw();
}

/** Take away the unit that is here, or what lies here when a brush is in hand. */
function clear(/** @type {Editor} */ e) {
  const here = thing(e);
  if (here && (e.tool === "hand" || e.tool === "add" || !e.cursor)) remove(e, here);
  else if (e.cursor) erase(e, [e.cursor]);
}

function turnHere(/** @type {Editor} */ e, /** @type {number} */ by) {
  const piece = thing(e) ?? pieceOf(e);
  if (piece) turn(e, piece, by);
}
