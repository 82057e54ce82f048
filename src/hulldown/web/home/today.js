/** What is for today on Home: the puzzle of the day with streak and rating, the next lesson. */

import { $, h, many } from "../shared/dom.js";
import { call } from "../shared/net.js";
import { localDay } from "../shared/progress.js";
import { allDays, learnt, myRating, myStreak } from "../shared/progress_store.js";

/** @import { Daily, Taught } from "../shared/types.js" */

/** Fill the tiles; where there is nothing to learn they stay away. */
export async function today(/** @type {string} */ ruleset) {
  const day = localDay();
  /** @type {{taught: Taught[]}} */
  const { taught: lessons } = await call(`/api/learn/${ruleset}?kind=lesson`);
  const lesson = lessons.find(({ id }) => !learnt(`${ruleset}/${id}`).done) ?? lessons[0];
  $("first").hidden = !lesson;
  if (lesson) {
    const { id, title, picture } = lesson;
    fill($("first"), `/learn/${ruleset}/${id}`, picture, title, about(ruleset, lesson));
  }
  /** @type {Daily|null} */
  const daily = await call(`/api/learn/${ruleset}/daily?date=${day}`).catch(() => null);
  $("daily").hidden = !daily;
  if (!daily) return; // the rules have no puzzles
  const { id, text, picture } = daily;
  const solved = day in allDays() ? "Solved today. Another one comes tomorrow." : text;
  fill($("daily"), `/learn/${ruleset}/${id}`, picture, "Puzzle of the day", solved, ...standing());
}

/** A tile that leads to something to learn. */
function fill(
  /** @type {HTMLElement} */ tile,
  /** @type {string} */ to,
  /** @type {string} */ picture,
  /** @type {string} */ title,
  /** @type {(Node|string)[]} */ ...told
) {
  /** @type {HTMLAnchorElement} */ (tile).href = to;
  const words = told.map((one) => (one instanceof Node ? one : h("span", {}, one)));
  tile.replaceChildren(
    h("span", { class: "thumb" }, h("img", { src: picture, alt: "" })),
    h("span", {}, h("b", {}, title), words),
  );
}

/** What a lesson is about, in a sentence; of one that was left, how far it is. */
function about(/** @type {string} */ ruleset, /** @type {Taught} */ lesson) {
  const { id, text, steps, minutes } = lesson;
  const { step } = learnt(`${ruleset}/${id}`);
  if (step > 0 && step < steps) return `You are at step ${step + 1} of ${steps}.`;
  const time = minutes ? ` Takes ${many(minutes, "minute")}.` : "";
  return `${text.split(". ")[0].replace(/\.$/, "")}.${time}`;
}

/** How many days in a row, and the rating; nothing for who never tried a puzzle. */
function standing() {
  const [days, { value, tries }] = [myStreak(), myRating()];
  if (!days && !tries) return [];
  const line = h(
    "small",
    { class: "streak" },
    h("b", {}, many(days, "day")),
    " in a row",
    tries > 0 && [" \u00b7 rating ", h("b", {}, value)],
  );
  return [line];
}
