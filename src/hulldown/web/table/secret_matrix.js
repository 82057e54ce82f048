/**
 * Secret orders against each other at the table, behind a click: asked for once a decision that
 * somebody looks at; a cell unfolds its odds.
 */

import { dressed, h } from "../shared/dom.js";
import { call, showsChances } from "../shared/net.js";
import { cardOf, picked } from "./orders.js";
import { choose } from "./play.js";
import { base } from "./session.js";
import { change, helped, kept } from "./state.js";

/** @import { Choice, Matrix, Pick } from "../shared/types.js" */
/** @import { State } from "./types.js" */

const KEPT = 20; // decisions that are remembered
/** The same each time, or the panel would be drawn anew. @type {Matrix[]} */
const NONE = [];

/**
 * What draws them, loaded with the first.
 * @type {typeof import("../shared/matrix.js")|undefined}
 */
let drawing;

/** Tables, when they can be drawn. */
async function drawn(/** @type {Matrix[]} */ found) {
  if (found.length && !drawing)
    [drawing] = await Promise.all([
      import("../shared/matrix.js"),
      dressed("/static/shared/matrix.css"),
    ]);
  return found;
}

/** A decision that the other side must not know of, on which tables may be had. */
const secret = (/** @type {State} */ s) =>
  !s.lesson && s.at === null && s.view?.yours && s.view.secrets && helped(s.view) && showsChances();

/**
 * The tables of this decision: null while the server reckons, [] where there are none or nobody
 * looks.
 * @returns {Matrix[]|null}
 */
export function matricesOf(/** @type {State} */ s) {
  if (!secret(s) || !s.unfolded.best) return NONE;
  const key = `${s.view?.number} ${s.view?.seat}`;
  const known = s.matrices.get(key);
  if (known !== undefined) return known;
  s.matrices.set(key, null);
  call(`${base(s)}/matrix`, { token: s.session.token })
    .then(drawn)
    .catch(() => NONE)
    .then((found) => {
      if (s.matrices.size > KEPT) s.matrices.clear();
      s.matrices.set(key, found);
      change(s, {});
    });
  return null;
}

/** A table; its cell chooses the own order, which is not given yet, and unfolds the pair. */
export function table(
  /** @type {State} */ s,
  /** @type {Matrix} */ matrix,
  /** @type {Pick|null} */ pick,
) {
  const row = matrix.rows.find((one) => one.text === pick?.texts[0])?.key ?? "";
  const column = matrix.columns.find((one) => one.heading === s.against)?.key ?? "";
  const open = (/** @type {Choice} */ mine, /** @type {Choice} */ theirs) => {
    const order = s.view?.orders.find((one) => one.text === mine.text);
    const again = mine.key === row && theirs.heading === s.against;
    if (order && s.view && mine.key !== row) choose(s, picked(s.view, order));
    change(s, { against: again ? "" : theirs.heading, unfolding: !again });
  };
  const nameOf = (/** @type {string} */ unit) => cardOf(s.view, unit)?.name ?? unit;
  const names = [`Your ${nameOf(matrix.unit)}`, `the enemy ${nameOf(matrix.enemy)}`];
  return drawing?.matrixTable(matrix, { row, column }, open, names);
}

/**
 * Best play, folded away: its tables, and what stands under them; nothing where there may be none.
 * @param {State} s
 * @param {Matrix[]|null} found
 * @param {(Node|undefined)[]} tables
 * @param {Node|false} more
 */
export function bestPlay(s, found, tables, more = false) {
  const ontoggle = (/** @type {Event} */ event) => {
    kept(s, "best")(event);
    change(s, {});
  };
  const { whole = "battle", part = "" } = s.view?.status ?? {};
  const none = h("p", { class: "sub" }, "There is no table for this decision.");
  return (
    secret(s) &&
    h(
      "details",
      { class: "best", open: s.unfolded.best, ontoggle },
      h("summary", {}, `Best play in this ${part || whole}, worked out`),
      found ? [tables.length ? tables : none, more] : waiting(),
    )
  );
}

/** Bring a pair that was just unfolded into view, as soon as its odds are there. */
export function bringPair(/** @type {HTMLElement} */ el, /** @type {State} */ s) {
  const pair = s.unfolding && el.querySelector(".pair .outs");
  if (!pair) return;
  s.unfolding = false;
  for (const part of [pair, pair.querySelector(".head")])
    part?.scrollIntoView({ block: "nearest" });
}

/** What is said while the server reckons. */
const waiting = () =>
  h("p", { class: "sub reckon" }, "Working out your orders against theirs \u2026");
