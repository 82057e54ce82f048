/**
 * The tray: dice that tumble and stop on what the server threw, a row for each kind, with what came
 * of it. It stands in the first corner of the stage that has neither who fires nor who is fired at.
 */

import { h, use } from "../shared/dom.js";
import { MOST_DICE } from "./cues.js";

/** @import { Clock, DiceRow, Motion } from "./types.js" */

const FACE = 75; // ms that a face shows
const FACES = 6; // of which the last is the server's
const MARGIN = 10; // pixels to the edge of the stage
/** Shares of the room left and above, the best first: corners, then the edges. */
const SPOTS = [
  ...[
    [0, 1],
    [1, 1],
    [0, 0],
    [1, 0],
    [0.5, 1],
    [0.5, 0],
  ],
  ...[4, 6, 2, 7, 1, 5, 3].flatMap((part) => [
    [0, part / 8],
    [1, part / 8],
  ]),
];

/** The ms for which a die tumbles. */
export const TUMBLE = FACE * FACES;

/** The tray with rows that are not thrown yet. */
export function trayOf(/** @type {DiceRow[]} */ rows) {
  const list = rows.map((row, index) => {
    const dice = row.faces.slice(0, MOST_DICE).map(() => h("span", { class: "cube" }));
    const more = row.faces.length - MOST_DICE;
    return h(
      "li",
      { class: "unthrown", "data-faces": row.faces.join(" ") },
      row.by && row.by !== rows[index - 1]?.by && h("small", { class: "by known" }, row.by),
      h(
        "span",
        { class: row.faces.length > 2 ? "cubes many" : "cubes" },
        dice,
        more > 0 && h("span", { class: "rest" }, `+${more}`),
      ),
      h(
        "p",
        {},
        row.side && use(`s-${row.side}`, `i side-${row.side}`),
        h("b", {}, "\u2026"),
        row.need && h("small", { class: row.known ? "known" : "" }, row.need),
      ),
    );
  });
  return h("ul", { class: "tray", "aria-label": "The dice" }, list);
}

/** Let one row tumble from `from` ms on, and stop at what was thrown. */
export async function tumble(
  /** @type {HTMLElement} */ tray,
  /** @type {DiceRow} */ row,
  /** @type {number} */ index,
  /** @type {Clock} */ clock,
  /** @type {number} */ from,
) {
  const line = tray.children[index];
  const cubes = [...line.querySelectorAll(".cube")];
  await clock.until(from);
  line.classList.remove("unthrown");
  for (let face = 1; face < FACES && !clock.over(); face += 1) {
    cubes.forEach((cube, i) => {
      show(cube, row.sides, passing(row, i, face), null);
    });
    await clock.until(from + face * FACE);
  }
  await clock.until(from + TUMBLE - FACE);
  cubes.forEach((cube, i) => {
    show(cube, row.sides, row.faces[i], row.good[i]);
  });
  const result = line.querySelector("b");
  await clock.until(from + TUMBLE);
  if (result) result.textContent = row.result;
  line.classList.add("thrown");
}

/** A face on the way: never the one before it. */
const passing = (/** @type {DiceRow} */ row, /** @type {number} */ i, /** @type {number} */ face) =>
  ((row.faces[i] + (FACES - face) * (2 * i + 5)) % row.sides) + 1;

function show(
  /** @type {Element} */ cube,
  /** @type {number} */ sides,
  /** @type {number} */ face,
  /** @type {boolean|null} */ good,
) {
  const cls = `dice${good === true ? " hit" : good === false ? " miss" : ""}`;
  const drawn = sides === 6 ? use(`d${face}`, cls) : h("span", { class: `${cls} many` }, face);
  cube.replaceChildren(drawn);
  cube.setAttribute("data-face", String(face));
}

// ---------------------------------------------------------------- its corner

/** Whether two rectangles meet. */
const meet = (/** @type {DOMRect} */ a, /** @type {DOMRect} */ b) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Whether the line between the middles of two rectangles crosses a third. */
function crosses(
  /** @type {DOMRect} */ box,
  /** @type {DOMRect} */ from,
  /** @type {DOMRect} */ to,
) {
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  const [dx, dy] = [to.x + to.width / 2 - x, to.y + to.height / 2 - y];
  let [enters, leaves] = [0, 1];
  for (const [start, way, low, high] of [
    [x, dx, box.left, box.right],
    [y, dy, box.top, box.bottom],
  ]) {
    if (!way && (start < low || start > high)) return false;
    if (!way) continue;
    const ends = [(low - start) / way, (high - start) / way].sort((a, b) => a - b);
    enters = Math.max(enters, ends[0]);
    leaves = Math.min(leaves, ends[1]);
  }
  return enters <= leaves;
}

/** The best spot of the stage for a tray of its size, and whether it covers nothing there. */
function spotFor(
  /** @type {HTMLElement} */ tray,
  /** @type {DOMRect} */ room,
  /** @type {DOMRect[][]} */ rects,
) {
  const { width, height } = tray.getBoundingClientRect();
  const seen = rects.flat().filter((rect) => meet(rect, room));
  const spots = SPOTS.map(([across, down]) => {
    const left = room.left + MARGIN + across * (room.width - width - 2 * MARGIN);
    const top = room.top + MARGIN + down * (room.height - height - 2 * MARGIN);
    return new DOMRect(left, top, width, height);
  });
  const fits = height + 2 * MARGIN <= room.height;
  const clear = spots.filter((spot) => fits && !seen.some((rect) => meet(rect, spot)));
  const [from, to] = rects.map((marks) => marks[0]);
  const free = clear.find((spot) => !from || !to || !crosses(spot, from, to)) ?? clear[0];
  return { at: free ?? spots[0], clear: Boolean(free) };
}

/**
 * Put the tray where it covers nothing that it should not, if it can nothing to be `spared` and no
 * line between the first two; where there is no room it is made smaller, then spares nothing, and
 * at last is not shown: the log has the dice.
 */
export function place(
  /** @type {HTMLElement} */ tray,
  /** @type {Element} */ stage,
  /** @type {DOMRect[][]} */ rects,
  /** @type {DOMRect[]} */ spared = [],
) {
  const room = stage.getBoundingClientRect();
  const all = [...rects, spared];
  let [at, clear] = [room, false];
  for (const [compact, kept] of /** @type {[boolean, DOMRect[][]][]} */ ([
    [false, all],
    [true, all],
    [true, rects],
  ])) {
    tray.classList.toggle("compact", compact);
    ({ at, clear } = spotFor(tray, room, kept));
    if (clear) break;
  }
  tray.classList.toggle("hidden", !clear);
  tray.style.left = `${at.left - room.left - stage.clientLeft}px`;
  tray.style.top = `${at.top - room.top - stage.clientTop}px`;
}
