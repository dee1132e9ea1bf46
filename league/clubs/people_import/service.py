"""Imports of people lists: previewed first, then all or nothing, and without doubles if repeated."""

import hashlib
from collections.abc import Mapping
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from games.errors import Phrase
from league.clubs.access import offers
from league.clubs.errors import EncodingUnclear, FileDiffers, PlayerHasAccount, RowRefused
from league.clubs.merges import kept_players
from league.clubs.models import Player
from league.clubs.people_import.matching import ImportPlan, KnownPlayer, RowKind, Verdict, gains, verdicts
from league.clubs.people_import.reader import PersonRow, read
from league.clubs.players import add_players, is_shown_by_number, lock_club
from league.clubs.services import get_club
from league.common.actor import Actor, require_organiser
from league.common.encodings import ENCODINGS as ENCODINGS
from league.common.names import name_key

NEW, SKIP = "new", "skip"


class ImportedRow(NamedTuple):
    """A row that was taken in: whose it is, whether a new player's, and what a tournament wants to know of it."""

    line: int
    player: UUID
    new: bool
    seed: int | None
    rating: int | None
    team: str


class ImportResult(NamedTuple):
    """The imported rows in the order of the file, and the lines that were left out."""

    entries: tuple[ImportedRow, ...]
    skipped: tuple[int, ...]


def preview(*, club_id: UUID, raw: bytes, actor: Actor, encoding: str | None = None) -> ImportPlan:
    """What an import of the list would do. Nothing is kept. Raises `Unknown`, `NotAllowed`, `BadFile`."""
    club = get_club(club_id)
    require_organiser(actor, str(club.pk), Phrase("import people"))
    file = read(raw, encoding)
    known = _club_players(club.pk)
    content = hashlib.sha256(f"{file.encoding}\n".encode() + raw).hexdigest()
    added = _players_added_by(club.pk, content)
    return ImportPlan(file, content, tuple(verdicts(list(file.rows), list(known.values()), added)), known, added)


@transaction.atomic
def import_people(
    *,
    club_id: UUID,
    raw: bytes,
    content: str,
    actor: Actor,
    decisions: Mapping[int, str] | None = None,
    encoding: str | None = None,
) -> ImportResult:
    """Take the list in: all of it, or nothing if a row cannot be.

    *content* is the preview's; *decisions* say by line what a row is: `new`, `skip`, or the id of a player of the club.
    A row that is perhaps somebody needs one, and so does one that is faulty, which can only be skipped. A player whom
    the club has already gets from the row what is not known yet. Whom the same list has added by the decision `new`
    is not new again.

    Raises `Unknown`, `NotAllowed`, `BadFile`, `EncodingUnclear`, `FileDiffers`, `RowRefused`.
    """
    lock_club(get_club(club_id).pk)  # of two who import at once, the second one finds the first one's players
    plan = preview(club_id=club_id, raw=raw, actor=actor, encoding=encoding)
    if plan.file.readings:
        raise EncodingUnclear([each._asdict() for each in plan.file.readings])
    if plan.content != content:
        raise FileDiffers()
    return _Import(club_id, plan, decisions or {}, actor).take()


