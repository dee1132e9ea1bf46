"""Uniform wording on pages: times, events, decisions and their effects."""

import re
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.utils.translation import override

import web
from league.common.translation import moment_text, named_moment_text
from league.impact.queries import ResultPreview
from league.matches.errors import AppealTooLate
from league.tournaments.queries.error_messages import error_text
from league.webhooks.queries import KINDS
from web.templatetags.changes import policy_summary, result
from web.templatetags.events import event

NOON = datetime(2026, 3, 7, 12, 5, 9, tzinfo=UTC)
NOTHING = {"qualifiers": 0, "rounds": 0, "places": 0, "ranks": 4, "ratings": 2}


@pytest.mark.parametrize(
    ("language", "minute", "exact"),
    [
        ("en", "7 Mar 2026, 12:05 UTC", "7 Mar 2026, 12:05:09 UTC"),
        ("ru", "07.03.2026 12:05 UTC", "07.03.2026 12:05:09 UTC"),
    ],
)
def test_times_are_written_unambiguously(language, minute, exact):
    with override(language):
        assert (moment_text(NOON), named_moment_text(NOON)) == (minute, exact)
        assert minute in str(error_text(AppealTooLate(until=NOON.isoformat(timespec="seconds"))))


def test_no_page_has_its_own_way_of_writing_times():
    pages = Path(web.__file__).parent.glob("templates/web/*.html")

    ways = {found for page in pages for found in re.findall(r"\|date(?::\S+)?", page.read_text())}

    for_programs = {"|date:'c'", r"|date:'Y-m-d\TH:i:s'"}  # of elements that tell a time, and of a field for one
    assert {way.split("}")[0].rstrip() for way in ways} <= {*for_programs, '|date:"SHORT_DATE_FORMAT"'}


def test_every_kind_of_event_for_webhooks_has_a_label():
    assert [kind for kind in KINDS if event(kind) == kind] == []
    assert event("something.new") == "something.new"


@pytest.mark.parametrize(
    ("policy", "foreseen", "words"),
    [
        ("recompute", NOTHING, ""),
        ("keep", NOTHING, ""),
        ("report", NOTHING, "recorded only"),
        ("recompute", NOTHING | {"rounds": 1}, "later steps recomputed"),
        ("keep", NOTHING | {"qualifiers": 1}, "later steps kept"),
        ("recompute", None, "later steps recomputed"),
    ],
)
def test_a_decision_without_effects_does_not_list_any(policy, foreseen, words):
    assert policy_summary(SimpleNamespace(policy=policy, foreseen=foreseen)) == words


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ("void", "Void – doesn’t count"),
        ("forfeit", "Forfeit"),
        ("confirmed", "Confirmed, 5 : -5"),
    ],
)
def test_points_are_beside_an_outcome_if_they_count(outcome, words):
    assert result(ResultPreview(outcome, (5, -5), (1, 1), (), [])) == words
