/** The marks of the editor on the board: what is chosen, where keys are, what is wrong. */

import { h, letter } from "../shared/dom.js";
import { drawnAs, hitOf, middle, outline, part, standsAt } from "./picture.js";
import { pieceOf, shapeOf } from "./tools.js";

/** @import { Spot } from "../shared/types.js" */
/** @import { At, Editor, Problem } from "./editor.js" */

const MOST = 6; // boxes on the board; the others are in the list
const GAP = 6; // pixels between two boxes, and from a box to its place

/** Lay all marks anew. */
export function mark(/** @type {Editor} */ e) {
  const { board } = e;
  if (!board.svg) return;
  const { chosen, cursor, faults } = board.marks;
  const piece = pieceOf(e);
  const d = piece
    ? (hitOf(board, piece.id)?.getAttribute("d") ?? outline(board, piece.at || ""))
    : "";
  chosen.replaceChildren(...cased(d, e.carried ? "e-sel carried" : "e-sel"), ...drawn(e));
  cursor.replaceChildren(...crosshair(e));
  const wrong = e.last.problems.flatMap((problem) => placesOf(problem));
  faults.replaceChildren(
    ...absent(e),
    ...cased(wrong.map((at) => lies(e, at)).join(""), "e-fault"),
  );
  boxes(e);
}

/** A line over one that is wider and darker, so that it shows on any ground. */
const cased = (/** @type {string} */ d, /** @type {string} */ cls) =>
  d ? [part("path", { class: "e-case", d }), part("path", { class: cls, d })] : [];

/** Units that cannot be drawn where they stand: a ring with their names. */
function absent(/** @type {Editor} */ { board, last }) {
  return last.pieces.flatMap(({ id, side, at }) => {
    const spot = middle(board, at);
    if (!spot || board.svg?.querySelector(drawnAs(id))) return [];
    const ring = part("g", { class: `e-absent side-${letter(side)}` });
    const text = part("text", { x: spot.x, y: spot.y + 6 });
    text.textContent = id;
    ring.append(part("circle", { cx: spot.x, cy: spot.y, r: 22 }), text);
    return [ring];
  });
}

/** What is half drawn: corners of a shape, ground that is to be copied. */
function drawn(/** @type {Editor} */ e) {
  const { board, path, taken, tool } = e;
  const spots = [...path, ...(e.corner ? [e.corner] : [])].map((at) => outline(board, at)).join("");
  const line = tool === "brush" && path.length > 1 ? shapeOf(e, path) : "";
  const along =
    taken.length && board.kind !== "plane" ? taken.map((at) => outline(board, at)).join("") : "";
  const box = taken.length && board.kind === "plane" ? frame(e) : "";
  return cased(spots + line + along + box, "e-half");
}

function frame(/** @type {Editor} */ { board, taken }) {
  const [a, b] = /** @type {Spot[]} */ (taken.map((at) => middle(board, at)));
  return `M${a.x} ${a.y}H${b.x}V${b.y}H${a.x}z`;
}

/** Where keys are; hidden by the styles unless keys are used on the board. */
function crosshair(/** @type {Editor} */ { board, cursor }) {
  if (typeof cursor === "string") return cased(outline(board, cursor), "e-here");
  const at = middle(board, cursor);
  if (!at) return [];
  return cased(`M${at.x - 16} ${at.y}h32M${at.x} ${at.y - 16}v32`, "e-here");
}

/** Where on the board a problem is: its places, else the units that it concerns. @returns {At[]} */
export const placesOf = (/** @type {Problem} */ { places, units }) =>
  places.length ? places : units.map((id) => `@${id}`);

const named = (/** @type {Editor} */ e, /** @type {At} */ at) =>
  typeof at === "string" && at.startsWith("@") ? pieceOf(e, at.slice(1)) : undefined;

function lies(/** @type {Editor} */ e, /** @type {At} */ at) {
  const piece = named(e, at);
  if (!piece) return outline(e.board, at);
  return hitOf(e.board, piece.id)?.getAttribute("d") ?? outline(e.board, piece.at || "");
}

/** The middle of a place, or of where a unit stands. */
export const spotOn = (/** @type {Editor} */ e, /** @type {At} */ at) => {
  const piece = named(e, at);
  return piece ? standsAt(e.board, piece) : middle(e.board, at);
};

// ---------------------------------------------------------------- boxes at their places

/** A box for each problem that has a place, with its words and its rule; the list has the same. */
function boxes(/** @type {Editor} */ e) {
  const { board, last } = e;
  board.boxes.replaceChildren(
    ...last.problems
      .flatMap((problem, i) => {
        const spot = placesOf(problem).flatMap((at) => spotOn(e, at) ?? [])[0];
        if (!spot) return [];
        const { x, y } = spot;
        const where = { "data-x": x, "data-y": y };
        const id = problem.rule && h("small", {}, problem.rule);
        return [
          h("p", { class: "fault", ...where }, h("i", {}, i + 1), h("b", {}, problem.text), id),
        ];
      })
      .slice(0, MOST),
  );
  settle(e);
}

/** Lay the boxes beside their places, none over another, all within the board. */
export function settle(/** @type {Editor} */ { board }) {
  const matrix = board.svg?.getScreenCTM();
  if (!matrix) return;
  const { left, top, width, height } = board.box.getBoundingClientRect();
  const away = (board.kind === "plane" ? 14 : board.cell / 2) * matrix.a + GAP;
  /** @type {number[][]} */ const full = [];
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (
    board.boxes.querySelectorAll(".fault")
  )) {
    const at = new DOMPoint(Number(box.dataset.x), Number(box.dataset.y)).matrixTransform(matrix);
    const [x, y] = [at.x - left, at.y - top];
    box.hidden = x < 0 || y < 0 || x > width || y > height;
    if (box.hidden) continue;
    const [wide, high] = [box.offsetWidth, box.offsetHeight];
    const from = x + away + wide < width ? x + away : Math.max(0, x - away - wide);
    let down = Math.max(0, Math.min(height - high, y - high / 2));
    for (const [a, b, c, d] of full.sort((one, other) => one[1] - other[1]))
      if (from < c && from + wide > a && down < d && down + high > b) down = d + GAP;
    box.style.cssText = `left:${from}px;top:${down}px`;
    full.push([from, down, from + wide, down + high]);
  }
}
