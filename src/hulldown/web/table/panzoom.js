/** Pan and zoom of the board by changing its viewBox: wheel, drag, pinch, buttons. */

const MOST = 6;
const SMALL = 44; // pixels: when places would be narrower with the whole board in view, it starts closer,
const START = [54, 72]; // with places of this width: between these, so that the shorter way of the board fits
const SLIP = 6; // pixels a pointer may move and still click

/** @param {import("./board.js").BoardView} board */
export function panzoom(board) {
  const { box } = board;
  /** @type {Map<number, {x: number, y: number}>} */ const fingers = new Map();
  let whole = { x: 0, y: 0, width: 1, height: 1 };
  let now = { ...whole };
  let travelled = 0;

  /** Height of the picture on the page for each unit of its width. */
  const slope = () => {
    const box = board.svg?.getBoundingClientRect();
    return box?.width && box.height ? box.height / box.width : whole.height / whole.width;
  };
  /** Width of the view in which the whole board shows. */
  const full = () => Math.max(whole.width, whole.height / slope());
  const apply = () => {
    const zoomed = now.width < full() * 0.999;
    board.svg?.setAttribute("viewBox", `${now.x} ${now.y} ${now.width} ${now.height}`);
    box.classList.toggle("zoomed", zoomed);
  };
  const held = (/** @type {number} */ v, /** @type {number} */ low, /** @type {number} */ high) =>
    Math.min(Math.max(v, low), Math.max(low, high));

  /** Where a view of that size starts: kept within the board, in its middle when it is larger. */
  const start = (
    /** @type {number} */ at,
    /** @type {number} */ size,
    /** @type {number} */ from,
    /** @type {number} */ all,
  ) => (size >= all ? from - (size - all) / 2 : held(at, from, from + all - size));

  /** Show the part that starts at x, y and is `width` wide. */
  const show = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ width) => {
    const w = held(width, whole.width / MOST, full());
    const height = w * slope();
    now = {
      x: start(x, w, whole.x, whole.width),
      y: start(y, height, whole.y, whole.height),
      width: w,
      height,
    };
    apply();
  };

  /** Board position of a spot on the screen. */
  const place = (/** @type {number} */ x, /** @type {number} */ y) => {
    const matrix = board.svg?.getScreenCTM()?.inverse();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix) : new DOMPoint();
  };

  const zoom = (/** @type {number} */ factor, /** @type {{x: number, y: number}} */ about) => {
    const width = held(now.width / factor, whole.width / MOST, full());
    const share = width / now.width;
    show(about.x - (about.x - now.x) * share, about.y - (about.y - now.y) * share, width);
  };
  const middle = () => ({ x: now.x + now.width / 2, y: now.y + now.height / 2 });

  board.opened = () => {
    const v = /** @type {SVGSVGElement} */ (board.svg).viewBox.baseVal;
    whole = { x: v.x, y: v.y, width: v.width, height: v.height };
    const across = board.svg?.getBoundingClientRect().width ?? 0;
    const narrow = across && (board.cell * across) / full() < SMALL;
    const fits = (board.cell * across * slope()) / whole.height;
    show(
      whole.x,
      whole.y,
      narrow ? (board.cell * across) / held(fits, START[0], START[1]) : full(),
    );
  };

  /** Bring a spot into view, with the hexes around it; nothing moves when it is there already. */
  board.seek = ({ x, y }) => {
    const inside = (
      /** @type {number} */ at,
      /** @type {number} */ from,
      /** @type {number} */ size,
    ) => at > from + board.cell / 2 && at < from + size - board.cell / 2;
    if (!inside(x, now.x, now.width) || !inside(y, now.y, now.height))
      show(x - now.width / 2, y - now.height / 2, now.width);
  };

  new ResizeObserver(() =>
    show(now.x, now.y, box.classList.contains("zoomed") ? now.width : full()),
  ).observe(box);

  box.addEventListener(
    "wheel",
    (e) => {
      const scrolls = document.documentElement.scrollHeight > innerHeight + 4;
      if (scrolls && !e.ctrlKey) return;
      e.preventDefault();
      zoom(Math.exp(-e.deltaY * (e.deltaMode ? 0.05 : 0.0016)), place(e.clientX, e.clientY));
    },
    { passive: false },
  );

  box.addEventListener("pointerdown", (e) => {
    if (/** @type {Element} */ (e.target).closest("button")) return;
    fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    if (fingers.size === 1) {
      travelled = 0;
      board.moved = false;
    }
  });
  box.addEventListener("pointermove", (e) => {
    const last = fingers.get(e.pointerId);
    if (!last) return;
    const next = { x: e.clientX, y: e.clientY };
    travelled += Math.hypot(next.x - last.x, next.y - last.y);
    if (travelled > SLIP) board.moved = true;
    if (fingers.size === 2) pinch(e.pointerId, next);
    else if (fingers.size === 1 && board.moved && box.classList.contains("zoomed"))
      drag(last, next);
    fingers.set(e.pointerId, next);
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"])
    box.addEventListener(name, (e) => fingers.delete(/** @type {PointerEvent} */ (e).pointerId));

  function drag(
    /** @type {{x: number, y: number}} */ from,
    /** @type {{x: number, y: number}} */ to,
  ) {
    const [a, b] = [place(from.x, from.y), place(to.x, to.y)];
    show(now.x + a.x - b.x, now.y + a.y - b.y, now.width);
  }

  function pinch(/** @type {number} */ id, /** @type {{x: number, y: number}} */ next) {
    const [[, other]] = [...fingers].filter(([key]) => key !== id);
    const last = /** @type {{x: number, y: number}} */ (fingers.get(id));
    const apart = (/** @type {{x: number, y: number}} */ p) =>
      Math.hypot(p.x - other.x, p.y - other.y) || 1;
    board.moved = true;
    zoom(apart(next) / apart(last), place((next.x + other.x) / 2, (next.y + other.y) / 2));
  }

  return {
    closer: () => zoom(1.4, middle()),
    farther: () => zoom(1 / 1.4, middle()),
    fit: () => show(whole.x, whole.y, full()),
  };
}
