"""Listeners to a tournament hear of results, appeals and check-ins, and nothing of what an appeal says."""

import msgspec
import pytest

from league.appeals import services as appeals
from league.clubs.sessions import actor
from league.common.actor import Actor
from league.feeds.channels import Place, TournamentChannel
from league.feeds.match_notes import MatchNote
from league.matches import repository as match_repository
from league.tournaments.services import entries
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.builders.evenings import begun, started

pytestmark = pytest.mark.django_db

PUBLIC = actor(None)
STATEMENT = "Он взял две фишки."


def heard(channel: TournamentChannel, place: Place, who: Actor = PUBLIC):
    """What a listener at *place* gets, and the place they are at then."""
    (updates,) = channel.updates([(who, place)])
    return ([], None) if updates is None else (list(updates.updates), updates.place)


def notes(found):
    return [(each.kind, each.match) for each in found if isinstance(each, MatchNote)]


def appeal(evening, table):
    expected = match_repository.load(table.match).head.seq
    appeals.file_appeal(match_id=table.match, statement=STATEMENT, expected=expected, actor=evening.actor)


def test_a_listener_gets_one_note_for_every_result_and_appeal_of_a_published_round():
    evening = started(4)
    (table,) = evening.draw()
    channel = TournamentChannel(evening.id)
    before, place = heard(channel, Place(0))

    evening.report(table)
    after, place = heard(channel, place)
    appeal(evening, table)
    last, place = heard(channel, place)
    nothing, _ = heard(channel, place)

    assert notes(before) == []
    assert notes(after) == [*[("result.reported", table.match)] * 4, ("match.ended", table.match)]
    assert notes(last) == [("appeal.filed", table.match)]
    assert last[0].match_revision == match_repository.load(table.match).head.seq
    assert nothing == []


def test_a_note_says_nothing_of_what_an_appeal_or_a_result_says():
    evening = started(4)
    (table,) = evening.draw()
    evening.report(table)
    appeal(evening, table)

    found, _ = heard(TournamentChannel(evening.id), Place(0))

    said = [msgspec.to_builtins(each) for each in found if isinstance(each, MatchNote)]
    assert {key for each in said for key in each} == {"match", "match_revision", "kind", "at"}
    assert "две фишки" not in str(said)


def test_check_ins_are_sent_to_everybody_who_may_see_the_tournament():
    evening = begun()
    (anna,) = evening.join("Анна")
    tournament_lifecycle.open_registration(tournament_id=evening.id, actor=evening.actor)
    channel = TournamentChannel(evening.id)
    _, place = heard(channel, Place(0))

    entries.check_in(tournament_id=evening.id, entrant=anna, actor=evening.actor)
    found, _ = heard(channel, place)

    assert [(each.kind, each.payload) for each in found] == [("entrant.checked_in", {"entrant": anna})]


def test_a_draft_tournament_has_no_listeners_from_outside():
    evening = begun()

    assert heard(TournamentChannel(evening.id), Place(0)) == ([], None)


def test_a_listener_who_resumes_from_the_last_event_gets_every_note_since_it():
    evening = started(4)
    (table,) = evening.draw()
    last = evening.revision
    evening.report(table)

    for channel in (TournamentChannel(evening.id),) * 2:  # a channel that has read nothing yet, and one that has
        found, _ = heard(channel, Place(last))
        assert notes(found) == [*[("result.reported", table.match)] * 4, ("match.ended", table.match)]


def test_no_note_comes_behind_a_later_event_by_which_a_listener_would_resume():
    evening = started(4)
    for _ in range(2):
        (table,) = evening.draw()
        evening.report(table)

    found, _ = heard(TournamentChannel(evening.id), Place(0))

    assert [each.at for each in found] == sorted(each.at for each in found)
    published = [place for place, each in enumerate(found) if each.kind == "round.published"]
    ended = [place for place, each in enumerate(found) if each.kind == "match.ended"]
    assert published[0] < ended[0] < published[1] < ended[1]


def test_a_channel_follows_the_matches_of_every_published_round():
    evening = started(8)
    channel = TournamentChannel(evening.id)
    _, place = heard(channel, Place(0))
    tables = evening.draw()
    _, place = heard(channel, place)

    assert set(channel.ends) == {channel.stream, *(match_repository.stream(table.match) for table in tables)}
    for table in tables:
        evening.report(table)
        found, place = heard(channel, place)
        assert {match for _, match in notes(found)} == {table.match}
