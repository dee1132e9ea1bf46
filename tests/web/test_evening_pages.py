"""The pages of a running tournament: drafts, roles, self-service, double sending, invalid input."""

import pytest

from league.club_data.erasure import erase_player
from league.clubs import services as club_services
from league.clubs.models import Player, User
from league.clubs.sessions import actor
from league.eventlog.projections import runner
from league.matches import repository as match_repository
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.builders.clubs import accept_offers, appoint
from tests.builders.evenings import begun, names
from tests.builders.evenings_by_pages import matches_of, set_up
from tests.pages import parse
from tests.web.readers import Reader, errors, hidden, people, refusals
from web.tournaments.forms import FORMS

pytestmark = pytest.mark.django_db

CONFLICT = "Somebody else changed the tournament in the meantime. Review the current version and try again."


@pytest.fixture
def evening():
    """A started tournament of seven; its organiser and two of its players as readers; its address."""
    evening = begun()
    players = evening.join(*names(7))
    users = [User.objects.create_user(name) for name in ("anna", "boris")]
    for user, player in zip(users, players, strict=False):
        Player.objects.filter(id=player).update(user=user)
    organiser = Reader(User.objects.get(id=evening.actor.user))
    return f"/tournaments/{evening.id}/", organiser, *map(Reader, users)


def in_charge():
    """The organiser of the evening as an actor, and the club."""
    return actor(User.objects.get(username__startswith="organiser").pk), Player.objects.first().club_id


def added(name, **more):
    """One more player of the club."""
    actor, club = in_charge()
    return club_services.add_player(club_id=club, name=name, actor=actor, **more)


def test_others_see_a_draft_on_no_page(evening):
    tournament, organiser, anna, _ = evening
    organiser.done(tournament, "start")
    draft = organiser.done(tournament, "draw")

    for reader in (anna, Reader()):
        for paper in ("", "pairings/", "cards/", "sheets/"):
            assert reader.page(f"{draft}{paper}", 404).headings[0] == "Something went wrong"
        for path in ("", "standings/", "screen/"):
            page = reader.page(f"{tournament}{path}")
            assert page.addresses("rounds/1/") == []
            assert "Table 1" not in page.text
    runner.catch_up_all()
    assert "Table 1" not in anna.text("/me/")
    assert organiser.page(f"{draft}pairings/").headings[0] == "Tables"
    assert organiser.page(draft).one("nav", style="tabs").one("a", **{"aria-current": "page"}).text == "Round 1"
    assert "Round 1" not in organiser.page(tournament).one("nav", style="tabs").text


def test_organisers_see_how_far_the_tournament_is(evening):
    tournament, organiser, anna, _ = evening
    seen = []
    for act in (None, "start", "draw", "publish"):
        if act:
            organiser.done(tournament, act)
        steps = organiser.page(tournament).one("ol", style="progress").all("li")
        seen.append([(each["class"], *each.texts("span")) for each in steps[:3]])

    later = [("later", "Round 2")]
    assert seen == [
        [("due", "People"), ("later", "Round 1"), *later],
        [("done", "People", "done"), ("due", "Round 1"), *later],
        [("done", "People", "done"), ("due", "Round 1", ": draft", ":"), *later],
        [("done", "People", "done"), ("due", "Round 1", ": results 0/2", ":"), *later],
    ]
    assert [steps[-1].text, len(steps)] == ["Final ranking", 6]
    assert anna.page(tournament).all("ol", style="progress") == []


def test_players_see_their_table_and_seat_at_a_glance(evening):
    tournament, organiser, anna, _ = evening
    organiser.done(tournament, "start")
    organiser.done(tournament, "draw")
    organiser.done(tournament, "publish")
    runner.catch_up_all()

    for address in (tournament, "/me/"):
        page = anna.page(address)
        [seat] = page.one("p", style="own-seat").texts("strong")
        assert seat in [f"Table {table}, seat {number}" for table in (1, 2) for number in (1, 2, 3, 4)]
        assert page.link("Go to your match").startswith("/matches/")
    assert organiser.page(tournament).all("p", style="own-seat") == []


