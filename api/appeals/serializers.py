"""What the endpoints of appeals, rulings and the arbiter's view accept."""

import base64
import binascii
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from api.fields import Id, Input, Text, Whole
from api.matches.serializers import LATEST, MoveInput
from api.pagination import PageQuery
from api.results.serializers import LONGEST_REASON, PolicyField
from league.appeals.services import RulingTerms
from league.common.images import LARGEST, MOST_PIXELS
from league.matches.services.play import MoveRequest

LONGEST_STATEMENT = 4000  # characters
LONGEST_PICTURE = 2_800_000  # characters of base64: 2 MiB
TERMS: Mapping[str, tuple[str, ...]] = {
    "upheld": (),
    "annul": ("annul_from",),
    "adjust": ("round", "game", "points", "winners"),
    "replay": ("round", "game"),
    "forfeit": ("seats",),
    "void": (),
    "reopen": (),
}
NEEDED = {"annul": "annul_from", "adjust": "points", "replay": "game", "forfeit": "seats"}
KINDS = tuple(TERMS)
POINTS = 1_000_000
MOST_TRIED = 100  # moves of a line
SIDES = ("before", "after")


class Base64(serializers.CharField):
    def to_internal_value(self, data: Any) -> Any:
        try:
            return base64.b64decode(super().to_internal_value(data), validate=True)
        except (binascii.Error, ValueError):
            raise serializers.ValidationError(gettext("Not valid base64.")) from None


class AppealInput(Input):
    """Against the move at `contested`, against a ruling, or, with neither, against the result."""

    revision = Whole(source="expected", min_value=1, max_value=LATEST)
    statement = Text(max_length=LONGEST_STATEMENT, help_text="Read by officials and seats, never by the public.")
    contested = Whole(
        source="revision",
        required=False,
        allow_null=True,
        min_value=1,
        max_value=LATEST,
        help_text="A move's revision.",
    )
    against = Id(required=False, allow_null=True, help_text="The id of a ruling.")
    picture = Base64(
        required=False,
        allow_null=True,
        max_length=LONGEST_PICTURE,
        help_text=f"JPEG, PNG or WebP as base64: at most {LARGEST} bytes, {MOST_PIXELS} pixels. Metadata is not kept.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs.get("revision") is not None and attrs.get("against") is not None:
            raise serializers.ValidationError(gettext("Send contested or against, but not both."))
        return attrs


class RulingTermsInput(Input):
    """Terms that only rulings have."""

    annul_from = Whole(required=False, min_value=1, max_value=LATEST, help_text="annul: the revision of a move.")
    winners = serializers.ListField(
        child=Whole(min_value=0, max_value=11),
        required=False,
        max_length=12,
        help_text="adjust: seats; those with the best points by default.",
    )
    seats = serializers.ListField(
        child=Whole(min_value=0, max_value=11), required=False, min_length=1, max_length=12, help_text="forfeit"
    )


class RuleInput(RulingTermsInput):
    """A ruling with the terms of its kind."""

    revision = Whole(source="expected", min_value=1, max_value=LATEST)
    kind = serializers.ChoiceField(choices=KINDS)
    reason = Text(max_length=LONGEST_REASON, help_text="Public.")
    policy = PolicyField(default="recompute", help_text="What happens to what follows from it.")
    round = Whole(required=False, min_value=1, max_value=10_000, help_text="adjust, replay; 1 by default.")
    game = Whole(required=False, min_value=1, max_value=10_000, help_text="replay; adjust: 1 by default.")
    points = serializers.ListField(
        child=Whole(min_value=-POINTS, max_value=POINTS), required=False, min_length=1, max_length=12
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        require_terms(attrs["kind"], self.initial_data)
        return {**{name: attrs[name] for name in ("expected", "reason", "policy")}, "terms": ruling_terms(attrs)}


def require_terms(kind: str, sent: Mapping[str, Any]) -> None:
    """Raise ValidationError for terms that do not apply to the kind of ruling, and for one that it needs."""
    strange = {term for terms in TERMS.values() for term in terms if term in sent} - set(TERMS[kind])
    wrong = {name: [gettext("This field does not apply to this kind of ruling.")] for name in sorted(strange)}
    if (needed := NEEDED.get(kind)) is not None and needed not in sent:
        wrong[needed] = [gettext("This field is required for this kind of ruling.")]
    if wrong:
        raise serializers.ValidationError(wrong)


def ruling_terms(attrs: dict[str, Any]) -> RulingTerms:
    """The terms in the checked fields of a `RuleInput`."""
    kind, points, winners = attrs["kind"], attrs.get("points"), attrs.get("winners")
    return RulingTerms(
        kind,
        revision=attrs.get("annul_from"),
        game=(attrs.get("round", 1), attrs.get("game", 1)) if kind in ("adjust", "replay") else None,
        points=None if points is None else tuple(points),
        winners=None if winners is None else tuple(winners),
        seats=tuple(attrs.get("seats", ())),
    )


class ClubAppealsQuery(PageQuery):
    state = serializers.ChoiceField(
        choices=("filed", "taken", "withdrawn", "ruled", "closed"),
        required=False,
        help_text="By default those that wait for a ruling.",
    )


class ForkInput(Input):
    revision = Whole(min_value=1, max_value=LATEST)
    start = serializers.ChoiceField(
        choices=SIDES, default="after", help_text="Whether the line begins before the event or after it."
    )
    moves = serializers.ListField(child=MoveInput(), max_length=MOST_TRIED)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        plies = [MoveRequest(each["seat"], each["move"], each.get("seconds")) for each in attrs["moves"]]
        return {"revision": attrs["revision"], "plies": plies, "when": attrs["start"]}


class AdviceQuery(Input):
    when = serializers.ChoiceField(
        choices=SIDES, default="before", help_text="Whether the position before the event is meant or the one after it."
    )
