/**
 * Models moved by hand on a table without places, by pointer or keys. Whether a spot is allowed,
 * and the picture of it, come from the server.
 */

import { h, rule } from "../shared/dom.js";

/** @import { BoardView } from "./board.js" */
/** @import { Hand, Held } from "./types.js" */

const ASK = 120; // ms between two questions
const GRID = 0.05; // inches that a pointer is kept to
const KEY = [1, 0.1]; // inches that an arrow key goes, with Shift the second
const TURN = 15; // degrees
const SLIP = 5; // pixels a pointer may move and still click
const STAY = 4500; // ms that a reason stays after the model was put down
/** @type {Record<string, number[]>} */
const WAYS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** Let models be moved on a new picture of the board. */
export function hand(/** @type {BoardView} */ board, /** @type {SVGSVGElement} */ svg) {
  const note = h("p", { class: "slip top-note", role: "status", hidden: true });
  board.box.querySelector(".top-note")?.remove();
  board.box.append(note);
  /** @type {Hand} */
  const by = { board, svg, note, held: null, fading: 0 };
  listenToPointer(by);
  svg.addEventListener("click", (e) => board.moved || below(e));
  svg.addEventListener("dblclick", (e) => back(by, gripOf(e)));
  svg.addEventListener("focusout", () => {
    if (by.held && !by.held.drag && !by.held.given) drop(by);
  });
  svg.addEventListener("keydown", (e) => {
    const grip = gripOf(e);
    if (!grip || e.ctrlKey || e.metaKey || e.altKey || !key(by, e, grip)) return;
    e.preventDefault();
    e.stopPropagation();
  });
}

const gripOf = (/** @type {Event} */ event) =>
  /** @type {SVGElement|null} */ (/** @type {Element} */ (event.target).closest(".grip"));

function layer(/** @type {Hand} */ { svg }) {
  const there = svg.querySelector(":scope > .l-ghost");
  return there ?? svg.appendChild(part("g", { class: "l-ghost" }));
}

/** Take a model up; what is held is returned, or nothing when it may not be. */
function take(/** @type {Hand} */ by, /** @type {SVGElement} */ grip) {
  if (by.held?.grip === grip) return by.held.given ? null : by.held;
  drop(by);
  if (!by.board.can.free()) return null;
  const says = { ...grip.dataset };
  const [x, y, a] = [says.x, says.y, says.a].map(Number);
  const shape = part("path", { class: "hand", d: grip.getAttribute("d") ?? "" });
  const server = part("g", {});
  by.held = {
    ...{ grip, says, shape, server, x, y, a, from: { x, y, a } },
    ...{ turned: false, given: false, asking: false, asked: "", said: null, drag: null },
  };
  layer(by).setAttribute("class", `l-ghost ${grip.parentElement?.getAttribute("class")}`);
  layer(by).replaceChildren(server, shape);
  grip.classList.add("held");
  return by.held;
}

/** Let go without an order. */
function drop(/** @type {Hand} */ by) {
  if (!by.held) return;
  by.held.grip.classList.remove("held");
  by.held = null;
  layer(by).replaceChildren();
  clearTimeout(by.fading);
  by.note.hidden = true;
}

// ---------------------------------------------------------------- where it would stand

/**
 * The orders that the place means now: the one to give, and the one that should be possible then.
 */
function texts(/** @type {Held} */ held) {
  const { order = "", facing = "", then } = held.says;
  const at = { "{x}": held.x, "{y}": held.y, "{a}": held.a };
  const text = Object.entries(at).reduce(
    (made, [name, value]) => made.replace(name, String(exact(value))),
    order + (held.turned ? facing : ""),
  );
  return then ? [text, then] : [text];
}

function moved(/** @type {Hand} */ by, /** @type {Held} */ held) {
  const { left, foot, inch } = by.board.room();
  const { x, y, a } = held.from;
  const [dx, dy] = [(held.x - x) * inch, (y - held.y) * inch];
  const about = `${a - held.a} ${left + x * inch} ${foot - y * inch}`;
  held.shape.setAttribute("transform", `translate(${dx} ${dy}) rotate(${about})`);
  ask(by, held);
}

/** Ask the server about the place, once at a time and not too often. */
async function ask(/** @type {Hand} */ by, /** @type {Held} */ held) {
  const list = texts(held);
  if (held.asking || list.join() === held.asked) return;
  held.asking = true;
  held.asked = list.join();
  const failed = (/** @type {Error} */ error) => ({ refused: 0, text: error.message, picture: "" });
  const said = await by.board.can.why(list).catch(failed);
  if (by.held === held) tell(by, held, said);
  await new Promise((done) => setTimeout(done, ASK));
  held.asking = false;
  if (by.held === held) ask(by, held);
}

function tell(/** @type {Hand} */ { note }, /** @type {Held} */ held, /** @type {any} */ said) {
  const { note: left = "" } = held.says;
  const name = held.grip.getAttribute("aria-label")?.split(":")[0] ?? "";
  held.said = said;
  held.server.innerHTML = said.picture;
  const bad = said.refused === 0;
  held.shape.classList.toggle("bad", bad);
  held.shape.classList.toggle("known", Boolean(said.picture) && !bad);
  note.classList.toggle("bad", bad);
  note.hidden = false;
  const far = held.server.querySelector(".lbl")?.textContent ?? left;
  const yet = said.refused > 0 ? "; the move cannot end so yet: " : ".";
  const good = ` may go there${far ? `: ${far}` : ""}${yet}`;
  const words = bad ? `${left && `, ${left},`} not there: ` : good;
  const remark = held.server.querySelector(".remark")?.textContent ?? "";
  const id = said.rule ?? "";
  note.replaceChildren(h("b", {}, name), `${words}${said.text} `, rule(id), remark && ` ${remark}`);
}

