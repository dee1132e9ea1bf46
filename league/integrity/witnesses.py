"""Witnesses of this log, and this installation as a witness of other logs (docs/evidence.md#witnesses)."""

import logging
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from games.errors import Phrase
from league.eventlog import sealer
from league.eventlog.errors import BadSigningKey
from league.eventlog.transparency import cosignatures, signing
from league.eventlog.transparency.cosignatures import Asked, DatabaseMemory
from verify.signed_notes import NoteFault, PublicKey
from verify.witness import protocol
from verify.witness.cosignatures import Cosigner, WitnessKey
from verify.witness.protocol import Answer

log = logging.getLogger("ludex.witnesses")


@dataclass(frozen=True, slots=True)
class Request:
    """A request to a witness at an address. `again`: its second, after it said what it cosigned last."""

    url: str
    asked: Asked
    again: bool = False


def due_requests() -> Iterator[Request]:
    """What every witness of the settings is to be asked now."""
    for url, key in settings.WITNESSES:
        for shard in sealer.shards():
            asked = cosignatures.due_request(WitnessKey.read(key), shard)
            if asked is not None:
                yield Request(url, asked)


def witness_delays() -> dict[str, float]:
    """For how many seconds each witness of the settings has owed a cosignature, by its name."""
    return {
        key.name: max(cosignatures.delay(key, shard) for shard in sealer.shards())
        for key in (WitnessKey.read(text) for _, text in settings.WITNESSES)
    }


def take_answer(sent: Request, status: int, body: str) -> Request | None:
    """Keep what a witness answered. Returns what to ask it next, if it knows another size than this log thought."""
    asked = sent.asked
    try:
        if status == 200:
            cosignatures.keep(asked, body)
            return None
        if status == 409 and not sent.again and body.strip().isdecimal() and int(body) <= asked.signed.size:
            more = cosignatures.request(asked.witness, asked.shard, asked.signed, int(body))
            return Request(sent.url, more, again=True)
    except NoteFault as fault:
        body = str(fault)
    log.error("The witness %s did not cosign checkpoint %d: %d %s", sent.url, asked.signed.size, status, body.strip())
    return None


def make_key(name: str) -> WitnessKey:
    """Make the key by which this installation cosigns. Raises `BadSigningKey` if there is one, or for a bad name."""
    path: Path = settings.WITNESS_KEY_FILE
    if path.exists():
        raise BadSigningKey(path=path, why=Phrase("there is a key already"))
    if not name or not set(name).isdisjoint(" \t\n+"):
        raise BadSigningKey(path=path, why=Phrase("the name of a witness has no spaces and no plus signs"))
    made = Cosigner.new(name)
    signing.keep(path, made.secret)
    return made.public


def read_key() -> Cosigner | None:
    """The key by which this installation cosigns, if it has one. Raises `BadSigningKey`."""
    path: Path = settings.WITNESS_KEY_FILE
    try:
        return Cosigner.read(path.read_text(encoding="ascii"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise BadSigningKey(path=path, why=str(error)) from None


def cosign(body: bytes) -> Answer:
    """Answer a log that asks this installation to cosign its checkpoint."""
    key = read_key()
    if key is None:
        return Answer(404, "this installation is no witness\n")
    return protocol.cosign(body, _logs(), DatabaseMemory(), key, int(time.time()))


def witnessed_note(hash_: str) -> str | None:
    return cosignatures.witnessed_note(hash_)


def _logs() -> Sequence[PublicKey]:
    return [PublicKey.read(each) for each in settings.WITNESS_LOGS]
