"""A club's own deck by page: the preview, the second person, and a match that is played with it."""

import orjson
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.decks import default_deck
from games.registry import engine
from league.clubs.models import Membership, Player, User
from league.decks.models import Deck
from league.matches import repository as match_repository
from tests.builders.clubs import of_four
from tests.games.the_game_extreme.box import HOUSE, ROWS
from tests.pages import parse
from tests.web.readers import Reader, errors, hidden

pytestmark = pytest.mark.django_db

TEXT = "\n".join(",".join(row) for row in ROWS)


class Club:
    """A club of four with its organiser, a scorekeeper and a player with an account."""

    def __init__(self):
        self.actor, self.id, self.players, _ = of_four()
        scribe, player = User.objects.create_user("scribe"), User.objects.create_user("anna")
        Membership.objects.create(club_id=self.id, user=scribe, role="scorekeeper")
        Player.objects.filter(id=self.players[0]).update(user=player)
        self.address = f"/clubs/{self.id}/decks/new/"
        self.organiser, self.scribe, self.player = (
            Reader(User.objects.get(username=name)) for name in ("organiser", "scribe", "anna")
        )

    def send(self, **more):
        given = {"key": "1" * 64, "game": "the_game_extreme", "name": "our-box", "cards": TEXT, **more}
        return self.organiser.client.post(self.address, given)

    def save(self, preview):
        page = parse(preview)
        names = ("key", "checked", "game", "name", "cards")
        answer = self.organiser.client.post(self.address, hidden(page, *names))
        assert answer.status_code == 302, errors(answer)
        return answer.headers["Location"]


@pytest.fixture
def club(db):
    return Club()


def test_officials_enter_decks_and_everybody_reads_them(club):
    decks = f"/clubs/{club.id}/decks/"

    assert club.organiser.page(f"/clubs/{club.id}/").link("Decks") == decks
    assert club.scribe.page(decks).link("Enter a deck") == club.address
    assert club.address not in club.player.page(decks).addresses()
    assert club.player.page(club.address, 403).headings == ["Something went wrong"]
    assert "The club has entered no decks yet." in Reader().page(decks).text


def test_rows_are_shown_before_they_are_saved(club):
    page = parse(club.send())

    assert page.headings[0] == "our-box: The Game: Extreme"
    assert page.table[0] == ["STOP", "3 27 52 76"]
    assert len(page.table) == 7
    assert not Deck.objects.exists()

    address = club.save(club.send())

    assert Deck.objects.get().hash == HOUSE.hash
    assert club.player.page(address).headings == ["our-box: The Game: Extreme"]
    assert "waits for a second person" in club.player.page(f"/clubs/{club.id}/decks/").text


def test_a_second_person_confirms_what_was_shown(club):
    address = club.save(club.send())
    button = "Each card is as in the box"

    assert [button in reader.page(address).text for reader in (club.organiser, club.scribe, club.player)] == [
        False,
        True,
        False,
    ]
    own = club.organiser.client.post(f"{address}confirm/", {"hash": HOUSE.hash})
    wrong = club.scribe.client.post(f"{address}confirm/", {"hash": "sha256:0"})
    right = club.scribe.client.post(f"{address}confirm/", {"hash": HOUSE.hash})

    assert errors(own) == ["Deck our-box must be confirmed by somebody other than the person who entered it."]
    assert errors(wrong) == [f"Deck our-box has the hash {HOUSE.hash}, not sha256:0."]
    assert (right.status_code, Deck.objects.get().verified) == (302, True)
    page = club.scribe.page(address)
    assert button not in page.text
    assert page.texts("p", style="meta") == ["checked by two people"]


@pytest.mark.parametrize("game", ["ralph", "toy_story_4"])
def test_a_manifest_is_entered_as_a_file_and_shown_card_by_card(club, game):
    deck = default_deck(engine(game).decks)
    file = SimpleUploadedFile("box.json", orjson.dumps({**deck.manifest(), "manifest_id": "box"}))

    preview = club.send(game=game, name="", cards="", file=file)

    table = parse(preview).table
    assert len(table) == {"ralph": 5, "toy_story_4": 85}[game]
    assert (
        table[1][:6]
        == {
            "ralph": ["Vanellope", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16"],
            "toy_story_4": ["B-EL-1", "shelf edge", "blue", "left", "1", "Bullseye"],
        }[game]
    )
    club.save(preview)
    assert Deck.objects.get().hash == deck.hash


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"cards": "3,STOP\n4,NOTHING"}, "row 2"),
        ({"cards": ""}, "Enter the cards, or choose a file."),
        ({"name": "our box"}, "an id has up to 64 letters"),
        ({"cards": "{"}, "it cannot be read as JSON"),
        ({"game": "rummikub"}, "Select a valid choice."),
    ],
)
def test_what_is_wrong_is_named_and_the_text_stays(club, sent, said):
    answer = club.send(**sent)

    assert answer.status_code == 422
    [error] = errors(answer)
    assert said in error
    [form] = [form for form in parse(answer).forms if "cards" in form.fields]
    assert form.value("cards").splitlines() == sent.get("cards", TEXT).splitlines()


def test_the_name_of_another_deck_is_refused(club):
    club.save(club.send())
    other = TEXT.replace("3,STOP", "4,STOP")

    again = club.organiser.client.post(
        club.address, {**hidden(parse(club.send(cards=other, key="2" * 64)), "key", "checked", "game", "name", "cards")}
    )

    assert errors(again) == ["The club already has another the_game_extreme deck called our-box."]


def test_a_match_is_opened_with_the_deck(club):
    club.save(club.send())
    address = f"/clubs/{club.id}/new-match/?game=the_game_extreme"
    page = club.player.page(address)
    [form] = [form for form in page.forms if "recorded" in form.fields]

    given = {**hidden(page, "key"), "recorded": "score table", "length": 1, "seat0": str(club.players[0])}
    answer = club.player.client.post(address, {**given, "deck": f"our-box {HOUSE.hash}"})

    assert [name for _, name in form.options("deck")] == ["tge-house-1", "our-box"]
    match = match_repository.load(answer.headers["Location"].split("/")[2]).state
    assert match.opened.options["deck"] == f"our-box {HOUSE.hash}"
    assert "deck" not in club.player.page(f"/clubs/{club.id}/new-match/?game=ralph").text.split()
