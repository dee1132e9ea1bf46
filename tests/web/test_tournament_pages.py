"""The pages of tournaments: a whole evening by nothing else, drafts, roles, double sending, garbage."""

import re

import pytest
from django.test import Client

from league.domain.actor import Actor
from league.models import Player, Tournament, User
from league.projections import hot, runner
from league.services import people
from tests.league.evenings import begun, names

pytestmark = pytest.mark.django_db


class Reader:
    """Somebody who reads pages and fills in their forms."""

    def __init__(self, user=None):
        self.client = Client()
        if user is not None:
            self.client.force_login(user)

    def text(self, address, status=200):
        answer = self.client.get(address)
        assert answer.status_code == status, answer.content.decode()
        return answer.content.decode()

    def send(self, address, act, **fields):
        """Fill in the form of an act and send it."""
        page = self.text(address)
        hidden = {name: re.search(rf'name="{name}" value="([^"]+)"', page)[1] for name in ("revision", "key")}
        return self.client.post(f"{address}do/{act}/", {**hidden, **fields})

    def done(self, address, act, **fields):
        """Fill in a form that is to be taken; where it leads to."""
        answer = self.send(address, act, **fields)
        assert answer.status_code == 302, errors(answer)
        return answer.headers["Location"]

    def acts(self, address):
        return set(re.findall(r'/do/(\w+)/"', self.text(address)))


def errors(answer):
    """Why something was refused, as the page says it."""
    return re.findall(r'class="errorlist[^"]*"[^>]*>\s*<li>(.*?)</li>', answer.content.decode())


def refused(reader, address, act, **fields):
    answer = reader.send(address, act, **fields)
    assert answer.status_code == 422
    return errors(answer)


@pytest.fixture
def organiser():
    user = User.objects.create_user("organiser")
    people.found_club(name="Ладья", actor=Actor(user.pk))
    return Reader(user)


def club_of(reader):
    return re.search(r'href="(/clubs/[^"]+/)"', reader.text("/"))[1]


def created(organiser, preset="evening", game="rummikub"):
    """A new tournament by the page of its club; its address."""
    club = club_of(organiser)
    new = re.search(r'href="([^"]+/new-tournament/)"', organiser.text(club))[1]
    assert f'href="?game={game}"' in organiser.text(new)
    key = re.search(r'name="key" value="([^"]+)"', organiser.text(f"{new}?game={game}"))[1]
    answer = organiser.client.post(f"{new}?game={game}", {"key": key, "called": "Осень", "preset": preset})
    return answer.headers["Location"]


def imported(organiser, tournament, text):
    """Names pasted, looked at and confirmed; the page that shows them before."""
    address = f"{tournament}people/"
    page = organiser.client.post(address, {"names": text}).content.decode()
    hidden = {name: re.search(rf'name="{name}" value="([^"]+)"', page)[1] for name in ("key", "content", "list")}
    answer = organiser.client.post(address, hidden)
    assert answer.status_code == 302, answer.content.decode()
    return page


def check_everybody_in(organiser, tournament):
    while entrant := re.search(r'<button name="here" value="([^"]+)"', organiser.text(tournament)):
        organiser.done(tournament, "check", here=entrant[1])


def matches_of(reader, round_):
    return re.findall(r'href="(/matches/[^"]+/)"', reader.text(round_))


def report(reader, match, winner=0):
    """Every game of a match won by one seat."""
    seats = len(hot.current(match.split("/")[2]).state.opened.seats)
    points = {f"points{seat}": 10 * (seats - 1) if seat == winner else -10 for seat in range(seats)}
    page = reader.text(match)
    for game in re.findall(r'<option value="(1\.\d)"', page.partition("/do/report/")[2].partition("</select>")[0]):
        reader.done(match, "report", game=game, ended="out", **points)


