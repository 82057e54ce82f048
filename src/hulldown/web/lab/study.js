/** A study: while it is played how sure it is by now, then the sentence and its evidence. */

import { announce, drawing, h, inWords, rule, titled } from "../shared/dom.js";
import { beginGame, call } from "../shared/net.js";
import { trouble } from "../shared/notices.js";
import { panel } from "../shared/panels.js";
import { bar, interval, left } from "./list.js";

import { count } from "./words.js";

/** @import { Change, Lab, StudyLine, StudyPage, StudyPlot } from "./types.js" */
/** @import { Piece } from "../shared/dom.js" */

const FILMS = [
  ["typical", "A typical one"],
  ["closest", "The closest"],
  ["one_sided", "The most one-sided"],
];
// Plots of the answer; all others are of what games were like.
const OF_ANSWER = /^(answers|sure|shares|touched|ladder|doses|worth)/;
const ALIVE = ["queued", "running", "stopping"];

export const alive = (/** @type {StudyLine|undefined} */ line) => ALIVE.includes(line?.state ?? "");

/**
 * What the page does for a study.
 * @typedef {{again: () => void, compare: (id: string) => void, refresh: () => Promise<void>}} Acts
 */

export function drawStudy(
  /** @type {Lab} */ lab,
  /** @type {HTMLElement} */ el,
  /** @type {Acts} */ acts,
) {
  const { page, plots, compared, studies } = lab;
  const line = studies.find(({ id }) => id === lab.open) ?? page?.line;
  if (!page || !line) {
    if (el.childElementCount) el.replaceChildren();
    return;
  }
  if (!el.childElementCount) {
    const ids = ["verdict", "evidence", "beside", "along", "games"];
    el.replaceChildren(...ids.map((id) => h("section", { class: "slip part", id })));
  }
  const [head, evidence, beside, along, games] = /** @type {HTMLElement[]} */ ([...el.children]);
  panel(head, [page, line], () => headed(lab, line, acts));
  const told = plots.filter(({ id }) => !OF_ANSWER.test(id));
  const rest = plots.filter(({ id }) => OF_ANSWER.test(id));
  drawPlots(lab, evidence, rest, alive(line) ? "How sure by now" : "What is behind it");
  drawPlots(lab, games, told, "What the games were like");
  beside.hidden = !compared;
  panel(beside, [compared], () => (compared ? apart(lab) : []));
  panel(along, [line.id, line.state, line.games, line.yours, studies.length], () =>
    takenAlong(lab, line, acts),
  );
}

function drawPlots(
  /** @type {Lab} */ lab,
  /** @type {HTMLElement} */ el,
  /** @type {StudyPlot[]} */ plots,
  /** @type {string} */ title,
) {
  el.hidden = !plots.length;
  panel(el, [lab.plots], () => [
    h("h2", {}, title),
    h(
      "div",
      { class: "plots" },
      plots.map((one) => figure(lab, one)),
    ),
  ]);
}

// ---------------------------------------------------------------- the answer

function headed(/** @type {Lab} */ lab, /** @type {StudyLine} */ line, /** @type {Acts} */ acts) {
  const { page } = lab;
  const result = alive(line) ? null : page?.result;
  return [
    h("p", { class: "asked" }, line.name),
    result ? h("h2", { class: "verdict" }, sentence(result)) : doing(line, page?.look?.cells ?? []),
    line.fault && h("p", { class: "fault", role: "alert" }, line.fault),
    alive(line) && standing(line),
    result && h("p", { class: "sub" }, footing(lab, result)),
    result && agreeing(lab, line, acts),
    changes(lab),
    buttons(line, acts),
  ];
}

const AGREE = "Would better players agree?";
const PART = 10; // of so many pairs they play one

