/** The slip in which people talk: the terms, what was said, set phrases, words of one's own. */

import { announce, h } from "../shared/dom.js";
import { Who } from "../shared/names.js";
import { call, keepSetting, setting } from "../shared/net.js";
import { panel } from "../shared/panels.js";
import { base, settle } from "./session.js";
import { change } from "./state.js";

/** @import { ChatLine, ChatView } from "../shared/types.js" */
/** @import { People, State } from "./types.js" */

const LONGEST = 300; // characters of a message

const hides = () => setting("talk", "on") === "off";

/** How many of the others' messages are not read yet. */
export function unread(/** @type {State} */ s) {
  const { people, view } = s;
  if (!people?.talk.hidden || hides()) return 0;
  const lines = heard(people.said).slice(Math.max(0, people.read));
  return lines.filter((line) => line.seat !== view?.seat || line.seat === null).length;
}

/** What is shown: all, or of typed words none. */
const heard = (/** @type {ChatView|null} */ said) =>
  (said?.lines ?? []).filter((line) => line.phrase || !hides());

/** Open the slip, or close it. */
export function hidden(/** @type {State} */ s, close = !s.people?.talk.hidden) {
  const { people } = s;
  if (!people) return;
  people.talk.hidden = close;
  people.read = heard(people.said).length;
  people.eager = !close;
  change(s, {});
  if (close) people.speak.focus();
  else begin(people);
}

/** The cursor into the field, where one may type, once it is known. */
function begin(/** @type {People} */ people) {
  if (!people.eager || !people.said) return;
  people.eager = false;
  const { talk: slip } = people;
  const field = /** @type {HTMLElement|null} */ (slip.querySelector("input[type=text]"));
  (field ?? slip.querySelector("button"))?.focus();
}

/** Draw what is known, and ask for what was said meanwhile. */
export function talk(/** @type {State} */ s, /** @type {People} */ people) {
  const known = people.said;
  if (people.asked !== s.said) {
    people.asked = s.said;
    ask(s, people);
  }
  if (!people.talk.hidden) people.read = heard(known).length;
  const fresh = panel(people.talk, [known, s.view?.people, hides()], () => content(s, known));
  const box = people.talk.querySelector(".said");
  if (fresh && box) box.scrollTop = box.scrollHeight;
  begin(people);
}

async function ask(/** @type {State} */ s, /** @type {People} */ people) {
  const first = people.said === null;
  const before = first ? 0 : heard(people.said).length;
  try {
    people.said = await call(`${base(s)}/chat`, { token: s.session.token });
  } catch {
    return; // the next news ask again
  }
  if (first) people.read = 0;
  else
    for (const line of heard(people.said).slice(before))
      if (line.seat !== s.view?.seat) announce(`${speaker(s, line)}: ${line.text}`);
  change(s, {});
}

const speaker = (/** @type {State} */ s, /** @type {ChatLine} */ line) =>
  line.seat === null ? "A watcher" : Who(s.view, line.seat);

function content(/** @type {State} */ s, /** @type {ChatView|null} */ said) {
  const people = s.view?.people;
  const seat = s.view?.seat ?? null;
  const watches = seat === null && !s.view?.result && "Only other watchers read this.";
  return [
    h(
      "header",
      {},
      h("h2", {}, "Talk"),
      h("button", { class: "plain", "data-key": "close", onclick: () => hidden(s, true) }, "Close"),
    ),
    h(
      "p",
      { class: "sub terms" },
      h("b", {}, "Terms: "),
      (people?.terms.words ?? []).join(". "),
      ".",
    ),
    watches && h("p", { class: "sub" }, watches),
    h(
      "ol",
      { class: "said", tabindex: 0, "aria-label": "What was said" },
      heard(said).map((one) => line(s, one)),
    ),
    phrases(s, said),
    said?.types ? typing(s) : h("p", { class: "sub" }, said?.why),
    seat !== null && switches(s, said),
    seat !== null && people?.draw.may && people.draw.by === null && offerDraw(s),
  ];
}

const line = (/** @type {State} */ s, /** @type {ChatLine} */ one) =>
  h("li", {}, h("b", { class: ["ua", "ub"][one.seat ?? 2] }, speaker(s, one)), ` ${one.text}`);

const phrases = (/** @type {State} */ s, /** @type {ChatView|null} */ said) =>
  h(
    "div",
    { class: "phrases", role: "group", "aria-label": "Set phrases" },
    (said?.phrases ?? []).map((one) =>
      h(
        "button",
        {
          class: "plain",
          "data-key": `phrase ${one.id}`,
          onclick: () => say(s, "chat", { phrase: one.id }),
        },
        one.text,
      ),
    ),
  );

function typing(/** @type {State} */ s) {
  const input = h("input", {
    type: "text",
    maxlength: LONGEST,
    autocomplete: "off",
    "aria-label": "Message",
    "data-key": "message",
    value: s.people?.draft ?? "",
    oninput: () => {
      if (s.people) s.people.draft = input.value;
    },
  });
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text || !s.people) return;
    s.people.draft = "";
    if (!(await say(s, "chat", { text }))) s.people.draft = text;
  };
  return h("form", { onsubmit: send }, input, h("button", { class: "plain" }, "Say"));
}

function switches(/** @type {State} */ s, /** @type {ChatView|null} */ said) {
  const box = (
    /** @type {string} */ key,
    /** @type {string} */ text,
    /** @type {boolean} */ checked,
    /** @type {(on: boolean) => void} */ does,
  ) =>
    h(
      "label",
      { class: "tick" },
      h("input", {
        type: "checkbox",
        checked,
        "data-key": key,
        onchange: (/** @type {any} */ e) => does(e.target.checked),
      }),
      text,
    );
  const hide = (/** @type {boolean} */ on) => {
    keepSetting("talk", on ? "off" : "on");
    change(s, {});
  };
  return h(
    "div",
    {},
    box("silent", "The other side may say set phrases only", said?.silent ?? false, (silent) =>
      say(s, "silence", { silent }),
    ),
    box("hide", "Hide typed words on this device", hides(), hide),
  );
}

const offerDraw = (/** @type {State} */ s) =>
  h(
    "div",
    { class: "row" },
    h(
      "button",
      {
        class: "plain",
        "data-key": "draw",
        onclick: () => settle(s, "offer", { what: "draw", say: "offer" }),
      },
      "Offer a draw",
    ),
  );

/** Say something; whether it was said. */
async function say(/** @type {State} */ s, /** @type {string} */ path, /** @type {any} */ body) {
  const { people } = s;
  if (!people) return false;
  try {
    people.said = await call(`${base(s)}/${path}`, { token: s.session.token, body });
  } catch (error) {
    change(s, { trouble: { text: /** @type {Error} */ (error).message, rule: "" } });
    return false;
  }
  change(s, {});
  return true;
}
