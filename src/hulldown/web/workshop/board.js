/**
 * The editor of scenarios: a draft is drawn on the board of its ruleset, by pointer, keys or touch.
 * The server carries the strokes out, judges what has become of the draft and draws it.
 */

import { dressed, h, rule, symbols } from "../shared/dom.js";
import { call } from "../shared/net.js";
import { byKeys, panel } from "../shared/panels.js";
import { panzoom } from "../shared/panzoom.js";
import { drawFields } from "./fields.js";
import { go, listenToKeys } from "./keys.js";
import { mark, placesOf, settle, spotOn } from "./marks.js";
import { drawPalette } from "./palette.js";
import { newPicture } from "./picture.js";
import { drawPieces } from "./pieces.js";
import { listenToPointer } from "./pointer.js";
import { again, ask, taken } from "./strokes.js";
import { choose, pieceOf } from "./tools.js";
import { hear, how } from "./words.js";

/** @import { Editor, EditorInfo, Given, Problem } from "./editor.js" */

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
  const { scenario } = given;
  const first = ask(
    e,
    typeof scenario === "string" ? { start: scenario } : { scenario, strokes: [] },
  );
  const sheet = document.querySelector(".sheet-of-symbols") ? null : symbols();
  const [drafted] = await Promise.all([first, styles(info.board), sheet]);
  const closing = new AbortController();
  layOut(e, host);
  taken(e, drafted);
  listenToPointer(e);
  listenToKeys(e, closing.signal);
  return {
    draft: () => e.last.scenario,
    renew: (/** @type {Pick<Given, "options"|"units">} */ { options = {}, units }) => {
      Object.assign(e, { options, units });
      again(e);
    },
    close: () => {
      closing.abort();
      e.parts.root.remove();
    },
  };
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
    board: newPicture(info.board),
    parts: {},
    draw: () => {},
  };
}

/** The styles of the editor and of its board, which no page loads before. */
const styles = (/** @type {string} */ board) =>
  Promise.all([...STYLES, ...OF_BOARD[board]].map((name) => dressed(`/static/${name}`)));

function layOut(/** @type {Editor} */ e, /** @type {HTMLElement} */ host) {
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
  const middle = h("div", { class: "middle" }, parts.palette, sheet, foot, parts.trouble, mending);
  const aside = h("div", { class: "aside" }, parts.pieces, parts.fields);
  parts.root = h("div", { class: "editor" }, h("div", { class: "spread" }, middle, aside));
  host.replaceChildren(parts.root);
  board.shown = () => settle(e);
  e.draw = () => draw(e);
}

function draw(/** @type {Editor} */ e) {
  const { parts, board, tool, carried, trouble } = e;
  if (!board.svg) return;
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
