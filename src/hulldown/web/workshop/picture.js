/**
 * The board of a draft: the server's drawing, put in layer by layer; which place a spot of it is;
 * the marks that the editor lays on it.
 */

import { drawing, h } from "../shared/dom.js";

/** @import { At, Cell, Drafted, EditorInfo, OnBoard, Picture } from "./editor.js" */
/** @import { Spot } from "../shared/types.js" */

const SVG = "http://www.w3.org/2000/svg";
const LAYER = /<g class="(l-[a-z]+)">/;
const MARKS = /** @type {const} */ (["faults", "echo", "chosen", "cursor"]);
const POINTER = 16; // pixels: places as narrow can be met
const FINGER = 30;
const PLACE = /^[A-Z]{1,2}\d+$/; // of a cell
const NEAR = 0.45; // of an inch: a hand that comes so near to a spot means it

/** @returns {Picture} */
export function newPicture(/** @type {EditorInfo["board"]} */ kind) {
  const boxes = h("div", { class: "faults", "aria-hidden": "true" });
  const box = h("div", {
    class: "board-box",
    tabindex: "0",
    role: "application",
    "aria-label": "Board",
    "data-key": "board",
  });
  box.append(boxes);
  const marks = Object.fromEntries(MARKS.map((name) => [name, part("g", { class: `e-${name}` })]));
  return {
    ...{ kind, box, boxes, svg: null, size: [], layers: new Map(), head: "", cells: new Map() },
    whole: { x: 0, y: 0, width: 1, height: 1 },
    ...{ frame: { x: 0, y: 0, width: 1, height: 1 }, inch: 1, cell: kind === "tiles" ? 64 : 120 },
    marks: /** @type {any} */ (marks),
    least: matchMedia("(pointer: coarse)").matches ? FINGER : POINTER,
    ...{ moved: false, opened: () => {}, seek: () => {} },
  };
}

/** An element of a drawing. @returns {any} */
export function part(/** @type {string} */ tag, /** @type {Record<string, any>} */ attrs = {}) {
  const el = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attrs)) el.setAttribute(name, value);
  return el;
}

// ---------------------------------------------------------------- the drawing

/**
 * Put a drawing on the page. Layers that are as they were stay; a board of another size is a new
 * picture.
 */
export function show(/** @type {Picture} */ picture, /** @type {Drafted} */ { svg: text, size }) {
  // What can be done on the board is done on the board itself, which has the focus.
  const [head, ...rest] = text.replaceAll(/ role="button" tabindex="-?\d"/g, "").split(LAYER);
  const layers = new Map();
  for (let i = 0; i < rest.length; i += 2) layers.set(rest[i], rest[i + 1]);
  const names = [...layers.keys()].join();
  const fits = picture.svg && names === [...picture.layers.keys()].join();
  if (fits && shapeOf(head) === shapeOf(picture.head)) {
    for (const [name, markup] of layers)
      if (markup !== picture.layers.get(name)) put(picture, name, markup);
  } else open(picture, head, layers);
  const changed = layers.get("l-hit") !== picture.layers.get("l-hit");
  Object.assign(picture, { head, layers, size });
  const [words] = /(?<=<desc>)[^.]*/.exec(head) ?? [""];
  picture.box.setAttribute("aria-label", `Board: ${words}`);
  if (changed) measure(picture);
}

