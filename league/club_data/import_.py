"""Importing a club from a file: all of it, or nothing if any line is wrong. What is already here stays."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Model
from msgspec.structs import replace

from games.errors import Phrase, Refused
from games.registry import engine
from league.club_data import checkpoints
from league.club_data.errors import RowDiffers
from league.club_data.file_format import (
    ClubFile,
    ClubLine,
    DeckLine,
    Numbered,
    PlayerLine,
    SeriesLine,
    TeamLine,
    read,
)
from league.club_data.rows import club_line, deck_line, player_line, series_line, team_line
from league.clubs import merges
from league.clubs.access.offers import assign_role
from league.clubs.errors import RowRefused
from league.clubs.installation import make_first_account
from league.clubs.locales import DEFAULT_ZONE
from league.clubs.models import Club, Player, Series, User
from league.clubs.services import get_account
from league.common.actor import NOBODY, Actor
from league.common.errors import BadName
from league.common.names import check_name, name_key
from league.decks.models import Deck
from league.decks.services import read_deck
from league.errors import LeagueError
from league.eventlog import canonical, private_data, raw_streams, sealer, store, upcasters
from league.eventlog.errors import LinkRefused
from league.eventlog.hash_chain import EMPTY
from league.eventlog.private_data import StoredPart
from league.eventlog.projections import runner
from league.eventlog.raw_streams import Row
from league.eventlog.types import StoredEvent
from league.matches import repository as match_repository
from league.seasons import repository as season_repository
from league.seasons.repository import leagues
from league.tournaments import repository as tournament_repository
from league.tournaments.models import Team
from league.tournaments.repository import tournaments

STREAM = re.compile(r"(match|tournament|league|club)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")
MARK = re.compile(r"[0-9A-F]{4,32}")
_DECODERS: Mapping[str, Callable[[StoredEvent], object]] = {
    "match": match_repository.decode,
    "tournament": tournament_repository.decode,
    "league": season_repository.decode,
    "club": merges.decode,
}
Thing = TypeVar("Thing", bound=Model)


class Imported(NamedTuple):
    """What was imported. `new`: whether the club was; `players`, `events`: how many new ones."""

    club: UUID
    new: bool
    players: int
    events: int


def import_club(*, raw: bytes, organiser: str | None = None) -> Imported:
    """Import a file that `export_club` wrote, and update every projection. Importing it again changes nothing.

    The account *organiser*, if given, becomes organiser of the club. New events of streams that are already here are
    added. Raises `Unknown`, `RowRefused`, `RowDiffers`, `LinkRefused`.
    """
    file = read(raw)
    runner.catch_up_all()  # so that projections can be tried on what follows
    with store.importing():
        done = _import(file)
        if organiser is not None:
            assign_role(done.club, get_account(organiser), "organiser", NOBODY)
    runner.catch_up_all()
    return done


def import_first_club(*, raw: bytes, username: str, password: str) -> tuple[User, Imported]:
    """Set up an installation with a club from elsewhere, of which the first account becomes organiser.

    Raises what `import_club` raises, `AlreadySetUp` and `UsernameTaken`. Then there is neither account nor club.
    """
    file = read(raw)
    runner.catch_up_all()
    with store.importing():
        account = make_first_account(username=username, password=password)
        done = _import(file)
        assign_role(done.club, account, "organiser", Actor(account.pk))
    runner.catch_up_all()
    return account, done


def _import(file: ClubFile) -> Imported:
    club = file.club.id
    new = _club(file.club)
    try:
        with transaction.atomic():
            players = _add(file.players, Player, player_line, _player, club)
            _add(file.teams, Team, team_line, _team, club)
            _add(file.decks, Deck, deck_line, _deck, club)
            _add(file.series, Series, series_line, _series, club)
    except IntegrityError:
        first = (file.players or file.teams or file.decks or file.series)[0].number
        why = Phrase("this line or a later one has a number, name or note that is already taken in the club")
        raise RowRefused(line=first, why=why) from None
    rows = _new_events(file.events, file.club.shard)
    _require_of_club(file.events, str(club))
    parts = _new_parts(file.private, file.events)
    raw_streams.restore([row for _, row in rows], file.club.shard)
    private_data.put(parts)
    checkpoints.keep(club, file.checkpoints, file.events)
    _require_playable(rows, str(club))
    merges.restore_merges(str(club))
    return Imported(club, new, players, len(rows))


def _club(line: ClubLine) -> bool:
    known = Club.objects.filter(id=line.id).first()
    if known is not None:
        if replace(club_line(known), zone=line.zone, language=line.language) != line:  # which stay as they are here
            raise RowDiffers(line=1, id=line.id)
        return False
    if check_name(line.name) != line.name or line.zone == DEFAULT_ZONE:
        raise RowRefused(line=1, why=Phrase("it is not written the way an export writes it"))
    try:
        line.locale.require_known()
    except LeagueError as error:
        raise RowRefused(line=1, why=_fault_text(error)) from None
    sealer.open_shard(line.shard)
    Club.objects.create(id=line.id, name=line.name, zone=line.locale.zone, language=line.language, shard=line.shard)
    Club.objects.filter(id=line.id).update(created_at=line.created_at)
    return True


def _add(
    lines: Sequence[Numbered],
    model: type[Thing],
    line_of: Callable[[Any], Any],
    build: Callable[[Any, UUID], Thing],
    club: UUID,
) -> int:
    """Add what is new, and return how many. What is already here has to be the club's, and the same as in the file."""
    here = model._default_manager.in_bulk([each.line.id for each in lines])
    new: list[Any] = []
    for number, line in lines:
        row: Any = here.get(line.id)
        if row is None:
            new.append(_build(number, line, line_of, build, club))
        elif row.club_id != club or line_of(row) != line:
            raise RowDiffers(line=number, id=line.id)
    times = [(thing, thing.created_at) for thing in new if hasattr(thing, "created_at")]
    model._default_manager.bulk_create(new)
    for thing, created_at in times:
        thing.created_at = created_at  # which a new row takes from the clock
    if times:
        model._default_manager.bulk_update(new, ["created_at"])
    return len(new)


