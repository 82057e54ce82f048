/**
 * The board: layers put on the page when they changed, marks of what is chosen, pointer and arrow
 * keys.
 */

import { drawing, dressed } from "../shared/dom.js";
import { byKeys, useKeys } from "../shared/panels.js";
import { lay, petalOf } from "./ghost.js";
import { spot as spotOf } from "./motion.js";
import { cardOf, legal, open, spot, standing } from "./orders.js";

/** @import { Board, Pick } from "../shared/types.js" */
/** @import { Can, State } from "./types.js" */

const SVG = "http://www.w3.org/2000/svg";
const NARROW = matchMedia("(max-width: 559px)");
const KNOWN = 40; // layers whose digests are told to the server
const TILE = 64; // board units of a side of a square tile
const NEAR = 60; // pixels from a spot of an open table at which a click still means it
const CLOSE = 22; // the same where a click may mean any other spot, too
const ON_IT = 8; // and among an enemy's models, where it means the enemy
const MANY = 40; // so many hexes to choose from are marked lightly

export class BoardView {
  /** @param {HTMLElement} box @param {Can} can */
  constructor(box, can) {
    this.box = box;
    this.can = can;
    /** @type {SVGSVGElement|null} */ this.svg = null;
    /** @type {Record<string, string>} */ this.digests = {};
    /** @type {Map<string, string>} */ this.kept = new Map();
    /**
     * Where places are; what is larger than a tile of a board of tiles reaches so far beyond one.
     * @type {Map<string, {x: number, y: number, wide: number, high: number}>}
     */
    this.centres = new Map();
    this.row = 0;
    /** The focus has moved since something was chosen: Enter then means the hex, not the choice. */
    this.walked = true;
    /** @type {Pick|null} */ this.pick = null;
    /** @type {typeof import("./danger.js")|null} */ this.danger = null;
    this.moved = false;
    /** Called when a new picture has been opened. @type {() => void} */
    this.opened = () => {};
    /**
     * Called to bring a spot of the board into view.
     * @type {(spot: {x: number, y: number}) => void}
     */
    this.seek = () => {};
    /** Where enemies are reached on the board. @type {Set<string>} */
    this.rivals = new Set();
    /** No places: keys go from one unit to the next. */
    this.lanes = false;
    this.table = false;
    this.track = false;
    /** Board units from corner to corner of a hex or a square tile. */
    this.cell = 120;
    this.group = "";
    this.sought = "";
    this.keyed = false;
    box.addEventListener("click", (e) => this.#at(e, can.click));
    box.addEventListener("pointerover", (e) => e.pointerType !== "touch" && this.#hovered(e));
    box.addEventListener("pointerleave", () => can.hover(""));
    box.addEventListener("focusin", (e) => this.#focused(e));
    box.addEventListener("keydown", (e) => this.#key(e));
    document.addEventListener("keydown", () => (this.keyed = true), true);
    document.addEventListener("pointerdown", () => (this.keyed = false), true);
  }

  /** The board has another room on the page: what was sought stays in view. */
  resized() {
    this.#look(this.sought);
  }

  /** What the server is told of the room: on a stage that is higher than wide a track rises. */
  shape() {
    const stage = this.box.closest(".stage");
    const tall = stage ? stage.clientHeight > stage.clientWidth : NARROW.matches;
    return tall ? "&shape=tall" : "";
  }

  /** The digests of the layers known here, newest last, so that the server leaves them out. */
  have() {
    return [...this.kept.keys()].slice(-KNOWN).join(",");
  }

  /**
   * Put a position on the page. Calls `moving` with the units before and after when they changed.
   * @param {Board} board
   * @param {(before: Element, after: Element) => void} moving
   * @returns {boolean} false when a layer is missing here and must be asked for
   */
  show(board, moving) {
    const fresh = this.#headed(board);
    let whole = true;
    for (const [name, digest] of Object.entries(board.digests)) {
      const markup = board.layers[name] ?? this.kept.get(digest);
      if (markup !== undefined) this.#keep(digest, markup);
      if (this.digests[name] === digest) continue;
      if (markup === undefined) whole = false;
      else this.#put(name, markup, board, moving);
    }
    if (fresh)
      this.#look(this.svg?.querySelector('.l-hit [tabindex="0"]')?.getAttribute("data-hex") ?? "");
    return whole;
  }

  /**
   * The head of a position: a board of another shape is a new picture, else only its words are
   * new. True when new.
   */
  #headed(/** @type {Board} */ board) {
    const svg = /** @type {SVGSVGElement} */ (drawing(`${board.head}</svg>`));
    const shape = svg.getAttribute("viewBox") ?? "";
    if (!this.svg || this.svg.dataset.shape !== shape) {
      this.#open(svg, shape);
      return true;
    }
    this.svg.setAttribute("aria-label", svg.getAttribute("aria-label") ?? "");
    this.svg.querySelector("desc")?.replaceWith(svg.querySelector("desc") ?? "");
    return false;
  }

  /** Bring a hex into view. */
  #look(/** @type {string} */ place) {
    const spot = this.centres.get(place);
    if (spot) this.seek(spot);
  }

  #keep(/** @type {string} */ digest, /** @type {string} */ markup) {
    this.kept.delete(digest);
    this.kept.set(digest, markup);
    if (this.kept.size > 2 * KNOWN)
      this.kept.delete(/** @type {string} */ (this.kept.keys().next().value));
  }

  #put(
    /** @type {string} */ name,
    /** @type {string} */ markup,
    /** @type {Board} */ board,
    /** @type {(before: Element, after: Element) => void} */ moving,
  ) {
    const layer = this.svg?.querySelector(`:scope > .${name}`) ?? this.#layer(name, board);
    const before = name === "l-units" && layer.childElementCount ? layer.cloneNode(true) : null;
    const focus = name === "l-hit" ? layer.querySelector(":focus")?.getAttribute("data-hex") : null;
    const said = name === "l-tags" ? layer.textContent : "";
    layer.innerHTML = markup;
    if (said)
      for (const words of layer.querySelectorAll(".says, .order text"))
        words.classList.toggle("news", !said.includes(words.textContent ?? ""));
    this.digests[name] = board.digests[name];
    if (before) this.#moved(/** @type {Element} */ (before), layer, moving);
    if (name === "l-hit" && (this.lanes || this.#hexes().length !== this.centres.size))
      this.#measure();
    if (focus) this.#refocus(focus);
  }

  /** The focus back to where it was, which is no step of the person. */
  #refocus(/** @type {string} */ place) {
    const walked = this.walked;
    this.focus(place);
    this.walked = walked;
  }

  #open(/** @type {SVGSVGElement} */ svg, /** @type {string} */ shape) {
    this.svg?.remove();
    this.svg = svg;
    this.digests = {};
    this.centres.clear();
    svg.dataset.shape = shape;
    const table = svg.matches(".tabletop");
    this.table = table;
    this.track = svg.matches(".track");
    this.lanes = table || this.track;
    const tiles = svg.matches(".tiles");
    this.cell = table ? (innerWidth < 760 ? 80 : 115) : tiles ? 90 : 120;
    this.least = table ? 0 : undefined; // an open table opens on all of it
    if (tiles || table) dressed(`/static/${tiles ? "tiles.css" : "plane.css"}`);
    if (table) import("./plane.js").then((by) => by.hand(this, svg));
    this.box.prepend(svg);
    this.opened();
  }