def seats(page):
    """Who sits where, table by table."""
    return [name for table in page.all("article", style="tcard") for name in table.texts("bdi")]


def arrangement(page):
    """The fields of the form that arranges a draft, with the table that is in each."""
    return {name: table for name, (table,) in page.form("arrange").fields.items() if name.startswith("at-")}


def test_two_entrants_swap_places_in_the_draft_and_the_original_figures_stay_visible(evening):
    tournament, organiser, *_ = evening
    organiser.done(tournament, "start")
    draft = organiser.done(tournament, "draw")
    before = seats(organiser.page(draft))
    choices = organiser.page(draft).form("swap").options("one")
    ids = {text.partition(" (")[0]: entrant for entrant, text in choices}

    organiser.done(tournament, "swap", one=ids[before[0]], other=ids[before[-1]], reason="They came together.")

    after = seats(organiser.page(draft))
    assert (after[0], after[-1], after[1:-1]) == (before[-1], before[0], before[1:-1])
    heading, *figures = organiser.page(draft).table
    assert heading == ["Measure", "now", "as drawn", "best possible"]
    assert ["Most times an entrant has had the same left neighbour", "1", "1", "1"] in figures
    organiser.done(tournament, "publish")
    assert organiser.page(f"{draft}?verify=1").one(role="status").text == (
        "Redrawing from the stored inputs gives the same round. An organiser has since changed it by hand."
    )


def test_a_draft_is_arranged_table_by_table(evening):
    tournament, organiser, *_ = evening
    organiser.done(tournament, "start")
    draft = organiser.done(tournament, "draw")
    there = arrangement(organiser.page(draft))
    assert len(there) == 7
    first = [name for name, table in there.items() if table == "1"]
    turned = {name: "2" if table == "1" else "1" for name, table in there.items()}

    organiser.done(tournament, "arrange", **turned, reason="The door.")
    after = arrangement(organiser.page(draft))
    nobody = organiser.refused(tournament, "arrange", **{**turned, first[0]: "999"})
    lonely = organiser.refused(tournament, "arrange", **{**turned, first[0]: "7"})

    assert after == turned
    assert nobody == ["Ensure this value is less than or equal to 7."]
    assert "this game cannot be played at a table of 1" in lonely[0]


def test_players_can_do_only_what_concerns_themselves(evening):
    tournament, organiser, anna, _ = evening
    organiser.done(tournament, "register")
    own = anna.page(tournament).one("input", name="who")["value"]
    other = str(Player.objects.exclude(id=own).first().pk)

    here = anna.client.post(f"{tournament}own/here/", {"who": own, "key": "1"})
    others = anna.client.post(f"{tournament}own/leave/", {"who": other, "key": "2"})
    unknown = anna.client.post(f"{tournament}own/win/", {"who": own})
    garbage = anna.client.post(f"{tournament}own/leave/", {"who": "\x00’; DROP"})
    start = anna.client.post(f"{tournament}do/start/", {"revision": 1, "key": "3"})
    signed_out = Reader().client.post(f"{tournament}own/leave/", {"who": own})

    answers = (here, others, unknown, garbage, start, signed_out)
    assert [answer.status_code for answer in answers] == [302, 403, 404, 400, 403, 302]
    assert signed_out.headers["Location"] == f"/sign-in/?next={tournament}"
    assert "Check in" not in anna.text(tournament)
    assert (anna.acts(tournament), anna.acts(people(tournament))) == (set(), {"byes"})


def test_a_player_with_an_account_enters_once_registration_is_open(evening):
    tournament, organiser, *_ = evening
    vera = Reader(User.objects.create_user("vera"))
    player = added("Вера", username="vera")
    accept_offers("vera")
    early = vera.client.post(f"{tournament}own/join/", {"who": str(player.pk), "key": "1"})
    organiser.done(tournament, "register")
    assert vera.page(tournament).one("button", name="who", value=str(player.pk)).text == "Enter as Вера"

    answer = vera.client.post(f"{tournament}own/join/", {"who": str(player.pk), "key": "2"})

    assert (early.status_code, answer.status_code) == (404, 302)
    assert "You’re in. Your table will appear here once the round is drawn." in vera.text(tournament)


