"""Phones without an account: a link for a seat that nobody could play, and one phone handed from seat to seat."""

import re

import pytest
from rest_framework.test import APIClient

from league.clubs import services as club_services
from league.clubs.models import Player, User
from league.clubs.sessions import actor, phone_actor
from league.errors import NotAllowed
from league.eventlog import store
from league.matches import repository as match_repository
from league.matches.queries.detail import match_detail, position
from league.matches.services import setup
from tests.builders.played import Table
from tests.pages import parse
from tests.web.readers import Reader, errors, hidden

pytestmark = pytest.mark.django_db


class World(Table):
    """A match dealt to people without accounts, and its organiser, who has no seat."""

    def __init__(self, game="rummikub", seats=2, accounts=(None,) * 4):
        super().__init__(game, seats, accounts=accounts[:seats])
        self.organiser = User.objects.get(pk=self.actor.user)
        self.official = Reader(self.organiser, at=f"/matches/{self.id}/seat-links/")
        self.play_address = f"/matches/{self.id}/play/"

    def link(self, seat):
        """Open a link on the page of the organiser. Returns its address."""
        self.official.client.post(self.official.at, {"seat": seat, "open": "1"})
        return self.official.page().link(f"Play for {'АБВГ'[seat]} on this phone")

    def phone(self, *seats):
        """A browser without an account that has taken the links of these seats."""
        phone = Reader(at=self.play_address)
        for seat in seats:
            answer = phone.client.post(self.link(seat))
            assert (answer.status_code, answer.headers["Location"]) == (302, self.play_address)
        return phone

    def give_account(self, seat):
        """An account for a player after the deal."""
        user = User.objects.create_user(f"player {seat}")
        Player.objects.filter(id=self.players[seat]).update(user=user)
        return user

    def mover(self, seat):
        return self.holder

    @property
    def turn_seat(self):
        return min(self.now.turn)


def test_a_seat_that_nobody_could_play_is_played_by_a_phone_that_takes_its_link():
    world = World()
    seat = world.turn_seat
    name = "АБ"[seat]
    stuck = Reader(world.organiser, at=world.play_address).page()
    assert f"Nobody can move for people without an account: {name}." in stuck.text
    assert stuck.link("Give them a phone") == f"/matches/{world.id}/seat-links/"

    phone = world.phone(seat)
    page = phone.page()

    assert page.one("h2", style="now").text == "Your turn"
    draw = phone.post("", "move", {**hidden(page), "seat": str(seat), "move": "draw"})
    assert draw.status_code == 302, errors(draw)
    logged = [(each.kind, each.actor) for each in store.read(match_repository.stream(world.id), 0).events]
    kinds = [kind for kind, _ in logged]
    opened, taken = kinds.index("seat_link.opened"), kinds.index("seat_link.taken")
    moved = next(at for at in range(taken, len(kinds)) if kinds[at] == "move.played")
    assert [logged[at][1] for at in (opened, taken, moved)] == [world.organiser.pk, None, None]
    said = [step.text for step in phone.page(f"/matches/{world.id}/replay/").all("li")]
    assert f"A phone without an account plays seat {seat + 1} from here on." in " ".join(said)


def test_a_form_that_a_phone_sends_twice_moves_once():
    world = World()
    seat = world.turn_seat
    phone = world.phone(seat)
    sent = {**hidden(phone.page()), "seat": str(seat), "move": "draw"}

    answers = [phone.post("", "move", sent) for _ in range(2)]

    assert [each.status_code for each in answers] == [302, 302]
    assert [move.seat for move in world.now.games[-1].moves if move.seat >= 0] == [seat]


