"""Appeals and rulings in words."""

from typing import Any

from django import template
from django.utils.translation import gettext

from league.appeals.cases import count_cases
from league.appeals.queries import AppealDetail, ClubAppeal, GivenRuling
from web.appeals.contests import ContestedGame, VersionCell
from web.appeals.forms import KINDS, POLICIES, STATES
from web.page import reader

register = template.Library()


@register.filter
def state(code: str) -> str:
    """How an appeal stands."""
    return str(STATES[code])


@register.filter("against")
def appeal_target(appeal: AppealDetail | ClubAppeal) -> str:
    """What an appeal is against."""
    if appeal.against:
        return gettext("Against a ruling")
    if appeal.revision:
        return gettext("Against move {revision}").format(revision=appeal.revision)
    return gettext("Against the result")


@register.filter
def kind(ruling: GivenRuling) -> str:
    """What a ruling says, with its terms."""
    text, place = gettext(KINDS[ruling.kind]), f"{ruling.round}.{ruling.game}"
    if ruling.kind == "annul":
        return gettext("{kind} (from move {revision} on)").format(kind=text, revision=ruling.revision)
    if ruling.kind == "adjust":
        points = " ".join(map(str, ruling.points or ()))
        return gettext("{kind} ({game}: {points})").format(kind=text, game=place, points=points)
    return f"{text} ({place})" if ruling.kind == "replay" else text


@register.filter("policy")
def ruling_policy(code: str) -> str:
    """What is done about what follows from a ruling."""
    return gettext(POLICIES[code])


@register.filter
def versions(game: ContestedGame, seat: int) -> list[VersionCell]:
    """A seat's points as recorded and as each claims them."""
    recorded = game.line.points[seat]
    shown = [(game.line.points, game.line.winners), *((each.points or (), each.winners) for each in game.claims)]
    return [VersionCell(points[seat], seat in winners, points[seat] != recorded) for points, winners in shown]


@register.inclusion_tag("web/parts/desks.html", takes_context=True)
def desks(context: dict[str, Any]) -> dict[str, Any]:
    """How many cases wait for the reader, by club: contested results and appeals."""
    actor = reader(context["request"])
    counts = count_cases(actor) if actor.roles else {}
    return {"official": bool(actor.roles), "counts": counts, "total": sum(counts.values())}