def test_arbiters_check_in_and_withdraw_entrants_but_do_not_draw(evening):
    tournament, *_ = evening
    user = User.objects.create_user("arbiter")
    actor, club = in_charge()
    appoint(club_id=club, username="arbiter", role="arbiter", actor=actor)

    assert Reader(user).acts(people(tournament)) == {"check", "byes", "withdraw"}


def test_a_button_pressed_twice_acts_once(evening):
    tournament, organiser, *_ = evening
    sent = hidden(organiser.page(tournament))

    answers = [organiser.post(tournament, "start", sent).status_code for _ in range(2)]

    assert answers == [302, 302]
    assert "in progress" in organiser.text(tournament)


def test_a_form_sent_twice_acts_once_even_if_its_choice_no_longer_exists(evening):
    tournament, organiser, *_ = evening
    late = added("Поздний гость")
    sent = {**hidden(organiser.page(tournament)), "player": str(late.pk)}

    answers = [organiser.post(people(tournament), "enter", sent).status_code for _ in range(2)]

    assert answers == [302, 302]
    assert len(organiser.page(people(tournament)).all("button", name="here")) == 8


def page_of(tournament, act):
    """The page with the form of an act."""
    return people(tournament) if FORMS[act].section == "people" else tournament


@pytest.mark.parametrize("act", ["swap", "publish", "level", "table", "annul", "forgive", "reopen", "stage", "return"])
def test_an_outdated_command_is_not_carried_out_and_the_current_page_is_shown(evening, act):
    tournament, organiser, *_ = evening

    answer = organiser.send(page_of(tournament, act), act, reason="why", where="1.1")

    assert answer.status_code == 422
    assert CONFLICT in [*errors(answer), *parse(answer).alerts]


def test_a_conflict_shows_the_current_tournament(evening):
    tournament, organiser, *_ = evening
    old = hidden(organiser.page(tournament))
    organiser.done(tournament, "register")

    answer = organiser.post(tournament, "start", old)

    assert refusals(answer) == [CONFLICT]


def entrants(page):
    """The entrants by name, as those who may withdraw are offered."""
    return {name: entrant for entrant, name in page.form("withdraw").options("entrant") if entrant}


@pytest.mark.parametrize(
    ("act", "fields"),
    [
        ("seeds", {"seed {entrant}": "2"}),
        ("replace", {"out": "{entrant} {entrant}", "substitute": "{late}"}),
        ("penalty", {"entrant": "{entrant}", "points": "1", "reason": "late"}),
        ("forgive", {"number": "1", "reason": "was not"}),
    ],
)
def test_of_two_organisers_who_act_at_once_one_succeeds_and_the_other_sees_the_new_state(evening, act, fields):
    tournament, organiser, *_ = evening
    late = added("Поздний гость")
    entrant = entrants(organiser.page(people(tournament)))["Игрок 1"]
    if act != "seeds":
        organiser.done(tournament, "start")
        organiser.done(tournament, "penalty", entrant=entrant, points="3", reason="first")
    known = {"entrant": entrant, "late": late.pk}
    fields = {name.format(**known): value.format(**known) for name, value in fields.items()}
    seen = hidden(organiser.page(tournament), "revision")
    organiser.done(people(tournament), "enter", new="Ещё один гость")
    before = hidden(organiser.page(tournament), "revision")

    answer = organiser.post(page_of(tournament, act), act, {**seen, "key": "second", "sure": "on", **fields})

    assert CONFLICT in refusals(answer)
    assert hidden(organiser.page(tournament), "revision") == before
    assert organiser.done(page_of(tournament, act), act, **fields)


def test_seeding_too_late_keeps_the_seeds_of_others(evening):
    tournament, organiser, *_ = evening
    late = organiser.page(people(tournament)).form("seeds").fields
    one, two, three = [name for name in late if name.startswith("seed ")][:3]
    organiser.done(people(tournament), "seeds", **{one: "1", two: "2"})

    answer = organiser.post(people(tournament), "seeds", late | {two: "5", three: "3"})
    shown = parse(answer).form("seeds").fields

    assert errors(answer) == [
        CONFLICT,
        "Conflict: somebody else changed this too. It is now: 2",
    ]
    assert [shown[name] for name in (one, two, three)] == [["1"], ["5"], ["3"]]
    assert organiser.post(people(tournament), "seeds", shown).status_code == 302


