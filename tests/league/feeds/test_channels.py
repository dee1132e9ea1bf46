"""Public fields are decided for every kind of tournament event, and notes for every kind of match event."""

from league.feeds.channels import PUBLIC_FIELDS
from league.feeds.match_notes import NOTED, MatchNote
from league.matches.domain.events import KINDS as MATCH_KINDS
from league.tournaments.domain.events import KINDS
from league.webhooks.subscriptions import KINDS as OFFERED

OF_PLAY = {
    *("match.opened", "seats.changed", "seats.left", "level.chosen", "level.proposed"),
    *("game.opened", "move.played", "seed.revealed"),
    *("seat_seed.committed", "seat_seed.revealed", "seat_seed.omitted"),
}
OF_LINKS = {"link.opened", "link.closed", "seat_link.opened", "seat_link.taken", "seat_link.closed"}
DRAFTS = {"round.drawn", "round.changed", "round.annulled", "stage.replanned", "tournament.created"}


def test_every_kind_of_tournament_event_has_its_public_fields():
    fields = {kind: set(fact.__struct_fields__) for kind, (_, fact) in KINDS.items()}

    assert set(PUBLIC_FIELDS) == set(KINDS)
    assert {kind for kind, public in PUBLIC_FIELDS.items() if not set(public) <= fields[kind]} == set()


def test_lots_plans_and_inputs_of_drafts_are_not_public():
    told = {name for public in PUBLIC_FIELDS.values() for name in public}

    assert told & {"lot", "plans", "parts", "inputs", "bracket", "seeding", "settings"} == set()
    assert DRAFTS & set(OFFERED) == set()


def test_every_kind_of_match_event_is_noted_or_only_about_play():
    assert set(NOTED) | OF_PLAY | OF_LINKS | {"finding.recorded"} == set(MATCH_KINDS)
    assert set(NOTED) & OF_PLAY == set()


def test_a_note_says_where_something_happened_and_not_what():
    assert MatchNote.__struct_fields__ == ("match", "match_revision", "kind", "at")