class _Import:
    """An import under way."""

    def __init__(self, club_id: UUID, plan: ImportPlan, decisions: Mapping[int, str], actor: Actor) -> None:
        self.club_id = club_id
        self.actor = actor
        self.plan = plan
        self.decisions = decisions
        self.kept = kept_players(plan.known)
        self.lines: dict[str, int] = {}  # by player whom a row is
        self.signs = {
            (field, getattr(known, field)) for known in plan.known.values() for field in ("club_number", "username")
        }
        self.notes = {(name_key(known.name), name_key(known.note)) for known in plan.known.values() if known.note}

    def take(self) -> ImportResult:
        lines = {verdict.row.line for verdict in self.plan.verdicts}
        for line in self.decisions:
            if line not in lines:
                raise RowRefused(line=line, why=Phrase("there is no such row"))
        whose = {verdict.row.line: self._whose(verdict) for verdict in self.plan.verdicts}
        rows = [verdict.row for verdict in self.plan.verdicts if whose[verdict.row.line] != SKIP]
        new = {row.line: self._new(row) for row in rows if whose[row.line] == NEW}
        add_players(self.club_id, list(new.values()))
        for row in rows:
            if row.line not in new:
                self._complete(row, whose[row.line])
            elif row.username:
                self._offer(row, new[row.line])
        ids = {row.line: new[row.line].pk if row.line in new else UUID(whose[row.line]) for row in rows}
        entries = [
            ImportedRow(row.line, ids[row.line], row.line in new, row.seed, row.rating, row.team) for row in rows
        ]
        return ImportResult(tuple(entries), tuple(sorted(line for line, player in whose.items() if player == SKIP)))

    def _whose(self, verdict: Verdict) -> str:
        """`new`, `skip` or a player's id. Raises `RowRefused`."""
        line, decision = verdict.row.line, self.decisions.get(verdict.row.line)
        if verdict.kind == RowKind.FAULTY and decision != SKIP:
            raise RowRefused(line=line, why=verdict.fault)
        if verdict.kind == RowKind.PERHAPS and decision is None:
            raise RowRefused(line=line, why=Phrase("decide whether this is somebody already in the club"))
        if decision == NEW and line in self.plan.added:
            decision = None  # the list comes again, with the decisions that it came with
        whose = decision or verdict.player or NEW
        if whose in (NEW, SKIP):
            return whose
        if whose not in self.plan.known:
            raise RowRefused(line=line, why=Phrase("the club has no player {id}", id=whose))
        whose = self.kept.get(whose, whose)
        earlier = self.lines.setdefault(whose, line)
        if earlier != line:
            raise RowRefused(line=line, why=Phrase("this player is already on line {line}", line=earlier))
        return whose

    def _new(self, row: PersonRow) -> Player:
        for field in ("club_number", "username"):
            self._claim(row, field)
        if row.note and (name_key(row.name), name_key(row.note)) in self.notes:
            raise RowRefused(line=row.line, why=Phrase("another player has the same name and note"))
        if row.note and is_shown_by_number(self.club_id, row.name, row.note):
            raise RowRefused(line=row.line, why=Phrase("another player is shown with this name and number"))
        self.notes.add((name_key(row.name), name_key(row.note)))
        return Player(
            name=row.name,
            note=row.note,
            email=row.email,
            club_number=row.club_number,
            listed=_origin(self.plan.content, row.line) if row.line in self.decisions else "",
        )

    def _complete(self, row: PersonRow, player_id: str) -> None:
        """Add the new values of a row to a known player."""
        merged = [each for each, kept in self.kept.items() if kept == player_id]
        gained = [
            field
            for field in gains(row, self.plan.known[player_id])
            if all(getattr(self.plan.known[each], field) != getattr(row, field) for each in merged)
        ]
        if not gained:
            return
        player = Player.objects.get(id=player_id)
        for field in gained:
            value = getattr(row, field)
            if field != "email":
                self._claim(row, field)
            if field != "username":
                setattr(player, field, value)
        player.save()
        if "username" in gained:
            self._offer(row, player)

    def _offer(self, row: PersonRow, player: Player) -> None:
        """Offer the account of the row to be the player. Raises `RowRefused`."""
        try:
            offers.offer_player(player, row.username, self.actor)
        except PlayerHasAccount as refusal:
            raise RowRefused(line=row.line, why=Phrase(refusal.text, **refusal.params)) from None

    def _claim(self, row: PersonRow, field: str) -> None:
        """Raise `RowRefused` if another player has the row's value of a field in which all differ."""
        value = getattr(row, field)
        if value and (field, value) in self.signs:
            why = Phrase("{value} already belongs to another player in the club", value=value)
            raise RowRefused(line=row.line, why=why)
        self.signs.add((field, value))


def _club_players(club_id: UUID) -> dict[str, KnownPlayer]:
    """The players of the club by id, the oldest first, without erased ones."""
    rows = Player.objects.filter(club=club_id, mark="").select_related("user").order_by("id")
    return {
        str(row.pk): KnownPlayer(
            str(row.pk), row.name, row.note, row.email, row.club_number, row.user.username if row.user else ""
        )
        for row in rows
    }


def _origin(content: str, line: int) -> str:
    return f"{content} {line}"


def _players_added_by(club_id: UUID, content: str) -> dict[int, str]:
    """By line, the players that the list with this content added, without erased ones."""
    rows = Player.objects.filter(club=club_id, mark="", listed__startswith=_origin(content, 0)[:-1])
    return {int(row.listed.partition(" ")[2]): str(row.pk) for row in rows}
