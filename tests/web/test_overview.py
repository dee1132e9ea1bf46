"""What stands first on the home page: one's own table, and who leads."""

import pytest

from league.clubs.models import Player, User
from league.eventlog.projections import runner
from league.tournaments.models import TournamentStanding
from league.tournaments.services import entries, table_links
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.builders.evenings import begun, names, started
from tests.web.readers import Reader
from web.clubs import views

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return started(4)


def reader_of(evening):
    """The pages of the first entrant's player."""
    user = User.objects.create_user("anna")
    player = sorted(evening.now.entries)[0]
    Player.objects.filter(id=player).update(user=user)
    return Reader(user), player


def test_the_own_table_is_there_however_many_tournaments_run(evening, monkeypatch):
    evening.draw()
    anna, _ = reader_of(evening)
    started(4, slug="swiss")
    runner.catch_up_all()
    monkeypatch.setattr(views, "RUNNING_ON_A_PAGE", 1)

    page = anna.page("/")

    assert "Table 1, seat" in page.text
    assert evening.id not in "".join(page.section("Running tournaments").addresses())
    assert "Table 1, seat" not in Reader().text("/")


def test_a_reader_who_has_withdrawn_has_no_table_on_it(evening):
    evening.draw()
    anna, player = reader_of(evening)
    runner.catch_up_all()

    entries.withdraw(tournament_id=evening.id, entrant=player, actor=evening.actor)

    assert "Go to your match" not in anna.text("/")


def test_the_leaders_are_those_of_the_last_stage_from_all_its_groups(evening):
    evening.report(*evening.draw())
    runner.catch_up_all()
    first, second, *_ = TournamentStanding.objects.filter(tournament=evening.id)
    for group, row in enumerate((second, first)):
        later = {"stage": 1, "group": group, "entrant": row.entrant, "place": 1, "rank": 1, "row": row.row}
        TournamentStanding.objects.create(tournament=evening.id, **later)

    [table] = Reader().page("/").section("Running tournaments").tables

    names = dict(Player.objects.values_list("id", "name"))
    assert [row[:2] for row in table[1:]] == [["1", names[second.entrant]], ["1", names[first.entrant]]]


def steps(evening, reader):
    """The first steps on the club page: whether each is done, and where it leads."""
    page = reader.page(f"/clubs/{evening.club}/")
    items = [] if "First steps" not in page.headings else page.one("ol", style="steps").all("li")
    return [(item.text.startswith("done"), item.addresses()) for item in items]


def test_an_organiser_sees_the_first_steps_of_a_club_until_tables_have_links():
    made = begun()
    club, organiser = f"/clubs/{made.club}/", Reader(User.objects.get(id=made.actor.user))
    people, new = [f"{club}people/"], [f"{club}new-tournament/"]
    runner.catch_up_all()
    first = steps(made, organiser)
    made.join(*names(4))
    made.do(tournament_lifecycle.start)
    made.draw()
    runner.catch_up_all()

    assert first == [(False, people), (True, new), (False, [])]
    cards = f"/tournaments/{made.id}/rounds/1/links/"
    assert steps(made, organiser) == [(True, people), (True, new), (False, [cards])]
    assert organiser.page(club).one("a", style="main").text == "Table cards with QR codes"
    assert steps(made, Reader()) == []

    table_links.open_links(tournament_id=made.id, number=1, actor=made.actor)

    assert steps(made, organiser) == []
    assert organiser.page(club).one("a", style="main").text == "New tournament"


def test_organisers_print_the_tables_of_the_round_from_the_first_page_of_the_tournament():
    evening = started(4)
    evening.draw()
    organiser, public = Reader(User.objects.get(id=evening.actor.user)), Reader()

    pages = [reader.page(f"/tournaments/{evening.id}/") for reader in (organiser, public)]

    printed = pages[0].addresses("/pairings/")
    assert printed == [f"/tournaments/{evening.id}/rounds/1/pairings/"]
    assert pages[1].addresses("/pairings/") == []
