"""The league page: a season from opening to closing and reopening."""

import csv
import io

import msgspec
import pytest

from league.appeals import services as appeal_services
from league.clubs.models import Player, User
from league.clubs.sessions import actor
from league.eventlog.projections import runner
from league.matches import repository as match_repository
from league.seasons.repository import leagues
from league.seasons.services import Division, SeasonRules
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.builders.evenings import begun, names
from tests.pages import parse
from tests.sheets import sheet_rows
from tests.web.readers import Reader, errors, hidden

pytestmark = pytest.mark.django_db


class Season:
    """An organiser with a finished evening of four, and a league founded by the page of the club."""

    def __init__(self):
        self.evening = begun()
        self.players = self.evening.join(*names(4))
        tournament_lifecycle.start(tournament_id=self.evening.id, actor=self.evening.actor)
        for table in self.evening.draw():
            self.evening.report(table)
        tournament_lifecycle.finish(tournament_id=self.evening.id, actor=self.evening.actor, abandon=True)
        self.reader = Reader(User.objects.get(pk=self.evening.actor.user))
        self.club = f"/clubs/{self.evening.club}/"
        [new] = self.reader.page(self.club).addresses("/new-league/")
        key = hidden(self.reader.page(new), "key")
        answer = self.reader.client.post(new, {**key, "called": "Лига", "game": "rummikub"})
        self.page = answer.headers["Location"]
        runner.catch_up_all()

    def send(self, act, **fields):
        seasons = [each.get("value") for each in self.reader.page(self.page).all("input", name="season")]
        season = {"season": next(filter(None, seasons))} if any(seasons) else {}
        return self.reader.send(self.page, act, self.page_of(act), **season, **fields)

    def page_of(self, act):
        """The page with the form: rules have one of their own."""
        return self.reader.page(f"{self.page}do/{act}/" if act in ("open", "change") else self.page)

    def files(self, query=""):
        """Where the page leads for a table on paper, as files and as JSON."""
        page = self.reader.page(f"{self.page}{query}")
        return [page.link(text) for text in ("Print", "CSV", "XLSX", "ODS", "JSON")]

    @property
    def points(self):
        """What the evening gave each player of the table, in order."""
        return [row[-1] for table in self.reader.page(self.page).tables for row in table[1:]]

    @property
    def places(self):
        return [row[0] for table in self.reader.page(self.page).tables for row in table[1:]]

    def done(self, act, **fields):
        answer = self.send(act, **fields)
        assert answer.status_code == 302, errors(answer)


def test_a_season_is_opened_closed_and_reopened_on_its_page():
    season = Season()
    assert season.page in season.reader.page(season.club).addresses()
    season.done("open", called="2026", points="12, 10, 8, 1/2", best="3")
    season.done("attach", tournament=season.evening.id)
    assert season.points == ["61/8"] * 4
    season.done("close")

    assert season.reader.acts(season.page) == {"reopen"}
    assert season.reader.page(season.page).link("Open a season") == f"{season.page}do/open/?season=1"
    season.done("reopen", reason="looked at again")
    season.done("detach", tournament=season.evening.id, reason="the wrong one")
    assert season.points == []


def test_divisions_are_drawn_up_and_promotions_are_shown():
    season = Season()
    one, two, three, four = season.players
    season.done("open", called="2026", points="12 10 8 6", divisions="Высшая\nПервая", promote="1", relegate="1")
    season.done("drawup", division_0=[one, two], division_1=[three, four])
    before = season.places
    season.done("attach", tournament=season.evening.id, division="")
    assert (before, season.places) == (["–"] * 4, ["1"] * 4)
    named = "\n".join(names(4))

    season.done("close", decided=named, reason="by lot")

    moves = Reader().page(season.page).section("Promotion and relegation").texts("li")
    assert sorted(move.partition(": ")[2] for move in moves) == ["↑ Высшая", "↓ Первая"]