def test_arranging_a_draft_too_late_keeps_the_arrangement_of_others(evening):
    tournament, organiser, *_ = evening
    organiser.done(tournament, "start")
    draft = organiser.done(tournament, "draw")
    page = organiser.page(draft)
    late, places = page.form("arrange").fields, arrangement(page)
    one, other = ([name for name, at in places.items() if at == table] for table in "12")
    organiser.done(tournament, "arrange", **places | {one[0]: "2", other[0]: "1"})

    answer = organiser.post(tournament, "arrange", late | {one[1]: "2", other[1]: "1"})
    shown = parse(answer).form("arrange").fields

    assert [shown[name] for name in (one[0], one[1], other[0], other[1])] == [["2"], ["2"], ["1"], ["1"]]
    assert organiser.post(tournament, "arrange", shown).status_code == 302


def test_everything_that_happens_on_an_evening_is_handled_on_pages(evening):
    tournament, organiser, *_ = evening
    choices = entrants(organiser.page(people(tournament)))
    organiser.done(people(tournament), "withdraw", entrant=choices["Игрок 7"], reason="ill")
    organiser.done(people(tournament), "return", entrant=choices["Игрок 7"])
    organiser.done(people(tournament), "enter", new="Поздний гость", seed="1")
    organiser.done(people(tournament), "seeds", **{f"seed {choices['Игрок 3']}": "2"})
    organiser.done(tournament, "apart", one=choices["Игрок 1"], other=choices["Игрок 2"])
    set_up(organiser, tournament, name="Зима", capacity="8", stages__0__rounds="2", scoring__drop="1")
    assert organiser.refused(tournament, "start") == ["This field is required."]
    organiser.done(tournament, "start", absent="draw")
    organiser.done(tournament, "penalty", entrant=choices["Игрок 1"], points="1/2", reason="late")
    assert organiser.page(tournament).section("Penalties").texts("li") == ["Игрок 1: 0.5 (round 1) – late"]
    organiser.done(tournament, "forgive", number="1", reason="was not")
    organiser.done(tournament, "draw")
    organiser.done(tournament, "publish")
    organiser.done(people(tournament), "withdraw", entrant=choices["Игрок 5"], no_show="on")
    organiser.done(tournament, "annul", reason="wrong field")
    organiser.done(tournament, "draw")
    organiser.done(tournament, "publish")
    assert organiser.refused(tournament, "finish") == ["Round 1 is missing results for tables 1, 2."]
    organiser.done(tournament, "finish", abandon="on")
    organiser.done(tournament, "reopen", reason="one more round")

    page = organiser.text(tournament)
    assert all(part in page for part in ("Зима", "Поздний гость", "no-show", "in progress"))


def test_an_entrant_who_left_after_a_game_needs_no_more_results(evening):
    tournament, organiser, *_ = evening
    organiser.done(tournament, "start")
    organiser.done(tournament, "draw")
    organiser.done(tournament, "publish")
    match = matches_of(organiser, f"{tournament}rounds/1/")[0]
    now = match_repository.load(match.split("/")[2]).state
    games, seats = [f"{number}.{game}" for number, game in now.places], len(now.opened.seats)
    points = {f"points{seat}": 10 * (seats - 1) if seat == 0 else -10 for seat in range(seats)}
    organiser.done(match, "report", game=games[0], ended="out", **points)

    organiser.done(people(tournament), "withdraw", entrant=now.opened.seats[-1], reason="ill")
    points = {f"points{seat}": 10 * (seats - 2) if seat == 0 else -10 for seat in range(seats - 1)}
    for game in games[1:]:
        organiser.done(match, "report", game=game, ended="out", **points)

    assert "Left the table (ranked below those who stayed):" in organiser.text(match)
    assert organiser.text(f"{tournament}rounds/1/").count("left the table") == 1
    crosstable = organiser.page(f"{tournament}standings/").tables[-1]
    assert [cell.startswith("✗ left the table (") for row in crosstable for cell in row].count(True) == 1
    assert match_repository.load(match.split("/")[2]).state.over


