"""Public fields are decided for every kind of tournament event."""

from league.feeds.channels import PUBLIC_FIELDS
from league.tournaments.domain.events import KINDS
from league.webhooks.subscriptions import KINDS as OFFERED

DRAFTS = {"round.drawn", "round.changed", "round.annulled", "stage.replanned", "tournament.created"}


def test_every_kind_of_tournament_event_has_its_public_fields():
    fields = {kind: set(fact.__struct_fields__) for kind, (_, fact) in KINDS.items()}

    assert set(PUBLIC_FIELDS) == set(KINDS)
    assert {kind for kind, public in PUBLIC_FIELDS.items() if not set(public) <= fields[kind]} == set()


def test_lots_plans_and_inputs_of_drafts_are_not_public():
    told = {name for public in PUBLIC_FIELDS.values() for name in public}

    assert told & {"lot", "plans", "parts", "inputs", "bracket", "seeding", "settings"} == set()
    assert DRAFTS & set(OFFERED) == set()