/** Put the model down: that is the order. A place known to be refused is left with its reason. */
async function put(/** @type {Hand} */ by, /** @type {Held} */ held, keys = false) {
  if (held.given) return;
  const list = texts(held);
  const { x, y, a } = held.from;
  const same = held.x === x && held.y === y && held.a === a;
  if (same || (held.said?.refused === 0 && held.asked === list.join())) {
    drop(by);
    if (same) return;
    by.note.hidden = false;
    by.fading = setTimeout(() => {
      by.note.hidden = true;
    }, STAY);
    return;
  }
  held.given = true;
  await by.board.can.order([list[0]]);
  drop(by);
  const again = `[data-grip="${CSS.escape(held.says.grip ?? "")}"]`;
  const focus = () => /** @type {SVGElement|null} */ (by.svg.querySelector(again))?.focus();
  if (keys) requestAnimationFrame(focus);
}

/** Take back where a model went, if it went anywhere. */
function back(/** @type {Hand} */ by, /** @type {Element|null} */ grip) {
  const order = grip?.getAttribute("data-back");
  if (!order || !by.board.can.free()) return false;
  drop(by);
  by.board.can.order([order]);
  return true;
}

// ---------------------------------------------------------------- by pointer

function listenToPointer(/** @type {Hand} */ by) {
  const { svg, board } = by;
  const spot = (/** @type {PointerEvent} */ e) =>
    new DOMPoint(e.clientX, e.clientY).matrixTransform(svg.getScreenCTM()?.inverse());
  svg.addEventListener("pointerdown", (e) => {
    if (by.held?.drag) return drop(by); // a second finger: it is no drag
    const grip = gripOf(e);
    const held = grip && !e.button ? take(by, grip) : null;
    if (!grip || !held) return;
    e.stopPropagation();
    board.moved = false;
    grip.setPointerCapture(e.pointerId);
    held.drag = {
      pointer: e.pointerId,
      start: spot(e),
      screen: [e.clientX, e.clientY],
      drags: false,
      base: { x: held.x, y: held.y },
    };
  });
  svg.addEventListener("pointermove", (e) => {
    const held = by.held;
    if (!held?.drag || held.drag.pointer !== e.pointerId) return;
    e.stopPropagation();
    const { screen, start, base } = held.drag;
    held.drag.drags ||= Math.hypot(e.clientX - screen[0], e.clientY - screen[1]) > SLIP;
    if (!held.drag.drags || !held.says.order?.includes("{x}")) return;
    const at = spot(e);
    const { inch } = by.board.room();
    held.x = near(base.x + (at.x - start.x) / inch);
    held.y = near(base.y - (at.y - start.y) / inch);
    moved(by, held);
  });
  svg.addEventListener("pointerup", (e) => {
    const held = by.held;
    if (!held?.drag || held.drag.pointer !== e.pointerId) return;
    const { drags } = held.drag;
    board.moved = drags; // a click only when nothing was dragged
    held.drag = null;
    if (drags) put(by, held);
    else drop(by);
  });
  svg.addEventListener("pointercancel", () => drop(by));
}

/** A place to go to may lie under the edge of a base: then the click is its. */
function below(/** @type {MouseEvent} */ e) {
  if (!gripOf(e)) return;
  const place = document
    .elementsFromPoint(e.clientX, e.clientY)
    .find((one) => one.matches('.l-hit [data-hex]:not([data-hex^="@"])'));
  if (!place) return;
  e.stopPropagation();
  const { clientX, clientY } = e;
  place.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX, clientY }));
}

// ---------------------------------------------------------------- by keys

/** What a key does to a model. False: the key belongs to the page. */
function key(
  /** @type {Hand} */ by,
  /** @type {KeyboardEvent} */ e,
  /** @type {SVGElement} */ grip,
) {
  const { order = "", facing } = grip.dataset;
  const way = WAYS[e.key];
  const turns = e.key.toLowerCase() === "r" && (facing || order.includes("{a}"));
  if (by.held && e.key === "Escape") drop(by);
  else if (by.held && (e.key === "Enter" || e.key === " ")) put(by, by.held, true);
  else if (way && order.includes("{x}")) step(by, grip, way, KEY[Number(e.shiftKey)]);
  else if (e.key === "Delete" || e.key === "Backspace") return back(by, grip);
  else if (turns) turn(by, grip, e.shiftKey ? TURN : -TURN);
  else return Boolean(way);
  return true;
}

function step(
  /** @type {Hand} */ by,
  /** @type {SVGElement} */ grip,
  /** @type {number[]} */ [dx, dy],
  /** @type {number} */ far,
) {
  const held = take(by, grip);
  if (!held) return;
  held.x = exact(held.x + dx * far);
  held.y = exact(held.y + dy * far);
  moved(by, held);
}

function turn(
  /** @type {Hand} */ by,
  /** @type {SVGElement} */ grip,
  /** @type {number} */ degrees,
) {
  const held = take(by, grip);
  if (!held) return;
  held.a = (held.a + degrees + 360) % 360;
  held.turned = true;
  moved(by, held);
}

const exact = (/** @type {number} */ v) => Number(v.toFixed(3));
const near = (/** @type {number} */ v) => exact(Math.round(v / GRID) * GRID);

function part(/** @type {string} */ tag, /** @type {Record<string, string>} */ attrs) {
  const el = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attrs)) el.setAttribute(name, value);
  return el;
}