def test_a_link_works_on_one_phone_until_an_official_ends_it():
    world = World()
    address = world.link(0)
    mine, other = Reader(), Reader()
    assert "From now on this phone shows the hand of А and makes their moves." in mine.text(address)
    assert mine.client.post(address).status_code == 302

    gone = other.client.post(address)

    spent = "This link doesn’t work any more. Ask an official for a new one."
    assert (gone.status_code, spent in parse(gone).text) == (410, True)
    assert (other.client.get(address).status_code, other.client.get("/seat/forged/").status_code) == (410, 410)
    assert "Hide" not in mine.text(world.play_address)
    you = phone_actor(None, mine.client.session["seat_keys"])
    assert match_detail(world.id, you).you == [0]
    world.official.client.post(world.official.at, {"seat": 0, "close": "1"})
    assert match_detail(world.id, you).you == []
    assert world.official.client.post(world.official.at, {"seat": 0, "close": "1"}).status_code == 302


def test_a_phone_that_opens_its_link_again_goes_on_playing():
    world = World()
    address = world.link(0)
    phone = Reader()
    phone.client.post(address)

    again = [phone.client.get(address), phone.client.post(address)]

    assert [(each.status_code, each.headers["Location"]) for each in again] == [(302, world.play_address)] * 2


def test_a_player_who_gets_an_account_after_the_deal_plays_by_a_link():
    world = World()
    address = world.link(0)
    user = world.give_account(0)
    late = Reader(user, at=world.play_address)
    why = "You got your account after the deal, so you see what spectators see. An official can give you a link."
    assert (why in late.page().text, match_detail(world.id, actor(user.pk)).you) == (True, [])

    answer = late.client.post(address)

    assert (answer.status_code, answer.headers["Location"]) == (302, world.play_address)
    assert why not in late.page().text
    assert late.page().one("h2", style="now").text == ("Your turn" if world.turn_seat == 0 else "To move: Б")


def test_an_account_from_before_the_deal_keeps_its_seat_and_needs_no_link():
    world = World(accounts=[User.objects.create_user("anna"), None])
    anna = actor(world.accounts[0].pk)

    Player.objects.filter(id=world.players[0]).update(user=None)

    assert match_detail(world.id, anna).you == [0]
    assert world.official.page().texts("h2") == ["Б"]


def test_a_new_link_ends_the_phone_before_and_other_players_end_all():
    world = World(seats=3)
    first = world.phone(0)
    second = world.phone(0)
    seen = [phone_actor(None, each.client.session["seat_keys"]) for each in (first, second)]
    assert [match_detail(world.id, each).you for each in seen] == [[], [0]]

    setup.change_seats(
        match_id=world.id,
        players=world.players[:2],
        reason="Two.",
        expected=match_repository.load(world.id).head.seq,
        actor=actor(world.organiser.pk),
    )

    assert [match_detail(world.id, each).you for each in seen] == [[], []]


def test_only_officials_open_links_and_only_for_seats_that_nobody_can_play():
    world = World(accounts=[User.objects.create_user("player 0"), None])
    player = Reader(world.accounts[0], at=world.official.at)
    assert [player.client.get(world.official.at).status_code, player.client.post(world.official.at).status_code] == [
        403
    ] * 2
    assert Reader().client.get(world.official.at).status_code == 302

    refused = world.official.client.post(world.official.at, {"seat": 0, "open": "1"}, follow=True)

    assert "Seat 1 needs no link: its player has an account." in parse(refused).text
    assert world.official.page().texts("h2") == ["Б"]
    User.objects.filter(username="player 0").update(is_active=False)
    assert world.official.page().texts("h2") == ["А", "Б"]
    assert world.link(0)


def test_a_link_is_opened_and_closed_over_the_api():
    world = World()
    client = APIClient()
    client.force_authenticate(world.organiser)
    address = f"/api/v1/matches/{world.id}/seats/1/link/"

    made = client.post(address)

    phone = Reader()
    assert (made.status_code, made.json()["seat"]) == (201, 1)
    assert phone.client.post(made.json()["url"]).status_code == 302
    you = phone_actor(None, phone.client.session["seat_keys"])
    assert match_detail(world.id, you).you == [1]
    assert [client.delete(address).status_code for _ in range(2)] == [204, 409]
    assert match_detail(world.id, you).you == []