def test_a_whole_evening_is_run_by_pages_alone(organiser):
    tournament = created(organiser)
    page = imported(organiser, tournament, "\n".join(names(7)))
    assert page.count("a new player") == 7
    check_everybody_in(organiser, tournament)
    organiser.done(tournament, "start")

    for number in range(1, 5):
        round_ = organiser.done(tournament, "draw")
        assert round_ == f"{tournament}rounds/{number}/"
        organiser.done(tournament, "publish")
        assert organiser.text(round_).count("Enter the result") == 2
        for match in matches_of(organiser, round_):
            report(organiser, match)
    corrected = matches_of(organiser, round_)[0]
    organiser.done(
        corrected,
        "report",
        game="1.1",
        ended="out",
        correction="Counted again.",
        **{f"points{seat}": points for seat, points in enumerate((-10, 30, -10, -10))},
    )
    organiser.done(tournament, "finish")

    assert "finished" in organiser.text(tournament)
    assert organiser.text(tournament).count("<li value=") == 7
    standings = organiser.text(f"{tournament}standings/")
    assert standings.count("/entrants/") == 7
    entrant = re.search(r'href="([^"]+/entrants/[^"]+/)"', standings)[1]
    assert "Round 1, table" in organiser.text(entrant)
    assert len(organiser.text(f"{tournament}standings/csv/").strip().splitlines()) == 8


def test_pasted_names_keep_the_numbers_of_their_lines_and_headings_are_told(organiser):
    tournament = created(organiser)

    plain = organiser.client.post(f"{tournament}people/", {"names": "Анна\n\nБорис"}).content.decode()
    headed = organiser.client.post(f"{tournament}people/", {"names": "Имя\nАнна"}).content.decode()

    assert ("<td>1</td>" in plain, "<td>3</td>" in plain, "taken for headings" in plain) == (True, True, False)
    assert ("<td>2</td>" in headed, "taken for headings: <bdi>Имя</bdi>" in headed) == (True, True)


def test_names_that_are_pasted_again_are_known_and_nobody_enters_twice(organiser):
    tournament = created(organiser)
    imported(organiser, tournament, "Анна\nБорис")

    page = imported(organiser, tournament, "Анна\nБорис\nВера")

    assert (page.count("a player of the club:"), page.count("a new player")) == (2, 1)
    assert Player.objects.count() == 3
    assert organiser.text(tournament).count('<button name="here"') == 3


def test_a_list_that_cannot_be_read_says_why_and_takes_in_nothing(organiser):
    tournament = created(organiser)

    empty = organiser.client.post(f"{tournament}people/", {"names": " "})
    forged = organiser.client.post(f"{tournament}people/", {"list": "bmFtZQ0KQQ==", "content": "0", "key": "k"})
    garbage = organiser.client.post(f"{tournament}people/", {"list": "\x00"})

    assert [answer.status_code for answer in (empty, forged, garbage)] == [422, 422, 422]
    assert "Paste names or choose a file." in empty.content.decode()
    assert Player.objects.count() == 0


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
    user, club = User.objects.get(username__startswith="organiser"), Player.objects.first().club_id
    return Actor(user.pk, frozenset(), {str(club): frozenset({"organiser"})}), club


def added(name, **more):
    """One more player of the club."""
    actor, club = in_charge()
    return people.add_player(club_id=club, name=name, actor=actor, **more)


def test_a_draft_is_on_no_page_of_others(evening):
    tournament, organiser, anna, _ = evening
    organiser.done(tournament, "start")
    draft = organiser.done(tournament, "draw")

    for reader in (anna, Reader()):
        for paper in ("", "pairings/", "cards/", "sheets/"):
            reader.text(f"{draft}{paper}", 404)
        for page in ("", "standings/", "screen/"):
            text = reader.text(f"{tournament}{page}")
            assert "rounds/1/" not in text
            assert "Table 1" not in text
    runner.catch_up_all()
    assert "Table 1" not in anna.text("/me/")
    assert "draft" in organiser.text(f"{draft}pairings/")


def test_a_player_sees_table_and_seat_at_a_glance(evening):
    tournament, organiser, anna, _ = evening
    organiser.done(tournament, "start")
    organiser.done(tournament, "draw")
    organiser.done(tournament, "publish")
    runner.catch_up_all()

    for address in (tournament, "/me/"):
        page = anna.text(address)
        assert re.search(r"<strong>Table \d, seat \d</strong>", page)
        assert "To your match" in page
    assert "<strong>Table" not in organiser.text(tournament)


