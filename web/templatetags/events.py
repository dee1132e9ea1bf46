"""Kinds of events in words, for those who subscribe to them."""

from django import template
from django.utils.translation import gettext

from games.errors import gettext_noop

register = template.Library()

_KINDS = {
    "match.opened": gettext_noop("a match is opened"),
    "game.ended": gettext_noop("a game of a match has ended"),
    "match.ended": gettext_noop("a match has ended"),
    "result.reported": gettext_noop("a result is reported"),
    "result.confirmed": gettext_noop("a result is confirmed"),
    "result.contested": gettext_noop("a result is contested"),
    "result.settled": gettext_noop("a contested result is settled"),
    "match.forfeited": gettext_noop("a match is lost without play"),
    "match.voided": gettext_noop("a match is void"),
    "match.reopened": gettext_noop("a forfeit, or that a match is void, is taken back"),
    "ruling.given": gettext_noop("a ruling is given"),
    "moves.annulled": gettext_noop("moves are annulled"),
    "game.replayed": gettext_noop("a game is to be played again"),
    "score.adjusted": gettext_noop("the score of a game is adjusted"),
    "tournament.registration_opened": gettext_noop("a tournament is open for entries"),
    "tournament.started": gettext_noop("a tournament has started"),
    "tournament.finished": gettext_noop("a tournament is finished"),
    "tournament.reopened": gettext_noop("a finished tournament goes on"),
    "entrant.entered": gettext_noop("somebody enters a tournament"),
    "entrant.withdrawn": gettext_noop("somebody withdraws from a tournament"),
    "stage.opened": gettext_noop("a stage begins"),
    "round.published": gettext_noop("a round is published"),
    "table.started": gettext_noop("a table of an open evening starts"),
    "webhook.ping": gettext_noop("a trial"),
}


@register.filter
def event(kind: str) -> str:
    """What happens, in words; the kind itself, where it has none."""
    return gettext(_KINDS[kind]) if kind in _KINDS else kind
