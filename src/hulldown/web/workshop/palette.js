/** The tools above the board: brushes, units to add, undo and redo, size and mirror. */

import { emblem, h, rule, SIDES } from "../shared/dom.js";
import { stepper } from "../shared/fields.js";
import { panel } from "../shared/panels.js";
import { redo, stroke, undo } from "./strokes.js";
import { add, brushOf, placeable, take } from "./tools.js";

/** @import { Brush, Editor } from "./editor.js" */
/** @import { Piece } from "../shared/dom.js" */

const NUMBERED = 9; // brushes that a number key takes

export function drawPalette(/** @type {Editor} */ e, /** @type {HTMLElement} */ el) {
  const { tool, brush, side, unit, past, future, info } = e;
  const steps = [past.length > 0, future.length > 0];
  panel(el, [info, placeable(e), tool, brush, side, unit, ...steps, e.last.size.join()], () => [
    info.board !== "track" && groups(e),
    tools(e),
    whole(e),
    tool === "brush" && about(e),
  ]);
}

/** A button that stays pressed while its tool is in hand. */
const tool = (
  /** @type {string} */ key,
  /** @type {boolean} */ on,
  /** @type {() => void} */ onclick,
  /** @type {Piece[]} */ words,
) =>
  h(
    "button",
    { type: "button", class: "tool", "aria-pressed": String(on), "data-key": key, onclick },
    words,
  );

const letterKey = (/** @type {string} */ key) => h("kbd", { "aria-hidden": "true" }, key);

/** The brushes, by what they lay. */
function groups(/** @type {Editor} */ e) {
  const { brushes } = e.info;
  const names = [...new Set(brushes.map(({ group }) => group))];
  return names.map((name) => {
    const of = brushes.filter(({ group }) => group === name);
    const buttons = of.map((one) => swatch(e, one, brushes.indexOf(one) + 1));
    return bar(name, buttons);
  });
}

/** Buttons that belong together; their name stays with the first of them. */
function bar(/** @type {string} */ name, /** @type {Piece[]} */ [first, ...others]) {
  const words = h("span", { class: "title", "aria-hidden": "true" }, name);
  const lead = h("span", { class: "lead" }, words, first);
  return h("div", { class: "tools", role: "group", "aria-label": name }, lead, others);
}

function swatch(
  /** @type {Editor} */ e,
  /** @type {Brush} */ { id, name, color, shape },
  /** @type {number} */ key,
) {
  const on = e.tool === "brush" && e.brush === id;
  return tool(`brush ${id}`, on, () => take(e, { tool: "brush", brush: id }), [
    h("i", { class: `swatch as-${shape}`, style: `background:${color}` }),
    name,
    key <= NUMBERED && letterKey(String(key)),
  ]);
}

/** What the brush in hand lays. */
function about(/** @type {Editor} */ e) {
  const { name, text, rule: id } = brushOf(e);
  return (
    text && h("p", { class: "about-brush" }, h("b", {}, name), ": ", text, " ", rule(id, e.ruleset))
  );
}

function tools(/** @type {Editor} */ e) {
  const drawn = e.info.board !== "track";
  const plain = (/** @type {Editor["tool"]} */ id, /** @type {string} */ words, key = "") =>
    tool(id, e.tool === id, () => take(e, { tool: id }), [words, key && letterKey(key)]);
  const drawing = [
    plain("hand", "Choose, move", "0"),
    plain("erase", "Erase", "E"),
    plain("copy", "Copy"),
  ];
  const back = [
    button("undo", "Undo", !e.past.length, () => undo(e)),
    button("redo", "Redo", !e.future.length, () => redo(e)),
  ];
  return [
    bar("Tools", [...(drawn ? drawing : []), ...back]),
    bar("Units", [units(e), ...sides(e)]),
  ];
}

/** A button that does something at once; it stays where it is when there is nothing to do. */
const button = (
  /** @type {string} */ key,
  /** @type {Piece} */ words,
  /** @type {boolean} */ off,
  /** @type {() => void} */ press,
) => {
  const given = { "aria-disabled": off ? "true" : null, onclick: () => off || press() };
  return h("button", { type: "button", class: "plain", "data-key": key, ...given }, words);
};

/** What can be placed, by its kind. */
function units(/** @type {Editor} */ e) {
  const kinds = [...new Set(placeable(e).map(({ kind }) => kind))];
  const option = (/** @type {{id: string, name: string}} */ { id, name }) =>
    h("option", { value: id, selected: id === e.unit }, name);
  const onchange = (/** @type {any} */ event) => {
    e.unit = event.target.value;
    if (e.info.board !== "track") take(e, { tool: "add" });
    e.draw();
  };
  const groups = kinds.map((kind) => {
    const of = placeable(e)
      .filter((unit) => unit.kind === kind)
      .map(option);
    return kinds.length > 1 && kind ? h("optgroup", { label: kind }, of) : of;
  });
  return h("select", { "aria-label": "Unit to add", "data-key": "unit", onchange }, groups);
}

function sides(/** @type {Editor} */ e) {
  const track = e.info.board === "track";
  return SIDES.map((name, side) => {
    const on = e.tool === "add" && e.side === side;
    const words = [emblem(side), h("span", { class: "vh" }, "Add for "), name];
    if (track) return button(`add ${side}`, words, false, () => add(e, undefined, side));
    return tool(`add ${side}`, on, () => take(e, { tool: "add", side }), words);
  });
}

/** Size of the board, and making it the same from both sides. */
function whole(/** @type {Editor} */ e) {
  const { sizes, mirrors } = e.info;
  if (!sizes.length && !mirrors.length) return null;
  const { size } = e.last;
  const steppers = sizes.map(([id, name, low, high], i) =>
    h(
      "span",
      { class: "sized" },
      name,
      stepper({ name, key: id, value: size[i], low, high }, (to) => resize(e, i, to)),
    ),
  );
  const mirror = (/** @type {{id: string, name: string}} */ { id, name }) =>
    button(`mirror ${id}`, name, false, () => stroke(e, { do: "mirror", how: id }));
  const ontoggle = (/** @type {any} */ event) =>
    e.unfolded[event.target.open ? "add" : "delete"]("whole");
  return h(
    "details",
    { class: "whole", open: e.unfolded.has("whole"), ontoggle },
    h("summary", { "data-key": "whole" }, "Size and mirror"),
    steppers.length > 0 && h("div", { class: "tools" }, steppers),
    mirrors.length > 0 &&
      h(
        "div",
        { class: "tools" },
        h("span", {}, "Repeat the first half on the other: "),
        mirrors.map(mirror),
      ),
  );
}

function resize(/** @type {Editor} */ e, /** @type {number} */ which, /** @type {number} */ to) {
  stroke(e, { do: "size", to: e.last.size.with(which, to) });
}
