/** Marks that panels share, redrawing one only when it must, and whether the keyboard is used. */

import { drawing, h, letter, nodes, rule, use } from "./dom.js";

/** @import { Card, Pips } from "./types.js" */
/** @import { Piece } from "./dom.js" */

/** The icon of an order; the server names it with or without the prefix of the sheet. */
export function icon(/** @type {string} */ name, cls = "i") {
  return use(name.includes("-") ? name : `i-${name}`, cls);
}

/** A small line drawing that is not on the sheet. */
export const glyph = (/** @type {string} */ path) =>
  drawing(`<svg class="i icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`);

/** Whether this screen is touched. */
export const byTouch = () => matchMedia("(pointer: coarse)").matches;

/** Whether the person is on the keyboard now: then Enter and Space belong to what has the focus. */
export const byKeys = () => document.documentElement.hasAttribute("data-keys");
export const useKeys = (on = true) => document.documentElement.toggleAttribute("data-keys", on);

const DIGIT = /^(?:Digit|Numpad)(\d)$/;

/** The digit of a key, though the row of digits prints signs on some keyboards (AZERTY, Czech). */
export function digitOf(/** @type {KeyboardEvent} */ { key, code, shiftKey }) {
  if (/^\d$/.test(key)) return key;
  return shiftKey || key.length > 1 ? "" : (DIGIT.exec(code)?.[1] ?? "");
}
document.addEventListener("pointerdown", () => useKeys(false), true);
keepPresses();

/**
 * Give a press to the button that has taken the place of the pressed one: a panel drawn anew
 * between press and release would swallow the click.
 */
function keepPresses() {
  /** @type {HTMLElement|null} */
  let pressed = null;
  document.addEventListener(
    "pointerdown",
    ({ target }) => (pressed = target instanceof Element ? target.closest("[data-key]") : null),
    true,
  );
  document.addEventListener("click", () => (pressed = null), true);
  document.addEventListener("pointerup", ({ clientX, clientY }) => {
    if (!pressed || pressed.isConnected) return;
    const key = CSS.escape(pressed.dataset.key ?? "");
    const now = document.elementFromPoint(clientX, clientY)?.closest(`[data-key="${key}"]`);
    // A browser that gives a click to what is there now has done so before this.
    setTimeout(() => pressed && now instanceof HTMLElement && now.click());
  });
}

document.addEventListener(
  "keydown",
  (e) => (e.key === "Tab" || e.key.startsWith("Arrow")) && useKeys(),
  true,
);

/** Words that lead to a rule, or only the words when there is no id. */
export function ruled(/** @type {string} */ text, /** @type {string} */ id) {
  if (!id) return text;
  const link = /** @type {HTMLAnchorElement} */ (rule(id));
  link.classList.add("words");
  link.title = id;
  link.textContent = text;
  return link;
}

/** A note, with the words before its colon in bold. */
export function noted(
  /** @type {string[]} */ [text, id],
  /** @type {Card[]} */ cards,
  cls = "foot",
) {
  const [, head, rest] = /^([^.:;]{3,30}): (.*)$/.exec(text) ?? ["", "", text];
  return h("p", { class: cls }, head && h("b", {}, `${head}: `), named(rest, cards), " ", rule(id));
}

/**
 * Text with units named as "{A1|your Hunter}" turned into styled names.
 * @param {string} text
 * @param {Card[]} cards
 */
export function named(text, cards) {
  return text.split(/\{([^{}]+)\}/).map((part, index) => {
    if (index % 2 === 0) return part;
    const [unit, words = unit] = part.split("|");
    const card = cards.find((c) => c.unit === unit.split(".")[0]);
    return h("b", { class: card ? `u${letter(card.side)}` : null }, words);
  });
}

/** The same text for ears and titles: the names without their braces. */
export const plain = (/** @type {string} */ text) =>
  text.replace(/\{(?:[^{}|]*\|)?([^{}]*)\}/g, "$1");

/** A row of boxes, `on` of `full` filled. */
export function pips(/** @type {Pips} */ row, cls = "ap", what = "") {
  const boxes = Array.from({ length: row.full }, (_, i) =>
    h("i", { class: i < row.on ? "on" : "" }),
  );
  return h(
    "span",
    { class: cls, role: "img", "aria-label": `${what} ${row.on} of ${row.full}`.trim() },
    boxes,
  );
}

export const percent = (/** @type {number} */ value, digits = 0) =>
  `${(100 * value).toFixed(digits)}\u00a0%`;

/** A number with its sign, as modifiers are written. */
export const signed = (/** @type {number} */ n) => (n < 0 ? `\u2212${-n}` : `+${n}`);

const drawn = new WeakMap();

/**
 * Fill a panel when one of the things it `needs` has changed; the focus stays where it was by
 * `data-key`, and in a field what is marked.
 * @param {HTMLElement} el
 * @param {any[]} needs
 * @param {() => Piece[]} build
 */
export function panel(el, needs, build) {
  const before = drawn.get(el);
  if (before && before.length === needs.length && needs.every((n, i) => n === before[i]))
    return false;
  drawn.set(el, needs);
  const focus = document.activeElement;
  const key = focus instanceof HTMLElement && el.contains(focus) ? focus.dataset.key : "";
  const marked =
    focus instanceof HTMLInputElement ? [focus.selectionStart, focus.selectionEnd] : null;
  el.replaceChildren(...nodes(build()));
  const again = key && el.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  keepTyped(focus, again);
  if (again instanceof HTMLInputElement && marked) mark(again, marked);
  return true;
}

/**
 * Mark in a field what was marked before. A number does not tell: until something is typed all of
 * it is marked, as by Tab, so that a digit takes its place.
 */
function mark(/** @type {HTMLInputElement} */ field, /** @type {(number|null)[]} */ [from, to]) {
  if (from !== null) field.setSelectionRange(from, to);
  else if (field.type === "number" && field.value === field.defaultValue) field.select();
}

/**
 * Keep what was typed into a field that says so (data-typed) and is drawn anew before it was left:
 * the browser takes it for no change of the new field, so that is said when it is left.
 */
function keepTyped(
  /** @type {Element|null} */ before,
  /** @type {Element|null|undefined|""} */ after,
) {
  if (!(before instanceof HTMLInputElement && after instanceof HTMLInputElement)) return;
  if (!("typed" in before.dataset) || before.value === before.defaultValue) return;
  after.value = before.value;
  let said = false;
  after.addEventListener("change", () => (said = true), { once: true });
  after.addEventListener("blur", () => said || after.dispatchEvent(new Event("change")), {
    once: true,
  });
}
