/**
 * What boards of a family add to a page, loaded with the first of them: their styles, and lines of
 * the legend.
 */

import { drawing, h } from "../shared/dom.js";

/** @typedef {[string, string, string]} Line what it is of, its drawing, words */

/** @type {Line[]} */
const TILES = [
  [
    "ring",
    `<path class="ring on" d="M26 4a16 16 0 0 1 0 32"/>
      <path class="ring off" d="M26 36a16 16 0 0 1 0-32"/>`,
    "shield and its charge",
  ],
  [
    "heat",
    `<rect class="tube" x="22" y="3" width="8" height="34" rx="4"/>
      <rect class="merc" x="23.4" y="14" width="5.2" height="22" rx="2.6"/>
      <path class="limit" d="M18 20h16"/>`,
    "heat and its limit",
  ],
  [
    "stun",
    `<g class="stun"><circle cx="26" cy="20" r="15"/>
      <path transform="translate(26 20) scale(1.6)" d="M2-7L-4 1H0L-2 7L4-2H0z"/></g>`,
    "stunned",
  ],
  [
    "watch",
    `<path class="watch side-a" d="M8 30a26 26 0 0 1 36 0M8 30l5 6M44 30l-5 6M21 23l5-8 5 8"/>`,
    "will fire by itself there",
  ],
  [
    "dart",
    `<g class="side-a"><circle class="strike-ring" cx="26" cy="20" r="15"/>
      <path class="dart" d="M42 4L29 17M29 17l1-8M29 17l8-2"/></g>`,
    "rounds coming down",
  ],
];

/** Signs on lines of sight. @type {[string, string, string][]} */
const EYES = [
  ["open", "", "open sight"],
  ["concealed", "m-6 0a6 6 0 0 1 12 0z", "concealed"],
  ["hidden", "m-6-6h12v12h-12z", "hidden"],
  ["blocked", "m-6-6l12 12m-12 0l12-12", "blocked"],
];

function sight(/** @type {string[]} */ [name, sign, words]) {
  const mark = sign && `<path class="eye-m" d="M26 20${sign}"/>`;
  const line = '<path class="eye-l" d="M4 20h44"/>';
  return /** @type {Line} */ ([`eye.${name}`, `<g class="eye ${name}">${line}${mark}</g>`, words]);
}

/** What shows on a table without places, by a selector of it. @type {Line[]} */
const PLANE = [
  [
    "sel",
    `<path class="sel-case" d="M4 4h44v32H4z"/><path class="sel" d="M4 4h44v32H4z"/>`,
    "acts now",
  ],
  [
    "far",
    `<g class="far-as side-a"><path class="far-edge far" d="M3 36q-2-32 23-32t23 32z"/></g>`,
    "reached in a straight line",
  ],
  [
    "spot",
    `<g class="cost side-a" transform="translate(26 20)"><circle class="spot" r="13"/></g>`,
    "a place to go to",
  ],
  [
    "arc-front",
    `<path class="arc-front" d="M4 20a22 18 0 0 1 44 0z"/>
      <path class="arc-rear" d="M4 20a22 18 0 0 0 44 0z"/>
      <path class="arc-edge" d="M2 20h48"/>`,
    "front, rear",
  ],
  ["limit", '<path class="span limit" d="M3 34q23-40 46 0"/>', "how far an action goes"],
  [
    "near",
    `<g class="near-as"><path class="near-edge" d="M3 36q-2-32 23-32t23 32z"/>
      <path class="near" d="M3 36q-2-32 23-32t23 32z"/></g>`,
    "who touches it keeps together",
  ],
  ["snap", '<path class="span snap" d="M3 34q23-40 46 0"/>', "may be fired at on the way"],
  ["band", '<path class="span band" d="M3 34q23-40 46 0"/>', "charge bonus from here on"],
  ["range", '<path class="span range" d="M3 34q23-40 46 0"/>', "range"],
  [
    "path:not(.gone)",
    `<g class="way side-a"><path class="path" d="M4 36L20 14 48 8"/>
      <circle class="wp" cx="20" cy="14" r="4"/></g>`,
    "way of this move",
  ],
  [
    "gone",
    `<g class="way side-a"><path class="path gone" d="M4 36L20 14 48 8"/></g>`,
    "way of this round",
  ],
  ["chain:not(.bad)", '<path class="chain" d="M4 20h44"/>', "keep together"],
  ["chain.bad", '<path class="chain bad" d="M4 20h44"/>', "too far apart"],
  [
    "count",
    `<g class="count" transform="translate(26 20) scale(1.7)"><circle r="8"/>
      <text y="4.4">R</text></g>`,
    "touches Front or Rear; a number: Wounds",
  ],
  [
    "rank",
    `<g class="rank" transform="translate(26 20) scale(1.7)">
      <path class="rank-star" d="M0-6.6l2 4.5 4.9.5-3.7 3.3 1.1 4.8-4.3-2.5-4.3 2.5
        1.1-4.8-3.7-3.3 4.9-.5z"/>
      </g>`,
    "leads; in a disc: leads all",
  ],
  ...EYES.map(sight),
  [
    "ruin-w",
    `<path class="r-rubble" d="M6 6h40v28H6z"/>
      <path class="ruin-c" d="M6 18V6h14m14 0h12v10M6 28v6h22"/>
      <path class="ruin-w" d="M6 18V6h14m14 0h12v10M6 28v6h22"/>`,
    "ruin",
  ],
  [
    "reed",
    `<path class="r-mud" d="M4 6h44v28H4z"/>
      <path class="reed" d="M18 24l-2-9m2 9l1-11m-1 11l4-8M36 28l-2-9m2 9l1-11m-1 11l4-8"/>`,
    "bog",
  ],
  [
    "r-danger",
    `<path class="r-danger" d="M4 4h44v32H4z"/><g class="sign" transform="translate(26 19)">
      <path class="sign-w" d="M0-9l9 15h-18z"/><path class="sign-b" d="M0-4v5m0 2.6v.2"/></g>`,
    "dangerous ground",
  ],
  [
    "wall",
    `<path class="wall-c" d="M4 20h44"/><path class="wall" d="M4 20h44"/>
      <path class="wall-j" d="M4 20h44"/>`,
    "wall or hedge",
  ],
  ["duel", '<path class="duel" d="M4 20h44M20 14l12 12m-12 0l12-12"/>', "fight each other"],
];

/** Add a family to the page once; the lines of its legend have the class that `named` says. */
function add(
  /** @type {string} */ style,
  /** @type {Line[]} */ lines,
  /** @type {(name: string) => string} */ named,
) {
  const href = `/static/${style}`;
  if (document.querySelector(`link[href="${href}"]`)) return;
  document.head.append(h("link", { rel: "stylesheet", href }));
  const picture = (/** @type {string} */ markup) =>
    drawing(`<svg viewBox="0 0 52 40" aria-hidden="true">${markup}</svg>`);
  const rows = lines.map(([name, markup, words]) =>
    h("li", { class: named(name) }, picture(markup), words),
  );
  document.querySelector(".legend")?.append(...rows);
}

/** Boards of square tiles. */
export const tiles = () => add("tiles.css", TILES, (name) => `lg lg-${name}`);

/** Tables without places. */
export const plane = () => add("plane.css", PLANE, () => "pl");

/** Of the legend of a table without places only what is to be seen there is explained. */
export function explain() {
  const lines = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".legend .pl"));
  for (const [i, line] of lines.entries())
    line.hidden = !document.querySelector(`.board .${PLANE[i][0]}`);
}
