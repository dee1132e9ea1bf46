"""Putting what a game says into words."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from league.queries.replays import Step
from league.queries.wording import said

register = template.Library()


@register.filter
def words(step: Step) -> str:
    """A step of a replay as a sentence in the reader's language."""
    return said(step.message, step.params)


@register.filter
def plainly(value: Any) -> str | SafeString:
    """Any part of a position as plain HTML: mappings as definitions, lists in a row, whatever the game."""
    if isinstance(value, Mapping):
        rows = ((gettext(str(key).replace("_", " ")), plainly(each)) for key, each in value.items())
        return format_html("<dl>{}</dl>", format_html_join("", "<div><dt>{}</dt><dd>{}</dd></div>", rows))
    if isinstance(value, list | tuple):
        if any(isinstance(each, list | tuple | Mapping) or each is None for each in value):
            return format_html(
                "<ol start=0>{}</ol>", format_html_join("", "<li>{}</li>", ((plainly(each),) for each in value))
            )
        return format_html_join(" ", "<span>{}</span>", ((plainly(each),) for each in value)) or "–"
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return "–" if value is None else str(value)


@register.filter
def seat_name(seat: Mapping[str, Any]) -> str:
    """The name at a seat, or the seat's number."""
    return seat["name"] or gettext("Seat {seat}").format(seat=seat["seat"])


@register.filter
def at(row: Any, index: Any) -> Any:
    """The item of *row* at *index*."""
    return row[index]
