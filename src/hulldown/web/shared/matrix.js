/** Secret orders of both sides against each other: one small table with what each pair is worth. */

import { h } from "./dom.js";
import { noted, percent } from "./panels.js";

/** @import { Choice, Matrix } from "./types.js" */

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** How often best play gives an order; one that it never gives is told as clearly. */
const often = (/** @type {Choice} */ { share }) =>
  share !== null && h("small", {}, percent(share), h("span", { class: "vh" }, " of the time"));

/** Where a chance lies between the worst of its table and the best, 0 to 1. */
function shades(/** @type {Matrix} */ { cells }) {
  const all = cells.flat().filter((value) => value !== null);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return (/** @type {number|null} */ value) =>
    value === null || most - least < 0.005 ? 0 : (value - least) / (most - least);
}

/** Arrow keys go from cell to cell; nobody else hears of them. */
function walk(/** @type {KeyboardEvent} */ event) {
  const step = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
  const at = /** @type {HTMLElement} */ (event.target).closest("button");
  const cells = [...(at?.closest("tbody")?.querySelectorAll("tr") ?? [])].map((row) => [
    ...row.querySelectorAll("button"),
  ]);
  const down = cells.findIndex((row) => at && row.includes(at));
  if (!step || !at || down < 0) return;
  event.preventDefault();
  event.stopPropagation();
  cells[down + step[0]]?.[cells[down].indexOf(at) + step[1]]?.focus();
}

/**
 * The table. The cell at `row` and `column` (keys of its orders) is the one looked at.
 * @param {Matrix} matrix
 * @param {{row: string, column: string}} at
 * @param {(row: Choice, column: Choice) => void} open
 * @param {string[]} names of the own unit and the enemy's
 */
export function matrixTable(matrix, at, open, names) {
  const { unit, enemy, rows, columns, value, about } = matrix;
  const shade = shades(matrix);
  const cell = (/** @type {number} */ i, /** @type {number} */ j) => {
    const [row, column, worth] = [rows[i], columns[j], matrix.cells[i][j]];
    const here = row.key === at.row && column.key === at.column;
    const said = worth === null ? "chances unknown" : percent(worth);
    const attrs = {
      type: "button",
      "data-key": `pair ${unit} ${enemy} ${row.key} ${column.key}`,
      "aria-pressed": String(here),
      "aria-label": `${row.label} against ${column.label}: ${said}`,
      style: `--worth:${shade(worth).toFixed(2)}`,
    };
    const shown = worth === null ? "\u2013" : Math.round(100 * worth);
    return h("td", {}, h("button", { ...attrs, onclick: () => open(row, column) }, shown));
  };
  const table = h(
    "table",
    { class: "matrix num", onkeydown: walk },
    h(
      "caption",
      {},
      value === null
        ? "Your orders against theirs"
        : [
            matrix.exact ? "With best play you get " : "With best play about ",
            h("b", {}, percent(value)),
          ],
      value !== null && ` of the points${about && ` of ${about}`}; each pair of orders, in %:`,
    ),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col", class: "corner" }, `${names[0]} \u2193 ${names[1]} \u2192`),
        columns.map((one) => h("th", { scope: "col" }, one.label, often(one))),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((row, i) =>
        h(
          "tr",
          { class: row.key === at.row ? "here" : "" },
          h("th", { scope: "row" }, row.label, often(row)),
          columns.map((_, j) => cell(i, j)),
        ),
      ),
    ),
  );
  const mixed = value !== null && "Under an order: how often best play chooses it.";
  return h("div", { class: "crossing" }, table, explained(matrix, mixed));
}

const explained = (/** @type {Matrix} */ { notes }, /** @type {string|false} */ mixed) =>
  h(
    "div",
    { class: "said" },
    mixed && h("p", { class: "foot" }, mixed),
    notes.map((note) => noted(note, [])),
  );