/** The size of a picture and of what kind it is, by its opening tag. */
const shapeOf = (/** @type {string} */ head) =>
  /^<svg class="[^"]*".*? viewBox="[^"]*"/.exec(head)?.[0];

/** The inside of a layer, which ends before the tag that closes it. */
const inside = (/** @type {string} */ markup) => markup.slice(0, markup.lastIndexOf("</g>"));

function put(
  /** @type {Picture} */ { svg },
  /** @type {string} */ name,
  /** @type {string} */ markup,
) {
  const layer = svg?.querySelector(`:scope > .${name}`);
  if (layer) layer.innerHTML = inside(markup);
}

function open(
  /** @type {Picture} */ picture,
  /** @type {string} */ head,
  /** @type {Map<string, string>} */ layers,
) {
  const groups = [...layers].map(([name, markup]) => `<g class="${name}">${inside(markup)}</g>`);
  const svg = /** @type {SVGSVGElement} */ (drawing(`${head}${groups.join("")}</svg>`));
  picture.svg?.remove();
  picture.svg = svg;
  picture.layers = new Map();
  const marks = part("g", { class: "e-marks" });
  marks.append(...MARKS.map((name) => picture.marks[name]));
  svg.querySelector(":scope > .l-hit")?.before(marks);
  const { x, y, width, height } = svg.viewBox.baseVal;
  picture.whole = { x, y, width, height };
  picture.box.style.setProperty("--whole", `${width} / ${height}`);
  svg.setAttribute("aria-hidden", "true"); // what it shows is said by the board, place by place
  picture.box.prepend(svg);
  picture.opened();
}

// ---------------------------------------------------------------- places

/** Where the places of the board lie, and what is said of each. */
function measure(/** @type {Picture} */ picture) {
  const hits = [...(picture.svg?.querySelectorAll(".l-hit [data-hex]") ?? [])];
  picture.cells.clear();
  if (picture.kind === "plane") return rule(picture);
  for (const hit of hits) {
    const name = hit.getAttribute("data-hex") ?? "";
    if (name.startsWith("@")) continue;
    const { x, y, width, height } = /** @type {SVGGraphicsElement} */ (hit).getBBox();
    const words = hit.getAttribute("aria-label") ?? name;
    const d = hit.getAttribute("d") ?? "";
    picture.cells.set(name, { x: x + width / 2, y: y + height / 2, d, words });
    picture.cell = width;
  }
  if (picture.kind === "tiles") squares(picture, hits);
}

/** Tiles that something stands on are no places of the drawing: the thing is. */
function squares(/** @type {Picture} */ picture, /** @type {Element[]} */ hits) {
  const [[name, first] = ["A1", { x: 60, y: 60 }]] = picture.cells;
  const [column, row] = numbered(name);
  const side = picture.cell;
  const built = hits.filter((hit) => hit.getAttribute("data-hex")?.startsWith("@"));
  for (let c = 0; c < picture.size[0]; c += 1)
    for (let r = 0; r < picture.size[1]; r += 1) {
      const [x, y] = [first.x + (c - column) * side, first.y + (r - row) * side];
      const place = `${lettered(c)}${r + 1}`;
      if (picture.cells.has(place)) continue;
      const over = built.find((hit) => /** @type {any} */ (hit).isPointInFill(new DOMPoint(x, y)));
      const words = `${place}: ${over?.getAttribute("aria-label") ?? "something is there"}`;
      const d = `M${x - side / 2} ${y - side / 2}h${side}v${side}h-${side}z`;
      picture.cells.set(place, { x, y, d, words });
    }
}

/** Column and row of a place, from 0; after Z comes BA. */
function numbered(/** @type {string} */ place) {
  const letters = place.replace(/\d+/, "");
  const column = [...letters].reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 65, 0);
  return [column, Number(place.slice(letters.length)) - 1];
}

const lettered = (/** @type {number} */ column) =>
  (column > 25 ? String.fromCharCode(65 + Math.floor(column / 26)) : "") +
  String.fromCharCode(65 + (column % 26));

/** Where the frame of a table lies. */
function rule(/** @type {Picture} */ picture) {
  const ground = /** @type {SVGGraphicsElement|null|undefined} */ (
    picture.svg?.querySelector(".l-grid .rim")
  );
  if (!ground) return;
  picture.frame = ground.getBBox();
  picture.inch = picture.frame.width / (picture.size[0] || 1);
  picture.cell = 4 * picture.inch;
}

