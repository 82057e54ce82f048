/** The studies that are kept, verdict first; of those that are played how far they are. */

import { h } from "../shared/dom.js";
import { panel } from "../shared/panels.js";
import { signed } from "./words.js";

/** @import { Lab, StudyLine } from "./types.js" */

/** Kinds whose answers are differences; of others it is a share. */
export const DIFFERENCES = ["variant", "atlas", "units"];

export function drawList(/** @type {Lab} */ lab, /** @type {HTMLElement} */ el) {
  el.hidden = !lab.studies.length;
  panel(el, [lab.studies, lab.open, lab.rulesets], () => [
    h("h2", { id: "studies-title" }, "Studies"),
    h(
      "ul",
      {},
      lab.studies.map((one) => entry(lab, one)),
    ),
  ]);
}

function entry(/** @type {Lab} */ lab, /** @type {StudyLine} */ one) {
  const here = one.id === lab.open;
  const rules = lab.rulesets.find(({ id }) => id === one.ruleset)?.name ?? one.ruleset;
  const link = {
    href: `#${one.id}`,
    "aria-current": here ? "true" : null,
    "data-key": `study ${one.id}`,
  };
  return h(
    "li",
    { class: here ? "on" : null },
    h("a", link, one.name),
    h("span", { class: "v" }, stateSaid(one)),
    one.now && one.state !== "stopped" && bar(one),
    h("span", { class: "sub" }, [rules, told(one), day(one.when)].filter(Boolean).join(" \u00b7 ")),
  );
}

/** The verdict, or what the study is doing. */
function stateSaid(/** @type {StudyLine} */ { state, said, place }) {
  if (state === "queued") return place > 1 ? `Waits for ${place} others.` : "Waits for its turn.";
  if (state === "failed") return "Could not be played.";
  if (state === "stopping") return "Stops \u2026";
  if (state === "running") return "";
  return state === "stopped" ? `Stopped. ${said}` : said;
}

/** The interval by now and the time that is left, of one that is played. */
function told(/** @type {StudyLine} */ { kind, state, now }) {
  if (!now || state !== "running") return "";
  const words = [interval(kind, now)];
  if (now.left > 0) words.push(`at most ${left(now.left)} more`);
  return words.filter(Boolean).join(" \u00b7 ");
}

/** `So far +2.1 points for the first side, most likely between −0.9 and +5.0`. */
export function interval(
  /** @type {string} */ kind,
  /** @type {{estimate: number|null, low: number|null, high: number|null}} */ now,
) {
  const { estimate, low, high } = now;
  if (estimate === null || low === null || high === null) return "";
  const differs = DIFFERENCES.includes(kind);
  const tell = (/** @type {number} */ n) => (differs ? signed(100 * n) : (50 + 100 * n).toFixed(1));
  const who = kind === "depth" ? "the first player" : "the first side";
  const said = differs ? `${tell(estimate)} points for ${who}` : `${who} takes ${tell(estimate)} %`;
  return `So far ${said}, most likely between ${tell(low)} and ${tell(high)}`;
}

export function bar(/** @type {StudyLine} */ { now, name }) {
  if (!now) return "";
  const share = Math.round((100 * now.blocks) / Math.max(1, now.most));
  const label = `${name}: ${share} % of the pairs that it may take`;
  return h("progress", { max: 100, value: share, "aria-label": label });
}

/** Seconds in words. */
export function left(/** @type {number} */ seconds) {
  const several = (/** @type {number} */ n, /** @type {string} */ word) =>
    `${n} ${word}${n === 1 ? "" : "s"}`;
  if (seconds < 90) return several(Math.max(1, Math.round(seconds)), "second");
  if (seconds < 90 * 60) return several(Math.round(seconds / 60), "minute");
  return several(Math.round(seconds / 3600), "hour");
}

function day(/** @type {string} */ when) {
  const then = new Date(when);
  const today = new Date().toDateString() === then.toDateString();
  return today ? "today" : then.toLocaleDateString("en", { day: "numeric", month: "short" });
}
