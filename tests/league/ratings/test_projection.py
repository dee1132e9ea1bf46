"""Ratings from the log, incremental and rebuilt, including corrections of earlier days."""

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.db import transaction
from django.forms.models import model_to_dict
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.clubs import services as club_services
from league.clubs.models import Club
from league.eventlog import sealer
from league.eventlog.projections import runner
from league.matches.domain.events import MatchForfeited, MatchReopened, MatchVoided, ResultContested, ResultSettled
from league.ratings.domain.model import NEW, finish, rate_day
from league.ratings.models import EVERYWHERE, RatedMatch, RatedZone, RatingDay, RatingRow
from tests.builders.clubs import founded
from tests.builders.rated import NOON, result, write
from tests.builders.rated import play as play_in

pytestmark = pytest.mark.django_db

CLUBS = [UUID(int=100), UUID(int=200)]
PLAYERS = [UUID(int=number) for number in range(1, 7)]
GAME = "rummikub"


def play(seats, points, *, club=0, **more):
    """A whole match in one of the clubs; its id."""
    return play_in(seats, points, club=CLUBS[club], **more)


def rows(*tables):
    """All rows of the tables, every column."""
    return [[model_to_dict(row) for row in table.objects.order_by("pk")] for table in tables or (RatingRow, RatingDay)]


def by_player(scope=EVERYWHERE, game=GAME):
    return {row.player: row for row in RatingRow.objects.filter(game=game, scope=scope)}


def test_a_match_rates_its_players_over_all_clubs_and_in_its_club():
    anna, boris, vera, gleb = PLAYERS[:4]
    play([anna, boris], (24, -24), club=0)
    play([vera, gleb], (5, -5), club=1)

    runner.catch_up_all()

    assert by_player().keys() == {anna, boris, vera, gleb}
    assert [by_player(club).keys() for club in CLUBS] == [{anna, boris}, {vera, gleb}]
    row = by_player(CLUBS[0])[anna]
    after = rate_day({}, [finish([str(anna), str(boris)], (1, 0), (24, -24))])[str(anna)]
    assert (row.mu, row.sigma, row.matches, row.ordinal, row.day) == (*after, after.ordinal, NOON.date())


def test_games_have_separate_ratings():
    play(PLAYERS[:2], (24, -24))
    play(PLAYERS[:2], (3, 9), game="riff_raff", day=1)

    runner.catch_up_all()

    assert [by_player(game=game)[PLAYERS[0]].mu > NEW.mu for game in (GAME, "riff_raff")] == [True, False]


def test_a_team_game_is_not_rated():
    play(PLAYERS[:2], (3, 3), game="the_game_extreme")

    runner.catch_up_all()

    assert rows(RatedMatch, RatingRow) == [[], []]


def test_days_of_a_club_without_a_zone_are_in_utc():
    play(PLAYERS[:2], (24, -24), at=datetime(2026, 2, 2, 1, 30, tzinfo=UTC).astimezone())

    runner.catch_up_all()

    assert by_player()[PLAYERS[0]].day.isoformat() == "2026-02-02"


def test_the_order_in_which_a_day_arrives_changes_no_byte():
    evening = [((0, 1, 2), (9, 5, -14)), ((3, 4), (7, -7)), ((0, 3), (-2, 2)), ((1, 4, 5), (1, 1, -2))]
    seen = []
    for matches in (evening, evening[::-1]):
        with transaction.atomic():
            play(PLAYERS[:3], (1, 2, -3), day=-5)
            for seats, points in matches:
                play([PLAYERS[seat] for seat in seats], points)
                runner.catch_up_all()
            seen.append(rows())
            transaction.set_rollback(True)

    assert seen[0] == seen[1]


def test_a_late_correction_recomputes_from_the_day_of_the_match():
    anna, boris, vera = PLAYERS[:3]
    wrong = play([anna, boris], (24, -24), day=0)
    play([boris, vera], (5, -5), day=7)
    runner.catch_up_all()
    before = rows()

    write(wrong, *result((-24, 24), correction="Rows were swapped."), at=NOON + timedelta(days=20))
    runner.catch_up_all()

    first = rate_day({}, [finish([str(anna), str(boris)], (0, 1), (-24, 24))])
    second = rate_day(first, [finish([str(boris), str(vera)], (1, 0), (5, -5))])
    assert rows() != before
    assert {str(player): (row.mu, row.sigma, row.matches) for player, row in by_player().items()} == {
        str(anna): tuple(first[str(anna)]),
        str(boris): tuple(second[str(boris)]),
        str(vera): tuple(second[str(vera)]),
    }


@pytest.mark.parametrize("fact", [MatchForfeited((1,), "late"), MatchVoided("rain"), ResultContested(1, "not so")])
def test_a_match_that_no_longer_counts_leaves_no_trace_in_ratings(fact):
    match = play(PLAYERS[:2], (24, -24))
    runner.catch_up_all()

    write(match, fact, at=NOON + timedelta(days=3))
    runner.catch_up_all()

    assert rows(RatingRow, RatingDay) == [[], []]


