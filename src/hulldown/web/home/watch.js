/** The battles of others that everybody may find. */

import { $, h, SIDES, when } from "../shared/dom.js";
import { COLOURS } from "../shared/names.js";
import { call, seats } from "../shared/net.js";
import { refusal } from "../shared/notices.js";

/** @import { GameLine } from "../shared/types.js" */

async function open() {
  let lines = await call("/api/games");
  if (await claimed(lines)) lines = await call("/api/games");
  const none = h("p", { class: "sub" }, "None now. Players choose whether others may watch.");
  $("battles").replaceChildren(lines.length ? h("ul", {}, lines.map(entry)) : none);
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

/** How a battle stands, its sides called as the pages call them. */
const coloured = (/** @type {string} */ status) =>
  SIDES.reduce((text, side, at) => text.replaceAll(side, COLOURS[at]), status);

function entry(/** @type {GameLine} */ game) {
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
        h("small", {}, coloured(game.status)),
        h("small", { class: "num" }, count),
        h("i", {}, game.finished ? "watch it again" : "watch"),
      ),
    ),
  );
}

open().catch(refusal);
