"""Importing a record by page: a preview before anything is written, questions about names, and a repeated record."""

import pytest

from league.clubs import services as club_services
from league.clubs.models import Membership, Player, User
from league.eventlog.projections import runner
from league.matches import repository as match_repository
from league.matches.models import MatchRow
from league.matches.services import play as match_play
from tests.builders.clubs import of_four
from tests.games.records.texts import JOKER
from tests.pages import Form, parse
from tests.web.readers import Reader, errors, hidden

pytestmark = pytest.mark.django_db

RECORD = """\
ludex: 1
game: rummikub
rules: 1
log: score
seats: А | Анна Каренина | Вера
rounds: 1

== 1.1
points: 24 -5 -19
reason: out
"""


class Club:
    def __init__(self):
        self.actor, self.id, self.players, self.series = of_four()
        self.anna = club_services.add_player(club_id=self.id, name="Анна Каренена", actor=self.actor).pk
        self.address = f"/clubs/{self.id}/import-record/"
        self.reader = Reader(User.objects.get(username="organiser"))

    def send(self, record=RECORD, **more):
        return self.reader.client.post(self.address, {"key": "1" * 64, "record": record, **more})

    def confirm(self, answer, **more):
        """Send the preview with what was decided."""
        return self.reader.client.post(self.address, {**dict(preview_form(answer).sent), **more})


@pytest.fixture
def club(db):
    return Club()


def preview_form(answer):
    page = parse(answer)
    [form] = [form for form in page.forms if "checked" in form.fields]
    return Form(form.element)


def options(answer, seat):
    return [text for _, text in preview_form(answer).options(f"seat{seat}")]


def test_officials_find_the_page_in_the_menu_and_others_may_not(club):
    assert club.reader.page(f"/clubs/{club.id}/").link("Import a record") == club.address
    player = User.objects.create_user("anna")
    Player.objects.filter(id=club.players[0]).update(user=player)
    assert Reader(player).page(club.address, 403).headings == ["Something went wrong"]
    Membership.objects.create(club_id=club.id, user=player, role="scorekeeper")
    assert Reader(player).page(club.address).headings == ["Import a record"]


def test_the_preview_shows_results_and_asks_about_names_and_writes_nothing(club):
    players = Player.objects.count()

    answer = club.send()

    assert answer.status_code == 200
    assert parse(answer).table == [
        ["Round and game", "А", "Анна Каренина", "Вера"],
        ["1.1", "24", "−5", "−19"],
        ["Points", "24", "−5", "−19"],
    ]
    assert options(answer, 0) == ["the player with this name", "new player"]
    assert options(answer, 1)[0] == "please choose"
    assert options(answer, 1)[1].startswith("same as Анна Каренена (")
    assert options(answer, 2) == ["new player"]
    assert (Player.objects.count(), MatchRow.objects.count()) == (players, 0)


def test_decided_names_are_imported_with_a_new_player(club):
    answer = club.confirm(club.send(series=str(club.series)), seat1=str(club.anna))

    assert answer.status_code == 302, errors(answer)
    match = match_repository.load(answer.headers["Location"].split("/")[2]).state
    vera = Player.objects.get(name="Вера")
    assert match.opened.seats == (str(club.players[0]), str(club.anna), str(vera.pk))
    assert match.opened.series == str(club.series)
    assert match.summary.totals().points == (24, -5, -19)


def test_a_name_that_nobody_decided_is_asked_about_again(club):
    answer = club.confirm(club.send(), seat1="")

    assert answer.status_code == 422
    assert errors(answer) == ["Decide which players these names mean: 'Анна Каренина'."]
    assert options(answer, 1)[1].startswith("same as Анна Каренена (")
    assert not Player.objects.filter(name="Вера").exists()


def test_a_repeated_record_is_imported_only_by_a_tick(club):
    first = club.confirm(club.send(), seat1=str(club.anna)).headers["Location"]
    runner.catch_up_all()

    again = club.confirm(club.send(key="2" * 64), seat1=str(club.anna))
    ticked = club.confirm(again, seat1=str(club.anna), again="on")

    assert errors(again) == ["Import it again only if it was really played twice."]
    assert parse(again).link("The club already has a match with the same moves and results.") == first
    assert ticked.status_code == 302
    assert ticked.headers["Location"] != first


