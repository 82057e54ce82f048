/** Ways into a battle that there is already: the code of an invitation, the file of a saved one. */

import { $, h } from "../shared/dom.js";
import { fileOf } from "../shared/forms.js";
import { beginGame, call, keepSeats, textOf } from "../shared/net.js";
import { refusal } from "../shared/notices.js";

/** Have a form lead to the battle of the code that is typed there; what is wrong is told in it. */
export function byCode(/** @type {HTMLFormElement} */ form) {
  const said = /** @type {HTMLElement} */ (form.querySelector("[role=alert]"));
  const join = async () => {
    const body = { code: String(new FormData(form).get("code")) };
    const { game } = await call("/api/invitations", { body });
    keepSeats(game, await call(`/api/games/${game}/code`, { body }));
    location.assign(`/join/${game}`);
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    said.textContent = "";
    join().catch((error) => {
      said.textContent = error.message;
    });
  };
}

/** Open the file that was chosen, and go to its table. */
export async function open(/** @type {Event} */ event) {
  const file = fileOf(event);
  if (!file) return;
  $("trouble").hidden = true;
  try {
    const made = await beginGame("/api/games/load", JSON.parse(await textOf(file)));
    if (made.unproved.length) return warn(made);
    location.assign(`/table/${made.game}`);
  } catch (error) {
    const unread = new Error(`${file.name} is no saved battle.`);
    refusal(error instanceof SyntaxError ? unread : error);
  }
}

/** Say what the file of a battle cannot prove before the battle is shown. */
function warn(/** @type {{game: string, unproved: string[]}} */ made) {
  const what = made.unproved.join("; nor ");
  $("trouble").replaceChildren(
    `This file is old. It plays the same, but it cannot prove ${what}. `,
    h("a", { class: "plain", href: `/table/${made.game}` }, "Show the battle"),
  );
  $("trouble").hidden = false;
}
