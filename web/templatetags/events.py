"""Kinds of events in words, for those who subscribe to them."""

from django import template
from django.utils.translation import gettext

from games.errors import gettext_noop

register = template.Library()

_KINDS = {
    "match.opened": gettext_noop("a match is opened"),
    "game.ended": gettext_noop("a game in a match ends"),
    "match.ended": gettext_noop("a match ends"),
    "result.reported": gettext_noop("a result is reported"),
    "result.confirmed": gettext_noop("a result is confirmed"),
    "result.contested": gettext_noop("a result is contested"),
    "result.settled": gettext_noop("a contested result is settled"),
    "match.forfeited": gettext_noop("a match is forfeited"),
    "match.voided": gettext_noop("a match is voided"),
    "match.reopened": gettext_noop("a forfeit or void is undone"),
    "ruling.given": gettext_noop("a ruling is made"),
    "moves.annulled": gettext_noop("moves are annulled"),
    "moves.withdrawn": gettext_noop("a scribe undoes a line"),
    "game.replayed": gettext_noop("a game is to be replayed"),
    "score.adjusted": gettext_noop("a game’s score is adjusted"),
    "tournament.registration_opened": gettext_noop("a tournament opens for entries"),
    "tournament.scheduled": gettext_noop("dates or place of a tournament change"),
    "tournament.started": gettext_noop("a tournament starts"),
    "tournament.finished": gettext_noop("a tournament finishes"),
    "tournament.reopened": gettext_noop("a finished tournament is reopened"),
    "entrant.entered": gettext_noop("somebody enters a tournament"),
    "entrant.withdrawn": gettext_noop("somebody withdraws from a tournament"),
    "stage.opened": gettext_noop("a stage begins"),
    "round.published": gettext_noop("a round is published"),
    "round.scheduled": gettext_noop("the date of a round changes"),
    "table.started": gettext_noop("a table starts at an open evening"),
    "table.added": gettext_noop("a table is added to a round"),
    "table.scheduled": gettext_noop("a match is postponed"),
    "webhook.ping": gettext_noop("a test message"),
}


@register.filter
def event(kind: str) -> str:
    """What happens, in words; the kind itself, where it has none."""
    return gettext(_KINDS[kind]) if kind in _KINDS else kind
