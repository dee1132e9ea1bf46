"""What chats read: a round's seats, results, and the standings at the end.

It is made when it is sent, in the club's language. Everything in it is public. Names are as they are now, so nobody who
was erased is named.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from django.utils.translation import gettext, ngettext

from league.clubs.queries import names_of
from league.errors import Unknown
from league.matches.outcomes import match_results
from league.standings.types import MatchResult, Outcome
from league.tournaments import repository as tournament_repository
from league.tournaments.domain.tournament import Tournament
from league.tournaments.models import TournamentMatch
from league.tournaments.queries.detail import entrant_names
from league.webhooks.deliveries import Message
from league.webhooks.subscriptions import PING

COUNTS = (Outcome.REPORTED, Outcome.CONFIRMED, Outcome.FORFEIT)
MINUS = "−"


def chat_lines(messages: Sequence[Message]) -> list[str]:
    """The lines of one message to a chat about all of these events. None if there is nothing to say any more."""
    seen: set[tuple[str, str]] = set()
    lines: list[str] = []
    for each in messages:
        if (each.kind, each.subject) not in seen:
            seen.add((each.kind, each.subject))
            lines += _lines(each)
    return lines


def _lines(message: Message) -> Iterator[str]:
    _, _, id_ = message.subject.partition("-")
    try:
        if message.kind == PING:
            yield gettext("A test message from Ludex: this chat gets the news of the club.")
        elif message.kind == "match.ended":
            yield from _result(id_)
        elif message.kind == "round.published":
            yield from _round(tournament_repository.tournaments.load(id_).state)
        else:
            yield from _standings(tournament_repository.tournaments.load(id_).state)
    except Unknown:
        return


def _round(tournament: Tournament) -> Iterator[str]:
    """The tables of the newest round that was published, seat by seat."""
    if not tournament.published or not tournament.public:
        return
    round_ = tournament.published[-1]
    names = entrant_names(tournament)
    yield gettext("{tournament}, round {round}").format(tournament=tournament.name, round=round_.number)
    for table in round_.tables:
        seats = ", ".join(names.get(entrant, "?") for entrant in table.seats)
        yield gettext("Table {table}: {names}").format(table=table.number, names=seats)
    byes = [names.get(entrant, "?") for _, entrant in round_.byes]
    if byes:
        yield gettext("Byes: {names}").format(names=", ".join(byes))


def _result(match_id: str) -> Iterator[str]:
    """The points of a match by seat, with the winners marked. Nothing of one that doesn't count."""
    found = match_results([match_id])[match_id]
    if found.outcome not in COUNTS or not found.points:
        return
    names = names_of([player for player in found.players if player])
    place = TournamentMatch.objects.filter(match=match_id).first()
    points = ", ".join(_points(found, names))
    if place is None:
        yield gettext("Result: {points}").format(points=points)
    else:
        text = gettext("Round {round}, table {table}: {points}")
        yield text.format(round=place.round, table=place.table, points=points)


def _points(found: MatchResult, names: Mapping[str, str]) -> Iterator[str]:
    for seat, points in enumerate(found.points):
        name = names.get(found.players[seat] or "") or gettext("Seat {seat}").format(seat=seat + 1)
        yield f"{'★ ' if seat in found.winners else ''}{name} {str(points).replace('-', MINUS)}"


def _standings(tournament: Tournament) -> Iterator[str]:
    if tournament.phase != "finished":
        return
    names = entrant_names(tournament)
    yield gettext("{tournament}: final standings").format(tournament=tournament.name)
    yield from (f"{rank}. {names.get(entrant, '?')}" for rank, entrant in tournament.ranking)


def shorten(lines: Sequence[str], most: int, link: str) -> str:
    """The lines as one text of at most so many characters, with how many are missing, and a link at the end."""
    tail = f"\n{link}" if link else ""
    text = "\n".join(lines)
    if len(text) + len(tail) <= most:
        return text + tail
    kept: list[str] = []
    for count, line in enumerate(lines, 1):
        rest = _rest(len(lines) - count)
        if len("\n".join([*kept, line, rest])) + len(tail) > most:
            break
        kept.append(line)
    rest = _rest(len(lines) - len(kept))
    return "\n".join(chain(kept, [rest])) + tail


def _rest(count: int) -> str:
    return ngettext("… and {count} more line", "… and {count} more lines", count).format(count=count)
