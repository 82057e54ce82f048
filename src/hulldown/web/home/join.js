/** Joining a battle by its link: who is invited sees what is played, chooses, and agrees. */

import { joining } from "../shared/dice.js";
import { announced } from "../shared/differences.js";
import { $, h, rulesOf, symbols } from "../shared/dom.js";
import { live } from "../shared/live.js";
import { speak, Who } from "../shared/names.js";
import { call, keepSeats, order, seats } from "../shared/net.js";
import { refusal } from "../shared/notices.js";
import { attendance, sign } from "../shared/presence.js";
import { about } from "./battle.js";
import { byCode } from "./entry.js";
import { forcesOf, offerBuilds } from "./forces.js";

/** @import { Difference, TableView } from "../shared/types.js" */
/** @import { Join } from "./types.js" */

const FAIR = "Nobody can rig the dice: not your friend, not the server, not you.";
const game = decodeURIComponent(location.pathname.split("/")[2] ?? "");

/** The token of the link, or one that this browser holds. */
function proof() {
  const invited = new URLSearchParams(location.hash.slice(1)).get("seat");
  const kept = Object.values(seats(game)).find((seat) => seat.kind === "human");
  return invited ?? kept?.token ?? "";
}

/** To the table, with the seat kept in this browser. */
function sit(/** @type {number|null} */ seat, /** @type {string} */ token) {
  if (seat !== null) keepSeats(game, [{ seat, kind: "human", token }]);
  location.replace(`/table/${game}`);
}

async function open() {
  const token = proof();
  /** @type {TableView} */
  speak("you");
  /** @type {TableView} */ const view = await call(`/api/games/${game}/view`, { token });
  if (view.seat === null || !view.waiting.includes(view.seat)) return sit(view.seat, token);
  rulesOf(view.ruleset.id, view.options);
  const differing = await call(`/api/games/${game}/differences`, { token });
  lay(view, view.seat, differing, token);
  const hosts = view.seats.filter((one) => one.seat !== view.seat && one.kind === "human");
  const page = { seat: view.seat, token, hosts: hosts.map((one) => one.seat), view };
  live(
    game,
    () => token,
    (message) => hear(page, message),
  );
}

function lay(
  /** @type {TableView} */ view,
  /** @type {number} */ seat,
  /** @type {Difference[]} */ differing,
  /** @type {string} */ token,
) {
  const form = /** @type {HTMLFormElement} */ ($("join"));
  const { scenario, ruleset } = view;
  const own = h("div", { class: "own" });
  const roster = scenario.roster.filter((unit) => unit.side === seat);
  const wanted = { ruleset: ruleset.id, info: { ...scenario, roster }, mine: seat, opened: false };
  offerBuilds(own, wanted).catch(refusal);
  form.replaceChildren(
    about(view, seat),
    ...announced(differing),
    h("h2", {}, "Dice"),
    ...dice(view),
    own,
    h("ul", { id: "hosts", "aria-label": "Who is there", "aria-live": "polite" }),
    h(
      "div",
      { class: "row" },
      h("button", { class: "cta" }, "Agree and join"),
      h("a", { class: "plain", href: "/" }, "Not now"),
    ),
  );
  form.onsubmit = async (event) => {
    event.preventDefault();
    $("trouble").hidden = true;
    try {
      const forces = await forcesOf(new FormData(form), ruleset.id);
      await order(`/api/games/${game}/join`, { token, body: { forces, ...joining(view, seat) } });
      sit(seat, token);
    } catch (error) {
      refusal(error);
    }
  };
}

/** Where the dice come from: in a sentence where nobody can rig them, and how that is, if asked. */
function dice(/** @type {TableView} */ { seed, promises, dice_told: told }) {
  if (seed !== null || !promises.length) return [h("p", {}, told)];
  const held = "After the battle this page shows whether every promise was held.";
  return [
    h("p", {}, FAIR),
    h("details", {}, h("summary", {}, "How that works"), h("p", {}, told, " ", held)),
  ];
}

/** Who invites is there or not; the invitation may be taken back, or agreed to on another page. */
function hear(/** @type {Join} */ page, /** @type {any} */ message) {
  const { type } = message;
  if (type === "line") $("lost").hidden = message.up;
  if (type === "hello" || type === "presence") {
    const seen = message.presence ?? message.seats;
    const hosts = page.hosts.map((seat) => {
      const { state, words } = attendance(seen, seat, Date.now());
      return h("li", {}, sign(state), `${Who(page.view, seat)}, who invites you, is ${words}.`);
    });
    $("hosts").replaceChildren(...hosts);
  }
  if (type === "withdrawn")
    $("join").replaceChildren(
      h("h2", {}, "This invitation was taken back."),
      h("p", {}, "If your friend wants another battle, ask for the new link or code."),
      h("a", { class: "plain", href: "/" }, "Home"),
    );
  if (type !== "changed") return;
  call(`/api/games/${game}/view`, { token: page.token }).then((view) => {
    if (!view.waiting.includes(page.seat)) sit(page.seat, page.token);
  }, refusal);
}

/** Where no battle is named, a code is asked for. */
function ask() {
  const form = /** @type {HTMLFormElement} */ ($("join"));
  const words = { autocomplete: "off", autocapitalize: "characters", spellcheck: false };
  const field = h("input", { name: "code", maxlength: 16, required: true, ...words });
  form.replaceChildren(
    h("label", {}, h("span", {}, "The code you were given"), field),
    h("p", { role: "alert" }),
    h("div", { class: "row" }, h("button", { class: "cta" }, "Join")),
  );
  byCode(form);
  field.focus();
}

if (game) {
  symbols().catch(() => {});
  open().catch(refusal);
} else ask();
