"""Ratings by game: over all clubs and by club, day by day (docs/ratings.md)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, date

from games.registry import engine
from league.clubs.merges import kept_players, touched_players
from league.eventlog.types import StoredEvent
from league.matches.domain.events import MatchEnded, MatchOpened
from league.matches.domain.score_sheet import NON_SCORING_EVENTS
from league.matches.projections.matches import match_id
from league.matches.repository import decode
from league.ratings import rows
from league.ratings.domain import rated_matches
from league.ratings.domain.rated_matches import Candidate, RatedFinish
from league.ratings.models import RatedMatch, RatedZone, RatingDay, RatingRow
from league.ratings.recompute import Changed, Recomputation, recompute, scopes
from league.ratings.rows import RowChanges
from league.ratings.zones import ZONE_SET, Zones


class Ratings:
    """Events of matches and clubs to rows of `RatedMatch`, `RatedZone`, `RatingDay` and `Rating`."""

    name = "ratings"
    version = 3
    tables = (RatedMatch, RatedZone, RatingDay, RatingRow)

    def reset(self) -> None:
        for table in self.tables:
            table.objects.all().delete()

    def apply(self, events: Sequence[StoredEvent]) -> None:
        theirs = [
            event for event in events if event.stream.startswith("match-") and event.kind not in NON_SCORING_EVENTS
        ]
        merged = touched_players(events)
        if not theirs and not merged and not any(event.kind == ZONE_SET for event in events):
            return
        touched = {match_id(event) for event in theirs} | rows.read_matches_of(merged)
        were = rows.read_candidates(touched)
        candidates = {match: candidate for match, (candidate, _) in were.items()}
        zones = Zones()
        for event in events:
            if event.kind == ZONE_SET:
                zones.set(event)
            elif event.stream.startswith("match-") and event.kind not in NON_SCORING_EVENTS:
                _apply(candidates, event, zones)
        zones.write()
        kept = kept_players()
        people = {match: rated_matches.resolve_people(each, kept) for match, each in sorted(candidates.items())}
        found = {match: (candidates[match], each.rated) for match, each in people.items()}
        changed = {match: each for match, each in found.items() if each != were.get(match)}
        if not changed:
            return
        instead = {match: people[match] for match in changed}
        lines = RowChanges([rows.match_row(match, *each) for match, each in changed.items()])
        for game, days in sorted(_player_changes(were, instead).items()):
            for scope, work in recompute(game, days, instead).items():
                _add_rows(lines, game, scope, work)
        rows.write(lines)


def _apply(candidates: dict[str, Candidate], event: StoredEvent, zones: Zones) -> None:
    """Note the event of a match; a match of a game that is never rated is not noted at all."""
    key, happened = match_id(event), decode(event)
    if isinstance(happened, MatchOpened):
        if not engine(happened.game, happened.rules).meta.team:
            candidates[key] = rated_matches.start(happened)
    elif key in candidates:
        candidate = candidates[key]
        ends = isinstance(happened, MatchEnded)  # only then the day counts
        day = zones.day(candidate.club, event.at) if ends else event.at.astimezone(UTC).date()
        candidates[key] = rated_matches.evolve(candidate, happened, day)


def _player_changes(
    were: Mapping[str, tuple[Candidate, RatedFinish | None]], changes: Mapping[str, Candidate]
) -> dict[str, dict[str, Changed]]:
    """By game and scope, the people whose matches are rated differently."""
    changed: dict[str, dict[str, dict[date, set[str]]]] = defaultdict(lambda: defaultdict(lambda: defaultdict(set)))
    for match, candidate in changes.items():
        before, after = were[match][1] if match in were else None, candidate.rated
        for day, finish in filter(None, (before, after) if before != after else ()):
            for scope in scopes(candidate):
                changed[candidate.game][scope][day].update(finish.players)
    return {game: dict(each) for game, each in changed.items()}


def _add_rows(lines: RowChanges, game: str, scope: str, work: Recomputation) -> None:
    """Put what is otherwise among the lines to write."""
    for day, row in work.found.items():
        for player, rating in row.items():
            key = {"game": game, "scope": scope, "player": player, "day": day}
            if rating is None:
                lines.no_days.append(key)
            else:
                lines.days.append(key | rating._asdict())
    last = work.last(work.found)
    for player in sorted(work.touched):
        key = {"game": game, "scope": scope, "player": player}
        if player in last:
            rating, day = last[player]
            lines.now.append(key | {"day": day, "ordinal": rating.ordinal} | rating._asdict())
        else:
            lines.not_now.append(key)
