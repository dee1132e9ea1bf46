"""A match outside a tournament, opened from the club page, and where its players find it again."""

import pytest
from django.urls import reverse

from league.clubs.models import Membership, Player, Series, User
from league.eventlog.projections import runner
from league.matches import repository as match_repository
from tests.builders.clubs import of_four
from tests.pages import parse
from tests.web.readers import Reader, errors, hidden

pytestmark = pytest.mark.django_db


class Club:
    """A club of four, of whom Anna and Boris have accounts, and readers of its pages."""

    def __init__(self):
        self.actor, self.id, self.players, self.series = of_four()
        for name, player in zip(("anna", "boris"), self.players, strict=False):
            Player.objects.filter(id=player).update(user=User.objects.create_user(name))

    def reader(self, name):
        return Reader(User.objects.get(username=name), at=f"/clubs/{self.id}/new-match/")

    def send(self, name, *seats, recorded="score table", query="?game=rummikub", **more):
        reader = self.reader(name)
        filled = {f"seat{number}": str(seat or "?") for number, seat in enumerate(seats)}
        given = {**hidden(reader.page(query), "key"), "recorded": recorded, "length": 1, **filled, **more}
        return reader.client.post(f"{reader.at}{query}", given)


@pytest.fixture
def club(db):
    return Club()


def filled(page):
    """The form of the new match."""
    [form] = [each for each in page.forms if "recorded" in each.fields]
    return form


def opened(answer):
    """The match that an answer leads to."""
    assert answer.status_code == 302, errors(answer)
    return match_repository.load(answer.headers["Location"].split("/")[2]).state


def test_players_and_officials_find_the_page_on_the_club_page(club):
    address = f"/clubs/{club.id}/new-match/"

    assert [club.reader(name).page(f"/clubs/{club.id}/").link("New match") for name in ("anna", "organiser")] == [
        address,
        address,
    ]
    assert address not in Reader().page(f"/clubs/{club.id}/").addresses()
    stranger = User.objects.create_user("stranger")
    assert address not in Reader(stranger).page(f"/clubs/{club.id}/").addresses()
    assert Reader(stranger).page(address, 403).headings == ["Something went wrong"]


def test_a_player_opens_a_match_by_results_in_which_they_sit_first(club):
    anna, boris = club.players[:2]
    page = club.reader("anna").page("?game=rummikub")

    answer = club.send("anna", anna, boris, None, length=2)

    assert filled(page).value("seat0") == str(anna)
    match = opened(answer)
    assert answer.headers["Location"] == f"/matches/{answer.headers['Location'].split('/')[2]}/"
    assert (match.opened.level, match.opened.dealing, match.opened.options["rounds"]) == ("score", "table", 2)
    assert match.opened.seats == (str(anna), str(boris), None)
    assert (match.opened.tournament, match.opened.series) == (None, None)


def test_a_match_that_the_service_deals_begins_on_the_play_page(club):
    answer = club.send("boris", club.players[1], club.players[0], recorded="full server")

    match = opened(answer)
    assert (match.opened.level, match.opened.dealing) == ("full", "server")
    assert answer.headers["Location"].endswith("/play/")
    assert parse(club.reader("boris").client.get(answer.headers["Location"])).forms != []


def test_nobody_is_dealt_to_who_could_not_move(club):
    answer = club.send("anna", club.players[0], club.players[2], None, recorded="full server")

    assert answer.status_code == 422
    said = "Without an account nobody can move for them: {}. Record the results only, or ask an official."
    assert errors(answer) == [said.format("В, an unnamed player")]


def test_a_player_needs_a_seat_and_cannot_choose_what_takes_a_scribe(club):
    away = club.send("anna", club.players[1], club.players[2])
    scribe = club.send("anna", club.players[0], club.players[1], recorded="open table")

    assert errors(away) == ["Choose a seat for yourself. Only officials open matches for others."]
    assert errors(scribe) == ["Select a valid choice. open table is not one of the available choices."]


