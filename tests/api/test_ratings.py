"""Ratings over REST: ranked tables of a game, over all clubs or in one, and a player's rating day by day."""

from datetime import date, timedelta
from uuid import UUID

import pytest
from django.urls import reverse

from league.clubs.models import Player
from league.eventlog.projections import runner
from league.matches.domain.events import MatchVoided
from league.ratings.domain.model import NEW, finish, rate_day
from tests.api.clients import API, founded, joined, signed_up
from tests.builders.rated import NOON, play, write
from tests.sheets import sheet_rows

pytestmark = pytest.mark.django_db

NOBODY = "00000000-0000-0000-0000-000000000000"


@pytest.fixture
def clubs():
    """An organiser, and two clubs, each with four players: client, club ids, player ids by club."""
    organiser = signed_up("organiser")
    clubs = [founded(organiser, name) for name in ("Ладья", "Rook")]
    return organiser, clubs, [[joined(organiser, club, name) for name in "АБВГ"] for club in clubs]


def asked(client, address="", status=200, **params):
    answer = client.get(f"{API}/ratings/{address}", {"game": "rummikub", **params})
    assert answer.status_code == status, answer.content
    return answer.json()


def test_the_table_is_in_order_with_shared_ranks_and_all_figures(client, clubs):
    _, (club, _), ((a, b, c, d), _) = clubs
    play([a, b, c, d], (20, 5, 5, -30), club=club)
    runner.catch_up_all()

    table = asked(client)

    after = rate_day({}, [finish([a, b, c, d], (1, 0, 0, 0), (20, 5, 5, -30))])
    order = [a, *sorted((b, c)), d]
    assert [(row["rank"], row["player"]) for row in table["results"]] == list(zip((1, 2, 2, 4), order, strict=True))
    assert table["results"][0] == {
        "rank": 1,
        "player": a,
        "name": "А",
        "ordinal": after[a].ordinal,
        "mu": after[a].mu,
        "sigma": after[a].sigma,
        "matches": 1,
        "day": "2026-02-01",
    }
    assert (table["next"], table["previous"]) == (None, None)


def test_the_table_is_a_file_with_numbers_and_days(client, clubs):
    _, (club, _), ((a, b, *_), _) = clubs
    play([a, b], (9, -9), club=club)
    runner.catch_up_all()
    table = asked(client)["results"]

    for kind in ("xlsx", "ods"):
        answer = client.get(f"{API}/ratings/files/ratings.{kind}", {"game": "rummikub", "club": club})
        heading, *rows = sheet_rows(answer.content)
        assert answer.headers["Content-Disposition"] == f'attachment; filename="ratings.{kind}"'
        assert heading == ["rank", "player", "name", "rating", "mean", "deviation", "matches", "last_rated"]
        assert rows == [
            [
                float(row["rank"]),
                row["player"],
                row["name"],
                *(round(row[figure], 6) for figure in ("ordinal", "mu", "sigma")),
                1.0,
                date(2026, 2, 1),
            ]
            for row in table
        ]


def test_a_club_has_its_own_table(client, clubs):
    _, (ladya, rook), ((a, b, *_), (k, m, *_)) = clubs
    play([a, b], (9, -9), club=ladya)
    play([k, m], (9, -9), club=rook)
    runner.catch_up_all()

    tables = [asked(client, **club)["results"] for club in ({}, {"club": ladya}, {"club": rook})]

    assert [{row["player"] for row in table} for table in tables] == [{a, b, k, m}, {a, b}, {k, m}]


def test_the_next_page_continues_with_the_ranks_of_the_whole_table(client, clubs):
    _, (club, _), (players, _) = clubs
    play(players, (5, 5, 5, -15), club=club)
    runner.catch_up_all()
    seen, address = [], f"{API}/ratings/?game=rummikub&page_size=1"

    while address:
        page = client.get(address).json()
        seen += [(row["rank"], row["player"]) for row in page["results"]]
        address = page["next"]

    equal = sorted(players[:3])
    assert seen == [(1, equal[0]), (1, equal[1]), (1, equal[2]), (4, players[3])]
    back = client.get(page["previous"]).json()["results"]
    assert [(row["rank"], row["player"]) for row in back] == [(1, equal[2])]


def test_a_single_player_has_the_rank_of_the_whole_table(client, clubs):
    _, (club, _), (players, _) = clubs
    play(players, (5, 4, 3, -12), club=club)
    runner.catch_up_all()

    (row,) = asked(client, player=players[3])["results"]

    assert (row["rank"], row["player"]) == (4, players[3])


