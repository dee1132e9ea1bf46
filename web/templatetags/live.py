"""Pages that follow a feed: the attributes of their `<main>`, which `live.js` reads.

    {% load live %}
    {% block live %}{% tournament_feed tournament %}{% endblock %}

makes

    <main id="main" data-feed="/api/v1/tournaments/…/feed/?after=12" data-since="2026-03-07T12:05:00+00:00">

A page without a feed that should still follow what happens has `data-poll` instead.
"""

from datetime import UTC, datetime, timedelta

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.matches.queries.detail import MatchDetail
from league.tournaments.queries.detail import TournamentDetail

SHOWN = timedelta(seconds=10)  # after which an event is certainly on a page that is made

register = template.Library()


@register.simple_tag
def tournament_feed(tournament: TournamentDetail) -> SafeString:
    """The page follows a tournament from the revision that it shows.

    Notes on its matches have no revision of the tournament. The page shows those that are older than `data-since`.
    A note that is younger may or may not be on it, and makes it request itself once more.
    """
    since = (datetime.now(UTC) - SHOWN).isoformat()
    address = reverse("api:tournament-feed", args=[tournament.id])
    return format_html(' data-feed="{}?after={}" data-since="{}"', address, tournament.revision, since)


@register.simple_tag
def match_feed(match: MatchDetail) -> SafeString:
    """The page follows a match from the revision that it shows."""
    address = reverse("api:match-feed", args=[match.id])
    return format_html(' data-feed="{}?after={}"', address, match.revision)
