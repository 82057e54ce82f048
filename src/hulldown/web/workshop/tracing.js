/**
 * A picture to trace over: one's own, half transparent under what is painted or over the board.
 * It is moved, scaled and turned by pointer, fingers, keys and sliders, and stays in this browser.
 */

import { dressed, h } from "../shared/dom.js";
import { part } from "./picture.js";
import { forgetTrace, keepTrace, recallTrace } from "./trace_store.js";

/** @import { Spot } from "../shared/types.js" */
/** @import { Editor, Trace, TraceLook } from "./editor.js" */

const TYPES = ["image/png", "image/jpeg", "image/webp"];
const LARGEST = 40 * 2 ** 20; // bytes of a file
const MOST = 4_000_000; // pixels that are kept
const QUALITY = 0.85;
const SCALES = [5, 400]; // per cent of the size at which a picture fits the board
const FINE = 0.02; // of its size, by which a key makes it larger
const PAUSE = 300; // ms after the last change before it is kept
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const KEYS = "Arrow keys move it, Shift for small steps; + and - scale it, [ and ] turn it";

/**
 * Lay out the controls, and the picture that this browser keeps for the scenario.
 * @param {Editor} e
 * @param {HTMLElement} host
 * @param {() => string} place which scenario it is
 */
export async function openTrace(e, host, place) {
  await dressed("/static/workshop/tracing.css");
  /** @type {Trace} */
  const trace = {
    ...{ e, host, place, picture: null, size: [0, 0], look: newLook(), waiting: 0, trouble: "" },
    ...{ address: "", group: part("g", { class: "e-trace", "aria-hidden": "true" }), hand: null },
    ...{ fields: new Map(), lay: () => lay(trace) },
    ...{ keep: () => trace.waiting && write(trace), close: () => close(trace) },
  };
  e.trace = trace;
  for (const box of [host, e.board.box])
    box.addEventListener("drop", (event) => drop(trace, event));
  try {
    const kept = await recallTrace(place());
    if (kept) {
      await show(trace, kept.picture);
      trace.look = kept.look;
    }
  } catch {
    trace.trouble = "This browser keeps no pictures: one stays until you leave the scenario.";
  }
  draw(trace);
}

/** @returns {TraceLook} */
const newLook = () => ({ x: 0, y: 0, scale: 1, turn: 0, strength: 50, over: false });

// ---------------------------------------------------------------- the picture

/** Take a file: as many pixels of it as are kept. */
async function take(/** @type {Trace} */ trace, /** @type {File} */ file) {
  trace.trouble = "";
  try {
    await show(trace, await reduced(file));
    fit(trace);
    keep(trace);
  } catch {
    trace.trouble = `${file.name.slice(0, 40)} is no picture that is taken: PNG, JPEG or WebP are.`;
  }
  draw(trace);
}

/** A picture that is dropped on the board or its controls; other files are for the page. */
function drop(/** @type {Trace} */ trace, /** @type {DragEvent} */ event) {
  const file = event.dataTransfer?.files[0];
  if (!file?.type.startsWith("image/")) return;
  event.preventDefault();
  event.stopPropagation();
  take(trace, file);
}

/** A picture as pixels and nothing else, with at most so many of them. @returns {Promise<Blob>} */
async function reduced(/** @type {File} */ file) {
  if (!TYPES.includes(file.type) || file.size > LARGEST) throw new Error(file.type);
  const bitmap = await createImageBitmap(file);
  const share = Math.min(1, Math.sqrt(MOST / (bitmap.width * bitmap.height)));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.floor(bitmap.width * share));
  canvas.height = Math.max(1, Math.floor(bitmap.height * share));
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(file.name)), "image/webp", QUALITY),
  );
}

/** Put a picture on the board. */
async function show(/** @type {Trace} */ trace, /** @type {Blob} */ picture) {
  const { width, height } = await createImageBitmap(picture);
  URL.revokeObjectURL(trace.address);
  const address = URL.createObjectURL(picture);
  Object.assign(trace, { picture, size: [width, height], address });
  const box = { x: -width / 2, y: -height / 2, width, height, href: address };
  trace.group.replaceChildren(part("image", { ...box, preserveAspectRatio: "none" }));
}

/** The whole of the board, in its units. */
const board = (/** @type {Trace} */ { e }) => e.board.whole;

/** The scale at which the picture fits the board. */
function fitting(/** @type {Trace} */ trace) {
  const { width, height } = board(trace);
  return Math.min(width / (trace.size[0] || 1), height / (trace.size[1] || 1));
}

/** Lay the picture over the whole board. */
function fit(/** @type {Trace} */ trace) {
  const { x, y, width, height } = board(trace);
  const middle = { x: x + width / 2, y: y + height / 2 };
  Object.assign(trace.look, { ...middle, scale: fitting(trace), turn: 0 });
}

