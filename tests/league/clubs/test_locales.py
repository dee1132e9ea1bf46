"""The name, time zone and language of a club, and times of day that clocks skip or show twice."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from league.club_data.locales import OwnerClub, owner_club
from league.clubs.locales import find_zone, local_moments, zone_choices
from league.clubs.models import Club
from league.clubs.queries import club_names, find_club
from league.clubs.services import change_club, create_club
from league.common.actor import NOBODY
from league.errors import LeagueError, NotAllowed
from tests.builders.clubs import founded, of_four
from tests.builders.evenings import started

NEW_YORK = "America/New_York"


@pytest.mark.parametrize(
    ("local", "moments"),
    [
        ("2026-03-08T01:59:59", ["2026-03-08T06:59:59+00:00"]),
        ("2026-03-08T02:00:00", []),
        ("2026-03-08T02:59:59", []),
        ("2026-03-08T03:00:00", ["2026-03-08T07:00:00+00:00"]),
        ("2026-11-01T00:59:59", ["2026-11-01T04:59:59+00:00"]),
        ("2026-11-01T01:30:00", ["2026-11-01T05:30:00+00:00", "2026-11-01T06:30:00+00:00"]),
        ("2026-11-01T02:00:00", ["2026-11-01T07:00:00+00:00"]),
    ],
)
def test_clocks_skip_an_hour_in_spring_and_show_one_twice_in_autumn(local, moments):
    given = datetime.fromisoformat(local)

    assert [each.isoformat() for each in local_moments(given, ZoneInfo(NEW_YORK))] == moments
    assert [each.isoformat() for each in local_moments(given, UTC)] == [f"{local}+00:00"]


def test_zones_to_choose_from_are_utc_and_those_of_places():
    assert zone_choices()[:2] == ("UTC", "Africa/Abidjan")
    assert {"Europe/Moscow", NEW_YORK} < set(zone_choices())
    assert {"Factory", "localtime", "EST5EDT", "Etc/GMT+5"}.isdisjoint(zone_choices())
    assert (find_zone("UTC"), find_zone(NEW_YORK), find_zone("Moon/Base"), find_zone("../x")) == (
        UTC,
        ZoneInfo(NEW_YORK),
        UTC,
        UTC,
    )


@pytest.mark.django_db
def test_organisers_choose_the_zone_and_the_language_each_by_itself():
    organiser, club = founded()
    before = find_club(club)

    change_club(club_id=club, zone="Europe/Moscow", actor=organiser)
    change_club(club_id=club, language="ru", actor=organiser)
    both = find_club(club)
    change_club(club_id=club, language=None, actor=organiser)
    change_club(club_id=club, actor=organiser)

    assert [(each.zone, each.language) for each in (before, both, find_club(club))] == [
        ("UTC", None),
        ("Europe/Moscow", "ru"),
        ("Europe/Moscow", None),
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "code", "text"),
    [
        (
            {"zone": "Europe/Moskva"},
            "club.unknown_zone",
            "Europe/Moskva isn’t a time zone. Use a name such as Europe/Berlin.",
        ),
        ({"zone": "Factory"}, "club.unknown_zone", "Factory isn’t a time zone. Use a name such as Europe/Berlin."),
        ({"language": "xx"}, "club.unknown_language", "Pages aren’t available in xx. Choose one of these: en, ru."),
    ],
)
def test_what_is_unknown_is_named_and_nothing_changes(change, code, text):
    organiser, club = founded()

    with pytest.raises(LeagueError) as changed:
        change_club(club_id=club, actor=organiser, **{"zone": "Asia/Tokyo", **change})
    with pytest.raises(LeagueError) as made:
        create_club(name="Rook", actor=organiser, **change)

    assert [(each.value.code, str(each.value)) for each in (changed, made)] == [(code, text)] * 2
    assert [*Club.objects.values_list("zone", "language")] == [("UTC", None)]


@pytest.mark.django_db
def test_others_may_not_change_them():
    _, club = founded()

    with pytest.raises(NotAllowed):
        change_club(club_id=club, zone="Asia/Tokyo", actor=NOBODY)


@pytest.mark.django_db
def test_everything_of_a_club_has_its_name_and_locale():
    organiser, club, players, series = of_four()
    change_club(club_id=club, zone="Asia/Tokyo", language="ru", actor=organiser)
    evening = started(4)
    change_club(club_id=evening.club, zone="Europe/Moscow", actor=evening.actor)
    [table] = evening.draw()

    name, other = club_names([club])[str(club)], club_names([evening.club])[str(evening.club)]
    assert [owner_club("club", club), owner_club("player", players[0]), owner_club("series", series)] == [
        OwnerClub(str(club), name, "Asia/Tokyo", "ru")
    ] * 3
    assert [owner_club("tournament", evening.id), owner_club("match", table.match)] == [
        OwnerClub(str(evening.club), other, "Europe/Moscow")
    ] * 2
    assert [owner_club(kind, club) for kind in ("deck", "league", "match", "player")] == [OwnerClub()] * 4
