/**
 * The invitation: the link in three ways, what is set up, who has come. Both pages go to the table
 * when all have joined.
 */

import { announced } from "../shared/differences.js";
import { $, announce, copyText, h, nodes, rulesOf, symbols } from "../shared/dom.js";
import { live } from "../shared/live.js";
import { COLOURS, OWN, speak, Who } from "../shared/names.js";
import { call, invites, seats } from "../shared/net.js";
import { refusal } from "../shared/notices.js";
import { attendance, sign } from "../shared/presence.js";
import { chooser, inPlaceOf, takeBack } from "./replace_invitation.js";

/** @import { AtTable, Difference, TableView } from "../shared/types.js" */

const game = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const base = `/api/games/${game}`;
const NEAR = /^(localhost|127\.[\d.]+|\[::1\])$/;
const ALONE =
  "This link opens on this computer only. " +
  "For a friend in your network, start hulldown so that your network can reach it. Then open " +
  "this page by the computer's name or number, and the link works.";
const HOW = "hulldown serve --host 0.0.0.0";
const WATCH = 20_000; // ms between two looks at the clock

/** @type {Record<string, string>} what a guest is at, who has not joined yet */
const AT = {
  never: "has not opened it yet",
  here: "has opened it and is choosing",
};

let leaving = false; // for another battle that takes the place of this

const token = () => Object.values(seats(game)).find((one) => one.kind === "human")?.token ?? "";

/** Who is awaited in a seat: by name where there is one, by the side where both are awaited. */
function guest(/** @type {TableView} */ view, /** @type {number} */ seat) {
  const name = Who(view, seat);
  if (name !== COLOURS[seat]) return name;
  return view.seat === null ? `${name}\u2019s player` : "Your friend";
}

/** What the page knows of who has come. */
class Guests {
  /** @param {TableView} view */
  constructor(view) {
    this.view = view;
    /** @type {AtTable[]} */ this.seen = [];
    this.heard = Date.now();
    this.said = "";
  }

  /** A line for each guest; read out when it says something new. */
  draw() {
    const lines = this.view.waiting.map((seat) => {
      const { state, words } = attendance(this.seen, seat, this.heard);
      const said = AT[state] ?? `opened it and is ${words}: no connection`;
      return { state, text: `${guest(this.view, seat)} ${said}.` };
    });
    const entry = (/** @type {{state: string, text: string}} */ one) =>
      h("li", {}, sign(one.state), one.text);
    $("guests").replaceChildren(...lines.map(entry));
    const now = lines.map((one) => one.text).join(" ");
    const news = lines.map((one) => one.state).join();
    if (this.said && this.said !== news) announce(now);
    this.said = news;
  }
}

async function open() {
  /** @type {TableView} */
  speak("you");
  const view = await call(`${base}/view`, { token: token() });
  const links = invites(game).filter((one) => view.waiting.includes(one.seat));
  if (!view.waiting.length || !links.length) return location.replace(`/table/${game}`);
  rulesOf(view.ruleset.id, view.options);
  const guests = new Guests(view);
  /** @type {Difference[]} */
  const differing = await call(`${base}/differences`, { token: token() });
  const usual = !differing.length && view.seed === null && view.scenario.id !== OWN;
  const plain = view.seat !== null && usual; // else only the form knows it all
  const content = [
    plain && (await chooser(view, change, refusal)),
    h("h2", {}, "Send this to your friend"),
    ...links.map((one) => way(one, links.length > 1)),
    NEAR.test(location.hostname) &&
      h(
        "p",
        { class: "sub near" },
        ALONE,
        " ",
        h("small", {}, "In a terminal: ", h("code", {}, HOW)),
      ),
    h("ul", { id: "guests", "aria-label": "Who has come" }),
    h("p", { class: "sub" }, "The battle starts when you both agree."),
    h(
      "div",
      { class: "row" },
      view.seat !== null &&
        h("button", { class: "plain", id: "withdraw", onclick: withdraw }, "Take it back"),
      h("a", { class: "plain", href: form(view) }, "Set up another battle, with a clock or rules"),
    ),
  ];
  $("invite").replaceChildren(...nodes(content));
  guests.draw();
  setInterval(() => guests.draw(), WATCH);
  live(game, token, (message) => hear(guests, message));
  await tell(view, differing);
}

