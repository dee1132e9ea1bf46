"""Rows before and after a decision, decisions and policies, in words."""

from django import template
from django.utils.translation import gettext

from games.errors import gettext_noop
from league.impact.queries import ResultPreview, RowChange, RowFigures
from league.matches.queries.corrections import MatchDecision
from web.templatetags.words import outcome

register = template.Library()

_POLICIES = {
    "keep": gettext_noop("Keep: standings are updated, but draws, qualification and the final ranking are kept."),
    "recompute": gettext_noop("Recompute: anything that depends on it and hasn’t been played is undone as well."),
    "report": gettext_noop("Report only: the decision is recorded, but the result doesn’t change."),
}
_SHORT = {
    "keep": gettext_noop("later steps kept"),
    "recompute": gettext_noop("later steps recomputed"),
    "report": gettext_noop("recorded only"),
}
_FOLLOWS = ("qualifiers", "rounds", "places")  # what is drawn and decided; standings and ratings follow anyway
_WITHOUT_POINTS = ("forfeit", "void", "bye")
_DECISIONS = {
    "correct": gettext_noop("Corrected"),
    "settle": gettext_noop("Settled"),
    "forfeit": gettext_noop("Forfeit"),
    "void": gettext_noop("Void"),
    "reopen": gettext_noop("Ruling undone"),
    "upheld": gettext_noop("Ruling: result upheld"),
    "annul": gettext_noop("Ruling: moves annulled"),
    "adjust": gettext_noop("Ruling: score adjusted"),
    "replay": gettext_noop("Ruling: game to be replayed"),
    "seats": gettext_noop("Seats changed"),
}


@register.filter
def policy(code: str) -> str:
    """What a policy does, as a sentence."""
    return gettext(_POLICIES[code])


@register.filter("followed")
def policy_summary(given: MatchDecision) -> str:
    """What was done about what followed from a decision, in a few words; nothing where nothing did."""
    if given.policy is None:
        return ""
    foreseen = given.foreseen
    if given.policy != "report" and foreseen is not None and not any(foreseen[each] for each in _FOLLOWS):
        return ""
    return gettext(_SHORT[given.policy])


@register.filter
def result(given: ResultPreview) -> str:
    """The outcome of a match, and the points where they count."""
    words = outcome(given.outcome)
    if given.outcome in _WITHOUT_POINTS:
        return words
    return f"{words}, {' : '.join(map(str, given.points))}"


@register.filter
def decision(code: str) -> str:
    """What was decided."""
    return gettext(_DECISIONS[code])


@register.filter
def cells(row: RowChange) -> list[tuple[str, str]]:
    """Rank and figures of a row that differs, before and after. – where there is no row."""
    old, new = _figures(row.before), _figures(row.after)
    width = max(len(old), len(new))
    return list(zip(old or ["–"] * width, new or ["–"] * width, strict=True))


def _figures(row: RowFigures | None) -> list[str]:
    return [] if row is None else [str(row.rank), *row.figures]