/** The spot of the board under a pointer. */
export function spotOf(/** @type {Picture} */ { svg }, /** @type {MouseEvent} */ event) {
  const matrix = svg?.getScreenCTM()?.inverse();
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
}

/** The cell that a spot lies in, "" beside the board. */
export function cellAt(/** @type {Picture} */ { cells, cell, kind }, /** @type {Spot} */ { x, y }) {
  let best = "";
  let least = kind === "tiles" ? cell * 0.71 : cell / 2;
  for (const [name, at] of cells) {
    const far = Math.hypot(at.x - x, at.y - y);
    if (far < least) [best, least] = [name, far];
  }
  return best;
}

/**
 * The edge of a tile that a spot is nearest to; of a hand that goes along edges one that lies its
 * way: "S" of one that goes sideways, "E" of one that goes up or down.
 */
export function edgeAt(/** @type {Picture} */ picture, /** @type {Spot} */ { x, y }, way = "") {
  const name = cellAt(picture, { x, y });
  const at = picture.cells.get(name);
  if (!at) return "";
  const across = way ? way === "E" : Math.abs(x - at.x) > Math.abs(y - at.y);
  const side = across ? (x > at.x ? "E" : "W") : y > at.y ? "S" : "N";
  return edgeOf(picture, name, side);
}

/** The name of an edge, which is that of the tile to the north or the west of it. */
export function edgeOf(
  /** @type {Picture} */ { cells },
  /** @type {string} */ name,
  /** @type {string} */ side,
) {
  const [column, row] = numbered(name);
  const owner =
    side === "N"
      ? `${lettered(column)}${row}`
      : side === "W"
        ? `${lettered(column - 1)}${row + 1}`
        : name;
  const south = side === "N" || side === "S";
  const [left, top] = numbered(owner);
  const beyond = south ? `${lettered(left)}${top + 2}` : `${lettered(left + 1)}${top + 1}`;
  return cells.has(owner) && cells.has(beyond) ? `${owner} ${south ? "S" : "E"}` : "";
}

/** A spot of the board in inches from the south-western corner, kept on the table and to a grid. */
export function inches(
  /** @type {Picture} */ { frame, inch, size },
  /** @type {Spot} */ { x, y },
  grid = 0.25,
) {
  const held = (/** @type {number} */ value, /** @type {number} */ most) =>
    Math.min(most, Math.max(0, Math.round(value / grid) * grid));
  return /** @type {[number, number]} */ ([
    held((x - frame.x) / inch, size[0]),
    held((frame.y + frame.height - y) / inch, size[1]),
  ]);
}

/** Where a place lies on the board, if it is on it. @returns {Spot|undefined} */
export function middle(/** @type {Picture} */ picture, /** @type {At|""|undefined} */ at) {
  const { cells, frame, inch } = picture;
  if (Array.isArray(at)) {
    const across = Math.min(frame.width, Math.max(0, at[0] * inch));
    const up = Math.min(frame.height, Math.max(0, at[1] * inch));
    return { x: frame.x + across, y: frame.y + frame.height - up };
  }
  if (!at) return undefined;
  const [name, side] = at.split(" ");
  const cell = cells.get(name) ?? atEdge(picture, name);
  if (!cell || !side) return cell;
  const half = picture.cell / 2;
  return { x: cell.x + (side === "E" ? half : 0), y: cell.y + (side === "S" ? half : 0) };
}

/** A place beyond the board is shown at the cell of its edge that is nearest. */
function atEdge(/** @type {Picture} */ { cells }, /** @type {string} */ name) {
  if (!PLACE.test(name)) return undefined;
  const [column, row] = numbered(name);
  let nearest;
  let least = Infinity;
  for (const [other, cell] of cells) {
    const [x, y] = numbered(other);
    const away = (x - column) ** 2 + (y - row) ** 2;
    if (PLACE.test(other) && away < least) [nearest, least] = [cell, away];
  }
  return nearest && { x: nearest.x, y: nearest.y };
}

