/** Slips over the page, loaded with the first of them: the menu, help, and questions that want a yes. */

import { h, rule } from "../shared/dom.js";
import { keepSetting, setting } from "../shared/net.js";
import { nextTheme } from "../shared/theme.js";
import { copy, invites } from "./invites.js";
import { change, state } from "./state.js";

/** What the help slip shows. */
const HELP = [
  ["letters, digits", "the order on the button with that key"],
  ["Arrow keys", "move over the board (Tab goes to the board)"],
  ["Enter", "choose; once more to order it"],
  ["Space", "end the activation or turn"],
  ["Esc", "back, drop what is chosen"],
  ["?", "what the computer would do"],
  ["U", "undo"],
  ["N", "next unit of yours"],
  ["[ and ]", "one step back or on in the film"],
  ["P", "play the film"],
  ["+  \u2212  0", "closer, farther, whole board"],
  ["H", "this help"],
];

/** Show a slip; it goes with Escape, its buttons or a click beside it. */
function slip(/** @type {string} */ title, /** @type {any[]} */ ...content) {
  const box = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      {
        class: "slip ask",
        "aria-label": title,
        onclick: (/** @type {Event} */ e) => e.target === box && box.close(),
        onclose: () => box.remove(),
      },
      h("h2", {}, title),
      ...content,
    )
  );
  document.body.append(box);
  box.showModal();
  return box;
}

const closer = (/** @type {string} */ text = "Close") =>
  h("form", { method: "dialog" }, h("button", { class: "plain" }, text));

export function help() {
  slip(
    "Keys",
    h(
      "dl",
      { class: "keys" },
      HELP.map(([key, what]) => [h("dt", {}, key), h("dd", {}, what)]),
    ),
    h(
      "p",
      { class: "sub" },
      "By hand: click a unit, then an order or a target. The first click shows what it means, the second orders it. Wheel or two fingers zoom the board.",
    ),
    closer(),
  );
}

/** Ask before something that cannot be taken back. */
function confirmed(
  /** @type {string} */ question,
  /** @type {string} */ yes,
  /** @type {() => void} */ act,
) {
  const box = slip(
    question,
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          class: "cta",
          onclick: () => {
            box.close();
            act();
          },
        },
        yes,
      ),
      closer("No, go on"),
    ),
  );
}

/**
 * The menu of the table.
 * @param {{act: (texts: string[]) => void, token: () => string}} can
 */
export function menu(can) {
  const view = state.view;
  if (!view) return;
  const item = (/** @type {string} */ text, /** @type {(e: Event) => void} */ press) =>
    h("li", {}, h("button", { onclick: press }, text));
  const concede = view.orders.find((o) => o.group === "concede" && !o.refusal);
  const box = slip(
    "Menu",
    h(
      "ul",
      { class: "menu" },
      h("li", {}, h("a", { href: `/rulebook/${view.ruleset.id}`, target: "rulebook" }, "Rulebook")),
      item("Briefing", () => {
        box.close();
        briefing();
      }),
      item(`Chance to win: ${setting("chances", "on")}`, flip),
      item(`Theme: ${setting("theme", "system")}`, (e) => name(e, `Theme: ${nextTheme()}`)),
      item("Keys", () => {
        box.close();
        help();
      }),
      item("Save the battle as a file", () => {
        box.close();
        save(can.token());
      }),
      !view.result &&
        item("Copy a link to watch", (e) => copy(e, `${location.origin}/table/${state.game}`)),
      item("Copy a link to the film", (e) => copy(e, `${location.origin}/replay/${state.game}`)),
      invites().map(({ side, link }) =>
        item(`Copy the invite link for ${side}`, (e) => copy(e, link)),
      ),
      concede &&
        item("Concede \u2026", () => {
          box.close();
          confirmed("Give the battle up?", "Concede", () => can.act([concede.text]));
        }),
      h("li", {}, h("a", { href: "/garage" }, "Garage")),
      h("li", {}, h("a", { href: "/odds" }, "Odds of any shot")),
      setting(`battle.${state.game}`) &&
        h(
          "li",
          {},
          h("a", { href: `/campaign/${setting(`battle.${state.game}`)}` }, "Back to the campaign"),
        ),
      h("li", {}, h("a", { href: "/" }, "Home")),
    ),
    closer(),
  );
}

const name = (/** @type {Event} */ e, /** @type {string} */ text) =>
  /** @type {Element} */ ((e.currentTarget).textContent = text);

function flip(/** @type {Event} */ e) {
  keepSetting("chances", setting("chances", "on") === "on" ? "off" : "on");
  name(e, `Chance to win: ${setting("chances", "on")}`);
  change({});
}

async function save(/** @type {string} */ token) {
  const answer = await fetch(`/api/games/${state.game}/save`, {
    headers: token ? { Authorization: `Bearer ${token}` } : {},
  }).catch(() => null);
  const why = answer && !answer.ok ? await answer.json().catch(() => null) : null;
  if (!answer?.ok)
    return change({
      trouble: { text: why?.error?.text ?? "The battle could not be saved now.", rule: "" },
    });
  const url = URL.createObjectURL(await answer.blob());
  h("a", {
    href: url,
    download: `hulldown-${state.view?.scenario.id ?? "battle"}-${state.game}.json`,
  }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

export function briefing() {
  const s = state.view?.scenario;
  if (s)
    slip(
      s.name,
      h("p", {}, s.briefing),
      h("h3", {}, "Victory"),
      h("p", {}, s.victory, " ", rule(s.rule)),
      closer(),
    );
}
