"""What can't be taken back at once is asked about first, and nothing happens until the question is answered."""

import pytest

from league.appeals import services as appeal_services
from league.clubs import services as club_services
from league.clubs.models import Membership, Player, User
from league.clubs.sessions import actor
from league.eventlog.projections import runner
from league.impact import services as impact_services
from league.matches import repository as match_repository
from league.tournaments.domain.settings.model import Stage
from league.tournaments.repository import tournaments
from league.tournaments.services import entries
from tests.builders.evenings import pairs, started
from tests.builders.evenings_by_pages import level
from tests.pages import parse
from tests.web.readers import Reader, hidden, people, refusals

pytestmark = pytest.mark.django_db

ENDS = "The tournament ends now, and the standings become the final ranking."


@pytest.fixture
def evening():
    """A running tournament of four; its organiser, and the reader who plays first at the only table of round 1."""
    made = started(4)
    [table] = made.draw()
    anna = User.objects.create_user("anna")
    Player.objects.filter(id=table.seats[0]).update(user=anna)
    return made, Reader(User.objects.get(id=made.actor.user), at=f"/tournaments/{made.id}/"), Reader(anna)


def asked(answer):
    """What a question says, and where it lets its reader leave all as it is."""
    assert answer.status_code == 200, answer.text
    page = parse(answer)
    return page.one("main").texts("p")[0], page.link("Leave everything as it is")


def status(made, entrant):
    return tournaments.load(made.id).state.entries[entrant].status


def test_withdrawing_says_what_happens_before_it_does(evening):
    made, _, anna = evening
    tournament, own = f"/tournaments/{made.id}/", made.now.rounds[0].tables[0].seats[0]
    sent = {"who": own, "key": "1"}

    answer = anna.client.post(f"{tournament}own/leave/", sent)
    before = status(made, own)
    anna.confirm(answer)

    assert asked(answer) == ("You leave table 1 now. The others play on.", tournament)
    assert (before, status(made, own)) == ("active", "withdrawn")
    anna.client.post(f"{tournament}own/back/", {"who": own, "key": "2"})
    assert status(made, own) == "active"
    assert own in match_repository.load(made.now.rounds[0].tables[0].match).state.opened.seats


def test_a_name_that_is_entered_again_may_be_the_same_person_or_another(evening):
    made, organiser, _ = evening
    free = club_services.add_player(club_id=made.club, name="Игрок 1", note="мл.", actor=made.actor)
    sent = {**hidden(organiser.page(people(""))), "new": "игрок 1"}

    asked = organiser.post(people(""), "enter", sent)
    count, wrong = Player.objects.count(), organiser.confirm(asked, reply="?")
    same = organiser.confirm(asked, reply=str(free.pk))
    only = organiser.post(people(""), "enter", {**hidden(organiser.page(people(""))), "new": "Игрок 1"})
    other = organiser.confirm(only, reply="new")

    main = parse(asked).one("main")
    assert main.texts("p") == [
        "There is already somebody called игрок 1. Is this the same person or another one?",
        "Игрок 1 (1) already takes part in the tournament.",
    ]
    assert main.texts("button") == ["The same person: Игрок 1 (мл.)", "Another person"]
    assert (count, refusals(wrong)) == (5, ["Choose a player or type a new name."])
    assert (same.status_code, parse(only).one("main").texts("button")) == (302, ["Another person"])
    assert other.status_code == 302
    assert [str(free.pk) in made.now.entries, len(made.now.entries), Player.objects.count()] == [True, 6, 6]


def test_an_organiser_is_asked_by_the_name_of_the_entrant(evening):
    made, organiser, _ = evening
    seats = made.now.rounds[0].tables[0].seats
    name = Player.objects.get(id=seats[1]).name
    sent = {**hidden(organiser.page()), "entrant": seats[1]}

    answer = organiser.post(people(""), "withdraw", sent)

    assert asked(answer)[0] == f"{name} leaves table 1 now. The others play on."
    assert status(made, seats[1]) == "active"


@pytest.mark.parametrize(
    ("act", "fields", "said"),
    [
        (
            "annul",
            {"reason": "Wrong list."},
            "Round 1 is undone. Its matches are void, and results entered there no longer count.",
        ),
        (
            "finish",
            {"abandon": "on"},
            ENDS,
        ),
    ],
)
def test_acts_of_organisers_are_asked_about_and_keep_their_fields(evening, act, fields, said):
    made, organiser, _ = evening

    answer = organiser.post("", act, {**hidden(organiser.page()), **fields})

    assert asked(answer)[0] == said
    assert (made.now.phase, len(made.now.rounds)) == ("running", 1)
    organiser.confirm(answer)
    assert (made.now.phase, len(made.now.rounds)) != ("running", 1)


def test_what_would_be_refused_is_refused_before_anybody_is_asked(evening):
    made, organiser, anna = evening
    tournament, own = f"/tournaments/{made.id}/", made.now.rounds[0].tables[0].seats[0]
    sent = {"who": own, "key": "1"}
    made.do(entries.withdraw, entrant=own)
    revision = made.revision

    finish = organiser.post("", "finish", hidden(organiser.page()))
    leave = anna.client.post(f"{tournament}own/leave/", sent)

    assert refusals(finish) == ["Round 1 is missing results for tables 1."]
    form = parse(finish).one("section", style="failed")
    assert "Enter the missing results first, or tick the box to finish without them." in form.text
    assert (leave.status_code, "the entrant has already withdrawn." in parse(leave).text) == (422, True)
    assert made.revision == revision