def _build(
    number: int, line: Any, line_of: Callable[[Any], Any], build: Callable[[Any, UUID], Thing], club: UUID
) -> Thing:
    try:
        thing: Any = build(line, club)
    except (LeagueError, Refused, ValidationError) as error:
        raise RowRefused(line=number, why=_fault_text(error)) from None
    if hasattr(line, "created_at"):
        thing.created_at = line.created_at
    if line_of(thing) != line:
        raise RowRefused(line=number, why=Phrase("it is not written the way an export writes it"))
    built: Thing = thing
    return built


def _fault_text(error: Exception) -> str:
    if isinstance(error, ValidationError):
        return " ".join(error.messages).rstrip(".")
    text = str(error).rstrip(".")
    return text if isinstance(error, LeagueError | Refused) else f"{type(error).__name__}: {text}"


def _player(line: PlayerLine, club: UUID) -> Player:
    player = Player(id=line.id, club_id=club, number=line.number, mark=line.mark, key=name_key(line.name))
    if line.mark:
        if not (MARK.fullmatch(line.mark) and line.id.hex.upper().endswith(line.mark)):
            raise BadName(name=line.mark, why=Phrase("the mark of an erased player must be the end of their id"))
        return player
    player.name = check_name(line.name)
    player.note = check_name(line.note, number=True) if line.note else ""
    player.club_number = check_name(line.club_number, number=True) if line.club_number else ""
    player.email = line.email
    player.clean_fields(exclude=["user"])
    return player


def _team(line: TeamLine, club: UUID) -> Team:
    return Team(id=line.id, club_id=club, name=check_name(line.name))


def _deck(line: DeckLine, club: UUID) -> Deck:
    found = read_deck(game=line.game, name=line.name, manifest=json.dumps(line.manifest), rows=None)
    return Deck(
        id=line.id,
        club_id=club,
        game=found.game,
        name=found.id,
        hash=found.hash,
        manifest=line.manifest,
        verified=line.verified,
    )


def _series(line: SeriesLine, club: UUID) -> Series:
    return Series(id=line.id, club_id=club, game=engine(line.game).meta.slug, name=check_name(line.name))


