"""Dates of tournaments, rounds and tables: by the clocks of the club, on both sides of a change of its clocks."""

from datetime import UTC, datetime, timedelta

import pytest

from games.errors import Phrase
from league.clubs import services as club_services
from league.clubs.errors import FarTime, RepeatedTime, SkippedTime
from league.clubs.locales import read_local_time
from league.clubs.models import User
from league.clubs.sessions import actor
from league.common.errors import ReasonNeeded
from league.tournaments.domain.dates import Scheduled
from league.tournaments.errors import BadDates, EntryClosed, WrongPhase
from league.tournaments.queries.history import history
from league.tournaments.services import entries, lifecycle, schedule
from tests.builders.clubs import add_member, local
from tests.builders.evenings import begun, started

ZONES = {  # a local noon on both sides of a change of clocks, and what it is in UTC
    "America/New_York": [("2026-10-31", 16), ("2026-11-01", 17)],
    "Europe/Berlin": [("2026-03-28", 11), ("2026-03-29", 10)],
    "America/Santiago": [("2026-04-04", 15), ("2026-04-05", 16)],
}


@pytest.mark.parametrize("zone", ZONES)
def test_noon_stays_noon_on_both_sides_of_a_change_of_clocks(zone):
    found = [(day, read_local_time(datetime.fromisoformat(f"{day}T12:00"), zone).hour) for day, _ in ZONES[zone]]

    assert found == ZONES[zone]


def test_a_time_that_is_shown_twice_is_refused_with_both_readings():
    with pytest.raises(RepeatedTime) as refused:
        read_local_time(local(2026, 11, 1, 1, 30), "America/New_York")

    assert refused.value.params == {
        "time": "2026-11-01T01:30",
        "zone": "America/New_York",
        "first": "2026-11-01T01:30-04:00",
        "second": "2026-11-01T01:30-05:00",
    }
    assert refused.value.details == {"readings": ["2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z"]}


def test_a_time_that_is_skipped_is_refused_with_both_readings():
    with pytest.raises(SkippedTime) as refused:
        read_local_time(local(2026, 3, 29, 2, 30), "Europe/Berlin")

    assert (refused.value.params["first"], refused.value.params["second"]) == (
        "2026-03-29T01:30+01:00",
        "2026-03-29T03:30+02:00",
    )
    assert refused.value.details == {"readings": ["2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z"]}


def test_a_year_that_no_calendar_has_is_refused():
    with pytest.raises(FarTime):
        read_local_time(local(9999, 12, 31, 23, 59), "Asia/Tokyo")