  /** Where an enemy could fire; loaded with the first position in which a unit can move. */
  #stripes(/** @type {State} */ s) {
    if (this.danger) this.danger.drawDanger(s);
    else if (s.danger || Object.keys(s.view?.reach ?? {}).length)
      import("./danger.js").then((loaded) => {
        this.danger = loaded;
        loaded.drawDanger(s);
      });
  }

  /** A group for a layer, at its place in the drawing order. */
  #layer(/** @type {string} */ name, /** @type {Board} */ board) {
    const svg = /** @type {SVGSVGElement} */ (this.svg);
    const layer = document.createElementNS(SVG, "g");
    layer.setAttribute("class", name);
    const order = Object.keys(board.digests);
    const above = [...svg.children].find(
      (g) => order.indexOf(g.classList[0]) > order.indexOf(name),
    );
    svg.insertBefore(layer, above ?? null);
    return layer;
  }

  /** Let the units move, and follow the first that did. */
  #moved(
    /** @type {Element} */ before,
    /** @type {Element} */ after,
    /** @type {(before: Element, after: Element) => void} */ moving,
  ) {
    const was = new Map(
      [...before.querySelectorAll("[data-unit]")].map((u) => [
        u.getAttribute("data-unit"),
        u.getAttribute("transform"),
      ]),
    );
    const mover = [...after.querySelectorAll("[data-unit]")].find(
      (u) =>
        was.has(u.getAttribute("data-unit")) &&
        was.get(u.getAttribute("data-unit")) !== u.getAttribute("transform"),
    );
    const [x, y] = (mover?.getAttribute("transform")?.match(/-?[\d.]+/g) ?? []).map(Number);
    if (y !== undefined) this.seek({ x, y });
    moving(before, after);
  }

  #measure() {
    this.centres.clear();
    for (const hex of this.#hexes()) {
      const b = /** @type {SVGGraphicsElement} */ (hex).getBBox();
      this.centres.set(/** @type {string} */ (hex.getAttribute("data-hex")), {
        x: b.x + b.width / 2,
        y: b.y + b.height / 2,
        wide: Math.max(0, b.width - TILE) / 2,
        high: Math.max(0, b.height - TILE) / 2,
      });
    }
  }

  #hexes() {
    return [...(this.svg?.querySelectorAll(".l-hit [data-hex]") ?? [])];
  }

  /** Where all units stand, that of a name first. */
  standing(/** @type {string} */ unit) {
    const marks = [...(this.svg?.querySelectorAll(".l-units [data-unit]") ?? [])];
    const first = marks.findIndex((mark) =>
      [mark.getAttribute("data-unit"), mark.getAttribute("data-group")].includes(unit),
    );
    return [...marks.splice(Math.max(0, first), 1), ...marks].map(spotOf);
  }

  hex(/** @type {string} */ place) {
    return /** @type {SVGElement|null} */ (
      this.svg?.querySelector(`.l-hit [data-hex="${CSS.escape(place)}"]`) ?? null
    );
  }

  /** Marks for the state of the page: lines to the target, chosen hex, hexes that can be chosen. */
  mark(/** @type {State} */ s, /** @type {string[]} */ pointed = []) {
    if (!this.svg) return;
    const pick = s.at === null ? (s.preview ?? s.pick) : null;
    if (s.pick !== this.pick) this.walked = false;
    this.pick = s.pick;
    for (const aim of this.svg.querySelectorAll(".aim")) {
      const key = aim.getAttribute("data-target");
      aim.classList.toggle(
        "on",
        Boolean(pick && !pick.refusal && (key === pick.target || key === pick.place)),
      );
    }
    const group = s.at === null && s.view?.yours ? open(s) : null;
    const rivals = s.view?.cards.filter((card) => card.side !== s.view?.seat) ?? [];
    this.rivals = new Set(rivals.map((card) => standing(card) ?? ""));
    const anywhere = this.can.roam(); // then what it may reach is marked, not what is proposed
    const options =
      group && s.view
        ? [...new Set(legal(group.orders).map((o) => spot(/** @type {any} */ (s.view), o)))].filter(
            (p) => p && this.hex(p) && !(anywhere && p in (s.view?.reach ?? {})),
          )
        : [];
    this.#outline([
      [options.length > MANY ? "pick-opt many" : "pick-opt", options],
      ["pick-way", (pick !== s.pick || !pick?.ghost) && pick ? pick.route : []],
      ["pick-on", [pick?.place ?? "", s.glow]],
      ["pick-point", pointed],
      ["pick-point-on", pointed],
    ]);
    this.box.classList.toggle("choosing", options.length > 0);
    lay(this.svg, s.at === null ? s.pick : null, this.keyed);
    this.#stripes(s);
    this.#follow(s, group?.id ?? "", options);
  }

  /**
   * Bring what is chosen or looked at into view, or where it may be placed; who opened the orders
   * by a key goes on to their first hex.
   */
  #follow(/** @type {State} */ s, /** @type {string} */ group, /** @type {string[]} */ options) {
    const here = standing(cardOf(s.view, s.unit)) ?? "";
    const wanted =
      s.pick?.place || [here, options[options.length >> 1]].find((p) => this.centres.has(p)) || "";
    if (wanted !== this.sought) this.#look(wanted);
    this.sought = wanted;
    const enters =
      group &&
      group === s.group &&
      group !== this.group &&
      this.keyed &&
      !s.pick &&
      options.length > 0;
    this.group = s.group;
    if (!enters) return;
    useKeys();
    this.focus(
      this.#closest(here, options.length > 1 ? options.filter((p) => p !== here) : options),
    );
  }

  /** The option nearest to a place; the first one when the place is not on the board. */
  #closest(/** @type {string} */ place, /** @type {string[]} */ options) {
    const from = this.centres.get(place);
    const far = (/** @type {string} */ p) => {
      const to = this.centres.get(p);
      return from && to ? Math.hypot(to.x - from.x, to.y - from.y) : 0;
    };
    return options.reduce((best, p) => (far(p) < far(best) ? p : best), options[0]);
  }

  /**
   * Outlines taken over from the hexes themselves, under the clickable layer: one path for each
   * kind.
   */
  #outline(/** @type {[string, string[]][]} */ sets) {
    const hit = this.svg?.querySelector(".l-hit");
    if (!hit) return;
    const layer =
      this.svg?.querySelector(".l-pick") ??
      hit.parentNode?.insertBefore(document.createElementNS(SVG, "g"), hit);
    /** @type {Element} */ (layer).setAttribute("class", "l-pick");
    const shapes = sets
      .map(([cls, places]) => [
        cls,
        places.map((p) => (p && this.hex(p)?.getAttribute("d")) || "").join(""),
      ])
      .filter(([, d]) => d);
    /** @type {Element} */ (layer).replaceChildren(
      ...shapes.map(([cls, d]) => {
        const path = document.createElementNS(SVG, "path");
        path.setAttribute("class", cls);
        path.setAttribute("d", d);
        return path;
      }),
    );
  }

  focus(/** @type {string} */ place) {
    const hex = this.hex(place);
    if (!hex) return;
    for (const other of this.#hexes()) other.setAttribute("tabindex", other === hex ? "0" : "-1");
    hex.focus({ preventScroll: true });
    this.#look(place);
  }

  /** Onto the place that Tab would go to. True if there is one. */
  enter() {
    const hex = this.svg?.querySelector('.l-hit [tabindex="0"]')?.getAttribute("data-hex");
    if (hex) this.focus(hex);
    return Boolean(hex);
  }

  #at(/** @type {Event} */ event, /** @type {(place: string) => void} */ tell) {
    const facing = petalOf(event);
    if (facing !== null && !this.moved) return this.can.turn(facing);
    const place = /** @type {Element} */ (event.target)
      .closest?.("[data-hex]")
      ?.getAttribute("data-hex");
    const meant = place ?? this.#nearest(/** @type {MouseEvent} */ (event));
    if (meant && !this.moved) tell(meant);
  }

  /**
   * The spot to go to that a click on open ground means: one that is marked or chosen, or the
   * ground itself where a unit may go anywhere; "" where there is none.
   */
  #nearest(/** @type {MouseEvent} */ { clientX, clientY }) {
    if (!this.svg || !this.table) return "";
    const at = new DOMPoint(clientX, clientY);
    const rival = this.can.roam() ? this.#rival(at) : "";
    const ground = rival || (this.can.roam() ? this.#ground(at) : "");
    const spots = [...this.svg.querySelectorAll('.l-hit [data-hex]:not([data-hex^="@"])')];
    const places = spots.map((spot) => spot.getAttribute("data-hex") ?? "");
    const chosen =
      ground && !rival && this.pick?.ghost && !this.hex(this.pick.place) ? this.pick.place : "";
    const ranked = [...places, chosen]
      .filter(Boolean)
      .map((place) => ({ place, far: this.#far(place, at) }))
      .sort((a, b) => a.far - b.far);
    const reach = rival ? ON_IT : ground ? CLOSE : NEAR;
    return ranked[0]?.far < reach ? ranked[0].place : ground;
  }

  /** Pixels from a spot of an open table to a point of the page. */
  #far(/** @type {string} */ place, /** @type {DOMPoint} */ at) {
    const { left, foot, inch } = this.room();
    const [x, y] = place.split(",").map(Number);
    const spot = new DOMPoint(left + x * inch, foot - y * inch);
    const { x: across, y: down } = spot.matrixTransform(this.svg?.getScreenCTM() ?? undefined);
    return Math.hypot(across - at.x, down - at.y);
  }

  /** The enemy among whose models a point of the page lies, "" where there is none. */
  #rival(/** @type {DOMPoint} */ { x, y }) {
    const shapes = [...(this.svg?.querySelectorAll('.l-hit [data-hex^="@"]') ?? [])];
    const around = shapes.find((shape) => {
      const { left, right, top, bottom } = shape.getBoundingClientRect();
      const rival = this.rivals.has(shape.getAttribute("data-hex") ?? "");
      return rival && x > left && x < right && y > top && y < bottom;
    });
    return around?.getAttribute("data-hex") ?? "";
  }

  /** A point of the page as a spot of an open table, in inches; "" off it. */
  #ground(/** @type {DOMPoint} */ at) {
    const { left, foot, inch, wide, high } = this.room();
    const point = at.matrixTransform(this.svg?.getScreenCTM()?.inverse());
    const [x, y] = [(point.x - left) / inch, (foot - point.y) / inch];
    return x < 0 || y < 0 || x > wide || y > high ? "" : `${tenths(x)},${tenths(y)}`;
  }

  /** Where an open table lies on the board, and its size in inches. */
  room() {
    const { left, foot, inch, wide, high } = this.svg?.dataset ?? {};
    return {
      ...{ left: Number(left), foot: Number(foot), inch: Number(inch) },
      ...{ wide: Number(wide), high: Number(high) },
    };
  }

  #hovered(/** @type {PointerEvent} */ event) {
    const place = /** @type {Element} */ (event.target)
      .closest("[data-hex]")
      ?.getAttribute("data-hex");
    this.can.hover(place ?? "");
  }

  #focused(/** @type {FocusEvent} */ event) {
    const hex = /** @type {Element} */ (event.target);
    this.walked = true;
    if (byKeys() && hex.matches("[data-hex]")) this.can.hover(hex.getAttribute("data-hex") ?? "");
  }

  /**
   * Arrow keys go to the nearest hex that way, in lanes to the nearest unit; sideways they keep
   * to the row they started in.
   */
  #key(/** @type {KeyboardEvent} */ event) {
    /** @type {Record<string, number[]>} */
    const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const way = ways[event.key];
    const here = /** @type {Element} */ (event.target).getAttribute("data-hex");
    if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      // After an order Space ends the activation.
      if (!byKeys() || (event.key === " " && !this.walked && !this.pick)) return;
      if (event.key === " " || this.walked || !this.can.commit()) this.can.click(here);
    } else if (way) this.focus(this.#towards(here, way));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #towards(/** @type {string} */ here, /** @type {number[]} */ [dx, dy]) {
    const from = this.centres.get(here);
    if (!from) return here;
    const size = this.svg?.matches(".tiles") ? 1 : 0;
    if (dy || Math.abs(this.row - from.y) > this.cell * 0.6) this.row = from.y;
    let best = here;
    let least = Infinity;
    for (const [place, to] of this.centres) {
      const [wide, high] = [size * to.wide, size * to.high];
      const along = (to.x - from.x) * dx + (to.y - from.y) * dy - (dx ? wide : high);
      const beside = dx ? Math.abs(to.y - this.row) - high : Math.abs(to.x - from.x) - wide;
      const off = Math.max(0, beside);
      const aslant = dx ? Math.abs(to.y - from.y) - high : Math.abs(to.x - from.x) - wide;
      if (along < 1 || (!this.lanes && aslant > along * 1.2)) continue;
      const far = along + off * (this.lanes ? 3 : 0.6);
      if (far < least) [best, least] = [place, far];
    }
    return best;
  }
}

const tenths = (/** @type {number} */ inches) => Number(inches.toFixed(1));