def test_two_swap_places_in_the_draft_and_the_figures_stand_beside_the_machines_own(evening):
    tournament, organiser, *_ = evening
    organiser.done(tournament, "start")
    draft = organiser.done(tournament, "draw")
    before = re.findall(r"<li><bdi>(.*?)</bdi>", organiser.text(draft))
    form = organiser.text(draft).partition("/do/swap/")[2]
    choices = dict(re.findall(r'<option value="([^"]+)">(.*?) \(table', form.partition("</select>")[0]))
    ids = {name: entrant for entrant, name in choices.items()}

    organiser.done(tournament, "swap", one=ids[before[0]], other=ids[before[-1]], reason="They came together.")

    after = re.findall(r"<li><bdi>(.*?)</bdi>", organiser.text(draft))
    assert (after[0], after[-1], after[1:-1]) == (before[-1], before[0], before[1:-1])
    assert "as it was drawn" in organiser.text(draft)
    organiser.done(tournament, "publish")
    verified = organiser.text(f"{draft}?verify=1")
    assert "the round comes out the same. An organiser has changed it by hand since." in verified


def test_a_draft_is_arranged_anew_table_by_table(evening):
    tournament, organiser, *_ = evening
    organiser.done(tournament, "start")
    draft = organiser.done(tournament, "draw")
    form = organiser.text(draft).partition("/do/arrange/")[2].partition("</form>")[0]
    there = dict(re.findall(r'name="(at-[^"]+)" value="(\d)"', form))
    assert len(there) == 7
    first = [name for name, table in there.items() if table == "1"]
    turned = {name: "2" if table == "1" else "1" for name, table in there.items()}

    organiser.done(tournament, "arrange", **turned, reason="The door.")
    after = organiser.text(draft).partition("/do/arrange/")[2].partition("</form>")[0]
    nobody = refused(organiser, tournament, "arrange", **{**turned, first[0]: "999"})
    lonely = refused(organiser, tournament, "arrange", **{**turned, first[0]: "7"})

    assert dict(re.findall(r'name="(at-[^"]+)" value="(\d)"', after)) == turned
    assert nobody == ["Ensure this value is less than or equal to 7."]
    assert "a table of 1 is none for this game" in lonely[0]


def test_who_goes_on_is_decided_early_and_a_stage_begun_too_soon_taken_back(organiser):
    tournament = created(organiser, "groups")
    imported(organiser, tournament, "\n".join(names(8)))
    organiser.done(tournament, "start")

    organiser.done(tournament, "freeze", early="on", reason="The hall closes.")
    organiser.done(tournament, "stage", early="on")
    begun = organiser.text(tournament)
    organiser.done(tournament, "takebackstage", reason="It stays open after all.")

    assert "/do/takebackstage/" in begun
    assert "/do/takebackstage/" not in organiser.text(tournament)


def test_players_do_for_themselves_what_is_theirs_and_nothing_else(evening):
    tournament, organiser, anna, _ = evening
    organiser.done(tournament, "register")
    own = re.search(r'name="who" value="([^"]+)"', anna.text(tournament))[1]
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
    assert "I am here" not in anna.text(tournament)
    assert anna.acts(tournament) == set()


def test_who_has_an_account_enters_once_the_registration_is_open(evening):
    tournament, organiser, *_ = evening
    vera = Reader(User.objects.create_user("vera"))
    player = added("Вера", username="vera")
    early = vera.client.post(f"{tournament}own/join/", {"who": str(player.pk), "key": "1"})
    organiser.done(tournament, "register")
    assert f'value="{player.pk}">Take part as' in vera.text(tournament)

    answer = vera.client.post(f"{tournament}own/join/", {"who": str(player.pk), "key": "2"})

    assert (early.status_code, answer.status_code) == (404, 302)
    assert "You take part." in vera.text(tournament)


def test_arbiters_check_in_and_withdraw_but_draw_nothing(evening):
    tournament, *_ = evening
    user = User.objects.create_user("arbiter")
    actor, club = in_charge()
    people.give_role(club_id=club, username="arbiter", role="arbiter", actor=actor)

    assert Reader(user).acts(tournament) == {"check", "withdraw"}


def test_a_button_that_is_pressed_twice_does_it_once(evening):
    tournament, organiser, *_ = evening
    page = organiser.text(tournament)
    sent = {name: re.search(rf'name="{name}" value="([^"]+)"', page)[1] for name in ("revision", "key")}

    answers = [organiser.client.post(f"{tournament}do/start/", sent).status_code for _ in range(2)]

    assert answers == [302, 302]
    assert "running" in organiser.text(tournament)


