"""Appeals, pictures and erased parts in the file of a club."""

import pytest

from league.appeals.models import Appeal
from league.club_data import erasure
from league.club_data.errors import RowDiffers
from league.club_data.export import export_club
from league.club_data.import_ import import_club
from league.clubs.errors import RowRefused
from league.clubs.models import Club
from league.eventlog import private_data
from league.eventlog.projections import runner
from league.integrity.audit import audit as whole_audit
from league.matches import repository as match_repository
from league.matches.services import play as match_play
from league.matches.services.play import MoveRequest
from tests.builders.club_files import forged
from tests.builders.disputes import Dispute, picture
from tests.games.records.texts import DEAL


@pytest.fixture
def disputed(committed_db):
    """A match with a picture in one appeal, another appeal of somebody who was erased, and a ruling that took moves."""
    match_repository.forget()
    dispute = Dispute(dealing="table")
    for ply in (MoveRequest(-1, DEAL), MoveRequest(0, "draw"), MoveRequest(-1, "k13"), MoveRequest(1, "draw")):
        dispute.do(match_play.play_moves, "arbiter", plies=[ply])
    dispute.file("anna", "Моя история.", revision=4, picture=picture())
    dispute.file("boris", "Его история.", revision=4)
    dispute.rule("annul", revision=4)
    erasure.erase_player(player_id=dispute.players[1], actor=dispute.actor("organiser"))
    runner.catch_up_all()
    return dispute


def test_appeals_are_exported_with_their_statements_and_erased_ones_stay_erased(disputed, empty_database):
    raw = export_club(club_id=disputed.club).raw
    before, now = list(Appeal.objects.values()), disputed.now
    empty_database()

    import_club(raw=raw)

    assert export_club(club_id=disputed.club).raw == raw
    assert (list(Appeal.objects.values()), disputed.now) == (before, now)
    assert "Его история" not in "".join(str(part.body) for part in private_data.list_parts([f"match-{disputed.id}"]))
    assert [part.erased_at is None for part in private_data.list_parts([f"match-{disputed.id}"])] == [True, True, False]
    assert whole_audit().findings == ()


def other_words(body):
    for line in body:
        if line["type"] == "private" and line["body"]:
            line["body"] = "0JTQsA=="


def last_part_gone(body):
    del body[-1]


def part_of_nothing(body):
    body[-1]["seq"] = 1


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (other_words, "part 1 of its private data is not what was written"),
        (last_part_gone, "its private data differs from what was originally written"),
        (part_of_nothing, "it has private data that it does not refer to"),
    ],
)
def test_private_parts_that_do_not_fit_their_events_are_refused(disputed, empty_database, change, what):
    raw = forged(export_club(club_id=disputed.club).raw, change)
    empty_database()

    with pytest.raises(RowRefused, match=what):
        import_club(raw=raw)

    assert Club.objects.count() == 0


def test_an_older_file_does_not_restore_what_was_erased_here(disputed):
    raw = export_club(club_id=disputed.club).raw
    private_data.erase([f"player:{disputed.players[0]}"], str(disputed.club))

    with pytest.raises(RowDiffers):
        import_club(raw=raw)