/** Whether better players agree: what they say, or a button that asks them. */
function agreeing(/** @type {Lab} */ lab, /** @type {StudyLine} */ line, /** @type {Acts} */ acts) {
  const { page, studies } = lab;
  if (page?.check) {
    const { id, player, sentence } = page.check;
    const asked = studies.find((one) => one.id === id);
    const waiting = alive(asked)
      ? `${player} is asked; the answer comes here.`
      : `${player} was asked, but has no answer.`;
    return h(
      "p",
      { class: "agreement", role: "status" },
      h("b", {}, AGREE, " "),
      sentence || waiting,
      " ",
      id && h("a", { href: `#${id}`, "data-key": "check" }, `The study of ${player}`),
    );
  }
  if (!page?.better) return "";
  const pairs = Math.max(64, Math.ceil(line.pairs / PART / 64) * 64);
  const onclick = async (/** @type {any} */ { currentTarget: button }) => {
    button.disabled = true;
    await call(`/api/studies/${line.id}/check`, { method: "POST" }).then(() => trouble(), trouble);
    lab.mark = ""; // the page of this study is another now
    await acts.refresh();
    announce(`${page.better} is asked.`);
  };
  return h(
    "div",
    { class: "row" },
    h("button", { type: "button", class: "plain", "data-key": "agree", onclick }, AGREE),
    h(
      "span",
      { class: "sub" },
      `Plays ${count(pairs)} pairs at most, with ${page.better} on both sides.`,
    ),
  );
}

/** The answer, and in a voice of its own what stands beside it and between whom it holds. */
function sentence(/** @type {any} */ { sentence: text, headline = "" }) {
  const after = headline ? text.indexOf(headline) + headline.length : -1;
  const at = after >= headline.length ? after : text.lastIndexOf(" Between computer players");
  return at < 0 ? text : [text.slice(0, at), " ", h("small", {}, text.slice(at + 1))];
}

function doing(/** @type {StudyLine} */ { state, place, kind }, /** @type {any[]} */ cells) {
  const closed = cells.filter(({ verdict }) => verdict).length;
  const several = `So far ${closed} of ${cells.length} questions are settled.`;
  const single = cells.length ? interval(kind, cells[0]) : "";
  const so = cells.length > 1 ? several : single && `${single}.`;
  /** @type {Record<string, string>} */
  const words = {
    queued: place > 1 ? `It waits for ${place} others.` : "It waits for its turn.",
    running: so || "Setting it up \u2026",
    stopping: "It stops after the games that are played now \u2026",
    stopped: "It was stopped before it had a result.",
    failed: "It could not be played.",
  };
  return h("h2", { class: "verdict" }, words[state] ?? "");
}

/** How far it is, how fast, how long it may take. */
function standing(/** @type {StudyLine} */ line) {
  const { now } = line;
  if (!now) return "";
  const told = [
    `${count(now.blocks)} pairs of games played, ${count(now.most)} at most`,
    "it stops when the answer is sure",
    now.rate > 0 && `${count(now.rate)} games a second`,
    now.left > 0 && `at most ${left(now.left)} more`,
  ];
  return h(
    "div",
    { class: "run" },
    bar(line),
    h("span", { class: "sub num" }, told.filter(Boolean).join(" \u00b7 ")),
  );
}

/** By how much evidence, and by which dice it comes again. */
function footing(/** @type {Lab} */ { page }, /** @type {any} */ result) {
  const { pairs, games, stalls, seed, signature, touched, finished } = result;
  const shares = Object.values(touched ?? {}).map((/** @type {any} */ one) => one.share);
  const came =
    shares.length === 1 && `the change came up in ${(100 * shares[0]).toFixed(0)} % of pairs`;
  return [
    `${count(pairs)} pairs, ${count(games)} games, the same dice for all`,
    came,
    `${count(stalls)} never ended`,
    `smallest difference asked about: ${page?.study.decide.smallest_effect} points`,
    `seed ${seed}`,
    signature && `signature ${signature}`,
    !finished && "stopped before its end",
  ]
    .filter(Boolean)
    .join(" \u00b7 ");
}

