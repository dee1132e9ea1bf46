"""Who the people of a list are: known players, perhaps known ones, or new ones.

The same again is certain for whom the same list added, by the club's number, by the account, or by name and note. The
rest is for people to decide.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from games.errors import Phrase
from league.clubs.people_import.reader import PeopleFile, PersonRow
from league.clubs.people_import.similarity import NameIndex
from league.common.names import look_of, name_key

MOST_CANDIDATES = 5
NOBODY: Mapping[int, str] = {}


class RowKind(StrEnum):
    NEW = "new"
    SAME = "same"
    PERHAPS = "perhaps"
    FAULTY = "faulty"


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A player of the club."""

    id: str
    name: str
    note: str = ""
    email: str = ""
    club_number: str = ""
    username: str = ""


Person = TypeVar("Person", PersonRow, KnownPlayer)


@dataclass(frozen=True, slots=True)
class Candidate:
    """Who a row may be, and why: a player, or the person of an earlier line."""

    player: str | None
    line: int | None
    why: Phrase


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a row is: `player` for the same, `candidates` for perhaps, `fault` for faulty."""

    row: PersonRow
    kind: RowKind
    player: str | None = None
    candidates: tuple[Candidate, ...] = ()
    fault: Phrase | None = None


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """A list that was read, and a verdict for each row. An import has to name its `content`.

    `added`: by line, the players who were decided to be new when this very list was taken in before.
    """

    file: PeopleFile
    content: str
    verdicts: tuple[Verdict, ...]
    known: Mapping[str, KnownPlayer]
    added: Mapping[int, str]

    def totals(self) -> dict[str, int]:
        """How many rows there are of each kind."""
        count = Counter(verdict.kind.value for verdict in self.verdicts)
        return {kind.value: count[kind.value] for kind in RowKind}

    def gains(self, verdict: Verdict) -> tuple[str, ...]:
        return () if verdict.player is None else gains(verdict.row, self.known[verdict.player])


def verdicts(
    rows: Sequence[PersonRow], known: Sequence[KnownPlayer], added: Mapping[int, str] = NOBODY
) -> list[Verdict]:
    """What each row is, in order. No player is the same as two rows; the same rows and players give the same again.

    *added*: by line, the known players who were decided to be new when the list was taken in before.
    """
    return _Matching(rows, known, added).verdicts()


def gains(row: PersonRow, player: KnownPlayer) -> tuple[str, ...]:
    """What the player gets from the row. Known values are never replaced."""
    fields = ("email", "club_number", "username")
    return tuple(field for field in fields if getattr(row, field) and not getattr(player, field))


class _Matching:
    def __init__(self, rows: Sequence[PersonRow], known: Sequence[KnownPlayer], added: Mapping[int, str]) -> None:
        self.rows = rows
        self.known = known
        self.added = added
        self.found: dict[int, Verdict] = {}  # by line
        self.taken: dict[str, int] = {}  # lines by player

    def verdicts(self) -> list[Verdict]:
        self._faulty()
        for row in self._open():
            if row.line in self.added:
                self._is(row, self.added[row.line])
        self._by_sign()
        self._by_name()
        self._others()
        return [self.found[row.line] for row in self.rows]

    def _open(self) -> list[PersonRow]:
        return [row for row in self.rows if row.line not in self.found]

    def _is(self, row: PersonRow, player: str) -> None:
        self.found[row.line] = Verdict(row, RowKind.SAME, player)
        self.taken[player] = row.line

    def _is_faulty(self, row: PersonRow, fault: Phrase) -> None:
        self.found[row.line] = Verdict(row, RowKind.FAULTY, fault=fault)

    def _faulty(self) -> None:
        """Rows that cannot be read, and those that repeat what only one person can have."""
        seen: dict[tuple[str, str], int] = {}
        for row in self.rows:
            if row.fault is not None:
                self._is_faulty(row, row.fault)
                continue
            for sign in _signs(row):
                line = seen.setdefault(sign, row.line)
                if line != row.line:
                    self._is_faulty(row, Phrase("line {line} already has {value}", line=line, value=sign[1]))

    def _by_sign(self) -> None:
        """Rows that are known by the club's number or the account."""
        owners = {sign: each.id for each in self.known for sign in _signs(each)}
        for row in self._open():
            players = {owners[sign] for sign in _signs(row) if sign in owners}
            if len(players) > 1:
                self._is_faulty(row, Phrase("the number and the account belong to different players"))
            for player in players if len(players) == 1 else ():
                if player in self.taken:
                    self._is_faulty(row, Phrase("this player is already on line {line}", line=self.taken[player]))
                else:
                    self._is(row, player)

    def _by_name(self) -> None:
        """Rows with the name and note of a player, unless it is unclear which row is which of several players.

        Example: the club has two players called Anna Berg. A list with one Anna Berg could mean either, so that row is
        left open, unless its e-mail address is that of one of them. A list with two of them means both.
        """
        players = _group_by_name(self.known)
        for key, rows in _group_by_name(self._open()).items():
            free = [each for each in players.get(key, ()) if each.id not in self.taken]
            for row in rows:  # the address is the surest sign
                same = [each for each in free if row.email and name_key(each.email) == name_key(row.email)]
                if len(same) == 1 and _agree(row, same[0]):
                    self._is(row, same[0].id)
                    free.remove(same[0])
            left = [row for row in rows if row.line not in self.found]
            if len(free) <= len(left):
                self._match_in_order(left, free)

    def _match_in_order(self, rows: Sequence[PersonRow], free: list[KnownPlayer]) -> None:
        for row in rows:
            fitting = next((each for each in free if _agree(row, each) and not _has_other_address(row, each)), None)
            if fitting is not None:
                self._is(row, fitting.id)
                free.remove(fitting)

    def _others(self) -> None:
        """Rows that may be known players, and rows that are new."""
        rest = [each for each in self.known if each.id not in self.taken]
        alike = NameIndex([each.name for each in rest])
        addresses: dict[str, list[str]] = defaultdict(list)
        for each in rest:
            addresses[name_key(each.email)].append(each.id)
        twins = self._twins()
        for row in self._open():
            by_address = addresses[name_key(row.email)] if row.email else ()
            candidates = [Candidate(player, None, Phrase("the same address")) for player in by_address]
            for number, why in alike.to(row.name):
                if _agree(row, rest[number]):
                    candidates.append(Candidate(rest[number].id, None, why))
            if row.line in twins:
                line = twins[row.line]
                candidates.append(Candidate(None, line, Phrase("the same name on line {line}", line=line)))
            kind = RowKind.PERHAPS if candidates else RowKind.NEW
            self.found[row.line] = Verdict(row, kind, candidates=tuple(_first(candidates)))

    def _twins(self) -> dict[int, int]:
        """By line, the first line with the same name and note, unless their numbers tell them apart."""
        first: dict[tuple[str, str], PersonRow] = {}
        twins = {}
        for row in self.rows:
            twin = first.setdefault((name_key(row.name), row.note), row)
            if twin is not row and not (twin.club_number and row.club_number):
                twins[row.line] = twin.line
        return twins


def _signs(person: PersonRow | KnownPlayer) -> Iterator[tuple[str, str]]:
    """Values that no two people share."""
    if person.club_number:
        yield "club_number", person.club_number
    if person.username:
        yield "username", look_of(person.username)


def _group_by_name(people: Iterable[Person]) -> dict[tuple[str, str], list[Person]]:
    groups: dict[tuple[str, str], list[Person]] = defaultdict(list)
    for each in people:
        groups[name_key(each.name), each.note].append(each)
    return groups


def _agree(row: PersonRow, player: KnownPlayer) -> bool:
    """Whether no such value contradicts that they are the same person."""
    signs = ((row.club_number, player.club_number), (look_of(row.username), look_of(player.username)))
    return not any(one and other and one != other for one, other in signs)


def _has_other_address(row: PersonRow, player: KnownPlayer) -> bool:
    return bool(row.email and player.email and name_key(row.email) != name_key(player.email))


def _first(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The first candidates, each once and for the first reason."""
    once: dict[tuple[str | None, int | None], Candidate] = {}
    for each in candidates:
        once.setdefault((each.player, each.line), each)
    return list(once.values())[:MOST_CANDIDATES]
