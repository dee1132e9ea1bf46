"""Decisions on dates: of the tournament, of its rounds, and of single tables that play at another time."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec

from games.errors import Phrase
from league.common.text import normalize, require_reason
from league.errors import Unknown
from league.tournaments.domain.dates import DateEvent, RoundDate, RoundScheduled, TableDate, TableScheduled
from league.tournaments.domain.lifecycle import require_phase
from league.tournaments.domain.settings.model import MOST_ROUNDS
from league.tournaments.domain.tournament import Table, Tournament
from league.tournaments.errors import BadDates, EntryClosed

LONGEST_PLACE = 200
LONGEST_FEE = 80


def schedule(tournament: Tournament, changes: Mapping[str, Any]) -> list[DateEvent]:
    """Say when and where the tournament is. What *changes* leave out stays. Raises `BadDates`, `WrongPhase`."""
    require_phase(tournament, ("draft", "open", "running"), Phrase("change its dates"))
    before = tournament.dates.tournament.said
    said = msgspec.structs.replace(before, **changes)
    said = msgspec.structs.replace(
        said, place=_short("place", said.place, LONGEST_PLACE), fee=_short("fee", said.fee, LONGEST_FEE)
    )
    _require_order("ends", said.starts, said.ends, Phrase("it would end before it starts"))
    if said.ends is not None and said.starts is None:
        raise BadDates(key="ends", why=Phrase("it has an end but no start"))
    _require_order("closes", said.opens, said.closes, Phrase("entry would close before it opens"))
    _require_order("opens", said.opens, said.ends, Phrase("entry would open after the end"))
    return [] if said == before else [said]


def schedule_round(
    tournament: Tournament, number: int, starts: datetime | None, until: datetime | None
) -> list[DateEvent]:
    """Say when a round is played, whether it is drawn or not, of those that the settings plan, if they plan them all.

    Raises `Unknown`, `BadDates`, `WrongPhase`.
    """
    require_phase(tournament, ("draft", "open", "running"), Phrase("change its dates"))
    planned = [stage.rounds for stage in tournament.settings.stages]
    fixed = [rounds for rounds in planned if rounds is not None]
    most = max(sum(fixed), len(tournament.rounds)) if len(fixed) == len(planned) else MOST_ROUNDS
    if not 1 <= number <= most:
        raise Unknown(kind=Phrase("tournament round"), id=number)
    _require_order("until", starts, until, Phrase("it would end before it starts"))
    known = tournament.dates.rounds.get(number, RoundDate(None, None))
    return [] if (known.starts, known.until) == (starts, until) else [RoundScheduled(number, starts, until)]


def schedule_table(
    tournament: Tournament, number: int, table: int, starts: datetime | None, *, place: str = "", reason: str = ""
) -> list[DateEvent]:
    """Let the match of a table be played at another time or place. Postponing it takes a reason.

    Raises `Unknown`, `ReasonNeeded`, `BadDates`, `WrongPhase`.
    """
    require_phase(tournament, ("running",), Phrase("change its dates"))
    match = require_table(tournament, number, table).match or ""
    place = _short("place", place, LONGEST_PLACE)
    known = tournament.dates.tables.get(match, TableDate(number, table, None, ""))
    if (known.starts, known.place) == (starts, place):
        return []
    before = tournament.dates.of_table(number, match).starts
    reason = require_reason(reason) if before is not None and starts != before else normalize(reason)
    return [TableScheduled(number, table, match, starts, place, reason)]


def require_table(tournament: Tournament, number: int, table: int) -> Table:
    """A table of a published round. Raises `Unknown`."""
    round_ = tournament.round(number)
    if round_ is None or not round_.published:
        raise Unknown(kind=Phrase("tournament round"), id=number)
    found = next((each for each in round_.tables if each.number == table), None)
    if found is None or found.match is None:
        raise Unknown(kind=Phrase("tournament table"), id=table)
    return found


def require_entry_time(tournament: Tournament, now: datetime) -> None:
    """Raise `EntryClosed` unless players may enter themselves *now*."""
    said = tournament.dates.tournament.said
    if said.opens is not None and now < said.opens:
        raise EntryClosed(why=Phrase("it opens on {opens}", opens=moment_param(said.opens)))
    if said.closes is not None and now >= said.closes:
        raise EntryClosed(why=Phrase("it closed on {closes}", closes=moment_param(said.closes)))


def _require_order(key: str, first: datetime | None, last: datetime | None, why: Phrase) -> None:
    if first is not None and last is not None and last <= first:
        raise BadDates(key=key, why=why)


def _short(key: str, text: str, most: int) -> str:
    if len(text) > most:
        raise BadDates(key=key, why=Phrase("it has more than {most} characters", most=most))
    return normalize(text.strip())


def moment_param(at: datetime | None) -> str:
    """A moment as messages take it, to the second."""
    return at.astimezone(UTC).replace(microsecond=0).isoformat() if at else ""
