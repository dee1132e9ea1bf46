"""The agenda: a row for everything with a date, the same incrementally and rebuilt."""

from datetime import UTC, datetime

import pytest

from league.agenda.models import AgendaEntry
from league.agenda.projection import RELEVANT
from league.agenda.queries import coming_entries, dates_sheet, end_of_day
from league.clubs import services as club_services
from league.errors import Unknown
from league.eventlog.projections import runner
from league.seasons.domain import events as season_events
from league.tournaments.domain import events as tournament_events
from league.tournaments.services import entries, lifecycle, schedule
from tests.builders.clubs import local
from tests.builders.evenings import begun, planned, started

pytestmark = pytest.mark.django_db


def rows():
    fields = ("key", "kind", "starts_at", "place", "sequence", "cancelled", "public")
    runner.catch_up_all()
    found = list(AgendaEntry.objects.values_list(*fields))
    runner.rebuild("agenda")
    assert list(AgendaEntry.objects.values_list(*fields)) == found
    return found


def at(day, hour):
    return datetime(2026, 12, day, hour, tzinfo=UTC)


def test_a_tournament_its_rounds_and_postponed_matches_are_on_the_agenda():
    evening = started(4)
    evening.draw()
    (match,) = evening.now.rounds[0].matches

    evening.do(schedule.schedule, starts=local(2026, 12, 1, 19), place="Ладья")
    evening.do(schedule.schedule_round, number=2, starts=local(2026, 12, 8, 19))
    evening.do(schedule.schedule_table, number=1, table=1, starts=local(2026, 12, 5, 14), place="Дом", reason="Снег")

    assert rows() == [
        (f"tournament-{evening.id}", "tournament", at(1, 19), "Ладья", 1, False, True),
        (f"match-{match}", "table", at(5, 14), "Дом", 1, False, True),
        (f"round-{evening.id}-2", "round", at(8, 19), "Ладья", 1, False, True),
    ]
    players = sorted(map(str, AgendaEntry.objects.get(kind="tournament").players))
    assert players == sorted(evening.now.entries)


def test_what_has_no_date_any_more_is_cancelled_at_its_last_time_and_every_change_counts():
    evening = begun()
    evening.do(schedule.schedule, starts=local(2026, 12, 1, 19))
    evening.do(schedule.schedule, starts=local(2026, 12, 2, 19))
    evening.do(schedule.schedule, starts=None)

    assert rows() == [(f"tournament-{evening.id}", "tournament", at(2, 19), "", 3, True, False)]


def test_what_is_over_is_not_coming_up_whatever_its_date_says():
    evening = started(4)
    (table,) = evening.draw()
    evening.do(schedule.schedule, starts=local(2026, 12, 1, 19))
    evening.do(schedule.schedule_table, number=1, table=1, starts=local(2026, 12, 5, 14), place="", reason="Снег")
    runner.catch_up_all()
    club, now = evening.club, at(1, 0)
    before = [each.kind for each in coming_entries(club, now, 10)]

    evening.report(table)
    runner.catch_up_all()
    reported = [each.kind for each in coming_entries(club, now, 10)]
    evening.do(lifecycle.finish, abandon=True)
    runner.catch_up_all()

    assert (before, reported) == (["tournament", "table"], ["tournament"])
    assert coming_entries(club, now, 10) == []


def test_a_check_in_changes_no_row():
    evening = begun()
    (anna,) = evening.join("Анна")
    evening.do(schedule.schedule, starts=local(2026, 12, 1, 19))
    runner.catch_up_all()
    before = AgendaEntry.objects.get()

    evening.do(entries.check_in, entrant=anna)
    runner.catch_up_all()

    assert AgendaEntry.objects.get().changed_at == before.changed_at
    assert rows() == [(f"tournament-{evening.id}", "tournament", at(1, 19), "", 1, False, False)]


def test_every_kind_that_the_agenda_looks_at_is_written():
    assert set(tournament_events.KINDS) | set(season_events.KINDS) >= RELEVANT


def test_the_match_of_a_round_that_is_undone_is_cancelled():
    evening = started(4)
    evening.draw()
    (match,) = evening.now.rounds[0].matches
    evening.do(schedule.schedule_table, number=1, table=1, starts=local(2026, 12, 5, 14))
    evening.do(lifecycle.annul_round, reason="Wrong field")

    assert rows() == [(f"match-{match}", "table", at(5, 14), "", 2, True, True)]


def test_a_day_ends_at_midnight_by_the_clocks_of_the_club():
    evening = datetime.fromisoformat("2026-11-01T18:30-05:00")

    assert end_of_day(evening, "America/New_York").isoformat() == "2026-11-02T05:00:00+00:00"


def test_tables_are_overdue_after_their_round_or_after_the_day_to_which_they_were_postponed():
    evening = started(8)
    club_services.change_club(club_id=evening.club, actor=evening.actor, zone="America/New_York")
    evening.draw()
    evening.do(schedule.schedule_round, number=1, until=local(2026, 12, 7, 0, 0))
    evening.do(schedule.schedule_table, number=1, table=2, starts=local(2026, 12, 8, 18, 30))

    def overdue(now):
        return [(each.table, each.due) for each in dates_sheet(evening.id, evening.actor, now).overdue]

    monday = datetime(2026, 12, 7, 5, tzinfo=UTC)  # midnight in New York
    wednesday = datetime(2026, 12, 9, 5, tzinfo=UTC)
    assert overdue(datetime(2026, 12, 7, 4, 59, tzinfo=UTC)) == []
    assert overdue(monday) == [(1, monday)]
    assert overdue(wednesday) == [(1, monday), (2, wednesday)]


def test_no_round_beyond_those_that_are_planned_has_a_date():
    evening = begun(given=planned(3))

    evening.do(schedule.schedule_round, number=3, starts=local(2026, 12, 8, 19))
    with pytest.raises(Unknown):
        evening.do(schedule.schedule_round, number=4, starts=local(2026, 12, 15, 19))
