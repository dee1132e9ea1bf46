"""Every event of a match has words of its own in a replay."""

from league.matches.domain.events import KINDS, AppealFiled, MovePlayed
from league.matches.queries.replay import TEXTS

WORDED_BY_THEIR_CONTENT = {MovePlayed, AppealFiled}


def test_every_event_has_words_of_its_own():
    assert set(TEXTS) | WORDED_BY_THEIR_CONTENT == {event for _, event in KINDS.values()}
