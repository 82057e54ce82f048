/** What boards of square tiles add to a page, loaded with the first of them: their styles, lines of the legend. */

import { drawing, h } from "../shared/dom.js";

/** @type {[string, string, string][]} name, drawing, words */
const LINES = [
  [
    "ring",
    '<path class="ring on" d="M26 4a16 16 0 0 1 0 32"/><path class="ring off" d="M26 36a16 16 0 0 1 0-32"/>',
    "shield and its charge",
  ],
  [
    "heat",
    '<rect class="tube" x="22" y="3" width="8" height="34" rx="4"/><rect class="merc" x="23.4" y="14" width="5.2" height="22" rx="2.6"/><path class="limit" d="M18 20h16"/>',
    "heat and its limit",
  ],
  [
    "stun",
    '<g class="stun"><circle cx="26" cy="20" r="15"/><path transform="translate(26 20) scale(1.6)" d="M2-7L-4 1H0L-2 7L4-2H0z"/></g>',
    "stunned",
  ],
  [
    "watch",
    '<path class="watch side-a" d="M8 30a26 26 0 0 1 36 0M8 30l5 6M44 30l-5 6M21 23l5-8 5 8"/>',
    "will fire by itself there",
  ],
  [
    "dart",
    '<g class="side-a"><circle class="strike-ring" cx="26" cy="20" r="15"/><path class="dart" d="M42 4L29 17M29 17l1-8M29 17l8-2"/></g>',
    "rounds coming down",
  ],
];

document.head.append(h("link", { rel: "stylesheet", href: "/static/tiles.css" }));
document
  .querySelector(".legend")
  ?.append(
    ...LINES.map(([name, drawn, words]) =>
      h(
        "li",
        { class: `lg lg-${name}` },
        drawing(`<svg viewBox="0 0 52 40" aria-hidden="true">${drawn}</svg>`),
        words,
      ),
    ),
  );
