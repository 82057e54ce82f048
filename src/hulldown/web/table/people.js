/**
 * What stands between the people of a table, loaded where people play each other: their clocks,
 * what one side offers and the other answers, and the button behind which they talk.
 */

import { $, announce, dressed, emblem, h, letter } from "../shared/dom.js";
import { Who } from "../shared/names.js";
import { seats } from "../shared/net.js";
import { panel } from "../shared/panels.js";
import { settle } from "./session.js";
import { change } from "./state.js";
import { hidden, talk, unread } from "./talk.js";

/** @import { ClockView, TableView } from "../shared/types.js" */
/** @import { People, State } from "./types.js" */

const LOW = 60; // seconds left from which a clock says so
const SAID = [60, 30, 10]; // seconds left at which it is said aloud
const TICK = 250; // ms
const DAY = 86_400;

/** Two people at one device need no clock between them and no words. */
const together = (/** @type {State} */ s) =>
  Object.values(seats(s.game)).filter((x) => x.kind === "human").length > 1;

/** Draw it all, once its styles are there; what has not changed stays. */
export async function drawPeople(/** @type {State} */ s) {
  s.people ??= made(s);
  const { people } = s;
  await people.dressed;
  const { view } = s;
  if (!view) return;
  drawClocks(people, view);
  const shown = talks(s, view);
  people.speak.hidden = !shown;
  const news = shown ? unread(s) : 0;
  panel(people.speak, [news], () => ["Talk", news > 0 && h("b", {}, news)]);
  people.speak.setAttribute("aria-expanded", String(!people.talk.hidden));
  drawAsks(s, people, view);
  if (shown) talk(s, people);
}

const talks = (/** @type {State} */ s, /** @type {TableView} */ view) =>
  view.seats.every((seat) => seat.kind !== "computer") && !together(s);

/** The places for it, put into the page once. @returns {People} */
function made(/** @type {State} */ s) {
  const people = {
    dressed: dressed("/static/table/people.css"),
    clocks: h("div", { class: "clocks", role: "group", "aria-label": "Clocks", hidden: true }),
    speak: h("button", { class: "plain speak", hidden: true, onclick: () => hidden(s) }),
    asks: h("div", { class: "slip asks", role: "status", hidden: true }),
    talk: h("aside", { class: "slip talk", id: "talk", "aria-label": "Talk", hidden: true }),
    ticks: 0,
    aloud: Infinity,
    looked: 0,
    said: /** @type {any} */ (null),
    asked: -1,
    read: -1,
    eager: false,
    wish: null,
    withdrawn: false,
  };
  people.speak.setAttribute("aria-controls", "talk");
  people.talk.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hidden(s, true);
  });
  $("help").before(people.clocks, people.speak);
  /** @type {Element} */ (document.querySelector("main")).append(people.asks, people.talk);
  people.ticks = window.setInterval(() => tick(s), TICK);
  return people;
}

// ---------------------------------------------------------------- clocks

function drawClocks(/** @type {People} */ people, /** @type {TableView} */ view) {
  const { clocks } = view.people;
  people.clocks.hidden = clocks.length === 0;
  panel(people.clocks, [clocks], () =>
    clocks.map((clock) =>
      h(
        "span",
        {
          class: `clock num side-${letter(clock.seat)}${clock.runs ? " runs" : ""}`,
          role: "timer",
          "data-seat": clock.seat,
          "aria-label": `${Who(view, clock.seat)}${clock.runs ? ", running" : ""}`,
        },
        emblem(clock.seat),
        h("span", { class: "left" }, time(clock.left)),
      ),
    ),
  );
}

/** Seconds that a clock shows: as the server said them, less what has gone by since. */
const left = (/** @type {ClockView} */ clock, /** @type {TableView} */ view) =>
  Math.max(0, clock.left - (clock.runs ? (performance.now() - (view.arrived ?? 0)) / 1000 : 0));

