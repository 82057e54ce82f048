/** The terms of a battle by link: time, watching, talking, advice. Loaded when one is set up. */

import { h } from "../shared/dom.js";
import { labelled, select } from "../shared/forms.js";

const CLOCKS = [
  ["none", "none"],
  ["game", "minutes for the battle"],
  ["days", "days for each turn"],
];
const BEHIND = [
  ["0", "at once"],
  ["5", "5 decisions later"],
  ["20", "20 decisions later"],
  ["60", "60 decisions later"],
];

const number = (
  /** @type {string} */ name,
  /** @type {number} */ value,
  /** @type {number} */ min,
  /** @type {number} */ max,
) => h("input", { type: "number", name, value, min, max, step: 1, required: true });

/** The fields; those that the kind of clock has no use for are hidden and not sent. */
export function termsFields() {
  const clock = select("terms clock", CLOCKS, "none");
  const minutes = labelled("Minutes each", number("terms minutes", 60, 1, 600));
  const increment = labelled("Extra seconds a turn", number("terms increment", 30, 0, 600));
  const days = labelled("Days a turn", number("terms days", 3, 1, 60));
  const fit = () => {
    const { value } = clock;
    for (const [label, on] of /** @type {[HTMLLabelElement, boolean][]} */ ([
      [minutes, value === "game"],
      [increment, value === "game"],
      [days, value === "days"],
    ])) {
      label.hidden = !on;
      /** @type {HTMLInputElement} */ (label.querySelector("input")).disabled = !on;
    }
  };
  clock.addEventListener("change", fit);
  fit();
  return h(
    "fieldset",
    { class: "terms" },
    h("legend", {}, "Terms"),
    labelled("Clock", clock),
    minutes,
    increment,
    days,
    labelled("Watchers see it", select("terms delay", BEHIND, "0")),
    labelled(
      "They may say",
      select("terms chat", [
        ["on", "what they type"],
        ["off", "set phrases only"],
      ]),
    ),
    labelled(
      "Advice from the computer",
      select("terms advice", [
        ["off", "for nobody"],
        ["on", "for both"],
      ]),
    ),
  );
}

/** What is filled in, as the server wants it. */
export function termsOf(/** @type {FormData} */ data) {
  const count = (/** @type {string} */ name) => Number(data.get(`terms ${name}`) ?? 0);
  return {
    clock: String(data.get("terms clock")),
    minutes: count("minutes"),
    increment: count("increment"),
    days: count("days"),
    delay: count("delay"),
    chat: data.get("terms chat") === "on",
    advice: data.get("terms advice") === "on",
  };
}
