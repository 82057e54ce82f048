/** What is kept, on the home page: one's own battles with how they stand, studies and packs. */

import { $, h, many, when } from "../shared/dom.js";
import { COLOURS, capital } from "../shared/names.js";
import { call } from "../shared/net.js";

/** @import { MyGame } from "../shared/types.js" */
/** @import { Part } from "./types.js" */

const PARTS = ["waiting", "running", "finished"]; // those first in which it is one's turn
const SHOWN = 6; // at first; the server sends 24 of a part at a time

/** All of them, drawn anew; `none` is said where there is none. */
export async function battles(
  /** @type {() => HTMLElement} */ none,
  /** @type {(error: any) => void} */ trouble,
) {
  const redraw = () => battles(none, trouble);
  const kept = shelf().catch(() => null); // the battles are there without it
  const [parts, more] = await Promise.all([Promise.all(PARTS.map((id) => mine(id))), kept]);
  const list = parts.some(({ games }) => games.length) ? listed(parts, redraw, trouble) : [none()];
  $("own").replaceChildren(...list);
  if (parts.slice(0, 2).some(({ games }) => games.length)) raise();
  $("shelf").replaceChildren(...(more ? [more] : []));
}

/** Battles that go on stand below the first battle, before all else. */
function raise() {
  document.querySelector(".hero")?.after($("yours"));
  document.querySelector(".home")?.classList.add("busy");
}

/** A part of one's own battles, with what brings those after them. @returns {Promise<Part>} */
async function mine(/** @type {string} */ part, after = 0) {
  const { games, more } = await call(
    `/api/me/games?${new URLSearchParams({ part, after: `${after}` })}`,
  );
  const next = after + games.length;
  return { games, more: more ? () => mine(part, next) : null };
}

/** The first of the battles, and a button that brings the others. */
function listed(
  /** @type {Part[]} */ parts,
  /** @type {() => Promise<void>} */ redraw,
  /** @type {(error: any) => void} */ trouble,
) {
  const list = h("ul", {});
  const games = parts.flatMap((part) => part.games);
  const left = () => games.length > 0 || parts.some(({ more }) => more);
  const show = (/** @type {MyGame[]} */ some) => {
    list.append(...some.map((game) => entry(game, redraw)));
    button.hidden = !left();
  };
  const rest = async () => {
    const last = list.lastElementChild;
    const next = await Promise.all(parts.map(({ more }) => more?.() ?? null));
    games.push(...next.flatMap((part) => part?.games ?? []));
    parts.splice(0, parts.length, ...next.filter((part) => part !== null));
    show(games.splice(0));
    const first = /** @type {HTMLElement|null|undefined} */ (last?.nextElementSibling);
    first?.querySelector("a")?.focus();
  };
  const onclick = () => rest().catch(trouble);
  const words = { type: "button", class: "plain more", "aria-label": "More of your battles" };
  const button = h("button", { ...words, onclick }, "More");
  show(games.splice(0, SHOWN));
  return [list, button];
}

/** Who plays the other side, as one says it; nobody who is still awaited. */
const against = (/** @type {MyGame} */ { other }) =>
  /not joined/.test(other) ? "" : other.replace(/^a person$/, "a friend");

/** How a battle stands: whose turn it is, or who has won. */
function state(/** @type {MyGame} */ game) {
  const { turn, you, other, result, invited } = game;
  const who = capital(against(game).replace(/^a friend$/, "your friend"));
  if (result === 2) return "A draw";
  if (result !== null) {
    if (you.length !== 1) return `${COLOURS[result]} won`;
    return you.includes(result) ? "You won" : `${who} won`;
  }
  if (invited) return "You are invited";
  if (turn === "you") return "Your turn";
  if (other && !who) return "Waiting for your friend";
  return who ? `${who}\u2019s turn` : "Under way";
}

/** Where a battle is to be seen. */
const place = (/** @type {MyGame} */ { line, invited }) =>
  `/${invited ? "join" : line.finished ? "replay" : "table"}/${line.game}`;

/** A battle in the list, which can be taken off it. */
function entry(/** @type {MyGame} */ game, /** @type {() => Promise<void>} */ redraw) {
  const { line, turn, invited } = game;
  const [rules, scenario] = line.title.split(": ");
  const other = against(game);
  const words = [
    rules,
    other && `against ${other}`,
    line.number > 0 && many(line.number, "order"),
    when(line.updated),
  ];
  const drop = async () => (await import("./delete_battle.js")).ask(game, redraw);
  const label = { type: "button", class: "drop", "aria-label": `Delete ${line.title}` };
  return h(
    "li",
    {},
    h(
      "a",
      { href: place(game) },
      h("b", {}, scenario || line.title),
      h("span", { class: turn === "you" || invited ? "stands mine" : "stands" }, state(game)),
      h("small", {}, words.filter(Boolean).join(" \u00b7 ")),
    ),
    h("button", { ...label, onclick: drop }, "Delete"),
  );
}

const SHELF = "Studies and packs";

/** The studies of the Lab and the packs of the Workshop; nothing where there are none. */
async function shelf() {
  const [studies, packs] = await Promise.all([call("/api/studies"), call("/api/workshop/packs")]);
  const line = (
    /** @type {string} */ href,
    /** @type {string} */ name,
    /** @type {string} */ said,
  ) => h("li", {}, h("a", { href }, h("b", {}, name), h("small", {}, said)));
  const lines = [
    ...studies.map((/** @type {any} */ one) =>
      line(`/lab#${one.id}`, one.name, one.said || one.state),
    ),
    ...packs.map((/** @type {any} */ one) =>
      line(`/workshop?pack=${one.id}`, one.name, `pack, version ${one.number}`),
    ),
  ];
  if (!lines.length) return null;
  const list = h("ul", {}, lines.slice(0, SHOWN));
  return h("section", { class: "yours", "aria-label": SHELF }, h("h2", {}, SHELF), list);
}