/** The form of a battle that takes the place of this. */
const form = (/** @type {TableView} */ { ruleset }) =>
  `/?${new URLSearchParams({ other: "invite", ruleset: ruleset.id, instead: game })}`;

/** Invite to another battle in place of this. */
async function change(/** @type {any} */ order) {
  leaving = true;
  try {
    const made = await inPlaceOf(game, order);
    location.replace(`/invite/${made.game}`);
  } catch (error) {
    leaving = false;
    throw error;
  }
}

/** An invitation to be copied, given on, read out or photographed. */
function way(
  /** @type {{seat: number, link: string}} */ { seat, link },
  /** @type {boolean} */ several,
) {
  const name = several ? `Link for ${COLOURS[seat]}` : "Link";
  const field = h("input", {
    readonly: true,
    value: link,
    "aria-label": name,
    onfocus: () => field.select(),
  });
  const said = h("span", { class: "sub", role: "status" });
  const copied = async () => {
    const done = await copyText(link);
    if (!done) field.focus();
    said.textContent = done ? "Copied" : "Copy it from the field.";
  };
  const share = () => navigator.share({ title: "hulldown", url: link }).catch(() => {});
  const picture = h("img", {
    class: "code",
    alt: `${name} as a QR code`,
    width: 200,
    height: 200,
    hidden: true,
  });
  const letters = h("p", { class: "letters", hidden: true });
  photograph(picture, link).catch(refusal);
  readOut(letters, link).catch(refusal);
  return h(
    "div",
    { class: "way" },
    h(
      "div",
      {},
      field,
      h(
        "div",
        { class: "row" },
        h("button", { class: "cta", onclick: copied }, "Copy the link"),
        "share" in navigator && h("button", { class: "plain", onclick: share }, "Share \u2026"),
        said,
      ),
      letters,
    ),
    h("figure", {}, picture, h("figcaption", { class: "sub" }, "or let your friend scan it")),
  );
}

const posted = (/** @type {string} */ link) =>
  fetch(`${base}/invitation.svg`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ link }),
  });

/** The picture of a link. The link travels in a message, never in an address. */
async function photograph(/** @type {HTMLImageElement} */ picture, /** @type {string} */ link) {
  const answer = await posted(link);
  if (!answer.ok) return; // the link is there to be copied
  picture.src = URL.createObjectURL(await answer.blob());
  picture.hidden = false;
}

/** The code of a link, and where it is typed; one that holds no more is not shown. */
async function readOut(/** @type {HTMLElement} */ el, /** @type {string} */ link) {
  const { code } = await call(`${base}/invitation`, { body: { link } });
  el.hidden = !code;
  el.replaceChildren(
    "or say: \u201cgo to ",
    h("b", {}, `${location.host}/join`),
    " and type ",
    h("b", { class: "spelled" }, code),
    "\u201d. It holds for a day.",
  );
}

/** What is set up; nothing of it can be changed any more. */
async function tell(/** @type {TableView} */ view, /** @type {Difference[]} */ differing) {
  const { about } = await import("./battle.js");
  $("battle").hidden = false;
  $("battle").replaceChildren(about(view, view.seat), ...announced(differing));
}

async function hear(/** @type {Guests} */ guests, /** @type {any} */ message) {
  const { type } = message;
  if (type === "line") $("lost").hidden = message.up;
  if (type === "withdrawn" && !leaving) location.replace("/");
  if (type === "hello" || type === "presence") {
    guests.seen = message.presence ?? message.seats;
    guests.heard = Date.now();
    guests.draw();
  }
  if (type !== "changed" && type !== "hello") return;
  const view = await call(`${base}/view`, { token: token() }).catch(() => null);
  if (!view) return;
  guests.view = view;
  if (view.waiting.length) guests.draw();
  else location.replace(`/table/${game}`);
}

/** Asks once more, in the same place: the link is worth nothing then. */
function withdraw() {
  const button = $("withdraw");
  if (button.dataset.sure) {
    takeBack(game).then(() => location.replace("/"), refusal);
    return;
  }
  button.dataset.sure = "yes";
  button.textContent = "Take it back: the link stops working";
}

symbols().catch(() => {});
open().catch(refusal);
