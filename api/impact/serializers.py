"""The body of a request that previews a decision."""

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from api.appeals.serializers import KINDS, RulingTermsInput, require_terms, ruling_terms
from api.fields import Id, Text
from api.results.serializers import LONGEST_REASON, PolicyField, ResultInput, parse_result
from league.impact.queries import DECISIONS

COMMON = {"decision", "revision", "policy", "reason"}
TERMS = {
    "correct": {"round", "game", "points", "racks", "left", "rounds", "starter", "correction"},
    "forfeit": {"seats"},
    "rule": {"appeal", "kind", "annul_from", "round", "game", "points", "winners", "seats"},
}
NEEDED = {"forfeit": {"seats"}, "rule": {"kind"}}
TRIED = tuple(DECISIONS)


class EffectsInput(ResultInput, RulingTermsInput):
    """A decision with the parameters of its command.

    `correct`: those of a result; `forfeit`: `reason` and `seats`; `rule`: those of a ruling, and its `appeal` if any.
    """

    decision = serializers.ChoiceField(choices=TRIED)
    reason = Text(max_length=LONGEST_REASON, help_text="Of the decision. For `correct`: why the game was over.")
    policy = PolicyField(default="keep", help_text="`report` is previewed as `keep`.")
    appeal = Id(required=False)
    kind = serializers.ChoiceField(choices=KINDS, required=False, help_text="Of a ruling.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        decision = attrs["decision"]
        strange = set(self.initial_data) - COMMON - TERMS.get(decision, set())
        if strange:
            raise serializers.ValidationError({name: [gettext("Unknown field.")] for name in strange})
        lacking = NEEDED.get(decision, set()) - attrs.keys()
        if lacking:
            raise serializers.ValidationError(
                {name: [self.fields[name].error_messages["required"]] for name in lacking}
            )
        given = {"decision": decision, "expected": attrs["expected"], "policy": attrs["policy"]}
        if decision == "correct":
            place, result = parse_result(attrs)
            return {**given, "place": place, "stated": result, "correction": attrs.get("correction")}
        if decision == "forfeit":
            given["seats"] = attrs["seats"]
        if decision == "rule":
            require_terms(attrs["kind"], self.initial_data)
            given |= {"terms": ruling_terms(attrs), "appeal": str(attrs["appeal"]) if "appeal" in attrs else None}
        return {**given, "reason": attrs["reason"]}