def test_a_refusal_is_shown_beside_the_form_with_its_reason():
    season = Season()
    season.done("open", called="2026")

    assert season.reader.refused(season.page, "open", called="2027", points="12; lots", season="1") == [
        "lots: must be an exact number, like 3 or 1/2."
    ]
    assert season.reader.refused(season.page, "open", called="2027", promote="1", season="1") == [
        "Promotion and relegation need at least two divisions."
    ]


def now(season):
    return leagues.load(season.page.split("/")[2])


def test_the_rules_of_a_season_are_set_and_changed_on_its_page():
    season = Season()
    season.done(
        "open",
        called="2026",
        points="3; 2, 1/2",
        beyond="0.25",
        shared="best",
        drop="1",
        tiebreak_0="played",
        tiebreak_1="",
        tiebreak_2="wins",
        divisions="Высшая; 8\n\nПервая",
        promote="2",
        relegate="1",
    )
    opened = now(season).state.seasons[0].rules
    season.done("change", called="Осень 2026", shared="average", best="4", drop="0", reason="As agreed.")
    changed = now(season).state.seasons[0]

    two = (Division("Высшая", 8), Division("Первая"))
    assert opened == SeasonRules((3, 2, "1/2"), "1/4", "best", None, 1, ("played", "wins"), two, 2, 1)
    assert changed.rules == msgspec.structs.replace(opened, shared="average", best=4, drop=0)
    assert changed.name == "Осень 2026"
    assert season.reader.refused(season.page, "change", reason="", season="1") == ["This field is required."]


def test_every_season_rule_has_a_field_and_unchanged_rules_stay():
    season = Season()
    season.done("open", called="2026", points="1/2", divisions="A\nB; 3", tiebreak_0="latest", tiebreak_2="")
    before = now(season)

    sent = season.page_of("change").form("change").sent
    answer = season.reader.client.post(f"{season.page}do/change/", {**dict(sent), "reason": "Nothing."})

    names = {name.removesuffix("_0") for name, _ in sent} | {"tiebreaks"}
    assert set(SeasonRules.__struct_fields__) <= names
    assert (answer.status_code, now(season)) == (302, before)


def test_changing_the_rules_too_late_undoes_nothing():
    season = Season()
    season.done("open", called="2026", points="12, 10", divisions="A\nB")
    late = season.page_of("change").form("change").fields
    season.done("change", called="2027", points="9", divisions="C\nD", reason="Agreed.")

    ours = {"best": "4", "points": "8", "reason": "As well."}
    answer = season.reader.post(season.page, "change", late | ours)
    again = season.reader.post(season.page, "change", parse(answer).form("change").fields)

    assert errors(answer) == [
        "Somebody else changed the league in the meantime. Review the current version and try again.",
        "Conflict: somebody else changed this too. It is now: 9",
    ]
    changed = now(season).state.seasons[0]
    assert (again.status_code, changed.name, changed.rules.best, changed.rules.points) == (302, "2027", 4, (8,))
    assert changed.rules.divisions == (Division("C"), Division("D"))


def test_drawing_up_divisions_too_late_shows_the_divisions_of_others():
    season = Season()
    one, two, three, _ = season.players
    season.done("open", called="2026", divisions="A\nB")
    season.done("drawup", division_0=[one])
    late = season.reader.page(season.page).form("drawup").fields
    season.done("drawup", division_0=[one], division_1=[two], reason="Came.")

    ours = {"division_0": [one, three], "reason": "Came, too."}
    answer = season.reader.post(season.page, "drawup", late | ours)
    again = season.reader.post(season.page, "drawup", parse(answer).form("drawup").fields)

    assert errors(answer) == [
        "Somebody else changed the league in the meantime. Review the current version and try again."
    ]
    assert again.status_code == 302
    assert {frozenset(each) for each in now(season).state.seasons[0].members} == {
        frozenset({one, three}),
        frozenset({two}),
    }


def test_others_see_the_table_but_no_form():
    season = Season()
    season.done("open", called="2026")
    stranger = Reader(User.objects.create_user("stranger"))

    assert stranger.acts(season.page) == set()
    assert stranger.client.get(f"{season.club}new-league/").status_code == 403
    assert stranger.client.post(f"{season.page}do/close/", {"season": "1"}).status_code == 403
    assert Reader().client.post(f"{season.page}do/close/", {}).status_code == 302
    assert season.reader.client.post(f"{season.page}do/nothing/", {}).status_code == 404
    assert Reader().client.get(f"{season.page}?season=9").status_code == 404


