/** What is kept, on the home page: one's own battles, others' apart, studies and packs. */

import { $, h, when } from "../shared/dom.js";
import { call, me, seats } from "../shared/net.js";

/** @import { GameLine, MyGame } from "../shared/types.js" */
/** @import { Part } from "./types.js" */

const WAITING = ["waiting", "Waiting for you", "play on"];
const YOURS = [
  ["running", "Running", "look at it"],
  ["finished", "Finished", "watch it again"],
];
const SHOWN = 6; // of a part at first; the server sends 24 at a time

/** All the battles, drawn anew. */
export async function battles(/** @type {(error: any) => void} */ trouble) {
  let others = await call("/api/games");
  if (await claimed(others)) others = await call("/api/games");
  const own = async (/** @type {string[]} */ [id, title, what], as = "h3") => {
    const draw = (/** @type {MyGame} */ game) => ownEntry(game, what, () => battles(trouble));
    return me() ? group(title, await mine(id), draw, trouble, as) : null;
  };
  const [waiting, more, ...yours] = await Promise.all([
    own(WAITING, "h2"),
    me() ? shelf() : null,
    ...YOURS.map((part) => own(part)),
  ]);
  const all = { games: others, more: null };
  const watched = (/** @type {GameLine} */ line) => entry(line, watching(line));
  const apart = group("Others\u2019 games", all, watched, trouble, "h2");
  const found = yours.filter((one) => one !== null);
  const here = [waiting, $("yours"), apart, more].filter((one) => one !== null);
  $("own").replaceChildren(...(found.length ? found : [h("p", { class: "sub" }, "None yet.")]));
  $("recent").replaceChildren(...here);
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
  const list = h("ul", { class: "lines" }, lines.slice(0, SHOWN));
  return h("section", { class: "slip recent", "aria-label": SHELF }, h("h2", {}, SHELF), list);
}

const watching = (/** @type {GameLine} */ { finished }) => (finished ? "watch it again" : "watch");

/** A part of one's own battles, with what brings those after them. @returns {Promise<Part>} */
async function mine(/** @type {string} */ part, after = 0) {
  const { games, more } = await call(
    `/api/me/games?${new URLSearchParams({ part, after: `${after}` })}`,
  );
  const next = after + games.length;
  return { games, more: more ? () => mine(part, next) : null };
}

/**
 * Seats that this browser holds from before there were owners become its own; whether there were.
 */
async function claimed(/** @type {GameLine[]} */ lines) {
  const held = lines.flatMap(({ game }) =>
    Object.values(seats(game))
      .filter(({ kind, token }) => kind === "human" && !token.includes("/"))
      .map(({ token }) => ({ game, token })),
  );
  for (const { game, token } of held)
    await call(`/api/me/games/${game}`, { method: "POST", token }).catch(() => {});
  return held.length > 0;
}

/**
 * A part with its title; nothing where there is none. The rest is shown when asked for.
 * @param {string} title
 * @param {Part} part
 * @param {(game: any) => HTMLElement} draw
 * @param {(error: any) => void} trouble
 * @param {string} as its title: of a slip of its own "h2", within one "h3"
 */
function group(title, part, draw, trouble, as) {
  if (!part.games.length) return null;
  const list = h("ul", {});
  let { games, more } = part;
  const show = async (count = SHOWN) => {
    if (!games.length && more) ({ games, more } = await more());
    list.append(...games.splice(0, count).map(draw));
    button.hidden = !games.length && !more;
  };
  const onclick = () => {
    const last = list.lastElementChild;
    const next = () => /** @type {HTMLElement|null|undefined} */ (last?.nextElementSibling);
    show(Number.POSITIVE_INFINITY).then(() => next()?.querySelector("a")?.focus(), trouble);
  };
  const button = h(
    "button",
    { type: "button", class: "plain more", "aria-label": `More: ${title}`, onclick },
    "More",
  );
  show();
  const cls = as === "h2" ? "slip recent" : "part";
  const head = h(/** @type {"h2"|"h3"} */ (as), {}, title);
  return h("section", { class: cls, "aria-label": title }, head, list, button);
}

/** A battle in a list. */
function entry(/** @type {GameLine} */ game, /** @type {string} */ what, against = "") {
  const count = `${game.number} ${game.number === 1 ? "order" : "orders"}, ${when(game.updated)}`;
  const picture = {
    src: `/api/games/${game.game}/picture.svg`,
    ...{ alt: "", loading: "lazy", width: 96, height: 112 },
    onerror: (/** @type {any} */ e) => e.target.classList.add("blank"),
  };
  return h(
    "li",
    {},
    h(
      "a",
      { href: `/${game.finished ? "replay" : "table"}/${game.game}` },
      h("img", picture),
      h(
        "span",
        {},
        h("b", {}, game.title || game.scenario),
        against && h("small", {}, `against ${against}`),
        h("small", {}, game.status),
        h("small", { class: "num" }, count),
        h("i", {}, what),
      ),
    ),
  );
}

/** One's own, which can be taken off the list. */
function ownEntry(
  /** @type {MyGame} */ game,
  /** @type {string} */ what,
  /** @type {() => Promise<void>} */ redraw,
) {
  const { line, other } = game;
  const item = entry(line, what, other);
  const label = { type: "button", class: "drop", "aria-label": `Delete ${line.title}` };
  item.append(
    h(
      "button",
      { ...label, onclick: async () => (await import("./leaving.js")).ask(game, redraw) },
      "Delete",
    ),
  );
  return item;
}
