/** The units of the draft in a list: each can be chosen, turned, moved, replaced, taken away. */

import { emblem, h, letter, SIDES } from "../shared/dom.js";
import { stepper } from "../shared/fields.js";
import { panel } from "../shared/panels.js";
import { pickUp } from "./keys.js";
import { stroke } from "./strokes.js";
import { choose, placeable, remove, turn, turns } from "./tools.js";
import { hear, written } from "./words.js";

/** @import { Editor, OnBoard } from "./editor.js" */

export function drawPieces(/** @type {Editor} */ e, /** @type {HTMLElement} */ el) {
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