def _new_events(lines: Sequence[Numbered], shard: int) -> list[tuple[int, Row]]:
    """The events that are not here yet. Every event of the file is checked to continue its stream."""
    here = raw_streams.hashes(sorted({each.line.stream for each in lines}))
    heads: dict[str, tuple[int, bytes]] = {}
    new: list[tuple[int, Row]] = []
    for number, line in lines:
        row = Row(**{name: getattr(line, name) for name in Row._fields})
        seq, before = heads.get(row.stream, (0, EMPTY))
        if row.seq != seq + 1:
            raise RowRefused(line=number, why=Phrase("event {seq} of the stream is missing", seq=seq + 1))
        if row.linked_to(before, shard) != row.hash:
            raise LinkRefused(stream=row.stream, seq=row.seq, reason=Phrase("its hash does not continue the chain"))
        known = here.get((row.stream, row.seq))
        if known is None:
            _require_readable(number, row)
            new.append((number, row))
        elif known != row.hash:
            raise RowDiffers(line=number, id=row.stream)
        heads[row.stream] = (row.seq, row.hash)
    return new


def _new_parts(lines: Sequence[Numbered], events: Sequence[Numbered]) -> list[StoredPart]:
    """The private parts that are not here yet. All are checked against what their events commit to."""
    named = [StoredPart(*(getattr(each.line, name) for name in StoredPart._fields)) for each in lines]
    here = {part[:3]: part for part in private_data.list_parts(sorted({part.stream for part in named}))}
    parts: dict[tuple[str, int], list[StoredPart]] = {}
    for each, part in zip(lines, named, strict=True):
        if here.get(part[:3], part) != part:
            raise RowDiffers(line=each.number, id=part.stream)
        parts.setdefault((part.stream, part.seq), []).append(part)
    for number, event in events:
        fault = private_data.fault_of(event.private_commit, parts.pop((event.stream, event.seq), []))
        if fault is not None:
            raise RowRefused(line=number, why=fault)
    for each in lines:
        if (each.line.stream, each.line.seq) in parts:
            raise RowRefused(line=each.number, why=Phrase("the file has no such event"))
    return [part for part in named if part[:3] not in here]


def _require_readable(number: int, row: Row) -> None:
    if STREAM.fullmatch(row.stream) is None:
        raise RowRefused(line=number, why=Phrase("unknown stream: {stream}", stream=row.stream))
    try:
        payload = canonical.parse(row.payload)
        if canonical.dump(payload).decode() != row.payload:
            raise RowRefused(line=number, why=Phrase("its payload is not canonical JSON"))
        _DECODERS[row.stream.partition("-")[0]](_event(row))
    except LeagueError as error:
        raise error if isinstance(error, RowRefused) else RowRefused(line=number, why=_fault_text(error)) from None
    except Exception:  # a payload of another shape may raise anything
        why = Phrase("its payload is not valid for {kind} in this stream", kind=row.kind)
        raise RowRefused(line=number, why=why) from None


def _event(row: Row) -> StoredEvent:
    schema, payload = upcasters.upcast(row.kind, row.schema, canonical.parse(row.payload))
    return StoredEvent(row.stream, row.seq, row.kind, schema, payload, row.actor, row.command_id, row.at, row.hash)


def _require_of_club(lines: Iterable[Numbered], club: str) -> None:
    for number, line in lines:
        if line.seq == 1 and canonical.parse(line.payload).get("club") != club:
            raise RowRefused(line=number, why=Phrase("the stream belongs to another club"))


def _require_playable(rows: Sequence[tuple[int, Row]], club: str) -> None:
    """Check that every changed stream can be replayed, names only players of the club, and suits every projection."""
    firsts = {row.stream: number for number, row in reversed(rows)}
    players = {str(each) for each in Player.objects.filter(club_id=club).values_list("id", flat=True)}
    for stream, number in firsts.items():
        kind, _, id_ = stream.partition("-")
        try:
            named = _people(kind, id_)
        except Exception as error:  # the rules may refuse a history in any way
            raise RowRefused(line=number, why=_fault_text(error)) from None
        strangers = sorted(named - players)
        if strangers:
            raise RowRefused(line=number, why=Phrase("{player} is not a player in the club", player=strangers[0]))
    fault = runner.try_out([_event(row) for _, row in rows])
    if fault is not None:
        raise RowRefused(line=rows[0][0], why=fault)


def _people(kind: str, id_: str) -> set[str]:
    if kind == "match":
        return {seat for seat in match_repository.load(id_).state.opened.seats if seat is not None}
    if kind == "club":
        return {player for each in merges.merges.load(id_).state.merged.values() for player in (each.player, each.kept)}
    if kind == "league":
        return {player for season in leagues.load(id_).state.seasons for player in season.named}
    return {player for entry in tournaments.load(id_).state.entries.values() for player in entry.all_players}
