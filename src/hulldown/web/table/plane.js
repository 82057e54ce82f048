/** Models moved by hand on a table without places, by pointer or keys. Whether a spot is allowed, and the picture of it, come from the server. */

import { drawing, h, rule } from "../shared/dom.js";
import { state } from "./state.js";

const ASK = 120; // ms between two questions
const GRID = 0.05; // inches that a pointer is kept to
const KEY = [1, 0.1]; // inches that an arrow key goes, with Shift the second
const TURN = 15; // degrees
const SLIP = 5; // pixels a pointer may move and still click
const STAY = 4500; // ms that a reason stays after the model was put down
const WAYS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** Signs on lines of sight. @type {Object<string, string>} */
const EYES = {
  concealed: "m-6 0a6 6 0 0 1 12 0z",
  hidden: "m-6-6h12v12h-12z",
  blocked: "m-6-6l12 12m-12 0l12-12",
};
/** The legend: what shows on the board, its drawing, words. @type {[string, string, string][]} */
const LINES = [
  [
    "sel",
    '<path class="sel-case" d="M4 4h44v32H4z"/><path class="sel" d="M4 4h44v32H4z"/>',
    "acts now",
  ],
  [
    "far",
    '<g class="far-as side-a"><path class="far-edge far" d="M3 36q-2-32 23-32t23 32z"/></g>',
    "reached in a straight line",
  ],
  [
    "spot",
    '<g class="cost side-a" transform="translate(26 20)"><circle class="spot" r="13"/></g>',
    "a place to go to",
  ],
  [
    "arc-front",
    '<path class="arc-front" d="M4 20a22 18 0 0 1 44 0z"/><path class="arc-rear" d="M4 20a22 18 0 0 0 44 0z"/><path class="arc-edge" d="M2 20h48"/>',
    "front, rear",
  ],
  ["limit", '<path class="span limit" d="M3 34q23-40 46 0"/>', "how far an action goes"],
  [
    "near",
    '<g class="near-as"><path class="near-edge" d="M3 36q-2-32 23-32t23 32z"/><path class="near" d="M3 36q-2-32 23-32t23 32z"/></g>',
    "who touches it keeps together",
  ],
  ["snap", '<path class="span snap" d="M3 34q23-40 46 0"/>', "may be fired at on the way"],
  ["band", '<path class="span band" d="M3 34q23-40 46 0"/>', "charge bonus from here on"],
  ["range", '<path class="span range" d="M3 34q23-40 46 0"/>', "range"],
  [
    "path:not(.gone)",
    '<g class="way side-a"><path class="path" d="M4 36L20 14 48 8"/><circle class="wp" cx="20" cy="14" r="4"/></g>',
    "way of this move",
  ],
  [
    "gone",
    '<g class="way side-a"><path class="path gone" d="M4 36L20 14 48 8"/></g>',
    "way of this round",
  ],
  ["chain:not(.bad)", '<path class="chain" d="M4 20h44"/>', "keep together"],
  ["chain.bad", '<path class="chain bad" d="M4 20h44"/>', "too far apart"],
  [
    "count",
    '<g class="count" transform="translate(26 20) scale(1.7)"><circle r="8"/><text y="4.4">R</text></g>',
    "touches Front or Rear; a number: Wounds",
  ],
  [
    "rank",
    '<g class="rank" transform="translate(26 20) scale(1.7)"><path class="rank-star" d="M0-6.6l2 4.5 4.9.5-3.7 3.3 1.1 4.8-4.3-2.5-4.3 2.5 1.1-4.8-3.7-3.3 4.9-.5z"/></g>',
    "leads; in a disc: leads all",
  ],
  ...["open", "concealed", "hidden", "blocked"].map(
    (seen) =>
      /** @type {[string, string, string]} */ ([
        `eye.${seen}`,
        `<g class="eye ${seen}"><path class="eye-l" d="M4 20h44"/>${EYES[seen] ? `<path class="eye-m" d="M26 20${EYES[seen]}"/>` : ""}</g>`,
        seen === "open" ? "open sight" : seen,
      ]),
  ),
  [
    "ruin-w",
    '<path class="r-rubble" d="M6 6h40v28H6z"/><path class="ruin-c" d="M6 18V6h14m14 0h12v10M6 28v6h22"/><path class="ruin-w" d="M6 18V6h14m14 0h12v10M6 28v6h22"/>',
    "ruin",
  ],
  [
    "reed",
    '<path class="r-mud" d="M4 6h44v28H4z"/><path class="reed" d="M18 24l-2-9m2 9l1-11m-1 11l4-8M36 28l-2-9m2 9l1-11m-1 11l4-8"/>',
    "bog",
  ],
  [
    "r-danger",
    '<path class="r-danger" d="M4 4h44v32H4z"/><g class="sign" transform="translate(26 19)"><path class="sign-w" d="M0-9l9 15h-18z"/><path class="sign-b" d="M0-4v5m0 2.6v.2"/></g>',
    "dangerous ground",
  ],
  [
    "wall",
    '<path class="wall-c" d="M4 20h44"/><path class="wall" d="M4 20h44"/><path class="wall-j" d="M4 20h44"/>',
    "wall or hedge",
  ],
  ["duel", '<path class="duel" d="M4 20h44M20 14l12 12m-12 0l12-12"/>', "fight each other"],
];