def test_a_form_that_comes_twice_does_it_once_also_where_what_it_chose_is_gone_then(evening):
    tournament, organiser, *_ = evening
    late = added("Поздний гость")
    page = organiser.text(tournament)
    sent = {name: re.search(rf'name="{name}" value="([^"]+)"', page)[1] for name in ("revision", "key")}

    answers = [
        organiser.client.post(f"{tournament}do/enter/", {**sent, "player": str(late.pk)}).status_code for _ in range(2)
    ]

    assert answers == [302, 302]
    assert organiser.text(tournament).count('<button name="here"') == 8


@pytest.mark.parametrize("act", ["swap", "publish", "level", "table", "annul", "forgive", "reopen", "stage", "return"])
def test_what_does_not_fit_any_more_is_not_done_and_the_page_is_shown_as_it_is(evening, act):
    tournament, organiser, *_ = evening

    answer = organiser.send(tournament, act, reason="why", where="1.1")

    assert answer.status_code == 422
    assert "Somebody else changed the tournament meanwhile" in answer.content.decode()


def test_whoever_saw_an_older_tournament_is_shown_the_new_one(evening):
    tournament, organiser, *_ = evening
    page = organiser.text(tournament)
    old = {name: re.search(rf'name="{name}" value="([^"]+)"', page)[1] for name in ("revision", "key")}
    organiser.done(tournament, "register")

    answer = organiser.client.post(f"{tournament}do/start/", old)

    assert answer.status_code == 422
    assert "Somebody else changed the tournament meanwhile" in answer.content.decode()


def test_life_happens_by_pages(evening):
    tournament, organiser, *_ = evening
    options = re.findall(
        r'<option value="([^"]+)">(Игрок \d)</option>', organiser.text(tournament).partition("/do/withdraw/")[2]
    )
    choices = {name: entrant for entrant, name in options}
    organiser.done(tournament, "withdraw", entrant=choices["Игрок 7"], reason="ill")
    organiser.done(tournament, "return", entrant=choices["Игрок 7"])
    organiser.done(tournament, "enter", new="Поздний гость", seed="1")
    organiser.done(tournament, "seeds", **{f"seed {choices['Игрок 3']}": "2"})
    organiser.done(tournament, "apart", one=choices["Игрок 1"], other=choices["Игрок 2"])
    organiser.done(tournament, "settings", name="Зима", capacity="8", rounds0="2", drop="1", check_in="")
    organiser.done(tournament, "start")
    organiser.done(tournament, "penalty", entrant=choices["Игрок 1"], points="1/2", reason="late")
    assert "late" in organiser.text(tournament)
    organiser.done(tournament, "forgive", number="1", reason="was not")
    organiser.done(tournament, "draw")
    organiser.done(tournament, "publish")
    organiser.done(tournament, "withdraw", entrant=choices["Игрок 5"], no_show="on")
    organiser.done(tournament, "annul", reason="wrong field")
    organiser.done(tournament, "draw")
    organiser.done(tournament, "publish")
    assert refused(organiser, tournament, "finish") == ["Round 1 lacks results of tables 1, 2."]
    organiser.done(tournament, "finish", abandon="on")
    organiser.done(tournament, "reopen", reason="one more round")

    page = organiser.text(tournament)
    assert all(part in page for part in ("Зима", "Поздний гость", "did not come", "running"))


def test_a_substitute_takes_over(evening):
    tournament, organiser, *_ = evening
    out = Player.objects.first().pk
    guest = added("Запасной")

    organiser.done(tournament, "replace", out=f"{out} {out}", substitute=str(guest.pk))

    assert "Запасной" in organiser.text(tournament)


@pytest.mark.parametrize(
    "act", ["settings", "enter", "withdraw", "swap", "penalty", "seeds", "check", "table", "level"]
)
def test_what_no_form_sends_is_refused(evening, act):
    tournament, organiser, *_ = evening
    organiser.done(tournament, "start")
    organiser.done(tournament, "draw")
    fields = ("entrant", "one", "other", "points", "capacity", "new", "player", "here", "number", "seat0", "round")

    answer = organiser.send(tournament, act, **dict.fromkeys(fields, "\x00’; DROP"))

    assert answer.status_code == 422