/** Put the picture into the drawing of the board, which may be a new one, and as it lies. */
function lay(/** @type {Trace} */ trace) {
  const { e, group, look, picture } = trace;
  const { svg } = e.board;
  if (!svg || !picture) return group.remove();
  const marks = svg.querySelector(":scope > .e-marks");
  const before = look.over ? marks : svg.querySelector(":scope > .l-ground")?.nextElementSibling;
  if (group.nextElementSibling !== before || group.parentNode !== svg)
    svg.insertBefore(group, before ?? null);
  const { x, y, turn, scale, strength } = look;
  group.setAttribute("transform", `translate(${x} ${y}) rotate(${turn}) scale(${scale})`);
  group.style.opacity = String(strength / 100);
}

// ---------------------------------------------------------------- what is kept

/** Keep how it lies, a moment after the last change. */
function keep(/** @type {Trace} */ trace) {
  clearTimeout(trace.waiting);
  trace.waiting = setTimeout(() => write(trace), PAUSE);
}

async function write(/** @type {Trace} */ trace) {
  clearTimeout(trace.waiting);
  trace.waiting = 0;
  const { picture, look, place } = trace;
  try {
    if (picture) await keepTrace(place(), picture, { ...look });
  } catch {
    trace.trouble = "This browser has no room for the picture: it stays until you leave.";
    draw(trace);
  }
}

/** Take the picture away, once this browser has forgotten it. */
async function remove(/** @type {Trace} */ trace) {
  clearTimeout(trace.waiting);
  await forgetTrace(trace.place()).catch(() => {});
  URL.revokeObjectURL(trace.address);
  Object.assign(trace, { picture: null, address: "", look: newLook(), waiting: 0, trouble: "" });
  release(trace);
  /** @type {HTMLElement|null} */ (trace.host.querySelector("input"))?.focus();
}

/** The editor is closed: what was changed last is kept. */
function close(/** @type {Trace} */ trace) {
  trace.keep();
  URL.revokeObjectURL(trace.address);
}

// ---------------------------------------------------------------- the controls

function draw(/** @type {Trace} */ trace) {
  const { host, picture, trouble } = trace;
  trace.fields.clear();
  host.replaceChildren(
    h(
      "p",
      { class: "sub" },
      "A picture of your own, half transparent on the board. It stays in this browser: it is no ",
      "part of the pack, and nobody else sees it.",
    ),
    h("div", { class: "tools" }, chooser(trace), picture && buttons(trace)),
  );
  if (picture) host.append(h("div", { class: "slides" }, slides(trace)));
  host.append(h("p", { class: "mend", role: "alert" }, trouble));
  lay(trace);
  update(trace);
}

/** The field for a file. */
function chooser(/** @type {Trace} */ trace) {
  const onchange = (/** @type {any} */ { target }) =>
    target.files[0] && take(trace, target.files[0]);
  const accept = TYPES.join(",");
  const words = trace.picture ? "Another picture" : "Choose a picture";
  const given = { type: "file", accept, onchange, "data-key": "trace file" };
  return h("label", { class: "chooser" }, h("span", {}, words), h("input", given));
}

function buttons(/** @type {Trace} */ trace) {
  const press = (
    /** @type {string} */ key,
    /** @type {string} */ words,
    /** @type {() => void} */ onclick,
  ) => h("button", { type: "button", class: "plain", "data-key": `trace ${key}`, onclick }, words);
  const moving = h(
    "button",
    {
      ...{ type: "button", class: "tool", "aria-pressed": String(Boolean(trace.hand)) },
      ...{ "data-key": "trace move", onclick: () => (trace.hand ? release : grasp)(trace) },
    },
    "Move the picture",
  );
  const over = h("input", {
    ...{ type: "checkbox", checked: trace.look.over, "data-key": "trace over" },
    onchange: (/** @type {any} */ { target }) => change(trace, { over: target.checked }),
  });
  const fitted = () => {
    fit(trace);
    change(trace, {});
  };
  return [
    moving,
    press("fit", "Fit to the board", fitted),
    h("label", { class: "sized" }, over, "Over what is painted"),
    press("remove", "Remove the picture", () => remove(trace)),
  ];
}

/** Sliders for all that a hand can do; a place is per cent of the board from its middle. */
function slides(/** @type {Trace} */ trace) {
  const { x, y, width, height } = board(trace);
  const scale = fitting(trace);
  const [low, high] = SCALES;
  /** @type {[keyof TraceLook, string, number, number, number, number][]} */
  const all = [
    ["strength", "Strength", 5, 100, 1, 0],
    ["scale", "Size", low, high, scale / 100, 0],
    ["turn", "Turn", -180, 180, 1, 0],
    ["x", "Across", -100, 100, width / 100, x + width / 2],
    ["y", "Down", -100, 100, height / 100, y + height / 2],
  ];
  return all.map(([key, name, least, most, unit, from]) => {
    const field = h("input", {
      ...{ type: "range", min: least, max: most, step: key === "turn" ? 0.5 : 1 },
      "data-key": `trace ${key}`,
      oninput: () => change(trace, { [key]: from + Number(field.value) * unit }),
    });
    const words = h("output", { class: "num", "aria-hidden": "true" });
    const sign = key === "turn" ? "\u00b0" : " %";
    trace.fields.set(key, () => {
      const value = (Number(trace.look[key]) - from) / unit;
      field.value = String(value);
      words.textContent = `${Math.round(value)}${sign}`;
      field.setAttribute("aria-valuetext", words.textContent);
    });
    return h("label", {}, h("span", {}, name), field, words);
  });
}

