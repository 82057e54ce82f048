/** Who one is here, without an account: a name, and a secret link to another device. */

import { announce, copy, h } from "../shared/dom.js";
import { become, beKnown, call, keepSetting, me, setting } from "../shared/net.js";

const BEFORE = "me.before"; // who it was here before somebody came by a secret link
const ABOUT =
  "This browser holds the key to your battles, builds and packs. There is no " +
  "account and no password: anybody with the link below is you.";

/** The link that makes another device this somebody; behind the #, it comes into no log. */
const secretLink = (/** @type {string} */ token) => `${location.origin}/me#${token}`;

/** The slip about oneself, folded until somebody opens it. */
export async function you(
  /** @type {HTMLDetailsElement} */ slip,
  /** @type {(error: any) => void} */ trouble,
) {
  const { name } = me() ? await call("/api/me") : { name: "" };
  const field = h("input", { name: "me", maxlength: 64, autocomplete: "nickname", value: name });
  const save = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const wanted = /** @type {HTMLInputElement} */ (field).value;
    try {
      if (!me()) await beKnown();
      await call("/api/me", { method: "PUT", body: { name: wanted } });
      await you(slip, trouble);
      announce("Your name is saved.");
      /** @type {HTMLInputElement|null} */ (slip.querySelector("input"))?.focus();
    } catch (error) {
      trouble(error);
    }
  };
  slip.replaceChildren(
    h("summary", {}, h("b", {}, "You"), name && ` are ${name}`),
    h("p", { class: "sub" }, ABOUT),
    h(
      "form",
      { class: "name", onsubmit: save },
      h("label", {}, h("span", {}, "Your name"), field),
      h("button", { class: "plain" }, "Keep it"),
    ),
    ...[
      me() && link("Go on with another device", "Copy your secret link", secretLink(me())),
      setting(BEFORE) &&
        link("What you had here before", "Copy the link to it", secretLink(setting(BEFORE))),
    ].filter((one) => one instanceof Node),
  );
}

const link = (/** @type {string} */ what, /** @type {string} */ words, /** @type {string} */ to) =>
  h(
    "p",
    { class: "secret" },
    h("span", {}, what),
    h(
      "button",
      { type: "button", class: "plain", onclick: (/** @type {Event} */ e) => copy(e, to) },
      words,
    ),
  );

/** Come back by a secret link: this browser becomes who it is of; asked, if it was somebody. */
export async function comeBack() {
  const token = location.hash.slice(1);
  if (location.pathname !== "/me") return;
  history.replaceState(null, "", "/");
  if (!token || token === me()) return;
  const { name } = await call("/api/me", { as: token });
  if (me() && !(await agreed(name))) return;
  if (me()) keepSetting(BEFORE, me());
  become(token);
}

/** Whether this browser shall be somebody else from now on. */
async function agreed(/** @type {string} */ name) {
  const answer = (/** @type {string} */ word) => () => dialog.close(word);
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { class: "slip ask", "aria-labelledby": "asked" },
      h("h2", { id: "asked" }, name ? `Go on as ${name}?` : "Go on as the link's owner?"),
      h(
        "p",
        {},
        "This browser already has battles or builds. It will show those of the link instead. " +
          "\u201cYou\u201d keeps a link to the others.",
      ),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", class: "cta", onclick: answer("yes") },
          "Show the link's battles",
        ),
        h("button", { type: "button", class: "plain", onclick: answer("no") }, "Stay as you are"),
      ),
    )
  );
  document.body.append(dialog);
  dialog.showModal();
  await new Promise((closed) => dialog.addEventListener("close", closed));
  dialog.remove();
  return dialog.returnValue === "yes";
}