def test_players_with_earlier_matches_return_to_their_earlier_rating():
    play(PLAYERS[:2], (24, -24), day=0)
    runner.catch_up_all()
    before = rows()
    match = play(PLAYERS[:2], (24, -24), day=1)
    runner.catch_up_all()

    write(match, MatchVoided("rain"), at=NOON + timedelta(days=1))
    runner.catch_up_all()

    assert rows() == before


class Season:
    """A log of matches at random, and what their ratings should be, worked out from nothing and by the plain rule."""

    def __init__(self):
        self.matches = {}  # id: club, day, seats, points, why it does not count

    def happen(self, kind, day, number, seats, points):
        if kind == "play" or not self.matches:
            points = points[: len(seats)]
            club = number % len(CLUBS)
            match = play(seats, points, day=day, club=club)
            self.matches[match] = [CLUBS[club], day, seats, points, set()]
            return
        match = list(self.matches)[number % len(self.matches)]
        noted = self.matches[match]
        points = points[: len(noted[2])]
        facts = {
            "correct": result(points, correction="Read again."),
            "void": [MatchVoided("rain")],
            "forfeit": [MatchForfeited((0,), "late")],
            "contest": [ResultContested(None, "not so")],
            "count": [MatchReopened("after all"), ResultSettled("so it was")],
        }
        write(match, *facts[kind], at=NOON + timedelta(days=50))
        if kind == "correct":
            noted[3] = points
            noted[4].discard("contest")  # an official has looked into it
        elif kind == "count":
            noted[4].clear()
        else:
            noted[4].add(kind)

    def rated_anew(self, scope):
        days = defaultdict(list)
        for club, day, seats, points, objections in self.matches.values():
            if not objections and scope in (EVERYWHERE, club):
                _, ended = result(points)
                days[day].append(finish(list(map(str, seats)), ended.wins, ended.points))
        now = {}
        for day in sorted(days):
            now |= rate_day(now, days[day])
        return now


KINDS = ["play", "play", "play", "correct", "void", "forfeit", "contest", "count"]
acts = st.tuples(
    st.sampled_from(KINDS),
    st.integers(0, 5),
    st.integers(0, 40),
    st.lists(st.sampled_from(PLAYERS), min_size=2, max_size=4, unique=True),
    st.tuples(*[st.integers(-3, 3)] * 4),
)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(acts, min_size=1, max_size=5), min_size=1, max_size=4), st.sampled_from([1, 4, 1000]))
def test_updated_ratings_equal_those_of_a_rebuild_and_of_the_plain_rule(batches, size):
    with transaction.atomic(), pytest.MonkeyPatch.context() as patched:
        patched.setattr(runner, "BATCH", size)
        season = Season()
        for batch in batches:
            for act in batch:
                season.happen(*act)
            sealer.seal_all()
            runner.catch_up("ratings")
        kept = rows(RatedMatch, RatingRow, RatingDay)

        runner.rebuild("ratings")

        assert rows(RatedMatch, RatingRow, RatingDay) == kept
        for scope in (EVERYWHERE, *CLUBS):
            found = {str(row.player): (row.mu, row.sigma, row.matches) for row in by_player(scope).values()}
            assert found == season.rated_anew(scope)
        transaction.set_rollback(True)


def test_an_evening_in_new_york_is_one_day_on_both_sides_of_a_change_of_clocks():
    organiser, club = founded()
    club_services.change_club(club_id=club, actor=organiser, zone="America/New_York")
    evenings = [datetime.fromisoformat(f"{day}T{hour}:30-05:00") for day in ("2026-03-07",) for hour in (18, 21)]
    summer = [datetime.fromisoformat(f"2026-03-08T{hour}:30-04:00") for hour in (18, 21)]
    for at in evenings + summer:
        play_in(PLAYERS[:2], (24, -24), club=club, at=at)

    runner.catch_up_all()

    found = RatedMatch.objects.filter(club=club).order_by("day").values_list("day", flat=True)
    assert [str(day) for day in found] == ["2026-03-07"] * 2 + ["2026-03-08"] * 2


def test_another_zone_counts_for_later_matches_only_and_a_rebuild_gives_the_same_days():
    organiser, club = founded()
    Club.objects.filter(id=club).update(zone="America/New_York")  # since it was founded
    late = datetime(2026, 3, 3, 2, 30, tzinfo=UTC)
    play_in(PLAYERS[:2], (24, -24), club=club, at=late)
    club_services.change_club(club_id=club, actor=organiser, zone="Europe/Berlin")
    play_in(PLAYERS[:2], (24, -24), club=club, at=late)
    runner.catch_up_all()
    before = rows(RatedMatch, RatedZone, RatingRow, RatingDay)

    runner.rebuild("ratings")

    assert sorted(str(day) for day in RatedMatch.objects.values_list("day", flat=True)) == ["2026-03-02", "2026-03-03"]
    assert rows(RatedMatch, RatedZone, RatingRow, RatingDay) == before
