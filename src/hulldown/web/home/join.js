/** Joining a battle by its link: who is invited sees what is played, chooses, and agrees. */

import { differences } from "../shared/differing.js";
import { $, h, rule, rulesOf, SIDES, symbols } from "../shared/dom.js";
import { call, keepSeats, seats, themeButton } from "../shared/net.js";
import { forcesOf, offerBuilds } from "./forces.js";

/** @import { Difference, TableView } from "../shared/types.js" */

const game = decodeURIComponent(location.pathname.split("/")[2] ?? "");

function trouble(/** @type {any} */ error) {
  $("trouble").hidden = false;
  $("trouble").textContent = [error.message, error.rule].filter(Boolean).join(" ");
}

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
  const view = await call(`/api/games/${game}/view`, { token });
  if (view.seat === null || !view.waiting.includes(view.seat)) return sit(view.seat, token);
  rulesOf(view.ruleset.id, view.options);
  const differing = await call(`/api/games/${game}/differences`);
  lay(view, view.seat, differing, token);
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
  offerBuilds(own, wanted).catch(trouble);
  form.replaceChildren(
    about(view, seat),
    h("h2", { id: "differing" }, "Not by the printed rules"),
    differing.length
      ? differences(differing)
      : h("p", {}, "Nothing: this battle is by the printed rules."),
    own,
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
      await call(`/api/games/${game}/join`, { token, body: { forces } });
      sit(seat, token);
    } catch (error) {
      trouble(error);
    }
  };
}

function about(
  /** @type {TableView} */ { scenario, ruleset, seats: all, people },
  /** @type {number} */ seat,
) {
  const others = all.filter((one) => one.seat !== seat);
  const who = others.map((one) => `${SIDES[one.seat]}: ${one.player || one.name || "a person"}`);
  const picture = { src: `/api/games/${game}/picture.svg`, alt: "", width: 180, height: 180 };
  return h(
    "div",
    { class: "battle" },
    h("img", picture),
    h(
      "div",
      {},
      h("h2", {}, `${ruleset.name}: ${scenario.name}`),
      h("p", {}, h("b", {}, `You are ${SIDES[seat]}. `), scenario.sides[seat] ?? ""),
      h("p", { class: "sub" }, who.join(", ")),
      h("p", {}, h("b", {}, "Terms: "), people.terms.words.join(". "), "."),
      h("p", {}, scenario.briefing),
      h("p", {}, h("b", {}, "Victory: "), scenario.victory, " ", rule(scenario.rule)),
    ),
  );
}

themeButton($("theme"));
symbols().catch(() => {});
open().catch(trouble);