def test_a_season_table_can_be_printed_and_saved():
    season = Season()
    season.done("open", called="2026", points="12, 10, 8, 1/2")
    season.done("attach", tournament=season.evening.id)
    anybody = Reader()
    printed, saved, xlsx, ods, json = season.files()

    paper = anybody.page(printed)
    answer = anybody.client.get(saved)
    table = anybody.client.get(json).json()

    heading, *lines = list(csv.reader(io.StringIO(answer.text.removeprefix("\ufeff"))))
    assert heading == ["division", "rank", "player", "name", "points", "Осень"]
    rows = table["divisions"][0]["rows"]
    assert [row["points"] for row in rows] == [row["terms"][0]["points"] for row in rows] == ["61/8"] * 4
    assert [line[1:] for line in lines] == [
        [str(row["rank"]), row["player"], row["name"], "7.625", "7.625"] for row in rows
    ]
    assert answer.headers["Content-Disposition"] == 'attachment; filename="season.csv"'
    handbook = anybody.client.get(anybody.page(season.page).link("Handbook (PDF)"))
    assert handbook.content.startswith(b"%PDF-")
    assert handbook.headers["Content-Type"] == "application/pdf"
    for workbook in (xlsx, ods):
        shown = sheet_rows(anybody.client.get(workbook).content)
        assert shown == [heading, *([line[0], float(line[1]), *line[2:4], 7.625, 7.625] for line in lines)]
    assert [row[-1] for row in paper.table[1:]] == ["61/8"] * 4
    assert paper.forms == []


def test_a_table_including_running_events_can_be_printed_and_saved():
    season = Season()
    season.done("open", called="2026", points="12")

    links = season.files("?provisional=1")

    assert [link.partition("?")[2] for link in links] == ["provisional=1"] * 4 + ["provisional=true"]
    assert {Reader().client.get(link).status_code for link in links} == {200}


def test_an_unknown_season_has_no_files():
    season = Season()

    for path in ("print", "csv"):
        page = Reader().page(f"{season.page}seasons/9/{path}/", 404)
        assert page.headings == ["Something went wrong"]


def test_rules_of_a_season_have_a_page_for_organisers_while_it_is_open():
    season = Season()
    season.done("open", called="2026")
    stranger, nobody = Reader(User.objects.create_user("stranger")), Reader()
    address = f"{season.page}do/change/?season=1"

    answers = [each.client.get(address) for each in (season.reader, stranger, nobody)]
    unknown = season.reader.client.get(f"{season.page}do/close/")
    season.done("close", early="on", reason="Over.")
    closed = season.reader.client.get(address)

    assert [each.status_code for each in (*answers, unknown, closed)] == [200, 403, 302, 404, 302]
    assert parse(answers[0]).headings == ["Change the season rules"]
    assert closed.headers["Location"] == season.page


def test_the_question_before_a_season_ends_names_tournaments_that_are_not_settled():
    season = Season()
    season.done("open", called="2026")
    season.done("attach", tournament=season.evening.id)
    [table] = season.evening.now.rounds[0].tables
    anna = User.objects.create_user("anna")
    Player.objects.filter(id=table.seats[0]).update(user=anna)
    head = match_repository.load(table.match).head.seq
    appeal_services.file_appeal(match_id=table.match, statement="No.", expected=head, actor=actor(anna.pk))
    runner.catch_up_all()

    page = season.reader.page(season.page)
    asked = parse(season.reader.post(season.page, "close", {**hidden(page), "season": "1"})).one("main")

    assert asked.texts("p") == [
        "The season ends with its table as it stands, and later results no longer count in it.",
        "1 tournament has results or appeals that aren’t settled: Осень",
    ]
    assert asked.link("Осень") == f"/tournaments/{season.evening.id}/"