/** Where a unit stands on the board; on a track there is nothing but its drawing. */
export function standsAt(/** @type {Picture} */ picture, /** @type {OnBoard|undefined} */ piece) {
  const at = middle(picture, piece?.at);
  const hit = piece && hitOf(picture, piece.id);
  if (!hit) return at;
  const { x, y, width, height } = hit.getBBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/** The shape of a unit on boards where a unit is a place of its own. */
export const hitOf = (/** @type {Picture} */ { svg }, /** @type {string} */ id) =>
  /** @type {SVGGraphicsElement|null|undefined} */ (
    svg?.querySelector(`.l-hit [data-hex="@${CSS.escape(id)}"]`)
  );

/** What is drawn of a unit; of a group all its models. */
export const drawnAs = (/** @type {string} */ id) =>
  `.l-units [data-unit="${CSS.escape(id)}"], .l-units [data-group="${CSS.escape(id)}"]`;

/** The unit under a spot, if it is met rather than the ground beside it. */
export function pieceAt(
  /** @type {Picture} */ picture,
  /** @type {OnBoard[]} */ pieces,
  /** @type {Spot} */ spot,
) {
  const near = picture.cell * (picture.kind === "hexes" ? 0.3 : NEAR);
  const on = (/** @type {OnBoard} */ piece) => {
    const hit = /** @type {any} */ (hitOf(picture, piece.id));
    if (hit) return hit.isPointInFill(new DOMPoint(spot.x, spot.y));
    const at = middle(picture, piece.at);
    return at && Math.hypot(at.x - spot.x, at.y - spot.y) < near;
  };
  return pieces.find(on);
}

// ---------------------------------------------------------------- marks

/** The outline of a place: a cell, the length of an edge, a small square round a spot. */
export function outline(/** @type {Picture} */ picture, /** @type {At} */ at) {
  const cell = typeof at === "string" ? picture.cells.get(at) : undefined;
  if (cell) return cell.d;
  const spot = middle(picture, at);
  if (!spot) return "";
  const long = picture.cell / 2 - 3;
  const [wide, high] = typeof at !== "string" ? [9, 9] : at.endsWith("S") ? [long, 6] : [6, long];
  return `M${spot.x - wide} ${spot.y - high}h${2 * wide}v${2 * high}h-${2 * wide}z`;
}

/** A line through spots in inches. */
export const through = (
  /** @type {Picture} */ picture,
  /** @type {[number, number][]} */ points,
  closed = false,
) =>
  points
    .map((at, i) => {
      const { x, y } = /** @type {Spot} */ (middle(picture, at));
      return `${i ? "L" : "M"}${x} ${y}`;
    })
    .join("") + (closed ? "z" : "");

/** The corners of a box between two spots. @returns {[number, number][]} */
export const corners = (
  /** @type {[number, number]} */ [x0, y0],
  /** @type {[number, number]} */ [x1, y1],
) => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];

/** The cells in the box between two of them. */
export function block(
  /** @type {Picture} */ { cells, cell },
  /** @type {string} */ from,
  /** @type {string} */ to,
) {
  const [a, b] = [cells.get(from), cells.get(to)];
  if (!a || !b) return [];
  const [left, right] = [Math.min(a.x, b.x) - 1, Math.max(a.x, b.x) + 1];
  // Every second column of hexes lies half a hex lower.
  const slack = Math.abs(a.x - b.x) > 1 ? cell * 0.3 : 1;
  const [top, foot] = [Math.min(a.y, b.y) - slack, Math.max(a.y, b.y) + slack];
  const within = (/** @type {[string, Cell]} */ [, { x, y }]) =>
    x > left && x < right && y > top && y < foot;
  return [...cells].filter(within).map(([name]) => name);
}
