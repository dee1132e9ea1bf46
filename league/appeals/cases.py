"""What waits for an official of a club: contested results and appeals without a ruling, the oldest first.

The projections know where to look. Whether a case still waits is read from the log, so that one's own ruling is seen at
once.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

import msgspec
from django.db import connection

from games.errors import Phrase
from league.appeals.models import Appeal
from league.clubs.queries import find_club
from league.common.actor import Actor, require_official
from league.common.read_models import Id, Moment
from league.eventlog import store
from league.matches import outcomes, repository
from league.matches.domain.events import ResultContested
from league.matches.domain.score_sheet import OFFICIAL
from league.matches.models import MatchRow
from league.matches.queries.list import ListedMatch, MatchSeat, listed_matches
from league.standings.types import Outcome
from league.tournaments.models import TournamentMatch, TournamentRow

# Every page of an official asks: one query, whose literals let the partial index serve it.
_WAITING = """
SELECT club, match, id FROM league_appeal WHERE club = ANY(%s) AND state IN ('filed', 'taken')
UNION ALL SELECT club, id, NULL FROM league_match WHERE club = ANY(%s) AND outcome = 'contested'
"""
MOST_CHECKED = 50  # that are read from the log; more are counted as the projections know them


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A contested result, or an appeal. Its `id` is that of the match or of the appeal."""

    id: Id
    is_appeal: bool
    match: Id
    game_name: str
    seats: list[MatchSeat]
    tournament: Id | None
    tournament_name: str | None
    round: int | None
    table: int | None
    revision: int | None  # of the contested move
    since: Moment


class _Waiting(NamedTuple):
    club: str
    match: str
    appeal: str | None


def count_cases(actor: Actor) -> dict[str, int]:
    """How many cases wait in each club of which *actor* is an official. Clubs without any are left out."""
    clubs = [UUID(club) for club in actor.roles if actor.official(club)]
    return dict(Counter(each.club for each in _find(clubs))) if clubs else {}


def list_cases(actor: Actor, *, club: UUID) -> list[Case]:
    """The cases of a club, the oldest first. Officials only."""
    require_official(actor, find_club(club).id, Phrase("list the club’s appeals"))
    waiting = _find([club])
    rows = MatchRow.objects.filter(id__in={each.match for each in waiting})
    matches = {each.id: each for each in listed_matches(rows)}
    tables = {str(row.match): row for row in TournamentMatch.objects.filter(match__in=matches)}
    appeals = {str(row.pk): row for row in Appeal.objects.filter(id__in=[each.appeal for each in waiting])}
    names = _tournament_names(matches.values())
    found = [
        _case(matches[each.match], appeals.get(each.appeal or ""), tables.get(each.match), names)
        for each in waiting
        if each.match in matches
    ]
    return sorted(filter(None, found), key=lambda case: (case.since, case.id))


def _find(clubs: Collection[UUID]) -> list[_Waiting]:
    with connection.cursor() as cursor:
        cursor.execute(_WAITING, [list(clubs), list(clubs)])
        rows = [_Waiting(str(club), str(match), appeal and str(appeal)) for club, match, appeal in cursor]
    return rows if len(rows) > MOST_CHECKED else _still_waiting(rows)


def _still_waiting(rows: Sequence[_Waiting]) -> list[_Waiting]:
    """Those of *rows* that wait by the log."""
    contested = [each.match for each in rows if each.appeal is None]
    results = outcomes.match_results(contested) if contested else {}
    return [
        each
        for each in rows
        if (
            results[each.match].outcome == Outcome.CONTESTED
            if each.appeal is None
            else repository.load(each.match).state.disputes.appeals[each.appeal].open
        )
    ]


def _tournament_names(matches: Iterable[ListedMatch]) -> Mapping[str, str]:
    wanted = {each.tournament for each in matches if each.tournament}
    rows = TournamentRow.objects.filter(id__in=wanted).values_list("id", "name")
    return {str(id_): name for id_, name in rows}


def _case(
    match: ListedMatch, appeal: Appeal | None, table: TournamentMatch | None, names: Mapping[str, str]
) -> Case | None:
    """None for a match whose result has been settled since the rows were written."""
    since = _contested_since(match.id) if appeal is None else appeal.filed_at
    if since is None:
        return None
    return Case(
        id=match.id if appeal is None else str(appeal.pk),
        is_appeal=appeal is not None,
        match=match.id,
        game_name=match.game_name,
        seats=match.seats,
        tournament=match.tournament,
        tournament_name=names.get(match.tournament or ""),
        round=table.round if table else None,
        table=table.table if table else None,
        revision=appeal.revision if appeal else None,
        since=since,
    )


def _contested_since(match_id: str) -> datetime | None:
    """When the first of those who still object did so. None if nobody does any more."""
    objecting = {seat for line in repository.load(match_id).state.sheet.in_order for seat in line.objections}
    since: dict[int, datetime] = {}
    for stored in store.read_kinds(repository.stream(match_id), ("result.contested",)):
        event = repository.decode(stored)
        assert isinstance(event, ResultContested)  # noqa: S101 - see the kinds
        since[OFFICIAL if event.seat is None else event.seat] = stored.at
    return min((at for seat, at in since.items() if seat in objecting), default=None)
