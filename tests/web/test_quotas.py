"""What one account may write, and who may found a club: pages and API refuse alike, and say what to do."""

from functools import partial

import pytest
from django.core.cache.backends.locmem import LocMemCache
from django.core.management import call_command
from django.test import Client
from rest_framework.test import APIClient
from rest_framework.throttling import SimpleRateThrottle

from deploy.sign_in import Limit
from league.clubs import invitations
from league.clubs.models import Club, DemoClub, Player, User
from league.clubs.sessions import get_actor
from league.clubs.tokens import create_token
from league.eventlog.projections import runner
from league.tournaments.errors import AlreadyEntered
from league.tournaments.services import entries
from tests.api.clients import API, appoint, founded, joined, problem, signed_up
from tests.pages import parse

pytestmark = pytest.mark.django_db

MATCH = {"game": "rummikub", "level": "score"}


@pytest.fixture
def limit(monkeypatch, request):
    """Set the limit of a scope."""

    def set_limit(scope, rate):
        monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, scope, rate)

    return set_limit


def browser(name):
    client = Client()
    client.force_login(User.objects.get(username=name))
    return client


def new_club(client, name="Rook"):
    return client.post(f"{API}/clubs/", {"name": name}, format="json")


def test_writes_of_an_account_are_counted_by_the_hour_by_pages_and_the_api(limit):
    limit("write", "3/hour")
    clara, boris = signed_up("clara"), signed_up("boris")
    club = founded(clara)
    founded(boris)

    first, second, page = (
        browser("clara").post(f"/clubs/{club}/people/add/", {"name": name, "key": name})
        for name in ("Anna", "Boris", "Clara")
    )
    answer = clara.post(f"{API}/players/", {"club": club, "name": "Dan"}, format="json")

    assert [first.status_code, second.status_code, page.status_code] == [302, 302, 429]
    assert problem(answer) == (429, "request.throttled")
    text = "This account has sent too many changes. Try again later, or ask the operator of this service to raise "
    assert answer.json()["detail"] == f"{text}QUOTA_WRITES."
    assert f"{text}QUOTA_WRITES." in parse(page).text
    assert 0 < int(answer.headers["Retry-After"]) <= 3601 >= int(page.headers["Retry-After"]) > 0
    assert (clara.get(f"{API}/clubs/{club}/").status_code, new_club(boris).status_code) == (200, 201)
    assert Player.objects.count() == 2


@pytest.fixture
def clara():
    """An organiser."""
    return signed_up("clara")


@pytest.fixture
def draft(club):
    return {"club": club, "game": "rummikub", "name": "Cup", "preset": "evening"}


@pytest.fixture
def club(clara):
    return founded(clara)


@pytest.fixture
def opening(clara, club):
    return {**MATCH, "club": club, "seats": [joined(clara, club, name) for name in ("Anna", "Boris")]}


def test_clubs_tournaments_and_matches_are_counted_by_the_day(limit, clara, draft, opening):
    for scope in ("clubs", "tournaments", "matches"):
        limit(scope, "1/day")

    refused = []
    for address, sent in (("tournaments/", draft), ("matches/", opening)):
        assert clara.post(f"{API}/{address}", sent, format="json").status_code == 201
        refused.append(clara.post(f"{API}/{address}", sent, format="json"))
    refused.append(new_club(clara))
    page = browser("clara").post("/clubs/new/", {"name": "Rook", "zone": "UTC", "language": ""})

    assert [problem(each)[0] for each in refused] == [429] * 3
    assert [each.json()["detail"].split(" ")[-1] for each in refused] == [
        "QUOTA_TOURNAMENTS.",
        "QUOTA_MATCHES.",
        "QUOTA_CLUBS.",
    ]
    assert (page.status_code, Club.objects.count()) == (429, 1)
    assert "raise QUOTA_CLUBS." in parse(page).text


def test_what_is_refused_or_repeated_is_not_counted(limit, clara, draft, opening):
    for scope in ("clubs", "tournaments", "matches"):
        limit(scope, "2/day")

    def send(address, sent, key=""):
        headers = {"Idempotency-Key": key} if key else {}
        return clara.post(f"{API}/{address}/", sent, format="json", headers=headers).status_code

    asked = [
        ("tournaments", draft, {"preset": "x"}, 404),
        ("matches", opening, {"seats": opening["seats"][:1] * 2}, 422),
    ]
    for address, sent, wrong, refusal in asked:
        assert {send(address, sent | wrong) for _ in range(3)} == {refusal}
        assert [send(address, sent, address) for _ in range(3)] == [201] * 3
        assert [send(address, sent) for _ in range(2)] == [201, 429]
    assert [send("clubs", {"name": ""}) for _ in range(3)] == [400] * 3
    assert [send("clubs", {"name": "Rook"}) for _ in range(2)] == [201, 429]


