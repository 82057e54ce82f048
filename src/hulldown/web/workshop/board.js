/**
 * The editor of scenarios: a draft is drawn on the board of its ruleset, by pointer, keys or touch.
 * The server carries the strokes out, judges what has become of the draft and draws it.
 */

import { dressed, emblem, h, letter, rule, SIDES, symbols } from "../shared/dom.js";
import { stepper } from "../shared/fields.js";
import { call } from "../shared/net.js";
import { byKeys, panel } from "../shared/panels.js";
import { panzoom } from "../shared/panzoom.js";
import { drawFields } from "./fields.js";
import { go, listenToKeys, pickUp } from "./keys.js";
import { drawPalette } from "./palette.js";
import { drawnAs, hitOf, middle, newPicture, outline, part, standsAt } from "./picture.js";
import { listenToPointer } from "./pointer.js";
import { again, ask, load, redo, stroke, taken, undo } from "./strokes.js";
import { choose, pieceOf, placeable, remove, shapeOf, turn, turns } from "./tools.js";
import { hasTraces } from "./trace_store.js";
import { hear, how, written } from "./words.js";

/** @import { At, Draft, Editor, EditorInfo, Given, OnBoard, Problem } from "./editor.js" */
/** @import { Spot } from "../shared/types.js" */

const STYLES = ["shared/fields.css", "workshop/editor.css", "board.css"];
/** @type {Record<string, string[]>} */
const OF_BOARD = { hexes: [], tiles: ["tiles.css"], plane: ["plane.css"], track: [] };

/**
 * Open an editor in an element. `changed` is called with each new draft, whether it can be played
 * and what is wrong with it. What is returned changes the options or the units of a pack, gives the
 * draft, and closes the editor.
 * @param {HTMLElement} host
 * @param {Given} given
 */
export async function openEditor(host, given) {
  const info = await call(`/api/rulesets/${given.ruleset}/editor`);
  const e = newEditor(given, info);
  e.before = given.before ?? (() => undo(e));
  e.after = given.after ?? (() => redo(e));
  const { scenario } = given;
  const first = ask(
    e,
    typeof scenario === "string" ? { start: scenario } : { scenario, strokes: [] },
  );
  const sheet = document.querySelector(".sheet-of-symbols") ? null : symbols();
  const [drafted] = await Promise.all([first, styles(info.board), sheet]);
  const closing = new AbortController();
  layOut(e, host, tracing(e, given));
  taken(e, drafted);
  listenToPointer(e);
  listenToKeys(e, closing.signal);
  return {
    draft: () => e.last.scenario,
    load: (/** @type {Draft} */ draft) => {
      Object.assign(e, { past: [], future: [] });
      load(e, draft);
    },
    undo: () => can(e, e.past, undo),
    redo: () => can(e, e.future, redo),
    renew: (/** @type {Pick<Given, "options"|"units">} */ { options = {}, units }) => {
      Object.assign(e, { options, units });
      again(e);
    },
    keep: () => e.trace?.keep(),
    close: () => {
      closing.abort();
      e.trace?.close();
      e.parts.root.remove();
    },
  };
}

/** Take a stroke back, or do it again, if there is any. */
function can(
  /** @type {Editor} */ e,
  /** @type {any[]} */ steps,
  /** @type {(e: Editor) => void} */ act,
) {
  if (steps.length) act(e);
  return steps.length > 0;
}

/** @returns {Editor} */
function newEditor(/** @type {Given} */ given, /** @type {EditorInfo} */ info) {
  const { ruleset, options = {}, units, changed } = given;
  const drawn = info.brushes.length > 0;
  return {
    ...{ ruleset, options, units, changed, info, past: [], future: [], queue: [] },
    ...{ busy: false, alone: 0, trouble: "", tool: drawn ? "brush" : "hand" },
    ...{ brush: info.brushes[0]?.id ?? "", side: 0, unit: info.units[0]?.id ?? "" },
    ...{
      piece: "",
      carried: false,
      cursor: "",
      over: "",
      edge: 0,
      row: 0,
      path: [],
      taken: [],
      corner: "",
    },
    last: /** @type {any} */ ({
      pieces: [],
      problems: [],
      warnings: [],
      choices: {},
      units: [],
      size: [],
    }),
    unfolded: new Set(),
    trace: null,
    board: newPicture(info.board),
    parts: {},
    draw: () => {},
    before: () => {},
    after: () => {},
  };
}

/** The styles of the editor and of its board, which no page loads before. */
const styles = (/** @type {string} */ board) =>
  Promise.all([...STYLES, ...OF_BOARD[board]].map((name) => dressed(`/static/${name}`)));