@pytest.mark.parametrize(
    "page", ["rounds/99/", "rounds/0/", "rounds/1/win/", "entrants/00000000-0000-0000-0000-000000000000/"]
)
def test_what_there_is_not_gets_a_page_that_says_so(evening, page):
    tournament, organiser, *_ = evening
    organiser.done(tournament, "start")
    organiser.done(tournament, "draw")

    organiser.text(f"{tournament}{page}", 404)


@pytest.mark.parametrize("query", ["upto=x", "upto=-1", "stage=²"])
def test_standings_of_no_round_are_those_of_now(evening, query):
    tournament, organiser, *_ = evening
    organiser.done(tournament, "start")

    for page in ("standings/", "standings/print/", "standings/csv/"):
        organiser.text(f"{tournament}{page}?{query}")


def test_standings_after_a_round_that_is_to_come_are_a_page_that_says_so(evening):
    tournament, organiser, *_ = evening
    organiser.done(tournament, "start")

    for page in ("standings/", "standings/print/", "standings/csv/"):
        assert "There is no round of this tournament 99." in organiser.text(f"{tournament}{page}?upto=99", 404)


@pytest.mark.parametrize(
    ("game", "preset"),
    [("rummikub", "knock-out"), ("rummikub", "groups"), ("rummikub", "open"), ("the_game_extreme", "challenge")],
)
def test_every_kind_is_created_and_has_its_page(organiser, game, preset):
    tournament = created(organiser, preset, game)

    assert "Осень" in organiser.text(tournament)
    runner.catch_up_all()
    assert Tournament.objects.get().game == game


@pytest.mark.parametrize(("preset", "rounds"), [("knock-out", 3), ("groups", 4), ("round-robin", 7), ("cup", 2)])
def test_the_large_button_leads_from_the_start_to_the_final_ranking(organiser, preset, rounds):
    tournament = created(organiser, preset)
    imported(organiser, tournament, "\n".join(names(8)))

    while act := re.search(r'/do/(\w+)/"[^>]*>(?:(?!</form>).)*?<button class="big"', organiser.text(tournament), re.S):
        organiser.done(tournament, act[1], **decision(organiser, tournament))
        for match in missing(organiser, tournament):
            report(organiser, match)

    page = organiser.text(tournament)
    assert page.count("<li value=") == 8
    assert len(set(re.findall(r"/rounds/(\d+)/", page))) == rounds


def decision(reader, tournament):
    """Who played at a table that ended level, in the order in which they are offered, if the page asks for that."""
    form = reader.text(tournament).partition("/do/level/")[2].partition("</form>")[0]
    there = re.findall(r'<option value="([0-9a-f-]+)">', form.partition("</select>")[0])
    where = re.findall(r'name="where" value="([^"]+)"', form)
    places = {f"place{place}": entrant for place, entrant in enumerate(there)}
    return {"where": where[0], "reason": "By lot.", **places} if where else {}


def missing(reader, tournament):
    """The matches that the page of the tournament says lack a result."""
    lacking = reader.text(tournament).partition("Results are missing:")[2].partition("</ul>")[0]
    return re.findall(r'href="(/matches/[^"]+/)"', lacking)


def test_an_open_evening_is_played_table_by_table(organiser):
    tournament = created(organiser, "open")
    imported(organiser, tournament, "\n".join(names(3)))
    organiser.done(tournament, "start")
    organiser.done(tournament, "draw")
    form = organiser.text(tournament).partition("/do/table/")[2].partition("</select>")[0]
    there = re.findall(r'<option value="([0-9a-f-]+)">', form)

    organiser.done(tournament, "table", **{f"seat{seat}": entrant for seat, entrant in enumerate(there)})
    [match] = missing(organiser, tournament)
    report(organiser, match)
    organiser.done(tournament, "finish")

    assert organiser.text(tournament).count("<li value=") == 3


def test_teams_enter_by_a_list_and_play_a_challenge(organiser):
    tournament = created(organiser, "challenge", "the_game_extreme")
    rows = ["name;team", *(f"Игрок {number};Команда {number % 2}" for number in range(8))]

    imported(organiser, tournament, "\n".join(rows))
    organiser.done(tournament, "start")
    round_ = organiser.done(tournament, "draw")
    organiser.done(tournament, "publish")

    assert "Команда 0" in organiser.text(round_)
    assert len(matches_of(organiser, round_)) == 2