def test_before_a_tournament_is_finished_its_organiser_sees_what_is_not_settled():
    made = started(16)
    unplayed, reported, contested, appealed = made.draw()
    organiser = Reader(User.objects.get(id=made.actor.user), at=f"/tournaments/{made.id}/")
    for number, table in enumerate((reported, contested, appealed)):
        Player.objects.filter(id=table.seats[0]).update(user=User.objects.create_user(f"player {number}"))
    player = [actor(Player.objects.get(id=table.seats[0]).user_id) for table in (reported, contested, appealed)]
    made._replace(actor=player[0]).report(reported)
    made.report(contested)
    made.report(appealed)
    head = match_repository.load(contested.match).head.seq
    impact_services.contest_result(match_id=contested.match, reason="No.", expected=head, actor=player[1])
    head = match_repository.load(appealed.match).head.seq
    filed = appeal_services.file_appeal(match_id=appealed.match, statement="No.", expected=head, actor=player[2])
    runner.catch_up_all()

    answer = organiser.post("", "finish", {**hidden(organiser.page()), "abandon": "on"})

    main = parse(answer).one("main")
    assert main.texts("p")[1:] == [
        "1 table has no result and won’t count: Round 1, table 1",
        "1 result is contested and won’t count: Round 1, table 3",
        "1 result isn’t confirmed and counts as it is: Round 1, table 2",
        "1 appeal has no ruling yet: Round 1, table 4",
    ]
    case = f"/clubs/{made.club}/appeals/?tournament={made.id}&case={filed.events[0].appeal}"
    tables = [unplayed, contested, reported]
    assert [each for each, _ in main.links][:-1] == [*(f"/matches/{table.match}/" for table in tables), case]
    organiser.confirm(answer)
    assert made.now.voided == (unplayed.match, contested.match)


def test_the_question_about_a_round_names_the_tables_with_results(evening):
    made, organiser, _ = evening
    made.report(made.now.rounds[0].tables[0])

    answer = organiser.post("", "annul", {**hidden(organiser.page()), "reason": "Wrong list."})

    assert parse(answer).one("main").texts("p")[1] == "1 table has a result: Round 1, table 1"


def test_who_qualifies_is_asked_about_while_results_are_not_settled():
    made = started(4, given=pairs(Stage("round_robin", qualify=2), Stage("knockout")))
    organiser = Reader(User.objects.get(id=made.actor.user), at=f"/tournaments/{made.id}/")
    for _ in range(3):
        first, second = made.draw()
        made.report(first)
        made.report(second, 1)
    for number, seat in enumerate(second.seats):
        Player.objects.filter(id=seat).update(user=User.objects.create_user(f"player {number}"))
    player = actor(Player.objects.get(id=second.seats[0]).user_id)
    head = match_repository.load(second.match).head.seq
    appeal_services.file_appeal(match_id=second.match, statement="No.", expected=head, actor=player)
    runner.catch_up_all()
    sent = {**hidden(organiser.page()), **level(organiser.page())}

    answer = organiser.post("", "stage", sent)

    assert parse(answer).one("main").texts("p")[:2] == [
        "Who qualifies is decided now. Later corrections and rulings don’t change it.",
        f"1 appeal has no ruling yet: Round 3, table {second.number}",
    ]
    assert len(made.now.stages) == 1
    organiser.confirm(answer)
    assert len(made.now.stages) == 2


def test_a_match_is_void_or_forfeit_only_after_a_question(evening):
    made, organiser, _ = evening
    [table] = made.now.rounds[0].tables
    organiser.at = f"/matches/{table.match}/"
    name = Player.objects.get(id=table.seats[1]).name

    void = organiser.post("", "void", {**hidden(organiser.page()), "reason": "Wrong deck."})
    forfeit = organiser.post("", "forfeit", {**hidden(organiser.page()), "seats": ["1"], "reason": "Late."})

    said = f"Lost by forfeit: {name}. The match is over, and results can’t be entered any more."
    assert asked(void)[0] == "The match is over and counts for nobody. Results already entered no longer count."
    assert asked(forfeit) == (said, organiser.at)
    assert match_repository.load(table.match).state.outcome == "unplayed"
    organiser.confirm(forfeit)
    assert match_repository.load(table.match).state.outcome == "forfeit"


def test_a_role_is_removed_only_after_a_question(evening):
    made, organiser, _ = evening
    arbiter = User.objects.create_user("arbiter")
    Membership.objects.create(club_id=made.club, user=arbiter, role="arbiter")
    sent = {"account": str(arbiter.pk), "role": "arbiter"}

    answer = organiser.client.post(f"/clubs/{made.club}/people/take-role/", sent)

    said = "arbiter loses the role “arbiter” and everything it allows."
    assert asked(answer) == (said, f"/clubs/{made.club}/people/")
    assert actor(arbiter.pk).official(str(made.club))
    organiser.confirm(answer)
    assert not actor(arbiter.pk).official(str(made.club))
