"""Serializers of the endpoints for a match's result, seats and level."""

from typing import Any

from rest_framework import serializers

from api.fields import Digits, Id, Input, Text, Whole
from api.matches.serializers import LATEST
from games.engine import Stated
from league.impact.services import POLICIES

MOST_CLAIMS = 100
LONGEST_REASON = 1000  # characters


class StatedInput(Input):
    """One game's result: `points` by seat, or what they follow from, and the reason why the game was over."""

    round = Whole(default=1, min_value=1, max_value=10_000)
    game = Whole(default=1, min_value=1, max_value=10_000)
    points = serializers.ListField(
        child=Whole(min_value=-1_000_000, max_value=1_000_000),
        required=False,
        min_length=1,
        max_length=12,
        help_text="By seat; 0 for a seat that had left before the game.",
    )
    reason = Text(max_length=32)
    racks = Text(required=False, max_length=1000, help_text="As in records: `0 5 16 3`.")
    left = Text(required=False, max_length=1000)
    rounds = Text(required=False, max_length=1000)
    starter = Whole(
        required=False,
        min_value=0,
        max_value=11,
        help_text="Rummikub: the seat that moved first. Needed with `racks` if the lowest share an odd point.",
    )


class PolicyField(serializers.ChoiceField):
    """What is done about what follows from a decision."""

    def __init__(self, **given: Any) -> None:
        text = "What is done about what follows from it; without one, what `keep` does, and nothing is foreseen."
        super().__init__(choices=POLICIES, help_text=given.pop("help_text", text), **given)


class ResultInput(StatedInput):
    """One game's result: `points` by seat, or what they follow from, and the reason why the game was over."""

    revision = Whole(source="expected", min_value=1, max_value=LATEST)
    correction = Text(required=False, max_length=LONGEST_REASON, help_text="Why a known result is changed.")
    policy = PolicyField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        place, result = parse_result(attrs)
        terms = {name: attrs.get(name) for name in ("expected", "correction", "policy")}
        return {"place": place, "stated": result, **terms}


class ConfirmationInput(Input):
    revision = Whole(source="expected", min_value=1, max_value=LATEST)


class RulingInput(Input):
    revision = Whole(source="expected", min_value=1, max_value=LATEST)
    reason = Text(max_length=LONGEST_REASON)


class PolicyRulingInput(RulingInput):
    policy = PolicyField(required=False)


class ContestInput(RulingInput):
    claims = serializers.ListField(
        child=StatedInput(),
        required=False,
        max_length=MOST_CLAIMS,
        help_text="What was the result of single games; without any, the result of every game is contested.",
    )

    def validate_claims(self, claims: list[dict[str, Any]]) -> list[tuple[tuple[int, int], Stated]]:
        return [parse_result(claim) for claim in claims]


class ForfeitInput(PolicyRulingInput):
    seats = serializers.ListField(child=Whole(min_value=0, max_value=11), min_length=1, max_length=12)


class SeatsInput(RulingInput):
    seats = serializers.ListField(
        source="players",
        child=Id(allow_null=True),
        min_length=1,
        max_length=12,
        help_text="Player ids by seat from now on; null for somebody who is not known.",
    )
    absent = serializers.ListField(
        child=Id(), required=False, max_length=12, help_text="Players who leave a seat because they did not come."
    )
    names = serializers.ChoiceField(
        choices=("wrong", "changed"),
        required=False,
        help_text="Needed once games have been played. `wrong`: the new players played them. `changed`: others play "
        "now.",
    )


class LevelInput(Input):
    revision = Whole(source="expected", min_value=1, max_value=LATEST)
    level = serializers.ChoiceField(choices=("full", "open", "score"))
    dealing = serializers.ChoiceField(choices=("server", "joint", "table"), default="table")


class RecordQuery(Input):
    revision = Digits(source="expected", min_value=1, max_value=LATEST)


def parse_result(sent: dict[str, Any]) -> tuple[tuple[int, int], Stated]:
    """The game, and the result as its rules take it, of a checked `StatedInput`."""
    points = tuple(sent["points"]) if "points" in sent else None
    extra: dict[str, str] = {name: str(sent[name]) for name in ("racks", "left", "rounds", "starter") if name in sent}
    return (sent["round"], sent["game"]), Stated(points, sent["reason"], extra)
