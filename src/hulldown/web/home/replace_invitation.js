/** Another battle in place of one to which a friend is invited: the old link leads nowhere. */

import { newGame } from "../shared/dice.js";
import { h } from "../shared/dom.js";
import { labelled, select } from "../shared/forms.js";
import { COLOURS } from "../shared/names.js";
import { call, seats } from "../shared/net.js";
import { forget } from "../shared/storage.js";

/** @import { RulesetInfo, TableView } from "../shared/types.js" */
/** @import { HomeLine } from "./types.js" */

const NEW = "You get a new link and code then. The old ones stop working.";

/** Take an invitation back, and forget its seats. Refused once the friend has joined. */
export async function takeBack(/** @type {string} */ game) {
  const token = Object.values(seats(game)).find(({ kind }) => kind === "human")?.token ?? "";
  await call(`/api/games/${game}/withdraw`, { token, method: "POST" });
  forget(`hulldown.seats.${game}`);
}

/** Begin a battle in place of another; who has joined that meanwhile is not left alone there. */
export async function inPlaceOf(/** @type {string} */ before, /** @type {any} */ order) {
  const made = await newGame("/api/games", order.seats, order);
  try {
    await takeBack(before);
  } catch (error) {
    await takeBack(made.game).catch(() => {});
    throw error;
  }
  return made;
}

/**
 * Game, mission and side of an invitation, to be changed; `change` is given what is wanted instead.
 * @param {TableView} view
 * @param {(order: any) => Promise<void>} change
 * @param {(error: any) => void} trouble
 */
export async function chooser(view, change, trouble) {
  const mine = view.seat ?? 0;
  const { words: _, ...terms } = view.people.terms;
  /** @type {HomeLine[]} */
  const games = await call("/api/home");
  const firsts = new Map(games.map(({ id, scenario }) => [id, scenario.id]));
  const game = select(
    "game",
    games.map(({ id, name }) => [id, name]),
    view.ruleset.id,
  );
  const mission = select("mission", []);
  const side = select(
    "as",
    COLOURS.map((name, seat) => [String(seat), name]),
    String(mine),
  );
  const lay = async () => {
    /** @type {RulesetInfo} */
    const { scenarios } = await call(`/api/rulesets/${game.value}`);
    const some = scenarios.filter(({ sides }) => sides.length !== 1); // no place for a friend there
    const now = game.value === view.ruleset.id ? view.scenario.id : firsts.get(game.value);
    mission.replaceChildren(...some.map(({ id, name }) => h("option", { value: id }, name)));
    mission.value = now ?? "";
    tell();
  };
  const tell = () => {
    more.hidden =
      game.value === view.ruleset.id &&
      mission.value === view.scenario.id &&
      Number(side.value) === mine;
  };
  const button = h("button", { class: "cta" }, "Invite to this instead");
  const more = h("p", { class: "more", hidden: true }, button, " ", h("small", {}, NEW));
  const onsubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    button.disabled = true;
    const people = ["human", "invite"].map((kind) => ({ kind, player: "", name: "" }));
    const order = { ruleset: game.value, scenario: mission.value, options: {}, forces: {}, terms };
    const seated = side.value === "0" ? people : people.reverse();
    await change({ ...order, seed: null, seats: seated }).catch(trouble);
    button.disabled = false;
  };
  game.addEventListener("change", () => lay().catch(trouble));
  for (const one of [mission, side]) one.addEventListener("change", tell);
  await lay();
  return h(
    "form",
    { class: "instead", "aria-label": "What you play", onsubmit },
    labelled("You play", game),
    labelled("Mission", mission),
    labelled("You are", side),
    more,
  );
}