document.head.append(h("link", { rel: "stylesheet", href: "/static/plane.css" }));
document
  .querySelector(".legend")
  ?.append(
    ...LINES.map(([, drawn, words]) =>
      h(
        "li",
        { class: "pl" },
        drawing(`<svg viewBox="0 0 52 40" aria-hidden="true">${drawn}</svg>`),
        words,
      ),
    ),
  );

/** @param {import("./board.js").BoardView} board @param {SVGSVGElement} svg */
export function hand(board, svg) {
  /** What is held: its grip, where it would stand, what the server said of that. @type {any} */
  let held = null;
  let fading = 0;
  const legend = document.querySelector(".legend");
  if (legend && (svg.matches(".wide") || innerWidth < 760))
    board.box.append(h("details", { class: "key" }, h("summary", {}, "Legend"), legend)); // no room beside the board
  const note = h("p", { class: "slip top-note", role: "status", hidden: true });
  board.box.querySelector(".top-note")?.remove();
  board.box.append(note);
  new MutationObserver(explain).observe(svg, { childList: true, subtree: true });
  explain();
  const layer = () =>
    svg.querySelector(":scope > .l-ghost") ?? svg.appendChild(part("g", { class: "l-ghost" }));
  const may = () => Boolean(state.view?.yours) && state.at === null && !state.busy && board.can.why;

  function take(/** @type {Element} */ grip) {
    if (held?.grip === grip) return !held.given;
    drop();
    if (!may()) return false;
    const { order, facing, then, note: left, ...at } = /** @type {any} */ (grip).dataset;
    const [x, y, a] = [at.x, at.y, at.a].map(Number);
    held = {
      grip,
      name: at.grip,
      left,
      order,
      facing,
      then,
      x,
      y,
      a,
      from: { x, y, a },
      turned: false,
      number: state.view?.number,
      asked: "",
      said: null,
    };
    const d = grip.getAttribute("d") ?? "";
    const shape = part("path", { class: "hand", d });
    held.shape = shape;
    held.server = part("g", {});
    layer().setAttribute("class", `l-ghost ${grip.parentElement?.getAttribute("class")}`);
    layer().replaceChildren(held.server, shape);
    grip.classList.add("held");
    return true;
  }

  /** Let go without an order. */
  function drop() {
    if (!held) return;
    held.grip.classList.remove("held");
    held = null;
    layer().replaceChildren();
    clearTimeout(fading);
    note.hidden = true;
  }

  /** The orders that the place means now: the one to give, and the one that should be possible then. */
  function texts() {
    const round = (/** @type {number} */ v) => String(Number(v.toFixed(3)));
    const fill = (/** @type {string} */ text) =>
      text
        .replace("{x}", round(held.x))
        .replace("{y}", round(held.y))
        .replace("{a}", round(held.a));
    return [fill(held.order + (held.turned ? held.facing : "")), ...(held.then ? [held.then] : [])];
  }

  function moved() {
    const { left, foot, inch } = held.grip.parentElement.dataset;
    const { x, y, a } = held.from;
    const [dx, dy] = [(held.x - x) * inch, (y - held.y) * inch];
    held.shape.setAttribute(
      "transform",
      `translate(${dx} ${dy}) rotate(${a - held.a} ${Number(left) + x * inch} ${foot - y * inch})`,
    );
    ask();
  }

  /** Ask the server about the place, once at a time and not too often. */
  async function ask() {
    const mine = held;
    const list = texts();
    if (mine.asking || list.join() === mine.asked) return;
    mine.asking = true;
    mine.asked = list.join();
    const said = await board.can
      .why?.(list)
      .catch((error) => ({ refused: 0, text: error.message, rule: "", picture: "" }));
    if (held === mine) tell(said);
    await new Promise((done) => setTimeout(done, ASK));
    mine.asking = false;
    if (held === mine) ask();
  }

  function tell(/** @type {any} */ said) {
    held.said = said;
    held.server.innerHTML = said.picture;
    const bad = said.refused === 0;
    held.shape.classList.toggle("bad", bad);
    held.shape.classList.toggle("known", Boolean(said.picture) && !bad);
    note.classList.toggle("bad", bad);
    note.hidden = false;
    const far = held.server.querySelector(".lbl")?.textContent ?? held.left;
    const words = bad
      ? `${held.left && `, ${held.left},`} not there: `
      : ` may go there${far ? `: ${far}` : ""}${said.refused > 0 ? "; the move cannot end so yet: " : "."}`;
    const remark = held.server.querySelector(".remark")?.textContent ?? "";
    note.replaceChildren(
      h("b", {}, held.name),
      `${words}${said.text} `,
      rule(said.rule),
      remark && ` ${remark}`,
    );
  }

  /** Put the model down: that is the order. A place known to be refused is left with its reason. */
  async function put(keys = false) {
    const { name, said, asked, given } = held;
    if (given) return;
    const list = texts();
    const same = held.x === held.from.x && held.y === held.from.y && held.a === held.from.a;
    if (same || (said?.refused === 0 && asked === list.join())) {
      drop();
      if (same) return;
      note.hidden = false;
      fading = setTimeout(() => (note.hidden = true), STAY);
      return;
    }
    held.given = true; // and is not taken up again before the answer is here
    await board.can.order?.([list[0]]);
    drop();
    if (keys)
      requestAnimationFrame(() =>
        /** @type {HTMLElement|null} */ (
          svg.querySelector(`[data-grip="${CSS.escape(name)}"]`)
        )?.focus(),
      );
  }

  const spot = (/** @type {PointerEvent} */ e) =>
    new DOMPoint(e.clientX, e.clientY).matrixTransform(svg.getScreenCTM()?.inverse());

  svg.addEventListener("pointerdown", (e) => {
    const grip = /** @type {Element} */ (e.target).closest(".grip");
    if (held?.pointer !== undefined) return drop(); // a second finger: it is no drag
    if (!grip || e.button || !take(grip)) return;
    e.stopPropagation();
    board.moved = false;
    grip.setPointerCapture(e.pointerId);
    Object.assign(held, {
      pointer: e.pointerId,
      start: spot(e),
      screen: [e.clientX, e.clientY],
      drags: false,
      base: { x: held.x, y: held.y },
    });
  });

  svg.addEventListener("pointermove", (e) => {
    if (!held || held.pointer !== e.pointerId) return;
    e.stopPropagation();
    held.drags ||= Math.hypot(e.clientX - held.screen[0], e.clientY - held.screen[1]) > SLIP;
    if (!held.drags || !held.order.includes("{x}")) return;
    const at = spot(e);
    const inch = Number(held.grip.parentElement.dataset.inch);
    held.x = near(held.base.x + (at.x - held.start.x) / inch);
    held.y = near(held.base.y - (at.y - held.start.y) / inch);
    moved();
  });

  svg.addEventListener("pointerup", (e) => {
    if (!held || held.pointer !== e.pointerId) return;
    board.moved = held.drags; // a click only when nothing was dragged
    held.pointer = undefined;
    if (held.drags) put();
    else drop();
  });
  svg.addEventListener("pointercancel", drop);
  svg.addEventListener("click", (e) => {
    // a place to go to may lie under the edge of a base
    const below =
      !board.moved &&
      /** @type {Element} */ (e.target).closest(".grip") &&
      document
        .elementsFromPoint(e.clientX, e.clientY)
        .find((one) => one.matches('.l-hit [data-hex]:not([data-hex^="@"])'));
    if (!below) return;
    e.stopPropagation();
    below.dispatchEvent(
      new MouseEvent("click", { bubbles: true, clientX: e.clientX, clientY: e.clientY }),
    );
  });
  svg.addEventListener("dblclick", (e) => back(/** @type {Element} */ (e.target).closest(".grip")));
  svg.addEventListener(
    "focusout",
    () => held && held.pointer === undefined && !state.busy && drop(),
  );

  svg.addEventListener("keydown", (e) => {
    const grip = /** @type {Element} */ (e.target).closest(".grip");
    if (!grip || e.ctrlKey || e.metaKey || e.altKey || !key(e, grip)) return;
    e.preventDefault();
    e.stopPropagation();
  });

  /** Take back where a model went, if it went anywhere. */
  function back(/** @type {Element|null} */ grip) {
    const order = grip?.getAttribute("data-back");
    if (!order || !may()) return false;
    drop();
    board.can.order?.([order]);
    return true;
  }

  /** What a key does to a model. False: the key belongs to the page. */
  function key(/** @type {KeyboardEvent} */ e, /** @type {Element} */ grip) {
    const order = grip.getAttribute("data-order") ?? "";
    const way = WAYS[/** @type {keyof typeof WAYS} */ (e.key)];
    if (held && e.key === "Escape") drop();
    else if (held && (e.key === "Enter" || e.key === " ")) put(true);
    else if (way && order.includes("{x}")) step(grip, way, KEY[Number(e.shiftKey)]);
    else if (e.key === "Delete" || e.key === "Backspace") return back(grip);
    else if (
      e.key.toLowerCase() === "r" &&
      (grip.getAttribute("data-facing") || order.includes("{a}"))
    )
      turn(grip, e.shiftKey ? TURN : -TURN);
    else return Boolean(way);
    return true;
  }

  function step(
    /** @type {Element} */ grip,
    /** @type {number[]} */ [dx, dy],
    /** @type {number} */ far,
  ) {
    if (!take(grip)) return;
    held.x = exact(held.x + dx * far);
    held.y = exact(held.y + dy * far);
    moved();
  }

  function turn(/** @type {Element} */ grip, /** @type {number} */ by) {
    if (!take(grip)) return;
    held.a = (held.a + by + 360) % 360;
    held.turned = true;
    moved();
  }
}

const exact = (/** @type {number} */ v) => Number(v.toFixed(3));
const near = (/** @type {number} */ v) => exact(Math.round(v / GRID) * GRID);

function part(/** @type {string} */ tag, /** @type {Object<string, string>} */ attrs) {
  const el = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attrs)) el.setAttribute(name, value);
  return el;
}

/** Only what is to be seen is explained. */
function explain() {
  for (const [at, line] of document.querySelectorAll(".legend .pl").entries())
    /** @type {HTMLElement} */ (line).hidden = !document.querySelector(`.board .${LINES[at][0]}`);
}
