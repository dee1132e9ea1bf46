"""Evenings of seasons: repeated by the clocks of the club, moved, called off, and replaced by their tournaments."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from league.agenda.models import AgendaEntry
from league.agenda.season_calendar import season_calendar
from league.clubs import services as club_services
from league.clubs.errors import RepeatedTime
from league.common.actor import NOBODY
from league.common.errors import ReasonNeeded
from league.errors import NotAllowed, Unknown
from league.eventlog.projections import runner
from league.seasons import services as season_services
from league.seasons.domain.planning import repeated_times
from league.seasons.errors import BadSeason
from league.seasons.repository import leagues
from league.tournaments.repository import tournaments
from league.tournaments.services import schedule
from tests.builders.clubs import local
from tests.builders.season_clubs import SeasonClub

FIRST = local(2026, 9, 8, 19)  # the second Tuesday of a month


def days(repeat, until, skip=()):
    return [(each.month, each.day) for each in repeated_times(FIRST, repeat, until, skip)]


def test_evenings_are_repeated_every_week_every_second_one_or_on_the_same_weekday_of_the_month():
    assert days("once", None) == [(9, 8)]
    assert days("weekly", date(2026, 9, 29)) == [(9, 8), (9, 15), (9, 22), (9, 29)]
    assert days("fortnightly", date(2026, 10, 31), [date(2026, 10, 6)]) == [(9, 8), (9, 22), (10, 20)]
    assert days("monthly", date(2026, 12, 31)) == [(9, 8), (10, 13), (11, 10), (12, 8)]
    last = repeated_times(local(2026, 9, 29, 19), "monthly", date(2026, 12, 31))
    assert [(each.month, each.day) for each in last] == [(9, 29), (10, 27), (11, 24), (12, 29)]


@pytest.mark.parametrize(
    ("repeat", "until", "skip", "key"),
    [
        ("weekly", None, (), "until"),
        ("weekly", date(2026, 9, 7), (), "until"),
        ("once", None, (date(2026, 9, 8),), "skip"),
        ("weekly", date(2036, 1, 1), (), "until"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused_by_name(repeat, until, skip, key):
    with pytest.raises(BadSeason) as refused:
        repeated_times(FIRST, repeat, until, skip)

    assert refused.value.params["key"] == key


@pytest.mark.django_db
class TestCommands:
    @pytest.fixture
    def club(self):
        made = SeasonClub()
        club_services.change_club(club_id=made.id, actor=made.actor, zone="America/New_York")
        return made

    @staticmethod
    def evenings(club):
        return leagues.load(club.league).state.seasons[0].dates.evenings

    def test_every_second_tuesday_stays_at_seven_across_a_change_of_clocks(self, club):
        plan = {"starts": FIRST, "repeat": "fortnightly", "until": date(2026, 12, 1), "minutes": 180, "place": "Ладья"}

        club.do(season_services.plan_evenings, number=1, **plan)
        club.do(season_services.plan_evenings, number=1, **plan)

        zone = ZoneInfo("America/New_York")
        shown = [(each.starts.astimezone(zone), each.ends.astimezone(zone)) for each in self.evenings(club)]
        assert [(starts.weekday(), starts.hour, ends.hour) for starts, ends in shown] == [(1, 19, 22)] * 7
        assert {str(starts.utcoffset()) for starts, _ in shown} == {"-1 day, 20:00:00", "-1 day, 19:00:00"}

    def test_an_evening_at_an_hour_that_is_shown_twice_is_refused(self, club):
        with pytest.raises(RepeatedTime):
            club.do(
                season_services.plan_evenings,
                number=1,
                starts=local(2026, 10, 25, 1, 30),
                repeat="weekly",
                until=date(2026, 11, 1),
            )

    def test_an_evening_is_moved_and_called_off_for_a_reason_and_takes_place_again(self, club):
        club.do(season_services.plan_evenings, number=1, starts=FIRST)
        moved = {"number": 1, "evening": 1, "starts": local(2026, 9, 9, 19)}

        with pytest.raises(ReasonNeeded):
            club.do(season_services.move_evening, **moved)
        club.do(season_services.move_evening, **moved, reason="Concert")
        club.do(season_services.cancel_evening, number=1, evening=1, reason="Flood")
        (gone,) = self.evenings(club)
        club.do(season_services.move_evening, **moved, place="Ладья")
        (again,) = self.evenings(club)

        assert (gone.starts, gone.cancelled, gone.changes) == (datetime(2026, 9, 9, 23, tzinfo=UTC), True, 3)
        assert (again.starts, again.cancelled, again.place, again.changes) == (gone.starts, False, "Ладья", 4)
        with pytest.raises(Unknown):
            club.do(season_services.cancel_evening, number=1, evening=2, reason="Flood")

    def test_the_tournament_of_an_evening_is_drafted_at_its_time_and_counts_in_the_season(self, club):
        club.do(season_services.plan_evenings, number=1, starts=FIRST, minutes=180, place="Ладья")
        earlier = club.evening()
        club.do(season_services.attach, number=1, tournament_id=earlier.id)

        club.do(season_services.draft_evening, number=1, evening=1)

        drafted = leagues.load(club.league).state.seasons[0].events[-1].tournament
        tournament = tournaments.load(drafted).state
        said = tournament.dates.tournament.said
        (planned,) = self.evenings(club)
        assert (tournament.name, tournament.phase, tournament.settings) == ("Лига 1", "draft", earlier.now.settings)
        assert (said.starts, said.ends, said.place) == (planned.starts, planned.ends, "Ладья")

    def test_only_organisers_plan(self, club):
        with pytest.raises(NotAllowed):
            season_services.plan_evenings(league_id=club.league, number=1, starts=FIRST, actor=NOBODY)

    def test_the_calendar_of_a_season_has_weeks_by_the_clocks_of_the_club(self, club):
        late = local(2026, 9, 13, 23)  # a Sunday, and Monday in UTC
        club.do(season_services.date_season, number=1, first=date(2026, 9, 9), last=date(2026, 12, 31))
        for starts in (late, local(2026, 9, 14, 19), FIRST, local(2026, 9, 1, 19)):
            club.do(season_services.plan_evenings, number=1, starts=starts)

        found = season_calendar(club.league, 1, NOBODY, datetime.now(UTC))

        assert [(each.evening, each.week) for each in found.entries] == [(4, None), (3, 1), (1, 1), (2, 2)]
        assert (found.first, found.last, found.zone) == (date(2026, 9, 9), date(2026, 12, 31), "America/New_York")

    def test_an_evening_gives_way_to_its_tournament_and_overdue_matches_are_listed_for_organisers(self, club):
        club.do(season_services.plan_evenings, number=1, starts=FIRST)
        evening = club.evening()
        evening.do(schedule.schedule, starts=local(2026, 9, 8, 21, 30), place="Ладья")  # the next day in UTC
        evening.do(schedule.schedule_round, number=1, until=local(2026, 9, 9))
        club.do(season_services.attach, number=1, tournament_id=evening.id)
        later = datetime(2026, 10, 1, tzinfo=UTC)

        shown = season_calendar(club.league, 1, club.actor, later)
        runner.catch_up_all()

        assert [(each.entry.kind, each.entry.tournament) for each in shown.entries] == [("tournament", evening.id)]
        assert [(each.tournament, each.table.table) for each in shown.overdue] == [(evening.id, 1)]
        (fixture,) = season_calendar(club.league, 1, NOBODY, later).fixtures
        assert (fixture.round, fixture.table, fixture.starts, fixture.place) == (1, 1, None, "Ладья")
        assert season_calendar(club.league, 1, NOBODY, later).overdue == []
        assert AgendaEntry.objects.filter(kind="evening", public=True).count() == 1