@pytest.mark.django_db
class TestCommands:
    def test_a_local_time_is_in_the_zone_of_the_club_and_one_with_an_offset_is_not(self):
        evening = begun()
        club_services.change_club(club_id=evening.club, actor=evening.actor, zone="America/New_York")

        evening.do(
            schedule.schedule,
            starts=local(2026, 12, 1, 18, 30),
            ends=datetime.fromisoformat("2026-12-02T02:30:00Z"),
            place="Rook, 12 Main St",
        )

        said = evening.now.dates.tournament.said
        assert said == Scheduled(
            datetime(2026, 12, 1, 23, 30, tzinfo=UTC), datetime(2026, 12, 2, 2, 30, tzinfo=UTC), "Rook, 12 Main St"
        )

    def test_what_is_left_out_stays_and_nothing_new_is_no_event(self):
        evening = begun()
        evening.do(schedule.schedule, starts=local(2026, 12, 1, 18), place="Ладья")
        before = evening.revision

        evening.do(schedule.schedule, place="Ладья")
        evening.do(schedule.schedule, fee="5 €")

        assert evening.revision == before + 1
        assert evening.now.dates.tournament.said == Scheduled(
            datetime(2026, 12, 1, 18, tzinfo=UTC), place="Ладья", fee="5 €"
        )

    @pytest.mark.parametrize(
        ("said", "key", "why"),
        [
            ({"starts": local(2026, 12, 1, 18), "ends": local(2026, 12, 1, 18)}, "ends", "it would end before"),
            ({"ends": local(2026, 12, 1, 18)}, "ends", "it has an end but no start"),
            ({"opens": local(2026, 12, 2), "closes": local(2026, 12, 1)}, "closes", "entry would close before"),
            ({"place": "x" * 201}, "place", "it has more than"),
        ],
    )
    def test_impossible_dates_name_what_is_wrong(self, said, key, why):
        with pytest.raises(BadDates) as refused:
            begun().do(schedule.schedule, **said)

        assert refused.value.params["key"] == key
        assert str(refused.value.params["why"].text).startswith(why)

    def test_a_finished_tournament_keeps_its_dates(self):
        evening = started(4)
        evening.do(lifecycle.finish, abandon=True)

        with pytest.raises(WrongPhase):
            evening.do(schedule.schedule, place="Elsewhere")

    def test_a_round_has_a_date_before_it_is_drawn(self):
        evening = started(4)

        evening.do(schedule.schedule_round, number=2, starts=local(2026, 12, 8, 19), until=local(2026, 12, 15))

        date = evening.now.dates.rounds[2]
        assert (date.starts.isoformat(), date.until.isoformat()) == (
            "2026-12-08T19:00:00+00:00",
            "2026-12-15T00:00:00+00:00",
        )

    def test_a_match_is_postponed_for_a_reason_and_may_come_back_to_its_round(self):
        evening = started(4)
        evening.draw()
        evening.do(schedule.schedule_round, number=1, starts=local(2026, 12, 1, 19))
        late = {"number": 1, "table": 1, "starts": local(2026, 12, 5, 14)}

        with pytest.raises(ReasonNeeded):
            evening.do(schedule.schedule_table, **late)
        evening.do(schedule.schedule_table, **late, place="At home", reason="Snow")
        (match,) = evening.now.rounds[0].matches
        postponed = evening.now.dates.of_table(1, match)
        evening.do(schedule.schedule_table, number=1, table=1, reason="Thaw")

        assert (postponed.starts, postponed.place) == (datetime(2026, 12, 5, 14, tzinfo=UTC), "At home")
        assert evening.now.dates.of_table(1, match).starts == datetime(2026, 12, 1, 19, tzinfo=UTC)
        assert [(each.told.kind, each.told.reason) for each in history(evening.id, evening.actor).rows[:2]] == [
            ("table.scheduled", "Thaw"),
            ("table.scheduled", "Snow"),
        ]

    def test_players_enter_themselves_between_the_two_times_and_organisers_always(self):
        evening = begun()
        User.objects.create_user("anna")
        anna = add_member(club_id=evening.club, name="Анна", username="anna", actor=evening.actor)
        player = actor(anna.user_id)
        evening.do(lifecycle.open_registration)
        today = datetime.now(UTC)
        enter = {"tournament_id": evening.id, "player_id": anna.pk}

        evening.do(schedule.schedule, opens=today + timedelta(days=1))
        with pytest.raises(EntryClosed) as early:
            entries.enter(**enter, actor=player)
        evening.do(schedule.schedule, opens=None, closes=today - timedelta(minutes=1))
        with pytest.raises(EntryClosed) as late:
            entries.enter(**enter, actor=player)
        evening.do(entries.enter, player_id=anna.pk)
        entries.withdraw(tournament_id=evening.id, entrant=str(anna.pk), actor=player)
        with pytest.raises(EntryClosed):  # before the start, coming back is entering again
            entries.return_(tournament_id=evening.id, entrant=str(anna.pk), actor=player)

        assert (early.value.params["why"].text, late.value.params["why"].text) == (
            Phrase("it opens on {opens}", opens="").text,
            Phrase("it closed on {closes}", closes="").text,
        )
        assert list(evening.now.entries) == [str(anna.pk)]
