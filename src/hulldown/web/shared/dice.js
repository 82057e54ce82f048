/**
 * What this page adds to the dice of a game, 128 bits of its own, and what was promised before it
 * did: kept in this browser, so that the page can see after the game that all of it was held.
 */

import { beginGame } from "./net.js";
import { keep, recallData } from "./storage.js";

/** @import { KeptPart, TableView } from "./types.js" */

const shelf = (/** @type {string} */ game) => `hulldown.dice.${game}`;

/** 128 bits as 32 hexadecimal digits. */
const newPart = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** What this page added to a game. @returns {KeptPart | null} */
export function keptPart(/** @type {string} */ game) {
  return recallData(shelf(game), null);
}

const keepPart = (/** @type {string} */ game, /** @type {KeptPart} */ part) =>
  keep(shelf(game), JSON.stringify(part));

/**
 * Begin a game in which these seats are taken, and keep its tokens and what was added to its dice.
 * @param {string} path
 * @param {{kind: string}[]} seats
 * @param {any} [order]
 * @param {string} [token] of the seat for which a battle is begun again
 */
export async function newGame(path, seats, order = {}, token = "") {
  const seeded = typeof order.seed === "number";
  const seat = seeded ? -1 : seats.findIndex((one) => one.kind === "human");
  const part = seat < 0 ? "" : newPart();
  const made = await beginGame(path, { ...order, contribution: part }, token);
  const { commitment, promises } = made;
  if (part) keepPart(made.game, { seat, part, commitment, promises });
  return made;
}

/**
 * What goes along when somebody joins: the seed that they have read, or this page's part. It is
 * kept before it is sent, with the promises that were there already, and is the same when it has to
 * be sent again: so nobody can wait for a part that suits them.
 */
export function joining(/** @type {TableView} */ view, /** @type {number} */ seat) {
  const { game, seed, commitment, promises } = view;
  if (seed !== null) return { seed };
  if (!promises.length) return {};
  const kept = keptPart(game) ?? { seat, part: newPart(), commitment, promises };
  keepPart(game, kept);
  return { contribution: kept.part };
}