def test_a_substitute_takes_over(evening):
    tournament, organiser, *_ = evening
    out = Player.objects.first().pk
    guest = added("Запасной")

    organiser.done(people(tournament), "replace", out=f"{out} {out}", substitute=str(guest.pk))

    assert "Запасной" in organiser.text(tournament)


def test_erased_people_are_offered_nowhere(evening):
    tournament, organiser, *_ = evening
    player = Player.objects.last().pk

    erase_player(player_id=player, actor=in_charge()[0])

    assert f"Former player {player.hex[-4:].upper()}" in organiser.text(tournament)
    assert "return" not in organiser.acts(people(tournament))
    assert [each for each in organiser.page(tournament).all("option") if str(player) in each.get("value")] == []


@pytest.mark.parametrize("act", ["enter", "withdraw", "swap", "penalty", "seeds", "table", "level"])
def test_requests_that_no_form_sends_are_refused(evening, act):
    tournament, organiser, *_ = evening
    organiser.done(tournament, "start")
    organiser.done(tournament, "draw")
    fields = ("entrant", "one", "other", "points", "capacity", "new", "player", "here", "number", "seat0", "round")

    before = hidden(organiser.page(tournament), "revision")

    answer = organiser.send(page_of(tournament, act), act, **dict.fromkeys(fields, "\x00’; DROP"))

    assert answer.status_code == 422
    assert [*errors(answer), *parse(answer).alerts] != []
    assert hidden(organiser.page(tournament), "revision") == before


@pytest.mark.parametrize(
    "page", ["rounds/99/", "rounds/0/", "rounds/1/win/", "entrants/00000000-0000-0000-0000-000000000000/"]
)
def test_unknown_pages_answer_404(evening, page):
    tournament, organiser, *_ = evening
    organiser.done(tournament, "start")
    organiser.done(tournament, "draw")

    assert organiser.page(f"{tournament}{page}", 404).headings[0] == "Something went wrong"


@pytest.mark.parametrize("query", ["upto=x", "upto=-1", "stage=²"])
def test_standings_without_a_round_are_the_current_ones(evening, query):
    tournament, organiser, *_ = evening
    organiser.done(tournament, "start")

    for path in ("standings/", "standings/print/"):
        address = f"{tournament}{path}"
        assert organiser.page(f"{address}?{query}").tables == organiser.page(address).tables
    address = f"{tournament}standings/csv/"
    assert organiser.client.get(f"{address}?{query}").text == organiser.client.get(address).text


def test_standings_after_a_future_round_are_a_page_that_says_so(evening):
    tournament, organiser, *_ = evening
    organiser.done(tournament, "start")

    for page in ("standings/", "standings/print/", "standings/csv/"):
        assert "There is no tournament round 99." in organiser.text(f"{tournament}{page}?upto=99", 404)


def test_a_substitute_is_named_at_every_seat_while_standings_keep_the_entrant(evening):
    tournament, organiser, *_ = evening
    eva = str(added("Eva").pk)
    organiser.done(tournament, "start")
    one = str(Player.objects.get(name="Игрок 1").pk)
    organiser.done(people(tournament), "replace", out=f"{one} {one}", substitute=eva, reason="late")
    draft = organiser.done(tournament, "draw")
    together = "Eva (for Игрок 1)"

    drafted = organiser.text(draft)
    organiser.done(tournament, "publish")

    assert together in drafted
    for page in (draft, f"{draft}pairings/", f"{draft}cards/", f"{draft}sheets/", f"{tournament}screen/?show=names"):
        text = Reader().text(page)
        sides = 2 if "cards" in page else 1
        assert (page, text.count(together)) == (page, sides)
        assert text.count("Игрок 1") == sides
    assert Reader().text(tournament).count(together) == 2  # at the table, and among the participants
    standings = Reader().page(f"{tournament}standings/")
    assert "Eva" not in standings.text
    [row] = [row for row in standings.all("table")[0].all("tr") if row.texts("th") == ["Игрок 1"]]
    assert "Eva now plays in their place." in Reader().text(row.addresses()[0])


