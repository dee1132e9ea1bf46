"""What every page has around its content: icons, badges, breadcrumbs, and the tabs of a tournament."""

from fractions import Fraction
from typing import Any

from django import template
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.errors import gettext_noop
from league.clubs.queries import club_names, list_own_clubs
from league.tournaments.queries.detail import TournamentDetail
from web.locales import club_of
from web.sharing import late_rows

register = template.Library()

ICONS = {  # paths in a square of 24, drawn in lines of 2
    "back": "M15 5l-7 7 7 7",
    "chart": "M4 4v16h16M7 15l4-5 3 3 5-7",
    "clock": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2",
    "cross": "M6 6l12 12M18 6L6 18",
    "cup": "M7 4h10v5a5 5 0 0 1-10 0zM7 6H3c0 4 2 5 4 5M17 6h4c0 4-2 5-4 5M12 14v4M8 20h8",
    "first": "M17 5l-7 7 7 7M6 5v14",
    "history": "M9 7L4 12l5 5M4 12h11a5 5 0 0 1 0 10h-1",
    "last": "M7 5l7 7-7 7M18 5v14",
    "list": "M8 6h13M8 12h13M8 18h13M3.5 6h.1M3.5 12h.1M3.5 18h.1",
    "more": "M5 12h.01M12 12h.01M19 12h.01",
    "next": "M9 5l7 7-7 7",
    "pen": "M4 20l1-5L16 4l4 4L9 19z",
    "people": "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.5"
    "M18 14.5c2 .8 3.5 2.5 3.5 5.5",
    "play": "M8 5v14l11-7z",
    "print": "M7 9V3h10v6M7 18H4V9h16v9h-3M7 14h10v7H7z",
    "scales": "M12 4v16M7 20h10M5 7h14M5 7l-3 7h6zM19 7l-3 7h6z",
    "screen": "M3 4h18v12H3zM8 20h8",
    "search": "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21",
    "star": "M12 2.5l2.9 6.2 6.6.8-4.9 4.6 1.3 6.7L12 17.5l-5.9 3.3 1.3-6.7L2.5 9.5l6.6-.8z",
    "tables": "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
    "tick": "M4 12.5l5.5 5.5L20 7",
    "warning": "M12 3.5L2.5 20h19zM12 10v4.5M12 17v.5",
}
FILLED = frozenset({"star"})

BADGES = {  # state -> (tone, icon, word)
    "draft": ("warn", "pen", gettext_noop("draft")),
    "open": ("info", "list", gettext_noop("open for entries")),
    "running": ("info", "play", gettext_noop("in progress")),
    "finished": ("good", "tick", gettext_noop("finished")),
    "given_up": ("", "cross", gettext_noop("discarded as a draft")),
    "unplayed": ("info", "play", gettext_noop("playing")),
    "reported": ("warn", "clock", gettext_noop("reported")),
    "confirmed": ("good", "tick", gettext_noop("confirmed")),
    "contested": ("bad", "warning", gettext_noop("contested")),
    "void": ("", "cross", gettext_noop("void")),
    "forfeit": ("", "cross", gettext_noop("forfeit")),
    "waiting": ("", "list", gettext_noop("waiting list")),
    "withdrawn": ("", "cross", gettext_noop("withdrawn")),
    "demo": ("info", "star", gettext_noop("demo")),
}


@register.simple_tag
def icon(name: str) -> SafeString:
    """A drawing that says nothing to those who listen: a word has to stand beside it."""
    filled = " fill" if name in FILLED else ""
    path = ICONS[name]
    return mark_safe(f'<svg class="i{filled}" viewBox="0 0 24 24" aria-hidden="true"><path d="{path}"/></svg>')  # noqa: S308 - our own


@register.simple_tag
def badge(state: str, more: object = "") -> SafeString:
    """How something stands, as a word with its icon, and *more* after it."""
    tone, drawn, word = BADGES[state]
    said = f"{gettext(word)} {more}".strip()
    return format_html('<span class="badge {}">{}{}</span>', tone, icon(drawn), said)


@register.filter
def initials(name: str) -> str:
    """The first letters of the first two words of a name."""
    return "".join(word[0] for word in name.split()[:2]).upper()


@register.filter
def club_name(club_id: str) -> str:
    return club_names([club_id])[club_id]


@register.inclusion_tag("web/parts/head_club.html", takes_context=True)
def head_club(context: dict[str, Any]) -> dict[str, Any]:
    """The mark, which leads home, and the club of the page. Readers who belong to several choose another here."""
    request = context.get("request")
    club = club_of(request) if request else None
    if request is None or club is None or not request.user.is_authenticated:
        return {"club": club}
    own = list_own_clubs(request.user.pk)
    return {"club": club, "clubs": own if len(own) > 1 else []}


@register.inclusion_tag("web/parts/late_line.html", takes_context=True)
def late_line(context: dict[str, Any]) -> dict[str, Any]:
    """Says if lists and standings have lacked something for longer than `LATE_ROWS`."""
    return {"late": late_rows(context["request"]) if "request" in context else 0}


@register.inclusion_tag("web/parts/crumbs.html")
def crumbs(club_id: str, tournament: TournamentDetail | None = None) -> dict[str, Any]:
    """The way down to a page: its club, and its tournament."""
    return {"club_id": club_id, "tournament": tournament}


@register.inclusion_tag("web/parts/tabs.html")
def tournament_tabs(tournament: TournamentDetail, here: str = "", number: int | None = None) -> dict[str, Any]:
    """The pages of a tournament. *here* is the one that is open: `now`, `round`, `standings`, `people` or `wall`.

    On the pages of a round *number* is its own, which may be a draft. Others lead to the last published round.
    """
    published = [each.number for each in tournament.rounds if each.published]
    return {"tournament": tournament, "here": here, "round": number or (published[-1] if published else None)}


@register.filter
def minus(points: object) -> str:
    """A number with a true minus sign."""
    return str(points).replace("-", "−")


@register.filter
def figure(exact: object) -> str:
    """An exact number such as `14/3` with at most two decimals and a true minus sign. Its title has the fraction."""
    text = str(exact)
    if "/" not in text:
        return minus(text)
    value = Fraction(text)
    places = next((count for count in (1, 2) if (value * 10**count).denominator == 1), 2)
    shown = number_format(float(round(value, places)), places)
    return format_html('<span title="{}">{}</span>', minus(text), minus(shown))


@register.inclusion_tag("web/parts/round_pager.html")
def round_pager(tournament: TournamentDetail, number: int) -> dict[str, Any]:
    """From a round to those beside it."""
    numbers = [each.number for each in tournament.rounds]
    return {
        "tournament": tournament,
        "number": number,
        "before": max((each for each in numbers if each < number), default=None),
        "after": min((each for each in numbers if each > number), default=None),
    }
