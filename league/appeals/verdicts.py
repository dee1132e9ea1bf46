"""Verdicts in every language of the house: why a move is refused, or what it was held against."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.utils.translation import override

from games.engine import Labels, setting_text
from games.errors import RuleViolation, gettext_noop
from games.records.variations import Attempt, OtherRuling
from league.common.translation import translate

_SWITCH = {True: gettext_noop("yes"), False: gettext_noop("no")}


def translations(message: str, params: Mapping[str, object] | None = None) -> dict[str, str]:
    """A message by language."""
    found = {}
    for language, _ in settings.LANGUAGES:
        with override(language):
            found[language] = translate(message, params or {})
    return found


def clause(kind: type[RuleViolation]) -> dict[str, Any]:
    """A clause of the rules: the code of what breaks it, its number, and what it says."""
    return {"code": kind.code, "rule": kind.rule, "clause": translations(kind.clause)}


def verdict(judged: Attempt) -> dict[str, Any]:
    """`legal`; the refusal by code, text and clause, or null; and the clauses that the move was held against."""
    refusal = judged.refusal
    told = None
    if refusal is not None:
        told = {"code": refusal.code, "text": translations(refusal.text, refusal.params), "rule": None, "clause": None}
        if isinstance(refusal, RuleViolation):
            told |= clause(type(refusal))
    return {"legal": refusal is None, "refusal": told, "checked": _clauses(judged.checked)}


def _clauses(kinds: Sequence[type[RuleViolation]]) -> list[dict[str, Any]]:
    return [clause(kind) for kind in kinds]


def option_verdict(other: OtherRuling, help_: str, labels: Labels) -> dict[str, Any]:
    """The verdict under another ruling of the house."""
    value = setting_text(other.value)
    ruled = {
        "option": other.option,
        "name": translations(labels.options.get(other.option, other.option)),
        "value": value,
        "value_name": translations(
            _SWITCH[other.value] if isinstance(other.value, bool) else labels.codes.get(value, value)
        ),
        "help": translations(help_),
    }
    return {**ruled, "verdict": verdict(other.tried)}
