"""The form of an exported club: one JSON object a line, each with exactly one spelling (docs/export.md)."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Annotated, Any, NamedTuple, TypeAlias
from uuid import UUID

import msgspec

from games.errors import Phrase
from league.clubs.errors import RowRefused
from league.clubs.locales import DEFAULT_ZONE, ClubLocale
from league.eventlog.store import SHARDS

FORMAT = 1

Moment: TypeAlias = Annotated[datetime, msgspec.Meta(tz=True)]
Shard: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=SHARDS)]
Positive: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """One line."""


class ClubLine(Line, frozen=True, tag="club", omit_defaults=True):
    """The first line: the club, and the number of this format. Without a zone it has UTC, and without a shard 0."""

    format: int
    id: UUID
    name: str
    created_at: Moment
    zone: str | None = None
    language: str | None = None
    shard: Shard = 0

    @property
    def locale(self) -> ClubLocale:
        return ClubLocale(self.zone or DEFAULT_ZONE, self.language)


class PlayerLine(Line, frozen=True, tag="player"):
    """A player without account and invitation. An erased one has only a mark."""

    id: UUID
    number: Positive
    name: str
    note: str
    email: str
    club_number: str
    mark: str
    created_at: Moment


class TeamLine(Line, frozen=True, tag="team"):
    id: UUID
    name: str


class DeckLine(Line, frozen=True, tag="deck"):
    """A deck that the club typed in, without the accounts that did."""

    id: UUID
    game: str
    name: str
    hash: str
    manifest: dict[str, Any]
    verified: bool
    created_at: Moment


class SeriesLine(Line, frozen=True, tag="series"):
    id: UUID
    game: str
    name: str
    created_at: Moment


class EventLine(Line, frozen=True, tag="event"):
    """An event with the columns that its hash covers. `payload` is text, `hash` and `private_commit` are base64."""

    stream: str
    seq: Positive
    kind: str
    schema: Annotated[int, msgspec.Meta(ge=1, le=2**15 - 1)]
    payload: str
    private_commit: bytes | None
    actor: UUID | None
    command_id: UUID
    at: Moment
    hash: Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]


class PrivateLine(Line, frozen=True, tag="private"):
    """A private part of an event, with what the event commits to. An erased part has neither salt nor body."""

    stream: str
    seq: Positive
    part: Annotated[int, msgspec.Meta(ge=1, le=2**15 - 1)]
    audience: str
    salt: bytes
    body: bytes
    digest: Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
    erased_at: Moment | None


class KeyPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A public key of a log, the log size from which on it signs, and the note in which the key before it names it."""

    key: str
    first: int
    statement: str | None


class CheckpointLine(Line, frozen=True, tag="checkpoint", omit_defaults=True):
    """A signed checkpoint that covers the first `events` events of the file: their positions, and the proof.

    `blinds`: the random bytes in the leaves of the events, none in a file from before there were any.
    """

    events: Positive
    positions: list[int]
    proof: list[bytes]
    note: str
    keys: list[KeyPart]
    blinds: list[Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)] | None] = []


class EndLine(Line, frozen=True, tag="end"):
    """The last line: how many lines there are before it, and the SHA-256 (hexadecimal) of their bytes."""

    lines: int
    sha256: str


AnyLine: TypeAlias = (
    ClubLine | PlayerLine | TeamLine | DeckLine | SeriesLine | EventLine | PrivateLine | CheckpointLine | EndLine
)
ORDER = (ClubLine, PlayerLine, TeamLine, DeckLine, SeriesLine, EventLine, PrivateLine, CheckpointLine, EndLine)

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(AnyLine).decode


class Numbered(NamedTuple):
    number: int
    line: Any


class ClubFile(NamedTuple):
    club: ClubLine
    players: Sequence[Numbered]
    teams: Sequence[Numbered]
    decks: Sequence[Numbered]
    series: Sequence[Numbered]
    events: Sequence[Numbered]
    private: Sequence[Numbered]
    checkpoints: Sequence[Numbered]


def encode_checkpoint(line: CheckpointLine) -> str:
    return _encode(line).decode()


def decode_checkpoint(text: str) -> CheckpointLine:
    return msgspec.json.decode(text, type=CheckpointLine)


def encode_file(lines: Iterable[Line]) -> bytes:
    """The file with these lines and the end line."""
    body = [_encode(line) + b"\n" for line in lines]
    digest = sha256(b"".join(body)).hexdigest()
    return b"".join((*body, _encode(EndLine(len(body), digest)), b"\n"))


def read(raw: bytes) -> ClubFile:
    """The content of a file. Raises `RowRefused` for the first line that `encode_file` wouldn't write."""
    found: dict[type, list[Numbered]] = {each: [] for each in ORDER}
    last = 0
    for number, line in _lines(raw):
        place = ORDER.index(type(line))
        if (place == 0) != (number == 1) or place < last or last == len(ORDER) - 1:
            raise RowRefused(line=number, why=Phrase("it is in the wrong place"))
        found[type(line)].append(Numbered(number, line))
        last = place
    number = sum(map(len, found.values()))
    if not found[EndLine]:
        raise RowRefused(line=number + 1, why=Phrase("the file is cut off here"))
    end: EndLine = found[EndLine][0].line
    body = raw[: raw.rindex(b"\n", 0, -1) + 1]
    if (end.lines, end.sha256) != (number - 1, sha256(body).hexdigest()):
        raise RowRefused(line=number, why=Phrase("the file was changed after export"))
    club: ClubLine = found[ClubLine][0].line
    if club.format != FORMAT:
        why = Phrase("the format is {format}, but only {known} can be read", format=club.format, known=FORMAT)
        raise RowRefused(line=1, why=why)
    return ClubFile(club, *(found[each] for each in ORDER[1:-1]))


def _lines(raw: bytes) -> Iterator[tuple[int, AnyLine]]:
    for number, text in enumerate(raw.split(b"\n")[:-1] or [raw], 1):
        try:
            line = _decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            raise RowRefused(line=number, why=Phrase("it is not a line from a club export")) from None
        if _encode(line) != text:
            raise RowRefused(line=number, why=Phrase("it is not written the way an export writes it"))
        yield number, line
    if not raw.endswith(b"\n"):
        raise RowRefused(line=raw.count(b"\n") + 1, why=Phrase("the file is cut off here"))
