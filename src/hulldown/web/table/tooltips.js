/**
 * Everything says what it is. What is pointed at, focused or held under a finger shows a slip with
 * its name, what it does and the rule; a click, a tap or Enter keeps the slip until it is put away.
 * What a shape or a word means stands in the glossary of the game, by the key in its `data-is`.
 */

import { $, dressed, h, rule } from "../shared/dom.js";
import { call, setting } from "../shared/net.js";
import { byKeys } from "../shared/panels.js";
import { drawings, fill } from "./legends.js";
import { mark, reader } from "./marked_terms.js";

/** @import { Says, State, Terms } from "./types.js" */

const REST = 450; // ms that the pointer rests before a slip is shown
const LINGER = 1500; // the same on open ground, where a move is planned
const LONG = 500; // ms that a finger is held down to ask
const GAP = 8; // pixels between a thing and its slip, and to the edge of the page
const MOST = 5; // things told at once
const OPEN = "terrain.open"; // what lies where a board names nothing

/** Load the glossary of this game, then listen, mark its words and fill the legend. */
export async function start(/** @type {State} */ s) {
  const { ruleset, options } = /** @type {any} */ (s.view);
  const given = Object.entries(options ?? {}).map(([name, value]) => ["value", `${name}=${value}`]);
  const query = given.length ? `?${new URLSearchParams(given)}` : "";
  const asked = call(`/api/rulesets/${ruleset.id}/glossary${query}`);
  const style = dressed("/static/table/tooltips.css");
  /** @type {[Terms, SVGElement[], any]} */
  const [terms, drawn] = await Promise.all([asked, drawings(), style]);
  const slip = h("div", { class: "slip telling", id: "says", role: "tooltip", hidden: true });
  /** @type {Says} */
  const says = {
    terms,
    slip,
    of: null,
    kept: false,
    timer: 0,
    held: false,
    near: null,
    x: 0,
    y: 0,
  };
  listenToPointer(says);
  listenToKeys(says);
  const read = reader(terms);
  const table = /** @type {Element} */ (document.querySelector(".table"));
  const list = $("legend");
  table.append(slip);
  const again = () => {
    mark(table, terms, read);
    if (s.board.svg) fill(list, s.board.svg, terms, drawn);
    if (says.of && !says.of.isConnected) hide(says);
  };
  let due = 0;
  new MutationObserver(() => {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(again);
  }).observe(table, { childList: true, subtree: true });
  again();
}

// ---------------------------------------------------------------- what a thing is

const TABLE = "svg.board"; // that of a table without places is one piece of ground

/** What is pointed at; a place to go to and a model chosen alone are no thing of their own. */
function thing(/** @type {EventTarget|null} */ target) {
  const of = target instanceof Element ? target.closest(`[data-is], .hit, ${TABLE}`) : null;
  return of?.matches(".tabletop .hit:not([data-is])") ? null : of;
}

const open = (/** @type {Element} */ of) => !of.hasAttribute("data-is");

/** What a thing is and where, also when it has been drawn anew. */
const key = (/** @type {Element} */ of) =>
  `${of.getAttribute("data-is")} ${of.getAttribute("data-hex")}`;

/** A key of the glossary; groups of orders for one weapon each are told as one. */
const known = (/** @type {Terms} */ terms, /** @type {string} */ key) =>
  terms[key] ?? terms[key.replaceAll("_", " ")] ?? terms[key.replace(/_.*/, "")];

function told(/** @type {Says} */ { terms }, /** @type {Element} */ of) {
  const keys = (of.getAttribute("data-is") ?? OPEN).split(" ");
  const found = keys.map((key) => known(terms, key)).filter(Boolean);
  return [...new Set(found)].slice(0, MOST);
}

/** Who knows the words is not told of every button and open place that the pointer passes. */
const bothers = (/** @type {Element} */ of) =>
  (of.matches(".act") || open(of)) && setting("words", "full") === "short";

function show(/** @type {Says} */ says, /** @type {Element} */ of, kept = false) {
  clearTimeout(says.timer);
  const list = told(says, of);
  if (!list.length) return hide(says);
  says.of?.removeAttribute("aria-describedby");
  const lines = list.map((one) =>
    h(
      "p",
      {},
      h("b", {}, one.name),
      " ",
      one.text,
      " ",
      kept ? rule(one.rule) : h("i", {}, one.rule),
    ),
  );
  says.slip.replaceChildren(...lines);
  says.slip.classList.toggle("kept", kept);
  says.slip.setAttribute("role", kept ? "note" : "tooltip");
  (of.closest("dialog") ?? document.querySelector(".table"))?.append(says.slip); // over a slip, too
  says.slip.hidden = false;
  says.of = of;
  says.kept = kept;
  of.setAttribute("aria-describedby", "says");
  place(says, of.matches(TABLE) ? new DOMRect(says.x, says.y) : of.getBoundingClientRect());
}

