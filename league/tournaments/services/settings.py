"""Settings of tournaments as people give them: those of a preset, or as they were, with what is changed."""

import re
from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec

from games.errors import Phrase, quote
from league.common.actor import Actor
from league.errors import Unknown
from league.eventlog.types import Committed
from league.tournaments.domain import lifecycle
from league.tournaments.domain.settings.model import Settings
from league.tournaments.domain.settings.presets import add_final, presets
from league.tournaments.errors import BadSettings, NoFinal
from league.tournaments.repository import load_as_organiser, tournaments
from league.tournaments.services.lifecycle import create

_PLACE = re.compile(r"(?P<said>.*?)(?: - at `(?:key in )?(?P<path>\$.*)`)?", re.DOTALL)
_LACKS = re.compile(r"Object missing required field `(.*)`")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_OTHER = re.compile(r"Expected `(.*)`, got `(.*)`", re.DOTALL)
_CHOICE = re.compile(r"Invalid enum value (.*)", re.DOTALL)


def draft(
    *,
    club_id: UUID,
    name: str,
    game: str,
    actor: Actor,
    preset: str | None = None,
    settings: Mapping[str, Any] | None = None,
    final: bool = False,
) -> Committed:
    """Draft a tournament with the settings of a preset, those in *settings* replaced; without one, with these alone.

    Settings are JSON as the tournament's events have them. With *final* the best play one table at the end. Raises what
    `create` raises, `Unknown` for a preset, and `NoFinal` where the format allows none.
    """
    given = settings_from({} if preset is None else _preset(game, preset), settings or {})
    if final:
        extended = add_final(given)
        if extended is None:
            raise NoFinal()
        given = extended
    return create(club_id=club_id, name=name, game=game, settings=given, actor=actor)


def change(
    *,
    tournament_id: str,
    actor: Actor,
    expected: int,
    name: str | None = None,
    settings: Mapping[str, Any] | None = None,
    reason: str = "",
) -> Committed:
    """Change name or single settings; once the tournament runs, with a reason."""

    tournament = load_as_organiser(tournament_id, actor, expected)
    before = tournament.state
    given = settings_from(msgspec.to_builtins(before.settings), settings or {})
    events = lifecycle.change_settings(before, before.name if name is None else name, given, reason)
    return tournaments.append(tournament, events, actor=actor)


def settings_from(standing: Mapping[str, Any], changes: Mapping[str, Any]) -> Settings:
    """Settings in which *changes* replace what *standing* has by the same key. BadSettings names what cannot be."""
    try:
        settings = msgspec.convert({**standing, **changes}, Settings)
    except msgspec.ValidationError as error:
        raise _error(str(error)) from None
    for number, pair in enumerate(settings.apart):
        for entrant in pair:
            _require_id(f"apart.{number}", entrant)
    return settings


def _preset(game: str, slug: str) -> dict[str, Any]:
    found = next((each for each in presets(game) if each.slug == slug), None)
    if found is None:
        raise Unknown(kind=Phrase("tournament preset"), id=slug)
    return msgspec.to_builtins(found.settings)  # type: ignore[no-any-return]


def _require_id(key: str, entrant: str) -> None:
    try:
        same = str(UUID(entrant)) == entrant
    except ValueError:
        same = False
    if not same:
        raise BadSettings(key=key, why=Phrase("{given} is not an entrant id", given=quote(entrant)))


def _error(said: str) -> BadSettings:
    """What msgspec says of a value, by the path to it: `stages.0.rounds`."""
    found = _PLACE.fullmatch(said)
    words, path = (found["said"], found["path"] or "$") if found else (said, "$")
    key = path.removeprefix("$").replace("[", ".").replace("]", "").strip(".")
    if lacks := _LACKS.fullmatch(words):
        return BadSettings(key=_join_key(key, lacks[1]), why=Phrase("it is required"))
    if unknown := _UNKNOWN.fullmatch(words):
        return BadSettings(key=_join_key(key, unknown[1][:60]), why=Phrase("there is no such setting"))
    if other := _OTHER.fullmatch(words):
        return BadSettings(
            key=key or "settings", why=Phrase("expected {wanted}, got {given}", given=other[2], wanted=other[1])
        )
    if choice := _CHOICE.fullmatch(words):
        return BadSettings(key=key or "settings", why=Phrase("{given} is not one of the choices", given=choice[1][:60]))
    return BadSettings(key=key or "settings", why=Phrase("this value is not valid: {said}", said=words[:120]))


def _join_key(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name
