/** Words and numbers as the Lab says them, and a question as a file. */

import { download } from "../shared/net.js";
import { studyOf } from "./state.js";

/** @import { Lab } from "./types.js" */

/** `Skirmish, Capture and Breakthrough`. */
export const listed = (/** @type {string[]} */ words) =>
  words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : (words[0] ?? "none");

/** Players of a kind: `Gunners`, `Timid players`. @returns {[string, string][]} */
export const playerNames = (/** @type {Lab} */ { offer }) =>
  offer.players.map(({ id, name }) => [
    id,
    /(n|r|[^c]t)$/.test(name) ? `${name}s` : `${name} players`,
  ]);

export const count = (/** @type {number} */ n) => Math.round(n).toLocaleString("en");

/** Minutes in words. */
export const time = (/** @type {number} */ minutes) => {
  if (minutes < 0.5) return "less than half a minute";
  if (minutes < 1.5) return "a minute";
  if (minutes < 90) return `${Math.round(minutes)} minutes`;
  return minutes < 48 * 60
    ? `${Math.round(minutes / 60)} hours`
    : `${Math.round(minutes / 1440)} days`;
};

/** Give the question as a file. */
export function asFile(/** @type {Lab} */ lab) {
  const { toml = "" } = lab.judged ?? {};
  const word = studyOf(lab)
    .name.toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  download(`${word.replace(/^-|-$/g, "") || "study"}.toml`, toml, "application/toml");
}

/** A difference or a share with its sign where it has one: `+2.1`, `54.0`. */
export const signed = (/** @type {number} */ n) =>
  `${n < 0 ? "\u2212" : "+"}${Math.abs(n).toFixed(1)}`;
