/**
 * The board by pointer: a click or a drag lays the brush, the other button clears, a unit is
 * dragged; two fingers move the board. What is drawn shows at once.
 */

import {
  block,
  cellAt,
  corners,
  drawnAs,
  edgeAt,
  inches,
  outline,
  part,
  pieceAt,
  spotOf,
  through,
} from "./picture.js";
import {
  apply,
  boxOf,
  brushOf,
  choose,
  echo,
  erase,
  finish,
  move,
  paint,
  pieceOf,
  remove,
  shaped,
  shapeOf,
  takeAlong,
} from "./tools.js";
import { hear } from "./words.js";

/** @import { Spot } from "../shared/types.js" */
/** @import { At, Editor, Gesture } from "./editor.js" */

const SLIP = 5; // pixels a pointer may move and still click
const STEP = 0.3; // of a place: so far apart a drag is looked at
const RUB = 1; // inches between two spots that a drag clears

/** Let the board be drawn on. */
export function listenToPointer(/** @type {Editor} */ e) {
  const { board } = e;
  const { box } = board;
  /** @type {{gesture: Gesture|null}} */ const hand = { gesture: null };
  board.holds = () => Boolean(hand.gesture && hand.gesture.kind !== "pan");
  box.addEventListener("contextmenu", (event) => event.preventDefault());
  box.addEventListener("pointerdown", (event) => {
    if (/** @type {Element} */ (event.target).closest("button")) return;
    if (hand.gesture) return drop(hand); // a second finger: the board is moved
    if (event.button === 1 || !board.svg) return;
    hand.gesture = begin(e, event);
    if (hand.gesture.kind !== "pan") box.setPointerCapture(event.pointerId);
    if (["paint", "erase"].includes(hand.gesture.kind)) touch(e, hand.gesture, hand.gesture.from);
  });
  box.addEventListener("pointermove", (event) => {
    if (!hand.gesture) return event.pointerType === "touch" || hover(e, event);
    if (hand.gesture.pointer === event.pointerId) drag(e, hand.gesture, event);
  });
  box.addEventListener("pointerup", (event) => {
    const { gesture } = hand;
    if (gesture?.pointer !== event.pointerId) return;
    hand.gesture = null;
    end(e, gesture, spotOf(board, event));
    if (event.pointerType !== "touch") hover(e, event);
  });
  box.addEventListener("pointercancel", () => drop(hand));
  box.addEventListener("dblclick", () => e.path.length > 1 && e.tool === "brush" && finish(e));
}

/** Let go of what the pointer was doing, without a stroke. */
function drop(/** @type {{gesture: Gesture|null}} */ hand) {
  hand.gesture?.mark?.remove();
  hand.gesture = null;
}

/** What is said of the place under a pointer that does nothing. */
function hover(/** @type {Editor} */ e, /** @type {PointerEvent} */ event) {
  const at = placeAt(e, spotOf(e.board, event));
  if (String(e.over) === String(at)) return;
  e.over = at;
  hear(e, at);
}

/** The place that a spot of the board means to the tool. @returns {At} */
export function placeAt(/** @type {Editor} */ e, /** @type {Spot} */ spot, way = "") {
  if (e.info.board === "plane") return inches(e.board, spot);
  if (e.info.board === "track") return "";
  const edges = e.tool === "brush" && brushOf(e).shape === "edges";
  return edges ? edgeAt(e.board, spot, way) : cellAt(e.board, spot);
}

/** What a pointer begins: by its button, the unit under it and the tool. @returns {Gesture} */
function begin(/** @type {Editor} */ e, /** @type {PointerEvent} */ event) {
  const from = spotOf(e.board, event);
  const there = pieceAt(e.board, e.last.pieces, from);
  const kind = kindOf(e, event.button === 2, Boolean(there));
  return {
    ...{ kind, pointer: event.pointerId, from, start: placeAt(e, from), drags: false },
    ...{ piece: there?.id ?? "", places: new Set(), points: [], d: "", mark: null },
  };
}

/** @returns {Gesture["kind"]} */
function kindOf(
  /** @type {Editor} */ e,
  /** @type {boolean} */ other,
  /** @type {boolean} */ piece,
) {
  const plane = e.info.board === "plane";
  if (other || e.tool === "erase") return "erase";
  if (e.tool === "copy") return e.taken.length ? "add" : "region";
  if (piece) return "piece";
  if (e.tool === "hand" || e.info.board === "track") return "pan";
  if (e.tool === "add") return "add";
  return plane || brushOf(e).shape === "box" ? "shape" : "paint";
}

function drag(
  /** @type {Editor} */ e,
  /** @type {Gesture} */ g,
  /** @type {PointerEvent} */ event,
) {
  const to = spotOf(e.board, event);
  const scale = e.board.svg?.getScreenCTM()?.a ?? 1;
  g.drags ||= Math.hypot(to.x - g.from.x, to.y - g.from.y) * scale > SLIP;
  if (g.kind === "paint" || g.kind === "erase") return along(e, g, to);
  if (!g.drags) return;
  if (g.kind === "shape" || g.kind === "region") return spread(e, g, placeAt(e, to));
  if (g.kind === "piece") carry(e, g, to);
}

/** Every place between the last spot and this one. */
function along(/** @type {Editor} */ e, /** @type {Gesture} */ g, /** @type {Spot} */ to) {
  const { x, y } = g.from;
  const far = Math.hypot(to.x - x, to.y - y);
  const steps = Math.max(1, Math.ceil(far / (e.board.cell * STEP)));
  const way = Math.abs(to.x - x) > Math.abs(to.y - y) ? "S" : "E";
  for (let i = 1; i <= steps; i += 1)
    touch(e, g, { x: x + ((to.x - x) * i) / steps, y: y + ((to.y - y) * i) / steps }, way);
  g.from = to;
}