def test_a_tournament_that_is_undone_since_its_people_are_refused_is_not_counted(limit, monkeypatch):
    monkeypatch.setattr(Limit, "cache", LocMemCache("quotas", {}))  # counts outside the database are not undone
    limit("tournaments", "1/day")
    clara = signed_up("clara")
    club = founded(clara)
    anna = joined(clara, club, "Anna")
    sent = {"key": "1" * 64, "preset": "evening", "called": "Cup", "known": [anna], "names": ""}
    address = f"/clubs/{club}/new-tournament/?game=rummikub"

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(entries, "enter_all", partial(_refuse, AlreadyEntered(entrant=anna)))
        refused = browser("clara").post(address, sent)

    assert (refused.status_code, browser("clara").post(address, sent).status_code) == (422, 302)


def _refuse(error, **_):
    raise error


def test_reading_is_never_counted(limit):
    limit("clubs", "1/day")
    clara = signed_up("clara")
    founded(clara)

    assert {clara.get(f"{API}/clubs/").status_code for _ in range(3)} == {200}


def test_clubs_hold_so_many_players_and_tournaments(settings):
    settings.CLUB_PLAYERS, settings.CLUB_TOURNAMENTS = 2, 1
    clara = signed_up("clara")
    club = founded(clara)
    for name in ("Anna", "Boris"):
        joined(clara, club, name)
    draft = {"club": club, "game": "rummikub", "name": "Cup", "preset": "evening"}
    assert clara.post(f"{API}/tournaments/", draft, format="json").status_code == 201
    runner.catch_up_all()

    player = clara.post(f"{API}/players/", {"club": club, "name": "Dan"}, format="json")
    listed = browser("clara").post(f"/clubs/{club}/people/add/", {"name": "Dan", "key": "one"})
    tournament = clara.post(f"{API}/tournaments/", draft, format="json")

    assert problem(player) == (409, "club.full")
    assert problem(tournament) == (409, "club.too_many_tournaments")
    assert "at most 2 players" in parse(listed).text
    assert Player.objects.count() == 2


def test_the_first_club_is_founded_by_anybody_and_a_demo_is_none(settings):
    settings.FOUND_CLUBS = "first"
    clara, boris = signed_up("clara"), signed_up("boris")
    demo = Club.objects.create(id="01900000-0000-7000-8000-000000000000", name="Demo")
    DemoClub.objects.create(club=demo)

    assert [new_club(each).status_code for each in (clara, clara, boris)] == [201, 403, 403]


def test_afterwards_people_found_clubs_whom_an_organiser_has_invited(settings, capsys):
    settings.FOUND_CLUBS = "invited"
    clara = signed_up("clara")
    club = founded(clara)
    stranger, named, scorekeeper = (signed_up(name) for name in ("stranger", "named", "keeper"))
    joined(clara, club, "N", named)
    appoint(clara, club, "keeper", "scorekeeper")
    token = invitations.invite(player_id=joined(clara, club, "Anna"), actor=get_actor("clara")).token
    invitations.accept_with_new_account(token=token, username="anna", password="correct horse battery")
    anna = APIClient()
    anna.credentials(HTTP_AUTHORIZATION=f"Token {create_token(User.objects.get(username='anna')).token}")

    assert [new_club(each).status_code for each in (stranger, named)] == [403, 403]
    assert [new_club(each).status_code for each in (clara, scorekeeper, anna)] == [201, 201, 201]
    call_command("found_club", "Шахматы", "--organiser", "stranger", "--zone", "Europe/Moscow")
    assert capsys.readouterr().out.endswith(", organised by stranger.\n")
    assert new_club(stranger).status_code == 201


def test_pages_refuse_to_found_a_club_and_name_who_can_help(settings):
    settings.FOUND_CLUBS = "invited"
    founded(signed_up("clara"))
    signed_up("stranger")

    home = {name: parse(browser(name).get("/")).addresses("/clubs/new/") for name in ("clara", "stranger")}
    stranger = browser("stranger")
    refused = [
        stranger.get("/clubs/new/"),
        stranger.post("/clubs/new/", {"name": "Rook", "zone": "UTC", "language": ""}),
    ]

    assert home == {"clara": ["/clubs/new/"], "stranger": []}
    assert [each.status_code for each in refused] == [403, 403]
    text = "You are not allowed to found a club: only people whom an organiser has invited can do this."
    for page in map(parse, refused):
        assert text in page.text
        assert "manage.py found_club" in page.text
        assert page.all("input", name="name") == []
