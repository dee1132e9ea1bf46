"""The history of a league: what happened, when, by whom and why, as its reader may know it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from games.errors import Phrase, gettext_noop
from league.common.actor import Actor
from league.common.listing import EventList
from league.common.read_models import Id
from league.common.translation import translate
from league.history.authors import Authors
from league.history.lines import (
    HistoryEvent,
    HistoryLine,
    Words,
    audience,
    history_change,
    lines_of,
    named_ids,
    names_text,
    sentence,
)
from league.history.stories import story_reader
from league.history.types import Change
from league.seasons.domain import history as story
from league.seasons.domain.league import League
from league.seasons.domain.tiebreaks import TIEBREAKS
from league.seasons.repository import decode, leagues
from league.tournaments.queries.detail import names_by_id
from league.tournaments.queries.setting_labels import plain
from league.tournaments.repository import tournaments

RULES = {
    "points": gettext_noop("Points by place"),
    "beyond": gettext_noop("Points for each further place"),
    "shared": gettext_noop("Points for shared places"),
    "low_points": gettext_noop("The fewest points win"),
    "attendance": gettext_noop("Points for each event attended"),
    "missed_as": gettext_noop("A missed event counts as"),
    "missed": gettext_noop("Points for a missed event"),
    "unit": gettext_noop("What is counted"),
    "first": gettext_noop("First results counted"),
    "best": gettext_noop("Best results counted"),
    "drop": gettext_noop("Worst results dropped"),
    "average": gettext_noop("The average counts, not the sum"),
    "minimum": gettext_noop("Minimum number of events or games"),
    "tiebreaks": gettext_noop("Tie-breaks"),
    "divisions": gettext_noop("Divisions"),
    "promote": gettext_noop("Number promoted"),
    "relegate": gettext_noop("Number relegated"),
}
SHARED = {
    "average": gettext_noop("the average of those places"),
    "rounded_up": gettext_noop("the average of those places, rounded up"),
    "best": gettext_noop("the points of the best place"),
}
MISSED = {
    "fixed": gettext_noop("a fixed number of points"),
    "average": gettext_noop("the average of the player’s other events"),
    "last": gettext_noop("the points of the last player, plus a number"),
}
UNITS = {
    "events": gettext_noop("events"),
    "games": gettext_noop("games of all events"),
}


class LeagueHistoryEvent(HistoryEvent, frozen=True, kw_only=True):
    season: int | None
    tournament: Id | None


_stories = story_reader("league-", Phrase("league"), decode=decode, start=story.start, extend=story.extend)


def history(league_id: str, actor: Actor) -> EventList:
    """Everything that *actor* may know to have happened, the newest first.

    What concerns a tournament that is being prepared is told officials of the club alone. Raises `Unknown`.
    """
    league, kept = leagues.load(league_id).state, _stories.load(league_id).state
    lines = [each for each in lines_of(kept.story.told, kept.authors) if _is_visible(league, each, actor)]
    return EventList(lines[::-1], lambda some: _serialize(league, some, actor))


def _is_visible(league: League, each: HistoryLine, actor: Actor) -> bool:
    named_ = each.told.tournament
    return named_ is None or actor.official(league.club) or tournaments.load(named_).state.public


def _serialize(league: League, lines: Sequence[HistoryLine], actor: Actor) -> list[LeagueHistoryEvent]:
    reader = audience(actor, league.club)
    events = {each.told.tournament for each in lines if each.told.tournament}
    called = {
        **names_by_id(named_ids(each.told for each in lines)),
        **{id_: tournaments.load(id_).state.name for id_ in events},
    }
    authors = Authors(league.club, [each.author.actor for each in lines], (), actor)
    return [
        LeagueHistoryEvent(
            revision=each.revision,
            at=each.author.at,
            kind=each.told.kind,
            text=sentence(each.told.sentence, called),
            by=authors.official(each.author.actor, "organiser"),  # nobody else runs a league
            reason=each.reason(reader),
            changes=[history_change(change, _change_words(change, called)) for change in each.changes(reader)],
            season=each.told.season,
            tournament=each.told.tournament,
        )
        for each in lines
    ]


def _change_words(change: Change, called: Mapping[str, str]) -> Words:
    what, _, which = change.what.partition(".")
    if what == "rules":
        return Words(gettext(RULES[which]), lambda value: rule_text(which, value))
    if what == "members":
        title = translate(gettext_noop("Division {number}"), {"number": int(which) + 1})
        return Words(title, lambda value: names_text(value, called))
    if what == "decided":
        return Words(gettext("Order of tied players"), lambda value: names_text(value, called))
    title = gettext("Season name") if what == "season" else gettext("League name")
    return Words(title, str)


def rule_text(name: str, value: Any) -> str:
    if name == "tiebreaks":
        return ", ".join(gettext(TIEBREAKS[code].title) for code in value) or "–"
    if name == "shared":
        return gettext(SHARED[value])
    if name == "missed_as":
        return gettext(MISSED[value])
    if name == "unit":
        return gettext(UNITS[value])
    if name == "divisions":
        return ", ".join(_division(each) for each in value) or "–"
    return plain(value)


def _division(given: Mapping[str, Any]) -> str:
    capacity = given.get("capacity")
    return given["name"] if capacity is None else f"{given['name']} ({capacity})"
