"""Standings at any time: what was known then, and nothing later."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.api.clients import API, problem, signed_up
from tests.builders.evenings_by_requests import NAMES, Evening

pytestmark = pytest.mark.django_db

PATHS = ("standings/", "crosstable/", "standings.csv")


class Watched(Evening):
    """An evening with its standings, figures and files at each recorded time."""

    noted: list

    def note(self):
        asked = self.entrants[:1] if self.now()["stages"] else []
        paths = (*PATHS, *(f"standings/{entrant}/" for entrant in asked))
        self.noted.append((now(), {path: said(self.get(path)) for path in paths}))


def now():
    return datetime.now(UTC).isoformat()


def said(answer):
    """The response without the requested time."""
    assert answer.status_code == 200, answer.content
    if answer.headers["Content-Type"].startswith("text/csv"):
        return answer.content
    return {key: value for key, value in answer.json().items() if key != "at"}


def correct(evening, table, reason="read wrongly"):
    """Correct the first game of a table so that the second seat wins it."""
    match = f"{API}/matches/{table['match']}/"
    seats = len(table["seats"])
    sent = {
        "revision": evening.organiser.get(match).json()["revision"],
        "points": [-10, 10 * (seats - 1), *[-10] * (seats - 2)],
        "reason": "out",
        "correction": reason,
    }
    answer = evening.organiser.post(f"{match}result/", sent, format="json")
    assert answer.status_code == 201, answer.content


def test_every_moment_of_an_evening_is_reported_later_as_it_was_then():
    stages = [{"format": "swiss", "rounds": 2, "qualify": 2}, {"format": "knockout"}]
    evening = Watched(stages=stages, sizes=[2, 3], preferred=2)
    evening.noted = []
    evening.do("registration/")
    evening.entrants = evening.enter(*NAMES[:5])
    evening.note()
    evening.do("start/")
    evening.note()
    first = evening.draw()
    evening.note()
    for table in first:
        evening.report(table)
        evening.note()
    evening.do("penalties/", entrant=evening.entrants[0], points="1/2", reason="late")
    evening.note()
    evening.do(f"entries/{evening.entrants[1]}/withdrawal/")
    evening.note()
    second = evening.draw()
    for table in second:
        evening.report(table, winner=1)
    evening.note()
    correct(evening, first[0])
    evening.note()
    evening.do("stages/")
    evening.note()
    [final] = evening.draw()
    evening.report_each(final, [(10, -10)] * 2)
    evening.do("finish/")
    evening.note()

    for at, then in evening.noted:
        assert {path: said(evening.get(path, at=at)) for path in then} == then
    assert len({str(then["standings/"]) for _, then in evening.noted}) == len(evening.noted)


def test_a_later_correction_never_appears_at_an_earlier_time():
    evening = Evening()
    evening.enter(*NAMES[:4])
    evening.do("start/")
    [table] = evening.draw()
    evening.report(table)
    at, before = now(), evening.scores()

    correct(evening, table)
    after = evening.scores()

    assert evening.scores(at=at) == before
    assert after != before
    assert evening.scores() == after
    assert evening.scores(at=at, upto=1) == before
    assert evening.get("standings/", at=at, upto=2).status_code == 404


def test_before_the_start_there_are_no_standings_and_no_trace_of_the_draft():
    evening = Evening(capacity=7)
    before, drafted = "2000-01-01", now()
    evening.enter(*NAMES[:4])
    evening.do("registration/")
    entered = now()
    evening.do("start/")
    public = signed_up("public")

    for at in (before, drafted):
        for client in (evening.organiser, public):
            then = evening.get("standings/", client, at=at, stage=0).json()
            assert (then["revision"], then["phase"], then["stage"], then["groups"]) == (0, "draft", None, [])
    then = evening.get("standings/", public, at=entered).json()
    assert (then["phase"], then["stage"], then["groups"]) == ("open", None, [])
    assert evening.get("standings.csv", public, at=drafted).content.decode().count("\n") == 1
    assert evening.get("crosstable/", public, at=drafted).json()["rows"] == []


def test_the_past_of_a_tournament_in_draft_is_hidden_from_others():
    evening = Evening()

    for path in PATHS:
        assert problem(evening.get(path, signed_up(f"public{path[-4:-1]}"), at=now())) == (404, "unknown")


def test_people_erased_since_then_have_a_pseudonym_at_every_time():
    evening = Evening()
    players = evening.enter(*NAMES[:4])
    evening.do("start/")
    [table] = evening.draw()
    evening.report(table)
    at = now()
    seated = table["seats"][0]["entrant"]
    name = evening.names[seated]

    erased = evening.organiser.delete(f"{API}/players/{seated}/")

    assert erased.status_code == 200, erased.content
    for path in (*PATHS, f"standings/{players[0]}/", f"standings/{seated}/"):
        assert name not in evening.get(path, at=at).content.decode()


def test_an_invalid_or_future_time_is_refused_by_name():
    evening = Evening()
    [entrant, *_] = evening.enter(*NAMES[:2])
    evening.do("start/")
    later = (datetime.now(UTC) + timedelta(days=1)).isoformat()

    for path in (*PATHS, f"standings/{entrant}/"):
        for at in ("yesterday", "", "2026-13-01", "2026-03-07T12:05:00 00:00", "12", "0001-01-01T00:00+14:00", later):
            answer = evening.get(path, at=at)
            assert answer.status_code == 400, (path, at, answer.content)
            assert list(answer.json()["errors"]) == ["at"]