/** The fold of the picture to trace over: its script is loaded when somebody needs it. */
function tracing(/** @type {Editor} */ e, /** @type {Given} */ { ruleset, place }) {
  const inner = h("div", {});
  let wanted = false;
  const load = async () => {
    if (wanted) return;
    wanted = true;
    const { openTrace } = await import("./tracing.js");
    await openTrace(e, inner, place ?? (() => ruleset));
  };
  const ontoggle = (/** @type {any} */ { target }) => target.open && load();
  if (hasTraces()) load();
  const summary = h("summary", { "data-key": "trace" }, "Picture to trace over");
  return h("details", { class: "whole trace", ontoggle }, summary, inner);
}

function layOut(
  /** @type {Editor} */ e,
  /** @type {HTMLElement} */ host,
  /** @type {HTMLElement} */ fold,
) {
  const { board, parts } = e;
  const zoom = panzoom(board);
  const press = (
    /** @type {string} */ name,
    /** @type {string} */ sign,
    /** @type {() => void} */ onclick,
  ) => h("button", { type: "button", "aria-label": name, onclick }, sign);
  const buttons = [
    press("Closer", "+", zoom.closer),
    press("Farther", "\u2212", zoom.farther),
    press("All of the board", "All", zoom.fit),
  ];
  Object.assign(parts, {
    palette: h("div", { class: "palette" }),
    how: h("span", {}),
    here: h("b", { role: "status" }),
    trouble: h("p", { class: "mend", role: "alert", hidden: true }),
    verdict: h("h3", { "aria-live": "polite" }),
    faults: h("div", {}),
    pieces: h("section", { class: "pieces", "aria-label": "Units" }),
    fields: h("section", { class: "form", "aria-label": "The scenario" }),
  });
  const group = h("div", { class: "zoom", role: "group", "aria-label": "Zoom" }, buttons);
  const sheet = h("div", { class: "bench" }, board.box);
  const words = h("p", { class: "foot" }, parts.how, " ", parts.here);
  const foot = h("div", { class: "below" }, words, group);
  const mending = h("section", { class: "mending", "aria-label": "What needs fixing" });
  mending.append(parts.verdict, parts.faults);
  const pieces = [parts.palette, sheet, foot, fold, parts.trouble, mending];
  const middle = h("div", { class: "middle" }, pieces);
  const aside = h("div", { class: "aside" }, parts.pieces, parts.fields);
  parts.root = h("div", { class: "editor" }, h("div", { class: "spread" }, middle, aside));
  host.replaceChildren(parts.root);
  board.shown = () => settle(e);
  e.draw = () => draw(e);
}

function draw(/** @type {Editor} */ e) {
  const { parts, board, tool, carried, trouble } = e;
  if (!board.svg) return;
  e.trace?.lay();
  drawPalette(e, parts.palette);
  drawPieces(e, parts.pieces);
  drawFields(e, parts.fields);
  panel(parts.faults, [e.last], () => faults(e));
  const words = verdict(e);
  if (parts.verdict.textContent !== words) parts.verdict.textContent = words;
  board.box.dataset.tool = carried ? "carry" : tool;
  parts.how.textContent = how(e);
  parts.trouble.textContent = trouble;
  parts.trouble.hidden = !trouble;
  mark(e);
  hear(e, document.activeElement === board.box && byKeys() ? e.cursor : e.over);
}

// ---------------------------------------------------------------- what is wrong

function faults(/** @type {Editor} */ e) {
  const { problems, warnings } = e.last;
  return [
    problems.length > 0 &&
      h(
        "ol",
        {},
        problems.map((one) => fault(e, one)),
      ),
    warnings.length > 0 &&
      h(
        "ul",
        { class: "warned" },
        warnings.map((one) => fault(e, one)),
      ),
  ];
}

/** Whether the draft can be played, in words. */
function verdict(/** @type {Editor} */ { last: { problems, playable } }) {
  const things = problems.length === 1 ? "1 thing" : `${problems.length} things`;
  return playable ? "You can play it as it is." : `${things} to fix before you can play it`;
}

/** A problem in the list; it leads to its place on the board, or to its field. */
function fault(/** @type {Editor} */ e, /** @type {Problem} */ problem) {
  const { text, rule: id } = problem;
  const onclick = () => visit(e, problem);
  return h(
    "li",
    {},
    h("button", { type: "button", class: "go", onclick }, text),
    " ",
    rule(id, e.ruleset),
  );
}

function visit(/** @type {Editor} */ e, /** @type {Problem} */ problem) {
  const [at] = placesOf(problem).filter((place) => spotOn(e, place));
  const piece = pieceOf(e, problem.units[0] ?? "");
  if (piece) choose(e, piece.id);
  if (!at) return reveal(e, problem.field);
  e.board.box.focus();
  const spot = spotOn(e, at);
  if (typeof at === "string" && at.startsWith("@")) return spot && e.board.seek(spot);
  go(e, at);
}

/** Open the section that a field is in, and go to it. */
function reveal(/** @type {Editor} */ e, /** @type {string} */ field) {
  const control = [
    .../** @type {NodeListOf<HTMLElement>} */ (e.parts.fields.querySelectorAll("[data-key]")),
  ].find(({ dataset: { key = "" } }) => key.endsWith(field) || field.startsWith(`${key}.`));
  const details = control?.closest("details.section");
  if (details instanceof HTMLDetailsElement) details.open = true;
  control?.scrollIntoView({ block: "center" });
  control?.focus();
}

