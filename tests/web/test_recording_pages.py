"""Changing how a match is recorded by page: what it means, and that no page leads where only the API leads on."""

import pytest

from games.chance import Chance
from league.clubs.models import Player, User
from league.clubs.sessions import actor
from league.matches import repository as match_repository
from league.matches.services import play as match_play
from league.matches.services.play import MoveRequest
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.builders.evenings import begun, names
from tests.builders.evenings_by_pages import send_settings
from tests.builders.played import SeatedTable, Table
from tests.pages import parse
from tests.web.readers import Reader, hidden

pytestmark = pytest.mark.django_db

WAYS = ("score table", "full server", "open table", "full table")
MORE = "results follow from the moves. They can’t be typed in."


class World(Table):
    """A match by results of a club whose organiser doesn't play, with an account for each seat."""

    def __init__(self, game):
        super().__init__(game, dealing="table", level="score")
        self.official = User.objects.get()
        self.accounts = [self._account(player) for player in self.players]
        self.address = f"/matches/{self.id}/"
        self.readers = [Reader(user, at=self.address) for user in (self.official, *self.accounts)]

    def _account(self, player):
        user = User.objects.create_user(f"player {player}")
        Player.objects.filter(id=player).update(user=user)
        return user

    def choose(self, way):
        self.readers[0].done("", "level", level=way)

    def play_some(self, most):
        """Moves of those who may make them: each seat for itself, or the official for the table."""
        for number in range(most):
            now = self.now
            if now.over:
                return
            chance = Chance(b"pages", str(number))
            seat = min(now.turn)
            rules, state = now.rules, now.position
            move = rules.draw(state, chance) if seat < 0 else rules.suggest(state, seat, chance)
            writer = self.accounts[seat] if now.opened.dealing == "server" else self.official
            match_play.play_moves(
                match_id=self.id,
                plies=[MoveRequest(seat, str(move))],
                expected=match_repository.load(self.id).head.seq,
                actor=actor(writer.pk),
            )

    @property
    def ways_on(self):
        """What leads on from here, of all that the pages offer to the official and to the seats."""
        acts = {act for reader in self.readers for act in reader.page().acts}
        if self.now.table.level != "score":
            acts |= {act for reader in self.readers for act in reader.page("play/").acts}
        return acts & {"report", "move", "confirm", "settle", "reopen"}


@pytest.mark.parametrize("game", ["rummikub", "ralph", "the_game_extreme"])
@pytest.mark.parametrize("way", WAYS)
def test_every_way_of_recording_can_be_left_or_led_on_by_page_at_any_time(game, way):
    world = World(game)
    if way != "score table":
        world.choose(way)
    play = {"report"} if way == "score table" else {"move"}

    assert world.ways_on == play
    assert "level" in world.readers[0].page().acts

    if way.startswith("full"):
        world.play_some(3)
        assert world.ways_on == play

    world.readers[0].done("", "void", reason="Тест.")
    assert world.ways_on == {"reopen"}
    world.readers[0].done("", "reopen", reason="Тест.")
    assert world.ways_on == play


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("other", WAYS)
def test_every_way_leads_to_every_other_while_nothing_is_recorded(way, other):
    world = World("ralph")
    for each in (way, other):
        if each != f"{world.now.table.level} {world.now.opened.dealing}":
            world.choose(each)

    assert f"{world.now.table.level} {world.now.opened.dealing}" == other
    assert world.ways_on == ({"report"} if other == "score table" else {"move"})


def test_players_do_not_have_the_service_deal_to_a_seat_for_which_nobody_could_move():
    world = World("ralph")
    Player.objects.filter(id=world.players[1]).update(user=None)

    said = world.readers[1].refused("", "level", level="full server")

    assert said == ["Without an account nobody can move for them: Б. Record the results only, or ask an official."]
    assert world.now.table.level == "score"


def test_officials_have_the_service_deal_to_people_to_whom_they_give_links():
    world = World("ralph")
    Player.objects.filter(id=world.players[1]).update(user=None)
    official = world.readers[0]

    asked = official.post("", "level", {**dict(official.page().form("level").sent), "level": "full server"})
    official.confirm(asked)

    need = "People without an account need a link for their seat, which you open on the match page: Б."
    assert need in parse(asked).text
    assert official.page().link("Phones without an account") == f"{world.address}seat-links/"
    assert (world.now.table.level, world.now.opened.dealing) == ("full", "server")


@pytest.mark.parametrize(
    ("reader", "way", "said"),
    [
        (0, "open table", [MORE, "You can change this until the first move."]),
        (1, "open table", [MORE, "An official of the club has to write down the moves."]),
        (1, "full server", [MORE, "The service deals now. Each player moves on their own phone."]),
    ],
)
def test_what_a_choice_means_is_asked_first(reader, way, said):
    world = World("ralph")
    asking = world.readers[reader]
    page = asking.page()

    answer = asking.post("", "level", {**dict(page.form("level").sent), "level": way})

    question = " ".join(parse(answer).one("main").texts("p"))
    assert [each for each in said if each not in question] == []
    assert world.now.table.level == "score"


def test_an_official_who_plays_is_reminded_that_another_one_writes():
    world = World("rummikub")
    Player.objects.filter(id=world.players[0]).update(user=world.official)
    page = world.readers[0].page()

    answer = world.readers[0].post("", "level", {**dict(page.form("level").sent), "level": "full table"})

    assert "You have a seat, so another official has to write down the deal and the moves." in parse(answer).text


def test_the_organiser_is_asked_where_people_of_a_tournament_could_not_move():
    evening = begun()
    evening.join(*names(4))
    Player.objects.filter(name=names(1)[0]).update(user=User.objects.create_user("first"))
    organiser = Reader(User.objects.get(pk=evening.actor.user), at=f"/tournaments/{evening.id}/")
    idle = ", ".join(names(4)[1:])
    sent = organiser.page("settings/").form("settings").fields

    asked = send_settings(organiser, f"{organiser.at}settings/", sent, level="full server")
    saved = organiser.confirm(asked)
    again = organiser.page("settings/").form("settings").fields
    unasked = send_settings(organiser, f"{organiser.at}settings/", again, capacity="9")
    tournament_lifecycle.start(tournament_id=evening.id, actor=evening.actor)
    draw = organiser.post("", "draw", hidden(organiser.page()))
    drawn = organiser.confirm(draw)

    text = f"The service deals, and nobody can move for people without an account: {idle}."
    assert [text in parse(answer).text for answer in (asked, draw)] == [True, True]
    assert [answer.status_code for answer in (saved, unasked, drawn)] == [302, 302, 302]
    assert (evening.now.settings.dealing, len(evening.now.rounds)) == ("server", 1)


def test_players_agree_by_page_that_a_deal_is_put_away():
    table = SeatedTable("ralph")
    anna, boris = (Reader(user, at=f"/matches/{table.id}/") for user in table.accounts)
    asked = anna.post("", "level", {**dict(anna.page().form("level").sent), "level": "score table"})
    assert "This changes once everyone at the table has chosen the same." in parse(asked).text

    anna.done("", "level", level="score table")

    waits = "А proposes: results only. It changes once everyone at the table has chosen the same."
    assert (waits in boris.page().text, table.now.table.level) == (True, "full")
    boris.done("", "level", level="score table")
    assert table.now.table.level == "score"
