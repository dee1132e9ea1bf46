"""Leagues over the API: a season from opening to closing, and refusals."""

from uuid import UUID

import pytest
from django.contrib.auth import get_user_model

from league.common.actor import Actor
from league.eventlog.projections import runner
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.api.clients import API, founded, member, problem, signed_up
from tests.builders.evenings import Evening, preset

pytestmark = pytest.mark.django_db


class Season:
    """An organiser, a club and a league whose first season has these rules."""

    def __init__(self, **rules):
        self.organiser = signed_up("organiser")
        self.club = founded(self.organiser)
        user = get_user_model().objects.get(username="organiser")
        self.actor = Actor(user.pk, frozenset(), {self.club: frozenset({"organiser"})})
        sent = {"club": self.club, "name": "Лига", "game": "rummikub"}
        self.league = self.organiser.post(f"{API}/leagues/", sent, format="json").json()["id"]
        self.path = f"{API}/leagues/{self.league}/seasons/1/"
        self.opened = self.organiser.post(
            f"{API}/leagues/{self.league}/seasons/", {"name": "2026", "rules": rules}, format="json"
        )

    def do(self, path, **sent):
        return self.organiser.post(self.path + path, sent, format="json")

    def drafted(self):
        """The id of a draft of an evening."""
        done = tournament_lifecycle.create(
            club_id=UUID(self.club),
            name="Вечер",
            game="rummikub",
            settings=preset("rummikub", "evening"),
            actor=self.actor,
        )
        return done.id

    def played(self, *names):
        """A finished evening of these players at one table, and their ids."""
        evening = Evening(self.actor, UUID(self.club), self.drafted())
        players = evening.join(*names)
        tournament_lifecycle.start(tournament_id=evening.id, actor=self.actor)
        for table in evening.draw():
            evening.report(table)
        tournament_lifecycle.finish(tournament_id=evening.id, actor=self.actor, abandon=True)
        return evening.id, players


def test_a_season_runs_from_opening_to_closing(client):
    season = Season(points=[3, 2, "1/2"])
    tournament, players = season.played("Аня", "Боря", "Вера")

    assert season.do("events/", tournament=tournament).status_code == 201
    table = client.get(season.path + "table/").json()
    assert season.do("closing/").status_code == 201
    frozen = client.get(season.path + "table/").json()

    [division] = table["divisions"]
    assert division["name"] is None
    assert {row["player"] for row in division["rows"]} == set(players)
    assert all(sum(term["counted"] for term in row["terms"]) == 1 for row in division["rows"])
    assert frozen["divisions"] == table["divisions"]
    assert (table["closed"], frozen["closed"]) == (False, True)


def test_the_list_of_leagues_is_that_of_the_club(client):
    season = Season()
    runner.catch_up_all()

    [league] = client.get(f"{API}/leagues/", {"club": season.club}).json()["results"]

    assert (league["id"], league["seasons"], league["revision"]) == (season.league, 1, 2)


def test_a_command_at_an_old_revision_is_refused():
    season = Season()

    answer = season.do("closing/", revision=1)

    assert (answer.status_code, answer.json()["code"]) == (409, "stream_moved_on")
    assert answer.json()["detail"] == "The league is at revision 2, not 1."


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"points": ["x"]}, "season.rules"),
        ({"beyond": "1/0"}, "season.rules"),
        ({"promote": 1}, "season.rules"),
        ({"points": [True]}, "request.invalid"),
        ({"points": [1.5]}, "request.invalid"),
        ({"tiebreaks": ["luck"]}, "request.invalid"),
        ({"luck": 1}, "request.invalid"),
    ],
)
def test_impossible_rules_are_refused(rules, code):
    answer = Season(**rules).opened

    assert (answer.status_code, answer.json()["code"]) == (422 if code == "season.rules" else 400, code)


def test_players_tied_at_a_cut_are_named(client):
    season = Season(divisions=[{"name": "A"}, {"name": "B"}], promote=1, relegate=1)
    _, players = season.played("Аня", "Боря", "Вера")
    season.do("divisions/", members=[players[:1], players[1:]])

    answer = season.do("closing/")
    decided = season.do("closing/", decided=players[:0:-1], reason="by lot", small=True)

    assert (answer.status_code, answer.json()["code"]) == (409, "season.level")
    assert set(answer.json()["params"]["players"]) == set(players[1:])
    assert decided.status_code == 201
    moves = client.get(season.path).json()["closed"]["moves"]
    assert {(move["player"], move["before"], move["after"]) for move in moves} == {
        (players[0], 0, 1),
        (players[2], 1, 0),
    }


def test_unknown_leagues_and_seasons_are_named(client):
    season = Season()

    assert problem(client.get(f"{API}/leagues/{season.club}/")) == (404, "unknown")
    assert problem(client.get(f"{API}/leagues/{season.league}/seasons/7/")) == (404, "unknown")
    assert problem(season.do("events/", tournament=season.club)) == (404, "unknown")


@pytest.mark.parametrize(
    ("reader", "sees_the_draft"),
    [
        (None, False),
        ("stranger", False),
        ("player", False),
        ("scorekeeper", True),
        ("arbiter", True),
        ("organiser", True),
    ],
)
def test_only_officials_see_a_draft_left_out_of_a_closed_season(reader, sees_the_draft, client):
    season = Season()
    draft, public = season.drafted(), season.drafted()
    tournament_lifecycle.open_registration(tournament_id=public, actor=season.actor)
    for tournament in (draft, public):
        season.do("events/", tournament=tournament)
    season.do("closing/", early=True)
    known = client if reader is None else member(season.organiser, season.club, reader)

    seen = known.get(season.path).json()

    expected = [draft, public] if sees_the_draft else [public]
    assert seen["closed"]["left_out"] == expected
    assert [event["tournament"] for event in seen["events"]] == expected
