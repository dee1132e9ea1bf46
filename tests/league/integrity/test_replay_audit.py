import pytest

from league.integrity.domain.replay_audit import Finding, findings
from league.matches.domain.events import GameEnded, GameOpened, MatchEnded, MovePlayed, SeedRevealed
from tests.builders.match_events import begun, change_last, played_out
from tests.games.records.texts import DEAL


def test_a_played_match_has_no_findings():
    assert list(findings(played_out())) == []


@pytest.mark.parametrize(
    ("kind", "fields", "what"),
    [
        (GameEnded, {"points": (1, -1)}, "the moves of game 1.2 do not give this result"),
        (MatchEnded, {"points": (1, -1)}, "the games do not add up to these totals"),
        (SeedRevealed, {"seed": "00" * 32}, "the seed is not the one that was sealed"),
    ],
)
def test_a_changed_event_is_found(kind, fields, what):
    seq, facts = change_last(played_out(), kind, **fields)

    assert Finding(seq, what) in list(findings(facts))


def test_an_illegal_move_is_found():
    facts = begun((-1, DEAL), (1, "draw"))

    assert list(findings(facts)) == [Finding(4, "it is not legal: draw is not possible now: it is seat 0’s turn.")]


def test_a_draw_that_does_not_follow_from_the_seed_is_found():
    facts = played_out()
    at = next(
        place for place, each in enumerate(facts) if isinstance(each, MovePlayed) and each.move.startswith("deal")
    )
    deal = facts[at].move
    swapped = deal.replace("deal 0", "deal 1") if "deal 0" in deal else deal.replace("deal 1", "deal 0")
    forged = [*facts[:at], MovePlayed(-1, swapped), *facts[at + 1 :]]

    assert next(findings(forged)) == Finding(at + 1, f"the seed gives {deal}")


def test_a_stream_that_does_not_begin_with_an_opening_is_no_match():
    assert list(findings([GameOpened(1, 1)])) == [Finding(1, "a match begins with its opening")]
