"""Previews over the API: shown before, recorded with the decision, carried out by its policy."""

import pytest

from league.eventlog.projections import runner
from tests.api.clients import API, member
from tests.builders.evenings_by_requests import NAMES, Evening

pytestmark = pytest.mark.django_db


class Pairs(Evening):
    """Six in a Swiss of pairs, with two rounds played (the first seats win) and the third published."""

    def __init__(self):
        super().__init__(preset="swiss")
        self.enter(*NAMES[:6])
        self.do("start/")
        for _ in range(2):
            for table in self.draw():
                self.report(table)
        self.draw()

    def match(self, round_, table=1):
        return self.tables(round_)[table - 1]["match"]

    def decisive(self):
        """A match whose annulment would change the draw of round 3. Which ones do depends on the lot."""
        matches = [self.match(round_, table) for round_ in (1, 2) for table in (1, 2, 3)]
        return next(
            match
            for match in matches
            if self.told(match, decision="void", reason="x")["tournament"]["recompute"]["rounds"] == [3]
        )

    def ask(self, match, client=None, **sent):
        client = client or self.organiser
        sent.setdefault("revision", self.organiser.get(f"{API}/matches/{match}/").json()["revision"])
        return client.post(f"{API}/matches/{match}/effects/", sent, format="json")

    def told(self, match, **sent):
        answer = self.ask(match, **sent)
        assert answer.status_code == 200, answer.content.decode()
        return answer.json()

    def give(self, match, path, client=None, **sent):
        revision = self.organiser.get(f"{API}/matches/{match}/").json()["revision"]
        client = client or self.organiser
        return client.post(f"{API}/matches/{match}/{path}/", {"revision": revision, **sent}, format="json")

    def last_event(self, match):
        return self.organiser.get(f"{API}/matches/{match}/events/").json()[-1]

    def hire(self, role):
        return member(self.organiser, self.club, role)


@pytest.fixture
def pairs():
    return Pairs()


def test_a_forfeit_is_previewed_and_then_changes_exactly_that(pairs):
    match = pairs.match(1)
    before = pairs.scores()

    told = pairs.told(match, decision="forfeit", seats=[0], reason="Left")
    assert pairs.scores() == before
    answer = pairs.give(match, "forfeit", seats=[0], reason="Left", policy="keep")

    assert (answer.status_code, answer.json()["outcome"]) == (201, "forfeit")
    (table,) = told["tournament"]["standings"]
    changed = {row["id"]: row["after"]["figures"][0] for row in table["rows"]}
    assert {**before, **changed} == pairs.scores()
    assert told["anything"]
    assert (told["before"]["outcome"], told["after"]["outcome"]) == ("confirmed", "forfeit")


def test_changes_are_listed_under_the_columns_of_the_standings(pairs):
    told = pairs.told(pairs.match(1), decision="void", reason="x")["tournament"]

    columns = [column["code"] for column in told["columns"]]
    assert columns == ["score", *pairs.now()["settings"]["tiebreaks"]]
    assert {len(row["after"]["figures"]) for row in told["standings"][0]["rows"]} == {len(columns)}


def test_the_forecast_is_in_the_log_with_the_policy(pairs):
    match = pairs.match(1)
    told = pairs.told(match, decision="void", reason="The wrong table")

    pairs.give(match, "void", reason="The wrong table", policy="recompute")

    event = pairs.last_event(match)
    assert event["kind"] == "match.voided"
    assert event["payload"]["policy"] == "recompute"
    assert event["payload"]["foreseen"]["position"] == told["position"]
    assert event["payload"]["foreseen"]["ranks"] == len(told["tournament"]["standings"][0]["rows"])


def test_recompute_undoes_the_round_that_nobody_plays_and_voids_its_matches(pairs):
    match, next_ = pairs.decisive(), pairs.match(3)
    plan = pairs.told(match, decision="void", reason="The wrong table")["tournament"]["recompute"]
    assert plan["rounds"] == [3]

    pairs.give(match, "void", reason="The wrong table", policy="recompute")

    assert [round_["number"] for round_ in pairs.now()["rounds"]] == [1, 2]
    assert pairs.organiser.get(f"{API}/matches/{next_}/").json()["outcome"] == "void"
    assert pairs.draw()


def test_report_records_the_finding_and_changes_nothing(pairs):
    match = pairs.match(1)
    before = pairs.scores()
    revision = pairs.organiser.get(f"{API}/matches/{match}/").json()

    answer = pairs.give(match, "forfeit", seats=[0], reason="Had left", policy="report")

    after = pairs.organiser.get(f"{API}/matches/{match}/").json()
    assert (answer.status_code, answer.json()["outcome"]) == (201, "confirmed")
    assert (after["results"], after["outcome"]) == (revision["results"], revision["outcome"])
    assert pairs.scores() == before
    event = pairs.last_event(match)
    assert (event["kind"], event["payload"]["decision"], event["payload"]["seats"]) == (
        "finding.recorded",
        "forfeit",
        [0],
    )


def test_without_a_policy_the_event_is_the_same_as_before(pairs):
    match = pairs.match(1)

    pairs.give(match, "void", reason="The wrong table")

    assert pairs.last_event(match)["payload"] == {"reason": "The wrong table"}