/** What is changed, each with the rule that it changes. */
function changes(/** @type {Lab} */ { page }) {
  const found = page?.changes ?? [];
  if (!found.length || !page) return "";
  const several = new Set(found.map(({ arm }) => arm)).size > 1;
  const called = (/** @type {Change} */ { kind, id, text }) => {
    if (id.includes(".") && kind !== "force") return `${text || id} `; // a number of a unit
    return kind === "force" ? `${id} ` : `${titled(id)} `;
  };
  const one = (/** @type {Change} */ change) => {
    const { arm, kind, id, value, printed, rule: of } = change;
    return h(
      "li",
      {},
      several && (arm === "book" ? "with " : `${arm}: `),
      id && kind !== "pack" ? called(change) : "",
      h("b", {}, inWords(value)),
      ![value, ""].includes(printed) &&
        h("span", { class: "sub" }, ` (printed: ${inWords(printed)})`),
      " ",
      rule(of, page.line.ruleset),
    );
  };
  return h("ul", { class: "changes", "aria-label": "What is changed" }, found.map(one));
}

function buttons(/** @type {StudyLine} */ line, /** @type {Acts} */ acts) {
  const { id, state, yours } = line;
  const act = (/** @type {string} */ what, /** @type {string} */ words, cls = "plain") => {
    const onclick = async (/** @type {any} */ { currentTarget: button }) => {
      button.disabled = true;
      await call(`/api/studies/${id}/${what}`, { method: "POST" }).then(() => trouble(), trouble);
      await acts.refresh();
    };
    return h("button", { type: "button", class: cls, "data-key": "act", onclick }, words);
  };
  const on = state === "stopped" || state === "failed";
  return h(
    "div",
    { class: "row" },
    yours && (state === "running" || state === "queued") && act("stop", "Stop"),
    yours && on && act("continue", "Go on", "cta"),
    !alive(line) &&
      h(
        "button",
        { type: "button", class: "plain", "data-key": "again", onclick: acts.again },
        "Ask again with a change",
      ),
  );
}

// ---------------------------------------------------------------- the evidence

/** A plot with what it means, and the table behind it. */
function figure(
  /** @type {Lab} */ { unfolded, page },
  /** @type {StudyPlot} */ { id, title, meaning, svg, head, rows },
) {
  const key = `plot ${id}`;
  const ruled = (/** @type {string} */ text) => withRules(text, page?.line.ruleset);
  const ontoggle = (/** @type {any} */ event) =>
    unfolded[event.target.open ? "add" : "delete"](key);
  // Names in plots were made harmless by the server.
  const table = h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        head.map((word) => h("th", { scope: "col" }, word)),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map(([first, ...rest]) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, ruled(first)),
          rest.map((cell) => h("td", {}, ruled(cell))),
        ),
      ),
    ),
  );
  const box = { class: "wide", tabindex: 0, role: "region", "aria-label": `Table: ${title}` };
  return h(
    "figure",
    { "data-plot": id },
    h("h3", {}, title),
    drawing(svg),
    h("figcaption", { class: "note" }, ruled(meaning)),
    h(
      "details",
      { open: unfolded.has(key), ontoggle },
      h("summary", { "aria-label": `The numbers of: ${title}`, "data-key": key }, "The numbers"),
      h("div", box, table),
    ),
  );
}

/** Text with the rules in it as links. */
const withRules = (/** @type {string} */ text, /** @type {string|undefined} */ ruleset) =>
  text.split(/\b([A-Z]{2,4}-\d+\.\d+)\b/).map((part, i) => (i % 2 ? rule(part, ruleset) : part));

/** An arm by what it changes. */
const named = (/** @type {{ result: any }} */ { result }, /** @type {string} */ arm) =>
  result?.names?.arms?.[arm] || (arm === "book" ? "as printed" : arm);

