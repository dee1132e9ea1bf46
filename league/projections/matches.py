"""The list of matches: one row for each, as its events left it."""

from collections.abc import Sequence

from league.domain import sheet
from league.domain.events import LevelChosen, MatchFact, MatchOpened, SeatsChanged
from league.eventlog.values import Event
from league.models import Match
from league.projections.hot import fact
from league.projections.sheets import QUIET, read, stored


class Matches:
    """Events of matches to rows of `Match`."""

    name = "matches"
    version = 2

    def reset(self) -> None:
        Match.objects.all().delete()

    def apply(self, events: Sequence[Event]) -> None:
        if not any(event.stream.startswith("match-") for event in events):
            return
        changed: dict[str, Match] = {}
        ids = {match_id(event) for event in events if event.stream.startswith("match-")}
        rows = {str(row.id): row for row in Match.objects.filter(id__in=ids)}
        for event in events:
            if not event.stream.startswith("match-"):
                continue
            key = match_id(event)
            if event.kind == "match.opened":
                rows[key] = _opened(key, event)
            row = changed[key] = rows[key]
            row.revision, row.changed_at = event.seq, event.at
            if event.kind not in QUIET:
                _note(row, fact(event))
        Match.objects.bulk_create(
            changed.values(),
            update_conflicts=True,
            unique_fields=["id"],
            update_fields=["revision", "changed_at", "status", "outcome", "sheet", "seats", "level", "dealing"],
        )


def match_id(event: Event) -> str:
    """The id of the match whose event it is."""
    return event.stream.removeprefix("match-")


def _opened(key: str, event: Event) -> Match:
    opened = fact(event)
    if not isinstance(opened, MatchOpened):
        raise TypeError(f"Not an opening: {opened}.")
    return Match(
        id=key,
        club=opened.club,
        series=opened.series,
        game=opened.game,
        rules=opened.rules,
        level=opened.level,
        dealing=opened.dealing,
        seats=list(opened.seats),
        status=Match.Status.RUNNING,
        tournament=opened.tournament,
        sheet=stored(sheet.opened(opened)),
        opened_at=event.at,
    )


def _note(row: Match, fact: MatchFact) -> None:
    noted = sheet.evolve(read(row.sheet), fact)
    row.sheet, row.outcome = stored(noted), noted.outcome.value
    row.status = Match.Status.OVER if noted.over else Match.Status.RUNNING
    match fact:
        case SeatsChanged():
            row.seats = list(fact.seats)
        case LevelChosen():
            row.level, row.dealing = fact.level, fact.dealing
        case _:
            pass
