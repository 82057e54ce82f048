/**
 * Everything says what it is. What is pointed at, focused or held under a finger shows a slip with
 * its name, what it does and the rule; a click, a tap or Enter keeps the slip until it is put away.
 * What a shape or a word means is in the glossary of the game, by the key in its `data-is`. The
 * legend of the board and the marked words of the rules are here, too.
 */

import { $, drawing, dressed, h, rule } from "../shared/dom.js";
import { call, setting } from "../shared/net.js";
import { byKeys } from "../shared/panels.js";

/** @import { Reader, Says, State, Terms } from "./types.js" */

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

// ---------------------------------------------------------------- the legend
// A line for everything that is on this board and nothing else, each with its drawing.
// The words come from the glossary of the game.

/** @typedef {SVGElement[]} Drawings */

/** The drawings; the data of each say what the glossary calls it and on which boards it is. */
async function drawings() {
  const sheet = drawing(await (await fetch("/static/table/legend.svg")).text());
  return /** @type {Drawings} */ ([...sheet.children]);
}

/** Everything that the shapes of the board say is there; and the ground that they lie on. */
function there(/** @type {Element} */ board) {
  const shapes = [...board.querySelectorAll("[data-is]")];
  const said = shapes.flatMap((one) => (one.getAttribute("data-is") ?? "").split(" "));
  return new Set(["terrain.open", ...said]);
}

/** What is on the board now: its key and its drawing, if there is one. */
function lines(
  /** @type {Element} */ board,
  /** @type {Terms} */ terms,
  /** @type {Drawings} */ drawn,
) {
  const keys = there(board);
  const aids = drawn.filter(({ dataset: { on } }) => on && board.querySelector(on));
  const told = new Set(aids.map(({ dataset: { is } }) => is));
  const plain = new Map(drawn.filter((one) => !one.dataset.on).map((one) => [one.dataset.is, one]));
  const lying = Object.keys(terms).filter((key) => keys.has(key) && !told.has(key));
  return [
    ...aids.map((one) => ({ key: one.dataset.is ?? "", drawn: one })),
    ...lying.map((key) => ({ key, drawn: plain.get(key) })),
  ].filter(({ key }) => terms[key]);
}

/** Fill a legend, if other things are there than before. */
function fill(
  /** @type {Element} */ list,
  /** @type {Element} */ board,
  /** @type {Terms} */ terms,
  /** @type {Drawings} */ all,
) {
  const shown = lines(board, terms, all);
  const what = shown.map(({ key }) => key).join(" ");
  if (list.getAttribute("data-lines") === what) return;
  list.setAttribute("data-lines", what);
  list.replaceChildren(
    ...shown.map(({ key, drawn }) => {
      const svg = drawing('<svg viewBox="0 0 52 40" aria-hidden="true"></svg>');
      svg.append(...(drawn?.cloneNode(true).childNodes ?? []));
      const name = terms[key].name;
      const attrs = { class: "thing", "data-is": key, "data-key": `legend ${key}` };
      return h("li", {}, h("button", attrs, svg, name));
    }),
  );
}

// ---------------------------------------------------------------- words of the rules
// Marked wherever they are shown: labels and equipment of cards whole, in running text only
// abbreviations, because "Close" or "Move" is a plain word there.

const LABELS = ".card dt, .card .crew b";
const LISTS = ".card .gear li";
const TEXTS = ".log .say, .log .m, .odds p, .odds dt, .extras li";
const SIGNS = ".card [data-is]";
const ABBREVIATION = /^(?:[A-Z]{2,4}|[A-Z][vrwd]|RoF)$/;

const escaped = (/** @type {string} */ word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What finds words in a text: one expression for any of them, the longest first. */
function finder(/** @type {string[]} */ words) {
  const any = words
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join("|");
  return any ? new RegExp(`(?<![\\w-])(${any})(?![\\w-])`) : /$^/;
}

/** The words of a glossary, with their keys. @returns {Reader} */
function reader(/** @type {Terms} */ terms) {
  const words = new Map(
    Object.entries(terms)
      .filter(([key]) => key.startsWith("word."))
      .flatMap(([key, one]) => [key.slice(5), ...one.words].map((word) => [word, key])),
  );
  const all = [...words.keys()];
  return { words, any: finder(all), short: finder(all.filter((word) => ABBREVIATION.test(word))) };
}

const term = (/** @type {string} */ text, /** @type {string} */ key) =>
  h("span", { class: "term", "data-is": key, role: "button", tabindex: "-1" }, text);

/** Mark what is new in the panels. */
function mark(
  /** @type {Element} */ table,
  /** @type {Terms} */ terms,
  /** @type {Reader} */ read,
) {
  const fresh = (/** @type {string} */ where) =>
    [...table.querySelectorAll(where)].filter((el) => !el.hasAttribute("data-read"));
  for (const el of fresh(LABELS)) {
    const key = read.words.get(el.textContent ?? "");
    if (key) el.replaceChildren(term(el.textContent ?? "", key));
    else words(el, read, read.any);
  }
  for (const el of fresh(LISTS)) words(el, read, read.any);
  for (const el of fresh(TEXTS)) words(el, read, read.short);
  for (const el of fresh(SIGNS)) sign(el, terms);
  for (const el of fresh(`${LABELS}, ${LISTS}, ${TEXTS}, ${SIGNS}`))
    el.setAttribute("data-read", "");
  for (const panel of table.querySelectorAll(".card, .log, .odds, .beside")) {
    const all = panel.querySelectorAll(".term");
    if (all.length && !panel.querySelector('.term[tabindex="0"]'))
      all[0].setAttribute("tabindex", "0");
  }
}

/** A thing of a card that its panel has given a key, and that the glossary knows. */
function sign(/** @type {Element} */ el, /** @type {Terms} */ terms) {
  if (!terms[el.getAttribute("data-is")?.split(" ")[0] ?? ""]) return;
  el.classList.add("term");
  el.setAttribute("tabindex", "-1");
  if (el.tagName === "SPAN") el.setAttribute("role", "button");
}

/** The words in the text of an element. */
function words(/** @type {Element} */ el, /** @type {Reader} */ read, /** @type {RegExp} */ find) {
  const walk = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walk.nextNode()) {
    const node = /** @type {Text} */ (walk.currentNode);
    if (!node.parentElement?.closest(".term, a, button, svg") && find.test(node.data))
      found.push(node);
  }
  for (const node of found) {
    const parts = node.data.split(find);
    node.replaceWith(
      ...parts.map((part, i) => (i % 2 ? term(part, read.words.get(part) ?? "") : part)),
    );
  }
}
