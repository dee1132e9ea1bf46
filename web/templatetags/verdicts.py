"""Putting verdicts into words, in the reader's language and beside it in the others."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from markdown_it import MarkdownIt

from games.engine import Labels
from league.appeals.verdicts import MoveVerdict
from league.matches.queries.list import MatchSeat
from web.templatetags.words import label_text, part_html

register = template.Library()

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table").disable(["link", "image", "autolink"])
_NUMBERS = re.compile(r"\d+(?:\.\d+)?|\b[A-Z]\d+|(?<=, )[a-z]\b")


class Board(NamedTuple):
    """A position with its game's labels and its players; `changed` are the parts that differ from the one beside it.

    `drawn` is the position as a board, or nothing for a game that draws none.
    """

    position: Mapping[str, Any]
    labels: Labels
    seats: Sequence[MatchSeat]
    changed: frozenset[str] = frozenset()
    drawn: SafeString = SafeString("")


@register.filter("here")
def local_text(texts: Mapping[str, str]) -> str:
    """A text in the reader's language."""
    return texts.get(get_language() or "en") or texts["en"]


@register.filter("elsewhere")
def other_texts(texts: Mapping[str, str]) -> list[tuple[str, str]]:
    """The same text in the other languages: language and text."""
    return [(language, text) for language, text in texts.items() if language != get_language()]


@register.filter
def numbers(rule: str) -> str:
    """The numbers by which the rules of a game know a clause: `5, 10, A7` of `5 Turn, 10 Rulings, A7 (§Turn ¶1)`."""
    found = _NUMBERS.findall(rule.partition("(")[0])
    return ", ".join(dict.fromkeys(found))


@register.filter("checked")
def clause_numbers(verdict: MoveVerdict) -> str:
    """The numbers of the clauses that a move was checked against, in their order: `5, 4`."""
    found = (number for clause in verdict.checked if clause.rule for number in numbers(clause.rule).split(", "))
    return ", ".join(dict.fromkeys(found))


@register.filter
def markdown(text: str) -> SafeString:
    """Markdown as HTML: text and tables, and nothing that leads away; HTML in it is shown as it was typed.

    The corner of a table without a heading is no heading.
    """
    return mark_safe(str(_MARKDOWN.render(text)).replace("<th></th>", "<td></td>"))  # noqa: S308 - see above


@register.filter
def anchor(code: str) -> str:
    """The name of a clause within the address of the rules: the code of its refusal without its game."""
    return code.rpartition(".")[2]


@register.filter
def board(shown: Board) -> SafeString:
    """A position as plain HTML, with the parts marked that the move changed."""
    labels = shown.labels
    rows = (
        (
            format_html(' class="{}"', "changed") if key in shown.changed else "",
            label_text(key, labels),
            part_html(key, value, labels, shown.seats),
        )
        for key, value in shown.position.items()
    )
    return format_html("<dl>{}</dl>", format_html_join("", "<div{}><dt>{}</dt><dd>{}</dd></div>", rows))