def test_an_official_opens_a_match_for_others_that_a_scribe_writes_down(club):
    User.objects.create_user("scribe")
    Membership.objects.create(club_id=club.id, user=User.objects.get(username="scribe"), role="scorekeeper")

    match = opened(club.send("scribe", club.players[2], club.players[3], recorded="open table"))

    assert (match.opened.level, match.opened.dealing) == ("open", "table")
    assert match.opened.seats == tuple(map(str, club.players[2:]))


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ((0,), "Rummikub cannot be played like this: it is for two to four players, not 1."),
        ((0, 0), "А has two seats."),
    ],
)
def test_a_refusal_of_the_game_stands_on_the_form(club, seats, said):
    players = [club.players[seat] for seat in seats]

    answer = club.send("anna", *players)

    assert answer.status_code == 422
    assert errors(answer) == [said]
    assert filled(parse(answer)).value("seat0") == str(club.players[0])


def test_a_form_that_is_sent_twice_opens_one_match(club):
    reader = club.reader("anna")
    given = {**hidden(reader.page("?game=ralph"), "key"), "recorded": "score table", "length": 1}
    given |= {"seat0": str(club.players[0]), "seat1": str(club.players[1])}

    answers = [reader.client.post(f"{reader.at}?game=ralph", given) for _ in range(2)]

    assert opened(answers[0]).opened.game == "ralph"
    assert answers[1].headers["Location"] == answers[0].headers["Location"]


def test_a_match_of_a_series_is_opened_from_the_series(club):
    anna = club.reader("anna")
    page = anna.page(f"/series/{club.series}/")
    form = anna.page(page.link("New match"))

    match = opened(club.send("anna", *club.players[:2], query="?game=rummikub", series=str(club.series)))

    assert page.link("New match") == f"/clubs/{club.id}/new-match/?series={club.series}"
    assert form.headings[0] == "New match: Rummikub"
    assert filled(form).value("series") == str(club.series)
    assert match.opened.series == str(club.series)
    assert "series" not in filled(anna.page("?game=ralph")).fields


def test_another_game_keeps_who_sits_where_and_opens_nothing(club):
    anna = club.reader("anna")
    seats = {f"seat{number}": str(player) for number, player in enumerate(club.players)}
    chosen = {**seats, "seat1": "?", "recorded": "full server", "length": "3", "series": str(club.series), "key": "k"}

    other = anna.client.post(f"{anna.at}?game=ralph", {**chosen, "other_game": "ralph"})
    back = anna.client.post(f"{anna.at}?game=rummikub", {**filled(parse(other)).fields, "other_game": "rummikub"})

    assert (other.status_code, errors(other), back.status_code, errors(back)) == (200, [], 200, [])
    assert [parse(each).headings[0] for each in (other, back)] == [
        "New match: Ralph Breaks the Internet",
        "New match: Rummikub",
    ]
    assert {name: value for name, [value] in filled(parse(other)).fields.items() if name in chosen} == {**chosen}
    assert {name: value for name, [value] in filled(parse(back)).fields.items() if name in chosen} == {**chosen}


def test_officials_start_a_series(club):
    reader = club.reader("organiser")
    address = reverse("web:new-series", args=[club.id])
    page = reader.page(address)

    answer = reader.client.post(address, {**hidden(page, "key"), "name": "Зима", "game": "ralph"})

    assert reader.page(f"/clubs/{club.id}/").link("New series") == address
    made = Series.objects.get(name="Зима")
    assert (made.game, answer.headers["Location"]) == ("ralph", f"/series/{made.pk}/")
    assert club.reader("anna").page(address, 403).headings == ["Something went wrong"]


def test_players_find_their_match_on_the_first_page_and_on_their_own_until_it_is_over(club):
    found = opened(club.send("anna", *club.players[:2], recorded="full server"))
    over = opened(club.send("anna", *club.players[:2]))
    runner.catch_up_all()
    assert (found.place, over.over) == ((1, 1), False)

    for address in ("/", "/me/"):
        cards = club.reader("boris").page(address).section("My matches").all("li")
        assert [card.one("h3").text for card in cards] == ["А, Б", "А, Б"]
        assert [[link.text for link in card.all("a")] for card in cards] == [
            ["Go to your match"],
            ["Play", "Go to your match"],
        ]
    assert "My matches" not in Reader().page("/").headings
