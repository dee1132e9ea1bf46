"""Appeals and rulings in words."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.translation import gettext

from web.appeals.forms import KINDS, POLICIES, STATES

register = template.Library()


@register.filter
def state(code: str) -> str:
    """How an appeal stands."""
    return str(STATES[code])


@register.filter("against")
def appeal_target(appeal: Mapping[str, Any]) -> str:
    """What an appeal is against."""
    if appeal["against"]:
        return gettext("Against a ruling")
    if appeal["revision"]:
        return gettext("Against move {revision}").format(revision=appeal["revision"])
    return gettext("Against the result")


@register.filter
def kind(ruling: Mapping[str, Any]) -> str:
    """What a ruling says, with its terms."""
    said = gettext(KINDS[ruling["kind"]])
    if ruling["kind"] == "annul":
        return gettext("{kind} (from move {revision} on)").format(kind=said, revision=ruling["revision"])
    if ruling["kind"] == "adjust":
        points = " ".join(map(str, ruling["points"]))
        place = f"{ruling['round']}.{ruling['game']}"
        return gettext("{kind} ({game}: {points})").format(kind=said, game=place, points=points)
    if ruling["kind"] == "replay":
        return f"{said} ({ruling['round']}.{ruling['game']})"
    return said


@register.filter("policy")
def ruling_policy(code: str) -> str:
    """What is done about what follows from a ruling."""
    return gettext(POLICIES[code])
