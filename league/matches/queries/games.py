"""Which games there are and how they may be played."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import msgspec
from django.utils.translation import gettext
from msgspec import Meta

from games import rulebook
from games.errors import Phrase
from games.registry import engines
from games.result_form import ResultForm
from games.rulebook import Chapter, Clause, Drawing
from league.errors import Unknown


class GameOption(msgspec.Struct, frozen=True):
    """An option of a game."""

    key: str
    default: bool | int | str
    help: str


class FinisherQuestion(msgspec.Struct, frozen=True):
    """Asks which seat ended a game. Its number is 0."""

    question: str
    nobody: Annotated[str, Meta(description="The answer that it was no seat.")]


class GameResultForm(msgspec.Struct, frozen=True):
    """What people enter of a game that is over. The texts are in the language of the request."""

    key: Annotated[str, Meta(description="Where the numbers go in `result`: `points`, `racks` or `left`.")]
    label: str
    question: Annotated[str, Meta(description="With `{name}` for the name of a seat.")]
    whole: Annotated[bool, Meta(description="Whether one number is everybody's. Else there is one for each seat.")]
    finisher: FinisherQuestion | None
    rest: Annotated[list[str], Meta(description="Numbers of the table besides those of the seats.")]
    rest_key: Annotated[str, Meta(description="Where these go in `result`; empty if there are none.")]


class GameDetail(msgspec.Struct, frozen=True):
    """A game and how it may be played."""

    slug: str
    name: str
    rules: Annotated[str, Meta(description="The current rules number.")]
    all_rules: list[str]
    seats: Annotated[list[int], Meta(description="How many may play.")]
    team: Annotated[bool, Meta(description="All seats win or lose together.")]
    fewest_wins: Annotated[bool, Meta(description="The lower points are the better.")]
    reasons: Annotated[list[str], Meta(description="Why a game may be over.")]
    options: list[GameOption]
    result_form: GameResultForm


def games() -> list[GameDetail]:
    """Every game, by slug."""
    return [_game_detail(slug) for slug in engines()]


def game(slug: str) -> GameDetail:
    """One game. Raises `Unknown`."""
    if slug not in engines():
        raise Unknown(kind=Phrase("game"), id=slug)
    return _game_detail(slug)


class RuleChapter(NamedTuple):
    """A chapter of the rules with the clauses that refusals cite and the examples that are drawn beside it."""

    chapter: Chapter
    clauses: Sequence[Clause]
    drawings: Sequence[Drawing]


class Rules(NamedTuple):
    """The rules of a game in words, and the language that they are in."""

    language: str
    chapters: Sequence[RuleChapter]


def rules_in_words(slug: str, rules: str, language: str) -> Rules:
    """The rules of a game in a language, else in English. Raises `Unknown` if there are none."""
    known = engines().get(slug, {}).get(rules)
    if known is None or not rulebook.chapters(known):
        raise Unknown(kind=Phrase("rule set"), id=f"{slug} {rules}"[:80])
    found = rulebook.chapters(known, language)
    texts = found or rulebook.chapters(known)
    numbers = {chapter.number for chapter in texts}
    clauses: dict[str, list[Clause]] = {}
    for clause in rulebook.clauses(known):
        clauses.setdefault(clause.chapter if clause.chapter in numbers else "", []).append(clause)
    drawings = rulebook.drawings(known)
    parts = [
        RuleChapter(
            chapter,
            clauses.get(chapter.number, []),
            [drawing for drawing in drawings if drawing.example.chapter == chapter.number],
        )
        for chapter in texts
    ]
    return Rules(language if found else "en", parts)


def has_rulebook(slug: str, rules: str) -> bool:
    """Whether the rules of a known game can be read."""
    return bool(rulebook.chapters(engines()[slug][rules]))


def _game_detail(slug: str) -> GameDetail:
    numbers = engines()[slug]
    rules = list(numbers.values())[-1]
    meta = rules.meta
    return GameDetail(
        slug=slug,
        name=gettext(meta.name),
        rules=meta.rules,
        all_rules=list(numbers),
        seats=list(meta.seats),
        team=meta.team,
        fewest_wins=meta.fewest_wins,
        reasons=list(meta.reasons),
        options=[GameOption(option.key, option.default, gettext(option.help)) for option in meta.options],
        result_form=_result_form(rules.result_form),
    )


def _result_form(form: ResultForm) -> GameResultForm:
    asked = form.finisher
    return GameResultForm(
        key=form.key,
        label=gettext(form.label),
        question=gettext(form.question),
        whole=form.whole,
        finisher=None if asked is None else FinisherQuestion(gettext(asked.question), gettext(asked.nobody)),
        rest=[gettext(each) for each in form.rest],
        rest_key=form.rest_key,
    )