def test_a_draft_that_breaks_the_settings_says_so_on_its_page_and_beside_its_publication(evening):
    tournament, organiser, *_ = evening
    organiser.done(tournament, "start")
    draft = organiser.done(tournament, "draw")
    assert "Doesn’t match the settings" not in organiser.text(draft)
    fields = list(arrangement(organiser.page(draft)))
    numbers = ["1", "1", "1", "1", "2", "2", ""]

    organiser.done(tournament, "arrange", **dict(zip(fields, numbers, strict=True)))

    for page in (draft, tournament):
        assert "Table 2 seats 2, but only 3, 4 are allowed." in organiser.text(page)
    organiser.done(tournament, "publish")
    assert "Byes: 1, although 0 would be enough." in Reader().text(draft)
    assert "seats 2" not in Reader().text(tournament)


def test_on_an_open_evening_players_start_their_own_table_on_the_page():
    evening = begun(slug="open")
    one, two, three = evening.join(*names(3))
    user = User.objects.create_user("anna")
    Player.objects.filter(id=one).update(user=user)
    tournament_lifecycle.start(tournament_id=evening.id, actor=evening.actor)
    tournament_lifecycle.draw_round(tournament_id=evening.id, actor=evening.actor)
    keeper = User.objects.create_user("keeper")
    appoint(club_id=evening.club, username="keeper", role="scorekeeper", actor=evening.actor)
    tournament, anna = f"/tournaments/{evening.id}/", Reader(user)

    assert anna.acts(tournament) == {"table"}
    assert Reader().acts(tournament) == Reader(User.objects.create_user("stranger")).acts(tournament) == set()
    assert anna.send(tournament, "table", seat0=two, seat1=three).status_code == 403
    anna.done(tournament, "table", seat0=two, seat1=one)
    assert "table" in Reader(keeper).acts(tournament)
    assert [table.seats for table in evening.now.rounds[0].tables] == [(two, one)]


def test_pairs_kept_apart_are_listed_for_organisers_and_can_be_allowed_to_meet_again(evening):
    tournament, organiser, anna, _ = evening
    one, two, three = (str(Player.objects.get(name=f"Игрок {number}").pk) for number in (1, 2, 3))
    organiser.done(tournament, "apart", one=one, other=two)
    organiser.done(tournament, "apart", one=three, other=two)
    pairs = ["Игрок 1 – Игрок 2", "Игрок 2 – Игрок 3"]
    assert organiser.page(tournament).section("Kept apart").texts("li") == pairs
    organiser.done(tournament, "start")
    assert "Kept apart" not in anna.text(tournament)

    organiser.done(tournament, "together", pair=f"{one} {two}", reason="They made peace.")

    assert organiser.page(tournament).section("Kept apart").texts("li") == pairs[1:]


def test_only_organisers_can_enter_several_players_at_once(evening):
    tournament, organiser, anna, _ = evening
    organiser.done(tournament, "start")

    assert anna.page(f"{tournament}people/", 403).all("textarea") == []
    assert anna.client.post(f"{tournament}people/", {"names": "Eva"}).status_code == 403
    assert organiser.page(f"{tournament}people/").texts("textarea") == [""]


def test_the_start_asks_about_entrants_who_are_not_checked_in_and_the_history_calls_them_no_shows(evening):
    tournament, organiser, *_ = evening
    entrants = organiser.page(people(tournament)).form("withdraw").options("entrant")[1:]
    (_, absent), *there = entrants
    for entrant, _ in there:
        organiser.done(people(tournament), "check", here=entrant)

    labels = organiser.page(tournament).form("start").texts("label")
    unanswered = organiser.refused(tournament, "start")
    organiser.done(tournament, "start", absent="leave_out")

    assert labels == ["1 entrant is not checked in:"]
    assert unanswered == ["This field is required."]
    assert f"{absent} was a no-show and has been withdrawn." in organiser.text(f"{tournament}history/")
