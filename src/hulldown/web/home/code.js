/** The code of an invitation, typed where a link cannot be sent. */

import { call, keepSeats } from "../shared/net.js";

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