def test_a_record_whose_players_are_certain_is_known_to_be_repeated_in_the_preview(club):
    source = RECORD.replace("Анна Каренина | Вера", "Б | В")
    first = club.confirm(club.send(source)).headers["Location"]
    runner.catch_up_all()

    preview = parse(club.send(source, key="2" * 64))

    assert preview.link("The club already has a match with the same moves and results.") == first


def test_the_same_form_sent_twice_imports_once(club):
    preview = club.send()

    answers = [club.confirm(preview, seat1="new") for _ in range(2)]

    assert answers[0].status_code == 302
    assert answers[1].headers["Location"] == answers[0].headers["Location"]
    assert Player.objects.filter(name="Вера").count() == 1


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (RECORD.replace("-5", "-6"), "Line 9: The points 24 -6 -19 add up to -1, not 0."),
        (
            JOKER.replace("+r1,r2,r3", "+r1,r2,r4"),
            "Line 10: r1,r2,r4 is not a run: 3 is missing.",
        ),
        ("chess\n", "Line 1: 'chess' is not a key, a heading or a move."),
        ("", "Enter the text of a record, or choose a file."),
    ],
)
def test_a_wrong_record_is_refused_with_its_line_and_stays_in_the_field(club, record, said):
    answer = club.send(record)

    assert answer.status_code == 422
    assert errors(answer) == [said]
    [form] = [form for form in parse(answer).forms if "record" in form.fields]
    assert form.value("record").strip() == record.strip()


def test_a_record_without_names_asks_nothing(club):
    answer = club.send(JOKER)

    assert parse(answer).table[:2] == [["Round and game", "Seat 1", "Seat 2"], ["1.1", "not over"]]
    assert [name for name in preview_form(answer).fields if name.startswith("seat")] == []
    assert club.confirm(answer).status_code == 302


@pytest.fixture
def blank(club):
    """A match of three of which nothing is written down yet."""
    seats = [*club.players[:2], None]
    return match_play.open_match(
        club_id=club.id, game="rummikub", seats=seats, dealing="table", level="score", actor=club.actor
    ).id


def test_a_record_fills_a_match_after_a_question_that_has_its_results(club, blank):
    address = f"/matches/{blank}/"
    record = RECORD.replace("А | Анна Каренина | Вера", "А | Б | Вера")

    asked = club.reader.post(address, "record", {**hidden(club.reader.page(address)), "record": record})
    done = club.reader.confirm(asked)

    text = "The record says: 1.1: 24 −5 −19. These results are reported and wait for confirmation."
    assert text in parse(asked).text
    assert (done.status_code, done.headers["Location"]) == (302, address)
    match = match_repository.load(blank).state
    assert ([score.points for score in match.scores.values()], match.table.level) == ([(24, -5, -19)], "score")
    assert "record" not in club.reader.page(address).acts


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (RECORD.replace("points: 24 -5 -19", "points: 24 -5 -18"), "Line 9: "),
        (RECORD, "it has 'Анна Каренина' in seat 2"),
        (RECORD.replace("А | Анна Каренина | Вера", "2").replace("24 -5 -19", "24 -24"), "it has 2 seats"),
    ],
)
def test_a_record_that_is_wrong_or_of_another_match_is_refused_with_the_reason(club, blank, record, why):
    address = f"/matches/{blank}/"

    answer = club.reader.send(address, "record", record=record)

    assert answer.status_code == 422
    assert [why in each for each in errors(answer)] == [True]
    assert match_repository.load(blank).head.seq == 1


def test_only_officials_enter_a_record(club, blank):
    player = User.objects.create_user("anna")
    Player.objects.filter(id=club.players[0]).update(user=player)

    assert "record" in club.reader.page(f"/matches/{blank}/").acts
    assert "record" not in Reader(player).page(f"/matches/{blank}/").acts
