"""Markdown as HTML that can be put into any page: rulebooks and what is written to be read with them.

No HTML of a text passes: it is shown as it stands. Ids of rules become links. Links lead within the site or
to an https address. A picture is named as `![caption](<board:...>)`; whoever draws it says where it lies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

LEADS = re.compile(r"#|/(?!/)|https://|(?:board|odds):")
DRAWN = re.compile(r"(?:board|odds):")


@dataclass(frozen=True)
class Picture:
    """A picture as a page shows it: where it lies, how large it is, and what is to be seen in words."""

    address: str
    words: str
    width: int
    height: int


def no_picture(directive: str) -> Picture | None:
    """No picture at all."""
    return None


@dataclass(frozen=True)
class Writing:
    """How texts are written: rules that are links, the page that has them ("" is this page), pictures."""

    rules: Collection[str] = ()
    book: str = ""
    picture: Callable[[str], Picture | None] = no_picture

    def html(self, text: str) -> str:
        """A text as HTML."""
        return str(_markdown().render(text, {"writing": self}))

    def line(self, text: str) -> str:
        """A text of one line as HTML, without a paragraph round it."""
        return str(_markdown().renderInline(text, {"writing": self}))


@cache
def _markdown() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Pages).enable("table")
    parser.validateLink = lambda url: LEADS.match(url) is not None  # type: ignore[method-assign]
    parser.core.ruler.push("rules", _link_rules)
    return parser


def _link_rules(state: Any) -> None:
    """Make links of the ids of rules in running text."""
    writing: Writing = state.env["writing"]
    for token in state.tokens:
        if token.type == "inline" and token.children:
            token.children = list(_linked(token.children, writing))


def _linked(children: Sequence[Token], writing: Writing) -> list[Token]:
    tokens: list[Token] = []
    inside = 0
    for token in children:
        inside += (token.type == "link_open") - (token.type == "link_close")
        if token.type == "text" and not inside:
            tokens += _apart(token.content, writing)
        else:
            tokens.append(token)
    return tokens


ID = re.compile(r"\b([A-Z]{1,4}-\d+\.\d+)\b")


def _apart(text: str, writing: Writing) -> list[Token]:
    """Running text with its ids as links."""
    tokens: list[Token] = []
    for i, part in enumerate(ID.split(text)):
        words = Token("text", "", 0, content=part)
        if i % 2 and part in writing.rules:
            opening = Token("link_open", "a", 1, attrs={"class": "rule", "href": f"{writing.book}#{part}"})
            tokens += [opening, words, Token("link_close", "a", -1)]
        elif part:
            tokens.append(words)
    return tokens


class _Pages(RendererHTML):
    """HTML of the pages: tables and blocks that keys can push sideways, pictures with their captions."""

    def link_open(self, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
        """A link; what names a picture leads nowhere."""
        token = tokens[at]
        if DRAWN.match(str(token.attrs.get("href", ""))):
            del token.attrs["href"]
        return self.renderToken(tokens, at, options, env)

    def table_open(self, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
        """A table in a region of its own; the page gives it a name."""
        return '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>\n'

    def table_close(self, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
        """The end of both."""
        return "</table></div>\n"

    def fence(self, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
        """A block as it was typed."""
        return super().fence(tokens, at, options, env).replace("<pre>", '<pre tabindex="0">', 1)

    def image(self, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
        """A picture that the program draws, its caption below; of another one the caption alone."""
        token, writing = tokens[at], env["writing"]
        caption = self.renderInline(_linked(token.children or [], writing), options, env)
        named = unquote(str(token.attrs["src"]))
        drawn = writing.picture(named) if DRAWN.match(named) else None
        if drawn is None:
            return caption
        return (
            f'<span class="figure" role="figure"><img src="{escape(drawn.address)}" '
            f'alt="{escape(drawn.words)}" '
            f'width="{drawn.width}" height="{drawn.height}" loading="lazy">'
            f'<span class="caption">{caption}</span></span>'
        )


def pictures_of(text: str) -> list[str]:
    """The directives of the pictures that a text names."""
    blocks = _markdown().parse(text, {"writing": Writing()})
    named = (
        unquote(str(token.attrs["src"]))
        for block in blocks
        for token in block.children or ()
        if token.type == "image"
    )
    return [name for name in named if DRAWN.match(name)]