def test_a_player_merged_into_one_with_an_account_needs_no_link():
    world = World()
    official = actor(world.organiser.pk)
    kept = club_services.add_player(club_id=world.club, name="Kept", actor=official)
    Player.objects.filter(id=kept.pk).update(user=User.objects.create_user("kept"))
    Player.objects.filter(id=world.players[0]).update(merged_into=kept.pk)
    assert world.official.page().texts("h2") == ["Kept", "Б"]

    setup.change_seats(
        match_id=world.id,
        players=world.players[::-1],
        reason="Dealt again.",
        expected=match_repository.load(world.id).head.seq,
        actor=official,
    )

    assert world.official.page().texts("h2") == ["Б"]


def test_a_table_that_deals_itself_has_no_links():
    table = Table("rummikub", dealing="table")
    official = Reader(User.objects.get(), at=f"/matches/{table.id}/seat-links/")

    assert "No seat needs a link now." in official.text()
    refused = official.client.post(official.at, {"seat": 0, "open": "1"}, follow=True)
    assert "Seat 1 needs no link: the service doesn’t deal this match." in parse(refused).text


def test_a_phone_moves_and_sees_but_says_nothing_about_results():
    world = World()
    phone = world.phone(0)
    you = phone_actor(None, phone.client.session["seat_keys"])

    assert match_detail(world.id, you).may == []
    with pytest.raises(NotAllowed):
        setup.choose_level(
            match_id=world.id, level="score", expected=match_repository.load(world.id).head.seq, actor=you
        )
    with pytest.raises(NotAllowed):
        position(world.id, you, seat=1)


def test_one_phone_for_two_seats_hides_each_hand_until_its_player_asks():
    world = World()
    seat = world.turn_seat
    name, other = "АБ"[seat], "БА"[seat]
    phone = world.phone(0, 1)

    page = phone.page()

    assert (page.acts, page.one("h2", style="now").text) == ([], f"To move: {name}")
    assert page.link(f"I am {name}: show my hand") == f"?seat={seat}"
    assert position(world.id, phone_actor(None, phone.client.session["seat_keys"])).seen_by == "public"
    shown = phone.page(f"?seat={seat}")
    assert (shown.acts, shown.one("h2", style="now").text) == (["move"], "Your turn")
    assert shown.link("Hide my hand") == "?"
    waiting = phone.page(f"?seat={1 - seat}")
    assert (waiting.acts, waiting.link(f"I am {name}: show my hand")) == ([], f"?seat={seat}")
    sent = phone.post("", "move", {**hidden(shown), "seat": str(seat), "move": "draw"})
    assert sent.headers["Location"] == world.play_address  # with no hand on it
    assert phone.page().one("h2", style="now").text == f"To move: {other}"


@pytest.mark.parametrize("game", ["ralph", "riff_raff", "rummikub", "the_game_extreme"])
def test_a_phone_handed_around_shows_what_spectators_see_and_nothing_else(game):
    """The public page is tested to depend on nothing hidden. This one is the same, but for the buttons."""
    world = World(game)
    phone, spectator = world.phone(0, 1), Reader()
    world.holder = phone_actor(None, phone.client.session["seat_keys"])
    addresses = [
        world.play_address,
        *(f"/matches/{world.id}/{page}" for page in ("", "replay/", "replay/steps/?from=1")),
    ]

    for _ in range(3):
        seen = [[_main(reader.client.get(address)) for address in addresses] for reader in (phone, spectator)]
        assert seen[0] == seen[1]
        world.play(1)


def _main(answer):
    """What the page says between its header and its footer, without its buttons and its choice of seats."""
    assert answer.status_code == 200
    main = re.sub(r".*<main|</main>.*", "", answer.text, flags=re.DOTALL)
    main = re.sub(r'<ul class="actions"><li><a class="btn[^>]*href="\?seat=.*?</ul>', "", main, flags=re.DOTALL)
    seats = r'<label for="seat">.*?</select>|<li><a href="/sign-in/[^<]*</a></li>|<p class="acts">.*?</p>'
    return re.sub(rf'{seats}|data-now="\d+"|\s+', "", main)