def test_a_correction_is_previewed_with_the_body_of_its_own_command(pairs):
    match = pairs.match(1)
    sent = {"points": [-10, 10], "reason": "out", "correction": "Read upside down"}

    told = pairs.told(match, decision="correct", **sent)
    answer = pairs.give(match, "result", **sent, policy="keep")

    assert told["after"]["points"] != told["before"]["points"]
    assert answer.status_code == 201
    events = pairs.organiser.get(f"{API}/matches/{match}/events/").json()
    payload = next(each["payload"] for each in reversed(events) if each["kind"] == "result.reported")
    assert (payload["correction"], payload["foreseen"]["position"]) == ("Read upside down", told["position"])


def test_a_ruling_is_previewed_with_its_terms_and_then_changes_exactly_that(pairs):
    match = pairs.match(1)
    before = pairs.scores()
    sent = {"kind": "adjust", "points": [-30, 30], "reason": "The joker was never on the table; counted once more."}

    told = pairs.told(match, decision="rule", **sent)
    answer = pairs.give(match, "rulings", **sent, policy="keep")

    assert answer.status_code == 201, answer.content.decode()
    (table,) = told["tournament"]["standings"]
    changed = {row["id"]: row["after"]["figures"][0] for row in table["rows"]}
    assert {**before, **changed} == pairs.scores()
    assert told["after"]["points"] == [-20, 20]


def test_an_arbiter_recomputes_with_a_ruling(pairs):
    arbiter, match = pairs.hire("arbiter"), pairs.decisive()

    answer = pairs.give(match, "rulings", client=arbiter, kind="void", reason="The wrong table", policy="recompute")

    assert answer.status_code == 201, answer.content.decode()
    assert [round_["number"] for round_ in pairs.now()["rounds"]] == [1, 2]


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"decision": "reopen", "reason": "No."}, 409, "match.not_ruled"),
        ({"decision": "correct", "points": [-10, 10], "reason": "out"}, 409, "match.correction_needs_reason"),
        ({"decision": "void", "reason": "x", "revision": 1}, 409, "stream_moved_on"),
        ({"decision": "forfeit", "reason": "x", "seats": [5]}, 404, "match.no_such_seat"),
        ({"decision": "forfeit", "reason": "x"}, 400, "request.invalid"),
        ({"decision": "void", "reason": "x", "seats": [1]}, 400, "request.invalid"),
        ({"decision": "rule", "reason": "x"}, 400, "request.invalid"),
        ({"decision": "rule", "reason": "x", "kind": "annul", "annul_from": 3}, 404, "match.no_such_move"),
        ({"decision": "burn", "reason": "x"}, 400, "request.invalid"),
        ({"decision": "void", "reason": "x", "policy": "maybe"}, 400, "request.invalid"),
    ],
)
def test_a_preview_is_refused_for_the_same_reasons_as_the_command(pairs, sent, status, code):
    answer = pairs.ask(pairs.match(1), **sent)

    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_only_organisers_see_changes_of_a_draft(pairs):
    arbiter = pairs.hire("arbiter")
    pairs.do("rounds/3/annulment/", reason="once more")
    pairs.do("rounds/")
    sent = {"decision": "void", "reason": "The wrong table"}

    match = pairs.decisive()
    own = pairs.told(match, **sent)
    theirs = pairs.told(match, client=arbiter, **sent)

    rounds = [round_["round"] for round_ in own["tournament"]["rounds"]]
    assert rounds[-1] == 3
    assert [round_["round"] for round_ in theirs["tournament"]["rounds"]] == rounds[:-1]


def test_a_scorekeeper_cannot_undo_a_round_and_nothing_is_done(pairs):
    scorekeeper, match = pairs.hire("scorekeeper"), pairs.decisive()

    answer = pairs.give(match, "void", client=scorekeeper, reason="The wrong table", policy="recompute")

    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")
    assert pairs.organiser.get(f"{API}/matches/{match}/").json()["outcome"] == "confirmed"
    assert len(pairs.now()["rounds"]) == 3


def test_rating_changes_are_shown_over_all_clubs_and_in_the_club(pairs):
    runner.catch_up_all()
    match = pairs.match(1)

    ratings = pairs.told(match, decision="void", reason="The wrong table")["ratings"]

    assert ratings["current"]
    assert [scope["club"] for scope in ratings["scopes"]] == [None, pairs.club]
    assert ratings["scopes"][0]["moved"] == len(ratings["scopes"][0]["players"]) > 1
    assert [each["after"]["matches"] for each in ratings["scopes"][0]["players"]][:2] == [1, 1]


def test_a_ruling_undoes_what_it_invalidates_and_records_the_forecast(pairs):
    match = pairs.match(2)
    scorekeeper = pairs.hire("scorekeeper")
    ruling = {"kind": "adjust", "points": [-30, 30], "reason": "The racks were swapped.", "policy": "recompute"}

    refused = pairs.give(match, "rulings", scorekeeper, **ruling)
    given = pairs.give(match, "rulings", **ruling)

    events = pairs.organiser.get(f"{API}/matches/{match}/events/").json()
    recorded = next(each["payload"] for each in events if each["kind"] == "ruling.given")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
    assert given.status_code == 201, given.content.decode()
    assert recorded["policy"] == "recompute"
    assert recorded["foreseen"]["ranks"] > 0


def test_a_ruling_that_is_only_reported_records_its_forecast(pairs):
    match = pairs.match(2)
    before = pairs.scores()

    pairs.give(match, "rulings", kind="adjust", points=[-30, 30], reason="Swapped.", policy="report")

    recorded = pairs.last_event(match)
    assert (recorded["kind"], recorded["payload"]["foreseen"]["ranks"] > 0) == ("ruling.given", True)
    assert pairs.scores() == before
