/** The puzzle of the day: its board, what is asked, the week, the days in a row and the rating. */

import { h, many } from "../shared/dom.js";
import { glyph } from "../shared/panels.js";
import { weekOf } from "../shared/progress.js";
import { allDays, learnt, myRating, myStreak, triedToday } from "../shared/progress_store.js";

/** @import { Daily } from "../shared/types.js" */

const FLAME = "M12 3c1 4 5 5 5 10a5 5 0 0 1-10 0c0-2 1-3 2-4 0 2 1 3 2 3 0-3-1-6 1-9z";
const TICK = "\u2713";
const HOW =
  "Answer it on its board, by a click or by an order. The answer is worked out, not rolled: " +
  "luck cannot help you.";

/** The card of a day's puzzle. */
export function todaysPuzzle(/** @type {Daily} */ daily) {
  const name = `${daily.ruleset}/${daily.id}`;
  const { done, share } = learnt(name);
  const counts = Object.hasOwn(allDays(), daily.date);
  const solved = done && share === 1;
  const to = { href: `/learn/${name}` };
  return [
    h(
      "a",
      { class: "board-of-day", ...to, tabindex: -1, "aria-hidden": "true" },
      h("img", { src: daily.picture, alt: "", width: 680, height: 668 }),
    ),
    h(
      "div",
      { class: "asks" },
      h("h3", {}, daily.text),
      h("p", { class: "which" }, `\u201c${daily.title}\u201d is rated ${daily.rating}. ${HOW}`),
      h(
        "p",
        { class: "does" },
        h(
          "a",
          { class: "cta go", ...to },
          solved ? "Look at it again" : done ? "Try again" : "Solve it",
        ),
      ),
      h("p", { class: "state", role: "status" }, state(name, solved, counts)),
      week(daily.date),
      numbers(),
    ),
  ];
}

/** What came of it today, or before. */
function state(
  /** @type {string} */ name,
  /** @type {boolean} */ solved,
  /** @type {boolean} */ counts,
) {
  if (counts) return `${TICK} Today counts.`;
  if (solved) return "Solved before. Solve it again today, and the day counts.";
  return triedToday(name) ? "You tried it today and have not solved it yet." : "";
}

/** The days of this week, each with whether a puzzle of the day was solved on it. */
function week(/** @type {string} */ today) {
  const days = allDays();
  const names = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" });
  return h(
    "ol",
    { class: "week", "aria-label": "This week" },
    weekOf(today).map((day) => {
      const done = Object.hasOwn(days, day);
      const name = names.format(new Date(`${day}T00:00:00Z`));
      const kind = [done && "ok", day === today && "now"].filter(Boolean).join(" ");
      return h(
        "li",
        { class: kind, "aria-current": day === today ? "date" : null },
        h("span", { "aria-hidden": "true" }, done ? TICK : name[0]),
        h("span", { class: "vh" }, `${name}: ${done ? "solved" : "not solved"}`),
      );
    }),
  );
}

/** Days in a row, and the rating. */
function numbers() {
  const row = myStreak();
  const { value, tries, up } = myRating();
  const moved = up ? `, ${many(Math.abs(up), "point")} ${up > 0 ? "up" : "down"} today` : "";
  const tile = (/** @type {any[]} */ big, /** @type {string} */ small) =>
    h("div", {}, h("b", { class: "num" }, big), h("small", {}, small));
  return h(
    "div",
    { class: "numbers" },
    tile([glyph(FLAME), row], row === 1 ? "day in a row" : "days in a row"),
    tile([value], tries ? `rating${moved}` : "rating at the start"),
  );
}
