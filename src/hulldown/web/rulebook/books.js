/** The rulebooks beside each other, with the search over all of them. */

import { $, h } from "../shared/dom.js";
import { call } from "../shared/net.js";
import { searching } from "./search.js";

/** @import { BookLine } from "api" */

const book = (/** @type {BookLine} */ one) =>
  h(
    "li",
    { class: "slip tome" },
    h("h2", {}, h("a", { href: `/rulebook/${one.id}` }, one.name)),
    h("p", {}, one.text),
    h(
      "p",
      { class: "sub" },
      one.chapters ? `${one.chapters} chapters to read, ` : "",
      `${one.rules} numbered rules \u00b7 `,
      h(
        "a",
        { href: `/rulebook/${one.id}/ours`, "aria-label": `${one.name}: what is ours` },
        "what is ours",
      ),
    ),
  );

async function open() {
  $("books").replaceChildren(...(await call("/api/rules")).map(book));
}

searching();
open().catch((error) => $("books").replaceChildren(h("li", {}, error.message)));
