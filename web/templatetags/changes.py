"""Rows before and after a decision, decisions and policies, in words."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.translation import gettext

from games.errors import gettext_noop
from web.templatetags.words import outcome

register = template.Library()

_POLICIES = {
    "keep": gettext_noop("Keep: standings follow; what was drawn, decided and ranked at the end stays."),
    "recompute": gettext_noop("Recompute: what follows from it and nobody has played is taken back as well."),
    "report": gettext_noop("Report only: it is put on record, and the result stays as it was."),
}
_SHORT = {
    "keep": gettext_noop("what followed was kept"),
    "recompute": gettext_noop("what followed was recomputed"),
    "report": gettext_noop("put on record only"),
}
_FOLLOWS = ("qualifiers", "rounds", "places")  # what is drawn and decided; standings and ratings follow anyway
_WITHOUT_POINTS = ("forfeit", "void", "bye")
_DECISIONS = {
    "correct": gettext_noop("Corrected"),
    "settle": gettext_noop("Settled"),
    "forfeit": gettext_noop("Forfeit"),
    "void": gettext_noop("Void"),
    "reopen": gettext_noop("Ruling taken back"),
    "upheld": gettext_noop("Ruled: the result stands"),
    "annul": gettext_noop("Ruled: moves annulled"),
    "adjust": gettext_noop("Ruled: score adjusted"),
    "replay": gettext_noop("Ruled: a game is replayed"),
    "seats": gettext_noop("Others are seated"),
}


@register.filter
def policy(code: str) -> str:
    """What a policy does, as a sentence."""
    return gettext(_POLICIES[code])


@register.filter("followed")
def policy_summary(given: Mapping[str, Any]) -> str:
    """What was done about what followed from a decision, in a few words; nothing where nothing did."""
    if given["policy"] is None:
        return ""
    foreseen = given["foreseen"]
    if given["policy"] != "report" and foreseen is not None and not any(foreseen[each] for each in _FOLLOWS):
        return ""
    return gettext(_SHORT[given["policy"]])


@register.filter
def result(stands: Mapping[str, Any]) -> str:
    """How a match stands: its outcome, and the points where they count."""
    words = outcome(stands["outcome"])
    if stands["outcome"] in _WITHOUT_POINTS:
        return words
    return f"{words}, {' : '.join(map(str, stands['points']))}"


@register.filter
def decision(code: str) -> str:
    """What was decided."""
    return gettext(_DECISIONS[code])


@register.filter
def cells(row: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Rank and figures of a row that differs, before and after; – where there is no row."""
    old, new = _figures(row["before"]), _figures(row["after"])
    width = max(len(old), len(new))
    return list(zip(old or ["–"] * width, new or ["–"] * width, strict=True))


def _figures(row: Mapping[str, Any] | None) -> list[str]:
    return [] if row is None else [str(row["rank"]), *row["figures"]]