/** Beside the thing: under it where there is room, else over it; never beyond the page. */
function place(/** @type {Says} */ { slip }, /** @type {DOMRect} */ at) {
  const { offsetWidth: wide, offsetHeight: high } = slip;
  const under = at.bottom + GAP + high < innerHeight;
  const top = under ? at.bottom + GAP : Math.max(GAP, at.top - GAP - high);
  const left = Math.min(Math.max(GAP, at.left + at.width / 2 - wide / 2), innerWidth - wide - GAP);
  slip.style.left = `${left}px`;
  slip.style.top = `${top}px`;
}

function hide(/** @type {Says} */ says) {
  clearTimeout(says.timer);
  says.of?.removeAttribute("aria-describedby");
  says.of = says.near = null;
  says.kept = false;
  says.slip.hidden = true;
}

// ---------------------------------------------------------------- pointer, finger, keys

function listenToPointer(/** @type {Says} */ says) {
  const wait = (/** @type {Element} */ of, /** @type {number} */ ms, kept = false) => {
    clearTimeout(says.timer);
    says.timer = setTimeout(() => {
      says.held = kept;
      if (of.isConnected) show(says, of, kept);
    }, ms);
  };
  document.addEventListener("pointerover", (e) => {
    if (e.pointerType === "touch" || says.kept) return;
    const of = thing(e.target);
    const { near } = says;
    if (of && of === near) return;
    const anew = of && near && !near.isConnected && key(of) === key(near);
    hide(says);
    if (!anew) return;
    says.near = of;
    wait(of, open(of) ? LINGER : REST);
  });
  // Not what an order has moved under a pointer at rest: that is entered without a move.
  document.addEventListener("pointermove", (e) => {
    if (e.pointerType === "touch" || says.kept) return;
    const of = thing(e.target);
    if (says.of?.matches(TABLE) && Math.hypot(e.clientX - says.x, e.clientY - says.y) > 3 * GAP)
      hide(says);
    if (!of || of === says.of || bothers(of)) return;
    if (of === says.near && !open(of)) return;
    [says.near, says.x, says.y] = [of, e.clientX, e.clientY];
    wait(of, open(of) ? LINGER : REST);
  });
  document.addEventListener("pointerdown", (e) => {
    says.held = false;
    if (!says.slip.contains(/** @type {Node} */ (e.target))) hide(says);
    const of = thing(e.target);
    [says.x, says.y] = [e.clientX, e.clientY];
    if (of && e.pointerType === "touch") wait(of, LONG, true);
  });
  for (const end of ["pointerup", "pointercancel", "pointermove"])
    document.addEventListener(end, (e) => {
      const { pointerType: by, movementX: x, movementY: y } = /** @type {PointerEvent} */ (e);
      if (by !== "touch" || (end === "pointermove" && Math.hypot(x, y) < GAP)) return;
      if (!says.held) clearTimeout(says.timer);
    });
  document.addEventListener("contextmenu", (e) => says.held && e.preventDefault());
  document.addEventListener(
    "click",
    (e) => {
      if (says.held) {
        e.preventDefault();
        e.stopPropagation();
      }
      says.held = false;
      const of = thing(e.target);
      if (of?.matches(".term, .thing")) show(says, of, true);
    },
    true,
  );
  addEventListener("scroll", () => says.kept || hide(says), true);
  const under = [...document.querySelectorAll("[data-is]:hover")].at(-1); // it has come before this
  if (under && !bothers(under)) wait(under, REST);
}

function listenToKeys(/** @type {Says} */ says) {
  document.addEventListener("focusin", (e) => {
    const of = thing(e.target);
    if (says.slip.contains(/** @type {Node} */ (e.target))) return;
    hide(says);
    if (!of || of !== e.target || !byKeys()) return;
    says.timer = setTimeout(() => show(says, of), of.closest(".board") ? REST : 0);
  });
  document.addEventListener(
    "keydown",
    (e) => {
      const on = /** @type {HTMLElement} */ (e.target);
      if (e.key === "Escape" && says.of) {
        const { of } = says;
        const back = says.slip.contains(on);
        hide(says);
        if (back) /** @type {HTMLElement} */ (of).focus();
      } else if ((e.key === "Enter" || e.key === " ") && on.matches(".term, .thing")) {
        show(says, on, true);
        says.slip.querySelector("a")?.focus();
      } else if (/^Arrow/.test(e.key) && on.matches(".term")) along(on, /Right|Down/.test(e.key));
      else return;
      e.preventDefault();
      e.stopPropagation();
    },
    true,
  );
}

/** From one word of a panel to the next: of each panel only one is reached by Tab. */
function along(/** @type {HTMLElement} */ from, /** @type {boolean} */ on) {
  const panel = from.closest("section, aside, .acts") ?? $("log");
  const all = /** @type {HTMLElement[]} */ ([...panel.querySelectorAll(".term")]);
  const next = all[(all.indexOf(from) + (on ? 1 : all.length - 1)) % all.length];
  from.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
