"""The history of a tournament: what happened, when, by whom and why, as its reader may know it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from games.errors import Phrase, gettext_noop
from league.domain.actor import Actor
from league.domain.told import Audience, Change, Seated, Told
from league.domain.tournament.facts import KINDS
from league.domain.tournament.state import Tournament
from league.domain.tournament.telling import since_drawn
from league.models import Team
from league.projections.outcomes import outcomes
from league.projections.stories import Noted, stories
from league.queries import setting_words
from league.queries.deciders import Deciders
from league.queries.lists import Lines
from league.queries.people import names_of
from league.queries.tournaments import Names, seen
from league.queries.wording import said

# Who can do what was done: organisers alone, whoever is on the entrant's side too, or all who may rule on matches.
BY_THE_ENTRANT = {
    "entrant.entered",
    "entrant.checked_in",
    "entrant.checked_out",
    "entrant.withdrawn",
    "entrant.returned",
    "table.started",
}
BY_JUDGES = {"round.annulled", "stage.annulled", "tournament.ranked_anew"}
BY_ORGANISERS = set(KINDS) - BY_THE_ENTRANT - BY_JUDGES

TITLES = {
    "rank": gettext_noop("Rank"),
    "seed": gettext_noop("Seed"),
    "player": gettext_noop("Player"),
    "order": gettext_noop("Order of finish"),
    "out": gettext_noop("Sits out"),
    "table": gettext_noop("Table {number}"),
    "goes_on": gettext_noop("Goes on from group {number}"),
    "level": gettext_noop("Order of those who were level at the cut"),
}
_NUMBERED = {"table": 0, "goes_on": 1}  # what is added to the number, which is counted from 1


class Line(NamedTuple):
    """An event of the history, by the revision of the tournament after it."""

    revision: int
    told: Told
    noted: Noted


def history(tournament_id: str, actor: Actor) -> Lines:
    """Everything that *actor* may know to have happened, the newest first. Raises `Unknown`."""
    _, now = seen(tournament_id, actor)
    reader = audience(actor, now.club)
    lines = [each for each in _lines(tournament_id) if each.told.to <= reader]
    return Lines(lines[::-1], lambda some: written(now, some, actor))


def of_round(tournament_id: str, number: int, kinds: Iterable[str], actor: Actor) -> list[dict[str, Any]]:
    """What of these kinds was told of a round since it was last drawn, the oldest first. Raises `Unknown`."""
    _, now = seen(tournament_id, actor)
    reader, lines = audience(actor, now.club), _lines(tournament_id)
    found = sorted(since_drawn([each.told for each in lines], number))
    wanted = [lines[each] for each in found if lines[each].told.kind in kinds and lines[each].told.to <= reader]
    return written(now, wanted, actor)


def audience(actor: Actor, club: str) -> Audience:
    """What *actor* belongs to in the club."""
    if actor.organiser(club):
        return Audience.ORGANISERS
    return Audience.OFFICIALS if actor.official(club) else Audience.EVERYBODY


def _lines(tournament_id: str) -> list[Line]:
    kept = stories.current(tournament_id).state
    pairs = zip(kept.story.told, kept.noted, strict=True)
    return [Line(revision, told, noted) for revision, (told, noted) in enumerate(pairs, 1)]


def written(now: Tournament, lines: Sequence[Line], actor: Actor) -> list[dict[str, Any]]:
    """The lines as *actor* may read them."""
    reader = audience(actor, now.club)
    called = _names(each.told for each in lines)
    players = {player for each in lines for player in _players(now, each.told)}
    deciders = Deciders(now.club, [each.noted.actor for each in lines], players, actor)
    return [_line(now, each, reader, called, deciders) for each in lines]


def _line(now: Tournament, line: Line, reader: Audience, called: Names, deciders: Deciders) -> dict[str, Any]:
    told = line.told
    return {
        "revision": line.revision,
        "at": line.noted.at,
        "kind": told.kind,
        "text": _sentence(told.sentence, called),
        "by": _by(now, line, deciders),
        "reason": told.reason if told.reason_to <= reader and told.reason else None,
        "changes": [_change(now, each, called) for each in told.changes if told.changes_to <= reader],
        "round": told.round,
        "table": told.table,
        "match": told.match,
        "entrant": told.entrant,
        "tables": _tables(told.tables, called),
    }


def _sentence(given: Phrase, called: Names) -> str:
    named = {
        key: called.get(str(value), value) if key.endswith("_id") else value for key, value in given.params.items()
    }
    return said(given.text, named)


def _by(now: Tournament, line: Line, deciders: Deciders) -> dict[str, Any]:
    told, account = line.told, line.noted.actor
    if told.kind in BY_ORGANISERS:
        return deciders.official(account, "organiser")
    if told.kind in BY_JUDGES:
        return deciders.official(account)
    return deciders.own_or_official(account, _players(now, told))


def _players(now: Tournament, told: Told) -> set[str]:
    """Who could have done it for himself."""
    if told.kind not in BY_THE_ENTRANT:
        return set()
    sides = {told.entrant or "", *(entrant for table in told.tables for entrant in table.seats)}
    return {player for side in sides & now.entries.keys() for player in now.entries[side].ever}


def _change(now: Tournament, change: Change, called: Names) -> dict[str, Any]:
    title, words = _worded(now, change, called)
    return {
        "what": change.what,
        "of": change.of,
        "title": title,
        "old": change.old,
        "new": change.new,
        "old_text": words(change.old),
        "new_text": words(change.new),
    }


def _worded(now: Tournament, change: Change, called: Names) -> tuple[str, Callable[[Any], str]]:
    """What a change is called, and how its values are said."""
    what, _, number = change.what.partition(".")
    if what not in TITLES:
        title = setting_words.title(change.what, now.game, now.rules)
        return title, lambda value: setting_words.value(change.what, value, called, now.game, now.rules)
    title = said(TITLES[what], {"number": int(number) + _NUMBERED[what]} if number else {})
    if change.of is not None:
        title = said(gettext_noop("{what} of {name}"), {"what": title, "name": called.get(change.of, change.of)})
    return title, lambda value: _value(value, called)


def _value(value: Any, called: Names) -> str:
    """A number, or entrants by name."""
    if isinstance(value, list):
        return ", ".join(called.get(each, each) for each in value) or "–"
    return "–" if value is None else called.get(str(value), str(value))


def _tables(tables: Sequence[Seated], called: Names) -> list[dict[str, Any]]:
    """Tables with what was played at them, whether it counts or not."""
    played = outcomes([each.match for each in tables if each.match])
    found = []
    for table in tables:
        stood = played.get(table.match or "")
        seats: Iterable[tuple[str | None, int | None, bool]] = ((each, None, False) for each in table.seats)
        if stood is not None and stood.points:
            seats = zip(stood.seats, stood.points, _winners(stood.winners, len(stood.seats)), strict=True)
        found.append(
            {
                "table": table.number,
                "match": table.match,
                "seats": [
                    {"name": called.get(id_ or ""), "points": points, "winner": winner} for id_, points, winner in seats
                ],
            }
        )
    return found


def _winners(winners: Sequence[int], seats: int) -> Iterator[bool]:
    return (seat in winners for seat in range(seats))


def _names(told: Iterable[Told]) -> Names:
    """Names of all entrants and players who are named in these."""
    ids: set[str] = set()
    for each in told:
        ids |= {str(value) for key, value in each.sentence.params.items() if key.endswith("_id")}
        ids |= {each.entrant} if each.entrant else set()
        for change in each.changes:
            ids |= {change.of} if change.of else set()
            if change.what.partition(".")[0] in ("player", "order", "out", "table", "goes_on", "level", "apart"):
                ids |= set(_flat(change.old)) | set(_flat(change.new))
        ids |= {entrant for table in each.tables for entrant in table.seats}
        stood = outcomes([table.match for table in each.tables if table.match])
        ids |= {player for one in stood.values() for player in one.seats if player}
    named = names_of(sorted(ids))
    teams = Team.objects.filter(id__in=ids - set(named))
    return {**named, **{str(team.pk): team.name for team in teams}}


def _flat(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for each in value:
            yield from _flat(each)
    elif value is not None:
        yield str(value)