function apart(/** @type {Lab} */ { compared }) {
  if (!compared) return [];
  const { first, second, differences, why, svg } = compared;
  const tell = (/** @type {number|null} */ n) =>
    n === null ? "?" : `${n < 0 ? "\u2212" : "+"}${Math.abs(n).toFixed(1)}`;
  const row = (/** @type {(typeof differences)[number]} */ one) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, first.scenarios[one.scenario] ?? one.scenario),
      h(
        "td",
        {},
        [...new Set([named(first, one.arms[0]), named(second, one.arms[1])])].join(" / "),
      ),
      h("td", {}, `${tell(one.estimate)} (${tell(one.low)} to ${tell(one.high)})`),
      h("td", {}, count(one.blocks)),
    );
  const words = ["Scenario", "What is compared", "More for the first side", "Pairs of both"];
  const told = (/** @type {typeof first} */ { line }) =>
    h("p", {}, h("b", {}, `${line.name}: `), line.sentence);
  return [
    h("h2", {}, "Next to another study"),
    told(first),
    told(second),
    svg && h("figure", {}, drawing(svg)),
    differences.length > 0 &&
      h(
        "div",
        { class: "wide", tabindex: 0, role: "region", "aria-label": "Differences" },
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              words.map((word) => h("th", { scope: "col" }, word)),
            ),
          ),
          h("tbody", {}, differences.map(row)),
        ),
      ),
    why && h("p", { class: "sub" }, `No difference can be told game by game: ${why}.`),
  ];
}

// ---------------------------------------------------------------- watched, taken along

function takenAlong(
  /** @type {Lab} */ lab,
  /** @type {StudyLine} */ line,
  /** @type {Acts} */ acts,
) {
  const { id, games, state } = line;
  const there = games > 0 && !alive(line);
  const way = (/** @type {string} */ file, /** @type {string} */ words) =>
    h("a", { class: "plain", href: `/api/studies/${id}/${file}`, download: "" }, words);
  const film = (/** @type {string[]} */ [which, words]) => {
    const onclick = (/** @type {any} */ { currentTarget }) => watch(id, which, currentTarget);
    return h("button", { type: "button", class: "plain", "data-key": which, onclick }, words);
  };
  /** @type {Piece[]} */
  const parts = [];
  if (there)
    parts.push(
      h("h2", {}, "Watch a game"),
      h("div", { class: "row" }, FILMS.map(film)),
      h("h2", {}, "Take along"),
    );
  const others = lab.studies.filter((one) => one.id !== id && one.games > 0 && !alive(one));
  return [
    parts,
    h(
      "div",
      { class: "row" },
      there && way("report.html", "Report, one file"),
      there && way("games.csv", "Games (CSV)"),
      way("study.toml", "The study as a file"),
      there && others.length > 0 && comparing(others, acts),
      line.yours && state !== "stopping" && deleting(line, acts),
    ),
  ];
}

function comparing(/** @type {StudyLine[]} */ others, /** @type {Acts} */ acts) {
  const onchange = (/** @type {any} */ event) => acts.compare(event.target.value);
  return h(
    "select",
    { "aria-label": "Compare with another study", "data-key": "compare", onchange },
    h("option", { value: "" }, "Compare with \u2026"),
    others.map(({ id, name }) => h("option", { value: id }, name)),
  );
}

/** The first press asks, the second deletes. */
function deleting(/** @type {StudyLine} */ line, /** @type {Acts} */ acts) {
  const onclick = async (/** @type {any} */ { currentTarget: button }) => {
    if (!button.dataset.sure) {
      button.dataset.sure = "yes";
      button.textContent = "Delete it with all its games?";
      return;
    }
    button.disabled = true;
    await call(`/api/studies/${line.id}`, { method: "DELETE" }).then(() => trouble(), trouble);
    history.replaceState(null, "", location.pathname + location.search);
    dispatchEvent(new HashChangeEvent("hashchange"));
    await acts.refresh();
    announce(`${line.name} is deleted.`);
  };
  return h("button", { type: "button", class: "plain", "data-key": "delete", onclick }, "Delete");
}

/** A game of the study at the table, as a film. */
async function watch(
  /** @type {string} */ id,
  /** @type {string} */ which,
  /** @type {HTMLButtonElement} */ button,
) {
  const words = button.textContent;
  Object.assign(button, { disabled: true, textContent: "It is played again \u2026" });
  try {
    const save = await call(`/api/studies/${id}/film?which=${which}`);
    const made = await beginGame("/api/games/load", save);
    location.assign(`/replay/${made.game}`);
  } catch (error) {
    trouble(error);
    Object.assign(button, { disabled: false, textContent: words });
  }
}
