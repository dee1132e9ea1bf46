"""The history of a tournament: what happened, when, by whom and why, as its reader may know it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from games.errors import Phrase, gettext_noop
from league.common.actor import Actor
from league.common.listing import EventList
from league.common.translation import translate
from league.history.authors import Deciders
from league.history.lines import Line, Words, audience, line, lines_of, named_ids, names_text
from league.history.stories import story_reader
from league.history.types import Audience, Change, Seated, Told
from league.matches.outcomes import match_results
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

_stories = story_reader("tournament-", Phrase("tournament"), decode=decode, start=story.start, extend=story.extend)


def history(tournament_id: str, actor: Actor) -> EventList:
    """Everything that *actor* may know to have happened, the newest first. Raises `Unknown`."""
    _, tournament = visible_tournament(tournament_id, actor)
    reader = audience(actor, tournament.club)
    lines = [each for each in _lines(tournament_id) if each.told.to <= reader]
    return EventList(lines[::-1], lambda some: _serialize(tournament, some, actor))


def round_history(tournament_id: str, number: int, kinds: Iterable[str], actor: Actor) -> list[dict[str, Any]]:
    """What of these kinds was told of a round since it was last drawn, the oldest first. Raises `Unknown`."""
    _, tournament = visible_tournament(tournament_id, actor)
    reader, lines = audience(actor, tournament.club), _lines(tournament_id)
    found = sorted(indexes_since_draw([each.told for each in lines], number))
    wanted = [lines[each] for each in found if lines[each].told.kind in kinds and lines[each].told.to <= reader]
    return _serialize(tournament, wanted, actor)


def _lines(tournament_id: str) -> list[Line]:
    kept = _stories.load(tournament_id).state
    return lines_of(kept.story.entries, kept.authors)


def _serialize(tournament: Tournament, lines: Sequence[Line], actor: Actor) -> list[dict[str, Any]]:
    reader = audience(actor, tournament.club)
    stood = match_results([table.match for each in lines for table in each.told.tables if table.match])
    seated = {player for one in stood.values() for player in one.seats if player}
    called = names_by_id(named_ids(each.told for each in lines) | seated)
    players = {player for each in lines for player in _players(tournament, each.told)}
    deciders = Deciders(tournament.club, [each.author.actor for each in lines], players, actor)
    return [_line(tournament, each, reader, called, deciders) for each in lines]


def _line(tournament: Tournament, each: Line, reader: Audience, called: Names, deciders: Deciders) -> dict[str, Any]:
    told = each.told
    return {
        **line(
            each,
            reader,
            called,
            _author(tournament, each, deciders),
            lambda change: _change_words(tournament, change, called),
        ),
        "round": told.round,
        "table": told.table,
        "match": told.match,
        "entrant": told.entrant,
        "tables": _table_lines(told.tables, called),
    }


def _author(tournament: Tournament, each: Line, deciders: Deciders) -> dict[str, Any]:
    told, account = each.told, each.author.actor
    if told.kind in BY_ORGANISERS:
        return deciders.official(account, "organiser")
    if told.kind in BY_JUDGES:
        return deciders.official(account)
    return deciders.own_or_official(account, _players(tournament, told))


def _players(tournament: Tournament, told: Told) -> set[str]:
    """Who could have done it for himself."""
    if told.kind not in BY_THE_ENTRANT:
        return set()
    sides = {told.entrant or "", *(entrant for table in told.tables for entrant in table.seats)}
    return {player for side in sides & tournament.entries.keys() for player in tournament.entries[side].all_players}


def _change_words(tournament: Tournament, change: Change, called: Names) -> Words:
    what, _, number = change.what.partition(".")
    if what not in TITLES:
        title = setting_labels.title(change.what, tournament.game, tournament.rules)
        return Words(
            title, lambda value: setting_labels.value(change.what, value, called, tournament.game, tournament.rules)
        )
    title = translate(TITLES[what], {"number": int(number) + _NUMBERED[what]} if number else {})
    if change.of is not None:
        title = translate(gettext_noop("{what} of {name}"), {"what": title, "name": called.get(change.of, change.of)})
    return Words(title, lambda value: names_text(value, called))


def _table_lines(tables: Sequence[Seated], called: Names) -> list[dict[str, Any]]:
    """Tables with what was played at them, whether it counts or not."""
    played = match_results([each.match for each in tables if each.match])
    found = []
    for table in tables:
        stood = played.get(table.match or "")
        seats: Iterable[tuple[str | None, int | None, bool]] = ((each, None, False) for each in table.seats)
        if stood is not None and stood.points:
            seats = zip(stood.seats, stood.points, _winners(stood.winners, len(stood.seats)), strict=True)
        found.append(
            {
                "table": table.number,
                "match": table.match,
                "seats": [
                    {"name": called.get(id_ or ""), "points": points, "winner": winner} for id_, points, winner in seats
                ],
            }
        )
    return found


def _winners(winners: Sequence[int], seats: int) -> Iterator[bool]:
    return (seat in winners for seat in range(seats))
