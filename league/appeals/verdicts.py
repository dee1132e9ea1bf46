"""Verdicts in every language of the service: why a move is refused, and what it was checked against."""

from collections.abc import Mapping
from typing import Annotated, TypeAlias

import msgspec
from django.conf import settings
from django.utils.translation import override
from msgspec import Meta

from games.engine import Labels, setting_text
from games.errors import RuleViolation, gettext_noop
from games.records.variations import Attempt, OtherRuling
from league.common.translation import translate

Translations: TypeAlias = dict[str, str]  # by language
_SWITCH = {True: gettext_noop("yes"), False: gettext_noop("no")}


class Clause(msgspec.Struct, frozen=True):
    code: Annotated[str, Meta(description="Of the refusal by which it is enforced.")]
    rule: Annotated[str | None, Meta(description="Its number in the game's rules.")]
    clause: Annotated[Translations | None, Meta(description="What it says, by language.")]


class MoveRefusal(Clause, frozen=True):
    text: Annotated[Translations, Meta(description="Why the move is refused, by language.")]


class MoveVerdict(msgspec.Struct, frozen=True):
    legal: bool
    refusal: MoveRefusal | None
    checked: Annotated[list[Clause], Meta(description="Clauses that it was checked against, if the game lists them.")]


class OptionVerdict(msgspec.Struct, frozen=True):
    """The verdict under another option of the game."""

    option: str
    name: Annotated[Translations, Meta(description="What the option is called, by language.")]
    value: str
    value_name: Annotated[Translations, Meta(description="What the value is called, by language.")]
    help: Annotated[Translations, Meta(description="What the option means, by language.")]
    verdict: MoveVerdict


def translations(message: str, params: Mapping[str, object] | None = None) -> Translations:
    found = {}
    for language, _ in settings.LANGUAGES:
        with override(language):
            found[language] = translate(message, params or {})
    return found


def verdict(attempt: Attempt) -> MoveVerdict:
    refusal = None
    if attempt.refusal is not None:
        broken = attempt.refusal
        rule, clause = (broken.rule, translations(broken.clause)) if isinstance(broken, RuleViolation) else (None, None)
        refusal = MoveRefusal(broken.code, rule, clause, translations(broken.text, broken.params))
    checked = [Clause(kind.code, kind.rule, translations(kind.clause)) for kind in attempt.checked]
    return MoveVerdict(attempt.refusal is None, refusal, checked)


def option_verdict(other: OtherRuling, help_: str, labels: Labels) -> OptionVerdict:
    value = setting_text(other.value)
    value_name = _SWITCH[other.value] if isinstance(other.value, bool) else labels.codes.get(value, value)
    return OptionVerdict(
        option=other.option,
        name=translations(labels.options.get(other.option, other.option)),
        value=value,
        value_name=translations(value_name),
        help=translations(help_),
        verdict=verdict(other.tried),
    )