/** One place more of what is painted or cleared, shown at once. */
function touch(
  /** @type {Editor} */ e,
  /** @type {Gesture} */ g,
  /** @type {Spot} */ spot,
  way = "",
) {
  const at = placeAt(e, spot, way);
  if (typeof at !== "string") return rub(e, g, at);
  if (!at || g.places.has(at)) return;
  g.places.add(at);
  grow(e, g, at);
}

function rub(
  /** @type {Editor} */ e,
  /** @type {Gesture} */ g,
  /** @type {[number, number]} */ at,
) {
  const last = g.points.at(-1);
  if (last && Math.hypot(at[0] - last[0], at[1] - last[1]) < RUB) return;
  g.points.push(at);
  grow(e, g, at);
}

function grow(/** @type {Editor} */ e, /** @type {Gesture} */ g, /** @type {At} */ at) {
  g.d += outline(e.board, at);
  if (g.mark) g.mark.setAttribute("d", g.d);
  else if (g.kind === "erase") g.mark = echo(e, g.d, "e-erase");
  else g.mark = echo(e, g.d, "e-paint", brushOf(e).color);
}

/** A shape or a region from where the pointer came down to where it is. */
function spread(/** @type {Editor} */ e, /** @type {Gesture} */ g, /** @type {At} */ at) {
  const line = g.kind === "shape" && brushOf(e).shape === "line";
  if (typeof at === "string") {
    g.places = new Set(block(e.board, String(g.start), at));
    g.d = [...g.places].map((place) => outline(e.board, place)).join("");
  } else {
    const [from, to] = [/** @type {[number, number]} */ (g.start), at];
    g.points = line ? [from, to] : boxOf(from, to);
    if (g.kind === "shape" && brushOf(e).shape === "polygon")
      g.points = corners(g.points[0], g.points[1]);
    g.d = shapeOf(e, g.points);
    if (g.kind === "region") g.d = through(e.board, corners(g.points[0], g.points[1]), true);
  }
  const color = g.kind === "shape" && !line ? brushOf(e).color : "";
  if (g.mark) g.mark.setAttribute("d", g.d);
  else g.mark = echo(e, g.d, g.kind === "region" ? "e-region" : line ? "e-line" : "e-paint", color);
}

/** A unit goes along with the pointer, and the place where it would stand is marked. */
function carry(/** @type {Editor} */ e, /** @type {Gesture} */ g, /** @type {Spot} */ to) {
  const mark = g.mark ?? e.board.marks.echo.appendChild(ghost(e, g.piece));
  g.mark = mark;
  const [place, image] = mark.children;
  place.setAttribute("d", outline(e.board, goal(e, g, to)));
  image.setAttribute("transform", `translate(${to.x - g.from.x} ${to.y - g.from.y})`);
}

/** The drawing of a unit once more; of a group all its models. */
function ghost(/** @type {Editor} */ e, /** @type {string} */ id) {
  const mark = part("g", { class: "e-ghost" });
  const image = part("g");
  const drawn = e.board.svg?.querySelectorAll(drawnAs(id)) ?? [];
  image.append(...[...drawn].map((one) => one.cloneNode(true)));
  mark.append(part("path", { class: "e-goal" }), image);
  return mark;
}

/** A unit on a table keeps its distance from the pointer; else it goes to the place there. */
function goal(/** @type {Editor} */ e, /** @type {Gesture} */ g, /** @type {Spot} */ to) {
  const at = pieceOf(e, g.piece)?.at;
  if (!Array.isArray(at)) return cellAt(e.board, to);
  const [x, y] = at;
  const { inch, frame } = e.board;
  const [right, up] = [(to.x - g.from.x) / inch, (g.from.y - to.y) / inch];
  return inches(e.board, {
    x: frame.x + (x + right) * inch,
    y: frame.y + frame.height - (y + up) * inch,
  });
}

/** The pointer is up: that is the stroke, or a click. */
function end(/** @type {Editor} */ e, /** @type {Gesture} */ g, /** @type {Spot} */ spot) {
  const piece = pieceOf(e, g.piece);
  if (g.kind === "erase" && piece && !g.drags) {
    g.mark?.remove();
    return remove(e, piece);
  }
  if (g.kind === "paint") return paint(e, [...g.places], g.mark);
  if (g.kind === "erase") return erase(e, g.places.size ? [...g.places] : g.points, g.mark);
  if (g.drags) return dragged(e, g, spot);
  if (g.kind === "pan") return e.board.moved || choose(e, "");
  if (g.kind === "piece" && e.tool !== "add") {
    if (e.tool === "hand" || e.info.board === "plane") return choose(e, g.piece);
  }
  apply(e, g.start, piece);
}

function dragged(/** @type {Editor} */ e, /** @type {Gesture} */ g, /** @type {Spot} */ spot) {
  const piece = pieceOf(e, g.piece);
  if (g.kind === "shape" && g.points.length) return shaped(e, g.points, g.mark);
  if (g.kind === "shape" && g.places.size) return paint(e, [...g.places], g.mark);
  g.mark?.remove();
  if (g.kind === "region") return takeAlong(e, g.places.size ? [...g.places] : g.points);
  if (g.kind === "add") return apply(e, placeAt(e, spot), undefined);
  const at = piece && g.kind === "piece" ? goal(e, g, spot) : "";
  if (piece && at && String(at) !== String(piece.at)) move(e, piece, at);
  if (piece) choose(e, piece.id);
}
