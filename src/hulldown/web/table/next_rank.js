/** After a victory over a rank of the computer: the next rank, on the same ground. */

import { newGame } from "../shared/dice.js";
import { h } from "../shared/dom.js";
import { OWN } from "../shared/names.js";
import { call, keepSetting, LAST_GAME, setting } from "../shared/net.js";

/** @import { TableView } from "../shared/types.js" */
/** @import { HomeLine } from "../home/types.js" */

/** The line of a battle, made once. @type {Map<string, HTMLElement>} */
const lines = new Map();

/** Whether the viewer has beaten the computer in a battle that can be begun again. */
const beaten = (/** @type {TableView} */ { result, seat, seats, scenario, game }) =>
  seat !== null &&
  result?.winner === seat &&
  seats[1 - seat].kind === "computer" &&
  scenario.id !== OWN &&
  !setting(`battle.${game}`); // of a campaign

/**
 * What a victory leads to, filled in once the ranks are known; Home begins with that rank from now
 * on.
 * @param {TableView} view
 * @param {(error: any) => void} trouble
 */
export function onward(view, trouble) {
  const before = lines.get(view.game);
  if (before) return before;
  const line = h("p", { class: "onward", hidden: true });
  lines.set(view.game, line);
  if (beaten(view)) lay(line, view, trouble).catch(() => {}); // the line may be down
  return line;
}

/**
 * @param {HTMLElement} line
 * @param {TableView} view
 * @param {(error: any) => void} trouble
 */
async function lay(line, view, trouble) {
  const { ruleset, seats, seat, scenario, options } = view;
  const [mine, theirs] = [seat ?? 0, seats[1 - (seat ?? 0)]];
  /** @type {HomeLine[]} */
  const games = await call("/api/home");
  const ranks = games.find(({ id }) => id === ruleset.id)?.players ?? [];
  const at = ranks.findIndex(({ id }) => id === theirs.player);
  if (at < 0) return;
  const [{ name }, next] = [ranks[at], ranks[at + 1]];
  line.hidden = false;
  if (!next) return void line.append(`You beat ${name}, the highest rank.`);
  keepSetting(`rank.${ruleset.id}`, next.id);
  keepSetting(`beaten.${ruleset.id}`, name);
  keepSetting(LAST_GAME, ruleset.id); // Home begins with it, too
  const other = { kind: "computer", player: next.id, name: "" };
  const you = { kind: "human", player: "", name: "" };
  const order = { ruleset: ruleset.id, scenario: scenario.id, options, forces: {}, seed: null };
  const seated = mine ? [other, you] : [you, other];
  const go = async () => {
    const made = await newGame("/api/games", seated, { ...order, seats: seated });
    location.assign(`/table/${made.game}`);
  };
  const press = () => go().catch(trouble);
  line.append(
    `You beat ${name}. `,
    h("button", { class: "plain", onclick: press }, `Try ${next.name}`),
  );
}