def test_a_response_says_how_much_of_the_log_it_includes(client, clubs):
    _, (club, _), ((a, b, *_), _) = clubs
    play([a, b], (9, -9), club=club)
    before = asked(client)
    runner.catch_up_all()

    after = asked(client)

    assert (before["position"], before["results"]) == (0, [])
    assert (after["position"], after["current"], len(after["results"])) == (3, True, 2)


def test_a_player_history_has_each_day_of_play_with_its_matches(client, clubs):
    _, (club, _), ((a, b, c, _), _) = clubs
    first = play([a, b, c], (5, 1, -6), club=club)
    evening = sorted(map(str, [play([a, b], (-3, 3), club=club, day=7), play([c, a], (4, -4), club=club, day=7)]))
    runner.catch_up_all()

    history = asked(client, "history/", player=a)

    assert [(row["day"], row["matches"]) for row in history["results"]] == [("2026-02-08", 3), ("2026-02-01", 1)]
    assert [
        [(each["match"], each["rank"], each["players"]) for each in row["finishes"]] for row in history["results"]
    ] == [
        [(match, 2, 2) for match in evening],
        [(str(first), 1, 3)],
    ]
    (now,) = asked(client, player=a)["results"]
    assert {key: history["results"][0][key] for key in ("mu", "sigma", "ordinal")} == {
        key: now[key] for key in ("mu", "sigma", "ordinal")
    }


def test_a_player_has_no_history_in_another_club(client, clubs):
    _, (ladya, rook), ((a, b, *_), _) = clubs
    play([a, b], (9, -9), club=ladya)
    runner.catch_up_all()

    assert asked(client, "history/", player=a, club=rook)["results"] == []


def test_a_void_match_leaves_the_table(client, clubs):
    _, (club, _), ((a, b, *_), _) = clubs
    match = play([a, b], (9, -9), club=club)
    runner.catch_up_all()
    write(match, MatchVoided("rain"), at=NOON + timedelta(days=1))

    runner.catch_up_all()

    assert asked(client)["results"] == []


def test_the_table_follows_matches_reported_over_the_api(clubs):
    organiser, (club, _), ((a, b, *_), _) = clubs
    sent = {"club": club, "game": "rummikub", "seats": [a, b], "level": "score"}
    match = organiser.post(f"{API}/matches/", sent, format="json").json()
    for game, points in enumerate(([7, -7], [12, -12]), 1):
        report = {"revision": game, "round": 1, "game": game, "points": points, "reason": "out"}
        answer = organiser.post(f"{API}/matches/{match['id']}/result/", report, format="json")
        assert answer.status_code == 201, answer.content
    runner.catch_up_all()

    best, last = asked(organiser)["results"]

    assert (best["player"], last["player"], best["mu"] > NEW.mu > last["mu"]) == (a, b, True)


def test_an_erased_player_is_shown_with_a_pseudonym(clubs):
    organiser, (club, _), ((a, b, *_), _) = clubs
    play([a, b], (9, -9), club=club)
    runner.catch_up_all()
    assert organiser.delete(f"{API}/players/{a}/").status_code == 200

    (row,) = asked(organiser, player=a)["results"]

    assert row["name"] not in (None, "", "А")
    assert row["name"].endswith(Player.objects.get(id=UUID(a)).mark)


@pytest.mark.parametrize(
    ("address", "params", "culprit"),
    [
        ("", {"game": "hex"}, "hex"),
        ("", {"club": NOBODY}, NOBODY),
        ("", {"player": NOBODY}, NOBODY),
        ("history/", {"player": NOBODY}, NOBODY),
    ],
)
def test_unknown_games_players_and_clubs_are_named(client, address, params, culprit):
    problem = asked(client, address, 404, **params)

    assert (problem["code"], problem["params"]["id"]) == ("unknown", culprit)


@pytest.mark.parametrize(("address", "missing"), [("", "game"), ("history/", "player")])
def test_missing_parameters_are_named(client, address, missing):
    answer = client.get(f"{API}/ratings/{address}", {"game": "rummikub"} if address else {})

    assert (answer.status_code, [*answer.json()["errors"]]) == (400, [missing])


def test_a_late_page_costs_no_more_queries_than_the_first(client, clubs, django_assert_num_queries):
    _, (club, _), (players, _) = clubs
    play(players, (5, 4, 3, -12), club=club)
    runner.catch_up_all()
    page = client.get(f"{API}/ratings/?game=rummikub&page_size=1").json()

    with django_assert_num_queries(5):  # how far, the rows, the names, who is better, who is equal
        client.get(page["next"])


def test_ratings_have_addresses():
    assert [reverse(f"api:{name}") for name in ("ratings", "rating-history")] == [
        f"{API}/ratings/",
        f"{API}/ratings/history/",
    ]
