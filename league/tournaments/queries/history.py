"""The history of a tournament: what happened, when, by whom and why, as its reader may know it."""

from collections.abc import Iterable, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from games.errors import Phrase, gettext_noop
from league.common.actor import Actor
from league.common.listing import EventList
from league.common.read_models import Id
from league.common.translation import translate
from league.history.authors import Author, Authors
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
from league.history.types import Audience, Change, HistoryEntry, Seated
from league.matches.outcomes import match_results
from league.standings.types import MatchResult
from league.tournaments.domain import history as story
from league.tournaments.domain.events import KINDS
from league.tournaments.domain.history import indexes_since_draw
from league.tournaments.domain.tournament import Tournament
from league.tournaments.queries import setting_labels
from league.tournaments.queries.detail import Names, names_by_id, visible_tournament
from league.tournaments.repository import decode

# Who can do what was done: organisers alone, whoever is on the entrant's side too, or all who may rule on matches.
BY_THE_ENTRANT = {
    "entrant.entered",
    "entrant.checked_in",
    "entrant.checked_out",
    "entrant.withdrawn",
    "entrant.returned",
    "entrant.byes_taken",
    "entrant.byes_cancelled",
    "table.started",
}
BY_JUDGES = {"round.annulled", "stage.annulled", "tournament.ranked_anew"}
BY_ORGANISERS = set(KINDS) - BY_THE_ENTRANT - BY_JUDGES

TITLES = {
    "rank": gettext_noop("Rank"),
    "seed": gettext_noop("Seed"),
    "player": gettext_noop("Player"),
    "order": gettext_noop("Order of finish"),
    "out": gettext_noop("Byes"),
    "table": gettext_noop("Table {number}"),
    "goes_on": gettext_noop("Qualified from group {number}"),
    "decided": gettext_noop("Order of entrants tied at the cut"),
}
_NUMBERED = {"table": 0, "goes_on": 1}  # what is added to the number, which is counted from 1


class PlayedSeat(msgspec.Struct, frozen=True):
    name: str | None
    points: Annotated[int | None, Meta(description="null: no game had a result.")]
    winner: bool


class PlayedTable(msgspec.Struct, frozen=True):
    table: int
    match: Id | None
    seats: Annotated[list[PlayedSeat], Meta(description="By seat, with what was played, whether it counts or not.")]


class TournamentHistoryEvent(HistoryEvent, frozen=True, kw_only=True):
    round: int | None
    table: int | None
    match: Id | None
    entrant: Id | None
    tables: Annotated[list[PlayedTable], Meta(description="Of a round that was annulled, or the one that started.")]


_stories = story_reader("tournament-", Phrase("tournament"), decode=decode, start=story.start, extend=story.extend)


def history(tournament_id: str, actor: Actor) -> EventList:
    """Everything that *actor* may know to have happened, the newest first. Raises `Unknown`."""
    _, tournament = visible_tournament(tournament_id, actor)
    reader = audience(actor, tournament.club)
    lines = [each for each in _lines(tournament_id) if each.told.to <= reader]
    return EventList(lines[::-1], lambda some: _serialize(tournament, some, actor))


def round_history(tournament_id: str, number: int, kinds: Iterable[str], actor: Actor) -> list[TournamentHistoryEvent]:
    """Events of these kinds in a round since it was last drawn, the oldest first. Raises `Unknown`."""
    _, tournament = visible_tournament(tournament_id, actor)
    reader, lines = audience(actor, tournament.club), _lines(tournament_id)
    found = sorted(indexes_since_draw([each.told for each in lines], number))
    wanted = [lines[each] for each in found if lines[each].told.kind in kinds and lines[each].told.to <= reader]
    return _serialize(tournament, wanted, actor)


def _lines(tournament_id: str) -> list[HistoryLine]:
    kept = _stories.load(tournament_id).state
    return lines_of(kept.story.entries, kept.authors)


def _serialize(tournament: Tournament, lines: Sequence[HistoryLine], actor: Actor) -> list[TournamentHistoryEvent]:
    reader = audience(actor, tournament.club)
    stood = match_results([table.match for each in lines for table in each.told.tables if table.match])
    seated = {player for one in stood.values() for player in one.players if player}
    names = names_by_id(named_ids(each.told for each in lines) | seated)
    players = {player for each in lines for player in _players(tournament, each.told)}
    authors = Authors(tournament.club, [each.author.actor for each in lines], players, actor)
    return [_event(tournament, each, reader, names, authors) for each in lines]


def _event(
    tournament: Tournament, each: HistoryLine, reader: Audience, names: Names, authors: Authors
) -> TournamentHistoryEvent:
    told = each.told
    return TournamentHistoryEvent(
        revision=each.revision,
        at=each.author.at,
        kind=told.kind,
        text=sentence(told.sentence, names),
        by=_author(tournament, each, authors),
        reason=each.reason(reader),
        changes=[history_change(change, _change_words(tournament, change, names)) for change in each.changes(reader)],
        round=told.round,
        table=told.table,
        match=told.match,
        entrant=told.entrant,
        tables=_tables(told.tables, names),
    )


def _author(tournament: Tournament, each: HistoryLine, authors: Authors) -> Author:
    told, account = each.told, each.author.actor
    if told.kind in BY_ORGANISERS:
        return authors.official(account, "organiser")
    if told.kind in BY_JUDGES:
        return authors.official(account)
    return authors.own_or_official(account, _players(tournament, told))


def _players(tournament: Tournament, told: HistoryEntry) -> set[str]:
    """Who could have done it for himself."""
    if told.kind not in BY_THE_ENTRANT:
        return set()
    sides = {told.entrant or "", *(entrant for table in told.tables for entrant in table.seats)}
    entries = [tournament.entries[side] for side in sides & tournament.entries.keys()]
    return {player for entry in entries for player in (*entry.all_players, entry.host) if player}


def _change_words(tournament: Tournament, change: Change, names: Names) -> Words:
    what, _, number = change.what.partition(".")
    if what == "dates":
        title = setting_labels.title(change.what, tournament.game, tournament.rules)
        return Words(title, lambda value: translate("{at}", {"at": value or "–"}))
    if what not in TITLES:
        title = setting_labels.title(change.what, tournament.game, tournament.rules)
        return Words(
            title, lambda value: setting_labels.value(change.what, value, names, tournament.game, tournament.rules)
        )
    title = translate(TITLES[what], {"number": int(number) + _NUMBERED[what]} if number else {})
    if change.of is not None:
        title = translate(gettext_noop("{what} of {name}"), {"what": title, "name": names.get(change.of, change.of)})
    return Words(title, lambda value: names_text(value, names))


def _tables(tables: Sequence[Seated], names: Names) -> list[PlayedTable]:
    """Tables with what was played at them, whether it counts or not."""
    played = match_results([each.match for each in tables if each.match])
    return [PlayedTable(each.number, each.match, _seats(each, played.get(each.match or ""), names)) for each in tables]


def _seats(table: Seated, played: MatchResult | None, names: Names) -> list[PlayedSeat]:
    if played is None or not played.points:
        return [PlayedSeat(names.get(each), None, False) for each in table.seats]
    return [
        PlayedSeat(names.get(each or ""), points, seat in played.winners)
        for seat, (each, points) in enumerate(zip(played.players, played.points, strict=True))
    ]