/** Seconds as a clock shows them: "2 d 5 h", "1:05:09", "9:41". */
export function time(/** @type {number} */ seconds) {
  const all = Math.ceil(seconds);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (all >= DAY) return `${Math.floor(all / DAY)} d ${Math.floor((all % DAY) / 3600)} h`;
  const [hours, minutes] = [Math.floor(all / 3600), Math.floor(all / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}

/** Let the clocks go on; the own one is said aloud near its end, and at it the server is asked. */
function tick(/** @type {State} */ s) {
  const { view, people } = s;
  if (!view || !people) return;
  for (const clock of view.people.clocks) {
    const now = left(clock, view);
    const el = people.clocks.querySelector(`[data-seat="${clock.seat}"]`);
    const shown = el?.querySelector(".left");
    if (!el || !shown) continue;
    const text = time(now);
    if (shown.textContent !== text) shown.textContent = text;
    el.classList.toggle("low", now < LOW);
    if (!clock.runs) continue;
    if (clock.seat === view.seat) warn(people, now);
    if (now === 0 && performance.now() - people.looked > 4 * TICK) {
      people.looked = performance.now();
      s.refresh();
    }
  }
}

function warn(/** @type {People} */ people, /** @type {number} */ now) {
  const passed = SAID.findLast((limit) => now <= limit) ?? Infinity;
  if (passed < people.aloud) announce(`${Math.ceil(now)} seconds left on your clock`);
  people.aloud = passed;
}

// ---------------------------------------------------------------- offers

/** What is asked of this side, or what this side waits for; the first that there is. */
function drawAsks(
  /** @type {State} */ s,
  /** @type {People} */ people,
  /** @type {TableView} */ view,
) {
  answered(people, view);
  const ask = s.at === null && !together(s) ? (asking(view) ?? told(people, view)) : null;
  people.asks.hidden = !ask;
  people.asks.classList.toggle("waits", Boolean(ask?.waits));
  panel(people.asks, [JSON.stringify(ask)], () => {
    if (!ask) return [];
    return [
      h("p", {}, ask.text),
      ask.answers.map(([say, label], i) =>
        h(
          "button",
          {
            class: i === 0 && !ask.waits ? "cta" : "plain",
            "data-key": `${ask.what} ${say}`,
            onclick: () => answer(s, ask.what, say),
          },
          label,
        ),
      ),
    ];
  });
}

function answer(/** @type {State} */ s, /** @type {string} */ what, /** @type {string} */ say) {
  if (s.people && say === "withdraw") s.people.withdrawn = true;
  if (s.people && say === "seen") {
    s.people.wish = null;
    return change(s, {});
  }
  return what === "claim" ? settle(s, "claim") : settle(s, "offer", { what, say });
}

/** Keep in mind what this side asks for; what is gone while the battle stands was refused. */
function answered(/** @type {People} */ people, /** @type {TableView} */ view) {
  const own = wishes(view).find((one) => one.by === view.seat);
  const { wish } = people;
  if (own) people.wish = { what: own.what, number: view.number, refused: false };
  else if (wish) {
    const agreed = view.people.next || (wish.what === "draw" && view.result);
    const stands = view.number === wish.number && !agreed && !people.withdrawn;
    people.wish = stands ? { ...wish, refused: true } : null;
    people.withdrawn = false;
  }
}

/** That the other side has refused, until it is read. */
function told(/** @type {People} */ people, /** @type {TableView} */ view) {
  const { wish } = people;
  if (!wish?.refused || view.seat === null) return null;
  const text = `${Who(view, 1 - view.seat)} said no to ${NAMES[wish.what]}.`;
  return { what: wish.what, text, waits: true, answers: [["seen", "All right"]] };
}

/** @type {Record<string, string>} */
const NAMES = { undo: "an undo", draw: "a draw", again: "a rematch" };

/** What each side may wish of the other, with the seat that does. */
function wishes(/** @type {TableView} */ { people, undo }) {
  return [
    { what: "undo", by: undo.asked, asks: "asks to take back its last decision." },
    { what: "draw", by: people.draw.by, asks: "offers a draw." },
    { what: "again", by: people.again.by, asks: "would like a rematch, sides swapped." },
  ];
}

/** @returns {{what: string, text: string, waits?: boolean, answers: string[][]} | null} */
function asking(/** @type {TableView} */ view) {
  const { seat, people, result } = view;
  if (seat === null) return null;
  const other = Who(view, 1 - seat);
  const all = wishes(view);
  const theirs = all.find((x) => x.by === 1 - seat);
  if (theirs) {
    const answers = [
      ["accept", "Agree"],
      ["decline", "Refuse"],
    ];
    return { what: theirs.what, text: `${other} ${theirs.asks}`, answers };
  }
  const own = all.find((x) => x.by === seat);
  if (own) {
    const verb = own.what === "undo" ? "ask for" : "offer";
    const text = `You ${verb} ${NAMES[own.what]}. ${other} has not answered yet.`;
    return { what: own.what, text, waits: true, answers: [["withdraw", "Withdraw"]] };
  }
  if (people.claim && !result) {
    const text = `${other} has not been here for days. You may claim the battle.`;
    return { what: "claim", text, waits: true, answers: [["claim", "Claim the battle"]] };
  }
  return null;
}