const update = (/** @type {Trace} */ { fields }) => {
  for (const one of fields.values()) one();
};

/** Lay it otherwise. */
function change(/** @type {Trace} */ trace, /** @type {Partial<TraceLook>} */ to) {
  const { look } = trace;
  Object.assign(look, to);
  const [low, high] = SCALES.map((share) => (share / 100) * fitting(trace));
  look.scale = Math.min(high, Math.max(low, look.scale));
  look.turn = ((((look.turn + 180) % 360) + 360) % 360) - 180;
  lay(trace);
  update(trace);
  keep(trace);
}

// ---------------------------------------------------------------- the hand
// While the picture is moved, a sheet lies over the board and takes pointers, fingers and keys.

function grasp(/** @type {Trace} */ trace) {
  const { e } = trace;
  const hand = h("div", {
    ...{ class: "trace-hand", tabindex: "0", role: "application" },
    ...{ "aria-label": `Picture to trace over. ${KEYS}`, title: KEYS },
  });
  trace.hand = hand;
  /** @type {Map<number, Spot>} */ const fingers = new Map();
  const lift = (/** @type {PointerEvent} */ event) => fingers.delete(event.pointerId);
  hand.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    hand.setPointerCapture(event.pointerId);
  });
  hand.addEventListener("pointermove", (event) => {
    const from = fingers.get(event.pointerId);
    if (!from) return;
    const to = { x: event.clientX, y: event.clientY };
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    (other ? pinch : drag)(trace, from, to, other ?? to);
    fingers.set(event.pointerId, to);
  });
  hand.addEventListener("pointerup", lift);
  hand.addEventListener("pointercancel", lift);
  const wheel = (/** @type {WheelEvent} */ event) => {
    event.preventDefault();
    change(trace, { scale: trace.look.scale * Math.exp(-event.deltaY * 0.001) });
  };
  hand.addEventListener("wheel", wheel, { passive: false });
  hand.addEventListener("keydown", (event) => {
    if (!byKey(trace, event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  e.board.box.after(hand);
  draw(trace);
  hand.focus({ preventScroll: true });
}

/** The board is drawn on again. */
function release(/** @type {Trace} */ trace) {
  trace.hand?.remove();
  trace.hand = null;
  draw(trace);
}

/** A spot of the screen as one of the board. */
function spot(/** @type {Trace} */ { e }, /** @type {Spot} */ { x, y }) {
  return new DOMPoint(x, y).matrixTransform(e.board.svg?.getScreenCTM()?.inverse());
}

function drag(/** @type {Trace} */ trace, /** @type {Spot} */ from, /** @type {Spot} */ to) {
  const [a, b] = [spot(trace, from), spot(trace, to)];
  change(trace, { x: trace.look.x + b.x - a.x, y: trace.look.y + b.y - a.y });
}

/** Two fingers: one stays, the other scales and turns the picture about it. */
function pinch(
  /** @type {Trace} */ trace,
  /** @type {Spot} */ from,
  /** @type {Spot} */ to,
  /** @type {Spot} */ other,
) {
  const [a, b, about] = [spot(trace, from), spot(trace, to), spot(trace, other)];
  const far = (/** @type {Spot} */ p) => Math.hypot(p.x - about.x, p.y - about.y) || 1;
  const angle = (/** @type {Spot} */ p) => Math.atan2(p.y - about.y, p.x - about.x);
  const [times, by] = [far(b) / far(a), angle(b) - angle(a)];
  const { x, y, scale, turn } = trace.look;
  const [dx, dy] = [(x - about.x) * times, (y - about.y) * times];
  change(trace, {
    x: about.x + dx * Math.cos(by) - dy * Math.sin(by),
    y: about.y + dx * Math.sin(by) + dy * Math.cos(by),
    scale: scale * times,
    turn: turn + (by * 180) / Math.PI,
  });
}

/** What a key does to the picture; whether it does anything. */
function byKey(/** @type {Trace} */ trace, /** @type {KeyboardEvent} */ event) {
  const { look, e } = trace;
  const way = WAYS[/** @type {keyof typeof WAYS} */ (event.key)];
  const step = e.board.cell / (event.shiftKey ? 24 : 4);
  if (way) change(trace, { x: look.x + way[0] * step, y: look.y + way[1] * step });
  else if (event.key === "+") change(trace, { scale: look.scale * (1 + FINE) });
  else if (event.key === "-") change(trace, { scale: look.scale / (1 + FINE) });
  else if (event.key === "]") change(trace, { turn: look.turn + 1 });
  else if (event.key === "[") change(trace, { turn: look.turn - 1 });
  else if (event.key === "Escape") back(trace);
  else return false;
  return true;
}

function back(/** @type {Trace} */ trace) {
  release(trace);
  const button = trace.host.querySelector('[data-key="trace move"]');
  if (button instanceof HTMLElement) button.focus();
}
