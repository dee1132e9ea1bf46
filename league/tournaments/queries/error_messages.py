"""Why something was refused, for people: with the names of those whom a refusal knows by their ids."""

import re
from collections.abc import Iterator, Mapping

from games.errors import Phrase, Refused
from league.clubs.queries import names_of
from league.common.translation import translate
from league.errors import LeagueError
from league.eventlog.errors import StreamMovedOn
from league.matches.models import MatchRow
from league.tournaments.domain.tournament import HIDDEN
from league.tournaments.models import Team, TournamentRow

_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
AS_IT_IS = "id"  # what somebody asked for, and what there is not


def error_text(error: LeagueError | Refused) -> str:
    """The text of a refusal in the reader's language; ids of players and teams in it are said by name."""
    if isinstance(error, StreamMovedOn):
        return translate(error.text, {**error.params, "stream": _stream_words(error.params["stream"])})
    ids = {found for text in _texts(error.params) for found in _ID.findall(text)}
    if not ids:
        return translate(error.text, error.params)
    teams = {str(team.pk): team.name for team in Team.objects.filter(id__in=ids)}
    return translate(error.text, _replace_ids(error.params, {**teams, **names_of(ids)}))


def _stream_words(stream: object) -> Phrase:
    """What has changed meanwhile, in words."""
    kind, _, id_ = str(stream).partition("-")
    match kind:
        case "tournament":
            row = TournamentRow.objects.filter(id=id_).exclude(phase__in=HIDDEN).first()
            return Phrase("The tournament") if row is None else Phrase("The tournament {name}", name=row.name)
        case "match":
            seats = MatchRow.objects.filter(id=id_).values_list("seats", flat=True).first() or ()
            names = names_of([str(seat) for seat in seats if seat is not None])
            players = " – ".join(names.values())
            return Phrase("The match {players}", players=players) if players else Phrase("The match")
        case "league":
            return Phrase("The league")
        case _:
            return Phrase("The record")


def _texts(params: Mapping[str, object]) -> Iterator[str]:
    for name, value in params.items():
        if isinstance(value, Phrase):
            yield from _texts(value.params)
        elif name != AS_IT_IS and value is not None and not isinstance(value, int | tuple):
            yield str(value)


def _replace_ids(params: Mapping[str, object], names: Mapping[str, str]) -> dict[str, object]:
    return {name: value if name == AS_IT_IS else _replace_id(value, names) for name, value in params.items()}


def _replace_id(value: object, names: Mapping[str, str]) -> object:
    if isinstance(value, Phrase):
        return _replace_in_phrase(value, names)
    if value is None or isinstance(value, int | tuple):
        return value
    return _ID.sub(lambda found: names.get(found[0], found[0]), str(value))


def _replace_in_phrase(phrase: Phrase, names: Mapping[str, str]) -> Phrase:
    params = _replace_ids(phrase.params, names)
    return Phrase(phrase.text, **params) if phrase.many is None else phrase