// ---------------------------------------------------------------- marks on the board
// What is chosen, where the keys are, what is wrong.

const MOST = 6; // boxes on the board; the others are in the list
const GAP = 6; // pixels between two boxes, and from a box to its place

/** Draw all marks again. */
function mark(/** @type {Editor} */ e) {
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

/**
 * Units that cannot be drawn where they stand: a ring with their names. Those beyond the board are
 * at its edge, from where they can be dragged back.
 */
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
const placesOf = (/** @type {Problem} */ { places, units }) =>
  places.length ? places : units.map((id) => `@${id}`);

const named = (/** @type {Editor} */ e, /** @type {At} */ at) =>
  typeof at === "string" && at.startsWith("@") ? pieceOf(e, at.slice(1)) : undefined;

function lies(/** @type {Editor} */ e, /** @type {At} */ at) {
  const piece = named(e, at);
  if (!piece) return outline(e.board, at);
  return hitOf(e.board, piece.id)?.getAttribute("d") ?? outline(e.board, piece.at || "");
}

/** The middle of a place, or of where a unit stands. */
const spotOn = (/** @type {Editor} */ e, /** @type {At} */ at) => {
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
function settle(/** @type {Editor} */ { board }) {
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

// ---------------------------------------------------------------- the list of units
// Each can be chosen, turned, moved, replaced or removed.

function drawPieces(/** @type {Editor} */ e, /** @type {HTMLElement} */ el) {
  const { pieces } = e.last;
  panel(el, [e.info, pieces, e.piece, e.carried], () => [
    h("h3", {}, "Units"),
    SIDES.map((name, side) => of(e, side, name)),
  ]);
}

function of(/** @type {Editor} */ e, /** @type {number} */ side, /** @type {string} */ name) {
  const list = e.last.pieces.filter((piece) => piece.side === side);
  const lines = list.map((piece) =>
    h("li", {}, row(e, piece), e.piece === piece.id && hand(e, piece)),
  );
  return [
    h("h4", { class: `side-${letter(side)}` }, emblem(side), ` ${name}`),
    list.length ? h("ul", {}, lines) : h("p", { class: "sub" }, "No units yet."),
  ];
}

/** A unit in a line; pressed it is chosen. */
function row(/** @type {Editor} */ e, /** @type {OnBoard} */ piece) {
  const { id, name, at, facing } = piece;
  const on = e.piece === id;
  const onclick = () => {
    choose(e, on ? "" : id);
    if (!on && at) hear(e, at);
  };
  const where = [
    at ? written(at) : "",
    facing === "" ? "" : typeof facing === "number" ? `${facing}\u00b0` : facing,
  ];
  return h(
    "button",
    {
      type: "button",
      class: "unit-line",
      "aria-expanded": String(on),
      "data-key": `unit ${id}`,
      onclick,
    },
    h("b", {}, id),
    h("span", {}, name),
    h("small", {}, where.filter(Boolean).join(" \u00b7 ")),
  );
}

/** What can be done with the unit that is chosen. */
function hand(/** @type {Editor} */ e, /** @type {OnBoard} */ piece) {
  const { id, count, most } = piece;
  const press = (
    /** @type {string} */ key,
    /** @type {string} */ words,
    /** @type {() => void} */ onclick,
  ) => h("button", { type: "button", class: "plain", "data-key": `${key} ${id}`, onclick }, words);
  const counted = (/** @type {number} */ value) => stroke(e, { do: "count", piece: id, value });
  const carry = () => {
    pickUp(e, id);
    e.board.box.focus();
  };
  return h(
    "div",
    { class: "tools" },
    another(e, piece),
    count > 0 &&
      stepper(
        { name: `${id}, models`, key: `count ${id}`, value: count, low: 1, high: most },
        counted,
      ),
    turns(e, piece) && [
      press("left", "\u21ba Turn left", () => turn(e, piece, -1)),
      press("right", "\u21bb Turn right", () => turn(e, piece, 1)),
    ],
    e.info.board !== "track" && press("move", "Move by keys", carry),
    press("remove", "Remove", () => remove(e, piece)),
  );
}

/** Another unit in its place; one of its own make stays until another is taken. */
function another(/** @type {Editor} */ e, /** @type {OnBoard} */ { id, what, name }) {
  const known = placeable(e).some((unit) => unit.id === what);
  const onchange = (/** @type {any} */ event) =>
    stroke(e, { do: "replace", piece: id, unit: event.target.value });
  return h(
    "select",
    { "aria-label": `What ${id} is`, "data-key": `what ${id}`, onchange },
    !known && h("option", { value: "", selected: true }, name),
    placeable(e).map((unit) =>
      h("option", { value: unit.id, selected: unit.id === what }, unit.name),
    ),
  );
}
